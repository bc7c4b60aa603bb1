/* core/name.h -- what a name looks like in front of a player.
 *
 * Where people lie to each other nobody may pass for somebody else: names are told apart by what is seen of
 * them, not by their bytes.  Letters of two alphabets that look the same, and a letter with a mark put
 * together in two ways, still count as different. */
#ifndef CORE_NAME_H
#define CORE_NAME_H

#include <stdbool.h>

/* Is there anything to see in it, and nothing that cannot be seen or that turns what is around it? */
bool name_is_seen(const char *name);

/* The same, capitals, the width of spaces and those at the ends left aside? */
bool name_alike(const char *a, const char *b);

#endif
