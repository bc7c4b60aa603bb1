/* store/queue.c -- the threads of the store. */
#define _DEFAULT_SOURCE /* setpriority */
#include "store/queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { TIDY_IDLE_MS = 200, TIDY_BUSY_MS = 10000, TIDY_MS = 600000 };
enum { READER_NICE = 10 }; /* play comes first */

struct job {
    struct job *next;
    const struct store_batch *batch; /* NULL: find */
    struct store_batch rows;         /* found */
    struct queue_done done;
};
struct jobs { /* first in, first out */
    struct job *first, **end;
};
struct worker { /* a thread, and what was asked of it */
    struct queue *queue;
    struct store *store;
    pthread_t thread;
    struct jobs asked;
    bool tidied;  /* there was nothing left to tidy up, and nothing has been done since */
    bool tidying; /* it has begun */
    uint64_t tidied_us;
};

struct queue {
    void (*wake)(void *ctx);
    void *ctx;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct worker commits, finds; /* if the store has no reader, all is asked of the first */
    struct jobs finished;
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
    job->done.ok = store_add(&job->rows, item, bytes, item->size);
    job->done.live |= item->what == STORE_HEAD && item->live;
    if (!job->done.ok || item->what != STORE_HEAD)
        return job->done.ok;
    const struct queue_ask *ask = &job->done.ask;
    bool wanted = ask->maker->wants(ask->about, bytes, item->size);
    if (!wanted && !*ask->id)
        job->rows.count--; /* one of many: not even its head */
    return wanted;
}

static void find(struct store *store, struct job *job)
{
    job->done.ok = store_find(store, job->done.ask.id, keep_row, job, &job->done.why) && job->done.ok;
    if (job->done.ok)
        job->done.ask.maker->make(job->done.ask.about, &job->rows, &job->done.made);
    store_free(&job->rows);
}

static void carry_out(struct store *store, struct job *job)
{
    uint64_t begun_us = now_us();
    memset(&job->done.why, 0, sizeof job->done.why);
    job->done.ok = true;
    if (job->batch)
        job->done.ok = store_commit(store, job->batch, &job->done.why);
    else
        find(store, job);
    job->done.spent_us = now_us() - begun_us;
}

static bool wait_ms(struct queue *q, int64_t ms) /* false: nothing has changed in that time */
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t ns = until.tv_nsec + ms % 1000 * 1000000;
    until.tv_sec += ms / 1000 + ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    return pthread_cond_timedwait(&q->changed, &q->lock, &until) != ETIMEDOUT;
}

static void tidy(struct worker *w)
{
    struct queue *q = w->queue;
    int room = w->store->room;
    pthread_mutex_unlock(&q->lock);
    w->tidying = w->store->calls->tidy(w->store);
    w->tidied_us = now_us();
    if (w->store->room != room)
        q->wake(q->ctx);
    pthread_mutex_lock(&q->lock);
    w->tidied = !w->tidying;
}

/* Nobody has asked for anything.  If that lasts a moment, or the last time was long ago, the store tidies up;
 * what it has begun it ends, step by step, between other things. */
static void rest(struct worker *w)
{
    if (w->tidied || !w->store->calls->tidy)
        w->tidied = wait_ms(w->queue, TIDY_MS) && w->tidied;
    else if (w->tidying || now_us() - w->tidied_us >= (uint64_t)TIDY_BUSY_MS * 1000 ||
             !wait_ms(w->queue, TIDY_IDLE_MS))
        tidy(w);
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct queue *q = w->queue;
    if (w == &q->finds)
        setpriority(PRIO_PROCESS, 0, READER_NICE); /* on Linux: of this thread */
    pthread_mutex_lock(&q->lock);
    for (;;) {
        struct job *job = get(&w->asked);
        if (!job && q->stop)
            break;
        if (!job) {
            rest(w);
            continue;
        }
        w->tidied = false;
        pthread_mutex_unlock(&q->lock);
        carry_out(w->store, job);
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

static bool begin(struct queue *q, struct worker *w, struct store *s)
{
    w->queue = q;
    w->asked.end = &w->asked.first;
    w->store = s;
    return s && !pthread_create(&w->thread, NULL, work, w);
}

static void stop_finds(struct queue *q)
{
    if (!q->finds.store)
        return;
    pthread_mutex_lock(&q->lock);
    q->stop = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->finds.thread, NULL);
    store_close(q->finds.store);
}

struct queue *queue_open(struct store *s, void (*wake)(void *ctx), void *ctx)
{
    struct queue *q = calloc(1, sizeof *q);
    struct complaint why;
    if (!q)
        return NULL;
    q->wake = wake;
    q->ctx = ctx;
    q->finished.end = &q->finished.first;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    struct store *reader = s->calls->reader ? s->calls->reader(s, &why) : NULL;
    bool reads = begin(q, &q->finds, reader);
    if (!reads && reader)
        store_close(reader);
    if (!reads)
        q->finds.store = NULL;
    if (begin(q, &q->commits, s))
        return q;
    stop_finds(q);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
    return NULL;
}

/* Whoever is woken while the lock is held only falls asleep again: so it is given back first. */
static void ask(struct queue *q, struct worker *w, struct job *job)
{
    pthread_mutex_lock(&q->lock);
    put(&w->asked, job);
    pthread_mutex_unlock(&q->lock);
    pthread_cond_broadcast(&q->changed);
}

void queue_commit(struct queue *q, const struct store_batch *b)
{
    memset(&q->commit, 0, sizeof q->commit);
    q->commit.batch = b;
    ask(q, &q->commits, &q->commit);
}

bool queue_find(struct queue *q, const struct queue_ask *asked)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    job->done.found = true;
    job->done.ask = *asked;
    ask(q, q->finds.store ? &q->finds : &q->commits, job);
    return true;
}

enum store_room queue_room(const struct queue *q)
{
    return (enum store_room)q->commits.store->room;
}

void queue_spared(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->commits.store->spared = true;
    q->commits.tidied = false;
    pthread_mutex_unlock(&q->lock);
    pthread_cond_broadcast(&q->changed);
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
    pthread_join(q->commits.thread, NULL);
    stop_finds(q);
    struct queue_done done;
    while (queue_take(q, &done)) {
        free(done.made.text);
        store_free(&done.made.batch);
    }
    store_close(q->commits.store);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}
