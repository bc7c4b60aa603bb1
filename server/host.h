/* server/host.h -- the host of all tables: judges what it is asked, has it
 * stored, and only then shows it.
 *
 * It does no I/O, reads no clock and draws no randomness: it calls for what it
 * needs (struct host_calls), and is told what happens in the world.  That is
 * why the simulator (tests/sim.c) can run this very code.
 *
 * This is all that others know of it.  Inside, each file does one thing; it is named with its functions. */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include "core/game.h"
#include "server/limits.h"
#include "store/store.h"

struct host;
struct link; /* one connection that is at a table, or waits for a reply */

struct host_calls {
    /* A text for many browsers is framed only once. */
    size_t (*frame)(const char *text, size_t size, char *out, size_t max);
    void (*send)(void *ctx, void *conn, const char *frame, size_t size);
    size_t (*waiting)(void *ctx, void *conn); /* bytes that were sent but not taken yet */
    void (*end)(void *ctx, void *conn, int code, const char *reason); /* a WebSocket */
    void (*reply)(void *ctx, void *conn, int status, const char *json, size_t size);
    void (*store)(void *ctx,
                  const struct store_batch *b); /* host_stored() follows; b does not change until then */
    void (*entropy)(void *ctx, void *out, size_t size);
    int64_t (*wall_ms)(void *ctx); /* since 1970 */
    void (*log)(void *ctx, const char *event, const char *detail);
};

struct host_limits {
    int tables, messages_per_s;
    int lobby_kept_s, game_kept_s;
    size_t memory; /* bytes that all tables together may take */
};

enum host_outcome { ACCEPTED, REFUSED, REPEATED, MALFORMED, TOO_FAST, OUTCOMES };

struct host_counts { /* for /metrics; all but the first four only grow */
    int tables, seats, links;
    size_t memory; /* bytes that the tables take */
    uint64_t commands[OUTCOMES];
    uint64_t events, told, opened, finished, abandoned, set_aside;
    uint64_t commits, commit_failures, entries;
};

/* NULL: out of memory. */
struct host *host_open(const struct host_limits *limits, const struct host_calls *calls, void *ctx,
                       int64_t now_ms);
void host_close(struct host *h);
/* load.c.  Resumes every live game of the store, each paused where it was (P4.3).  `aside` may be NULL. */
struct aside;
bool host_load(struct host *h, struct store *s, struct aside *aside, struct complaint *why);

/* The time of everything that follows; it never goes backwards. */
void host_time(struct host *h, int64_t now_ms);
/* All input of this turn of the loop is in: meets deadlines, sends a batch to the store, greets newcomers. */
void host_turn(struct host *h);
int64_t host_wakes_ms(const struct host *h); /* when a turn is needed without input; INT64_MAX: never */
/* commit.c.  The batch given to `store` is safe, or storing it failed. */
void host_stored(struct host *h, bool ok);

/* Requests.  Each is answered by `reply`, now or once something is stored; that ends the link.  If the
 * connection closes first: host_leave(). */
struct link *host_link(struct host *h, void *conn); /* links.c.  NULL: out of memory */
/* opening.c, sitting.c, reports.c (an empty token: somebody who watches), brought.c */
void host_open_table(struct host *h, struct link *l, const char *body, size_t size);
void host_take_seat(struct host *h, struct link *l, const char *code, const char *body, size_t size);
void host_report_seat(struct host *h, struct link *l, const char *code, const char *token, const char *body,
                      size_t size);
void host_bring_material(struct host *h, struct link *l, const char *code, const char *body, size_t size);
/* lobby.c */
const struct refusal *host_missing(struct host *h, const char *code); /* NULL: there is such a table */
void host_tell_table(struct host *h, struct link *l, const char *code);
void host_tell_seats(struct host *h, struct link *l, const char *code);
void host_tell_lobby(struct host *h, struct link *l);

/* WebSockets: links.c.  An empty token: the gallery. */
/* Why the host ends one. */
enum { END_TOO_FAST = 1008, END_REMOVED = 4001, END_SET_ASIDE = 4002, END_DEVICES = 4003 };
struct host_visit {
    const char *code, *token;
    uint32_t since, round; /* round and seat as `hello` gave them; 0: not given */
    seat_t seat;
};
const struct refusal *host_door(struct host *h, const struct host_visit *v); /* NULL: it is open */
/* NULL: *why is set. */
struct link *host_join(struct host *h, void *conn, const struct host_visit *v, const struct refusal **why);
void host_leave(struct host *h, struct link *l); /* the connection is gone */
/* hear.c.  A message; or a ping, a pong or a part of a message, which count against the same limit. */
void host_hear(struct host *h, struct link *l, const char *text, size_t size);
void host_hear_noise(struct host *h, struct link *l);

/* Before stopping: no new tables, no commands; true once everything is stored and shown. */
bool host_drain(struct host *h);

const struct host_counts *host_counts(struct host *h);
bool host_stuck(const struct host *h); /* the store is failing right now */

#endif
