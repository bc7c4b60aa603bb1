/* server/facts.c -- reading a game's tables. */
#include "server/facts.h"

#include <string.h>

#define DEF "rules/presence.def"
#include "core/def_types.h"

static const struct field *field_of(const struct field *f, const char *name)
{
    for (; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

bool facts_find(const struct game *game, struct facts *out)
{
    const struct field *fields = game->schema->state();
    const struct field *presence = field_of(fields, "presence");
    out->set_up = schema_find(game->schema->commands, "set_up", 6);
    if (!presence || presence->size != sizeof(struct presence) || !out->set_up)
        return false;
    out->presence_at = presence->offset;
    return true;
}
