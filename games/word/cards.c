/* games/word/cards.c -- the word cards: dealing, drawing, exchanging and showing them (W1, W3).
 *
 * The draw pile has no order: whatever is drawn is any of the cards that are left, by the dice of the command
 * for which it is drawn.  Nobody can know, or work out, what comes next. */
#include "core/text.h"
#include "games/word/play.h"

const struct deck *cards_deck_of(const struct state *s, const void *material)
{
    return material ? material : s->brought ? NULL : house_deck(s->language);
}

const struct deck *cards_deck(const struct turn *t)
{
    return cards_deck_of(t->state, t->material);
}

/* A record may name cards that the deck does not have. */
static bool has_card(const struct deck *deck, uint16_t card)
{
    return deck && card >= 1 && card <= deck->count;
}

static int colour_of(const struct state *s)
{
    return s->colour == colour_pink;
}

const char *cards_text(const struct turn *t, uint16_t card)
{
    const struct deck *deck = cards_deck(t);
    return has_card(deck, card) ? deck_text(deck, card - 1, colour_of(t->state)) : "";
}

bool cards_mean(const struct deck *deck, const struct state *s, uint16_t card, uint32_t plain)
{
    return plain && has_card(deck, card) && deck_means(deck, card - 1, colour_of(s), plain);
}

uint16_t cards_held(const struct deck *deck, const struct state *s, seat_t seat, uint32_t plain)
{
    for (int i = 0; i < HAND_CARDS; i++)
        if (cards_mean(deck, s, s->hand[seat].card[i], plain))
            return s->hand[seat].card[i];
    return 0;
}

/* ---- drawing ---- */

static bool was_said(const struct turn *t, const struct deck *deck, uint16_t card)
{
    const struct state *s = t->state;
    for (int i = 0; i < s->words && i < WORDS_MAX; i++)
        if (cards_mean(deck, s, card, s->plain[i]))
            return true;
    return false;
}

/* Any of those that are left. */
static uint16_t pick_any(struct turn *t, const uint16_t *left, int *count)
{
    return *count ? left[roll(t, (uint32_t)*count)] : 0;
}

static void take_out(uint16_t *left, int *count, uint16_t card)
{
    int i = 0;
    while (left[i] != card)
        i++;
    left[i] = left[--*count];
}

uint16_t cards_pick(struct turn *t, uint16_t aside[ASIDE_MAX])
{
    const struct deck *deck = cards_deck(t);
    uint16_t left[DECK_CARDS_MAX], card;
    int count = 0, laid = 0;
    for (uint16_t i = 1; deck && i <= deck->count; i++)
        if (place_of(t->state, i) == PLACE_DRAW_PILE)
            left[count++] = i;
    while ((card = pick_any(t, left, &count)) && was_said(t, deck, card)) {
        if (laid < ASIDE_MAX)
            aside[laid++] = card;
        take_out(left, &count, card);
    }
    return card;
}

/* One that does not fit is left out: it counts for nothing (W1.6). */
static void copy_gloss(char *to, size_t room, const char *gloss)
{
    text_copy(to, room, strlen(gloss) < room ? gloss : "");
}

/* What its owner is told, so that no page ever needs the deck. */
static void describe(struct card_drawn *drawn, const struct deck *deck, int colour)
{
    uint16_t card = drawn->card;
    if (!has_card(deck, card))
        return;
    const struct deck_word *its = deck_word(deck, card - 1, colour);
    for (int i = 0; i < FORMS_MAX && its->forms + i < its[1].forms; i++)
        drawn->forms[i] = deck->form[its->forms + i];
    drawn->number = deck->number[card - 1];
    text_copy(drawn->text, sizeof drawn->text, deck_text(deck, card - 1, colour));
    copy_gloss(drawn->gloss_en, sizeof drawn->gloss_en, deck_gloss(deck, card - 1, colour, SPELL_EN));
    copy_gloss(drawn->gloss_fr, sizeof drawn->gloss_fr, deck_gloss(deck, card - 1, colour, SPELL_FR));
    copy_gloss(drawn->gloss_nl, sizeof drawn->gloss_nl, deck_gloss(deck, card - 1, colour, SPELL_NL));
}

/* `replaces` is laid aside for it, because of that word; 0: nothing is. */
static void draw(struct turn *t, seat_t seat, uint16_t replaces, uint16_t number)
{
    struct card_drawn drawn = {.seat = seat, .replaces = replaces, .word = number};
    drawn.card = cards_pick(t, drawn.aside);
    if (!drawn.card && !replaces && !drawn.aside[0])
        return; /* W5.4 */
    describe(&drawn, cards_deck(t), colour_of(t->state));
    emit(t, EV_card_drawn, SEAT(seat), &drawn, sizeof drawn);
}

void cards_draw(struct turn *t, seat_t seat)
{
    draw(t, seat, 0, 0);
}

void cards_exchange(struct turn *t, uint16_t number)
{
    const struct state *s = t->state;
    const struct deck *deck = cards_deck(t);
    uint32_t plain = number >= 1 && number <= WORDS_MAX ? s->plain[number - 1] : 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        for (int i = 0; i < HAND_CARDS; i++)
            if (cards_mean(deck, s, s->hand[seat].card[i], plain))
                draw(t, seat, s->hand[seat].card[i], number);
}

void cards_deal(struct turn *t)
{
    const struct state *s = t->state;
    struct piles_dealt piles = {{0}};
    uint16_t left[DECK_CARDS_MAX];
    int count = 0, seats = s->presence.seats;
    for (const struct deck *deck = cards_deck(t); count < deck->count; count++)
        left[count] = (uint16_t)(count + 1);
    for (int i = 0; i < seats * PILE_CARDS; i++) { /* W1.2 */
        piles.cards[i] = pick_any(t, left, &count);
        take_out(left, &count, piles.cards[i]);
    }
    emit(t, EV_piles_dealt, 0, &piles, sizeof piles);
    for (seat_t seat = 1; seat <= seats; seat++)
        cards_count_pile(t, seat, PILE_CARDS);
    for (seat_t seat = 1; seat <= seats; seat++)
        for (int i = 0; i < HAND_CARDS; i++)
            cards_draw(t, seat); /* W1.3 */
}

/* ---- showing ---- */

/* W5.3: others are not told. */
void cards_count_pile(struct turn *t, seat_t seat, int cards)
{
    EMIT(t, SEAT(seat), pile_counted, .seat = seat, .cards = (uint8_t)cards);
}

void cards_show(struct turn *t, seat_t seat, uint16_t card, uint16_t number, uint8_t fate)
{
    struct card_shown shown = {.word = number, .card = card, .seat = seat, .fate = fate};
    text_copy(shown.text, sizeof shown.text, cards_text(t, card));
    emit(t, EV_card_shown, SEAT(seat), &shown, sizeof shown);
    if (fate == fate_placed || fate == fate_claimed || fate == fate_defended)
        cards_count_pile(t, seat, t->state->pile[seat] + 1);
}
