/* guard/guard.h -- a bug stops what is guarded, and whoever guards it goes on.
 *
 * Pure code holds nothing that would have to be given back, so it can be left in
 * its midst.  Whatever else is guarded must hold what it has where its owner
 * finds it.  A CHECK that fails where nothing is guarded stops the program. */
#ifndef GUARD_GUARD_H
#define GUARD_GUARD_H

#include <stdbool.h>

struct fault { /* a CHECK that failed */
    const char *file, *what;
    int line;
};

/* Does something.  False: a CHECK failed in it, and `fault` tells which. */
bool guard(void (*doing)(void *ctx), void *ctx, struct fault *fault);

#endif
