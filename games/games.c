/* games/games.c -- all games: one line each, called as its folder is.  An engine for browsers has only one of
 * them (cmake/wasm.cmake). */
#include "core/game.h"

/* clang-format off */
#ifdef ONLY_GAME
#define GAMES GAME(ONLY_GAME)
#else
#define GAMES \
    GAME(null) \
    GAME(maze) \
    GAME(traitor) \
    GAME(word)
#endif
/* clang-format on */

#define GAME(its) extern const struct game its;
GAMES
#undef GAME

#define GAME(its) &its,
const struct game *const games[] = {GAMES 0};
