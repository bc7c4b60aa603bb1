/* winnable/layout.h -- a mall as far as exploring goes: shapes on a lattice.
 *
 * The searches are exact, yet small, for two reasons.  Tiles lie on a square lattice (M2.4), each with four
 * neighbours.  And since every face is connected for every hero, which winnable.c shows first, all that
 * matters about a laid tile is which of its sides have an exploration space.  So a tile is its shape: the
 * ways that lead on to the left, ahead and to the right of somebody who comes in by the arrow.  Tiles of one
 * shape are interchangeable, and both faces of the start tile are the same: four openings.
 *
 * A mall is locked when tiles are left in the pile and no exploration space leads to where no tile lies
 * (M4.5-M4.7). */
#ifndef WINNABLE_LAYOUT_H
#define WINNABLE_LAYOUT_H

#include <stdio.h>

#include "games/maze/mall.h"

enum { LEFT = 1, AHEAD = 2, RIGHT = 4, SHAPES = 8 }; /* a shape is a set of ways on */

enum {
    WIDTH = 64, /* more than twice as far as all tiles in a row reach */
    CELLS = WIDTH * WIDTH,
    ORIGIN = WIDTH / 2 * WIDTH + WIDTH / 2,
    PILE_MAX = TILES_MAX - 1,
    OPENINGS_MAX = 4 + 3 * PILE_MAX,
};

/* What a search finds. */
enum verdict { verdict_no, verdict_yes, verdict_unknown };

/* ---- cells ---- */

/* From a cell to the next, by direction. */
static const int beyond[DIRECTIONS] = {-WIDTH, 1, WIDTH, -1};

/* What lies on a cell: its exploration spaces by direction in the low bits, and where it was entered from. */
enum { EMPTY = 0, LAID = 0x40, START = 0x80, ENTRY = 0x30, FOUR_WAYS = 0xf };

static inline int entry_of(uint8_t sides)
{
    return (sides & ENTRY) >> 4;
}

static inline bool leads(uint8_t sides, int direction)
{
    return sides >> direction & 1;
}

/* A tile of that shape whose arrow lies on side `entry`. */
static inline uint8_t sides_of(int shape, int entry)
{
    unsigned ahead = mall_opposite[entry], sides = LAID | (unsigned)entry << 4;
    sides |= shape & LEFT ? 1u << ((ahead + 3) & 3) : 0;
    sides |= shape & AHEAD ? 1u << ahead : 0;
    sides |= shape & RIGHT ? 1u << ((ahead + 1) & 3) : 0;
    return (uint8_t)sides;
}

/* ---- a pile ---- */

struct pile {
    const char *label;
    int last, top; /* tiles 2 to last, shuffled; and one on top of them, or 0 */
    int count;
    uint8_t tile[PILE_MAX], shape[PILE_MAX]; /* the top one first */
};

void pile_fill(struct pile *p, const struct tile_set *set);
/* Takes the first tile of a shape that is not `gone` yet.  (The searches only know shapes.) */
int pile_take(const struct pile *p, int shape, bool gone[PILE_MAX]);

/* ---- a mall that grows ---- */

/* A tile laid on a cell. */
struct piece {
    uint8_t tile, entry;
    uint16_t cell;
};

/* Exploration spaces that lead to where no tile lies: cell << 2 | side. */
struct openings {
    int count;
    uint16_t at[OPENINGS_MAX];
};

struct layout {
    uint8_t sides[CELLS];
    struct openings open;
    int laid;
    struct piece piece[PILE_MAX];
};

static inline int cell_ahead(uint16_t opening)
{
    return (opening >> 2) + beyond[opening & 3];
}

/* Starts over with only the start tile; the layout must be all zero, or used before. */
void layout_begin(struct layout *l);
void layout_lay(struct layout *l, int tile, int shape, uint16_t opening);
void layout_take_back(struct layout *l, const struct openings *before); /* the last one */
bool layout_has(const struct layout *l, uint16_t opening);
void layout_print(FILE *out, const struct piece *pieces, int count);

#endif
