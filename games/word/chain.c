/* games/word/chain.c -- the chain: announcing a word, with turns and without, and what time does to it (W2,
 * W6). */
#include "core/text.h"
#include "games/word/play.h"

/* ---- the word ---- */

static refusal_t spelled_refusal(enum spelled how)
{
    switch (how) {
    case SPELLED_WELL:
        return REFUSAL_OK;
    case SPELLED_EMPTY:
        return REFUSAL_no_word;
    case SPELLED_TOO_LONG:
        return REFUSAL_word_too_long;
    case SPELLED_TOO_MANY_PARTS:
        return REFUSAL_too_many_parts;
    case SPELLED_MIXED:
        return REFUSAL_mixed_letters;
    default:
        return REFUSAL_bad_sign;
    }
}

/* Is one of these the plain form of any word that was said?  Mostly none is, and there may be 200 words: so
 * all places are looked at, without a decision in between.  Where there is no word there is 0, which is no
 * hash; instead of a form that there is not, `a` is looked for again. */
static bool was_said(const struct state *s, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t found = 0, second = b ? b : a, third = c ? c : a;
    for (int i = 0; i < WORDS_MAX; i++) {
        uint32_t other = s->plain[i];
        found |= (uint32_t)(other == a) | (other == second) | (other == third);
    }
    return found;
}

/* Has any word been said that it is, or is like?  Words with the same written form have the same plain one;
 * and few words have an ending to be left out. */
static bool is_like_any(const struct state *s, const struct spelling *its)
{
    const uint32_t *alike = its->alike;
    bool shorter = alike[ALIKE_WITHOUT_S] || alike[ALIKE_WITHOUT_OTHER];
    return was_said(s, its->plain, alike[ALIKE_WITH_S], alike[ALIKE_WITH_OTHER]) ||
           (shorter && was_said(s, its->plain, alike[ALIKE_WITHOUT_S], alike[ALIKE_WITHOUT_OTHER]));
}
_Static_assert(ALIKE_MAX == 4, "all forms are compared");

/* W2.4: of several, one that is the same comes before one that is alike. */
static void find_earlier(const struct state *s, struct judged *judged)
{
    for (int i = 0; i < s->words && i < WORDS_MAX; i++) {
        bool same = s->written[i] == judged->spelling.written;
        if (!same && (judged->earlier || !spelled_alike(&judged->spelling, s->plain[i])))
            continue;
        judged->earlier = (uint16_t)(i + 1);
        judged->refusal = same ? REFUSAL_said_already : REFUSAL_alike;
        if (same)
            return;
    }
}

/* `tidy`: as spell() writes it, or NULL. */
static struct judged judge(const struct state *s, const char *text, char tidy[WORD_BYTES + 1])
{
    struct judged judged = {0};
    judged.refusal = spelled_refusal(spell(text, strlen(text), s->language, &judged.spelling, tidy));
    if (!judged.refusal && is_like_any(s, &judged.spelling))
        find_earlier(s, &judged);
    return judged;
}

struct judged word_judge(const struct state *s, const char *text)
{
    return judge(s, text, NULL);
}

/* ---- the last word passes ---- */

struct passing {
    uint16_t number, card;
    seat_t by;
};

static struct passing last_word(const struct state *s)
{
    return (struct passing){s->words, s->card, s->word_by};
}

/* W3.1, W6.3: an own word that nobody accused counts, whoever else held it has missed it (W3.6), and hands
 * are filled up (W5.6). */
static void pass_on(struct turn *t, struct passing last)
{
    if (last.card)
        cards_show(t, last.by, last.card, last.number, fate_placed);
    if (last.card)
        cards_draw(t, last.by);
    cards_exchange(t, last.number);
    end_settle(t);
}

/* ---- starting words ---- */

/* W2.1; and W2.8: it counts as the next word. */
void chain_start(struct turn *t, seat_t by)
{
    const struct state *s = t->state;
    struct passing last = last_word(s);
    struct word_started started = {.number = (uint16_t)(s->words + 1), .by = by};
    uint16_t aside[ASIDE_MAX];
    if (s->starts >= STARTS_MAX) {
        end_game(t, ending_no_answer); /* W5.5 */
        return;
    }
    started.card = cards_pick(t, aside);
    if (!started.card) {
        end_game(t, ending_deck_used_up); /* W5.4 */
        return;
    }
    text_copy(started.text, sizeof started.text, cards_text(t, started.card));
    struct judged judged = word_judge(s, started.text);
    started.written = judged.spelling.written;
    started.plain = judged.spelling.plain;
    emit(t, EV_word_started, 0, &started, sizeof started);
    pass_on(t, last);
}

/* ---- announcing ---- */

refusal_t chain_refusal(const struct state *s, seat_t by, uint16_t after)
{
    if (!being_played(s))
        return s->phase ? REFUSAL_over : REFUSAL_not_now;
    if (s->phase != phase_announcing)
        return REFUSAL_accusation_open;
    if (after != s->words)
        return REFUSAL_overtaken; /* W6.4, and a starting word that came meanwhile */
    if (!s->without_turns && s->announcer != by)
        return REFUSAL_not_your_turn;
    return s->without_turns && s->word_by == by ? REFUSAL_own_token : REFUSAL_OK;
}

static bool time_is_up(const struct turn *t)
{
    return t->state->thinks_ms && play_ms(t) >= t->state->thinks_ms;
}

/* That it is too soon is said last: then nothing else is wrong with the word. */
static refusal_t announce_refusal(const struct turn *t, const struct judged *judged)
{
    const struct announce *asked = BODY(t->in, announce);
    refusal_t refusal = chain_refusal(t->state, t->in->by, asked->after);
    if (refusal)
        return refusal;
    if (time_is_up(t))
        return REFUSAL_too_late; /* P4.2 */
    if (judged->refusal && !(judged->refusal == REFUSAL_alike && asked->insists))
        return judged->refusal;
    return t->state->stood ? REFUSAL_OK : REFUSAL_too_soon;
}

refusal_t chain_announce(struct turn *t)
{
    const struct state *s = t->state;
    struct word_announced announced = {.number = (uint16_t)(s->words + 1), .by = t->in->by};
    struct judged judged = judge(s, BODY(t->in, announce)->text, announced.text);
    refusal_t refusal = announce_refusal(t, &judged);
    if (refusal)
        return refusal;
    if (!t->truth)
        return REFUSAL_ask_host; /* perhaps the last word was a secret one */
    struct passing last = last_word(s);
    announced.written = judged.spelling.written;
    announced.plain = judged.spelling.plain;
    announced.card = cards_held(cards_deck(t), s, announced.by, announced.plain);
    announced.insisted = judged.refusal == REFUSAL_alike;
    emit(t, EV_word_announced, SEAT(t->in->by), &announced, sizeof announced);
    pass_on(t, last);
    return REFUSAL_OK;
}

/* ---- being skipped ---- */

/* Who spoke last, so that nobody speaks twice in a row: 0: the server. */
static seat_t last_announcer(const struct state *s)
{
    return s->words == 1 ? s->first : s->word_by;
}

/* Has everybody been skipped who could answer, once this seat is as well (W2.8)? */
static bool nobody_answers(const struct state *s, seat_t seat)
{
    seats_t all = presence_all(&s->presence) & ~(SEAT(last_announcer(s)) & ~SEAT(0));
    return !(all & ~(s->skipped | SEAT(seat)));
}

static void skip(struct turn *t, seat_t seat)
{
    bool new_start = nobody_answers(t->state, seat);
    EMIT(t, 0, announcer_skipped, .seat = seat);
    if (new_start)
        chain_start(t, 0);
}

/* A seat that a bot plays for somebody says no word. */
refusal_t chain_pass(struct turn *t)
{
    const struct state *s = t->state;
    seat_t by = t->in->by;
    refusal_t refusal = chain_refusal(s, by, s->words);
    if (refusal)
        return refusal;
    if (s->without_turns || !(s->presence.bots & SEAT(by)))
        return REFUSAL_only_bots_pass;
    if (time_is_up(t))
        return REFUSAL_too_late;
    if (!s->stood)
        return REFUSAL_too_soon;
    if (!t->truth && nobody_answers(s, by))
        return REFUSAL_ask_host;
    skip(t, by);
    return REFUSAL_OK;
}

/* ---- time ---- */

int64_t chain_due_ms(const struct state *s)
{
    int64_t due_ms = INT64_MAX;
    if (!being_played(s))
        return INT64_MAX;
    if (s->phase == phase_announcing && s->thinks_ms)
        due_ms = s->thinks_ms;
    if (s->phase == phase_justifying)
        due_ms = s->justifies_ms;
    if (s->phase == phase_voting)
        due_ms = ballot_ends_ms(&s->ballot);
    return !s->stood && s->stands_ms < due_ms ? s->stands_ms : due_ms;
}

void chain_tick(struct turn *t)
{
    const struct state *s = t->state;
    if (!s->stood && play_ms(t) >= s->stands_ms)
        EMIT(t, 0, word_stood, .number = s->words);
    if (s->phase != phase_announcing || !time_is_up(t))
        return;
    if (s->without_turns)
        chain_start(t, 0); /* W6.6 */
    else
        skip(t, s->announcer); /* W2.6 */
}
