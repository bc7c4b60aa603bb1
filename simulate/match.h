/* simulate/match.h -- a whole game played by bots in virtual time: as fast as it can be computed, and the
 * same for the same seed on every machine.
 *
 * It is the host of its table: it stamps time and dice, shows every seat its story, folds the views and wakes
 * the bots.  No I/O. */
#ifndef SIMULATE_MATCH_H
#define SIMULATE_MATCH_H

#include "bots/bot.h"
#include "table/table.h"

struct match {
    struct table table;
    uint64_t key[2], drawn; /* what is drawn here: the pace of bots, and dice if nobody brings them */
    int64_t now_ms;
    int seats;
    uint32_t commands, refused; /* of the seats */
    struct bot bot[VIEWS];
    _Alignas(8) uint8_t view[VIEWS][STATE_MAX];
    /* For whoever opened it; each may be NULL. */
    void (*dice)(void *ctx, seq_t events, uint64_t dice[2]); /* brings those after this many events */
    /* Is told every input that was accepted, with the first event that followed. */
    void (*accepted)(void *ctx, const struct input *in, const struct event *first);
    void *ctx;
    table_show_fn *watch; /* is told the gallery's story */
    void *watcher;
};

/* False: out of memory. */
bool match_open(struct match *m, const struct game *game, uint64_t seed);
void match_close(struct match *m);

/* Gives the next seat to a bot. */
refusal_t match_seat(struct match *m, const struct bot_kind *kind, enum pace_name pace, const char *name);

/* Submits something now, as the host or as a seat, and shows what follows. */
refusal_t match_submit(struct match *m, struct input *in);

/* Lets the next thing happen; false: nothing ever will, or it is later than `until_ms`. */
bool match_step(struct match *m, int64_t until_ms);

#endif
