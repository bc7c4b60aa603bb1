/* games/traitor/apply.c -- the fold: one fact into what is known.
 *
 * It takes any bytes: an event from a damaged or hostile record may make
 * nonsense of a state, never leave it. */
#include "games/traitor/play.h"

static bool is_seat(seat_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

static void starts(struct state *s, const struct event *e, uint8_t phase, uint16_t lasts_s)
{
    int64_t now_ms = clock_play_ms(&s->clock, e->at_ms);
    s->phase = phase;
    s->ends_ms = lasts_s ? (int64_t)((uint64_t)now_ms + lasts_s * UINT64_C(1000)) : 0;
}

/* Zero: it is not shown which card. */
static void learn(struct state *s, seat_t seat, uint8_t character)
{
    if (!is_seat(seat) || character < 1 || character >= character_end)
        return;
    s->character[seat] = character;
    if (character != character_wizard)
        s->side[seat] = character == character_traitor ? side_evil : side_good; /* T1.1 */
}

static void learn_all(struct state *s, seats_t seats, uint8_t character)
{
    for (seats = seated(seats); seats; seats &= seats - 1)
        learn(s, seats_first(seats), character);
}

static void learn_side(struct state *s, seat_t seat, uint8_t side)
{
    if (is_seat(seat) && side >= 1 && side < side_end)
        s->side[seat] = side;
}

static void on_treasure_shuffled(struct state *s, const struct treasure_shuffled *x)
{
    s->pile_count = x->count <= TREASURES ? x->count : TREASURES;
    for (int i = 0; i < TREASURES; i++)
        s->pile[i] = x->order[i] < treasure_end ? x->order[i] : 0;
}

static void on_round_begun(struct state *s, const struct event *e)
{
    s->round = BODY(e, round_begun)->round;
    s->begun = e->seq;
    s->wizards = s->ready = 0;
    s->stopped_by = s->pointed_at = 0;
    s->won = s->verdict = 0;
    memset(s->character, 0, sizeof s->character);
    memset(s->side, 0, sizeof s->side);
    memset(s->told, 0, sizeof s->told);
    consent_dealt(&s->consent, &s->presence);
    starts(s, e, phase_round, s->limit_s);
}

static void on_round_won(struct state *s, const struct event *e)
{
    const struct round_won *x = BODY(e, round_won);
    s->won = x->side < side_end ? x->side : 0;
    s->verdict = x->verdict < verdict_end ? x->verdict : 0;
    starts(s, e, phase_pause, s->pause_s);
}

static void on_treasure_drawn(struct state *s, const struct treasure_drawn *x)
{
    if (!is_seat(x->seat) || !s->pile_count)
        return;
    s->pile_count--;
    treasure_gain(&s->hand[x->seat], x->treasure);
}

static void on_card_stolen(struct state *s, const struct card_stolen *x)
{
    if (!is_seat(x->by) || !is_seat(x->seat) || !s->hand[x->seat].count)
        return;
    treasure_lose(&s->hand[x->seat], x->treasure);
    treasure_gain(&s->hand[x->by], x->treasure);
}

static void on_ring_discarded(struct state *s, seat_t by)
{
    if (!is_seat(by) || !s->hand[by].count || s->rings_used >= RINGS)
        return;
    treasure_lose(&s->hand[by], treasure_magic_ring);
    s->rings_used++;
}

static void on_game_ended(struct state *s, const struct game_ended *x)
{
    s->winners = seated(x->winners);
    s->ending = x->ending < ending_end ? x->ending : 0;
    s->phase = phase_over;
    s->ends_ms = 0;
    consent_over(&s->consent);
}

static void apply_deal(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_round_begun:
        on_round_begun(s, e);
        break;
    case EV_card_dealt:
        learn(s, BODY(e, card_dealt)->seat, BODY(e, card_dealt)->character);
        break;
    case EV_wizards_shown:
        s->wizards = seated(BODY(e, wizards_shown)->seats);
        learn_all(s, s->wizards, character_wizard);
        break;
    case EV_key_holder_told:
        learn(s, BODY(e, key_holder_told)->seat, character_key_holder);
        break;
    case EV_traitors_told:
        learn_all(s, BODY(e, traitors_told)->seats, character_traitor);
        break;
    case EV_wizard_card_dealt:
        learn_side(s, BODY(e, wizard_card_dealt)->seat, BODY(e, wizard_card_dealt)->side);
        break;
    case EV_card_revealed:
        learn(s, BODY(e, card_revealed)->seat, BODY(e, card_revealed)->character);
        learn_side(s, BODY(e, card_revealed)->seat, BODY(e, card_revealed)->side);
        break;
    default:
        break;
    }
}

static void apply_treasure(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_treasure_shuffled:
        on_treasure_shuffled(s, BODY(e, treasure_shuffled));
        break;
    case EV_treasure_drawn:
        on_treasure_drawn(s, BODY(e, treasure_drawn));
        break;
    case EV_card_stolen:
        on_card_stolen(s, BODY(e, card_stolen));
        break;
    case EV_ring_discarded:
        on_ring_discarded(s, BODY(e, ring_discarded)->by);
        break;
    case EV_points_announced:
        s->announced = 1;
        break;
    case EV_tie_found:
        s->tied = seated(BODY(e, tie_found)->seats);
        break;
    case EV_hand_shown:
        if (is_seat(BODY(e, hand_shown)->seat))
            memcpy(s->hand[BODY(e, hand_shown)->seat].of, BODY(e, hand_shown)->of, KINDS_OF_TREASURE);
        break;
    case EV_game_ended:
        on_game_ended(s, BODY(e, game_ended));
        break;
    default:
        break;
    }
}

static void on_game_set_up(struct state *s, const struct game_set_up *x)
{
    s->limit_s = x->limit_s;
    s->pause_s = x->pause_s;
    s->by_hand = x->by_hand != 0;
}

void traitor_apply(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_game_set_up:
        on_game_set_up(s, BODY(e, game_set_up));
        break;
    case EV_stopped:
        s->stopped_by = is_seat(BODY(e, stopped)->by) ? BODY(e, stopped)->by : 0;
        s->pointed_at = is_seat(BODY(e, stopped)->seat) ? BODY(e, stopped)->seat : 0;
        break;
    case EV_round_won:
        on_round_won(s, e);
        break;
    case EV_readied:
        s->ready |= seated(SEAT(BODY(e, readied)->by));
        break;
    case EV_phrase_said:
        phrases_note(s, BODY(e, phrase_said));
        break;
    default:
        apply_deal(s, e);
        apply_treasure(s, e);
        clock_apply(&s->clock, e);
        consent_apply(&s->consent, e, deal_secrets(s));
        hush_apply(&s->hush, e);
        presence_apply(&s->presence, e);
    }
}
