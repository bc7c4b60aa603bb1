/* server/keep.h -- reading what is stored of a game: its head and its entries.
 *
 * The bytes may be anything: what cannot be right is refused. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "core/game.h"
#include "server/bytes.h"
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
    size_t options_size;
    uint8_t options[BODY_MAX];
};
enum { KEPT_OVER = 1 << 3 };

struct kept_entry {
    struct input in; /* without dice: they follow from the seed */
    seat_t asker;    /* the seat that sent it, if in.by is the server; 0: nobody did */
    seq_t story;     /* how far the sender's story had come, */
    seq_t shown;     /* and how far the log had been shown */
    struct bytes_in events;
};

bool keep_read_head(const void *bytes, size_t size, struct kept_head *out);
bool keep_read_entry(const struct game *game, const void *bytes, size_t size, struct kept_entry *out);
/* False: there is none left, or (entry->events.bad) the bytes are damaged. */
bool keep_next_event(const struct game *game, struct kept_entry *entry, seq_t seq, struct event *out);

#endif
