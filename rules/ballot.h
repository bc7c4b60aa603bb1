/* rules/ballot.h -- an accusation that is voted on: one at a time.
 *
 * The piece keeps the count; who may accuse, which way a thumb points and what
 * a decision means is the game's.  Times are playing time (rules/clock.h), which
 * the game passes in; in a pause it asks nothing of this piece.
 *
 * Votes that all can see decide as soon as no missing one could: one no rejects
 * what must be unanimous.  Secret ones wait for everybody, or the end itself
 * would tell what was voted; where the votes are not known (in a view) nothing
 * is decided.
 *
 * When a vote was taken and the ballot is not open any more, that vote decided
 * it: b->decision tells how, until the next one is opened. */
#ifndef RULES_BALLOT_H
#define RULES_BALLOT_H

#include "core/turn.h"

struct ballot; /* RECORD(ballot) in ballot.def */
struct ballot_opened;

bool ballot_is_open(const struct ballot *b);
int64_t ballot_ends_ms(const struct ballot *b); /* for a game's deadline(); INT64_MAX: none is open */

/* As the event says that is passed in.  Those who accuse or are accused do not
 * vote, and are taken out of its voters here. */
refusal_t ballot_open(struct turn *t, const struct ballot *b, const struct ballot_opened *asked);

/* REFUSAL_OK when the seat may vote so, if it is in time; else why not. */
refusal_t ballot_refusal(const struct ballot *b, seat_t seat, uint8_t vote);
refusal_t ballot_vote(struct turn *t, const struct ballot *b, int64_t now_ms); /* t->in is `cast_vote` */
/* The same accusation once more is a yes of whoever asks (H2.12); any other is refused. */
refusal_t ballot_second(struct turn *t, const struct ballot *b, seats_t accused, int64_t now_ms);

/* Each of these may end it, and then returns true.  Voters who are out, or away
 * and not waited for, vote no more: the other votes decide, and with none left
 * it is void (H2.13).  What else makes it void, the game knows. */
bool ballot_tick(struct turn *t, const struct ballot *b, int64_t now_ms);
bool ballot_drop(struct turn *t, const struct ballot *b, seats_t voters);
bool ballot_void(struct turn *t, const struct ballot *b); /* secret votes stay untold */

void ballot_apply(struct ballot *b, const struct event *e);
bool ballot_sound(const struct ballot *b);

#endif
