/* games/maze/path.h -- paths of one hero through the mall, in actions.
 *
 * A slide of any length is one action (M4.1).  Another hero in the way is not a
 * wall but a cost, because it can be asked to make room; who makes room is not
 * decided here.  Unused hourglass spaces are entered only at the end of a path
 * (M4.8).  Nothing is judged here: bots plan with it, and the page gives hints. */
#ifndef GAMES_MAZE_PATH_H
#define GAMES_MAZE_PATH_H

#include "games/maze/play.h"

enum {
    PLACES = (TILES_MAX + 1) * SPACES,
    PATH_STEPS_MAX = 64,
    COST_ACTION = 4, /* the unit is about a fifth of a second */
    COST_HERO = 10,  /* one has to be asked to move out of the way */
    COST_FAR = 999,  /* more than any path through the mall costs */
    COST_NONE = 0xffff,
};

typedef uint16_t cells_t[TILES_MAX + 1]; /* a set of places, one bit per space */

struct step {
    place_t from, to;
    uint8_t hero;   /* 0 .. 3 */
    uint8_t action; /* enum action, or whatever else a plan may use; 0: none */
};

/* Everywhere one hero could go from a place. */
struct reach {
    uint16_t cost[PLACES];
    place_t from[PLACES];
    uint8_t how[PLACES]; /* the action of the last step */
    int hero;
    place_t start;
};

enum { HEROES_ALL = (1 << HEROES) - 1 }; /* a set of heroes, one bit each */

/* `movable`: heroes that may be asked to make room, one bit each; the others are
 * walls.  `shut`: tiles that must not be entered, one bit each. */
void path_search(const struct state *s, int hero, place_t start, unsigned movable, uint32_t shut,
                 struct reach *out);

/* The steps to a place that can be reached; returns how many (0: already there). */
int path_steps(const struct reach *r, place_t to, struct step *out, int max);

/* Adds the spaces that the step passes and ends on. */
void path_cells(const struct state *s, const struct step *step, cells_t cells);

static inline bool cells_have(const cells_t cells, place_t at)
{
    return cells[PLACE_TILE(at)] >> PLACE_SPACE(at) & 1;
}

/* What a hero may be needed for. */
enum aim { AIM_EXPLORE, AIM_STEAL, AIM_LEAVE, AIM_FLIP, AIMS };

/* What it costs the hero to get from a place to the nearest one where it can do that; COST_FAR: it cannot. */
int path_cost(const struct state *s, int hero, place_t from, enum aim aim);

/* If no hero can get anywhere for lack of room: how much less it costs all heroes together once this one has
 * moved to a place.  0 while any hero can get on. */
int path_room(const struct state *s, int hero, place_t at, enum aim aim);

#endif
