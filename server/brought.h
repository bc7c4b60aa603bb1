/* server/brought.h -- what tables bring to play with: a tile set, a deck (core/game.h).
 *
 * Tables that have brought the same hold it together, under the hash of its text.  Of it nothing is told but
 * its title; the text is for the store and for the record. */
#ifndef SERVER_BROUGHT_H
#define SERVER_BROUGHT_H

#include "core/complaint.h"
#include "core/game.h"
#include "server/messages.h"

struct host;
struct hosted;

struct brought {
    struct brought *next; /* of all that any table holds */
    const struct material *kind;
    uint8_t hash[HASH_BYTES];
    uint32_t held; /* by so many tables */
    size_t size;   /* of the text, which is behind the form */
    _Alignas(8) uint8_t form[];
};

struct brought *brought_hold(struct host *h, const struct material *kind, const char *text, size_t size,
                             struct complaint *why); /* NULL: `why` tells */
/* The table plays with it from now on, and takes over the hold; NULL: with the house's own. */
void brought_use(struct host *h, struct hosted *t, struct brought *b);
size_t brought_write(const struct hosted *t, char out[MESSAGE_MAX]); /* its title, as it is told */

#endif
