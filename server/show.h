/* server/show.h -- once something is stored: shows it, and answers whoever asked. */
#ifndef SERVER_SHOW_H
#define SERVER_SHOW_H

#include "server/gather.h"

/* Carries out all acts of a gathering that has been stored, and empties it. */
void show_stored(struct host *h, struct gathering *g);

#endif
