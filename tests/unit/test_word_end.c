/* tests/unit/test_word_end.c -- Traître Mot, rule by rule: the end (W5). */
#include "tests/help/word_bench.h"

static void assert_over(uint8_t ending, seats_t winners)
{
    assert_int_equal(TRUTH->ending, ending);
    assert_int_equal(TRUTH->winners, winners);
    for (seat_t viewer = 0; viewer <= TRUTH->presence.seats; viewer++)
        assert_int_equal(VIEW(viewer)->winners, winners);
    assert_int_equal(word.deadline(TRUTH), INT64_MAX);
}

static void seven(void **state)
{
    (void)state;
    bench_start(3, 1);
    set_pile(2, 6);
    OK(announce(2, word_of(2, 0)));
    assert_int_equal(TRUTH->ending, 0);
    OK(announce(3, fresh()));
    assert_over(ending_seven_cards, SEAT(2));
    NO(over, send_word(1, fresh(), TRUTH->words, false));
    NO(over, accuse(1, accusation_off_topic));
    NO(over, claim(1, card_of(1, 0)));
    NO(over, vote(1, vote_yes));
    NO(over, justify(1, "But"));
}

/* The next word brings one 7 by W3.1; a claim of a word brings 8. */
static void seven_and_nought(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, word_of(2, 0)));
    set_pile(2, 6);
    set_pile(3, 1);
    OK(accuse(3, accusation_off_topic)); /* and loses the last card: 7 and 0, and the card makes it 8 */
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_no));
    OK(vote(4, vote_no));
    assert_over(ending_seven_cards, SEAT(2));
    assert_int_equal(TRUTH->pile[2], 8);
    assert_int_equal(TRUTH->pile[3], 0);
}

/* Two reach 7 in one settlement: only possible if one had 7 before, which a scene can set. */
static void more_than_seven(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, fresh()));
    set_pile(1, 6);
    set_pile(2, 8);
    set_pile(4, 8);
    OK(accuse(1, accusation_secret_word));
    assert_over(ending_seven_cards, SEAT(2)); /* 9 against 8 */
    bench_start(4, 1);
    OK(announce(2, fresh()));
    set_pile(1, 6);
    set_pile(2, 7);
    set_pile(4, 8);
    OK(accuse(1, accusation_secret_word));
    assert_over(ending_seven_cards, SEAT(2) | SEAT(4));
}

static void none_left(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, fresh()));
    set_pile(3, 1);
    set_pile(4, 4);
    OK(accuse(3, accusation_secret_word));
    assert_int_equal(TRUTH->pile[3], 0);
    assert_over(ending_no_card_left, SEAT(2) | SEAT(4)); /* 4 each: they share it */
    struct result results[VIEWS] = {{0}};
    word.winners(TRUTH, results);
    assert_int_equal(results[2].how, HOW_WON);
    assert_int_equal(results[1].how, HOW_LOST);
}

static void piles_are_closed(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, word_of(2, 0)));
    OK(accuse(3, accusation_secret_word));
    for (seat_t viewer = 0; viewer <= 4; viewer++)
        for (seat_t seat = 1; seat <= 4; seat++)
            assert_int_equal(VIEW(viewer)->pile[seat], viewer == seat ? TRUTH->pile[seat] : 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(seats_count(happened_nth(EV_pile_counted, i)->to), 1);
    for (seat_t seat = 1; seat <= 4; seat++)
        OK(ASKED(seat, ask_end, 0));
    for (seat_t seat = 1; seat <= 4; seat++)
        assert_int_equal(VIEW(0)->pile[seat], TRUTH->pile[seat]);
}

static void an_empty_pile(void **state)
{
    (void)state;
    bench_start(3, 1);
    leave_in_pile(1);
    OK(announce(2, word_of(2, 0)));
    go_on();
    assert_int_equal(left_in_pile(), 0);
    assert_int_equal(cards_in_hand(TRUTH, 2), HAND_CARDS);
    OK(announce(1, word_of(1, 0)));
    go_on();
    assert_int_equal(count_happened(EV_card_drawn), 0); /* hands are no longer refilled */
    assert_int_equal(cards_in_hand(TRUTH, 1), HAND_CARDS - 1);
    OK(announce(3, word_of(1, 1))); /* nor is what passed */
    go_on();
    assert_int_equal(BODY(happened(EV_card_drawn), card_drawn)->card, 0);
    assert_int_equal(cards_in_hand(TRUTH, 1), HAND_CARDS - 2);
    wait_ms(48000 + 45000); /* a new starting word would be needed */
    assert_over(ending_deck_used_up, SEAT(1) | SEAT(2));
}

static void empty_hands(void **state)
{
    (void)state;
    bench_start(3, 1);
    leave_in_pile(0);
    for (seat_t seat = 1; seat <= 3; seat++)
        for (int i = 0; i < HAND_CARDS; i++)
            if (seat != 3 || i)
                HAPPEN_TO(SEAT(seat), card_drawn, .seat = seat, .replaces = card_of(seat, i));
    OK(announce(2, word_of(3, 0)));
    assert_int_equal(TRUTH->ending, 0);
    OK(claim(3, card_of(3, 0)));
    assert_over(ending_deck_used_up, SEAT(3));
}

static void two_hundred_words(void **state)
{
    (void)state;
    bench_table(3, 1);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1, .standing_s = -1));
    while (TRUTH->words < WORDS_MAX - 2)
        go_on();
    seat_t last = TRUTH->announcer;
    OK(announce(last, word_of(last, 0)));
    assert_int_equal(TRUTH->ending, 0);
    go_on();
    assert_int_equal(TRUTH->words, 200);
    assert_over(ending_all_words_said, SEAT(last)); /* the word before still counts */
}

static void three_starting_words(void **state)
{
    (void)state;
    bench_start(3, 1);
    wait_ms(48000 + 45000); /* the second */
    assert_int_equal(TRUTH->starts, 2);
    wait_ms(48000 + 2 * 45000); /* the third */
    assert_int_equal(TRUTH->words, 3);
    wait_ms(48000 + 2 * 45000);
    assert_over(ending_no_answer, SEAT(1) | SEAT(2) | SEAT(3));

    bench_start(3, 1); /* an answer, and they are counted anew */
    wait_ms(48000 + 45000);
    go_on();
    assert_int_equal(TRUTH->starts, 0);
}

static void order_of_a_settlement(void **state)
{
    (void)state;
    bench_start(4, 1);
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    set_pile(2, 6);
    OK(accuse(3, accusation_off_topic));
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_no));
    OK(vote(4, vote_no));
    static const uint16_t order[] = {EV_accusation_settled, EV_pile_counted, EV_card_shown,   EV_card_drawn,
                                     EV_piles_shown,        EV_hand_shown,   EV_misses_shown, EV_game_ended};
    for (size_t i = 1; i < sizeof order / sizeof *order; i++)
        assert_true(happened(order[i])->seq > happened(order[i - 1])->seq);
    assert_int_equal(BODY(happened_nth(EV_hand_shown, 1), hand_shown)->card[4] != 0, 1); /* filled up */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("W5.1 seven lightning cards win at once", seven),
        RULE("W5.1, W5.2 seven comes before none, and the settlement is counted as a whole",
             seven_and_nought),
        RULE("W5.1 if several have seven the most win, equals share", more_than_seven),
        RULE("W5.2 when somebody has none the most win, equals share", none_left),
        RULE("W5.3 piles are closed until the end", piles_are_closed),
        RULE("W5.4 an empty draw pile refills nothing, and has no starting word", an_empty_pile),
        RULE("W5.4 when all hands are empty the game is over", empty_hands),
        RULE("W5.5 a game has 200 words at most", two_hundred_words),
        RULE("W5.5 three starting words in a row without an answer end it", three_starting_words),
        RULE("W5.6 lightning cards, cards shown, hands refilled, then the end", order_of_a_settlement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
