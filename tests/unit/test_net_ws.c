/* tests/unit/test_net_ws.c -- WebSockets over loopback: messages, frames in pieces, bad frames, goodbyes. */
#include "tests/net/serving.h"

static struct client a, b, c;
static struct client_reply r;

static const char *echo(struct serving *s)
{
    char accept[64];
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_upgrade(&a, "/ws", &r) == 101);
    EXPECT(client_header(&r, "Sec-WebSocket-Accept", accept, sizeof accept));
    EXPECT(!strcmp(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    EXPECT(strstr(r.head, "\r\nUpgrade: websocket\r\n") && strstr(r.head, "\r\nConnection: Upgrade\r\n"));
    EXPECT(client_send_text(&a, "hello") && client_hears(&a, "hello"));
    EXPECT(client_send_text(&a, "Traître") && client_hears(&a, "Traître"));
    EXPECT(client_send_text(&a, "") && client_hears(&a, ""));
    EXPECT(serving_counts(s).websockets == 1);
    client_hang_up(&a);
    return NULL;
}

static const char *every_size(struct serving *s)
{
    static char text[16 * 1024 + 1];
    static const size_t sizes[] = {1, 124, 125, 126, 127, 4080, 4090, 4096, 4100, 8192, 16 * 1024};
    EXPECT(client_join(&a, s->port, "/ws"));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizes[i]; k++)
            text[k] = (char)('a' + (k + i) % 26);
        text[sizes[i]] = 0;
        EXPECT(client_send_text(&a, text) && client_hears(&a, text));
    }
    client_hang_up(&a);
    return NULL;
}

static const char *sent_with_the_handshake(struct serving *s)
{
    static const char text[] =
        "GET /ws?hello HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    char all[512];
    memcpy(all, text, sizeof text - 1);
    size_t size = sizeof text - 1 + client_frame(all + sizeof text - 1, TEXT, "early", 5, true);
    EXPECT(client_dial(&a, s->port) && client_say(&a, all, size));
    EXPECT(client_reply(&a, &r, false) == 101);
    EXPECT(client_hears(&a, "welcome") && client_hears(&a, "early"));
    client_hang_up(&a);
    return NULL;
}

static const char *fan_out(struct serving *s)
{
    EXPECT(client_join(&a, s->port, "/ws") && client_join(&b, s->port, "/ws") &&
           client_join(&c, s->port, "/ws"));
    for (int i = 0; i < 100; i++) {
        char text[64];
        snprintf(text, sizeof text, "all number %d", i);
        EXPECT(client_send_text(i % 2 ? &a : &b, text));
        EXPECT(client_hears(&a, text + 4) && client_hears(&b, text + 4) && client_hears(&c, text + 4));
    }
    EXPECT(serving_counts(s).messages_in == 100 && serving_counts(s).messages_out == 300);
    client_hang_up(&a);
    EXPECT(client_send_text(&b, "all the rest") && client_hears(&b, "the rest") &&
           client_hears(&c, "the rest"));
    client_hang_up(&b);
    client_hang_up(&c);
    return NULL;
}

/* Many messages of different lengths in one write, cut anywhere by the reader's buffer. */
static const char *many_at_once(struct serving *s)
{
    static char frames[CLIENT_BUFFER], text[600];
    size_t size = 0;
    memset(text, 'm', sizeof text);
    EXPECT(client_join(&a, s->port, "/ws"));
    for (size_t i = 0; i < 150; i++)
        size += client_frame(frames + size, TEXT, text, i, true);
    EXPECT(client_say(&a, frames, size));
    for (size_t i = 0; i < 150; i++) {
        char got[600];
        size_t length;
        EXPECT(client_next(&a, got, sizeof got, &length) == TEXT && length == i);
    }
    client_hang_up(&a);
    return NULL;
}

static const char *byte_by_byte(struct serving *s)
{
    static char frames[1024], text[301];
    memset(text, 't', 300);
    EXPECT(client_join(&a, s->port, "/ws") && client_join(&b, s->port, "/ws"));
    size_t size = client_frame(frames, TEXT, text, 300, true);
    size += client_frame(frames + size, PING, "ping", 4, true);
    for (size_t i = 0; i < size; i++) {
        EXPECT(client_say(&a, frames + i, 1));
        if (i % 16 == 0) /* another connection at work while this one is in the midst of a frame */
            EXPECT(client_send_text(&b, "between") && client_hears(&b, "between"));
    }
    EXPECT(client_hears(&a, text));
    char body[16];
    EXPECT(client_next(&a, body, sizeof body, &size) == PONG && !strcmp(body, "ping"));
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

static const char *fragments(struct serving *s)
{
    char body[16];
    size_t size;
    EXPECT(client_join(&a, s->port, "/ws"));
    EXPECT(client_send(&a, 0x01, "frag", 4) && client_send(&a, 0x00, "", 0));
    EXPECT(client_send(&a, PING, "now", 3)); /* control frames may stand between */
    EXPECT(client_next(&a, body, sizeof body, &size) == PONG && !strcmp(body, "now"));
    EXPECT(client_send(&a, 0x00, "men\xC3", 4) &&
           client_send(&a, FIN, "\xA9s", 2)); /* a character in two frames */
    EXPECT(client_hears(&a, "fragmen\xC3\xA9s"));
    EXPECT(client_send(&a, 0x01, "", 0) && client_send(&a, FIN, "", 0) && client_hears(&a, ""));
    EXPECT(client_send(&a, 0x01, "", 0) && client_send(&a, FIN, "x", 1) && client_hears(&a, "x"));
    EXPECT(client_send_text(&a, "whole") && client_hears(&a, "whole"));
    client_hang_up(&a);
    return NULL;
}

static const char *bad_frames(struct serving *s)
{
    static char big[20 * 1024];
    static const struct {
        const char *bytes;
        size_t size;
        int code;
    } cases[] = {
        {"\x81\x02hi", 4, 1002},                           /* not masked */
        {"\xC1\x82\0\0\0\0hi", 8, 1002},                   /* a reserved bit */
        {"\xA1\x82\0\0\0\0hi", 8, 1002},                   /* another */
        {"\x91\x82\0\0\0\0hi", 8, 1002},                   /* the last */
        {"\x83\x80\0\0\0\0", 6, 1002},                     /* an unknown kind */
        {"\x8B\x80\0\0\0\0", 6, 1002},                     /* an unknown control */
        {"\x80\x82\0\0\0\0hi", 8, 1002},                   /* continues nothing */
        {"\x01\x81\0\0\0\0a\x81\x81\0\0\0\0b", 14, 1002},  /* a message within a message */
        {"\x09\x80\0\0\0\0", 6, 1002},                     /* a fragmented ping */
        {"\x89\xFE\0\x7E\0\0\0\0", 8, 1002},               /* a long ping */
        {"\x81\xFE\0\x05\0\0\0\0hello", 13, 1002},         /* a length longer than needed */
        {"\x81\xFF\0\0\0\0\0\0\0\x01\0\0\0\0a", 15, 1002}, /* the same, worse */
        {"\x81\xFF\x80\0\0\0\0\0\0\0\0\0\0\0a", 15, 1002}, /* a negative length */
        {"\x81\xFF\0\0\0\xFF\0\0\0\0\0\0\0\0a", 15, 1009}, /* a length of a terabyte */
        {"\x81\xFE\x40\x01\0\0\0\0a", 9, 1009},            /* one byte more than allowed */
        {"\x82\x82\0\0\0\0hi", 8, 1003},                   /* binary */
        {"\x81\x82\0\0\0\0\xC3\x28", 8, 1007},             /* not UTF-8 */
        {"\x81\x81\0\0\0\0\xC3", 7, 1007},                 /* half a character */
        {"\x88\x81\0\0\0\0\x03", 7, 1002},                 /* half a close code */
        {"\x88\x82\0\0\0\0\x03\xED", 8, 1002},             /* 1005 is never sent */
        {"\x88\x82\0\0\0\0\0\0", 8, 1002},                 /* code zero */
        {"\x88\x83\0\0\0\0\x03\xE8\xFF", 9, 1007},         /* a reason that is not UTF-8 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(client_join(&a, s->port, "/ws"));
        EXPECT(client_say(&a, cases[i].bytes, cases[i].size));
        int code = client_close_code(&a);
        if (code != cases[i].code)
            printf("case %zu: %d\n", i, code);
        EXPECT(code == cases[i].code);
        EXPECT(client_end(&a) == GONE);
        client_hang_up(&a);
    }
    EXPECT(serving_counts(s).bad_frames == sizeof cases / sizeof *cases);
    EXPECT(serving_counts(s).messages_in == 0);
    memset(big, 'x', sizeof big);
    EXPECT(client_join(&a, s->port, "/ws")); /* too long only by its last fragment */
    EXPECT(client_send(&a, 0x01, big, 16 * 1024) && client_send(&a, FIN, "y", 1));
    EXPECT(client_close_code(&a) == 1009);
    client_hang_up(&a);
    EXPECT(client_join(&a, s->port, "/ws") && client_send_text(&a, "still here") &&
           client_hears(&a, "still here"));
    client_hang_up(&a);
    return NULL;
}

static const char *goodbyes(struct serving *s)
{
    static const struct {
        const char *body;
        size_t size;
        int code;
    } cases[] = {{"", 0, 1005}, {"\x03\xE8", 2, 1000}, {"\x03\xE9 bye", 6, 1001}, {"\x0F\xA0", 2, 4000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(client_join(&a, s->port, "/ws"));
        EXPECT(client_send(&a, CLOSE, cases[i].body, cases[i].size));
        EXPECT(client_close_code(&a) == cases[i].code && client_end(&a) == GONE);
        client_hang_up(&a);
    }
    EXPECT(client_join(&a, s->port, "/ws") && client_send_text(&a, "end 4001"));
    EXPECT(client_send_text(&a, "nobody hears this"));
    char body[64];
    size_t size;
    EXPECT(client_next(&a, body, sizeof body, &size) == CLOSE);
    EXPECT(size == 13 && !memcmp(body,
                                 "\x0F\xA1"
                                 "as you wish",
                                 13));
    EXPECT(client_end(&a) == GONE);
    client_hang_up(&a);
    EXPECT(s->closed == 5 && serving_counts(s).websockets == 0);
    EXPECT(serving_counts(s).bad_frames == 0 && serving_counts(s).messages_in == 1);
    return NULL;
}

/* Each code that may be sent is answered with itself, at the edges of what may be, too. */
static const char *close_codes(struct serving *s)
{
    static const int good[] = {1000, 1001, 1002, 1003, 1007, 1008, 1011, 1014, 3000, 3999, 4000, 4999};
    static const int bad[] = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        for (int j = 0; j < 2; j++) {
            int code = j ? bad[i] : good[i];
            char body[2] = {(char)(code >> 8), (char)code};
            EXPECT(client_join(&a, s->port, "/ws") && client_send(&a, CLOSE, body, 2));
            EXPECT(client_close_code(&a) == (j ? 1002 : code));
            client_hang_up(&a);
        }
    EXPECT(serving_counts(s).bad_frames == sizeof bad / sizeof *bad);
    return NULL;
}

/* The loop ends while we are connected: everybody is told. */
static const char *server_stops(struct serving *s)
{
    static struct client d;
    EXPECT(client_join(&a, s->port, "/ws") && client_join(&b, s->port, "/ws") && client_dial(&c, s->port));
    EXPECT(client_dial(&d, s->port) && client_say_text(&d, "GET / HT"));
    serving_counts(s); /* it has come */
    s->done = true;
    net_wake(s->net);
    EXPECT(client_end(&d) == GONE); /* and is not waited for */
    client_hang_up(&d);
    EXPECT(client_close_code(&a) == 1001 && client_end(&a) == GONE);
    EXPECT(client_close_code(&b) == 1001 && client_end(&b) == GONE);
    EXPECT(client_end(&c) == GONE);
    client_hang_up(&a);
    client_hang_up(&c); /* b stays and is dropped after a while */
    return NULL;
}

/* Who has asked is still answered, and told not to ask here again. */
static const char *server_stops_answering(struct serving *s)
{
    char connection[16] = "";
    EXPECT(client_dial(&a, s->port));
    EXPECT(client_say_text(&a, "GET /later?1000000 HTTP/1.1\r\nHost: h\r\n\r\n"));
    while (!serving_counts(s).requests)
        ;
    s->done = true;
    net_wake(s->net);
    EXPECT(client_reply(&a, &r, true) == 200 && !strcmp(r.body, "late"));
    EXPECT(client_header(&r, "Connection", connection, sizeof connection) && !strcmp(connection, "close"));
    EXPECT(client_end(&a) == GONE);
    client_hang_up(&a);
    return NULL;
}

static const char *slow_reader(struct serving *s)
{
    static char text[1100] = "all ";
    memset(text + 4, 's', 1000);
    EXPECT(client_dial_slow(&a, s->port, 4096) && client_upgrade(&a, "/ws", &r) == 101);
    EXPECT(client_join(&b, s->port, "/ws") && client_join(&c, s->port, "/ws"));
    for (int i = 0; i < 2000; i++) {
        text[4] = (char)('a' + i % 26);
        EXPECT(client_send_text(&b, text));
        EXPECT(client_hears(&b, text + 4) && client_hears(&c, text + 4));
    }
    EXPECT(serving_counts(s).cut_slow == 1 && serving_counts(s).websockets == 2 && s->closed == 1);
    int ending = 0;
    while (!(ending = client_need(&a, CLIENT_BUFFER - 1)) || ending == QUIET)
        ;
    EXPECT(ending == RESET);
    EXPECT(a.have < 200 * 1024); /* what it cost: the kernel's buffers and the outbox, not two megabytes */
    client_hang_up(&a);
    client_hang_up(&b);
    client_hang_up(&c);
    return NULL;
}

/* Five megabytes through an outbox of 64 KiB, to a reader that is quick and to one that is slow but reads. */
static const char *long_story(struct serving *s)
{
    char text[1100];
    size_t size;
    for (int slow = 0; slow < 2; slow++) {
        EXPECT(client_dial_slow(&a, s->port, slow ? 4096 : 0) && client_upgrade(&a, "/ws", &r) == 101);
        EXPECT(client_send_text(&a, "long"));
        for (int i = 0; i < SERVING_PORTIONS; i++) {
            EXPECT(client_next(&a, text, sizeof text, &size) == TEXT && size == 1000);
            if (slow && i % 50 == 0)
                serving_sleep_ms(2);
        }
        EXPECT(client_send_text(&a, "over") && client_hears(&a, "over"));
        client_hang_up(&a);
    }
    EXPECT(serving_counts(s).cut_slow == 0);
    return NULL;
}

/* Whatever is no message is told as noise: pings, pongs, and parts with more to come, empty or not. */
static const char *noise(struct serving *s)
{
    EXPECT(client_join(&a, s->port, "/ws"));
    for (int i = 0; i < 3; i++)
        EXPECT(client_send(&a, PING, "p", 1) && client_send(&a, PONG, "", 0));
    EXPECT(client_send(&a, 0x01, "on", 2));
    for (int i = 0; i < 4; i++)
        EXPECT(client_send(&a, 0x00, "", 0));
    EXPECT(client_send(&a, FIN, "e", 1) && client_send_text(&a, "two"));
    char body[16];
    size_t size;
    for (int i = 0; i < 3; i++)
        EXPECT(client_next(&a, body, sizeof body, &size) == PONG);
    EXPECT(client_hears(&a, "one") && client_hears(&a, "two"));
    EXPECT(s->noise == 6 + 1 + 4);
    client_hang_up(&a);
    return NULL;
}

/* Pings that are answered but whose answers are not read fill the outbox like anything else. */
static const char *ping_flood(struct serving *s)
{
    static char frames[CLIENT_BUFFER];
    char body[125] = {0};
    size_t size = 0;
    while (size + 200 < sizeof frames)
        size += client_frame(frames + size, PING, body, sizeof body, true);
    EXPECT(client_dial_slow(&a, s->port, 4096) && client_upgrade(&a, "/ws", &r) == 101);
    EXPECT(client_join(&b, s->port, "/ws"));
    for (int i = 0; i < 100 && client_say(&a, frames, size); i++)
        ;
    EXPECT(client_send_text(&b, "fine") && client_hears(&b, "fine"));
    EXPECT(serving_counts(s).cut_slow == 1);
    client_hang_up(&a);
    client_hang_up(&b);
    return NULL;
}

/* It asked to be closed and does not close: it is not waited for. */
static const char *end_without_end(struct serving *s)
{
    EXPECT(client_join(&a, s->port, "/ws") && client_send_text(&a, "end 1000"));
    EXPECT(client_close_code(&a) == 1000);
    for (int i = 0; i < 60 && serving_counts(s).open; i++)
        serving_sleep_ms(50);
    EXPECT(serving_counts(s).open == 0);
    client_hang_up(&a);
    return NULL;
}

int main(void)
{
    static const struct serving_case cases[] = {
        {"a message comes back", echo, {0}},
        {"messages of every size", every_size, {0}},
        {"a frame sent with the handshake", sent_with_the_handshake, {0}},
        {"one message to all", fan_out, {0}},
        {"many messages in one write", many_at_once, {0}},
        {"a frame byte by byte, and others between", byte_by_byte, {0}},
        {"fragments, with control frames between", fragments, {0}},
        {"bad frames are answered with their code", bad_frames, {0}},
        {"goodbyes are answered and said", goodbyes, {0}},
        {"of codes only those that may be sent are taken", close_codes, {0}},
        {"a server that stops says 1001", server_stops, {0}},
        {"and answers who has asked, for the last time", server_stops_answering, {0}},
        {"a slow reader is cut and nobody else notices", slow_reader, {0}},
        {"a long story is told in portions", long_story, {0}},
        {"what is no message is noise", noise, {0}},
        {"a flood of pings is cut", ping_flood, {0}},
        {"who does not close after the goodbye is closed", end_without_end, {0}},
    };
    return serving_run(cases, sizeof cases / sizeof *cases);
}
