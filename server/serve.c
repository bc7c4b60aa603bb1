/* server/serve.c -- the loop: what the network brings goes to the host; what the
 * host wants goes to the network and the store. */
#include "server/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "seal/secret.h"
#include "server/api.h"
#include "server/aside.h"
#include "server/log.h"

enum {
    STOP_STUCK_MS = 10000,
    STOP_SLOW_MS = 60000
}; /* how long to wait for a store that fails, or is slow */

static volatile sig_atomic_t told_to_stop;
static struct net *net_to_wake;

static void on_signal(int number)
{
    int saved = errno;
    (void)number;
    told_to_stop = 1;
    net_wake(net_to_wake);
    errno = saved;
}

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* ---- what the host calls for ---- */

static void call_send(void *ctx, void *conn, const char *frame, size_t size)
{
    (void)ctx;
    net_send_frame(conn, frame, size); /* a connection that cannot take more is cut: `closed` follows */
}

static size_t call_waiting(void *ctx, void *conn)
{
    (void)ctx;
    return net_waiting(conn);
}

static void call_end(void *ctx, void *conn, int code, const char *reason)
{
    (void)ctx;
    net_end(conn, code, reason);
}

static void call_reply(void *ctx, void *conn, int status, const char *json, size_t size)
{
    (void)ctx;
    net_set_data(conn, NULL);
    api_reply(conn, status, json, size);
}

static void call_store(void *ctx, const struct store_batch *b)
{
    struct server *s = ctx;
    queue_commit(s->queue, b);
}

static void call_random(void *ctx, void *out, size_t size)
{
    (void)ctx;
    secret_random(out, size);
}

static int64_t call_wall_ms(void *ctx)
{
    struct timespec t;
    (void)ctx;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void call_log(void *ctx, const char *event, const char *detail)
{
    (void)ctx;
    log_line(event, detail);
}

/* ---- what the network brings ---- */

static void begin_turn(struct server *s)
{
    if (!s->turn_us)
        s->turn_us = now_us();
    host_time(s->host, net_now_ms(s->net));
}

/* What has been gathered for the store since then is held against whoever caused it. */
static void charge(struct server *s, const struct conn *c, size_t before)
{
    size_t now = host_gathered(s->host);
    if (now > before)
        rates_spend(&s->stored, net_peer(c), net_now_ms(s->net), now - before);
}

static void on_request(void *ctx, struct conn *c, const struct net_request *r)
{
    struct server *s = ctx;
    begin_turn(s);
    size_t before = host_gathered(s->host);
    api_request(s, c, r);
    charge(s, c, before);
}

static bool on_upgrade(void *ctx, struct conn *c, const struct net_request *r)
{
    struct server *s = ctx;
    begin_turn(s);
    size_t before = host_gathered(s->host);
    bool joined = api_upgrade(s, c, r);
    charge(s, c, before);
    return joined;
}

static void on_message(void *ctx, struct conn *c, const char *text, size_t size)
{
    struct server *s = ctx;
    struct link *l = net_data(c);
    begin_turn(s);
    if (!l)
        return;
    size_t before = host_gathered(s->host);
    host_set_spent(l, !api_may_store(s, net_peer(c)));
    host_hear(s->host, l, text, size);
    charge(s, c, before);
}

static void on_noise(void *ctx, struct conn *c)
{
    struct server *s = ctx;
    begin_turn(s);
    if (net_data(c))
        host_hear_noise(s->host, net_data(c));
}

static void on_closed(void *ctx, struct conn *c)
{
    struct server *s = ctx;
    begin_turn(s);
    for (struct fetch *f = s->fetches; f; f = f->next)
        if (f->conn == c)
            f->conn = NULL;
    size_t before = host_gathered(s->host);
    if (net_data(c))
        host_leave(s->host, net_data(c));
    charge(s, c, before);
}

static void take_finished(struct server *s)
{
    struct queue_done done;
    while (queue_take(s->queue, &done)) {
        if (done.found) {
            api_fetched(s, &done);
            continue;
        }
        timing_add(&s->metrics.commit, done.spent_us);
        if (!done.ok)
            log_line("store_error", done.why.text);
        host_stored(s->host, done.ok);
        if (done.ok)
            api_stored(s);
    }
}

static void stop(struct server *s)
{
    int64_t now_ms = net_now_ms(s->net);
    if (!s->stopping) {
        s->stopping = true;
        s->stop_ms = now_ms;
        log_line("stopping", "no new tables; storing what has happened");
    }
    int64_t late_ms = s->stop_ms + (host_stuck(s->host) ? STOP_STUCK_MS : STOP_SLOW_MS);
    bool late = now_ms >= late_ms;
    if (host_drain(s->host) || late) {
        s->failed = late;
        net_stop(s->net);
    } else {
        net_wake_at(s->net, late_ms);
    }
}

/* When the store is too large, tables that nobody misses go first.  If that was not enough, its oldest
 * records go: whoever opens one table after the other does not keep it from that. */
static void make_room(struct server *s)
{
    enum { TABLES = 256, EVERY_MS = 1000 };
    int gone = 0;
    int64_t now_ms = net_now_ms(s->net);
    bool room = queue_room(s->queue) == STORE_ROOM;
    s->gave_way = s->gave_way && !room;
    if (room || now_ms < s->way_ms)
        return;
    while (gone < TABLES && host_give_way(s->host))
        gone++;
    if (!gone || s->gave_way)
        queue_spared(s->queue);
    s->gave_way = true;
    s->way_ms = now_ms + EVERY_MS;
    net_wake_at(s->net, s->way_ms);
}

static void on_turn(void *ctx)
{
    struct server *s = ctx;
    begin_turn(s);
    take_finished(s);
    make_room(s);
    host_turn(s->host);
    if (told_to_stop)
        stop(s);
    int64_t wakes_ms = host_wakes_ms(s->host);
    if (wakes_ms != INT64_MAX)
        net_wake_at(s->net, wakes_ms);
    timing_add(&s->metrics.loop, now_us() - s->turn_us);
    s->turn_us = 0;
}

/* ---- from the beginning to the end ---- */

static void wake(void *ctx)
{
    struct server *s = ctx;
    net_wake(s->net);
}

static void catch_signals(struct net *net)
{
    struct sigaction action = {.sa_handler = on_signal};
    net_to_wake = net;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

static uint64_t random_salt(void)
{
    uint64_t salt;
    secret_random(&salt, sizeof salt);
    return salt;
}

static bool open_network(struct server *s, struct complaint *why)
{
    static const struct net_handlers handlers = {on_request, on_upgrade, on_message, on_noise,
                                                 on_closed,  on_turn,    "turncoat"};
    const struct config *c = s->config;
    struct net_limits limits = {
        .message_max = LIMIT_MESSAGE,
        .body_max = LIMIT_UPLOAD,
        .outbox_max = LIMIT_OUTBOX,
        .connections_max = c->connections,
        .connections_per_address_max = c->connections_per_address,
        .request_ms = REQUEST_MS,
        .idle_ms = IDLE_MS,
        .trust_proxy = c->trust_proxy != 0,
    };
    s->net = net_open(c->listen, &limits, &handlers, s, why);
    return s->net && (!*c->metrics_listen || net_listen_aside(s->net, c->metrics_listen, why));
}

static bool open_host(struct server *s, struct store *store, struct complaint *why)
{
    static const struct host_calls calls = {net_frame,  call_send,   call_waiting, call_end, call_reply,
                                            call_store, call_random, call_wall_ms, call_log};
    const struct config *c = s->config;
    struct host_limits limits = {c->tables, c->messages_per_s, c->lobby_kept_s, c->game_kept_s,
                                 (size_t)c->memory_mb << 20};
    char text[CONFIG_TEXT_MAX + 16];
    s->host = host_open(&limits, &calls, s, net_now_ms(s->net));
    if (!s->host) {
        snprintf(why->text, sizeof why->text, "out of memory");
        return false;
    }
    struct aside aside;
    const char *file = store_file(c->store);
    snprintf(text, sizeof text, "%s%s", file ? file : "", file ? ".loading" : "");
    aside_open(&aside, text);
    bool loaded = host_load(s->host, store, &aside, why);
    aside_close(&aside);
    if (!loaded)
        return false;
    snprintf(text, sizeof text, "%d tables resumed", host_counts(s->host)->tables);
    log_line("loaded", text);
    return true;
}

static void serve(struct server *s, void (*ready)(const char *address, const char *metrics))
{
    catch_signals(s->net);
    net_wake(s->net); /* what loading caused is stored in the first turn */
    log_line("ready", net_address(s->net));
    if (*net_aside_address(s->net))
        log_line("metrics", net_aside_address(s->net));
    ready(net_address(s->net), net_aside_address(s->net));
    net_run(s->net);
    log_line("stopped", s->failed ? "something could not be stored" : "everything has been stored");
}

bool serve_run(const struct config *config, void (*ready)(const char *address, const char *metrics),
               struct complaint *why)
{
    struct server *s = secret_begin() ? calloc(1, sizeof *s) : NULL;
    struct store *store = s ? store_open(config->store, why) : NULL;
    bool good = false;
    if (store) {
        s->config = config;
        store->limits = (struct store_limits){config->records_kept_days, config->store_mb};
        rates_init(&s->openings, config->openings_per_min, random_salt());
        rates_init(&s->misses, config->misses_per_min, random_salt());
        rates_init(&s->readings, config->records_per_min, random_salt());
        rates_init(&s->stored, config->stored_kb_per_min * 1024, random_salt());
        rates_init(&s->reports, config->reports_per_min, random_salt());
        good = open_network(s, why) && open_host(s, store, why);
        s->queue = good ? queue_open(store, wake, s) : NULL;
        if (s->queue)
            serve(s, ready);
        good = s->queue && !s->failed;
        if (s->queue)
            queue_close(s->queue); /* and the store with it */
        else
            store_close(store);
        api_forget_fetches(s);
        if (s->host)
            host_close(s->host);
        if (s->net)
            net_close(s->net);
    }
    free(s);
    return good;
}
