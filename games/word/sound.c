/* games/word/sound.c -- what is always true of a table of Traître Mot, of the truth and of every view. */
#include "games/word/play.h"

/* Every card in a hand is there and nowhere else. */
static bool hands_sound(const struct state *s)
{
    int held = 0, placed = 0;
    for (seat_t seat = 1; seat < VIEWS; seat++)
        for (int i = 0; i < HAND_CARDS; i++) {
            uint16_t card = s->hand[seat].card[i];
            if (card > DECK_CARDS_MAX || (card && s->phase != phase_over && place_of(s, card) != seat))
                return false;
            held += card != 0;
        }
    for (int i = 0; i < DECK_CARDS_MAX; i++)
        placed += place_of(s, i + 1) >= 1 && place_of(s, i + 1) <= SEATS_MAX;
    return s->phase == phase_over ? placed <= held : placed == held;
}

/* W2.4: no word twice. */
static bool words_sound(const struct state *s)
{
    if (s->words > WORDS_MAX)
        return false;
    for (int i = 0; i < s->words; i++) {
        if (!s->written[i] || !s->plain[i])
            return false;
        for (int j = 0; j < i; j++)
            if (s->written[i] == s->written[j])
                return false;
    }
    return true;
}

static bool turns_sound(const struct state *s)
{
    seats_t all = presence_all(&s->presence);
    if (s->words && (s->announcer != 0) == s->without_turns)
        return false;
    if (s->announcer && !(all & SEAT(s->announcer)))
        return false;
    if (s->accusation ? !s->accuser || s->accuser == s->word_by || !s->word_by : s->accuser != 0)
        return false; /* W4.1, W4.7 */
    return !((s->skipped | s->winners) & ~all) && (!s->card || s->word_by) && s->starts <= STARTS_MAX;
}

static bool phase_sound(const struct state *s)
{
    if ((s->phase == phase_over) != (s->ending != 0) ||
        (s->ending && s->ending != ending_abandoned) != (s->winners != 0))
        return false;
    switch (s->phase) {
    case 0:
        return !s->words;
    case phase_announcing:
        return !s->justifies_ms;
    case phase_justifying:
        return s->justifies_ms && !s->thinks_ms && s->accusation == accusation_off_topic;
    case phase_voting:
        return !s->justifies_ms && !s->thinks_ms && s->accusation == accusation_off_topic;
    default:
        return !s->thinks_ms && !s->justifies_ms;
    }
}

/* It holds after every single event, also between those that follow from one command. */
bool word_sound(const struct state *s)
{
    return hands_sound(s) && words_sound(s) && turns_sound(s) && phase_sound(s) && ballot_sound(&s->ballot);
}
