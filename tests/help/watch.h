/* tests/help/watch.h -- a table with everybody's view folded beside it, as a server and its browsers would
 * have them.  For tests only; running out of memory stops the test. */
#ifndef TESTS_HELP_WATCH_H
#define TESTS_HELP_WATCH_H

#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "table/table.h"

struct watch {
    struct table table;
    struct state *view[VIEWS]; /* of the gallery and of every seat */
    table_show_fn *heard;      /* called for what is shown, after it was folded; may be NULL */
    void *ctx;
};

/* ---- chance that can be repeated ---- */

static inline uint64_t chance(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int chance_below(uint64_t *seed, int below)
{
    return (int)(chance(seed) % (uint64_t)below);
}

/* Any input on offer, or any of one kind: so rare kinds are asked for as well. */
static inline const struct input *chance_offered(uint64_t *seed, const struct input *offered, int count)
{
    const struct input *one = &offered[chance_below(seed, count)];
    uint16_t kind = 0;
    for (int i = 0, kinds = 0; i < count; i++) { /* of a kind they mostly lie together */
        bool new_kind = i == 0 || offered[i].kind != offered[i - 1].kind;
        if (new_kind && chance_below(seed, ++kinds) == 0)
            kind = offered[i].kind;
    }
    if (chance_below(seed, 2))
        return one;
    for (int i = 0, of_kind = 0; i < count; i++)
        if (offered[i].kind == kind && chance_below(seed, ++of_kind) == 0)
            one = &offered[i];
    return one;
}

/* ---- the table ---- */

static inline void watch_fold(void *ctx, seats_t who, const struct seen *seen)
{
    struct watch *w = ctx;
    for (seats_t rest = who; rest; rest &= rest - 1)
        w->table.game->apply(w->view[__builtin_ctz(rest)], &seen->event);
    if (w->heard)
        w->heard(w->ctx, who, seen);
}

static inline void watch_open(struct watch *w, const struct game *game)
{
    memset(w, 0, sizeof *w);
    CHECK(table_open(&w->table, game));
    for (int v = 0; v < VIEWS; v++)
        CHECK(w->view[v] = calloc(1, game->state_size));
}

static inline void watch_close(struct watch *w)
{
    for (int v = 0; v < VIEWS; v++)
        free(w->view[v]);
    table_close(&w->table);
}

static inline void watch_show(struct watch *w)
{
    table_show(&w->table, watch_fold, w);
}

/* Asks, and shows what follows to everybody. */
static inline refusal_t watch_submit(struct watch *w, const struct input *in)
{
    struct input asked = *in; /* a test may ask for the same again */
    refusal_t refusal = table_submit(&w->table, &asked);
    watch_show(w);
    return refusal;
}

/* Lets an event happen that nobody asked for, so that a test can set its scene. */
static inline void watch_happen(struct watch *w, int64_t at_ms, uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = at_ms, .seq = w->table.count + 1, .kind = kind, .size = (uint16_t)size};
    memcpy(e.body, body, size);
    CHECK(table_restore(&w->table, &e));
    watch_show(w);
}

#define HAPPEN(w, at_ms, name, ...)                                                                          \
    watch_happen((w), (at_ms), EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

static inline const char *refusal_name(const struct game *game, refusal_t refusal)
{
    return refusal ? game->schema->refusals[refusal].name : "ok";
}

#endif
