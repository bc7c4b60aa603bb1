/* server/stand_ins.c -- bots that sit at tables, each with the view of its seat. */
#include "server/stand_ins.h"

#include <stdlib.h>

#include "bots/bot.h"
#include "bots/names.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/messages.h"
#include "server/tables.h"
#include "table/common.h"

enum { AGAIN_MS = 1000 }; /* until a bot that was refused thinks again */

struct stand_in {
    struct bot bot;
    _Alignas(8) uint8_t view[]; /* struct state */
};

void stand_ins_name(const struct hosted *t, struct input *in)
{
    struct seat_player *asked = (struct seat_player *)(void *)in->body;
    if (in->kind == CMD_seat_player && asked->bot)
        bot_name(hosted_presence(t), asked->name);
}

static struct state *view_of(struct stand_in *s)
{
    return (struct state *)(void *)s->view;
}

static void fold(void *ctx, seats_t who, const struct seen *seen)
{
    struct stand_in *s = ctx;
    (void)who;
    s->bot.game->apply(view_of(s), &seen->event);
}

static enum pace_name pace_of(const struct hosted *t)
{
    return t->pace == pace_relaxed ? PACE_RELAXED : t->pace == pace_quick ? PACE_QUICK : PACE_NORMAL;
}

static void sit_down(struct host *h, struct hosted *t, seat_t seat)
{
    const struct bot_kind *kind = bot_find(t->table.game, "", 0);
    struct stand_in *s = kind ? calloc(1, sizeof *s + t->table.game->state_size) : NULL;
    uint64_t seed;
    if (!s)
        return;            /* no bot plays the seat, as if the table had chosen that */
    t->stand_in[seat] = s; /* at once: what follows may fail */
    h->calls->entropy(h->ctx, &seed, sizeof seed);
    bot_open(&s->bot, kind, t->table.game, seat, pace_of(t), seed);
    table_tell(&t->table, seat, 0, fold, s);
    s->bot.seen = t->table.story[seat];
    s->bot.wakes_ms = hosted_ms(h, t);
}

void stand_ins_refresh(struct host *h, struct hosted *t)
{
    const struct presence *p = hosted_presence(t);
    seats_t bots = p->bots & presence_all(p);
    bool playing = hosted_begun(t) && !t->over;
    bool changed = false;
    if (!t->has_stand_ins && !(playing && bots))
        return;
    t->has_stand_ins = false;
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        bool wanted = playing && (bots & SEAT(seat));
        changed |= wanted != (t->stand_in[seat] != NULL);
        if (wanted && !t->stand_in[seat])
            sit_down(h, t, seat);
        if (!wanted) {
            free(t->stand_in[seat]);
            t->stand_in[seat] = NULL;
        }
        t->has_stand_ins |= t->stand_in[seat] != NULL;
    }
    if (changed)
        tables_weigh(h, t);
}

size_t stand_ins_weight(const struct hosted *t)
{
    size_t weight = 0;
    for (seat_t seat = 1; t->has_stand_ins && seat < VIEWS; seat++)
        weight += t->stand_in[seat] ? sizeof **t->stand_in + t->table.game->state_size : 0;
    return weight;
}

void stand_ins_leave(struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        free(t->stand_in[seat]);
        t->stand_in[seat] = NULL;
    }
    t->has_stand_ins = false;
}

void stand_ins_notice(struct hosted *t, seats_t who, const struct seen *seen)
{
    for (seat_t seat = 1; t->has_stand_ins && seat < VIEWS; seat++) {
        struct stand_in *s = t->stand_in[seat];
        if (s && (who & SEAT(seat)))
            bot_show(&s->bot, view_of(s), seen);
    }
}

void stand_ins_tick(struct host *h, struct hosted *t)
{
    int64_t now_ms = hosted_ms(h, t);
    const struct presence *p = hosted_presence(t);
    for (seat_t seat = 1; t->has_stand_ins && seat < VIEWS; seat++) {
        struct stand_in *s = t->stand_in[seat];
        struct input in;
        if (!s || !(p->bots & SEAT(seat)) || t->member[seat].links || bot_wakes_ms(&s->bot) > now_ms ||
            !bot_act(&s->bot, view_of(s), now_ms, &in))
            continue;
        in.id = 0;
        if (judge(h, t, &in, NULL, 0) && bot_wakes_ms(&s->bot) == INT64_MAX)
            s->bot.wakes_ms = now_ms + AGAIN_MS;
    }
}

int64_t stand_ins_wakes_ms(const struct hosted *t)
{
    int64_t first_ms = INT64_MAX;
    for (seat_t seat = 1; t->has_stand_ins && seat < VIEWS; seat++)
        if (t->stand_in[seat] && bot_wakes_ms(&t->stand_in[seat]->bot) < first_ms)
            first_ms = bot_wakes_ms(&t->stand_in[seat]->bot);
    return first_ms;
}
