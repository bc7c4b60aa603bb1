/* bots/traitor_pause.c -- between rounds. */
#include "bots/traitor_pause.h"

/* A ring is worth one point in the hand and more than two in use, most of all against the largest hand. */
static seat_t robs(const struct state *s, seat_t me)
{
    seat_t richest = 0;
    if (s->announced || !s->hand[me].of[treasure_magic_ring - 1])
        return 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if (seat != me && s->hand[seat].count && (!richest || s->hand[seat].count > s->hand[richest].count))
            richest = seat;
    return richest;
}

bool pause_act(const struct state *s, seat_t seat, struct input *out)
{
    if (s->ready & SEAT(seat))
        return false;
    if (s->by_hand && !s->announced && treasure_score(&s->hand[seat]) >= POINTS_TO_WIN)
        ASK(out, seat, announce, 0);
    else if (robs(s, seat))
        ASK(out, seat, use_ring, .seat = robs(s, seat));
    else
        ASK(out, seat, ready, 0);
    return true;
}
