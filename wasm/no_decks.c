/* wasm/no_decks.c -- no engine has the word cards of the house: whoever plays is never sent a deck (W7.2),
 * and a page deals no card.  Only verifier.wasm has them (cmake/wasm.cmake). */
#include "games/word/deck.h"

const struct deck *house_deck(uint8_t language)
{
    (void)language;
    return NULL;
}
