/* bots/maze_distance.c -- goals of heroes when no two may be on the same tile (M8.11).
 *
 * Each goes as far as it can without waiting for another; maze_tiles.c finds the order in which they change
 * tiles. */
#include "bots/maze_plan.h"
#include "bots/maze_tiles.h"

/* The lowest goes first. */
static int pressing(const struct team *t, int hero)
{
    return t->goal[hero].urgent ? -1 : t->reach[hero].cost[t->goal[hero].at] * HEROES + hero;
}

/* The hero whose goal can be given up most easily; -1: none is left. */
static int least_pressing(const struct team *t)
{
    int found = -1;
    for (int h = 0; h < HEROES; h++)
        if (t->goal[h].at && (found < 0 || pressing(t, h) > pressing(t, found)))
            found = h;
    return found;
}

/* Two goals on one tile: one has to wait for the other. */
static void part_goals(struct team *t)
{
    for (int h = 0; h < HEROES; h++)
        for (int other = 0; other < HEROES; other++) {
            int tile = PLACE_TILE(t->goal[h].at);
            if (other != h && tile > 1 && tile == PLACE_TILE(t->goal[other].at) &&
                pressing(t, other) < pressing(t, h))
                t->goal[h] = (struct goal){0};
        }
}

/* As far as the hero can go on these tiles without waiting for anybody. */
static void go_as_far(struct team *t, int hero, const struct tile_way *way)
{
    struct goal *goal = &t->goal[hero];
    struct reach *r = &t->reach[hero];
    int own = PLACE_TILE(t->s->hero_at[hero]), last = way->clear ? way->tile[way->clear - 1] : own;
    uint32_t on = 1u << own;
    for (int i = 0; i < way->clear; i++)
        on |= 1u << way->tile[i];
    path_search(t->s, hero, t->s->hero_at[hero], HEROES_ALL, ~on, r);
    if (way->clear == way->count && goal->at && r->cost[goal->at] != COST_NONE)
        return;
    bool urgent = goal->urgent;
    int best = COST_NONE;
    *goal = (struct goal){0};
    for (int i = 0; i < SPACES && last != own; i++) {
        place_t at = PLACE(last, i);
        if (r->cost[at] < best && !mall_flips(t->s, at)) {
            *goal = (struct goal){.at = at, .urgent = urgent};
            best = r->cost[at];
        }
    }
}

void distance_keep(struct team *t)
{
    struct tile_way way[HEROES];
    if (!rule(t->s, RULE_ONE_PER_TILE))
        return;
    part_goals(t);
    for (int drop;; t->goal[drop] = (struct goal){0}) {
        uint8_t target[HEROES];
        for (int h = 0; h < HEROES; h++)
            target[h] = (uint8_t)PLACE_TILE(t->goal[h].at);
        if (tiles_order(t->s, target, way))
            break;
        drop = least_pressing(t);
        if (drop < 0)
            return;
    }
    for (int h = 0; h < HEROES; h++)
        if (team_active(t->s, h))
            go_as_far(t, h, &way[h]);
}
