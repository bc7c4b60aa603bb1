/* winnable/random_malls.h -- how often does exploring at random lock the mall? */
#ifndef WINNABLE_RANDOM_MALLS_H
#define WINNABLE_RANDOM_MALLS_H

#include "winnable/layout.h"

/* Explores this many malls with a pile and prints how many got stuck.  True: this shows that fewer than 1 in
 * 100,000 do. */
bool random_malls_report(struct pile pile, FILE *out, uint32_t malls, uint64_t seed);

/* The upper end of Wilson's interval (99 % confidence) for a rate with `hits` in `tries`. */
double rate_at_most(uint64_t hits, uint64_t tries);

#endif
