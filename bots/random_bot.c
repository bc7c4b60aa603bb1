/* bots/random_bot.c -- two bots without a plan: one does anything it may, the other nothing.
 *
 * For tests, and to see what a game is like without thought. */
#include "bots/bot.h"

static bool do_anything(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct input may[LEGAL_MAX];
    int64_t *acts_ms = bot_mind(b); /* zero: it has not decided to do anything yet */
    if (!*acts_ms)
        *acts_ms = now_ms + pace_reaction_ms(&b->pace);
    int64_t free_ms = b->pace.free_ms;
    b->wakes_ms = *acts_ms > free_ms ? *acts_ms : free_ms;
    if (now_ms < b->wakes_ms)
        return false;
    int count = b->game->legal(view, b->seat, may, LEGAL_MAX);
    *acts_ms = count ? now_ms + pace_reaction_ms(&b->pace) : 0;
    b->wakes_ms = count ? *acts_ms : INT64_MAX;
    if (count)
        *out = may[pace_below(&b->pace, (uint32_t)count)];
    return count > 0;
}

static bool do_nothing(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    (void)b, (void)view, (void)now_ms, (void)out;
    return false;
}

const struct bot_kind random_bot = {.name = "random", .look = do_anything};
const struct bot_kind idle_bot = {.name = "idle", .look = do_nothing};
