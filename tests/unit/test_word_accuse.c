/* tests/unit/test_word_accuse.c -- Traître Mot, rule by rule: accusations (W4). */
#include "tests/help/word_bench.h"

static void assert_piles(int a, int b, int c, int d)
{
    const int cards[] = {0, a, b, c, d};
    for (seat_t seat = 1; seat <= 4; seat++)
        assert_int_equal(TRUTH->pile[seat], cards[seat]);
}

/* Seat 2 of 4 says a word, its own secret one or any; 3 accuses it as off topic. */
static uint16_t off_topic(bool secret)
{
    bench_start(4, 1);
    uint16_t card = secret ? card_of(2, 0) : 0;
    OK(announce(2, secret ? text_of(card) : fresh()));
    OK(accuse(3, accusation_off_topic));
    return card;
}

static void one_accusation_per_word(void **state)
{
    (void)state;
    for (uint8_t first = accusation_off_topic; first <= accusation_secret_word; first++)
        for (uint8_t then = accusation_off_topic; then <= accusation_secret_word; then++) {
            bench_start(4, 1);
            NO(start_accused, accuse(2, first));
            OK(announce(2, fresh()));
            NO(own_accused, accuse(2, first));
            NO(no_such, accuse(3, accusation_end));
            OK(accuse(3, first));
            const struct word_accused *accused = BODY(happened(EV_word_accused), word_accused);
            assert_int_equal(accused->by, 3);
            assert_int_equal(accused->seat, 2);
            for (seat_t seat = 1; seat <= 4; seat++)
                if (seat != 2)
                    NO(accused_already, accuse(seat, then));
        }
}

static void secret_word(void **state)
{
    (void)state;
    bench_start(4, 1);
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    OK(accuse(4, accusation_secret_word));
    assert_true(BODY(happened(EV_accusation_settled), accusation_settled)->right);
    assert_piles(3, 2, 3, 4);
    assert_shown(2, card, fate_caught);
    assert_int_equal(place_of(TRUTH, card), PLACE_GONE);
    assert_int_equal(cards_in_hand(TRUTH, 2), HAND_CARDS);
    OK(announce(3, fresh()));
    assert_int_equal(TRUTH->pile[2], 2); /* and it does not count any more */

    OK(accuse(1, accusation_secret_word));
    assert_false(BODY(happened(EV_accusation_settled), accusation_settled)->right);
    assert_null(happened(EV_card_shown));
    assert_piles(2, 2, 4, 4);
}

static void all_others_vote(void **state)
{
    (void)state;
    off_topic(false);
    NO(no_ballot, vote(1, vote_yes));
    NO(not_accused, justify(1, "no"));
    NO(no_words, justify(2, "  "));
    OK(justify(2, "It rhymes."));
    assert_string_equal(BODY(happened(EV_word_justified), word_justified)->text, "It rhymes.");
    NO(not_justifying, justify(2, "And it is blue."));
    assert_int_equal(TRUTH->ballot.voters, SEAT(1) | SEAT(4));
    NO(not_voter, vote(2, vote_no));
    NO(not_voter, vote(3, vote_yes));
    OK(vote(1, vote_yes));
    assert_int_equal(VIEW(4)->ballot.voted, SEAT(1)); /* who has voted is seen, how is not */
    assert_int_equal(VIEW(4)->ballot.yes | VIEW(4)->ballot.no, 0);
    assert_int_equal(VIEW(1)->ballot.yes, SEAT(1));
    OK(vote(4, vote_no));
    assert_int_equal(BODY(happened(EV_ballot_closed), ballot_closed)->yes, SEAT(1));
    assert_int_equal(BODY(happened(EV_ballot_closed), ballot_closed)->no, SEAT(4));
}

static void down(void **state)
{
    (void)state;
    uint16_t card = off_topic(true);
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_yes));
    OK(vote(4, vote_yes));
    assert_true(BODY(happened(EV_accusation_settled), accusation_settled)->right);
    assert_piles(3, 2, 4, 3);
    assert_shown(2, card, fate_off_topic);
    assert_false(holds_card(2, card));
    assert_int_equal(cards_in_hand(TRUTH, 2), HAND_CARDS);

    off_topic(false);
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_yes));
    OK(vote(4, vote_yes));
    assert_null(happened(EV_card_shown));
    assert_piles(3, 2, 4, 3);
}

static void up_or_tied(void **state)
{
    (void)state;
    for (uint8_t second = vote_yes; second <= vote_no; second++) {
        uint16_t card = off_topic(true);
        OK(ASKED(2, finish, 0));
        OK(vote(1, vote_no));
        OK(vote(4, second)); /* a tie, or a majority */
        assert_false(BODY(happened(EV_accusation_settled), accusation_settled)->right);
        assert_shown(2, card, fate_defended);
        assert_piles(3, 5, 2, 3);
        assert_int_equal(cards_in_hand(TRUTH, 2), HAND_CARDS);
    }
    off_topic(false);
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_no));
    OK(vote(4, vote_no));
    assert_piles(3, 4, 2, 3);
}

static void goes_on_from_there(void **state)
{
    (void)state;
    for (uint8_t how = vote_yes; how <= vote_no; how++) {
        off_topic(false);
        OK(ASKED(2, finish, 0));
        OK(vote(1, how));
        OK(vote(4, how));
        assert_int_equal(TRUTH->words, 2);
        assert_int_equal(TRUTH->announcer, 3); /* who would have been */
        OK(announce(3, fresh()));
    }
}

static void times(void **state)
{
    (void)state;
    off_topic(false);
    wait_ms(29999);
    assert_int_equal(TRUTH->phase, phase_justifying);
    bench.now_ms++;
    NO(too_late, justify(2, "Wait!"));
    OK(tick_at(bench.now_ms));
    assert_int_equal(TRUTH->phase, phase_voting);
    OK(vote(1, vote_yes));
    OK(vote(1, vote_no)); /* changed */
    OK(vote(1, vote_yes));
    wait_ms(9999);
    assert_int_equal(TRUTH->phase, phase_voting);
    bench.now_ms++;
    NO(too_late, vote(4, vote_no));
    OK(tick_at(bench.now_ms));
    assert_true(BODY(happened(EV_accusation_settled), accusation_settled)->right); /* one vote decides */

    off_topic(false);
    wait_ms(30000 + 10000); /* no vote at all */
    assert_false(BODY(happened(EV_accusation_settled), accusation_settled)->right);

    bench_start(3, 1); /* a single voter */
    OK(announce(2, fresh()));
    OK(accuse(3, accusation_off_topic));
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_yes));
    assert_true(BODY(happened(EV_accusation_settled), accusation_settled)->right);
}

static void starting_words_cannot_be_accused(void **state)
{
    (void)state;
    bench_start(3, 1);
    NO(start_accused, accuse(2, accusation_off_topic));
    NO(start_accused, accuse(1, accusation_secret_word));
    go_on();
    wait_ms(48000 + 45000);
    assert_int_equal(TRUTH->words, 3);
    NO(start_accused, accuse(1, accusation_secret_word));
}

/* The game has ended before (W5.2): a state that no game reaches. */
static void only_from_who_has_one(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, fresh()));
    set_pile(1, 0);
    OK(accuse(1, accusation_secret_word));
    assert_piles(0, 3, 3, 3);
}

static void it_names_its_word(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, fresh()));
    go_on();
    NO(word_passed, ASKED(1, accuse, .word = 2, .accusation = accusation_off_topic));
    NO(word_passed, ASKED(1, claim, .word = 2, .card = card_of(1, 0)));
    NO(no_such, ASKED(1, accuse, .word = 4, .accusation = accusation_off_topic));
    NO(no_such, ASKED(1, accuse, .word = 0, .accusation = accusation_off_topic));
    assert_int_equal(TRUTH->accusation, 0);
    OK(ASKED(1, accuse, .word = 3, .accusation = accusation_off_topic));
}

static void no_word_meanwhile(void **state)
{
    (void)state;
    off_topic(false);
    NO(accusation_open, announce(3, fresh()));
    OK(ASKED(2, finish, 0));
    NO(accusation_open, announce(3, fresh()));
    wait_ms(10000);
    OK(announce(3, fresh()));
    bench_start_without_turns(4, 1);
    OK(announce(2, fresh()));
    OK(accuse(3, accusation_off_topic));
    NO(accusation_open, announce(1, fresh()));
}

/* The same is seen of a secret word and of any other, until it is settled. */
static void secret_until_settled(void **state)
{
    (void)state;
    seq_t told[2];
    for (int secret = 0; secret < 2; secret++) {
        off_topic(secret);
        OK(ASKED(2, finish, 0));
        OK(vote(1, vote_yes));
        assert_null(happened(EV_card_shown));
        assert_int_equal(VIEW(1)->card, 0);
        told[secret] = bench.watch.table.story[1];
        seq_t before = bench.watch.table.count;
        OK(vote(4, vote_no));
        const struct event *closed = happened(EV_ballot_closed), *shown = happened(EV_card_shown);
        assert_true(closed->seq > before && (!shown || shown->seq > closed->seq)); /* after the votes */
        assert_int_equal(shown != NULL, secret);
    }
    assert_int_equal(told[0], told[1]);
}

static void discarded_cards_lie_face_up(void **state)
{
    (void)state;
    bench_start(3, 1);
    uint16_t card = card_of(2, 0);
    char text[WORD_BYTES + 1];
    snprintf(text, sizeof text, "%s", text_of(card));
    OK(announce(2, text));
    OK(accuse(3, accusation_secret_word));
    assert_string_equal(BODY(happened(EV_card_shown), card_shown)->text, text);
    assert_int_equal(place_of(VIEW(0), card), 0); /* its place in the deck is nobody's business */
}

static void the_absent_justify_nothing(void **state)
{
    (void)state;
    char long_text[SAY_CHARS_MAX + 2];
    memset(long_text, 'a', sizeof long_text);
    long_text[SAY_CHARS_MAX + 1] = 0;
    off_topic(false);
    NO(too_long, justify(2, long_text));
    long_text[SAY_CHARS_MAX] = 0;
    OK(justify(2, long_text));

    bench_start(4, 1);
    OK(announce(2, fresh()));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    OK(accuse(3, accusation_off_topic));
    assert_int_equal(TRUTH->phase, phase_voting);

    off_topic(false);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1));
    assert_int_equal(TRUTH->phase, phase_justifying);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    assert_int_equal(TRUTH->phase, phase_voting);
    OK(vote(1, vote_yes));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4)); /* back in time */
    OK(vote(4, vote_yes));
    assert_true(BODY(happened(EV_accusation_settled), accusation_settled)->right);

    off_topic(false); /* the server answers for them */
    OK(ASKED(2, finish, 0));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 1, .away = 1));
    wait_ms(10000);
    assert_int_equal(TRUTH->phase, phase_announcing);
}

/* In a pause nothing moves; it does afterwards. */
static void gone_in_a_pause(void **state)
{
    (void)state;
    off_topic(false);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    assert_int_equal(TRUTH->phase, phase_justifying);
    OK(ASKED(1, resume, 0));
    OK(tick_at(bench.now_ms + 3000));
    assert_int_equal(TRUTH->phase, phase_voting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("W4.1 anybody else may accuse the last word, and it is accused once", one_accusation_per_word),
        RULE("W4.2 a secret word costs the accused a lightning card, any other the accuser", secret_word),
        RULE("W4.3 all but accuser and accused vote, and votes are shown together", all_others_vote),
        RULE("W4.4 off topic: the accused gives a card, and a secret word is discarded", down),
        RULE("W4.5 not off topic: the accused takes a card, and a secret word counts", up_or_tied),
        RULE("W4.6 the game goes on from the accused's word", goes_on_from_there),
        RULE("W4.7 30 s to justify, 10 s to vote; votes not given are not counted", times),
        RULE("W4.7 a starting word cannot be accused", starting_words_cannot_be_accused),
        RULE("W4.8 a lightning card moves only from a player who has one", only_from_who_has_one),
        RULE("W4.9 an accusation or claim names its word", it_names_its_word),
        RULE("W4.10 while an accusation is open no word is accepted", no_word_meanwhile),
        RULE("W4.11 whether it was a secret word is known after the votes", secret_until_settled),
        RULE("W4.11 a discarded card lies face up", discarded_cards_lie_face_up),
        RULE("W4.12 a justification has 200 characters; the absent justify nothing",
             the_absent_justify_nothing),
        RULE("W4.12, P2.4 whoever goes away in a pause is not waited for after it", gone_in_a_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
