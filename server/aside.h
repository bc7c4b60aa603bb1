/* server/aside.h -- remembers, over a crash, which game was being loaded: one that
 * crashes the program twice is set aside, so that the others are served.
 *
 * Only what the program does to itself counts.  Whoever kills it while it loads,
 * or cuts the power, leaves no game to blame. */
#ifndef SERVER_ASIDE_H
#define SERVER_ASIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASIDE_TRIES = 2, ASIDE_MAX = 256 };

struct aside {
    char path[300];
    int file;                    /* -1: nothing is remembered */
    uint64_t crashed[ASIDE_MAX]; /* for each crash since all were last loaded, the number of the game */
    size_t count;
};

/* What is remembered of the last starts; until aside_close() a crash is too.  An empty path: nothing ever is.
 * There is one at a time. */
void aside_open(struct aside *a, const char *path);
void aside_loading(struct aside *a, uint64_t number);  /* this one is next */
bool aside_is(const struct aside *a, uint64_t number); /* it is to be set aside */
void aside_close(struct aside *a);                     /* all are loaded: there is nothing to remember */

#endif
