/* tests/unit/test_net_time.c -- net/ and the clock: who is silent is asked, who talks is not. */
#include "tests/net/clock.h"
#include "tests/net/serving.h"

enum { IDLE_TEST_MS = 100000 }; /* far more than a test takes: only what is skipped counts */

static struct client a;

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

int main(void)
{
    static const struct serving_case cases[] = {
        {"P2.2 whoever talks is not asked whether they are there",
         who_talks_is_not_asked,
         {.idle_ms = IDLE_TEST_MS}},
        {"P2.2 whoever is silent is asked, and cut if there is no answer",
         who_is_silent_is_asked,
         {.idle_ms = IDLE_TEST_MS}},
    };
    return serving_run(cases, sizeof cases / sizeof *cases);
}
