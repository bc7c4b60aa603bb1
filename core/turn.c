/* core/turn.c -- the judging of one input. */
#include "core/turn.h"

#include "core/dice.h"
#include "core/schema.h"

refusal_t turn_judge(const struct game *game, struct state *state, const struct input *in, seq_t first_seq,
                     struct event *events, int *count)
{
    struct turn t = {.game = game, .in = in, .state = state, .events = events, .next_seq = first_seq};
    refusal_t refusal = game->decide(&t);
    CHECK(refusal == REFUSAL_OK || t.count == 0); /* refuse first, emit after */
    *count = t.count;
    return refusal;
}

refusal_t turn_not_taken(const struct turn *t)
{
    bool exists = t->in->kind < KINDS_MAX && t->game->schema->commands[t->in->kind].fields;
    return exists ? REFUSAL_not_yours : REFUSAL_unknown;
}

void ask(struct input *in, seat_t by, uint16_t kind, const void *body, size_t size)
{
    CHECK(size <= BODY_MAX);
    memset(in, 0, offsetof(struct input, body));
    in->by = by;
    in->kind = kind;
    memcpy(in->body, body, size);
}

uint32_t roll(struct turn *t, uint32_t below)
{
    return dice_below(t->in->dice, t->rolls++, below);
}
