/* bots/bots.c -- the list of all bots. */
#include "bots/bot.h"

#include <string.h>

extern const struct bot_kind maze_team, maze_hasty, traitor_reasoner, traitor_guesser, word_babbler,
    random_bot, idle_bot;

/* The first one that plays a game is the best for it. */
static const struct bot_kind *const kinds[] = {
    &maze_team, &maze_hasty, &traitor_reasoner, &traitor_guesser, &word_babbler, &random_bot, &idle_bot};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct bot_kind *bot_find(const struct game *game, const char *name, size_t size)
{
    for (int i = 0; i < KINDS; i++) {
        bool plays = !kinds[i]->game || !strcmp(kinds[i]->game, game->name);
        if (plays && (!size || (strlen(kinds[i]->name) == size && !memcmp(kinds[i]->name, name, size))))
            return kinds[i];
    }
    return NULL;
}
