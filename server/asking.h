/* server/asking.h -- a newcomer who waits while the players are asked about a seat that holds secrets (P5.4).
 *
 * The newcomer gets the token at once, but it opens nothing until all have agreed and the seat is theirs;
 * until then the door tells how it stands (asking_refusal).  There is one newcomer at a table at a time.  A
 * crash forgets them: they ask again. */
#ifndef SERVER_ASKING_H
#define SERVER_ASKING_H

#include "server/links.h"
#include "server/messages.h"
#include "table/table.h"

struct hosted;

struct asking {
    enum { ASKING_NOBODY, ASKING_OPEN, ASKING_GRANTED, ASKING_GIVEN, ASKING_DENIED } state;
    seat_t seat;
    char name[NAME_BYTES_MAX];
    uint8_t hash[HASH_BYTES]; /* of the token */
    int64_t looked_ms;        /* when they last looked how it stands */
    bookmark_t given;         /* once this has been shown, the token opens the door */
};

/* Has the players asked.  NULL: done, and `out` is the reply. */
const struct refusal *asking_begin(struct host *h, struct hosted *t, const struct take_seat *asked,
                                   struct seat_asked *out);

/* Why that token does not open the door; NULL: this knows no reason. */
const struct refusal *asking_refusal(struct host *h, struct hosted *t, const char *token);

void asking_follow(struct hosted *t, const struct event *e);           /* what an event means for it */
void asking_tick(struct host *h, struct hosted *t);                    /* what is due */
int64_t asking_wakes_ms(const struct host *h, const struct hosted *t); /* host time; INT64_MAX: nothing is */

#endif
