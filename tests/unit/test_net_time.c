/* tests/unit/test_net_time.c -- net/ and the clock: whoever is silent is pinged, whoever talks is not. */
#include "tests/net/clock.h"
#include "tests/net/serving.h"

#include <fcntl.h>
#include <uv.h>

enum {
    IDLE_TEST_MS = 100000,
    REQUEST_TEST_MS = 100000
}; /* far more than a test takes: only what is skipped counts */

static struct client a, b;

/* The loop wakes, and sees what time it is: sweeps that are due are done. */
static void wait_ms(struct serving *s, int ms)
{
    clock_skip(ms);
    serving_counts(s);
    serving_counts(s);
}

static const char *who_talks_is_not_asked(struct serving *s)
{
    EXPECT(client_join(&a, s->port, "/ws"));
    for (int i = 0; i < 12; i++) { /* three times as long as one may be silent */
        wait_ms(s, IDLE_TEST_MS / 4);
        EXPECT(client_send_text(&a, "here") && client_hears(&a, "here"));
    }
    EXPECT(serving_counts(s).timed_out == 0);
    client_hang_up(&a);
    return NULL;
}

static const char *who_is_silent_is_asked(struct serving *s)
{
    char body[8];
    size_t size;
    EXPECT(client_join(&a, s->port, "/ws"));
    for (int i = 0; i < 3; i++) {
        wait_ms(s, IDLE_TEST_MS + 1000);
        EXPECT(client_next(&a, body, sizeof body, &size) == PING);
        EXPECT(client_send(&a, PONG, "", 0));
        EXPECT(client_send_text(&a, "here") && client_hears(&a, "here"));
    }
    wait_ms(s, IDLE_TEST_MS + 1000);
    EXPECT(client_next(&a, body, sizeof body, &size) == PING);
    EXPECT(s->websocket_count == 1);
    wait_ms(s, IDLE_TEST_MS + 1000);
    int end = client_end(&a);
    EXPECT(end == GONE || end == RESET);
    EXPECT(serving_counts(s).timed_out == 1);
    client_hang_up(&a);
    return NULL;
}

/* Whoever stops in the midst of a frame is silent like any other; one who answers stays. */
static const char *stops_in_a_frame(struct serving *s)
{
    char body[8];
    size_t size;
    EXPECT(client_join(&a, s->port, "/ws") && client_join(&b, s->port, "/ws"));
    uint64_t before = serving_counts(s).bytes_in;
    EXPECT(client_say(&b, "\x81", 1));
    while (serving_counts(s).bytes_in == before)
        ;
    wait_ms(s, IDLE_TEST_MS + 1000);
    EXPECT(client_next(&a, body, sizeof body, &size) == PING && client_send(&a, PONG, body, size));
    EXPECT(client_send_text(&a, "here") && client_hears(&a, "here"));
    EXPECT(client_next(&b, body, sizeof body, &size) == PING);
    wait_ms(s, IDLE_TEST_MS + 1000);
    int end = client_end(&b);
    EXPECT(end == GONE || end == RESET);
    EXPECT(client_next(&a, body, sizeof body, &size) == PING);
    EXPECT(client_send_text(&a, "here") && client_hears(&a, "here"));
    EXPECT(serving_counts(s).timed_out == 1 && serving_counts(s).websockets == 1);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

/* A request must be whole in time; how long its answer takes is for the server to say. */
static const char *answers_take_their_time(struct serving *s)
{
    static struct client_reply r;
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET /later?1000000 HTTP/1.1\r\nHost: h\r\n\r\n"));
    while (!serving_counts(s).requests)
        ;
    for (int i = 0; i < 9; i++)
        wait_ms(s, REQUEST_TEST_MS + 1000);
    EXPECT(serving_counts(s).timed_out == 0);
    wait_ms(s, REQUEST_TEST_MS + 1000);
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "late"));
    uint64_t before = serving_counts(s).bytes_in;
    EXPECT(client_say_text(&a, "GET / HT"));
    while (serving_counts(s).bytes_in == before)
        ;
    wait_ms(s, REQUEST_TEST_MS + 1000);
    EXPECT(client_reply(&a, &r, true) == 408);
    client_hang_up(&a);
    return NULL;
}

/* ---- a slow reader of a file ---- */

static atomic_bool always_as_much;

/* Instead of libuv's own.  Each time the loop looks, as much may wait as the last time although everything
 * has moved on; here it always does. */
size_t uv_stream_get_write_queue_size(const uv_stream_t *stream)
{
    return always_as_much ? 1 : stream->write_queue_size;
}

static bool reads(struct client *c, size_t size)
{
    for (ssize_t some; size; size -= (size_t)some)
        if ((some = recv(c->fd, c->in, size < CLIENT_BUFFER ? size : CLIENT_BUFFER, 0)) <= 0)
            return false;
    return true;
}

static const char *slow_download(struct serving *s)
{
    enum { STEPS = 8, STEP = 300 * 1000 }; /* several pieces of the file, more than the kernel holds */
    char path[] = "/tmp/turncoat-slow-XXXXXX", text[100];
    int file = mkstemp(path);
    EXPECT(file >= 0 && !ftruncate(file, (STEPS + 4) * STEP) && !close(file));
    snprintf(text, sizeof text, "GET /file?%s HTTP/1.1\r\nHost: h\r\n\r\n", path);
    always_as_much = true;
    EXPECT(client_dial_slow(&a, s->port, 8192) && client_say_text(&a, text));
    for (int i = 0; i < STEPS; i++) { /* nearly five times as long as a request may take */
        EXPECT(reads(&a, STEP));
        wait_ms(s, REQUEST_TEST_MS * 6 / 10);
    }
    EXPECT(serving_counts(s).timed_out == 0);
    for (int i = 0; i < 3; i++) /* now it reads no more */
        wait_ms(s, REQUEST_TEST_MS + 1000);
    always_as_much = false;
    EXPECT(serving_counts(s).timed_out == 1);
    client_hang_up(&a);
    unlink(path);
    return NULL;
}

int main(void)
{
    static const struct serving_case cases[] = {
        {"P2.2 whoever talks is not asked whether they are there",
         who_talks_is_not_asked,
         {.idle_ms = IDLE_TEST_MS}},
        {"P2.2 whoever is silent is asked, and cut if there is no answer",
         who_is_silent_is_asked,
         {.idle_ms = IDLE_TEST_MS}},
        {"P2.2 also in the midst of a frame", stops_in_a_frame, {.idle_ms = IDLE_TEST_MS}},
        {"an answer takes its time, and a request does not",
         answers_take_their_time,
         {.request_ms = REQUEST_TEST_MS}},
        {"a slow download takes its time, as long as it is read",
         slow_download,
         {.request_ms = REQUEST_TEST_MS}},
    };
    return serving_run(cases, sizeof cases / sizeof *cases);
}
