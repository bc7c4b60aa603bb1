/* games/null/null.c -- the smallest game that has everything a game needs. */
#include "core/turn.h"
#include "rules/clock.h"
#include "rules/consent.h"
#include "rules/hush.h"
#include "rules/presence.h"

#define DEF "games/null/null.def"
#define SCHEMA null_schema
#include "core/def_types.h"

#include "core/def_tables.h"

static bool begun(const struct state *s)
{
    return s->running || s->ending;
}

static bool over(const struct state *s)
{
    return s->ending != 0;
}

static refusal_t set_up(struct turn *t)
{
    const struct state *s = t->state;
    if (begun(s))
        return REFUSAL_not_now;
    if (s->presence.seats < t->game->seats_min)
        return REFUSAL_seats_unfit;
    EMIT(t, 0, begun, 0);
    return REFUSAL_OK;
}

static refusal_t nod(struct turn *t)
{
    const struct state *s = t->state;
    if (s->clock.stopped)
        return REFUSAL_clock_stopped;
    if (!s->running)
        return REFUSAL_not_now;
    if (s->nodded & SEAT(t->in->by))
        return REFUSAL_nodded_already;
    EMIT(t, 0, nodded, .by = t->in->by);
    if (s->nodded == presence_all(&s->presence))
        EMIT(t, 0, ended, 0);
    return REFUSAL_OK;
}

static seats_t hears(const struct state *s, seat_t speaker, enum channel channel)
{
    (void)channel;
    bool speaks = speaker == SEAT_SERVER || presence_sits(&s->presence, speaker);
    return speaks ? presence_all(&s->presence) | SEAT(SEAT_GALLERY) : 0;
}

/* What concerns who is there: perhaps all of them now want to end it (P1.9). */
static refusal_t decide_together(struct turn *t)
{
    const struct state *s = t->state;
    refusal_t refusal =
        consent_judges(t->in->kind)
            ? consent_decide(t, &s->consent, &s->presence, s->running, 0)
            : consent_decide_seats(t, &s->consent, &s->presence, begun(s), s->running ? &s->clock : NULL, 0);
    if (!refusal && consent_to_end(t, &s->consent, &s->presence)) {
        clock_end_pause(t, &s->clock);
        EMIT(t, 0, abandoned, 0);
    }
    return refusal;
}

static refusal_t decide(struct turn *t)
{
    struct state *s = t->state;
    if (presence_judges(t->in->kind) || consent_judges(t->in->kind))
        return decide_together(t);
    switch (t->in->kind) {
    case CMD_set_up:
        return set_up(t);
    case CMD_nod:
        return nod(t);
    case CMD_say:
    case CMD_react:
        return hush_decide(t);
    case CMD_ask_pause:
        return s->running ? clock_ask_pause(t, &s->clock, presence_present(&s->presence)) : REFUSAL_not_now;
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_say_table_phrase:
        return hush_table_phrase(t, &s->hush, s->clock.stopped);
    case CMD_pause_clock:
        return s->running ? clock_stop(t, &s->clock) : REFUSAL_not_now;
    case CMD_tick:
        clock_tick(t, &s->clock);
        consent_tick(t, &s->consent);
        return REFUSAL_OK;
    default:
        return REFUSAL_unknown;
    }
}

static void end(struct state *s, uint8_t ending)
{
    s->running = 0;
    s->ending = ending;
    consent_over(&s->consent);
}

static void apply(struct state *s, const struct event *e)
{
    clock_apply(&s->clock, e);
    consent_apply(&s->consent, e, 0);
    hush_apply(&s->hush, e);
    presence_apply(&s->presence, e);
    switch (e->kind) {
    case EV_begun:
        s->running = 1;
        break;
    case EV_nodded:
        s->nodded |= SEAT(BODY(e, nodded)->by);
        break;
    case EV_ended:
        end(s, ending_all_nodded);
        break;
    case EV_abandoned:
        end(s, ending_abandoned);
        break;
    default:
        break;
    }
}

static int64_t deadline(const struct state *s)
{
    return consent_lapses_ms(&s->consent, clock_table_ms(&s->clock, INT64_MAX));
}

static int legal(const struct state *s, seat_t seat, struct input *out, int max)
{
    if (max < 1 || over(s) || s->clock.goes_ms)
        return 0;
    if (!s->running && seat == s->presence.host)
        ASK(out, seat, set_up, 0);
    else if (!s->running)
        return 0;
    else if (s->clock.stopped)
        ASK(out, seat, resume, 0);
    else if (!(s->nodded & SEAT(seat)))
        ASK(out, seat, nod, 0);
    else
        return 0;
    return 1;
}

static bool sound(const struct state *s)
{
    return (s->nodded & ~presence_all(&s->presence)) == 0;
}

static void winners(const struct state *s, struct result out[VIEWS])
{
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        out[seat] = (struct result){s->ending == ending_abandoned ? HOW_ABANDONED : HOW_WON, s->ending};
}

static const uint16_t dealt[] = {0}; /* nothing is left to dice */

const struct game null = {
    .name = "null",
    /* 2: 200 characters at once (P3.2); 3: table phrases (P3.3); 4: bots are not removed (P1.3) */
    .version = 4,
    .seats_min = 1,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .set_up = CMD_set_up,
    .schema = &null_schema,
    .endings = ending_labels,
    .dealt = dealt,
    .asker = presence_asker,
    .decide = decide,
    .apply = apply,
    .deadline = deadline,
    .hears = hears,
    .legal = legal,
    .sound = sound,
    .begun = begun,
    .over = over,
    .winners = winners,
};
