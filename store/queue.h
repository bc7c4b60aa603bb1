/* store/queue.h -- a store on its own thread, so that nobody waits for the disk.
 *
 * One batch is committed at a time; its bytes belong to the thread until it is
 * handed back.  Everything here except `wake` is called from one other thread. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/store.h"

struct queue;

struct queue_done { /* a finished request */
    bool ok;
    bool found;              /* the answer to queue_find(), not to queue_commit() */
    void *ctx;               /* as given to queue_find() */
    uint64_t spent_us;       /* by the store */
    struct store_batch rows; /* of queue_find(): heads and pieces; whoever takes it frees it */
    struct complaint why;
};

/* The store's thread calls `wake` when something is finished.  NULL: no memory or no thread. */
struct queue *queue_open(struct store *s, void (*wake)(void *ctx), void *ctx);
void queue_commit(struct queue *q, const struct store_batch *b);
bool queue_find(struct queue *q, const char *id, void *ctx); /* false: no memory */
bool queue_take(struct queue *q, struct queue_done *out);    /* what is finished, if anything is */
void queue_wait(struct queue *q);                            /* until something is finished */
void queue_close(struct queue *q);                           /* finishes what was begun; closes the store */

#endif
