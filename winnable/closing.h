/* winnable/closing.h -- the hostile search: can this pile be locked at all?
 *
 * Somebody who chooses both the order of the tiles and where to explore can lock the mall exactly if there is
 * a closed arrangement: fewer tiles than the pile has, on distinct cells, such that each of their exploration
 * spaces, and each of the start, leads to a cell of the arrangement, and every tile's arrow lies against an
 * exploration space of another, from tile to tile back to the start.  (Lay each tile after the one that its
 * arrow lies against: at that moment its cell is empty, and an exploration space leads there.  Conversely,
 * every locked mall is such an arrangement.)
 *
 * So the search does not play.  It takes one cell that must belong to the arrangement, tries every shape and
 * entry on it, and learns which cells those demand in turn: the ones that its exploration spaces lead to, and
 * the one it must have been entered from.  Every closed arrangement comes up exactly once.  Nothing is left
 * out except where more cells are demanded than tiles may be laid.
 *
 * A pile with a fixed top tile begins with it; laying it west of the start merely decides from which side we
 * look at the table. */
#ifndef WINNABLE_CLOSING_H
#define WINNABLE_CLOSING_H

#include "winnable/layout.h"

struct closing {
    const struct pile *pile;
    uint8_t sides[CELLS];
    uint8_t demands[CELLS]; /* how many laid tiles demand a tile on this empty cell */
    uint16_t demanded[OPENINGS_MAX + PILE_MAX];
    int demanded_count, laid, left[SHAPES];
    uint16_t laid_on[PILE_MAX];
    uint8_t laid_shape[PILE_MAX];
    uint64_t steps, steps_max;
};

/* verdict_yes: it can, and closing_replay() lays the locked mall. */
enum verdict closing_run(struct closing *c, const struct pile *pile, uint64_t steps_max);
/* Lays the arrangement that was found, tile by tile as in a game, each at an opening of the mall so far. */
void closing_replay(const struct closing *c, struct layout *l);

/* A locked mall has at least this many tiles whose only way on is a turn (the proof is in closing.c); how
 * many does a pile have? */
enum { CORNERS = 4 };
int corner_tiles(const struct pile *p);

#endif
