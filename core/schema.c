/* core/schema.c -- looking up a kind by its name, and how long a body is. */
#include "core/schema.h"

#include <string.h>

uint16_t schema_bytes(const struct kind *kind, const uint8_t *body)
{
    const struct field *last = kind->fields();
    if (!kind->ends_in_words)
        return kind->size;
    while (last[1].name)
        last++;
    const uint8_t *end = memchr(body + last->offset, 0, last->size);
    return end ? (uint16_t)(end + 1 - body) : kind->size;
}

uint16_t schema_find(const struct kind *kinds, const char *name, size_t size)
{
    for (uint16_t id = 1; id < KINDS_MAX; id++)
        if (kinds[id].fields && strlen(kinds[id].name) == size && !memcmp(kinds[id].name, name, size))
            return id;
    return 0;
}
