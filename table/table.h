/* table/table.h -- one game in progress: the truth and its log, and what each
 * seat has been shown of it.
 *
 * Written once for all games.  No I/O: the host stores what table_submit() adds
 * to the log, and only then calls table_show(). */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "core/see.h"

typedef size_t bookmark_t; /* a place in the log, between two events */

/* Others may read it and set the material; only table/ changes the rest. */
struct table {
    const struct game *game;
    const void *material; /* it is played with this; owned by whoever sets it; NULL: the built-in one */
    struct state *truth;
    seq_t count;        /* events in the log */
    seq_t story[VIEWS]; /* how many of them each seat, and the gallery, has been shown */

    /* Only for table/; others use bookmarks. */
    uint8_t *log;              /* events one after another, each without the unused end of its body */
    size_t log_size, log_room; /* bytes */
    size_t shown_size;         /* everybody has been shown this much of the log, */
    seq_t shown_count;         /* and this many events */
};

/* False: out of memory. */
bool table_open(struct table *t, const struct game *game);
void table_close(struct table *t);

/* Bytes of memory that it takes. */
static inline size_t table_weight(const struct table *t)
{
    return t->game->state_size + t->log_room;
}

/* Judges an input: the truth moves and the log grows, or neither does, even when
 * out of memory.  The sender's `seen` comes in as a number of its own story and
 * leaves as one of the log.  (If a CHECK fails in here and is guarded, the truth
 * may be ahead of the log: the table is useless then.) */
refusal_t table_submit(struct table *t, struct input *in);

/* Is the log so long that only pauses, seats and the end have room (P6.5)?  Then the game must end. */
bool table_is_full(const struct table *t);

/* Appends an event of an old log as it is.  False: it does not follow the last
 * one, its kind does not exist, or the log is full. */
bool table_restore(struct table *t, const struct event *e);

/* Shows everybody what is new.  All seats in `who` see the same, under the same
 * number: encode it once. */
typedef void table_show_fn(void *ctx, seats_t who, const struct seen *seen);
void table_show(struct table *t, table_show_fn *show, void *ctx);
/* Only what happened before the bookmark: the host may not have stored the rest yet. */
void table_show_until(struct table *t, bookmark_t until, table_show_fn *show, void *ctx);

/* Tells one seat its story again, without its first `since` events. */
void table_tell(const struct table *t, seat_t who, seq_t since, table_show_fn *show, void *ctx);

/* Walks through the log: NULL starts it, NULL ends it. */
const struct event *table_next(const struct table *t, const struct event *e);

/* After the last event. */
static inline bookmark_t table_now(const struct table *t)
{
    return t->log_size;
}

/* The first event after a bookmark; table_next() continues from it.  NULL: nothing has happened since. */
static inline const struct event *table_since(const struct table *t, bookmark_t since)
{
    return since < t->log_size ? (const struct event *)(const void *)(t->log + since) : NULL;
}

/* Has everybody been shown everything before the bookmark? */
static inline bool table_shown(const struct table *t, bookmark_t until)
{
    return t->shown_size >= until;
}

/* How far a seat's story had come when event `last` of the log had been shown. */
seq_t table_story_at(const struct table *t, seat_t who, seq_t last);

#endif
