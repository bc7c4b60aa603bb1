/* server/greet.h -- whoever comes is greeted, and told the story so far.
 *
 * A greeting waits for what must be shown before it.  A long story is told in portions, so that a slow reader
 * does not drown.  A link that has not heard all of it yet does not follow the table (links_follows()). */
#ifndef SERVER_GREET_H
#define SERVER_GREET_H

#include "server/links.h"

void greet(struct host *h, struct hosted *t); /* everybody at a table who is due, as far as possible now */
void greet_soon(struct host *h, struct hosted *t); /* in this turn or the next */
/* A link has another seat, or none: once that is stored, it is greeted there, and its story goes on. */
void greet_moved(struct host *h, struct hosted *t, struct link *l);
/* Another game begins: once that is stored, the story starts over for everybody. */
void greet_anew(struct host *h, struct hosted *t);
void greet_all(struct host *h);                      /* at every table where that was put off */
void greet_forget(struct host *h, struct hosted *t); /* before the table is freed */
int64_t greet_wakes_ms(const struct host *h);        /* INT64_MAX: nobody is waiting for a portion */

#endif
