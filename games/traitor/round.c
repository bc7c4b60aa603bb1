/* games/traitor/round.c -- how a round ends: by a STOP, or by nothing that counts
 * (T2, T3). */
#include "games/traitor/play.h"

uint8_t role_of(uint8_t character, uint8_t side)
{
    switch (character) {
    case character_key_holder:
        return role_key_holder;
    case character_guard:
        return role_guard;
    case character_traitor:
        return role_traitor;
    case character_wizard:
        return side == side_good ? role_good_wizard : side == side_evil ? role_evil_wizard : 0;
    default:
        return 0;
    }
}

static bool is_wizard(uint8_t role)
{
    return role == role_good_wizard || role == role_evil_wizard;
}

struct outcome round_outcome(uint8_t by, uint8_t at)
{
    switch (by) {
    case role_key_holder:
        if (at == role_good_wizard)
            return (struct outcome){side_good, verdict_found};
        return (struct outcome){side_evil, at == role_evil_wizard ? verdict_missed : verdict_mistake};
    case role_evil_wizard:
        if (at == role_key_holder)
            return (struct outcome){side_evil, verdict_found};
        return (struct outcome){side_good, is_wizard(at) ? verdict_mistake : verdict_missed};
    case role_traitor:
        return (struct outcome){side_good, verdict_mistake}; /* T2.3: looks for nobody */
    default:                                                 /* a Guard, a Good Wizard */
        if (at == role_traitor)
            return (struct outcome){side_good, verdict_found};
        bool outside = is_wizard(at) || (by == role_good_wizard && at == role_key_holder);
        return (struct outcome){side_evil, outside ? verdict_mistake : verdict_missed};
    }
}

bool round_could_win(const struct state *s, seat_t by, seat_t seat)
{
    uint8_t role = role_of(s->character[by], s->side[by]), at = s->character[seat];
    bool wizard = s->wizards & SEAT(seat);
    switch (role) {
    case role_key_holder:
        return wizard;
    case role_evil_wizard:
        return !wizard;
    case role_guard:
    case role_good_wizard:
        return !wizard && (!at || at == character_traitor);
    default:
        return false;
    }
}

bool round_time_is_over(const struct turn *t)
{
    const struct state *s = t->state;
    return s->ends_ms && clock_play_ms(&s->clock, t->in->now_ms) >= s->ends_ms;
}

refusal_t round_phase_refusal(const struct turn *t, uint8_t phase)
{
    const struct state *s = t->state;
    if (s->phase == phase_over)
        return REFUSAL_over;
    if (s->phase != phase)
        return !s->phase ? REFUSAL_not_now : phase == phase_round ? REFUSAL_no_round : REFUSAL_no_pause;
    return round_time_is_over(t) ? REFUSAL_too_late : REFUSAL_OK;
}

static void reveal_all(struct turn *t)
{
    const struct state *s = t->state;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        EMIT(t, 0, card_revealed, .seat = seat, .character = s->character[seat], .side = s->side[seat]);
}

refusal_t round_stop(struct turn *t)
{
    const struct state *s = t->state;
    seat_t by = t->in->by, seat = BODY(t->in, stop)->seat;
    refusal_t refusal = round_phase_refusal(t, phase_round);
    if (refusal)
        return refusal;
    if (!presence_sits(&s->presence, seat))
        return REFUSAL_no_such;
    if (seat == by)
        return REFUSAL_not_yourself;
    if (t->in->seen < s->begun)
        return REFUSAL_old_round;
    if (!t->truth)
        return REFUSAL_ask_host;
    struct outcome outcome =
        round_outcome(role_of(s->character[by], s->side[by]), role_of(s->character[seat], s->side[seat]));
    consent_end_deal(t, &s->consent);
    EMIT(t, 0, stopped, .by = by, .seat = seat);
    reveal_all(t);
    EMIT(t, 0, round_won, .side = outcome.side, .verdict = outcome.verdict);
    treasure_draw(t);
    return REFUSAL_OK;
}

static refusal_t annul(struct turn *t, uint8_t cause, seat_t by)
{
    refusal_t refusal = round_phase_refusal(t, phase_round);
    if (refusal)
        return refusal;
    if (t->in->by != SEAT_SERVER && t->in->seen < t->state->begun)
        return REFUSAL_old_round; /* it was meant for a round that is over (P6.3) */
    if (!t->truth)
        return REFUSAL_ask_host;
    EMIT(t, 0, round_annulled, .cause = cause, .by = by);
    deal_round(t);
    return REFUSAL_OK;
}

refusal_t round_admit_showing(struct turn *t)
{
    return annul(t, cause_card_shown, t->in->by);
}

refusal_t round_annul(struct turn *t)
{
    return t->state->clock.stopped ? REFUSAL_clock_stopped : annul(t, cause_host, 0);
}

void round_abandon(struct turn *t)
{
    clock_end_pause(t, &t->state->clock);
    if (t->state->phase == phase_round)
        reveal_all(t);
    treasure_end_game(t, 0, 0, ending_abandoned);
}

void round_tick(struct turn *t)
{
    const struct state *s = t->state;
    if (s->clock.stopped || !round_time_is_over(t))
        return;
    if (s->phase == phase_round)
        EMIT(t, 0, round_annulled, .cause = cause_time_over); /* T2.6 */
    if (s->phase == phase_round || s->phase == phase_pause)
        deal_round(t);
}
