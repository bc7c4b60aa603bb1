/* bots/maze_tiles.h -- in which order heroes go from tile to tile when no tile has
 * room for two (M8.11).
 *
 * It searches over where all four are at once, because heroes that merely give way
 * to each other can do so for ever.  It knows tiles, not spaces. */
#ifndef BOTS_MAZE_TILES_H
#define BOTS_MAZE_TILES_H

#include "games/maze/play.h"

enum { TILE_MOVES_MAX = 24 }; /* how far to look ahead for one hero */

struct tile_way {
    uint8_t tile[TILE_MOVES_MAX]; /* one after another */
    uint8_t count;                /* how many it needs in all */
    uint8_t clear;                /* how many of them need not wait for anybody */
};

/* `target`: the tile where each hero should be; 0: anywhere.  False: no order was
 * found. */
bool tiles_order(const struct state *s, const uint8_t target[HEROES], struct tile_way way[HEROES]);

#endif
