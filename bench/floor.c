/* bench/floor.c -- the least that a server for tables of four can do.
 *
 * epoll, one thread, no rules, no store, no limits, no checks.  As in the real
 * server, everything sent in one turn of the loop goes out in one write per
 * connection.  It is no server for strangers: it trusts the load. */
#define _GNU_SOURCE /* accept4 */
#include "bench/floor.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/frame.h"

enum { READ_MAX = 64 * 1024, EVENTS = 512, STORY_MAX = 1024 };

struct peer {
    int fd;
    int table; /* -1: it has not said hello */
    char *in, *out;
    uint32_t in_size, out_size, out_room;
    bool dirty;
    struct peer *dirty_next;
};

struct floor_table {
    struct peer *seats[BENCH_SEATS];
    uint32_t n;
};

struct floor {
    int epoll;
    size_t story_size, page_size;
    char *page; /* with its head */
    struct floor_table *tables;
    struct peer *dirty;
    char input[READ_MAX * 2];
};

static void put(struct floor *f, struct peer *p, const char *bytes, size_t size)
{
    if (p->out_size + size > p->out_room) {
        p->out_room = p->out_room ? p->out_room * 2 + (uint32_t)size : 512;
        p->out = realloc(p->out, p->out_room);
        if (!p->out)
            abort();
    }
    memcpy(p->out + p->out_size, bytes, size);
    p->out_size += (uint32_t)size;
    if (!p->dirty) {
        p->dirty = true;
        p->dirty_next = f->dirty;
        f->dirty = p;
    }
}

/* Tells this many peers; there is room for a head before the text. */
static void tell(struct floor *f, struct peer *const *to, int count, char *text, size_t length)
{
    size_t head = frame_put_head(text, length, false);
    for (int i = 0; i < count; i++)
        if (to[i])
            put(f, to[i], text - head, head + length);
}

static void hear(struct floor *f, struct peer *p, const char *text, size_t size)
{
    char story[FRAME_HEAD_MAX + STORY_MAX], answer[FRAME_HEAD_MAX + 64], *told = story + FRAME_HEAD_MAX;
    struct floor_table *t = &f->tables[p->table];
    unsigned long id = size > 6 ? strtoul(text + 6, NULL, 10) : 0; /* after {"id": */
    int length = snprintf(told, STORY_MAX, "{\"n\":%u,\"t\":\"hero_moved\",\"pad\":\"", ++t->n);
    while ((size_t)length + 2 < f->story_size && length < STORY_MAX - 2)
        told[length++] = '.';
    memcpy(told + length, "\"}", 2);
    tell(f, t->seats, BENCH_SEATS, told, (size_t)length + 2);
    length = snprintf(answer + FRAME_HEAD_MAX, 64, "{\"re\":%lu,\"n\":%u,\"ok\":true}", id, t->n);
    tell(f, &p, 1, answer + FRAME_HEAD_MAX, (size_t)length);
}

static size_t shake_hands(struct floor *f, struct peer *p, const char *bytes, size_t size)
{
    static const char yes[] =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    if (size < 4 || memcmp(bytes + size - 4, "\r\n\r\n", 4))
        return 0;
    char *end;
    if (!memcmp(bytes, "GET /page", 9)) {
        put(f, p, f->page, f->page_size);
        return size;
    }
    long table = strtol(bytes + 5, &end, 10), seat = strtol(end + 1, NULL, 10); /* GET /TABLE/SEAT */
    p->table = (int)table;
    f->tables[table].seats[seat % BENCH_SEATS] = p;
    put(f, p, yes, sizeof yes - 1);
    return size;
}

/* Takes one masked frame; returns its size, or 0 if it is not complete yet. */
static size_t take_frame(struct floor *f, struct peer *p, char *bytes, size_t size)
{
    struct frame frame;
    if (!frame_read(bytes, size, &frame))
        return 0;
    char *text = bytes + frame.head;
    const char *mask = text - 4;
    for (size_t i = 0; i < frame.length; i++)
        text[i] = (char)(text[i] ^ mask[i % 4]);
    hear(f, p, text, frame.length);
    return frame.head + frame.length;
}

/* False: it is gone. */
static bool take_input(struct floor *f, struct peer *p)
{
    if (p->in_size)
        memcpy(f->input, p->in, p->in_size);
    ssize_t got = read(p->fd, f->input + p->in_size, READ_MAX);
    if (got <= 0)
        return false;
    size_t size = p->in_size + (size_t)got, at = 0, used;
    f->input[size] = 0;
    while (at < size && (used = p->table < 0 ? shake_hands(f, p, f->input + at, size - at)
                                             : take_frame(f, p, f->input + at, size - at)))
        at += used;
    p->in_size = (uint32_t)(size - at);
    free(p->in);
    p->in = NULL;
    if (p->in_size) {
        p->in = malloc(p->in_size);
        if (!p->in)
            abort();
        memcpy(p->in, f->input + at, p->in_size);
    }
    return true;
}

static void take_peers(struct floor *f, int listener)
{
    int on = 1;
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        struct peer *p = calloc(1, sizeof *p);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
        if (!p)
            abort();
        p->fd = fd;
        p->table = -1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_ctl(f->epoll, EPOLL_CTL_ADD, fd, &event);
    }
}

static void drop(struct floor *f, struct peer *p)
{
    for (int i = 0; p->table >= 0 && i < BENCH_SEATS; i++)
        if (f->tables[p->table].seats[i] == p)
            f->tables[p->table].seats[i] = NULL;
    close(p->fd);
    p->fd = -1; /* it stays allocated, because it may be dirty: the floor is short-lived */
}

static void flush(struct floor *f)
{
    while (f->dirty) {
        struct peer *p = f->dirty;
        f->dirty = p->dirty_next;
        p->dirty = false;
        ssize_t sent = p->fd < 0 ? 0 : write(p->fd, p->out, p->out_size);
        if (sent < (ssize_t)p->out_size && p->fd >= 0)
            drop(f, p); /* the load reads everything: it cannot be so far behind */
        free(p->out);
        p->out = NULL;
        p->out_size = p->out_room = 0;
    }
}

static bool make_page(struct floor *f, size_t size)
{
    char head[80];
    int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", size);
    f->page_size = (size_t)length + size;
    f->page = malloc(f->page_size);
    if (!f->page)
        return false;
    memset(f->page, '.', f->page_size);
    memcpy(f->page, head, (size_t)length);
    return true;
}

void floor_serve(int listener, int tables, size_t story_size, size_t page_size)
{
    static struct floor f;
    static struct epoll_event events[EVENTS];
    struct epoll_event door = {.events = EPOLLIN, .data.ptr = NULL};
    f.epoll = epoll_create1(0);
    f.story_size = story_size;
    f.tables = calloc((size_t)tables, sizeof *f.tables);
    if (f.epoll < 0 || !f.tables || !make_page(&f, page_size) ||
        epoll_ctl(f.epoll, EPOLL_CTL_ADD, listener, &door))
        return;
    for (;;) {
        int count = epoll_wait(f.epoll, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            struct peer *p = events[i].data.ptr;
            if (!p)
                take_peers(&f, listener);
            else if (p->fd >= 0 && !take_input(&f, p))
                drop(&f, p);
        }
        flush(&f);
    }
}
