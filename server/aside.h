/* server/aside.h -- remembers, over a crash, which game was being loaded: one that
 * stops the program twice while loading is set aside, so that the others are
 * served. */
#ifndef SERVER_ASIDE_H
#define SERVER_ASIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { ASIDE_TRIES = 2 };

struct aside {
    char path[300];
    int file;       /* -1: nothing is remembered */
    uint64_t game;  /* that was being loaded when the program stopped; 0: none */
    uint32_t tries; /* how often it did */
};

/* What is remembered of the last start.  An empty path: nothing ever is. */
void aside_open(struct aside *a, const char *path);
void aside_loading(struct aside *a, uint64_t game);  /* this one is next */
bool aside_is(const struct aside *a, uint64_t game); /* it is to be set aside */
void aside_close(struct aside *a);                   /* all are loaded: there is nothing to remember */

#endif
