/* server/commit.c -- the batch that is being stored, and a store that fails. */
#include "server/commit.h"

#include "core/check.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/show.h"
#include "server/tables.h"
#include "server/tell.h"

enum { RETRY_DOUBLED = 4 }; /* so often the wait of RETRY_MS is doubled at most: 4 s */

/* ---- trouble ---- */

static void trouble_all(struct host *h)
{
    for (struct hosted *t = tables_next(h, NULL); t; t = tables_next(h, t))
        for (struct link *l = t->links; l; l = l->next)
            if (!l->fresh)
                tell_trouble(h, l);
}

static void get_stuck(struct host *h)
{
    if (!h->stuck) {
        h->stuck = true;
        h->stuck_ms = h->now_ms;
        h->retries = 0;
        h->calls->log(h->ctx, "store_failed", "all tables wait until it is back");
        trouble_all(h);
    }
    int64_t wait_ms = (int64_t)RETRY_MS << (h->retries < RETRY_DOUBLED ? h->retries : RETRY_DOUBLED);
    h->retries++;
    h->retry_ms = h->now_ms + wait_ms;
}

static void go_on(struct host *h, struct hosted *t, void *ctx)
{
    const int64_t *lost_ms = ctx;
    t->epoch_ms += *lost_ms;
    for (struct link *l = t->links; l; l = l->next)
        if (!l->fresh)
            TELL(h, l, time_told, .now = hosted_ms(h, t));
    deadlines_set(h, t);
}

/* The trouble costs nobody any time. */
static void get_unstuck(struct host *h)
{
    int64_t lost_ms = h->now_ms - h->stuck_ms;
    h->stuck = false;
    h->calls->log(h->ctx, "store_back", "play continues");
    for (struct hosted *t = tables_next(h, NULL), *next; t; t = next) {
        next = tables_next(h, t);
        faults_guard(h, t, NULL, go_on, &lost_ms);
    }
    trouble_all(h);
}

/* ---- one batch after the other ---- */

void host_stored(struct host *h, bool ok)
{
    CHECK(h->busy);
    h->counts.commits += ok;
    h->counts.commit_failures += !ok;
    if (!ok) {
        get_stuck(h);
        return;
    }
    if (h->stuck)
        get_unstuck(h);
    struct gathering *g = h->busy;
    h->busy = NULL;
    hope_ends(&h->hope);
    show_stored(h, g);
    hope_begins(&h->hope, h->open->count, h->now_ms);
}

const struct refusal *host_write_anew(struct host *h, const struct store_batch *b)
{
    const struct refusal *closed = b->count ? judge_closed(h, 0) : NULL;
    if (closed || !store_reserve(&h->open->batch, b->count, b->size))
        return closed ? closed : &refusal_no_memory;
    for (size_t i = 0; i < b->count; i++)
        CHECK(store_add(&h->open->batch, &b->items[i], b->bytes + b->items[i].at, b->items[i].size));
    return NULL;
}

size_t host_gathered(const struct host *h)
{
    return h->open->batch.size;
}

void commit_turn(struct host *h)
{
    if (h->busy && h->stuck && h->now_ms >= h->retry_ms) {
        h->retry_ms = INT64_MAX;
        h->calls->store(h->ctx, &h->busy->batch);
    }
    if (h->busy || (!h->open->count && !h->open->batch.count))
        return;
    if (h->open->batch.count && hope_holds_back(&h->hope, h->now_ms))
        return;
    struct gathering *g = h->open;
    h->open = g == &h->gathering[0] ? &h->gathering[1] : &h->gathering[0];
    if (!g->batch.count) { /* only answers, to what has been stored since */
        show_stored(h, g);
        return;
    }
    h->busy = g;
    h->calls->store(h->ctx, &g->batch);
}

bool commit_idle(const struct host *h)
{
    return !h->busy && !h->open->count && !h->open->batch.count;
}

int64_t commit_wakes_ms(const struct host *h)
{
    int64_t retry_ms = h->stuck ? h->retry_ms : INT64_MAX;
    return h->hope.held && h->hope.until_ms < retry_ms ? h->hope.until_ms : retry_ms;
}
