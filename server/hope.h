/* server/hope.h -- the hope that those who were just answered ask again at once, and share the next commit.
 *
 * A commit costs the same however many share it.  Where a few tables ask again as soon as they are answered,
 * every commit would find half of them gathered and the others on their way; held back for a moment, it is
 * shared by all.  Nobody is waited for where there are too few to matter, or many already, or where it was in
 * vain lately, as it is with people: they think before they move. */
#ifndef SERVER_HOPE_H
#define SERVER_HOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hope {
    uint32_t commit;         /* which answered them */
    uint32_t answered, back; /* tables, and how many of them have asked again */
    int64_t until_ms;        /* the next batch may be held back for them */
    bool held;               /* it is */
    uint8_t vain, skip;      /* how often that was in vain, in a row; how many batches are therefore not */
};

/* A table has been answered, and has asked again; `answered` is its own: by which commit it was, last. */
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

/* Around the answers to one commit; `gathered` is how much waits for the next. */
void hope_ends(struct hope *o);
void hope_begins(struct hope *o, size_t gathered, int64_t now_ms);

bool hope_holds_back(struct hope *o, int64_t now_ms); /* is the next batch to wait? */

#endif
