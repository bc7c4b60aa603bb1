/* games/traitor/deal.c -- from an empty table to a round: who has which card, and
 * who is told what (T1). */
#include "games/traitor/play.h"
#include "rules/deal.h"

enum { LIMIT_LEAST_S = 60, LIMIT_MOST_S = 1800, PAUSE_LEAST_S = 15, PAUSE_MOST_S = 300, PAUSE_USUAL_S = 60 };
enum { PLAYERS_MIN = 4, KEY_HOLDER_TOLD_FROM = 6 }; /* T1.4 */

static const struct cast casts[PLAYERS_MAX + 1] = {
    [4] = {1, 1, 1, 1, 1, 1}, [5] = {1, 1, 1, 2, 1, 1}, [6] = {1, 1, 2, 2, 1, 1},  [7] = {1, 1, 3, 2, 1, 1},
    [8] = {1, 2, 3, 2, 1, 1}, [9] = {1, 2, 3, 3, 2, 2}, [10] = {1, 2, 4, 3, 2, 2},
};

const struct cast *deal_cast(int players)
{
    return &casts[players >= PLAYERS_MIN && players <= PLAYERS_MAX ? players : 0];
}

static int put(uint8_t *cards, int at, int copies, uint8_t card)
{
    memset(cards + at, card, (size_t)copies);
    return at + copies;
}

static seats_t holders(const struct state *s, uint8_t character)
{
    seats_t seats = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        seats |= s->character[seat] == character ? SEAT(seat) : 0;
    return seats;
}

/* T1.3 */
static void deal_characters(struct turn *t, const struct cast *cast)
{
    const struct state *s = t->state;
    uint8_t cards[PLAYERS_MAX];
    int count = put(cards, 0, cast->key_holders, character_key_holder);
    count = put(cards, count, cast->traitors, character_traitor);
    count = put(cards, count, cast->guards, character_guard);
    count = put(cards, count, cast->wizards, character_wizard);
    deal_shuffle(t, cards, count);
    for (int i = 0; i < count; i++)
        EMIT(t, SEAT(i + 1), card_dealt, .seat = (seat_t)(i + 1), .character = cards[i]);
    EMIT(t, 0, wizards_shown, .seats = holders(s, character_wizard));
}

/* T1.6: those that are left over stay unknown to everybody. */
static void deal_wizard_cards(struct turn *t, const struct cast *cast)
{
    const struct state *s = t->state;
    uint8_t cards[PLAYERS_MAX];
    int count = put(cards, 0, cast->good, side_good);
    count = put(cards, count, cast->evil, side_evil);
    deal_shuffle(t, cards, count);
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if (s->wizards & SEAT(seat))
            EMIT(t, SEAT(seat), wizard_card_dealt, .seat = seat, .side = cards[--count]);
}

void deal_round(struct turn *t)
{
    const struct state *s = t->state;
    const struct cast *cast = deal_cast(s->presence.seats);
    consent_end_deal(t, &s->consent);
    EMIT(t, 0, round_begun, .round = (uint16_t)(s->round + 1));
    deal_characters(t, cast);
    if (s->presence.seats >= KEY_HOLDER_TOLD_FROM && cast->key_holders)
        EMIT(t, presence_all(&s->presence) & ~s->wizards, key_holder_told,
             .seat = seats_first(holders(s, character_key_holder)));
    if (cast->traitors > 1) /* T1.5 */
        EMIT(t, holders(s, character_traitor), traitors_told, .seats = holders(s, character_traitor));
    deal_wizard_cards(t, cast);
}

/* The cards until they are turned over, the treasures until the end. */
seats_t deal_secrets(const struct state *s)
{
    seats_t seats = 0;
    if (s->phase == phase_round)
        return presence_all(&s->presence);
    for (seat_t seat = 1; s->phase == phase_pause && presence_sits(&s->presence, seat); seat++)
        seats |= s->hand[seat].count ? SEAT(seat) : 0;
    return seats;
}

static void shuffle_treasures(struct turn *t)
{
    struct treasure_shuffled pile = {.count = TREASURES};
    int count = 0;
    for (uint8_t kind = 1; kind <= KINDS_OF_TREASURE; kind++)
        count = put(pile.order, count, treasure_copies[kind], kind);
    deal_shuffle(t, pile.order, count);
    emit(t, EV_treasure_shuffled, 0, &pile, sizeof pile);
}

refusal_t deal_set_up(struct turn *t)
{
    const struct state *s = t->state;
    const struct set_up *asked = BODY(t->in, set_up);
    uint16_t limit_s = asked->limit_s, pause_s = asked->pause_s ? asked->pause_s : PAUSE_USUAL_S;
    if (s->phase)
        return REFUSAL_set_up_already;
    if (s->presence.seats < t->game->seats_min || s->presence.seats > t->game->seats_max)
        return REFUSAL_seats_unfit;
    if (limit_s && (limit_s < LIMIT_LEAST_S || limit_s > LIMIT_MOST_S))
        return REFUSAL_bad_limit;
    if (pause_s < PAUSE_LEAST_S || pause_s > PAUSE_MOST_S)
        return REFUSAL_bad_pause;
    EMIT(t, 0, game_set_up, .limit_s = limit_s, .pause_s = pause_s, .by_hand = asked->by_hand != 0);
    hush_set(t, &s->hush, talk_open); /* T2.1: and it stays open */
    shuffle_treasures(t);
    deal_round(t);
    return REFUSAL_OK;
}
