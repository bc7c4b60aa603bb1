/* games/maze/path.c -- the search for ways.
 *
 * Costs differ little, so a plain queue in which a place may be found again at
 * a lower cost is faster here than a sorted one. */
#include "games/maze/path.h"

struct search {
    const struct state *s;
    struct reach *r;
    unsigned movable;
    uint8_t other[PLACES]; /* hero + 1 that stands there, not counting the one that goes */
    uint32_t tiles_taken;  /* M8.11: tiles with another hero, a bit each */
    uint32_t tiles_shut;   /* of these: not to be entered at all */
    place_t queue[PLACES];
    uint8_t queued[PLACES];
    int head, count;
};

static void look_at_others(struct search *q)
{
    const struct state *s = q->s;
    memset(q->other, 0, sizeof q->other);
    for (int h = 0; h < HEROES; h++) {
        place_t at = s->hero_at[h];
        if (h == q->r->hero || !at)
            continue;
        q->other[at] = (uint8_t)(h + 1);
        if (!rule(s, RULE_ONE_PER_TILE) || PLACE_TILE(at) == 1)
            continue;
        q->tiles_taken |= 1u << PLACE_TILE(at);
        q->tiles_shut |= q->movable >> h & 1 ? 0 : 1u << PLACE_TILE(at);
    }
}

/* What entering a space costs beyond the action; COST_NONE: it cannot be entered.  What a move would be
 * refused for now has a price here: until it is made, others can make room. */
static int price(const struct search *q, place_t from, place_t to)
{
    const struct state *s = q->s;
    int tile = PLACE_TILE(to), extra = 0;
    if (q->other[to]) {
        if (!(q->movable >> (q->other[to] - 1) & 1))
            return COST_NONE;
        extra = COST_HERO;
    } else if (tile != PLACE_TILE(from) && q->tiles_taken >> tile & 1) {
        if (q->tiles_shut >> tile & 1)
            return COST_NONE;
        extra = COST_HERO;
    }
    return watched(s, to, s->cameras) ? COST_NONE : extra;
}

static void found(struct search *q, place_t from, place_t to, int cost, int how)
{
    struct reach *r = q->r;
    if (cost >= r->cost[to])
        return;
    r->cost[to] = (uint16_t)cost;
    r->from[to] = from;
    r->how[to] = (uint8_t)how;
    if (q->queued[to] || mall_flips(q->s, to))
        return;
    q->queued[to] = 1;
    q->queue[(q->head + q->count++) % PLACES] = to;
}

static void slide(struct search *q, place_t from, int direction)
{
    bool dwarf = passes_small(q->s, q->r->hero);
    int cost = q->r->cost[from] + COST_ACTION;
    for (place_t at = from, next; (next = mall_step(q->s, at, direction, dwarf)) != 0; at = next) {
        int extra = price(q, at, next);
        if (extra == COST_NONE)
            return;
        cost += extra;
        found(q, from, next, cost, action_north + direction);
        if (mall_flips(q->s, next))
            return;
    }
}

/* M4.3: from anywhere, so only the first action of a way can be a vortex; M8.7:
 * from a vortex to the other dimension. */
static void vortexes(struct search *q, place_t from)
{
    const struct state *s = q->s;
    int colour = space_vortex_yellow + q->r->hero;
    bool apart = mall_apart(s, from);
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t to = PLACE(n, i);
            if (s->mall[n].face.space[i] != colour ||
                (rule(s, RULE_DIMENSIONS) && mall_apart(s, to) == apart))
                continue;
            int extra = price(q, from, to);
            if (extra != COST_NONE)
                found(q, from, to, q->r->cost[from] + COST_ACTION + extra, action_vortex);
        }
}

static void spread(struct search *q, place_t from, bool vortex_alive)
{
    const struct state *s = q->s;
    int how = q->r->how[from];
    bool came_straight = how >= action_north && how <= action_west;
    for (int d = 0; d < DIRECTIONS; d++)
        if (!came_straight || ((how - action_north) ^ d) & 1) /* no second slide in one line */
            slide(q, from, d);
    place_t to = mall_escalator(s, from);
    int extra = to ? price(q, from, to) : COST_NONE;
    if (extra != COST_NONE)
        found(q, from, to, q->r->cost[from] + COST_ACTION + extra, action_escalator);
    if (!vortex_alive)
        return;
    if (!rule(s, RULE_DIMENSIONS) ? from == q->r->start
                                  : mall_space(s, from) == space_vortex_yellow + q->r->hero &&
                                        !mall_others_together(s, q->r->hero, !mall_apart(s, from)))
        vortexes(q, from);
}

void path_search(const struct state *s, int hero, place_t start, unsigned movable, uint32_t shut,
                 struct reach *out)
{
    struct search q = {
        .s = s, .r = out, .movable = movable & ~(unsigned)s->left, .tiles_taken = shut, .tiles_shut = shut};
    bool vortex_alive = !s->theft && !rule(s, RULE_NO_VORTEX);
    out->hero = hero;
    out->start = start;
    memset(out->cost, 0xff, sizeof out->cost);
    look_at_others(&q);
    out->cost[start] = 0;
    out->how[start] = 0;
    out->from[start] = 0;
    spread(&q, start, vortex_alive);
    while (q.count) {
        place_t next = q.queue[q.head];
        q.head = (q.head + 1) % PLACES;
        q.count--;
        q.queued[next] = 0;
        spread(&q, next, vortex_alive);
    }
}

int path_steps(const struct reach *r, place_t to, struct step *out, int max)
{
    int count = 0;
    for (place_t at = to; at != r->start; at = r->from[at])
        count++;
    int i = count;
    for (place_t at = to; at != r->start; at = r->from[at])
        if (--i < max)
            out[i] =
                (struct step){.from = r->from[at], .to = at, .hero = (uint8_t)r->hero, .action = r->how[at]};
    return count < max ? count : max;
}

void path_cells(const struct state *s, const struct step *step, cells_t cells)
{
    int direction = step->action - action_north;
    if (direction >= 0 && direction < DIRECTIONS)
        for (place_t at = step->from; at && at != step->to;) {
            at = mall_step(s, at, direction, passes_small(s, step->hero));
            cells[PLACE_TILE(at)] |= (uint16_t)(1u << PLACE_SPACE(at));
        }
    cells[PLACE_TILE(step->to)] |= (uint16_t)(1u << PLACE_SPACE(step->to));
}

static bool serves(const struct state *s, int hero, place_t at, enum aim aim)
{
    switch (aim) {
    case AIM_EXPLORE:
        return explore_leads_on(s, hero, at) && s->pile_count; /* M4.7 */
    case AIM_STEAL:
        return move_steals(s, hero, at);
    case AIM_LEAVE:
        return move_leaves(s, hero, at);
    default:
        return mall_flips(s, at);
    }
}

/* Everywhere that the hero can go from a place, and the nearest where it can do that; 0: there is none. */
static place_t nearest(const struct state *s, int hero, place_t from, enum aim aim, struct reach *r)
{
    place_t best = 0;
    path_search(s, hero, from, HEROES_ALL, 0, r);
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t at = PLACE(n, i);
            if (r->cost[at] < (best ? r->cost[best] : COST_NONE) && serves(s, hero, at, aim))
                best = at;
        }
    return best;
}

int path_cost(const struct state *s, int hero, place_t from, enum aim aim)
{
    struct reach r;
    place_t to = nearest(s, hero, from, aim, &r);
    return to ? r.cost[to] : COST_FAR;
}

/* Can the hero do that, or go the next step of its way, without anybody making room? */
static bool is_free(const struct state *s, int hero, enum aim aim)
{
    struct reach r;
    struct step next;
    place_t to = nearest(s, hero, s->hero_at[hero], aim, &r);
    if (!to || !path_steps(&r, to, &next, 1))
        return to && aim == AIM_EXPLORE; /* elsewhere it waits for the others */
    return r.cost[next.to] == COST_ACTION;
}

int path_room(const struct state *s, int hero, place_t at, enum aim aim)
{
    struct state then;
    int gain = 0;
    memcpy(&then, s, sizeof then);
    then.hero_at[hero] = at;
    for (int h = 0; h < HEROES; h++) {
        if (!s->hero_at[h] || s->left >> h & 1)
            continue;
        if (is_free(s, h, aim))
            return 0;
        gain += path_cost(s, h, s->hero_at[h], aim) - path_cost(&then, h, then.hero_at[h], aim);
    }
    return gain;
}
