/* tests/unit/test_word_claim.c -- Traître Mot, rule by rule: scoring a secret word (W3). */
#include "tests/help/word_bench.h"

static void own_word_counts(void **state)
{
    (void)state;
    bench_start(3, 1);
    uint16_t card = card_of(2, 3);
    OK(announce(2, text_of(card)));
    assert_int_equal(TRUTH->card, card);
    assert_int_equal(VIEW(2)->card, card);
    assert_int_equal(VIEW(3)->card, 0);
    let_stand();
    assert_null(happened(EV_card_shown));
    assert_int_equal(TRUTH->pile[2], 3);
    OK(announce(3, fresh()));
    assert_shown(2, card, fate_placed);
    assert_int_equal(BODY(happened(EV_card_shown), card_shown)->word, 2);
    assert_int_equal(TRUTH->pile[2], 4);
    assert_int_equal(VIEW(2)->pile[2], 4);
    assert_int_equal(VIEW(3)->pile[2], 0);
    OK(announce(1, fresh()));
    assert_null(happened(EV_card_shown)); /* once */
}

/* An accusation of either kind, and right or wrong, takes the place of W3.1. */
static void accused_words_do_not_count_twice(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(announce(2, word_of(2, 0)));
    OK(accuse(3, accusation_off_topic));
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_no));
    OK(vote(4, vote_no));
    assert_int_equal(TRUTH->pile[2], 5); /* one from the accuser, and the card itself */
    OK(announce(3, fresh()));
    assert_null(happened(EV_card_shown));
    assert_int_equal(TRUTH->pile[2], 5);
}

static void others_say_it(void **state)
{
    (void)state;
    bench_start(3, 1);
    NO(start_claimed, claim(1, card_of(1, 0)));
    uint16_t card = card_of(1, 2);
    OK(announce(2, text_of(card)));
    NO(not_that_word, claim(1, card_of(1, 1)));
    NO(not_in_hand, claim(3, card));
    NO(own_claimed, claim(2, card_of(2, 0)));
    NO(no_such, ASKED(1, claim, .word = 3, .card = card));
    OK(claim(1, card));
    assert_shown(1, card, fate_claimed);
    assert_int_equal(TRUTH->pile[1], 4);
    assert_false(holds_card(1, card));
    NO(not_in_hand, claim(1, card));
    card = card_of(1, 0);
    OK(announce(3, text_of(card)));
    OK(announce(1, fresh()));
    NO(word_passed, ASKED(1, claim, .word = 3, .card = card)); /* until the next word */
}

/* The same word on every second card. */
static const char *list_of_doubles(void)
{
    static char text[DECK_CARDS_MAX * 16];
    size_t size = 0;
    for (int i = 0; i < 100; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, i % 2 ? "twin|qo%c%c\n" : "o%c%c|twin\n",
                                 'a' + i / 20, 'a' + i % 20);
    return text;
}

static uint16_t card_with(seat_t seat, const char *text)
{
    for (int i = 0; i < HAND_CARDS; i++)
        if (TRUTH->hand[seat].card[i] && !strcmp(word_of(seat, i), text))
            return card_of(seat, i);
    return 0;
}

static void all_owners_claim(void **state)
{
    (void)state;
    uint64_t seed = 0;
    do {
        bench_table(4, ++seed);
        bench_bring(list_of_doubles());
        OK(ASKED(SEAT_SERVER, set_up, .first = 1));
    } while (!card_with(1, "twin") || !card_with(3, "twin") || !card_with(4, "twin") ||
             !strcmp(BODY(happened(EV_word_started), word_started)->text, "twin"));
    OK(announce(2, "twin"));
    OK(claim(1, card_with(1, "twin")));
    OK(claim(3, card_with(3, "twin")));
    assert_int_equal(TRUTH->pile[1], 4);
    assert_int_equal(TRUTH->pile[3], 4);
    OK(announce(3, fresh())); /* whoever still has one lays it aside: it can never score */
    for (seat_t seat = 1; seat <= 4; seat++) {
        assert_int_equal(card_with(seat, "twin"), 0);
        assert_int_equal(cards_in_hand(TRUTH, seat), HAND_CARDS);
    }
}

/* Eight players, and one word on every card: the most that one command can bring about. */
static void all_hands_at_once(void **state)
{
    (void)state;
    static char text[DECK_CARDS_MAX * 16];
    size_t size = 0;
    for (int i = 0; i < 110; i++)
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "twin|qo%c%c\n", 'a' + i / 20, 'a' + i % 20);
    bench_table(8, 1);
    bench_bring(text);
    OK(ASKED(SEAT_SERVER, set_up, .first = 1));
    OK(announce(2, fresh()));
    assert_int_equal(count_happened(EV_card_drawn), 8 * HAND_CARDS);
    assert_int_equal(TRUTH->ending, ending_deck_used_up); /* no hand has a card left */
}

static void a_hand_has_five(void **state)
{
    (void)state;
    bench_start(3, 1);
    uint16_t card = card_of(2, 0);
    OK(announce(2, text_of(card)));
    OK(announce(3, word_of(1, 0)));
    assert_int_equal(count_happened(EV_card_drawn), 1);
    assert_int_equal(cards_in_hand(TRUTH, 2), HAND_CARDS);
    assert_false(holds_card(2, card));
    OK(claim(1, card_of(1, 0)));
    assert_int_equal(count_happened(EV_card_drawn), 1);
    assert_int_equal(cards_in_hand(TRUTH, 1), HAND_CARDS);
    assert_int_equal(happened(EV_card_drawn)->to, SEAT(1));
}

static void claims_during_accusations(void **state)
{
    (void)state;
    bench_start(4, 1);
    uint16_t card = card_of(1, 0);
    OK(announce(2, text_of(card)));
    OK(accuse(3, accusation_off_topic));
    OK(claim(1, card));
    assert_int_equal(TRUTH->pile[1], 4);
    assert_int_equal(TRUTH->phase, phase_justifying);
    OK(ASKED(2, finish, 0));
    OK(vote(1, vote_no));
    OK(vote(4, vote_no));
    assert_int_equal(TRUTH->pile[2], 4);

    bench_start(4, 1);
    card = card_of(1, 0);
    OK(announce(2, text_of(card)));
    OK(accuse(3, accusation_off_topic));
    OK(ASKED(2, finish, 0));
    OK(vote(4, vote_yes));
    set_pile(1, 6);
    OK(claim(1, card)); /* that ends the game: the accusation lapses */
    assert_int_equal(TRUTH->ending, ending_seven_cards);
    assert_int_equal(TRUTH->winners, SEAT(1));
    assert_int_equal(TRUTH->ballot.decision, decision_void);
    assert_int_equal(TRUTH->pile[3], 3);
    assert_null(happened(EV_accusation_settled));
}

static void forms_count(void **state)
{
    (void)state;
    const struct deck *deck = house_deck(language_fr);
    int tried = 0;
    for (uint64_t seed = 1; seed < 200 && !tried; seed++) {
        bench_table(3, seed);
        OK(ASKED(SEAT_SERVER, set_up, .first = 1, .language = language_fr));
        for (int i = 0; i < HAND_CARDS && !tried; i++) {
            char plural[WORD_BYTES + 2];
            struct spelling spelling;
            uint16_t card = card_of(2, i);
            snprintf(plural, sizeof plural, "%ss", word_of(2, i));
            spell(plural, strlen(plural), SPELL_FR, &spelling, NULL);
            if (!deck_means(deck, card - 1, 0, spelling.plain))
                continue;
            OK(announce(2, plural));
            assert_int_equal(TRUTH->card, card);
            tried++;
        }
    }
    assert_int_equal(tried, 1);
    bench_table(3, 1); /* a list without forms has the word, and the word with a final s */
    bench_bring(list_of(60));
    OK(ASKED(SEAT_SERVER, set_up, .first = 1));
    char plural[8];
    uint16_t card = card_of(2, 0);
    snprintf(plural, sizeof plural, "%ss", text_of(card));
    OK(announce(2, plural));
    assert_int_equal(TRUTH->card, card);
}

static void said_words_are_exchanged(void **state)
{
    (void)state;
    bench_start(3, 1);
    uint16_t card = card_of(1, 4);
    seq_t told = bench.watch.table.story[3], told_gallery = bench.watch.table.story[0], told_owner;
    OK(announce(2, text_of(card)));
    told_owner = bench.watch.table.story[1];
    assert_true(holds_card(1, card)); /* it can still be claimed */
    let_stand();
    OK(send_word(3, fresh(), 2, false));
    assert_false(holds_card(1, card));
    assert_int_equal(cards_in_hand(TRUTH, 1), HAND_CARDS);
    assert_int_equal(place_of(TRUTH, card), PLACE_MISSED + 1);
    assert_int_equal(count_happened(EV_card_drawn), 1);
    const struct event *drawn = happened(EV_card_drawn);
    assert_int_equal(drawn->to, SEAT(1));
    assert_int_equal(BODY(drawn, card_drawn)->replaces, card);
    assert_int_equal(BODY(drawn, card_drawn)->word, 2);
    /* Its owner is told, in the story of nobody else: two words, two that stood. */
    assert_int_equal(bench.watch.table.story[1], told_owner + 3);
    assert_int_equal(bench.watch.table.story[3], told + 4);
    assert_int_equal(bench.watch.table.story[0], told_gallery + 4);
}

/* In the very settlement: what is drawn for the card that scores has been said as well. */
static void drawn_words_are_exchanged(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed++) {
        bench_table(3, seed);
        bench_bring(list_of(60));
        OK(ASKED(SEAT_SERVER, set_up, .first = 1));
        leave_in_pile(3);
        uint16_t left[3], own = card_of(2, 0);
        int count = 0;
        for (uint16_t card = 1; card <= 60; card++)
            if (place_of(TRUTH, card) == PLACE_DRAW_PILE)
                left[count++] = card;
        OK(announce(2, text_of(own)));
        OK(announce(3, text_of(left[0]))); /* 2 draws one of the other two, or this one and then another */
        assert_true(holds_card(2, left[1]) || holds_card(2, left[2]));
        assert_int_equal(count_happened(EV_card_drawn), 1);
        const struct card_drawn *drawn = BODY(happened(EV_card_drawn), card_drawn);
        assert_true(!drawn->aside[0] || drawn->aside[0] == left[0]);
        assert_int_equal(place_of(TRUTH, left[0]), drawn->aside[0] ? PLACE_GONE : PLACE_DRAW_PILE);
        if (drawn->aside[0])
            return;
    }
    fail_msg("no card that had been said was ever drawn");
}

/* The page does it: the engine tells the owner which forms count, and everybody the option. */
static void pointing_is_an_option(void **state)
{
    (void)state;
    for (uint8_t pointing = 0; pointing < 2; pointing++) {
        bench_table(3, 1);
        OK(ASKED(SEAT_SERVER, set_up, .first = 1, .pointing = pointing));
        for (seat_t seat = 0; seat <= 3; seat++)
            assert_int_equal(VIEW(seat)->pointing, pointing);
        OK(announce(2, word_of(1, 0)));
        assert_null(happened(EV_card_shown)); /* claiming is by hand either way */
        assert_int_equal(TRUTH->pile[1], 3);
    }
}

/* The end tells who held a word that others said. */
static void misses_are_told_at_the_end(void **state)
{
    (void)state;
    bench_start(3, 1);
    OK(announce(2, word_of(1, 0)));
    OK(announce(3, word_of(2, 0)));
    go_on();
    for (seat_t seat = 1; seat <= 3; seat++)
        OK(ASKED(seat, ask_end, 0));
    const struct misses_shown *shown = BODY(happened(EV_misses_shown), misses_shown);
    assert_int_equal(shown->seats[0], 0);
    assert_int_equal(shown->seats[1], 1);
    assert_int_equal(shown->seats[2], 2);
    assert_int_equal(shown->seats[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("W3.1 an own word counts when the next is announced and nobody has accused", own_word_counts),
        RULE("W3.1, W4.5 a word that was accused does not count again", accused_words_do_not_count_twice),
        RULE("W3.2 a word in somebody else's mouth is claimed until the next word", others_say_it),
        RULE("W3.2 if several hold the word each may claim it", all_owners_claim),
        RULE("W3.6 all hands can be exchanged at once", all_hands_at_once),
        RULE("W3.3 a hand always has five cards", a_hand_has_five),
        RULE("W3.4 a claim is settled at once; if it ends the game an accusation lapses",
             claims_during_accusations),
        RULE("W3.5 other forms of the card's word count", forms_count),
        RULE("W3.6 a card whose word passed is exchanged, and only its owner is told",
             said_words_are_exchanged),
        RULE("W3.6 a card that is drawn with a word that was said is laid aside", drawn_words_are_exchanged),
        RULE("W3.7 claiming is by hand, whatever the page points out", pointing_is_an_option),
        RULE("W3.6 at the end all learn what was missed", misses_are_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
