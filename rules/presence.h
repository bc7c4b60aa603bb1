/* rules/presence.h -- the seats of a table, by number and name, and their host.
 *
 * Seats form a circle; the seat to the left of one is the next number (P1.3).
 * Tokens and connections belong to the server. */
#ifndef RULES_PRESENCE_H
#define RULES_PRESENCE_H

#include "rules/clock.h"

struct presence; /* RECORD(presence) in presence.def */

/* Does the command belong to this piece?  Then presence_decide() judges it, whoever asks.  `begun`: the seats
 * are fixed, because the game has been set up with them.  `running`: the clock of a game that could be paused
 * now, or NULL; players who leave no longer need to agree to a pause (P2.4). */
bool presence_judges(uint16_t command);
refusal_t presence_decide(struct turn *t, const struct presence *p, bool begun, const struct clock *running);
/* Why `seat_player` is refused, as far as seats and names go. */
refusal_t presence_seat_refusal(const struct turn *t, const struct presence *p, bool begun);

/* Who sits at a table of any game. */
static inline const struct presence *presence_of(const struct game *game, const struct state *s)
{
    return (const struct presence *)(const void *)((const uint8_t *)s + game->presence_at);
}
unsigned presence_asker(const struct game *game, const struct state *s, seat_t by); /* a game's asker() */

/* Is a game being played in which not everybody may say anything to everybody?  Then nothing that people can
 * put into words changes (P1.8).  The game's hears() says so, and nothing else. */
bool presence_hushed(const struct game *game, const struct state *s);
/* May somebody at the table be called that (P1.2)?  The one who sits at `except` is about to lose theirs. */
refusal_t presence_name_refusal(const struct presence *p, const char *name, seat_t except);

bool presence_sits(const struct presence *p, seat_t seat);
seats_t presence_all(const struct presence *p);     /* every taken seat */
seats_t presence_people(const struct presence *p);  /* all but those that bots have for themselves */
seats_t presence_present(const struct presence *p); /* people who are not away: those who must agree */
/* The next person after the host, preferably one who is present; 0: nobody (P1.3). */
seat_t presence_heir(const struct presence *p);
void presence_apply(struct presence *p, const struct event *e);

#endif
