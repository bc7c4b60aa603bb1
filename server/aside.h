/* server/aside.h -- remembers, over a crash, which game was being loaded: one that
 * crashes the program twice is set aside, so that all others can be served.
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
    uint64_t crashed[ASIDE_MAX]; /* the game loaded at each crash since the last complete start */
    size_t count;
};

/* Recalls the crashes of earlier starts and, until aside_close(), remembers one more.  With an empty path
 * nothing is remembered.  Only one can be open at a time. */
void aside_open(struct aside *a, const char *path);
void aside_loading(struct aside *a, uint64_t number);  /* this one is next */
bool aside_is(const struct aside *a, uint64_t number); /* must it be set aside? */
void aside_close(struct aside *a);                     /* all are loaded: there is nothing to remember */

#endif
