/* bots/maze_survey.h -- what lies on the table, found in one pass, and what it is good for.
 *
 * It sends nobody anywhere: that is maze_goal's business. */
#ifndef BOTS_MAZE_SURVEY_H
#define BOTS_MAZE_SURVEY_H

#include "bots/maze_plan.h"

enum { LIST_MAX = 96 }; /* more exploration spaces than 24 tiles have */

struct list {
    place_t at[LIST_MAX];
    int count;
};

struct survey {
    struct list item[HEROES], exit[HEROES], unexplored[HEROES], vortex[HEROES];
    struct list hourglass, camera, ball; /* not used or broken yet */
};

void survey_make(const struct state *s, struct survey *v);

/* The nearest of some places for a hero; 0: none can be reached. */
place_t survey_nearest(const struct reach *r, const struct list *l, int *cost);

/* M8.7: the dimensions where the next tile may be laid, one bit each: 1 is that of
 * tile 1, 2 that of tile 3.  Both if there is only one, or the tile is not known. */
enum { DIMENSIONS = 3 };
unsigned survey_dimensions(const struct team *t, const struct survey *v);

#endif
