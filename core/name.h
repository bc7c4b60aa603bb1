/* core/name.h -- what a name looks like to a player.
 *
 * Where people lie to each other, nobody may pass for somebody else: names are compared by how they look, not
 * by their bytes.  Letters of two alphabets that look alike are for the server to find (server/looks.h). */
#ifndef CORE_NAME_H
#define CORE_NAME_H

#include <stdbool.h>

/* Is something in it visible, and nothing invisible or able to change the writing direction?  Emoji may be
 * joined. */
bool name_is_seen(const char *name);

/* Are they the same, apart from capitals, the width of spaces, and spaces at the ends? */
bool name_alike(const char *a, const char *b);

#endif
