/* tests/help/host_bench.h -- the production host with a store in memory, a clock that
 * the test moves, and browsers that remember what they were told. */
#ifndef TESTS_HELP_HOST_BENCH_H
#define TESTS_HELP_HOST_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "server/brought.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/tables.h"
#include "server/json.h"

#ifndef BENCH_TABLES /* define it before to get more */
#define BENCH_TABLES 20
#define BENCH_CALLERS 16
#endif

enum { CALLERS = BENCH_CALLERS, HEARD_MAX = 4000 };

struct caller { /* a browser, or a request */
    struct link *link;
    char *heard[HEARD_MAX];
    int count, status, ended;
    size_t waits; /* bytes that it has not taken yet, as the test says */
    char reply[LIMIT_REPLY];
};

static struct bench {
    struct store *store;
    struct host *host;
    struct aside *aside;
    const struct store_batch *batch; /* given to the store, which has not stored it yet */
    uint64_t key[2], drawn, calls;
    uint64_t told; /* messages to browsers, by this host */
    int64_t now_ms;
    bool idle;                                        /* the store does nothing */
    void (*sent)(struct caller *c, const char *text); /* sees everything that is told */
    void (*logged)(const char *event, const char *detail);
    struct caller caller[CALLERS], request;
} bench;

static size_t bench_frame(const char *text, size_t size, char *out, size_t max)
{
    assert_true(size < max);
    memcpy(out, text, size);
    return size;
}

static void bench_send(void *ctx, void *conn, const char *frame, size_t size)
{
    struct caller *c = conn;
    (void)ctx;
    assert_true(c->count < HEARD_MAX);
    bench.told++;
    c->heard[c->count] = malloc(size + 1);
    memcpy(c->heard[c->count], frame, size);
    c->heard[c->count++][size] = 0;
    if (bench.sent)
        bench.sent(c, c->heard[c->count - 1]);
}

static size_t bench_waiting(void *ctx, void *conn)
{
    (void)ctx;
    return ((struct caller *)conn)->waits;
}

static void bench_end(void *ctx, void *conn, int code, const char *reason)
{
    (void)ctx, (void)reason;
    ((struct caller *)conn)->ended = code;
}

static void bench_reply(void *ctx, void *conn, int status, const char *json, size_t size)
{
    struct caller *c = conn;
    (void)ctx;
    assert_true(size < sizeof c->reply);
    c->status = status;
    memcpy(c->reply, json, size);
    c->reply[size] = 0;
}

static void bench_store(void *ctx, const struct store_batch *b)
{
    (void)ctx;
    assert_null(bench.batch);
    bench.batch = b;
}

static void bench_random(void *ctx, void *out, size_t size)
{
    (void)ctx;
    for (uint8_t *at = out; size--; at++)
        *at = (uint8_t)dice_number(bench.key, bench.drawn++);
}

static int64_t bench_wall_ms(void *ctx)
{
    (void)ctx;
    return 1767225600000 + bench.now_ms;
}

static void bench_log(void *ctx, const char *event, const char *detail)
{
    (void)ctx;
    if (bench.logged)
        bench.logged(event, detail);
}

static struct host_limits bench_limits = {BENCH_TABLES, 1000, 3600, 86400, 64 << 20};

static inline void bench_start_host(void)
{
    static const struct host_calls calls = {bench_frame, bench_send,   bench_waiting, bench_end, bench_reply,
                                            bench_store, bench_random, bench_wall_ms, bench_log};
    struct complaint why = {0};
    bench.told = 0;
    bench.host = host_open(&bench_limits, &calls, NULL, bench.now_ms);
    assert_non_null(bench.host);
    assert_true(host_load(bench.host, bench.store, bench.aside, &why));
}

static inline void bench_turn(void)
{
    struct complaint why;
    host_turn(bench.host);
    while (bench.batch && !bench.idle) {
        const struct store_batch *b = bench.batch;
        bench.calls++;
        bench.batch = NULL;
        host_stored(bench.host, store_commit(bench.store, b, &why));
        host_turn(bench.host);
    }
}

/* Lets time pass, in steps as fine as the host asks for. */
static inline void bench_wait(int64_t ms)
{
    for (int64_t until_ms = bench.now_ms + ms; bench.now_ms < until_ms;) {
        int64_t next_ms = host_wakes_ms(bench.host);
        next_ms = next_ms <= bench.now_ms ? bench.now_ms + 1 : next_ms;
        bench.now_ms = next_ms < until_ms ? next_ms : until_ms;
        host_time(bench.host, bench.now_ms);
        bench_turn();
    }
}

static inline void bench_forget(void)
{
    for (int i = 0; i < CALLERS; i++) {
        for (int j = 0; j < bench.caller[i].count; j++)
            free(bench.caller[i].heard[j]);
        memset(&bench.caller[i], 0, sizeof bench.caller[i]);
    }
}

static const char *bench_url = "memory:"; /* of the store */

static inline int bench_open(void **state)
{
    struct complaint why;
    (void)state;
    memset(&bench, 0, sizeof bench);
    bench.key[0] = 7;
    bench.now_ms = 1000;
    bench.store = store_open(bench_url, &why);
    assert_non_null(bench.store);
    bench_start_host();
    return 0;
}

/* Whatever a test did: the host has counted what there is. */
static inline void bench_count(void)
{
    const struct host_counts *counts = host_counts(bench.host);
    int tables = 0, links = 0;
    for (const struct hosted *t = tables_next(bench.host, NULL); t; t = tables_next(bench.host, t)) {
        uint32_t here = 0;
        for (const struct link *l = t->links; l; l = l->next)
            here++;
        assert_int_equal(here, t->link_count);
        bool needed = here || t->acts || (hosted_begun(t) && !t->over);
        assert_int_equal(t->idle.at_ms, needed ? INT64_MAX : t->empty_ms);
        tables++;
        links += (int)here;
    }
    assert_int_equal(counts->tables, tables);
    assert_int_equal(counts->links, links);
    assert_int_equal(counts->told, bench.told);
    size_t memory = counts->memory;
    for (struct hosted *t = tables_next(bench.host, NULL); t; t = tables_next(bench.host, t))
        tables_weigh(bench.host, t);
    assert_int_equal(host_counts(bench.host)->memory, memory);
}

static inline int bench_close(void **state)
{
    (void)state;
    bench_count();
    host_close(bench.host);
    store_close(bench.store);
    bench_forget();
    return 0;
}

/* The server dies and comes back; nobody is connected any more, and what they heard is forgotten. */
static inline void bench_crash(void)
{
    bench_count();
    host_close(bench.host);
    bench.batch = NULL;
    bench_forget();
    bench_start_host();
    bench_turn();
}

/* ---- what people do ---- */

static inline void text_in(const char *json, const char *key, char *out, size_t max)
{
    char rest[LIMIT_BODY];
    struct json found;
    assert_true(json_take(json, strlen(json), key, &found, rest, sizeof rest) && found.text &&
                found.size - 2 < max);
    memcpy(out, found.text + 1, found.size - 2);
    out[found.size - 2] = 0;
}

static inline int ask_table(const char *body)
{
    memset(&bench.request, 0, sizeof bench.request);
    host_open_table(bench.host, host_link(bench.host, &bench.request), body, strlen(body));
    bench_turn();
    return bench.request.status;
}

static inline int ask_seat(const char *code, const char *body)
{
    memset(&bench.request, 0, sizeof bench.request);
    host_take_seat(bench.host, host_link(bench.host, &bench.request), code, body, strlen(body));
    bench_turn();
    return bench.request.status;
}

struct party {
    char code[CODE_SIZE + 1];
    char token[CALLERS][33];
};

static inline bool join_as(int caller, const char *code, const char *token, seq_t since, seat_t seat)
{
    struct caller *c = &bench.caller[caller];
    struct host_visit visit = {code, token, since, 0, seat};
    const struct refusal *why;
    c->link = host_join(bench.host, c, &visit, &why);
    c->status = why ? refusals_status(why) : 0;
    bench_turn();
    return c->link != NULL;
}

/* A table with that many people, each with a browser: caller 0 is the host. */
static inline void gather(struct party *p, const char *body, int people)
{
    assert_int_equal(ask_table(body), 201);
    text_in(bench.request.reply, "table", p->code, sizeof p->code);
    for (int i = 0; i < people; i++) {
        char seat[40];
        snprintf(seat, sizeof seat, "{\"name\":\"%c\"}", 'A' + i);
        assert_int_equal(ask_seat(p->code, seat), 201);
        text_in(bench.request.reply, "token", p->token[i], sizeof p->token[i]);
        assert_true(join_as(i, p->code, p->token[i], 0, 0));
    }
}

static inline void send_as(int caller, const char *text)
{
    host_hear(bench.host, bench.caller[caller].link, text, strlen(text));
    bench_turn();
}

static inline void leave_as(int caller)
{
    host_leave(bench.host, bench.caller[caller].link);
    bench.caller[caller].link = NULL;
    bench_turn();
}

static inline int times_heard(int caller, const char *part)
{
    int times = 0;
    for (int i = 0; i < bench.caller[caller].count; i++)
        times += strstr(bench.caller[caller].heard[i], part) != NULL;
    return times;
}

static inline const char *last_heard(int caller)
{
    const struct caller *c = &bench.caller[caller];
    return c->count ? c->heard[c->count - 1] : "";
}

#define HEARD(caller, part) assert_int_not_equal(times_heard((caller), (part)), 0)
#define NOT_HEARD(caller, part) assert_int_equal(times_heard((caller), (part)), 0)
#define LAST(caller, part)                                                                                   \
    do {                                                                                                     \
        if (!strstr(last_heard(caller), (part)))                                                             \
            fail_msg("heard %s", last_heard(caller));                                                        \
    } while (0)

#define RULE(text, test)                                                                                     \
    {                                                                                                        \
        text, test, bench_open, bench_close, NULL                                                            \
    }

#endif
