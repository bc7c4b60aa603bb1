/* cli/simulate.h -- what the files of `turncoat simulate` share: the options, and
 * one game of many. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include <stdio.h>

#include "bots/match.h"
#include "games/maze/play.h"

struct simulate_options {
    const struct game *game;
    const struct bot_kind *kinds[VIEWS]; /* by seat, repeated when there are more seats */
    int kind_count;
    long players, games, jobs;
    uint64_t seed;
    enum pace_name pace;
    struct scenario scenario;
    struct tile_set tiles; /* count 0: the house's own */
    const char *record;    /* a folder, or NULL */
    bool json, show;
};

/* The seed of the n-th game; the order in which games are played does not matter. */
uint64_t simulate_seed(const struct simulate_options *o, long game);

/* Opens a table, seats the bots and sets the game up.  False: told on stderr. */
bool simulate_open(struct match *m, const struct simulate_options *o, uint64_t seed);

/* Plays one game and draws it. */
int simulate_show(const struct simulate_options *o);

enum { SIMULATE_UNTIL_MS = 3600 * 1000 }; /* no game of bots lasts an hour */

#endif
