/* bench/load_join.c -- opens tables and joins them in batches, with blocking sockets. */
#define _GNU_SOURCE /* IP_BIND_ADDRESS_NO_PORT */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "bench/load_callers.h"

/* Each table has an address of its own, as households do. */
static int dial(struct load *l, int table)
{
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    struct timeval patience = {.tv_sec = PATIENCE_S};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    from.sin_addr.s_addr = htonl(0x7F010002u + (uint32_t)table);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)l->plan->port);
    if (fd < 0 || setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on) ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) ||
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) ||
        bind(fd, (struct sockaddr *)&from, sizeof from) || connect(fd, (struct sockaddr *)&to, sizeof to)) {
        load_fail(l, "table %d cannot connect: %s", table, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

static bool say(struct load *l, int fd, const char *text, size_t size)
{
    return send(fd, text, size, MSG_NOSIGNAL) == (ssize_t)size ||
           load_fail(l, "cannot send: %s", strerror(errno));
}

/* Reads until the head is complete, and the body if it has a length.  Returns the
 * status; whatever follows the reply is left in `text` from *end on. */
static int read_reply(struct load *l, int fd, char *text, size_t max, size_t *end, size_t *have)
{
    *have = 0;
    for (;;) {
        ssize_t got = recv(fd, text + *have, max - 1 - *have, 0);
        if (got <= 0)
            return load_fail(l, "no reply: %s", got ? strerror(errno) : "closed");
        *have += (size_t)got;
        text[*have] = 0;
        const char *head = strstr(text, "\r\n\r\n"), *length = strstr(text, "Content-Length: ");
        if (!head)
            continue;
        size_t body = length && length < head ? strtoul(length + 16, NULL, 10) : 0;
        *end = (size_t)(head - text) + 4 + body;
        if (*have >= *end)
            return (int)strtol(text + strlen("HTTP/1.1 "), NULL, 10);
    }
}

/* One request per table of a batch: all are sent before the first reply is read,
 * so that they share commits. */
static bool ask_all(struct load *l, const int *fds, int first, int count, int seat)
{
    char text[4096];
    for (int i = 0; i < count; i++) {
        struct talk_table *t = &l->tables[first + i].talk;
        if (!say(l, fds[i], text, seat < 0 ? talk_open_table(text) : talk_take_seat(t, seat, text)))
            return false;
    }
    for (int i = 0; i < count; i++) {
        struct talk_table *t = &l->tables[first + i].talk;
        size_t end, have;
        int status = read_reply(l, fds[i], text, sizeof text, &end, &have);
        if (!status)
            return false;
        if (!(seat < 0 ? talk_table_opened(t, text) : talk_seat_taken(t, seat, text)))
            return load_fail(l, "table %d was refused with status %d", first + i, status);
    }
    return true;
}

static bool seat_batch(struct load *l, int first, int count)
{
    int fds[BATCH];
    bool done = true;
    for (int i = 0; i < count; i++)
        if ((fds[i] = dial(l, first + i)) < 0)
            return false;
    for (int seat = -1; done && seat < BENCH_SEATS; seat++)
        done = ask_all(l, fds, first, count, seat);
    for (int i = 0; i < count; i++)
        close(fds[i]);
    return done;
}

bool load_keep_partial(struct load *l, struct caller *caller, const char *bytes, size_t size)
{
    free(caller->partial);
    caller->partial = NULL;
    caller->partial_size = size;
    if (!size)
        return true;
    caller->partial = size <= PARTIAL_MAX ? malloc(size) : NULL;
    if (!caller->partial)
        return load_fail(l, "no memory for a message");
    memcpy(caller->partial, bytes, size);
    return true;
}

bool load_join_table(struct load *l, int table)
{
    struct caller *callers = &l->callers[table * BENCH_SEATS];
    char text[PARTIAL_MAX];
    for (int seat = 0; seat < BENCH_SEATS; seat++) {
        callers[seat] = (struct caller){.fd = dial(l, table), .table = table, .seat = seat};
        size_t size = l->plan->floor ? talk_floor_join(table, seat, text)
                                     : talk_join(&l->tables[table].talk, seat, text);
        if (callers[seat].fd < 0 || !say(l, callers[seat].fd, text, size))
            return false;
    }
    for (int seat = 0; seat < BENCH_SEATS; seat++) {
        struct caller *caller = &callers[seat];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = caller};
        size_t end, have;
        int status = read_reply(l, caller->fd, text, sizeof text, &end, &have);
        if (status != 101)
            return load_fail(l, "table %d, seat %d: status %d instead of a WebSocket", table, seat, status);
        if (!load_keep_partial(l, caller, text + end, have - end))
            return false;
        fcntl(caller->fd, F_SETFL, O_NONBLOCK);
        if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, caller->fd, &event))
            return load_fail(l, "epoll: %s", strerror(errno));
    }
    return true;
}

bool load_seat_everybody(struct load *l)
{
    for (int first = 0; !l->plan->floor && first < l->plan->tables; first += BATCH) {
        int left = l->plan->tables - first;
        if (!seat_batch(l, first, left < BATCH ? left : BATCH))
            return false;
    }
    return true;
}
