/* tests/unit/test_word_setup.c -- Traître Mot, rule by rule: components and setup (W1), and what is secret
 * (W7). */
#include "tests/help/word_bench.h"

enum { LEAST = 3, MOST = 8 };

/* ---- W1 ---- */

static void a_card_has_two_words(void **state)
{
    (void)state;
    bench_start(3, 1);
    uint16_t card = card_of(1, 0);
    assert_string_not_equal(deck_text(deck_in_play(), card - 1, 0), deck_text(deck_in_play(), card - 1, 1));
    assert_int_equal(deck_in_play()->count, 238);
    assert_int_equal(accusation_end - 1, 2);
}

static void three_lightning_cards(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        bench_start(players, (uint64_t)players);
        for (seat_t seat = 1; seat <= players; seat++)
            assert_int_equal(TRUTH->pile[seat], 3);
        /* 3 and 5 cards a player, and the starting word */
        assert_int_equal(left_in_pile(), 238 - 8 * players - 1);
        assert_int_equal(BODY(happened(EV_piles_dealt), piles_dealt)->cards[3 * players - 1] != 0, 1);
    }
}

static void five_words_of_the_colour(void **state)
{
    (void)state;
    for (uint8_t colour = colour_black; colour <= colour_pink; colour++) {
        bench_table(4, 7);
        OK(ASKED(SEAT_SERVER, set_up, .colour = colour));
        assert_int_equal(count_happened(EV_card_drawn), 4 * HAND_CARDS);
        for (int i = 0; i < 4 * HAND_CARDS; i++) {
            const struct card_drawn *drawn = BODY(happened_nth(EV_card_drawn, i), card_drawn);
            assert_string_equal(drawn->text,
                                deck_text(house_deck(language_en), drawn->card - 1, colour == colour_pink));
            assert_true(
                deck_means(house_deck(language_en), drawn->card - 1, colour == colour_pink, drawn->forms[0]));
            assert_int_equal(drawn->number, house_deck(language_en)->number[drawn->card - 1]);
        }
        for (seat_t seat = 1; seat <= 4; seat++)
            assert_int_equal(cards_in_hand(TRUTH, seat), HAND_CARDS);
    }
}

static void nobody_draws_the_same_twice(void **state)
{
    (void)state;
    int seen[DECK_CARDS] = {0};
    for (uint64_t seed = 1; seed < 300; seed++) {
        bench_start(3, seed);
        for (seat_t seat = 1; seat <= 3; seat++)
            for (int i = 0; i < HAND_CARDS; i++)
                seen[card_of(seat, i) - 1]++;
    }
    for (int i = 0; i < DECK_CARDS; i++)
        assert_in_range(seen[i], 3, 45); /* 299 * 15 / 238: 19 on average */
}

static void who_begins(void **state)
{
    (void)state;
    int began[5] = {0};
    for (uint64_t seed = 1; seed < 200; seed++) {
        bench_table(4, seed);
        OK(ASKED(SEAT_SERVER, set_up, 0));
        began[TRUTH->first]++;
        assert_int_equal(BODY(happened(EV_word_started), word_started)->by, TRUTH->first);
    }
    for (int seat = 1; seat <= 4; seat++)
        assert_in_range(began[seat], 25, 75);
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .first = 3));
    assert_int_equal(TRUTH->first, 3);
    bench_table(4, 1);
    NO(bad_first, ASKED(SEAT_SERVER, set_up, .first = 5));
}

static void three_to_eight(void **state)
{
    (void)state;
    bench_table(2, 1);
    NO(seats_unfit, ASKED(SEAT_SERVER, set_up, 0));
    for (int players = LEAST; players <= MOST; players++) {
        bench_table(players, 1);
        OK(ASKED(SEAT_SERVER, set_up, 0));
        NO(set_up_already, ASKED(SEAT_SERVER, set_up, 0));
    }
    struct seat_player ninth = {.name = "Ida"};
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &ninth, sizeof ninth);
    NO(game_begun, bench_ask(&bench_input));
    bench_table(8, 1);
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &ninth, sizeof ninth);
    NO(table_full, bench_ask(&bench_input));
}

static void own_lists(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        int enough = 60 + 10 * (players - 3);
        if (players > LEAST) {
            bench_table(players, 1);
            bench_bring(list_of(enough - 1));
            NO(deck_too_small, ASKED(SEAT_SERVER, set_up, 0));
        }
        bench_table(players, 1);
        bench_bring(list_of(enough));
        OK(ASKED(SEAT_SERVER, set_up, .colour = colour_pink));
        assert_true(TRUTH->brought);
        assert_memory_equal(word_of(1, 0), "qo", 2);
        assert_int_equal(left_in_pile(), enough - 8 * players - 1);
    }
}

static void options_have_limits(void **state)
{
    (void)state;
    bench_table(3, 1);
    static const int8_t bad_thinking[] = {-2, 1, 9, 121};
    for (size_t i = 0; i < sizeof bad_thinking; i++)
        NO(bad_thinking, ASKED(SEAT_SERVER, set_up, .thinking_s = bad_thinking[i]));
    NO(bad_standing, ASKED(SEAT_SERVER, set_up, .standing_s = 11));
    NO(bad_standing, ASKED(SEAT_SERVER, set_up, .standing_s = -2));
    NO(no_such, ASKED(SEAT_SERVER, set_up, .language = language_end));
    NO(no_such, ASKED(SEAT_SERVER, set_up, .colour = colour_end));
    OK(ASKED(SEAT_SERVER, set_up, .thinking_s = 120, .standing_s = 10));
}

static void the_play_language(void **state)
{
    (void)state;
    for (uint8_t language = language_en; language <= language_nl; language++) {
        bench_table(3, 1);
        OK(ASKED(SEAT_SERVER, set_up, .language = language));
        assert_int_equal(VIEW(0)->language, language);
        const struct card_drawn *drawn = BODY(happened(EV_card_drawn), card_drawn);
        assert_string_equal(drawn->text, deck_text(house_deck(language), drawn->card - 1, 0));
        assert_string_equal(drawn->gloss_en, deck_gloss(house_deck(language), drawn->card - 1, 0, SPELL_EN));
        assert_string_equal(drawn->gloss_fr, deck_gloss(house_deck(language), drawn->card - 1, 0, SPELL_FR));
        assert_string_equal(drawn->gloss_nl, deck_gloss(house_deck(language), drawn->card - 1, 0, SPELL_NL));
    }
    char list[DECK_CARDS_MAX * 16 + 16];
    bench_table(3, 1);
    snprintf(list, sizeof list, "language: fr\n%s", list_of(60));
    bench_bring(list);
    OK(ASKED(SEAT_SERVER, set_up, .language = language_nl)); /* an own list says its own */
    assert_int_equal(TRUTH->language, language_fr);
}

/* ---- W7 ---- */

static void talk_is_free(void **state)
{
    (void)state;
    bench_start(3, 1);
    OK(say(2, "bonjour"));
    assert_int_equal(TRUTH->words, 1); /* it is no announcement */
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    OK(say(3, "wait"));
}

static bool knows_nothing_of(const struct state *view, seat_t seat)
{
    if (view->pile[seat] || cards_in_hand(view, seat))
        return false;
    for (int i = 0; i < DECK_CARDS_MAX; i++)
        if (place_of(view, i + 1) == seat)
            return false;
    return true;
}

static void what_is_secret(void **state)
{
    (void)state;
    bench_start(5, 3);
    go_on();
    for (seat_t viewer = 0; viewer <= 5; viewer++)
        for (seat_t seat = 1; seat <= 5; seat++)
            assert_int_equal(knows_nothing_of(VIEW(viewer), seat), viewer != seat);
    for (int i = 0; i < DECK_CARDS_MAX; i++) /* nor the words of lightning cards, nor what is left */
        assert_int_equal(place_of(VIEW(0), i + 1), 0);
    assert_int_equal(cards_in_hand(VIEW(2), 2), HAND_CARDS);
    assert_int_equal(VIEW(2)->pile[2], 3);
}

/* The same is refused alike, whatever others hold: here a word of one's own, of somebody else, of nobody. */
static void refusals_tell_nothing(void **state)
{
    (void)state;
    bench_start(3, 1);
    NO(too_soon, send_word(2, word_of(2, 0), 1, false));
    NO(too_soon, send_word(2, word_of(3, 0), 1, false));
    NO(too_soon, send_word(2, fresh(), 1, false));
    NO(not_your_turn, send_word(3, word_of(3, 0), 1, false));
    OK(announce(2, word_of(2, 0)));
    NO(not_in_hand, claim(3, card_of(1, 0)));
    NO(not_in_hand, claim(3, card_of(2, 0)));
    NO(not_in_hand, claim(3, 0));
    NO(not_in_hand, claim(3, 999));
}

static void no_bots_yet(void **state)
{
    (void)state;
    bench_table(3, 1);
    struct seat_player bot = {.name = "Bot", .bot = 1};
    ask(&bench_input, 1, CMD_seat_player, &bot, sizeof bot);
    NO(no_bots, bench_ask(&bench_input));
}

static void seats_hold_secrets(void **state)
{
    (void)state;
    bench_table(3, 1);
    assert_int_equal(word.secrets(TRUTH), 0);
    OK(ASKED(SEAT_SERVER, set_up, 0));
    assert_int_equal(word.secrets(TRUTH), SEAT(1) | SEAT(2) | SEAT(3));
}

static void ended_by_all(void **state)
{
    (void)state;
    bench_start(3, 1);
    for (seat_t seat = 1; seat <= 3; seat++)
        OK(ASKED(seat, ask_end, 0));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(count_happened(EV_hand_shown), 3);
    assert_int_equal(VIEW(0)->pile[2], 3);
    NO(over, send_word(2, fresh(), 1, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("W1.1 238 cards with two words each; two tokens to accuse with", a_card_has_two_words),
        RULE("W1.2 each player gets three lightning cards of the deck", three_lightning_cards),
        RULE("W1.3 each player draws five cards, and the words of one colour count",
             five_words_of_the_colour),
        RULE("W1.2 the deck is shuffled fairly", nobody_draws_the_same_twice),
        RULE("W1.4 the first player is drawn, or picked", who_begins),
        RULE("W1.4 3 to 8 play", three_to_eight),
        RULE("W1.5 an own list has 60 cards for 3 players, and 10 for each further one", own_lists),
        RULE("W2.6, W2.7 times have limits", options_have_limits),
        RULE("W1.6 the play language is that of the deck; owners are told what a word means",
             the_play_language),
        RULE("W7.1 talk is open throughout, and announces nothing", talk_is_free),
        RULE("W7.2, W5.3 hands, piles, the draw pile and the words of lightning cards are secret",
             what_is_secret),
        RULE("W7.3 a refusal tells nothing but what is public, or in the own hand", refusals_tell_nothing),
        RULE("P7.1 a host cannot seat bots, which know no language", no_bots_yet),
        RULE("P5.4 from the deal on all seats hold secrets", seats_hold_secrets),
        RULE("P1.9 a game that all want to end shows hands and piles", ended_by_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
