/* server/faults.c -- the guard, and what becomes of the table.
 *
 * It leaves the host, and everybody there is told.  Its log stays in the store, to be
 * looked at, but is never loaded again.  What was handed to the store is not touched:
 * all of it happened. */
#include "server/faults.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "server/hosted.h"
#include "server/keep.h"
#include "server/tables.h"

static void send_away(struct host *h, struct hosted *t)
{
    for (struct link *l = t->links; l; l = l->next) {
        l->at = NULL; /* freed when its connection is gone */
        h->calls->end(h->ctx, l->conn, END_SET_ASIDE, "a bug in the program stopped this table");
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
    /* Without memory for this, the next start loads it again, and it fails there or works. */
    if (gather_reserve(h->open, 1))
        keep_head(h->open, t, false);
    gather_drop(h, t);
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
    faults_fn *what;
    void *ctx;
};

static void do_it(void *ctx)
{
    const struct doing *d = ctx;
    d->what(d->h, d->t, d->ctx);
}

bool faults_guard(struct host *h, struct hosted *t, struct link *asks, faults_fn *what, void *ctx)
{
    struct doing doing = {h, t, what, ctx};
    struct fault fault;
    CHECK(!h->guarded); /* an inner guard would free the table under the outer one */
    h->guarded = true;
    bool whole = guard(do_it, &doing, &fault);
    h->guarded = false;
    if (whole)
        return true;
    if (asks && !asks->acts)
        links_refuse(h, asks, &refusal_set_aside);
    faults_set_aside(h, t, &fault);
    return false;
}
