/* winnable/duel.h -- a careful chooser against a hostile pile.
 *
 * For piles that can be locked.  The chooser names an exploration space, then the enemy the tile.  The
 * chooser is safe once the cells that wait for a tile are as many as the tiles left: all of them would have
 * to be filled. Spaces far from the start are tried first, and the search goes on to others only where that
 * can be beaten. */
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
    struct line line; /* how the chooser was locked last; its pieces have a shape for a tile */
    uint64_t steps, steps_max;
};

/* Is the chooser lost? */
enum verdict duel_run(struct duel *d, const struct pile *pile, uint64_t steps_max);
void duel_print(struct duel *d, FILE *out); /* how, when it is */

#endif
