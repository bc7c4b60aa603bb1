/* wasm/word/left_out.c -- what the engine of Traître Mot for browsers does without: each function declared
 * here stands in for one of games/word/ (--wrap, cmake/wasm.cmake), which is then not part of the engine. */
#include "games/word/deck.h"

bool __wrap_deck_read(const char *text, size_t size, struct deck *out, struct complaint *why);

/* Only the server reads decks. */
bool __wrap_deck_read(const char *text, size_t size, struct deck *out, struct complaint *why)
{
    (void)text, (void)size, (void)out, (void)why;
    return false;
}
