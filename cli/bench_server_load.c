/* cli/bench_server_load.c -- the load of `turncoat bench server`.
 *
 * Tables are opened and joined in batches with blocking sockets; then one epoll
 * loop plays them all.  A command's time ends when the last of its table's four
 * connections has heard the event that it caused: stories of a table without
 * secrets have the same numbers for all, so the answer's number says which. */
#define _GNU_SOURCE /* IP_BIND_ADDRESS_NO_PORT */
#include "cli/bench_server_load.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cli/bench_server_talk.h"

enum {
    BATCH = 64, /* tables that are opened at the same time */
    READ_MAX = 64 * 1024,
    EVENTS = 512,
    PENDING = 16, /* commands of one table that may be unanswered */
    SAMPLES_MAX = 1 << 22,
    PERIOD_MS = 500, /* each client's */
    WARM_MS = 1000,
    SETTLE_MS = 500,
    PATIENCE_S = 30,
    PARTIAL_MAX = 16 * 1024,
};

struct pending {
    uint32_t id, n; /* n: once it is answered */
    int64_t sent_us;
};

struct caller {
    int fd;
    int table;
    int seat;
    uint32_t heard; /* the number of the last story */
    char *partial;  /* what came of a frame */
    size_t partial_size;
};

struct load_table {
    struct talk_table talk;
    uint32_t next_id;
    int waiting; /* how many of `pending` */
    struct pending pending[PENDING];
};

struct load {
    const struct load_plan *plan;
    struct load_result *result;
    int epoll;
    struct load_table *tables;
    struct caller *links; /* four a table */
    bool flat, counting;
    struct load_window *window; /* counts go there */
    uint32_t *samples_us;
    size_t sample_count;
    uint64_t random;
    char input[READ_MAX + PARTIAL_MAX];
};

static int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static uint64_t draw(struct load *l)
{
    l->random ^= l->random << 13;
    l->random ^= l->random >> 7;
    l->random ^= l->random << 17;
    return l->random;
}

__attribute__((format(printf, 2, 3))) static bool fail(struct load *l, const char *format, ...)
{
    va_list arguments;
    if (l->result->failure[0])
        return false;
    va_start(arguments, format);
    vsnprintf(l->result->failure, LOAD_FAILURE_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the server, from outside ---- */

static double cpu_s(pid_t pid)
{
    clockid_t clock;
    struct timespec used = {0};
    if (!clock_getcpuclockid(pid, &clock))
        clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static uint64_t server_rss(const struct load *l)
{
    char path[64];
    unsigned long long pages = 0, all = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)l->plan->server);
    FILE *file = fopen(path, "r");
    char line[128] = "";
    if (file && fgets(line, sizeof line, file)) {
        char *rest;
        all = strtoull(line, &rest, 10);
        pages = strtoull(rest, NULL, 10);
    }
    if (file)
        fclose(file);
    return all ? pages * (unsigned long long)sysconf(_SC_PAGESIZE) : 0;
}

/* ---- opening tables and joining them ---- */

/* Each table comes from an address of its own, as households do. */
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
        fail(l, "table %d cannot connect: %s", table, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

static bool say(struct load *l, int fd, const char *text, size_t size)
{
    return send(fd, text, size, MSG_NOSIGNAL) == (ssize_t)size || fail(l, "cannot send: %s", strerror(errno));
}

/* Reads until the head is whole, and the body if it has a length.  Returns the
 * status; what lies behind the reply is left in `text` from *end on. */
static int read_reply(struct load *l, int fd, char *text, size_t max, size_t *end, size_t *have)
{
    *have = 0;
    for (;;) {
        ssize_t got = recv(fd, text + *have, max - 1 - *have, 0);
        if (got <= 0)
            return fail(l, "no reply: %s", got ? strerror(errno) : "closed");
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

/* One request of each table of a batch: all are sent before the first reply is
 * read, so that they share commits. */
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
            return fail(l, "table %d was refused with status %d", first + i, status);
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
    for (int seat = -1; done && seat < TALK_SEATS; seat++)
        done = ask_all(l, fds, first, count, seat);
    for (int i = 0; i < count; i++)
        close(fds[i]);
    return done;
}

static bool keep_partial(struct load *l, struct caller *link, const char *bytes, size_t size)
{
    free(link->partial);
    link->partial = NULL;
    link->partial_size = size;
    if (!size)
        return true;
    link->partial = size <= PARTIAL_MAX ? malloc(size) : NULL;
    if (!link->partial)
        return fail(l, "no memory for a message");
    memcpy(link->partial, bytes, size);
    return true;
}

static bool join_table(struct load *l, int table)
{
    struct caller *links = &l->links[table * TALK_SEATS];
    char text[PARTIAL_MAX];
    for (int seat = 0; seat < TALK_SEATS; seat++) {
        links[seat] = (struct caller){.fd = dial(l, table), .table = table, .seat = seat};
        size_t size = l->plan->floor ? talk_floor_join(table, seat, text)
                                     : talk_join(&l->tables[table].talk, seat, text);
        if (links[seat].fd < 0 || !say(l, links[seat].fd, text, size))
            return false;
    }
    for (int seat = 0; seat < TALK_SEATS; seat++) {
        struct caller *link = &links[seat];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
        size_t end, have;
        int status = read_reply(l, link->fd, text, sizeof text, &end, &have);
        if (status != 101)
            return fail(l, "table %d, seat %d: status %d instead of a WebSocket", table, seat, status);
        if (!keep_partial(l, link, text + end, have - end))
            return false;
        fcntl(link->fd, F_SETFL, O_NONBLOCK);
        if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, link->fd, &event))
            return fail(l, "epoll: %s", strerror(errno));
    }
    return true;
}

/* ---- playing ---- */

static void send_text(struct load *l, struct caller *link, const char *text, size_t size)
{
    char frame[TALK_TEXT_MAX + 16];
    size_t head = size < 126 ? 2 : 4;
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (head == 2 ? (int)size : 126));
    if (head == 4) {
        frame[2] = (char)(size >> 8);
        frame[3] = (char)size;
    }
    memset(frame + head, 0, 4); /* a mask of zeros masks as well as any other */
    memcpy(frame + head + 4, text, size);
    if (send(link->fd, frame, head + 4 + size, MSG_NOSIGNAL) != (ssize_t)(head + 4 + size))
        fail(l, "table %d cannot send: %s", link->table, strerror(errno));
}

static void send_move(struct load *l, struct caller *link)
{
    struct load_table *t = &l->tables[link->table];
    char text[TALK_TEXT_MAX];
    if (t->waiting == PENDING) {
        l->window->withheld++;
        return;
    }
    uint32_t id = t->next_id++;
    size_t size = l->plan->floor ? talk_floor_move(id, link->heard, text)
                                 : talk_move(&t->talk, link->seat, id, link->heard, draw(l), text);
    t->pending[t->waiting++] = (struct pending){.id = id, .sent_us = clock_us()};
    send_text(l, link, text, size);
}

static uint32_t heard_by_all(const struct load *l, int table)
{
    const struct caller *links = &l->links[table * TALK_SEATS];
    uint32_t least = links[0].heard;
    for (int seat = 1; seat < TALK_SEATS; seat++)
        least = links[seat].heard < least ? links[seat].heard : least;
    return least;
}

static void settle(struct load *l, int table)
{
    struct load_table *t = &l->tables[table];
    uint32_t heard = heard_by_all(l, table);
    int kept = 0;
    for (int i = 0; i < t->waiting; i++) {
        struct pending *p = &t->pending[i];
        if (!p->n || p->n > heard) {
            t->pending[kept++] = *p;
            continue;
        }
        if (l->counting && l->sample_count < SAMPLES_MAX)
            l->samples_us[l->sample_count++] = (uint32_t)(clock_us() - p->sent_us);
    }
    t->waiting = kept;
    if (l->flat && !kept)
        send_move(l, &l->links[table * TALK_SEATS + (int)(draw(l) % TALK_SEATS)]);
}

static void answer(struct load *l, struct load_table *t, const struct hearing *h)
{
    for (int i = 0; i < t->waiting; i++)
        if (t->pending[i].id == h->re) {
            if (h->what == HEARD_ACCEPTED)
                t->pending[i].n = h->n;
            else
                t->pending[i] = t->pending[--t->waiting];
            break;
        }
    l->window->accepted += h->what == HEARD_ACCEPTED;
    l->window->refused += h->what == HEARD_REFUSED;
}

static void hear(struct load *l, struct caller *link, const char *text, size_t size)
{
    struct load_table *t = &l->tables[link->table];
    struct hearing h;
    talk_hear(text, size, &h);
    l->window->delivered++;
    l->window->bytes += size;
    if (h.what == HEARD_STORY) {
        l->window->stories++;
        l->window->story_bytes += size;
        link->heard = h.n;
        if (!l->plan->floor && link->seat == 0 && !talk_follow(&t->talk, text, size))
            fail(l, "a story that cannot be read: %.*s", (int)(size < 80 ? size : 80), text);
    } else if (h.what != HEARD_OTHER) {
        answer(l, t, &h);
    }
    if (h.what != HEARD_OTHER)
        settle(l, link->table);
}

static void hear_frames(struct load *l, struct caller *link, const char *bytes, size_t size)
{
    size_t at = 0;
    while (size - at >= 2) {
        size_t length = (uint8_t)bytes[at + 1], head = length == 126 ? 4 : 2;
        if (size - at < head)
            break;
        if (head == 4)
            length = (size_t)((uint8_t)bytes[at + 2] << 8 | (uint8_t)bytes[at + 3]);
        if (size - at < head + length)
            break;
        if ((uint8_t)bytes[at] == 0x81)
            hear(l, link, bytes + at + head, length);
        else if ((uint8_t)bytes[at] == 0x88)
            fail(l, "the server closed a WebSocket: %.*s", (int)length - 2, bytes + at + head + 2);
        at += head + length;
    }
    keep_partial(l, link, bytes + at, size - at);
}

static void take_input(struct load *l, struct caller *link)
{
    size_t kept = link->partial_size;
    if (kept)
        memcpy(l->input, link->partial, kept);
    ssize_t got = recv(link->fd, l->input + kept, READ_MAX, 0);
    if (got > 0)
        hear_frames(l, link, l->input, kept + (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        fail(l, "table %d, seat %d was cut: %s", link->table, link->seat, got ? strerror(errno) : "closed");
}

static void take_all_input(struct load *l, int wait_ms)
{
    static struct epoll_event events[EVENTS];
    int count = epoll_wait(l->epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++)
        take_input(l, events[i].data.ptr);
}

static void listen_for(struct load *l, int ms)
{
    for (int64_t end = clock_us() + ms * 1000; clock_us() < end && !l->result->failure[0];)
        take_all_input(l, 10);
}

/* The tables take turns, and so do the seats of each: no two of a table at the same time. */
static struct caller *nth_link(const struct load *l, int64_t nth)
{
    int64_t tables = l->plan->tables;
    return &l->links[nth % tables * TALK_SEATS + nth / tables % TALK_SEATS];
}

/* Each client sends once a period, all evenly spread over it. */
static void play_paced(struct load *l, int64_t *next, int ms)
{
    int64_t begun = clock_us(), links = (int64_t)l->plan->tables * TALK_SEATS;
    int64_t sent = 0;
    for (int64_t now = begun; now < begun + ms * 1000 && !l->result->failure[0]; now = clock_us()) {
        for (int64_t due = (now - begun) * links / (PERIOD_MS * 1000); sent < due; sent++)
            send_move(l, nth_link(l, (*next)++));
        take_all_input(l, 1);
    }
}

static void play_flat(struct load *l, int ms)
{
    l->flat = true;
    for (int i = 0; i < l->plan->tables; i++)
        settle(l, i);
    for (int64_t end = clock_us() + ms * 1000; clock_us() < end && !l->result->failure[0];)
        take_all_input(l, 1);
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void measure(struct load *l, struct load_window *w, bool flat)
{
    static struct load_window unmeasured;
    int64_t next = 0;
    l->window = &unmeasured;
    flat ? play_flat(l, WARM_MS) : play_paced(l, &next, WARM_MS);
    int64_t begun = clock_us();
    double server_s = cpu_s(l->plan->server), load_s = cpu_s(getpid());
    l->window = w;
    l->sample_count = 0;
    l->counting = true;
    flat ? play_flat(l, l->plan->seconds * 1000) : play_paced(l, &next, l->plan->seconds * 1000);
    w->seconds = (double)(clock_us() - begun) / 1e6;
    w->server_s = cpu_s(l->plan->server) - server_s;
    w->load_s = cpu_s(getpid()) - load_s;
    l->counting = l->flat = false;
    l->window = &unmeasured;
    listen_for(l, SETTLE_MS);
    qsort(l->samples_us, l->sample_count, sizeof *l->samples_us, compare);
    if (l->sample_count) {
        w->p50_ms = l->samples_us[l->sample_count / 2] / 1e3;
        w->p99_ms = l->samples_us[l->sample_count * 99 / 100] / 1e3;
        w->most_ms = l->samples_us[l->sample_count - 1] / 1e3;
    }
}

/* ---- one run ---- */

static bool seat_everybody(struct load *l)
{
    for (int first = 0; !l->plan->floor && first < l->plan->tables; first += BATCH) {
        int left = l->plan->tables - first;
        if (!seat_batch(l, first, left < BATCH ? left : BATCH))
            return false;
    }
    return true;
}

static bool join_everybody(struct load *l)
{
    static struct load_window unmeasured;
    l->window = &unmeasured;
    for (int table = 0; table < l->plan->tables; table++)
        if (!join_table(l, table))
            return false;
    for (int i = 0; i < l->plan->tables * TALK_SEATS; i++) { /* what came right behind the handshake */
        struct caller *link = &l->links[i];
        char early[PARTIAL_MAX];
        size_t size = link->partial_size;
        if (size)
            memcpy(early, link->partial, size);
        link->partial_size = 0;
        hear_frames(l, link, early, size);
    }
    return true;
}

static int count_playing(const struct load *l)
{
    int playing = 0;
    for (int i = 0; i < l->plan->tables; i++)
        playing += talk_is_playing(&l->tables[i].talk);
    return playing;
}

static bool begin_games(struct load *l)
{
    char text[TALK_TEXT_MAX];
    int64_t end = clock_us() + PATIENCE_S * 1000000;
    if (l->plan->floor)
        return true;
    for (int table = 0; table < l->plan->tables; table++) {
        struct caller *host = &l->links[table * TALK_SEATS];
        send_text(l, host, text, talk_set_up(text));
        send_text(l, host, text, talk_begin(text));
        if (table % BATCH == 0)
            take_all_input(l, 0);
    }
    while (count_playing(l) < l->plan->tables && clock_us() < end && !l->result->failure[0])
        listen_for(l, 50);
    return count_playing(l) == l->plan->tables ||
           fail(l, "only %d of %d games began", count_playing(l), l->plan->tables);
}

static bool prepare(struct load *l)
{
    int64_t begun = clock_us();
    struct load_result *r = l->result;
    r->rss_empty = server_rss(l);
    if (!seat_everybody(l))
        return false;
    r->rss_seated = server_rss(l);
    if (!join_everybody(l))
        return false;
    listen_for(l, SETTLE_MS);
    r->rss_joined = server_rss(l);
    if (!begin_games(l))
        return false;
    r->rss_playing = server_rss(l);
    r->set_up_s = (double)(clock_us() - begun) / 1e6;
    return true;
}

void load_run(const struct load_plan *plan, struct load_result *out)
{
    static struct load l;
    l = (struct load){.plan = plan, .result = out, .random = 0x9E3779B97F4A7C15u, .epoll = epoll_create1(0)};
    *out = (struct load_result){.failure = ""};
    l.tables = calloc((size_t)plan->tables, sizeof *l.tables);
    l.links = calloc((size_t)plan->tables * TALK_SEATS, sizeof *l.links);
    l.samples_us = malloc(SAMPLES_MAX * sizeof *l.samples_us);
    if (!l.tables || !l.links || !l.samples_us || l.epoll < 0) {
        fail(&l, "no memory for the load");
        return;
    }
    for (int i = 0; i < plan->tables; i++) {
        l.tables[i].next_id = 3; /* behind those that begin the game */
        if (!talk_new_view(&l.tables[i].talk)) {
            fail(&l, "no memory for the load");
            return;
        }
    }
    if (prepare(&l)) {
        measure(&l, &out->paced, false);
        measure(&l, &out->flat, true);
    }
}
