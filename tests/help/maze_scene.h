/* tests/help/maze_scene.h -- a hero beside a space of some kind, about to enter it: where most rules of the
 * mall begin. */
#ifndef TESTS_HELP_MAZE_SCENE_H
#define TESTS_HELP_MAZE_SCENE_H

#include "tests/help/maze_bench.h"

/* All actions for every seat. */
static const uint8_t everything[9] = {127, 127, 127, 127, 127, 127, 127, 127, 127};

/* The tile's space of that kind, in the tile's present orientation. */
static inline uint8_t find(uint8_t tile, int kind)
{
    for (uint8_t i = 0; i < SPACES; i++)
        if (mall_space(TRUTH, PLACE(tile, i)) == kind)
            return i;
    fail_msg("tile %d has no such space", tile);
    return 0;
}

/* A neighbour of a space, from which a hero can step into it. */
static inline uint8_t beside(uint8_t tile, uint8_t space)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        place_t next = mall_step(TRUTH, PLACE(tile, space), d, false);
        if (next && PLACE_TILE(next) == tile && mall_hero(TRUTH, next) < 0)
            return PLACE_SPACE(next);
    }
    fail_msg("space %d of tile %d has no free neighbour", space, tile);
    return 0;
}

/* Lets a hero take the last step into the space of that kind. */
static inline refusal_t enter(uint8_t hero, uint8_t tile, int kind)
{
    uint8_t space = find(tile, kind);
    put(hero, tile, beside(tile, space));
    return move(1, hero, tile, space);
}

#endif
