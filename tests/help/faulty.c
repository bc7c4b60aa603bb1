/* tests/help/faulty.c -- a game with bugs in it. */
#include "tests/help/faulty.h"

#include "core/turn.h"
#include "rules/clock.h"
#include "rules/hush.h"
#include "rules/presence.h"

#define DEF "tests/help/faulty.def"
#define SCHEMA faulty_schema
#include "core/def_types.h"

#include "core/def_tables.h"

struct faulty_now faulty_now;

static refusal_t set_up(struct turn *t)
{
    if (t->state->running)
        return REFUSAL_not_now;
    EMIT(t, 0, begun, 0);
    return REFUSAL_OK;
}

static refusal_t spoil(struct turn *t, uint8_t spot)
{
    EMIT(t, 0, spoiled, .spot = spot, .whole = 1);
    return REFUSAL_OK;
}

static seats_t hears(const struct state *s, seat_t speaker, enum channel channel)
{
    (void)speaker, (void)channel;
    CHECK(s->spoilt != spot_hears);
    return presence_all(&s->presence) | SEAT(SEAT_GALLERY);
}

static refusal_t decide_play(struct turn *t)
{
    struct state *s = t->state;
    switch (t->in->kind) {
    case CMD_set_up:
        return set_up(t);
    case CMD_tick:
        clock_tick(t, &s->clock);
        return REFUSAL_OK;
    case CMD_pause_clock:
        return s->running ? clock_stop(t, &s->clock) : REFUSAL_not_now;
    case CMD_say:
        return hush_decide(t);
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_count:
        EMIT(t, 0, counted, 0);
        return REFUSAL_OK;
    case CMD_refuse_late:
        EMIT(t, 0, counted, 0);
        return REFUSAL_not_now;
    case CMD_emit_many:
        for (int i = 0; i <= EVENTS_PER_INPUT_MAX; i++)
            EMIT(t, 0, counted, 0);
        return REFUSAL_OK;
    case CMD_fail_decide:
        CHECK(t->in->kind != CMD_fail_decide);
        return REFUSAL_OK;
    default:
        if (t->in->kind >= CMD_fail_apply && t->in->kind <= CMD_fail_seats)
            return spoil(t, (uint8_t)(t->in->kind - CMD_fail_apply + spot_apply));
        return REFUSAL_not_now;
    }
}

static refusal_t decide(struct turn *t)
{
    struct state *s = t->state;
    if (presence_judges(t->in->kind)) {
        CHECK(s->spoilt != spot_seats && !faulty_now.seats_fail);
        return presence_decide(t, &s->presence, s->running, s->running ? &s->clock : NULL);
    }
    return decide_play(t);
}

static void count_one(struct state *s)
{
    CHECK(!faulty_now.count_fails);
    if (faulty_now.counted)
        faulty_now.counted();
    s->counted++;
}

static void apply(struct state *s, const struct event *e)
{
    clock_apply(&s->clock, e);
    hush_apply(&s->hush, e);
    presence_apply(&s->presence, e);
    s->running |= e->kind == EV_begun;
    if (e->kind == EV_counted)
        count_one(s);
    if (e->kind != EV_spoiled)
        return;
    s->spoilt = BODY(e, spoiled)->spot;
    CHECK(s->spoilt != spot_apply);
    CHECK(s->spoilt != spot_view || BODY(e, spoiled)->whole);
}

static int64_t deadline(const struct state *s)
{
    CHECK((s->spoilt != spot_deadline || faulty_now.deadline_works) && !faulty_now.deadline_fails);
    return clock_table_ms(&s->clock, INT64_MAX);
}

static int legal(const struct state *s, seat_t seat, struct input *out, int max)
{
    CHECK(s->spoilt != spot_legal);
    if (!s->running || s->clock.stopped || max < 1)
        return 0;
    ASK(out, seat, count, 0);
    return 1;
}

static bool sound(const struct state *s)
{
    return s->spoilt < spot_end;
}

static bool over(const struct state *s)
{
    CHECK(s->spoilt != spot_over);
    return false;
}

static bool begun(const struct state *s)
{
    return s->running;
}

static const struct game faulty = {
    .name = "faulty",
    .version = 1,
    .seats_min = 1,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .set_up = CMD_set_up,
    .schema = &faulty_schema,
    .asker = presence_asker,
    .decide = decide,
    .apply = apply,
    .deadline = deadline,
    .hears = hears,
    .legal = legal,
    .sound = sound,
    .begun = begun,
    .over = over,
};

extern const struct game null;
const struct game *const games[] = {&faulty, &null, 0};
