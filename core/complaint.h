/* core/complaint.h -- why a text that somebody gave us cannot be used.
 *
 * One clear line: where the mistake is, and what it is.  For files and messages;
 * what a seat may not do is a refusal (core/refusal.h). */
#ifndef CORE_COMPLAINT_H
#define CORE_COMPLAINT_H

#include <stdint.h>

#include "core/limits.h"

struct complaint {
    uint32_t line; /* counted from one; zero: the whole text */
    char text[COMPLAINT_MAX];
};

#endif
