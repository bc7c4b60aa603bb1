/* rules/phrase.h -- quick phrases: a number and what fills its slots.
 *
 * The words are data (data/phrases/<game>.<language>); here a phrase is only
 * judged.  Whether the seat may talk at all is for the caller to ask first, and who
 * hears it for the caller to say. */
#ifndef RULES_PHRASE_H
#define RULES_PHRASE_H

#include "core/turn.h"

enum { SLOT_SEAT = 1, SLOT_OTHER = 2, SLOT_ROLE = 4 }; /* what a phrase names, a set */
enum { PHRASE_CHARS_MAX = 120 };                       /* of one phrase with its slots filled */

/* t->in is `say_phrase`.  `slots` has what each phrase names, by number, for
 * 1 .. phrases - 1; roles count 1 .. roles - 1, seats 1 .. seats.  A seat names
 * others, never itself and never one twice.  Slots that the phrase does not have
 * are emptied. */
refusal_t phrase_say(struct turn *t, seats_t hear, const uint8_t *slots, int phrases, int roles, int seats);

#endif
