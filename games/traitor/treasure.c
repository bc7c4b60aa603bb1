/* games/traitor/treasure.c -- treasure: drawn, stolen, counted; and the end of the
 * game (T4, T5). */
#include "games/traitor/play.h"

const uint8_t treasure_points[KINDS_OF_TREASURE + 1] = {0, 5, 4, 3, 2, 1, 1, 0};
const uint8_t treasure_copies[KINDS_OF_TREASURE + 1] = {0, 2, 5, 12, 11, 5, 5, 2};

/* ---- hands ---- */

static int cards_known(const struct hand *hand)
{
    int count = 0;
    for (int i = 0; i < KINDS_OF_TREASURE; i++)
        count += hand->of[i];
    return count;
}

bool treasure_known(const struct hand *hand)
{
    return cards_known(hand) == hand->count;
}

int treasure_score(const struct hand *hand)
{
    int points = 0;
    for (int i = 0; i < KINDS_OF_TREASURE; i++)
        points += hand->of[i] * treasure_points[i + 1];
    return points;
}

/* A hand is known as a whole or not at all: so one who saw a card go into a hand
 * of others does not go on believing that it is there. */
void treasure_gain(struct hand *hand, uint8_t treasure)
{
    if (hand->count >= TREASURES)
        return;
    if (treasure >= 1 && treasure <= KINDS_OF_TREASURE && treasure_known(hand))
        hand->of[treasure - 1]++;
    else
        memset(hand->of, 0, sizeof hand->of);
    hand->count++;
}

void treasure_lose(struct hand *hand, uint8_t treasure)
{
    if (!hand->count)
        return;
    if (treasure >= 1 && treasure <= KINDS_OF_TREASURE && treasure_known(hand) && hand->of[treasure - 1])
        hand->of[treasure - 1]--;
    else
        memset(hand->of, 0, sizeof hand->of);
    hand->count--;
}

/* ---- the end ---- */

void treasure_end_game(struct turn *t, seats_t winners, int points, uint8_t ending)
{
    const struct state *s = t->state;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) { /* T5.4 */
        struct hand_shown shown = {.seat = seat, .points = (uint8_t)treasure_score(&s->hand[seat])};
        memcpy(shown.of, s->hand[seat].of, sizeof shown.of);
        emit(t, EV_hand_shown, 0, &shown, sizeof shown);
    }
    EMIT(t, 0, game_ended, .winners = winners, .points = (uint8_t)points, .ending = ending);
}

/* nothing_left is a guard: 42 treasures without five rings are 93 points, so of ten players one has 10.  By
 * hand it is the same; whoever has 10 has won, announced or not. */
static void end_game(struct turn *t, seats_t winners, int points)
{
    treasure_end_game(t, winners, points, points >= POINTS_TO_WIN ? ending_ten_points : ending_nothing_left);
}

/* Who has the most points, and how many those are. */
static seats_t leaders(const struct state *s, int *points)
{
    seats_t seats = 0;
    *points = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        int score = treasure_score(&s->hand[seat]);
        if (score > *points)
            seats = 0;
        if (score >= *points) {
            seats |= SEAT(seat);
            *points = score;
        }
    }
    return seats;
}

static bool alone(seats_t seats)
{
    return (seats & (seats - 1)) == 0;
}

/* The pile is empty and no ring can be used any more: everybody can count that no
 * hand will ever change. */
static bool exhausted(const struct state *s)
{
    return s->pile_count == 0 && (s->rings_used == RINGS || s->announced);
}

/* Tells who leads with 10 points or more; one alone has won. */
static void conclude(struct turn *t)
{
    const struct state *s = t->state;
    int points;
    seats_t first = leaders(s, &points);
    for (seats_t rest = first; rest; rest &= rest - 1)
        EMIT(t, 0, points_announced, .seat = seats_first(rest), .points = (uint8_t)points);
    if (alone(first) || exhausted(s))
        end_game(t, first, points);
    else
        EMIT(t, 0, tie_found, .seats = first); /* T5.3 */
}

/* After every change of hands: is the game over? */
static void settle(struct turn *t)
{
    const struct state *s = t->state;
    int points;
    seats_t first = leaders(s, &points);
    if (points >= POINTS_TO_WIN && (!s->by_hand || s->announced))
        conclude(t);
    else if (exhausted(s))
        end_game(t, first, points);
}

refusal_t treasure_announce(struct turn *t)
{
    const struct state *s = t->state;
    refusal_t refusal = round_phase_refusal(t, phase_pause);
    if (refusal)
        return refusal;
    if (!s->by_hand)
        return REFUSAL_not_by_hand;
    if (s->announced)
        return REFUSAL_not_now; /* a tie was found; one more round decides */
    int score = treasure_score(&s->hand[t->in->by]);
    if (score < POINTS_TO_WIN)
        return REFUSAL_too_few_points;
    if (!t->truth)
        return REFUSAL_ask_host;
    int most;
    if (!(leaders(s, &most) & SEAT(t->in->by))) /* somebody has more, and may have kept it quiet */
        EMIT(t, 0, points_announced, .seat = t->in->by, .points = (uint8_t)score);
    conclude(t);
    return REFUSAL_OK;
}

/* ---- drawing ---- */

void treasure_draw(struct turn *t)
{
    const struct state *s = t->state;
    int seats = s->presence.seats;
    for (int i = 1; i <= seats && s->pile_count; i++) { /* T4.8: from the left of who pointed */
        seat_t seat = (seat_t)((s->stopped_by - 1 + i) % seats + 1);
        if (s->side[seat] == s->won)
            EMIT(t, SEAT(seat), treasure_drawn, .seat = seat, .treasure = s->pile[s->pile_count - 1]);
    }
    settle(t);
}

/* ---- rings ---- */

/* T4.3: a statue if there is one, else any card. */
static uint8_t pick_card(struct turn *t, const struct hand *hand)
{
    if (hand->of[treasure_gilded_statue - 1])
        return treasure_gilded_statue;
    uint32_t nth = roll(t, hand->count);
    uint8_t kind = 1;
    while (kind < KINDS_OF_TREASURE && nth >= hand->of[kind - 1])
        nth -= hand->of[kind++ - 1];
    return kind;
}

refusal_t treasure_use_ring(struct turn *t)
{
    const struct state *s = t->state;
    seat_t by = t->in->by, seat = BODY(t->in, use_ring)->seat;
    refusal_t refusal = round_phase_refusal(t, phase_pause);
    if (refusal)
        return refusal;
    if (s->announced)
        return REFUSAL_rings_over;
    if (!s->hand[by].of[treasure_magic_ring - 1])
        return REFUSAL_no_ring;
    if (!presence_sits(&s->presence, seat))
        return REFUSAL_no_such;
    if (seat == by)
        return REFUSAL_ring_yourself;
    if (!s->hand[seat].count)
        return REFUSAL_empty_hand;
    if (!t->truth)
        return REFUSAL_ask_host;
    EMIT(t, SEAT(by) | SEAT(seat), card_stolen, .by = by, .seat = seat,
         .treasure = pick_card(t, &s->hand[seat]));
    EMIT(t, 0, ring_discarded, .by = by);
    settle(t);
    return REFUSAL_OK;
}

/* ---- the pause ---- */

refusal_t treasure_ready(struct turn *t)
{
    const struct state *s = t->state;
    seats_t all = presence_all(&s->presence);
    refusal_t refusal = round_phase_refusal(t, phase_pause);
    if (refusal)
        return refusal;
    if (s->ready & SEAT(t->in->by))
        return REFUSAL_ready_already;
    bool last = (s->ready | SEAT(t->in->by)) == all;
    if (last && !t->truth)
        return REFUSAL_ask_host;
    EMIT(t, 0, readied, .by = t->in->by);
    if (last)
        deal_round(t); /* T4.7 */
    return REFUSAL_OK;
}
