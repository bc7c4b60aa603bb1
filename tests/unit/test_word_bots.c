/* tests/unit/test_word_bots.c -- the bot of Traître Mot: alone with others it plays, among people it is
 * silent. */
#include "bots/bot.h"
#include "tests/help/word_bench.h"

#include "simulate/match.h"

/* Asks a bot in that seat for a minute, without anything happening; the kind that it asks for, or 0. */
static uint16_t asked_for(seat_t seat)
{
    struct bot bot;
    struct input in = {0};
    bot_open(&bot, bot_find(&word, "", 0), &word, seat, PACE_QUICK, 7);
    for (int64_t ms = 0; ms < 60000; ms += 250)
        if (bot_act(&bot, VIEW(seat), bench.now_ms + ms, &in))
            return in.kind;
    return 0;
}

static void mark_bot(seat_t seat)
{
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = seat, .away = 1, .bot = 1));
}

static void silent_among_people(void **state)
{
    (void)state;
    bench_start(4, 1);
    mark_bot(2);
    assert_int_equal(asked_for(2), 0); /* the word must stand */
    let_stand();
    assert_int_equal(asked_for(2), CMD_pass);
    assert_int_equal(asked_for(3), 0);
    OK(ASKED(2, pass, 0));
    OK(announce(3, word_of(2, 0))); /* it could claim that, and accuse */
    assert_int_equal(asked_for(2), 0);
    OK(accuse(4, accusation_off_topic));
    OK(ASKED(3, finish, 0));
    assert_int_equal(asked_for(2), 0); /* and vote */
    bench_start_without_turns(3, 1);
    mark_bot(2);
    let_stand();
    assert_int_equal(asked_for(2), 0);
}

/* Somebody has left for good: the seat is a bot's own, and as silent. */
static void silent_after_somebody_left(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(ASKED(2, remove_player, .seat = 2));
    let_stand();
    assert_int_equal(asked_for(2), CMD_pass);
}

static void plays_among_bots(void **state)
{
    static struct match m;
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct input in;
        assert_true(match_open(&m, &word, seed));
        for (int i = 0; i < 3 + (int)seed % 6; i++) {
            char name[] = {(char)('A' + i), 0};
            assert_int_equal(match_seat(&m, bot_find(&word, "", 0), PACE_NORMAL, name), REFUSAL_OK);
        }
        ASK(&in, SEAT_SERVER, set_up, .without_turns = seed % 2);
        assert_int_equal(match_submit(&m, &in), REFUSAL_OK);
        while (match_step(&m, 3600000))
            continue;
        assert_true(word.over(m.table.truth));
        assert_int_equal(m.refused, 0);
        assert_true(((const struct state *)m.table.truth)->words > 3);
        match_close(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P2.3 a bot that stands in for somebody says no word, claims, accuses and votes nothing",
             silent_among_people),
        RULE("P7.3 nor does one whose player has left", silent_after_somebody_left),
        RULE("P7.1 bots alone play to the end", plays_among_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
