/* tell/tell.h -- tells a game to people at a terminal: what happens, line by line, how it ended, and what it
 * looks like while it is played.
 *
 * The game's own apply() folds what is told; nothing here knows any rules.  What every table has (seats,
 * pauses, talk) is told in the same words for all games.  A game may bring its own teller: a file, and a line
 * in tell.c.  Whatever has no words there is told with its name from the .def, and as JSON. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include <stdio.h>

#include "table/table.h"

enum { TELL_TRUTH = -1 }; /* otherwise a seat, or SEAT_GALLERY: only what was shown there */

/* Tells all events of a table, in plain words or as lines of JSON; this shows them to everybody.  Plain words
 * end with the result.  `date`: when it was played, or "". */
void tell_table(FILE *out, struct table *t, const char *date, int as, bool json);

/* How it ended, as one sentence without a full stop. */
void tell_result(FILE *out, const struct game *game, const struct state *s);

/* ---- drawing a game as it is played: what the gallery sees, on stdout ---- */

struct show {
    const struct teller *teller;
    uint64_t seed;                                 /* for its first line */
    _Alignas(8) uint8_t view[STATE_MAX], mind[64]; /* the gallery's view; what the teller remembers */
};

/* False: no teller draws this game. */
bool show_open(struct show *w, const struct game *game, uint64_t seed);
table_show_fn show_watch; /* with a struct show */

/* ---- what a game may bring: all but its name may be NULL ---- */

struct teller {
    const struct game *game;
    /* Fills the column between the time and the words, 18 wide; false: it stays empty. */
    bool (*column)(FILE *out, const struct state *s, const struct event *e);
    /* One event in plain English, without a full stop; `s` is what is known after it.  False: there are no
     * words for this one. */
    bool (*event)(FILE *out, const struct state *s, const struct seen *seen);
    void (*result)(FILE *out, const struct state *s);                     /* of a game that is over */
    void (*farewell)(FILE *out, const struct state *s, const char *date); /* lines after the result */
    void (*show)(struct show *w, const struct state *view, const struct event *e);
};

extern const struct teller maze_teller;

#endif
