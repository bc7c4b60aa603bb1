/* tests/net/serving.h -- a small server on net/ and clients against it, in one process.
 *
 * The loop runs on the main thread; a test's client runs on another and reports
 * in one line what was not as expected.  When it is done, the server is stopped,
 * and must end without connections and without leaks. */
#ifndef TESTS_NET_SERVING_H
#define TESTS_NET_SERVING_H

#include "net/net.h"
#include "tests/net/client.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <time.h>
#include <cmocka.h>

#define EXPECT_TEXT(line) #line
#define EXPECT_LINE(line) EXPECT_TEXT(line)
#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            return __FILE__ ":" EXPECT_LINE(__LINE__) ": " #condition;                                       \
    } while (0)

enum {
    SERVING_CLIENTS_MAX = 3000,
    SERVING_BIG = 3 * 1000 * 1000,
    SERVING_PORTIONS = 5000,
    SERVING_NOISE_MAX = 500
};

struct serving;
typedef const char *client_fn(struct serving *s); /* NULL: all is well */

struct serving_case {
    const char *name;
    client_fn *client;
    struct net_limits limits; /* where zero: the usual */
};

struct serving {
    struct net *net;
    client_fn *client;
    const char *failure;
    int port;
    atomic_bool done;
    atomic_int closed, turns, noise; /* noise: frames that were no messages */
    atomic_int slow;                 /* requests that took their time */
    struct conn *websockets[SERVING_CLIENTS_MAX];
    int websocket_count;
    struct conn *waiting; /* for a reply that comes later */
    int64_t reply_at_ms;
    struct conn *listener; /* to a long story that is told in portions */
    int portions_left;
    pthread_mutex_t lock;
    struct net_counts counts; /* as they were at the last turn */
    char *big;
};

/* ---- the server ---- */

static inline void serving_tell(struct serving *s, struct conn *c, const struct net_request *r)
{
    char text[1024];
    int size = snprintf(text, sizeof text, "%s|%s|%s|%s|%s|%s|%s|%s|%s", r->method, r->path, r->query,
                        r->origin, r->host, r->language, r->authorization, r->address, r->body);
    (void)s;
    net_reply(c, 200, "text/plain", "X-Test: yes\r\n", text, (size_t)size);
}

static inline void serving_request(void *ctx, struct conn *c, const struct net_request *r)
{
    struct serving *s = ctx;
    if (!strcmp(r->path, "/")) {
        net_reply(c, 200, "text/html", NULL, "<p>hello", 8);
    } else if (!strcmp(r->path, "/tell")) {
        serving_tell(s, c, r);
    } else if (!strcmp(r->path, "/status")) {
        net_reply(c, (int)strtol(r->query, NULL, 10), "text/plain", NULL, "", 0);
    } else if (!strcmp(r->path, "/big")) {
        net_reply(c, 200, "text/plain", NULL, s->big, SERVING_BIG);
    } else if (!strcmp(r->path, "/file")) {
        net_reply_file(c, r->query, "text/plain", "X-Test: file\r\n");
    } else if (!strcmp(r->path, "/slow")) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        s->slow++;
        net_reply(c, 200, "text/plain", NULL, "slow", 4);
    } else if (!strcmp(r->path, "/later")) {
        s->waiting = c;
        s->reply_at_ms = net_now_ms(s->net) + (*r->query ? strtol(r->query, NULL, 10) : 30);
        net_wake_at(s->net, s->reply_at_ms);
    } else {
        net_reply(c, 404, "text/plain", NULL, "no", 2);
    }
}

static inline bool serving_upgrade(void *ctx, struct conn *c, const struct net_request *r)
{
    struct serving *s = ctx;
    if (strcmp(r->path, "/ws") || s->websocket_count == SERVING_CLIENTS_MAX) {
        net_reply(c, 403, "text/plain", NULL, "not here", 8);
        return false;
    }
    if (!strcmp(r->query, "hello"))
        net_send(c, "welcome", 7);
    s->websockets[s->websocket_count++] = c;
    return true;
}

/* What a message asks for: "all TEXT" to everybody, "end CODE", "long" for a long story; anything else comes
 * back. */
static inline void serving_message(void *ctx, struct conn *c, const char *text, size_t size)
{
    static char frame[CLIENT_BUFFER];
    struct serving *s = ctx;
    if (size > 4 && !memcmp(text, "all ", 4)) {
        size_t length = net_frame(text + 4, size - 4, frame, sizeof frame);
        for (int i = 0; i < s->websocket_count; i++)
            net_send_frame(s->websockets[i], frame, length);
    } else if (size > 4 && !memcmp(text, "end ", 4)) {
        net_end(c, (int)strtol(text + 4, NULL, 10), "as you wish");
    } else if (size == 4 && !memcmp(text, "long", 4)) {
        s->listener = c;
        s->portions_left = SERVING_PORTIONS;
    } else {
        net_send(c, text, size);
    }
}

static inline void serving_noise(void *ctx, struct conn *c)
{
    struct serving *s = ctx;
    (void)c;
    s->noise++;
}

static inline void serving_go_on(struct serving *s)
{
    while (s->portions_left && net_waiting(s->listener) < 16 * 1024) {
        net_send(s->listener, s->big, 1000);
        s->portions_left--;
    }
}

static inline void serving_closed(void *ctx, struct conn *c)
{
    struct serving *s = ctx;
    s->closed++;
    if (s->waiting == c)
        s->waiting = NULL;
    if (s->listener == c)
        s->portions_left = 0;
    for (int i = 0; i < s->websocket_count; i++)
        if (s->websockets[i] == c) {
            s->websockets[i] = s->websockets[--s->websocket_count];
            return;
        }
}

static inline void serving_turn(void *ctx)
{
    struct serving *s = ctx;
    pthread_mutex_lock(&s->lock);
    s->counts = *net_counts(s->net);
    pthread_mutex_unlock(&s->lock);
    s->turns++;
    if (s->waiting && net_now_ms(s->net) >= s->reply_at_ms) {
        net_reply(s->waiting, 200, "text/plain", NULL, "late", 4);
        s->waiting = NULL;
    }
    serving_go_on(s);
    if (s->done) {
        net_stop(s->net);
        s->reply_at_ms = 0; /* whoever waits for a reply has it in the next turn */
    }
}

/* ---- running a client against it ---- */

static inline void *serving_client(void *arg)
{
    struct serving *s = arg;
    s->failure = s->client(s);
    s->done = true;
    net_wake(s->net);
    return NULL;
}

static inline int64_t serving_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void serving_sleep_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

/* For the client: the counts of now, that is of a turn that began after this call. */
static inline struct net_counts serving_counts(struct serving *s)
{
    int begun = s->turns;
    while (s->turns < begun + 2) {
        net_wake(s->net);
        serving_sleep_ms(1);
    }
    pthread_mutex_lock(&s->lock);
    struct net_counts counts = s->counts;
    pthread_mutex_unlock(&s->lock);
    return counts;
}

static inline struct net_limits serving_limits(const struct net_limits *wanted)
{
    struct net_limits l = *wanted;
    l.message_max = l.message_max ? l.message_max : 16 * 1024;
    l.body_max = l.body_max ? l.body_max : 4096;
    l.outbox_max = l.outbox_max ? l.outbox_max : 64 * 1024;
    l.connections_max = l.connections_max ? l.connections_max : 4000;
    l.connections_per_address_max = l.connections_per_address_max ? l.connections_per_address_max : 4000;
    l.request_ms = l.request_ms ? l.request_ms : 10000;
    l.idle_ms = l.idle_ms ? l.idle_ms : 30000;
    return l;
}

static inline int serving_port(const struct net *n)
{
    return (int)strtol(strrchr(net_address(n), ':') + 1, NULL, 10);
}

static inline void serving_test(void **state)
{
    static const struct net_handlers handlers = {
        serving_request, serving_upgrade, serving_message, serving_noise, serving_closed, serving_turn, NULL};
    static struct serving s;
    const struct serving_case *test = *state;
    struct net_limits limits = serving_limits(&test->limits);
    struct complaint why = {0};
    pthread_t thread;
    s = (struct serving){.client = test->client, .big = malloc(SERVING_BIG)};
    pthread_mutex_init(&s.lock, NULL);
    assert_non_null(s.big);
    memset(s.big, 'x', SERVING_BIG);
    s.net = net_open("127.0.0.1:0", &limits, &handlers, &s, &why);
    if (!s.net)
        fail_msg("%s", why.text);
    s.port = serving_port(s.net);
    assert_int_equal(pthread_create(&thread, NULL, serving_client, &s), 0);
    net_run(s.net);
    pthread_join(thread, NULL);
    int left = s.websocket_count, counted = net_counts(s.net)->websockets;
    net_close(s.net);
    free(s.big);
    if (s.failure)
        fail_msg("%s", s.failure);
    assert_int_equal(left, 0);
    assert_int_equal(counted, 0);
}

static inline int serving_run(const struct serving_case *cases, size_t count)
{
    struct CMUnitTest tests[64] = {0};
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, serving_test, NULL, NULL, (void *)(uintptr_t)&cases[i]};
    return _cmocka_run_group_tests("net", tests, count, NULL, NULL);
}

#endif
