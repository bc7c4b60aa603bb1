/* rules/sand.c -- an hourglass. */
#include "rules/sand.h"

#define DEF "rules/sand.def"
#include "core/def_types.h"

int64_t sand_left_ms(const struct sand *s, int64_t now_ms)
{
    return s->ends_ms - now_ms;
}

int64_t sand_flipped_ms(const struct sand *s, int64_t now_ms)
{
    return s->holds_ms - sand_left_ms(s, now_ms);
}

void sand_turn(struct sand *s, int64_t now_ms, int32_t left_ms)
{
    s->left_ms = left_ms;
    s->ends_ms = (int64_t)((uint64_t)now_ms + (uint64_t)(int64_t)left_ms);
}
