/* store/faulty.c -- a store that fails on purpose, for tests. */
#include <stdio.h>
#include <stdlib.h>

#include "store/store.h"

struct faulty {
    struct store store, *of;
    store_fails_fn *fails;
    void *ctx;
    uint64_t calls;
};

static bool refuse(struct complaint *why)
{
    why->line = 0;
    snprintf(why->text, sizeof why->text, "the store failed, as it was told to");
    return false;
}

static bool commit(struct store *s, const struct store_batch *b, struct complaint *why)
{
    struct faulty *f = (struct faulty *)s;
    int how = f->fails(f->ctx, ++f->calls);
    if (how == 1)
        return refuse(why);
    bool done = store_commit(f->of, b, why);
    return how == 2 ? refuse(why) : done;
}

static bool load(struct store *s, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct faulty *f = (struct faulty *)s;
    int how = f->fails(f->ctx, ++f->calls);
    if (how == 1)
        return refuse(why);
    bool done = store_load(f->of, row, ctx, why);
    return how == 2 ? refuse(why) : done;
}

static bool find(struct store *s, const char *id, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct faulty *f = (struct faulty *)s;
    return f->fails(f->ctx, ++f->calls) ? refuse(why) : store_find(f->of, id, row, ctx, why);
}

static void close_faulty(struct store *s)
{
    struct faulty *f = (struct faulty *)s;
    store_close(f->of);
    free(f);
}

struct store *store_faulty_open(struct store *of, store_fails_fn *fails, void *ctx, struct complaint *why)
{
    static const struct store_calls calls = {commit, load, find, close_faulty, NULL, NULL};
    struct faulty *f = calloc(1, sizeof *f);
    if (!f) {
        refuse(why);
        return NULL;
    }
    f->store.calls = &calls;
    f->of = of;
    f->fails = fails;
    f->ctx = ctx;
    return &f->store;
}
