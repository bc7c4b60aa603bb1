/* server/keep.h -- reading what is stored of a game: its head and its entries, as this version stores them or
 * an earlier one did (P8.8).
 *
 * The bytes may be anything: what cannot be right is refused. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "record/entry.h"
#include "server/limits.h"

struct kept_head {
    const struct game *game;
    char code[CODE_SIZE + 1], record[RECORD_ID_SIZE + 1];
    uint32_t round;
    int64_t opened_ms; /* since 1970 */
    uint16_t away_s;
    uint8_t pace, flags; /* public, gallery, wait, over, has options: a bit each, from the lowest */
    uint8_t seed[SEED_BYTES];
    uint8_t hash[VIEWS][HASH_BYTES]; /* of each seat's token */
    uint8_t options[BODY_MAX];
};
enum { KEPT_OVER = 1 << 3 };

enum kept { KEPT, KEPT_DAMAGED, KEPT_BY_LATER }; /* read; cannot be; by a version that is not known here */

enum kept keep_read_head(const void *bytes, size_t size, struct kept_head *out);

/* The text of what the table has brought, stored as piece 0; empty: the house's own. */
enum kept keep_read_brought(const void *bytes, size_t size, const char **text, size_t *length);

/* Reads an entry: `entered` is told what was asked, then `happened` each event, numbered behind `count`.
 * The chain goes on with it; one that does not continue the chain is damaged, and so is one of which
 * `happened` says false. */
struct keep_calls {
    void (*entered)(void *ctx, const struct entry *e);
    bool (*happened)(void *ctx, const struct event *e);
};
enum kept keep_read_entry(const struct game *game, const void *bytes, size_t size, seq_t count,
                          uint8_t chain[HASH_BYTES], const struct keep_calls *calls, void *ctx);

#endif
