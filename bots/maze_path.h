/* bots/maze_path.h -- ways of one hero through the mall, in actions.
 *
 * A slide of any length is one action (M4.1).  Another hero in the way is not a
 * wall but a price, because it can be asked to make room; who makes room is
 * maze_plan's business.  Unused hourglass spaces are entered only as the end of
 * a way (M4.8). */
#ifndef BOTS_MAZE_PATH_H
#define BOTS_MAZE_PATH_H

#include "games/maze/play.h"

enum {
    PLACES = (TILES_MAX + 1) * SPACES,
    PATH_STEPS_MAX = 64,
    COST_ACTION = 4, /* the unit is about a fifth of a second */
    COST_HERO = 10,  /* one has to be asked out of the way */
    COST_NONE = 0xffff,
};

typedef uint16_t cells_t[TILES_MAX + 1]; /* a set of places, a bit a space */

struct step {
    place_t from, to;
    uint8_t hero;   /* 0 .. 3 */
    uint8_t action; /* enum action, or one of enum extra (maze_plan.h); 0: none */
};

/* Everywhere that one hero could go from where it stands. */
struct reach {
    uint16_t cost[PLACES];
    place_t from[PLACES];
    uint8_t how[PLACES]; /* the action of the last step */
    int hero;
};

/* `movable`: heroes that may be asked to make room, a bit each; the others are
 * walls.  `shut`: tiles not to be entered, a bit each. */
void path_search(const struct state *s, int hero, unsigned movable, uint32_t shut, struct reach *out);

/* The steps to a place that can be reached; returns how many (0: it is there). */
int path_steps(const struct state *s, const struct reach *r, place_t to, struct step *out, int max);

/* Adds the spaces that the step passes and ends on. */
void path_cells(const struct state *s, const struct step *step, cells_t cells);

static inline bool cells_have(const cells_t cells, place_t at)
{
    return cells[PLACE_TILE(at)] >> PLACE_SPACE(at) & 1;
}

static inline bool path_dwarf(const struct state *s, int hero)
{
    return hero + 1 == hero_dwarf && rule(s, RULE_DWARF);
}

#endif
