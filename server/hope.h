/* server/hope.h -- the hope that whoever was just answered asks again at once, and shares the next commit.
 *
 * A commit costs the same however many tables share it.  If a few tables ask again as soon as they are
 * answered, every commit would find half of them gathered and the rest on their way; if it is held back for a
 * moment, all of them share it.  It is not held back for too few to matter, nor when many are there already,
 * nor when that was in vain lately, as it is with people: they think before they move. */
#ifndef SERVER_HOPE_H
#define SERVER_HOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hope {
    uint32_t commit;         /* the one that answered them */
    uint32_t answered, back; /* tables, and how many of them have asked again */
    int64_t until_ms;        /* how long the next batch may be held back for them */
    bool held;               /* it is being held back */
    uint8_t vain, skip;      /* how often in a row in vain; how many batches not to hold back for that */
};

/* A table has been answered, or has asked again; `answered` belongs to the table: the last commit that
 * answered it. */
static inline void hope_for(struct hope *o, uint32_t *answered)
{
    o->answered += *answered != o->commit;
    *answered = o->commit;
}

static inline void hope_comes_true(struct hope *o, uint32_t *answered)
{
    o->back += *answered == o->commit;
    *answered = 0;
}

/* Before and after the answers to one commit; `gathered` is how much waits for the next. */
void hope_ends(struct hope *o);
void hope_begins(struct hope *o, size_t gathered, int64_t now_ms);

bool hope_holds_back(struct hope *o, int64_t now_ms); /* should the next batch wait? */

#endif
