/* server/facts.h -- the few facts that the server reads in the tables of any
 * game, found by their names.
 *
 * A game keeps its seats in RECORD(presence) named `presence`, and begins with
 * the command `set_up`. */
#ifndef SERVER_FACTS_H
#define SERVER_FACTS_H

#include "core/schema.h"
#include "rules/presence.h"

struct facts {
    uint16_t presence_at; /* offset in the state */
    uint16_t set_up;      /* the number of the command */
};

/* False: the server cannot host such a game. */
bool facts_find(const struct game *game, struct facts *out);

static inline const struct presence *facts_presence(const struct facts *f, const struct state *s)
{
    return (const struct presence *)(const void *)((const uint8_t *)s + f->presence_at);
}

#endif
