/* net/loop.h -- what the loop and its door share; inside net/ only. */
#ifndef NET_LOOP_H
#define NET_LOOP_H

#include "net/conn.h"
#include "net/share.h"

#include <uv.h>

enum { READ_MAX = 64 * 1024 };

/* What a connection may be waiting for; those that wait for the same thing are ordered by time. */
enum wait { WAIT_REQUEST, WAIT_IDLE, WAIT_LINGER, WAIT_TURN, WAITS };

struct sending { /* what the kernel did not take at once */
    uv_write_t request;
    struct socket *socket;
    char *bytes;
};

struct socket {
    struct conn conn; /* first: a conn of this loop is its socket */
    uv_tcp_t tcp;
    struct socket *before, *after; /* of those who wait for the same */
    int64_t since_ms;              /* it waits */
    struct sending *sending;
    uint32_t unsent; /* at the last sweep */
    uint8_t wait;    /* enum wait */
    bool reading, closing, pinged, shut;
};

struct waiting {
    struct socket *first, *last;
};

struct door { /* an address that is listened to */
    struct loop *loop;
    uv_poll_t poll;
    int listener;
    char address[160];
};

enum { DOOR, DOOR_ASIDE, DOORS };

struct loop {
    struct net net; /* first: a net is its loop */
    uv_loop_t uv;
    struct door doors[DOORS];
    uv_check_t after_input;
    uv_prepare_t before_sleep;
    uv_timer_t sweep, alarm, next;
    struct share share; /* of its time, for requests */
    uv_async_t waker;
    struct waiting waiting[WAITS];
    int spare;            /* descriptor: lets us refuse somebody when none is left */
    int aside;            /* connections by the second door */
    int64_t alarm_ms;     /* INT64_MAX: none */
    int64_t stop_ms;      /* zero: not stopping */
    bool deaf;            /* no descriptor left to accept or even refuse with */
    char input[READ_MAX]; /* shared: what is read is used before the next read */
};

/* door.c: who comes in. */
bool door_fit_descriptors(struct net_limits *limits, struct complaint *why);
bool door_open(struct door *d, const char *listen, struct complaint *why); /* before there is a loop */
int door_start(struct door *d);                                            /* zero, or an error of libuv */
void door_retry(struct loop *loop);                                        /* now and then */
void door_close_all(struct loop *loop);
bool net_complain(struct complaint *why, const char *what, const char *text); /* false */

/* loop.c: takes an accepted socket, counted at `place`. */
void loop_admit(struct door *d, int fd, const struct address *from, struct place *place);

#endif
