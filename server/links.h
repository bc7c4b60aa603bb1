/* server/links.h -- browsers at tables, and requests that wait for a reply: coming, going, replying.
 *
 * A link lives until its connection is gone and everything it asked for has been answered.  tell.h says what
 * a link at a table is told; greet.h, how it catches up with the story. */
#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H

#include "server/bucket.h"
#include "server/host.h"
#include "server/refusals.h"

struct hosted;

struct link {
    void *conn;        /* NULL: the connection is gone */
    struct hosted *at; /* NULL: a request that waits for a reply */
    struct link *next, **back;
    uint32_t acts;  /* answers that it is still waiting for */
    uint32_t round; /* what it had been told before it came; round or seat 0: not given */
    seq_t since;
    seat_t since_seat;
    seat_t seat;
    bool fresh;   /* not greeted since it came, or since seats or game changed */
    bool telling; /* greeted, and being told the story so far */
    bool removed; /* its player was taken from the table: it is told that, and nothing more */
    bool told_so; /* it has been told */
    bool spent;   /* its network has had too much stored */
    int scolded;
    struct bucket messages; /* of somebody without a seat; a seat's are counted together (quota.h) */
};

/* Is it told about events as they happen? */
static inline bool links_follows(const struct link *l)
{
    return !l->fresh && !l->telling;
}

/* Frees a link that has no connection and waits for nothing; leaves any other alone. */
void links_let_go(struct link *l);

/* Replies to a request, which ends it. */
void links_reply(struct host *h, struct link *l, int status, const char *json, size_t size);
void links_refuse(struct host *h, struct link *l, const struct refusal *why);
void links_fail(struct host *h, struct link *l, int status, const struct refusal *why);

#endif
