/* bots/traitor_habits.h -- how a reasoner of Are You the Traitor? talks and how sure it must be, by the
 * number of players.  Found by playing many games: good and evil then win about equally often. */
#ifndef BOTS_TRAITOR_HABITS_H
#define BOTS_TRAITOR_HABITS_H

#include "games/traitor/traitor.h"

/* How often, in thousandths, it calls somebody the Key Holder; if not, how often it calls them evil. */
struct habits {
    uint16_t claim[character_end]; /* calls itself the Key Holder, by character */
    struct {
        uint16_t name, evil;
    } true_by_good, true_by_traitor, other_by_traitor; /* about the true Key Holder, or another player */
    uint16_t name_other_by_good;
    uint16_t turn_by_wizard;  /* an Evil Wizard says the opposite of what it thinks about a player */
    uint16_t turn_by_traitor; /* a Traitor does, about a wizard */
    /* A STOP needs this much certainty; after some turns, less with each turn. */
    uint16_t sure[role_end], less[role_end];
    int late;
};

const struct habits *habits_for(int players);

/* Few, some or many players: all that habits and manners distinguish. */
enum company { COMPANY_FEW, COMPANY_SOME, COMPANY_MANY, COMPANIES };
static inline enum company company_of(int players)
{
    return players <= 5 ? COMPANY_FEW : players <= 7 ? COMPANY_SOME : COMPANY_MANY;
}

#endif
