/* bots/bot.h -- one who plays a seat by itself, at a human pace.
 *
 * A bot is given its seat's view, as that seat's story folds, and nothing else.
 * It may be set down at any moment of a game: everything that matters is read
 * from the view, its own memory is only for pace and manners.  It does no I/O,
 * reads no clock and allocates nothing: whoever drives it tells the time. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "bots/pace.h"
#include "core/see.h"

enum { BOT_MIND_MAX = 512 }; /* bytes of memory that each kind lays out for itself */

struct bot;

struct bot_kind {
    const char *name; /* one word, as `--bots` takes it */
    const char *game; /* the game it plays; NULL: any */

    /* Looks at the view as it is now.  True: `out` is what it asks for.  Sets
     * wakes_ms to when it wants to look again, if nothing is shown to it before. */
    bool (*look)(struct bot *b, const struct state *view, int64_t now_ms, struct input *out);

    /* Something was shown; may be NULL.  The view has been folded already. */
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

/* What it remembers, as its kind lays it out; all zero at first. */
static inline void *bot_mind(struct bot *b)
{
    return b->mind;
}

/* The kind of that name for a game; an empty name is the game's best.  NULL: none. */
const struct bot_kind *bot_find(const struct game *game, const char *name, size_t size);

void bot_open(struct bot *b, const struct bot_kind *kind, const struct game *game, seat_t seat,
              enum pace_name pace, uint64_t seed);

/* Tells what the seat was just shown, and folds it into its view. */
void bot_show(struct bot *b, struct state *view, const struct seen *seen);
/* The same where `view` has it folded in already. */
void bot_notice(struct bot *b, const struct state *view, const struct seen *seen);

/* When it wants to be asked, in table time; INT64_MAX: not before something happens. */
int64_t bot_wakes_ms(const struct bot *b);

/* Asks it, at that time or later.  True: submit `out`.  The driver stamps time
 * and dice.  After a true, and after what follows was noticed, it may be due again. */
bool bot_act(struct bot *b, const struct state *view, int64_t now_ms, struct input *out);

#endif
