/* games/word/spell.h -- words as they are written, and when two of them are the same (W2.4, W2.5, W3.5).
 *
 * What a letter is, is asked of letters.h.  Nothing here knows what a word means, or whether it exists. */
#ifndef GAMES_WORD_SPELL_H
#define GAMES_WORD_SPELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_CHARS = 40, WORD_BYTES = 4 * WORD_CHARS, WORD_PARTS = 4 };

/* The play language (W1.6) decides about articles and final letters.  Stored: never renumber. */
enum { SPELL_OTHER, SPELL_EN, SPELL_FR, SPELL_NL };

/* What is wrong with an announcement (W2.5); if several things are, one of them. */
enum spelled {
    SPELLED_WELL,
    SPELLED_EMPTY,          /* neither a letter nor a digit */
    SPELLED_TOO_LONG,       /* more than WORD_CHARS characters, as NFC counts them */
    SPELLED_TOO_MANY_PARTS, /* more than WORD_PARTS words, the article not counted */
    SPELLED_BAD_SIGN, /* something that is no letter, digit or separator; or too many marks on a letter */
    SPELLED_MIXED,    /* letters of different alphabets, such as a Cyrillic a in a Latin word */
};

/* Where the forms alike to a word are; a language without the form has 0 there. */
enum {
    ALIKE_WITH_S,
    ALIKE_WITH_OTHER, /* x in French, es in English */
    ALIKE_WITHOUT_S,
    ALIKE_WITHOUT_OTHER,
    ALIKE_MAX
};

/* Hashes; none of them is 0. */
struct spelling {
    uint32_t written; /* of the written form: equal ones are the same word */
    uint32_t plain;   /* of the plain form */
    uint32_t alike[ALIKE_MAX];
};

/* Takes any bytes at all, and leaves *out alone unless the word is spelled well.  Then `tidy`, unless it is
 * NULL, is the text as it is announced: as typed, but NFC, without spaces at its ends, and with one where
 * there were several. */
enum spelled spell(const char *text, size_t size, uint8_t language, struct spelling *out,
                   char tidy[WORD_BYTES + 1]);

/* Are they alike: are their plain forms equal, or do they differ only by a final s, x or es? */
bool spelled_alike(const struct spelling *word, uint32_t plain_of_other);

#endif
