/* winnable/duel.c -- the search: the chooser names an exploration space, the enemy a tile. */
#include "winnable/duel.h"

#include <string.h>

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

/* Does the chooser lose by exploring there? */
static enum verdict duel_lost_at(struct duel *d, uint16_t opening)
{
    const struct openings before = d->mall.open;
    enum verdict worst = verdict_no;
    for (int shape = LEFT; shape < SHAPES && worst != verdict_yes; shape++) {
        if (!d->left[shape])
            continue;
        d->left[shape]--;
        d->left_count--;
        layout_lay(&d->mall, shape, shape, opening);
        enum verdict v = duel_lost(d);
        worst = v == verdict_no ? worst : v;
        layout_take_back(&d->mall, &before);
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

enum verdict duel_run(struct duel *d, const struct pile *pile, uint64_t steps_max)
{
    memset(d, 0, sizeof *d);
    layout_begin(&d->mall);
    d->pile = pile;
    d->left_count = pile->count;
    d->steps_max = steps_max;
    for (int i = 0; i < pile->count; i++)
        d->left[pile->shape[i]]++;
    return duel_lost(d);
}

void duel_print(struct duel *d, FILE *out)
{
    bool gone[PILE_MAX] = {false};
    for (int i = 0; i < d->line.count; i++)
        d->line.piece[i].tile = (uint8_t)pile_take(d->pile, d->line.piece[i].tile, gone);
    fprintf(out, "    exploring as far from the start as possible locks the mall after %d of %d tiles:\n",
            d->line.count, d->pile->count);
    layout_print(out, d->line.piece, d->line.count);
}
