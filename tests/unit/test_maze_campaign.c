/* tests/unit/test_maze_campaign.c -- Magic Maze, rule by rule: the campaign (M7). */
#include "tests/help/maze_scene.h"

static void start_scenario(int players, int number)
{
    bench_seats(players);
    OK(bench_scenario(number, 0, 0));
    deal(players, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000; /* so that a flip leaves something */
}

static void assert_tiles(int highest, int side)
{
    assert_int_equal(TRUTH->scenario.tiles, TILES_TO(highest));
    assert_int_equal(TRUTH->pile_count, highest - 1);
    assert_int_equal(TRUTH->mall[1].face.side, side);
}

static void scenario_1(void **state)
{
    (void)state;
    start_scenario(3, 1);
    assert_tiles(9, 1);
    OK(say(2, "Talk as we play")); /* throughout */
    put(ELF, 1, 15);
    OK(move(1, ELF, 1, 14));
    OK(say(3, "and after an action"));
    lay(5, 1, NORTH);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    put_all(PLACE(1, 8), PLACE(1, 9), PLACE(1, 13), PLACE(1, 14));
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        OK(enter(hero, 5, space_exit_violet)); /* used by all heroes */
        assert_non_null(happened(EV_hero_left));
    }
    assert_int_equal(TRUTH->ending, ending_escaped);
}

static void scenario_2(void **state)
{
    (void)state;
    static const uint8_t tile[] = {0, 10, 5, 11, 12};
    start_scenario(3, 2);
    assert_tiles(12, 1);
    NO(silence, say(2, "No more"));
    lay(10, 1, NORTH), lay(5, 1, EAST), lay(11, 1, SOUTH), lay(12, 1, WEST);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        for (uint8_t colour = BARBARIAN; colour <= DWARF; colour++) {
            if (hero == colour)
                continue;
            put_all(PLACE(1, 8), PLACE(1, 9), PLACE(1, 13), PLACE(1, 14));
            OK(enter(hero, tile[colour], space_exit_yellow + colour - 1));
            assert_null(happened(EV_hero_left)); /* not by an exit of another colour */
        }
    put_all(PLACE(1, 8), PLACE(1, 9), PLACE(1, 13), PLACE(1, 14));
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        OK(enter(hero, tile[hero], space_exit_yellow + hero - 1));
        assert_int_equal(BODY(happened(EV_hero_left), hero_left)->hero, hero);
    }
    assert_int_equal(TRUTH->ending, ending_escaped);
}

static void scenario_3(void **state)
{
    (void)state;
    for (int players = 2; players <= 8; players++) {
        uint8_t held[9], all = 0;
        start_scenario(players, 3);
        assert_tiles(12, 1);
        for (int i = 0; i < players; i++)
            held[i] = (uint8_t)(1 << (i % 7)); /* the first seat holds N */
        deal(players, held);
        put_all(PLACE(1, 7), PLACE(1, 12), PLACE(1, 9), PLACE(1, 14));
        OK(move(1, BARBARIAN, 1, 3)); /* flips */
        assert_non_null(happened(EV_actions_passed));
        for (seat_t seat = 1; seat <= players;
             seat++) { /* to the left is the next number; the last is beside the first */
            assert_int_equal(TRUTH->may[seat % players + 1], held[seat - 1]);
            assert_int_equal(VIEW(SEAT_GALLERY)->may[seat % players + 1], held[seat - 1]);
            all |= TRUTH->may[seat];
        }
        assert_true(all & N);
        if (players < 8) /* the eighth had held N too */
            NO(no_action, move(1, ELF, 1, 5));
        OK(move(2, ELF, 1, 5));
    }
    start_scenario(3, 2); /* not in the scenarios before */
    put_all(PLACE(1, 7), PLACE(1, 9), PLACE(1, 13), PLACE(1, 14));
    OK(move(1, BARBARIAN, 1, 3));
    assert_null(happened(EV_actions_passed));
}

static void every_later_scenario_passes(void **state)
{
    (void)state;
    for (int number = 3; number <= SCENARIOS; number++) {
        bench_seats(3);
        OK(bench_scenario(number, number > CAMPAIGN ? 12 : 0, 0));
        if (number == 9)
            continue; /* M8.3 has a test of its own */
        deal(3, (uint8_t[]){ALL_ACTIONS, X, V});
        OK(turn_hourglass(1));
        bench.now_ms += 80000;
        if (TRUTH->scenario.rules & RULE_DIMENSIONS)
            put_all(PLACE(3, 5), PLACE(3, 6), PLACE(1, 7), PLACE(1, 9));
        else
            put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 7), PLACE(1, 9));
        if (TRUTH->scenario.rules & RULE_DISCARD)
            lay(7, 1, EAST), lay(8, 1, SOUTH);
        OK(move(1, ELF, 1, 3));
        assert_non_null(happened(EV_hourglass_flipped));
        assert_int_equal(TRUTH->may[2], ALL_ACTIONS);
        assert_int_equal(TRUTH->may[3], X);
        assert_int_equal(TRUTH->may[1], V);
    }
}

static void small_passages(void **state)
{
    (void)state;
    start_scenario(2, 4);
    assert_tiles(14, 1);
    lay(13, 1, NORTH); /* orange walls south of its spaces 5 and 6 */
    put_all(PLACE(1, 8), PLACE(1, 9), PLACE(1, 13), PLACE(1, 14));
    for (uint8_t hero = BARBARIAN; hero <= ELF; hero++) {
        put(hero, 13, 5);
        NO(wall, move(1, hero, 13, 9));
        put(hero, 13, 9);
        NO(wall, move(1, hero, 13, 5));
        put(hero, 1, (uint8_t)(8 + hero));
    }
    put(DWARF, 13, 5);
    OK(move(1, DWARF, 13, 9));
    OK(move(1, DWARF, 13, 1));       /* both ways, and on */
    bench_start(2, 0, TILES_TO(13)); /* without the rule they are walls for him too */
    lay(13, 1, NORTH);
    put(DWARF, 13, 5);
    NO(wall, move(1, DWARF, 13, 9));
}

static void elf_opens_talk(void **state)
{
    (void)state;
    start_scenario(3, 4);
    put_all(PLACE(1, 2), PLACE(1, 9), PLACE(1, 11), PLACE(1, 14));
    OK(explore(1, BARBARIAN, 1, 2));
    assert_int_equal(maze.hears(VIEW(2), 2, CHANNEL_TEXT), 0);
    OK(explore(1, ELF, 1, 11));
    assert_non_null(happened(EV_talk_changed));
    assert_int_equal(maze.hears(VIEW(2), 2, CHANNEL_TEXT), 0xf);
    OK(say(2, "Bravo"));
    OK(move(1, DWARF, 1, 15)); /* as after a flip: the first action ends it */
    NO(silence, say(2, "Oh"));
    start_scenario(3, 3); /* not in the scenarios before */
    put_all(PLACE(1, 2), PLACE(1, 9), PLACE(1, 11), PLACE(1, 14));
    OK(explore(1, ELF, 1, 11));
    NO(silence, say(2, "Bravo"));
}

static void scenario_5_pile(void **state)
{
    (void)state;
    start_scenario(2, 5);
    assert_tiles(15, 2);
    assert_int_equal(TRUTH->pile[13], 15);
    assert_int_equal(VIEW(1)->pile[13], 15); /* known to all */
    assert_int_equal(VIEW(1)->pile[12], 0);
}

static void put_on_ball(void)
{
    put(SORCERESS, 15, find(15, space_ball));
}

static void start_ball(void)
{
    bench_start(3, RULE_BALL | RULE_ELF, TILES_TO(15) & ~(1u << 13));
    STACK(2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14, 5, 15);
    lay(15, 1, NORTH);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 10));
}

static void ball_lays_two(void **state)
{
    (void)state;
    start_ball();
    NO(no_ball, gaze(1, 1, 11)); /* she does not stand there */
    put(BARBARIAN, 15, find(15, space_ball));
    NO(no_ball, gaze(1, 1, 11)); /* other heroes get nothing from it */
    put(BARBARIAN, 1, 8);
    put_on_ball();
    NO(no_action, gaze(2, 1, 11));
    NO(not_exploration, gaze(1, 1, 6));
    NO(nowhere, gaze(1, 1, 2)); /* used: tile 15 lies there */
    NO(no_such, gaze(1, 9, 2));
    OK(gaze(1, 1, 11)); /* of any colour, nobody stands there */
    uint8_t first = BODY(happened(EV_tile_laid), tile_laid)->tile;
    assert_int_equal(first, 5);
    assert_true(BODY(happened(EV_tile_laid), tile_laid)->ball);
    assert_true(mall_used(TRUTH, TRUTH->hero_at[SORCERESS - 1])); /* the first tile uses the ball */
    OK(move(1, DWARF, 1, 14));                                    /* it may be done later */
    uint8_t against = 255;
    for (int d = 0; d < DIRECTIONS; d++)
        if (mall_unexplored(TRUTH, PLACE(first, face_crossing[d])))
            against = face_crossing[d];
    OK(gaze(1, first, against)); /* the second against the first */
    NO(no_ball, gaze(1, 1, 13)); /* out of order */
    put(SORCERESS, 1, 12);
    put_on_ball();
    NO(no_ball, gaze(1, 1, 13)); /* for good */
}

static void ball_second_ends(void **state)
{
    (void)state;
    start_ball();
    put_on_ball();
    OK(gaze(1, 1, 11));
    uint8_t on = find(15, space_ball), off = beside(15, on);
    OK(move(1, SORCERESS, 15, off));
    OK(move(1, SORCERESS, 15, on));
    NO(no_ball, gaze(1, 1, 13)); /* she has moved */
    start_ball();
    put_on_ball();
    OK(gaze(1, 1, 11));
    put(DWARF, 1, 13);
    OK(explore(1, DWARF, 1, 13)); /* somebody explores in the ordinary way */
    NO(no_ball, gaze(1, 1, 4));
    start_ball();
    put_on_ball();
    put(DWARF, 1, 13);
    OK(explore(1, DWARF, 1, 13)); /* before the first it changes nothing */
    OK(gaze(1, 1, 11));
    OK(gaze(1, 1, 4));
}

static void ball_and_elf(void **state)
{
    (void)state;
    start_ball();
    put_on_ball();
    put(ELF, 1, 11);
    OK(gaze(1, 1, 11)); /* where the elf stands: they do not combine */
    assert_null(happened(EV_talk_changed));
    NO(silence, say(2, "Bravo"));
}

static void ball_only_by_rule(void **state)
{
    (void)state;
    bench_start(2, 0, TILES_TO(15));
    lay(15, 1, NORTH);
    put_on_ball();
    NO(no_ball, gaze(1, 1, 11));
}

static void cameras(void **state)
{
    (void)state;
    start_scenario(2, 6);
    assert_tiles(17, 2);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    lay(16, 1, NORTH);
    OK(enter(ELF, 1, space_hourglass)); /* one camera does not watch enough */
    lay(4, 1, SOUTH);
    lay(17, 1, EAST);
    assert_int_equal(TRUTH->cameras, 2);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        NO(watched, enter(hero, 4, space_hourglass));
        put(hero, 1, (uint8_t)(7 + hero));
    }
    for (uint8_t hero = SORCERESS; hero <= DWARF; hero++) {
        OK(enter(hero, 16, space_camera)); /* others cannot put it out of order */
        put(hero, 1, (uint8_t)(7 + hero));
    }
    assert_int_equal(VIEW(2)->cameras, 2);
    NO(watched, enter(ELF, 4, space_hourglass));
    OK(enter(BARBARIAN, 16, space_camera));
    assert_non_null(happened(EV_camera_broken));
    assert_int_equal(VIEW(2)->cameras, 1);
    assert_true(mall_used(VIEW(2), TRUTH->hero_at[BARBARIAN - 1]));
    OK(enter(ELF, 4, space_hourglass));
    assert_non_null(happened(EV_hourglass_flipped));
    put(BARBARIAN, 1, 8);
    OK(enter(BARBARIAN, 16, space_camera));
    assert_null(happened(EV_camera_broken)); /* once */
}

static const char gallery[] = "+---+---+   +---+\n"
                              "|### ###|?y |@g |\n"
                              "+---+---+   +   +\n"
                              " ?v  c   h      |\n" /* a camera on the way to an hourglass space */
                              "+   +   +   +   +\n"
                              "|            ?g\n"
                              "+---+   +   +---+\n"
                              "|###|?o |  1   1|\n"
                              "+---+   +---+---+\n";

static void passing_a_camera(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(1, gallery);
    bench_own(RULE_CAMERAS, TILES_TO(16));
    deal(2, (uint8_t[]){ALL_ACTIONS, 0});
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    lay(16, 1, NORTH);
    assert_int_equal(TRUTH->cameras, 2);
    put_all(PLACE(1, 8), PLACE(1, 4), PLACE(1, 9), PLACE(1, 14));
    NO(watched, move(1, SORCERESS, 1, 6));
    put_all(PLACE(1, 4), PLACE(1, 8), PLACE(1, 9), PLACE(1, 14));
    static struct input offered[LEGAL_MAX];
    int count = maze.legal(VIEW(1), 1, offered, LEGAL_MAX), there = 0;
    for (int i = 0; i < count; i++) {
        const struct move_hero *asked = BODY(&offered[i], move_hero);
        there += offered[i].kind == CMD_move_hero && asked->hero == BARBARIAN && asked->space == 6;
    }
    assert_int_equal(there, 1);
    OK(move(1, BARBARIAN, 1, 6)); /* he breaks one on the way: the other alone does not watch */
    assert_non_null(happened(EV_camera_broken));
    assert_non_null(happened(EV_hourglass_flipped));
    assert_int_equal(TRUTH->cameras, 1);
}

static void two_cameras_on_a_tile(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(16, "+---+---+---+---+\n"
                   "|c              |\n"
                   "+   +   +   +   +\n"
                   " ?g             |\n"
                   "+   +   +   +   +\n"
                   "|               |\n"
                   "+   +   +   +   +\n"
                   "|    ^       c  |\n"
                   "+---+   +---+---+\n");
    bench_own(RULE_CAMERAS, TILES_TO(16));
    deal(2, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    lay(16, 1, NORTH);
    assert_int_equal(TRUTH->cameras, 2);
    put_all(PLACE(16, 4), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    NO(watched, enter(ELF, 1, space_hourglass));
    put(ELF, 1, 9);
    OK(move(1, BARBARIAN, 16, 0));
    assert_int_equal(TRUTH->cameras, 1);
    OK(enter(ELF, 1, space_hourglass));
}

static void cameras_only_by_rule(void **state)
{
    (void)state;
    bench_start(2, 0, TILES_TO(17));
    lay(16, 1, NORTH), lay(17, 1, EAST);
    bench.now_ms += 80000;
    OK(enter(ELF, 1, space_hourglass));
    OK(enter(BARBARIAN, 16, space_camera));
    assert_null(happened(EV_camera_broken));
}

static void scenario_7(void **state)
{
    (void)state;
    start_scenario(2, 7);
    assert_tiles(19, 2);
    lay(16, 1, NORTH), lay(17, 1, EAST), lay(18, 1, SOUTH), lay(19, 1, WEST);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    for (uint8_t tile = 16; tile <= 19; tile++) {
        assert_int_equal(TRUTH->cameras, 20 - tile);
        if (tile < 19)
            NO(watched, enter(ELF, 1, space_hourglass));
        put(ELF, 1, 9);
        OK(enter(BARBARIAN, tile, space_camera));
        put(BARBARIAN, 1, 8);
        if (tile == 18)
            OK(enter(ELF, 1, space_hourglass)); /* one of four is left */
    }
    static const uint32_t kept = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL | RULE_CAMERAS;
    assert_int_equal(TRUTH->scenario.rules, kept); /* each keeps the rules of those before */
}

static void used_spaces_are_ordinary(void **state)
{
    (void)state;
    start_scenario(2, 6);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    OK(enter(ELF, 1, space_hourglass));
    lay(16, 1, NORTH), lay(17, 1, EAST);
    put(ELF, 1, 9);
    OK(enter(DWARF, 1, space_hourglass)); /* watched, but used */
    assert_null(happened(EV_hourglass_flipped));
}

static void each_keeps_the_rules_before(void **state)
{
    (void)state;
    static const uint32_t rules[] = {
        [1] = RULE_TALK_ALWAYS | RULE_ONE_EXIT, /* these two are of the first alone */
        [2] = 0,
        [3] = RULE_PASS_LEFT,
        [4] = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF,
        [5] = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL,
        [6] = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL | RULE_CAMERAS,
    };
    for (int number = 1; number <= 6; number++) {
        start_scenario(2, number);
        assert_int_equal(TRUTH->scenario.rules, rules[number]);
    }
}

static const struct CMUnitTest tests[] = {
    RULE("M7.1 scenario 1: tiles 2-9, face A, the violet exit for all, talk throughout", scenario_1),
    RULE("M7.2 scenario 2: tiles 2-12, face A, each hero leaves by the exit of its colour", scenario_2),
    RULE("M7.3 scenario 3: at each flip everybody passes their action tiles to the left", scenario_3),
    RULE("M7.3 and so they do in every scenario after it", every_later_scenario_passes),
    RULE("M7.4 scenario 4: only the dwarf goes through small passages", small_passages),
    RULE("M7.4 scenario 4: exploring with the elf opens talk as after a flip", elf_opens_talk),
    RULE("M7.5 scenario 5: tiles 2-14 with 15 on top, face B", scenario_5_pile),
    RULE("M7.5 on the ball the sorceress lets one or two tiles be laid anywhere", ball_lays_two),
    RULE("M7.5 the second may follow until she moves or somebody explores", ball_second_ends),
    RULE("M7.5 elf and ball do not combine", ball_and_elf),
    RULE("M7.5 before scenario 5 a ball is an ordinary space", ball_only_by_rule),
    RULE("M7.6 scenario 6: two cameras in order keep heroes off hourglass spaces, the barbarian breaks them",
         cameras),
    RULE("M7.6 a camera that the barbarian passes is out of order when he goes on (M4.8)", passing_a_camera),
    RULE("M7.6 every camera counts, even two on one tile of a custom set", two_cameras_on_a_tile),
    RULE("M7.6 before scenario 6 cameras do nothing", cameras_only_by_rule),
    RULE("M7.7 scenario 7: tiles 2-19, face B, four cameras", scenario_7),
    RULE("M7.7 each scenario keeps the rules of those before", each_keeps_the_rules_before),
    RULE("M7.8 a used hourglass space is an ordinary space even when watched", used_spaces_are_ordinary),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
