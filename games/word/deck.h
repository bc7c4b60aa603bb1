/* games/word/deck.h -- the word cards: which words are on a card, in which forms they count, what they mean
 * in other languages (W1.1, W1.5, W3.5, W8).
 *
 * A deck is a text that people can edit (docs/decks.md): data/decks/word.en and its sisters, or a list that a
 * table brings (core/game.h, struct material).  Only whoever runs the table reads one: a browser is never
 * sent a deck (W7.2), so the house's own are in no .wasm (wasm/no_decks.c). */
#ifndef GAMES_WORD_DECK_H
#define GAMES_WORD_DECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/complaint.h"
#include "core/game.h"
#include "games/word/spell.h"

enum {
    DECK_COLOURS = 2,     /* black is 0, pink is 1 */
    DECK_CARDS = 238,     /* of a deck of the house (W8.1) */
    DECK_CARDS_MAX = 400, /* of an own list */
    DECK_CARDS_MIN = 60,  /* of an own list, for DECK_PLAYERS_MIN; */
    DECK_CARDS_MORE = 10, /* for every further player (W1.5) */
    DECK_PLAYERS_MIN = 3, /* W1.4 */
    DECK_PLAYERS_MAX = 8,
    DECK_NUMBER_MAX = 9999,
    DECK_TITLE_MAX = 49,                                /* bytes of its title, and a zero */
    FORMS_MAX = 6,                                      /* of one word, itself included */
    DECK_FORMS_MAX = 3 * DECK_COLOURS * DECK_CARDS_MAX, /* of all words */
    DECK_TEXT_ROOM = 17000,                             /* bytes of all words and glosses, each with a zero */
};

/* What sort of word it is (W8.4).  An own list does not say. */
enum { DECK_UNSAID, DECK_NOUN, DECK_ADJECTIVE, DECK_INFINITIVE };

struct deck_word {
    uint16_t text;   /* where it begins in the deck's text; its glosses follow, by language */
    uint16_t forms;  /* where its forms begin in the deck's, up to those of the next word */
    uint8_t kind;    /* DECK_NOUN ... */
    uint8_t glossed; /* the languages of its glosses: bit SPELL_EN ... */
};

struct deck {
    char title[DECK_TITLE_MAX];
    uint8_t language;                /* SPELL_OTHER, SPELL_EN ... */
    bool numbered;                   /* held to W8; no: an own list, held to W1.5 */
    uint16_t count;                  /* of cards; 0 while there is none */
    uint16_t number[DECK_CARDS_MAX]; /* of each card, for good (W8.3); in an own list its line */
    struct deck_word word[DECK_COLOURS * DECK_CARDS_MAX + 1]; /* black, pink, black ...; the last only ends */
    uint32_t form[DECK_FORMS_MAX];                            /* plain forms (W2.4), hashed */
    char text[DECK_TEXT_ROOM];
};
_Static_assert(sizeof(struct deck) <= MATERIAL_MAX, "a deck fits where material is kept");

/* Reads a deck or an own list.  Accepts any bytes.  False: `out` must not be used, and `why` has the line and
 * the reason. */
bool deck_read(const char *text, size_t size, struct deck *out, struct complaint *why);
bool deck_looks_so(const char *text, size_t size); /* does a text begin as one, good or bad? */
extern const struct material deck_material;        /* the same, as the rest of the program knows it */

/* "en" ...; "": it is in another one. */
const char *deck_language(uint8_t language);

/* The house's deck in a language; NULL: there is none, or this is a browser. */
const struct deck *house_deck(uint8_t language);

/* For how many players it is enough (W1.5). */
int deck_players(const struct deck *deck);

/* Cards count from 0 to deck->count - 1 here. */
const struct deck_word *deck_word(const struct deck *deck, int card, int colour);
const char *deck_text(const struct deck *deck, int card, int colour);                    /* W1.1 */
const char *deck_gloss(const struct deck *deck, int card, int colour, uint8_t language); /* W1.6; "": none */

/* Is an announcement with this plain form (struct spelling) the card's word, or a form of it (W3.5)? */
bool deck_means(const struct deck *deck, int card, int colour, uint32_t plain);

#endif
