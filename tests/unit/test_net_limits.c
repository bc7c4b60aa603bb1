/* tests/unit/test_net_limits.c -- net/ at its limits: many connections, silence, no descriptors, proxies,
 * memory. */
#include "tests/net/serving.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>

static struct client a, b;
static struct client_reply r;
static int crowd[SERVING_CLIENTS_MAX];

/* Connects and says nothing. */
static int knock(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = CLIENT_PATIENCE_S};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to)) {
        close(fd);
        return -1;
    }
    return fd;
}

static const char *silent_thousand(struct serving *s)
{
    for (int i = 0; i < 1000; i++)
        EXPECT((crowd[i] = knock(s->port)) >= 0);
    for (int i = 0; i < 1000; i += 2)
        EXPECT(send(crowd[i], "GET / HTTP/1.1\r\nHo", 18, MSG_NOSIGNAL) ==
               18);                                                     /* half of them begin, and stop */
    EXPECT(client_dial(&a, s->port) && client_get(&a, "/", &r) == 200); /* and nobody is kept waiting */
    client_hang_up(&a);
    for (int i = 0; i < 1000; i++) {
        char text[512] = "";
        ssize_t got = recv(crowd[i], text, sizeof text - 1, MSG_WAITALL);
        EXPECT(i % 2 ? got == 0 : got > 0 && !memcmp(text, "HTTP/1.1 408 ", 13));
        close(crowd[i]);
    }
    struct net_counts counts = serving_counts(s);
    EXPECT(counts.timed_out == 1000 && counts.accepted == 1001);
    for (int i = 0; i < 100 && serving_counts(s).open; i++)
        serving_sleep_ms(10);
    EXPECT(serving_counts(s).open == 0 && s->closed == 1); /* the handlers never heard of them */
    return NULL;
}

/* A request must be whole in time, however busily its bytes drip. */
static const char *dripping(struct serving *s)
{
    int64_t begun = serving_clock_ms();
    EXPECT(client_dial(&a, s->port) && client_say_text(&a, "GET / HTTP/1.1\r\nX: "));
    while (client_say(&a, "x", 1) && serving_clock_ms() - begun < 3000)
        serving_sleep_ms(5);
    EXPECT(serving_clock_ms() - begun >= 290 && serving_clock_ms() - begun < 2900);
    EXPECT(serving_counts(s).timed_out == 1);
    client_hang_up(&a);
    return NULL;
}

static const char *full_house(struct serving *s)
{
    for (int i = 0; i < 10; i++)
        EXPECT((crowd[i] = knock(s->port)) >= 0);
    EXPECT(client_dial(&a, s->port) && client_reply(&a, &r, true) == 503);
    EXPECT(serving_counts(s).refused == 1);
    client_hang_up(&a);
    close(crowd[0]);
    for (int i = 0; i < 100 && serving_counts(s).open == 10; i++)
        serving_sleep_ms(10);
    EXPECT(client_dial(&a, s->port) && client_get(&a, "/", &r) == 200);
    client_hang_up(&a);
    for (int i = 1; i < 10; i++)
        close(crowd[i]);
    return NULL;
}

static const char *one_address(struct serving *s)
{
    for (int i = 0; i < 3; i++)
        EXPECT((crowd[i] = knock(s->port)) >= 0);
    EXPECT(client_dial(&a, s->port) && client_reply(&a, &r, true) == 429);
    EXPECT(serving_counts(s).refused == 1);
    client_hang_up(&a);
    for (int i = 0; i < 3; i++)
        close(crowd[i]);
    return NULL;
}

static int get_for(struct client *c, const char *forwarded)
{
    char text[256];
    snprintf(text, sizeof text, "GET /tell HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: %s\r\n\r\n", forwarded);
    return client_say_text(c, text) ? client_reply(c, &r, true) : RESET;
}

/* A proxy's connections are counted for those it speaks for. */
static const char *proxy(struct serving *s)
{
    static struct client many[8];
    for (int i = 0; i < 8; i++) {
        char address[32];
        snprintf(address, sizeof address, "6.6.6.6, 1.2.3.%d", i);
        EXPECT(client_dial(&many[i], s->port) && get_for(&many[i], address) == 200);
        EXPECT(strstr(r.body, address + 9));
    }
    EXPECT(get_for(&many[0], "1.2.3.7") == 200 &&
           get_for(&many[1], "1.2.3.7") == 200); /* they change clients */
    EXPECT(get_for(&many[2], "1.2.3.7") == 429);
    EXPECT(client_dial(&a, s->port) && get_for(&a, "1.2.3.0") == 200);
    EXPECT(get_for(&many[5], "1.2.3.0") == 200 &&
           get_for(&many[6], "1.2.3.0") == 200); /* its old place is free */
    client_hang_up(&a);
    EXPECT(client_dial(&a, s->port) && get_for(&a, "2001:db8::1") == 200);
    EXPECT(client_dial(&b, s->port) && get_for(&b, "2001:db8::2") == 200);
    EXPECT(get_for(&many[3], "2001:db8::3") == 200 && get_for(&many[4], "2001:db8::4") == 429); /* one /64 */
    for (int i = 0; i < 8; i++)
        client_hang_up(&many[i]);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

static const char *no_descriptors(struct serving *s)
{
    static int taken[4096];
    int count = 0;
    struct rlimit before, little;
    EXPECT(client_join(&a, s->port, "/ws"));
    EXPECT(!getrlimit(RLIMIT_NOFILE, &before));
    little = before;
    little.rlim_cur = 256;
    EXPECT(!setrlimit(RLIMIT_NOFILE, &little));
    int waiting[5];
    for (int i = 0; i < 5; i++)
        EXPECT((waiting[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) >= 0);
    while (count < 4096 && (taken[count] = dup(0)) >= 0)
        count++;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < 5; i++) { /* turned away, with a word */
        char text[64] = "";
        EXPECT(!connect(waiting[i], (struct sockaddr *)&to, sizeof to));
        EXPECT(recv(waiting[i], text, sizeof text - 1, 0) > 0 && !memcmp(text, "HTTP/1.1 503 ", 13));
    }
    EXPECT(client_send_text(&a, "still") && client_hears(&a, "still"));
    while (count)
        close(taken[--count]);
    EXPECT(!setrlimit(RLIMIT_NOFILE, &before));
    EXPECT(client_dial(&b, s->port) && client_get(&b, "/", &r) == 200);
    EXPECT(serving_counts(s).refused == 5);
    for (int i = 0; i < 5; i++)
        close(waiting[i]);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

/* Even the spare descriptor is gone: the server waits without spinning, and is back when there are some. */
static const char *not_even_a_spare(struct serving *s)
{
    struct rlimit before, little;
    EXPECT(client_join(&a, s->port, "/ws"));
    EXPECT(!getrlimit(RLIMIT_NOFILE, &before));
    int waiting = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    little = before;
    little.rlim_cur = 3; /* below what is open: not even the one given up can be had back */
    EXPECT(!setrlimit(RLIMIT_NOFILE, &little));
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT(!connect(waiting, (struct sockaddr *)&to, sizeof to));
    int turns = s->turns;
    serving_sleep_ms(300);
    EXPECT(s->turns - turns < 50);
    EXPECT(client_send_text(&a, "still") && client_hears(&a, "still"));
    EXPECT(!setrlimit(RLIMIT_NOFILE, &before));
    EXPECT(client_dial(&b, s->port) && client_get(&b, "/", &r) == 200);
    close(waiting);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

/* What an idle WebSocket costs, all in all. */
static const char *memory(struct serving *s)
{
    enum { MANY = 2000 };
    EXPECT(client_join(&a, s->port, "/ws") && client_send_text(&a, "warm") && client_hears(&a, "warm"));
    serving_counts(s);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int i = 0; i < MANY; i++) {
        EXPECT(client_join(&b, s->port, "/ws") && client_send_text(&b, "hello") && client_hears(&b, "hello"));
        crowd[i] = b.fd;
    }
    EXPECT(serving_counts(s).websockets == MANY + 1);
    size_t each = (mallinfo2().uordblks + mallinfo2().hblkhd - before) / MANY;
    if (mallinfo2().uordblks) { /* not under AddressSanitizer, which has an allocator of its own */
        print_message("%zu bytes of memory an idle WebSocket\n", each);
        EXPECT(each > 0 && each < 1024);
    }
    for (int i = 0; i < MANY; i++) /* all in the midst of a frame: then each holds a reader */
        EXPECT(send(crowd[i], "\x81\xFE\x01", 3, MSG_NOSIGNAL) == 3);
    serving_counts(s);
    serving_sleep_ms(50);
    serving_counts(s);
    size_t worst = (mallinfo2().uordblks + mallinfo2().hblkhd - before) / MANY;
    if (mallinfo2().uordblks) {
        print_message("%zu bytes in the midst of a frame\n", worst);
        EXPECT(worst > each && worst < 12 * 1024);
    }
    for (int i = 0; i < MANY; i++)
        close(crowd[i]);
    client_hang_up(&a);
    for (int i = 0; i < 500 && serving_counts(s).open; i++)
        serving_sleep_ms(10);
    EXPECT(serving_counts(s).open == 0);
    return NULL;
}

static const char *wakes(struct serving *s)
{
    int64_t begun = serving_clock_ms();
    EXPECT(client_dial(&a, s->port) && client_get(&a, "/later", &r) == 200); /* by net_wake_at */
    EXPECT(serving_clock_ms() - begun >= 29 && serving_clock_ms() - begun < 1000);
    int turns = s->turns;
    net_wake(s->net);
    for (int i = 0; i < 1000 && s->turns == turns; i++)
        serving_sleep_ms(1);
    EXPECT(s->turns > turns);
    turns = s->turns;
    serving_sleep_ms(200);
    EXPECT(s->turns - turns < 20); /* and with nothing to do it sleeps */
    client_hang_up(&a);
    return NULL;
}

/* If only the sweeps woke the loop, each would come half a second late. */
static const char *wakes_again(struct serving *s)
{
    int64_t begun = serving_clock_ms();
    EXPECT(client_dial(&a, s->port));
    for (int i = 0; i < 30; i++)
        EXPECT(client_get(&a, "/later?5", &r) == 200);
    EXPECT(serving_clock_ms() - begun < 6000);
    client_hang_up(&a);
    return NULL;
}

/* Many ask for much, one after the other and ahead of the replies: who plays hardly waits for them. */
static const char *play_first(struct serving *s)
{
    enum { ASKERS = 20, ASKS = 20, MOVES = 20, BETWEEN = 4 };
    static struct client askers[ASKERS];
    static const char ask[] = "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n";
    EXPECT(client_join(&a, s->port, "/ws"));
    for (int i = 0; i < ASKERS; i++) {
        EXPECT(client_dial(&askers[i], s->port));
        for (int j = 0; j < ASKS; j++)
            EXPECT(client_say_text(&askers[i], ask));
    }
    while (s->slow < ASKERS)
        serving_sleep_ms(1);
    int before = s->slow;
    for (int i = 0; i < MOVES; i++)
        EXPECT(client_send_text(&a, "move") && client_hears(&a, "move"));
    EXPECT(s->slow - before <= MOVES * BETWEEN);
    EXPECT(s->slow < ASKERS * ASKS); /* there were some left all the while, */
    for (int i = 0; i < ASKERS; i++) {
        for (int j = 0; j < ASKS; j++)
            EXPECT(client_reply(&askers[i], &r, true) == 200); /* and all have their replies */
        client_hang_up(&askers[i]);
    }
    client_hang_up(&a);
    return NULL;
}

struct woken {
    struct net *net;
    int64_t at_ms, late_ms;
};

static void note_when_woken(void *ctx)
{
    struct woken *w = ctx;
    w->late_ms = net_now_ms(w->net) - w->at_ms;
    if (w->late_ms >= 0)
        net_stop(w->net);
}

/* Whatever else wakes the loop comes later; a busy machine has some more tries. */
static void the_earliest_wake_counts(void **state)
{
    enum { ELSE_MS = 450 };
    static const struct net_handlers handlers = {.turn = note_when_woken};
    struct net_limits limits = serving_limits(&(struct net_limits){0});
    struct complaint why;
    struct woken w = {.late_ms = ELSE_MS};
    (void)state;
    for (int i = 0; i < 10 && w.late_ms >= ELSE_MS; i++) {
        w.net = net_open("127.0.0.1:0", &limits, &handlers, &w, &why);
        assert_non_null(w.net);
        w.at_ms = net_now_ms(w.net) + 10;
        net_wake_at(w.net, w.at_ms + 100000);
        net_wake_at(w.net, w.at_ms);
        net_wake_at(w.net, w.at_ms + 200000);
        net_run(w.net);
        net_close(w.net);
    }
    assert_in_range(w.late_ms, 0, ELSE_MS - 1);
}

static void no_handler_turn(void *ctx)
{
    net_stop(*(struct net **)ctx);
}

static void opening(void **state)
{
    static const struct net_handlers handlers = {.turn = no_handler_turn};
    static const char *const bad[] = {"",
                                      "8080",
                                      "127.0.0.1",
                                      ":80",
                                      "127.0.0.1:",
                                      "1.2.3.4.5:1",
                                      "::1:80",
                                      "127.0.0.1:999999",
                                      "127.0.0.1:65536",
                                      "127.0.0.1:x",
                                      "192.0.2.1:0",
                                      "[127.0.0.1"};
    struct net_limits limits = serving_limits(&(struct net_limits){0});
    struct complaint why;
    struct net *n;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why.text[0] = 0;
        if (net_open(bad[i], &limits, &handlers, &n, &why) || !why.text[0])
            fail_msg("%s", bad[i]);
    }
    n = net_open("localhost:0", &limits, &handlers, &n, &why);
    assert_non_null(n);
    assert_memory_equal(net_address(n), "http://localhost:", 17);
    char same[64];
    snprintf(same, sizeof same, "localhost:%d", serving_port(n));
    struct net *second = net_open(same, &limits, &handlers, &n, &why);
    assert_null(second); /* taken */
    assert_non_null(strstr(why.text, "in use"));
    net_wake(n);
    net_run(n);
    net_close(n);
}

static void *stay_until_closed(void *arg)
{
    struct client *c = arg;
    while (client_end(c) != GONE)
        c->used = c->have;
    client_hang_up(c);
    return NULL;
}

/* With a connection that the server closed first, so that the old port is still in the kernel's books. */
static void restarting(void **state)
{
    static const struct net_handlers handlers = {
        serving_request, serving_upgrade, serving_message, serving_noise, serving_closed, serving_turn, NULL};
    static struct serving s;
    struct net_limits limits = serving_limits(&(struct net_limits){0});
    struct complaint why;
    char listen[64] = "127.0.0.1:0";
    (void)state;
    for (int i = 0; i < 5; i++) {
        pthread_t thread;
        s = (struct serving){0};
        pthread_mutex_init(&s.lock, NULL);
        s.net = net_open(listen, &limits, &handlers, &s, &why);
        if (!s.net)
            fail_msg("%s", why.text);
        snprintf(listen, sizeof listen, "127.0.0.1:%d", serving_port(s.net));
        assert_true(client_dial(&a, serving_port(s.net)));
        assert_true(client_say_text(&a, "GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
        s.done = true;
        assert_int_equal(pthread_create(&thread, NULL, stay_until_closed, &a), 0);
        net_wake(s.net);
        net_run(s.net);
        net_close(s.net);
        pthread_join(thread, NULL);
    }
}

int main(void)
{
    static const struct serving_case cases[] = {
        {"a thousand connections that say nothing are swept", silent_thousand, {.request_ms = 800}},
        {"a request that drips in is too late", dripping, {.request_ms = 300}},
        {"no more connections than allowed", full_house, {.connections_max = 10}},
        {"no more connections from one address than allowed",
         one_address,
         {.connections_per_address_max = 3}},
        {"behind a proxy its clients are counted",
         proxy,
         {.connections_per_address_max = 3, .trust_proxy = true}},
        {"without descriptors callers are turned away", no_descriptors, {0}},
        {"without even a spare descriptor the door waits", not_even_a_spare, {.request_ms = 400}},
        {"the memory of an idle connection", memory, {0}},
        {"wakes come in time, and only then", wakes, {0}},
        {"and again and again", wakes_again, {0}},
        {"who plays comes before who asks", play_first, {0}},
    };
    const struct CMUnitTest tests[] = {cmocka_unit_test(opening), cmocka_unit_test(the_earliest_wake_counts),
                                       cmocka_unit_test(restarting)};
    int failed = serving_run(cases, sizeof cases / sizeof *cases);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
