/* bots/pace.c -- reaction times. */
#include "bots/pace.h"

#include <stddef.h>

#include "core/dice.h"

const char *const pace_names[PACES + 1] = {"relaxed", "normal", "quick", NULL};

static const int32_t median_ms[PACES] = {1200, 600, 350};

/* Sixteenths of a log-normal distribution (sigma 0.33) in thousandths of its
 * median; the ends are cut off where people's are. */
static const int32_t quantile[17] = {583,  603,  684,  746,  801,  851,  900,  950, 1000,
                                     1053, 1111, 1175, 1249, 1340, 1461, 1659, 2500};

void pace_open(struct pace *p, enum pace_name name, uint64_t seed, uint64_t who)
{
    *p = (struct pace){.key = {seed, who}, .name = name, .acted_ms = -1};
}

uint32_t pace_below(struct pace *p, uint32_t below)
{
    return dice_below(p->key, p->drawn++, below);
}

int64_t pace_reaction_ms(struct pace *p)
{
    int32_t at = (int32_t)pace_below(p, 16 << 10), i = at >> 10, part = at & 1023;
    int32_t thousandths = quantile[i] + (quantile[i + 1] - quantile[i]) * part / 1024;
    return (int64_t)median_ms[p->name] * thousandths / 1000;
}

int64_t pace_next_ms(struct pace *p)
{
    int64_t ms = (int64_t)median_ms[p->name] * (450 + (int32_t)pace_below(p, 300)) / 1000;
    return ms < PACE_GAP_MS ? PACE_GAP_MS : ms;
}

void pace_act(struct pace *p, int64_t now_ms)
{
    p->acted_ms = now_ms;
    p->free_ms = now_ms + pace_next_ms(p);
}
