/* tests/unit/test_word_chain.c -- Traître Mot, rule by rule: the chain with turns (W2) and without (W6). */
#include "tests/help/word_bench.h"

/* ---- W2 the chain ---- */

static void starting_word(void **state)
{
    (void)state;
    bench_start(3, 1);
    const struct word_started *started = BODY(happened(EV_word_started), word_started);
    assert_string_equal(started->text, text_of(started->card));
    assert_int_equal(started->number, 1);
    assert_int_equal(started->by, 1);
    assert_int_equal(place_of(TRUTH, started->card), PLACE_GONE);
    assert_int_equal(TRUTH->words, 1);
}

static void clockwise(void **state)
{
    (void)state;
    bench_start(3, 1);
    for (int i = 0; i < 7; i++) {
        seat_t turn = (seat_t)((i + 1) % 3 + 1); /* from the left of the first player */
        assert_int_equal(VIEW(0)->announcer, turn);
        NO(not_your_turn, announce(turn % 3 + 1, fresh()));
        OK(announce(turn, fresh()));
        const struct word_announced *said = BODY(happened(EV_word_announced), word_announced);
        assert_int_equal(said->by, turn);
        assert_int_equal(said->number, i + 2);
    }
}

/* A server knows no language. */
static void any_word_will_do(void **state)
{
    (void)state;
    static const char *const words[] = {"to run", "Napoleon", "UNESCO", "blue", "qwrtz", "dancing"};
    bench_start(3, 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        OK(announce(TRUTH->announcer, words[i]));
        assert_string_equal(BODY(happened(EV_word_announced), word_announced)->text, words[i]);
    }
}

static void no_word_twice(void **state)
{
    (void)state;
    bench_table(3, 1);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1, .language = language_fr));
    char start[WORD_BYTES + 1];
    snprintf(start, sizeof start, "%s", BODY(happened(EV_word_started), word_started)->text);
    NO(said_already, announce(2, start));
    NO(said_already, insist(2, start)); /* there is nothing to insist on */
    OK(announce(2, "march\xc3\xa9"));
    NO(said_already, announce(3, "le March\xc3\xa9"));
    NO(alike, announce(3, "marche"));
    assert_int_equal(TRUTH->words, 2);
    OK(insist(3, "marche"));
    assert_true(BODY(happened(EV_word_announced), word_announced)->insisted);
    OK(insist(1, "fil")); /* nothing to insist on: it is like no other */
    assert_false(BODY(happened(EV_word_announced), word_announced)->insisted);
    NO(alike, announce(2, "fils"));
    OK(insist(2, "fils"));
    NO(said_already, insist(3, "marche"));
}

static void the_page_is_told_which(void **state)
{
    (void)state;
    bench_start(3, 1);
    OK(announce(2, "window"));
    go_on();
    struct judged judged = word_judge(VIEW(1), "windows");
    assert_int_equal(judged.refusal, REFUSAL_alike);
    assert_int_equal(judged.earlier, 2);
    judged = word_judge(VIEW(1), "Window");
    assert_int_equal(judged.refusal, REFUSAL_said_already);
    assert_int_equal(judged.earlier, 2);
    judged = word_judge(VIEW(1), "door");
    assert_int_equal(judged.refusal, REFUSAL_OK);
    assert_int_equal(judged.earlier, 0);
    assert_int_not_equal(judged.spelling.plain, 0);
}

static void a_word_has_a_form(void **state)
{
    (void)state;
    char forty[42];
    memset(forty, 'a', sizeof forty);
    forty[41] = 0;
    bench_start(3, 1);
    NO(no_word, announce(2, ""));
    NO(no_word, announce(2, " - "));
    NO(word_too_long, announce(2, forty));
    NO(too_many_parts, announce(2, "one two three four five"));
    NO(bad_sign, announce(2, "what?"));
    NO(mixed_letters, announce(2, "w\xd0\xb0rd"));
    forty[40] = 0;
    OK(announce(2, forty));
    OK(announce(3, "  Saint   Mary's   tail "));
    assert_string_equal(BODY(happened(EV_word_announced), word_announced)->text, "Saint Mary's tail");
}

static void what_was_sent_stands(void **state)
{
    (void)state;
    bench_table(3, 1);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1, .language = language_fr));
    static const char *const words[] = {"danse", "danser", "dance",
                                        ("d\xc3\xa9"
                                         "nse"),
                                        "danseur"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        OK(announce(TRUTH->announcer, words[i]));
}

/* ---- time ---- */

static void thinking_time(void **state)
{
    (void)state;
    bench_start(3, 1);
    int64_t began_ms = bench.now_ms;
    assert_int_equal(TRUTH->thinks_ms, began_ms + 3000 + 45000);
    wait_ms(3000 + 45000 - 1);
    assert_int_equal(TRUTH->announcer, 2);
    bench.now_ms++;
    NO(too_late, send_word(2, fresh(), 1, false)); /* P4.2 */
    OK(tick_at(bench.now_ms));
    assert_int_equal(BODY(happened(EV_announcer_skipped), announcer_skipped)->seat, 2);
    assert_int_equal(TRUTH->announcer, 3);
    assert_int_equal(TRUTH->pile[2], 3); /* loses nothing */
    NO(not_your_turn, send_word(2, fresh(), 1, false));
    assert_int_equal(TRUTH->thinks_ms, bench.now_ms + 45000);
    OK(send_word(3, fresh(), 1, false));
}

static void no_thinking_time(void **state)
{
    (void)state;
    bench_table(3, 1);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1, .thinking_s = -1));
    let_stand();
    assert_int_equal(word.deadline(TRUTH), INT64_MAX);
    OK(announce(2, word_of(2, 0)));
    OK(accuse(3, accusation_secret_word));
    let_stand();
    assert_int_equal(word.deadline(TRUTH), INT64_MAX);
}

static void a_word_stands(void **state)
{
    (void)state;
    static const int8_t options_s[] = {0, -1, 1, 10};
    static const int stands_s[] = {3, 0, 1, 10};
    for (int i = 0; i < 4; i++) {
        bench_table(3, 1);
        OK(ASKED(SEAT_SERVER, set_up, .first = 1, .standing_s = options_s[i]));
        const char *text = fresh();
        if (stands_s[i]) {
            wait_ms(stands_s[i] * 1000 - 1);
            NO(too_soon, send_word(2, text, 1, false));
            OK(tick_at(bench.now_ms + 1));
            assert_non_null(happened(EV_word_stood));
        }
        OK(send_word(2, text, 1, false));
        assert_int_equal(TRUTH->stood, !stands_s[i]);
    }
}

/* What is wrong with the word is said before that it is too soon. */
static void too_soon_is_said_last(void **state)
{
    (void)state;
    bench_start(3, 1);
    NO(bad_sign, send_word(2, "what?", 1, false));
    NO(overtaken, send_word(2, fresh(), 0, false));
    NO(too_soon, send_word(2, fresh(), 1, false));
}

static void nobody_speaks_twice(void **state)
{
    (void)state;
    bench_start(3, 1);
    OK(announce(2, word_of(2, 0)));
    uint16_t card = TRUTH->card;
    wait_ms(3000 + 45000); /* 3 is skipped */
    assert_int_equal(TRUTH->words, 2);
    wait_ms(45000); /* and 1: 2 would be next */
    assert_int_equal(TRUTH->words, 3);
    const struct word_started *started = BODY(happened(EV_word_started), word_started);
    assert_int_equal(started->by, 0);
    assert_shown(2, card, fate_placed); /* it counts as the next word */
    assert_int_equal(TRUTH->announcer, 2);
    assert_int_equal(TRUTH->word_by, 0);
    assert_false(TRUTH->stood);
    for (int i = 0; i < 2; i++)
        wait_ms(i ? 45000 : 48000);
    assert_int_equal(TRUTH->words, 3); /* now all three must have been skipped */
    wait_ms(45000);
    assert_int_equal(TRUTH->words, 4);
}

static void the_first_player_has_spoken(void **state)
{
    (void)state;
    bench_start(3, 1);
    wait_ms(48000 + 45000);
    assert_int_equal(TRUTH->words, 2); /* 2 and 3 were skipped; 1 laid the starting word */
    assert_int_equal(TRUTH->announcer, 1);
}

static void accusations_stop_the_clock(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, fresh()));
    wait_ms(3000 + 20000); /* 25 s are left */
    OK(accuse(1, accusation_off_topic));
    assert_int_equal(TRUTH->thinks_ms, 0);
    wait_ms(29000);
    OK(ASKED(2, finish, 0));
    OK(vote(3, vote_no));
    wait_ms(9000);
    OK(vote(4, vote_no));
    assert_int_equal(TRUTH->thinks_ms, bench.now_ms + 25000);
    OK(announce(3, fresh()));
    wait_ms(3000 + 40000); /* 5 s are left */
    OK(accuse(1, accusation_secret_word));
    assert_int_equal(TRUTH->thinks_ms, bench.now_ms + 10000);
}

static void pauses_stop_the_clock(void **state)
{
    (void)state;
    bench_start(3, 1);
    wait_ms(10000);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    NO(clock_stopped, send_word(2, fresh(), 1, false));
    NO(clock_stopped, accuse(2, accusation_off_topic));
    bench.now_ms += 1000000;
    OK(ASKED(1, resume, 0));
    OK(tick_at(bench.now_ms + 3000));
    assert_int_equal(word.deadline(TRUTH), bench.now_ms + 38000);
}

/* ---- seats without a player ---- */

static void stand_ins_pass(void **state)
{
    (void)state;
    bench_start(3, 1);
    NO(too_soon, send_word(2, fresh(), 1, false));
    let_stand();
    NO(only_bots_pass, ASKED(2, pass, 0));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1, .bot = 1));
    OK(ASKED(2, pass, 0));
    assert_int_equal(TRUTH->announcer, 3);
    NO(not_your_turn, ASKED(2, pass, 0));
    OK(announce(3, fresh()));
    NO(not_your_turn, ASKED(2, pass, 0));
}

/* ---- W6 without turns ---- */

static void whoever_is_first(void **state)
{
    (void)state;
    bench_start_without_turns(4, 1);
    assert_int_equal(TRUTH->announcer, 0);
    OK(announce(3, fresh()));
    assert_int_equal(VIEW(0)->word_by, 3); /* where the token lies */
    assert_int_equal(VIEW(0)->announcer, 0);
    OK(announce(1, fresh()));
    assert_int_equal(VIEW(0)->word_by, 1);
    NO(only_bots_pass, ASKED(2, pass, 0));
}

static void not_two_in_a_row(void **state)
{
    (void)state;
    bench_start_without_turns(3, 1);
    OK(announce(2, fresh()));
    NO(own_token, announce(2, fresh()));
    OK(announce(3, fresh()));
    OK(announce(2, fresh()));
}

static void validated_by_the_next_token(void **state)
{
    (void)state;
    bench_start_without_turns(3, 1);
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    assert_null(happened(EV_card_shown));
    OK(announce(1, fresh()));
    assert_shown(2, card, fate_placed);
    assert_int_equal(TRUTH->pile[2], 4);
}

static void the_first_received_counts(void **state)
{
    (void)state;
    bench_start_without_turns(3, 1);
    let_stand();
    OK(send_word(2, fresh(), 1, false));
    NO(overtaken, send_word(3, fresh(), 1, false));
    assert_int_equal(VIEW(3)->word_by, 2); /* who was faster */
}

static void all_else_as_above(void **state)
{
    (void)state;
    bench_start_without_turns(4, 1);
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    OK(accuse(3, accusation_secret_word));
    assert_shown(2, card, fate_caught);
    card = card_of(4, 1);
    OK(announce(1, text_of(card)));
    OK(claim(4, card));
    OK(accuse(4, accusation_off_topic));
    NO(accusation_open, announce(3, fresh()));
}

static void refused_words_take_nothing(void **state)
{
    (void)state;
    char own[WORD_BYTES + 1];
    bench_start_without_turns(3, 1);
    snprintf(own, sizeof own, "%s", word_of(2, 0));
    OK(announce(2, own));
    NO(bad_sign, announce(3, "what?"));
    NO(said_already, announce(3, own));
    assert_int_equal(TRUTH->word_by, 2);
    assert_int_equal(TRUTH->pile[2], 3);
}

static void time_without_turns(void **state)
{
    (void)state;
    bench_start_without_turns(3, 1);
    NO(too_soon, send_word(2, fresh(), 1, false));
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    wait_ms(3000 + 45000 - 1);
    assert_int_equal(TRUTH->words, 2);
    OK(tick_at(bench.now_ms + 1));
    assert_null(happened(EV_announcer_skipped));
    assert_non_null(happened(EV_word_started));
    assert_shown(2, card, fate_placed);
    assert_int_equal(TRUTH->word_by, 0); /* the token is in the middle */
    OK(announce(2, fresh()));            /* and whoever had it may take it again */
}

static void the_first_player_may_answer(void **state)
{
    (void)state;
    bench_start_without_turns(3, 1);
    assert_int_equal(TRUTH->first, 1);
    OK(announce(1, fresh()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("W2.1 the first player draws the starting word", starting_word),
        RULE("W2.2 then it goes clockwise", clockwise),
        RULE("W2.3 the server does not judge what a word means", any_word_will_do),
        RULE("W2.4 no word twice; one that is alike is refused unless its author insists", no_word_twice),
        RULE("W2.4 the earlier word is named", the_page_is_told_which),
        RULE("W2.5 what is no word is refused with a reason", a_word_has_a_form),
        RULE("W2.6 the announcer is skipped when the thinking time is over", thinking_time),
        RULE("W2.6 a table can do without a thinking time", no_thinking_time),
        RULE("W2.7 a word stands before the next one is accepted", a_word_stands),
        RULE("W2.7 that it is too soon is said of a word that would do", too_soon_is_said_last),
        RULE("W2.8 when all others were skipped a new starting word is drawn", nobody_speaks_twice),
        RULE("W2.8 whoever laid the first starting word has spoken", the_first_player_has_spoken),
        RULE("W2.9 an accusation stops the thinking time, and leaves 10 s", accusations_stop_the_clock),
        RULE("P2.4 a pause stops all clocks", pauses_stop_the_clock),
        RULE("W2.10 what was sent stands; families of words are no repetition", what_was_sent_stands),
        RULE("W2.6 a bot that stands in for somebody passes, people cannot", stand_ins_pass),
        RULE("W6.1 whoever is first takes the token with a word", whoever_is_first),
        RULE("W6.2 nobody announces two words in a row", not_two_in_a_row),
        RULE("W6.3 an own word counts when another player takes the token", validated_by_the_next_token),
        RULE("W6.4 the first received counts", the_first_received_counts),
        RULE("W6.5 all else is as with turns", all_else_as_above),
        RULE("W6.6 a word that is refused takes no token and validates nothing", refused_words_take_nothing),
        RULE("W6.6 when nobody announces for the thinking time a new word is drawn", time_without_turns),
        RULE("W6.7 the first player may answer the starting word", the_first_player_may_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
