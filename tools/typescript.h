/* tools/typescript.h -- the tables as TypeScript, for tools/schema.c to print. */
#ifndef TOOLS_TYPESCRIPT_H
#define TOOLS_TYPESCRIPT_H

#include "core/schema.h"

/* In server.def: from here on by HTTP. */
enum { FIRST_REQUEST = 10, FIRST_REPLY = 20 };

/* What is the same in all games, with the numbers of core/ that a page needs. */
void typescript_common(void);

/* The facts of all games, and where the types of each are. */
void typescript_games(void);

/* What is a game's own: enums, its state as `View`, commands, events, refusals. */
void typescript_game(const struct game *game);

/* Messages, requests and replies. */
void typescript_server(void);

#endif
