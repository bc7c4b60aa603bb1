/* tests/help/leaky.h -- a copy of a game in which somebody is shown what they may not know: the tests of
 * secrets plant such leaks, and each must be found. */
#ifndef TESTS_HELP_LEAKY_H
#define TESTS_HELP_LEAKY_H

#include <string.h>

#include "core/check.h"
#include "core/game.h"
#include "core/schema.h"

static struct game leaky;
static struct schema leaky_schema;
static struct kind leaky_events[KINDS_MAX];
static struct field leaky_list[32];

static inline const struct field *leaky_fields(void)
{
    return leaky_list;
}

/* The game, but for one field that everybody is shown; or, without a name, for an event that nobody else was
 * to learn of. */
static inline void leak_field(const struct game *game, uint16_t kind, const char *name)
{
    int i = 0;
    memcpy(leaky_events, game->schema->events, sizeof leaky_events);
    leaky_schema = *game->schema;
    leaky_schema.events = leaky_events;
    leaky = *game;
    leaky.schema = &leaky_schema;
    if (!name) {
        CHECK(leaky_events[kind].stage == STAGE_UNSEEN);
        leaky_events[kind].stage = STAGE_SHOWN;
        return;
    }
    for (const struct field *f = game->schema->events[kind].fields(); f->name; f++) {
        leaky_list[i] = *f;
        if (!strcmp(f->name, name)) {
            CHECK(f->sight == SIGHT_TO);
            leaky_list[i].sight = SIGHT_ALL;
        }
        i++;
    }
    leaky_list[i] = (struct field){0};
    leaky_events[kind].fields = leaky_fields;
    leaky_events[kind].secrets--;
}

#endif
