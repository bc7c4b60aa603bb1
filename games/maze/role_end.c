/* games/maze/role_end.c -- what follows from one input, in its order (H5.7); how the game ends, and for whom
 * it ends well (H8.2). */
#include "games/maze/role_play.h"

/* ---- the order of H5.7 ---- */

/* What comes of a vote besides its verdict: a wait for whoever accused in vain, and what cards make of it. */
static void settle_ballots(struct turn *t, int from)
{
    const struct state *s = t->state;
    for (int i = from; i < t->count; i++) {
        if (t->events[i].kind != EV_ballot_closed || s->roles.ballot.decision == decision_void)
            continue;
        role_judge_votes(t);
        seat_t accuser = seats_first(s->roles.ballot.accusers);
        if (s->roles.ballot.decision == decision_passed || !role_plays(s, accuser))
            continue;
        struct card_told told = role_standing(s, accuser);
        told.waits = 1; /* H2.9 */
        role_tell(t, &told);
    }
}

/* H6.2, H6.4: once at most. */
static void change_sides(struct turn *t)
{
    const struct state *s = t->state;
    for (seats_t rest = role_in_game(s); rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        const struct role *role = role_of(s, seat);
        if (s->roles.side[seat] != role->side || !role_holds(s, seat, &role->turns, role_now(t)))
            continue;
        struct card_told told = role_standing(s, seat);
        told.side = role->side == side_hero ? side_traitor : side_hero;
        role_tell(t, &told);
    }
}

/* M8.5: was there a flip after which no two tiles can be discarded? */
static bool flipped_in_vain(const struct turn *t)
{
    bool flipped = false;
    for (int i = 0; i < t->count; i++) {
        uint16_t kind = t->events[i].kind;
        flipped = kind != EV_discards_ordered &&
                  (flipped || kind == EV_hourglass_flipped || kind == EV_flipped_for_free);
    }
    return flipped && rule(t->state, RULE_DISCARD);
}

/* How the game has ended; 0: it goes on. */
static uint8_t ending_now(const struct turn *t)
{
    const struct state *s = t->state;
    if (s->roles.announcer)
        return ending_went_home;
    if (s->roles.verdict)
        return ending_hero_accused; /* H2.5 */
    if (s->left == 15)
        return ending_escaped;
    if (flipped_in_vain(t))
        return ending_nothing_to_discard;
    return flip_left_ms(t) <= 0 && !role_busy(s) ? ending_sand_ran_out : 0; /* H2.7 */
}

/* H5.4; and what becomes of an accusation (H2.13).  False: nobody has failed. */
static bool confess(struct turn *t)
{
    const struct state *s = t->state;
    const struct ballot *b = &s->roles.ballot;
    seats_t failed = 0;
    for (seats_t rest = role_in_game(s); rest; rest &= rest - 1)
        failed |= role_mission_failed(s, seats_first(rest)) ? rest & (0 - rest) : 0;
    if (!failed)
        return false;
    role_eliminate(t, failed, fall_failed, presence_sits(&s->presence, t->in->by) ? t->in->by : 1);
    if (!ballot_is_open(b))
        role_flip_lapses(t);
    else if ((b->accusers | b->accused) & failed)
        ballot_void(t, b);
    else
        ballot_drop(t, b, failed);
    return true;
}

/* H5.6, H5.10 */
static void leave_it_to_the_last(struct turn *t)
{
    const struct state *s = t->state;
    seats_t left = role_in_game(s);
    if (seats_count(left) > 1)
        return; /* so it is while an accusation is open (H2.13) */
    if (!left) {
        role_finish(t, ending_decided); /* the heroes have failed */
        return;
    }
    int64_t sand_ms = flip_left_ms(t);
    EMIT(t, 0, last_one_left, .seat = seats_first(left), .ends_ms = role_now(t) + DECIDE_MS,
         .left_ms = sand_ms > 0 ? (int32_t)sand_ms : 0);
}

static void end(struct turn *t, uint8_t ending)
{
    const struct state *s = t->state;
    if (ballot_is_open(&s->roles.ballot))
        ballot_void(t, &s->roles.ballot); /* H2.14 */
    if (ending != ending_escaped || !role_guessing_begins(t))
        role_finish(t, ending);
}

/* A hero has moved, and nothing else: that can only have failed the mission of whoever moved it.  (What the
 * sand brings comes with a tick; what cards count of moves turns none of them.) */
static bool only_moved(const struct turn *t)
{
    if (t->in->kind != CMD_move_hero)
        return false;
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind != EV_hero_moved && t->events[i].kind != EV_talk_changed)
            return false;
    return !role_mission_failed(t->state, t->in->by);
}

static void settle_play(struct turn *t)
{
    const struct state *s = t->state;
    int from = 0;
    if (only_moved(t))
        return; /* many times a second */
    do {
        int count = t->count;
        settle_ballots(t, from);
        from = count;
        if (s->roles.verdict)
            role_verdict(t);
        change_sides(t);
        uint8_t ending = ending_now(t);
        if (ending) {
            end(t, ending);
            return;
        }
    } while (confess(t));
    leave_it_to_the_last(t);
    if (s->running && !role_busy(s))
        clock_settle(t, &s->clock, presence_present(&s->presence)); /* H2.17: a pause may have had to wait */
}

/* Only the truth knows what follows from cards; the engine in a browser does without all of this. */
void role_settle(struct turn *t)
{
    const struct state *s = t->state;
    if (s->running)
        settle_play(t);
    else if (s->roles.phase == phase_guessing)
        role_settle_guessing(t);
    else if (s->roles.phase == phase_last && t->count && t->events[t->count - 1].kind == EV_outcome_decided)
        role_finish(t, ending_decided);
    else if (!s->roles.phase && !s->ending)
        change_sides(t); /* H1.3: what lies in front of a player counts before the hourglass is turned, too */
}

/* ---- ends ---- */

void role_finish(struct turn *t, uint8_t ending)
{
    const struct state *s = t->state;
    int64_t left_ms = s->running ? flip_left_ms(t) : s->sand.left_ms;
    role_show(t, presence_all(&s->presence));
    flip_game_over(t, ending, left_ms);
}

/* P1.9: cards are shown as after any end; a view does not know them. */
void roles_end_game(struct turn *t, uint8_t ending)
{
    if (ending != ending_abandoned)
        return; /* role_settle() sees that it has ended */
    if (ballot_is_open(&t->state->roles.ballot))
        ballot_void(t, &t->state->roles.ballot);
    if (t->truth)
        role_finish(t, ending);
}

bool role_may_go_home(const struct state *s, seat_t seat)
{
    return s->running && !s->theft && s->roles.level >= LEVEL_SEVERAL && s->roles.side[seat] == side_hero;
}

refusal_t role_go_home(struct turn *t)
{
    const struct state *s = t->state;
    if (!s->running)
        return REFUSAL_not_yet;
    if (flip_left_ms(t) <= 0)
        return REFUSAL_too_late;
    if (!role_may_go_home(s, t->in->by))
        return REFUSAL_no_going_home;
    EMIT(t, 0, gone_home, .seat = t->in->by);
    return REFUSAL_OK;
}

refusal_t role_decide_outcome(struct turn *t)
{
    const struct state *s = t->state;
    if (s->roles.phase != phase_last)
        return REFUSAL_not_now;
    if (role_now(t) >= s->roles.phase_ends_ms)
        return REFUSAL_too_late;
    EMIT(t, 0, outcome_decided, .seat = t->in->by, .succeeded = BODY(t->in, decide_outcome)->succeeded != 0);
    return REFUSAL_OK;
}

void role_tick_last(struct turn *t)
{
    const struct state *s = t->state;
    seat_t last = seats_first(role_in_game(s));
    if (s->roles.phase != phase_last || role_now(t) < s->roles.phase_ends_ms)
        return;
    EMIT(t, 0, outcome_decided, .seat = last, .succeeded = s->roles.side[last] == side_hero);
}

/* ---- time ---- */

void role_tick(struct turn *t)
{
    const struct state *s = t->state;
    if (s->clock.stopped || s->ending)
        return;
    if (roles_looking(s) && role_now(t) >= s->roles.looking_ends_ms)
        EMIT(t, 0, looking_ended, 0);
    if (ballot_is_open(&s->roles.ballot))
        ballot_tick(t, &s->roles.ballot, role_now(t));
    role_flip_lapses(t);
    if (role_end_waits(t) && !s->roles.put_off)
        EMIT(t, 0, end_put_off, 0);
    role_tick_cards(t);
    role_tick_last(t);
    role_tick_guessing(t);
}

/* ---- who wins (H8.2) ---- */

static bool succeeded(const struct state *s)
{
    return s->ending == ending_escaped || (s->ending == ending_decided && s->roles.succeeded);
}

/* Line 1: the announcer was the only hero still in the game. */
static bool went_home_alone(const struct state *s)
{
    return s->ending == ending_went_home &&
           role_on_side(s, role_in_game(s), side_hero) == SEAT(s->roles.announcer);
}

static struct result result_of(const struct state *s, seat_t seat)
{
    const struct roles *r = &s->roles;
    seats_t me = SEAT(seat);
    bool good = succeeded(s), side_wins = (r->side[seat] == side_hero) == good;
    if (went_home_alone(s))
        return (struct result){seat == r->announcer ? HOW_WON : HOW_LOST, s->ending};
    if (r->failed & me)
        return (struct result){HOW_LOST, ending_confessed};
    if (r->convicted & me)
        return (struct result){good || r->level < LEVEL_SEVERAL ? HOW_LOST : HOW_PARTLY, ending_convicted};
    if (r->found & me)
        return (struct result){HOW_WON, ending_guessed_right};
    if (r->guessed & me)
        return (struct result){HOW_LOST, ending_was_guessed};
    if (!side_wins)
        return (struct result){HOW_LOST, s->ending};
    if (role_has_mission(role_of(s, seat)) && !role_mission_done(s, seat))
        return (struct result){HOW_LOST, ending_mission_missed};
    return (struct result){HOW_WON, s->ending};
}

void roles_winners(const struct state *s, struct result out[VIEWS])
{
    for (seat_t seat = 1; seat <= s->presence.seats && seat <= SEATS_MAX; seat++)
        out[seat] =
            s->ending == ending_abandoned ? (struct result){HOW_ABANDONED, s->ending} : result_of(s, seat);
}
