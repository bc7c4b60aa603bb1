/* server/seats.c -- who is there: away at once, a bot after a while, back again
 * (P2), and a new host when the old one stays away (P1.3). */
#include <string.h>

#include "server/hosted.h"
#include "server/secret.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

bool seats_has_person(const struct hosted *t, seat_t seat)
{
    static const uint8_t nobody[HASH_BYTES];
    return memcmp(t->member[seat].hash, nobody, HASH_BYTES) != 0;
}

seat_t seats_find(const struct hosted *t, const char *token)
{
    uint8_t bytes[TOKEN_BYTES], hash[HASH_BYTES];
    seat_t found = 0;
    if (!secret_from_hex(token, bytes, sizeof bytes))
        return 0;
    secret_hash(bytes, hash);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (secret_same(hash, t->member[seat].hash))
            found = seat;
    return found;
}

/* What is to be done about a seat next, and when. */
enum due { NOTHING_DUE, MARK_BACK, MARK_AWAY, MARK_BOT, PASS_HOST };

static int64_t away_ms(const struct hosted *t)
{
    return (int64_t)t->away_s * 1000;
}

static bool heir_waits(const struct presence *p)
{
    return (presence_present(p) & SEAT(presence_heir(p)) & ~SEAT(0)) != 0;
}

static enum due due(const struct hosted *t, seat_t seat, int64_t *at_ms)
{
    const struct presence *p = seated(t);
    const struct member *m = &t->member[seat];
    bool away = (p->away & SEAT(seat)) != 0, bot = (p->bots & SEAT(seat)) != 0;
    if (!presence_sits(p, seat) || !seats_has_person(t, seat))
        return NOTHING_DUE;
    if (m->links) {
        *at_ms = INT64_MIN;
        return away || bot ? MARK_BACK : NOTHING_DUE;
    }
    *at_ms = m->left_ms + ARRIVE_MS;
    if (!away)
        return MARK_AWAY;
    *at_ms = m->left_ms + away_ms(t);
    if (!bot && begun(t) && !t->over && !t->wait)
        return MARK_BOT;
    return p->host == seat && heir_waits(p) ? PASS_HOST : NOTHING_DUE;
}

static bool carry_out(struct host *h, struct hosted *t, seat_t seat, enum due what)
{
    struct input in;
    if (what == PASS_HOST)
        ASK(&in, SEAT_SERVER, hand_over, .seat = presence_heir(seated(t)));
    else
        ASK(&in, SEAT_SERVER, mark_seat, .seat = seat, .away = what != MARK_BACK, .bot = what == MARK_BOT);
    return !judge(h, t, &in, NULL, 0);
}

void seats_arrived(struct host *h, struct hosted *t, seat_t seat)
{
    int64_t at_ms;
    t->member[seat].links++;
    if (due(t, seat, &at_ms) == MARK_BACK)
        carry_out(h, t, seat, MARK_BACK);
}

void seats_left(struct host *h, struct hosted *t, seat_t seat)
{
    struct member *m = &t->member[seat];
    int64_t at_ms;
    if (!m->links || --m->links)
        return;
    m->left_ms = h->now_ms;
    if (due(t, seat, &at_ms) == MARK_AWAY)
        carry_out(h, t, seat, MARK_AWAY); /* P2.2: at once */
    host_set_wake(h, t);
}

void seats_tick(struct host *h, struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        int64_t at_ms;
        enum due what = due(t, seat, &at_ms);
        if (what && at_ms <= h->now_ms)
            carry_out(h, t, seat, what);
    }
}

int64_t seats_wakes_ms(const struct host *h, const struct hosted *t)
{
    int64_t first_ms = INT64_MAX, at_ms;
    for (seat_t seat = 1; seat <= seated(t)->seats; seat++)
        if (due(t, seat, &at_ms) && at_ms < first_ms)
            first_ms = at_ms < h->now_ms ? h->now_ms : at_ms;
    return first_ms;
}
