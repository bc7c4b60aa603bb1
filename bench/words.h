/* bench/words.h -- what `turncoat bench engine` times of Traître Mot: an announcement, when nearly all words
 * that a game can have were said. */
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum { WORDS_SAID = 198 }; /* with the 200th the game is over (W5.5) */

/* How long one takes to be judged and folded, in seconds, over this many.  False: there is no deck, or out of
 * memory. */
bool words_run(uint64_t times, double *seconds_each);

#endif
