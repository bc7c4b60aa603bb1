/* server/hope.c -- when to hold a batch back. */
#include "server/hope.h"

enum { HOPE_LEAST = 4, HOPE_MOST = 64, HOPE_MS = 1, VAIN_MOST = 7 };

void hope_ends(struct hope *o)
{
    o->commit++;
    o->answered = o->back = 0;
}

void hope_begins(struct hope *o, size_t gathered, int64_t now_ms)
{
    size_t share = gathered + o->answered;
    bool matters = share >= HOPE_LEAST && gathered < HOPE_MOST && !o->skip;
    o->until_ms = matters ? now_ms + HOPE_MS : 0;
    o->skip = (uint8_t)(o->skip - (o->skip > 0));
}

bool hope_holds_back(struct hope *o, int64_t now_ms)
{
    bool was_held = o->held, in_vain = o->back * 2 < o->answered;
    o->held = o->back < o->answered && now_ms < o->until_ms;
    if (o->held || !was_held)
        return o->held;
    o->vain = (uint8_t)(in_vain ? o->vain + (o->vain < VAIN_MOST) : 0);
    o->skip = (uint8_t)(in_vain ? 1 << o->vain : 0);
    return false;
}
