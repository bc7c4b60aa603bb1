/* store/store.h -- what must survive a crash: for every game a head, and the
 * pieces of its log.
 *
 * It does not know what is in them.  A backend works synchronously; the server
 * gives it its own thread (store/queue.h).  A batch is committed as a whole or not
 * at all, and committing it again changes nothing: after a reported failure the
 * caller may simply repeat it, even if it had in fact succeeded. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/complaint.h"

enum { STORE_ID_MAX = 16 }; /* the public name of a game, and a zero */

enum store_what {
    STORE_HEAD,   /* replaces the head of a game, or makes the game */
    STORE_PIECE,  /* adds to the log of a game */
    STORE_DROP,   /* forgets a game altogether */
    STORE_REPORT, /* keeps a report, under a number of its own: it belongs to no game (store/reports.h) */
};

struct store_item {
    uint64_t number;       /* of the game; the server never uses one twice */
    uint32_t seq;          /* of a PIECE: the number of its first event; pieces are in this order */
    uint8_t what;          /* enum store_what */
    uint8_t live;          /* of a HEAD: the game is to be loaded at the start */
    char id[STORE_ID_MAX]; /* of a HEAD: its public name, which no other game has */
    size_t at, size;       /* of a HEAD or a PIECE: where its bytes are in the batch */
};

struct store_batch {
    struct store_item *items;
    uint8_t *bytes;
    size_t count, items_room;
    size_t size, bytes_room;
};

/* False: out of memory, and nothing was added.  After store_reserve(), that much can be added without
 * failing. */
bool store_reserve(struct store_batch *b, size_t items, size_t bytes);
bool store_add(struct store_batch *b, const struct store_item *item, const void *bytes, size_t size);
void store_clear(struct store_batch *b); /* empty, keeping its memory */
void store_free(struct store_batch *b);

/* Called with a head, then with the pieces of its game in order.  False: stop. */
typedef bool store_row_fn(void *ctx, const struct store_item *item, const void *bytes);

struct store;
struct store_calls {
    bool (*commit)(struct store *s, const struct store_batch *b, struct complaint *why);
    bool (*load)(struct store *s, store_row_fn *row, void *ctx, struct complaint *why); /* all live games */
    bool (*find)(struct store *s, const char *id, store_row_fn *row, void *ctx, struct complaint *why);
    void (*close)(struct store *s);
};
struct store { /* a backend begins with this */
    const struct store_calls *calls;
};

static inline bool store_commit(struct store *s, const struct store_batch *b, struct complaint *why)
{
    return s->calls->commit(s, b, why);
}

static inline bool store_load(struct store *s, store_row_fn *row, void *ctx, struct complaint *why)
{
    return s->calls->load(s, row, ctx, why);
}

/* Not finding the game is not a failure: `row` is simply not called. */
static inline bool store_find(struct store *s, const char *id, store_row_fn *row, void *ctx,
                              struct complaint *why)
{
    return s->calls->find(s, id, row, ctx, why);
}

static inline void store_close(struct store *s)
{
    s->calls->close(s);
}

/* NULL: `why` has the reason. */
struct store *store_memory_open(struct complaint *why);
struct store *store_sqlite_open(const char *path, struct complaint *why);
/* "memory:" or "sqlite:FILE". */
struct store *store_open(const char *url, struct complaint *why);
const char *store_file(const char *url); /* the file it lasts in; NULL: it does not last */

/* Wraps another store, which it also closes, and fails on purpose.  Before each call, counted from one,
 * `fails` says whether it fails: 0 no; 1 before anything is done; 2 only after it was done. */
typedef int store_fails_fn(void *ctx, uint64_t call);
struct store *store_faulty_open(struct store *of, store_fails_fn *fails, void *ctx, struct complaint *why);

#endif
