/* tests/fuzz_deck.c -- any bytes as word cards.
 *
 * A deck is read or refused with a reason; of what is read, every word can be asked for, and is a form of
 * itself.  Read again, it is the same. */
#include <string.h>

#include "core/check.h"
#include "games/word/deck.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_word(const struct deck *deck, int card, int colour)
{
    const struct deck_word *word = deck_word(deck, card, colour);
    const char *text = deck_text(deck, card, colour);
    struct spelling s;
    CHECK(!spell(text, strlen(text), deck->language, &s, NULL));
    CHECK(word[0].forms < word[1].forms && word[1].forms <= DECK_FORMS_MAX);
    CHECK(deck_means(deck, card, colour, s.plain));
    CHECK(deck->numbered == (word->kind != DECK_UNSAID));
    for (uint8_t language = 0; language < 8; language++)
        CHECK((deck_gloss(deck, card, colour, language)[0] != 0) == (word->glossed >> language & 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct deck deck, again;
    struct complaint why;
    memset(&deck, 0xa5, sizeof deck);
    deck_looks_so((const char *)data, size);
    if (!deck_read((const char *)data, size, &deck, &why)) {
        CHECK(why.text[0] && memchr(why.text, 0, sizeof why.text) && !strchr(why.text, '\n'));
        return 0;
    }
    CHECK(deck_read((const char *)data, size, &again, &why) && !memcmp(&deck, &again, sizeof deck));
    CHECK(deck.title[0] && memchr(deck.title, 0, sizeof deck.title));
    CHECK(deck.numbered ? deck.count == DECK_CARDS : deck_players(&deck) >= DECK_PLAYERS_MIN);
    for (int card = 0; card < deck.count; card++)
        for (int colour = 0; colour < DECK_COLOURS; colour++)
            check_word(&deck, card, colour);
    return 0;
}
