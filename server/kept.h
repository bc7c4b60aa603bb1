/* server/kept.h -- reading what is stored of a game: its head and its entries, as this version stores them or
 * an earlier one did (P8.8).
 *
 * The bytes may be anything: what cannot be right is refused. */
#ifndef SERVER_KEPT_H
#define SERVER_KEPT_H

#include "record/entry.h"
#include "record/stories.h"
#include "server/limits.h"

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
    uint8_t hash[VIEWS][HASH_BYTES]; /* of each seat's token */
    uint8_t options[BODY_MAX];
    const char *brought; /* within the bytes; NULL: nothing */
    size_t brought_size;
};
enum kept { KEPT, KEPT_DAMAGED, KEPT_BY_LATER }; /* read; cannot be; by a version that is not known here */

enum kept kept_read_head(const void *bytes, size_t size, struct kept_head *out);

/* Reads the next entry of a game: `entered` is told what was asked, then `happened` each event.  The past,
 * all zero before the first, and the chain, the commitment before it, go on with it; an entry that does not
 * continue the chain is damaged, and so is one whose word has another hash.  A false of `happened` ends it:
 * damaged.  After anything but KEPT nothing more of that game can be read. */
struct kept_calls {
    void (*entered)(void *ctx, const struct entry *e);
    bool (*happened)(void *ctx, const struct event *e);
};
enum kept kept_read_entry(const struct game *game, const void *bytes, size_t size, struct stories *past,
                          uint8_t chain[HASH_BYTES], const struct kept_calls *calls, void *ctx);

#endif
