/* server/shelf.c -- a few records, looked through one after the other. */
#include "server/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/limits.h"

static void clear(struct shelf *s, struct shelved *r)
{
    free(r->text);
    s->bytes -= r->size;
    *r = (struct shelved){0};
}

const struct shelved *shelf_find(struct shelf *s, const char *id, int64_t now_ms)
{
    for (struct shelved *r = s->records; *id && r < s->records + SHELF_RECORDS; r++)
        if (!strcmp(r->id, id)) {
            if (r->until_ms <= now_ms)
                clear(s, r);
            r->used = r->text ? ++s->used : 0;
            return r->text ? r : NULL;
        }
    return NULL;
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

bool shelf_put(struct shelf *s, const char *id, char *text, size_t size, int64_t until_ms)
{
    if (size > LIMIT_SHELF / 4 || shelf_find(s, id, 0))
        return false;
    while (s->bytes + size > LIMIT_SHELF)
        clear(s, oldest(s, true));
    struct shelved *place = oldest(s, false);
    clear(s, place);
    *place = (struct shelved){.text = text, .size = size, .used = ++s->used, .until_ms = until_ms};
    text_copy(place->id, sizeof place->id, id);
    s->bytes += size;
    return true;
}

void shelf_clear(struct shelf *s)
{
    for (int i = 0; i < SHELF_RECORDS; i++)
        clear(s, &s->records[i]);
}
