/* wasm/word/left_out.c -- what the engine of Traître Mot for browsers does without: each function declared
 * here stands in for one of games/word/ (--wrap, cmake/wasm.cmake), which is then not part of the engine. */
#include "games/word/play.h"

bool __wrap_deck_read(const char *text, size_t size, struct deck *out, struct complaint *why);
bool __wrap_word_sound(const struct state *s);
void __wrap_cards_deal(struct turn *t);
void __wrap_end_game(struct turn *t, uint8_t ending);

/* Only the server reads decks. */
bool __wrap_deck_read(const char *text, size_t size, struct deck *out, struct complaint *why)
{
    (void)text, (void)size, (void)out, (void)why;
    return false;
}

/* Only tests ask. */
bool __wrap_word_sound(const struct state *s)
{
    (void)s;
    return true;
}

/* Three players or more: a page never hosts it. */
void __wrap_cards_deal(struct turn *t)
{
    (void)t;
}

void __wrap_end_game(struct turn *t, uint8_t ending)
{
    (void)t, (void)ending;
}
