/* winnable/winnable.c -- the claims about a tile set, one by one: shown, or not. */
#include "winnable/winnable.h"

#include <inttypes.h>
#include <string.h>

#include "winnable/closing.h"
#include "winnable/duel.h"
#include "winnable/random_malls.h"

/* Hourglass spaces count as dead ends: while cameras watch, none may be entered (M7.6). */
int winnable_cut_off(const struct face *f, int *from)
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
    fprintf(out, "Every face is connected for every hero, without small passages and hourglass spaces:\n");
    for (int i = 0; i < set->count; i++) {
        const struct face *f = &set->face[i];
        int from, cut = winnable_cut_off(f, &from);
        orange += (f->dwarf[EAST] | f->dwarf[SOUTH]) != 0;
        good += cut < 0;
        if (cut >= 0)
            fprintf(out, "  tile %d%s: row %d column %d cannot be reached from row %d column %d -- FALSE\n",
                    f->number, f->side ? f->side == 1 ? "A" : "B" : "", cut / 4, cut % 4, from / 4, from % 4);
    }
    fprintf(out, "  %d of %d faces (%d of them with small passages: shortcuts for the dwarf)\n", good,
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

/* With fewer than 12 tiles all heroes use the violet exit; otherwise each uses its own (M7.1, M7.2, M8.1). */
static bool report_aims(const struct tile_set *set, FILE *out)
{
    static const char *const colour[] = {"yellow", "violet", "green", "orange"};
    bool good = true;
    fprintf(out, "Every pile holds the items and the exits:\n");
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
        static struct layout mall;
        closing_replay(&c, &mall);
        fprintf(out, "    after %d of %d tiles nothing is left to explore:\n", mall.laid, pile->count);
        layout_print(out, mall.piece, mall.laid);
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
    fprintf(out, v == verdict_no    ? "careful choices never lock the mall\n"
                 : v == verdict_yes ? "a hostile order locks the mall whatever one chooses -- FALSE\n"
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
    fprintf(out, "No order of tiles and no choice of where to explore can lock the mall:\n");
    for (int i = 0; i < 4; i++) {
        pile_fill(&hostile[i], set);
        good &= report_hostile(&hostile[i], out, steps_max);
    }
    fprintf(out, "A player who explores wisely lays the whole pile, in any order, on either face:\n");
    for (int i = 0; i < 3; i++) {
        pile_fill(&careful[i], set);
        good &= report_chooser(&careful[i], out, steps_max);
    }
    if (options->thorough && corner_tiles(&careful[0]) < CORNERS) {
        fprintf(out, "The same by search alone, as a check of the argument about corners:\n");
        good &= report_hostile(&careful[0], out, steps_max);
    }
    fprintf(out,
            "A player who explores at random gets stuck in fewer than 1 in 100,000 games (seed %" PRIu64
            "):\n",
            options->seed);
    for (int i = 0; i < 3; i++)
        good &= random_malls_report(careful[i], out, malls, options->seed);
    fprintf(out, good ? "All of this is shown.\n" : "Not all of this is shown.\n");
    return good ? 0 : 1;
}
