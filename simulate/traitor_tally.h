/* simulate/traitor_tally.h -- results of Are You the Traitor?: rounds by team and by role. */
#ifndef SIMULATE_TRAITOR_TALLY_H
#define SIMULATE_TRAITOR_TALLY_H

#include "games/traitor/traitor.h"
#include "table/table.h"

struct tally {
    long games, ended, rounds, annulled; /* `rounds` ended with a STOP */
    long won[side_end];
    int64_t length_ms; /* of all rounds */
    long said;         /* texts and phrases in rounds */
    struct {
        long dealt, won; /* seats that had the role, and were on the side that won */
        long pointed, found, mistakes;
    } role[role_end];
};

/* Adds one table, by its log. */
void tally_add(struct tally *sum, const struct table *table);

#endif
