/* simulate/simulate.h -- whole games by bots, in virtual time, on all cores; the same seed gives the same
 * figures on any number of them.
 *
 * A game may bring options and figures of its own, which is a file and a line in simulate.c; without it has
 * those of any game (any.c).  The types of two games do not mix: each has a file of its own. */
#ifndef SIMULATE_SIMULATE_H
#define SIMULATE_SIMULATE_H

#include "core/complaint.h"
#include "simulate/match.h"

struct simulate_options {
    const struct game *game;
    const struct simulate_game *part;
    const struct bot_kind *kinds[VIEWS]; /* by seat, repeated when there are more seats */
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

/* Plays all games and prints the figures, or one while somebody watches what the gallery sees.  False: it
 * failed, and nothing is printed. */
bool simulate_all(const struct simulate_options *o, struct simulate_failure *failure);
bool simulate_one(const struct simulate_options *o, table_show_fn *watch, void *watcher,
                  struct simulate_failure *failure);

/* ---- what a game brings ---- */

/* An option with a value: a whole number, one of some words, or any text. */
struct simulate_option {
    const char *name;
    long least, most;         /* of a number, */
    const char *const *words; /* or which words it can be, ended by NULL; */
    long *number;             /* the number, or that of the word, from 0 on, goes there */
    const char **text;        /* or it is any text, which goes there; */
    size_t max;               /* and perhaps it names a file of at most so many bytes */
    /* which is read when all options are known, in their order here; its text stays.  False: it is bad. */
    bool (*read)(const char *text, size_t size, struct complaint *why);
};

/* What is said of its options is kept by its file, and not touched while games are played. */
struct simulate_game {
    const struct game *game;
    const char *usage;                     /* a line for each of its own options */
    const struct simulate_option *options; /* one without a name ends them */
    int64_t until_ms;                      /* no game of bots lasts that long */

    /* Before the files are read: do the options go together?  After it: can so many play what they ask for?
     * False: `why` tells.  Either may be NULL. */
    bool (*check)(struct complaint *why);
    bool (*settle)(long players, struct complaint *why);
    /* What the table brings, and its text; NULL: nothing.  May be NULL. */
    const void *(*material)(const char **text, size_t *size);
    /* The players are seated: whatever is asked to begin the game. */
    refusal_t (*set_up)(struct match *m);

    size_t result_size; /* of what is kept of one game */
    void (*judge)(const struct match *m, void *result);
    /* Prints the figures of all games.  False: no memory. */
    bool (*print)(const struct simulate_options *o, const void *results, double seconds);
};

extern const struct simulate_game simulate_maze, simulate_traitor;
extern const struct simulate_game simulate_any; /* its `game` is NULL: for all others */

extern const struct simulate_game *const simulate_games[]; /* ended by NULL */
const struct simulate_game *simulate_game_of(const struct game *game);

/* ---- for their figures ---- */

/* Who plays and how: "4 players (team), normal pace, seed 1", and the same as fields of JSON. */
void simulate_print_table(const struct simulate_options *o);
void simulate_print_table_json(const struct simulate_options *o);

static inline double simulate_per(double sum, long count)
{
    return count ? sum / (double)count : 0;
}

#endif
