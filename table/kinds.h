/* table/kinds.h -- what a command that all games share is for, by its number: each .def of rules/ says which
 * kinds are its own. */
#ifndef TABLE_KINDS_H
#define TABLE_KINDS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool kind_tends(uint16_t command) /* clock and presence: it keeps the table going */
{
    return (command >= 200 && command <= 209) || (command >= 220 && command <= 239);
}

static inline bool kind_talks(uint16_t command) /* hush and phrase */
{
    return (command >= 210 && command <= 219) || (command >= 240 && command <= 244);
}

#endif
