/* bots/maze_survey.c -- what lies on the table. */
#include "bots/maze_survey.h"

static void add(struct list *l, place_t at)
{
    if (l->count < LIST_MAX)
        l->at[l->count++] = at;
}

static void add_coloured(struct list of[HEROES], place_t at, int space, int yellow)
{
    int hero = space_hero(space, yellow);
    if (hero >= 0)
        add(&of[hero], at);
}

void survey_make(const struct state *s, struct survey *v)
{
    v->hourglass.count = v->camera.count = v->ball.count = 0;
    for (int h = 0; h < HEROES; h++)
        v->item[h].count = v->exit[h].count = v->unexplored[h].count = v->vortex[h].count = 0;
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t at = PLACE(n, i);
            int space = mall_space(s, at);
            add_coloured(v->item, at, space, space_item_yellow);
            add_coloured(v->exit, at, space, space_exit_yellow);
            add_coloured(v->vortex, at, space, space_vortex_yellow);
            if (mall_unexplored(s, at))
                add_coloured(v->unexplored, at, space, space_explore_yellow);
            if (mall_used(s, at))
                continue;
            if (space == space_hourglass)
                add(&v->hourglass, at);
            else if (space == space_camera)
                add(&v->camera, at);
            else if (space == space_ball)
                add(&v->ball, at);
        }
}

place_t survey_nearest(const struct reach *r, const struct list *l, int *cost)
{
    place_t best = 0;
    *cost = COST_NONE;
    for (int i = 0; i < l->count; i++)
        if (r->cost[l->at[i]] < *cost) {
            *cost = r->cost[l->at[i]];
            best = l->at[i];
        }
    return best;
}

/* ---- two dimensions (M8.7) ----
 *
 * Nobody changes dimension after the theft, so the item and the exit of a hero
 * must be in the same one.  They are laid where the hero began: then the four
 * never all need to be in one dimension.  Dimensions are 0 and 1, sets of them
 * 1 to 3. */

static int dimension(const struct state *s, place_t at)
{
    return mall_apart(s, at);
}

static bool lies_in(const struct state *s, const struct list *l, int where)
{
    return l->count && dimension(s, l->at[0]) == where;
}

/* Where a hero should end up. */
static int home(const struct state *s, const struct survey *v, int hero)
{
    int began = hero < hero_elf - 1;
    bool elsewhere = lies_in(s, &v->item[hero], !began) || lies_in(s, &v->exit[hero], !began);
    return elsewhere ? !began : began;
}

/* Is the hero there, or could a vortex take it there? */
static bool can_be_in(const struct state *s, const struct survey *v, int hero, int where)
{
    bool can = dimension(s, s->hero_at[hero]) == where;
    for (int i = 0; i < v->vortex[hero].count; i++)
        can |= dimension(s, v->vortex[hero].at[i]) == where;
    return can;
}

/* How many unexplored spaces some hero can reach. */
static int ways_on(const struct team *t, const struct survey *v, int where)
{
    int ways = 0;
    for (int h = 0; h < HEROES; h++)
        for (int i = 0; i < v->unexplored[h].count; i++) {
            place_t at = v->unexplored[h].at[i];
            ways += dimension(t->s, at) == where && t->reach[h].cost[at] != COST_NONE;
        }
    return ways;
}

/* A tile that a hero needs goes to its home; or, if nothing more can be laid there, to the other dimension,
 * provided that the hero can go there and would not be the fourth. */
static unsigned dimensions_for_hero(const struct team *t, const struct survey *v, int hero)
{
    const struct state *s = t->s;
    int at = home(s, v, hero), others = 0;
    for (int h = 0; h < HEROES; h++)
        others += h != hero && home(s, v, h) != at;
    bool free = !v->item[hero].count && !v->exit[hero].count && can_be_in(s, v, hero, !at);
    if (!ways_on(t, v, at) && free && others < HEROES - 1)
        at = !at;
    return 1u << at;
}

/* A tile that nobody needs goes where there is less to explore, unless it would leave nothing to explore. */
static unsigned dimensions_for_plain(const struct team *t, const struct survey *v, const struct face *next)
{
    int ways[2] = {ways_on(t, v, 0), ways_on(t, v, 1)}, after[2];
    for (int where = 0; where < 2; where++) {
        after[where] = ways[where] - 1;
        for (int i = 0; i < SPACES; i++) {
            int hero = space_hero(next->space[i], space_explore_yellow);
            after[where] += hero >= 0 && can_be_in(t->s, v, hero, where);
        }
    }
    int less = ways[1] <= ways[0];
    return 1u << (ways[less] && (after[less] > 0 || after[!less] <= 0 || !ways[!less]) ? less : !less);
}

unsigned survey_dimensions(const struct team *t, const struct survey *v)
{
    const struct state *s = t->s;
    int next = s->pile_count ? s->pile[s->pile_count - 1] : 0;
    unsigned wanted = DIMENSIONS;
    if (!rule(s, RULE_DIMENSIONS) || !next)
        return DIMENSIONS;
    for (int i = 0; i < SPACES; i++) {
        int space = s->mall[next].face.space[i];
        if (space >= space_item_yellow)
            wanted &= dimensions_for_hero(t, v, (space - space_item_yellow) % HEROES);
    }
    return wanted == DIMENSIONS ? dimensions_for_plain(t, v, &s->mall[next].face) : wanted;
}
