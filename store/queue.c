/* store/queue.c -- the thread of the store. */
#define _POSIX_C_SOURCE 200809L
#include "store/queue.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct job {
    struct job *next;
    const struct store_batch *batch; /* NULL: find `id` */
    char id[STORE_ID_MAX];
    struct queue_done done;
};
struct jobs { /* first in, first out */
    struct job *first, **end;
};

struct queue {
    struct store *store;
    void (*wake)(void *ctx);
    void *ctx;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct jobs asked, finished;
    struct job commit; /* there is one at a time: it needs no memory, and so cannot fail to be asked for */
    bool stop;
};

static void put(struct jobs *jobs, struct job *job)
{
    job->next = NULL;
    *jobs->end = job;
    jobs->end = &job->next;
}

static struct job *get(struct jobs *jobs)
{
    struct job *job = jobs->first;
    if (job && !(jobs->first = job->next))
        jobs->end = &jobs->first;
    return job;
}

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    struct job *job = ctx;
    job->done.ok = store_add(&job->done.rows, item, bytes, item->size);
    return job->done.ok;
}

static void carry_out(struct queue *q, struct job *job)
{
    uint64_t begun_us = now_us();
    memset(&job->done.why, 0, sizeof job->done.why);
    job->done.ok = true;
    if (job->batch)
        job->done.ok = store_commit(q->store, job->batch, &job->done.why);
    else
        job->done.ok = store_find(q->store, job->id, keep_row, job, &job->done.why) && job->done.ok;
    job->done.spent_us = now_us() - begun_us;
}

static void *work(void *arg)
{
    struct queue *q = arg;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        struct job *job = get(&q->asked);
        if (!job && q->stop)
            break;
        if (!job) {
            pthread_cond_wait(&q->changed, &q->lock);
            continue;
        }
        pthread_mutex_unlock(&q->lock);
        carry_out(q, job);
        pthread_mutex_lock(&q->lock);
        put(&q->finished, job);
        pthread_mutex_unlock(&q->lock);
        pthread_cond_broadcast(&q->changed);
        q->wake(q->ctx);
        pthread_mutex_lock(&q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

struct queue *queue_open(struct store *s, void (*wake)(void *ctx), void *ctx)
{
    struct queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->store = s;
    q->wake = wake;
    q->ctx = ctx;
    q->asked.end = &q->asked.first;
    q->finished.end = &q->finished.first;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    if (!pthread_create(&q->thread, NULL, work, q))
        return q;
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
    return NULL;
}

/* Whoever is woken while the lock is held only falls asleep again: so it is given back first. */
static void ask(struct queue *q, struct job *job)
{
    pthread_mutex_lock(&q->lock);
    put(&q->asked, job);
    pthread_mutex_unlock(&q->lock);
    pthread_cond_broadcast(&q->changed);
}

void queue_commit(struct queue *q, const struct store_batch *b)
{
    memset(&q->commit, 0, sizeof q->commit);
    q->commit.batch = b;
    ask(q, &q->commit);
}

bool queue_find(struct queue *q, const char *id, void *ctx)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    snprintf(job->id, sizeof job->id, "%s", id);
    job->done.found = true;
    job->done.ctx = ctx;
    ask(q, job);
    return true;
}

bool queue_take(struct queue *q, struct queue_done *out)
{
    pthread_mutex_lock(&q->lock);
    struct job *job = get(&q->finished);
    pthread_mutex_unlock(&q->lock);
    if (!job)
        return false;
    *out = job->done;
    if (job != &q->commit)
        free(job);
    return true;
}

void queue_wait(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->finished.first)
        pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
}

void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->stop = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->thread, NULL);
    struct queue_done done;
    while (queue_take(q, &done))
        store_free(&done.rows);
    store_close(q->store);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}
