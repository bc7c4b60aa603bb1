/* core/schema.h -- descriptions of commands, events and state, made from a .def.
 *
 * def_types.h turns a .def into enums and structs; def_tables.h turns the same
 * file into the tables below.  Codec, redaction, laws and printers all
 * read these tables, so nothing is written twice. */
#ifndef CORE_SCHEMA_H
#define CORE_SCHEMA_H

#include <stddef.h>

#include "core/game.h"

enum sight {
    SIGHT_HELD, /* lives in the state; never leaves it */
    SIGHT_TO,   /* shown to the seats in event.to */
    SIGHT_ALL,  /* shown to everybody who is shown the event */
};
/* Who may ask for a command, by the .def's word for it. */
enum {
    ASKERS_NONE = 0,
    ASKERS_SEAT = ASKER_SEAT,
    ASKERS_HOST = ASKER_HOST | ASKER_SERVER,
    ASKERS_SERVER = ASKER_SERVER,
    ASKERS_ANYONE = ASKER_SEAT | ASKER_SERVER,
};
/* SIGNAL(command, bits): others see it, and it is no action of the game.  `bits` is what choosing it tells:
 * over everything that a seat can do so at one moment, the sum of 1 / 2^bits is at most 1 (P1.8).  A glance
 * is rationed by number instead. */
enum { SIGNAL_GLANCE = 255 };
enum stage { STAGE_UNSEEN, STAGE_SHOWN }; /* may seats outside `to` know that it happened? */

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t flag;

enum form {
    FORM_BYTE,
    FORM_FLAG,
    FORM_NUMBER,
    FORM_PICK,
    FORM_LIST,
    FORM_TEXT,
    FORM_PART
}; /* how a field is written */
/* What the numbers in a field mean; `labels` belong to the enum. */
enum holds {
    HOLDS_VALUES, /* plain numbers */
    HOLDS_PICKS,  /* values of an enum */
    HOLDS_SETS,   /* sets of an enum's values: bit value - 1 */
    HOLDS_TALLY,  /* how many of each value of an enum, starting with value 1 */
    HOLDS_WORDS,  /* what people wrote and can have deleted (P8.3) */
};
enum scalar { T_u8, T_u16, T_u32, T_i8, T_i16, T_i32, T_i64, T_flag, T_seat_t, T_seats_t, T_seq_t, T_text };

/* Texts for the wire are kept in blocks of equal size, so that writing one is a
 * copy of known length. */
enum { LABEL_BLOCK = 24, KEY_BLOCK = 24, TAG_BLOCK = 40 };

struct label {
    char text[LABEL_BLOCK]; /* in quotes, as sent; empty: the list ends */
    uint8_t size;
};

struct field {
    const char *name;    /* NULL ends a list of fields */
    char key[KEY_BLOCK]; /* ,"name": */
    uint16_t offset, size, count;
    uint8_t key_size, form, scalar, sight, holds, label_count;
    const struct label *labels;        /* of the enum it holds, indexed by value */
    const struct field *(*part)(void); /* of a PART */
};

struct kind {
    const char *name, *doc; /* doc: NULL in WebAssembly */
    char tag[TAG_BLOCK];    /* ,"t":"name" */
    uint16_t size;
    uint8_t tag_size, stage, askers;     /* askers: for a command, a set of ASKER_... */
    uint8_t secrets;                     /* how many fields are marked TO */
    uint8_t ends_in_words;               /* its last bytes are WORDS */
    const struct field *(*fields)(void); /* NULL: no such kind */
};

/* The name of an enum (with `labels`) or a record (with `fields`) in the .def. */
struct called {
    const char *name, *doc; /* NULL ends a list */
    const struct label *labels;
    const struct field *(*fields)(void);
};

struct schema {
    const struct kind *commands, *events; /* indexed by kind, KINDS_MAX each */
    const struct refusal *refusals;       /* indexed by refusal, KINDS_MAX */
    const struct field *(*state)(void);   /* RECORD(state) */
    const struct called *called;          /* for printers; NULL in WebAssembly, where it is not needed */
    const uint8_t *signals;               /* by command, as SIGNAL says; NULL in WebAssembly */
};

/* How many bytes of a body count: WORDS at its end count only up to their zero, so that short ones take
 * little room.  Whoever folds them must read them as a zero-terminated text. */
uint16_t schema_bytes(const struct kind *kind, const uint8_t *body);

/* The number of the command or event with that name; 0 if there is none. */
uint16_t schema_find(const struct kind *kinds, const char *name, size_t size);

#endif
