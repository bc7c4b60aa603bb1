/* games/word/legal.c -- what a seat may ask for, from what it can see.
 *
 * Of the words that people could find, a few are offered that mean nothing, so that bots without a plan, the
 * laws and the simulator play whole games; and, where the deck is at hand, those of the own cards and some
 * that may be anybody's.  A page offers a field instead. */
#include "core/pen.h"
#include "core/text.h"
#include "games/word/play.h"

enum { INVENTED = 3, ANYBODYS = 4 };

/* Three syllables, others for every number: "bakoru". */
static void invent(uint32_t number, struct announce *out)
{
    static const char consonants[] = "bdfgklmnprtv", vowels[] = "aeiou";
    struct pen p = pen_on(out->text, sizeof out->text);
    uint32_t mixed = number * 2654435761u;
    for (int i = 0; i < 3; i++) {
        pen_char(&p, consonants[mixed % (sizeof consonants - 1)]);
        mixed /= sizeof consonants - 1;
        pen_char(&p, vowels[mixed % (sizeof vowels - 1)]);
        mixed /= sizeof vowels - 1;
    }
    pen_done(&p, out->text);
}

/* It is offered unless it has been said; if it is like another word, its author insists. */
static void offer_word(const struct state *s, struct offers *l, struct announce *said)
{
    struct judged judged = word_judge(s, said->text);
    said->after = s->words;
    said->insists = judged.refusal == REFUSAL_alike;
    if ((!judged.refusal || said->insists) && l->count < l->max)
        ask(&l->out[l->count++], l->seat, CMD_announce, said, sizeof *said);
}

static void offer_card(const struct state *s, struct offers *l, const struct deck *deck, uint32_t card)
{
    struct announce said = {0};
    if (card < 1 || card > deck->count)
        return;
    text_copy(said.text, sizeof said.text, deck_text(deck, (int)card - 1, s->colour == colour_pink));
    offer_word(s, l, &said);
}

static void offer_words(const struct state *s, struct offers *l)
{
    const struct deck *deck = cards_deck_of(s, NULL);
    if (deck && deck->count) {
        for (int i = 0; i < HAND_CARDS; i++)
            offer_card(s, l, deck, s->hand[l->seat].card[i]);
        for (uint32_t i = 0; i < ANYBODYS; i++)
            offer_card(s, l, deck, (s->words * ANYBODYS + i) * 37 % deck->count + 1);
    }
    for (uint32_t i = 0; i < INVENTED; i++) {
        struct announce said = {0};
        invent(s->words * INVENTED + i, &said);
        offer_word(s, l, &said);
    }
    struct announce like = {0};
    invent((s->words - 1u) * INVENTED, &like); /* perhaps the last word, and an s */
    memcpy(like.text + strlen(like.text), "s", 2);
    offer_word(s, l, &like);
}

static void in_play(const struct state *s, struct offers *l)
{
    const struct deck *deck = cards_deck_of(s, NULL);
    if (s->stood && !chain_refusal(s, l->seat, s->words)) {
        offer_words(s, l);
        if (!s->without_turns && (s->presence.bots & SEAT(l->seat)))
            OFFER(l, pass, 0);
    }
    if (!accuse_refusal(s, l->seat, s->words)) {
        OFFER(l, accuse, .word = s->words, .accusation = accusation_off_topic);
        OFFER(l, accuse, .word = s->words, .accusation = accusation_secret_word);
    }
    for (int i = 0; i < HAND_CARDS; i++)
        if (!claim_refusal(s, deck, l->seat, s->words, s->hand[l->seat].card[i]))
            OFFER(l, claim, .word = s->words, .card = s->hand[l->seat].card[i]);
    if (s->phase == phase_justifying && s->word_by == l->seat) {
        OFFER(l, justify, .text = "It comes to mind.");
        OFFER(l, finish, 0);
    }
    for (uint8_t vote = vote_yes; s->phase == phase_voting && vote <= vote_no; vote++)
        if (!ballot_refusal(&s->ballot, l->seat, vote))
            OFFER(l, cast_vote, .vote = vote);
}

static void offer_set_ups(const struct state *s, struct offers *l)
{
    if (s->presence.seats < DECK_PLAYERS_MIN || s->presence.seats > DECK_PLAYERS_MAX)
        return;
    OFFER(l, set_up, 0);
    OFFER(l, set_up, .without_turns = 1);
    OFFER(l, set_up, .language = language_fr, .colour = colour_pink, .first = 1, .pointing = 1);
    OFFER(l, set_up, .language = language_nl, .thinking_s = -1, .standing_s = -1);
    OFFER(l, set_up, .without_turns = 1, .thinking_s = 10, .standing_s = 10);
}

int word_legal(const struct state *s, seat_t seat, struct input *out, int max)
{
    struct offers l = {.out = out, .max = max, .seat = seat};
    if (!presence_sits(&s->presence, seat))
        return 0;
    if (!s->phase && seat == s->presence.host) {
        offer_set_ups(s, &l);
    } else if (s->clock.stopped) {
        if (!s->clock.goes_ms && being_played(s))
            OFFER(&l, resume, 0);
    } else if (being_played(s)) {
        in_play(s, &l);
    }
    return l.count;
}
