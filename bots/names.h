/* bots/names.h -- what bots are called.
 *
 * The house names them, and nobody else: a name of somebody's choice would be a message (P1.8). */
#ifndef BOTS_NAMES_H
#define BOTS_NAMES_H

#include "core/limits.h"

struct presence;

/* A name that nobody at the table has; there are enough for every seat. */
void bot_name(const struct presence *p, char out[NAME_BYTES_MAX]);

#endif
