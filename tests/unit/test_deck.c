/* tests/unit/test_deck.c -- word cards as a text: what is read, how mistakes are told; the house's own. */
#include "games/word/deck.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_ROOM = 1 << 17 };

static struct deck deck;
static struct complaint why;
static char text[TEXT_ROOM];

/* A word that is alike no other: two syllables, none of which ends in a consonant. */
static const char *made_up(int which)
{
    static char word[4][8];
    static int next;
    char *out = word[next++ % 4];
    int first = which / 60, second = which % 60;
    snprintf(out, 8, "%c%c%c%c", "bdfgklmnprtv"[first / 5], "aeiou"[first % 5], "bdfgklmnprtv"[second / 5],
             "aeiou"[second % 5]);
    return out;
}

static char *end_of(char *out)
{
    return out + strlen(out);
}

static size_t room_after(const char *end)
{
    return (size_t)(text + sizeof text - end);
}

/* A good deck in French: card N stands in line N + 3. */
static void write_deck(int cards, int nouns)
{
    snprintf(text, sizeof text, "deck: Made up\nlanguage: fr\n// number, black, pink\n");
    for (int i = 0; i < cards; i++) {
        char *end = end_of(text), kind = i < nouns ? 'n' : i % 2 ? 'a' : 'v';
        snprintf(end, room_after(end), "%3d | %c %s [en some word] | %c %s\n", i + 1, kind, made_up(2 * i),
                 kind, made_up(2 * i + 1));
    }
}

/* An own list: card N stands in line N. */
static void write_list(int cards, char between)
{
    text[0] = 0;
    for (int i = 0; i < cards; i++) {
        char *end = end_of(text);
        snprintf(end, room_after(end), "%s%c%s\n", made_up(2 * i), between, made_up(2 * i + 1));
    }
}

/* Puts something else in place of what stands there first. */
static void put(const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(strlen(text) + strlen(to) < sizeof text);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

static void assert_read(void)
{
    if (!deck_read(text, strlen(text), &deck, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
}

static void assert_complaint(int line, const char *told)
{
    assert_false(deck_read(text, strlen(text), &deck, &why));
    if (strcmp(why.text, told) != 0 || why.line != (uint32_t)line)
        fail_msg("line %u: %s; not line %d: %s", (unsigned)why.line, why.text, line, told);
}

static uint32_t plain(const char *word, uint8_t language)
{
    struct spelling s;
    assert_int_equal(spell(word, strlen(word), language, &s, NULL), SPELLED_WELL);
    return s.plain;
}

/* ---- own lists ---- */

static void list_sizes(void **state)
{
    static const struct {
        int cards, players;
    } enough[] = {{60, 3}, {69, 3}, {70, 4}, {99, 6}, {109, 7}, {110, 8}, {400, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof enough / sizeof *enough; i++) {
        write_list(enough[i].cards, ';');
        assert_read();
        assert_int_equal(deck.count, enough[i].cards);
        assert_int_equal(deck_players(&deck), enough[i].players);
        assert_false(deck.numbered);
    }
    write_list(59, ';');
    assert_complaint(59, "a list has at least 60 cards, and this one ends with 59 (W1.5)");
    write_list(401, ';');
    assert_complaint(401, "more than 400 cards");
    assert_false(deck_read("", 0, &deck, &why));
    assert_string_equal(why.text, "a list has at least 60 cards, and this one ends with 0 (W1.5)");
}

static void list_columns(void **state)
{
    (void)state;
    for (const char *between = "|;\t"; *between; between++) {
        write_list(60, *between);
        assert_read();
        assert_string_equal(deck_text(&deck, 0, 0), "baba");
        assert_string_equal(deck_text(&deck, 59, 1), made_up(119));
        assert_string_equal(deck.title, "Own words");
        assert_int_equal(deck.language, SPELL_OTHER);
    }
    put("baba\tbabe\n",
        "\xef\xbb\xbf  // from a spreadsheet \n\n deck: Ours \nlanguage: nl\r\n\xc3\xa9t\xc3\xa9 "
        "rouge \t Le  Havre\t\r\n");
    assert_read();
    assert_string_equal(deck.title, "Ours");
    assert_int_equal(deck.language, SPELL_NL);
    assert_string_equal(deck_text(&deck, 0, 0), "\xc3\xa9t\xc3\xa9 rouge");
    assert_string_equal(deck_text(&deck, 0, 1), "Le Havre");
    assert_int_equal(deck.number[0], 5); /* a card of a list is known by its line */
}

static void list_finals(void **state)
{
    (void)state;
    write_list(400, '|');
    assert_read();
    assert_true(deck_means(&deck, 399, 1, plain(made_up(799), SPELL_OTHER)));
    assert_true(deck_means(&deck, 0, 0, plain("babas", SPELL_OTHER)));
    assert_false(deck_means(&deck, 0, 0, plain("babax", SPELL_OTHER)));
    assert_false(deck_means(&deck, 0, 1, plain("baba", SPELL_OTHER)));
    put("baba|", "language: fr\nbab\xc3\xa2|");
    assert_read();
    assert_true(deck_means(&deck, 0, 0, plain("baba", SPELL_FR)));
    assert_true(deck_means(&deck, 0, 0, plain("babas", SPELL_FR)));
    assert_true(deck_means(&deck, 0, 0, plain("BABAX", SPELL_FR)));
    assert_false(deck_means(&deck, 0, 0, plain("babaxs", SPELL_FR)));
    put("bab\xc3\xa2|", "baba, bobo|"); /* then it lists its forms, and these are all */
    assert_read();
    assert_true(deck_means(&deck, 0, 0, plain("bobo", SPELL_FR)));
    assert_false(deck_means(&deck, 0, 0, plain("babas", SPELL_FR)));
    assert_false(deck_means(&deck, 1, 0, plain("babis", SPELL_FR)));
}

static void list_repeats(void **state)
{
    (void)state;
    write_list(60, '|');
    put("babi|babo", "baba|babes");
    assert_read();
    uint32_t word = plain("baba", SPELL_OTHER);
    assert_true(deck_means(&deck, 0, 0, word) && deck_means(&deck, 1, 0, word));
}

/* ---- decks ---- */

static void good_deck(void **state)
{
    (void)state;
    write_deck(DECK_CARDS, 167);
    assert_read();
    assert_true(deck.numbered);
    assert_int_equal(deck.count, DECK_CARDS);
    assert_int_equal(deck_players(&deck), 8);
    assert_string_equal(deck_material.title(&deck), "Made up");
    for (int card = 0; card < deck.count; card++) {
        assert_int_equal(deck.number[card], card + 1);
        for (int colour = 0; colour < DECK_COLOURS; colour++) {
            assert_string_equal(deck_text(&deck, card, colour), made_up(2 * card + colour));
            assert_true(deck_means(&deck, card, colour, plain(made_up(2 * card + colour), SPELL_FR)));
        }
        assert_string_equal(deck_gloss(&deck, card, 0, SPELL_EN), "some word");
        assert_string_equal(deck_gloss(&deck, card, 1, SPELL_EN), "");
    }
    write_deck(237, 237);
    assert_complaint(240, "a deck has 238 cards, and this one ends with 237 (W8.1)");
    write_deck(239, 239);
    assert_complaint(242, "more than 238 cards (W8.1)");
}

static void forms_and_glosses(void **state)
{
    (void)state;
    write_deck(DECK_CARDS, DECK_CARDS);
    put("n baba [en some word]", "n cl\xc3\xa9 , cl\xc3\xa9s,clef, cle, clefs  [nl sleutel][en key]");
    assert_read();
    assert_string_equal(deck_text(&deck, 0, 0), "cl\xc3\xa9");
    assert_string_equal(deck_gloss(&deck, 0, 0, SPELL_EN), "key");
    assert_string_equal(deck_gloss(&deck, 0, 0, SPELL_NL), "sleutel");
    assert_string_equal(deck_gloss(&deck, 0, 0, SPELL_FR), "");
    assert_string_equal(deck_gloss(&deck, 0, 0, 200), "");
    assert_string_equal(deck_text(&deck, 0, 1), "babe");
    static const char *const forms[] = {"cle", "cles", "clef", "la clef", "clefs"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        assert_true(deck_means(&deck, 0, 0, plain(forms[i], SPELL_FR)));
    assert_false(deck_means(&deck, 0, 0, plain("clefx", SPELL_FR)));
    assert_int_equal(deck_word(&deck, 0, 0)[1].forms - deck_word(&deck, 0, 0)[0].forms, 4);
}

struct mistake {
    const char *from, *to, *told;
    int line;
};

/* Each in a good deck by itself. */
static void each_mistake(const struct mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        write_deck(DECK_CARDS, DECK_CARDS);
        put(mistakes[i].from, mistakes[i].to);
        assert_complaint(mistakes[i].line, mistakes[i].told);
    }
}
#define EACH(list) each_mistake(list, sizeof list / sizeof *list)

static void alike(void **state)
{
    static const struct mistake mistakes[] = {
        {"n babi", "n baba", "baba is the same as, or much like, baba on card 1 (W8.1)", 5},
        {"n babe", "n baba", "baba is the same as, or much like, baba on card 1 (W8.1)", 4},
        {"n babi", "n bab\xc3\xa2", "bab\xc3\xa2 is the same as, or much like, baba on card 1 (W8.1)", 5},
        {"n babi", "n babas", "babas is the same as, or much like, baba on card 1 (W8.1)", 5},
        {"n babi", "n ba-bax", "ba-bax is the same as, or much like, baba on card 1 (W8.1)", 5},
        {"n babi", "n babi, babes", "babes is the same as, or much like, babe on card 1 (W8.1)", 5},
        {"n babe", "n babe, babos", "babo is the same as, or much like, babe on card 1 (W8.1)", 5},
    };
    (void)state;
    EACH(mistakes);
}

static void spelled(void **state)
{
    static const struct mistake mistakes[] = {
        {"n babe", "n la babe", "a word of a deck has no article (W8.2): la babe", 4},
        {"n babe", "n l'abe", "a word of a deck has no article (W8.2): l'abe", 4},
        {"n babe",
         "n l\xe2\x80\x99"
         "abe",
         "a word of a deck has no article (W8.2): l\xe2\x80\x99"
         "abe",
         4},
        {"n babe", "n babe, une babe", "a word of a deck has no article (W8.2): une babe", 4},
        {"n babe", "n ba!be",
         "a word has letters, digits, spaces, hyphens and apostrophes only (W2.5): ba!be", 4},
        {"n babe", "n ba be bi bo bu", "a word has at most four parts (W2.5): ba be bi bo bu", 4},
        {"n babe", "n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "a word has at most 40 characters (W2.5): aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 4},
        {"n babe",
         "n ba\xe2\x80\xae"
         "be",
         "a word has letters, digits, spaces, hyphens and apostrophes only (W2.5): ba?be", 4},
        {"n babe",
         "n b\xd0\xb0"
         "be",
         "a word has letters of one alphabet only (W2.5): b\xd0\xb0"
         "be",
         4},
        {"n babe", "n ", "a word is missing", 4},
        {"n babe", "n babe,, x", "a word is missing", 4},
        {"n babe", "n a, b, c, d, e, f, g", "a word has at most 6 forms, itself included", 4},
    };
    (void)state;
    EACH(mistakes);
}

static void numbers(void **state)
{
    static const struct mistake mistakes[] = {
        {"  2 |", "  1 |", "there is already a card 1 (W8.3)", 5},
        {"238 |", "17|", "there is already a card 17 (W8.3)", 241},
        {"  2 |", "  0 |", "a card begins with its number, 1 to 9999, and has two words", 5},
        {"  2 |", "  2a |", "a card begins with its number, 1 to 9999, and has two words", 5},
        {"  2 |", "  |", "a card begins with its number, 1 to 9999, and has two words", 5},
        {"  2 |", "  10000 |", "a card begins with its number, 1 to 9999, and has two words", 5},
        {"  2 |", "", "either every card has a number before its two words, or none has", 5},
    };
    (void)state;
    EACH(mistakes);
    write_deck(DECK_CARDS, DECK_CARDS);
    put("  2 |", "9999 |"); /* a number that is given up stays free */
    assert_read();
    assert_int_equal(deck.number[1], 9999);
}

static void kinds(void **state)
{
    static const struct mistake mistakes[] = {
        {"n babe", "babe", "before a word stands n (noun), a (adjective) or v (infinitive): babe", 4},
        {"n babe", "x babe", "before a word stands n (noun), a (adjective) or v (infinitive): x babe", 4},
        {"n babe", "n Babe", "a deck has no names, brands or acronyms, so no capitals (W8.4): Babe", 4},
        {"n babe",
         "n \xc3\x89"
         "be",
         "a deck has no names, brands or acronyms, so no capitals (W8.4): \xc3\x89"
         "be",
         4},
        {"n babe", "n baBe", "a deck has no names, brands or acronyms, so no capitals (W8.4): baBe", 4},
    };
    (void)state;
    EACH(mistakes);
    write_deck(DECK_CARDS, 166);
    assert_complaint(241, "at least 167 black words must be nouns, and only 166 are (W8.4)");
    write_deck(DECK_CARDS, 167);
    put("| n babe", "| v babe");
    assert_complaint(241, "at least 167 pink words must be nouns, and only 166 are (W8.4)");
}

static void lines(void **state)
{
    static const struct mistake mistakes[] = {
        {"deck: Made up\n", "", "before the cards of a deck stand the lines deck: and language:", 3},
        {"language: fr\n", "", "before the cards of a deck stand the lines deck: and language:", 3},
        {"language: fr", "language: de",
         "a language is en, fr or nl; a list in another one goes without this line: de", 2},
        {"language: fr", "deck: again", "deck: is given twice", 2},
        {"// number", "language: fr // ", "language: is given twice", 3},
        {"deck: Made up", "deck: ", "a title has 1 to 48 bytes", 1},
        {"deck: Made up", "deck: 1234567890123456789012345678901234567890123456789",
         "a title has 1 to 48 bytes", 1},
        {"  2 |", "deck: late\n  2 |", "deck: and language: stand before the first card", 5},
        {"  1 | n baba [en some word] | n babe", "n baba, n babe",
         "a card is two words with |, ; or a tab between: n baba, n babe", 4},
        {"| n babe", "| n babe | n x", "a card is two words, and in a deck a number before them", 4},
        {"| n babe", "", "either every card has a number before its two words, or none has", 5},
        {"| n babe", "| n b\xff", "this is not text in UTF-8", 4},
        {"| n babe", "| n b\x01", "this is not text in UTF-8", 4},
        {"[en some word]", "[en some word",
         "a gloss is written [en word], [fr word] or [nl word]: [en some word", 4},
        {"[en some word]", "[de Wort]", "a gloss is written [en word], [fr word] or [nl word]: de", 4},
        {"[en some word]", "[en ]", "a gloss is written [en word], [fr word] or [nl word]: en", 4},
        {"[en some word]", "[en a] b", "a gloss is written [en word], [fr word] or [nl word]: b", 4},
        {"[en some word]", "[fr mot]", "a gloss is in another language than the deck: mot", 4},
        {"[en some word]", "[en a] [en b]", "a second gloss in the same language: b", 4},
        {"[en some word]", "[en 12345678901234567890123456789012345678901]",
         "a gloss has at most 40 characters: 12345678901234567890123456789012345678901", 4},
    };
    (void)state;
    EACH(mistakes);
}

/* ---- any bytes ---- */

static void any_bytes(void **state)
{
    static char big[10 << 20];
    (void)state;
    memset(big, 'a', sizeof big);
    assert_false(deck_read(big, sizeof big, &deck, &why));
    assert_int_equal(why.line, 0);
    assert_string_equal(why.text, "the file can be at most 64 KiB");
    write_deck(DECK_CARDS, DECK_CARDS);
    for (size_t size = 0; size < strlen(text) - 1; size += 7) { /* cut short anywhere */
        assert_false(deck_read(text, size, &deck, &why));
        assert_true(why.text[0]);
    }
    text[0] = 0;
    for (int i = 0; i < 150; i++) { /* more than there is room for */
        char *end = end_of(text);
        snprintf(end, room_after(end), "%s%072d|%s%072d\n", made_up(i), 0, made_up(i), 0);
        for (char *c = end; (c = strchr(c, '0')); c++)
            memcpy(c, "\xc3\xa9", 2), c++;
    }
    assert_complaint(111, "the words and glosses are longer than a deck can hold: 17000 bytes");
}

static void looks_so(void **state)
{
    static const struct {
        const char *text;
        bool is;
    } begun[] = {
        {"deck: x\n", true},
        {"language: xx\n", true},
        {"// a list\n\na;b", true},
        {"a\tb", true},
        {"1 | n a | n b", true},
        {"", false},
        {"// only this\n", false},
        {"words\na|b", false},
        {"turncoat tiles 1\n", false},
        {"\xef\xbb\xbf"
         "deck: x\n",
         true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++)
        assert_int_equal(deck_looks_so(begun[i].text, strlen(begun[i].text)), begun[i].is);
}

/* ---- the house's own ---- */

static const char *const house_files[] = {
    [SPELL_EN] = "data/decks/word.en", [SPELL_FR] = "data/decks/word.fr", [SPELL_NL] = "data/decks/word.nl"};

static void read_file(const char *file)
{
    FILE *in = fopen(file, "rb");
    if (!in)
        fail_msg("%s is missing", file);
    size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[size] = 0;
    if (!deck_read(text, size, &deck, &why))
        fail_msg("%s:%u: %s", file, (unsigned)why.line, why.text);
}

static void house_decks(void **state)
{
    (void)state;
    assert_null(house_deck(SPELL_OTHER));
    for (uint8_t language = SPELL_EN; language <= SPELL_NL; language++) {
        read_file(house_files[language]);
        assert_true(deck.numbered);
        assert_int_equal(deck.language, language);
        assert_non_null(house_deck(language));
        assert_memory_equal(&deck, house_deck(language), sizeof deck);
    }
}

/* The number of a card of `now` that stands for other words than it did `then`; 0: there is none. */
static int reused(const struct deck *then, const struct deck *now)
{
    for (int i = 0; i < then->count; i++)
        for (int k = 0; k < now->count; k++)
            for (int colour = 0; colour < DECK_COLOURS; colour++)
                if (then->number[i] == now->number[k] &&
                    strcmp(deck_text(then, i, colour), deck_text(now, k, colour)) != 0)
                    return then->number[i];
    return 0;
}

/* Every released version has left its decks in tests/versions. */
static void released_numbers(void **state)
{
    static struct deck earlier;
    glob_t found;
    (void)state;
    write_deck(DECK_CARDS, DECK_CARDS);
    assert_read();
    earlier = deck;
    assert_int_equal(reused(&earlier, &deck), 0);
    put("  7 | n", "400 | n"); /* given up: that is allowed */
    assert_read();
    assert_int_equal(reused(&earlier, &deck), 0);
    put("400 | n", "  7 | n");
    put("n babe", "n other");
    assert_read();
    assert_int_equal(reused(&earlier, &deck), 1);

    for (uint8_t language = SPELL_EN; language <= SPELL_NL; language++) {
        char pattern[80];
        snprintf(pattern, sizeof pattern, "tests/versions/*/%s", house_files[language] + strlen("data/"));
        read_file(house_files[language]);
        const struct deck now = deck;
        int status = glob(pattern, 0, NULL, &found);
        assert_true(status == 0 || status == GLOB_NOMATCH);
        for (size_t i = 0; !status && i < found.gl_pathc; i++) {
            read_file(found.gl_pathv[i]);
            int number = reused(&deck, &now);
            if (number)
                fail_msg("card %d of %s was other words in %s: take a new number", number,
                         house_files[language], found.gl_pathv[i]);
        }
        globfree(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"W1.5 a list has 60 cards for 3 players, and 10 more for each further one", list_sizes, 0, 0, 0},
        {"W1.5 a list is two columns, with a few signs between them, and nothing else", list_columns, 0, 0,
         0},
        {"W3.5 a list without forms has its words with a final s, in French x", list_finals, 0, 0, 0},
        {"W3.2 in an own list a word may be on several cards", list_repeats, 0, 0, 0},
        {"W8.1 a deck has 238 cards of two words", good_deck, 0, 0, 0},
        {"W1.6, W3.5 a word has forms that count, and glosses that do not", forms_and_glosses, 0, 0, 0},
        {"W8.1 no two words of a deck are equal or alike, with all their forms", alike, 0, 0, 0},
        {"W8.2 every word of a deck passes W2.5 and has no article", spelled, 0, 0, 0},
        {"W8.3 every card of a deck has a number of its own", numbers, 0, 0, 0},
        {"W8.3 no number that a version was released with stands for other words", released_numbers, 0, 0, 0},
        {"W8.4 at least 70 % are nouns, in either colour, and none has a capital", kinds, 0, 0, 0},
        {"a line that is not one of a deck is told with the reason", lines, 0, 0, 0},
        {"any bytes are read or refused", any_bytes, 0, 0, 0},
        {"a text begins as a deck, or not", looks_so, 0, 0, 0},
        {"W8.1 the house has a deck in every language, and it is compiled in", house_decks, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
