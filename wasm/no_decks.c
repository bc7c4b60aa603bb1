/* wasm/no_decks.c -- no .wasm has the word cards of the house: a browser is never sent a deck (W7.2), and its
 * engine deals no card. */
#include "games/word/deck.h"

const struct deck *house_deck(uint8_t language)
{
    (void)language;
    return NULL;
}
