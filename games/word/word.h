/* games/word/word.h -- the types of Traître Mot, for its own files, its bots and its tests.  The server and
 * the wire know it only by its tables. */
#ifndef GAMES_WORD_WORD_H
#define GAMES_WORD_WORD_H

#include "core/turn.h"
#include "games/word/deck.h"
#include "rules/ballot.h"
#include "rules/clock.h"
#include "rules/consent.h"
#include "rules/hush.h"
#include "rules/presence.h"

#define DEF "games/word/word.def"
#include "core/def_types.h"
#undef DEF

enum { HAND_CARDS = 5, PILE_CARDS = 3, CARDS_TO_WIN = 7, WORDS_MAX = 200, STARTS_MAX = 3 };
enum { THINKING_S = 45, STANDING_S = 3 }; /* where the table says nothing else */

/* Where a card is, of 1 to DECK_CARDS_MAX.  A seat's number: in that hand.  PLACE_MISSED + seat: laid aside,
 * because its word passed unclaimed. */
enum { PLACE_DRAW_PILE, PLACE_GONE = 16, PLACE_MISSED = 32 };
static inline uint8_t place_of(const struct state *s, int card)
{
    return s->places[(card - 1) / 200].of[(card - 1) % 200];
}

extern const struct game word;
extern const struct schema word_schema;

/* What would be said of an announcement, whoever asks and whenever (W2.4, W2.5). */
struct judged {
    refusal_t refusal;        /* REFUSAL_alike: unless its author insists */
    uint16_t earlier;         /* the number of the word that it is, or is like; 0: none */
    struct spelling spelling; /* if it is spelled well */
};
struct judged word_judge(const struct state *view, const char *text);

#endif
