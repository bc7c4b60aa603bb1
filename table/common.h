/* table/common.h -- what the tables of all games have in common, in C: the commands and events of the clock,
 * of talk and of the seats.
 *
 * For those who know no game: the types of one have these among them, and exclude this file. */
#ifndef TABLE_COMMON_H
#define TABLE_COMMON_H

#include "core/turn.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/hush.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

#endif
