/* server/keep.h -- the form in which a game is stored: a head is the table and its secrets; an entry is one
 * accepted input with all that followed from it (record/entry.h).
 *
 * With the seed, entries can be judged again: that is how a record is verified (P5.2).  Each carries a mark
 * of the chain of hashes up to it, so that damage does not pass for play.  kept.h reads it. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "record/entry.h"
#include "server/gather.h"

enum { KEPT_ENTRY_MAX = ENTRY_MAX + SAY_MAX + 64, KEPT_HEAD_MAX = 2048 + MATERIAL_TEXT_MAX };

/* All want room first: gather_reserve(). */
void keep_head(struct gathering *g, const struct hosted *t, bool live);
/* An input that was accepted, and what followed from it: all that happened since. */
void keep_entry(struct host *h, struct hosted *t, const struct input *in, bookmark_t since);
/* It is played no more: what was begun is kept as a record, what was not is forgotten. */
void keep_end(struct gathering *g, const struct hosted *t);

#endif
