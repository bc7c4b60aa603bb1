/* server/bucket.h -- a right that comes back with time: so much per second, and so much at once.
 *
 * All zero, it is full. */
#ifndef SERVER_BUCKET_H
#define SERVER_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
    int64_t at_ms; /* when it was last looked into, */
    int64_t spent; /* and what was missing then, in thousandths */
};

/* Takes `cost` from it; false: there is not that much in it, and nothing is taken. */
static inline bool bucket_take(struct bucket *b, int64_t now_ms, int64_t cost, int64_t per_s, int64_t most)
{
    int64_t spent = b->spent - (now_ms - b->at_ms) * per_s;
    b->spent = spent > 0 ? spent : 0;
    b->at_ms = now_ms;
    if (b->spent + cost * 1000 > most * 1000)
        return false;
    b->spent += cost * 1000;
    return true;
}

#endif
