/* bots/maze_plan.c -- who goes first, and who makes room.
 *
 * Heroes are planned in order of precedence.  A hero that blocks the next step of
 * one before it must move away; if it cannot, because it is in a dead end, it takes
 * precedence itself and the plan is made again. */
#include "bots/maze_plan.h"
#include "bots/maze_people.h"

enum { ATTEMPTS = 8 };

struct traffic {
    struct team team;
    struct step way[HEROES][PATH_STEPS_MAX];
    int steps[HEROES];
    cells_t first[HEROES]; /* the cells of the next step */
    cells_t near[HEROES];  /* the cells of the next two: nobody should stand there */
    cells_t whole[HEROES]; /* the cells of the whole way */
    int order[HEROES], count;
    int flees[HEROES]; /* the hero + 1 whose way it must leave first, out of a dead end; 0: nobody */
};

/* M8.11: to the others, a hero takes up its whole tile. */
static void widen(const struct state *s, cells_t cells)
{
    if (!rule(s, RULE_ONE_PER_TILE))
        return;
    for (int n = 2; n <= TILES_MAX; n++)
        cells[n] = cells[n] ? 0xffff : 0;
}

static void measure(struct traffic *t, int hero)
{
    memset(t->first[hero], 0, sizeof t->first[hero]);
    memset(t->near[hero], 0, sizeof t->near[hero]);
    memset(t->whole[hero], 0, sizeof t->whole[hero]);
    for (int i = 0; i < t->steps[hero]; i++) {
        if (t->way[hero][i].action > action_west && t->way[hero][i].action != action_vortex &&
            t->way[hero][i].action != action_escalator)
            continue;
        path_cells(t->team.s, &t->way[hero][i], t->whole[hero]);
        if (i == 0)
            memcpy(t->first[hero], t->whole[hero], sizeof t->first[hero]);
        if (i <= 1)
            memcpy(t->near[hero], t->whole[hero], sizeof t->near[hero]);
    }
    widen(t->team.s, t->first[hero]);
    widen(t->team.s, t->near[hero]);
    widen(t->team.s, t->whole[hero]);
}

/* Heroes that block the hero's next step, one bit each. */
static unsigned in_the_way(const struct traffic *t, int hero)
{
    const struct state *s = t->team.s;
    unsigned found = 0;
    for (int h = 0; h < HEROES; h++) {
        place_t at = s->hero_at[h];
        if (h == hero || !at || !t->steps[hero])
            continue;
        found |= cells_have(t->first[hero], at) ? 1u << h : 0;
    }
    return found;
}

static void take_own_way(struct traffic *t, int hero)
{
    struct team *team = &t->team;
    const struct goal *goal = &team->goal[hero];
    t->steps[hero] = 0;
    if (goal->at) {
        int count = path_steps(&team->reach[hero], goal->at, t->way[hero], PATH_STEPS_MAX - 1);
        if (goal->action)
            t->way[hero][count++] = (struct step){
                .from = goal->at, .to = goal->at, .hero = (uint8_t)hero, .action = goal->action};
        t->steps[hero] = count;
    }
    measure(t, hero);
}

/* To the nearest place outside `avoid`; false: there is none. */
static bool make_room(struct traffic *t, int hero, const cells_t avoid, unsigned movable)
{
    const struct state *s = t->team.s;
    struct reach r;
    int best_cost = COST_NONE;
    place_t best = 0;
    /* M8.11: changing tiles is decided elsewhere (maze_tiles.c) */
    uint32_t shut = rule(s, RULE_ONE_PER_TILE) ? ~(1u << PLACE_TILE(s->hero_at[hero])) : 0;
    path_search(s, hero, s->hero_at[hero], movable, shut, &r);
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t at = PLACE(n, i);
            if (r.cost[at] < best_cost && at != s->hero_at[hero] && !cells_have(avoid, at) &&
                !mall_flips(s, at)) {
                best = at;
                best_cost = r.cost[at];
            }
        }
    if (!best)
        return false;
    t->steps[hero] = path_steps(&r, best, t->way[hero], PATH_STEPS_MAX);
    measure(t, hero);
    return true;
}

/* Heroes ranked after the i-th, one bit each. */
static unsigned after(const struct traffic *t, int i)
{
    unsigned set = 0;
    for (int j = i + 1; j < t->count; j++)
        set |= 1u << t->order[j];
    return set;
}

/* Settles the i-th hero.  Returns -1; or, if it cannot make room, the rank of the
 * hero that it must be put before. */
static int settle(struct traffic *t, int i)
{
    int hero = t->order[i], pushed_by = -1;
    cells_t avoid = {0};
    bool in_step = false, would_block = false;
    take_own_way(t, hero);
    if (t->flees[hero] && !t->steps[hero])
        make_room(t, hero, t->whole[t->flees[hero] - 1], after(t, i));
    place_t next = t->steps[hero] ? t->way[hero][0].to : t->team.s->hero_at[hero];
    for (int j = 0; j < i; j++) {
        int other = t->order[j];
        for (int n = 0; n <= TILES_MAX; n++)
            avoid[n] |= t->whole[other][n];
        if (!cells_have(t->near[other], t->team.s->hero_at[hero])) {
            would_block |= cells_have(t->first[other], next);
            continue;
        }
        pushed_by = pushed_by < 0 ? j : pushed_by;
        in_step |= cells_have(t->first[other], next);
    }
    if (pushed_by >= 0 && (in_step || would_block || !t->steps[hero] || in_the_way(t, hero))) {
        if (make_room(t, hero, avoid, 0) || make_room(t, hero, avoid, after(t, i)))
            return -1;
        return pushed_by;
    }
    if (would_block && t->steps[hero] && t->way[hero][0].action != action_explore)
        t->steps[hero] = 0; /* it waits where it is */
    return -1;
}

static int urgency(const struct traffic *t, int hero, unsigned stalls)
{
    const struct goal *goal = &t->team.goal[hero];
    int cost = goal->at ? t->team.reach[hero].cost[goal->at] : COST_NONE;
    if (goal->urgent)
        return -1;
    if (!goal->at || (cost == 0 && !goal->action))
        return 20000 + hero; /* it has nowhere to go: everybody else goes first */
    return stalls ? (int)((unsigned)hero + stalls) % HEROES : cost * HEROES + hero;
}

static void rank_heroes(struct traffic *t, unsigned stalls)
{
    t->count = 0;
    for (int h = 0; h < HEROES; h++) {
        if (!team_active(t->team.s, h))
            continue;
        int i = t->count++;
        for (; i > 0 && urgency(t, t->order[i - 1], stalls) > urgency(t, h, stalls); i--)
            t->order[i] = t->order[i - 1];
        t->order[i] = h;
    }
}

static void put_before(struct traffic *t, int from, int to)
{
    int hero = t->order[from];
    for (int i = from; i > to; i--)
        t->order[i] = t->order[i - 1];
    t->order[to] = hero;
}

static void settle_all(struct traffic *t)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int i = 0, before = -1;
        for (; i < t->count && before < 0; i++)
            before = settle(t, i);
        if (before < 0)
            return;
        t->flees[t->order[i - 1]] = t->order[before] + 1;
        put_before(t, i - 1, before);
    }
}

/* Does a hero that must make room for this one need the space where its next step ends? */
static bool would_shut_in(const struct traffic *t, int rank)
{
    int hero = t->order[rank];
    for (int j = rank + 1; j < t->count; j++) {
        int other = t->order[j];
        if (t->steps[other] && cells_have(t->whole[hero], t->team.s->hero_at[other]) &&
            cells_have(t->whole[other], t->way[hero][0].to) && !in_the_way(t, other))
            return true;
    }
    return false;
}

static void write_plan(const struct traffic *t, struct plan *out)
{
    for (int i = 0; i < t->count; i++) {
        int hero = t->order[i];
        out->rank[hero] = (uint8_t)i;
        if (t->steps[hero] && !in_the_way(t, hero) && !would_shut_in(t, i))
            out->step[hero] = t->way[hero][0];
    }
}

static bool anything_to_do(const struct state *s, const struct plan *plan)
{
    for (int k = 0; k < PLAN_STEPS; k++)
        if (plan_may(s, 1, &plan->step[k]))
            return true;
    return false;
}

void plan_make(const struct state *s, int64_t now_ms, unsigned stalls, struct plan *out)
{
    struct traffic t;
    memset(out, 0, sizeof *out);
    out->rank[HEROES] = HEROES;
    if (!s->ready || s->ending || s->clock.stopped)
        return;
    if (!s->running) {
        out->step[HEROES].action = DO_TURN_HOURGLASS;
        return;
    }
    memset(&t, 0, sizeof t);
    t.team.s = s;
    t.team.sand_ms = sand_left_ms(&s->sand, clock_play_ms(&s->clock, now_ms));
    for (int h = 0; h < HEROES; h++)
        if (team_active(s, h))
            path_search(s, h, s->hero_at[h], HEROES_ALL, 0, &t.team.reach[h]);
    goal_choose(&t.team);
    if (!s->discards_due) {
        rank_heroes(&t, stalls);
        settle_all(&t);
        write_plan(&t, out);
    }
    out->step[HEROES] = goal_for_table(&t.team);
    if (solo(s) && !anything_to_do(s, out))
        out->step[HEROES] = (struct step){.from = s->deck_turned, .action = DO_TURN_ACTION}; /* M9.1 */
}

/* Choices for the team are left to people, if there are any (P7.4). */
static bool chooses(seat_t seat, seats_t people)
{
    return !people || (people & SEAT(seat));
}

bool plan_may(const struct state *s, seat_t seat, const struct step *step)
{
    if (SEAT(seat) & roles_out(s))
        return false;
    switch (step->action) {
    case 0:
        return false;
    case DO_TURN_ACTION:
        return true;
    case DO_DISCARD:
        return chooses(seat, people_to_discard(s));
    case DO_TURN_HOURGLASS:
        return chooses(seat, people_to_begin(s));
    case DO_GAZE:
        return s->may[seat] >> (action_explore - 1) & 1;
    default:
        return s->may[seat] >> (step->action - 1) & 1;
    }
}
