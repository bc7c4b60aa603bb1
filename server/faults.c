/* server/faults.c -- a bug in a game stops the table that it shows at, and no
 * other (P6.5).
 *
 * The table leaves the host; those who are there are told; its log stays in the
 * store, to be looked at, and is not loaded any more.  What was handed to the
 * store is not touched: all of it happened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/hosted.h"

/* ---- letting go of all that knows the table ---- */

static void drop_act(struct host *h, struct act *a)
{
    struct link *l = a->link;
    char *reply = a->reply;
    a->at = NULL;
    if (l && !--l->acts && reply && l->conn)
        host_refuse(h, l, &refusal_set_aside);
    else if (l)
        host_unlink(h, l);
    free(reply);
}

/* Marked and not taken out: one of the gatherings may be being carried out. */
static void drop_acts(struct host *h, const struct hosted *t)
{
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < h->gathering[i].count; j++)
            if (h->gathering[i].acts[j].at == t)
                drop_act(h, &h->gathering[i].acts[j]);
}

static void send_away(struct host *h, struct hosted *t)
{
    for (struct link *l = t->links; l; l = l->next) {
        l->at = NULL; /* it is freed when its connection is gone */
        h->calls->end(h->ctx, l->conn, END_SET_ASIDE, "this table was put aside: a fault in the program");
        h->counts.links--;
    }
    t->links = NULL;
}

static void tell_log(struct host *h, const struct hosted *t, const struct fault *fault)
{
    char detail[400];
    snprintf(detail, sizeof detail, "%s: %s:%d: %s does not hold", t->record, fault->file, fault->line,
             fault->what);
    h->calls->log(h->ctx, "table_set_aside", detail);
}

void faults_set_aside(struct host *h, struct hosted *t, const struct fault *fault)
{
    tell_log(h, t, fault);
    /* Without memory for this it is loaded again, and fails there or is well. */
    if (keep_reserve(h->open, 1))
        keep_head(h->open, t, false);
    drop_acts(h, t);
    send_away(h, t);
    memcpy(h->aside[h->counts.set_aside++ % LIMIT_ASIDE], t->code, sizeof t->code);
    tables_free(h, t);
}

const struct refusal *faults_missing(const struct host *h, const char *code)
{
    for (int i = 0; *code && i < LIMIT_ASIDE; i++)
        if (!strcmp(h->aside[i], code))
            return &refusal_set_aside;
    return &refusal_no_table;
}

/* ---- the guard ---- */

struct doing {
    struct host *h;
    struct hosted *t;
    table_fn *what;
    void *ctx;
};

static void do_it(void *ctx)
{
    const struct doing *d = ctx;
    d->what(d->h, d->t, d->ctx);
}

bool faults_guard(struct host *h, struct hosted *t, struct link *asks, table_fn *what, void *ctx)
{
    struct doing doing = {h, t, what, ctx};
    struct fault fault;
    CHECK(!h->guarded); /* one guard would free the table under the other */
    h->guarded = true;
    bool whole = guard(do_it, &doing, &fault);
    h->guarded = false;
    if (whole)
        return true;
    if (asks && !asks->acts)
        host_refuse(h, asks, &refusal_set_aside);
    faults_set_aside(h, t, &fault);
    return false;
}
