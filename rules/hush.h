/* rules/hush.h -- talk: its state, and the one way to say anything.
 *
 * Who hears whom is the game's hears() and nobody else's business; this piece
 * carries it out. */
#ifndef RULES_HUSH_H
#define RULES_HUSH_H

#include "core/turn.h"

struct hush; /* RECORD(hush) in hush.def */

void hush_set(struct turn *t, const struct hush *h, uint8_t talk); /* tells it if it is a change */
refusal_t hush_say(struct turn *t);                                /* t->in is `say` */
refusal_t hush_react(struct turn *t);                              /* t->in is `react` */
/* REFUSAL_OK when somebody hears the seat on this channel; else why not. */
refusal_t hush_refusal(const struct turn *t, enum channel channel);
/* Everybody, or only gestures, or nothing: for a game's hears(). */
seats_t hush_hearers(uint8_t talk, enum channel channel, seats_t everybody);
void hush_apply(struct hush *h, const struct event *e);

#endif
