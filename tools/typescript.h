/* tools/typescript.h -- the tables as TypeScript, for tools/schema.c to print. */
#ifndef TOOLS_TYPESCRIPT_H
#define TOOLS_TYPESCRIPT_H

#include "core/schema.h"

/* In server.def, what follows these numbers goes over HTTP. */
enum { FIRST_REQUEST = 10, FIRST_REPLY = 20 };

/* What all games share, with the numbers from core/ that a page needs. */
void typescript_common(void);

/* The facts about all games, and where to find the types of each. */
void typescript_games(void);

/* What belongs to one game: enums, its state as `View`, commands, events, refusals. */
void typescript_game(const struct game *game);

/* Messages, requests and replies. */
void typescript_server(void);

#endif
