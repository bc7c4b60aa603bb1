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

typedef uint8_t seat_t;   /* seats count from one; zero is nobody, or not known */
typedef uint32_t seats_t; /* a set of seats, one bit each; bit 0 is the gallery */
typedef uint32_t seq_t;   /* the number of an event */

enum { SEAT_GALLERY = 0, SEAT_SERVER = SEATS_MAX + 1 }; /* who watches; the server itself */
enum { VIEWS = SEATS_MAX + 1 };                         /* the gallery and every seat */
#define SEAT(s) ((seats_t)1 << ((s)&31)) /* of anything: a damaged record may name any number */

static inline int seats_count(seats_t seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

enum channel { CHANNEL_TEXT, CHANNEL_VOICE, CHANNEL_REACTION, CHANNEL_POINT };

struct input {        /* what somebody asks for */
    int64_t now_ms;   /* table time, stamped by the host */
    uint64_t dice[2]; /* entropy for this one input, drawn by the host */
    uint32_t id;      /* the sender's own number for it (P6.2) */
    seq_t seen;       /* the last event the sender had seen (P6.3) */
    seat_t by;        /* stamped by the host, never read from the wire */
    uint16_t kind;    /* CMD_... from <name>.def, which also lays out body */
    _Alignas(8) uint8_t body[BODY_MAX];
};

struct event {     /* what happened: the log of these is the game */
    int64_t at_ms; /* table time */
    seq_t seq;     /* 1, 2, 3 ... in the truth, or within one seat's story */
    seats_t to;    /* the seats shown what <name>.def marks TO */
    uint16_t kind; /* EV_... */
    uint16_t size; /* bytes of body that count (schema_bytes) */
    uint32_t zero; /* so that no byte of it is left unsaid */
    _Alignas(8) uint8_t body[BODY_MAX];
};

struct state;  /* RECORD(state) of each game: no pointers; all zero = nothing known */
struct turn;   /* core/turn.h: one input being judged, with emit() and roll() */
struct schema; /* core/schema.h: the tables made from <name>.def */
struct label;
struct complaint; /* core/complaint.h */

/* As what somebody asks: a set. */
enum {
    ASKER_SEAT = 1,
    ASKER_HOST = 2,
    ASKER_SERVER = 4
}; /* sits there; and arranges the table; the server */

/* What a game was for one seat. */
enum how { HOW_OPEN, HOW_LOST, HOW_PARTLY, HOW_WON };
struct result {
    uint8_t how; /* enum how; HOW_OPEN: it is not over, or nobody sits there */
    uint8_t why; /* a value of the game's ENUM(ending) */
};

/* What a game is played with and a table may bring itself: a tile set, a deck of words.  decide() reads it
 * and nobody else: it is not in the state, and no browser is sent the whole of it while a game is played. */
struct material {
    const char *name; /* one word for what it is */
    uint32_t size;    /* bytes of what is read from its text; MATERIAL_MAX at most */
    /* Takes any bytes whatever.  False: `out` is not to be used, and `why` tells the line and the reason. */
    bool (*read)(const char *text, size_t size, void *out, struct complaint *why);
    const char *(*title)(const void *of); /* what its author calls it */
};

struct game {
    const char *name; /* folder, wire name and log name: one word */
    uint16_t version; /* of its rules: bumped when something is judged otherwise than before (P8.8) */
    uint8_t seats_min, seats_max;
    uint32_t state_size;
    uint16_t presence_at; /* where in the state RECORD(presence) of rules/ is: who sits there */
    uint16_t
        set_up; /* the command that begins the game: its fields are the options that its table's host has */
    const struct schema *schema;
    const struct material *material; /* NULL: it is played with nothing but its own */
    const struct label *endings;     /* of ENUM(ending): why somebody has won or lost */
    const uint16_t *dealt;           /* the events in which dice decide, ended by 0; the proof of the deal */

    /* As what somebody asks: presence_asker() of rules/, where the host of the table is one of its seats.  A
     * command that is not for such is refused before decide() hears of it. */
    unsigned (*asker)(const struct game *game, const struct state *s, seat_t by);

    /* Judge the input against the state: refuse, or emit what follows.  It
     * refuses before it emits, never after, so that a refused command has
     * changed nothing; and only for reasons the asking seat can see, so that a
     * refusal teaches nothing. */
    refusal_t (*decide)(struct turn *t);

    /* Fold one fact.  Total and safe on any body: it cannot fail, roll or ask
     * the time.  The same code folds a seat's story, in which whatever is
     * hidden reads as zero. */
    void (*apply)(struct state *s, const struct event *e);

    /* When the host must next send `tick`, in table time; INT64_MAX for never. */
    int64_t (*deadline)(const struct state *s);

    /* Who hears `speaker` on `channel` now.  The empty set is silence. */
    seats_t (*hears)(const struct state *s, seat_t speaker, enum channel channel);

    /* What a seat may ask, judged from its own view (bots, hints, simulator);
     * of the table's host, before the game has begun, how it may be set up.  Writes at
     * most `max` inputs and returns how many. */
    int (*legal)(const struct state *view, seat_t seat, struct input *out, int max);

    /* Do all invariants hold? */
    bool (*sound)(const struct state *s);

    /* Has it been set up, so that its seats are fixed?  Has it come to its end? */
    bool (*begun)(const struct state *s);
    bool (*over)(const struct state *s);

    /* Of a game that is over: who has won, and why; by seat. */
    void (*winners)(const struct state *s, struct result out[VIEWS]);
};

extern const struct game *const games[]; /* games/games.c; a NULL ends it */

/* NULL: there is none.  (Inline, because core is below the games.) */
static inline const struct game *game_named(const char *name, size_t size)
{
    for (const struct game *const *g = games; *g; g++)
        if (strlen((*g)->name) == size && !memcmp((*g)->name, name, size))
            return *g;
    return NULL;
}

#endif
