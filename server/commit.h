/* server/commit.h -- a batch goes to the store, and comes back safe or not.
 *
 * While one is being stored, the next is gathered.  A failing store is given the same batch again until it
 * works; meanwhile nothing is judged, and the tables' time stands still.  host_stored() is here too. */
#ifndef SERVER_COMMIT_H
#define SERVER_COMMIT_H

#include "server/host.h"

void commit_turn(struct host *h);              /* hands over what was gathered, if the store is free */
bool commit_idle(const struct host *h);        /* everything is stored and shown */
int64_t commit_wakes_ms(const struct host *h); /* INT64_MAX: whatever waits, waits for the store */

#endif
