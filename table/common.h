/* table/common.h -- what the tables of all games have in common, in C: the commands and events of clock,
 * talk, seats and consent.
 *
 * For code that knows no game.  The types of a game already contain these, so it must not include this. */
#ifndef TABLE_COMMON_H
#define TABLE_COMMON_H

#include "core/turn.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/consent.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/hush.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

#endif
