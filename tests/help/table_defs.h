/* tests/help/table_defs.h -- what every game's table has, in C: the commands and events of the clock, of talk
 * and of the seats.  For tests that know no game; one that includes a game's own types has them already. */
#ifndef TESTS_HELP_TABLE_DEFS_H
#define TESTS_HELP_TABLE_DEFS_H

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
