/* rules/clock.h -- playing time: table time without the pauses.
 *
 * A game keeps its deadlines in playing time, so that a pause shifts them all
 * without touching any.  The piece reads no real clock. */
#ifndef RULES_CLOCK_H
#define RULES_CLOCK_H

#include "core/turn.h"

struct clock; /* RECORD(clock) in clock.def */

int64_t clock_play_ms(const struct clock *c, int64_t table_ms);
/* When a deadline comes; during a pause, when the count of 3 ends, or INT64_MAX. */
int64_t clock_table_ms(const struct clock *c, int64_t play_ms);

refusal_t clock_ask_pause(struct turn *t, const struct clock *c, seats_t present);
/* Somebody has left: perhaps everybody still present wanted the pause. */
void clock_settle(struct turn *t, const struct clock *c, seats_t present);
refusal_t clock_stop(struct turn *t, const struct clock *c); /* without asking anybody (P4.3) */
refusal_t clock_resume(struct turn *t, const struct clock *c);
void clock_end_pause(struct turn *t, const struct clock *c); /* at once: the game ends in it (P1.9) */
void clock_tick(struct turn *t, const struct clock *c);      /* the count of 3 may be over */

/* For the host (P4.2): `in` comes at or after a deadline, and must find that the deadline has come.  True:
 * have `due`, the tick of the same moment, judged before it. */
bool clock_tick_first(const struct input *in, struct input *due);

void clock_apply(struct clock *c, const struct event *e);

#endif
