/* games/maze/role_out.c -- elimination: cards are shown, and action tiles find new owners (H3). */
#include "games/maze/role_play.h"

seat_t roles_left_of(const struct state *s, seat_t seat, seats_t among)
{
    int seats = s->presence.seats;
    for (int i = 1; i <= seats; i++) {
        seat_t left = (seat_t)((seat - 1 + i) % seats + 1);
        if (among & SEAT(left))
            return left;
    }
    return 0;
}

void role_show(struct turn *t, seats_t seats)
{
    const struct state *s = t->state;
    for (seats_t rest = seats & ~s->roles.shown; rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        EMIT(t, 0, card_shown, .seat = seat, .card = s->roles.card[seat], .side = s->roles.side[seat],
             .breaches = s->roles.breaches[seat]);
    }
}

/* H3.2: the first on the left who then has the fewest; 0: nobody can have tiles. */
static seat_t heir(const struct state *s, const seat_t *holder, seat_t of)
{
    seats_t able = role_in_game(s) & ~SEAT(s->empty_handed); /* H3.5 */
    seat_t found = 0;
    int fewest = INT8_MAX;
    for (seat_t seat = roles_left_of(s, of, able); seat && (able & SEAT(seat));
         seat = roles_left_of(s, seat, able)) {
        int tiles = 0;
        for (int i = 0; i < s->action_tiles; i++)
            tiles += holder[i] == seat;
        if (tiles < fewest) {
            fewest = tiles;
            found = seat;
        }
        able &= ~SEAT(seat);
    }
    return found;
}

/* H3.4: player by player, starting left of whoever caused it; tiles in the order in which they were dealt. */
static void spread(struct turn *t, seats_t gone, seat_t cause)
{
    const struct state *s = t->state;
    struct actions_spread now;
    memcpy(now.holder, s->holder, sizeof now.holder);
    bool given = false;
    for (; (cause = roles_left_of(s, cause, gone)); gone &= ~SEAT(cause))
        for (int i = 0; i < s->action_tiles; i++) {
            seat_t to = now.holder[i] == cause ? heir(s, now.holder, cause) : 0;
            now.holder[i] = to ? to : now.holder[i];
            given = given || to;
        }
    if (given)
        emit(t, EV_actions_spread, 0, &now, sizeof now);
}

void role_eliminate(struct turn *t, seats_t seats, uint8_t fall, seat_t cause)
{
    role_show(t, seats);
    EMIT(t, 0, seats_eliminated, .seats = seats, .fall = fall);
    spread(t, seats, cause);
}
