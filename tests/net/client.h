/* tests/net/client.h -- a client that does exactly as it is told, right or
 * wrong: HTTP and WebSocket by hand.
 *
 * Blocking sockets on 127.0.0.1 with a time limit; it allocates nothing, so that
 * a test can measure the server's memory in the same process. */
#ifndef TESTS_NET_CLIENT_H
#define TESTS_NET_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { CLIENT_BUFFER = 256 * 1024, CLIENT_PATIENCE_S = 10 };

enum {
    FIN = 0x80,
    TEXT = 0x81,
    BINARY = 0x82,
    CLOSE = 0x88,
    PING = 0x89,
    PONG = 0x8A,
    GONE = -1,  /* the other side closed */
    RESET = -2, /* or reset */
    QUIET = -3, /* nothing came in time */
};

struct client {
    int fd;
    size_t have, used;
    char in[CLIENT_BUFFER];
};

static inline bool client_dial_slow(struct client *c, int port, int receive_buffer)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = CLIENT_PATIENCE_S};
    int on = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->have = c->used = 0;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0)
        return false;
    if (receive_buffer)
        setsockopt(c->fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    setsockopt(c->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(c->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return !connect(c->fd, (struct sockaddr *)&to, sizeof to);
}

static inline bool client_dial(struct client *c, int port)
{
    return client_dial_slow(c, port, 0);
}

static inline void client_hang_up(struct client *c)
{
    close(c->fd);
    c->fd = -1;
}

static inline void client_patience_ms(struct client *c, int ms)
{
    struct timeval patience = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    setsockopt(c->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

static inline bool client_say(struct client *c, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t sent = send(c->fd, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static inline bool client_say_text(struct client *c, const char *text)
{
    return client_say(c, text, strlen(text));
}

/* Reads until `size` unused bytes are there: 0, GONE, RESET or QUIET. */
static inline int client_need(struct client *c, size_t size)
{
    if (c->used && c->used + size > CLIENT_BUFFER) {
        memmove(c->in, c->in + c->used, c->have - c->used);
        c->have -= c->used;
        c->used = 0;
    }
    while (c->have - c->used < size) {
        ssize_t got = recv(c->fd, c->in + c->have, CLIENT_BUFFER - c->have, 0);
        if (got == 0)
            return GONE;
        if (got < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK ? QUIET : RESET;
        c->have += (size_t)got;
    }
    return 0;
}

/* Nothing but the end comes: GONE or RESET; or QUIET; or the first byte of what comes instead. */
static inline int client_end(struct client *c)
{
    int failed = client_need(c, 1);
    return failed ? failed : (uint8_t)c->in[c->used];
}

/* ---- HTTP ---- */

struct client_reply {
    int status;
    char head[4096];
    size_t size; /* of the body, whose first bytes follow */
    char body[1024];
};

static inline bool client_header(const struct client_reply *r, const char *name, char *out, size_t max)
{
    size_t size = strlen(name);
    for (const char *line = strstr(r->head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
        if (!strncasecmp(line + 2, name, size) && line[2 + size] == ':') {
            snprintf(out, max, "%.*s", (int)strcspn(line + 4 + size, "\r"), line + 4 + size);
            return true;
        }
    return false;
}

/* Reads a whole reply; its status, or what came instead. */
static inline int client_reply(struct client *c, struct client_reply *r, bool has_body)
{
    char length[32] = "0";
    size_t size = 0;
    memset(r, 0, sizeof *r);
    while (size < 4 || memcmp(c->in + c->used + size - 4, "\r\n\r\n", 4)) {
        int failed = client_need(c, ++size);
        if (failed)
            return failed;
        if (size >= sizeof r->head)
            return QUIET;
    }
    memcpy(r->head, c->in + c->used, size);
    c->used += size;
    r->status = (int)strtol(r->head + strlen("HTTP/1.1 "), NULL, 10);
    client_header(r, "Content-Length", length, sizeof length);
    r->size = has_body ? strtoul(length, NULL, 10) : 0;
    for (size_t got = 0; got < r->size; got++) {
        int failed = client_need(c, 1);
        if (failed)
            return failed;
        if (got + 1 < sizeof r->body)
            r->body[got] = c->in[c->used];
        c->used++;
    }
    return r->status;
}

static inline int client_get(struct client *c, const char *path, struct client_reply *r)
{
    char text[512];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: test\r\n\r\n", path);
    return client_say_text(c, text) ? client_reply(c, r, true) : RESET;
}

/* ---- WebSocket ---- */

static inline int client_upgrade(struct client *c, const char *path, struct client_reply *r)
{
    char text[512];
    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: test\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             path);
    return client_say_text(c, text) ? client_reply(c, r, true) : RESET;
}

static inline bool client_join(struct client *c, int port, const char *path)
{
    struct client_reply r;
    return client_dial(c, port) && client_upgrade(c, path, &r) == 101;
}

/* A frame into `out`, which has room; returns its size. */
static inline size_t client_frame(char *out, int first_byte, const void *body, size_t size, bool masked)
{
    static const uint8_t mask[4] = {0x37, 0xFA, 0x21, 0x3D};
    size_t at = 2;
    out[0] = (char)first_byte;
    out[1] = (char)((masked ? 0x80 : 0) | (size < 126 ? (int)size : size <= UINT16_MAX ? 126 : 127));
    for (int shift = size < 126 ? -8 : size <= UINT16_MAX ? 8 : 56; shift >= 0; shift -= 8)
        out[at++] = (char)((uint64_t)size >> shift);
    if (masked) {
        memcpy(out + at, mask, 4);
        at += 4;
    }
    for (size_t i = 0; i < size; i++)
        out[at++] = (char)(((const uint8_t *)body)[i] ^ (masked ? mask[i % 4] : 0));
    return at;
}

static inline bool client_send(struct client *c, int first_byte, const void *body, size_t size)
{
    static _Thread_local char frame[CLIENT_BUFFER];
    return client_say(c, frame, client_frame(frame, first_byte, body, size, true));
}

static inline bool client_send_text(struct client *c, const char *text)
{
    return client_send(c, TEXT, text, strlen(text));
}

/* The first byte of the next frame, and its body with a zero behind; or GONE, RESET, QUIET. */
static inline int client_next(struct client *c, char *body, size_t max, size_t *size)
{
    int failed = client_need(c, 2);
    if (failed)
        return failed;
    int first = (uint8_t)c->in[c->used];
    size_t length = (uint8_t)c->in[c->used + 1] & 0x7F, head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if ((failed = client_need(c, head)))
        return failed;
    if (head > 2)
        length = 0;
    for (size_t i = 2; i < head; i++)
        length = length << 8 | (uint8_t)c->in[c->used + i];
    if ((failed = client_need(c, head + length)))
        return failed;
    *size = length < max - 1 ? length : max - 1;
    memcpy(body, c->in + c->used + head, *size);
    body[*size] = 0;
    c->used += head + length;
    return first;
}

static inline bool client_hears(struct client *c, const char *text)
{
    static _Thread_local char body[CLIENT_BUFFER];
    size_t size;
    return client_next(c, body, sizeof body, &size) == TEXT && !strcmp(body, text);
}

/* The code of the close frame that comes next (1005: without), or zero. */
static inline int client_close_code(struct client *c)
{
    char body[128];
    size_t size;
    if (client_next(c, body, sizeof body, &size) != CLOSE)
        return 0;
    return size < 2 ? 1005 : (uint8_t)body[0] << 8 | (uint8_t)body[1];
}

#endif
