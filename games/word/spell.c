/* games/word/spell.c -- reads an announcement, and reduces it to what is compared. */
#include "games/word/spell.h"

#include <string.h>

#include "core/pen.h"
#include "core/utf8.h"
#include "games/word/letters.h"

enum {
    MARKS_TYPED = 8, /* in a row, before NFC puts some of them into letters */
    MARKS_LEFT = 2,  /* on a letter of our alphabets, afterwards: Lithuanian and Yoruba need one or two */
    MARKS_OTHER = 4  /* on one of another script: Burmese writes vowels as marks */
};

/* Spaces of other widths come from keyboards that put them before signs, or from Japanese ones. */
static bool is_space(int32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x202f || code == 0x3000;
}

static bool is_hyphen(int32_t code)
{
    return code == '-' || code == 0x2010 || code == 0x2011;
}

/* The quote that opens is what telephones make of a Dutch 't; the last two are letters of Breton, Ukrainian
 * and Hawaiian for Unicode, and nobody sees the difference. */
static bool is_apostrophe(int32_t code)
{
    return code == '\'' || code == 0x2019 || code == 0x2018 || code == 0x2bc || code == 0x2bb;
}

static bool separates(int32_t code)
{
    return is_space(code) || is_hyphen(code) || is_apostrophe(code);
}

static bool is_letter(enum letter_kind kind)
{
    return kind >= LETTER_LATIN && kind <= LETTER_EASTERN;
}

static bool is_mark(enum letter_kind kind)
{
    return kind == LETTER_ACCENT || kind == LETTER_SIGN;
}

/* Its characters, with one space where there were several, and none at the ends. */
static enum spelled read_characters(const char *text, size_t size, struct letters *l)
{
    const char *end = text + size;
    bool space = false;
    int marks = 0, single = 0; /* marks in a row; what NFC puts into no other character, Hangul aside */
    l->count = 0;
    while (text < end) {
        int32_t code = utf8_read(&text, end);
        enum letter_kind kind = letter_kind(code);
        if (is_space(code)) {
            space = l->count > 0;
            continue;
        }
        marks = is_mark(kind) ? marks + 1 : 0;
        if ((kind == NO_LETTER && !separates(code)) || marks > MARKS_TYPED)
            return SPELLED_BAD_SIGN;
        single += !is_mark(kind) && kind != LETTER_EASTERN;
        if (single > WORD_CHARS || l->count + space >= LETTERS_TYPED)
            return SPELLED_TOO_LONG;
        if (space)
            l->code[l->count++] = ' ';
        l->code[l->count++] = code;
        space = false;
    }
    return SPELLED_WELL;
}

/* Marks stand on letters that may have them, not too many on one, and letters of alphabets that look alike
 * are not in one word. */
static enum spelled check_letters(const struct letters *l)
{
    enum letter_kind base = NO_LETTER;
    unsigned alphabets = 0;
    bool any = false;
    int marks = 0;
    for (int i = 0; i < l->count; i++) {
        enum letter_kind kind = letter_kind(l->code[i]);
        if (is_mark(kind)) {
            bool other = base == LETTER_OTHER || base == LETTER_EASTERN;
            if (!is_letter(base) || (kind == LETTER_SIGN && !other) ||
                ++marks > (other ? MARKS_OTHER : MARKS_LEFT))
                return SPELLED_BAD_SIGN;
            continue;
        }
        base = kind;
        marks = 0;
        any = any || kind != NO_LETTER;
        if (is_letter(kind) && kind != LETTER_EASTERN)
            alphabets |= 1U << kind;
    }
    if (!any)
        return SPELLED_EMPTY;
    return alphabets & (alphabets - 1) ? SPELLED_MIXED : SPELLED_WELL;
}

/* The announcement as it is shown: NFC. */
static enum spelled read_word(const char *text, size_t size, struct letters *l)
{
    enum spelled how = read_characters(text, size, l);
    if (how != SPELLED_WELL)
        return how;
    letters_compose(l);
    return l->count > WORD_CHARS ? SPELLED_TOO_LONG : check_letters(l);
}

/* Does it begin with this article, and does a letter remain?  Then the length of the article, or 0. */
static int begins_with(const struct letters *l, const char *article)
{
    int size = (int)strlen(article);
    if (l->count <= size)
        return 0;
    for (int i = 0; i < size; i++)
        if (article[i] == '\'' ? !is_apostrophe(l->code[i]) : l->code[i] != article[i])
            return 0;
    for (int i = size; i < l->count; i++)
        if (is_letter(letter_kind(l->code[i])))
            return size;
    return 0;
}

static int article_size(const struct letters *l, uint8_t language)
{
    static const char articles[][8][5] = {
        [SPELL_OTHER] = {""},
        [SPELL_EN] = {"the ", "a ", "an "},
        [SPELL_FR] = {"le ", "la ", "les ", "l'", "un ", "une ", "des "},
        [SPELL_NL] = {"de ", "het ", "'t ", "een "},
    };
    if (language > SPELL_NL)
        return 0;
    for (int i = 0, size; articles[language][i][0]; i++)
        if ((size = begins_with(l, articles[language][i])))
            return size;
    return 0;
}

/* The written form: without the first letters, which are an article, and without separators.  Returns how
 * many words there were. */
static int join(struct letters *l, int first)
{
    int parts = 0, count = 0;
    bool inside = false;
    for (int i = first; i < l->count; i++) {
        bool between = separates(l->code[i]);
        parts += !between && !inside;
        inside = !between;
        if (!between)
            l->code[count++] = l->code[i];
    }
    l->count = count;
    return parts;
}

static uint32_t rotate(uint32_t value, int by)
{
    return value << by | value >> (32 - by);
}

static uint32_t add(uint32_t hash, uint32_t code)
{
    hash ^= rotate(code * 0xcc9e2d51U, 15) * 0x1b873593U;
    return rotate(hash, 13) * 5 + 0xe6546b64U;
}

/* Of the first letters and an ending (MurmurHash3, which mixes well; nobody gains by a collision). */
static uint32_t hash_of(const struct letters *l, int count, const char *ending)
{
    uint32_t hash = 0;
    for (int i = 0; i < count; i++)
        hash = add(hash, (uint32_t)l->code[i]);
    for (; *ending; ending++)
        hash = add(hash, (uint32_t)*ending);
    hash = (hash ^ hash >> 16) * 0x85ebca6bU;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35U;
    hash ^= hash >> 16;
    return hash ? hash : 1;
}

/* Without an ending, if it has that and something remains; or 0. */
static uint32_t hash_without(const struct letters *l, const char *ending)
{
    int size = (int)strlen(ending);
    if (l->count <= size)
        return 0;
    for (int i = 0; i < size; i++)
        if (l->code[l->count - size + i] != ending[i])
            return 0;
    return hash_of(l, l->count - size, "");
}

enum spelled spell(const char *text, size_t size, uint8_t language, struct spelling *out)
{
    struct letters word, plain;
    enum spelled how = read_word(text, size, &word);
    if (how != SPELLED_WELL)
        return how;
    letters_lower(&word);
    if (join(&word, article_size(&word, language)) > WORD_PARTS)
        return SPELLED_TOO_MANY_PARTS;
    letters_plain(&word, &plain);
    memset(out, 0, sizeof *out);
    out->written = hash_of(&word, word.count, "");
    out->plain = hash_of(&plain, plain.count, "");
    out->alike[ALIKE_WITH_S] = hash_of(&plain, plain.count, "s");
    out->alike[ALIKE_WITHOUT_S] = hash_without(&plain, "s");
    if (language == SPELL_FR || language == SPELL_EN) {
        const char *ending = language == SPELL_FR ? "x" : "es";
        out->alike[ALIKE_WITH_OTHER] = hash_of(&plain, plain.count, ending);
        out->alike[ALIKE_WITHOUT_OTHER] = hash_without(&plain, ending);
    }
    return SPELLED_WELL;
}

bool spelled_alike(const struct spelling *word, uint32_t plain_of_other)
{
    if (word->plain == plain_of_other)
        return true;
    for (int i = 0; i < ALIKE_MAX; i++)
        if (word->alike[i] && word->alike[i] == plain_of_other)
            return true;
    return false;
}

size_t spell_tidy(const char *text, size_t size, char out[WORD_BYTES + 1])
{
    struct letters word;
    struct pen pen = pen_on(out, WORD_BYTES + 1);
    if (read_word(text, size, &word) == SPELLED_WELL)
        for (int i = 0; i < word.count; i++)
            pen_character(&pen, word.code[i]);
    *pen.at = 0;
    return (size_t)(pen.at - out);
}
