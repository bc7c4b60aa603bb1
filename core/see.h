/* core/see.h -- the only way from what happened to what a seat is shown.
 *
 * There are never more than two ways to see an event: from inside `to` or from
 * outside.  Nothing else about a seat matters here. */
#ifndef CORE_SEE_H
#define CORE_SEE_H

#include "core/schema.h"

/* An event as one seat may know it.  Only see() makes these, and the wire, the
 * bots and the browser accept nothing else: a raw event cannot be sent by mistake,
 * because it has the wrong type. */
struct seen {
    struct event event; /* `to` is always empty here: who else knows is secret */
    bool inside;        /* the fields marked TO are known */
};

static inline bool see_inside(const struct event *e, seat_t who)
{
    return (e->to & SEAT(who)) != 0;
}

/* False: from there, one may not even know that it happened. */
bool see(const struct schema *schema, const struct event *e, bool inside, struct seen *out);

#endif
