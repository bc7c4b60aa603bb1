/* games/word/letters.h -- what is a letter, and what becomes of it when words are compared (W2.4, W2.5).
 *
 * Unicode's answers, for all scripts, from tables that tools/letters.mjs makes.  They are tables of one
 * version of Unicode: letters that were added later are none. */
#ifndef GAMES_WORD_LETTERS_H
#define GAMES_WORD_LETTERS_H

#include <stdint.h>

/* Nothing is asked about more than LETTERS_TYPED characters, and LETTERS_MAX is room for whatever becomes of
 * them: four letters and marks at most of each. */
enum { LETTERS_TYPED = 240, LETTERS_MAX = 4 * LETTERS_TYPED };

/* Below it all letters are Latin, and nothing can be composed. */
enum { LETTERS_FIRST_MARK = 0x300 };

struct letters {
    int count;
    int32_t code[LETTERS_MAX];
};

enum letter_kind {
    NO_LETTER,
    LETTER_DIGIT,
    LETTER_LATIN,
    LETTER_GREEK,
    LETTER_CYRILLIC,
    LETTER_OTHER,   /* of any other script, its digits included */
    LETTER_EASTERN, /* of the scripts of China, Japan and Korea, which are mixed with each other and others */
    LETTER_ACCENT,  /* a mark that many scripts put on their letters */
    LETTER_SIGN,    /* a mark of one script, other than Latin, Greek and Cyrillic */
};

enum letter_kind letter_kind_beyond_ascii(int32_t code);

/* Inline, because every letter of a word is asked about, and most are ASCII. */
static inline enum letter_kind letter_kind(int32_t code)
{
    if (code >= 0x80)
        return letter_kind_beyond_ascii(code);
    if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z'))
        return LETTER_LATIN;
    return code >= '0' && code <= '9' ? LETTER_DIGIT : NO_LETTER;
}

/* NFC.  Departs from it for letters beyond U+FFFF: these stay as they were typed. */
void letters_compose(struct letters *l);

/* Small letters, and NFC again.  A final sigma is a sigma like any other, so that all capitals are the same
 * word; an I has a dot in every language. */
void letters_lower(struct letters *l);

/* The plain form of composed small letters: Latin, Greek and Cyrillic ones without diacritics, ligatures
 * spelled out.  Other scripts keep their marks: without them words would not be the same. */
void letters_plain(const struct letters *l, struct letters *plain);

#endif
