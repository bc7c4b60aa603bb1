/* cli/winnable.c -- what a tile set can do to a game at its worst.
 *
 * What is searched is exact, and small, for two reasons.  Tiles lie on a square lattice (M2.4), each with
 * four neighbours.  And as every face is connected for every hero, which is shown first, nothing of a laid
 * tile matters for exploring but which of its sides have an exploration space.  So a tile is its shape: the
 * ways that lead on to the left, ahead and to the right of somebody who comes in by the arrow.  Tiles of
 * one shape are interchangeable, and both faces of the start tile are the same: four openings.
 *
 * This file draws no tile and plays no game: see games/maze/. */
#include "cli/winnable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum { LEFT = 1, AHEAD = 2, RIGHT = 4, SHAPES = 8 };

/* ---- the lattice ---- */

enum {
    WIDTH = 64, /* more than twice as far as all tiles reach in one line */
    CELLS = WIDTH * WIDTH,
    ORIGIN = WIDTH / 2 * WIDTH + WIDTH / 2,
    PILE_MAX = TILES_MAX - 1,
    OPENINGS_MAX = 4 + 3 * PILE_MAX,
};

static const int beyond[DIRECTIONS] = {-WIDTH, 1, WIDTH, -1};

/* What lies on a cell: its exploration spaces by direction in the low bits, and where it was entered from. */
enum { EMPTY = 0, LAID = 0x40, START = 0x80, ENTRY = 0x30 };

static int back(int direction)
{
    return (direction + 2) & 3;
}

static int entry_of(uint8_t sides)
{
    return (sides & ENTRY) >> 4;
}

static bool leads(uint8_t sides, int direction)
{
    return sides >> direction & 1;
}

/* A tile of that shape whose arrow lies on side `entry`. */
static uint8_t sides_of(int shape, int entry)
{
    unsigned ahead = (unsigned)back(entry), sides = LAID | (unsigned)entry << 4;
    sides |= shape & LEFT ? 1u << ((ahead + 3) & 3) : 0;
    sides |= shape & AHEAD ? 1u << ahead : 0;
    sides |= shape & RIGHT ? 1u << ((ahead + 1) & 3) : 0;
    return (uint8_t)sides;
}

static bool is_explore(int space)
{
    return space >= space_explore_yellow && space <= space_explore_orange;
}

static int shape_of(const struct face *f)
{
    int entry = 0, shape = 0;
    while (entry < 3 && f->space[face_crossing[entry]] != space_arrow)
        entry++;
    for (int s = LEFT; s < SHAPES; s++) {
        bool same = true;
        for (int d = 0; d < DIRECTIONS; d++)
            same &= leads(sides_of(s, entry), d) == is_explore(f->space[face_crossing[d]]);
        shape = same ? s : shape;
    }
    return shape;
}

/* A tile laid on a cell. */
struct piece {
    uint8_t tile, entry;
    uint16_t cell;
};

struct pile {
    const char *label;
    int last, top; /* tiles 2 to last, shuffled, and one on top of them or 0 */
    int count;
    uint8_t tile[PILE_MAX], shape[PILE_MAX]; /* the top one first */
};

static void pile_fill(struct pile *p, const struct tile_set *set)
{
    p->count = 0;
    if (p->top)
        p->tile[p->count++] = (uint8_t)p->top;
    for (int i = 2; i <= p->last; i++)
        p->tile[p->count++] = (uint8_t)i;
    for (int i = 0; i < p->count; i++)
        p->shape[i] = (uint8_t)shape_of(&set->face[p->tile[i]]);
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
            going[back(p->entry)], abs(east), east < 0 ? "west" : "east", abs(south),
            south < 0 ? "north" : "south");
}

static void print_mall(FILE *out, const struct piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        print_place(out, pieces, count, &pieces[i]);
}

/* ---- a mall that grows ---- */

/* Exploration spaces that lead to where no tile lies: cell << 2 | side. */
struct openings {
    int count;
    uint16_t at[OPENINGS_MAX];
};

struct mall {
    uint8_t sides[CELLS];
    struct openings open;
    int laid;
    struct piece piece[PILE_MAX];
};

static int cell_ahead(uint16_t opening)
{
    return (opening >> 2) + beyond[opening & 3];
}

static void mall_begin(struct mall *m)
{
    for (int i = 0; i < m->laid; i++)
        m->sides[m->piece[i].cell] = EMPTY;
    m->sides[ORIGIN] = START | 0xf;
    m->laid = m->open.count = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        m->open.at[m->open.count++] = (uint16_t)(ORIGIN << 2 | d);
}

static void mall_lay(struct mall *m, int tile, int shape, uint16_t opening)
{
    int entry = back(opening & 3), cell = cell_ahead(opening), kept = 0;
    for (int i = 0; i < m->open.count; i++)
        if (cell_ahead(m->open.at[i]) != cell)
            m->open.at[kept++] = m->open.at[i];
    m->open.count = kept;
    m->sides[cell] = sides_of(shape, entry);
    m->piece[m->laid++] = (struct piece){(uint8_t)tile, (uint8_t)entry, (uint16_t)cell};
    for (int d = 0; d < DIRECTIONS; d++)
        if (leads(m->sides[cell], d) && m->sides[cell + beyond[d]] == EMPTY)
            m->open.at[m->open.count++] = (uint16_t)(cell << 2 | d);
}

static bool mall_has(const struct mall *m, uint16_t opening)
{
    for (int i = 0; i < m->open.count; i++)
        if (m->open.at[i] == opening)
            return true;
    return false;
}

static void mall_take_back(struct mall *m, const struct openings *before)
{
    m->sides[m->piece[--m->laid].cell] = EMPTY;
    m->open = *before;
}

/* ---- the hostile search: can this pile be locked at all? ----
 *
 * Whoever chooses both the order of the tiles and where to explore can lock the mall exactly if there is a
 * closed arrangement: fewer tiles than the pile has, on distinct cells, such that every exploration space
 * of them and of the start leads to a cell of the arrangement, and every tile's arrow lies against an
 * exploration space of another, from tile to tile back to the start.  (Lay each tile of it after the one
 * that its arrow lies against: at that moment its cell is empty, and an exploration space leads there.  And
 * every locked mall is one.)
 *
 * So the search does not play.  It takes one cell that is known to belong to the arrangement, tries every
 * shape and entry on it, and learns of the cells that those demand in turn: the ones that the exploration
 * spaces lead to, and the one that it must have been entered from.  Every closed arrangement comes up
 * exactly once.  Nothing is left out except where the cells demanded are more than the tiles that may be
 * laid.
 *
 * A pile with a tile on top begins with it; that it goes west of the start is only how we look at the
 * table. */

enum verdict { verdict_no, verdict_yes, verdict_unknown };

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

/* Does a tile with those sides fit what lies around the cell? */
static bool closing_fits(const struct closing *c, int cell, uint8_t sides)
{
    int entry = entry_of(sides), from = cell + beyond[entry];
    if (c->sides[from] != EMPTY && !leads(c->sides[from], back(entry)))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint8_t other = c->sides[cell + beyond[d]];
        if (other & LAID && entry_of(other) == back(d) && !leads(sides, d))
            return false; /* that one was entered from here */
    }
    while (c->sides[from] & LAID) {
        from += beyond[entry_of(c->sides[from])];
        if (from == cell)
            return false; /* entered from one another in a ring: never from the start */
    }
    return true;
}

static enum verdict closing_search(struct closing *c);

/* Lays a tile on a cell taken from the demanded ones and searches on.  Takes it back unless that found
 * something. */
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

static enum verdict closing_run(struct closing *c, const struct pile *pile, uint64_t steps_max)
{
    memset(c, 0, sizeof *c);
    c->pile = pile;
    c->steps_max = steps_max;
    c->sides[ORIGIN] = START | 0xf;
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

/* Lays the arrangement found tile by tile, as in a game: each through an opening that the mall has then. */
static void closing_replay(const struct closing *c, struct mall *m)
{
    bool gone[PILE_MAX] = {false};
    memset(m, 0, sizeof *m);
    mall_begin(m);
    for (int before = -1; before < m->laid;) {
        before = m->laid;
        for (int i = 0; i < c->laid; i++) {
            int entry = entry_of(c->sides[c->laid_on[i]]), k = 0;
            uint16_t opening = (uint16_t)((c->laid_on[i] + beyond[entry]) << 2 | back(entry));
            if (!mall_has(m, opening))
                continue;
            while (gone[k] || c->pile->shape[k] != c->laid_shape[i])
                k++;
            gone[k] = true;
            mall_lay(m, c->pile->tile[k], c->laid_shape[i], opening);
        }
    }
    CHECK(m->laid == c->laid && m->laid < c->pile->count && m->open.count == 0);
}

/* ---- the four corners: why some piles cannot be locked, however large they are ----
 *
 * Look at a locked mall.  In its northernmost row take the westernmost tile: north and west of it lies
 * nothing, so those two sides are walls: no exploration spaces, as the mall is locked, and not the arrow,
 * which always lies against a tile.  So its other two sides are the arrow and its only exploration space,
 * at right angles: its shape is LEFT or RIGHT alone.  It is not the start, which has four openings.  The
 * easternmost tile of that row is another one, for a tile with nothing north, west and east of it would
 * need three walls beside arrow and exploration space.  The two ends of the southernmost row are two more,
 * for with a single row they would have nothing north and south of them.  So a locked mall holds four tiles
 * whose only way on is a turn, and a pile with at most three of them cannot be locked by any order of tiles
 * and any choice of places. */

enum { CORNERS = 4 };

static int corner_tiles(const struct pile *p)
{
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += p->shape[i] == LEFT || p->shape[i] == RIGHT;
    return count;
}

/* ---- the duel: a careful chooser against a hostile pile ----
 *
 * For piles that can be locked.  The chooser names an exploration space, then the enemy the tile.  The
 * chooser is safe once the cells that wait for a tile are as many as the tiles left: all of them would have
 * to be filled. Spaces far from the start are tried first, and the search goes on to others only where that
 * can be beaten. */

struct line {
    int count;
    struct piece piece[PILE_MAX];
};

struct duel {
    struct mall mall;
    const struct pile *pile;
    int left[SHAPES], left_count;
    struct line line; /* how the chooser was locked last; its pieces have a shape for a tile */
    uint64_t steps, steps_max;
};

static int waiting_cells(const struct openings *open)
{
    int count = 0;
    for (int i = 0; i < open->count; i++) {
        bool first = true;
        for (int k = 0; k < i; k++)
            first &= cell_ahead(open->at[k]) != cell_ahead(open->at[i]);
        count += first;
    }
    return count;
}

static int distance(uint16_t opening)
{
    int cell = cell_ahead(opening);
    int east = cell % WIDTH - ORIGIN % WIDTH, south = cell / WIDTH - ORIGIN / WIDTH;
    return east * east + south * south;
}

static void sort_far_first(struct openings *open)
{
    for (int i = 1; i < open->count; i++)
        for (int k = i; k && distance(open->at[k - 1]) < distance(open->at[k]); k--) {
            uint16_t swap = open->at[k];
            open->at[k] = open->at[k - 1];
            open->at[k - 1] = swap;
        }
}

static enum verdict duel_lost(struct duel *d);

/* Is the chooser lost who explores there? */
static enum verdict duel_lost_at(struct duel *d, uint16_t opening)
{
    const struct openings before = d->mall.open;
    enum verdict worst = verdict_no;
    for (int shape = LEFT; shape < SHAPES && worst != verdict_yes; shape++) {
        if (!d->left[shape])
            continue;
        d->left[shape]--;
        d->left_count--;
        mall_lay(&d->mall, shape, shape, opening);
        enum verdict v = duel_lost(d);
        worst = v == verdict_no ? worst : v;
        mall_take_back(&d->mall, &before);
        d->left[shape]++;
        d->left_count++;
    }
    return worst;
}

static enum verdict duel_lost(struct duel *d)
{
    struct openings open = d->mall.open;
    struct line first = {0};
    if (waiting_cells(&open) >= d->left_count)
        return verdict_no;
    if (d->steps++ >= d->steps_max)
        return verdict_unknown;
    if (open.count == 0) {
        memcpy(d->line.piece, d->mall.piece, sizeof d->line.piece);
        d->line.count = d->mall.laid;
        return verdict_yes;
    }
    sort_far_first(&open);
    enum verdict best = verdict_yes;
    for (int i = 0; i < open.count; i++) {
        enum verdict v = duel_lost_at(d, open.at[i]);
        if (v == verdict_no)
            return verdict_no;
        best = v == verdict_unknown ? v : best;
        first = i == 0 ? d->line : first;
    }
    d->line = first;
    return best;
}

static enum verdict duel_run(struct duel *d, const struct pile *pile, uint64_t steps_max)
{
    memset(d, 0, sizeof *d);
    mall_begin(&d->mall);
    d->pile = pile;
    d->left_count = pile->count;
    d->steps_max = steps_max;
    for (int i = 0; i < pile->count; i++)
        d->left[pile->shape[i]]++;
    return duel_lost(d);
}

static void duel_print(struct duel *d, FILE *out)
{
    bool gone[PILE_MAX] = {false};
    for (int i = 0; i < d->line.count; i++) {
        int k = 0;
        while (gone[k] || d->pile->shape[k] != d->line.piece[i].tile)
            k++;
        gone[k] = true;
        d->line.piece[i].tile = d->pile->tile[k];
    }
    fprintf(out, "    whoever explores as far from the start as can be is locked after %d of %d tiles:\n",
            d->line.count, d->pile->count);
    print_mall(out, d->line.piece, d->line.count);
}

/* ---- random malls ---- */

static uint64_t random_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int random_below(uint64_t *state, int below)
{
    return (int)((random_number(state) >> 32) * (uint64_t)below >> 32);
}

/* Shuffles the pile and explores at random until it is laid (true) or the mall is locked (false). */
static bool random_mall(struct mall *m, struct pile *p, uint64_t *state)
{
    for (int i = p->count - 1; i > 0; i--) {
        int k = random_below(state, i + 1);
        uint8_t tile = p->tile[i], shape = p->shape[i];
        p->tile[i] = p->tile[k];
        p->shape[i] = p->shape[k];
        p->tile[k] = tile;
        p->shape[k] = shape;
    }
    mall_begin(m);
    for (int i = 0; i < p->count; i++) {
        if (m->open.count == 0)
            return false;
        mall_lay(m, p->tile[i], p->shape[i], m->open.at[random_below(state, m->open.count)]);
    }
    return true;
}

/* The upper end of Wilson's interval for a rate of which `hits` of `tries` were seen, with 99 % confidence.
 * */
static double rate_at_most(uint64_t hits, uint64_t tries)
{
    const double z = 2.576, n = (double)tries, p = (double)hits / n;
    return (p + z * z / (2 * n) + z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n);
}

static bool report_random(struct pile pile, FILE *out, uint32_t malls, uint64_t seed)
{
    static struct mall m;
    struct piece piece[PILE_MAX]; /* of the first stuck mall */
    int laid = 0;
    uint64_t stuck = 0, state = seed ^ (uint64_t)pile.last << 56;
    memset(&m, 0, sizeof m);
    for (uint32_t i = 0; i < malls; i++)
        if (!random_mall(&m, &pile, &state) && stuck++ == 0) {
            memcpy(piece, m.piece, sizeof piece);
            laid = m.laid;
        }
    double bound = rate_at_most(stuck, malls);
    bool good = bound < 1e-5;
    fprintf(out, "  %s: %" PRIu64 " of %" PRIu32 " malls stuck: at most %.2f of a million (99 %% sure)%s\n",
            pile.label, stuck, malls, bound * 1e6,
            good                     ? ""
            : stuck > malls / 100000 ? " -- FALSE"
                                     : " -- NOT SHOWN");
    if (!good && stuck) {
        fprintf(out, "    the first one, after %d of %d tiles:\n", laid, pile.count);
        print_mall(out, piece, laid);
    }
    return good;
}

/* ---- the claims ---- */

/* The first space of the face that some hero cannot get to, from its `from`; -1 if there is none.
 * Hourglass spaces count as ends, not as ways: while cameras watch, none may be entered (M7.6). */
static int face_cut_off(const struct face *f, int *from)
{
    uint16_t wanted = 0, hourglasses = 0;
    for (int i = 0; i < SPACES; i++) {
        wanted |= (uint16_t)((f->space[i] != space_solid) << i);
        hourglasses |= (uint16_t)((f->space[i] == space_hourglass) << i);
    }
    *from = 0;
    while (*from < SPACES - 1 && !((wanted & ~hourglasses) >> *from & 1))
        (*from)++;
    unsigned missed = wanted & ~(unsigned)face_reach(f, *from, 0, false);
    missed |= wanted & ~(unsigned)(face_reach(f, *from, hourglasses, false) | hourglasses);
    for (int i = 0; i < SPACES; i++)
        if (missed >> i & 1)
            return i;
    return -1;
}

static bool report_faces(const struct tile_set *set, FILE *out)
{
    int good = 0, orange = 0;
    fprintf(out, "Every face is connected for every hero, small passages and hourglass spaces not used:\n");
    for (int i = 0; i < set->count; i++) {
        const struct face *f = &set->face[i];
        int from, cut = face_cut_off(f, &from);
        orange += (f->dwarf[EAST] | f->dwarf[SOUTH]) != 0;
        good += cut < 0;
        if (cut >= 0)
            fprintf(out, "  tile %d%s: row %d column %d cannot be reached from row %d column %d -- FALSE\n",
                    f->number, f->side ? f->side == 1 ? "A" : "B" : "", cut / 4, cut % 4, from / 4, from % 4);
    }
    fprintf(out, "  %d of %d faces (%d of them with small passages, short cuts for the dwarf)\n", good,
            set->count, orange);
    return good == set->count;
}

/* Which tiles of the set have that space, as bits by their number. */
static uint32_t tiles_with(const struct tile_set *set, int space)
{
    uint32_t tiles = 0;
    for (int i = 2; i < set->count; i++)
        for (int k = 0; k < SPACES; k++)
            if (set->face[i].space[k] == space)
                tiles |= 1u << i;
    return tiles;
}

/* Below tile 12 all heroes use the violet exit, from then on each its own (M7.1, M7.2, M8.1). */
static bool report_aims(const struct tile_set *set, FILE *out)
{
    static const char *const colour[] = {"yellow", "violet", "green", "orange"};
    bool good = true;
    fprintf(out, "What is to be stolen and the ways out are in every pile:\n");
    for (int c = 0; c < HEROES; c++) {
        int by = c == 1 ? 9 : 12;
        if (!(tiles_with(set, space_item_yellow + c) & ((2u << 9) - 1))) {
            fprintf(out, "  no %s item on tiles 2 to 9 -- FALSE\n", colour[c]);
            good = false;
        }
        if (!(tiles_with(set, space_exit_yellow + c) & ((2u << by) - 1))) {
            fprintf(out, "  no %s exit on tiles 2 to %d -- FALSE\n", colour[c], by);
            good = false;
        }
    }
    if (good)
        fprintf(out, "  four items and the violet exit on tiles 2 to 9, all four exits on tiles 2 to 12\n");
    return good;
}

static bool report_hostile(const struct pile *pile, FILE *out, uint64_t steps_max)
{
    static struct closing c;
    enum verdict v = closing_run(&c, pile, steps_max);
    int corners = corner_tiles(pile);
    fprintf(out, "  %s: %" PRIu64 " arrangements searched, ", pile->label, c.steps);
    if (v == verdict_no)
        fprintf(out, "none is locked\n");
    else if (v == verdict_yes)
        fprintf(out, "one is locked -- FALSE\n");
    else if (corners < CORNERS)
        fprintf(out, "not all; but only %d tiles turn a corner, and a locked mall has %d\n", corners,
                CORNERS);
    else
        fprintf(out, "not all -- NOT SHOWN\n");
    if (v == verdict_yes) {
        static struct mall m;
        closing_replay(&c, &m);
        fprintf(out, "    after %d of %d tiles nothing is left to explore:\n", m.laid, pile->count);
        print_mall(out, m.piece, m.laid);
    }
    return v == verdict_no || (v == verdict_unknown && corners < CORNERS);
}

static bool report_chooser(const struct pile *pile, FILE *out, uint64_t steps_max)
{
    static struct duel d;
    int corners = corner_tiles(pile);
    if (corners < CORNERS) {
        fprintf(out, "  %s: %d of %d tiles turn a corner, and a locked mall has %d: any choice will do\n",
                pile->label, corners, pile->count, CORNERS);
        return true;
    }
    enum verdict v = duel_run(&d, pile, steps_max);
    fprintf(out, "  %s: %d of %d tiles turn a corner; %" PRIu64 " positions searched, ", pile->label, corners,
            pile->count, d.steps);
    fprintf(out, v == verdict_no    ? "a careful chooser is never locked\n"
                 : v == verdict_yes ? "a hostile order locks every chooser -- FALSE\n"
                                    : "not all -- NOT SHOWN\n");
    if (v == verdict_yes)
        duel_print(&d, out);
    return v == verdict_no;
}

int winnable_report(const struct tile_set *set, FILE *out, const struct winnable_options *options)
{
    struct pile hostile[] = {
        {"scenario 1, tiles 2-9", 9, 0, 0, {0}, {0}},
        {"scenarios 2 and 3, tiles 2-12", 12, 0, 0, {0}, {0}},
        {"scenario 4, tiles 2-14", 14, 0, 0, {0}, {0}},
        {"scenario 5, tile 15 on 2-14", 14, 15, 0, {0}, {0}},
    };
    struct pile careful[] = {
        {"scenario 6, tiles 2-17", 17, 0, 0, {0}, {0}},
        {"scenario 7, tiles 2-19", 19, 0, 0, {0}, {0}},
        {"challenges, tiles 2-24", 24, 0, 0, {0}, {0}},
    };
    const uint64_t steps_max = options->thorough ? 1000000000 : 20000000;
    const uint32_t malls = options->malls ? options->malls : options->thorough ? 10000000 : 1000000;
    bool good = report_faces(set, out);
    good &= report_aims(set, out);
    fprintf(out, "No order of tiles and no choice of where to explore locks the mall:\n");
    for (int i = 0; i < 4; i++) {
        pile_fill(&hostile[i], set);
        good &= report_hostile(&hostile[i], out, steps_max);
    }
    fprintf(out,
            "Whoever chooses well where to explore lays the whole pile, in any order, on either face:\n");
    for (int i = 0; i < 3; i++) {
        pile_fill(&careful[i], set);
        good &= report_chooser(&careful[i], out, steps_max);
    }
    if (options->thorough && corner_tiles(&careful[0]) < CORNERS) {
        fprintf(out, "The same by search alone, as a check of the argument about corners:\n");
        good &= report_hostile(&careful[0], out, steps_max);
    }
    fprintf(out,
            "Whoever explores at random gets stuck in fewer than 1 of 100,000 games (seed %" PRIu64 "):\n",
            options->seed);
    for (int i = 0; i < 3; i++)
        good &= report_random(careful[i], out, malls, options->seed);
    fprintf(out, good ? "All of it is shown.\n" : "Not all of it is shown.\n");
    return good ? 0 : 1;
}
