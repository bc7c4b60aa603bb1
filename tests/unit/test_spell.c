/* tests/unit/test_spell.c -- words as they are written and compared (W2.4, W2.5, W3.5). */
#include "games/word/spell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct two {
    uint8_t language;
    const char *a, *b;
};

static struct spelling spelling_of(const char *text, uint8_t language)
{
    struct spelling s;
    if (spell(text, strlen(text), language, &s, NULL) != SPELLED_WELL)
        fail_msg("\"%s\" is refused", text);
    return s;
}

static bool same(const struct two *t)
{
    struct spelling a = spelling_of(t->a, t->language), b = spelling_of(t->b, t->language);
    if (a.written == b.written) /* then everything else is the same as well */
        assert_memory_equal(&a, &b, sizeof a);
    return a.written == b.written;
}

/* In both directions, or in neither. */
static bool alike(const struct two *t)
{
    struct spelling a = spelling_of(t->a, t->language), b = spelling_of(t->b, t->language);
    bool forth = spelled_alike(&a, b.plain);
    assert_int_equal(forth, spelled_alike(&b, a.plain));
    return forth;
}

static void expect(enum spelled how, const char *text, uint8_t language)
{
    struct spelling s, untouched;
    memset(&s, 0xa5, sizeof s);
    memset(&untouched, 0xa5, sizeof untouched);
    enum spelled is = spell(text, strlen(text), language, &s, NULL);
    if (is != how)
        fail_msg("\"%s\" is %d, not %d", text, is, how);
    if (how != SPELLED_WELL)
        assert_memory_equal(&s, &untouched, sizeof s);
}

static void same_words(void **state)
{
    static const struct two words[] = {
        {SPELL_FR, "cerise", "CERISE"},
        {SPELL_FR, "\u00e9t\u00e9", "E\u0301te\u0301"}, /* accents typed apart */
        {SPELL_FR, "\u00c9T\u00c9", "\u00e9t\u00e9"},   /* capitals with accents */
        {SPELL_FR, "  pomme   de  terre ", "pomme-de-terre"},
        {SPELL_FR, "aujourd'hui", "aujourd\u2019hui"},
        {SPELL_FR, "aujourdhui", "aujourd\u02bchui"},
        {SPELL_FR, "arc-en-ciel", "arc\u2010en\u2011ciel"},
        {SPELL_FR, "pomme\u00a0cuite", "pomme\u202fcuite"},
        {SPELL_FR, "\u0152uf", "\u0153uf"},
        {SPELL_NL, "\u0132sland", "\u0133sland"},
        {SPELL_OTHER, "STRA\u1e9eE", "stra\u00dfe"},
        {SPELL_OTHER, "\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"}, /* a final sigma */
        {SPELL_OTHER, "\u0130stanbul", "ISTANBUL"},                            /* an i has a dot */
        {SPELL_OTHER, "\u041c\u041e\u0420\u0415", "\u043c\u043e\u0440\u0435"},
        {SPELL_OTHER, "\u01f0", "J\u030c"}, /* of which there is a small letter only */
        {SPELL_OTHER, "\u212bse", "\u00e5se"},
        {SPELL_OTHER, "a\u0323\u0302", "a\u0302\u0323"}, /* marks in any order */
        {SPELL_OTHER, "\ud55c", "\u1112\u1161\u11ab"},   /* a syllable of Hangul, and its letters */
        {SPELL_OTHER, "\u304c", "\u304b\u3099"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        if (!same(&words[i]))
            fail_msg("\"%s\" is not \"%s\"", words[i].a, words[i].b);
}

static void different_words(void **state)
{
    static const struct two words[] = {
        {SPELL_FR, "marche", "march\u00e9"},
        {SPELL_FR, "fil", "fils"},
        {SPELL_FR, "\u0153uf", "oeuf"},
        {SPELL_FR, "danse", "danser"},
        {SPELL_NL, "\u0133s", "ijs"},
        {SPELL_OTHER, "stra\u00dfe", "strasse"},
        {SPELL_OTHER, "k\u0131r", "kir"},
        {SPELL_OTHER, "\u043a\u043e\u0442", "kot"},
        {SPELL_EN, "20", "2"},
        {SPELL_OTHER, "\u304c", "\u304b"},
        {SPELL_OTHER, "\u0915\u093f", "\u0915"},
        {SPELL_FR, "ab", "ba"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        if (same(&words[i]))
            fail_msg("\"%s\" is \"%s\"", words[i].a, words[i].b);
}

static void articles(void **state)
{
    static const struct two dropped[] = {
        {SPELL_FR, "le chat", "chat"},      {SPELL_FR, "LA mer", "mer"},
        {SPELL_FR, "les amis", "amis"},     {SPELL_FR, "l'ami", "ami"},
        {SPELL_FR, "L\u2019Ami", "ami"},    {SPELL_FR, "l' ami", "ami"},
        {SPELL_FR, "un ami", "ami"},        {SPELL_FR, "une amie", "amie"},
        {SPELL_FR, "des amis", "amis"},     {SPELL_FR, " le   chat ", "chat"},
        {SPELL_FR, "la la", "la"},          {SPELL_NL, "de kat", "kat"},
        {SPELL_NL, "het huis", "huis"},     {SPELL_NL, "'t huis", "huis"},
        {SPELL_NL, "\u2019T Huis", "huis"}, {SPELL_NL, "\u2018t huis", "huis"},
        {SPELL_NL, "een huis", "huis"},     {SPELL_EN, "the cat", "cat"},
        {SPELL_EN, "A cat", "cat"},         {SPELL_EN, "an owl", "owl"},
        {SPELL_EN, "the a-team", "ateam"},  {SPELL_EN, "The The", "the"},
    };
    static const struct two kept[] = {
        {SPELL_FR, "le la mer", "mer"},                                 /* one article only */
        {SPELL_FR, "the cat", "cat"},                                   /* not one of this language */
        {SPELL_OTHER, "le chat", "chat"},                               /* nor of any that has some */
        {SPELL_NL, "the kat", "kat"},     {SPELL_EN, "a-team", "team"}, /* part of the word */
        {SPELL_FR, "lait", "it"},         {SPELL_FR, "l\u00e0 haut", "haut"},
        {SPELL_FR, "l'", "le"},           {SPELL_NL, "t huis", "huis"},
        {SPELL_FR, "le 2", "2"}, /* no letter would remain */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(dropped); i++)
        if (!same(&dropped[i]))
            fail_msg("\"%s\" is not \"%s\"", dropped[i].a, dropped[i].b);
    for (size_t i = 0; i < COUNT(kept); i++)
        if (same(&kept[i]))
            fail_msg("\"%s\" is \"%s\"", kept[i].a, kept[i].b);
    expect(SPELLED_WELL, "la", SPELL_FR);
    expect(SPELLED_WELL, "A", SPELL_EN);
    expect(SPELLED_WELL, "l'", SPELL_FR);
    expect(SPELLED_WELL, "chat", 200); /* a language of later times has no articles */
}

static void alike_words(void **state)
{
    static const struct two words[] = {
        {SPELL_FR, "marche", "march\u00e9"},
        {SPELL_FR, "\u0153uf", "OEUFS"},
        {SPELL_FR, "fil", "fils"},
        {SPELL_FR, "les bijoux", "bijou"},
        {SPELL_FR, "gar\u00e7on", "garcons"},
        {SPELL_EN, "box", "boxes"},
        {SPELL_EN, "cats", "the cat"},
        {SPELL_EN, "encyclop\u00e6dia", "encyclopaedias"},
        {SPELL_NL, "\u0133s", "ijs"},
        {SPELL_NL, "tafel", "tafels"},
        {SPELL_OTHER, "stra\u00dfe", "STRASSE"},
        {SPELL_OTHER, "stra\u00dfe", "strasses"},
        {SPELL_OTHER, "k\u0131r", "kir"},
        {SPELL_OTHER, "\u0142\u00f3d\u017a", "lodz"}, /* strokes are diacritics too */
        {SPELL_OTHER, "sm\u00f8rrebr\u00f8d", "smorrebrod"},
        {SPELL_OTHER, "\u01ff", "o"},
        {SPELL_OTHER, "e\u0302\u0323\u032d", "e"}, /* what NFC leaves behind a letter */
        {SPELL_OTHER, "\ufb01n", "fin"},
        {SPELL_OTHER, "\u1f80", "\u0391"},
        {SPELL_OTHER, "\u043c\u043e\u0439", "\u043c\u043e\u0438"},
    };
    static const struct two apart[] = {
        {SPELL_NL, "bijou", "bijoux"},  /* x is French */
        {SPELL_FR, "box", "boxes"},     /* es is English */
        {SPELL_FR, "bijous", "bijoux"}, /* one instead of the other */
        {SPELL_FR, "fil", "filsx"},     /* more than one letter */
        {SPELL_EN, "s", "es"},          /* nor is anything left of the shorter one */
        {SPELL_FR, "chat", "chap"},
        {SPELL_FR, "chat", "schat"},
        {SPELL_OTHER, "\u304c", "\u304b"}, /* diacritics of other scripts make other words */
        {SPELL_OTHER, "\u0915\u093c", "\u0915"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        if (!alike(&words[i]))
            fail_msg("\"%s\" is not alike \"%s\"", words[i].a, words[i].b);
    for (size_t i = 0; i < COUNT(apart); i++)
        if (alike(&apart[i]))
            fail_msg("\"%s\" is alike \"%s\"", apart[i].a, apart[i].b);
}

/* The article is not counted. */
static void parts(void **state)
{
    (void)state;
    expect(SPELLED_WELL, "un deux trois quatre cinq", SPELL_FR);
    expect(SPELLED_WELL, "l'arc-en-ciel gris", SPELL_FR);
    expect(SPELLED_WELL, "deux--trois '- quatre cinq-", SPELL_FR);
    expect(SPELLED_TOO_MANY_PARTS, "un deux trois quatre cinq six", SPELL_FR);
    expect(SPELLED_TOO_MANY_PARTS, "un deux trois quatre cinq", SPELL_EN);
    expect(SPELLED_TOO_MANY_PARTS, "a-b-c-d-e", SPELL_EN);
    expect(SPELLED_TOO_MANY_PARTS, "a'b\u2019c\u2018d\u02bbe", SPELL_EN);
    expect(SPELLED_TOO_MANY_PARTS, "le 1 2 3 4", SPELL_FR); /* where it is no article, it is a word */
}

static void lengths(void **state)
{
    static char text[40001];
    (void)state;
    expect(SPELLED_EMPTY, "", SPELL_FR);
    expect(SPELLED_EMPTY, "   ", SPELL_FR);
    expect(SPELLED_EMPTY, "-' \u2019\u2010", SPELL_FR);
    expect(SPELLED_WELL, "x", SPELL_FR);
    expect(SPELLED_WELL, "7", SPELL_FR);
    expect(SPELLED_WELL, "abcdefghijabcdefghijabcdefghijabcdefghij", SPELL_EN);
    expect(SPELLED_TOO_LONG, "abcdefghijabcdefghijabcdefghijabcdefghijk", SPELL_EN);
    expect(SPELLED_WELL, "     abcdefghijabcdefghij      abcdefghijabcdefghi     ", SPELL_EN);
    expect(SPELLED_TOO_LONG, "     abcdefghijabcdefghij      abcdefghijabcdefghij     ", SPELL_EN);
    for (int i = 0; i < 40; i++) /* 120 characters typed, 40 after NFC */
        memcpy(text + 5 * i, "e\u0302\u0323", 5);
    expect(SPELLED_WELL, text, SPELL_OTHER);
    memcpy(text + 5 * 40, "e", 2);
    expect(SPELLED_TOO_LONG, text, SPELL_OTHER);
    for (int i = 0; i < 10000; i++)
        memcpy(text + 4 * i, "\U00020000", 4);
    expect(SPELLED_TOO_LONG, text, SPELL_OTHER);
    text[4 * 40] = 0;
    expect(SPELLED_WELL, text, SPELL_OTHER);
    memset(text, 'a', 10000);
    text[10000] = 0;
    expect(SPELLED_TOO_LONG, text, SPELL_OTHER);
    memset(text, ' ', 10000);
    expect(SPELLED_EMPTY, text, SPELL_OTHER);
    text[5000] = 'a';
    expect(SPELLED_WELL, text, SPELL_OTHER);
}

static void good_signs(void **state)
{
    static const char *const good[] = {
        "chat",
        "R2-D2",
        "1984",
        "\u03b1\u03b2\u03b3",
        "\u043a\u043e\u0442",
        "\u05e9\u05dc\u05d5\u05dd",                   /* Hebrew, */
        "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", /* with points */
        "\u0633\u0644\u0627\u0645",                   /* Arabic */
        "\u0663",                                     /* and one of its digits */
        "\u091c\u093c\u093f\u0902\u0926\u0917\u0940", /* Hindi */
        "\u0e19\u0e49\u0e33",                         /* Thai */
        "\u1019\u103c\u102d\u102f\u1037",             /* Burmese: four marks on a letter */
        "\u732b",                                     /* Chinese */
        "\u30b3\u30fc\u30d2\u30fc",                   /* Japanese */
        "T\u30b7\u30e3\u30c4",                        /* with a Latin letter, as is usual there */
        "\ud55c\uad6d",                               /* Korean */
        "\U0001e900\U0001e901",                       /* Adlam */
        "e\u0329\u0301",                              /* two marks, neither built into a letter */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++)
        expect(SPELLED_WELL, good[i], SPELL_OTHER);
}

static void bad_signs(void **state)
{
    /* clang-format off */
    static const char *const bad[] = {
        /* control characters, changes of direction */
        "a\tb", "a\nb", "a\x7f", "a\xc2\x85", "a\u202eb", "\u200fab", "\u2066a",
        /* of no width, or unseen, though Unicode calls the last ones letters */
        "a\u200bb", "a\u200db", "\ufeffa", "a\u00adb", "a\u034fb", "a\ufe0f", "\u3164", "\u115f",
        /* pictures, other signs */
        "\U0001f44d", "a\U0001f600", "\u2764", "1\u20e3",
        "a.b", "a,b", "a_b", "a/b", "a!", "(a)", "a\"b", "a+b", "a@b", "a\u2014b", "c\u00b7l", "<b>",
        /* marks on nothing, too many of them, of another script, of old manuscripts, on symbols */
        "\u0301", "a \u0301", "-\u0301", "3\u0301", "a\u0334\u0335\u0336", "a\u0301\u0301\u0301\u0301",
        "e\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303\u0303",
        "\u1019\u103c\u102d\u102f\u1037\u1037", "a\u093f", "\u0430\u0483", "a\u20d2",
        /* bold, wide, round, raised letters and digits; letters that are used as signs */
        "\U0001d41a", "\uff41", "\u24d0", "\u1d43", "\u00aa", "\u2102", "\uff11", "\U0001d7ce",
        "a\u02c8b", "a\u02b9b", "\u0643\u0640\u062a", "\u00b5",
        /* nothing (yet), private, tags */
        "\u0378", "\ue000", "\U000e0041", "\U0010fffe",
        /* no text at all */
        "\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        expect(SPELLED_BAD_SIGN, bad[i], SPELL_FR);
    struct spelling s;
    assert_int_equal(spell("a\0b", 3, SPELL_FR, &s, NULL), SPELLED_BAD_SIGN);
    char storm[1 + 2 * 300] = "a";
    for (int i = 0; i < 300; i++)
        memcpy(storm + 1 + 2 * i, "\u0301", 2);
    assert_int_equal(spell(storm, sizeof storm, SPELL_FR, &s, NULL), SPELLED_BAD_SIGN);
}

static void mixed_alphabets(void **state)
{
    static const char *const mixed[] = {
        "\u0441hat",        /* a Cyrillic s */
        "ch\u0430t",        /* a Cyrillic a */
        "\u0391nna",        /* a Greek capital */
        "\u03b1\u0430",     /* both */
        "\u0585ui",         /* an Armenian o */
        "\u13a0B",          /* a Cherokee D */
        "la \u043c\u0435r", /* in the second word */
        "rayon \u03b3",     /* in words of their own: they may hide one there */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(mixed); i++)
        expect(SPELLED_MIXED, mixed[i], SPELL_FR);
}

static void as_announced(void **state)
{
    static const char *const tidied[][2] = {
        {"  L'\u00c9t\u00e9  ", "L'\u00c9t\u00e9"},
        {"E\u0301te\u0301", "\u00c9t\u00e9"},
        {"pomme   de\u00a0\u00a0terre", "pomme de terre"},
        {"arc\u2010en\u2011ciel", "arc\u2010en\u2011ciel"},
        {" The  Window ", "The Window"},
        {" \u03a3\u03bf\u03c6\u03af\u03b1\u3000", "\u03a3\u03bf\u03c6\u03af\u03b1"},
    };
    struct spelling s;
    char out[WORD_BYTES + 1];
    (void)state;
    for (size_t i = 0; i < COUNT(tidied); i++) {
        memset(out, 'x', sizeof out);
        assert_int_equal(spell(tidied[i][0], strlen(tidied[i][0]), SPELL_FR, &s, out), SPELLED_WELL);
        assert_string_equal(out, tidied[i][1]);
    }
    char longest[WORD_BYTES + 1];
    for (int i = 0; i < WORD_CHARS; i++)
        memcpy(longest + 4 * i, "\U00020000", 5);
    assert_int_equal(spell(longest, WORD_BYTES, SPELL_FR, &s, out), SPELLED_WELL);
    assert_string_equal(out, longest);
}

/* A list without forms has the word, and the word with a final s, or x in French. */
static void forms(void **state)
{
    struct spelling card = spelling_of("bijou", SPELL_FR);
    (void)state;
    assert_int_equal(card.alike[ALIKE_WITH_S], spelling_of("Bijous", SPELL_FR).plain);
    assert_int_equal(card.alike[ALIKE_WITH_OTHER], spelling_of("les bijoux", SPELL_FR).plain);
    assert_int_equal(card.alike[ALIKE_WITHOUT_S], 0);
    assert_int_equal(card.alike[ALIKE_WITHOUT_OTHER], 0);
    card = spelling_of("boxes", SPELL_EN);
    assert_int_equal(card.alike[ALIKE_WITH_OTHER], spelling_of("boxeses", SPELL_EN).plain);
    assert_int_equal(card.alike[ALIKE_WITHOUT_S], spelling_of("boxe", SPELL_EN).plain);
    assert_int_equal(card.alike[ALIKE_WITHOUT_OTHER], spelling_of("box", SPELL_EN).plain);
    card = spelling_of("tafel", SPELL_NL);
    assert_int_equal(card.alike[ALIKE_WITH_S], spelling_of("tafels", SPELL_NL).plain);
    assert_int_equal(card.alike[ALIKE_WITH_OTHER], 0);
    card = spelling_of("es", SPELL_EN); /* nothing would remain */
    assert_int_equal(card.alike[ALIKE_WITHOUT_OTHER], 0);
    assert_int_equal(spelling_of("s", SPELL_EN).alike[ALIKE_WITHOUT_S], 0);
    assert_false(spelled_alike(&card, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"W2.4 a word may be typed in several ways", same_words, 0, 0, 0},
        {"W2.4 words that are written differently are different", different_words, 0, 0, 0},
        {"W2.4 one article of the play language is dropped", articles, 0, 0, 0},
        {"W2.4 words are alike without diacritics, ligatures and final letters", alike_words, 0, 0, 0},
        {"W2.5 a word has four parts, besides its article", parts, 0, 0, 0},
        {"W2.5 a word has 1 to 40 characters, however it is typed", lengths, 0, 0, 0},
        {"W2.5 letters of all scripts are allowed", good_signs, 0, 0, 0},
        {"W2.5 other signs are not, nor what cannot be seen", bad_signs, 0, 0, 0},
        {"W2.5 letters that look alike are not mixed in", mixed_alphabets, 0, 0, 0},
        {"W2.5 a word is announced as it was typed, tidied", as_announced, 0, 0, 0},
        {"W3.5 a word has forms with a final s, x or es", forms, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
