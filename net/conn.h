/* net/conn.h -- one connection as bytes in and bytes out; inside net/ only.
 *
 * It knows no sockets and no loop: whoever carries the bytes (net/loop.c, or a
 * test's memory) gives what came to conn_input(), takes what stands in `out`,
 * and says so with conn_taken().  A connection is only ever ended there, never
 * inside a handler: a state says that it is to end, and how. */
#ifndef NET_CONN_H
#define NET_CONN_H

#include "net/address.h"
#include "net/net.h"

struct http;
struct ws_reader;

enum conn_state {
    CONN_READING,   /* a request is awaited or half read */
    CONN_ASKED,     /* the handler has it and will reply */
    CONN_UPGRADING, /* the handler is being asked for the upgrade */
    CONN_REPLYING,  /* the reply is on its way; further requests wait */
    CONN_WEBSOCKET,
    CONN_FINISHED, /* the last word stands in `out`; what still comes is not read */
    CONN_CUT,      /* to be dropped without ceremony */
};

struct conn {
    struct net *net;
    void *data; /* the handlers' */
    struct conn *dirty_next;
    struct http *http;        /* the request that is being read or answered */
    struct ws_reader *reader; /* only while part of a frame has come */
    char *message;            /* only while part of a message has come */
    char *out;                /* what was gathered in this turn */
    char *later;              /* what came behind a request that is being answered */
    uint32_t message_size, message_room, out_size, out_room, later_size;
    uint32_t carried; /* bytes taken from `out` that the kernel has not yet */
    int file;         /* the rest of the reply, or -1 */
    uint64_t file_left;
    struct address peer;
    struct place *place; /* where it is counted */
    uint8_t state;       /* enum conn_state */
    bool dirty;
    bool known;      /* to the handlers */
    bool keep, head; /* how to reply: stay for another request, leave the body out */
    bool websocket;  /* it became one */
    bool watched;    /* somebody waits for its output to be gone */
    bool fragmented; /* more frames of this message are to come */
};

struct net {
    struct net_limits limits;
    struct net_handlers on;
    void *ctx;
    struct net_counts counts;
    struct places places;
    struct conn *dirty;      /* has output, or is to end */
    struct ws_reader *spare; /* at a frame's edge: any connection may use it */
    bool stirred;            /* a handler was called since the last turn */
};

void conn_init(struct conn *c, struct net *n, const struct address *peer);
void conn_input(struct conn *c, const char *bytes, size_t size);
bool conn_wants_input(const struct conn *c);
void conn_taken(struct conn *c); /* all output has been taken and carried: what comes next? */
void conn_touch(struct conn *c); /* there is something to do for it at the turn's end */
void conn_cut(struct conn *c);
void conn_finish(struct conn *c);   /* after what stands in `out` */
void conn_farewell(struct conn *c); /* tells the handlers, once; then it is nobody's */
void conn_free(struct conn *c);     /* what it owns, not itself */
void conn_ping(struct conn *c);

/* All that were touched, as a list by dirty_next; whoever takes it clears each `dirty` before serving it. */
struct conn *net_take_dirty(struct net *n);

/* For http.c, reply.c and ws.c. */
char *conn_room(struct conn *c, size_t size);                      /* bounded; NULL: too slow, and cut */
bool conn_put(struct conn *c, const void *bytes, size_t size);     /* a part of a reply: not bounded */
void conn_refuse(struct conn *c, int status, const char *headers); /* a bad request */
void conn_drop_request(struct conn *c);

#endif
