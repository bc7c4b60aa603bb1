/* bots/role_guess.c -- the last chance (H7.2): the hero mission that explains best what a seat has done.
 *
 * What a mission counts is known to all (role_facts.c), so each can be tried on each seat: one that is done
 * for few seats says more about them than one that is done for all.  Of two that say as much, the seat that
 * did more that the plan did not want is pointed at. */
#include "bots/role_bot.h"

enum { ODD_MOST = 50, WORTH_LEAST = 1000 / 3 }; /* done for more than three: it says nothing */

/* The seats, of these, for which the mission would be done. */
static seats_t done_for(struct state *tried, seats_t seats, uint8_t card)
{
    seats_t done = 0;
    for (seats_t rest = seats; rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        tried->roles.card[seat] = card;
        done |= role_mission_done(tried, seat) ? SEAT(seat) : 0;
    }
    return done;
}

void role_guess(const struct role_mind *m, const struct state *view, seat_t me, struct input *out)
{
    struct state tried;
    seats_t seats = role_face_down(view);
    seat_t best = 0;
    uint8_t best_card = 0;
    int best_worth = WORTH_LEAST - 1;
    memcpy(&tried, view, sizeof tried);
    for (uint8_t card = 1; card < card_end; card++) {
        seats_t done = role_may_guess(view, card) ? done_for(&tried, seats, card) : 0;
        for (seats_t rest = done; rest; rest &= rest - 1) {
            seat_t seat = seats_first(rest);
            int odd = m->odd[seat] < ODD_MOST ? m->odd[seat] : ODD_MOST;
            int worth = 1000 / seats_count(done) + odd;
            if (worth > best_worth)
                best = seat, best_card = card, best_worth = worth;
        }
    }
    if (best)
        ASK(out, me, guess_card, .seat = best, .card = best_card);
    else
        ASK(out, me, pass_word, 0);
}
