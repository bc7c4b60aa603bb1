/* winnable/closing.c -- the search for a closed arrangement, and why some piles have none. */
#include "winnable/closing.h"

#include <string.h>

#include "core/check.h"

/* Does a tile with those sides fit what lies around the cell? */
static bool closing_fits(const struct closing *c, int cell, uint8_t sides)
{
    int entry = entry_of(sides), from = cell + beyond[entry];
    if (c->sides[from] != EMPTY && !leads(c->sides[from], mall_opposite[entry]))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint8_t other = c->sides[cell + beyond[d]];
        if (other & LAID && entry_of(other) == mall_opposite[d] && !leads(sides, d))
            return false; /* that one was entered from here */
    }
    while (c->sides[from] & LAID) {
        from += beyond[entry_of(c->sides[from])];
        if (from == cell)
            return false; /* they enter each other in a ring, never from the start */
    }
    return true;
}

static enum verdict closing_search(struct closing *c);

/* Lays a tile on one of the demanded cells and searches on.  Takes it back if nothing is found. */
static enum verdict closing_lay(struct closing *c, int cell, int shape, int entry)
{
    uint8_t sides = sides_of(shape, entry);
    int demanded_before = c->demanded_count;
    if (!closing_fits(c, cell, sides))
        return verdict_no;
    c->sides[cell] = sides;
    c->laid_on[c->laid] = (uint16_t)cell;
    c->laid_shape[c->laid++] = (uint8_t)shape;
    c->left[shape]--;
    for (int d = 0; d < DIRECTIONS; d++)
        if ((d == entry || leads(sides, d)) && c->sides[cell + beyond[d]] == EMPTY)
            if (c->demands[cell + beyond[d]]++ == 0)
                c->demanded[c->demanded_count++] = (uint16_t)(cell + beyond[d]);
    enum verdict v = verdict_no;
    if (c->laid + c->demanded_count < c->pile->count)
        v = closing_search(c);
    if (v != verdict_no)
        return v;
    for (int d = 0; d < DIRECTIONS; d++)
        if ((d == entry || leads(sides, d)) && c->sides[cell + beyond[d]] == EMPTY)
            c->demands[cell + beyond[d]]--;
    c->demanded_count = demanded_before;
    c->left[shape]++;
    c->laid--;
    c->sides[cell] = EMPTY;
    return verdict_no;
}

static enum verdict closing_search(struct closing *c)
{
    if (c->demanded_count == 0)
        return verdict_yes;
    if (c->steps++ == c->steps_max)
        return verdict_unknown;
    uint16_t cell = c->demanded[--c->demanded_count];
    for (int shape = LEFT; shape < SHAPES; shape++)
        for (int entry = 0; entry < DIRECTIONS && c->left[shape]; entry++) {
            enum verdict v = closing_lay(c, cell, shape, entry);
            if (v != verdict_no)
                return v;
        }
    c->demanded[c->demanded_count++] = cell;
    return verdict_no;
}

enum verdict closing_run(struct closing *c, const struct pile *pile, uint64_t steps_max)
{
    memset(c, 0, sizeof *c);
    c->pile = pile;
    c->steps_max = steps_max;
    c->sides[ORIGIN] = START | FOUR_WAYS;
    for (int i = 0; i < pile->count; i++)
        c->left[pile->shape[i]]++;
    for (int d = 0; d < DIRECTIONS; d++) {
        c->demands[ORIGIN + beyond[d]] = 1;
        c->demanded[c->demanded_count++] = (uint16_t)(ORIGIN + beyond[d]);
    }
    if (!pile->top)
        return closing_search(c);
    c->demanded_count--; /* west: the tile on top */
    return closing_lay(c, ORIGIN + beyond[WEST], pile->shape[0], EAST);
}

void closing_replay(const struct closing *c, struct layout *l)
{
    bool gone[PILE_MAX] = {false};
    memset(l, 0, sizeof *l);
    layout_begin(l);
    for (int before = -1; before < l->laid;) {
        before = l->laid;
        for (int i = 0; i < c->laid; i++) {
            int entry = entry_of(c->sides[c->laid_on[i]]), shape = c->laid_shape[i];
            uint16_t opening = (uint16_t)((c->laid_on[i] + beyond[entry]) << 2 | mall_opposite[entry]);
            if (layout_has(l, opening))
                layout_lay(l, pile_take(c->pile, shape, gone), shape, opening);
        }
    }
    CHECK(l->laid == c->laid && l->laid < c->pile->count && l->open.count == 0);
}

/* ---- the four corners: why some piles cannot be locked, however large they are ----
 *
 * Look at a locked mall.  Take the westernmost tile of its northernmost row.  There is nothing north or west
 * of it, so those two sides are walls: not exploration spaces, because the mall is locked, and not the
 * arrow, which always lies against a tile.  So its other two sides are the arrow and its only exploration
 * space, at right angles: its shape is LEFT or RIGHT alone.  It is not the start, which has four openings.
 * The easternmost tile of that row is a different one, because a tile with nothing north, west and east of
 * it would need three walls besides its arrow and exploration space.  The two ends of the southernmost row
 * are two more, because in a single row they would have nothing north and south of them.  So a locked mall
 * holds four tiles whose only way on is a turn; and a pile with at most three of them cannot be locked by
 * any order of tiles and any choice of places. */

int corner_tiles(const struct pile *p)
{
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += p->shape[i] == LEFT || p->shape[i] == RIGHT;
    return count;
}
