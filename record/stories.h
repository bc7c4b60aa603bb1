/* record/stories.h -- how much seats had seen: converts positions in their stories to the log.
 *
 * 0.1 stored what a sender said it had seen, counted in the sender's own story; the rules, and today's
 * entries, count in the log (P6.3).  The two differ once something was hidden from the seat, such as words
 * said before it joined.  Pure. */
#ifndef RECORD_STORIES_H
#define RECORD_STORIES_H

#include "core/game.h"

enum { STORIES_PAST = 1024 }; /* events; no sender is further behind */

struct stories { /* all zero at first */
    seq_t count; /* events of the log */
    seq_t told[VIEWS];
    seats_t knows[STORIES_PAST]; /* who was shown each of the last events */
};

void stories_add(struct stories *s, const struct game *game, const struct event *e);

/* How much of the log a seat knows that has seen its story up to `seen`. */
seq_t stories_in_log(const struct stories *s, seat_t who, seq_t seen);

#endif
