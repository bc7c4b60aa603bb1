/* tests/help/logs.h -- makes a second table with the same log, and compares logs.  For tests only. */
#ifndef TESTS_HELP_LOGS_H
#define TESTS_HELP_LOGS_H

#include <string.h>

#include "core/check.h"
#include "table/table.h"

/* A table where the same has happened but nothing has been shown yet.  The caller closes it. */
static inline void table_again(struct table *out, const struct table *t)
{
    CHECK(table_open(out, t->game));
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        CHECK(table_restore(out, e));
}

static inline bool same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->seq == b->seq && a->at_ms == b->at_ms && a->to == b->to &&
           a->zero == b->zero && a->size == b->size && !memcmp(a->body, b->body, a->size);
}

static inline bool same_logs(const struct table *a, const struct table *b)
{
    const struct event *x = table_next(a, NULL), *y = table_next(b, NULL);
    while (x && y && same_event(x, y)) {
        x = table_next(a, x);
        y = table_next(b, y);
    }
    return !x && !y && a->count == b->count && !memcmp(a->truth, b->truth, a->game->state_size);
}

#endif
