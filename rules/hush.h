/* rules/hush.h -- talk: whether it is allowed, and the only way to say anything.
 *
 * The game's hears() alone decides who hears whom; the game passes that on, and
 * this piece carries it out. */
#ifndef RULES_HUSH_H
#define RULES_HUSH_H

#include "core/turn.h"

struct hush; /* RECORD(hush) in hush.def */

void hush_set(struct turn *t, const struct hush *h, uint8_t talk); /* tells everybody if it changes */
/* The asker is heard by `hear`, and its gestures are seen by `see`, both as hears() says now. */
refusal_t hush_say(struct turn *t, seats_t hear, seats_t see); /* t->in is `say` */
refusal_t hush_react(struct turn *t, seats_t see);             /* t->in is `react` */
/* t->in is `say_table_phrase`: everybody may, in a pause, even in silence (P3.3). */
refusal_t hush_table_phrase(struct turn *t, const struct hush *h, bool paused);
/* REFUSAL_OK if somebody takes in what is said or shown; else why nobody does. */
refusal_t hush_refusal(seats_t take_in, seats_t see);
/* Everybody, gestures only, or nothing: for a game's hears(). */
seats_t hush_hearers(uint8_t talk, enum channel channel, seats_t everybody);
void hush_apply(struct hush *h, const struct event *e);

#endif
