/* bots/maze_team.c -- a player of Magic Maze: does its part of the team's plan, at
 * its own pace, and uses stares and the pawn when others do not do theirs.
 *
 * It never says a word, unless it is a ghost of Hidden Roles; what it does about roles is in role_*.c. */
#include "bots/bot.h"
#include "bots/maze_people.h"
#include "bots/maze_plan.h"
#include "bots/role_bot.h"

enum {
    LOOK_AGAIN_MS = 2000, /* the plan depends on the sand too */
    STALL_MS = 5000,      /* after nobody has moved for this long, somebody else gives way */
    NO_END_MS = 15000,    /* or after everybody moves without getting anywhere */
    STARE_MS = 1800,      /* how long others are given before a stare */
    PAWN_MS = 2800,
    MANNERS_MS = 3000,   /* between two stares, or two moves of the pawn */
    LOOK_AWAY_MS = 1000, /* the shortest stare */
    RETRY_MS = 1500,
};

/* One thing that the plan wants done now. */
struct want {
    struct step step;
    int64_t since_ms; /* since when it could be seen */
    int64_t ready_ms; /* when this bot may do it; INT64_MAX: it cannot */
    bool acted;       /* this bot has asked for it */
};

struct mind {
    struct want want[PLAN_STEPS];
    struct plan plan;
    int64_t planned_ms;
    int64_t moved_ms;  /* when a hero last moved */
    int64_t got_on_ms; /* when the team last got anything done */
    int64_t stared_ms, pawned_ms;
    int64_t eyed_ms[VIEWS]; /* when somebody last began to stare at each seat */
    unsigned stalls;
    bool planned; /* the plan matches the view */
    bool nudged;  /* the pawn was just put in front of this bot */
    struct role_mind roles;
};
_Static_assert(sizeof(struct mind) <= BOT_MIND_MAX, "a mind is larger than a bot's");

static void notice(struct bot *b, const struct state *view, const struct seen *seen)
{
    struct mind *m = bot_mind(b);
    const struct event *e = &seen->event;
    if (roles_on(view))
        role_notice(b, &m->roles, view, e, &m->plan);
    switch (e->kind) {
    case EV_said:
    case EV_reacted:
    case EV_pointed:
    case EV_card_told:
        return;
    case EV_stared:
        if (BODY(e, stared)->seat <= SEATS_MAX)
            m->eyed_ms[BODY(e, stared)->seat] = e->at_ms;
        return;
    case EV_pawn_placed:
        m->pawned_ms = e->at_ms;
        m->nudged = BODY(e, pawn_placed)->seat == b->seat;
        return;
    case EV_hero_moved:
        m->moved_ms = e->at_ms;
        break;
    default:
        m->moved_ms = m->got_on_ms = e->at_ms;
    }
    m->planned = false;
}

/* ---- what is wanted, and since when ---- */

static bool same_step(const struct step *a, const struct step *b)
{
    return a->from == b->from && a->to == b->to && a->hero == b->hero && a->action == b->action;
}

static int64_t reaction_ms(struct bot *b, const struct state *view)
{
    int64_t ms = pace_reaction_ms(&b->pace);
    return view->pawn == b->seat ? ms - ms / 4 : ms;
}

/* May this bot do it, also by its own card? */
static bool is_mine(const struct bot *b, const struct state *view, const struct step *step)
{
    return plan_may(view, b->seat, step) && (!roles_on(view) || role_within(view, b->seat, step).action);
}

/* How long it takes for something new that it could do. */
static int64_t first_ms(struct bot *b, const struct state *view, const struct step *step, bool went_on,
                        int64_t now_ms)
{
    struct mind *m = bot_mind(b);
    int64_t ms = went_on ? pace_next_ms(&b->pace) : reaction_ms(b, view);
    return roles_on(view) ? ms + role_hold_ms(b, &m->roles, view, step, now_ms) : ms;
}

/* The same for what it could not do at first: it did not hold it, or its card forbade it. */
static int64_t again_ms(struct bot *b, const struct state *view, const struct step *step, int64_t since_ms,
                        int64_t now_ms)
{
    struct mind *m = bot_mind(b);
    return m->roles.passed_ms > since_ms ? first_ms(b, view, step, false, now_ms) : reaction_ms(b, view);
}

/* What the plan still wants keeps its times; what is new in it is seen now. */
static void update_wants(struct bot *b, const struct state *view, int64_t now_ms)
{
    struct mind *m = bot_mind(b);
    for (int k = 0; k < PLAN_STEPS; k++) {
        struct want *w = &m->want[k];
        const struct step *step = &m->plan.step[k];
        bool mine = is_mine(b, view, step);
        bool went_on = b->pace.acted_ms == now_ms && (w->acted || solo(view));
        if (same_step(&w->step, step)) {
            if (mine != (w->ready_ms != INT64_MAX))
                w->ready_ms = mine ? now_ms + again_ms(b, view, step, w->since_ms, now_ms) : INT64_MAX;
            if (mine && m->nudged && w->ready_ms > now_ms) {
                int64_t ready_ms = now_ms + reaction_ms(b, view);
                w->ready_ms = ready_ms < w->ready_ms ? ready_ms : w->ready_ms;
            }
            continue;
        }
        w->step = *step;
        w->since_ms = now_ms;
        w->acted = false;
        w->ready_ms = !mine ? INT64_MAX : now_ms + first_ms(b, view, step, went_on, now_ms);
    }
    m->nudged = false;
}

static void make_plan(struct mind *m, const struct state *view, int64_t now_ms)
{
    unsigned stalls = (unsigned)((now_ms - m->moved_ms) / STALL_MS + (now_ms - m->got_on_ms) / NO_END_MS);
    if (stalls != m->stalls) {
        m->stalls = stalls;
        m->planned = false;
    }
    if (!m->planned || now_ms - m->planned_ms >= LOOK_AGAIN_MS) {
        plan_make(view, now_ms, m->stalls, &m->plan);
        m->planned = true;
        m->planned_ms = now_ms;
    }
}

static void suspect(struct bot *b, const struct state *view, int64_t now_ms)
{
    struct mind *m = bot_mind(b);
    struct role_wants wants = {.plan = &m->plan};
    for (int k = 0; k < PLAN_STEPS; k++)
        wants.since_ms[k] = m->want[k].since_ms;
    role_suspect(&m->roles, view, &wants, now_ms);
}

static void think(struct bot *b, const struct state *view, int64_t now_ms)
{
    struct mind *m = bot_mind(b);
    if (people_discuss(view, now_ms)) {
        memset(&m->plan, 0, sizeof m->plan); /* P7.4: nothing is wanted of anybody */
        m->planned = false;
        m->moved_ms = m->got_on_ms = now_ms;
    } else {
        make_plan(m, view, now_ms);
    }
    update_wants(b, view, now_ms);
    if (roles_on(view))
        suspect(b, view, now_ms);
}

/* ---- doing it ---- */

void step_ask(struct input *out, seat_t seat, const struct step *step)
{
    uint8_t hero = (uint8_t)(step->hero + 1), tile = (uint8_t)PLACE_TILE(step->to),
            space = PLACE_SPACE(step->to);
    switch (step->action) {
    case action_explore:
        ASK(out, seat, explore, .hero = hero, .tile = tile, .space = space);
        break;
    case action_vortex:
        ASK(out, seat, use_vortex, .hero = hero, .tile = tile, .space = space);
        break;
    case action_escalator:
        ASK(out, seat, use_escalator, .hero = hero, .tile = tile, .space = space);
        break;
    case DO_GAZE:
        ASK(out, seat, gaze, .tile = tile, .space = space);
        break;
    case DO_DISCARD:
        ASK(out, seat, discard_tile, .tile = tile);
        break;
    case DO_TURN_HOURGLASS:
        ASK(out, seat, turn_hourglass, 0);
        break;
    case DO_TURN_ACTION:
        ASK(out, seat, turn_action, 0);
        break;
    default:
        ASK(out, seat, move_hero, .hero = hero, .tile = tile, .space = space);
    }
}

/* The most urgent of the things that are wanted of this bot and that it has had time to see. */
static struct want *ready(struct mind *m, int64_t now_ms)
{
    struct want *best = NULL;
    for (int k = 0; k < PLAN_STEPS; k++) {
        struct want *w = &m->want[k];
        if (w->ready_ms <= now_ms && (!best || m->plan.rank[k] < m->plan.rank[best - m->want]))
            best = w;
    }
    return best;
}

/* ---- pawn and stares (M6.1, M6.2) ---- */

/* People have to find out what is wanted of them, and read the screen: only a quick bot is as hard on them as
 * on another bot.  A relaxed one is patient with everybody. */
static int64_t patience_ms(const struct bot *b, const struct state *view, seat_t with, int64_t ms)
{
    bool bot = view->presence.bots & SEAT(with);
    if (roles_on(view) && bot)
        return 3 * ms;
    return b->pace.name == PACE_RELAXED || (b->pace.name == PACE_NORMAL && !bot) ? 5 * ms : ms;
}

/* Another seat that could do something that has been wanted for this long, and that this bot cannot do; 0:
 * there is none. */
static seat_t overdue(const struct bot *b, const struct mind *m, const struct state *view, int64_t now_ms,
                      int64_t after_ms)
{
    for (int k = 0; k < PLAN_STEPS; k++) {
        const struct want *w = &m->want[k];
        if (!w->step.action || w->ready_ms != INT64_MAX)
            continue;
        for (seat_t seat = 1; seat <= view->presence.seats; seat++)
            if (seat != b->seat && plan_may(view, seat, &w->step) &&
                now_ms - w->since_ms >= patience_ms(b, view, seat, after_ms))
                return seat;
    }
    return 0;
}

/* Is anybody but `except` staring at the seat? */
static bool eyed(const struct state *view, seat_t seat, seat_t except)
{
    for (seat_t by = 1; by <= view->presence.seats; by++)
        if (by != except && view->stare[by] == seat)
            return true;
    return false;
}

/* Whom to put the pawn in front of; a person only gets it when a stare has not helped for a while. */
static seat_t wants_pawn(const struct bot *b, const struct mind *m, const struct state *view, int64_t now_ms)
{
    if (rule(view, RULE_NO_PAWN) || (roles_pawn_mover(view) && roles_pawn_mover(view) != b->seat))
        return 0;
    seat_t seat = overdue(b, m, view, now_ms, PAWN_MS);
    int64_t eyed_ms = now_ms - m->eyed_ms[seat];
    bool bot = view->presence.bots & SEAT(seat);
    bool warned = eyed(view, seat, 0) && eyed_ms >= patience_ms(b, view, seat, PAWN_MS - STARE_MS);
    return bot || warned ? seat : 0;
}

/* Whom to stare at; not at somebody who has done it by now, or no longer needs to.  One pair of eyes on a
 * person is enough. */
static seat_t wants_stare(const struct bot *b, const struct mind *m, const struct state *view, int64_t now_ms)
{
    seat_t seat = overdue(b, m, view, now_ms, STARE_MS);
    bool bot = view->presence.bots & SEAT(seat);
    return bot || !eyed(view, seat, b->seat) ? seat : 0;
}

static bool nudge(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct mind *m = bot_mind(b);
    seat_t seat = wants_pawn(b, m, view, now_ms);
    if (seat && seat != view->pawn && now_ms - m->pawned_ms >= patience_ms(b, view, seat, MANNERS_MS)) {
        m->pawned_ms = now_ms;
        ASK(out, b->seat, place_pawn, .seat = seat);
        return true;
    }
    seat = wants_stare(b, m, view, now_ms);
    int64_t manners_ms = seat ? patience_ms(b, view, seat, MANNERS_MS) : LOOK_AWAY_MS;
    if (seat != view->stare[b->seat] && now_ms - m->stared_ms >= manners_ms) {
        m->stared_ms = now_ms;
        ASK(out, b->seat, stare_at, .seat = seat);
        return true;
    }
    return false;
}

static int64_t later_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void sleep_until_wanted(struct bot *b, const struct mind *m, int64_t now_ms)
{
    int64_t free_ms = b->pace.free_ms;
    b->wakes_ms = now_ms + LOOK_AGAIN_MS / 2;
    for (int k = 0; k < PLAN_STEPS; k++) {
        int64_t ms = later_of(m->want[k].ready_ms, free_ms);
        b->wakes_ms = ms < b->wakes_ms ? ms : b->wakes_ms;
    }
}

/* What it has had time to see, or a gesture. */
static bool play(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct mind *m = bot_mind(b);
    struct want *w = ready(m, now_ms);
    if (w) {
        struct step own = roles_on(view) ? role_within(view, b->seat, &w->step) : w->step;
        w->acted = true;
        w->ready_ms = now_ms + RETRY_MS; /* in case it is refused */
        step_ask(out, b->seat, &own);
        return true;
    }
    if (!view->running)
        return false;
    return (roles_on(view) && role_act(b, &m->roles, view, &m->plan, now_ms, out)) ||
           nudge(b, view, now_ms, out);
}

static bool look(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct mind *m = bot_mind(b);
    if (view->ending || view->clock.stopped || !view->ready) {
        memset(m->want, 0, sizeof m->want); /* after a pause everybody has to find it again */
        return false;
    }
    if (roles_on(view)) {
        b->pace.name = PACE_RELAXED; /* a quick team would be out before anybody could be suspected */
        if (role_answer(b, &m->roles, view, now_ms, out))
            return true;
        if (role_bound(view, b->seat))
            return false;
    }
    int64_t answers_ms = b->wakes_ms;
    if (!m->moved_ms)
        m->moved_ms = m->got_on_ms = now_ms; /* it has just sat down */
    think(b, view, now_ms);
    bool acts = now_ms >= b->pace.free_ms && play(b, view, now_ms, out);
    sleep_until_wanted(b, m, now_ms);
    b->wakes_ms = answers_ms < b->wakes_ms ? answers_ms : b->wakes_ms;
    return acts;
}

/* For comparison: plays like the team, but accuses anybody at any time, and votes up nearly always. */
static bool look_hastily(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct mind *m = bot_mind(b);
    m->roles.hasty = true;
    return look(b, view, now_ms, out);
}

const struct bot_kind maze_team = {.name = "team", .game = "maze", .look = look, .notice = notice};
const struct bot_kind maze_hasty = {.name = "hasty", .game = "maze", .look = look_hastily, .notice = notice};
