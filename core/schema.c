/* core/schema.c -- looking up a kind by its name. */
#include "core/schema.h"

#include <string.h>

uint16_t schema_find(const struct kind *kinds, const char *name, size_t size)
{
    for (uint16_t id = 1; id < KINDS_MAX; id++)
        if (kinds[id].fields && strlen(kinds[id].name) == size && !memcmp(kinds[id].name, name, size))
            return id;
    return 0;
}
