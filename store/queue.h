/* store/queue.h -- a store on threads of its own, so that nobody waits for the disk: one commits, and, if the
 * store has a reader, another one finds, so that no commit waits for what is read.
 *
 * One batch is committed at a time; its bytes belong to the thread until it is
 * handed back.  Everything here except `wake` is called from one other thread. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/store.h"

struct queue;

struct queue_done { /* a finished request */
    bool ok;
    bool found; /* the answer to queue_find(), not to queue_commit() */
    bool live;  /* of queue_find(): the game may still go on */
    int state;  /* of queue_find(): what `make` returned */
    char *text; /* and the text it made, or NULL; whoever takes it frees it */
    size_t size;
    char id[STORE_ID_MAX]; /* as given to queue_find() */
    uint64_t spent_us;     /* by the store */
    struct complaint why;
};

/* What is made of a game that is found, on the thread that found it. */
struct queue_maker {
    bool (*wants)(const void *head, size_t size); /* false: its pieces are not needed */
    int (*make)(const struct store_batch *rows, char **text, size_t *size);
};

/* The store's thread calls `wake` when something is finished.  NULL: no memory or no thread. */
struct queue *queue_open(struct store *s, void (*wake)(void *ctx), void *ctx);
void queue_commit(struct queue *q, const struct store_batch *b);
bool queue_find(struct queue *q, const char *id, const struct queue_maker *maker); /* false: no memory */
bool queue_take(struct queue *q, struct queue_done *out); /* what is finished, if anything is */
void queue_wait(struct queue *q);                         /* until something is finished */
void queue_close(struct queue *q);                        /* finishes what was begun; closes the store */

#endif
