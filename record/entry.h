/* record/entry.h -- one accepted input with everything that followed from it, in bytes that outlive the
 * program (P8.8).
 *
 * A body is stored as its fields, each with its number in the .def (the first is 1) and its length: a
 * field that is zero is left out, one that the reader does not know is skipped, one that an earlier version
 * did not have reads as zero.  So the .defs may only add fields after the others, and lengthen lists and
 * texts.
 *
 * What people wrote (WORDS of a .def) is kept outside: the entry holds its salted hash, so that the words can
 * be deleted (P8.3) without changing what is hashed.  An entry has at most one such text, that of the input,
 * and all WORDS of its events repeat it.  Times are those of the input.  Pure. */
#ifndef RECORD_ENTRY_H
#define RECORD_ENTRY_H

#include "core/bytes.h"
#include "core/schema.h"

enum { SALT_BYTES = 16, WORD_BYTES = 16 };
enum { ENTRY_MAX = 128 + BODY_MAX + EVENTS_PER_INPUT_MAX * (BODY_MAX + 16) }; /* bytes of a sealed one */

enum word { WORD_NONE, WORD_TOLD, WORD_DELETED };

struct entry {
    struct input in;  /* without dice: they follow from the seed; `seen` counts in the log */
    uint16_t version; /* of the rules that judged it */
    seat_t asker;     /* 0.1: the seat that the server asked for; else 0 */
    uint8_t word;     /* enum word; if there is one: */
    uint8_t hash[WORD_BYTES];
    uint8_t salt[SALT_BYTES]; /* if told: with it, the text has that hash */
    char text[SAY_MAX];
    bool equipped; /* it sets up a game with custom material: */
    uint8_t material[HASH_BYTES];
};

/* The words in the input; NULL: there are none. */
const char *entry_words(const struct game *game, const struct input *in);

/* What its WORDS, and those of its events, say: empty if deleted; NULL: it has none. */
const char *entry_text(const struct entry *e);

/* The part that is hashed: the input, then each of its events. */
void entry_seal(struct bytes_out *out, const struct game *game, const struct entry *e);
void entry_seal_event(struct bytes_out *out, const struct game *game, const struct entry *e,
                      const struct event *event);

/* Reads it back.  `e` must already have its text, unless that was deleted.  False: the bytes are damaged, or
 * from a later version; for events also: there are no more (then in->bad is false). */
bool entry_read(struct bytes_in *in, const struct game *game, struct entry *e);
bool entry_read_event(struct bytes_in *in, const struct game *game, const struct entry *e, seq_t seq,
                      struct event *out);

/* Only a body, of which `size` bytes count; `word` is what its WORDS say. */
void entry_pack(struct bytes_out *out, const struct kind *kind, const uint8_t *body, size_t size,
                const char *word);
bool entry_unpack(struct bytes_in *in, const struct kind *kind, const char *word, uint8_t *body);
/* Do its WORDS say that, and do all texts end with zero?  Only such a body can be packed. */
bool entry_says(const struct kind *kind, const uint8_t *body, const char *word);

#endif
