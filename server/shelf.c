/* server/shelf.c -- a few records, looked through one after the other. */
#include "server/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/limits.h"

const struct shelved *shelf_find(struct shelf *s, const char *id)
{
    for (int i = 0; *id && i < SHELF_RECORDS; i++)
        if (!strcmp(s->records[i].id, id)) {
            s->records[i].used = ++s->used;
            return &s->records[i];
        }
    return NULL;
}

static void clear(struct shelf *s, struct shelved *r)
{
    free(r->text);
    s->bytes -= r->size;
    *r = (struct shelved){0};
}

/* The one used least lately; a free place, unless it must be `taken`, before all. */
static struct shelved *oldest(struct shelf *s, bool taken)
{
    struct shelved *oldest = NULL;
    for (struct shelved *r = s->records; r < s->records + SHELF_RECORDS; r++)
        if ((r->text || !taken) && (!oldest || r->used < oldest->used))
            oldest = r;
    return oldest;
}

bool shelf_put(struct shelf *s, const char *id, char *text, size_t size)
{
    if (size > LIMIT_SHELF / 4 || shelf_find(s, id))
        return false;
    while (s->bytes + size > LIMIT_SHELF)
        clear(s, oldest(s, true));
    struct shelved *place = oldest(s, false);
    clear(s, place);
    *place = (struct shelved){.text = text, .size = size, .used = ++s->used};
    text_copy(place->id, sizeof place->id, id);
    s->bytes += size;
    return true;
}

void shelf_drop(struct shelf *s, const char *id)
{
    struct shelved *r = (struct shelved *)shelf_find(s, id);
    if (r)
        clear(s, r);
}

void shelf_clear(struct shelf *s)
{
    for (int i = 0; i < SHELF_RECORDS; i++)
        clear(s, &s->records[i]);
}
