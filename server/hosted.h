/* server/hosted.h -- what the files that make up the host share with each other,
 * and nobody else. */
#ifndef SERVER_HOSTED_H
#define SERVER_HOSTED_H

#include "guard/guard.h"
#include "record/entry.h"
#include "rules/presence.h"
#include "server/host.h"
#include "server/messages.h"
#include "server/refusals.h"
#include "server/wakes.h"
#include "table/table.h"

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
    bool removed; /* its player was taken from the table */
    int scolded;
    int64_t spoke_ms; /* for the rate of messages: when the bucket was last filled */
    int may_speak;    /* and what it holds, in thousandths of a message */
};

struct member {               /* what the server knows of a seat beside the game */
    uint8_t hash[HASH_BYTES]; /* of the token; all zero: nobody has one */
    uint32_t links;           /* browsers that are there */
    int64_t left_ms;          /* since when there are none */
    struct {                  /* the last accepted commands (P6.2) */
        uint32_t id;
        seq_t last; /* the last event that it caused */
    } done[LIMIT_ANSWERS];
    uint8_t next;
};

struct brought { /* what tables have brought, each of those that hold it once */
    struct brought *next;
    const struct material *kind;
    uint8_t hash[HASH_BYTES];
    uint32_t held;
    size_t size; /* of the text, which is behind the form */
    _Alignas(8) uint8_t form[];
};

struct hosted {       /* a table: who sits there, and the game they play now */
    struct wake wake; /* first: the heap of deadlines knows it as this */
    struct table table;
    struct hosted *next_of_code, *next_to_greet;
    struct brought *brought; /* NULL: the house's own */
    struct link *links;
    uint64_t number;       /* of the game that is played now, in the store */
    int64_t epoch_ms;      /* host time at table time zero */
    int64_t opened_ms;     /* since 1970 */
    int64_t empty_ms;      /* since when no browser is there */
    bookmark_t hello_from; /* what happened before must be shown before the fresh are greeted */
    uint32_t acts, link_count, round;
    uint32_t answered; /* by which commit, last */
    uint16_t away_s;
    uint8_t pace;
    bool public, gallery, wait, over;
    bool over_told; /* everybody has been shown that it is over */
    bool stored;    /* its head has been stored: it exists */
    bool to_greet, has_options, has_stand_ins;
    char code[CODE_SIZE + 1], record[RECORD_ID_SIZE + 1];
    uint8_t seed[SEED_BYTES];
    uint8_t chain[HASH_BYTES]; /* of everything gathered for the store; it begins with the commitment */
    struct input options;      /* set_up, as last chosen or done */
    struct member member[VIEWS];
    struct stand_in *stand_in[VIEWS]; /* bots that play now */
};

static inline const struct presence *seated(const struct hosted *t)
{
    return presence_of(t->table.game, t->table.truth);
}

static inline bool begun(const struct hosted *t)
{
    return t->table.game->begun(t->table.truth);
}

/* Is it told what happens, as it happens? */
static inline bool link_follows(const struct link *l)
{
    return !l->fresh && !l->telling;
}

struct act {           /* something accepted or refused, to be told once the batch that it is in is stored */
    struct hosted *at; /* NULL: it is done with */
    bookmark_t until;  /* show what happened before */
    struct link *link; /* whom to answer; NULL: nobody */
    uint32_t re;       /* the answer's number */
    seq_t repeated;    /* a command done before: its last event; 0: it is not one */
    const struct refusal *refusal; /* NULL: accepted */
    char *reply;                   /* a request: what to reply */
    bool ends;                     /* the game ended with it */
    bool options;                  /* the options have changed with it */
    bool material;                 /* what is played with has: all are told what is replied */
};

struct gathering { /* what goes to the store together */
    struct store_batch batch;
    struct act *acts;
    size_t count, room;
};

struct hope {        /* that those who were just answered ask again at once, and share the next commit */
    uint32_t commit; /* which answered them */
    uint32_t answered, back; /* tables, and how many of them have asked again */
    int64_t until_ms;        /* the next batch may be held back for them */
    bool held;               /* it is */
    uint8_t vain, skip;      /* how often that was in vain, in a row; how many batches are therefore not */
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
    bool guarded;                                /* something is being done for a table that may fail */
    struct gathering gathering[2], *open, *busy; /* being filled; being stored, or NULL */
    struct hope hope;
    struct wakes wakes;
    struct hosted *greet;
    struct brought *brought;
    struct hosted *codes[CODE_SLOTS];
    char aside[LIMIT_ASIDE][CODE_SIZE + 1]; /* codes of the tables last set aside: whoever comes is told */
};

/* host.c */
int64_t host_table_ms(const struct host *h, const struct hosted *t);
struct act *host_act(struct host *h, struct hosted *t, struct link *l); /* after keep_reserve() */
void host_set_wake(struct host *h, struct hosted *t);
void host_tell(struct host *h, struct link *l, const char *text, size_t size);
void host_tell_refused(struct host *h, struct link *l, uint32_t re, const struct refusal *why);
void host_tell_all(struct host *h, struct hosted *t, const char *text, size_t size);
void host_greet_soon(struct host *h, struct hosted *t);
void host_greet_anew(struct host *h, struct hosted *t); /* everybody */
void host_unlink(struct host *h, struct link *l);
#define TELL(h, l, ...)                                                                                      \
    do {                                                                                                     \
        char tell_text[MESSAGE_MAX];                                                                         \
        size_t tell_size = MESSAGE(tell_text, __VA_ARGS__);                                                  \
        host_tell((h), (l), tell_text, tell_size);                                                           \
    } while (0)

/* faults.c: a bug in a game stops one table. */
typedef void table_fn(struct host *h, struct hosted *t, void *ctx);
/* Does something for a table that its game has a part in.  False: a CHECK failed in it, and the table has
 * been set aside.  `asks`: a request that is answered in any case; or NULL. */
bool faults_guard(struct host *h, struct hosted *t, struct link *asks, table_fn *what, void *ctx);
void faults_set_aside(struct host *h, struct hosted *t, const struct fault *fault);
const struct refusal *faults_missing(const struct host *h, const char *code); /* why it is not there */

/* judge.c: the one way to change a table. */
const struct refusal *judge(struct host *h, struct hosted *t, struct input *in, struct link *from,
                            uint32_t re);
/* Why nothing can be stored just now; NULL: it can. */
const struct refusal *judge_cannot(const struct host *h, seat_t by);
void judge_remember(struct hosted *t, seat_t asker, uint32_t id); /* P6.2: done, with the last event */
bool judge_follow(struct host *h, struct hosted *t, const struct event *e); /* true: the head has changed */

/* seats.c: who is there. */
void seats_arrived(struct host *h, struct hosted *t, seat_t seat);
void seats_left(struct host *h, struct hosted *t, seat_t seat);
void seats_tick(struct host *h, struct hosted *t);
int64_t seats_wakes_ms(const struct host *h, const struct hosted *t); /* host time */
seat_t seats_find(const struct hosted *t, const char *token);         /* 0: nobody has that token */
bool seats_has_person(const struct hosted *t, seat_t seat);

/* stand_ins.c: bots. */
void stand_ins_refresh(struct host *h, struct hosted *t); /* after everything stored has been shown */
void stand_ins_leave(struct hosted *t);
void stand_ins_notice(struct hosted *t, seats_t who, const struct seen *seen);
void stand_ins_tick(struct host *h, struct hosted *t);
int64_t stand_ins_wake_ms(const struct hosted *t); /* table time */

/* brought.c: what tables bring to play with. */
struct brought *brought_hold(struct host *h, const struct material *kind, const char *text, size_t size,
                             struct complaint *why);                   /* NULL: `why` tells */
void brought_use(struct host *h, struct hosted *t, struct brought *b); /* from now on; takes over the hold */
size_t brought_write(const struct hosted *t, char out[MESSAGE_MAX]);   /* its title, as it is told */

/* tables.c: opening and closing. */
/* A request; what has a status of its own is not refused but fails. */
void host_refuse(struct host *h, struct link *l, const struct refusal *why);
void host_fail(struct host *h, struct link *l, int status, const struct refusal *why);
struct hosted *tables_find_or_fail(struct host *h, struct link *l,
                                   const char *code); /* NULL: it has failed */
struct hosted *tables_find(struct host *h, const char *code);
struct hosted *tables_new(struct host *h, const struct game *game, const char *code); /* NULL: no memory */
void tables_free(struct host *h, struct hosted *t);
const struct refusal *tables_play_again(struct host *h, struct hosted *t, struct link *from, uint32_t re);
const struct refusal *tables_change_game(struct host *h, struct hosted *t, const char *name,
                                         struct link *from, uint32_t re);
bool tables_read_options(const struct hosted *t, const char *text, size_t size, struct input *out,
                         struct complaint *why);
void tables_tell_options(struct host *h, struct hosted *t, struct link *l); /* NULL: to all */

/* keep.c: the form in which a game is stored. */
enum { KEPT_ENTRY_MAX = ENTRY_MAX + SAY_MAX + 64, KEPT_HEAD_MAX = 2048 + MATERIAL_TEXT_MAX };
bool keep_reserve(struct gathering *g,
                  size_t inputs); /* for each two acts, an entry, two heads; false: no memory */
/* An input that was accepted, and what followed from it: all that happened since. */
void keep_entry(struct host *h, struct hosted *t, const struct input *in, bookmark_t since);
void keep_head(struct gathering *g, const struct hosted *t, bool live);
/* It is played no more: what was begun is kept as a record, what was not is forgotten. */
void keep_end(struct gathering *g, const struct hosted *t);

#endif
