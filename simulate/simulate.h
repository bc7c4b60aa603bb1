/* simulate/simulate.h -- whole games played by bots in virtual time, on all cores; the same seed gives the
 * same figures on any number of cores.
 *
 * A game may bring its own options and figures: a file, and a line in simulate.c.  Otherwise it gets those
 * for any game (any.c).  The types of two games do not mix, so each has its own file. */
#ifndef SIMULATE_SIMULATE_H
#define SIMULATE_SIMULATE_H

#include "core/complaint.h"
#include "simulate/match.h"

struct simulate_options {
    const struct game *game;
    const struct simulate_game *part;    /* the part of simulate/ that knows this game */
    const struct bot_kind *kinds[VIEWS]; /* by seat, over and over if there are more seats */
    int kind_count;
    long players, games, jobs, seed;
    long pace;          /* enum pace_name */
    const char *record; /* a folder, or NULL */
    bool json;
};

enum { SIMULATE_JOBS_MAX = 256 };

/* What went wrong, and with what: a path, or "turncoat". */
struct simulate_failure {
    char with[4096];
    struct complaint why;
};

/* Plays all games and prints the figures; or plays one, and shows `watch` what the gallery sees.  False: it
 * failed, and nothing was printed. */
bool simulate_all(const struct simulate_options *o, struct simulate_failure *failure);
bool simulate_one(const struct simulate_options *o, table_show_fn *watch, void *watcher,
                  struct simulate_failure *failure);

/* ---- what a game brings ---- */

/* An option with a value: a whole number, one of some words, or any text. */
struct simulate_option {
    const char *name;
    long least, most;         /* of a number, */
    const char *const *words; /* or which words it can be, ended by NULL; */
    long *number;             /* where the number goes, or that of the word, counted from 0; */
    const char **text;        /* or where any text goes; */
    size_t max;               /* which may name a file of at most this many bytes, */
    /* read once all options are known, in this order.  False: it is bad. */
    bool (*read)(const char *text, size_t size, struct complaint *why);
};

/* Its file keeps the values of its options, and does not touch them while games are played. */
struct simulate_game {
    const struct game *game;
    const char *usage;                     /* a line for each of its own options */
    const struct simulate_option *options; /* one without a name ends them */
    int64_t until_ms;                      /* no game of bots lasts that long */

    /* check, before the files are read: do the options go together?  settle, after that: can this many play
     * what they ask for?  False: see `why`.  Either may be NULL. */
    bool (*check)(struct complaint *why);
    bool (*settle)(long players, struct complaint *why);
    /* What the table brings, and its text; NULL: nothing.  May be NULL. */
    const void *(*material)(const char **text, size_t *size);
    /* The players are seated: asks for whatever begins the game. */
    refusal_t (*set_up)(struct match *m);

    size_t result_size; /* bytes kept about one game; all zero at first */
    /* The game has been played: keeps what the figures need of it. */
    void (*keep_result)(const struct match *m, void *result);
    /* Prints the figures about all games.  False: out of memory. */
    bool (*print)(const struct simulate_options *o, const void *results, double seconds);
};

extern const struct simulate_game simulate_maze, simulate_traitor, simulate_word;
extern const struct simulate_game simulate_any; /* for all other games; its `game` is NULL */

extern const struct simulate_game *const simulate_games[]; /* ended by NULL */
const struct simulate_game *simulate_game_of(const struct game *game);

/* ---- helpers for the figures ---- */

/* Who plays and how: "4 players (team), normal pace, seed 1", and the same as fields of JSON. */
void simulate_print_table(const struct simulate_options *o);
void simulate_print_table_json(const struct simulate_options *o);

/* The mean; 0 of none. */
static inline double simulate_per(double sum, long count)
{
    return count ? sum / (double)count : 0;
}

#endif
