/* net/conn.h -- one connection as bytes in and bytes out; inside net/ only.
 *
 * It knows no sockets and no loop: whoever carries the bytes (net/loop.c, or a
 * test's memory) passes what came to conn_input(), takes what is in `out`, and
 * says so with conn_taken().  A connection is only ever ended there, never inside
 * a handler: its state says that it must end, and how. */
#ifndef NET_CONN_H
#define NET_CONN_H

#include "net/address.h"
#include "net/net.h"

struct http;
struct ws_reader;

enum conn_state {
    CONN_READING,   /* waiting for a request, or in the middle of one */
    CONN_ASKED,     /* the handler has it and will reply */
    CONN_UPGRADING, /* the handler is being asked for the upgrade */
    CONN_REPLYING,  /* the reply is on its way; further requests wait */
    CONN_WEBSOCKET,
    CONN_FINISHED, /* the last output is in `out`; nothing more is read */
    CONN_CUT,      /* to be dropped at once */
};

struct conn {
    struct net *net;
    void *data; /* the handlers' */
    struct conn *dirty_next;
    struct http *http;        /* the request that is being read or answered */
    struct ws_reader *reader; /* only in the middle of a frame */
    char *message;            /* only in the middle of a message */
    char *out;                /* what was gathered during this turn */
    char *later;              /* what came after a request that is being answered */
    uint32_t message_size, message_room, out_size, out_room, later_size;
    uint32_t carried; /* bytes taken from `out` that the kernel does not have yet */
    int file;         /* the rest of the reply, or -1 */
    uint64_t file_left;
    struct address peer, from; /* from: whom it is counted for, as of its last request */
    struct place *place;       /* where it is counted */
    uint8_t state;             /* enum conn_state */
    bool dirty;
    bool known;      /* to the handlers */
    bool keep, head; /* how to reply: stay for another request, leave the body out */
    bool websocket;  /* it became one */
    bool watched;    /* somebody is waiting for its output to be sent */
    bool fragmented; /* more frames of this message follow */
    bool aside;      /* it came by the second address */
    bool held;       /* what it asks for waits in `later` for its turn */
};

struct net {
    struct net_limits limits;
    struct net_handlers on;
    void *ctx;
    struct net_counts counts;
    struct places places;
    struct conn *dirty;      /* has output, or must end */
    struct ws_reader *spare; /* between frames, any connection may use it */
    bool stirred;            /* a handler was called since the last turn */
    bool crowded;            /* requests are held for now */
};

void conn_init(struct conn *c, struct net *n, const struct address *peer);
void conn_input(struct conn *c, const char *bytes, size_t size);
bool conn_wants_input(const struct conn *c);
void conn_resume(struct conn *c); /* it is held no longer: reads on */
void conn_taken(struct conn *c);  /* all output has been taken and sent: what comes next? */
void conn_touch(struct conn *c);  /* it needs attention at the end of the turn */
void conn_cut(struct conn *c);
void conn_finish(struct conn *c);   /* after what is in `out` */
void conn_farewell(struct conn *c); /* tells the handlers, once; then nobody owns it */
void conn_free(struct conn *c);     /* what it owns, not itself */
void conn_ping(struct conn *c);

/* All that were touched, as a list by dirty_next; the caller clears each `dirty` before serving it. */
struct conn *net_take_dirty(struct net *n);

/* For http.c, reply.c and ws.c. */
char *conn_room(struct conn *c, size_t size); /* limited; NULL: the reader is too slow, and is cut */
bool conn_put(struct conn *c, const void *bytes, size_t size);     /* part of a reply: not limited */
void conn_refuse(struct conn *c, int status, const char *headers); /* a bad request */
void conn_drop_request(struct conn *c);

#endif
