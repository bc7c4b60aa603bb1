/* games/maze/role_accuse.c -- accusing, voting, the verdict and the free flip (H2, H4.2); the watching card
 * (H1.3). */
#include "games/maze/role_play.h"

refusal_t role_lay_watching_card(struct turn *t)
{
    const struct state *s = t->state;
    seat_t seat = BODY(t->in, lay_watching_card)->seat;
    if (!presence_sits(&s->presence, seat))
        return REFUSAL_no_such;
    if (seat == t->in->by)
        return REFUSAL_not_yourself;
    if (!role_plays(s, seat))
        return REFUSAL_is_out;
    if (s->roles.watching == seat)
        return REFUSAL_lies_there;
    EMIT(t, 0, watching_card_laid, .seat = seat, .by = t->in->by);
    return REFUSAL_OK;
}

/* ---- accusing ---- */

/* Whom one may accuse, whatever else is going on. */
static refusal_t named_refusal(const struct state *s, seat_t by, seats_t seats)
{
    if (!seats || (seats & ~presence_all(&s->presence)))
        return REFUSAL_no_such;
    if (seats & SEAT(by))
        return REFUSAL_not_yourself;
    if (seats & roles_out(s))
        return REFUSAL_is_out;
    return s->roles.level < LEVEL_SEVERAL && seats_count(seats) > 1 ? REFUSAL_one_at_a_time : REFUSAL_OK;
}

refusal_t role_accuse_refusal(const struct state *s, seat_t by, seats_t seats)
{
    if (!s->running)
        return REFUSAL_not_yet; /* H2.1 */
    refusal_t refusal = named_refusal(s, by, seats);
    if (refusal)
        return refusal;
    if (s->roles.phase == phase_flip)
        return REFUSAL_choice_open;
    if (ballot_is_open(&s->roles.ballot))
        return REFUSAL_ballot_open;
    if (s->roles.waits & SEAT(by))
        return REFUSAL_accuse_wait;
    return role_in_game(s) & ~seats & ~SEAT(by) ? REFUSAL_OK : REFUSAL_no_voter; /* H4.3 */
}

refusal_t role_accuse(struct turn *t)
{
    const struct state *s = t->state;
    const struct ballot *ballot = &s->roles.ballot;
    seat_t by = t->in->by;
    seats_t seats = BODY(t->in, accuse)->seats;
    refusal_t refusal = role_accuse_refusal(s, by, seats);
    if (s->running && flip_left_ms(t) <= 0)
        return REFUSAL_too_late; /* H2.15 */
    if (refusal == REFUSAL_ballot_open)
        return ballot_second(t, ballot, seats, role_now(t)); /* H2.12 */
    if (refusal)
        return refusal;
    return ballot_open(t, ballot,
                       &(struct ballot_opened){.ends_ms = role_now(t) + VOTE_MS,
                                               .accusers = SEAT(by),
                                               .accused = seats,
                                               .voters = role_in_game(s),
                                               .unanimous = 1,
                                               .missing_is_no = 1});
}

refusal_t role_vote(struct turn *t)
{
    return ballot_vote(t, &t->state->roles.ballot, role_now(t));
}

/* ---- the verdict ---- */

/* All who are accused are judged by their sides at this moment (H6.5). */
void role_verdict(struct turn *t)
{
    const struct state *s = t->state;
    const struct ballot *b = &s->roles.ballot;
    seat_t accuser = seats_first(b->accusers);
    if (role_on_side(s, b->accused, side_traitor) != b->accused) {
        role_show(t, b->accused); /* H2.5: the verdict stands, and ends the game */
        return;
    }
    role_eliminate(t, b->accused, fall_convicted, accuser);
    EMIT(t, 0, flip_offered, .seat = accuser, .ends_ms = role_now(t) + FLIP_MS);
}

/* ---- the free flip ---- */

refusal_t role_choose_flip(struct turn *t)
{
    const struct state *s = t->state;
    seat_t by = t->in->by;
    int64_t now_ms = role_now(t), before_ms = sand_left_ms(&s->sand, now_ms);
    if (s->roles.phase != phase_flip || !(s->roles.ballot.accusers & SEAT(by)))
        return REFUSAL_no_choice;
    if (now_ms >= s->roles.phase_ends_ms)
        return REFUSAL_too_late;
    if (!BODY(t->in, choose_flip)->flip) {
        EMIT(t, 0, flip_declined, .by = by);
        return REFUSAL_OK;
    }
    if (before_ms < 0)
        before_ms = 0; /* it ran out while they voted: a full hourglass */
    EMIT(t, 0, flipped_for_free, .left_ms = (int32_t)(s->sand.holds_ms - before_ms), .by = by);
    flip_follows(t); /* H2.8 */
    return REFUSAL_OK;
}

/* H2.7: no answer means no flip; nor can one who is out choose. */
void role_flip_lapses(struct turn *t)
{
    const struct state *s = t->state;
    bool out = s->roles.ballot.accusers & roles_out(s);
    if (s->roles.phase == phase_flip && (out || role_now(t) >= s->roles.phase_ends_ms))
        EMIT(t, 0, flip_declined, 0);
}
