/* cli/check_deck.c -- is this deck of word cards good, or this own list (docs/decks.md)?  What is it like? */
#include "cli/check_deck.h"

#include <stdio.h>

#include "cli/cli.h"
#include "games/word/deck.h"

bool check_is_deck(const char *text, size_t size)
{
    return deck_looks_so(text, size);
}

static void print_kinds(const struct deck *deck, int colour, const char *name)
{
    int kinds[DECK_INFINITIVE + 1] = {0};
    for (int card = 0; card < deck->count; card++)
        kinds[deck_word(deck, card, colour)->kind]++;
    printf("; %s: %d nouns, %d adjectives, %d infinitives", name, kinds[DECK_NOUN], kinds[DECK_ADJECTIVE],
           kinds[DECK_INFINITIVE]);
}

/* The first card of an own list, before this one, on which an announcement may mean the same word. */
static int card_before(const struct deck *deck, int card, int colour)
{
    const struct deck_word *word = deck_word(deck, card, colour);
    for (int before = 0; before < card; before++)
        for (int i = word[0].forms; i < word[1].forms; i++)
            if (deck_means(deck, before, colour, deck->form[i]))
                return before;
    return card;
}

/* No mistake: each owner may claim it (W3.2).  But few will have meant it. */
static void note_repetitions(const char *file, const struct deck *deck)
{
    for (int card = 0; card < deck->count; card++)
        for (int colour = 0; colour < DECK_COLOURS; colour++) {
            int before = card_before(deck, card, colour);
            if (before < card)
                printf("%s:%u: note: %s is also in line %u: whoever holds either card may claim it (W3.2)\n",
                       file, (unsigned)deck->number[card], deck_text(deck, card, colour),
                       (unsigned)deck->number[before]);
        }
}

int check_deck(const char *file, const char *text, size_t size)
{
    static const char *const languages[] = {
        [SPELL_OTHER] = "", [SPELL_EN] = " in English", [SPELL_FR] = " in French", [SPELL_NL] = " in Dutch"};
    static struct deck deck;
    struct complaint why;
    if (!deck_read(text, size, &deck, &why))
        return cli_fail(file, &why);
    if (!deck.numbered)
        note_repetitions(file, &deck);
    printf("%s: ok: %s \"%s\"%s, %u cards", file, deck.numbered ? "deck" : "own list", deck.title,
           languages[deck.language], (unsigned)deck.count);
    if (deck.numbered) {
        print_kinds(&deck, 0, "black");
        print_kinds(&deck, 1, "pink");
    } else {
        printf(", enough for %d players", deck_players(&deck));
    }
    putchar('\n');
    return EXIT_DONE;
}
