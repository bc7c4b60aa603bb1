/* server/shelf.h -- records that were read lately, so that one many ask for is made once.
 *
 * Only those that cannot change any more, and only so many bytes: the one that nobody has asked for for the
 * longest time goes first. */
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
    } records[SHELF_RECORDS];
    size_t bytes;
    uint64_t used;
};

const struct shelved *shelf_find(struct shelf *s, const char *id);        /* NULL: it is not there */
bool shelf_put(struct shelf *s, const char *id, char *text, size_t size); /* true: the text is its own now */
void shelf_drop(struct shelf *s, const char *id);
void shelf_clear(struct shelf *s);

#endif
