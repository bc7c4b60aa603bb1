/* net/http.c -- requests: read strictly, handed over whole, answered.
 *
 * The gate (net/gate.h) passes only what can be read in one way, llhttp cuts it
 * up, and here is decided what of it is let in.  One request is read at a time,
 * and the next one only when this one's reply is out, so that nobody queues work
 * by sending ahead. */
#include "net/http.h"

#include <llhttp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/gate.h"
#include "net/text.h"

enum { TEXT_FIRST = 512, TEXT_MAX = GATE_LINES_MAX + 64 };

/* What is kept of a request's head. */
enum part {
    PART_NONE,
    PART_URL,
    PART_HOST,
    PART_ORIGIN,
    PART_LANGUAGE,
    PART_AUTHORIZATION,
    PART_FORWARDED,
    PART_UPGRADE,
    PART_KEY,
    PART_VERSION,
    PART_PROTOCOLS,
    PART_LENGTH,
    PART_CODING,
    PART_EXPECT,
    PART_NONE_MATCH,
    PART_ENCODING,
    PARTS,
};

static const char *const part_names[PARTS] = {
    [PART_HOST] = "host",
    [PART_ORIGIN] = "origin",
    [PART_LANGUAGE] = "accept-language",
    [PART_AUTHORIZATION] = "authorization",
    [PART_FORWARDED] = "x-forwarded-for",
    [PART_UPGRADE] = "upgrade",
    [PART_KEY] = "sec-websocket-key",
    [PART_VERSION] = "sec-websocket-version",
    [PART_PROTOCOLS] = "sec-websocket-protocol",
    [PART_LENGTH] = "content-length",
    [PART_CODING] = "transfer-encoding",
    [PART_EXPECT] = "expect",
    [PART_NONE_MATCH] = "if-none-match",
    [PART_ENCODING] = "accept-encoding",
};

struct http {
    llhttp_t parser;
    struct gate gate;
    struct conn *conn;
    char name[24]; /* of the header that is being read, cut to this size */
    uint32_t name_size;
    bool head_whole, whole;
    bool keep;  /* it may be followed by another */
    int status; /* why it is refused, if it is */
    enum part part;
    uint16_t at[PARTS]; /* where each part begins in `text`; what is absent begins at the zero in front */
    char *text;
    uint32_t used, room;
    char *body;
    size_t body_size, body_room;
};

/* ---- gathering a request ---- */

static int refuse(struct http *h, int status)
{
    h->status = status;
    return -1; /* not 1: that has a meaning of its own when a head is complete */
}

static int extend_part(struct http *h, const char *bytes, size_t size)
{
    size_t needed = h->used + size, room = h->room;
    if (needed > TEXT_MAX)
        return refuse(h, 431);
    while (room < needed)
        room *= 2;
    char *grown = room > h->room ? realloc(h->text, room) : h->text;
    if (!grown)
        return refuse(h, 503);
    h->text = grown;
    h->room = (uint32_t)room;
    memcpy(h->text + h->used, bytes, size);
    h->used += (uint32_t)size;
    return 0;
}

static int begin_part(struct http *h, enum part part)
{
    h->part = part;
    if (part != PART_NONE && h->at[part] && part != PART_FORWARDED) /* the last proxy's word counts there */
        return refuse(h, 400);
    h->at[part] = part == PART_NONE ? 0 : (uint16_t)h->used;
    return 0;
}

static int end_part(struct http *h)
{
    if (h->part == PART_NONE)
        return 0;
    char *begin = h->text + h->at[h->part];
    while (h->text + h->used > begin && (h->text[h->used - 1] == ' ' || h->text[h->used - 1] == '\t'))
        h->used--;
    h->part = PART_NONE;
    return extend_part(h, "", 1);
}

static int on_url(llhttp_t *p, const char *bytes, size_t size)
{
    struct http *h = p->data;
    if (h->part != PART_URL && begin_part(h, PART_URL))
        return -1;
    return extend_part(h, bytes, size);
}

static int on_name(llhttp_t *p, const char *bytes, size_t size)
{
    struct http *h = p->data;
    size_t room = sizeof h->name - h->name_size, some = size < room ? size : room;
    memcpy(h->name + h->name_size, bytes, some);
    h->name_size += (uint32_t)some;
    return 0;
}

static enum part named_part(const struct http *h)
{
    for (int part = 0; part < PARTS; part++)
        if (part_names[part] && strlen(part_names[part]) == h->name_size &&
            !strncasecmp(part_names[part], h->name, h->name_size))
            return (enum part)part;
    return PART_NONE;
}

/* Behind the last chunk nothing of interest can come, and nothing about the body that has just ended. */
static int on_name_end(llhttp_t *p)
{
    struct http *h = p->data;
    enum part part = named_part(h);
    h->name_size = 0;
    if (h->head_whole)
        return part == PART_LENGTH || part == PART_CODING ? refuse(h, 400) : 0;
    return begin_part(h, part);
}

static int on_value(llhttp_t *p, const char *bytes, size_t size)
{
    struct http *h = p->data;
    return h->part == PART_NONE ? 0 : extend_part(h, bytes, size);
}

static int on_part_end(llhttp_t *p)
{
    return end_part(p->data);
}

static const char *part_text(const struct http *h, enum part part)
{
    return h->text + h->at[part];
}

/* One way to say how long the body is: digits, or chunks and nothing else, which HTTP/1.0 does not know. */
static bool body_is_plain(const struct http *h)
{
    const char *length = part_text(h, PART_LENGTH), *coding = part_text(h, PART_CODING);
    if (h->at[PART_CODING])
        return !h->at[PART_LENGTH] && h->parser.http_minor >= 1 && !strcasecmp(coding, "chunked");
    return !h->at[PART_LENGTH] || (*length && !length[strspn(length, "0123456789")]);
}

static int on_head(llhttp_t *p)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct http *h = p->data;
    h->head_whole = true;
    if (p->http_major != 1)
        return refuse(h, 505);
    if (p->method != HTTP_GET && p->method != HTTP_HEAD && p->method != HTTP_POST && p->method != HTTP_PUT &&
        p->method != HTTP_DELETE && p->method != HTTP_OPTIONS)
        return refuse(h, 501);
    if ((p->http_minor >= 1 && !h->at[PART_HOST]) || !body_is_plain(h))
        return refuse(h, 400);
    if (h->at[PART_LENGTH] && p->content_length > h->conn->net->limits.body_max)
        return refuse(h, 413);
    if (!strcasecmp(part_text(h, PART_EXPECT), "100-continue") && p->http_minor >= 1)
        conn_put(h->conn, go_on, sizeof go_on - 1);
    gate_body(&h->gate, h->at[PART_CODING], h->at[PART_LENGTH] ? p->content_length : 0);
    return 0;
}

static int on_body(llhttp_t *p, const char *bytes, size_t size)
{
    struct http *h = p->data;
    size_t needed = h->body_size + size, most = h->conn->net->limits.body_max;
    if (needed > most)
        return refuse(h, 413);
    if (needed >= h->body_room) {
        size_t room = 2 * needed + 1 < most + 1 ? 2 * needed + 1 : most + 1;
        char *grown = realloc(h->body, room);
        if (!grown)
            return refuse(h, 503);
        h->body = grown;
        h->body_room = room;
    }
    memcpy(h->body + h->body_size, bytes, size);
    h->body_size = needed;
    h->body[needed] = 0;
    return 0;
}

static int on_whole(llhttp_t *p)
{
    struct http *h = p->data;
    h->whole = true;
    h->keep = llhttp_should_keep_alive(p);
    return 0;
}

/* ---- handing it over ---- */

/* Behind a proxy the peer is who the proxy says; a connection of the proxy serves many. */
static bool recount(struct conn *c, const char *forwarded, struct address *from)
{
    *from = c->peer;
    if (c->aside || !c->net->limits.trust_proxy || !address_is_private(&c->peer))
        return true;
    address_forwarded(forwarded, from);
    places_give_back(&c->net->places, c->place);
    c->place = places_take(&c->net->places, from, c->net->limits.connections_per_address_max);
    return c->place;
}

/* A request for an upgrade must ask for a WebSocket, and rightly: then zero, else why not. */
static int judge_upgrade(const struct http *h)
{
    if (h->parser.method != HTTP_GET || h->parser.http_minor < 1 || h->body_size ||
        strcasecmp(part_text(h, PART_UPGRADE), "websocket"))
        return 400;
    if (strcmp(part_text(h, PART_VERSION), "13"))
        return 426;
    return text_is_handshake_key(part_text(h, PART_KEY)) ? 0 : 400;
}

bool http_become_websocket(struct conn *c)
{
    char answer[HANDSHAKE_ANSWER_SIZE + 1], text[256];
    const char *protocol = c->net->on.protocol;
    if (c->state != CONN_UPGRADING)
        return c->state == CONN_WEBSOCKET;
    bool spoken = protocol && text_accepts(part_text(c->http, PART_PROTOCOLS), protocol);
    text_answer_handshake(part_text(c->http, PART_KEY), answer);
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\n%s%s%s\r\n",
                        answer, spoken ? "Sec-WebSocket-Protocol: " : "", spoken ? protocol : "",
                        spoken ? "\r\n" : "");
    if (!conn_put(c, text, (size_t)size))
        return false;
    c->state = CONN_WEBSOCKET;
    c->websocket = true;
    c->net->counts.websockets++;
    return true;
}

static void hand_over_upgrade(struct conn *c, const struct net_request *r)
{
    int status = judge_upgrade(c->http);
    if (status) {
        conn_refuse(c, status, status == 426 ? "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" : NULL);
        return;
    }
    c->state = CONN_UPGRADING;
    c->keep = false;
    c->net->stirred = c->known = true;
    if (c->net->on.upgrade(c->net->ctx, c, r) && http_become_websocket(c))
        conn_drop_request(c);
    else if (c->state == CONN_UPGRADING)
        c->state = CONN_ASKED; /* the refusal comes later */
}

static void hand_over(struct conn *c)
{
    struct http *h = c->http;
    char address[ADDRESS_TEXT_MAX], *url = h->text + h->at[PART_URL];
    struct address from;
    bool plain = !strchr(url, '#');
    char *query = url + strcspn(url, "?");
    bool asks = *query == '?';
    *query = 0;
    c->head = h->parser.method == HTTP_HEAD;
    if (!plain || !text_decode_path(url)) {
        conn_refuse(c, 400, NULL);
        return;
    }
    if (!recount(c, part_text(h, PART_FORWARDED), &from)) {
        c->net->counts.refused++;
        conn_refuse(c, 429, NULL);
        return;
    }
    c->from = from;
    address_write(&from, address);
    struct net_request r = {
        .method = c->head ? "GET" : llhttp_method_name((llhttp_method_t)h->parser.method),
        .path = url,
        .query = asks ? query + 1 : "",
        .origin = part_text(h, PART_ORIGIN),
        .host = part_text(h, PART_HOST),
        .language = part_text(h, PART_LANGUAGE),
        .authorization = part_text(h, PART_AUTHORIZATION),
        .protocols = part_text(h, PART_PROTOCOLS),
        .address = address,
        .body = h->body ? h->body : "",
        .body_size = h->body_size,
        .aside = c->aside,
    };
    c->net->counts.requests++;
    c->keep = h->keep;
    if (h->parser.upgrade) {
        hand_over_upgrade(c, &r);
        return;
    }
    c->state = CONN_ASKED;
    c->net->stirred = c->known = true;
    c->net->on.request(c->net->ctx, c, &r);
}

static void init_parser(struct http *h)
{
    static const llhttp_settings_t settings = {.on_url = on_url,
                                               .on_url_complete = on_part_end,
                                               .on_header_field = on_name,
                                               .on_header_field_complete = on_name_end,
                                               .on_header_value = on_value,
                                               .on_header_value_complete = on_part_end,
                                               .on_headers_complete = on_head,
                                               .on_body = on_body,
                                               .on_message_complete = on_whole};
    llhttp_init(&h->parser, HTTP_REQUEST, &settings);
    h->parser.data = h;
}

static struct http *new_request(struct conn *c)
{
    struct http *h = calloc(1, sizeof *h);
    if (!h || !(h->text = malloc(TEXT_FIRST))) {
        free(h);
        return NULL;
    }
    h->text[0] = 0; /* what is absent */
    h->used = 1;
    h->room = TEXT_FIRST;
    h->conn = c;
    c->head = false;
    init_parser(h);
    return h;
}

void http_free(struct http *h)
{
    if (!h)
        return;
    free(h->text);
    free(h->body);
    free(h);
}

/* Both the gate and the parser take some more of the request.  False: one of them refuses it, or they do not
 * agree where it ends. */
static bool read_more(struct http *h, const char *bytes, size_t size, size_t *used)
{
    size_t passed = gate_pass(&h->gate, bytes + *used, size - *used);
    enum llhttp_errno error =
        llhttp_execute(&h->parser, bytes + *used, passed); /* on_head() tells the gate */
    *used += passed;
    return (error == HPE_OK || error == HPE_PAUSED_UPGRADE) && h->gate.state != GATE_HEAD_WHOLE &&
           h->gate.state < GATE_BAD && h->whole == (h->gate.state == GATE_WHOLE);
}

size_t http_input(struct conn *c, const char *bytes, size_t size)
{
    if (!c->http && !(c->http = new_request(c))) {
        conn_cut(c);
        return size;
    }
    struct http *h = c->http;
    size_t used = 0;
    while (used < size && !h->whole) {
        if (read_more(h, bytes, size, &used))
            continue;
        if (c->state == CONN_READING)
            conn_refuse(c, h->status ? h->status : h->gate.state == GATE_TOO_LONG ? 431 : 400, NULL);
        return size;
    }
    if (h->whole)
        hand_over(c);
    return used;
}

const char *http_none_match(const struct http *h)
{
    return part_text(h, PART_NONE_MATCH);
}

bool http_accepts(const struct http *h, const char *encoding)
{
    return text_accepts(part_text(h, PART_ENCODING), encoding);
}
