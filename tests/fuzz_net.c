/* tests/fuzz_net.c -- any bytes, in any pieces, on two connections at once: HTTP,
 * the upgrade, WebSocket frames.
 *
 * Memory takes the place of sockets.  What reaches a handler keeps every promise
 * of net/net.h; what goes out is bounded; nothing leaks. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "net/http.h"
#include "net/text.h"
#include "net/ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PEERS = 2, MESSAGE_MAX = 600, REQUEST_BODY_MAX = 300, OUT_MAX = 4096 };

struct peer {
    struct conn conn;
    bool seen, upgraded, over;
};

struct world {
    struct net net;
    struct peer peers[PEERS];
    struct conn *waiting;
};

static struct peer *peer_of(struct conn *c)
{
    return (struct peer *)c;
}

static bool is_plain_text(const char *text)
{
    for (const uint8_t *p = (const uint8_t *)text; *p; p++)
        if ((*p < 0x20 && *p != '\t') || *p == 0x7F)
            return false;
    return true;
}

static void check_request(struct conn *c, const struct net_request *r)
{
    struct peer *p = peer_of(c);
    char decoded[64];
    CHECK(!p->over && !p->upgraded);
    p->seen = true;
    CHECK(r->path[0] == '/' && text_is_utf8(r->path, strlen(r->path)) && is_plain_text(r->path));
    CHECK(!strstr(r->path, "//") && !strstr(r->path, "/../") && !strstr(r->path, "/./") &&
          !strchr(r->path, '\\'));
    size_t end = strlen(r->path);
    CHECK((end < 2 || strcmp(r->path + end - 2, "/.")) && (end < 3 || strcmp(r->path + end - 3, "/..")));
    CHECK(is_plain_text(r->host) && is_plain_text(r->origin) && is_plain_text(r->language));
    CHECK(is_plain_text(r->authorization) && is_plain_text(r->protocols) && r->address[0]);
    CHECK(r->body_size <= REQUEST_BODY_MAX && r->body[r->body_size] == 0);
    if (net_offer(r->protocols, "t.", decoded, sizeof decoded))
        CHECK(strlen(decoded) < sizeof decoded && !strchr(decoded, ','));
    if (net_query(r->query, "a", decoded, sizeof decoded))
        CHECK(text_is_utf8(decoded, strlen(decoded)));
}

static void on_request(void *ctx, struct conn *c, const struct net_request *r)
{
    struct world *w = ctx;
    check_request(c, r);
    if (!strcmp(r->path, "/later") && !w->waiting)
        w->waiting = c;
    else if (!strcmp(r->path, "/file"))
        net_reply_file(c, "LICENSE", "text/plain", NULL);
    else
        net_reply(c, 200, "text/plain", "X: y\r\n", r->body, r->body_size);
}

static bool on_upgrade(void *ctx, struct conn *c, const struct net_request *r)
{
    (void)ctx;
    check_request(c, r);
    if (strcmp(r->path, "/ws")) {
        net_reply(c, 403, "text/plain", NULL, "", 0);
        return false;
    }
    if (r->query[0])
        net_send(c, r->query, strlen(r->query));
    peer_of(c)->upgraded = true;
    return true;
}

static void on_message(void *ctx, struct conn *c, const char *text, size_t size)
{
    struct world *w = ctx;
    CHECK(peer_of(c)->upgraded && !peer_of(c)->over);
    CHECK(size <= MESSAGE_MAX && text_is_utf8(text, size));
    if (size && text[0] == 'q')
        net_end(c, 4000, "quit");
    for (int i = 0; i < PEERS; i++)
        net_send(&w->peers[i].conn, text, size);
}

static void on_noise(void *ctx, struct conn *c)
{
    (void)ctx, (void)c;
}

static void on_closed(void *ctx, struct conn *c)
{
    struct world *w = ctx;
    CHECK(peer_of(c)->seen && !peer_of(c)->over);
    peer_of(c)->over = true;
    if (w->waiting == c)
        w->waiting = NULL;
}

static void carry(struct conn *c)
{
    CHECK(!peer_of(c)->upgraded || c->state == CONN_CUT ||
          c->out_size <= OUT_MAX + 256); /* and the handshake */
    c->net->counts.bytes_out += c->out_size;
    free(c->out);
    c->out = NULL;
    c->out_size = c->out_room = 0;
    if (c->state == CONN_CUT || c->state == CONN_FINISHED)
        conn_farewell(c);
    else
        conn_taken(c);
}

static void end_turn(struct world *w)
{
    for (struct conn *c; (c = net_take_dirty(&w->net));)
        for (struct conn *next; c; c = next) {
            next = c->dirty_next;
            c->dirty = false;
            carry(c);
        }
}

static void feed(struct world *w, struct conn *c, const uint8_t *bytes, size_t size)
{
    char *exact = malloc(size ? size : 1); /* so that a read beyond it is noticed */
    CHECK(exact);
    if (size)
        memcpy(exact, bytes, size);
    if (conn_wants_input(c))
        conn_input(c, exact, size);
    free(exact);
    end_turn(w);
    if (w->waiting) {
        net_reply(w->waiting, 200, "text/plain", NULL, "late", 4);
        w->waiting = NULL;
        end_turn(w);
    }
}

static void shake_hands(struct world *w, struct conn *c)
{
    static const char text[] =
        "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    feed(w, c, (const uint8_t *)text, sizeof text - 1);
    CHECK(c->state == CONN_WEBSOCKET);
}

/* The first byte says which connections begin as WebSockets; then pieces, each
 * with a byte in front: the top bit is the connection, the rest the size. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct world w;
    struct address home = {{[10] = 0xFF, [11] = 0xFF, [12] = 127, [15] = 1}};
    memset(&w, 0, sizeof w);
    w.net.limits = (struct net_limits){.message_max = MESSAGE_MAX,
                                       .body_max = REQUEST_BODY_MAX,
                                       .outbox_max = OUT_MAX,
                                       .connections_per_address_max = 1,
                                       .trust_proxy = size && data[0] & 4};
    w.net.on = (struct net_handlers){on_request, on_upgrade, on_message, on_noise, on_closed, NULL, "spoken"};
    w.net.ctx = &w;
    for (int i = 0; i < PEERS; i++) {
        conn_init(&w.peers[i].conn, &w.net, &home);
        if (size && data[0] >> i & 1 && (!(data[0] & 4) || i == 0))
            shake_hands(&w, &w.peers[i].conn);
    }
    for (size_t at = 1; at < size;) {
        struct conn *c = &w.peers[data[at] >> 7].conn;
        size_t piece = (data[at] & 0x7F) + 1u, left = size - ++at;
        piece = piece < left ? piece : left;
        feed(&w, c, data + at, piece);
        at += piece;
    }
    for (int i = 0; i < PEERS; i++) {
        conn_cut(&w.peers[i].conn);
        conn_farewell(&w.peers[i].conn);
        CHECK(w.peers[i].seen == w.peers[i].over);
        conn_free(&w.peers[i].conn);
    }
    CHECK(w.net.counts.websockets == 0 && !w.net.dirty);
    ws_reader_free(w.net.spare);
    for (int i = 0; i < PLACES_BUCKETS; i++)
        CHECK(!w.net.places.buckets[i]);
    return 0;
}
