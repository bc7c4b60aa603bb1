/* server/commit.h -- a batch goes to the store, and comes back safe or not.
 *
 * While one is being stored the next is gathered.  A store that fails is asked again with the same batch
 * until it is back; in the meantime nothing is judged, and the tables' time stands still.  host_stored() is
 * here too. */
#ifndef SERVER_COMMIT_H
#define SERVER_COMMIT_H

#include "server/host.h"

void commit_turn(struct host *h);              /* hands over what was gathered, if the store is free */
bool commit_idle(const struct host *h);        /* everything is stored and shown */
int64_t commit_wakes_ms(const struct host *h); /* INT64_MAX: nothing waits but for the store */

#endif
