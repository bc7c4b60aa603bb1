/* bench/load.c -- the load of `turncoat bench server`: one epoll loop plays all tables.
 *
 * A command takes until the last of its table's four connections has heard the event it caused.  At a table
 * without secrets, all stories have the same numbers, so the number in the answer says which event that
 * is. */
#include "bench/load.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/frame.h"
#include "bench/load_callers.h"
#include "bench/process.h"

enum {
    EVENTS = 512,
    SAMPLES_MAX = 1 << 22,
    PERIOD_MS = 500, /* of each client */
    WARM_MS = 1000,
    SETTLE_MS = 500,
};

static int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

bool load_fail(struct load *l, const char *format, ...)
{
    va_list arguments;
    if (l->result->failure[0])
        return false;
    va_start(arguments, format);
    vsnprintf(l->result->failure, LOAD_FAILURE_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- playing ---- */

static void send_text(struct load *l, struct caller *caller, const char *text, size_t size)
{
    char frame[FRAME_HEAD_MAX + TALK_TEXT_MAX], *at = frame + FRAME_HEAD_MAX;
    memcpy(at, text, size);
    size_t head = frame_put_head(at, size, true);
    if (send(caller->fd, at - head, head + size, MSG_NOSIGNAL) != (ssize_t)(head + size))
        load_fail(l, "table %d cannot send: %s", caller->table, strerror(errno));
}

static void send_move(struct load *l, struct caller *caller)
{
    struct load_table *t = &l->tables[caller->table];
    char text[TALK_TEXT_MAX];
    if (t->waiting == PENDING) {
        l->window->withheld++;
        return;
    }
    uint32_t id = t->next_id++;
    size_t size = l->plan->floor
                      ? talk_floor_move(id, caller->heard, text)
                      : talk_move(&t->talk, caller->seat, id, caller->heard, bench_draw(&l->random), text);
    t->pending[t->waiting++] = (struct pending){.id = id, .sent_us = clock_us()};
    send_text(l, caller, text, size);
}

static uint32_t heard_by_all(const struct load *l, int table)
{
    const struct caller *callers = &l->callers[table * BENCH_SEATS];
    uint32_t least = callers[0].heard;
    for (int seat = 1; seat < BENCH_SEATS; seat++)
        least = callers[seat].heard < least ? callers[seat].heard : least;
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
        send_move(l, &l->callers[table * BENCH_SEATS + (int)(bench_draw(&l->random) % BENCH_SEATS)]);
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

static void hear(struct load *l, struct caller *caller, const char *text, size_t size)
{
    struct load_table *t = &l->tables[caller->table];
    struct hearing h;
    talk_hear(text, size, &h);
    l->window->delivered++;
    l->window->bytes += size;
    if (h.what == HEARD_STORY) {
        l->window->stories++;
        l->window->story_bytes += size;
        caller->heard = h.n;
        if (!l->plan->floor && caller->seat == 0 && !talk_follow(&t->talk, text, size))
            load_fail(l, "a story that could not be read: %.*s", (int)(size < 80 ? size : 80), text);
    } else if (h.what != HEARD_OTHER) {
        answer(l, t, &h);
    }
    if (h.what != HEARD_OTHER)
        settle(l, caller->table);
}

static void hear_frames(struct load *l, struct caller *caller, const char *bytes, size_t size)
{
    size_t at = 0;
    for (struct frame frame; frame_read(bytes + at, size - at, &frame); at += frame.head + frame.length) {
        const char *text = bytes + at + frame.head;
        if (frame.kind == FRAME_TEXT)
            hear(l, caller, text, frame.length);
        else if (frame.kind == FRAME_CLOSE)
            load_fail(l, "the server closed a WebSocket: %.*s", (int)frame.length - 2, text + 2);
    }
    load_keep_partial(l, caller, bytes + at, size - at);
}

static void take_input(struct load *l, struct caller *caller)
{
    size_t kept = caller->partial_size;
    if (kept)
        memcpy(l->input, caller->partial, kept);
    ssize_t got = recv(caller->fd, l->input + kept, READ_MAX, 0);
    if (got > 0)
        hear_frames(l, caller, l->input, kept + (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        load_fail(l, "table %d, seat %d: the connection was cut: %s", caller->table, caller->seat,
                  got ? strerror(errno) : "closed");
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

/* Tables take turns, and so do the seats of each: no two seats of a table play at the same time. */
static struct caller *nth_caller(const struct load *l, int64_t nth)
{
    int64_t tables = l->plan->tables;
    return &l->callers[nth % tables * BENCH_SEATS + nth / tables % BENCH_SEATS];
}

/* Each client sends once per period, evenly spread over it. */
static void play_paced(struct load *l, int64_t *next, int ms)
{
    int64_t begun = clock_us(), callers = (int64_t)l->plan->tables * BENCH_SEATS;
    int64_t sent = 0;
    for (int64_t now = begun; now < begun + ms * 1000 && !l->result->failure[0]; now = clock_us()) {
        for (int64_t due = (now - begun) * callers / (PERIOD_MS * 1000); sent < due; sent++)
            send_move(l, nth_caller(l, (*next)++));
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
    double server_s = process_cpu_s(l->plan->server), load_s = process_cpu_s(getpid());
    l->window = w;
    l->sample_count = 0;
    l->counting = true;
    flat ? play_flat(l, l->plan->seconds * 1000) : play_paced(l, &next, l->plan->seconds * 1000);
    w->seconds = (double)(clock_us() - begun) / 1e6;
    w->server_s = process_cpu_s(l->plan->server) - server_s;
    w->load_s = process_cpu_s(getpid()) - load_s;
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

static bool join_everybody(struct load *l)
{
    static struct load_window unmeasured;
    l->window = &unmeasured;
    for (int table = 0; table < l->plan->tables; table++)
        if (!load_join_table(l, table))
            return false;
    for (int i = 0; i < l->plan->tables * BENCH_SEATS; i++) { /* what came right after the handshake */
        struct caller *caller = &l->callers[i];
        char early[PARTIAL_MAX];
        size_t size = caller->partial_size;
        if (size)
            memcpy(early, caller->partial, size);
        caller->partial_size = 0;
        hear_frames(l, caller, early, size);
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
        struct caller *host = &l->callers[table * BENCH_SEATS];
        send_text(l, host, text, talk_set_up(text));
        send_text(l, host, text, talk_begin(text));
        if (table % BATCH == 0)
            take_all_input(l, 0);
    }
    while (count_playing(l) < l->plan->tables && clock_us() < end && !l->result->failure[0])
        listen_for(l, 50);
    return count_playing(l) == l->plan->tables ||
           load_fail(l, "only %d of %d games began", count_playing(l), l->plan->tables);
}

static bool prepare(struct load *l)
{
    int64_t begun = clock_us();
    struct load_result *r = l->result;
    r->rss_empty = process_rss(l->plan->server);
    if (!load_seat_everybody(l))
        return false;
    r->rss_seated = process_rss(l->plan->server);
    if (!join_everybody(l))
        return false;
    listen_for(l, SETTLE_MS);
    r->rss_joined = process_rss(l->plan->server);
    if (!begin_games(l))
        return false;
    r->rss_playing = process_rss(l->plan->server);
    r->set_up_s = (double)(clock_us() - begun) / 1e6;
    return true;
}

void load_run(const struct load_plan *plan, struct load_result *out)
{
    static struct load l;
    l = (struct load){.plan = plan, .result = out, .random = 0x9E3779B97F4A7C15u, .epoll = epoll_create1(0)};
    *out = (struct load_result){.failure = ""};
    l.tables = calloc((size_t)plan->tables, sizeof *l.tables);
    l.callers = calloc((size_t)plan->tables * BENCH_SEATS, sizeof *l.callers);
    l.samples_us = malloc(SAMPLES_MAX * sizeof *l.samples_us);
    if (!l.tables || !l.callers || !l.samples_us || l.epoll < 0) {
        load_fail(&l, "no memory for the load");
        return;
    }
    for (int i = 0; i < plan->tables; i++) {
        l.tables[i].next_id = 3; /* after those that begin the game */
        if (!talk_new_view(&l.tables[i].talk)) {
            load_fail(&l, "no memory for the load");
            return;
        }
    }
    if (prepare(&l)) {
        measure(&l, &out->paced, false);
        measure(&l, &out->flat, true);
    }
}
