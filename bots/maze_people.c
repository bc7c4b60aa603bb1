/* bots/maze_people.c -- talking, and choosing for the team, is left to people. */
#include "bots/maze_people.h"

enum { SHORT_MS = 30000 }; /* with less sand than this, bots wait for nobody */

/* The actions that can still be of use in this mall. */
static unsigned useful_actions(const struct state *s)
{
    unsigned useless = 0;
    if (s->theft || rule(s, RULE_NO_VORTEX))
        useless |= 1u << (action_vortex - 1);
    if (!s->pile_count)
        useless |= 1u << (action_explore - 1);
    return ~useless;
}

/* Could this seat end the discussion, with the heroes where they are?  Actions are offered first. */
static bool can_act(const struct state *s, seat_t seat)
{
    struct input first;
    return maze_legal(s, seat, &first, 1) && first.kind != CMD_place_pawn && first.kind != CMD_stare_at;
}

bool people_discuss(const struct state *s, int64_t now_ms)
{
    int able = 0;
    bool can_end = false;
    seats_t present = presence_present(&s->presence);
    if (!present || !s->running || !discussing(s) ||
        sand_left_ms(&s->sand, clock_play_ms(&s->clock, now_ms)) <= SHORT_MS)
        return false;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if ((present & SEAT(seat)) && (s->may[seat] & useful_actions(s))) {
            able++;
            can_end = can_end || can_act(s, seat);
        }
    return able >= 2 && can_end;
}

seats_t people_to_discard(const struct state *s)
{
    return presence_present(&s->presence) & ~roles_out(s);
}

/* The sand is not running yet, so there is time to wait for somebody who is away for a moment. */
seats_t people_to_begin(const struct state *s)
{
    return presence_all(&s->presence) & ~s->presence.bots;
}
