/* server/record.h -- makes the record of a finished game from what is stored, and proves records: the part of
 * record/ that needs memory and hashes.
 *
 * A record tells all secrets, so only finished games have one. */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "record/record.h"
#include "store/queue.h"
#include "table/table.h"

/* ---- writing: entry by entry, each followed by its events ---- */

struct record_sheet { /* all zero at first, except the header */
    struct record_header header;
    char *text;
    size_t size, room;
    bool failed; /* no memory */
};
/* Before any entry: what the table has brought to play with. */
void record_add_material(struct record_sheet *s, const char *text, size_t size);
void record_add_entry(struct record_sheet *s, const struct entry *e);
void record_add_event(struct record_sheet *s, const struct event *e);
/* The whole text; the caller frees it.  NULL: out of memory. */
char *record_finish(struct record_sheet *s, size_t *size);

/* From the rows that store_find() returns.  The caller frees *text. */
enum record_state { RECORD_MADE, RECORD_MISSING, RECORD_NOT_OVER, RECORD_DAMAGED, RECORD_BY_LATER };
enum record_state record_make(const struct store_batch *rows, char **text, size_t *size);
/* The same for those who find it (store/queue.h): of a game that is not over only the head is read. */
extern const struct queue_maker record_maker;

/* ---- proving (P5.2, P8.8) ---- */

struct record_proved {
    struct record_header header;
    uint32_t entries, judged, older, deleted; /* record/proof.h */
};

/* Does the seed match the commitment, and does everything follow from the rules, the commands and the dice
 * of that seed?  Takes any bytes at all; `why` names the line that is wrong.  Only on success is `out` open,
 * as after table_open(), with all events in its log and nothing shown. */
bool record_prove(const char *text, size_t size, struct table *out, struct record_proved *proved,
                  struct complaint *why);

#endif
