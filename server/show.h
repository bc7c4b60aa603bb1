/* server/show.h -- what is stored is shown, and answered. */
#ifndef SERVER_SHOW_H
#define SERVER_SHOW_H

#include "server/gather.h"

/* Carries out all acts of a gathering that is safe, and empties it. */
void show_stored(struct host *h, struct gathering *g);

#endif
