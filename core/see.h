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

/* What is known to whom is stated by the first three, and nowhere else. */

/* Those of a set who look at it from inside `to`, or from outside. */
static inline seats_t see_from(const struct event *e, bool inside, seats_t of)
{
    return inside ? of & e->to : of & ~e->to;
}

/* May one who looks from there know that it happened at all? */
static inline bool see_happened(const struct schema *schema, const struct event *e, bool inside)
{
    return inside || schema->events[e->kind].stage == STAGE_SHOWN;
}

/* And what stands in that field? */
static inline bool see_field(const struct field *f, bool inside)
{
    return inside || f->sight == SIGHT_ALL;
}

/* False: from there, one may not even know that it happened. */
bool see(const struct schema *schema, const struct event *e, bool inside, struct seen *out);

/* The same for one seat, or the gallery: is it in its story? and as what? */
static inline bool see_known_to(const struct schema *schema, const struct event *e, seat_t who)
{
    return see_happened(schema, e, see_from(e, true, SEAT(who)) != 0);
}

static inline bool see_as(const struct schema *schema, const struct event *e, seat_t who, struct seen *out)
{
    return see(schema, e, see_from(e, true, SEAT(who)) != 0, out);
}

#endif
