/* guard/guard.h -- a bug stops what is guarded, and whoever guards it carries on.
 *
 * Pure code holds nothing that must be released, so it can be abandoned halfway.
 * Any other guarded code must keep what it allocates where its owner can find it.
 * A CHECK that fails where nothing is guarded stops the program. */
#ifndef GUARD_GUARD_H
#define GUARD_GUARD_H

#include <stdbool.h>

struct fault { /* a CHECK that failed */
    const char *file, *what;
    int line;
};

/* Calls `doing`.  False: a CHECK failed in it, and `fault` says which. */
bool guard(void (*doing)(void *ctx), void *ctx, struct fault *fault);

#endif
