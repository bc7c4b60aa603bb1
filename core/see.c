/* core/see.c -- redaction, from the tables alone. */
#include "core/see.h"

#include <string.h>

bool see(const struct schema *schema, const struct event *e, bool inside, struct seen *out)
{
    const struct kind *kind = &schema->events[e->kind];
    if (!see_happened(schema, e, inside))
        return false;
    out->inside = inside;
    out->event.at_ms = e->at_ms;
    out->event.seq = e->seq;
    out->event.to = 0;
    out->event.kind = e->kind;
    out->event.size = e->size;
    out->event.zero = 0;
    if (inside || !kind->secrets) {
        memcpy(out->event.body, e->body, e->size); /* def_tables.h: every byte is a field's */
        return true;
    }
    /* Copy what is allowed into zeroed memory, rather than blank what is not
     * out of a copy: what is forgotten stays zero. */
    memset(out->event.body, 0, e->size);
    for (const struct field *f = kind->fields(); f->name; f++)
        if (see_field(f, inside))
            memcpy(out->event.body + f->offset, e->body + f->offset,
                   f->offset + f->size <= e->size ? f->size : e->size - f->offset);
    return true;
}
