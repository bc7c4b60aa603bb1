/* server/record.h -- the record of a finished game, made from what is stored and proved again: all that needs
 * memory and hashes around record/.
 *
 * It tells all secrets, so it is made of finished games only. */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "record/record.h"
#include "store/store.h"
#include "table/table.h"

/* ---- writing: entry by entry, each with its events behind it ---- */

struct record_sheet { /* all zero at first, but for the header */
    struct record_header header;
    char *text;
    size_t size, room;
    bool failed; /* no memory */
};
/* Before any entry: what the table has brought. */
void record_add_material(struct record_sheet *s, const char *text, size_t size);
void record_add_entry(struct record_sheet *s, const struct entry *e);
void record_add_event(struct record_sheet *s, const struct event *e);
/* The whole of it; the caller frees it.  NULL: no memory. */
char *record_finish(struct record_sheet *s, size_t *size);

/* From the rows that store_find() gives.  The caller frees *text. */
enum record_state { RECORD_MADE, RECORD_MISSING, RECORD_NOT_OVER, RECORD_DAMAGED, RECORD_BY_LATER };
enum record_state record_make(const struct store_batch *rows, char **text, size_t *size);

/* ---- proving (P5.2, P8.8) ---- */

struct record_proved {
    struct record_header header;
    uint32_t entries, judged, older, deleted; /* record/proof.h */
};

/* Does the seed fit the commitment, and does everything follow from the rules, the commands and the dice that
 * the seed gives?  Any bytes whatever; `why` tells the line that does not.  Only on success is `out` opened,
 * as table_open() does it, with all that happened in its log and nothing shown. */
bool record_prove(const char *text, size_t size, struct table *out, struct record_proved *proved,
                  struct complaint *why);

#endif
