/* server/brought.h -- what tables bring to play with: a tile set, a deck (core/game.h).
 *
 * Tables that bring the same text share it, under its hash.  People are only told its title and what `facts`
 * says; the text is for the store and the record. */
#ifndef SERVER_BROUGHT_H
#define SERVER_BROUGHT_H

#include "core/complaint.h"
#include "core/game.h"
#include "server/messages.h"

struct host;
struct hosted;

struct brought {
    struct brought *next; /* in the list of everything that any table holds */
    const struct material *kind;
    uint8_t hash[HASH_BYTES];
    uint32_t held; /* by this many tables */
    size_t size;   /* of the text, which follows the form in memory */
    _Alignas(8) uint8_t form[];
};

struct brought *brought_hold(struct host *h, const struct material *kind, const char *text, size_t size,
                             struct complaint *why); /* NULL: see `why` */
/* The table plays with it from now on, and now holds it; NULL: it plays with the built-in one. */
void brought_use(struct host *h, struct hosted *t, struct brought *b);
size_t brought_write(const struct hosted *t, char out[MESSAGE_MAX]); /* the message with its title */

#endif
