/* tests/help/word_bench.h -- a table of Traître Mot for tests of single rules: the truth, every view beside
 * it, and words to say.
 *
 * What is dealt is left to the dice: a test asks which words a seat holds. */
#ifndef TESTS_HELP_WORD_BENCH_H
#define TESTS_HELP_WORD_BENCH_H

#include "games/word/word.h"
#define BENCH_GAME word
#include "tests/help/bench.h"

/* ---- a table ---- */

/* With the house's English deck, in black. */
static inline void bench_start(int players, uint64_t seed)
{
    bench_table(players, seed);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1));
}

static inline void bench_start_without_turns(int players, uint64_t seed)
{
    bench_table(players, seed);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1, .without_turns = 1));
}

/* A table that brings its own list of words. */
static inline void bench_bring(const char *list)
{
    static struct deck deck;
    struct complaint why = {0};
    if (!deck_read(list, strlen(list), &deck, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    bench.watch.table.material = &deck;
}

/* So many cards, with the words aa, ab, ac ... and qaa, qab, qac ... */
static inline const char *list_of(int cards)
{
    static char text[DECK_CARDS_MAX * 16];
    size_t size = 0;
    for (int i = 0; i < cards; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "o%c%c|qo%c%c\n", 'a' + i / 20,
                                 'a' + i % 20, 'a' + i / 20, 'a' + i % 20);
    return text;
}

static inline const struct deck *deck_in_play(void)
{
    return bench.watch.table.material ? bench.watch.table.material : house_deck(TRUTH->language);
}

/* ---- time ---- */

static inline void wait_ms(int64_t ms)
{
    int64_t until_ms = bench.now_ms + ms, due_ms;
    while ((due_ms = word.deadline(TRUTH)) <= until_ms)
        OK(tick_at(due_ms));
    bench.now_ms = until_ms;
}

/* Until the last word has stood. */
static inline void let_stand(void)
{
    if (!TRUTH->stood)
        OK(tick_at(word.deadline(TRUTH)));
    assert_true(TRUTH->stood);
}

/* ---- words ---- */

static inline uint16_t card_of(seat_t seat, int nth)
{
    uint16_t card = TRUTH->hand[seat].card[nth];
    assert_int_not_equal(card, 0);
    return card;
}

static inline const char *text_of(uint16_t card)
{
    return deck_text(deck_in_play(), card - 1, TRUTH->colour == colour_pink);
}

static inline const char *word_of(seat_t seat, int nth)
{
    return text_of(card_of(seat, nth));
}

/* A word that nobody holds and nobody has said. */
static inline const char *fresh(void)
{
    static char text[16];
    static int made;
    made++;
    snprintf(text, sizeof text, "zw%c%c%c", 'a' + made / 400 % 20, 'a' + made / 20 % 20, 'a' + made % 20);
    return text;
}

static inline refusal_t send_word(seat_t by, const char *text, uint16_t after, bool insists)
{
    struct announce said = {.after = after, .insists = insists};
    assert_true(strlen(text) < sizeof said.text);
    memcpy(said.text, text, strlen(text));
    ask(&bench_input, by, CMD_announce, &said, sizeof said);
    return bench_ask(&bench_input);
}

/* When it is time for it. */
static inline refusal_t announce(seat_t by, const char *text)
{
    let_stand();
    return send_word(by, text, TRUTH->words, false);
}

static inline refusal_t insist(seat_t by, const char *text)
{
    let_stand();
    return send_word(by, text, TRUTH->words, true);
}

/* Whoever's turn it is says something. */
static inline void go_on(void)
{
    OK(announce(TRUTH->announcer, fresh()));
}

static inline refusal_t accuse(seat_t by, uint8_t accusation)
{
    return ASKED(by, accuse, .word = TRUTH->words, .accusation = accusation);
}

static inline refusal_t claim(seat_t by, uint16_t card)
{
    return ASKED(by, claim, .word = TRUTH->words, .card = card);
}

static inline refusal_t vote(seat_t by, uint8_t how)
{
    return ASKED(by, cast_vote, .vote = how);
}

static inline refusal_t justify(seat_t by, const char *text)
{
    struct justify asked = {{0}};
    memcpy(asked.text, text, strlen(text));
    ask(&bench_input, by, CMD_justify, &asked, sizeof asked);
    return bench_ask(&bench_input);
}

/* ---- setting a scene ---- */

static inline void happen_to(seats_t to, uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = bench.now_ms, .seq = bench.watch.table.count + 1, .to = to, .kind = kind};
    e.size = (uint16_t)size;
    memcpy(e.body, body, size);
    CHECK(table_restore(&bench.watch.table, &e));
    watch_show(&bench.watch);
}

#define HAPPEN_TO(to, name, ...) happen_to((to), EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

static inline void set_pile(seat_t seat, uint8_t cards)
{
    HAPPEN_TO(SEAT(seat), pile_counted, .seat = seat, .cards = cards);
}

static inline int left_in_pile(void)
{
    int left = 0;
    for (int i = 0; i < deck_in_play()->count; i++)
        left += place_of(TRUTH, i + 1) == PLACE_DRAW_PILE;
    return left;
}

/* Takes cards out of the draw pile until only so many are left. */
static inline void leave_in_pile(int cards)
{
    while (left_in_pile() > cards) {
        struct piles_dealt gone = {{0}};
        int take = left_in_pile() - cards, taken = 0;
        for (uint16_t i = 1; i <= deck_in_play()->count && taken < take && taken < 24; i++)
            if (place_of(TRUTH, i) == PLACE_DRAW_PILE)
                gone.cards[taken++] = i;
        happen_to(0, EV_piles_dealt, &gone, sizeof gone);
    }
}

/* ---- what happened ---- */

static inline int count_happened(uint16_t kind)
{
    int count = 0;
    while (happened_nth(kind, count))
        count++;
    return count;
}

static inline int cards_in_hand(const struct state *s, seat_t seat)
{
    int count = 0;
    for (int i = 0; i < HAND_CARDS; i++)
        count += s->hand[seat].card[i] != 0;
    return count;
}

static inline bool holds_card(seat_t seat, uint16_t card)
{
    for (int i = 0; i < HAND_CARDS; i++)
        if (TRUTH->hand[seat].card[i] == card)
            return true;
    return false;
}

/* What was shown of a secret word since the last question. */
static inline void assert_shown(seat_t seat, uint16_t card, uint8_t fate)
{
    const struct event *e = happened(EV_card_shown);
    assert_non_null(e);
    assert_int_equal(BODY(e, card_shown)->seat, seat);
    assert_int_equal(BODY(e, card_shown)->card, card);
    assert_int_equal(BODY(e, card_shown)->fate, fate);
    assert_string_equal(BODY(e, card_shown)->text, text_of(card));
}

#endif
