/* winnable/winnable.h -- `turncoat check --winnable`: shows by search that a tile set cannot spoil a game.
 *
 * A mall is locked when tiles are left in the pile and no exploration space leads to where no tile lies
 * (M4.5-M4.7). The sand and the players' skill play no part in this. */
#ifndef WINNABLE_WINNABLE_H
#define WINNABLE_WINNABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "games/maze/tiles.h"

struct winnable_options {
    bool thorough;  /* search further and explore more random malls: minutes instead of seconds */
    uint64_t seed;  /* of the random malls: the same seed gives the same report */
    uint32_t malls; /* random malls per pile; 0: as many as the mode wants */
};

/* The first space of the face that some hero cannot reach from `from`; -1 if there is none. */
int winnable_cut_off(const struct face *f, int *from);

/* Prints the report.  Returns 0 if everything is shown; 1 if something is false, with a counterexample, or
 * could not be decided. */
int winnable_report(const struct tile_set *set, FILE *out, const struct winnable_options *options);

#endif
