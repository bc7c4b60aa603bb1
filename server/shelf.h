/* server/shelf.h -- records that were read lately, so that one many ask for is made once.
 *
 * One that can still change is kept for a moment only.  There is room for so many bytes: the one that nobody
 * has asked for for the longest time goes first. */
#ifndef SERVER_SHELF_H
#define SERVER_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

enum { SHELF_RECORDS = 64 };

struct shelf {
    struct shelved {
        char id[STORE_ID_MAX]; /* empty: free */
        char *text;
        size_t size;
        uint64_t used;
        int64_t until_ms; /* it is good */
    } records[SHELF_RECORDS];
    size_t bytes;
    uint64_t used;
};

const struct shelved *shelf_find(struct shelf *s, const char *id, int64_t now_ms); /* NULL: not there */
/* True: the text is its own now. */
bool shelf_put(struct shelf *s, const char *id, char *text, size_t size, int64_t until_ms);
void shelf_clear(struct shelf *s);

#endif
