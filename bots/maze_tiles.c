/* bots/maze_tiles.c -- the search for an order (A*): the cost is how often heroes
 * change tiles, and no hero needs fewer changes than it would alone. */
#include "bots/maze_tiles.h"

enum {
    NODES_MAX = 6000,
    SLOTS = 16384, /* of the hash table, a power of two */
    COSTS = 64,
    FAR = 63,
    SEQUENCE_MAX = COSTS,
};

static const uint32_t ROOMY = 1u << 1; /* the set of tile 1 alone, which has room for all */

typedef uint32_t spot_t; /* where the four are, 5 bits each */

static int tile_of(spot_t at, int hero)
{
    return at >> (5 * hero) & 31;
}

struct node {
    spot_t at;
    uint16_t parent, next; /* 0: none; next: in the list of its estimate */
    uint8_t cost, hero;    /* hero: who moved to come here */
    bool done;
};

struct search {
    const struct state *s;
    uint32_t joins[TILES_MAX + 1];      /* tiles that a passage leads to */
    uint32_t vortex[HEROES];            /* tiles that a vortex leads to */
    uint32_t shut;                      /* tiles on which one stays for good */
    unsigned moving;                    /* heroes that take part, one bit each */
    uint8_t far[HEROES][TILES_MAX + 1]; /* moves to the target, alone */
    struct node node[NODES_MAX];        /* node 0 is not used */
    uint16_t slot[SLOTS];
    uint16_t open[COSTS];
    int count;
};

static void look_around(struct search *q)
{
    const struct state *s = q->s;
    bool vortexes = !s->theft && !rule(s, RULE_NO_VORTEX);
    for (int n = 1; n <= TILES_MAX; n++) {
        for (int d = 0; s->mall[n].laid && d < DIRECTIONS; d++)
            if (s->mall[n].link[d])
                q->joins[n] |= 1u << s->mall[n].link[d];
        for (int i = 0; vortexes && s->mall[n].laid && i < SPACES; i++) {
            int hero = space_hero(s->mall[n].face.space[i], space_vortex_yellow);
            if (hero >= 0)
                q->vortex[hero] |= 1u << n;
        }
    }
    for (int h = 0; h < HEROES; h++) {
        if (!s->hero_at[h])
            continue;
        if (s->left >> h & 1)
            q->shut |= 1u << PLACE_TILE(s->hero_at[h]);
        else
            q->moving |= 1u << h;
    }
}

/* A vortex leads there from anywhere, so a tile with one is a single move away. */
static void measure(struct search *q, int hero, int target)
{
    uint8_t *far = q->far[hero];
    memset(far, target ? FAR : 0, TILES_MAX + 1);
    if (!target)
        return;
    far[target] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        int by_vortex = FAR;
        for (int n = 1; n <= TILES_MAX; n++)
            if ((q->vortex[hero] >> n & 1) && far[n] + 1 < by_vortex)
                by_vortex = far[n] + 1;
        for (int n = 1; n <= TILES_MAX; n++) {
            int best = by_vortex;
            for (uint32_t to = q->joins[n] & ~q->shut; to; to &= to - 1)
                if (far[__builtin_ctz(to)] + 1 < best)
                    best = far[__builtin_ctz(to)] + 1;
            if (best < far[n])
                far[n] = (uint8_t)best, changed = true;
        }
    }
}

static int estimate(const struct search *q, spot_t at)
{
    int sum = 0;
    for (int h = 0; h < HEROES; h++)
        if (q->moving >> h & 1)
            sum += q->far[h][tile_of(at, h)];
    return sum;
}

/* The slot of a spot in the hash table, or an empty one where it would go. */
static uint16_t *slot_of(struct search *q, spot_t at)
{
    uint32_t i = (at * 2654435761u) >> 18;
    while (q->slot[i] && q->node[q->slot[i]].at != at)
        i = (i + 1) % SLOTS;
    return &q->slot[i];
}

/* The node of a spot, a new one if need be; NULL: there is no room. */
static struct node *node_at(struct search *q, spot_t at)
{
    uint16_t *slot = slot_of(q, at);
    if (*slot)
        return &q->node[*slot];
    if (q->count >= NODES_MAX)
        return NULL;
    *slot = (uint16_t)q->count;
    struct node *node = &q->node[q->count++];
    *node = (struct node){.at = at, .cost = COSTS - 1};
    return node;
}

static void reach(struct search *q, const struct node *from, spot_t at, int hero)
{
    int cost = from ? from->cost + 1 : 0, total = cost + estimate(q, at);
    struct node *node = total < COSTS ? node_at(q, at) : NULL;
    if (!node || node->done || cost >= node->cost)
        return;
    if (node->cost < COSTS - 1) { /* it is in a list already, where a copy takes its place */
        if (q->count >= NODES_MAX)
            return;
        struct node *better = &q->node[q->count++];
        *better = *node;
        node->done = true;
        *slot_of(q, at) = (uint16_t)(better - q->node);
        node = better;
    }
    node->cost = (uint8_t)cost;
    node->parent = (uint16_t)(from ? from - q->node : 0);
    node->hero = (uint8_t)hero;
    node->next = q->open[total];
    q->open[total] = (uint16_t)(node - q->node);
}

static void spread(struct search *q, const struct node *node)
{
    uint32_t taken = q->shut;
    for (int h = 0; h < HEROES; h++)
        if (q->moving >> h & 1)
            taken |= 1u << tile_of(node->at, h);
    taken &= ~ROOMY;
    for (int h = 0; h < HEROES; h++) {
        if (!(q->moving >> h & 1))
            continue;
        uint32_t ways = (q->joins[tile_of(node->at, h)] | q->vortex[h]) & ~taken;
        for (; ways; ways &= ways - 1) {
            spot_t to = (node->at & ~(31u << 5 * h)) | (spot_t)__builtin_ctz(ways) << 5 * h;
            if (to != node->at)
                reach(q, node, to, h);
        }
    }
}

static struct node *find(struct search *q, spot_t start)
{
    q->count = 1;
    reach(q, NULL, start, 0);
    for (int total = 0; total < COSTS; total++)
        while (q->open[total]) {
            struct node *node = &q->node[q->open[total]];
            q->open[total] = node->next;
            if (node->done)
                continue;
            node->done = true;
            if (estimate(q, node->at) == 0)
                return node;
            spread(q, node);
        }
    return NULL;
}

/* Walks back from the last node: who goes where, in order; and how far each can go
 * before it would need a tile that another, earlier in the order, still needs. */
static void write_ways(const struct search *q, const struct node *last, struct tile_way way[HEROES])
{
    uint8_t hero[SEQUENCE_MAX], from[SEQUENCE_MAX], to[SEQUENCE_MAX];
    int count = last->cost;
    bool waits[HEROES] = {false};
    uint32_t needed[HEROES] = {0};
    for (int i = count; i > 0; i--, last = &q->node[last->parent]) {
        hero[i - 1] = last->hero;
        to[i - 1] = (uint8_t)tile_of(last->at, last->hero);
        from[i - 1] = (uint8_t)tile_of(q->node[last->parent].at, last->hero);
    }
    for (int i = 0; i < count; i++) {
        struct tile_way *w = &way[hero[i]];
        uint32_t others = 0;
        for (int h = 0; h < HEROES; h++)
            others |= h != hero[i] ? needed[h] : 0;
        waits[hero[i]] |= (others & ~ROOMY) >> to[i] & 1;
        needed[hero[i]] |= 1u << from[i] | 1u << to[i];
        if (w->count == TILE_MOVES_MAX)
            continue;
        w->tile[w->count++] = to[i];
        w->clear = waits[hero[i]] ? w->clear : w->count;
    }
}

bool tiles_order(const struct state *s, const uint8_t target[HEROES], struct tile_way way[HEROES])
{
    struct search q;
    spot_t start = 0;
    memset(&q, 0, offsetof(struct search, node));
    memset(q.slot, 0, sizeof q.slot);
    memset(q.open, 0, sizeof q.open);
    memset(way, 0, HEROES * sizeof *way);
    q.s = s;
    look_around(&q);
    for (int h = 0; h < HEROES; h++) {
        if (!(q.moving >> h & 1))
            continue;
        start |= (spot_t)PLACE_TILE(s->hero_at[h]) << 5 * h;
        measure(&q, h, target[h]);
    }
    const struct node *last = find(&q, start);
    if (last)
        write_ways(&q, last, way);
    return last != NULL;
}
