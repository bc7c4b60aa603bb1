/* bots/role_suspect.c -- what each seat has left undone, or done against the plan.
 *
 * Doubt is counted in time: how long the table waited for what only that seat could do, or that it shared
 * with a few.  Everybody is slow at times, so a seat is compared with the others; and nobody is waited for
 * while people discuss, which the plan already knows (P7.4). */
#include "bots/role_bot.h"

enum {
    GRACE_MS = 3500,     /* anybody may take this long */
    STRETCH_MS = 7000,   /* longer than this is noticed as such */
    AWAY_FROM_MS = 5000, /* what a move away from the goals is worth, */
    WORSE = 2 * COST_ACTION,
    PROMPT_MS = 250, /* and what a step of the plan makes good */
    VOTED_DOWN_MS = 1500,
    DOUBT_MOST_MS = 600000,
};

static void add(struct role_mind *m, seat_t seat, int64_t ms)
{
    int64_t doubt = seat <= SEATS_MAX ? m->doubt[seat] + ms : 0;
    if (seat <= SEATS_MAX)
        m->doubt[seat] = (int32_t)(doubt < 0 ? 0 : doubt > DOUBT_MOST_MS ? DOUBT_MOST_MS : doubt);
}

static void bump_of(uint8_t count[VIEWS], seat_t seat)
{
    if (seat <= SEATS_MAX && count[seat] < UINT8_MAX)
        count[seat]++;
}

static int64_t later_of(int64_t a_ms, int64_t b_ms)
{
    return a_ms > b_ms ? a_ms : b_ms;
}

seats_t role_holders(const struct state *s, const struct step *step)
{
    seats_t holders = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        holders |= plan_may(s, seat, step) ? SEAT(seat) : 0;
    return holders;
}

int role_usual(const struct state *s, const struct role_mind *m, seat_t seat)
{
    int64_t doubt = 0, asked = 100; /* at first, nobody knows what is usual */
    for (seats_t rest = role_in_game(s) & ~SEAT(seat); rest; rest &= rest - 1) {
        doubt += m->doubt[__builtin_ctz(rest)];
        asked += m->asked[__builtin_ctz(rest)];
    }
    return (int)(doubt * m->asked[seat] / asked);
}

int role_score(const struct state *s, const struct role_mind *m, seat_t seat)
{
    return m->doubt[seat] - role_usual(s, m, seat);
}

/* ---- left undone ---- */

/* People read the screen, and may be away: they are waited for only half as much, or not at all. */
static int64_t allow(const struct state *s, seat_t seat, int64_t ms)
{
    if (s->presence.bots & SEAT(seat))
        return ms;
    return presence_present(&s->presence) & SEAT(seat) ? ms / 2 : 0;
}

static void wait_for(struct role_mind *m, const struct state *view, seat_t seat, int step, int64_t waited_ms,
                     int64_t share_ms, int64_t charge[VIEWS])
{
    int64_t ms = allow(view, seat, share_ms);
    if (ms > charge[seat])
        charge[seat] = ms; /* it can only do one thing at a time */
    if (ms && waited_ms >= STRETCH_MS && m->waits_for[seat] != step + 1) {
        m->waits_for[seat] = (uint8_t)(step + 1);
        bump_of(m->stretches, seat);
    }
}

/* One step that the plan wants.  A seat is waited for since it could first do it, or last did anything. */
static void count_step(struct role_mind *m, const struct state *view, const struct role_wants *wants, int k,
                       int64_t now_ms, int64_t charge[VIEWS])
{
    const struct step *step = &wants->plan->step[k];
    int64_t wanted_ms =
        later_of(wants->since_ms[k], m->passed_ms); /* the same step, but others hold it now */
    bool is_new = wanted_ms > m->counted_ms, late = now_ms - wanted_ms > GRACE_MS;
    seats_t holders = step->action && (is_new || late) ? role_holders(view, step) : 0;
    for (seats_t rest = holders; rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        int64_t since_ms = later_of(wanted_ms, m->acted_ms[seat]);
        int64_t uncounted_ms = now_ms - later_of(since_ms + GRACE_MS, m->counted_ms);
        if (is_new)
            m->asked[seat] += 100 / seats_count(holders);
        if (uncounted_ms > 0)
            wait_for(m, view, seat, k, now_ms - since_ms, uncounted_ms / seats_count(holders), charge);
    }
}

void role_suspect(struct role_mind *m, const struct state *view, const struct role_wants *wants,
                  int64_t now_ms)
{
    int64_t charge[VIEWS] = {0};
    for (int k = 0; k < PLAN_STEPS && view->running && !view->discards_due; k++)
        count_step(m, view, wants, k, now_ms, charge);
    for (seat_t seat = 1; seat <= view->presence.seats; seat++) {
        add(m, seat, charge[seat]);
        if (!charge[seat])
            m->waits_for[seat] = 0;
    }
    m->counted_ms = now_ms;
    for (int h = 0; h < HEROES; h++)
        m->hero_at[h] = view->hero_at[h];
}

/* ---- done ---- */

static bool planned(const struct plan *plan, const struct hero_moved *x)
{
    const struct step *step = &plan->step[x->hero - 1];
    return step->action == x->how && PLACE_TILE(step->to) == x->tile && PLACE_SPACE(step->to) == x->space;
}

/* A move that the plan did not want: does it lead away from where the hero is needed? */
static bool leads_away(const struct role_mind *m, const struct state *view, const struct hero_moved *x)
{
    int hero = x->hero - 1;
    place_t before = m->hero_at[hero];
    enum aim aim = role_aim(view);
    if (!before || !view->hero_at[hero])
        return false;
    int was = path_cost(view, hero, before, aim), is = path_cost(view, hero, view->hero_at[hero], aim);
    return was != COST_FAR && is >= was + WORSE;
}

static void on_moved(struct role_mind *m, const struct state *view, const struct hero_moved *x,
                     const struct plan *plan, int64_t now_ms)
{
    if (!hero_exists(x->hero) || x->by > SEATS_MAX)
        return;
    m->waits_for[x->by] = 0;
    m->acted_ms[x->by] = now_ms;
    if (planned(plan, x)) {
        add(m, x->by, -PROMPT_MS);
    } else {
        bump_of(m->odd, x->by);
        if (leads_away(m, view, x))
            add(m, x->by, AWAY_FROM_MS);
    }
    m->hero_at[x->hero - 1] = view->hero_at[x->hero - 1];
}

/* Far too early: a part of what it cost the table. */
static void on_flip(struct role_mind *m, const struct state *view, const struct hourglass_flipped *x)
{
    int64_t lost_ms = (int64_t)view->sand.holds_ms - 2 * (int64_t)x->left_ms;
    if (lost_ms > 0)
        add(m, view->roles.actor, lost_ms / 6);
}

/* Whoever spares one that this bot suspects is a little suspect too. */
static void on_vote(struct bot *b, struct role_mind *m, const struct state *view, const struct vote_cast *x)
{
    seats_t accused = view->roles.ballot.accused;
    if (x->vote != vote_no || x->seat == b->seat || !accused)
        return;
    if (role_score(view, m, seats_first(accused)) > STRETCH_MS)
        add(m, x->seat, VOTED_DOWN_MS);
}

/* What a traitor who was found has left undone explains much of what looked odd. */
static void on_eliminated(struct role_mind *m, const struct seats_eliminated *x)
{
    for (seat_t seat = 1; seat <= SEATS_MAX; seat++)
        if (SEAT(seat) & x->seats)
            m->doubt[seat] = 0;
        else if (x->fall == fall_convicted)
            m->doubt[seat] /= 2;
    m->accuses_ms = 0;
}

void role_notice(struct bot *b, struct role_mind *m, const struct state *view, const struct event *e,
                 const struct plan *plan)
{
    switch (e->kind) {
    case EV_hero_moved:
        on_moved(m, view, BODY(e, hero_moved), plan, e->at_ms);
        break;
    case EV_tile_laid:
        if (BODY(e, tile_laid)->by <= SEATS_MAX)
            m->acted_ms[BODY(e, tile_laid)->by] = e->at_ms;
        break;
    case EV_hourglass_flipped:
        on_flip(m, view, BODY(e, hourglass_flipped));
        break;
    case EV_vote_cast:
        on_vote(b, m, view, BODY(e, vote_cast));
        break;
    case EV_seats_eliminated:
        on_eliminated(m, BODY(e, seats_eliminated));
        break;
    case EV_talk_changed:
        m->hushed_ms = BODY(e, talk_changed)->talk == talk_silent ? e->at_ms : m->hushed_ms;
        break;
    case EV_actions_passed:
    case EV_actions_spread:
        m->passed_ms = e->at_ms;
        break;
    case EV_pawn_placed:
        bump_of(m->odd, BODY(e, pawn_placed)->by);
        break;
    case EV_watching_card_laid:
        bump_of(m->odd, BODY(e, watching_card_laid)->by);
        break;
    default:
        break;
    }
}
