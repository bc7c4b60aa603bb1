/* core/dice.h -- numbers nobody can foresee, from a key drawn by the host.
 *
 * The n-th number of a key is SipHash-2-4 of n, so that seeing some shuffles
 * of a game does not give away the others (P5.2).  It has no state of its own. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include <stdint.h>

uint64_t dice_number(const uint64_t key[2], uint64_t n);

/* A fair whole number in 0 .. below-1, from the n-th number of the key. */
uint32_t dice_below(const uint64_t key[2], uint64_t n, uint32_t below);

#endif
