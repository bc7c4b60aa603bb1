/* winnable/layout.c -- tiles on a lattice.  It draws no tiles and plays no games: see games/maze/. */
#include "winnable/layout.h"

#include <stdlib.h>

/* ---- a pile ---- */

static int shape_of(const struct face *f)
{
    int entry = 0, shape = 0;
    while (entry < 3 && f->space[face_crossing[entry]] != space_arrow)
        entry++;
    for (int s = LEFT; s < SHAPES; s++) {
        bool same = true;
        for (int d = 0; d < DIRECTIONS; d++)
            same &= leads(sides_of(s, entry), d) == space_explores(f->space[face_crossing[d]]);
        shape = same ? s : shape;
    }
    return shape;
}

void pile_fill(struct pile *p, const struct tile_set *set)
{
    p->count = 0;
    if (p->top)
        p->tile[p->count++] = (uint8_t)p->top;
    for (int i = 2; i <= p->last; i++)
        p->tile[p->count++] = (uint8_t)i;
    for (int i = 0; i < p->count; i++)
        p->shape[i] = (uint8_t)shape_of(&set->face[p->tile[i]]);
}

int pile_take(const struct pile *p, int shape, bool gone[PILE_MAX])
{
    int i = 0;
    while (gone[i] || p->shape[i] != shape)
        i++;
    gone[i] = true;
    return p->tile[i];
}

/* ---- a mall that grows ---- */

void layout_begin(struct layout *l)
{
    for (int i = 0; i < l->laid; i++)
        l->sides[l->piece[i].cell] = EMPTY;
    l->sides[ORIGIN] = START | FOUR_WAYS;
    l->laid = l->open.count = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        l->open.at[l->open.count++] = (uint16_t)(ORIGIN << 2 | d);
}

void layout_lay(struct layout *l, int tile, int shape, uint16_t opening)
{
    int entry = mall_opposite[opening & 3], cell = cell_ahead(opening), kept = 0;
    for (int i = 0; i < l->open.count; i++)
        if (cell_ahead(l->open.at[i]) != cell)
            l->open.at[kept++] = l->open.at[i];
    l->open.count = kept;
    l->sides[cell] = sides_of(shape, entry);
    l->piece[l->laid++] = (struct piece){(uint8_t)tile, (uint8_t)entry, (uint16_t)cell};
    for (int d = 0; d < DIRECTIONS; d++)
        if (leads(l->sides[cell], d) && l->sides[cell + beyond[d]] == EMPTY)
            l->open.at[l->open.count++] = (uint16_t)(cell << 2 | d);
}

void layout_take_back(struct layout *l, const struct openings *before)
{
    l->sides[l->piece[--l->laid].cell] = EMPTY;
    l->open = *before;
}

bool layout_has(const struct layout *l, uint16_t opening)
{
    for (int i = 0; i < l->open.count; i++)
        if (l->open.at[i] == opening)
            return true;
    return false;
}

/* ---- telling ---- */

static void print_place(FILE *out, const struct piece *pieces, int count, const struct piece *p)
{
    static const char *const going[DIRECTIONS] = {"north", "east", "south", "west"};
    int from = p->cell + beyond[p->entry], tile = 1;
    for (int i = 0; i < count; i++)
        tile = pieces[i].cell == from ? pieces[i].tile : tile;
    int east = p->cell % WIDTH - ORIGIN % WIDTH, south = p->cell / WIDTH - ORIGIN / WIDTH;
    fprintf(out, "        tile %d, from tile %d going %s: %d %s and %d %s of the start\n", p->tile, tile,
            going[mall_opposite[p->entry]], abs(east), east < 0 ? "west" : "east", abs(south),
            south < 0 ? "north" : "south");
}

void layout_print(FILE *out, const struct piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        print_place(out, pieces, count, &pieces[i]);
}
