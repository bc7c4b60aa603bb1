/* rules/presence.h -- the seats of a table, by number and name.
 *
 * Seats stand in a circle; the seat to the left of one is the next number
 * (P1.3).  Tokens, hosts and connections are the server's. */
#ifndef RULES_PRESENCE_H
#define RULES_PRESENCE_H

#include "core/turn.h"

struct presence; /* RECORD(presence) in presence.def */

refusal_t presence_seat_player(struct turn *t, const struct presence *p); /* t->in is `seat_player` */
refusal_t presence_mark_seat(struct turn *t, const struct presence *p);   /* t->in is `mark_seat` */
bool presence_sits(const struct presence *p, seat_t seat);
seats_t presence_all(const struct presence *p);     /* every taken seat */
seats_t presence_present(const struct presence *p); /* those not away, bots left out: who is asked */
void presence_apply(struct presence *p, const struct event *e);

#endif
