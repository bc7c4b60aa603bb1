/* tests/fuzz_spell.c -- any bytes as an announcement.
 *
 * The first byte is the play language; 0xff, which is in no text, divides two words.  A word is refused or
 * taken, always in the same way, however it is typed. */
#include <stdlib.h>
#include <string.h>

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "core/check.h"
#include "core/utf8.h"
#include "games/word/spell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct word {
    enum spelled how;
    struct spelling is;
    char tidy[WORD_BYTES + 1]; /* if it is spelled well */
};

static bool equal(const struct spelling *a, const struct spelling *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* What was in *out before makes no difference, and stays there if the word is refused. */
static enum spelled spell_over(const char *text, size_t size, uint8_t language, int before,
                               struct spelling *out, char *tidy)
{
    struct spelling untouched;
    memset(out, before, sizeof *out);
    memset(&untouched, before, sizeof untouched);
    enum spelled how = spell(text, size, language, out, tidy);
    CHECK(how <= SPELLED_MIXED);
    CHECK(how == SPELLED_WELL || equal(out, &untouched));
    CHECK(how != SPELLED_WELL || (out->written && out->plain && out->alike[ALIKE_WITH_S]));
    return how;
}

/* From a copy without a byte to spare: the sanitizer sees whoever reads on. */
static struct word take(const char *text, size_t size, uint8_t language)
{
    struct word w;
    struct spelling again;
    char *copy = malloc(size ? size : 1);
    CHECK(copy);
    if (size)
        memcpy(copy, text, size);
    w.how = spell_over(copy, size, language, 0xa5, &again, NULL);
    CHECK(spell_over(copy, size, language, 0, &w.is, w.tidy) == w.how);
    CHECK(w.how != SPELLED_WELL || equal(&w.is, &again));
    free(copy);
    return w;
}

/* Asks ICU; letters beyond U+FFFF may stay as they were typed (games/word/letters.h). */
static bool is_composed(const char *text, size_t size)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar unit[WORD_BYTES];
    int32_t count;
    u_strFromUTF8(unit, WORD_BYTES, &count, text, (int32_t)size, &error);
    for (int32_t i = 0; i < count; i++)
        if (U16_IS_SURROGATE(unit[i]))
            return true;
    bool is = unorm2_isNormalized(unorm2_getNFCInstance(&error), unit, count, &error);
    CHECK(U_SUCCESS(error));
    return is;
}

static int count_characters(const char *text, size_t size)
{
    int count = 0;
    for (const char *end = text + size; text < end; count++)
        CHECK(utf8_read(&text, end) >= ' ');
    return count;
}

/* As it is announced it is the same word, and has nothing left to be tidied. */
static void check_tidy(uint8_t language, const struct word *w)
{
    if (w->how != SPELLED_WELL)
        return;
    const char *tidy = w->tidy;
    size_t tidied = strlen(tidy);
    struct word again = take(tidy, tidied, language);
    CHECK(again.how == SPELLED_WELL && equal(&again.is, &w->is) && !strcmp(again.tidy, tidy));
    CHECK(is_composed(tidy, tidied));
    CHECK(count_characters(tidy, tidied) <= WORD_CHARS && tidy[0] != ' ' && tidy[tidied - 1] != ' ');
}

/* Typed in another way: spaces around it, capitals (but where a mark may follow, which not all capitals have
 * built in), other hyphens and apostrophes. */
static void check_otherwise(const char *text, size_t size, uint8_t language, const struct word *w)
{
    char typed[4 * 1024];
    size_t length = 0;
    typed[length++] = ' ';
    for (size_t i = 0; i < size; i++) {
        bool alone = i + 1 == size || (unsigned char)text[i + 1] < 0x80;
        bool capital = alone && text[i] >= 'a' && text[i] <= 'z';
        const char *sign = text[i] == '-' ? "\u2011" : text[i] == '\'' ? "\u2019" : "";
        if (*sign)
            memcpy(typed + length, sign, 3);
        else
            typed[length] = (char)(capital ? text[i] - 'a' + 'A' : text[i]);
        length += *sign ? 3 : 1;
    }
    memcpy(typed + length, "\u00a0 ", 3);
    struct word other = take(typed, length + 3, language);
    CHECK(other.how == w->how && equal(&other.is, &w->is));
}

/* With a final s it is another word, which is alike. */
static void check_plural(const char *text, size_t size, uint8_t language, const struct word *w)
{
    char typed[1024 + 1];
    memcpy(typed, text, size);
    typed[size] = 's';
    struct word other = take(typed, size + 1, language);
    bool extends =
        w->how == SPELLED_WELL && other.how == SPELLED_WELL && text[size - 1] >= 'a' && text[size - 1] <= 'z';
    if (!extends || other.is.plain != w->is.alike[ALIKE_WITH_S]) /* an article may have been one, or not */
        return;
    CHECK(other.is.written != w->is.written && other.is.alike[ALIKE_WITHOUT_S] == w->is.plain);
    CHECK(spelled_alike(&w->is, other.is.plain) && spelled_alike(&other.is, w->is.plain));
}

static struct word check_word(const char *text, size_t size, uint8_t language)
{
    struct word w = take(text, size, language);
    if (size && size <= 1024) {
        check_tidy(language, &w);
        check_otherwise(text, size, language, &w);
        check_plural(text, size, language, &w);
    }
    return w;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    uint8_t language = data[0];
    const char *text = (const char *)data + 1, *end = (const char *)data + size;
    const char *divider = memchr(text, 0xff, size - 1), *second = divider ? divider + 1 : end;
    struct word a = check_word(text, (size_t)((divider ? divider : end) - text), language);
    struct word b = check_word(second, (size_t)(end - second), language);
    if (a.how || b.how)
        return 0;
    CHECK(a.is.written != b.is.written || equal(&a.is, &b.is));
    CHECK(spelled_alike(&a.is, b.is.plain) == spelled_alike(&b.is, a.is.plain));
    return 0;
}
