/* bots/bot.h -- a program that plays a seat, at a human pace.
 *
 * A bot is given the view of its seat, folded from the story of that seat, and
 * nothing else.  It can take over at any moment of a game: it reads everything
 * that matters from the view, and its own memory is only for pace and manners.
 * It does no I/O, reads no clock and allocates nothing: its driver tells it the
 * time. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "bots/pace.h"
#include "core/see.h"

enum { BOT_MIND_MAX = 1024 }; /* bytes; each kind of bot decides what is in them */

struct bot;

struct bot_kind {
    const char *name; /* one word, as `--bots` takes it */
    const char *game; /* the game it plays; NULL: any */

    /* Looks at the view as it is now.  True: it asks for `out`.  Sets wakes_ms to
     * when it wants to look again if nothing is shown to it before that. */
    bool (*look)(struct bot *b, const struct state *view, int64_t now_ms, struct input *out);

    /* Something was shown, and is already folded into the view.  May be NULL. */
    void (*notice)(struct bot *b, const struct state *view, const struct seen *seen);
};

struct bot {
    const struct bot_kind *kind;
    const struct game *game;
    struct pace pace;
    seat_t seat;
    seq_t seen;       /* the last event of its story */
    int64_t wakes_ms; /* table time */
    _Alignas(8) uint8_t mind[BOT_MIND_MAX];
};

/* What it remembers, in a form of its kind's choosing; all zero at first. */
static inline void *bot_mind(struct bot *b)
{
    return b->mind;
}

/* The kind of that name for a game; an empty name means the best one.  NULL: there is none. */
const struct bot_kind *bot_find(const struct game *game, const char *name, size_t size);

void bot_open(struct bot *b, const struct bot_kind *kind, const struct game *game, seat_t seat,
              enum pace_name pace, uint64_t seed);

/* Tells it what its seat was just shown, and folds that into the view. */
void bot_show(struct bot *b, struct state *view, const struct seen *seen);
/* The same if `view` already contains it. */
void bot_notice(struct bot *b, const struct state *view, const struct seen *seen);

/* When it wants to be asked, in table time; INT64_MAX: not until something happens. */
int64_t bot_wakes_ms(const struct bot *b);

/* Asks it, at that time or later.  True: submit `out`; the driver stamps time and
 * dice.  After that, once it has noticed what followed, it may be due again. */
bool bot_act(struct bot *b, const struct state *view, int64_t now_ms, struct input *out);

#endif
