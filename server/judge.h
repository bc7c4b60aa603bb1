/* server/judge.h -- the one way to change a table: judged, gathered for the store, and followed up.  Nothing
 * is shown here. */
#ifndef SERVER_JUDGE_H
#define SERVER_JUDGE_H

#include "server/links.h"

/* Stamps time and dice, and judges.  NULL: done, and `from`, unless NULL, will be answered as `re`. */
const struct refusal *judge(struct host *h, struct hosted *t, struct input *in, struct link *from,
                            uint32_t re);
/* Why nothing is judged right now; NULL: the store works, and the server is not stopping. */
const struct refusal *judge_closed(const struct host *h, seat_t by);
/* The same, and also refuses if there is no room.  NULL: one input can be gathered. */
const struct refusal *judge_refusal(const struct host *h, seat_t by);
/* P6.2: the seat's command with this id is done; its last event is the last one in the log. */
void judge_remember(struct hosted *t, seat_t asker, uint32_t id);
/* The last event of that command; 0: it was not done, or too long ago to be remembered. */
seq_t judge_recall(const struct hosted *t, seat_t asker, uint32_t id);

#endif
