/* net/conn.c -- one connection as bytes in and bytes out. */
#include "net/conn.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/http.h"
#include "net/ws.h"

enum { OUT_FIRST = 512, LATER_MAX = 128 * 1024, FILE_PIECE = 48 * 1024 };

void conn_init(struct conn *c, struct net *n, const struct address *peer)
{
    *c = (struct conn){.net = n, .peer = *peer, .file = -1};
}

void conn_touch(struct conn *c)
{
    if (c->dirty)
        return;
    c->dirty = true;
    c->dirty_next = c->net->dirty;
    c->net->dirty = c;
}

struct conn *net_take_dirty(struct net *n)
{
    struct conn *all = n->dirty;
    n->dirty = NULL;
    return all;
}

void conn_cut(struct conn *c)
{
    c->state = CONN_CUT;
    conn_touch(c);
}

void conn_finish(struct conn *c)
{
    if (c->state != CONN_CUT)
        c->state = CONN_FINISHED;
    c->held = false;
    conn_touch(c);
}

/* ---- output ---- */

static bool grow_out(struct conn *c, size_t needed)
{
    size_t room = c->out_room ? c->out_room : OUT_FIRST;
    while (room < needed)
        room *= 2;
    char *grown = room > UINT32_MAX ? NULL : realloc(c->out, room);
    if (!grown) {
        conn_cut(c);
        return false;
    }
    c->out = grown;
    c->out_room = (uint32_t)room;
    return true;
}

/* Room for `size` more bytes, which count as written. */
static char *extend_out(struct conn *c, size_t size)
{
    size_t needed = c->out_size + size;
    if (needed > c->out_room && !grow_out(c, needed))
        return NULL;
    char *at = c->out + c->out_size;
    c->out_size = (uint32_t)needed;
    conn_touch(c);
    return at;
}

char *conn_room(struct conn *c, size_t size)
{
    if ((size_t)c->out_size + c->carried + size > c->net->limits.outbox_max) {
        c->net->counts.cut_slow++; /* a reader that does not read */
        conn_cut(c);
        return NULL;
    }
    return extend_out(c, size);
}

bool conn_put(struct conn *c, const void *bytes, size_t size)
{
    char *at = size ? extend_out(c, size) : NULL;
    if (at)
        memcpy(at, bytes, size);
    return at || !size;
}

static void put_file_piece(struct conn *c)
{
    size_t size = c->file_left < FILE_PIECE ? (size_t)c->file_left : FILE_PIECE;
    char *at = extend_out(c, size);
    ssize_t got = at ? read(c->file, at, size) : -1;
    if (got <= 0) { /* it shrank under us: the length promised cannot be kept */
        conn_cut(c);
        return;
    }
    c->out_size -= (uint32_t)(size - (size_t)got);
    c->file_left -= (uint64_t)got;
}

static void close_file(struct conn *c)
{
    if (c->file >= 0)
        close(c->file);
    c->file = -1;
    c->file_left = 0;
}

void conn_resume(struct conn *c)
{
    char *later = c->later;
    size_t size = c->later_size;
    c->held = false;
    c->later = NULL;
    c->later_size = 0;
    if (size)
        conn_input(c, later, size);
    free(later);
}

size_t net_waiting(struct conn *c)
{
    c->watched = c->out_size || c->carried;
    return (size_t)c->out_size + c->carried;
}

void conn_taken(struct conn *c)
{
    c->net->stirred |= c->watched;
    c->watched = false;
    if (c->state != CONN_REPLYING)
        return;
    if (c->file_left) {
        put_file_piece(c);
        return;
    }
    close_file(c);
    conn_drop_request(c);
    if (c->keep) { /* on to the next request, which may be here already */
        c->state = CONN_READING;
        conn_resume(c);
    } else {
        conn_finish(c);
    }
}

/* ---- input ---- */

bool conn_wants_input(const struct conn *c)
{
    return !c->held && c->state != CONN_ASKED && c->state != CONN_REPLYING && c->state != CONN_CUT;
}

static void keep_for_later(struct conn *c, const char *bytes, size_t size)
{
    size_t all = c->later_size + size;
    char *grown = all > LATER_MAX ? NULL : realloc(c->later, all);
    if (!grown) {
        conn_cut(c);
        return;
    }
    memcpy(grown + c->later_size, bytes, size);
    c->later = grown;
    c->later_size = (uint32_t)all;
}

void conn_input(struct conn *c, const char *bytes, size_t size)
{
    while (size) {
        size_t used = size;
        c->held |= c->state == CONN_READING && c->net->crowded && !c->aside;
        if (c->held)
            keep_for_later(c, bytes, size);
        else if (c->state == CONN_READING)
            used = http_input(c, bytes, size);
        else if (c->state == CONN_WEBSOCKET)
            ws_input(c, bytes, size);
        else if (c->state == CONN_ASKED || c->state == CONN_REPLYING)
            keep_for_later(c, bytes, size);
        bytes += used;
        size -= used;
    }
}

/* ---- the end ---- */

void conn_drop_request(struct conn *c)
{
    http_free(c->http);
    c->http = NULL;
}

void conn_farewell(struct conn *c)
{
    if (!c->known)
        return;
    c->known = false;
    c->net->stirred = true;
    c->net->counts.websockets -= c->websocket;
    c->net->on.closed(c->net->ctx, c);
}

void conn_free(struct conn *c)
{
    struct conn **at = &c->net->dirty;
    while (c->dirty && *at != c)
        at = &(*at)->dirty_next;
    if (c->dirty)
        *at = c->dirty_next;
    conn_drop_request(c);
    close_file(c);
    ws_reader_free(c->reader);
    free(c->message);
    free(c->out);
    free(c->later);
    places_give_back(&c->net->places, c->place);
    c->place = NULL;
    c->reader = NULL;
    c->message = c->out = c->later = NULL;
}

const struct address *net_peer(const struct conn *c)
{
    return &c->from;
}

void *net_data(const struct conn *c)
{
    return c->data;
}

void net_set_data(struct conn *c, void *data)
{
    c->data = data;
}

const struct net_counts *net_counts(const struct net *n)
{
    return &n->counts;
}
