/* server/stand_ins.h -- bots at the table: in seats of their own, and for players who are away (P2.3, P7).
 *
 * Like a browser, a bot folds the story of its seat from what was stored and shown.  It acts through judge(),
 * like everybody else. */
#ifndef SERVER_STAND_INS_H
#define SERVER_STAND_INS_H

#include "core/see.h"

struct host;
struct hosted;

/* Somebody asks for a bot: the house says what it is called, whatever the message says (P1.8). */
void stand_ins_name(const struct hosted *t, struct input *in);
/* After everything stored has been shown: seats bots where they are wanted, and nowhere else. */
void stand_ins_refresh(struct host *h, struct hosted *t);
void stand_ins_leave(struct hosted *t);
size_t stand_ins_weight(const struct hosted *t);                               /* bytes of memory */
void stand_ins_notice(struct hosted *t, seats_t who, const struct seen *seen); /* those seats were shown it */
void stand_ins_tick(struct host *h, struct hosted *t);                         /* those who are due act */
int64_t stand_ins_wakes_ms(const struct hosted *t); /* table time; INT64_MAX: none is due */

#endif
