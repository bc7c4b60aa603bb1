/* games/maze/flip.c -- the hourglass, and what changes with it: talk, and who
 * holds which action. */
#include "games/maze/play.h"
#include "rules/deal.h"

static int64_t play_ms(const struct turn *t)
{
    return clock_play_ms(&t->state->clock, t->in->now_ms);
}

int64_t flip_left_ms(const struct turn *t)
{
    return sand_left_ms(&t->state->sand, play_ms(t));
}

refusal_t flip_action_refusal(const struct turn *t, uint8_t action)
{
    const struct state *s = t->state;
    if (s->ending)
        return REFUSAL_over;
    if (!s->running)
        return REFUSAL_not_yet;
    if (flip_left_ms(t) <= 0)
        return REFUSAL_too_late;
    if (s->discards_due)
        return REFUSAL_discard_first;
    if (discussing(s) && t->in->seen < s->hush.changed)
        return REFUSAL_too_old; /* M6.5 */
    if (action && !(s->may[t->in->by] >> (action - 1) & 1))
        return REFUSAL_no_action;
    return roles_on(s) ? roles_action_refusal(s, t->in->by) : REFUSAL_OK;
}

void flip_close_talk(struct turn *t)
{
    if (discussing(t->state))
        hush_set(t, &t->state->hush, talk_silent);
}

void flip_open_talk(struct turn *t)
{
    struct state *s = t->state;
    if (rule(s, RULE_TALK_ALWAYS | RULE_NO_TALK) || solo(s))
        return;
    hush_set(t, &s->hush, rule(s, RULE_GESTURES) ? talk_gestures : talk_open);
}

static void shuffle_deck(struct turn *t)
{
    struct deck_shuffled shuffled = {{action_north, action_east, action_south, action_west, action_explore,
                                      action_vortex, action_escalator}};
    deal_shuffle(t, shuffled.order, DECK);
    emit(t, EV_deck_shuffled, 0, &shuffled, sizeof shuffled);
}

refusal_t flip_first(struct turn *t)
{
    struct state *s = t->state;
    if (s->ending)
        return REFUSAL_over;
    if (s->running)
        return REFUSAL_turned_already;
    if (!s->ready)
        return REFUSAL_not_now;
    EMIT(t, 0, hourglass_turned, .left_ms = s->sand.holds_ms, .by = t->in->by);
    hush_set(t, &s->hush, rule(s, RULE_TALK_ALWAYS) ? talk_open : talk_silent);
    if (solo(s))
        shuffle_deck(t);
    return REFUSAL_OK;
}

static void pass_left(struct turn *t)
{
    struct state *s = t->state;
    struct actions_passed passed = {{0}};
    /* M8.3: that stays the same person; H3.3: those who are out get none */
    seats_t able = presence_all(&s->presence) & ~(SEAT(s->empty_handed) | roles_out(s));
    for (int i = 0; i < s->action_tiles; i++) {
        seat_t left = roles_left_of(s, s->holder[i], able);
        passed.holder[i] = left ? left : s->holder[i];
    }
    emit(t, EV_actions_passed, 0, &passed, sizeof passed);
}

void flip_hourglass(struct turn *t, place_t at)
{
    struct state *s = t->state;
    EMIT(t, 0, hourglass_flipped, .left_ms = (int32_t)sand_flipped_ms(&s->sand, play_ms(t)),
         .tile = (uint8_t)PLACE_TILE(at), .space = PLACE_SPACE(at));
    flip_follows(t);
}

void flip_follows(struct turn *t)
{
    struct state *s = t->state;
    if (solo(s))
        shuffle_deck(t); /* M9.3 */
    else if (rule(s, RULE_PASS_LEFT))
        pass_left(t); /* M7.3 */
    flip_open_talk(t);
    if (!rule(s, RULE_DISCARD))
        return;
    if (mall_two_can_go(s))
        EMIT(t, 0, discards_ordered, .count = 2); /* M8.5 */
    else
        flip_end_game(t, ending_nothing_to_discard);
}

refusal_t flip_turn_action(struct turn *t)
{
    struct state *s = t->state;
    if (!solo(s))
        return REFUSAL_not_solo;
    refusal_t refusal = flip_action_refusal(t, action_hidden);
    if (refusal)
        return refusal;
    uint8_t index = s->deck_turned % DECK; /* M9.2: all turned over, they are turned back in the same order */
    if (!s->deck[index])
        return REFUSAL_ask_host;
    EMIT(t, 0, action_turned, .action = s->deck[index], .index = index);
    return REFUSAL_OK;
}

void flip_end_game(struct turn *t, uint8_t ending)
{
    if (roles_on(t->state))
        roles_end_game(t, ending);
    else
        flip_game_over(t, ending, flip_left_ms(t));
}

void flip_game_over(struct turn *t, uint8_t ending, int64_t left_ms)
{
    struct state *s = t->state;
    EMIT(t, 0, game_ended, .left_ms = left_ms > 0 ? (int32_t)left_ms : 0, .ending = ending,
         .spaces_used = s->spaces_used);
    hush_set(t, &s->hush, talk_open); /* P3.3 */
}
