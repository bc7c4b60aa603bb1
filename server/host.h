/* server/host.h -- the host of all tables: judges what it is asked, has it
 * stored, and only then shows it.
 *
 * It does no I/O, reads no clock and draws no randomness: what it needs of the
 * world it calls for (struct host_calls), and what happens in the world it is
 * told.  So the simulator runs this very code.
 *
 * This is all that is known of it outside; inside, each file does one thing and is named in what follows. */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include "core/game.h"
#include "server/limits.h"
#include "store/store.h"

struct host;
struct link; /* one connection that is at a table, or waits for a reply */

struct host_calls {
    /* What is sent to many browsers is framed once. */
    size_t (*frame)(const char *text, size_t size, char *out, size_t max);
    void (*send)(void *ctx, void *conn, const char *frame, size_t size);
    size_t (*waiting)(void *ctx, void *conn); /* bytes sent that it has not taken yet */
    void (*end)(void *ctx, void *conn, int code, const char *reason); /* a WebSocket */
    void (*reply)(void *ctx, void *conn, int status, const char *json, size_t size);
    void (*store)(void *ctx,
                  const struct store_batch *b); /* then host_stored(); b stays as it is until then */
    void (*entropy)(void *ctx, void *out, size_t size);
    int64_t (*wall_ms)(void *ctx); /* since 1970 */
    void (*log)(void *ctx, const char *event, const char *detail);
};

struct host_limits {
    int tables, messages_per_s;
    int lobby_kept_s, game_kept_s;
};

enum host_outcome { ACCEPTED, REFUSED, REPEATED, MALFORMED, TOO_FAST, OUTCOMES };

struct host_counts { /* for /metrics; all but the first three only grow */
    int tables, seats, links;
    uint64_t commands[OUTCOMES];
    uint64_t events, told, opened, finished, set_aside;
    uint64_t commits, commit_failures, entries;
};

/* NULL: no memory. */
struct host *host_open(const struct host_limits *limits, const struct host_calls *calls, void *ctx,
                       int64_t now_ms);
void host_close(struct host *h);
/* load.c.  Takes up every live game of the store, each paused where it stood (P4.3).  `aside` may be NULL. */
struct aside;
bool host_load(struct host *h, struct store *s, struct aside *aside, struct complaint *why);

/* The time of everything that follows; it never goes back. */
void host_time(struct host *h, int64_t now_ms);
/* All input of a turn of the loop is in: deadlines come, a batch goes to the store, newcomers are greeted. */
void host_turn(struct host *h);
int64_t host_wakes_ms(const struct host *h); /* when a turn is needed without input; INT64_MAX: never */
/* commit.c.  The batch given to `store` is safe, or is not. */
void host_stored(struct host *h, bool ok);

/* Requests.  Each is answered by `reply`, now or once it is stored; the link is gone then.  If the connection
 * closes before: host_leave(). */
struct link *host_link(struct host *h, void *conn); /* links.c.  NULL: no memory */
/* opening.c, sitting.c, brought.c */
void host_open_table(struct host *h, struct link *l, const char *body, size_t size);
void host_take_seat(struct host *h, struct link *l, const char *code, const char *body, size_t size);
void host_bring_material(struct host *h, struct link *l, const char *code, const char *body, size_t size);
/* lobby.c */
void host_tell_table(struct host *h, struct link *l, const char *code);
void host_tell_seats(struct host *h, struct link *l, const char *code);
void host_tell_lobby(struct host *h, struct link *l);

/* WebSockets: links.c.  An empty token: the gallery. */
enum { END_TOO_FAST = 1008, END_REMOVED = 4001, END_SET_ASIDE = 4002 }; /* why the host ends one */
struct host_visit {
    const char *code, *token;
    uint32_t since, round; /* round and seat as `hello` told them; 0: not said */
    seat_t seat;
};
const struct refusal *host_door(struct host *h, const struct host_visit *v); /* NULL: it is open */
/* NULL: *why is set. */
struct link *host_join(struct host *h, void *conn, const struct host_visit *v, const struct refusal **why);
void host_leave(struct host *h, struct link *l);                               /* the connection is gone */
void host_hear(struct host *h, struct link *l, const char *text, size_t size); /* hear.c */

/* Before stopping: no new tables and no commands; true when everything is stored and shown. */
bool host_drain(struct host *h);

const struct host_counts *host_counts(struct host *h);
bool host_stuck(const struct host *h); /* the store fails at the moment */

#endif
