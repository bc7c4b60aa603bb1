/* bots/maze_plan.h -- what the team does next: the same for everybody who sees the same table.
 *
 * maze_survey.c finds what lies where, maze_goal.c says where each hero should go, maze_distance.c how far it
 * can get when no two may be on one tile, maze_plan.c who goes first and who makes room.  Nothing here knows
 * which seat is asking: seats agree without words because each works out the same plan. */
#ifndef BOTS_MAZE_PLAN_H
#define BOTS_MAZE_PLAN_H

#include "games/maze/path.h"

/* Things to do that are not actions of M3.2; they continue the numbers of step.action. */
enum extra { DO_GAZE = action_end, DO_DISCARD, DO_TURN_HOURGLASS, DO_TURN_ACTION };

enum { PLAN_STEPS = HEROES + 1 }; /* one for each hero, one for the table */

struct plan {
    struct step step[PLAN_STEPS]; /* action 0: nothing, or it has to wait */
    uint8_t rank[PLAN_STEPS];     /* the lowest comes first for a seat that could do several */
};

/* `stalls` counts how often the team has been stuck for a while: it changes who
 * gives way. */
void plan_make(const struct state *s, int64_t now_ms, unsigned stalls, struct plan *out);

/* May this seat carry out the step? */
bool plan_may(const struct state *s, seat_t seat, const struct step *step);

/* ---- shared by these files ---- */

struct goal {
    place_t at;     /* 0: nowhere in particular */
    uint8_t action; /* there: explore, or 0 */
    bool urgent;    /* others give way */
};

struct team {
    const struct state *s;
    int64_t sand_ms; /* left in the hourglass */
    struct reach reach[HEROES];
    struct goal goal[HEROES];
};

/* Is the hero still in play? */
static inline bool team_active(const struct state *s, int hero)
{
    return s->hero_at[hero] && !(s->left >> hero & 1);
}

/* Fills in the goals, from `reach` of all active heroes. */
void goal_choose(struct team *t);
/* M8.11: shortens the ways of all heroes, and with them `reach`, to what they can walk without waiting.
 * Without that rule it changes nothing. */
void distance_keep(struct team *t);
/* What to do for the table as a whole: gaze, discard; action 0: nothing. */
struct step goal_for_table(const struct team *t);

#endif
