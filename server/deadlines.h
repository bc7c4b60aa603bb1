/* server/deadlines.h -- when something is due at a table without anybody asking: the game's clock, bots,
 * somebody who stays away, and the end of an abandoned table. */
#ifndef SERVER_DEADLINES_H
#define SERVER_DEADLINES_H

#include "server/host.h"

struct hosted;

void deadlines_set(struct host *h, struct hosted *t); /* after anything that may have changed them */
/* The same for whether the table may give way to a new one. */
void deadlines_idle(struct host *h, struct hosted *t);
void deadlines_meet(struct host *h);              /* does what is due now */
int64_t deadlines_wakes_ms(const struct host *h); /* the first; INT64_MAX: none */

#endif
