/* tests/unit/test_net_conn.c -- one connection whose bytes the test carries: where it comes from, how much
 * it may say, and how much may wait for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/http.h"

enum { BODY_MOST = 100, OUT_MOST = 1000 };

static struct net net;
static struct conn conn;
static char address[ADDRESS_TEXT_MAX], body[BODY_MOST + 10], path[80];
static int requests, closes;

/* ---- the handlers ---- */

static void on_request(void *ctx, struct conn *c, const struct net_request *r)
{
    (void)ctx;
    requests++;
    snprintf(address, sizeof address, "%s", r->address);
    assert_true(r->body_size < sizeof body && r->body[r->body_size] == 0);
    memcpy(body, r->body, r->body_size + 1);
    if (!strcmp(r->path, "/file"))
        net_reply_file(c, path, "text/plain", NULL);
    else
        net_reply(c, 200, "text/plain", NULL, "ok", 2);
}

static bool on_upgrade(void *ctx, struct conn *c, const struct net_request *r)
{
    (void)ctx, (void)c, (void)r;
    return true;
}

static void on_message(void *ctx, struct conn *c, const char *text, size_t size)
{
    (void)ctx;
    net_send(c, text, size);
}

static void on_noise(void *ctx, struct conn *c)
{
    (void)ctx, (void)c;
}

static void on_closed(void *ctx, struct conn *c)
{
    (void)ctx, (void)c;
    closes++;
}

/* ---- carrying ---- */

static void connects(const char *from)
{
    struct address peer;
    assert_true(address_read(from, strlen(from), &peer));
    conn_init(&conn, &net, &peer);
}

static void says(const char *text)
{
    conn_input(&conn, text, strlen(text));
}

/* What stands there to be sent, with a zero behind; the caller frees it. */
static char *takes(size_t *size)
{
    char *out = calloc(1, conn.out_size + 1u);
    *size = conn.out_size;
    if (conn.out_size)
        memcpy(out, conn.out, conn.out_size);
    free(conn.out);
    conn.out = NULL;
    conn.out_size = conn.out_room = 0;
    conn_taken(&conn);
    return out;
}

static void hears(const char *beginning)
{
    size_t size;
    char *out = takes(&size);
    if (strncmp(out, beginning, strlen(beginning)))
        fail_msg("heard %s", out);
    free(out);
}

static void leaves(void)
{
    conn_farewell(&conn);
    conn_free(&conn);
}

static int fresh(void **state)
{
    (void)state;
    memset(&net, 0, sizeof net);
    net.on = (struct net_handlers){on_request, on_upgrade, on_message, on_noise, on_closed, NULL, NULL};
    net.limits = (struct net_limits){
        .message_max = 500, .body_max = BODY_MOST, .outbox_max = OUT_MOST, .connections_per_address_max = 2};
    requests = closes = 0;
    return 0;
}

/* ---- who it comes from ---- */

static void comes_from(const char *peer, const char *forwarded, const char *expected)
{
    char text[200];
    connects(peer);
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: %s\r\n\r\n", forwarded);
    says(text);
    hears("HTTP/1.1 200 ");
    assert_string_equal(address, expected);
    leaves();
}

/* Anybody can write such a line: only a proxy of ours is believed, and only where one was announced. */
static void only_proxies_are_believed(void **state)
{
    static const char *const strangers[] = {"8.8.8.8",     "172.15.0.1", "172.32.0.1",  "192.169.0.1",
                                            "169.253.1.1", "11.0.0.1",   "2001:db8::1", "fec0::1"};
    static const char *const ours[] = {"127.0.0.1",   "10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.7.7",
                                       "169.254.1.1", "::1",      "fd00::1",    "fe80::1"};
    (void)state;
    net.limits.trust_proxy = true;
    comes_from("10.0.0.1", "5.6.7.8\r\nX-Forwarded-For: 1.2.3.4", "1.2.3.4"); /* two proxies, a line each */
    comes_from("10.0.0.1", "5.6.7.8 ,\t1.2.3.4\t", "1.2.3.4");
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        comes_from(strangers[i], "1.2.3.4", strangers[i]);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        comes_from(ours[i], "1.2.3.4", "1.2.3.4");
    net.limits.trust_proxy = false;
    comes_from("127.0.0.1", "1.2.3.4", "127.0.0.1");
}

/* ---- places ---- */

static void places_are_given_back(void **state)
{
    struct address peer;
    (void)state;
    assert_true(address_read("8.8.8.8", 7, &peer));
    for (int i = 0; i < 5; i++) {
        connects("8.8.8.8");
        conn.place = places_take(&net.places, &peer, 1);
        assert_non_null(conn.place);
        assert_null(places_take(&net.places, &peer, 1));
        says("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        hears("HTTP/1.1 200 ");
        leaves();
    }
    assert_int_equal(closes, 5);
}

/* ---- how much it may say ---- */

static void sends_body(size_t size, size_t chunk, const char *answer)
{
    static char text[1000];
    size_t at = (size_t)snprintf(text, sizeof text, "POST / HTTP/1.1\r\nHost: h\r\n");
    connects("8.8.8.8");
    if (!chunk)
        at += (size_t)snprintf(text + at, sizeof text - at, "Content-Length: %zu\r\n\r\n%0*d", size,
                               (int)size, 7);
    else
        at += (size_t)snprintf(text + at, sizeof text - at, "Transfer-Encoding: chunked\r\n\r\n");
    for (size_t left = chunk ? size : 0; left;) {
        size_t some = left < chunk ? left : chunk;
        at += (size_t)snprintf(text + at, sizeof text - at, "%zx\r\n%0*d\r\n", some, (int)some, 7);
        left -= some;
    }
    if (chunk)
        snprintf(text + at, sizeof text - at, "0\r\n\r\n");
    says(text);
    hears(answer);
    leaves();
}

static void bodies_are_bounded(void **state)
{
    (void)state;
    for (size_t chunk = 0; chunk <= 1 + BODY_MOST; chunk = chunk ? chunk * 10 + 1 : 1) {
        int before = requests;
        sends_body(BODY_MOST, chunk, "HTTP/1.1 200 ");
        assert_int_equal(requests, before + 1);
        assert_int_equal(strlen(body), BODY_MOST);
        sends_body(BODY_MOST + 1, chunk, "HTTP/1.1 413 ");
        assert_int_equal(requests, before + 1);
    }
}

/* The head and the lines around chunks have a limit each. */
static void a_long_head_and_many_chunks(void **state)
{
    char pad[8000 + 1];
    (void)state;
    memset(pad, 'x', sizeof pad - 1);
    pad[sizeof pad - 1] = 0;
    connects("8.8.8.8");
    says("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nX-Pad: ");
    says(pad);
    says("\r\n\r\n");
    for (int i = 0; i < BODY_MOST; i++)
        says("1\r\nb\r\n");
    says("0\r\n\r\n");
    hears("HTTP/1.1 200 ");
    assert_int_equal(strlen(body), BODY_MOST);
    leaves();
}

/* ---- how much waits for it ---- */

static void upgrades(void)
{
    connects("8.8.8.8");
    says("GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    hears("HTTP/1.1 101 ");
}

/* What was taken and has not arrived counts like what was not taken. */
static void slow_readers_are_cut(void **state)
{
    static const char frame[OUT_MOST];
    (void)state;
    for (uint32_t carried = 0; carried < OUT_MOST; carried += OUT_MOST / 4) {
        upgrades();
        conn.carried = carried;
        assert_int_equal(net_waiting(&conn), carried);
        assert_true(net_send_frame(&conn, frame, OUT_MOST - carried));
        assert_int_equal(net_waiting(&conn), OUT_MOST);
        assert_int_equal(conn.state, CONN_WEBSOCKET);
        assert_false(net_send_frame(&conn, frame, 1));
        assert_int_equal(conn.state, CONN_CUT);
        leaves();
    }
    assert_int_equal(net.counts.cut_slow, 4);
    assert_int_equal(net.counts.websockets, 0);
}

/* ---- what is sent ahead ---- */

/* In however many pieces it comes while the first is being answered. */
static void sent_ahead_in_pieces(void **state)
{
    (void)state;
    connects("8.8.8.8");
    says("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n1");
    says("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n2POST / HT");
    says("TP/1.1\r\nHost: h\r\nContent-");
    says("Length: 1\r\n\r\n3");
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(requests, i);
        assert_int_equal(body[0], '0' + i);
        hears("HTTP/1.1 200 ");
    }
    assert_int_equal(conn.state, CONN_READING);
    leaves();
}

static void sent_ahead_without_end(void **state)
{
    static const char more[1000];
    size_t sent = 0;
    (void)state;
    connects("8.8.8.8");
    says("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    for (; conn.state != CONN_CUT && sent < 1 << 20; sent += sizeof more)
        conn_input(&conn, more, sizeof more);
    assert_in_range(sent, 64 * 1024, 256 * 1024);
    leaves();
}

/* ---- goodbyes ---- */

/* A control frame has room for 123 bytes of a reason; it must be UTF-8 even if it is cut. */
static void goodbye_is(const char *reason, size_t expected)
{
    size_t size;
    upgrades();
    net_end(&conn, 4000, reason);
    char *out = takes(&size);
    assert_int_equal(size, 4 + expected);
    assert_memory_equal(out, ((uint8_t[]){0x88, (uint8_t)(2 + expected), 0x0F, 0xA0}), 4);
    assert_memory_equal(out + 4, reason, expected);
    free(out);
    leaves();
}

static void reasons_are_cut_between_characters(void **state)
{
    static const char *const characters[] = {"a", "\u00e9", "\u20ac", "\U0001F512"};
    (void)state;
    for (size_t i = 0; i < 4; i++) /* as many bytes long as it is from the beginning */
        for (size_t before = 0; before < 4; before++) {
            char reason[300] = "xxxx";
            size_t size = before;
            for (; size < 200; size += i + 1)
                memcpy(reason + size, characters[i], i + 1);
            reason[size] = 0;
            goodbye_is(reason, 123 - (123 - before) % (i + 1));
            reason[before + 100 / (i + 1) * (i + 1)] = 0;
            goodbye_is(reason, strlen(reason));
        }
}

/* ---- files ---- */

/* The file shrinks while it is sent: what is sent is what was there, and then no more. */
static void shrinking_file(void **state)
{
    enum { WHOLE = 200000, LEFT = 100001 };
    static char bytes[WHOLE];
    size_t size, got = 0;
    (void)state;
    memset(bytes, 'f', sizeof bytes);
    snprintf(path, sizeof path, "/tmp/turncoat-conn-XXXXXX");
    int fd = mkstemp(path);
    assert_int_equal(write(fd, bytes, WHOLE), WHOLE);
    connects("8.8.8.8");
    says("GET /file HTTP/1.1\r\nHost: h\r\n\r\n");
    hears("HTTP/1.1 200 "); /* its head; the rest comes in portions */
    assert_int_equal(ftruncate(fd, LEFT), 0);
    while (conn.state == CONN_REPLYING && conn.out_size) {
        char *out = takes(&size);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(out[i], 'f');
        got += size;
        free(out);
    }
    assert_int_equal(got, LEFT);
    assert_int_equal(conn.state, CONN_CUT); /* a length was promised that cannot be kept */
    leaves();
    close(fd);
    unlink(path);
}

/* ---- the door ---- */

/* With few descriptors there are fewer connections, so that the store and the files have theirs. */
static int connections_with(rlim_t descriptors)
{
    int news[2], most = -1;
    assert_int_equal(pipe(news), 0);
    pid_t child = fork();
    if (!child) {
        struct rlimit little = {descriptors, descriptors};
        struct complaint why;
        net.limits.connections_max = 300;
        net.limits.request_ms = net.limits.idle_ms = 1000;
        struct net *n = setrlimit(RLIMIT_NOFILE, &little)
                            ? NULL
                            : net_open("127.0.0.1:0", &net.limits, &net.on, NULL, &why);
        most = n ? n->limits.connections_max : 0;
        _exit(write(news[1], &most, sizeof most) != sizeof most);
    }
    assert_int_equal(read(news[0], &most, sizeof most), sizeof most);
    waitpid(child, NULL, 0);
    close(news[0]);
    close(news[1]);
    return most;
}

static void few_descriptors(void **state)
{
    (void)state;
    assert_int_equal(connections_with(364), 300);
    assert_int_equal(connections_with(363), 299);
    assert_int_equal(connections_with(100), 36);
    assert_int_equal(connections_with(65), 1);
    assert_int_equal(connections_with(64), 0); /* too few to serve anybody */
}

int main(void)
{
#define CONN(text, test)                                                                                     \
    {                                                                                                        \
        text, test, fresh, NULL, NULL                                                                        \
    }
    const struct CMUnitTest tests[] = {
        CONN("X-Forwarded-For is believed of our proxies and of nobody else", only_proxies_are_believed),
        CONN("a connection that ends gives its place back", places_are_given_back),
        CONN("a body has its length, in chunks too", bodies_are_bounded),
        CONN("a long head leaves room for chunks", a_long_head_and_many_chunks),
        CONN("P2.1 a reader that does not read is cut, whoever holds its bytes", slow_readers_are_cut),
        CONN("what is sent ahead may come in pieces", sent_ahead_in_pieces),
        CONN("P6.5 whoever sends ahead without end is cut", sent_ahead_without_end),
        CONN("a long reason is cut between two characters", reasons_are_cut_between_characters),
        CONN("a file that shrinks is sent as far as it goes", shrinking_file),
        CONN("no more connections than there are descriptors for", few_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
