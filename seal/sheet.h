/* seal/sheet.h -- a record while it is written, in memory: entry by entry, each followed by its events. */
#ifndef SEAL_SHEET_H
#define SEAL_SHEET_H

#include "record/record.h"

struct sheet { /* all zero at first, except the header */
    struct record_header header;
    char *text;
    size_t size, room;
    bool failed; /* no memory */
};
/* Before any entry: what the table has brought to play with. */
void sheet_add_material(struct sheet *s, const char *text, size_t size);
void sheet_add_entry(struct sheet *s, const struct entry *e);
void sheet_add_event(struct sheet *s, const struct event *e);
/* The whole text; the caller frees it.  NULL: out of memory. */
char *sheet_finish(struct sheet *s, size_t *size);

#endif
