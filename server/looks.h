/* server/looks.h -- do two names look alike?
 *
 * By Unicode's list of confusable characters (UTS 39), which ICU keeps: a Cyrillic letter, a digit or a wide
 * letter in the place of a Latin one fools nobody.  The rules know only capitals and spaces (core/name.h),
 * because they also run in browsers, where that list would be larger than everything else. */
#ifndef SERVER_LOOKS_H
#define SERVER_LOOKS_H

#include <stdbool.h>

bool looks_alike(const char *a, const char *b);

#endif
