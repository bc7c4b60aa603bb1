/* core/game.h -- what a game is: it judges inputs into events, and folds events
 * into state.
 *
 * Nothing under core/, rules/ or games/ does I/O, reads a clock, draws entropy
 * or allocates; `make pure` proves it from the symbol table. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/limits.h"
#include "core/refusal.h"

typedef uint8_t seat_t;   /* seats count from one; zero is nobody, or unknown */
typedef uint32_t seats_t; /* a set of seats, one bit each; bit 0 is the gallery */
typedef uint32_t seq_t;   /* the number of an event */

enum { SEAT_GALLERY = 0, SEAT_SERVER = SEATS_MAX + 1 }; /* the spectators; the server itself */
enum { VIEWS = SEATS_MAX + 1 };                         /* the gallery and every seat */
#define SEAT(s) ((seats_t)1 << ((s)&31)) /* of anything: a damaged record may name any number */

static inline int seats_count(seats_t seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

/* The lowest of them; 0: nobody. */
static inline seat_t seats_first(seats_t seats)
{
    return seats ? (seat_t)__builtin_ctz(seats) : 0;
}

/* Those of them that players sit on: a damaged record may name others. */
static inline seats_t seated(seats_t seats)
{
    return seats & (SEAT(VIEWS) - 2);
}

enum channel { CHANNEL_TEXT, CHANNEL_VOICE, CHANNEL_REACTION, CHANNEL_POINT };

struct input {        /* what somebody asks for */
    int64_t now_ms;   /* table time, stamped by the host */
    uint64_t dice[2]; /* entropy for this one input, drawn by the host */
    uint32_t id;      /* the sender's own number for it (P6.2) */
    seq_t seen;       /* the last event the sender had seen (P6.3) */
    seat_t by;        /* stamped by the host, never read from the wire */
    uint16_t kind;    /* CMD_... from <name>.def, which also defines the body */
    _Alignas(8) uint8_t body[BODY_MAX];
};

struct event {     /* what happened: the log of these is the game */
    int64_t at_ms; /* table time */
    seq_t seq;     /* 1, 2, 3 ... in the truth, or within one seat's story */
    seats_t to;    /* the seats that see what <name>.def marks TO */
    uint16_t kind; /* EV_... */
    uint16_t size; /* bytes of body that count (schema_bytes) */
    uint32_t zero; /* so that no byte is left undefined */
    _Alignas(8) uint8_t body[BODY_MAX];
};

struct state;  /* RECORD(state) of each game: no pointers; all zero = nothing known */
struct turn;   /* core/turn.h: one input being judged, with emit() and roll() */
struct schema; /* core/schema.h: the tables made from <name>.def */
struct label;
struct complaint; /* core/complaint.h */

/* In what role somebody asks: a set. */
enum {
    ASKER_SEAT = 1,
    ASKER_HOST = 2,
    ASKER_SERVER = 4
}; /* sits there; also runs the table; is the server */

/* How a game ended for one seat. */
enum how { HOW_OPEN, HOW_LOST, HOW_PARTLY, HOW_WON, HOW_ABANDONED }; /* the last: P1.9, for all seats */
struct result {
    uint8_t how; /* enum how; HOW_OPEN: the game is not over, or nobody sits there */
    uint8_t why; /* a value of the game's ENUM(ending) */
};

/* What people are told of what was brought, besides its title. */
struct material_facts {
    uint16_t pieces;      /* how many tiles, cards ... */
    uint8_t seats_most;   /* for how many players it is enough */
    const char *language; /* in which its words are: "fr"; "": not said */
};

/* What a game is played with, if a table may bring its own: a tile set, a deck of words.  Only decide() reads
 * it: it is not in the state, and no browser is sent all of it during a game. */
struct material {
    const char *name; /* one word for what it is */
    const char *rule; /* that says what it must be */
    uint32_t size;    /* bytes of its parsed form; MATERIAL_MAX at most */
    /* Accepts any bytes.  False: `out` must not be used, and `why` has the line and the reason. */
    bool (*read)(const char *text, size_t size, void *out, struct complaint *why);
    const char *(*title)(const void *of);           /* what its author calls it */
    struct material_facts (*facts)(const void *of); /* NULL: there is nothing to tell */
};

struct game {
    const char *name; /* folder, wire name and log name: one word */
    uint16_t version; /* of its rules: raised when something is judged differently than before (P8.8) */
    uint8_t seats_min, seats_max;
    uint32_t state_size;
    uint16_t presence_at; /* where RECORD(presence) of rules/ is in the state: who sits there */
    uint16_t set_up;      /* the command that begins the game: its fields are what the table's host chooses */
    const struct schema *schema;
    const struct material *material; /* NULL: a table cannot bring its own */
    const struct label *endings;     /* of ENUM(ending): why somebody won or lost */
    const uint16_t *dealt;           /* the events that dice decide, ended by 0; the proof checks these */

    /* In what role somebody asks: presence_asker() of rules/, where the table's host is one of the seats.  A
     * command not meant for that role is refused before decide() is called. */
    unsigned (*asker)(const struct game *game, const struct state *s, seat_t by);

    /* Judge the input against the state: refuse it, or emit what follows.  A
     * game refuses before it emits, never after, so that a refused command has
     * changed nothing; and only for reasons that the asking seat can see, so
     * that a refusal reveals nothing. */
    refusal_t (*decide)(struct turn *t);

    /* Fold one event into the state.  Safe for any body: it cannot fail, roll
     * dice or ask the time.  The same code folds a seat's story, where
     * everything hidden reads as zero. */
    void (*apply)(struct state *s, const struct event *e);

    /* When the host must next send `tick`, in table time; INT64_MAX for never. */
    int64_t (*deadline)(const struct state *s);

    /* Who hears `speaker` on `channel` now.  The empty set is silence.  SEAT_SERVER: what holds for the table
     * as a whole, whatever holds for single seats; judged from what everybody knows. */
    seats_t (*hears)(const struct state *s, seat_t speaker, enum channel channel);

    /* The seats that now hold something that others may not know: nobody new simply takes one over (P5.4).
     * Judged from what everybody knows.  NULL: nothing is dealt in secret. */
    seats_t (*secrets)(const struct state *s);

    /* The language that players must know to play it, as it is planned or played: "fr"; "": any.  `set_up`
     * is what the table's host has chosen so far, NULL: nothing.  NULL: it never matters. */
    const char *(*language)(const struct state *s, const struct input *set_up, const void *material);

    /* What a seat may ask for, judged from its own view (for bots, hints and the
     * simulator); for the table's host, before the game has begun, how it may be
     * set up.  Writes at most `max` inputs and returns how many. */
    int (*legal)(const struct state *view, seat_t seat, struct input *out, int max);

    /* Do all invariants hold? */
    bool (*sound)(const struct state *s);

    /* Has it been set up, so that its seats are fixed?  Has it ended? */
    bool (*begun)(const struct state *s);
    bool (*over)(const struct state *s);

    /* For a game that is over: who won, and why, by seat. */
    void (*winners)(const struct state *s, struct result out[VIEWS]);
};

extern const struct game *const games[]; /* games/games.c; ends with NULL */

/* NULL: there is no such game.  (Inline, because core is below the games.) */
static inline const struct game *game_named(const char *name, size_t size)
{
    for (const struct game *const *g = games; *g; g++)
        if (strlen((*g)->name) == size && !memcmp((*g)->name, name, size))
            return *g;
    return NULL;
}

#endif
