/* games/word/word.h -- the types of Traître Mot, for its own files and its tests.  The server and the wire know
 * it only by its tables. */
#ifndef GAMES_WORD_WORD_H
#define GAMES_WORD_WORD_H

#include "core/turn.h"
#include "rules/ballot.h"
#include "rules/clock.h"
#include "rules/consent.h"
#include "rules/hush.h"
#include "rules/presence.h"

#define DEF "games/word/word.def"
#include "core/def_types.h"
#undef DEF

#endif
