/* bots/names.c -- short names, the same in every language. */
#include "bots/names.h"

#include "core/name.h"
#include "core/text.h"
#include "rules/presence.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"

static const char *const names[] = {"Ada",   "Bruno", "Cleo", "Dirk",  "Elin", "Farid",
                                    "Greta", "Hugo",  "Iris", "Jules", "Kato", "Lena"};
_Static_assert(sizeof names / sizeof *names >= SEATS_MAX,
               "one for every seat, whatever the others are called");

static bool is_taken(const struct presence *p, const char *name)
{
    for (seat_t seat = 1; seat <= p->seats; seat++)
        if (name_alike(p->player[seat].name, name))
            return true;
    return false;
}

void bot_name(const struct presence *p, char out[NAME_BYTES_MAX])
{
    size_t i = 0;
    while (i + 1 < sizeof names / sizeof *names && is_taken(p, names[i]))
        i++;
    text_copy(out, NAME_BYTES_MAX, names[i]);
}
