/* bots/traitor_guesser.c -- a bot that plays Are You the Traitor? without a thought: it says nothing, hears
 * nothing, and after a while points at anybody it might be looking for.  A yardstick for the others. */
#include "bots/bot.h"
#include "bots/traitor_pause.h"
#include "games/traitor/play.h"

struct mind {
    int64_t acts_ms;
    uint16_t round;
    uint8_t phase;
};

static bool point(struct bot *b, const struct state *s, struct input *out)
{
    seat_t may[VIEWS];
    uint32_t count = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if (seat != b->seat && round_could_win(s, b->seat, seat))
            may[count++] = seat;
    if (count)
        ASK(out, b->seat, stop, .seat = may[pace_below(&b->pace, count)]);
    return count != 0;
}

static bool look(struct bot *b, const struct state *s, int64_t now_ms, struct input *out)
{
    enum { LEAST_MS = 10000, MORE_MS = 60000, PAUSE_MS = 4000 };
    struct mind *m = bot_mind(b);
    if (s->clock.stopped || !being_played(s))
        return false;
    if (m->round != s->round || m->phase != s->phase) {
        *m = (struct mind){.round = s->round, .phase = s->phase, .acts_ms = now_ms + LEAST_MS};
        m->acts_ms += pace_below(&b->pace, s->phase == phase_pause ? PAUSE_MS : MORE_MS);
    }
    b->wakes_ms = m->acts_ms;
    if (now_ms < m->acts_ms)
        return false;
    m->acts_ms = b->wakes_ms = now_ms + LEAST_MS;
    return s->phase == phase_pause ? pause_act(s, b->seat, out) : point(b, s, out);
}

const struct bot_kind traitor_guesser = {.name = "guesser", .game = "traitor", .look = look};
