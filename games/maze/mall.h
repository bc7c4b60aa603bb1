/* games/maze/mall.h -- the mall on the table: where tiles lie, how spaces join.
 *
 * Geometry only: it knows walls, passages and places, not who may do what. */
#ifndef GAMES_MAZE_MALL_H
#define GAMES_MAZE_MALL_H

#include "games/maze/maze.h"
#include "games/maze/tiles.h"

typedef uint16_t place_t; /* tile number << 4 | space; 0 is no place */
#define PLACE(tile, space) ((place_t)((tile) << 4 | (space)))
#define PLACE_TILE(place) ((place) >> 4)
#define PLACE_SPACE(place) ((place)&15)

/* Where the second dimension's first tile lies (M8.7): so far away on the
 * same lattice that the two boards can never touch. */
enum { SECOND_DIMENSION_EAST = 64 };

/* A step from tile to tile, N E S W, on the lattice where they lie. */
static const int8_t mall_lattice_east[DIRECTIONS] = {0, 1, 0, -1};
static const int8_t mall_lattice_south[DIRECTIONS] = {-1, 0, 1, 0};
static const uint8_t mall_opposite[DIRECTIONS] = {SOUTH, WEST, NORTH, EAST};

/* The space beside each space of a tile; 16 is outside. */
static const uint8_t mall_beside[DIRECTIONS][SPACES] = {
    {16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {1, 2, 3, 16, 5, 6, 7, 16, 9, 10, 11, 16, 13, 14, 15, 16},
    {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16},
    {16, 0, 1, 2, 16, 4, 5, 6, 16, 8, 9, 10, 16, 12, 13, 14},
};

/* The place one step that way, or 0 if a wall or the end of the mall is there. */
static inline place_t mall_step(const struct state *s, place_t from, int direction, bool dwarf)
{
    const struct tile *tile = &s->mall[PLACE_TILE(from)];
    int space = PLACE_SPACE(from);
    unsigned ways = tile->face.open[direction] | (dwarf ? tile->face.dwarf[direction] : 0u);
    if (!(ways >> space & 1))
        return 0;
    int next = mall_beside[direction][space];
    if (next < SPACES)
        return PLACE(PLACE_TILE(from), next);
    if (!tile->link[direction] || space != face_crossing[direction])
        return 0;
    return PLACE(tile->link[direction], face_crossing[mall_opposite[direction]]);
}

/* The place at the other end of the escalator at `from`, or 0. */
place_t mall_escalator(const struct state *s, place_t from);

/* Spaces east and south of tile 1's north-west corner. */
static inline void mall_position(const struct state *s, place_t place, int *east, int *south)
{
    const struct tile *tile = &s->mall[PLACE_TILE(place)];
    /* M2.4: one tile to the east lies at (+4, +1), one to the south at (-1, +4). */
    *east = 4 * tile->east - tile->south + PLACE_SPACE(place) % 4;
    *south = tile->east + 4 * tile->south + PLACE_SPACE(place) / 4;
}

/* Is it a space of a laid tile? */
static inline bool mall_has(const struct state *s, int tile, int space)
{
    return tile >= 1 && tile <= TILES_MAX && space >= 0 && space < SPACES && s->mall[tile].laid;
}

/* What is there: enum space. */
static inline int mall_space(const struct state *s, place_t place)
{
    return s->mall[PLACE_TILE(place)].face.space[PLACE_SPACE(place)];
}

/* Is it out of order? */
static inline bool mall_used(const struct state *s, place_t place)
{
    return s->mall[PLACE_TILE(place)].used >> PLACE_SPACE(place) & 1;
}

/* Is it an unused hourglass space?  A move ends there and flips the hourglass (M4.8, M5.3). */
static inline bool mall_flips(const struct state *s, place_t place)
{
    return mall_space(s, place) == space_hourglass && !mall_used(s, place);
}

/* The side of the tile that an exploration space leads to; -1 for any other space. */
int mall_side(const struct state *s, place_t place);
/* The number of the tile that lies beyond that side; 0 for none. */
int mall_beyond(const struct state *s, int tile, int direction);
/* Does this exploration space lead to where there is no tile yet (M4.5)? */
bool mall_unexplored(const struct state *s, place_t place);

/* The quarter turns that bring the arrow of a tile from the pile to that side (M2.4). */
int mall_turns(const struct state *s, int tile, int arrow_side);

void mall_lay(struct state *s, int tile, int east, int south, int turns);
void mall_take_up(struct state *s, int tile);

/* Which hero stands there: 0 .. 3, or -1. */
static inline int mall_hero(const struct state *s, place_t place)
{
    for (int h = 0; h < HEROES; h++)
        if (s->hero_at[h] == place)
            return h;
    return -1;
}

/* Is a hero other than that one on the tile? */
bool mall_crowded(const struct state *s, int tile, int but);
/* In the second dimension? */
bool mall_apart(const struct state *s, place_t place);
/* Are the other three heroes all in that dimension, so that this one may not follow (M8.7)? */
bool mall_others_together(const struct state *s, int hero, bool apart);

/* Can two laid tiles, or this one and another, be discarded (M8.5)? */
refusal_t mall_discard_refusal(const struct state *s, int tile, int due);
bool mall_two_can_go(const struct state *s);

#endif
