/* games/games.c -- the games of the house: a line each. */
#include "core/game.h"

extern const struct game null_game, maze, traitor;

const struct game *const games[] = {&null_game, &maze, &traitor, 0};
