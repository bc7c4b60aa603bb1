/* tests/unit/test_rules.c -- the pieces that games share: clock, hush, presence, sand, deal (P1, P2, P3),
 * tried through Magic Maze and the smallest game. */
#include "tests/help/maze_bench.h"

#include "core/dice.h"
#include "rules/deal.h"

extern const struct game null;

static refusal_t seat_named(const char *name)
{
    struct seat_player seat = {.bot = 0};
    memcpy(seat.name, name, strlen(name));
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
    return bench_ask(&bench_input);
}

/* ---- presence ---- */

static void names(void **state)
{
    (void)state;
    bench_seats(1); /* Ann */
    NO(name_bad, seat_named(""));
    NO(name_bad, seat_named("   "));
    NO(name_bad, seat_named("abcdefghijklmnopqrstuvwxy")); /* 25 */
    OK(seat_named("abcdefghijklmnopqrstuvwx"));            /* 24 */
    NO(name_taken, seat_named("Ann"));
    OK(seat_named("Anna"));
    char wide[NAME_BYTES_MAX] = {0};
    for (int i = 0; i < 24; i++)
        memcpy(wide + 4 * i, "\xf0\x9f\x97\xa1", 4); /* 24 characters of four bytes */
    OK(seat_named(wide));
    assert_string_equal(VIEW(SEAT_GALLERY)->presence.player[4].name, wide);
    assert_int_equal(TRUTH->presence.seats, 4);
}

/* Each pair would look the same, or nearly, in front of two players. */
static void names_alike(void **state)
{
    static const char *const alike[][2] = {
        {"Ann", "ann"},
        {"Ann", "ANN"},
        {"Ann", " Ann "},
        {"Ann Lee", "ann \xc2\xa0lee"},               /* a space that does not break */
        {"Zo\xc3\xab", "ZO\xc3\x8b"},                 /* e and E with two dots */
        {"\xc3\xbe", "\xc3\x9e"},                     /* thorn, the last of its block */
        {"\xc4\x81", "\xc4\x80"},                     /* a and A with a bar */
        {"\xc5\x82", "\xc5\x81"},                     /* l and L with a stroke */
        {"\xc5\xbe", "\xc5\xbd"},                     /* z and Z with a hook */
        {"\xc3\xbf", "\xc5\xb8"},                     /* y with two dots: far from its capital */
        {"\xc7\xa7", "\xc7\xa6"},                     /* g and G with a hook */
        {"\xe1\xba\xbf", "\xe1\xba\xbe"},             /* e and E with two marks */
        {"\xce\xb1\xcf\x83", "\xce\x91\xce\xa3"},     /* alpha, sigma */
        {"\xd1\x8f\xd1\x91", "\xd0\xaf\xd0\x81"},     /* ya, yo */
        {"\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4"}, /* a heart that asks for its colour, and not */
    };
    static const char *const apart[][2] = {
        {"Ann", "Anna"},
        {"Ann", "An"},
        {"Ann Lee", "AnnLee"},
        {"Ann 2", "Ann 3"},
        {"Zoe", "Zo\xc3\xab"},
        {"\xc3\x97", "\xc3\xb7"}, /* times, divided by: no letters */
        {"[", "{"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        for (int first = 0; first < 2; first++) {
            bench_seats(0);
            OK(seat_named(alike[i][first]));
            NO(name_taken, seat_named(alike[i][!first]));
        }
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        bench_seats(0);
        OK(seat_named(apart[i][0]));
        OK(seat_named(apart[i][1]));
    }
}

static void names_are_seen(void **state)
{
    static const char *const unseen[] = {
        "Ann\xe2\x80\x8b",       /* a space of no width */
        "A\xe2\x80\x8dnn",       /* a joiner */
        "A\xe2\x80\x8cnn",       /* a non-joiner */
        "\xe2\x80\xaennA",       /* from right to left: looks like Ann */
        "\xe2\x81\xa6Tom",       /* a direction of its own */
        "An\xc2\xadn",           /* a soft hyphen */
        "\xef\xbb\xbfTom",       /* a byte order mark */
        "Ann\xe2\x81\xa0",       /* a word joiner */
        "Ann\xcd\x8f",           /* a grapheme joiner */
        "Ann\xe3\x85\xa4",       /* a filler */
        "Ann\xf3\xa0\x81\xa1",   /* a tag */
        "\xc2\xa0 \xe3\x80\x80", /* nothing but spaces */
        "\xef\xb8\x8f",          /* nothing that a look could be asked for */
    };
    static const char *const joined[] = {
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb Ann",                     /* a woman at a computer */
        "\xf0\x9f\x8f\xb3\xef\xb8\x8f\xe2\x80\x8d\xf0\x9f\x8c\x88",             /* a rainbow flag */
        "\xf0\x9f\x91\xa9\xf0\x9f\x8f\xbd\xe2\x80\x8d\xe2\x9a\x95\xef\xb8\x8f", /* a doctor */
    };
    static const char *const joined_badly[] = {
        "\xf0\x9f\x91\xa9\xe2\x80\x8d",                             /* with nothing */
        "\xe2\x80\x8d\xf0\x9f\x91\xa9",                             /* nothing before it */
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xe2\x80\x8d\xf0\x9f\x92\xbb", /* twice */
        "\xf0\x9f\x91\xa9\xe2\x80\x8d Ann",                         /* with a space */
    };
    (void)state;
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        bench_seats(0);
        NO(name_bad, seat_named(unseen[i]));
    }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        bench_seats(0);
        OK(seat_named(joined[i]));
    }
    for (size_t i = 0; i < sizeof joined_badly / sizeof *joined_badly; i++) {
        bench_seats(0);
        NO(name_bad, seat_named(joined_badly[i]));
    }
    bench_seats(0);
    OK(seat_named("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb"));
    NO(name_taken, seat_named("\xf0\x9f\x91\xa9\xf0\x9f\x92\xbb")); /* some screens show it so */
}

static void seats_and_start(void **state)
{
    (void)state;
    bench_seats(0);
    NO(seats_scenario, bench_scenario(2, 0, 0));
    bench_seats(9);
    NO(table_full, seat_named("Jon"));
    NO(seats_scenario, bench_scenario(2, 0, 0));
    bench_seats(2);
    OK(bench_scenario(2, 0, 0));
    NO(game_begun, seat_named("Jon")); /* nobody sits down in the middle of it */
    NO(set_up_already, bench_set_up(&(struct scenario){.number = 2}));
    struct watch smallest;
    struct input in = {.by = SEAT_SERVER, .kind = schema_find(null.schema->commands, "set_up", 6)};
    watch_open(&smallest, &null);
    assert_string_equal(refusal_name(&null, watch_submit(&smallest, &in)), "seats_unfit");
    watch_close(&smallest);
}

static void away_and_back(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    for (int who = 0; who <= 3; who++)
        assert_int_equal(VIEW(who)->presence.away, SEAT(2)); /* others see it at once */
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1, .bot = 1));
    assert_int_equal(VIEW(1)->presence.bots, SEAT(2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2));
    assert_int_equal(VIEW(1)->presence.away | VIEW(1)->presence.bots, 0);
    NO(no_such, ASKED(SEAT_SERVER, mark_seat, .seat = 4));
    NO(no_such, ASKED(SEAT_SERVER, mark_seat, .seat = 0));
    NO(not_yours, ASKED(1, mark_seat, .seat = 2, .away = 1));
}

static refusal_t seat_bot(seat_t seat)
{
    struct seat_player bot = {.bot = 1, .seat = seat, .name = "Bot"};
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &bot, sizeof bot);
    return bench_ask(&bench_input);
}

static void assert_ready(seats_t seats)
{
    assert_int_equal(TRUTH->presence.ready, seats);
    for (int who = 0; who <= 3; who++)
        assert_int_equal(VIEW(who)->presence.ready, seats); /* the gallery sees it too */
}

static void ready(void **state)
{
    (void)state;
    bench_seats(3);
    assert_ready(0);
    OK(ASKED(2, be_ready, .ready = 1));
    OK(ASKED(3, be_ready, .ready = 1));
    assert_ready(SEAT(2) | SEAT(3));
    OK(ASKED(3, be_ready, .ready = 1)); /* said twice is no fault */
    OK(ASKED(3, be_ready, .ready = 0));
    assert_ready(SEAT(2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1)); /* the page is reloaded */
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2));
    assert_ready(SEAT(2));
    NO(not_yours, ASKED(SEAT_SERVER, be_ready, .ready = 1));
    NO(not_yours, ASKED(4, be_ready, .ready = 1));
    OK(bench_scenario(2, 0, 0)); /* P1.4: nobody is waited for */
    NO(not_now, ASKED(1, be_ready, .ready = 1));
}

static void ready_moves_with_its_player(void **state)
{
    (void)state;
    bench_seats(3);
    OK(ASKED(2, be_ready, .ready = 1));
    OK(ASKED(1, reorder_seats, .order = {2, 3, 1}));
    assert_ready(SEAT(1));
    OK(ASKED(3, be_ready, .ready = 1));
    OK(ASKED(2, remove_player, .seat = 2));
    assert_ready(SEAT(1) | SEAT(2)); /* the third has moved up */
    OK(ASKED(1, remove_player, .seat = 1));
    assert_ready(SEAT(1));
    OK(seat_named("Zoe"));
    assert_ready(SEAT(1)); /* who has just come has said nothing */
    OK(seat_bot(0));
    NO(not_yours, ASKED(3, be_ready, .ready = 1)); /* a bot always is */
    assert_ready(SEAT(1));
    OK(bench_scenario(2, 0, 0));
    OK(ASKED(1, remove_player, .seat = 1)); /* given up to a bot, which a person takes over */
    assert_ready(0);
}

static void a_bot_is_not_ready(void **state)
{
    (void)state;
    bench_seats(3);
    OK(ASKED(2, be_ready, .ready = 1));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1, .bot = 1)); /* it has not said so itself */
    assert_ready(0);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2));
    assert_ready(0); /* and who comes back has to say it again */
}

static void the_next_host(void **state)
{
    (void)state;
    for (int begun = 0; begun < 2; begun++) {
        bench_seats(4);
        if (begun)
            OK(bench_scenario(2, 0, 0));
        OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
        OK(ASKED(1, remove_player, .seat = 1));
        assert_int_equal(TRUTH->presence.host,
                         begun ? 3 : 2); /* the third, who is there; before, all move up */
        assert_int_equal(VIEW(SEAT_GALLERY)->presence.host, begun ? 3 : 2);
    }
    bench_seats(3);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1, .bot = 1));
    OK(bench_scenario(2, 0, 0));
    OK(ASKED(1, remove_player, .seat = 1));
    assert_int_equal(TRUTH->presence.host, 2); /* nobody is there: the next all the same */
}

static void who_can_be_host(void **state)
{
    (void)state;
    bench_seats(2);
    OK(seat_bot(0));
    NO(bot_host, ASKED(1, hand_over, .seat = 3));
    NO(no_such, ASKED(1, hand_over, .seat = 4));
    NO(not_host, ASKED(2, hand_over, .seat = 2));
    OK(ASKED(1, hand_over, .seat = 2));
    assert_int_equal(VIEW(3)->presence.host, 2);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 1, .away = 1, .bot = 1));
    OK(ASKED(2, hand_over, .seat = 1)); /* a person for whom a bot plays */
    assert_int_equal(TRUTH->presence.host, 1);
}

static void who_removes_whom(void **state)
{
    (void)state;
    bench_seats(4);
    NO(not_host, ASKED(2, remove_player, .seat = 3));
    NO(no_such, ASKED(1, remove_player, .seat = 5));
    OK(ASKED(1, remove_player, .seat = 3)); /* the host anybody */
    OK(ASKED(2, remove_player, .seat = 2)); /* all others themselves */
    OK(ASKED(SEAT_SERVER, remove_player, .seat = 2));
    assert_int_equal(TRUTH->presence.seats, 1);
    assert_string_equal(TRUTH->presence.player[1].name, "Ann");
}

/* Nobody is there to be removed, and nobody is told so again and again. */
static void a_bot_is_not_removed(void **state)
{
    (void)state;
    bench_seats(3);
    OK(seat_bot(0));
    OK(bench_scenario(2, 0, 0));
    NO(no_such, ASKED(1, remove_player, .seat = 4));
    OK(ASKED(1, remove_player, .seat = 2));
    NO(no_such, ASKED(1, remove_player, .seat = 2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1, .bot = 1));
    OK(ASKED(1, remove_player, .seat = 3)); /* a person for whom a bot plays */
}

static void the_circle(void **state)
{
    (void)state;
    bench_seats(3);
    NO(not_host, ASKED(2, reorder_seats, .order = {3, 1, 2}));
    NO(bad_order, ASKED(1, reorder_seats, .order = {1, 1, 2}));    /* one has two places, one none */
    NO(bad_order, ASKED(1, reorder_seats, .order = {1, 2}));       /* nobody in the third */
    NO(bad_order, ASKED(1, reorder_seats, .order = {1, 2, 4}));    /* nobody has that seat */
    NO(bad_order, ASKED(1, reorder_seats, .order = {1, 2, 3, 1})); /* one place too many */
    OK(ASKED(1, reorder_seats, .order = {3, 1, 2}));
    assert_string_equal(VIEW(2)->presence.player[1].name, "Cas");
    assert_int_equal(VIEW(2)->presence.host, 2); /* Ann still is */
    OK(bench_scenario(2, 0, 0));
    NO(seats_fixed, ASKED(2, reorder_seats, .order = {2, 1, 3}));
}

static void seats_of_bots(void **state)
{
    (void)state;
    struct seat_player zoe = {.name = "Zoe", .seat = 2};
    bench_seats(2);
    OK(seat_bot(0));
    for (int away = 0; away < 2; away++) { /* a person has it, though a bot plays while they are away */
        OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = (flag)away, .bot = (flag)away));
        ask(&bench_input, SEAT_SERVER, CMD_seat_player, &zoe, sizeof zoe);
        NO(seat_played, bench_ask(&bench_input));
    }
    zoe.seat = 3;
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &zoe, sizeof zoe);
    OK(bench_ask(&bench_input));
    assert_int_equal(TRUTH->presence.bots & SEAT(3), 0);
    assert_string_equal(VIEW(1)->presence.player[3].name, "Zoe");
    zoe = (struct seat_player){.name = "Yan", .seat = 4};
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &zoe, sizeof zoe);
    NO(no_such, bench_ask(&bench_input));
}

static void the_first_person_is_host(void **state)
{
    (void)state;
    bench_seats(0);
    OK(seat_bot(0));
    assert_int_equal(TRUTH->presence.host, 0);
    OK(seat_named("Ann"));
    OK(seat_named("Bob"));
    assert_int_equal(TRUTH->presence.host, 2);
}

static void locked_tables(void **state)
{
    (void)state;
    bench_seats(2);
    NO(not_host, ASKED(2, lock_table, .locked = 1));
    OK(ASKED(1, lock_table, .locked = 1));
    NO(locked, seat_named("Jon"));
    struct seat_player bot = {.bot = 1, .name = "Bot"};
    ask(&bench_input, 1, CMD_seat_player, &bot, sizeof bot);
    OK(bench_ask(&bench_input)); /* whoever has locked it may still seat a bot */
    NO(locked, seat_named("Jon"));
    OK(ASKED(1, lock_table, .locked = 0));
    OK(seat_named("Jon"));
}

/* ---- clock ---- */

static void pause_when_all_agree(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    bench.now_ms = 61000; /* 60 s have run */
    NO(clock_runs, ASKED(1, resume, 0));
    OK(ASKED(1, ask_pause, 0));
    NO(pause_asked, ASKED(1, ask_pause, 0));
    assert_false(TRUTH->clock.stopped);
    OK(ASKED(2, ask_pause, 0));
    assert_null(happened(EV_paused));
    OK(ASKED(3, ask_pause, 0));
    assert_non_null(happened(EV_paused));
    assert_true(VIEW(SEAT_GALLERY)->clock.stopped);
    NO(clock_stopped, ASKED(3, ask_pause, 0));
    assert_true(maze.deadline(TRUTH) == INT64_MAX); /* all clocks stand still */
    NO(clock_stopped, move(1, ELF, 1, 8));          /* nothing can be done */
    NO(clock_stopped, vortex(1, ELF, 1, 7));
    NO(clock_stopped, ASKED(1, place_pawn, .seat = 2));
    NO(clock_stopped, ASKED(1, stare_at, .seat = 2));
    OK(tick_at(1000000));
    assert_int_equal(TRUTH->ending, 0);
}

static void count_of_three(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms = 61000;
    OK(ASKED(1, ask_pause, 0));
    OK(ASKED(2, ask_pause, 0));
    bench.now_ms = 500000;
    OK(ASKED(2, resume, 0)); /* anyone */
    assert_true(BODY(happened(EV_resuming), resuming)->goes_ms == 503000);
    NO(not_now, ASKED(1, resume, 0)); /* it is being counted */
    assert_true(maze.deadline(TRUTH) == 503000);
    assert_true(maze.deadline(VIEW(1)) == 503000);
    OK(tick_at(502999));
    NO(clock_stopped, move(1, ELF, 1, 8));
    OK(tick_at(503000));
    assert_non_null(happened(EV_resumed));
    assert_true(maze.deadline(TRUTH) == 503000 + 120000); /* as much sand as before */
    OK(move(1, ELF, 1, 8));
    OK(ASKED(1, ask_pause, 0)); /* everybody is asked again */
    assert_false(TRUTH->clock.stopped);
}

static void stopped_again_while_it_is_counted(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms = 61000;
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    NO(clock_stopped, ASKED(SEAT_SERVER, pause_clock, 0));
    bench.now_ms = 100000;
    OK(ASKED(1, resume, 0));
    bench.now_ms = 101000;
    OK(ASKED(SEAT_SERVER, pause_clock, 0)); /* a second crash (P4.3): the count is off */
    assert_true(maze.deadline(TRUTH) == INT64_MAX);
    OK(tick_at(103000));
    assert_true(TRUTH->clock.stopped);
    bench.now_ms = 200000;
    OK(ASKED(1, resume, 0));
    OK(tick_at(203000));
    assert_true(maze.deadline(TRUTH) == 203000 + 120000); /* the pause began when it began */
}

static void absent_and_bots_are_not_asked(void **state)
{
    (void)state;
    bench_start(4, 0, 0);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .bot = 1));
    OK(ASKED(1, ask_pause, 0));
    OK(ASKED(2, ask_pause, 0));
    assert_true(TRUTH->clock.stopped);
    bench_start(3, 0, 0); /* the last who had not agreed goes away */
    OK(ASKED(1, ask_pause, 0));
    OK(ASKED(2, ask_pause, 0));
    assert_false(TRUTH->clock.stopped);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1));
    assert_true(TRUTH->clock.stopped);
    bench_start(3, 0, 0); /* going away is not asking for it */
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1));
    assert_false(TRUTH->clock.stopped);
}

static void no_pause_outside_the_game(void **state)
{
    (void)state;
    bench_seats(2);
    NO(not_now, ASKED(1, ask_pause, 0));
    bench_own(0, 0);
    NO(not_now, ASKED(1, ask_pause, 0));
    NO(not_now, ASKED(SEAT_SERVER, pause_clock, 0));
    OK(turn_hourglass(1));
    OK(tick_at(maze.deadline(TRUTH)));
    NO(not_now, ASKED(1, ask_pause, 0));
    NO(not_now, ASKED(SEAT_SERVER, pause_clock, 0));
}

/* Who goes away when the others had agreed begins the pause, but not once it is over. */
static void no_pause_by_leaving_too_late(void **state)
{
    (void)state;
    for (int over = 0; over < 2; over++) {
        bench_seats(2);
        bench_own(0, 0);
        OK(turn_hourglass(1));
        OK(ASKED(1, ask_pause, 0));
        bench.now_ms = maze.deadline(TRUTH);
        if (over)
            OK(tick_at(bench.now_ms));
        OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
        assert_false(TRUTH->clock.stopped);
        if (!over)
            OK(tick_at(bench.now_ms));
        assert_int_equal(TRUTH->ending, ending_sand_ran_out);
        NO(clock_runs, ASKED(1, resume, 0));
    }
}

/* ---- hush ---- */

static void assert_hears(seats_t text, seats_t gesture)
{
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_TEXT), text);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_VOICE), text);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_REACTION), gesture);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_POINT), gesture);
    assert_int_equal(maze.hears(TRUTH, 3, CHANNEL_TEXT), 0); /* nobody sits there */
    assert_int_equal(maze.hears(TRUTH, SEAT_GALLERY, CHANNEL_TEXT), 0);
}

static void three_states_of_talk(void **state)
{
    (void)state;
    bench_start(2, RULE_GESTURES, 0);
    assert_hears(0, 0); /* silent */
    bench.now_ms += 80000;
    put(BARBARIAN, 1, 7);
    OK(move(1, BARBARIAN, 1, 3));
    assert_hears(0, 7); /* gestures */
    bench_start(2, 0, 0);
    bench.now_ms += 80000;
    put(BARBARIAN, 1, 7);
    OK(move(1, BARBARIAN, 1, 3));
    assert_hears(7, 7); /* open */
}

static void names_say_nothing(void **state)
{
    struct seat_player bot = {.name = "Robot", .bot = 1};
    (void)state;
    bench_table(2, 1);
    ask(&bench_input, 1, CMD_seat_player, &bot, sizeof bot);
    OK(bench_ask(&bench_input));
    OK(ASKED(1, set_up, .number = 1));
    bot = (struct seat_player){.name = "Nod at once", .bot = 1, .seat = 3};
    ask(&bench_input, 1, CMD_seat_player, &bot, sizeof bot);
    NO(seats_fixed, bench_ask(&bench_input));
}

static refusal_t take_seat(seat_t seat, const char *name)
{
    struct seat_player asked = {.seat = seat};
    memcpy(asked.name, name, strlen(name));
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &asked, sizeof asked);
    return bench_ask(&bench_input);
}

static refusal_t name_seat(seat_t seat, const char *name)
{
    struct name_seat asked = {.seat = seat};
    memcpy(asked.name, name, strlen(name));
    ask(&bench_input, SEAT_SERVER, CMD_name_seat, &asked, sizeof asked);
    return bench_ask(&bench_input);
}

static void nameless_in_silence(void **state)
{
    (void)state;
    bench_table(3, 1);
    NO(not_now, name_seat(2, "Zoe")); /* nobody is given another name */
    OK(ASKED(1, set_up, .number = 2));
    OK(ASKED(2, remove_player, .seat = 2));
    OK(take_seat(2, "Zoe")); /* the hourglass has not been turned: everybody may talk */
    OK(ASKED(2, remove_player, .seat = 2));
    OK(ASKED(1, turn_hourglass, 0));
    NO(name_hushed, take_seat(2, "Nod at once"));
    OK(take_seat(2, ""));
    assert_string_equal(VIEW(3)->presence.player[2].name, "");
    NO(name_hushed, name_seat(2, "Yan"));
    for (seat_t seat = 1; seat <= 3; seat++)
        OK(ASKED(seat, ask_pause, 0)); /* a pause opens no talk */
    NO(name_hushed, name_seat(2, "Yan"));
    OK(ASKED(1, resume, 0));
    OK(tick_at(bench.now_ms + 3000));
    OK(tick_at(bench.now_ms + 180000)); /* the game is over */
    NO(no_such, name_seat(4, "Yan"));
    NO(name_taken, name_seat(2, "Ann"));
    NO(name_bad, name_seat(2, ""));
    NO(not_yours, ASKED(2, name_seat, .seat = 2, .name = "Yan"));
    OK(name_seat(2, "Yan"));
    assert_string_equal(VIEW(3)->presence.player[2].name, "Yan");
    NO(not_now, name_seat(2, "Xia"));
}

static void table_phrases(void **state)
{
    (void)state;
    bench_table(2, 1);
    OK(ASKED(1, set_up, .number = 2));
    OK(ASKED(1, turn_hourglass, 0));
    NO(not_paused, ASKED(1, say_table_phrase, .phrase = table_phrase_go_on));
    OK(ASKED(1, ask_pause, 0));
    OK(ASKED(2, ask_pause, 0));
    NO(talk_paused, say(1, "go on?"));
    for (uint8_t phrase = 1; phrase < table_phrase_end; phrase++) {
        OK(ASKED(1, say_table_phrase, .phrase = phrase));
        const struct event *e = happened(EV_table_phrase_said);
        assert_int_equal(BODY(e, table_phrase_said)->phrase, phrase);
        assert_int_equal(VIEW(SEAT_GALLERY)->hush.phrase_ms[1], bench.now_ms); /* everybody is shown it */
        bench.now_ms += 4999;
        NO(phrase_soon, ASKED(1, say_table_phrase, .phrase = phrase));
        OK(ASKED(2, say_table_phrase, .phrase = phrase)); /* one of each seat */
        bench.now_ms += 1;
    }
    bench.now_ms += 5000;
    NO(no_such, ASKED(1, say_table_phrase, .phrase = 0));
    NO(no_such, ASKED(1, say_table_phrase, .phrase = table_phrase_end));
}

/* Every language has each phrase once, and nothing else. */
static void table_phrases_in_every_language(void **state)
{
    static const char *const paths[] = {"data/phrases/table.en", "data/phrases/table.fr",
                                        "data/phrases/table.nl"};
    const struct label *names = maze.schema->commands[CMD_say_table_phrase].fields()->labels;
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        FILE *in = fopen(paths[i], "r");
        char line[200];
        int next = 1;
        assert_non_null(in);
        while (fgets(line, sizeof line, in)) {
            size_t size = strcspn(line, " ");
            if (line[0] == '/' || line[0] == '\n')
                continue;
            const struct label *label = &names[next++];
            assert_true(next <= table_phrase_end && size == (size_t)label->size - 2);
            assert_memory_equal(line, label->text + 1, size);
            assert_memory_equal(line + size, " = ", 3);
            assert_in_range(strlen(line + size + 3), 5, 40);
        }
        assert_int_equal(next, table_phrase_end);
        fclose(in);
    }
}

static void as_long_as_people_say(void **state)
{
    static const char *const one[] = {"x", "\xc3\xa9", "e\xcc\x81", "\xf0\x9f\x91\x8d"}; /* é in two ways */
    char text[SAY_MAX];
    (void)state;
    bench_table(2, 1);
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        size_t size = strlen(one[i]);
        for (size_t n = 0; n < 200; n++)
            memcpy(text + n * size, one[i], size);
        text[200 * size] = 0;
        OK(say(1, text));
        assert_string_equal(BODY(happened(EV_said), said)->text, text);
        if (201 * size < SAY_MAX) {
            memcpy(text + 200 * size, one[i], size + 1);
            NO(too_long, say(1, text));
        }
    }
}

static void told_to_its_author_alone(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    seq_t count = bench.watch.table.count;
    NO(silence, say(1, "Just in time?"));
    assert_int_equal(bench.watch.table.count, count); /* nobody else learns of it */
    bench.now_ms += 80000;
    put(BARBARIAN, 1, 7);
    OK(move(1, BARBARIAN, 1, 3));
    OK(say(1, "Now"));
    const struct event *e = happened(EV_said);
    assert_string_equal(BODY(e, said)->text, "Now");
    assert_int_equal(BODY(e, said)->by, 1);
    assert_int_equal(e->to, 7); /* those who hear it, the gallery among them */
    NO(no_words, say(1, "  "));
    NO(no_such, ASKED(1, react, .reaction = reaction_hidden));
    NO(no_such, ASKED(1, react, .reaction = reaction_end));
}

static void open_outside_the_game(void **state)
{
    (void)state;
    bench_seats(2);
    assert_hears(7, 7); /* the lobby */
    OK(bench_scenario(14, 12, 1));
    assert_hears(7, 7);
    OK(turn_hourglass(1));
    assert_hears(0, 0);
    OK(tick_at(maze.deadline(TRUTH)));
    assert_hears(7, 7); /* after the end */
    OK(say(2, "Again!"));
}

static void assert_shut_by_pause(void)
{
    assert_hears(0, 0);
    assert_int_equal(maze.hears(VIEW(SEAT_GALLERY), 1, CHANNEL_REACTION), 0); /* who watches knows it too */
    NO(talk_paused, say(1, "Then violet goes west"));
    NO(talk_paused, ASKED(2, react, .reaction = reaction_yes));
    NO(talk_paused, ASKED(1, point_at, .tile = 1, .space = 2));
}

static void shut_in_a_pause(void **state)
{
    static const struct {
        uint32_t rules;
        bool flip;
        seats_t words, gestures;
    } was[] = {
        {0, false, 0, 0},                /* silence */
        {0, true, 7, 7},                 /* a discussion */
        {RULE_GESTURES, true, 0, 7},     /* one by signs */
        {RULE_TALK_ALWAYS, false, 7, 7}, /* scenario 1: a pause is no time to plan there either */
    };
    (void)state;
    for (size_t i = 0; i < sizeof was / sizeof *was; i++) {
        bench_start(2, was[i].rules, 0);
        bench.now_ms += 80000;
        put(BARBARIAN, 1, 7);
        if (was[i].flip)
            OK(move(1, BARBARIAN, 1, 3));
        assert_hears(was[i].words, was[i].gestures);
        OK(ASKED(1, ask_pause, 0));
        assert_hears(was[i].words, was[i].gestures); /* asking alone shuts nothing */
        OK(ASKED(2, ask_pause, 0));
        assert_shut_by_pause();
        OK(ASKED(2, resume, 0));
        OK(tick_at(bench.now_ms + 2999));
        assert_shut_by_pause(); /* until it is counted */
        OK(tick_at(bench.now_ms + 1));
        assert_hears(was[i].words, was[i].gestures);
    }
}

static void pause_ends_no_discussion(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms += 80000;
    put(BARBARIAN, 1, 7);
    OK(move(1, BARBARIAN, 1, 3));
    OK(ASKED(SEAT_SERVER, pause_clock, 0)); /* as after a crash (P4.3) */
    assert_shut_by_pause();
    OK(ASKED(1, resume, 0));
    OK(tick_at(bench.now_ms + 3000));
    OK(say(2, "Where were we?"));
    OK(move(1, ELF, 1, 8));
    NO(silence, say(2, "Oh"));
}

/* ---- deal, and the dice it is dealt with ---- */

static void shuffles_are_fair(void **state)
{
    (void)state;
    unsigned counts[5][5] = {{0}};
    for (uint64_t key = 0; key < 20000; key++) {
        struct input in = {.dice = {key, ~key}};
        struct turn t = {.in = &in};
        uint8_t cards[5] = {0, 1, 2, 3, 4};
        unsigned seen = 0;
        deal_shuffle(&t, cards, 5);
        for (int i = 0; i < 5; i++) {
            counts[i][cards[i]]++;
            seen |= 1u << cards[i];
        }
        assert_int_equal(seen, 31);
    }
    for (int i = 0; i < 5; i++)
        for (int card = 0; card < 5; card++) /* 4000 expected, 57 the standard deviation */
            assert_in_range(counts[i][card], 4000 - 300, 4000 + 300);
}

static void dice_are_siphash(void **state)
{
    (void)state;
    /* The published vector for eight bytes: key 00..0f, message 00..07. */
    const uint64_t key[2] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
    assert_true(dice_number(key, 0x0706050403020100u) == 0x93f5f5799a932462u);
    for (uint64_t n = 0; n < 1000; n++)
        assert_true(dice_below(key, n, 7) < 7);
}

static const struct CMUnitTest tests[] = {
    RULE("P1.2 names have 1 to 24 characters and are unique at a table", names),
    RULE("P1.2 names that differ in capitals or spaces alone are the same", names_alike),
    RULE("P1.2 names have no characters that cannot be seen", names_are_seen),
    RULE("P1.3 players tell that they are ready; P1.4 the start does not wait for it", ready),
    RULE("P1.3 whoever is ready stays ready wherever they sit, and nobody else becomes ready",
         ready_moves_with_its_player),
    RULE("P1.3 a bot that plays a seat is not ready for its player", a_bot_is_not_ready),
    RULE("P1.3 if the host leaves, the next person present becomes host", the_next_host),
    RULE("P1.3 the host hands over to a person, never to a bot", who_can_be_host),
    RULE("P1.3 the host removes anybody, everybody else themselves", who_removes_whom),
    RULE("P1.3 in a game, nobody is removed from a bot's seat", a_bot_is_not_removed),
    RULE("P1.3 the host changes the circle of seats before the start, everybody in one place", the_circle),
    RULE("P7.3 a bot's seat can be taken, a person's cannot, away or not", seats_of_bots),
    RULE("P1.3 the first person is the host", the_first_person_is_host),
    RULE("P1.3 nobody sits down at a locked table, but its host seats bots", locked_tables),
    RULE("P1.4 the start is refused while the number of seats does not fit", seats_and_start),
    RULE("P2.2 others see at once that somebody is away", away_and_back),
    RULE("P2.4 a pause begins when all present agree; then nothing can be done", pause_when_all_agree),
    RULE("P2.4 a pause ends when anyone resumes, after a count of 3", count_of_three),
    RULE("P2.4, P4.3 a stop during the countdown starts the pause over, from its first moment",
         stopped_again_while_it_is_counted),
    RULE("P2.4 bots and people who are away are not asked", absent_and_bots_are_not_asked),
    RULE("P2.4 there is no pause before and after the game", no_pause_outside_the_game),
    RULE("P2.4 nobody pauses a game that is lost by going away", no_pause_by_leaving_too_late),
    RULE("P3.1 talk is open, gestures or silent", three_states_of_talk),
    RULE("P1.8 a bot does not change its name in the middle of a game", names_say_nothing),
    RULE("P1.8 who sits down in silence has no name until everybody may talk", nameless_in_silence),
    RULE("P3.2 what is said has 200 characters at most, as people count them", as_long_as_people_say),
    RULE("P3.2 a text sent too late is refused, told to its author alone", told_to_its_author_alone),
    RULE("P3.3 in the lobby and after the end talk is open for all", open_outside_the_game),
    RULE("P3.3 a pause shuts words and gestures; what was open opens again after the count", shut_in_a_pause),
    RULE("P3.3 in a pause everybody can use table phrases, one in 5 s", table_phrases),
    RULE("P3.3 table phrases are read in every language", table_phrases_in_every_language),
    RULE("P3.3 a pause does not end a discussion", pause_ends_no_discussion),
    RULE("P5.2 a shuffle is a fair permutation", shuffles_are_fair),
    RULE("P5.2 the dice are SipHash-2-4", dice_are_siphash),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
