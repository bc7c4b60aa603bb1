/* rules/phrase.h -- quick phrases: a number, and what fills its slots.
 *
 * The words are data (data/phrases/<game>.<language>); this piece only judges a
 * phrase.  The caller must check first whether the seat may talk at all, and says
 * who hears it. */
#ifndef RULES_PHRASE_H
#define RULES_PHRASE_H

#include "core/turn.h"

enum { SLOT_SEAT = 1, SLOT_OTHER = 2, SLOT_ROLE = 4 }; /* what a phrase names: a set */
enum { PHRASE_CHARS_MAX = 120 };                       /* of one phrase with its slots filled */

/* t->in is `say_phrase`.  `slots` says what each phrase names, by number, for
 * 1 .. phrases - 1; roles are 1 .. roles - 1, seats 1 .. seats.  A seat names
 * others, never itself and never the same one twice.  Slots that the phrase does
 * not have are cleared. */
refusal_t phrase_say(struct turn *t, seats_t hear, const uint8_t *slots, int phrases, int roles, int seats);

#endif
