/* games/word/apply.c -- the fold: one fact into what is known.
 *
 * It takes any bytes: an event from a damaged or hostile record may make nonsense of a state, never leave
 * it.  It needs no deck. */
#include "games/word/play.h"

enum { JUSTIFY_MS = 30000, LEFT_LEAST_MS = 10000 }; /* W4.7, W2.9 */

static bool is_seat(seat_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

/* Times of a damaged record may be anything: they wrap around rather than overflow. */
static int64_t later(int64_t ms, int64_t by_ms)
{
    return (int64_t)((uint64_t)ms + (uint64_t)by_ms);
}

static int64_t now_ms(const struct state *s, const struct event *e)
{
    return clock_play_ms(&s->clock, e->at_ms);
}

static void think_from(struct state *s, int64_t ms)
{
    s->thinks_ms = s->thinking_s ? later(ms, s->thinking_s * 1000) : 0;
}

/* ---- cards ---- */

static void put(struct state *s, uint16_t card, uint8_t place)
{
    if (card >= 1 && card <= DECK_CARDS_MAX)
        s->places[(card - 1) / 200].of[(card - 1) % 200] = place;
}

/* 0: a free place in the hand. */
static uint16_t *find(struct hand *hand, uint16_t card)
{
    for (int i = 0; i < HAND_CARDS; i++)
        if (hand->card[i] == card)
            return &hand->card[i];
    return NULL;
}

static void on_piles_dealt(struct state *s, const struct piles_dealt *x)
{
    for (size_t i = 0; i < sizeof x->cards / sizeof *x->cards; i++)
        put(s, x->cards[i], PLACE_GONE);
}

static void on_card_drawn(struct state *s, const struct card_drawn *x)
{
    uint16_t *at = is_seat(x->seat) ? find(&s->hand[x->seat], x->replaces) : NULL;
    for (int i = 0; i < ASIDE_MAX; i++)
        put(s, x->aside[i], PLACE_GONE);
    if (!at || x->card > DECK_CARDS_MAX)
        return;
    put(s, x->replaces, (uint8_t)(PLACE_MISSED + x->seat));
    *at = x->card;
    put(s, x->card, x->seat);
}

/* Only the owner and the truth know which card it was. */
static void on_card_shown(struct state *s, const struct card_shown *x)
{
    uint16_t *at = is_seat(x->seat) && x->card ? find(&s->hand[x->seat], x->card) : NULL;
    if (!at)
        return;
    *at = 0;
    put(s, x->card, PLACE_GONE);
    if (s->card == x->card)
        s->card = 0;
}

static void on_hand_shown(struct state *s, const struct hand_shown *x)
{
    for (int i = 0; is_seat(x->seat) && i < HAND_CARDS; i++)
        s->hand[x->seat].card[i] = x->card[i] <= DECK_CARDS_MAX ? x->card[i] : 0;
}

static void on_pile_counted(struct state *s, const struct pile_counted *x)
{
    if (is_seat(x->seat))
        s->pile[x->seat] = x->cards;
}

/* ---- the chain ---- */

/* What every new word brings with it.  False: there is no such number. */
static bool add_word(struct state *s, const struct event *e, uint16_t number, uint32_t written,
                     uint32_t plain)
{
    if (number < 1 || number > WORDS_MAX)
        return false;
    s->written[number - 1] = written;
    s->plain[number - 1] = plain;
    s->words = number;
    s->accusation = 0;
    s->accuser = 0;
    s->card = 0;
    s->skipped = 0;
    s->left_ms = 0;
    s->stands_ms = later(now_ms(s, e), s->standing_s * 1000);
    s->stood = s->standing_s == 0;
    think_from(s, s->stands_ms); /* W2.9 */
    return true;
}

static void on_word_started(struct state *s, const struct event *e)
{
    const struct word_started *x = BODY(e, word_started);
    if (!add_word(s, e, x->number, x->written, x->plain))
        return;
    put(s, x->card, PLACE_GONE);
    s->word_by = 0;
    s->starts = (uint8_t)(s->starts + (s->starts < STARTS_MAX));
    if (is_seat(x->by) && !s->without_turns)
        s->announcer = left_of(s, x->by);
}

static void on_word_announced(struct state *s, const struct event *e)
{
    const struct word_announced *x = BODY(e, word_announced);
    if (!is_seat(x->by) || !add_word(s, e, x->number, x->written, x->plain))
        return;
    s->card = x->card <= DECK_CARDS_MAX ? x->card : 0;
    s->word_by = x->by;
    s->starts = 0;
    if (!s->without_turns)
        s->announcer = left_of(s, x->by);
}

static void on_announcer_skipped(struct state *s, const struct event *e)
{
    seat_t seat = BODY(e, announcer_skipped)->seat;
    if (!is_seat(seat))
        return;
    s->skipped |= SEAT(seat);
    s->announcer = left_of(s, seat);
    think_from(s, now_ms(s, e));
}

/* ---- accusations ---- */

/* W2.9: the thinking time stands still. */
static void on_word_accused(struct state *s, const struct event *e)
{
    const struct word_accused *x = BODY(e, word_accused);
    int64_t now = now_ms(s, e);
    if (!is_seat(x->by) || !x->accusation || x->accusation >= accusation_end || !s->word_by)
        return;
    s->accusation = x->accusation;
    s->accuser = x->by;
    s->left_ms = s->thinks_ms > now ? later(s->thinks_ms, -now) : 0;
    s->thinks_ms = 0;
    if (x->accusation == accusation_off_topic) {
        s->phase = phase_justifying;
        s->justifies_ms = later(now, JUSTIFY_MS);
    }
}

static void on_ballot_opened(struct state *s)
{
    s->phase = phase_voting;
    s->justifies_ms = 0;
}

/* W4.6 */
static void on_accusation_settled(struct state *s, const struct event *e)
{
    s->phase = phase_announcing;
    s->justifies_ms = 0;
    if (s->thinking_s)
        s->thinks_ms = later(now_ms(s, e), s->left_ms > LEFT_LEAST_MS ? s->left_ms : LEFT_LEAST_MS);
    s->left_ms = 0;
}

/* ---- the game ---- */

static void on_game_set_up(struct state *s, const struct game_set_up *x)
{
    s->language = x->language < language_end ? x->language : 0;
    s->colour = x->colour < colour_end ? x->colour : 0;
    s->thinking_s = x->thinking_s;
    s->standing_s = x->standing_s;
    s->without_turns = x->without_turns != 0;
    s->pointing = x->pointing != 0;
    s->brought = x->brought != 0;
    s->first = is_seat(x->first) ? x->first : 0;
    s->phase = phase_announcing;
    consent_dealt(&s->consent, &s->presence);
}

static void on_game_ended(struct state *s, const struct game_ended *x)
{
    s->winners = seated(x->winners);
    s->ending = x->ending < ending_end ? x->ending : 0;
    s->phase = phase_over;
    s->stands_ms = s->thinks_ms = s->justifies_ms = s->left_ms = 0;
    consent_over(&s->consent);
}

static void apply_cards(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_piles_dealt:
        on_piles_dealt(s, BODY(e, piles_dealt));
        break;
    case EV_card_drawn:
        on_card_drawn(s, BODY(e, card_drawn));
        break;
    case EV_card_shown:
        on_card_shown(s, BODY(e, card_shown));
        break;
    case EV_pile_counted:
        on_pile_counted(s, BODY(e, pile_counted));
        break;
    case EV_piles_shown:
        memcpy(s->pile, BODY(e, piles_shown)->cards, sizeof s->pile);
        break;
    case EV_hand_shown:
        on_hand_shown(s, BODY(e, hand_shown));
        break;
    default:
        break;
    }
}

static void apply_accusation(struct state *s, const struct event *e)
{
    ballot_apply(&s->ballot, e);
    switch (e->kind) {
    case EV_word_accused:
        on_word_accused(s, e);
        break;
    case EV_ballot_opened:
        on_ballot_opened(s);
        break;
    case EV_accusation_settled:
        on_accusation_settled(s, e);
        break;
    default:
        break;
    }
}

void word_apply(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_game_set_up:
        on_game_set_up(s, BODY(e, game_set_up));
        break;
    case EV_word_started:
        on_word_started(s, e);
        break;
    case EV_word_announced:
        on_word_announced(s, e);
        break;
    case EV_word_stood:
        s->stood = 1;
        break;
    case EV_announcer_skipped:
        on_announcer_skipped(s, e);
        break;
    case EV_game_ended:
        on_game_ended(s, BODY(e, game_ended));
        break;
    default:
        apply_cards(s, e);
        apply_accusation(s, e);
        clock_apply(&s->clock, e);
        consent_apply(&s->consent, e, being_played(s) ? presence_all(&s->presence) : 0);
        hush_apply(&s->hush, e);
        presence_apply(&s->presence, e);
    }
}
