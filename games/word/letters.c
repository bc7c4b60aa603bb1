/* games/word/letters.c -- looks letters up in Unicode's tables. */
#include "games/word/letters.h"

#include <stdbool.h>
#include <stddef.h>

#include "core/check.h"

struct letter {
    uint8_t kind;
    uint8_t order;
};

struct capitals {
    uint16_t first, last, ahead;
};

struct spelled_out {
    uint16_t code;
    uint16_t as[3];
};

#include "games/word/letters_data.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* Hangul is composed by counting (The Unicode Standard, 3.12). */
enum {
    SYLLABLE = 0xac00,
    LEAD = 0x1100,
    VOWEL = 0x1161,
    TAIL = 0x11a7, /* the one before the first: a syllable may have none */
    LEADS = 19,
    VOWELS = 21,
    TAILS = 28,
    SYLLABLES = LEADS * VOWELS * TAILS
};

static bool is_jamo(int32_t code)
{
    return code >= LEAD && code < TAIL + TAILS;
}

/* The place of the last value in a part of a sorted list that is not above this one; from - 1: all are. */
static int find(const uint16_t *list, int from, int to, uint16_t value)
{
    while (from < to) {
        int middle = (from + to) / 2;
        if (list[middle] <= value)
            from = middle + 1;
        else
            to = middle;
    }
    return from - 1;
}

static struct letter look_up(int32_t code)
{
    static const struct letter none = {NO_LETTER, 0};
    int plane = code >> 16;
    if (code < 0x80 || plane > COUNT(run_plane) - 2)
        return none;
    return kinds[run_kind[find(run_first, run_plane[plane], run_plane[plane + 1], (uint16_t)code)]];
}

/* Latin letters with their marks are known without a search; the signs of multiplication and division stand
 * between them. */
enum letter_kind letter_kind_beyond_ascii(int32_t code)
{
    bool latin = code >= 0xc0 && code < 0x2b0 && code != 0xd7 && code != 0xf7;
    return latin ? LETTER_LATIN : look_up(code).kind;
}

/* Where it is among the pairs; -1: it is none. */
static int find_pair(int32_t code)
{
    if (code < 0xc0 || code > 0xffff)
        return -1;
    int run = find(pair_first, 0, COUNT(pair_first), (uint16_t)code);
    int i = pair_before[run] + code - pair_first[run];
    return i < pair_before[run + 1] ? i : -1;
}

/* Does NFC look at it at all? */
static bool is_settled(int32_t code)
{
    if (code < LETTERS_FIRST_MARK)
        return true;
    enum letter_kind kind = letter_kind(code);
    int i = find_pair(code);
    return kind != LETTER_ACCENT && kind != LETTER_SIGN && !is_jamo(code) &&
           (i < 0 || !(pair_mark[i] & ALWAYS_APART));
}

static bool all_settled(const struct letters *l)
{
    for (int i = 0; i < l->count; i++)
        if (!is_settled(l->code[i]))
            return false;
    return true;
}

/* Adds a letter as the letters and marks it consists of, each mark in its order. */
static void take_apart(struct letters *l, int32_t code)
{
    int i = find_pair(code);
    if (i >= 0) {
        int32_t mark = marks[pair_mark[i] & ~ALWAYS_APART];
        take_apart(l, pair_letter[i]);
        if (mark)
            take_apart(l, mark);
        return;
    }
    int at = l->count++, order = look_up(code).order;
    for (; order && at > 0 && look_up(l->code[at - 1]).order > order; at--)
        l->code[at] = l->code[at - 1];
    l->code[at] = code;
}

/* Both as one; 0: there is no such letter. */
static int32_t put_together(int32_t letter, int32_t mark)
{
    if (letter >= LEAD && letter < LEAD + LEADS && mark >= VOWEL && mark < VOWEL + VOWELS)
        return SYLLABLE + ((letter - LEAD) * VOWELS + mark - VOWEL) * TAILS;
    if (letter >= SYLLABLE && letter < SYLLABLE + SYLLABLES && (letter - SYLLABLE) % TAILS == 0 &&
        mark > TAIL && mark < TAIL + TAILS)
        return letter + mark - TAIL;
    if (mark > 0xffff)
        return 0;
    int which = find(marks, 0, COUNT(marks), (uint16_t)mark);
    if (marks[which] != mark)
        return 0;
    for (int i = 0; i < COUNT(pair_letter); i++) {
        if (pair_letter[i] == letter && pair_mark[i] == which) {
            int run = find(pair_before, 0, COUNT(pair_first), (uint16_t)i);
            return pair_first[run] + i - pair_before[run];
        }
    }
    return 0;
}

void letters_compose(struct letters *l)
{
    struct letters apart;
    if (all_settled(l))
        return;
    CHECK(l->count <= LETTERS_TYPED);
    apart.count = 0;
    for (int i = 0; i < l->count; i++)
        take_apart(&apart, l->code[i]);
    int start = -1, last_order = 0; /* the letter that marks go on, and what was put behind it last */
    l->count = 0;
    for (int i = 0; i < apart.count; i++) {
        int32_t code = apart.code[i];
        int order = look_up(code).order;
        bool free = start >= 0 && (l->count == start + 1 || (last_order && last_order < order));
        int32_t both = free ? put_together(l->code[start], code) : 0;
        if (both) {
            l->code[start] = both;
            continue;
        }
        if (!order)
            start = l->count;
        last_order = order;
        l->code[l->count++] = code;
    }
}

static int32_t small_letter(int32_t code)
{
    enum { SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2 };
    int plane = code >> 16;
    if (code < 0x80)
        return code >= 'A' && code <= 'Z' ? code + 'a' - 'A' : code;
    if (code == FINAL_SIGMA)
        return SIGMA;
    if (plane > COUNT(capital_plane) - 2)
        return code;
    int from = capital_plane[plane], to = capital_plane[plane + 1];
    uint16_t low = (uint16_t)code;
    while (from < to) {
        int middle = (from + to) / 2;
        const struct capitals *c = &capitals[middle];
        if (low > c->last)
            from = middle + 1;
        else if (low < c->first)
            to = middle;
        else if (c->ahead == 1 && (low - c->first) % 2) /* they alternate */
            return code;
        else
            return plane << 16 | (uint16_t)(low + c->ahead);
    }
    return code;
}

void letters_lower(struct letters *l)
{
    for (int i = 0; i < l->count; i++)
        l->code[i] = small_letter(l->code[i]);
    letters_compose(l);
}

/* Adds the letter as it is in the plain form. */
static void spell_out(struct letters *plain, int32_t code)
{
    for (int i; (i = find_pair(code)) >= 0;)
        code = pair_letter[i];
    int from = 0, to = code < 0x80 ? 0 : COUNT(spelled_out);
    while (from < to) {
        int middle = (from + to) / 2;
        if (spelled_out[middle].code < code)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == COUNT(spelled_out) || spelled_out[from].code != code) {
        plain->code[plain->count++] = code;
        return;
    }
    for (int i = 0; i < 3 && spelled_out[from].as[i]; i++)
        plain->code[plain->count++] = spelled_out[from].as[i];
}

void letters_plain(const struct letters *l, struct letters *plain)
{
    bool bare = false; /* is the letter before one that loses its marks? */
    CHECK(l->count <= LETTERS_TYPED);
    plain->count = 0;
    for (int i = 0; i < l->count; i++) {
        enum letter_kind kind = letter_kind(l->code[i]);
        if (kind == LETTER_ACCENT && bare)
            continue;
        if (kind != LETTER_ACCENT)
            bare = kind >= LETTER_LATIN && kind <= LETTER_CYRILLIC;
        if (bare && l->code[i] >= 0x80)
            spell_out(plain, l->code[i]);
        else
            plain->code[plain->count++] = l->code[i];
    }
}
