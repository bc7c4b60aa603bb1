/* rules/ballot.h -- an accusation put to the vote, one at a time.
 *
 * This piece keeps the count; who may accuse, which way a thumb points and what a
 * decision means is up to the game.  Times are playing time (rules/clock.h), which
 * the game passes in; during a pause it does not call this piece.
 *
 * Open votes decide as soon as no missing vote could change the result: a single
 * no rejects what must be unanimous.  Secret votes wait for everybody, or the
 * timing of the end would reveal them; where the votes are unknown (in a view),
 * nothing is decided.
 *
 * If the ballot is no longer open after a vote, that vote decided it: b->decision
 * says how, until the next ballot is opened. */
#ifndef RULES_BALLOT_H
#define RULES_BALLOT_H

#include "core/turn.h"

struct ballot; /* RECORD(ballot) in ballot.def */
struct ballot_opened;

bool ballot_is_open(const struct ballot *b);
int64_t ballot_ends_ms(const struct ballot *b); /* for a game's deadline(); INT64_MAX: none is open */

/* Opens a ballot as described by `asked`.  Accusers and accused do not vote, and
 * are removed from its voters here. */
refusal_t ballot_open(struct turn *t, const struct ballot *b, const struct ballot_opened *asked);

/* REFUSAL_OK if the seat may vote that way, provided it is in time; else why not. */
refusal_t ballot_refusal(const struct ballot *b, seat_t seat, uint8_t vote);
refusal_t ballot_vote(struct turn *t, const struct ballot *b, int64_t now_ms); /* t->in is `cast_vote` */
/* Repeating the same accusation counts as a yes (H2.12); any other is refused. */
refusal_t ballot_second(struct turn *t, const struct ballot *b, seats_t accused, int64_t now_ms);

/* Each of these may end the ballot, and then returns true.  Voters who are out, or
 * away and not waited for, no longer vote: the other votes decide, and with no
 * voters left it is void (H2.13).  The game knows what else makes it void. */
bool ballot_tick(struct turn *t, const struct ballot *b, int64_t now_ms);
bool ballot_drop(struct turn *t, const struct ballot *b, seats_t voters);
bool ballot_void(struct turn *t, const struct ballot *b); /* secret votes stay secret */

void ballot_apply(struct ballot *b, const struct event *e);
bool ballot_sound(const struct ballot *b);

#endif
