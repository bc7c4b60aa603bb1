/* rules/consent.c -- asking, agreeing and declining. */
#include "rules/consent.h"

#define DEF "rules/consent.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

enum { MINUTE_MS = 60000 };

/* Times of a damaged record may be anything: they wrap around rather than overflow. */
static int64_t minute_after(int64_t ms)
{
    return (int64_t)((uint64_t)ms + MINUTE_MS);
}

/* Of those present, at least one. */
static bool all_agree(seats_t agreed, seats_t present)
{
    return agreed && present && !(present & ~agreed);
}

static bool asked_lately(const struct turn *t, int64_t asked_ms)
{
    return asked_ms && t->in->now_ms < minute_after(asked_ms);
}

/* ---- to end the game (P1.9) ---- */

static bool server_ends(const struct turn *t)
{
    return t->in->kind == CMD_ask_end && t->in->by == SEAT_SERVER;
}

bool consent_to_end(const struct turn *t, const struct consent *c, const struct presence *p)
{
    return server_ends(t) || all_agree(c->end_agreed, presence_present(p));
}

bool consent_unforeseen(const struct turn *t, const struct consent *c, const struct presence *p)
{
    bool alone = t->in->kind == CMD_ask_end && presence_present(p) == SEAT(t->in->by);
    return !t->truth && (c->end_agreed || alone);
}

static refusal_t ask_end(struct turn *t, const struct consent *c, const struct presence *p)
{
    seats_t by = SEAT(t->in->by), present = presence_present(p);
    if (c->end_agreed & by)
        return REFUSAL_not_now;
    if (!c->end_agreed && present != by && asked_lately(t, c->end_ms))
        return REFUSAL_not_now;
    EMIT(t, 0, end_wanted, .seat = t->in->by);
    return REFUSAL_OK;
}

static refusal_t decline_end(struct turn *t, const struct consent *c)
{
    if (!c->end_agreed)
        return REFUSAL_not_now;
    EMIT(t, 0, end_declined, 0);
    return REFUSAL_OK;
}

/* ---- to give a seat to somebody new (P5.4) ---- */

/* Are there two of those who were at the deal? */
static bool can_agree(const struct consent *c, seats_t present)
{
    return seats_count(present & c->dealt) >= 2;
}

static refusal_t want_seat(struct turn *t, const struct consent *c, const struct presence *p, seats_t secrets)
{
    seat_t seat = BODY(t->in, want_seat)->seat;
    if (!presence_sits(p, seat))
        return REFUSAL_no_such;
    if (!(p->bots & ~p->away & SEAT(seat)))
        return REFUSAL_seat_played;
    if (c->shut & SEAT(seat))
        return REFUSAL_seat_shut;
    if (!(secrets & SEAT(seat)) || c->wanted || asked_lately(t, c->seat_ms))
        return REFUSAL_not_now;
    if (!can_agree(c, presence_present(p)))
        return REFUSAL_needs_consent;
    EMIT(t, 0, seat_wanted, .seat = seat);
    return REFUSAL_OK;
}

static void settle_seat(struct turn *t, const struct consent *c, const struct presence *p)
{
    seats_t present = presence_present(p);
    if (c->wanted && !c->granted && can_agree(c, present) && all_agree(c->seat_agreed, present))
        EMIT(t, 0, seat_granted, .seat = c->wanted);
}

static refusal_t answer_seat(struct turn *t, const struct consent *c, const struct presence *p)
{
    bool yes = BODY(t->in, answer_seat)->yes;
    if (!c->wanted || c->granted || t->in->seen < c->seat_asked || (yes && c->seat_agreed & SEAT(t->in->by)))
        return REFUSAL_not_now;
    if (yes)
        EMIT(t, 0, seat_agreed, .seat = t->in->by);
    else
        EMIT(t, 0, seat_denied, 0);
    settle_seat(t, c, p);
    return REFUSAL_OK;
}

/* Why somebody new may not take that seat: it was given up in this deal, or not all have agreed. */
static refusal_t seat_refusal(const struct turn *t, const struct consent *c, seats_t secrets)
{
    seats_t seat = SEAT(BODY(t->in, seat_player)->seat) & ~SEAT(0);
    if (c->shut & seat)
        return REFUSAL_seat_shut;
    return (secrets & seat) && !(c->granted && SEAT(c->wanted) == seat) ? REFUSAL_needs_consent : REFUSAL_OK;
}

/* ---- what is asked ---- */

bool consent_judges(uint16_t command)
{
    return command == CMD_ask_end || command == CMD_decline_end || command == CMD_want_seat ||
           command == CMD_answer_seat;
}

refusal_t consent_decide(struct turn *t, const struct consent *c, const struct presence *p, bool plays,
                         seats_t secrets)
{
    if (!plays)
        return REFUSAL_not_now;
    if (t->in->kind == CMD_want_seat)
        return want_seat(t, c, p, secrets);
    if (server_ends(t))
        return REFUSAL_OK;
    if (!(presence_present(p) & SEAT(t->in->by)))
        return REFUSAL_not_yours; /* a bot that plays for somebody does not answer for them */
    switch (t->in->kind) {
    case CMD_ask_end:
        return ask_end(t, c, p);
    case CMD_decline_end:
        return decline_end(t, c);
    default:
        return answer_seat(t, c, p);
    }
}

refusal_t consent_decide_seats(struct turn *t, const struct consent *c, const struct presence *p, bool begun,
                               const struct clock *running, seats_t secrets)
{
    refusal_t refusal = REFUSAL_OK;
    if (t->in->kind == CMD_seat_player) {
        refusal = presence_seat_refusal(t, p, begun);
        refusal = refusal ? refusal : seat_refusal(t, c, secrets);
    }
    if (!refusal)
        refusal = presence_decide(t, p, begun, running);
    if (!refusal)
        settle_seat(t, c, p);
    return refusal;
}

/* ---- what time brings ---- */

void consent_tick(struct turn *t, const struct consent *c)
{
    if (c->end_agreed && t->in->now_ms >= minute_after(c->end_ms))
        EMIT(t, 0, end_declined, 0);
    if (c->wanted && t->in->now_ms >= minute_after(c->seat_ms))
        EMIT(t, 0, seat_denied, 0);
}

int64_t consent_lapses_ms(const struct consent *c, int64_t ms)
{
    int64_t end_ms = c->end_agreed ? minute_after(c->end_ms) : INT64_MAX;
    int64_t seat_ms = c->wanted ? minute_after(c->seat_ms) : INT64_MAX;
    int64_t first_ms = end_ms < seat_ms ? end_ms : seat_ms;
    return first_ms < ms ? first_ms : ms;
}

void consent_end_deal(struct turn *t, const struct consent *c)
{
    if (c->wanted)
        EMIT(t, 0, seat_denied, 0);
}

/* ---- what happened ---- */

static void close_seat(struct consent *c)
{
    c->wanted = 0;
    c->granted = 0;
    c->seat_agreed = 0;
}

static void on_seat_wanted(struct consent *c, const struct event *e)
{
    close_seat(c);
    c->wanted = BODY(e, seat_wanted)->seat <= SEATS_MAX ? BODY(e, seat_wanted)->seat : 0;
    c->seat_ms = e->at_ms;
    c->seat_asked = e->seq;
}

void consent_apply(struct consent *c, const struct event *e, seats_t secrets)
{
    switch (e->kind) {
    case EV_end_wanted:
        c->end_ms = c->end_agreed ? c->end_ms : e->at_ms;
        c->end_agreed |= SEAT(BODY(e, end_wanted)->seat);
        break;
    case EV_end_declined:
        c->end_agreed = 0;
        break;
    case EV_seat_wanted:
        on_seat_wanted(c, e);
        break;
    case EV_seat_agreed:
        c->seat_agreed |= SEAT(BODY(e, seat_agreed)->seat);
        break;
    case EV_seat_denied:
        close_seat(c);
        break;
    case EV_seat_granted:
        c->granted = c->wanted != 0;
        break;
    case EV_seat_taken:
        if (c->wanted && c->wanted == BODY(e, seat_taken)->seat)
            close_seat(c);
        break;
    case EV_seat_given_up:
        c->shut |= SEAT(BODY(e, seat_given_up)->seat) & secrets;
        c->dealt &= ~SEAT(BODY(e, seat_given_up)->seat);
        break;
    default:
        break;
    }
}

void consent_dealt(struct consent *c, const struct presence *p)
{
    c->shut = 0;
    c->dealt = presence_people(p);
}

void consent_over(struct consent *c)
{
    close_seat(c);
    c->end_agreed = 0;
    c->shut = 0;
    c->dealt = 0;
}
