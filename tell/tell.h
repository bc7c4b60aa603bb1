/* tell/tell.h -- a game told to people at a terminal: what happens line by line, how it ended, and what it
 * looks like while it is played.
 *
 * What is told is folded by the game's own apply(); no rule is known here.  What every table has (seats,
 * pauses, talk) is told in the same words for all games.  A game may bring a teller of its own, which is a
 * file and a line in tell.c; whatever has no words is told by those of the .def and as JSON. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include <stdio.h>

#include "table/table.h"

enum { TELL_TRUTH = -1 }; /* else a seat, or SEAT_GALLERY: only what was shown there */

/* Tells all events of a table, which it shows to everybody; in plain words, or as JSON lines.  Words end with
 * the result.  `date`: when it was played, or "". */
void tell_table(FILE *out, struct table *t, const char *date, int as, bool json);

/* How it ended, as one sentence without a full stop. */
void tell_result(FILE *out, const struct game *game, const struct state *s);

/* ---- a game that is drawn as it is played: what the gallery sees of it, on stdout ---- */

struct show {
    const struct teller *teller;
    uint64_t seed;                                 /* for its first line */
    _Alignas(8) uint8_t view[STATE_MAX], mind[64]; /* the gallery's; what the teller has to remember */
};

/* False: no teller draws this game. */
bool show_open(struct show *w, const struct game *game, uint64_t seed);
table_show_fn show_watch; /* with a struct show */

/* ---- what a game may bring: all but its name may be NULL ---- */

struct teller {
    const struct game *game;
    /* Fills the column between the time and the words, 18 wide; false: it stays empty. */
    bool (*column)(FILE *out, const struct state *s, const struct event *e);
    /* One event in plain English, without a full stop; `s` is what is known after it.  False: it has no words
     * for this one. */
    bool (*event)(FILE *out, const struct state *s, const struct seen *seen);
    void (*result)(FILE *out, const struct state *s);                     /* of a game that is over */
    void (*farewell)(FILE *out, const struct state *s, const char *date); /* lines behind the result */
    void (*show)(struct show *w, const struct state *view, const struct event *e);
};

extern const struct teller maze_teller;

#endif
