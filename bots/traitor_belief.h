/* bots/traitor_belief.h -- what a seat of Are You the Traitor? may believe about the others: every deal
 * that fits what it knows, weighed by what has been said.
 *
 * A claim is weighed by who would make it: by how often each role says such a thing about each role.  Nothing
 * here knows more than the view it is given.  It uses whole numbers only, so that a seed gives the same game
 * on every machine. */
#ifndef BOTS_TRAITOR_BELIEF_H
#define BOTS_TRAITOR_BELIEF_H

#include "games/traitor/traitor.h"

/* In thousandths, by seat. */
struct belief {
    uint16_t key_holder[VIEWS], traitor[VIEWS];
    uint16_t good[VIEWS]; /* of wizards */
};

/* What anything said about somebody boils down to. */
enum claim { CLAIM_NONE, CLAIM_KEY_HOLDER, CLAIM_EVIL, CLAIM_GOOD, CLAIMS };

/* Whom it is about: an enum role, or oneself. */
enum { OF_ONESELF = role_end, TARGETS };

/* How often (in thousandths) a role that speaks about such a player makes that claim. */
typedef uint16_t manners_t[role_end][TARGETS][CLAIMS];
const manners_t *belief_manners(int players);

enum claim belief_claim(const struct state *view, seat_t by, seat_t of);
void belief_form(const struct state *view, struct belief *out);

#endif
