/* bots/maze_people.h -- what bots leave to people (P7.4), read from a seat's view. */
#ifndef BOTS_MAZE_PEOPLE_H
#define BOTS_MAZE_PEOPLE_H

#include "games/maze/play.h"

/* Is there a discussion that is for people to end? */
bool people_discuss(const struct state *view, int64_t now_ms);

/* Whose the choice is which tile to discard, or when to turn the hourglass; none: the bots'. */
seats_t people_to_discard(const struct state *view);
seats_t people_to_begin(const struct state *view);

#endif
