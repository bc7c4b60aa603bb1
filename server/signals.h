/* server/signals.h -- how much a seat can tell others in silence, beside the game's own actions (P1.8).
 *
 * While not everybody may talk, whatever others see somebody do costs bits: those of the choice (SIGNAL in
 * the .def), and those of the moment, since when something happens tells something, too.  Everybody earns 0.2
 * bit a second and saves some of it.  What cannot be paid for is refused.  That somebody is away or back,
 * which nobody asks for, is shown later, if it is still true then.  Glances (stares, the pawn) are counted,
 * whether talk is open or not, and so are marks: who comes and goes all the time would fill the log (P6.5).
 *
 * It is about real time, in memory only, and allocates nothing. */
#ifndef SERVER_SIGNALS_H
#define SERVER_SIGNALS_H

#include "core/game.h"

struct host;
struct hosted;

enum {
    SIGNAL_BIT_MS = 5000,     /* to earn one bit: 0.2 bit a second */
    SIGNAL_SAVED_BITS = 64,   /* at most */
    SIGNAL_RESERVE_BITS = 22, /* of them, for being seen to be away (P2.2) */
    SIGNAL_MOMENT_MS = 100,   /* moments that are nearer cannot be told apart */
    GLANCE_MS = 500,          /* twice a second */
    GLANCES = 4,              /* at once */
    MARK_MS = 3000,           /* a line that pings find dead comes and goes no faster */
    MARKS = 20,               /* at once */
};

struct ration {        /* of one seat; host time */
    int64_t spent_ms;  /* what was earned before has been spent */
    int64_t told_ms;   /* the last that cost something */
    int64_t glance_ms; /* when all glances so far have been due, at two a second */
    int64_t mark_ms;   /* when all marks so far have been due, at one in MARK_MS */
};

struct toll { /* what a command costs if it is done */
    seat_t seat;
    bool glance;
    int bits;
};

void signals_open(const struct host *h, struct hosted *t); /* everybody has saved all they can */

/* A seat asks for that command: what does it cost?  NULL: it can be paid for, or it costs nothing. */
const struct refusal *signals_toll(const struct host *h, const struct hosted *t, seat_t seat,
                                   uint16_t command, struct toll *out);
void signals_pay(const struct host *h, struct hosted *t, const struct toll *toll);

/* What the server does for a seat, or (seat 0) for somebody who has none.  Since when can it be paid for, or
 * when, in host time?  Not before the time told; perhaps a little later. */
int64_t signals_due_ms(const struct host *h, const struct hosted *t, seat_t seat, uint16_t command);
void signals_show(const struct host *h, struct hosted *t, seat_t seat, uint16_t command); /* pays for it */

#endif
