/* tests/unit/test_net_http.c -- requests over loopback, well-formed and not. */
#include "tests/net/serving.h"

#include <fcntl.h>
#include <sys/stat.h>

static struct client a, b;
static struct client_reply r;

static const char *page(struct serving *s)
{
    char type[64];
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_get(&a, "/", &r) == 200);
    EXPECT(!strcmp(r.body, "<p>hello"));
    EXPECT(client_header(&r, "Content-Type", type, sizeof type) && !strcmp(type, "text/html"));
    EXPECT(client_header(&r, "Date", type, sizeof type) && strstr(type, "GMT"));
    EXPECT(client_get(&a, "/nothing", &r) == 404); /* on the same connection */
    EXPECT(client_get(&a, "/", &r) == 200);
    client_hang_up(&a);
    return NULL;
}

static const char *every_text(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(
        &a, "POST /tell?x=1&y=%20 HTTP/1.1\r\nHOST:  h:1 \r\nOrigin: http://o\r\n"
            "Cookie: none of our business\r\nAccept-Language: fr\r\nAuthorization: Bearer t\r\n"
            "X-Forwarded-For: 1.2.3.4\r\nContent-Length: 4\r\n\r\nbody"));
    EXPECT(client_reply(&a, &r, true) == 200);
    EXPECT(!strcmp(r.body, "POST|/tell|x=1&y=%20|http://o|h:1|fr|Bearer t|127.0.0.1|body"));
    EXPECT(strstr(r.head, "X-Test: yes\r\n"));
    EXPECT(client_get(&a, "/tell", &r) == 200); /* nothing is left of the request before */
    EXPECT(!strcmp(r.body, "GET|/tell|||test|||127.0.0.1|"));
    client_hang_up(&a);
    return NULL;
}

static const char *byte_by_byte(struct serving *s)
{
    static const char text[] =
        "POST /tell HTTP/1.1\r\nHost: slow\r\nContent-Length: 3\r\nX-Empty:\r\n\r\nabc";
    EXPECT(client_dial(&a, s->port));
    for (size_t i = 0; i < sizeof text - 1; i++) {
        EXPECT(client_say(&a, text + i, 1));
        serving_sleep_ms(1);
    }
    EXPECT(client_reply(&a, &r, true) == 200);
    EXPECT(!strcmp(r.body, "POST|/tell|||slow|||127.0.0.1|abc"));
    client_hang_up(&a);
    return NULL;
}

static const char *chunked(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "POST /tell HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                               "3\r\nabc\r\n2\r\nde\r\n0\r\nAuthorization: sneaked in\r\n\r\n"));
    EXPECT(client_reply(&a, &r, true) == 200);
    EXPECT(!strcmp(r.body, "POST|/tell|||h|||127.0.0.1|abcde"));
    client_hang_up(&a);
    return NULL;
}

static const char *pipelining(struct serving *s)
{
    static const char text[] = "GET /later HTTP/1.1\r\nHost: h\r\n\r\nGET /tell?2 HTTP/1.1\r\nHost: h\r\n\r\n"
                               "HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET /tell?4 HTTP/1.1\r\nHost: h\r\n\r\n";
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, text));
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "late"));
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "GET|/tell|2||h|||127.0.0.1|"));
    EXPECT(client_reply(&a, &r, false) == 200 && strstr(r.head, "Content-Length: 8\r\n"));
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "GET|/tell|4||h|||127.0.0.1|"));
    client_hang_up(&a);
    return NULL;
}

static const char *many_sent_ahead(struct serving *s)
{
    static char text[64 * 500];
    size_t size = 0;
    for (int i = 0; i < 500; i++)
        size += (size_t)snprintf(text + size, 64, "GET /tell?%d HTTP/1.1\r\nHost: h\r\n\r\n", i);
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say(&a, text, size));
    for (int i = 0; i < 500; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "GET|/tell|%d||h|||127.0.0.1|", i);
        EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, wanted));
    }
    client_hang_up(&a);
    return NULL;
}

static const char *left_before_the_reply(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET /later HTTP/1.1\r\nHost: h\r\n\r\n"));
    serving_sleep_ms(5);
    client_hang_up(&a);
    EXPECT(client_dial(&b, s->port));
    EXPECT(client_get(&b, "/later", &r) == 200);
    client_hang_up(&b);
    return NULL;
}

static const char *half_closed(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET /later HTTP/1.1\r\nHost: h\r\n\r\n"));
    EXPECT(!shutdown(a.fd, SHUT_WR)); /* it has said all it will say, and still listens */
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "late"));
    EXPECT(client_end(&a) == GONE);
    client_hang_up(&a);
    return NULL;
}

static const char *big_body(struct serving *s)
{
    EXPECT(client_dial_slow(&a, s->port, 8192));
    EXPECT(client_say_text(&a, "GET /big HTTP/1.1\r\nHost: h\r\n\r\n"));
    serving_sleep_ms(50); /* longer than the socket's buffers: the rest waits */
    EXPECT(client_dial(&b, s->port));
    EXPECT(client_get(&b, "/", &r) == 200); /* and nobody waits for it */
    EXPECT(client_reply(&a, &r, true) == 200 && r.size == SERVING_BIG);
    EXPECT(client_get(&a, "/", &r) == 200);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

static const char *slow_but_reading(struct serving *s)
{
    size_t got = 0;
    int64_t begun = serving_clock_ms();
    EXPECT(client_dial_slow(&a, s->port, 8192));
    EXPECT(client_say_text(&a, "GET /big HTTP/1.1\r\nHost: h\r\n\r\n"));
    while (serving_clock_ms() - begun < 900) { /* three times as long as a request may take */
        ssize_t some = recv(a.fd, a.in, 8192, 0);
        EXPECT(some > 0);
        got += (size_t)some;
        serving_sleep_ms(10);
    }
    EXPECT(got < SERVING_BIG);
    client_hang_up(&a);
    return NULL;
}

static const char *never_reads_the_reply(struct serving *s)
{
    EXPECT(client_dial_slow(&a, s->port, 8192));
    EXPECT(client_say_text(&a, "GET /big HTTP/1.1\r\nHost: h\r\n\r\n"));
    for (int i = 0; i < 40 && !s->closed; i++)
        serving_sleep_ms(50);
    EXPECT(s->closed == 1);
    client_hang_up(&a);
    return NULL;
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && !close(fd);
}

static int get_packed(const char *name, const char *encodings)
{
    char text[256];
    snprintf(text, sizeof text, "GET /file?%s HTTP/1.1\r\nHost: h\r\nAccept-Encoding: %s\r\n\r\n", name,
             encodings);
    return client_say_text(&a, text) ? client_reply(&a, &r, true) : RESET;
}

static bool got(const char *name, const char *encodings, const char *body, const char *encoding)
{
    return get_packed(name, encodings) == 200 && !strcmp(r.body, body) && strstr(r.head, encoding) &&
           strstr(r.head, "Vary: Accept-Encoding\r\n");
}

static bool got_plain(const char *name, const char *encodings)
{
    return get_packed(name, encodings) == 200 && r.size == 997000 && !strstr(r.head, "Content-Encoding") &&
           strstr(r.head, "Vary: Accept-Encoding\r\n");
}

/* What a client has of one form is not what another form would be. */
static bool tags_differ(const char *name)
{
    static const char *const encodings[] = {"br", "gzip", "deflate"};
    char tag[3][64];
    for (int i = 0; i < 3; i++)
        if (get_packed(name, encodings[i]) != 200 || !client_header(&r, "ETag", tag[i], sizeof tag[i]))
            return false;
    return strcmp(tag[0], tag[1]) && strcmp(tag[1], tag[2]) && strcmp(tag[0], tag[2]) &&
           strstr(tag[0], "br\"") && strstr(tag[1], "gzip\"");
}

/* With FILE.br or FILE.gz beside it, that is for those who take it; the smaller one first. */
static bool packed_file(const char *name)
{
    char gz[64], br[64];
    snprintf(gz, sizeof gz, "%s.gz", name);
    snprintf(br, sizeof br, "%s.br", name);
    bool right =
        write_file(gz, "packed") && got(name, "br, GZIP;q=0.5", "packed", "Content-Encoding: gzip\r\n");
    right = right && got_plain(name, "gzip;q=0") && got_plain(name, "br");
    right =
        right && write_file(br, "smaller") && got(name, "gzip, br", "smaller", "Content-Encoding: br\r\n");
    right = right && got(name, "gzip", "packed", "Content-Encoding: gzip\r\n") && got_plain(name, "deflate");
    right = right && tags_differ(name);
    unlink(gz);
    right = right && got_plain(name, "gzip") && got(name, "br", "smaller", "Content-Encoding: br\r\n");
    unlink(br);
    return right && got_plain(name, "gzip, br");
}

static int next_descriptor(void)
{
    int next = dup(0);
    close(next);
    return next;
}

static const char *file(struct serving *s)
{
    char name[] = "/tmp/turncoat-test-XXXXXX", tag[64], text[256];
    int fd = mkstemp(name);
    EXPECT(fd >= 0);
    for (int i = 0; i < 1000; i++)
        EXPECT(write(fd, s->big, 997) == 997);
    close(fd);
    EXPECT(client_dial_slow(&a, s->port, 16384) && client_get(&a, "/", &r) == 200);
    int next = next_descriptor();
    snprintf(text, sizeof text, "/file?%s", name);
    EXPECT(client_get(&a, text, &r) == 200 && r.size == 997000 && r.body[1022] == 'x');
    EXPECT(strstr(r.head, "X-Test: file\r\n"));
    EXPECT(client_header(&r, "ETag", tag, sizeof tag));
    snprintf(text, sizeof text, "GET /file?%s HTTP/1.1\r\nHost: h\r\nIf-None-Match: %s\r\n\r\n", name, tag);
    EXPECT(client_say_text(&a, text) && client_reply(&a, &r, false) == 304);
    EXPECT(!strstr(r.head, "Content-Length") && !strstr(r.head, "Content-Type") && strstr(r.head, tag));
    snprintf(text, sizeof text, "HEAD /file?%s HTTP/1.1\r\nHost: h\r\n\r\n", name);
    EXPECT(client_say_text(&a, text) && client_reply(&a, &r, false) == 200);
    EXPECT(strstr(r.head, "Content-Length: 997000\r\n"));
    EXPECT(packed_file(name));
    EXPECT(client_get(&a, "/file?/nowhere", &r) == 404);
    EXPECT(client_get(&a, "/file?/tmp", &r) == 404);
    EXPECT(client_get(&a, "/file?/dev/null", &r) == 404);
    EXPECT(truncate(name, 0) == 0);
    snprintf(text, sizeof text, "/file?%s", name);
    EXPECT(client_get(&a, text, &r) == 200 && r.size == 0);
    EXPECT(client_get(&a, "/", &r) == 200);
    EXPECT(next_descriptor() == next); /* all of them have been closed */
    unlink(name);
    client_hang_up(&a);
    return NULL;
}

static const char *expect_continue(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(
        &a, "POST /tell HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
    EXPECT(client_reply(&a, &r, false) == 100);
    EXPECT(client_say_text(&a, "ok") && client_reply(&a, &r, true) == 200);
    EXPECT(strstr(r.body, "|ok"));
    client_hang_up(&a);
    return NULL;
}

/* Every status that is ever replied has its reason. */
static const char *statuses(struct serving *s)
{
    static const int known[] = {200, 201, 304, 400, 403, 404, 405, 408, 409,
                                410, 413, 426, 429, 431, 500, 501, 503, 505};
    char path[40];
    EXPECT(client_dial(&a, s->port));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        snprintf(path, sizeof path, "/status?%d", known[i]);
        EXPECT(client_get(&a, path, &r) == known[i]);
        EXPECT(r.head[13] >= 'A' && r.head[13] <= 'Z');
    }
    EXPECT(client_get(&a, "/status?410", &r) == 410 && !strncmp(r.head, "HTTP/1.1 410 Gone\r\n", 19));
    client_hang_up(&a);
    return NULL;
}

static const char *old_http(struct serving *s)
{
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET / HTTP/1.0\r\n\r\n") && client_reply(&a, &r, true) == 200);
    EXPECT(strstr(r.head, "Connection: close\r\n"));
    EXPECT(client_end(&a) == GONE);
    client_hang_up(&a);
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
    EXPECT(client_reply(&a, &r, true) == 200 && client_end(&a) == GONE);
    client_hang_up(&a);
    return NULL;
}

static const char *bad_requests(struct serving *s)
{
    static char long_header[12000], long_url[12000], long_body[8000];
    static const char many[] = "GET / HTTP/1.1\r\nHost: h\r\nX: ";
    memset(long_header, 'x', sizeof long_header - 1);
    memcpy(long_header, many, sizeof many - 1);
    memset(long_url, 'x', sizeof long_url - 1);
    memcpy(long_url, "GET /", 5);
    int size = snprintf(long_body, sizeof long_body,
                        "POST /tell HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1800\r\n");
    memset(long_body + size, 'x', sizeof long_body - 1 - (size_t)size);
    const struct {
        const char *text;
        int status;
    } cases[] = {
        {"nonsense\r\n\r\n", 400},
        {"\x16\x03\x01\x02", 400}, /* TLS at the wrong door */
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
        {"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 501},
        {"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501},
        {"POST /tell HTTP/1.1\r\nHost: a\r\nContent-Length: 4097\r\n\r\n", 413},
        {"POST /tell HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400},
        {"POST /tell HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
        {"POST /tell HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         400},
        {"POST /tell HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400},
        {long_header, 431},
        {long_url, 431},
        {long_body, 413},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(client_dial(&a, s->port));
        EXPECT(client_say_text(&a, cases[i].text));
        int status = client_reply(&a, &r, true);
        if (status != cases[i].status)
            printf("%.60s: %d\n", cases[i].text, status);
        EXPECT(status == cases[i].status);
        EXPECT(client_end(&a) == GONE);
        client_hang_up(&a);
    }
    EXPECT(serving_counts(s).bad_requests == sizeof cases / sizeof *cases);
    return NULL;
}

/* What two readers of the same bytes could understand differently, so that one request hides in another: each
 * of these forms is refused, and whatever follows it is never read. */
static const char *smuggling(struct serving *s)
{
#define POST "POST /tell HTTP/1.1\r\nHost: h\r\n"
#define GET "GET /tell HTTP/1.1\r\nHost: h\r\n"
#define CHUNKED POST "Transfer-Encoding: chunked\r\n\r\n"
#define NONE "0\r\n\r\n"
    static const char *const cases[] = {
        /* where a name ends, and where a line does */
        POST "Transfer-Encoding : chunked\r\n\r\n" NONE,
        POST "Content-Length\t: 0\r\n\r\n",
        POST "Transfer-Encoding:\r\n chunked\r\n\r\n" NONE,
        POST "Content-Length:\r\n\t0\r\n\r\n",
        GET "X: a\r\n b\r\n\r\n",
        "GET /tell HTTP/1.1\r\n X: a\r\nHost: h\r\n\r\n",
        GET ": a\r\n\r\n",
        GET "nonsense\r\n\r\n",
        GET "X[y]: a\r\n\r\n",
        "GET /tell HTTP/1.1\nHost: h\r\n\r\n",
        "GET /tell HTTP/1.1\r\nHost: h\nX: y\r\n\r\n",
        "GET /tell HTTP/1.1\r\nHost: h\r\n\n",
        GET "X: a\rContent-Length: 3\r\n\r\n",
        GET "X:\rContent-Length: 3\r\n\r\n",
        GET "X: a\r\r\n\r\n",
        GET "\r\r\n",
        /* the request line */
        "GET /tell\r\n\r\n",
        "GET /tell\nHost: h\r\nContent-Length: 1\r\n\r\na",
        "GET  /tell HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /tell  HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /tell HTTP/1.1 \r\nHost: h\r\n\r\n",
        "GET /tell x HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET\t/tell HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /t\xC3\xA9ll HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /tell HTTP/1.2\r\nHost: h\r\n\r\n",
        "GET /tell HTTP/1.10\r\nHost: h\r\n\r\n",
        "GET /tell http/1.1\r\nHost: h\r\n\r\n",
        "GET /tell ICE/1.0\r\nHost: h\r\n\r\n",
        "get /tell HTTP/1.1\r\nHost: h\r\n\r\n",
        "\nGET /tell HTTP/1.1\r\nHost: h\r\n\r\n",
        "\r\nGET /tell HTTP/1.1\r\nHost: h\r\n\r\n",
        /* how long the body is */
        POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: gzip, chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: chunked, gzip\r\n\r\n" NONE,
        POST "Transfer-Encoding: chunked, chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: , chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: \vchunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: chunked;a=b\r\n\r\n" NONE,
        POST "Transfer-Encoding: xchunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: identity\r\n\r\n",
        POST "Transfer-Encoding:\r\n\r\n",
        "POST /tell HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" NONE,
        POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" NONE,
        POST "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" NONE,
        POST "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
        POST "Content-Length: 1, 1\r\n\r\na",
        POST "Content-Length: +1\r\n\r\na",
        POST "Content-Length: 0x1\r\n\r\na",
        POST "Content-Length: 1 1\r\n\r\na",
        POST "Content-Length:\r\n\r\n",
        /* chunks */
        CHUNKED "1;a=b\r\na\r\n" NONE,
        CHUNKED "1;a\nb\r\na\r\n" NONE,
        CHUNKED "1\na\r\n" NONE,
        CHUNKED "1\r\na\n" NONE,
        CHUNKED "1\r\naXX" NONE,
        CHUNKED "1 \r\na\r\n" NONE,
        CHUNKED " 1\r\na\r\n" NONE,
        CHUNKED "0x1\r\na\r\n" NONE,
        CHUNKED "-1\r\na\r\n" NONE,
        CHUNKED "\r\na\r\n" NONE,
        CHUNKED "100000001\r\na\r\n" NONE,
        CHUNKED "10000000000000001\r\na\r\n" NONE,
        CHUNKED "0\r\n\n",
        CHUNKED "0\n\r\n",
        CHUNKED "0\r\nA: b\n\n",
        CHUNKED "0\r\n A: b\r\n\r\n",
        CHUNKED "0\r\nContent-Length: 5\r\n\r\n",
        CHUNKED "0\r\nTransfer-Encoding: chunked\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(client_dial(&a, s->port));
        EXPECT(client_say_text(&a, cases[i]));
        EXPECT(client_say_text(&a, "GET /tell?hidden HTTP/1.1\r\nHost: h\r\n\r\n"));
        int status = client_reply(&a, &r, true);
        if (status != 400)
            printf("%.200s: %d\n", cases[i], status);
        EXPECT(status == 400);
        EXPECT(client_end(&a) == GONE);
        client_hang_up(&a);
    }
    EXPECT(serving_counts(s).requests == 0); /* not one of them, nor what followed it, was handed over */
    return NULL;
}

/* The lines around chunks are limited as the head is: a body of the smallest chunks is mostly lines. */
static const char *many_small_chunks(struct serving *s)
{
    static char text[32 * 1024];
    size_t size = (size_t)snprintf(text, sizeof text, CHUNKED);
    for (int i = 0; i < 2000; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "1\r\na\r\n");
    EXPECT(client_dial(&a, s->port) && client_say(&a, text, size));
    EXPECT(client_reply(&a, &r, true) == 431 && client_end(&a) == GONE);
    client_hang_up(&a);
    return NULL;
}

static const char *bad_upgrades(struct serving *s)
{
#define ASK(version, connection, upgrade, number, key)                                                       \
    "GET /ws HTTP/" version "\r\nHost: h\r\nConnection: " connection "\r\nUpgrade: " upgrade                 \
    "\r\nSec-WebSocket-Version: " number "\r\nSec-WebSocket-Key: " key "\r\n"
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {ASK("1.0", "Upgrade", "websocket", "13", KEY) "\r\n", 400},
        {ASK("1.1", "Upgrade", "h2c", "13", KEY) "\r\n", 400},
        {ASK("1.1", "Upgrade", "websocket", "12", KEY) "\r\n", 426},
        {ASK("1.1", "Upgrade", "websocket", "13", "c2hvcnQ=") "\r\n", 400},
        {ASK("1.1", "Upgrade", "websocket", "13", "") "\r\n", 400},
        {ASK("1.1", "Upgrade", "websocket", "13", KEY) "Sec-WebSocket-Key: " KEY "\r\n\r\n", 400},
        {ASK("1.1", "Upgrade", "websocket", "13", KEY) "Content-Length: 2\r\n\r\nhi", 400},
        {"GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 426},
        {"POST /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " KEY "\r\n\r\n",
         400},
        {ASK("1.1", "close", "websocket", "13", KEY) "\r\n", 404}, /* no upgrade at all */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(client_dial(&a, s->port));
        EXPECT(client_say_text(&a, cases[i].text));
        int status = client_reply(&a, &r, true);
        if (status != cases[i].status)
            printf("%.200s: %d\n", cases[i].text, status);
        EXPECT(status == cases[i].status);
        char version[8] = "";
        EXPECT(client_header(&r, "Sec-WebSocket-Version", version, sizeof version) == (status == 426));
        EXPECT(status != 426 || !strcmp(version, "13")); /* which it may try again with */
        EXPECT(client_end(&a) == GONE);
        client_hang_up(&a);
    }
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_upgrade(&a, "/elsewhere", &r) == 403 && !strcmp(r.body, "not here"));
    EXPECT(strstr(r.head, "Connection: close\r\n"));
    EXPECT(client_end(&a) == GONE);
    client_hang_up(&a);
    EXPECT(serving_counts(s).websockets == 0);
    return NULL;
}

/* Whoever is refused still gets to read why, however much it goes on sending. */
static const char *refusal_is_read(struct serving *s)
{
    static char junk[200000];
    memset(junk, 'x', sizeof junk);
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "POST /tell HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n"));
    EXPECT(client_say(&a, junk, sizeof junk));
    serving_sleep_ms(50);
    EXPECT(client_reply(&a, &r, true) == 413);
    client_hang_up(&a);
    return NULL;
}

int main(void)
{
    static const struct serving_case cases[] = {
        {"a page, and more on the same connection", page, {0}},
        {"every text of a request arrives", every_text, {0}},
        {"a request that comes byte by byte", byte_by_byte, {0}},
        {"a body in chunks, and no header behind it", chunked, {0}},
        {"requests sent ahead are answered in order", pipelining, {0}},
        {"five hundred requests sent ahead", many_sent_ahead, {0}},
        {"a client that leaves before the reply", left_before_the_reply, {0}},
        {"a client that half closes still gets its reply", half_closed, {0}},
        {"a long reply takes its time and nobody else's", big_body, {0}},
        {"a slow reader of a reply is not cut while it reads", slow_but_reading, {.request_ms = 300}},
        {"a client that never reads its reply is cut", never_reads_the_reply, {.request_ms = 200}},
        {"a file, its tag, its head", file, {0}},
        {"Expect: 100-continue", expect_continue, {0}},
        {"every status has its reason", statuses, {0}},
        {"HTTP/1.0 and Connection: close", old_http, {0}},
        {"bad requests are refused with a status and counted", bad_requests, {0}},
        {"no request hides in another: doubtful forms are refused", smuggling, {0}},
        {"a body of too many small chunks", many_small_chunks, {0}},
        {"bad upgrades are refused", bad_upgrades, {0}},
        {"a refusal can be read", refusal_is_read, {0}},
    };
    return serving_run(cases, sizeof cases / sizeof *cases);
}
