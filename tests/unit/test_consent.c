/* tests/unit/test_consent.c -- what all players present must agree to: giving a seat that holds secrets to
 * somebody new (P5.4), and ending a running game (P1.9).  At tables of Are You the Traitor?, which has
 * secrets; Magic Maze, which has none, is in test_maze_time.c. */
#include "tests/help/traitor_bench.h"

enum { MINUTE_MS = 60000 };

static refusal_t sit(const char *name, seat_t seat, bool bot)
{
    struct seat_player asked = {.seat = seat, .bot = bot};
    memcpy(asked.name, name, strlen(name));
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &asked, sizeof asked);
    return bench_ask(&bench_input);
}

/* That many people and then bots, with cards; seat 1 is a Guard, as good as any. */
static void bench_mixed(int people, const char *roles)
{
    static const char *const bots[] = {"Bot A", "Bot B", "Bot C", "Bot D", "Bot E"};
    int players = (int)strlen(roles);
    bench_table(people, 1);
    for (int i = people; i < players; i++)
        OK(sit(bots[i - people], 0, true));
    OK(ASKED(SEAT_SERVER, set_up, 0));
    pile("");
    deal(roles);
}

static refusal_t take(seat_t seat)
{
    return sit("Zoe", seat, false);
}

static refusal_t want(seat_t seat)
{
    return ASKED(SEAT_SERVER, want_seat, .seat = seat);
}

static refusal_t answer(seat_t by, bool yes)
{
    return ASKED(by, answer_seat, .yes = yes);
}

static refusal_t mark(seat_t seat, bool away, bool bot)
{
    return ASKED(SEAT_SERVER, mark_seat, .seat = seat, .away = away, .bot = bot);
}

/* ---- P5.4 ---- */

static void all_must_agree(void **state)
{
    (void)state;
    bench_mixed(3, "gktwg");
    NO(needs_consent, take(4));
    OK(want(4));
    assert_int_equal(((const struct seat_wanted *)(const void *)happened(EV_seat_wanted)->body)->seat, 4);
    OK(answer(1, true));
    NO(not_now, answer(1, true));
    NO(needs_consent, take(4));
    OK(answer(2, true));
    NO(needs_consent, take(4));
    OK(answer(3, true));
    assert_non_null(happened(EV_seat_granted));
    NO(needs_consent, take(5)); /* that seat, and no other */
    NO(not_now, answer(1, false));
    OK(take(4));
    assert_false(TRUTH->presence.bots & SEAT(4));
    assert_int_equal(TRUTH->consent.wanted, 0);
    OK(ASKED(1, remove_player, .seat = 4)); /* consent is for one person, once */
    NO(seat_shut, take(4));
    NO(needs_consent, sit("Yan", 5, false));
}

/* What else is wrong is told first: nobody is asked in vain. */
static void asked_only_if_it_would_do(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    NO(name_taken, sit("Ann", 3, false));
    NO(name_bad, sit(" ", 3, false));
    NO(seat_played, take(1));
    NO(seat_played, want(1));
    NO(no_such, want(9));
    NO(not_yours, ASKED(1, want_seat, .seat = 3));
    OK(ASKED(1, lock_table, .locked = 1));
    NO(locked, take(3));
}

static void one_declines(void **state)
{
    (void)state;
    bench_mixed(3, "gktwg");
    OK(want(4));
    OK(answer(1, true));
    OK(answer(2, false));
    assert_non_null(happened(EV_seat_denied));
    NO(not_now, answer(3, true));
    NO(needs_consent, take(4));
    NO(not_now, want(5)); /* once a minute, whichever seat */
    bench.now_ms += MINUTE_MS - 1;
    NO(not_now, want(5));
    bench.now_ms += 1;
    OK(want(5));
    NO(not_now, want(4)); /* one question at a time */
}

static void lapses(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    int64_t asked_ms = bench.now_ms;
    OK(want(3));
    OK(answer(1, true));
    assert_int_equal(traitor.deadline(TRUTH), asked_ms + MINUTE_MS);
    OK(tick_at(asked_ms + MINUTE_MS - 1));
    assert_int_equal(TRUTH->consent.wanted, 3);
    OK(tick_at(asked_ms + MINUTE_MS));
    assert_non_null(happened(EV_seat_denied));
    NO(not_now, answer(2, true));
    OK(want(3)); /* whoever agreed a minute ago has not agreed to this */
    OK(answer(2, true));
    assert_null(happened(EV_seat_granted));
    OK(answer(1, true));
    OK(tick_at(bench.now_ms + MINUTE_MS)); /* a seat that nobody takes is not theirs for ever */
    NO(needs_consent, take(3));
}

static void lapses_with_the_deal(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(want(3));
    OK(answer(1, true));
    OK(answer(2, true));
    OK(point(1, 3));
    assert_non_null(happened(EV_seat_denied));
    all_ready();
    NO(needs_consent, take(3));
    bench_mixed(2, "gktw");
    OK(want(3));
    OK(answer(1, true));
    OK(ASKED(1, annul_round, 0));
    assert_non_null(happened(EV_seat_denied));
}

static void old_answers(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(want(3));
    ASK(&bench_input, 2, answer_seat, .yes = 1);
    bench_input.seen = bench.watch.table.story[2]; /* the first question */
    struct input old = bench_input;
    OK(answer(1, false));
    bench.now_ms += MINUTE_MS;
    OK(want(4));
    NO(not_now, bench_ask(&old));
    OK(answer(2, true));
}

static void who_is_present(void **state)
{
    (void)state;
    bench_mixed(4, "gktwg");
    OK(mark(3, true, false));
    OK(mark(4, true, true)); /* a bot plays for one who is away */
    OK(want(5));
    NO(not_yours, answer(3, true));
    NO(not_yours, answer(4, true));
    NO(not_yours, answer(5, true));
    OK(answer(1, true));
    OK(mark(3, false, false)); /* back, and asked as well */
    OK(answer(2, true));
    assert_null(happened(EV_seat_granted));
    OK(mark(3, true, false));
    assert_non_null(happened(EV_seat_granted));
}

static void nobody_is_present(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(want(3));
    OK(mark(2, true, false));
    OK(mark(1, true, false));
    assert_null(happened(EV_seat_granted));
    NO(needs_consent, take(3));
    OK(tick_at(bench.now_ms + MINUTE_MS));
    NO(needs_consent, want(3));
}

/* Whoever is left alone, in whatever way, and has agreed already or not. */
static void nobody_agrees_alone(void **state)
{
    (void)state;
    bench_mixed(1, "gktw");
    NO(needs_consent, want(2));
    bench_mixed(2, "gktwg");
    OK(want(3));
    OK(answer(1, true));
    OK(ASKED(1, remove_player, .seat = 2));
    assert_null(happened(EV_seat_granted));
    NO(needs_consent, take(3));
    OK(tick_at(bench.now_ms + MINUTE_MS));
    NO(needs_consent, want(4));
    bench_mixed(3, "gktwg");
    OK(mark(3, true, true));
    OK(want(4));
    OK(answer(1, true));
    OK(answer(2, true));
    OK(take(4));
    bench.now_ms += MINUTE_MS;
    OK(mark(2, true, false));
    NO(needs_consent, want(5)); /* the newcomer was not at the deal */
    OK(mark(3, false, false));
    OK(want(5));
}

static void left_to_a_bot(void **state)
{
    (void)state;
    bench_mixed(4, "gktw");
    OK(ASKED(1, remove_player, .seat = 2)); /* by the host */
    OK(ASKED(3, remove_player, .seat = 3));
    NO(seat_shut, take(2));
    NO(seat_shut, take(3));
    NO(seat_shut, want(2));
    OK(point(1, 4));
    NO(seat_shut, take(2)); /* between the rounds, still */
    all_ready();
    NO(needs_consent, take(2));
    OK(want(2));
    OK(answer(1, true));
    OK(answer(4, true));
    OK(take(2));
}

/* Between two rounds only treasures are hidden. */
static void between_deals(void **state)
{
    (void)state;
    bench_mixed(2, "gktwg");
    OK(point(1, 3)); /* the Traitor: the good side draws */
    assert_int_equal(TRUTH->hand[3].count, 0);
    assert_int_not_equal(TRUTH->hand[4].count, 0);
    NO(not_now, want(3));
    OK(take(3));
    NO(needs_consent, sit("Yan", 4, false));
    OK(want(4));
}

/* ---- P1.9 ---- */

static refusal_t ask_end(seat_t by)
{
    return ASKED(by, ask_end, 0);
}

static void all_end_it(void **state)
{
    struct result of[VIEWS] = {{0}};
    (void)state;
    bench_mixed(3, "gktw");
    give(2, 2);
    OK(ask_end(1));
    NO(not_now, ask_end(1));
    NO(not_yours, ask_end(4));
    OK(ask_end(2));
    assert_false(traitor.over(TRUTH));
    OK(ask_end(3));
    assert_true(traitor.over(TRUTH));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(count_happened(EV_card_revealed), 4);
    assert_int_equal(count_happened(EV_hand_shown), 4);
    assert_int_equal(VIEW(4)->character[1], character_guard);
    assert_int_equal(VIEW(4)->ending, ending_abandoned);
    assert_int_equal(TRUTH->winners, 0);
    traitor.winners(TRUTH, of);
    for (seat_t seat = 1; seat <= 4; seat++)
        assert_int_equal(of[seat].how, HOW_ABANDONED);
    assert_true(traitor.sound(TRUTH) && traitor.sound(VIEW(0)));
    assert_int_equal(traitor.deadline(TRUTH), INT64_MAX);
    NO(not_now, ask_end(1));
}

/* What the asking seat's own view would answer. */
static refusal_t guess_end(seat_t by)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    struct state view = *VIEW(by);
    int count;
    ASK(&bench_input, by, ask_end, 0);
    bench_input.now_ms = bench.now_ms;
    return turn_guess(&traitor, &view, &bench_input, bench.watch.table.story[by] + 1, events, &count);
}

/* The end shows cards: a view may say that somebody asks, never that all agree. */
static void only_the_host_ends_it(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(guess_end(1));
    OK(ask_end(1));
    NO(ask_host, guess_end(2));
    bench_mixed(2, "gktw");
    OK(mark(1, true, true));
    NO(ask_host, guess_end(2)); /* alone */
}

static void one_plays_on(void **state)
{
    (void)state;
    bench_mixed(3, "gktw");
    NO(not_now, ASKED(1, decline_end, 0));
    OK(ask_end(1));
    NO(not_yours, ASKED(4, decline_end, 0));
    OK(ASKED(2, decline_end, 0));
    assert_non_null(happened(EV_end_declined));
    NO(not_now, ask_end(1));
    NO(not_now, ask_end(3));
    bench.now_ms += MINUTE_MS - 1;
    NO(not_now, ask_end(3));
    bench.now_ms += 1;
    OK(ask_end(3));
    OK(ask_end(2));
    assert_false(traitor.over(TRUTH)); /* what seat 1 wanted a minute ago does not count */
}

static void end_lapses(void **state)
{
    (void)state;
    bench_mixed(3, "gktw");
    int64_t asked_ms = bench.now_ms;
    OK(ask_end(1));
    bench.now_ms += 1000;
    OK(ask_end(3)); /* which puts off nothing */
    assert_int_equal(traitor.deadline(TRUTH), asked_ms + MINUTE_MS);
    OK(tick_at(asked_ms + MINUTE_MS - 1));
    assert_int_equal(TRUTH->consent.end_agreed, SEAT(1) | SEAT(3));
    OK(tick_at(asked_ms + MINUTE_MS));
    assert_non_null(happened(EV_end_declined));
    OK(ask_end(2));
    assert_false(traitor.over(TRUTH));
}

static void alone_among_bots(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(ask_end(2));
    OK(ASKED(1, decline_end, 0));
    OK(mark(1, true, true));
    OK(ask_end(2)); /* nobody else is asked, so nobody is asked too often */
    assert_int_equal(TRUTH->ending, ending_abandoned);
}

static void others_go_away(void **state)
{
    (void)state;
    bench_mixed(2, "gktw");
    OK(ask_end(1));
    OK(mark(2, true, false));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    bench_mixed(2, "gktw");
    OK(ask_end(1));
    OK(mark(1, true, false));
    OK(mark(2, true, false)); /* nobody is there to want it */
    assert_false(traitor.over(TRUTH));
}

static void ended_in_a_pause(void **state)
{
    (void)state;
    bench_mixed(1, "gktw");
    OK(ASKED(1, ask_pause, 0));
    OK(ask_end(1));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_false(TRUTH->clock.stopped);
    assert_true(traitor.sound(TRUTH));
}

static void ended_between_rounds(void **state)
{
    (void)state;
    bench_mixed(1, "gktw");
    OK(point(1, 2));
    OK(ask_end(1));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(count_happened(EV_card_revealed), 0); /* they lie open */
    assert_true(traitor.sound(TRUTH));
}

static void the_server_ends_it(void **state)
{
    (void)state;
    bench_mixed(3, "gktw");
    NO(not_yours, ask_end(4));
    OK(ask_end(SEAT_SERVER));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(count_happened(EV_card_revealed), 4);
    assert_true(traitor.sound(TRUTH) && traitor.sound(VIEW(0)));
    NO(not_now, ask_end(SEAT_SERVER));
}

static void before_and_after(void **state)
{
    (void)state;
    bench_table(4, 1);
    NO(not_now, ask_end(1));
    NO(not_now, ask_end(SEAT_SERVER));
    NO(not_now, want(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P5.4 a seat with cards is taken over when all players present agree", all_must_agree),
        RULE("P5.4 nobody is asked about what would be refused anyway", asked_only_if_it_would_do),
        RULE("P5.4 not if one declines; they are asked once a minute at most", one_declines),
        RULE("P5.4 nor if they do not answer within a minute", lapses),
        RULE("P5.4 nor once the round is over", lapses_with_the_deal),
        RULE("P5.4 an answer to an earlier question does not count", old_answers),
        RULE("P5.4 those who are away are not asked, and bots do not answer", who_is_present),
        RULE("P5.4 with nobody present a seat with cards is given to nobody", nobody_is_present),
        RULE("P5.4 nobody agrees alone: two who were at the deal must be there", nobody_agrees_alone),
        RULE("P5.4 the seat of one who left or was removed is a bot's until the next deal", left_to_a_bot),
        RULE("P5.4 between deals a seat that holds nothing hidden is free", between_deals),
        RULE("P1.9 a game ends when all players present agree; cards are shown, nobody wins", all_end_it),
        RULE("P1.9, P5.1 which only the host can tell", only_the_host_ends_it),
        RULE("P1.9 not if one wants to play on; they are asked once a minute at most", one_plays_on),
        RULE("P1.9 nor if they do not answer within a minute", end_lapses),
        RULE("P1.9 alone among bots one press is enough", alone_among_bots),
        RULE("P1.9 whoever goes away no longer needs to agree, but somebody does", others_go_away),
        RULE("P1.9 a game can be ended in a pause", ended_in_a_pause),
        RULE("P1.9 and between rounds", ended_between_rounds),
        RULE("P6.5 P1.9 the server ends a game alone", the_server_ends_it),
        RULE("P1.9 only a running game is ended", before_and_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
