/* rules/sand.h -- an hourglass, in whatever time the game uses. */
#ifndef RULES_SAND_H
#define RULES_SAND_H

#include <stdint.h>

struct sand; /* RECORD(sand) in sand.def */

int64_t sand_left_ms(const struct sand *s, int64_t now_ms);    /* zero or less: it has run out */
int64_t sand_flipped_ms(const struct sand *s, int64_t now_ms); /* what a flip would leave (M5.2) */
void sand_turn(struct sand *s, int64_t now_ms, int32_t left_ms);

#endif
