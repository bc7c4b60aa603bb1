/* games/traitor/phrases.c -- what can be said without a common language (P3.4):
 * which phrase names whom, and what is remembered of it for the round.
 *
 * The words are in data/phrases. */
#include "games/traitor/play.h"

const uint8_t phrase_slots[phrase_end] = {
    [phrase_i_am] = SLOT_ROLE,
    [phrase_i_am_not] = SLOT_ROLE,
    [phrase_is] = SLOT_SEAT | SLOT_ROLE,
    [phrase_is_not] = SLOT_SEAT | SLOT_ROLE,
    [phrase_suspect] = SLOT_SEAT,
    [phrase_lies] = SLOT_SEAT,
    [phrase_trust] = SLOT_SEAT,
    [phrase_believe] = SLOT_SEAT,
    [phrase_same_side] = SLOT_SEAT | SLOT_OTHER,
    [phrase_other_side] = SLOT_SEAT | SLOT_OTHER,
    [phrase_agree] = SLOT_SEAT,
    [phrase_disagree] = SLOT_SEAT,
    [phrase_wrong_about_me] = SLOT_SEAT,
    [phrase_who_are_you] = SLOT_SEAT,
    [phrase_are_you] = SLOT_SEAT | SLOT_ROLE,
    [phrase_who_is] = SLOT_ROLE,
    [phrase_whom_suspect] = SLOT_SEAT,
    [phrase_think_of] = SLOT_SEAT | SLOT_OTHER,
    [phrase_why] = SLOT_SEAT,
    [phrase_point_at] = SLOT_SEAT,
    [phrase_spare] = SLOT_SEAT,
    [phrase_steal_from] = SLOT_SEAT,
    [phrase_leads] = SLOT_SEAT,
};

/* One who speaks again of somebody has changed their mind. */
void phrases_note(struct state *s, const struct phrase_said *x)
{
    seat_t of = phrase_slots[x->phrase < phrase_end ? x->phrase : 0] & SLOT_SEAT ? x->seat : x->by;
    uint8_t role = x->role < role_end ? x->role : 0;
    if (s->phase != phase_round || x->by < 1 || x->by > SEATS_MAX || of < 1 || of > SEATS_MAX)
        return;
    uint8_t *word = &s->told[x->by].of[of];
    switch (x->phrase) {
    case phrase_i_am:
    case phrase_is:
        *word = role;
        break;
    case phrase_i_am_not:
    case phrase_is_not:
        *word = role ? (uint8_t)(role + WORD_NOT) : 0;
        break;
    case phrase_suspect:
    case phrase_lies:
        *word = WORD_SUSPECT;
        break;
    case phrase_i_am_good:
    case phrase_trust:
    case phrase_believe:
        *word = WORD_TRUST;
        break;
    default:
        break;
    }
}
