/* bots/traitor_habits.h -- how a reasoner of Are You the Traitor? talks and how sure it must be, by the
 * number of players.  Found by playing many games: good and evil win about equally often with them. */
#ifndef BOTS_TRAITOR_HABITS_H
#define BOTS_TRAITOR_HABITS_H

#include "games/traitor/traitor.h"

/* How often, in thousandths: it calls somebody the Key Holder; and else says something evil of them. */
struct habits {
    uint16_t claim[character_end]; /* itself the Key Holder, as each character */
    struct {
        uint16_t name, evil;
    } true_by_good, true_by_traitor, other_by_traitor; /* of the true Key Holder, or another */
    uint16_t name_other_by_good;
    uint16_t turn_by_wizard;  /* an Evil Wizard says of players the opposite of what it thinks */
    uint16_t turn_by_traitor; /* a Traitor does, of wizards */
    /* A STOP needs this much certainty; from some turn on, with each turn less. */
    uint16_t sure[role_end], less[role_end];
    int late;
};

const struct habits *habits_for(int players);

/* What is true of all who are few, some, or many: the one division by number of players. */
enum company { COMPANY_FEW, COMPANY_SOME, COMPANY_MANY, COMPANIES };
static inline enum company company_of(int players)
{
    return players <= 5 ? COMPANY_FEW : players <= 7 ? COMPANY_SOME : COMPANY_MANY;
}

#endif
