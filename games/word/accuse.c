/* games/word/accuse.c -- accusing the announcer of the last word, and claiming the word (W3.2, W4). */
#include "core/text.h"
#include "games/word/play.h"

enum { VOTE_MS = 10000 };

/* ---- the verdict ---- */

/* W5.6: lightning cards move, cards are shown or laid, hands are filled up, and then it may be the end. */
static void settle(struct turn *t, bool right, uint8_t fate)
{
    const struct state *s = t->state;
    seat_t accused = s->word_by, accuser = s->accuser, from = right ? accused : accuser;
    seat_t taker = right ? accuser : accused;
    uint16_t card = s->card;
    EMIT(t, 0, accusation_settled, .word = s->words, .accusation = s->accusation, .right = right,
         .from = from, .taker = taker);
    if (s->pile[from]) { /* W4.8 */
        cards_count_pile(t, from, s->pile[from] - 1);
        cards_count_pile(t, taker, s->pile[taker] + 1);
    }
    if (card) {
        cards_show(t, accused, card, s->words, fate);
        cards_draw(t, accused);
    }
    end_settle(t);
}

/* ---- off topic ---- */

/* Three play or more, so there is somebody to vote; a state from a damaged record gets no further vote. */
static void open_vote(struct turn *t)
{
    const struct state *s = t->state;
    struct ballot_opened opened = {.ends_ms = play_ms(t) + VOTE_MS,
                                   .accusers = SEAT(s->accuser),
                                   .accused = SEAT(s->word_by),
                                   .voters = presence_all(&s->presence),
                                   .secret = 1};
    if (ballot_open(t, &s->ballot, &opened))
        settle(t, false, fate_defended);
}

/* W4.4, W4.5: a yes is a thumb down. */
static void settle_vote(struct turn *t)
{
    bool right = t->state->ballot.decision == decision_passed;
    settle(t, right, right ? fate_off_topic : fate_defended);
}

/* W4.12 */
void accuse_presence(struct turn *t)
{
    const struct state *s = t->state;
    if (s->phase == phase_justifying && !s->clock.stopped && is_absent(s, s->word_by))
        open_vote(t);
}

static refusal_t justify_refusal(const struct turn *t)
{
    const struct state *s = t->state;
    if (s->phase != phase_justifying)
        return s->phase == phase_over ? REFUSAL_over : REFUSAL_not_justifying;
    if (t->in->by != s->word_by)
        return REFUSAL_not_accused;
    return play_ms(t) >= s->justifies_ms ? REFUSAL_too_late : REFUSAL_OK;
}

refusal_t accuse_justify(struct turn *t)
{
    const char *text = BODY(t->in, justify)->text;
    refusal_t refusal = justify_refusal(t);
    if (refusal)
        return refusal;
    if (text_blank(text))
        return REFUSAL_no_words;
    if (text_characters(text) > SAY_CHARS_MAX)
        return REFUSAL_too_long;
    struct word_justified justified = {.by = t->in->by};
    text_copy(justified.text, sizeof justified.text, text);
    emit_words(t, EV_word_justified, 0, &justified);
    open_vote(t);
    return REFUSAL_OK;
}

refusal_t accuse_finish(struct turn *t)
{
    refusal_t refusal = justify_refusal(t);
    if (!refusal)
        open_vote(t);
    return refusal;
}

/* What follows from the last vote only the truth can tell. */
static bool settles(const struct state *s, seat_t by)
{
    return ballot_is_open(&s->ballot) && (s->ballot.voted | SEAT(by)) == s->ballot.voters;
}

static refusal_t vote_refusal(const struct turn *t)
{
    const struct ballot *b = &t->state->ballot;
    if (t->in->seen < b->opened)
        return REFUSAL_old_ballot;
    refusal_t refusal = ballot_refusal(b, t->in->by, BODY(t->in, cast_vote)->vote);
    if (refusal)
        return refusal;
    return play_ms(t) >= b->ends_ms ? REFUSAL_too_late : REFUSAL_ask_host;
}

refusal_t accuse_vote(struct turn *t)
{
    const struct state *s = t->state;
    if (s->phase == phase_over)
        return REFUSAL_over;
    if (!t->truth && settles(s, t->in->by))
        return vote_refusal(t);
    refusal_t refusal = ballot_vote(t, &s->ballot, play_ms(t));
    if (!refusal && !ballot_is_open(&s->ballot))
        settle_vote(t);
    return refusal;
}

void accuse_tick(struct turn *t)
{
    const struct state *s = t->state;
    if (s->phase == phase_justifying && play_ms(t) >= s->justifies_ms)
        open_vote(t);
    else if (s->phase == phase_voting && ballot_tick(t, &s->ballot, play_ms(t)))
        settle_vote(t);
    else
        accuse_presence(t); /* somebody went away in a pause */
}

/* ---- accusing ---- */

/* W4.9: a word that was meant, and not the next one. */
static refusal_t number_refusal(const struct state *s, uint16_t number)
{
    if (!being_played(s))
        return s->phase ? REFUSAL_over : REFUSAL_not_now;
    if (!number || number > s->words)
        return REFUSAL_no_such;
    return number < s->words ? REFUSAL_word_passed : REFUSAL_OK;
}

refusal_t accuse_refusal(const struct state *s, seat_t by, uint16_t number)
{
    refusal_t refusal = number_refusal(s, number);
    if (refusal)
        return refusal;
    if (!s->word_by)
        return REFUSAL_start_accused;
    if (s->word_by == by)
        return REFUSAL_own_accused;
    return s->accusation ? REFUSAL_accused_already : REFUSAL_OK;
}

refusal_t accuse_decide(struct turn *t)
{
    const struct state *s = t->state;
    const struct accuse *asked = BODY(t->in, accuse);
    refusal_t refusal = accuse_refusal(s, t->in->by, asked->word);
    if (refusal)
        return refusal;
    if (asked->accusation != accusation_off_topic && asked->accusation != accusation_secret_word)
        return REFUSAL_no_such;
    bool secret = asked->accusation == accusation_secret_word;
    if (secret && !t->truth)
        return REFUSAL_ask_host;
    EMIT(t, 0, word_accused, .word = s->words, .accusation = asked->accusation, .by = t->in->by,
         .seat = s->word_by);
    if (secret)
        settle(t, s->card != 0, fate_caught); /* W4.2 */
    else
        accuse_presence(t);
    return REFUSAL_OK;
}

/* ---- claiming ---- */

static bool holds(const struct state *s, seat_t seat, uint16_t card)
{
    for (int i = 0; card && i < HAND_CARDS; i++)
        if (s->hand[seat].card[i] == card)
            return true;
    return false;
}

/* Without the deck, nobody but the host can tell whether the card fits. */
refusal_t claim_refusal(const struct state *s, const struct deck *deck, seat_t by, uint16_t number,
                        uint16_t card)
{
    refusal_t refusal = number_refusal(s, number);
    if (refusal)
        return refusal;
    if (!s->word_by)
        return REFUSAL_start_claimed;
    if (s->word_by == by)
        return REFUSAL_own_claimed;
    if (!holds(s, by, card))
        return REFUSAL_not_in_hand;
    if (!deck)
        return REFUSAL_ask_host;
    return cards_mean(deck, s, card, last_plain(s)) ? REFUSAL_OK : REFUSAL_not_that_word;
}

/* W3.4: at once, whatever else is open. */
refusal_t accuse_claim(struct turn *t)
{
    const struct state *s = t->state;
    const struct claim *asked = BODY(t->in, claim);
    refusal_t refusal = claim_refusal(s, cards_deck(t), t->in->by, asked->word, asked->card);
    if (refusal)
        return refusal == REFUSAL_ask_host && t->truth ? REFUSAL_no_deck : refusal;
    if (!t->truth)
        return REFUSAL_ask_host;
    cards_show(t, t->in->by, asked->card, s->words, fate_claimed);
    cards_draw(t, t->in->by);
    end_settle(t);
    return REFUSAL_OK;
}
