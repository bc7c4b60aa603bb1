/* games/word/end.c -- when a game is over, who has won it, and what everybody is shown then (W5). */
#include "core/pen.h"
#include "games/word/play.h"

static uint8_t most_cards(const struct state *s)
{
    uint8_t most = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        most = s->pile[seat] > most ? s->pile[seat] : most;
    return most;
}

static seats_t with_cards(const struct state *s, uint8_t cards)
{
    seats_t seats = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        seats |= s->pile[seat] == cards ? SEAT(seat) : 0;
    return seats;
}

static bool all_hands_are_empty(const struct state *s)
{
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        for (int i = 0; i < HAND_CARDS; i++)
            if (s->hand[seat].card[i])
                return false;
    return true;
}

/* W5.1 comes before W5.2. */
void end_settle(struct turn *t)
{
    const struct state *s = t->state;
    if (most_cards(s) >= CARDS_TO_WIN)
        end_game(t, ending_seven_cards);
    else if (with_cards(s, 0))
        end_game(t, ending_no_card_left);
    else if (s->words >= WORDS_MAX)
        end_game(t, ending_all_words_said); /* W5.5 */
    else if (all_hands_are_empty(s))
        end_game(t, ending_deck_used_up); /* W5.4 */
}

/* ---- what everybody is shown ---- */

/* Five words of the longest there can be do not quite fit. */
static void show_hand(struct turn *t, seat_t seat)
{
    struct hand_shown shown = {.seat = seat};
    struct pen p = pen_on(shown.words, sizeof shown.words);
    memcpy(shown.card, t->state->hand[seat].card, sizeof shown.card);
    for (int i = 0; i < HAND_CARDS; i++) {
        const char *text = cards_text(t, shown.card[i]);
        if (!*text || strlen(text) + 1 > (size_t)(p.end - p.at))
            continue;
        pen_text(&p, p.at == shown.words ? "" : "|");
        pen_text(&p, text);
    }
    emit(t, EV_hand_shown, 0, &shown, sizeof shown);
}

static void show_misses(struct turn *t)
{
    const struct state *s = t->state;
    const struct deck *deck = cards_deck(t);
    struct misses_shown shown = {{0}};
    for (uint16_t card = 1; card <= DECK_CARDS_MAX; card++)
        for (int i = 0; place_of(s, card) > PLACE_MISSED && i < s->words && i < WORDS_MAX; i++)
            if (cards_mean(deck, s, card, s->plain[i]))
                shown.seats[i] |= (uint8_t)(1u << (place_of(s, card) - PLACE_MISSED - 1) % 8);
    emit(t, EV_misses_shown, 0, &shown, sizeof shown);
}

void end_game(struct turn *t, uint8_t ending)
{
    const struct state *s = t->state;
    struct piles_shown piles = {{0}};
    consent_end_deal(t, &s->consent);
    ballot_void(t, &s->ballot); /* W3.4 */
    memcpy(piles.cards, s->pile, sizeof piles.cards);
    emit(t, EV_piles_shown, 0, &piles, sizeof piles);
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        show_hand(t, seat);
    show_misses(t);
    uint8_t most = most_cards(s);
    EMIT(t, 0, game_ended, .winners = ending == ending_abandoned ? 0 : with_cards(s, most), .cards = most,
         .ending = ending);
}
