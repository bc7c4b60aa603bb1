/* games/word/setup.c -- from an empty table to the starting word (W1). */
#include "games/word/play.h"

enum { THINKING_LEAST_S = 10, THINKING_MOST_S = 120, STANDING_MOST_S = 10 };

_Static_assert((int)language_en == SPELL_EN && (int)language_fr == SPELL_FR && (int)language_nl == SPELL_NL,
               "the languages of the game are those of spell.h");

/* -1: none; 0: as usual. */
static int seconds(int8_t asked_s, int usual_s)
{
    return asked_s == -1 ? 0 : asked_s ? asked_s : usual_s;
}

static refusal_t options_refusal(const struct state *s, const struct set_up *asked)
{
    int thinking_s = seconds(asked->thinking_s, THINKING_S);
    int standing_s = seconds(asked->standing_s, STANDING_S);
    if (thinking_s && (thinking_s < THINKING_LEAST_S || thinking_s > THINKING_MOST_S))
        return REFUSAL_bad_thinking;
    if (standing_s < 0 || standing_s > STANDING_MOST_S)
        return REFUSAL_bad_standing;
    if (asked->first && !presence_sits(&s->presence, asked->first))
        return REFUSAL_bad_first;
    return asked->language >= language_end || asked->colour >= colour_end ? REFUSAL_no_such : REFUSAL_OK;
}

/* W1.5: are there cards, and enough of them? */
static refusal_t deck_refusal(const struct state *s, const struct deck *deck)
{
    if (!deck)
        return REFUSAL_no_deck;
    return deck_players(deck) < s->presence.seats ? REFUSAL_deck_too_small : REFUSAL_OK;
}

static void begin(struct turn *t, const struct set_up *asked, uint8_t language)
{
    const struct state *s = t->state;
    seat_t first = asked->first ? asked->first : (seat_t)(1 + roll(t, s->presence.seats)); /* W1.4 */
    EMIT(t, 0, game_set_up, .language = language, .colour = asked->colour ? asked->colour : colour_black,
         .thinking_s = (uint8_t)seconds(asked->thinking_s, THINKING_S),
         .standing_s = (uint8_t)seconds(asked->standing_s, STANDING_S),
         .without_turns = asked->without_turns != 0, .pointing = asked->pointing != 0,
         .brought = t->material != NULL, .first = first);
    hush_set(t, &s->hush, talk_open); /* W7.1: and it stays open */
    cards_deal(t);
    chain_start(t, first);
}

refusal_t setup_decide(struct turn *t)
{
    const struct state *s = t->state;
    const struct set_up *asked = BODY(t->in, set_up);
    if (s->phase)
        return REFUSAL_set_up_already;
    if (s->presence.seats < t->game->seats_min || s->presence.seats > t->game->seats_max)
        return REFUSAL_seats_unfit;
    refusal_t refusal = options_refusal(s, asked);
    if (refusal)
        return refusal;
    if (!t->truth)
        return REFUSAL_ask_host; /* which list of words the table has brought, no view knows */
    uint8_t language = asked->language ? asked->language : language_en;
    const struct deck *deck = t->material ? t->material : house_deck(language);
    refusal = deck_refusal(s, deck);
    if (!refusal)
        begin(t, asked, deck->language < language_end ? deck->language : 0);
    return refusal;
}
