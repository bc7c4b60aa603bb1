/* server/host.c -- one turn after another: what is judged is gathered, what is
 * gathered is stored, what is stored is shown. */
#include "server/host.h"

#include <stdlib.h>

#include "server/commit.h"
#include "server/deadlines.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/tables.h"
#include "table/common.h"

struct host *host_open(const struct host_limits *limits, const struct host_calls *calls, void *ctx,
                       int64_t now_ms)
{
    struct host *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->calls = calls;
    h->ctx = ctx;
    h->limits = *limits;
    h->now_ms = now_ms;
    h->open = &h->gathering[0];
    return h;
}

void host_close(struct host *h)
{
    for (int i = 0; i < 2; i++)
        gather_forget(&h->gathering[i]);
    for (struct hosted *t = tables_next(h, NULL), *next; t; t = next) {
        next = tables_next(h, t);
        while (t->links) {
            struct link *l = t->links;
            t->links = l->next;
            free(l);
        }
        tables_free(h, t);
    }
    free(h->wakes.heap);
    free(h->idle.heap);
    free(h);
}

void host_time(struct host *h, int64_t now_ms)
{
    h->now_ms = now_ms > h->now_ms ? now_ms : h->now_ms;
}

void host_turn(struct host *h)
{
    deadlines_meet(h);
    greet_all(h);
    commit_turn(h);
}

int64_t host_wakes_ms(const struct host *h)
{
    int64_t at_ms = deadlines_wakes_ms(h), greet_ms = greet_wakes_ms(h), commit_ms = commit_wakes_ms(h);
    at_ms = greet_ms < at_ms ? greet_ms : at_ms;
    return commit_ms < at_ms ? commit_ms : at_ms;
}

bool host_drain(struct host *h)
{
    h->draining = true;
    return commit_idle(h);
}

const struct host_counts *host_counts(struct host *h)
{
    h->counts.seats = 0;
    for (const struct hosted *t = tables_next(h, NULL); t; t = tables_next(h, t))
        h->counts.seats += hosted_presence(t)->seats;
    return &h->counts;
}

bool host_stuck(const struct host *h)
{
    return h->stuck;
}
