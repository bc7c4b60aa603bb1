/* bots/maze_people.h -- what bots leave to people (P7.4), read from a seat's view. */
#ifndef BOTS_MAZE_PEOPLE_H
#define BOTS_MAZE_PEOPLE_H

#include "games/maze/play.h"

/* Is there a discussion that people should end? */
bool people_discuss(const struct state *view, int64_t now_ms);

/* Who chooses which tile to discard, or when to turn the hourglass; nobody: the bots do. */
seats_t people_to_discard(const struct state *view);
seats_t people_to_begin(const struct state *view);

#endif
