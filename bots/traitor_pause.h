/* bots/traitor_pause.h -- what every bot of Are You the Traitor? does between rounds. */
#ifndef BOTS_TRAITOR_PAUSE_H
#define BOTS_TRAITOR_PAUSE_H

#include "games/traitor/traitor.h"

/* Announces, uses a ring, or is ready.  False: there is nothing left to do. */
bool pause_act(const struct state *view, seat_t seat, struct input *out);

#endif
