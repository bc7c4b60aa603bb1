/* rules/hush.h -- talk: whether it is allowed, and the only way to say anything.
 *
 * The game's hears() alone decides who hears whom; this piece asks it, and carries it out. */
#ifndef RULES_HUSH_H
#define RULES_HUSH_H

#include "core/turn.h"

struct hush; /* RECORD(hush) in hush.def */

void hush_set(struct turn *t, const struct hush *h, uint8_t talk); /* tells everybody if it changes */
refusal_t hush_decide(struct turn *t);                             /* t->in is `say` or `react` */
/* For what a game has besides these: REFUSAL_OK, and who takes in now what the asker says or shows there; or
 * why nobody does. */
refusal_t hush_reach(const struct turn *t, enum channel channel, seats_t *reached);
/* t->in is `say_table_phrase`: everybody may, in a pause, even in silence (P3.3). */
refusal_t hush_table_phrase(struct turn *t, const struct hush *h, bool paused);
/* Everybody, gestures only, or nothing: for a game's hears(). */
seats_t hush_hearers(uint8_t talk, enum channel channel, seats_t everybody);
void hush_apply(struct hush *h, const struct event *e);

#endif
