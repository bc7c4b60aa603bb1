/* rules/clock.c -- pauses. */
#include "rules/clock.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"

enum { COUNT_OF_3_MS = 3000 };

/* Times of a damaged record may be anything: they wrap around rather than overflow. */
static int64_t later(int64_t ms, int64_t by_ms)
{
    return (int64_t)((uint64_t)ms + (uint64_t)by_ms);
}

static int64_t earlier(int64_t ms, int64_t by_ms)
{
    return (int64_t)((uint64_t)ms - (uint64_t)by_ms);
}

int64_t clock_play_ms(const struct clock *c, int64_t table_ms)
{
    return earlier(c->stopped ? c->stopped_ms : table_ms, c->lost_ms);
}

int64_t clock_table_ms(const struct clock *c, int64_t play_ms)
{
    if (c->stopped)
        return c->goes_ms ? c->goes_ms : INT64_MAX;
    return play_ms == INT64_MAX ? INT64_MAX : later(play_ms, c->lost_ms);
}

void clock_settle(struct turn *t, const struct clock *c, seats_t present)
{
    if (!c->stopped && c->agreed && (present & ~c->agreed) == 0)
        EMIT(t, 0, paused, 0);
}

refusal_t clock_ask_pause(struct turn *t, const struct clock *c, seats_t present)
{
    seat_t by = t->in->by;
    if (c->stopped)
        return REFUSAL_clock_stopped;
    if (c->agreed & SEAT(by))
        return REFUSAL_pause_asked;
    EMIT(t, 0, pause_wanted, .seat = by);
    clock_settle(t, c, present);
    return REFUSAL_OK;
}

/* A count of 3 that had begun is off: somebody has to resume again. */
refusal_t clock_stop(struct turn *t, const struct clock *c)
{
    if (c->stopped && !c->goes_ms)
        return REFUSAL_clock_stopped;
    EMIT(t, 0, paused, 0);
    return REFUSAL_OK;
}

refusal_t clock_resume(struct turn *t, const struct clock *c)
{
    if (!c->stopped)
        return REFUSAL_clock_runs;
    if (c->goes_ms)
        return REFUSAL_not_now;
    EMIT(t, 0, resuming, .goes_ms = t->in->now_ms + COUNT_OF_3_MS, .seat = t->in->by);
    return REFUSAL_OK;
}

void clock_end_pause(struct turn *t, const struct clock *c)
{
    if (c->stopped)
        EMIT(t, 0, resumed, 0);
}

void clock_tick(struct turn *t, const struct clock *c)
{
    if (c->stopped && c->goes_ms && t->in->now_ms >= c->goes_ms)
        EMIT(t, 0, resumed, 0);
}

/* A tick is that itself; a pause of the server is to stop the clock before anything else comes (P4.3). */
bool clock_tick_first(const struct input *in, struct input *due)
{
    if (in->kind == CMD_tick || in->kind == CMD_pause_clock)
        return false;
    ASK(due, SEAT_SERVER, tick, 0);
    due->now_ms = in->now_ms;
    return true;
}

void clock_apply(struct clock *c, const struct event *e)
{
    switch (e->kind) {
    case EV_pause_wanted:
        c->agreed |= SEAT(BODY(e, pause_wanted)->seat);
        break;
    case EV_paused:
        c->stopped_ms = c->stopped ? c->stopped_ms : e->at_ms;
        c->stopped = 1;
        c->goes_ms = 0;
        c->agreed = 0;
        break;
    case EV_resuming:
        c->goes_ms = BODY(e, resuming)->goes_ms;
        break;
    case EV_resumed:
        c->lost_ms = later(c->lost_ms, earlier(e->at_ms, c->stopped_ms));
        c->stopped = 0;
        c->stopped_ms = c->goes_ms = 0;
        break;
    default:
        break;
    }
}
