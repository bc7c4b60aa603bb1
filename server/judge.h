/* server/judge.h -- the one way to change a table: judged, gathered for the store, and followed up.  Nothing
 * is shown here. */
#ifndef SERVER_JUDGE_H
#define SERVER_JUDGE_H

#include "server/links.h"

/* Stamps time and dice, and judges.  NULL: it is done, and `from`, unless NULL, will be answered as `re`. */
const struct refusal *judge(struct host *h, struct hosted *t, struct input *in, struct link *from,
                            uint32_t re);
/* Why nothing is judged just now; NULL: the store is well, and the server is not stopping. */
const struct refusal *judge_closed(const struct host *h, seat_t by);
/* The same, or there is no room: NULL means that one input can be gathered. */
const struct refusal *judge_refusal(const struct host *h, seat_t by);
/* P6.2: a seat's command of that number is done, and its last event is the last of the log. */
void judge_remember(struct hosted *t, seat_t asker, uint32_t id);
/* The last event of such a command; 0: it has not been done, or too many have been since. */
seq_t judge_recall(const struct hosted *t, seat_t asker, uint32_t id);

#endif
