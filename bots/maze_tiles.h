/* bots/maze_tiles.h -- in which order heroes go from tile to tile when there is
 * never room for two on one (M8.11).
 *
 * A search over where all four are at once: heroes that only give way to each
 * other can do so for ever.  It knows tiles, not spaces. */
#ifndef BOTS_MAZE_TILES_H
#define BOTS_MAZE_TILES_H

#include "games/maze/play.h"

enum { TILE_MOVES_MAX = 24 }; /* of one hero, looked ahead */

struct tile_way {
    uint8_t tile[TILE_MOVES_MAX]; /* one after the other */
    uint8_t count;                /* how many it needs in all */
    uint8_t clear;                /* so many of them need not wait for anybody */
};

/* `target`: the tile where each hero is to be; 0: it does not matter.  False: no
 * order was found. */
bool tiles_order(const struct state *s, const uint8_t target[HEROES], struct tile_way way[HEROES]);

#endif
