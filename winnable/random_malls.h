/* winnable/random_malls.h -- what becomes of those who explore at random: how often are they locked in? */
#ifndef WINNABLE_RANDOM_MALLS_H
#define WINNABLE_RANDOM_MALLS_H

#include "winnable/layout.h"

/* Explores so many malls with this pile and prints how many got stuck.  True: it is shown that fewer than
 * 1 of 100,000 do. */
bool random_malls_report(struct pile pile, FILE *out, uint32_t malls, uint64_t seed);

/* The upper end of Wilson's interval for a rate of which `hits` of `tries` were seen (99 % confidence). */
double rate_at_most(uint64_t hits, uint64_t tries);

#endif
