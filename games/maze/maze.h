/* games/maze/maze.h -- the types of Magic Maze, for its own files, its bot and
 * its tests.  The server and the wire know it only by its tables. */
#ifndef GAMES_MAZE_MAZE_H
#define GAMES_MAZE_MAZE_H

#include "core/turn.h"
#include "rules/ballot.h"
#include "rules/clock.h"
#include "rules/consent.h"
#include "rules/hush.h"
#include "rules/presence.h"
#include "rules/sand.h"

#define DEF "games/maze/maze.def"
#include "core/def_types.h"
#undef DEF

enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { HEROES = 4, SPACES = 16, TILES_MAX = 24, ACTION_TILES_MAX = 9, DECK = 7 }; /* DECK: solo (M9) */

/* Some spaces come in the colours of the heroes, `yellow` the first of their kind: whose is this one, 0 .. 3?
 * -1: it is none of that kind. */
static inline int space_hero(int space, int yellow)
{
    return space >= yellow && space < yellow + HEROES ? space - yellow : -1;
}

static inline bool space_explores(int space)
{
    return space_hero(space, space_explore_yellow) >= 0;
}

extern const struct game maze;
extern const struct schema maze_schema;

#endif
