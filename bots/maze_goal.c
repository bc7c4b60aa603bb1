/* bots/maze_goal.c -- where each hero should go: explore, steal, leave, and keep
 * the sand running. */
#include "bots/maze_plan.h"
#include "bots/maze_survey.h"

enum {
    ACTION_MS = 1400,       /* how long one action takes a team, all in all */
    ACTION_SOLO_MS = 2600,  /* and a solo player, who has to turn over action tiles for it */
    FLIP_MARGIN_MS = 20000, /* an hourglass space is reached with this much sand left */
};

/* ---- items and exits ---- */

struct choice { /* for each hero: the colour of the item or exit it goes to */
    int colour[HEROES];
    int cost;
};

/* M8.4: tries all ways to give each active hero the goal of another; the cheapest in total wins. */
static void choose_others(const struct team *t, const struct list target[HEROES], int hero, unsigned taken,
                          struct choice *now, struct choice *best)
{
    if (hero == HEROES) {
        if (now->cost < best->cost)
            *best = *now;
        return;
    }
    if (!team_active(t->s, hero)) {
        choose_others(t, target, hero + 1, taken, now, best);
        return;
    }
    for (int c = 0; c < HEROES; c++) {
        int cost;
        if (c == hero || taken >> c & 1 || !survey_nearest(&t->reach[hero], &target[c], &cost))
            continue;
        now->colour[hero] = c;
        now->cost += cost;
        choose_others(t, target, hero + 1, taken | 1u << c, now, best);
        now->cost -= cost;
    }
}

/* M8.4: colours whose exits are taken for good. */
static unsigned colours_taken(const struct state *s)
{
    unsigned taken = 0;
    for (int h = 0; h < HEROES; h++) {
        int colour = space_hero(mall_space(s, s->hero_at[h]), space_exit_yellow);
        if (s->left >> h & 1 && s->hero_at[h] && colour >= 0)
            taken |= 1u << colour;
    }
    return taken;
}

static void go_to(struct team *t, const struct list target[HEROES], unsigned taken)
{
    struct choice now = {{0, 1, 2, 3}, 0}, best = {{0, 1, 2, 3}, COST_NONE};
    int cost;
    if (rule(t->s, RULE_OTHERS))
        choose_others(t, target, 0, taken, &now, &best);
    else if (t->s->theft && rule(t->s, RULE_ONE_EXIT))
        for (int h = 0; h < HEROES; h++)
            best.colour[h] = hero_sorceress - 1; /* M7.1 */
    for (int h = 0; h < HEROES; h++)
        if (team_active(t->s, h) && !t->goal[h].at)
            t->goal[h].at = survey_nearest(&t->reach[h], &target[best.colour[h]], &cost);
}

static bool all_laid(const struct state *s, const struct survey *v)
{
    for (int h = 0; h < HEROES; h++)
        if (!v->item[h].count || (!v->exit[h].count && !(rule(s, RULE_ONE_EXIT) && h != hero_sorceress - 1)))
            return false;
    return true;
}

/* ---- exploring ---- */

/* Where the tile would lie. */
static int cell_beyond(const struct state *s, place_t at)
{
    const struct tile *tile = &s->mall[PLACE_TILE(at)];
    int side = mall_side(s, at);
    return (tile->east + mall_lattice_east[side]) * 256 + tile->south + mall_lattice_south[side];
}

struct errand { /* a hero and the unexplored space it could go to */
    int hero, cost;
    place_t at;
};

/* The cheapest one that is not claimed yet, in one of these dimensions. */
static struct errand next_errand(const struct team *t, const struct survey *v, unsigned dimensions,
                                 const int *claimed, int claims)
{
    struct errand best = {.hero = -1, .cost = COST_NONE};
    for (int h = 0; h < HEROES; h++) {
        if (!team_active(t->s, h) || t->goal[h].at)
            continue;
        for (int i = 0; i < v->unexplored[h].count; i++) {
            place_t at = v->unexplored[h].at[i];
            int cost = t->reach[h].cost[at];
            bool free = dimensions >> mall_apart(t->s, at) & 1;
            for (int k = 0; k < claims; k++)
                free &= claimed[k] != cell_beyond(t->s, at);
            if (cost < best.cost && free)
                best = (struct errand){h, cost, at};
        }
    }
    return best;
}

/* The heroes nearest to an unexplored space of their colour go there, as many as
 * there are tiles to lay. */
static void go_exploring(struct team *t, const struct survey *v)
{
    int claimed[HEROES] = {0};
    unsigned wanted = survey_dimensions(t, v);
    for (int going = 0; going < t->s->pile_count && going < HEROES; going++) {
        struct errand e = next_errand(t, v, going ? DIMENSIONS : wanted, claimed, going);
        if (e.hero < 0 && going == 0)
            e = next_errand(t, v, DIMENSIONS, claimed, going);
        if (e.hero < 0)
            return;
        bool lay = wanted >> mall_apart(t->s, e.at) & 1;
        t->goal[e.hero] = (struct goal){.at = e.at, .action = lay ? action_explore : 0};
        claimed[going] = cell_beyond(t->s, e.at);
    }
}

/* M7.5: two tiles for two actions are worth a small detour. */
static void go_to_ball(struct team *t, const struct survey *v)
{
    int hero = hero_sorceress - 1, cost, cost_explore;
    if (!rule(t->s, RULE_BALL) || t->s->pile_count < 2 || !team_active(t->s, hero) || t->goal[hero].at)
        return;
    place_t ball = survey_nearest(&t->reach[hero], &v->ball, &cost);
    survey_nearest(&t->reach[hero], &v->unexplored[hero], &cost_explore);
    if (ball && cost <= cost_explore + 2 * COST_ACTION)
        t->goal[hero].at = ball;
}

/* ---- the sand ---- */

static int64_t travel_ms(const struct state *s, int cost)
{
    return (int64_t)cost * (solo(s) ? ACTION_SOLO_MS : ACTION_MS) / COST_ACTION;
}

/* Will everybody be out before the sand is? */
static bool nearly_out(const struct team *t)
{
    int most = 0;
    if (!t->s->theft)
        return false;
    for (int h = 0; h < HEROES; h++)
        if (team_active(t->s, h)) {
            int cost = t->goal[h].at ? t->reach[h].cost[t->goal[h].at] : COST_NONE;
            most = cost > most ? cost : most;
        }
    return travel_ms(t->s, most) + FLIP_MARGIN_MS / 2 < t->sand_ms;
}

/* M8.5: a flip loses the game if two tiles cannot be discarded after it. */
static bool may_flip(const struct state *s, int hero, place_t at)
{
    struct state then;
    if (!rule(s, RULE_DISCARD))
        return true;
    memcpy(&then, s, sizeof then);
    then.hero_at[hero] = at;
    then.mall[PLACE_TILE(at)].used |= (uint16_t)(1u << PLACE_SPACE(at));
    return mall_two_can_go(&then);
}

/* M5.2: the less sand is left, the more a flip gains; but it must not be too late. */
static void go_flipping(struct team *t, const struct survey *v)
{
    int best = -1, best_cost = COST_NONE, cost;
    place_t best_at = 0;
    for (int h = 0; h < HEROES; h++) {
        place_t at = team_active(t->s, h) ? survey_nearest(&t->reach[h], &v->hourglass, &cost) : 0;
        if (at && cost < best_cost)
            best = h, best_cost = cost, best_at = at;
    }
    if (best < 0 || t->sand_ms > t->s->sand.holds_ms / 2 || nearly_out(t))
        return;
    if (t->sand_ms <= travel_ms(t->s, best_cost) + FLIP_MARGIN_MS && may_flip(t->s, best, best_at))
        t->goal[best] = (struct goal){.at = best_at, .urgent = true};
}

/* M7.6: only the barbarian opens the way to the hourglass spaces. */
static void go_breaking(struct team *t, const struct survey *v)
{
    int hero = hero_barbarian - 1, cost;
    /* With less sand than this, the cameras would be in the way of a flip. */
    int64_t camera_sand_ms = t->s->sand.holds_ms / 6 * (solo(t->s) ? 5 : 4);
    if (!rule(t->s, RULE_CAMERAS) || t->s->cameras < 2 || !team_active(t->s, hero) ||
        t->sand_ms > camera_sand_ms || nearly_out(t))
        return;
    place_t at = survey_nearest(&t->reach[hero], &v->camera, &cost);
    if (at)
        t->goal[hero] = (struct goal){.at = at, .urgent = true};
}

void goal_choose(struct team *t)
{
    struct survey v;
    const struct state *s = t->s;
    survey_make(s, &v);
    memset(t->goal, 0, sizeof t->goal);
    if (s->theft) {
        go_to(t, v.exit, colours_taken(s));
        go_exploring(t, &v);
    } else {
        if (!all_laid(s, &v)) {
            go_to_ball(t, &v);
            go_exploring(t, &v);
        }
        go_to(t, v.item, 0);
    }
    go_breaking(t, &v);
    go_flipping(t, &v);
    distance_keep(t);
}

/* ---- what is not a hero's move ---- */

/* M8.5: the tile that the team will miss least. */
static struct step discard(const struct state *s)
{
    int best = 0, best_worth = 1 << 20;
    for (int n = 2; n <= TILES_MAX; n++) {
        int worth = 0;
        if (!s->mall[n].laid || mall_discard_refusal(s, n, s->discards_due))
            continue;
        for (int i = 0; i < SPACES; i++) {
            int space = s->mall[n].face.space[i];
            if (space >= space_item_yellow)
                worth += 1000;
            else if (space == space_hourglass)
                worth += 500;
            else if (mall_unexplored(s, PLACE(n, i)))
                worth += 20;
        }
        if (worth < best_worth)
            best = n, best_worth = worth;
    }
    return (struct step){.to = PLACE(best, 0), .action = best ? DO_DISCARD : 0};
}

/* M7.5: lay where it is hardest to get to. */
static struct step gaze(const struct team *t)
{
    struct step step = {0};
    struct survey v;
    int most = -1;
    survey_make(t->s, &v);
    unsigned wanted = survey_dimensions(t, &v);
    for (int h = 0; h < HEROES; h++)
        for (int i = 0; i < v.unexplored[h].count; i++) {
            place_t at = v.unexplored[h].at[i];
            refusal_t refusal = explore_gaze_refusal(t->s, at);
            int cost = team_active(t->s, h) ? t->reach[h].cost[at] : COST_NONE;
            bool fits = wanted >> mall_apart(t->s, at) & 1;
            if ((refusal == REFUSAL_OK || refusal == REFUSAL_ask_host) && fits && cost > most) {
                most = cost;
                step = (struct step){.to = at, .action = DO_GAZE};
            }
        }
    return step;
}

struct step goal_for_table(const struct team *t)
{
    const struct state *s = t->s;
    if (s->discards_due)
        return discard(s);
    if (rule(s, RULE_BALL) && mall_space(s, s->hero_at[hero_sorceress - 1]) == space_ball) {
        struct step step = gaze(t);
        if (step.action)
            return step;
    }
    return (struct step){0};
}
