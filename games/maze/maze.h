/* games/maze/maze.h -- the types of Magic Maze, for its own files, its bot and
 * its tests.  The server and the wire know it only by its tables. */
#ifndef GAMES_MAZE_MAZE_H
#define GAMES_MAZE_MAZE_H

#include "core/turn.h"
#include "rules/clock.h"
#include "rules/hush.h"
#include "rules/presence.h"
#include "rules/sand.h"

#define DEF "games/maze/maze.def"
#include "core/def_types.h"
#undef DEF

enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { HEROES = 4, SPACES = 16, TILES_MAX = 24 };

extern const struct game maze;
extern const struct schema maze_schema;

#endif
