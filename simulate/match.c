/* simulate/match.c -- the host of a table in virtual time. */
#include "simulate/match.h"

#include <string.h>

#include "core/dice.h"
#include "core/text.h"
#include "table/common.h"

static struct state *view_of(struct match *m, seat_t seat)
{
    return (struct state *)(void *)m->view[seat];
}

bool match_open(struct match *m, const struct game *game, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->key[0] = seed;
    return table_open(&m->table, game);
}

void match_close(struct match *m)
{
    table_close(&m->table);
}

static void show(void *ctx, seats_t who, const struct seen *seen)
{
    struct match *m = ctx;
    if (m->watch && (who & SEAT(SEAT_GALLERY)))
        m->watch(m->watcher, who, seen);
    for (seat_t seat = 1; seat <= SEATS_MAX; seat++) {
        if (!(who & SEAT(seat)))
            continue;
        if (seat <= m->seats)
            bot_show(&m->bot[seat], view_of(m, seat), seen);
        else /* nobody sits there yet: the view is ready for whoever will */
            m->table.game->apply(view_of(m, seat), &seen->event);
    }
}

refusal_t match_submit(struct match *m, struct input *in)
{
    in->now_ms = m->now_ms;
    if (m->dice) {
        m->dice(m->ctx, m->table.count, in->dice);
    } else {
        in->dice[0] = dice_number(m->key, m->drawn++);
        in->dice[1] = dice_number(m->key, m->drawn++);
    }
    bookmark_t before = table_now(&m->table);
    refusal_t refusal = table_submit(&m->table, in);
    const struct event *first = table_since(&m->table, before);
    if (m->accepted && first)
        m->accepted(m->ctx, in, first);
    table_show(&m->table, show, m);
    if (in->by != SEAT_SERVER) {
        m->commands++;
        m->refused += refusal != REFUSAL_OK;
    }
    return refusal;
}

refusal_t match_seat(struct match *m, const struct bot_kind *kind, enum pace_name pace, const char *name)
{
    struct input in;
    struct seat_player asked = {.bot = 1};
    text_copy(asked.name, sizeof asked.name, name);
    ask(&in, SEAT_SERVER, CMD_seat_player, &asked, sizeof asked);
    refusal_t refusal = match_submit(m, &in);
    if (refusal)
        return refusal;
    seat_t seat = (seat_t)++m->seats;
    bot_open(&m->bot[seat], kind, m->table.game, seat, pace, dice_number(m->key, m->drawn++));
    m->bot[seat].seen = m->table.story[seat];
    return REFUSAL_OK;
}

bool match_step(struct match *m, int64_t until_ms)
{
    int64_t next_ms = m->table.game->deadline(m->table.truth);
    seat_t who = SEAT_SERVER;
    for (seat_t seat = 1; seat <= m->seats; seat++)
        if (bot_wakes_ms(&m->bot[seat]) < next_ms) {
            next_ms = bot_wakes_ms(&m->bot[seat]);
            who = seat;
        }
    if (next_ms == INT64_MAX || next_ms > until_ms)
        return false;
    m->now_ms = next_ms > m->now_ms ? next_ms : m->now_ms;
    struct input in;
    if (who == SEAT_SERVER) {
        ASK(&in, SEAT_SERVER, tick, 0);
        match_submit(m, &in);
    } else if (bot_act(&m->bot[who], view_of(m, who), m->now_ms, &in)) {
        match_submit(m, &in);
    }
    return true;
}
