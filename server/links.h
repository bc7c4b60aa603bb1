/* server/links.h -- browsers at tables, and requests that wait for their reply: coming, going, replying.
 *
 * A link lives as long as its connection, and until everything that it asked for has been answered.  What a
 * link at a table is told is tell.h's; how it catches up with the story, greet.h's. */
#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H

#include "server/host.h"
#include "server/refusals.h"

struct hosted;

struct link {
    void *conn;        /* NULL: the connection is gone */
    struct hosted *at; /* NULL: a request that waits for its reply */
    struct link *next, **back;
    uint32_t acts;  /* answers that it still waits for */
    uint32_t round; /* what it was told before it came; 0: it does not say of which round or seat */
    seq_t since;
    seat_t since_seat;
    seat_t seat;
    bool fresh;   /* has not been greeted since it came, or since the seats or the game changed */
    bool telling; /* has been greeted, and is being told its story up to now */
    bool removed; /* its player was taken from the table: it is told nothing more, but that */
    bool told_so; /* it has been */
    int scolded;
    int64_t spoke_ms; /* for the rate of messages: when the bucket was last filled */
    int may_speak;    /* and what it holds, in thousandths of a message */
};

/* Is it told what happens, as it happens? */
static inline bool links_follows(const struct link *l)
{
    return !l->fresh && !l->telling;
}

/* Frees a link that has no connection and waits for nothing; any other stays as it is. */
void links_let_go(struct link *l);

/* The reply to a request, with which it is over. */
void links_reply(struct host *h, struct link *l, int status, const char *json, size_t size);
void links_refuse(struct host *h, struct link *l, const struct refusal *why);
void links_fail(struct host *h, struct link *l, int status, const struct refusal *why);

#endif
