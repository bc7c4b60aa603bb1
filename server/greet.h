/* server/greet.h -- whoever comes is greeted, and told the story so far.
 *
 * Greetings wait for what must be shown before them; a long story is told in portions, so that a slow reader
 * is not drowned.  Until it has heard all of it a link follows nothing (links_follows()). */
#ifndef SERVER_GREET_H
#define SERVER_GREET_H

#include "server/links.h"

void greet(struct host *h, struct hosted *t);      /* those at a table who are due, as far as can be now */
void greet_soon(struct host *h, struct hosted *t); /* in this turn or the next */
/* Their seats or the game have changed: the story begins again for everybody, once that is stored. */
void greet_anew(struct host *h, struct hosted *t);
void greet_all(struct host *h);                      /* at every table that was put off */
void greet_forget(struct host *h, struct hosted *t); /* the table is to be freed */
int64_t greet_wakes_ms(const struct host *h);        /* INT64_MAX: nobody waits for a portion */

#endif
