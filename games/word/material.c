/* games/word/material.c -- word cards as the rest of the program knows what a game is played with.
 *
 * A file of its own, so that an engine for browsers can leave out the reader (wasm/word/left_out.c). */
#include "games/word/deck.h"

static bool read_deck(const char *text, size_t size, void *out, struct complaint *why)
{
    return deck_read(text, size, out, why);
}

static const char *deck_title(const void *of)
{
    return ((const struct deck *)of)->title;
}

/* W1.5: never a word of it. */
static struct material_facts facts(const void *of)
{
    const struct deck *deck = of;
    return (struct material_facts){deck->count, (uint8_t)deck_players(deck), deck_language(deck->language)};
}

const struct material deck_material = {"deck", "W1.5", sizeof(struct deck), read_deck, deck_title, facts};
