/* cli/replay.h -- telling a recorded game: in plain words, or as JSON lines. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include <stdio.h>

#include "cli/record_file.h"

enum { REPLAY_TRUTH = -1 }; /* else a seat, or SEAT_GALLERY: only what was shown there */

/* Tells the game of a table that record_prove() has opened; it shows the table's events to everybody.  Texts
 * end with the result, and a won game's line in the Book of Challenges (M10.1). */
void replay_tell(FILE *out, struct table *t, const struct record_header *about, int as, bool json);

/* How it ended, as one sentence without a full stop. */
void replay_result(FILE *out, const struct game *game, const struct state *s);

#endif
