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

/* Most characters are ASCII letters: these are done with at once. */
static bool separates(int32_t code)
{
    return (code < '0' || code > 'z') && (is_space(code) || is_hyphen(code) || is_apostrophe(code));
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
        if (is_letter(kind) && kind != LETTER_EASTERN)
            alphabets |= 1U << kind;
    }
    return alphabets & (alphabets - 1) ? SPELLED_MIXED : SPELLED_WELL;
}

static bool all_below(const struct letters *l, int32_t code)
{
    for (int i = 0; i < l->count; i++)
        if (l->code[i] >= code)
            return false;
    return true;
}

static bool has_letters(const struct letters *l)
{
    for (int i = 0; i < l->count; i++)
        if (letter_kind(l->code[i]) != NO_LETTER)
            return true;
    return false;
}

/* The announcement as it is shown: NFC. */
static enum spelled read_word(const char *text, size_t size, struct letters *l)
{
    enum spelled how = read_characters(text, size, l);
    if (how != SPELLED_WELL)
        return how;
    bool simple = all_below(l, LETTERS_FIRST_MARK); /* most words are */
    if (!simple)
        letters_compose(l);
    if (l->count > WORD_CHARS)
        return SPELLED_TOO_LONG;
    if (!has_letters(l))
        return SPELLED_EMPTY;
    return simple ? SPELLED_WELL : check_letters(l);
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

/* Finishes a hash, after an ending (MurmurHash3, which mixes well; nobody gains by a collision). */
static uint32_t hash_done(uint32_t hash, const char *ending)
{
    for (; *ending; ending++)
        hash = add(hash, (uint32_t)*ending);
    hash = (hash ^ hash >> 16) * 0x85ebca6bU;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35U;
    hash ^= hash >> 16;
    return hash ? hash : 1;
}

static uint32_t hash_of(const struct letters *l)
{
    uint32_t hash = 0;
    for (int i = 0; i < l->count; i++)
        hash = add(hash, (uint32_t)l->code[i]);
    return hash_done(hash, "");
}

/* Has it this ending, and more than that? */
static bool ends_in(const struct letters *l, const char *ending)
{
    int size = (int)strlen(ending);
    if (l->count <= size)
        return false;
    for (int i = 0; i < size; i++)
        if (l->code[l->count - size + i] != ending[i])
            return false;
    return true;
}

static void hash_plain(const struct letters *plain, uint8_t language, struct spelling *out)
{
    const char *other = language == SPELL_FR ? "x" : language == SPELL_EN ? "es" : "";
    uint32_t less[3] = {0}; /* the hash to be finished: of all letters, and of all but the last one or two */
    for (int i = 0; i < plain->count; i++) {
        less[2] = less[1];
        less[1] = less[0];
        less[0] = add(less[0], (uint32_t)plain->code[i]);
    }
    memset(out, 0, sizeof *out);
    out->plain = hash_done(less[0], "");
    out->alike[ALIKE_WITH_S] = hash_done(less[0], "s");
    if (ends_in(plain, "s"))
        out->alike[ALIKE_WITHOUT_S] = hash_done(less[1], "");
    if (*other)
        out->alike[ALIKE_WITH_OTHER] = hash_done(less[0], other);
    if (*other && ends_in(plain, other))
        out->alike[ALIKE_WITHOUT_OTHER] = hash_done(less[strlen(other)], "");
}

static void write_tidy(const struct letters *l, char tidy[WORD_BYTES + 1])
{
    struct pen pen = pen_on(tidy, WORD_BYTES + 1);
    for (int i = 0; i < l->count; i++)
        pen_character(&pen, l->code[i]);
    pen_done(&pen, tidy);
}

enum spelled spell(const char *text, size_t size, uint8_t language, struct spelling *out,
                   char tidy[WORD_BYTES + 1])
{
    struct letters word, plain;
    enum spelled how = read_word(text, size, &word);
    if (how != SPELLED_WELL)
        return how;
    if (tidy)
        write_tidy(&word, tidy);
    letters_lower(&word);
    if (join(&word, article_size(&word, language)) > WORD_PARTS)
        return SPELLED_TOO_MANY_PARTS;
    if (all_below(&word, 0x80)) { /* then it is its own plain form */
        hash_plain(&word, language, out);
        out->written = out->plain;
    } else {
        letters_plain(&word, &plain);
        hash_plain(&plain, language, out);
        out->written = hash_of(&word);
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
