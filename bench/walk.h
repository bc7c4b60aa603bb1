/* bench/walk.h -- what `turncoat bench engine` times: a random walk of four heroes through a mall of 24
 * tiles, in several ways. */
#ifndef BENCH_WALK_H
#define BENCH_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum walk_way {
    WALK_FLOOR,  /* pawns on a flat array of cells: no events, no views */
    WALK_JUDGED, /* decide and apply */
    WALK_SHOWN,  /* and every event shown to 4 seats and encoded for each */
    WALK_TABLE,  /* the same through a table that keeps its log */
    WALK_VIEWS,  /* shown, encoded, and folded into 4 views as browsers do */
    /* judged, and shown and encoded as well, at a table of 8: without hidden roles and with level 5 */
    WALK_JUDGED_8,
    WALK_JUDGED_ROLES,
    WALK_SHOWN_8,
    WALK_SHOWN_ROLES,
    WALK_WAYS,
};

struct walk_result {
    double seconds;
    uint64_t tried;    /* random choices of a hero and a direction */
    uint64_t judged;   /* commands: there was no wall */
    uint64_t accepted; /* and no hero in the way */
    uint64_t bytes;    /* of JSON written */
};

/* Walks until `accepted` moves have been made, on this many tables, in random
 * order.  False: the mall could not be built, or out of memory. */
bool walk_run(enum walk_way way, int tables, uint64_t accepted, struct walk_result *out);

size_t walk_state_size(void);

#endif
