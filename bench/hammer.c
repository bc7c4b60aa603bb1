/* bench/hammer.c -- a loop over connections that never rest. */
#define _GNU_SOURCE /* memmem */
#include "bench/hammer.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/frame.h"

enum { ASKS = 3, TEXT_MAX = 512, READ_MAX = 64 * 1024, HEAD_MAX = 4096 };

struct asker {
    int fd, next;        /* what it asks for next */
    size_t left;         /* of the body, still to come */
    char head[HEAD_MAX]; /* of a reply, as far as it has come */
    size_t have;
};

struct hammering {
    char ask[ASKS][TEXT_MAX];
    struct asker *askers;
    struct hammer_result result;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int dial(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (fd >= 0 && !connect(fd, (struct sockaddr *)&to, sizeof to))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* ---- a game of one, for its record ---- */

static bool say(int fd, const char *text, size_t size)
{
    return send(fd, text, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Reads until `key` has come, and takes the letters and digits after it. */
static bool hear(int fd, const char *key, char *out, size_t max)
{
    static char text[READ_MAX];
    size_t have = 0;
    for (ssize_t got; have < sizeof text && (got = recv(fd, text + have, sizeof text - have, 0)) > 0;) {
        have += (size_t)got;
        const char *at = memmem(text, have, key, strlen(key));
        size_t first = at ? (size_t)(at - text) + strlen(key) : have, size = 0;
        while (first + size < have && text[first + size] != '"' && size < max - 1)
            size++;
        if (!at || first + size == have)
            continue;
        memcpy(out, text + first, size);
        out[size] = 0;
        return true;
    }
    return false;
}

static bool post(int fd, const char *path, const char *body, const char *key, char *out, size_t max)
{
    char text[TEXT_MAX];
    int size = snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Length: %zu\r\n\r\n%s",
                        path, strlen(body), body);
    return say(fd, text, (size_t)size) && hear(fd, key, out, max);
}

static bool send_text(int fd, const char *text)
{
    char frame[FRAME_HEAD_MAX + TEXT_MAX];
    size_t size = strlen(text);
    memcpy(frame + FRAME_HEAD_MAX, text, size);
    size_t head = frame_put_head(frame + FRAME_HEAD_MAX, size, true);
    return say(fd, frame + FRAME_HEAD_MAX - head, head + size);
}

static bool play(int fd, char record[32])
{
    char code[16], token[64], text[TEXT_MAX];
    if (!post(fd, "/api/tables", "{\"game\":\"null\"}", "\"table\":\"", code, sizeof code))
        return false;
    snprintf(text, sizeof text, "/api/tables/%s/seats", code);
    if (!post(fd, text, "{\"name\":\"Hammer\"}", "\"token\":\"", token, sizeof token))
        return false;
    int size = snprintf(text, sizeof text,
                        "GET /ws?table=%s&token=%s HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\n"
                        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                        code, token);
    return say(fd, text, (size_t)size) && hear(fd, "\"hello\":\"", code, sizeof code) &&
           send_text(fd, "{\"id\":1,\"t\":\"set_up\"}") && send_text(fd, "{\"id\":2,\"t\":\"nod\"}") &&
           hear(fd, "\"record\":\"", record, 32);
}

/* ---- asking ---- */

static bool prepare(struct hammering *h, int port, bool floor)
{
    static const char form[] = "GET %s%s HTTP/1.1\r\nHost: bench\r\n\r\n";
    char record[32] = "";
    int fd = floor ? -1 : dial(port);
    bool played = floor || (fd >= 0 && play(fd, record));
    if (fd >= 0)
        close(fd);
    snprintf(h->ask[0], TEXT_MAX, form, floor ? "/page" : "/api/lobby", "");
    snprintf(h->ask[1], TEXT_MAX, form, floor ? "/page" : "/", "");
    snprintf(h->ask[2], TEXT_MAX, form, floor ? "/page" : "/api/records/", record);
    return played;
}

static void ask_next(struct hammering *h, struct asker *a)
{
    const char *text = h->ask[a->next];
    a->next = (a->next + 1) % ASKS;
    if (!say(a->fd, text, strlen(text)))
        _exit(1);
}

static void replied(struct hammering *h, struct asker *a)
{
    h->result.replies++;
    ask_next(h, a);
}

/* A head, then as many bytes as it says. */
static void take_head(struct hammering *h, struct asker *a, const char *bytes, size_t size)
{
    size_t room = sizeof a->head - 1 - a->have, part = size < room ? size : room;
    memcpy(a->head + a->have, bytes, part);
    a->have += part;
    a->head[a->have] = 0;
    const char *end = strstr(a->head, "\r\n\r\n"), *length = strstr(a->head, "Content-Length: ");
    if (!end || !length)
        return;
    size_t body = strtoul(length + 16, NULL, 10), got = a->have - (size_t)(end + 4 - a->head) + size - part;
    h->result.bytes += body;
    a->have = 0;
    a->left = got < body ? body - got : 0;
    if (!a->left)
        replied(h, a);
}

static void take(struct hammering *h, struct asker *a)
{
    static char bytes[READ_MAX];
    ssize_t got = recv(a->fd, bytes, sizeof bytes, 0);
    if (got <= 0)
        _exit(1); /* it was sent away: that is no measurement */
    if (!a->left) {
        take_head(h, a, bytes, (size_t)got);
        return;
    }
    a->left -= (size_t)got < a->left ? (size_t)got : a->left;
    if (!a->left)
        replied(h, a);
}

static void hammer(struct hammering *h, int port, int connections, int stop)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event events[64], end = {.events = EPOLLIN, .data.ptr = NULL};
    double begun_s = now_s();
    h->askers = calloc((size_t)connections, sizeof *h->askers);
    if (epoll < 0 || !h->askers || epoll_ctl(epoll, EPOLL_CTL_ADD, stop, &end))
        _exit(1);
    for (int i = 0; i < connections; i++) {
        struct asker *a = &h->askers[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = a};
        a->fd = dial(port);
        a->next = i % ASKS;
        if (a->fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, a->fd, &event))
            _exit(1);
        ask_next(h, a);
    }
    for (bool on = true; on;) {
        int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr)
                take(h, events[i].data.ptr);
            else
                on = false;
        }
    }
    h->result.seconds = now_s() - begun_s;
}

/* ---- the process ---- */

bool hammer_start(struct hammer *h, int port, int connections, bool floor)
{
    int stop[2], news[2];
    char ready = 0;
    *h = (struct hammer){0};
    if (pipe(stop) || pipe(news))
        return false;
    h->pid = fork();
    if (h->pid == 0) {
        static struct hammering hammering;
        close(stop[1]);
        if (!prepare(&hammering, port, floor) || write(news[1], "!", 1) != 1)
            _exit(1);
        hammer(&hammering, port, connections, stop[0]);
        _exit(write(news[1], &hammering.result, sizeof hammering.result) != sizeof hammering.result);
    }
    close(stop[0]);
    close(news[1]);
    h->stop = stop[1];
    h->news = news[0];
    return h->pid > 0 && read(h->news, &ready, 1) == 1;
}

bool hammer_stop(struct hammer *h, struct hammer_result *out)
{
    close(h->stop);
    bool done = read(h->news, out, sizeof *out) == sizeof *out;
    close(h->news);
    if (h->pid > 0)
        waitpid(h->pid, NULL, 0);
    return done;
}
