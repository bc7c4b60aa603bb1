/* winnable/duel.h -- a careful chooser against a hostile pile.
 *
 * For piles that can be locked.  The chooser names an exploration space, then the enemy names the tile.  The
 * chooser is safe once as many cells wait for a tile as tiles are left: a lock would have to fill them all.
 * Spaces far from the start are tried first, and others only if those can be beaten. */
#ifndef WINNABLE_DUEL_H
#define WINNABLE_DUEL_H

#include "winnable/layout.h"

struct line {
    int count;
    struct piece piece[PILE_MAX];
};

struct duel {
    struct layout mall;
    const struct pile *pile;
    int left[SHAPES], left_count;
    struct line line; /* how the chooser was last locked; its pieces have shapes instead of tiles */
    uint64_t steps, steps_max;
};

/* Does the chooser lose? */
enum verdict duel_run(struct duel *d, const struct pile *pile, uint64_t steps_max);
void duel_print(struct duel *d, FILE *out); /* how, if it does */

#endif
