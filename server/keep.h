/* server/keep.h -- the form in which a game is stored: a head is the table and its secrets; an entry is one
 * accepted input with all that followed from it (record/entry.h).
 *
 * With the seed, entries can be judged again: that is how a record is verified (P5.2).  Each entry carries a
 * mark of the chain of hashes so far, so that damage does not pass for play.  kept.h reads all of this. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "record/entry.h"
#include "server/gather.h"

enum { KEPT_ENTRY_MAX = ENTRY_MAX + SAY_MAX + 64, KEPT_HEAD_MAX = 4608 + MATERIAL_TEXT_MAX };

/* Before all of these: gather_reserve(). */
void keep_head(struct gathering *g, const struct hosted *t, bool live);
/* An accepted input and what followed from it: everything that happened after `since`. */
void keep_entry(struct host *h, struct hosted *t, const struct input *in, bookmark_t since);
/* The game is no longer played: one that is over is kept as a record, any other is forgotten (P8.3). */
void keep_end(struct gathering *g, const struct hosted *t);

#endif
