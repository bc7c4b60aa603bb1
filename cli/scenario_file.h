/* cli/scenario_file.h -- an own scenario that somebody wrote (docs/scenarios.md): read, and judged on a set
 * of tiles.
 *
 * Reading is games/maze/scenario_text.c's and the reasons are those of scenario_refusal(); this adds the line
 * that is to blame. */
#ifndef CLI_SCENARIO_FILE_H
#define CLI_SCENARIO_FILE_H

#include "games/maze/scenarios.h"

/* False: it cannot be read, or not be played on those tiles; `why` tells the line and the reason. */
bool scenario_file_judge(const char *text, size_t size, const struct tile_set *tiles, struct scenario *out,
                         struct complaint *why);

#endif
