/* server/signals.c -- bits earned, saved and paid. */
#include "server/signals.h"

#include "server/hosted.h"
#include "server/refusals.h"
#include "table/common.h"

/* ---- bits ----
 *
 * A signal costs the bits of its kind, and of the moments since the last one as many as their number has
 * digits, and three more.  So of everything that could be told next, each by its bits, the sum of 1 / 2^bits
 * is at most 1: half of it for every digit, up to 16 of them, which is nearly two hours.  Then no code can
 * tell more than what was paid (Kraft). */

enum { MOMENT_BITS = 3 };

static int digits(int64_t n)
{
    return n > 0 ? 64 - __builtin_clzll((unsigned long long)n) : 0;
}

static int64_t longest_ms(void)
{
    return (int64_t)SIGNAL_SAVED_BITS * SIGNAL_BIT_MS;
}

static int64_t spent_ms(const struct host *h, const struct ration *r)
{
    return r->spent_ms > h->now_ms - longest_ms() ? r->spent_ms : h->now_ms - longest_ms();
}

/* 0: it costs nothing, now or ever. */
static int bits_of(const struct host *h, const struct hosted *t, seat_t seat, uint16_t command)
{
    uint8_t bits = t->table.game->schema->signals[command];
    int64_t moments = (h->now_ms - t->ration[seat].told_ms) / SIGNAL_MOMENT_MS + 1;
    return bits && bits != SIGNAL_GLANCE && hosted_hushed(t) ? bits + MOMENT_BITS + digits(moments) : 0;
}

static void pay(const struct host *h, struct ration *r, int bits)
{
    r->spent_ms = spent_ms(h, r) + (int64_t)bits * SIGNAL_BIT_MS;
    r->told_ms = h->now_ms;
}

/* ---- glances ---- */

static bool may_glance(const struct host *h, const struct ration *r)
{
    return r->glance_ms - h->now_ms <= (GLANCES - 1) * GLANCE_MS;
}

static void glance(const struct host *h, struct ration *r)
{
    r->glance_ms = (r->glance_ms > h->now_ms ? r->glance_ms : h->now_ms) + GLANCE_MS;
}

/* ---- marks ---- */

static int64_t mark_due_ms(const struct ration *r)
{
    return r->mark_ms - (MARKS - 1) * MARK_MS;
}

static void count_mark(const struct host *h, struct ration *r)
{
    r->mark_ms = (r->mark_ms > h->now_ms ? r->mark_ms : h->now_ms) + MARK_MS;
}

/* ---- all of them ---- */

void signals_open(const struct host *h, struct hosted *t)
{
    for (seat_t seat = 0; seat < VIEWS; seat++)
        t->ration[seat] = (struct ration){h->now_ms - longest_ms(), h->now_ms, h->now_ms, h->now_ms};
}

const struct refusal *signals_toll(const struct host *h, const struct hosted *t, seat_t seat,
                                   uint16_t command, struct toll *out)
{
    const struct ration *r = &t->ration[seat];
    uint8_t signal = t->table.game->schema->signals[command];
    if (!signal)
        return NULL;
    *out =
        (struct toll){.seat = seat, .glance = signal == SIGNAL_GLANCE, .bits = bits_of(h, t, seat, command)};
    if (out->glance)
        return may_glance(h, r) ? NULL : &refusal_glances;
    int64_t needs_ms = (int64_t)(out->bits + SIGNAL_RESERVE_BITS) * SIGNAL_BIT_MS;
    return out->bits && spent_ms(h, r) + needs_ms > h->now_ms ? &refusal_signals : NULL;
}

void signals_pay(const struct host *h, struct hosted *t, const struct toll *toll)
{
    struct ration *r = &t->ration[toll->seat];
    if (toll->glance)
        glance(h, r);
    if (toll->bits)
        pay(h, r, toll->bits);
}

int64_t signals_due_ms(const struct host *h, const struct hosted *t, seat_t seat, uint16_t command)
{
    const struct ration *r = &t->ration[seat];
    int64_t paid_ms = spent_ms(h, r) + (int64_t)bits_of(h, t, seat, command) * SIGNAL_BIT_MS;
    return command == CMD_mark_seat && mark_due_ms(r) > paid_ms ? mark_due_ms(r) : paid_ms;
}

void signals_show(const struct host *h, struct hosted *t, seat_t seat, uint16_t command)
{
    int bits = bits_of(h, t, seat, command);
    if (bits)
        pay(h, &t->ration[seat], bits);
    if (command == CMD_mark_seat)
        count_mark(h, &t->ration[seat]);
}
