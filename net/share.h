/* net/share.h -- how much of its time the loop gives to requests while others play.
 *
 * Half of it, and so little at once that nobody at a table notices: then requests wait for their turn.  What
 * they cost is measured, not counted: a request may be for a page, or for a long list. */
#ifndef NET_SHARE_H
#define NET_SHARE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SHARE_COST = 2,           /* of time, for each moment that was spent: half */
    SHARE_AHEAD_NS = 1000000, /* after a rest so much is there at once */
};

struct share {
    uint64_t spent_ns; /* until then everything is spent */
};

static inline bool share_is_spent(const struct share *s, uint64_t now_ns)
{
    return s->spent_ns > now_ns;
}

static inline void share_spend(struct share *s, uint64_t begun_ns, uint64_t now_ns)
{
    uint64_t rested_ns = begun_ns - SHARE_AHEAD_NS;
    s->spent_ns = (s->spent_ns > rested_ns ? s->spent_ns : rested_ns) + SHARE_COST * (now_ns - begun_ns);
}

#endif
