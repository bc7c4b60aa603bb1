/* rules/phrase.c -- quick phrases. */
#include "rules/phrase.h"

typedef uint8_t phrase_t, role_t; /* each game's own ENUMs */

#define DEF "rules/phrase.def"
#include "core/def_types.h"

static bool names_another(const struct turn *t, seat_t seat, int seats)
{
    return seat >= 1 && seat <= seats && seat != t->in->by;
}

refusal_t phrase_say(struct turn *t, seats_t hear, const uint8_t *slots, int phrases, int roles, int seats)
{
    const struct say_phrase *asked = BODY(t->in, say_phrase);
    if (asked->phrase < 1 || asked->phrase >= phrases)
        return REFUSAL_no_phrase;
    uint8_t has = slots[asked->phrase];
    if (((has & SLOT_SEAT) && !names_another(t, asked->seat, seats)) ||
        ((has & SLOT_OTHER) && (!names_another(t, asked->other, seats) || asked->other == asked->seat)) ||
        ((has & SLOT_ROLE) && (asked->role < 1 || asked->role >= roles)))
        return REFUSAL_phrase_gap;
    EMIT(t, hear | SEAT(t->in->by), phrase_said, .by = t->in->by, .phrase = asked->phrase,
         .seat = has & SLOT_SEAT ? asked->seat : 0, .other = has & SLOT_OTHER ? asked->other : 0,
         .role = has & SLOT_ROLE ? asked->role : 0);
    return REFUSAL_OK;
}
