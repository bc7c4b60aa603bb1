/* net/ws.c -- WebSocket frames: text messages in, frames out.
 *
 * wslay's frame reader takes 4 KiB, far more than anything else a connection
 * owns; but between two frames it remembers nothing.  So one reader serves all
 * connections, and only a connection that stopped in the midst of a frame keeps
 * the reader it has until the rest has come. */
#include "net/ws.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "net/http.h"
#include "net/text.h"

enum { CONTROL_MAX = 125, MASK_SIZE = 4, MESSAGE_FIRST = 256 };

struct ws_reader {
    wslay_frame_context_ptr frames;
    const char *in; /* what came and wslay has not fetched yet */
    size_t in_size;
    uint64_t pending;    /* bytes fetched that no frame accounts for yet */
    bool in_frame;       /* its header has been judged */
    uint64_t frame_left; /* bytes of it still to come */
    size_t control_size;
    char control[CONTROL_MAX]; /* what came of a control frame */
};

static ssize_t fetch(uint8_t *to, size_t room, int flags, void *user)
{
    struct ws_reader *r = user;
    size_t some = r->in_size < room ? r->in_size : room;
    (void)flags;
    if (!some)
        return -1;
    memcpy(to, r->in, some);
    r->in += some;
    r->in_size -= some;
    r->pending += some;
    return (ssize_t)some;
}

static struct ws_reader *new_reader(void)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = fetch};
    struct ws_reader *r = calloc(1, sizeof *r);
    if (r && wslay_frame_context_init(&r->frames, &callbacks, r)) {
        free(r);
        return NULL;
    }
    return r;
}

void ws_reader_free(struct ws_reader *r)
{
    if (r)
        wslay_frame_context_free(r->frames);
    free(r);
}

static void borrow_reader(struct conn *c)
{
    if (c->reader)
        return;
    c->reader = c->net->spare ? c->net->spare : new_reader();
    c->net->spare = NULL;
}

/* At a frame's edge the reader is as good as new and goes back; after a bad frame it never will be. */
static void return_reader(struct conn *c)
{
    struct ws_reader *r = c->reader;
    bool at_edge = !r->pending && !r->in_frame;
    if (c->state == CONN_WEBSOCKET && !at_edge)
        return;
    if (!at_edge || c->net->spare)
        ws_reader_free(r);
    else
        c->net->spare = r;
    c->reader = NULL;
}

/* ---- output ---- */

static size_t head_size(size_t size)
{
    return size < 126 ? 2 : size <= UINT16_MAX ? 4 : 10;
}

static void write_frame(char *out, enum wslay_opcode opcode, const char *bytes, size_t size)
{
    size_t head = head_size(size);
    out[0] = (char)(0x80 | opcode);
    out[1] = (char)(head == 2 ? size : head == 4 ? 126 : 127);
    for (size_t i = 2; i < head; i++)
        out[i] = (char)((uint64_t)size >> 8 * (head - 1 - i));
    if (size)
        memcpy(out + head, bytes, size);
}

static bool put_frame(struct conn *c, enum wslay_opcode opcode, const char *bytes, size_t size)
{
    char *at = conn_room(c, head_size(size) + size);
    if (at)
        write_frame(at, opcode, bytes, size);
    return at;
}

size_t net_frame(const char *text, size_t size, char *out, size_t max)
{
    size_t all = head_size(size) + size;
    if (all > max)
        return 0;
    write_frame(out, WSLAY_TEXT_FRAME, text, size);
    return all;
}

bool net_send_frame(struct conn *c, const char *frame, size_t size)
{
    if (c->state != CONN_WEBSOCKET && !http_become_websocket(c))
        return false;
    char *at = conn_room(c, size);
    if (!at)
        return false;
    memcpy(at, frame, size);
    c->net->counts.messages_out++;
    return true;
}

bool net_send(struct conn *c, const char *text, size_t size)
{
    if ((c->state != CONN_WEBSOCKET && !http_become_websocket(c)) ||
        !put_frame(c, WSLAY_TEXT_FRAME, text, size))
        return false;
    c->net->counts.messages_out++;
    return true;
}

static void say_goodbye(struct conn *c, int code, const char *reason, size_t size)
{
    char body[CONTROL_MAX] = {(char)(code >> 8), (char)code};
    size_t some = size < CONTROL_MAX - 2 ? size : CONTROL_MAX - 2;
    while (some < size && some && ((uint8_t)reason[some] & 0xC0) == 0x80)
        some--; /* not in the midst of a character */
    memcpy(body + 2, reason, some);
    if (put_frame(c, WSLAY_CONNECTION_CLOSE, body, code == WS_NO_CODE ? 0 : 2 + some))
        conn_finish(c);
}

void net_end(struct conn *c, int code, const char *reason)
{
    if (c->state == CONN_WEBSOCKET || http_become_websocket(c))
        say_goodbye(c, code, reason, strlen(reason));
}

void conn_ping(struct conn *c)
{
    put_frame(c, WSLAY_PING, NULL, 0);
}

/* ---- input ---- */

static void fail(struct conn *c, int code, const char *reason)
{
    c->net->counts.bad_frames++;
    say_goodbye(c, code, reason, strlen(reason));
}

static bool judge_frame(struct conn *c, const struct wslay_frame_iocb *f)
{
    bool control = wslay_is_ctrl_frame(f->opcode);
    if (!f->mask)
        fail(c, WS_PROTOCOL_ERROR, "frames must be masked");
    else if (f->rsv)
        fail(c, WS_PROTOCOL_ERROR, "no extension was negotiated");
    else if (f->opcode > WSLAY_PONG || (f->opcode > WSLAY_BINARY_FRAME && !control))
        fail(c, WS_PROTOCOL_ERROR, "unknown kind of frame");
    else if (f->opcode == WSLAY_BINARY_FRAME)
        fail(c, WS_NOT_TEXT, "messages must be text");
    else if (!control && (f->opcode == WSLAY_CONTINUATION_FRAME) != c->fragmented)
        fail(c, WS_PROTOCOL_ERROR, "a frame out of order");
    else if (!control && f->payload_length > c->net->limits.message_max - c->message_size)
        fail(c, WS_TOO_BIG, "the message is too long");
    return c->state == CONN_WEBSOCKET;
}

static void take_message(struct conn *c, const char *text, size_t size)
{
    if (!text_is_utf8(text, size)) {
        fail(c, WS_NOT_UTF8, "messages must be UTF-8");
        return;
    }
    c->net->counts.messages_in++;
    c->net->stirred = true;
    c->net->on.message(c->net->ctx, c, text, size);
}

static bool add_to_message(struct conn *c, const uint8_t *bytes, size_t size)
{
    size_t needed = c->message_size + size;
    if (needed > c->message_room) {
        size_t room = c->message_room ? c->message_room : MESSAGE_FIRST;
        while (room < needed)
            room *= 2;
        char *grown = realloc(c->message, room);
        if (!grown) {
            conn_cut(c);
            return false;
        }
        c->message = grown;
        c->message_room = (uint32_t)room;
    }
    if (size)
        memcpy(c->message + c->message_size, bytes, size);
    c->message_size = (uint32_t)needed;
    return true;
}

static void take_data(struct conn *c, const struct wslay_frame_iocb *f, bool last)
{
    if (last && f->fin && !c->message_size && f->data_length == f->payload_length) {
        c->fragmented = false;
        take_message(c, (const char *)f->data, f->data_length); /* in one piece: no copy */
        return;
    }
    if (!add_to_message(c, f->data, f->data_length) || !last)
        return;
    c->fragmented = !f->fin;
    if (c->fragmented)
        return;
    char *message = c->message;
    size_t size = c->message_size;
    c->message = NULL;
    c->message_size = c->message_room = 0;
    take_message(c, message ? message : "", size);
    free(message);
}

static bool is_close_code(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static void take_close(struct conn *c, const char *body, size_t size)
{
    int code = size < 2 ? WS_NO_CODE : (uint8_t)body[0] << 8 | (uint8_t)body[1];
    if (size == 1 || (size && !is_close_code(code)))
        fail(c, WS_PROTOCOL_ERROR, "no such close code");
    else if (size && !text_is_utf8(body + 2, size - 2))
        fail(c, WS_NOT_UTF8, "the reason must be UTF-8");
    else
        say_goodbye(c, code, "", 0);
}

static void take_control(struct conn *c, const struct wslay_frame_iocb *f, bool last)
{
    struct ws_reader *r = c->reader;
    memcpy(r->control + r->control_size, f->data, f->data_length);
    r->control_size += f->data_length;
    if (!last)
        return;
    if (f->opcode == WSLAY_PING)
        put_frame(c, WSLAY_PONG, r->control, r->control_size);
    else if (f->opcode == WSLAY_CONNECTION_CLOSE)
        take_close(c, r->control, r->control_size);
    r->control_size = 0;
}

/* Frames that are no message cost as much as those that are, so the handlers count them.  False: enough. */
static bool hear_noise(struct conn *c, const struct wslay_frame_iocb *f)
{
    if (f->opcode == WSLAY_CONNECTION_CLOSE || (f->fin && !wslay_is_ctrl_frame(f->opcode)))
        return true;
    c->net->stirred = true;
    c->net->on.noise(c->net->ctx, c);
    return c->state == CONN_WEBSOCKET;
}

/* A part of a frame, or the whole. */
static void take_part(struct conn *c, const struct wslay_frame_iocb *f)
{
    struct ws_reader *r = c->reader;
    if (!r->in_frame) {
        if (!judge_frame(c, f))
            return;
        r->in_frame = true;
        r->frame_left = f->payload_length;
        r->pending -= head_size((size_t)f->payload_length) + MASK_SIZE;
        if (!hear_noise(c, f))
            return;
    }
    r->pending -= f->data_length;
    r->frame_left -= f->data_length;
    r->in_frame = r->frame_left;
    if (wslay_is_ctrl_frame(f->opcode))
        take_control(c, f, !r->in_frame);
    else
        take_data(c, f, !r->in_frame);
}

void ws_input(struct conn *c, const char *bytes, size_t size)
{
    borrow_reader(c);
    struct ws_reader *r = c->reader;
    if (!r) {
        conn_cut(c);
        return;
    }
    r->in = bytes;
    r->in_size = size;
    while (c->state == CONN_WEBSOCKET) {
        struct wslay_frame_iocb frame;
        ssize_t got = wslay_frame_recv(r->frames, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        if (got < 0)
            fail(c, WS_PROTOCOL_ERROR, "a malformed frame");
        else
            take_part(c, &frame);
    }
    return_reader(c);
}
