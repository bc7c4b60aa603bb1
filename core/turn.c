/* core/turn.c -- the judging of one input. */
#include "core/turn.h"

#include "core/dice.h"
#include "core/schema.h"

/* Is there such a command, and may one who asks as that ask for it? */
static refusal_t asker_refusal(const struct game *game, const struct state *state, const struct input *in)
{
    const struct kind *kind = in->kind < KINDS_MAX ? &game->schema->commands[in->kind] : NULL;
    if (!kind || !kind->fields)
        return REFUSAL_unknown;
    unsigned asks = game->asker(game, state, in->by);
    if (kind->askers & asks)
        return REFUSAL_OK;
    return asks && (kind->askers & ASKER_HOST) ? REFUSAL_not_host : REFUSAL_not_yours;
}

static refusal_t judge(struct turn *t, int *count)
{
    refusal_t refusal = asker_refusal(t->game, t->state, t->in);
    if (!refusal)
        refusal = t->game->decide(t);
    CHECK(refusal == REFUSAL_OK || t->count == 0); /* refuse first, emit after */
    *count = t->count;
    return refusal;
}

refusal_t turn_judge(const struct game *game, const void *material, struct state *truth,
                     const struct input *in, seq_t first_seq, struct event *events, int *count)
{
    struct turn t = {.game = game,
                     .in = in,
                     .material = material,
                     .state = truth,
                     .events = events,
                     .next_seq = first_seq,
                     .truth = true};
    return judge(&t, count);
}

refusal_t turn_guess(const struct game *game, struct state *view, const struct input *in, seq_t first_seq,
                     struct event *events, int *count)
{
    struct turn t = {.game = game, .in = in, .state = view, .events = events, .next_seq = first_seq};
    return judge(&t, count);
}

void ask(struct input *in, seat_t by, uint16_t kind, const void *body, size_t size)
{
    CHECK(size <= BODY_MAX);
    memset(in, 0, offsetof(struct input, body));
    in->by = by;
    in->kind = kind;
    memcpy(in->body, body, size);
}

void emit_words(struct turn *t, uint16_t kind, seats_t to, const void *body)
{
    emit(t, kind, to, body, schema_bytes(&t->game->schema->events[kind], body));
}

uint32_t roll(struct turn *t, uint32_t below)
{
    return dice_below(t->in->dice, t->rolls++, below);
}
