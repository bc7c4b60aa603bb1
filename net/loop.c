/* net/loop.c -- the loop: sockets, time and turns, by libuv.
 *
 * A turn is one round of the loop: everything that came is handed over, the
 * `turn` handler is told, and then what was gathered goes out, one write per
 * connection.  Ending connections belongs to that last step as well, so that
 * no handler ever loses a connection under its feet. */
#include "net/loop.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "net/http.h"
#include "net/ws.h"

enum {
    ROUNDS_MAX = 8,
    LINGER_MS = 2000, /* to read our last word before the connection is closed */
    STOP_MS = 1000,   /* the same when the whole server stops */
    SWEEP_LEAST_MS = 5,
    SWEEP_MOST_MS = 500,
};

static struct loop *loop_of(const struct conn *c)
{
    return (struct loop *)c->net;
}

/* ---- waiting ---- */

static void end_wait(struct socket *k)
{
    struct waiting *w = &loop_of(&k->conn)->waiting[k->wait];
    *(k->before ? &k->before->after : &w->first) = k->after;
    *(k->after ? &k->after->before : &w->last) = k->before;
}

static void begin_wait(struct socket *k, enum wait wait)
{
    struct loop *loop = loop_of(&k->conn);
    struct waiting *w = &loop->waiting[wait];
    k->wait = (uint8_t)wait;
    k->since_ms = (int64_t)uv_now(&loop->uv);
    k->before = w->last;
    k->after = NULL;
    *(w->last ? &w->last->after : &w->first) = k;
    w->last = k;
}

static void wait_anew(struct socket *k, enum wait wait)
{
    end_wait(k);
    begin_wait(k, wait);
}

static int wait_ms(const struct loop *loop, enum wait wait)
{
    const struct net_limits *limits = &loop->net.limits;
    return wait == WAIT_REQUEST  ? limits->request_ms
           : wait == WAIT_IDLE   ? limits->idle_ms
           : wait == WAIT_LINGER ? LINGER_MS
                                 : INT_MAX;
}

/* ---- requests have a share of the time ---- */

static void look_around(struct loop *loop)
{
    loop->net.crowded = loop->net.counts.websockets && share_is_spent(&loop->share, uv_hrtime());
}

/* It was spent on a request since then. */
static void spend(struct loop *loop, uint64_t begun_ns)
{
    share_spend(&loop->share, begun_ns, uv_hrtime());
    look_around(loop);
}

static void on_next(uv_timer_t *handle)
{
    struct loop *loop = handle->data;
    loop->net.stirred = true; /* the turn ends as always, and begins with those who wait */
}

/* Those whose turn it is, the first to come first.  While there are more, the loop does not sleep long. */
static void serve_held(struct loop *loop)
{
    struct socket *k;
    look_around(loop);
    while (!loop->net.crowded && (k = loop->waiting[WAIT_TURN].first) != NULL) {
        uint64_t begun_ns = uv_hrtime();
        wait_anew(k, WAIT_REQUEST);
        conn_resume(&k->conn);
        conn_touch(&k->conn);
        spend(loop, begun_ns);
    }
    if (loop->waiting[WAIT_TURN].first && !uv_is_active((uv_handle_t *)&loop->next))
        uv_timer_start(&loop->next, on_next, 1, 0);
}

/* ---- the end of a connection ---- */

static void on_closed(uv_handle_t *handle)
{
    struct socket *k = handle->data;
    struct loop *loop = loop_of(&k->conn);
    loop->net.counts.open--;
    loop->net.counts.closed++;
    loop->aside -= k->conn.aside;
    free(k);
}

static void close_socket(struct socket *k)
{
    if (k->closing)
        return;
    k->closing = true;
    bool reset = k->conn.state == CONN_CUT;
    k->conn.state = CONN_CUT; /* nothing more can be sent, not by `closed` either */
    conn_farewell(&k->conn);
    end_wait(k);
    conn_free(&k->conn);
    /* With a reset the kernel drops what the reader did not read. */
    if (!reset || uv_tcp_close_reset(&k->tcp, on_closed))
        uv_close((uv_handle_t *)&k->tcp, on_closed);
}

/* Our last word is out.  Closing now could destroy it on its way, if anything unread has come meanwhile. */
static void linger(struct socket *k)
{
    int fd;
    if (k->shut)
        return;
    k->shut = true;
    conn_farewell(&k->conn);
    if (uv_fileno((uv_handle_t *)&k->tcp, &fd) || shutdown(fd, SHUT_WR))
        close_socket(k);
}

/* ---- output ---- */

static void on_sent(uv_write_t *request, int status)
{
    struct sending *s = request->data;
    struct socket *k = s->socket;
    free(s->bytes);
    free(s);
    if (status == UV_ECANCELED)
        return; /* it is being closed */
    k->sending = NULL;
    loop_of(&k->conn)->net.counts.bytes_out += k->conn.carried;
    k->conn.carried = 0;
    if (status < 0)
        conn_cut(&k->conn);
    else
        conn_touch(&k->conn);
    if (k->wait == WAIT_REQUEST)
        wait_anew(k, WAIT_REQUEST);
}

/* libuv sends the rest when the kernel has room.  False: the connection is broken. */
static bool send_rest(struct socket *k, size_t sent)
{
    struct conn *c = &k->conn;
    struct sending *s = malloc(sizeof *s);
    if (!s)
        return false;
    uv_buf_t rest = uv_buf_init(c->out + sent, (unsigned)(c->out_size - sent));
    *s = (struct sending){.socket = k, .bytes = c->out};
    s->request.data = s;
    if (uv_write(&s->request, (uv_stream_t *)&k->tcp, &rest, 1, on_sent)) {
        free(s);
        return false;
    }
    k->sending = s;
    c->carried = (uint32_t)(c->out_size - sent);
    c->out = NULL;
    c->out_size = c->out_room = 0;
    return true;
}

/* True: everything is with the kernel.  False: the rest comes later, or the connection is cut. */
static bool send_out(struct socket *k)
{
    struct conn *c = &k->conn;
    if (k->sending)
        return false;
    if (!c->out_size)
        return true;
    uv_buf_t all = uv_buf_init(c->out, c->out_size);
    int got = uv_try_write((uv_stream_t *)&k->tcp, &all, 1);
    size_t sent = got > 0 ? (size_t)got : 0;
    c->net->counts.bytes_out += sent;
    if (sent < c->out_size) {
        if ((got < 0 && got != UV_EAGAIN) || !send_rest(k, sent))
            conn_cut(c);
        return false;
    }
    free(c->out);
    c->out = NULL;
    c->out_size = c->out_room = 0;
    return true;
}

static void on_room(uv_handle_t *handle, size_t hint, uv_buf_t *buffer);
static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer);

static void read_or_not(struct socket *k)
{
    bool wants = conn_wants_input(&k->conn);
    if (wants == k->reading)
        return;
    k->reading = wants;
    if (!wants)
        uv_read_stop((uv_stream_t *)&k->tcp);
    else if (uv_read_start((uv_stream_t *)&k->tcp, on_room, on_read))
        close_socket(k);
}

static void wait_as(struct socket *k)
{
    const struct conn *c = &k->conn;
    if (c->state == CONN_WEBSOCKET && k->wait != WAIT_IDLE)
        wait_anew(k, WAIT_IDLE);
    if (c->state == CONN_FINISHED && k->wait != WAIT_LINGER)
        wait_anew(k, WAIT_LINGER);
    if (c->held && k->wait == WAIT_REQUEST)
        wait_anew(k, WAIT_TURN);
}

static void flush(struct socket *k)
{
    struct conn *c = &k->conn;
    uint64_t begun_ns = c->state == CONN_REPLYING ? uv_hrtime() : 0;
    if (c->state != CONN_CUT && send_out(k)) {
        bool replied = c->state == CONN_REPLYING;
        conn_taken(c);
        if (replied && c->state != CONN_REPLYING)
            wait_anew(k, WAIT_REQUEST); /* the time for the next request begins */
    }
    if (c->state == CONN_CUT) {
        close_socket(k);
        return;
    }
    if (begun_ns)
        spend(loop_of(c), begun_ns);
    wait_as(k);
    if (c->state == CONN_FINISHED && !k->sending && !c->out_size)
        linger(k);
    if (!k->closing)
        read_or_not(k);
}

/* ---- the turn ---- */

static void flush_all(struct loop *loop)
{
    struct conn *c = net_take_dirty(&loop->net);
    for (struct conn *next; c; c = next) {
        next = c->dirty_next;
        c->dirty = false;
        flush((struct socket *)c);
    }
}

static bool is_empty(const struct loop *loop)
{
    for (int wait = 0; wait < WAITS; wait++)
        if (loop->waiting[wait].first)
            return false;
    return true;
}

/* Who is ended, or goes on to a next request, stirs the handlers again: then the turn has another round. */
static void end_turn(struct loop *loop)
{
    struct net *n = &loop->net;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        n->stirred = false;
        serve_held(loop);
        if (loop->alarm_ms <= net_now_ms(n)) {
            loop->alarm_ms = INT64_MAX;
            uv_timer_stop(&loop->alarm);
        }
        n->on.turn(n->ctx);
        flush_all(loop);
        if (!n->stirred && !n->dirty)
            break;
    }
    if (n->stirred || n->dirty)
        net_wake(n); /* the others first */
    if (loop->stop_ms && is_empty(loop))
        uv_stop(&loop->uv);
}

static void on_after_input(uv_check_t *handle)
{
    end_turn(handle->data);
}

/* Timers run before the loop sleeps, and nothing they bring about may wait until it wakes. */
static void on_before_sleep(uv_prepare_t *handle)
{
    struct loop *loop = handle->data;
    if (loop->net.stirred || loop->net.dirty)
        end_turn(loop);
}

static void on_waker(uv_async_t *handle)
{
    (void)handle; /* it has woken the loop, and the turn ends as always */
}

static void on_alarm(uv_timer_t *handle)
{
    struct loop *loop = handle->data;
    loop->net.stirred = true;
}

int64_t net_now_ms(const struct net *n)
{
    (void)n;
    return (int64_t)(uv_hrtime() / 1000000);
}

void net_wake_at(struct net *n, int64_t at_ms)
{
    struct loop *loop = (struct loop *)n;
    if (at_ms >= loop->alarm_ms)
        return;
    int64_t left_ms = at_ms - net_now_ms(n);
    loop->alarm_ms = at_ms;
    uv_update_time(&loop->uv); /* the loop's idea of now is as old as this turn */
    uv_timer_start(&loop->alarm, on_alarm, left_ms > 0 ? (uint64_t)left_ms : 0, 0);
}

void net_wake(struct net *n)
{
    uv_async_send(&((struct loop *)n)->waker);
}

/* ---- input ---- */

static void on_room(uv_handle_t *handle, size_t hint, uv_buf_t *buffer)
{
    struct loop *loop = handle->loop->data;
    (void)hint;
    *buffer = uv_buf_init(loop->input, sizeof loop->input);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct socket *k = stream->data;
    struct loop *loop = stream->loop->data;
    if (size < 0) {
        k->reading = false;
        close_socket(k);
        return;
    }
    loop->net.counts.bytes_in += (uint64_t)size;
    k->pinged = false;
    if (k->wait == WAIT_IDLE && (int64_t)uv_now(&loop->uv) - k->since_ms > loop->net.limits.idle_ms / 8)
        wait_anew(k, WAIT_IDLE);
    bool asks = k->conn.state == CONN_READING;
    uint64_t begun_ns = asks ? uv_hrtime() : 0;
    conn_input(&k->conn, buffer->base, (size_t)size);
    if (asks && !k->conn.held)
        spend(loop, begun_ns);
    if (!conn_wants_input(&k->conn))
        conn_touch(&k->conn);
}

void loop_admit(struct door *d, int fd, const struct address *from, struct place *place)
{
    struct loop *loop = d->loop;
    struct socket *k = calloc(1, sizeof *k);
    if (!k) {
        places_give_back(&loop->net.places, place);
        close(fd);
        return;
    }
    conn_init(&k->conn, &loop->net, from);
    k->conn.place = place;
    k->conn.aside = d == &loop->doors[DOOR_ASIDE];
    loop->aside += k->conn.aside;
    CHECK(!uv_tcp_init(&loop->uv, &k->tcp));
    k->tcp.data = k;
    loop->net.counts.accepted++;
    loop->net.counts.open++;
    begin_wait(k, WAIT_REQUEST);
    if (uv_tcp_open(&k->tcp, fd)) {
        close(fd);
        close_socket(k);
        return;
    }
    read_or_not(k);
}

/* ---- time ---- */

static void expire_request(struct socket *k)
{
    struct conn *c = &k->conn;
    uint32_t unsent = (uint32_t)uv_stream_get_write_queue_size((uv_stream_t *)&k->tcp);
    bool slow_but_reading = c->state == CONN_REPLYING && unsent != k->unsent;
    k->unsent = unsent;
    if (c->state == CONN_ASKED || slow_but_reading) { /* it is the handler who takes its time, or the line */
        wait_anew(k, WAIT_REQUEST);
        return;
    }
    c->net->counts.timed_out++;
    if (c->state != CONN_READING)
        conn_cut(c);
    else if (c->http)
        conn_refuse(c, 408, NULL);
    else
        conn_finish(c);
    wait_anew(k, WAIT_LINGER);
}

static void expire(struct socket *k)
{
    struct conn *c = &k->conn;
    if (k->wait == WAIT_REQUEST) {
        expire_request(k);
    } else if (k->wait == WAIT_LINGER) {
        conn_cut(c);
    } else if (k->pinged) {
        c->net->counts.timed_out++;
        conn_cut(c);
    } else {
        k->pinged = true;
        wait_anew(k, WAIT_IDLE);
        conn_ping(c);
    }
}

static void on_sweep(uv_timer_t *handle)
{
    struct loop *loop = handle->data;
    int64_t now_ms = (int64_t)uv_now(&loop->uv);
    for (int wait = 0; wait < WAITS; wait++) {
        struct waiting *w = &loop->waiting[wait];
        int most_ms = wait_ms(loop, (enum wait)wait);
        struct socket *last = w->last;
        for (struct socket *k = w->first, *next; k && now_ms - k->since_ms >= most_ms; k = next) {
            next = k == last ? NULL : k->after;
            expire(k);
        }
        for (struct socket *k = w->first; k && loop->stop_ms && now_ms >= loop->stop_ms; k = k->after)
            conn_cut(&k->conn);
    }
    door_retry(loop);
}

/* ---- opening ---- */

static void start_loop(struct loop *loop)
{
    const struct net_limits *limits = &loop->net.limits;
    int sweep_ms = (limits->request_ms < limits->idle_ms ? limits->request_ms : limits->idle_ms) / 8;
    sweep_ms = sweep_ms < SWEEP_LEAST_MS  ? SWEEP_LEAST_MS
               : sweep_ms > SWEEP_MOST_MS ? SWEEP_MOST_MS
                                          : sweep_ms;
    loop->uv.data = loop->after_input.data = loop->before_sleep.data = loop->sweep.data = loop->alarm.data =
        loop->next.data = loop;
    CHECK(!uv_check_init(&loop->uv, &loop->after_input) && !uv_prepare_init(&loop->uv, &loop->before_sleep));
    CHECK(!uv_timer_init(&loop->uv, &loop->sweep) && !uv_timer_init(&loop->uv, &loop->alarm) &&
          !uv_timer_init(&loop->uv, &loop->next));
    CHECK(!uv_check_start(&loop->after_input, on_after_input));
    CHECK(!uv_prepare_start(&loop->before_sleep, on_before_sleep));
    CHECK(!uv_timer_start(&loop->sweep, on_sweep, (uint64_t)sweep_ms, (uint64_t)sweep_ms));
}

/* What of it needs the kernel's help. */
static bool open_loop(struct loop *loop, const char *listen, struct complaint *why)
{
    if (!door_fit_descriptors(&loop->net.limits, why) || !door_open(&loop->doors[DOOR], listen, why))
        return false;
    int failed = uv_loop_init(&loop->uv);
    if (failed)
        return net_complain(why, "the loop", uv_strerror(failed));
    start_loop(loop);
    if ((failed = uv_async_init(&loop->uv, &loop->waker, on_waker)) ||
        (failed = door_start(&loop->doors[DOOR])) ||
        (failed = uv_random(NULL, NULL, &loop->net.places.salt, sizeof loop->net.places.salt, 0, NULL)))
        return net_complain(why, "the loop", uv_strerror(failed));
    return true;
}

struct net *net_open(const char *listen, const struct net_limits *limits, const struct net_handlers *handlers,
                     void *ctx, struct complaint *why)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return net_complain(why, listen, "out of memory"), NULL;
    loop->net.limits = *limits;
    loop->net.on = *handlers;
    loop->net.ctx = ctx;
    for (int i = 0; i < DOORS; i++)
        loop->doors[i] = (struct door){.loop = loop, .listener = -1};
    loop->spare = -1;
    loop->alarm_ms = INT64_MAX;
    signal(SIGPIPE, SIG_IGN); /* writing to somebody who left is no reason to die */
    if (!open_loop(loop, listen, why)) {
        net_close(&loop->net);
        return NULL;
    }
    return &loop->net;
}

const char *net_address(const struct net *n)
{
    return ((const struct loop *)n)->doors[DOOR].address;
}

const char *net_aside_address(const struct net *n)
{
    return ((const struct loop *)n)->doors[DOOR_ASIDE].address;
}

bool net_nearly_full(const struct net *n)
{
    int max = n->limits.connections_max;
    return n->counts.open - ((const struct loop *)n)->aside > max - max / 10;
}

bool net_listen_aside(struct net *n, const char *listen, struct complaint *why)
{
    struct door *d = &((struct loop *)n)->doors[DOOR_ASIDE];
    if (!door_open(d, listen, why))
        return false;
    int failed = door_start(d);
    return failed ? net_complain(why, listen, uv_strerror(failed)) : true;
}

void net_run(struct net *n)
{
    uv_run(&((struct loop *)n)->uv, UV_RUN_DEFAULT);
}

/* ---- stopping ---- */

void net_stop(struct net *n)
{
    struct loop *loop = (struct loop *)n;
    if (loop->stop_ms)
        return;
    loop->stop_ms = (int64_t)uv_now(&loop->uv) + STOP_MS;
    door_close_all(loop);
    for (int wait = 0; wait < WAITS; wait++)
        for (struct socket *k = loop->waiting[wait].first; k; k = k->after) {
            k->conn.keep = false;
            if (k->conn.state == CONN_WEBSOCKET)
                net_end(&k->conn, WS_GOING_AWAY, "the server is stopping");
            else if (k->conn.state == CONN_READING)
                conn_finish(&k->conn);
        }
    net_wake(n);
}

static void close_handle(uv_handle_t *handle, void *arg)
{
    (void)arg;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void net_close(struct net *n)
{
    struct loop *loop = (struct loop *)n;
    door_close_all(loop);
    for (int wait = 0; wait < WAITS; wait++)
        while (loop->waiting[wait].first) {
            loop->waiting[wait].first->conn.state = CONN_CUT;
            close_socket(loop->waiting[wait].first);
        }
    if (loop->uv.data) {
        uv_walk(&loop->uv, close_handle, NULL);
        uv_run(&loop->uv, UV_RUN_DEFAULT);
        CHECK(!uv_loop_close(&loop->uv));
    }
    ws_reader_free(n->spare);
    free(loop);
}
