/* record/stories.h -- how far seats had come: from their own stories to the log.
 *
 * 0.1 stored what a sender said it had seen, which counts in the sender's story; the rules ask how much of
 * the log that is (P6.3), and so do entries of today.  The two differ once something was hidden from the
 * seat, as words are that were said before it came.  Pure. */
#ifndef RECORD_STORIES_H
#define RECORD_STORIES_H

#include "core/game.h"

enum { STORIES_PAST = 1024 }; /* events; nobody who sends is further behind */

struct stories { /* all zero at first */
    seq_t count; /* events of the log */
    seq_t told[VIEWS];
    seats_t knows[STORIES_PAST]; /* who was shown each of the last */
};

void stories_add(struct stories *s, const struct game *game, const struct event *e);

/* How much of the log one knows who has seen so much of its story, and nothing after. */
seq_t stories_in_log(const struct stories *s, seat_t who, seq_t seen);

#endif
