/* cli/simulate.h -- what the files of `turncoat simulate` share: the options that
 * all games have, and what each game brings of its own.
 *
 * The types of two games do not mix: each game's part is a file of its own. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include <stdio.h>

#include "cli/simulate_record.h"

struct simulate_options {
    const struct game *game;
    const struct simulate_game *part;
    const struct bot_kind *kinds[VIEWS]; /* by seat, repeated when there are more seats */
    int kind_count;
    long players, games, jobs;
    uint64_t seed;
    enum pace_name pace;
    const char *record; /* a folder, or NULL */
    bool json, show;
};

/* What a game brings.  Its own options are kept by its file, and not touched while
 * games are played. */
struct simulate_game {
    const struct game *game;
    const char *usage; /* a line for each of its own options */
    int64_t until_ms;  /* no game of bots lasts that long */

    /* Takes an option of its own: an exit status.  *known: it is one. */
    int (*option)(const char *option, const char *value, bool *known);
    /* All options are read: an exit status, and what is wrong told on stderr.  May be NULL. */
    int (*prepare)(const struct simulate_options *o);
    /* What the table brings, and its text; NULL: nothing.  May be NULL. */
    const void *(*material)(const char **text, size_t *size);
    /* The players are seated: whatever is asked to begin the game. */
    refusal_t (*set_up)(struct match *m);

    size_t result_size; /* of what is kept of one game */
    void (*judge)(const struct match *m, void *result);
    /* Prints the figures of all games.  False: no memory. */
    bool (*print)(const struct simulate_options *o, const void *results, double seconds);
    int (*show)(const struct simulate_options *o); /* plays one game and draws it; may be NULL */
};

extern const struct simulate_game simulate_maze, simulate_traitor;
extern const struct simulate_game simulate_any; /* its `game` is NULL: for all others */

/* The seed of the n-th game; the order in which games are played does not matter. */
uint64_t simulate_seed(const struct simulate_options *o, long game);

/* Opens a table, seats the bots and sets the game up.  False: told on stderr. */
bool simulate_open(struct match *m, const struct simulate_options *o, uint64_t seed,
                   struct simulate_record *record);

/* Tells that there is no memory; returns false. */
bool simulate_no_memory(void);

/* The names of the bots, divided by a text. */
void simulate_print_bots(const struct simulate_options *o, const char *between);

int simulate_number(const char *option, const char *value, long least, long most, long *out);

#endif
