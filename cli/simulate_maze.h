/* cli/simulate_maze.h -- between the files of `turncoat simulate maze`. */
#ifndef CLI_SIMULATE_MAZE_H
#define CLI_SIMULATE_MAZE_H

#include "cli/simulate.h"
#include "games/maze/play.h"

struct maze_options {
    struct { /* what the command line says, before it is put together */
        const char *tiles_file, *scenario_file;
        long scenario, level, side, sand_s;
    } given;
    struct scenario scenario;
    struct tile_set tiles; /* count 0: the house's own */
    const char *tiles_text;
    size_t tiles_size;
};

extern struct maze_options simulate_maze_options;

/* Plays one game and draws it. */
int simulate_show(const struct simulate_options *o);

#endif
