/* games/traitor/traitor.h -- the types of Are You the Traitor?, for its own
 * files, its bots and its tests.  The server and the wire know it only by its
 * tables. */
#ifndef GAMES_TRAITOR_TRAITOR_H
#define GAMES_TRAITOR_TRAITOR_H

#include "core/turn.h"
#include "rules/clock.h"
#include "rules/consent.h"
#include "rules/hush.h"
#include "rules/phrase.h"
#include "rules/presence.h"

#define DEF "games/traitor/traitor.def"
#include "core/def_types.h"
#undef DEF

enum { TREASURES = 42, KINDS_OF_TREASURE = 7, RINGS = 5, POINTS_TO_WIN = 10, PLAYERS_MAX = 10 };

/* What is remembered of quick phrases: in state.told, by speaker and by whom it is
 * about.  A role stands for "is"; with WORD_NOT added, for "is not". */
enum { WORD_NOT = 8, WORD_SUSPECT = 16, WORD_TRUST = 17 };

extern const struct game traitor;
extern const struct schema traitor_schema;

/* T1.2: the cards in play. */
struct cast {
    uint8_t key_holders, traitors, guards, wizards, good, evil; /* the last two: wizard cards */
};
const struct cast *deal_cast(int players); /* all zero outside 4 to 10 */

extern const uint8_t treasure_points[KINDS_OF_TREASURE + 1]; /* by enum treasure (T4.1) */
extern const uint8_t treasure_copies[KINDS_OF_TREASURE + 1];
int treasure_score(const struct hand *hand);      /* of a known hand */
bool treasure_known(const struct hand *hand);     /* is it known which cards it has? */
uint8_t role_of(uint8_t character, uint8_t side); /* enum role; 0: not known */

/* Who wins when one role points at another (T3). */
struct outcome {
    uint8_t side, verdict;
};
struct outcome round_outcome(uint8_t by_role, uint8_t at_role);

/* From what this view knows: could a STOP at `seat` win the round?  One that cannot
 * is accepted all the same (T3.3); a client warns before it sends it. */
bool round_could_win(const struct state *view, seat_t by, seat_t seat);

extern const uint8_t phrase_slots[]; /* by enum phrase: the SLOT_... that it has */

#endif
