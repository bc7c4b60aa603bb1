/* games/traitor/legal.c -- what a seat may ask for, from what it can see.
 *
 * A STOP that can only lose is not offered, though it is accepted (T3.3); of the
 * many phrases those are offered that say something of somebody. */
#include "games/traitor/play.h"

/* A wizard is one of two, everybody else one of three. */
static void offer_roles(const struct state *s, struct offers *l, seat_t of)
{
    bool wizard = s->wizards & SEAT(of);
    uint8_t first = wizard ? role_good_wizard : role_key_holder,
            last = wizard ? role_evil_wizard : role_traitor;
    for (uint8_t role = first; role <= last; role++)
        if (of == l->seat)
            OFFER(l, say_phrase, .phrase = phrase_i_am, .role = role);
        else
            OFFER(l, say_phrase, .phrase = phrase_is, .seat = of, .role = role);
}

static void in_round(const struct state *s, struct offers *l)
{
    for (seat_t other = 1; other <= s->presence.seats; other++) {
        offer_roles(s, l, other);
        if (other == l->seat)
            continue;
        if (round_could_win(s, l->seat, other))
            OFFER(l, stop, .seat = other);
        OFFER(l, say_phrase, .phrase = phrase_suspect, .seat = other);
        OFFER(l, say_phrase, .phrase = phrase_trust, .seat = other);
    }
}

static void in_pause(const struct state *s, struct offers *l)
{
    const struct hand *hand = &s->hand[l->seat];
    if (!(s->ready & SEAT(l->seat)))
        OFFER(l, ready, 0);
    if (s->announced)
        return;
    if (s->by_hand && treasure_score(hand) >= POINTS_TO_WIN)
        OFFER(l, announce, 0);
    for (seat_t other = 1; other <= s->presence.seats; other++)
        if (hand->of[treasure_magic_ring - 1] && other != l->seat && s->hand[other].count)
            OFFER(l, use_ring, .seat = other);
    OFFER(l, say_phrase, .phrase = phrase_have_statue);
    OFFER(l, say_phrase, .phrase = phrase_no_statue);
}

static void offer_set_ups(const struct state *s, struct offers *l)
{
    for (uint8_t by_hand = 0; by_hand < 2 && deal_cast(s->presence.seats)->key_holders; by_hand++) {
        OFFER(l, set_up, .by_hand = by_hand);
        OFFER(l, set_up, .limit_s = 300, .by_hand = by_hand);
    }
}

int traitor_legal(const struct state *s, seat_t seat, struct input *out, int max)
{
    struct offers l = {.out = out, .max = max, .seat = seat};
    if (!presence_sits(&s->presence, seat))
        return 0;
    if (!s->phase && seat == s->presence.host) {
        offer_set_ups(s, &l);
    } else if (s->clock.stopped) {
        if (!s->clock.goes_ms && being_played(s))
            OFFER(&l, resume, 0);
    } else if (s->phase == phase_round) {
        in_round(s, &l);
    } else if (s->phase == phase_pause) {
        in_pause(s, &l);
    }
    return l.count;
}
