/* store/queue.h -- a store on threads of its own, so that nobody waits for the disk: one commits, and, if the
 * store has a reader, another one finds, so that no commit waits for what is read.
 *
 * One batch is committed at a time; its bytes belong to the thread until it is
 * handed back.  Everything here except `wake` is called from one other thread. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/store.h"

struct queue;

enum { QUEUE_ABOUT_MAX = 32 };

struct queue_made { /* of what was found */
    int state;      /* as the maker calls it */
    char *text;     /* NULL: none */
    size_t size;
    struct store_batch batch; /* to be committed */
};

/* What is made of a game that is found, or of all that are, on the thread that found it. */
struct queue_maker {
    bool (*wants)(const void *about, const void *head, size_t size); /* false: its pieces are not needed */
    void (*make)(const void *about, const struct store_batch *rows, struct queue_made *out);
};
struct queue_ask {
    const struct queue_maker *maker;
    char id[STORE_ID_MAX];          /* empty: look at all games */
    uint8_t about[QUEUE_ABOUT_MAX]; /* what the maker wants to know */
};

struct queue_done { /* a finished request */
    bool ok;
    bool found;             /* the answer to queue_find(), not to queue_commit() */
    bool live;              /* of queue_find(): the game may still go on */
    struct queue_ask ask;   /* as given to queue_find() */
    struct queue_made made; /* whoever takes it frees it */
    uint64_t spent_us;      /* by the store */
    struct complaint why;
};

/* The store's thread calls `wake` when something is finished.  NULL: no memory or no thread. */
struct queue *queue_open(struct store *s, void (*wake)(void *ctx), void *ctx);
void queue_commit(struct queue *q, const struct store_batch *b);
bool queue_find(struct queue *q, const struct queue_ask *ask); /* false: no memory */
enum store_room queue_room(const struct queue *q);
void queue_spared(struct queue *q); /* nothing is left that could be dropped to make room */
bool queue_take(struct queue *q, struct queue_done *out); /* what is finished, if anything is */
void queue_wait(struct queue *q);                         /* until something is finished */
void queue_close(struct queue *q);                        /* finishes what was begun; closes the store */

#endif
