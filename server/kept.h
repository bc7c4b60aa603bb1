/* server/kept.h -- reads a stored game: its head and its entries, as this version stores them or as an
 * earlier one did (P8.8).
 *
 * The bytes may be anything; whatever cannot be right is refused. */
#ifndef SERVER_KEPT_H
#define SERVER_KEPT_H

#include "record/entry.h"
#include "record/stories.h"
#include "server/seats.h"

enum {
    KEPT_PUBLIC = 1,
    KEPT_GALLERY = 2,
    KEPT_WAIT = 4,
    KEPT_OVER = 8,
    KEPT_OPTIONS = 16
}; /* flags of a head */

struct kept_head {
    const struct game *game;
    char code[CODE_SIZE + 1], record[RECORD_ID_SIZE + 1];
    uint32_t round;
    int64_t opened_ms; /* since 1970 */
    uint16_t away_s;
    uint8_t pace, flags; /* KEPT_... */
    uint8_t seed[SEED_BYTES];
    uint8_t hash[VIEWS][HASH_BYTES];  /* of each seat's token */
    char name[VIEWS][NAME_BYTES_MAX]; /* not shown yet (P1.8) */
    struct former former[LIMIT_FORMER];
    uint8_t options[BODY_MAX];
    const char *brought; /* points into the bytes; NULL: nothing */
    size_t brought_size;
    bool chained; /* it says how far the log had got; those of earlier versions do not */
    seq_t events;
    uint8_t mark[MARK_BYTES];
};
enum kept { KEPT, KEPT_DAMAGED, KEPT_BY_LATER }; /* read; unreadable; stored by a later version */

enum kept kept_read_head(const void *bytes, size_t size, struct kept_head *out);
/* After so many events, with that chain: has the log got as far as it had when the head was stored? */
bool kept_reaches(const struct kept_head *head, seq_t events, const uint8_t chain[HASH_BYTES]);

/* Reads the next entry of a game: tells `entered` what was asked, then `happened` each event.  `past` (all
 * zero before the first entry) and `chain` (which starts as the commitment) move on with it.  An entry is
 * damaged if it does not continue the chain, if its words do not match their hash, or if `happened` returns
 * false.  After anything but KEPT nothing more of that game can be read. */
struct kept_calls {
    void (*entered)(void *ctx, const struct entry *e);
    bool (*happened)(void *ctx, const struct event *e);
};
enum kept kept_read_entry(const struct game *game, const void *bytes, size_t size, struct stories *past,
                          uint8_t chain[HASH_BYTES], const struct kept_calls *calls, void *ctx);

#endif
