/* rules/consent.h -- questions that all players present must agree to: to end the game (P1.9), and to let
 * somebody new take over a seat that holds secrets (P5.4).
 *
 * About a seat nobody decides alone: somebody new has no token, and could be that very player.  So two or
 * more must be there who were at the deal.
 *
 * A question lapses after a minute, and is asked at most once a minute: it must be no way to signal.  Who
 * asks for a seat is not told, or their name would be a way round the silence. */
#ifndef RULES_CONSENT_H
#define RULES_CONSENT_H

#include "rules/presence.h"

struct consent; /* RECORD(consent) in consent.def */

/* Does the command belong to this piece?  Then consent_decide() judges it, whoever asks.  `plays`: the game
 * has begun, and has not ended.  `secrets`: the seats that hold something others may not know. */
bool consent_judges(uint16_t command);
refusal_t consent_decide(struct turn *t, const struct consent *c, const struct presence *p, bool plays,
                         seats_t secrets);

/* Instead of presence_decide(): a seat that holds secrets is not simply taken, and whoever leaves no longer
 * needs to agree. */
refusal_t consent_decide_seats(struct turn *t, const struct consent *c, const struct presence *p, bool begun,
                               const struct clock *running, seats_t secrets);

/* After either of them: have all agreed to end the game, or does the server, because its log is full (P6.5)?
 * The game then ends, in its own way. */
bool consent_to_end(const struct turn *t, const struct consent *c, const struct presence *p);

/* Before either of them: may it end the game, while a view does not know what that shows?  It is left to the
 * host then. */
bool consent_unforeseen(const struct turn *t, const struct consent *c, const struct presence *p);

void consent_tick(struct turn *t, const struct consent *c); /* a question may have lapsed */
int64_t consent_lapses_ms(const struct consent *c,
                          int64_t ms); /* when one does, or `ms` if that is earlier */
/* What was dealt is over, or dealt again: nobody is asked about it any more. */
void consent_end_deal(struct turn *t, const struct consent *c);

/* `secrets`: before the event. */
void consent_apply(struct consent *c, const struct event *e, seats_t secrets);
/* Cards were dealt: every bot's seat can be asked for again, and whoever is there now has a say in it. */
void consent_dealt(struct consent *c, const struct presence *p);
void consent_over(struct consent *c); /* the game is: nobody is asked anything */

#endif
