/* core/turn.h -- one input being judged.
 *
 * turn_judge() is the only way to a game's decide().  emit() records an event and
 * folds it into the state at once, so that rules always see the present.  There
 * is no scratch copy of the state: decide() refuses before it emits, and a CHECK
 * in turn_judge() fails if a game breaks that. */
#ifndef CORE_TURN_H
#define CORE_TURN_H

#include <stddef.h>
#include <string.h>

#include "core/check.h"
#include "core/schema.h"

struct turn {
    const struct game *game;
    const struct input *in;
    const void *material; /* what the table has brought; NULL: the built-in one */
    struct state *state;
    struct event *events; /* room for EVENTS_PER_INPUT_MAX */
    int count;
    seq_t next_seq;
    uint32_t rolls;
    bool truth; /* the state is the truth, not a seat's view */
};

/* Judges `in` by the truth and changes it, or refuses and changes nothing.  The
 * events that follow are numbered from `first_seq` and written to `events`. */
refusal_t turn_judge(const struct game *game, const void *material, struct state *truth,
                     const struct input *in, seq_t first_seq, struct event *events, int *count);

/* The same for a seat's view: REFUSAL_ask_host where only the truth can tell. */
refusal_t turn_guess(const struct game *game, struct state *view, const struct input *in, seq_t first_seq,
                     struct event *events, int *count);

uint32_t roll(struct turn *t, uint32_t below); /* fair, in 0 .. below-1 */
void ask(struct input *in, seat_t by, uint16_t kind, const void *body, size_t size);

static inline void emit(struct turn *t, uint16_t kind, seats_t to, const void *body, size_t size)
{
    CHECK(t->count < EVENTS_PER_INPUT_MAX && size <= BODY_MAX);
    struct event *e = &t->events[t->count++];
    e->at_ms = t->in->now_ms;
    e->seq = t->next_seq++;
    e->to = to;
    e->kind = kind;
    e->size = (uint16_t)size;
    e->zero = 0;
    memcpy(e->body, body, size);
    t->game->apply(t->state, e);
}

/* The same for a kind that ends in WORDS: only the bytes used take room. */
void emit_words(struct turn *t, uint16_t kind, seats_t to, const void *body);

/* Keeps rare code out of the way of code that runs many times a second. */
#define RARELY __attribute__((noinline, cold))
/* The same for code that runs often itself, but not at every table. */
#define APART __attribute__((noinline))

#define EMIT(t, to, name, ...) emit((t), EV_##name, (to), &(struct name){__VA_ARGS__}, sizeof(struct name))
#define ASK(in, by, name, ...) ask((in), (by), CMD_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))
#define BODY(x, name) ((const struct name *)(const void *)(x)->body)

/* What a seat may ask for, as legal() gathers it; what is more than fits is left out. */
struct offers {
    struct input *out;
    int count, max;
    seat_t seat;
};

#define OFFER(offers, name, ...)                                                                             \
    do {                                                                                                     \
        if ((offers)->count < (offers)->max)                                                                 \
            ASK(&(offers)->out[(offers)->count++], (offers)->seat, name, __VA_ARGS__);                       \
    } while (0)

#endif
