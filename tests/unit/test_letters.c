/* tests/unit/test_letters.c -- our letters and ICU's agree (W2.4, W2.5).
 *
 * ICU has Unicode's data from elsewhere, and code of its own.  Where we differ from it on purpose, the test
 * does to ICU's result what we promise; each such place is marked "Departure". */
#include "games/word/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

enum { UNICODE_VERSION = 15, LAST_CODE = 0x10ffff, TEXT_MAX = 512, LONGEST = 10 };

struct text {
    UChar unit[TEXT_MAX];
    int32_t size;
};

static void good(UErrorCode error)
{
    if (U_FAILURE(error))
        fail_msg("ICU: %s", u_errorName(error));
}

/* --- ICU's opinion ------------------------------------------------------------------------------- */

static void normalise(struct text *t, const UNormalizer2 *form)
{
    UErrorCode error = U_ZERO_ERROR;
    struct text from = *t;
    t->size = unorm2_normalize(form, from.unit, from.size, t->unit, TEXT_MAX, &error);
    good(error);
}

static const UNormalizer2 *form(const UNormalizer2 *(*instance)(UErrorCode *))
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *n = instance(&error);
    good(error);
    return n;
}

static void add(struct text *t, UChar32 code)
{
    U16_APPEND_UNSAFE(t->unit, t->size, code);
}

static void composed(struct text *t)
{
    normalise(t, form(unorm2_getNFCInstance));
}

static void lowered(struct text *t)
{
    UErrorCode error = U_ZERO_ERROR;
    struct text from = {.size = 0};
    /* Departure: ICU lowers a capital I with a dot to an i with one more dot; ours has the usual one. (No
     * departure: other capital Is get their dot as well; in Turkish they would not.) */
    for (int32_t i = 0; i < t->size; i++)
        from.unit[from.size++] = t->unit[i] == 0x130 ? 'I' : t->unit[i];
    t->size = u_strToLower(t->unit, TEXT_MAX, from.unit, from.size, "", &error);
    good(error);
    /* Departure: a final sigma is a sigma. */
    for (int32_t i = 0; i < t->size; i++)
        if (t->unit[i] == 0x3c2)
            t->unit[i] = 0x3c3;
    composed(t);
}

/* What a letter without marks becomes in the plain form.  Departures, since ICU has no such form: sharp s,
 * ae, oe and the dotless i are spelled out, and strokes and hooks of Latin letters are taken off as Unicode's
 * names of the letters tell.  Phonetic signs, which have no capitals, keep them. */
static void add_plain(struct text *t, UChar32 code)
{
    static const struct {
        UChar32 code;
        const char *as;
    } ours[] = {{0xdf, "ss"}, {0xe6, "ae"}, {0x153, "oe"}, {0x131, "i"}};
    static const char with[] = "LATIN SMALL LETTER ? WITH ";
    char name[128];
    UErrorCode error = U_ZERO_ERROR;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (ours[i].code == code) {
            for (const char *as = ours[i].as; *as; as++)
                add(t, *as);
            return;
        }
    }
    u_charName(code, U_UNICODE_CHAR_NAME, name, sizeof name, &error);
    good(error);
    char letter = name[strchr(with, '?') - with];
    name[strchr(with, '?') - with] = '?';
    bool barred = !strncmp(name, with, sizeof with - 1) && u_toupper(code) != code;
    add(t, barred ? letter + 'a' - 'A' : code == 0x3c2 ? 0x3c3 : u_tolower(code));
}

/* The plain form of one letter.  NFKD takes ligatures (ij, fi), the long s and Greek symbols apart. */
static struct text plain_letter(UChar32 code)
{
    struct text parts = {.size = 0}, t = {.size = 0};
    add(&parts, code);
    normalise(&parts, form(unorm2_getNFKDInstance));
    for (int32_t i = 0; i < parts.size; i++) {
        UErrorCode error = U_ZERO_ERROR;
        if (u_isalpha(parts.unit[i]) && uscript_getScript(parts.unit[i], &error) != USCRIPT_COMMON)
            add_plain(&t, parts.unit[i]);
        good(error);
    }
    return t;
}

static enum letter_kind kind_of_script(UScriptCode script)
{
    switch (script) {
    case USCRIPT_LATIN:
        return LETTER_LATIN;
    case USCRIPT_GREEK:
        return LETTER_GREEK;
    case USCRIPT_CYRILLIC:
        return LETTER_CYRILLIC;
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
        return LETTER_EASTERN;
    default:
        return LETTER_OTHER;
    }
}

/* Departures: what looks like another letter, or is not seen, is no letter of ours. */
static enum letter_kind kind_of_letter(UChar32 code, UScriptCode script)
{
    int32_t parts = u_getIntPropertyValue(code, UCHAR_DECOMPOSITION_TYPE);
    bool twice = script == USCRIPT_HAN && parts != U_DT_NONE;
    bool sign = script == USCRIPT_COMMON && code != 0x3006 && code != 0x30fc;
    bool look = parts != U_DT_NONE && parts != U_DT_CANONICAL && parts != U_DT_COMPAT;
    bool iota = code == 0x37a; /* alone, on a space */
    return twice || sign || look || iota ? NO_LETTER : kind_of_script(script);
}

static enum letter_kind kind(UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(code, &error);
    good(error);
    if (u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        return NO_LETTER;
    if (code >= '0' && code <= '9')
        return LETTER_DIGIT;
    switch (u_charType(code)) {
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
        if (script == USCRIPT_INHERITED) /* Departure: not those on symbols */
            return ublock_getCode(code) == UBLOCK_COMBINING_MARKS_FOR_SYMBOLS ? NO_LETTER : LETTER_ACCENT;
        return kind_of_script(script) <= LETTER_CYRILLIC ? NO_LETTER : LETTER_SIGN;
    case U_DECIMAL_DIGIT_NUMBER:
        return script == USCRIPT_COMMON ? NO_LETTER : LETTER_OTHER;
    default:
        return u_isalpha(code) ? kind_of_letter(code, script) : NO_LETTER;
    }
}

/* --- and ours ------------------------------------------------------------------------------------ */

/* The plain form of each letter of our alphabets; of marks, nothing. */
static struct {
    UChar unit[3];
    int32_t size;
} plain_of[0x10000];

/* What strings are made of: letters, marks that letters have, all marks. */
static struct pool {
    UChar32 code[0x10000];
    int count;
} ours, ours_bare, all, all_bare, used_marks, accents, signs;

static bool is_ours(enum letter_kind kind)
{
    return kind >= LETTER_LATIN && kind <= LETTER_CYRILLIC;
}

static void put_in(struct pool *p, UChar32 code)
{
    p->code[p->count++] = code;
}

/* A letter that is another one with a mark gives both to the pools. */
static void put_parts_in(struct pool *letters, UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    struct text parts = {.size = 0};
    parts.size = unorm2_getRawDecomposition(form(unorm2_getNFCInstance), code, parts.unit, TEXT_MAX, &error);
    good(error);
    if (parts.size != 2)
        return;
    put_in(letters, parts.unit[0]);
    if (letters == &ours_bare)
        put_in(&used_marks, parts.unit[1]);
}

static int prepare(void **state)
{
    (void)state;
    for (UChar32 code = 0; code < 0x10000; code++) {
        enum letter_kind is = letter_kind(code);
        if (is == NO_LETTER || is == LETTER_DIGIT)
            continue;
        put_in(is == LETTER_ACCENT ? &accents : is == LETTER_SIGN ? &signs : &all, code);
        put_parts_in(&all_bare, code);
        if (!is_ours(is))
            continue;
        put_in(&ours, code);
        put_parts_in(&ours_bare, code);
        struct text t = plain_letter(code);
        assert_in_range(t.size, 1, 3);
        plain_of[code].size = t.size;
        u_memcpy(plain_of[code].unit, t.unit, t.size);
    }
    return 0;
}

static void plain(struct text *t)
{
    struct text from = *t;
    t->size = 0;
    for (int32_t i = 0; i < from.size; i++) {
        u_memcpy(t->unit + t->size, plain_of[from.unit[i]].unit, plain_of[from.unit[i]].size);
        t->size += plain_of[from.unit[i]].size;
    }
}

static void print_codes(const char *what, const struct text *t)
{
    print_error("%s", what);
    for (int32_t i = 0; i < t->size; i++)
        print_error(" %04x", t->unit[i]);
}

static void expect_same(const struct letters *l, const struct text *t, const char *what,
                        const struct text *typed)
{
    struct text is = {.size = 0};
    for (int i = 0; i < l->count; i++)
        add(&is, l->code[i]);
    if (is.size == t->size && !u_memcmp(is.unit, t->unit, t->size))
        return;
    print_codes(what, typed);
    print_codes(" is", &is);
    print_codes(", ICU says", t);
    fail_msg("%s", "");
}

/* `ours_only`: is all of it in our alphabets, with marks that these have? */
static void compare(const struct text *typed, bool ours_only)
{
    static struct letters l, p;
    struct text t = *typed;
    l.count = 0;
    for (int32_t i = 0; i < t.size; i++)
        l.code[l.count++] = t.unit[i];
    letters_compose(&l);
    composed(&t);
    expect_same(&l, &t, "NFC of", typed);
    letters_lower(&l);
    lowered(&t);
    expect_same(&l, &t, "the small letters of", typed);
    if (!ours_only)
        return;
    letters_plain(&l, &p);
    plain(&t);
    expect_same(&p, &t, "the plain form of", typed);
}

/* Dice that fall alike every time. */
static uint32_t die(uint32_t sides)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % sides;
}

static UChar32 draw(const struct pool *p)
{
    return p->code[die((uint32_t)p->count)];
}

static void words_of_our_alphabets(void **state)
{
    (void)state;
    for (int i = 0; i < 1000000; i++) {
        struct text t = {.size = (int32_t)die(LONGEST) + 1};
        for (int32_t j = 0; j < t.size; j++) {
            uint32_t of = die(j ? 8 : 4); /* no mark stands before all letters */
            t.unit[j] = (UChar)draw(of < 2 ? &ours : of < 4 ? &ours_bare : of < 7 ? &used_marks : &accents);
        }
        compare(&t, true);
    }
}

static void words_of_all_scripts(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        struct text t = {.size = (int32_t)die(LONGEST) + 1};
        for (int32_t j = 0; j < t.size; j++) {
            uint32_t of = die(8);
            t.unit[j] = (UChar)draw(of < 2 ? &all : of < 4 ? &all_bare : of < 6 ? &signs : &accents);
            if (of == 7) /* Hangul, letter by letter */
                t.unit[j] = (UChar)(0x1100 + die(0x100));
        }
        compare(&t, false);
    }
}

/* A newer ICU has letters that are newer than the tables. */
static bool is_older(UChar32 code)
{
    UVersionInfo age;
    u_charAge(code, age);
    return age[0] <= UNICODE_VERSION;
}

/* Each letter, and each letter taken apart. */
static void single_letters(void **state)
{
    (void)state;
    for (UChar32 code = 0; code < 0x10000; code++) {
        enum letter_kind is = letter_kind(code);
        struct text t = {.size = 0};
        if (is == NO_LETTER)
            continue;
        add(&t, code);
        compare(&t, is_ours(is));
        normalise(&t, form(unorm2_getNFDInstance));
        compare(&t, is_ours(is));
    }
    for (UChar32 code = 0x10000; code <= LAST_CODE; code++) {
        static struct letters l;
        l.count = 1;
        l.code[0] = code;
        letters_lower(&l); /* Departure: here letters are not composed, if Unicode has them as pairs at all */
        assert_int_equal(l.code[0], is_older(code) && letter_kind(code) ? u_tolower(code) : l.code[0]);
    }
}

static void kinds(void **state)
{
    (void)state;
    for (UChar32 code = 0; code <= LAST_CODE; code++)
        if (is_older(code) && letter_kind(code) != kind(code))
            fail_msg("U+%04X is of kind %d, ICU says %d", (unsigned)code, letter_kind(code), kind(code));
    assert_int_equal(letter_kind(-1), NO_LETTER); /* what is no text */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"W2.5 all letters, and only letters, are letters", kinds, 0, 0, 0},
        {"W2.4 every letter is composed, lowered and made plain as ICU does", single_letters, 0, 0, 0},
        {"W2.4 so are a million words of our alphabets", words_of_our_alphabets, 0, 0, 0},
        {"W2.4 words of all scripts are composed and lowered as ICU does", words_of_all_scripts, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
