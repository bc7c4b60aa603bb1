/* store/ends.h -- how far each live game had got, told by somebody else: a small file beside the store.
 *
 * What SQLite cannot read of its log it leaves out, as if it had never been committed.  So the end of every
 * live game is also noted here, after each commit.  The file is not synced: when the machine itself went
 * down it may be behind, never ahead.  It also says who owns the store: its lock is held while it is open. */
#ifndef STORE_ENDS_H
#define STORE_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/complaint.h"
#include "store/store.h"

struct end {
    uint64_t number;      /* of the game; 0: free */
    uint64_t head;        /* the sum of its head */
    uint64_t next;        /* of the one that was about to be committed */
    uint64_t tail;        /* the sum of its last piece */
    uint64_t coming_tail; /* of the last one that is about to be committed; 0: it has not been looked at */
    uint32_t seq;         /* of its last piece */
    uint8_t coming;       /* its first head was about to be committed */
    uint8_t gone;         /* in the file: forget it */
    uint8_t changed;      /* in memory: it is to be written */
    uint8_t going;        /* its last one was, or it was about to be dropped */
    char id[STORE_ID_MAX];
    uint64_t sum; /* of all this */
};

struct last {      /* the last piece of a game, as it is in the store */
    uint64_t tail; /* its sum, which the next one continues */
    uint32_t seq;  /* 0: there is none */
};

struct ends;

/* NULL: another server owns the store, or `why` has another reason. */
struct ends *ends_open(const char *path, struct complaint *why);
/* Of the store that the file was last about; 0: of none. */
uint64_t ends_identity(const struct ends *e);
/* Before anything else: reads what is noted about the store of that identity, if anything is. */
bool ends_recall(struct ends *e, uint64_t identity); /* false: out of memory */
void ends_close(struct ends *e);
/* Only to look at what is noted, whoever owns the store.  NULL: there is nothing. */
struct ends *ends_look(const char *path, uint64_t identity);

/* The machine has not gone down since: what is noted is neither ahead nor behind. */
bool ends_exact(const struct ends *e);
const struct end *ends_of(const struct ends *e, uint64_t number);         /* NULL: nothing is noted */
const struct end *ends_next(const struct ends *e, const struct end *end); /* NULL: the first; the last */

/* An item of a batch, before it is committed and after; `sum` is that of a head. */
void ends_expect(struct ends *e, const struct store_item *item, uint64_t sum);
void ends_note(struct ends *e, const struct store_item *item, uint64_t sum);
void ends_undo(struct ends *e, const struct store_item *item); /* it was not committed after all */
void ends_set_last(struct ends *e, uint64_t number, const struct last *last); /* as it is in the store */
void ends_chain(struct ends *e, uint64_t number, uint64_t tail); /* the tail, once it is committed */
void ends_forget(struct ends *e, uint64_t number);
void ends_write(struct ends *e); /* all of that into the file */

#endif
