/* table/table.c -- the truth, the log and the stories. */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "table/kinds.h"

enum { LOG_FIRST = 1024 };

/* In the log, an event ends after the last byte that counts, rounded up. */
static size_t logged_size(const struct event *e)
{
    return (offsetof(struct event, body) + e->size + 7) & ~(size_t)7;
}

bool table_open(struct table *t, const struct game *game)
{
    CHECK(game->state_size <= STATE_MAX);
    memset(t, 0, sizeof *t);
    t->game = game;
    t->truth = calloc(1, game->state_size);
    return t->truth != NULL;
}

void table_close(struct table *t)
{
    free(t->truth);
    free(t->log);
    memset(t, 0, sizeof *t);
}

/* Grows by half each time, so that little memory lies idle: every table has a log. */
static bool make_room(struct table *t, size_t more)
{
    if (t->log_room - t->log_size >= more)
        return true;
    if (t->log_size + more > LOG_MAX)
        return false;
    size_t room = t->log_room + t->log_room / 2 + LOG_FIRST;
    room = room - t->log_size < more ? t->log_size + more : room;
    uint8_t *log = realloc(t->log, room);
    if (!log)
        return false;
    t->log = log;
    t->log_room = room;
    return true;
}

static void append(struct table *t, const struct event *e)
{
    size_t size = offsetof(struct event, body) + e->size;
    memcpy(t->log + t->log_size, e, size);
    memset(t->log + t->log_size + size, 0, logged_size(e) - size);
    t->log_size += logged_size(e);
    t->count++;
}

/* From the sender's own numbering to that of the log (P6.3).  If nothing was ever
 * hidden from the seat, they are the same; otherwise the log is counted through. */
static seq_t seen_in_log(const struct table *t, seat_t who, seq_t seen)
{
    if (who > SEATS_MAX)
        return t->count;
    if (seen >= t->story[who])
        return t->shown_count; /* everything shown, but not what has happened since */
    if (t->story[who] == t->count)
        return seen;
    seq_t number = 0, last = 0;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        if (see_known_to(t->game->schema, e, who) && ++number > seen)
            break;
        last = e->seq;
    }
    return last;
}

/* There is no memory to keep what was just judged: so it has not happened.  The log knows what has. */
static RARELY refusal_t take_back(struct table *t)
{
    memset(t->truth, 0, t->game->state_size);
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        t->game->apply(t->truth, e);
    return REFUSAL_log_full;
}

/* How much of the log must be free for an input: a log that is full of talk and moves still has room for
 * pauses, for whoever leaves, and for the end (P6.5); the server has the last word. */
static const size_t room_for_one = EVENTS_PER_INPUT_MAX * sizeof(struct event);

static size_t room_for(const struct input *in)
{
    if (in->by == SEAT_SERVER)
        return room_for_one;
    return 2 * room_for_one + (kind_tends(in->kind) ? 0 : LOG_TENDING);
}

bool table_is_full(const struct table *t)
{
    return t->log_size + 2 * room_for_one + LOG_TENDING > LOG_MAX;
}

refusal_t table_submit(struct table *t, struct input *in)
{
    struct event fresh[EVENTS_PER_INPUT_MAX];
    int count;
    size_t size = 0;
    if (t->log_size + room_for(in) > LOG_MAX)
        return REFUSAL_log_full;
    in->seen = seen_in_log(t, in->by, in->seen);
    refusal_t refusal = turn_judge(t->game, t->material, t->truth, in, t->count + 1, fresh, &count);
    for (int i = 0; i < count; i++)
        size += logged_size(&fresh[i]);
    if (!make_room(t, size))
        return take_back(t);
    for (int i = 0; i < count; i++)
        append(t, &fresh[i]);
    return refusal;
}

bool table_restore(struct table *t, const struct event *e)
{
    if (e->seq != t->count + 1 || e->kind >= KINDS_MAX || !t->game->schema->events[e->kind].fields ||
        e->size != schema_bytes(&t->game->schema->events[e->kind], e->body) || !make_room(t, logged_size(e)))
        return false;
    t->game->apply(t->truth, e);
    append(t, e);
    return true;
}

/* Seats whose stories have come equally far are told together. */
static void tell(struct table *t, const struct event *e, bool inside, seats_t who, table_show_fn *show,
                 void *ctx)
{
    struct seen seen;
    if (!who || !see(t->game->schema, e, inside, &seen))
        return;
    while (who) {
        seats_t same = 0;
        seq_t number = t->story[__builtin_ctz(who)] + 1;
        for (seats_t rest = who; rest; rest &= rest - 1)
            if (t->story[__builtin_ctz(rest)] + 1 == number)
                same |= rest & (0 - rest);
        for (seats_t rest = same; rest; rest &= rest - 1)
            t->story[__builtin_ctz(rest)] = number;
        seen.event.seq = number;
        show(ctx, same, &seen);
        who &= ~same;
    }
}

void table_show_until(struct table *t, bookmark_t until, table_show_fn *show, void *ctx)
{
    const seats_t everybody = SEAT(VIEWS) - 1;
    while (!table_shown(t, until)) {
        const struct event *e = table_since(t, t->shown_size);
        t->shown_size += logged_size(e);
        t->shown_count = e->seq;
        tell(t, e, true, see_from(e, true, everybody), show, ctx);
        tell(t, e, false, see_from(e, false, everybody), show, ctx);
    }
}

void table_show(struct table *t, table_show_fn *show, void *ctx)
{
    table_show_until(t, table_now(t), show, ctx);
}

void table_tell(const struct table *t, seat_t who, seq_t since, table_show_fn *show, void *ctx)
{
    struct seen seen;
    seq_t number = 0;
    const struct event *e = table_next(t, NULL);
    for (; e && e->seq <= t->shown_count; e = table_next(t, e)) {
        if (!see_as(t->game->schema, e, who, &seen) || ++number <= since)
            continue;
        seen.event.seq = number;
        show(ctx, SEAT(who), &seen);
    }
}

const struct event *table_next(const struct table *t, const struct event *e)
{
    return table_since(t, e ? (bookmark_t)((const uint8_t *)e - t->log) + logged_size(e) : 0);
}

seq_t table_story_at(const struct table *t, seat_t who, seq_t last)
{
    seq_t number = 0;
    for (const struct event *e = table_next(t, NULL); e && e->seq <= last; e = table_next(t, e))
        number += see_known_to(t->game->schema, e, who);
    return number;
}
