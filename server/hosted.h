/* server/hosted.h -- a table as the host keeps it, and the host itself: shared by the files that make up the
 * host, and nobody else.  The header of each file says what it does with them. */
#ifndef SERVER_HOSTED_H
#define SERVER_HOSTED_H

#include "rules/presence.h"
#include "server/asking.h"
#include "server/gather.h"
#include "server/hope.h"
#include "server/host.h"
#include "server/seats.h"
#include "server/signals.h"
#include "server/wakes.h"
#include "table/table.h"

struct hosted {       /* a table: who sits there, and the game they play now */
    struct wake wake; /* must be first: the heap of deadlines only knows this part */
    struct wake idle; /* since when it may give way to a new table (deadlines_idle); never: INT64_MAX */
    struct table table;
    struct hosted *next_of_code, *next_to_greet;
    struct hosted *newer, **unjoined; /* in the list of those that nobody has joined; NULL: it is not */
    struct brought *brought;          /* NULL: plays with the built-in material */
    struct link *links;
    uint64_t number;       /* of the current game, in the store */
    int64_t epoch_ms;      /* host time at table time zero */
    int64_t opened_ms;     /* since 1970 */
    int64_t empty_ms;      /* since when no browser has been there */
    bookmark_t hello_from; /* everything up to here must be shown before newcomers are greeted */
    size_t weight;         /* bytes of memory that it takes, as last counted */
    uint32_t acts, link_count, round;
    uint32_t answered; /* the last commit that answered it */
    uint16_t away_s;
    uint8_t pace;
    bool public, gallery, wait, over;
    bool over_told; /* everybody has been shown that it is over */
    bool stored;    /* its head is in the store: the table exists */
    bool to_greet, has_options, has_stand_ins;
    char code[CODE_SIZE + 1], record[RECORD_ID_SIZE + 1];
    uint8_t seed[SEED_BYTES];
    uint8_t chain[HASH_BYTES]; /* of everything gathered for the store; it begins with the commitment */
    struct input options;      /* of set_up, as last chosen or played */
    struct bucket arranged;    /* what its host has done lately */
    struct member member[VIEWS];
    struct former former[LIMIT_FORMER]; /* the last who gave up a seat in this game */
    struct asking asking;
    struct ration ration[VIEWS];      /* by seat; of the gallery: for all who have no seat */
    struct stand_in *stand_in[VIEWS]; /* the bots that play now */
};

enum { CODE_SLOTS = 1 << 14 };

struct host {
    const struct host_calls *calls;
    void *ctx;
    struct host_limits limits;
    struct host_counts counts;
    int64_t now_ms, stuck_ms, retry_ms;
    int retries;
    bool stuck, draining;
    bool guarded;                                /* something is being done for a table, and may fail */
    struct gathering gathering[2], *open, *busy; /* being filled; being stored, or NULL */
    struct hope hope;
    struct wakes wakes;
    struct wakes idle; /* the table that was left first is in front */
    struct hosted *greet;
    struct hosted *unjoined, **unjoined_end; /* tables that were opened, the oldest first (opening.c) */
    struct brought *brought;
    struct hosted *codes[CODE_SLOTS];
    char aside[LIMIT_ASIDE][CODE_SIZE + 1]; /* codes of tables recently set aside, to tell whoever comes */
};

static inline int64_t hosted_ms(const struct host *h, const struct hosted *t) /* table time */
{
    return (h->stuck ? h->stuck_ms : h->now_ms) - t->epoch_ms;
}

static inline const struct presence *hosted_presence(const struct hosted *t)
{
    return presence_of(t->table.game, t->table.truth);
}

static inline bool hosted_begun(const struct hosted *t)
{
    return t->table.game->begun(t->table.truth);
}

/* Nothing that people can put into words changes for others to see (P1.8). */
static inline bool hosted_hushed(const struct hosted *t)
{
    return presence_hushed(t->table.game, t->table.truth);
}

#endif
