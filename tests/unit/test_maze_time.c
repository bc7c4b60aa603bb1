/* tests/unit/test_maze_time.c -- Magic Maze, rule by rule: the hourglass (M5) and talk (M6). */
#include "tests/help/maze_bench.h"

enum { START_MS = 1000 }; /* when bench_start turns the hourglass */

/* Brings a hero to an hourglass space that can be entered from the south. */
static refusal_t flip_with(seat_t by, uint8_t hero, uint8_t tile)
{
    put(hero, tile, 7);
    return move(by, hero, tile, 3);
}

static int64_t left_ms(void)
{
    return maze.deadline(TRUTH) - bench.now_ms;
}

/* ---- M5 time ---- */

static void holds_180_s(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    assert_int_equal(left_ms(), 180000);
    assert_true(maze.deadline(VIEW(2)) == START_MS + 180000);
    bench.now_ms = START_MS + 179999;
    OK(move(1, BARBARIAN, 1, 1));
    bench.now_ms = START_MS + 180000;
    NO(too_late, move(1, BARBARIAN, 1, 5));
}

static void flip_turns_elapsed_into_remaining(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    lay(4, 1, NORTH);
    lay(2, 1, EAST);
    bench.now_ms = START_MS + 130001; /* 49999 ms are left */
    OK(flip_with(1, BARBARIAN, 1));
    assert_int_equal(BODY(happened(EV_hourglass_flipped), hourglass_flipped)->left_ms, 130001);
    assert_int_equal(left_ms(), 130001);
    bench.now_ms += 30000; /* 100001 ms are left */
    OK(flip_with(1, BARBARIAN, 4));
    assert_int_equal(left_ms(), 180000 - 100001);
    assert_true(maze.deadline(VIEW(SEAT_GALLERY)) == maze.deadline(TRUTH));
    OK(tick_at(bench.now_ms + 79998));
    assert_int_equal(TRUTH->ending, 0);
    OK(tick_at(bench.now_ms + 1));
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
}

static void pauses_do_not_count(void **state)
{
    (void)state;
    bench_start(1, RULE_TALK_ALWAYS, 0);
    bench.now_ms = START_MS + 60000;
    OK(ASKED(1, ask_pause, 0));
    bench.now_ms += 500000;
    OK(ASKED(1, resume, 0));
    OK(tick_at(bench.now_ms + 3000));
    bench.now_ms += 10000; /* 70 s have run, in two parts */
    HAPPEN(&bench.watch, bench.now_ms, action_turned, .action = action_north, .index = 0);
    OK(flip_with(1, BARBARIAN, 1));
    assert_int_equal(left_ms(), 70000);
}

static void flip_may_hurt(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms = START_MS + 10000;
    OK(flip_with(1, ELF, 1));
    assert_int_equal(left_ms(), 10000); /* 170 s were left: it is flipped all the same */
    assert_true(mall_used(TRUTH, PLACE(1, 3)));
    assert_true(mall_used(VIEW(2), PLACE(1, 3))); /* an out-of-order token, for all to see */
    assert_int_equal(TRUTH->spaces_used, 1);
    put(ELF, 1, 15);
    bench.now_ms += 2000;
    OK(flip_with(1, BARBARIAN, 1)); /* out of order: nothing happens */
    assert_null(happened(EV_hourglass_flipped));
    assert_int_equal(left_ms(), 8000);
    assert_int_equal(TRUTH->spaces_used, 1);
}

static void other_hourglasses(void **state)
{
    (void)state;
    static const uint16_t sand[] = {0, 180, 240, 300};
    for (int i = 0; i < 4; i++) {
        bench_seats(2);
        bench_offer(TILES_TO(12), 1);
        struct scenario asked = {.number = 2, .sand_s = sand[i]};
        OK(bench_set_up(&asked));
        OK(turn_hourglass(1));
        int64_t holds_ms = (sand[i] ? sand[i] : 180) * 1000;
        assert_int_equal(left_ms(), holds_ms);
        assert_int_equal(VIEW(SEAT_GALLERY)->scenario.sand_s, holds_ms / 1000); /* the entry can be marked */
        bench.now_ms += 100000;
        deal(2, (uint8_t[]){ALL_ACTIONS, 0});
        OK(flip_with(1, DWARF, 1));
        assert_int_equal(left_ms(), 100000); /* what has run, whatever the glass holds */
    }
    bench_seats(2);
    bench_offer(TILES_TO(12), 1);
    struct scenario asked = {.number = 2, .sand_s = 200};
    NO(bad_sand, bench_set_up(&asked));
    assert_false(TRUTH->ready);
}

/* ---- M6 talk ---- */

static void assert_talk(seats_t words, seats_t gestures)
{
    for (seat_t seat = 1; seat <= TRUTH->presence.seats; seat++)
        for (seat_t who = 0; who <= TRUTH->presence.seats; who++) { /* everybody knows who hears whom */
            const struct state *known = who ? VIEW(who) : TRUTH;
            assert_int_equal(maze.hears(known, seat, CHANNEL_TEXT), words);
            assert_int_equal(maze.hears(known, seat, CHANNEL_VOICE), words);
            assert_int_equal(maze.hears(known, seat, CHANNEL_REACTION), gestures);
            assert_int_equal(maze.hears(known, seat, CHANNEL_POINT), gestures);
        }
}

static void silence_while_sand_runs(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    assert_talk(0, 0);
    NO(silence, say(1, "North!"));
    NO(silence, ASKED(2, react, .reaction = reaction_hurry));
    NO(silence, ASKED(3, point_at, .tile = 1, .space = 2));
    OK(ASKED(3, stare_at, .seat = 1));
    for (seat_t who = 0; who <= 3; who++) /* everybody sees who stares at whom */
        assert_int_equal(VIEW(who)->stare[3], 1);
    OK(ASKED(3, stare_at, .seat = 0)); /* and looks away */
    assert_int_equal(VIEW(2)->stare[3], 0);
    NO(not_yourself, ASKED(3, stare_at, .seat = 3));
    NO(no_such, ASKED(3, stare_at, .seat = 4));
    OK(ASKED(2, place_pawn, .seat = 3));
}

static void the_pawn(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    OK(ASKED(1, place_pawn, .seat = 2));
    for (seat_t who = 0; who <= 3; who++)
        assert_int_equal(VIEW(who)->pawn, 2);
    OK(ASKED(2, place_pawn, .seat = 3)); /* at once on to another */
    OK(ASKED(1, place_pawn, .seat = 2)); /* anybody, wherever it stands */
    NO(not_yourself, ASKED(3, place_pawn, .seat = 3));
    NO(no_such, ASKED(3, place_pawn, .seat = 4));
    NO(no_such, ASKED(3, place_pawn, .seat = 0));
    assert_int_equal(TRUTH->pawn, 2);
}

static void only_while_it_is_played(void **state)
{
    (void)state;
    bench_seats(3);
    NO(not_now, ASKED(1, place_pawn, .seat = 2)); /* nothing is set up */
    NO(not_now, ASKED(1, stare_at, .seat = 2));
    bench_own(0, 0);
    OK(ASKED(1, place_pawn, .seat = 2));
    OK(ASKED(1, stare_at, .seat = 2));
    OK(turn_hourglass(1));
    OK(tick_at(maze.deadline(TRUTH)));
    NO(not_now, ASKED(2, place_pawn, .seat = 1)); /* over */
    NO(not_now, ASKED(2, stare_at, .seat = 1));
    assert_int_equal(TRUTH->pawn, 2);
}

static void flip_opens_talk(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    bench.now_ms = START_MS + 100000;
    OK(flip_with(1, BARBARIAN, 1));
    assert_talk(0xf, 0xf);
    bench.now_ms += 20000;
    OK(say(2, "Violet goes west"));
    assert_int_equal(left_ms(), 80000); /* the sand runs on */
    NO(no_action, move(2, ELF, 1, 8));
    NO(wall, move(1, ELF, 1, 10));
    assert_talk(0xf, 0xf); /* what is refused is no action taken */
    OK(move(1, ELF, 1, 8));
    assert_at(ELF, 1, 8); /* carried out */
    assert_talk(0, 0);
    NO(silence, say(3, "Wait"));
}

static void not_actions(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    bench.now_ms += 80000;
    OK(flip_with(1, BARBARIAN, 1));
    OK(ASKED(1, place_pawn, .seat = 2));
    OK(ASKED(2, stare_at, .seat = 3));
    OK(say(3, "Me?"));
    OK(ASKED(1, react, .reaction = reaction_yes));
    OK(ASKED(1, point_at, .tile = 1, .space = 11));
    OK(ASKED(2, ask_pause, 0));
    assert_talk(0xf, 0xf);
}

static refusal_t move_having_seen(seat_t by, seq_t seen, uint8_t hero, uint8_t tile, uint8_t space)
{
    ASK(&bench_input, by, move_hero, .hero = hero, .tile = tile, .space = space);
    bench_input.seen = seen;
    return bench_ask(&bench_input);
}

static void acting_on_old_knowledge(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    deal(3, (uint8_t[]){ALL_ACTIONS, ALL_ACTIONS, 0});
    put(BARBARIAN, 1, 7);
    bench.now_ms += 80000;
    seq_t before = bench.watch.table.story[2];
    OK(move(1, BARBARIAN, 1, 3)); /* flips */
    seq_t after = bench.watch.table.story[2];
    NO(too_old, move_having_seen(2, before, ELF, 1, 8));
    NO(too_old, move_having_seen(2, after - 1, ELF, 1, 8));
    assert_talk(0xf, 0xf);
    assert_at(ELF, 1, 9);
    OK(move_having_seen(2, after, ELF, 1, 8));
    assert_talk(0, 0);
    OK(move_having_seen(1, before, ELF, 1, 9)); /* once it is over, old knowledge harms nobody */
}

static void old_knowledge_of_hands(void **state)
{
    (void)state;
    bench_start(2, RULE_PASS_LEFT, 0);
    deal(2, (uint8_t[]){N | S | E | W, X});
    put(BARBARIAN, 1, 7);
    bench.now_ms += 80000;
    seq_t before = bench.watch.table.story[1];
    OK(move(1, BARBARIAN, 1, 3));
    NO(too_old, move_having_seen(1, before, ELF, 1, 8)); /* not: you do not hold that */
    NO(no_action, move(1, ELF, 1, 8));
}

static void messages_hidden_from_a_seat(void **state)
{
    (void)state;
    bench_start(3, 0, 0); /* stories of different lengths: seat 1 alone heard something */
    struct event e = {.at_ms = bench.now_ms, .seq = bench.watch.table.count + 1, .to = SEAT(1)};
    e.kind = EV_reacted;
    e.size = sizeof(struct reacted);
    memcpy(e.body, &(struct reacted){.by = 1, .reaction = reaction_yes}, sizeof(struct reacted));
    assert_true(table_restore(&bench.watch.table, &e));
    watch_show(&bench.watch);
    assert_int_equal(bench.watch.table.story[1], bench.watch.table.story[2] + 1);
    deal(3, (uint8_t[]){ALL_ACTIONS, ALL_ACTIONS, 0});
    put(BARBARIAN, 1, 7);
    bench.now_ms += 80000;
    seq_t before = bench.watch.table.story[2];
    OK(move(1, BARBARIAN, 1, 3));
    seq_t after = bench.watch.table.story[2];
    NO(too_old, move_having_seen(2, before, ELF, 1, 8));
    NO(too_old, move_having_seen(2, after - 1, ELF, 1, 8));
    OK(move_having_seen(2, after, ELF, 1, 8)); /* numbers of its own story */
}

/* ---- the table ends it (P1.9) ---- */

static void ended_by_all(void **state)
{
    struct result of[VIEWS] = {{0}};
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms += 5000;
    OK(move(1, ELF, 1, 8)); /* from now on it is silent */
    OK(ASKED(1, ask_end, 0));
    NO(silence, say(1, "Shall we stop?"));
    OK(ASKED(2, ask_end, 0));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(BODY(happened(EV_game_ended), game_ended)->left_ms, 175000);
    OK(say(2, "Another one?"));
    maze.winners(TRUTH, of);
    assert_int_equal(of[1].how, HOW_ABANDONED);
    assert_int_equal(of[2].why, ending_abandoned);
    assert_true(maze.sound(TRUTH));
    assert_int_equal(maze.deadline(TRUTH), INT64_MAX);
}

static void ended_before_the_start(void **state)
{
    (void)state;
    bench_seats(1);
    NO(not_now, ASKED(1, ask_end, 0));
    bench_own(0, 0);
    OK(ASKED(1, ask_end, 0));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    NO(over, turn_hourglass(1));
}

static void ended_while_paused(void **state)
{
    (void)state;
    bench_start(1, 0, 0);
    OK(ASKED(1, ask_pause, 0));
    bench.now_ms += 5000;
    OK(ASKED(1, ask_end, 0));
    assert_false(TRUTH->clock.stopped);
    assert_int_equal(BODY(happened(EV_game_ended), game_ended)->left_ms, 180000);
    OK(say(1, "That was that."));
}

static void lost_is_lost(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    bench.now_ms += 170000;
    OK(ASKED(1, ask_end, 0));
    bench.now_ms += 10000;
    NO(too_late, ASKED(2, ask_end, 0));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 2, .away = 1));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1));
    assert_int_equal(TRUTH->ending, 0);
    OK(tick_at(bench.now_ms));
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
}

/* P7.3: there is nothing to hide but the name, while nobody may talk (P1.8). */
static void bots_are_replaced_freely(void **state)
{
    struct seat_player asked = {.seat = 2};
    (void)state;
    bench_start(2, 0, 0);
    OK(ASKED(1, remove_player, .seat = 2));
    NO(not_now, ASKED(SEAT_SERVER, want_seat, .seat = 2));
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &asked, sizeof asked);
    OK(bench_ask(&bench_input));
}

static const struct CMUnitTest tests[] = {
    RULE("M5.1 the hourglass holds 180 s of sand", holds_180_s),
    RULE("M5.2 flipping turns the elapsed time into the remaining time", flip_turns_elapsed_into_remaining),
    RULE("M5.2 time spent in a pause has not elapsed", pauses_do_not_count),
    RULE("M5.3 entering an hourglass space in order flips at once, even when it hurts", flip_may_hurt),
    RULE("M5.4 tables may choose an hourglass of 240 or 300 s, and the entry shows it", other_hourglasses),
    RULE("M6.1 while the sand runs nobody talks, points or signs, but all see stares",
         silence_while_sand_runs),
    RULE("M6.2 anybody puts the pawn in front of any other player at any time", the_pawn),
    RULE("M6.2, M6.1 the pawn and stares belong to a game that is set up and not over",
         only_while_it_is_played),
    RULE("M6.3 a flip opens talk until the first action, which is carried out; the sand runs on",
         flip_opens_talk),
    RULE("M6.4 pawn, stares and talk do not end a discussion", not_actions),
    RULE("M6.5 an action by a player who had not yet seen the flip is too old", acting_on_old_knowledge),
    RULE("M6.5 that holds also when the flip took the action away", old_knowledge_of_hands),
    RULE("M6.5 what a player has seen is counted in the player's own story", messages_hidden_from_a_seat),
    RULE("P1.9 the table ends a game; nobody has won or lost, and talk opens", ended_by_all),
    RULE("P1.9 also before the hourglass is turned", ended_before_the_start),
    RULE("P1.9 and in a pause, which ends with it", ended_while_paused),
    RULE("P1.9 P4.2 but not when the sand has run out", lost_is_lost),
    RULE("P5.4 P7.3 in Magic Maze a person takes a bot's seat without asking", bots_are_replaced_freely),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
