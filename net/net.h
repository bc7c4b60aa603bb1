/* net/net.h -- connections: requests over HTTP, messages over WebSocket, one loop.
 *
 * It knows nothing about tables, seats or games.  Everything happens on the thread
 * that runs net_run(); what is sent in one turn of the loop goes out in one
 * write per connection at the turn's end. */
#ifndef NET_NET_H
#define NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/complaint.h"

struct net;  /* the loop and its listener */
struct conn; /* one connection */
struct address;

/* Complete and bounded.  All texts end with zero and live until the handler returns; what was not sent is "".
 * HEAD arrives as GET, and the body of the reply is left out. */
struct net_request {
    const char *method;
    const char
        *path; /* decoded; begins with '/'; UTF-8 without control characters, '\\', "//", "." or ".." */
    const char *query; /* as sent, without the '?': see net_query() */
    const char *origin, *host, *language, *authorization;
    const char *protocols; /* what a WebSocket offers to speak, separated by commas: see net_offer() */
    const char *address;   /* of the peer, or what a trusted proxy says it is */
    const char *body;
    size_t body_size;
    bool aside; /* it came by the address of net_listen_aside() */
};

struct net_handlers {
    /* Answer with net_reply(), now or later; until then no further request from this connection is read. */
    void (*request)(void *ctx, struct conn *c, const struct net_request *r);
    /* May this request become a WebSocket?  False: it has been answered with net_reply().  A handler that is
     * going to say yes may already send messages. */
    bool (*upgrade)(void *ctx, struct conn *c, const struct net_request *r);
    void (*message)(void *ctx, struct conn *c, const char *text, size_t size); /* one text message, UTF-8 */
    /* A frame of a WebSocket that is no message: a ping, a pong, or a part with more to come. */
    void (*noise)(void *ctx, struct conn *c);
    void (*closed)(void *ctx, struct conn *c); /* the last call for it */
    void (*turn)(void *ctx); /* all input of this turn of the loop has been handed over; output follows */
    const char *protocol;    /* spoken by its WebSockets, if that is what a client offers; NULL: any */
};

struct net_limits {
    size_t message_max, body_max, outbox_max;
    int connections_max, connections_per_address_max; /* an address is an IPv4 address or an IPv6 /64 */
    int request_ms, idle_ms; /* a request must be complete by then; a silent WebSocket is pinged, then cut */
    bool trust_proxy;        /* believe X-Forwarded-For from loopback and private addresses */
};

/* `listen` is ADDRESS:PORT, [ADDRESS]:PORT or NAME:PORT; port 0 is any free one.
 * The soft limit on open files is raised as far as connections_max needs and the
 * hard limit allows; if that is not enough, connections_max shrinks. */
struct net *net_open(const char *listen, const struct net_limits *limits, const struct net_handlers *handlers,
                     void *ctx, struct complaint *why);
/* A second address, for those who run the server: it is reached however full the other one is.  Before
 * net_run(), once. */
bool net_listen_aside(struct net *n, const char *listen, struct complaint *why);
const char *net_address(const struct net *n);       /* http://host:port, as bound */
const char *net_aside_address(const struct net *n); /* "": there is none */
void net_run(struct net *n);                        /* until net_stop() */
void net_stop(struct net *n);  /* says goodbye to everybody (1001), then returns from net_run() */
void net_close(struct net *n); /* not from a handler */

int64_t net_now_ms(const struct net *n); /* monotonic */
void net_wake_at(struct net *n,
                 int64_t at_ms); /* a `turn` happens by then, with or without input; the earliest counts */
void net_wake(struct net *n);    /* from any thread or signal handler: a `turn` happens soon */

/* `headers` are whole lines that end with "\r\n", or NULL. */
void net_reply(struct conn *c, int status, const char *type, const char *headers, const void *body,
               size_t size);
/* The file (or PATH.br or PATH.gz, if it exists and the client accepts it), or 304 if the client has it, or
 * 404. */
void net_reply_file(struct conn *c, const char *path, const char *type, const char *headers);
/* One text message; false if the connection is gone or cannot take more (then it is being cut). */
bool net_send(struct conn *c, const char *text, size_t size);
void net_end(struct conn *c, int code, const char *reason); /* a WebSocket, politely */
/* How many bytes are waiting to be written to it.  After asking, a `turn` follows once there are none. */
size_t net_waiting(struct conn *c);
const struct address *net_peer(const struct conn *c); /* as in its last request (net/address.h) */
void *net_data(const struct conn *c);
void net_set_data(struct conn *c, void *data);

/* The decoded value of a name in a query; false: missing, not UTF-8, or longer than `max` with its zero. */
bool net_query(const char *query, const char *name, char *out, size_t max);
/* Is there a "NAME=" in it, whatever follows? */
bool net_query_has(const char *query, const char *name);

/* What follows `before` in the first of the protocols that begins so; false: none does, or longer than `max`
 * with its zero, and then `out` is empty. */
bool net_offer(const char *protocols, const char *before, char *out, size_t max);

/* Encode once, send to many: a frame made by net_frame() may be sent to any number of connections.
 * Returns its size, at most NET_FRAME_HEAD_MAX + size; zero: `max` is too small. */
enum { NET_FRAME_HEAD_MAX = 10 };
size_t net_frame(const char *text, size_t size, char *out, size_t max);
bool net_send_frame(struct conn *c, const char *frame, size_t size);

struct net_counts {
    uint64_t accepted, refused, closed, cut_slow, timed_out, bad_requests, bad_frames;
    uint64_t bytes_in, bytes_out, requests, messages_in, messages_out;
    int open, websockets;
};
const struct net_counts *net_counts(const struct net *n);
bool net_nearly_full(const struct net *n); /* the last tenth of connections_max is being used */

#endif
