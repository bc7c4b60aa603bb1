/* simulate/role_tally.h -- results of Hidden Roles: who won, who was accused and convicted, what became of
 * missions. */
#ifndef SIMULATE_ROLE_TALLY_H
#define SIMULATE_ROLE_TALLY_H

#include "games/maze/role_play.h"
#include "table/table.h"

enum { TRAITORS_MOST = 4 }; /* this many or more are counted together */

struct role_tally {
    long heroes_won;   /* they succeeded (H8.2) */
    long traitors_won; /* the heroes failed, and a traitor has won, or a ghost has its part */
    long alone_won;    /* one hero went home, and was the only one (H4.4) */
    long nobody_won;
    long hero_accused, went_home, decided;   /* games that ended so */
    long accusations, validated;             /* H2 */
    long convicted, convicted_traitors;      /* players named in accusations that were validated */
    long missions, missions_done, confessed; /* of heroes */
    long guesses, guessed_right;             /* H7.2 */
    long dealt[TRAITORS_MOST + 1], dealt_won[TRAITORS_MOST + 1]; /* games by traitors dealt; won by heroes */
};

/* Adds one table, by its log and its end. */
void role_tally_add(struct role_tally *sum, const struct table *table);
/* Adds one tally to another. */
void role_tally_sum(struct role_tally *sum, const struct role_tally *t);

#endif
