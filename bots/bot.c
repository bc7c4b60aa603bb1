/* bots/bot.c -- what all bots share. */
#include "bots/bot.h"

#include <string.h>

void bot_open(struct bot *b, const struct bot_kind *kind, const struct game *game, seat_t seat,
              enum pace_name pace, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    b->kind = kind;
    b->game = game;
    b->seat = seat;
    pace_open(&b->pace, pace, seed, seat);
}

void bot_notice(struct bot *b, const struct state *view, const struct seen *seen)
{
    b->seen = seen->event.seq;
    b->wakes_ms = seen->event.at_ms; /* to look, not to act */
    if (b->kind->notice)
        b->kind->notice(b, view, seen);
}

void bot_show(struct bot *b, struct state *view, const struct seen *seen)
{
    b->game->apply(view, &seen->event);
    bot_notice(b, view, seen);
}

int64_t bot_wakes_ms(const struct bot *b)
{
    return b->wakes_ms;
}

bool bot_act(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    b->wakes_ms = INT64_MAX;
    if (!b->kind->look(b, view, now_ms, out))
        return false;
    out->by = b->seat;
    out->seen = b->seen;
    pace_act(&b->pace, now_ms);
    return true;
}
