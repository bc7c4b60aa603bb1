/* games/games.c -- all games: one line each. */
#include "core/game.h"

/* clang-format off */
#define GAMES \
    GAME(null_game) \
    GAME(maze) \
    GAME(traitor)
/* clang-format on */

#define GAME(its) extern const struct game its;
GAMES
#undef GAME

#define GAME(its) &its,
const struct game *const games[] = {GAMES 0};
