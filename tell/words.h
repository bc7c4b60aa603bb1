/* tell/words.h -- words that all tellers use. */
#ifndef TELL_WORDS_H
#define TELL_WORDS_H

#include <stdio.h>

#include "core/see.h"
#include "rules/presence.h"

struct words {
    char text[NAME_BYTES_MAX + 32];
};

struct words words_time(int64_t ms); /* 12:34.567 */
struct words words_seat(const struct presence *p, unsigned seat);

/* An event of seats, pauses or talk, which every table has; false: it is something else. */
bool words_event(FILE *out, const struct presence *p, const struct event *e);

#endif
