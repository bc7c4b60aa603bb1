/* tests/unit/test_maze_arriving.c -- Magic Maze, rule by rule: what arriving on a space causes, and what an
 * action ends, if it is an escalator or a vortex and not a step (M4.3, M4.4). */
#include "tests/help/maze_scene.h"

/* Escalators, each the only way to its space: 4 to the hourglass, 5 to the item, 7 to the exit, 9 to the
 * camera. */
static const char stairwell[] = "+---+---+   +---+\n"
                                "|h 1|*y2|?g |xy3|\n"
                                "+---+---+   +---+\n"
                                "|  1   2       3|\n"
                                "+---+   +   +   +\n"
                                "|c 4|  4        |\n"
                                "+---+   +   +   +\n"
                                "|    ^          |\n"
                                "+---+   +---+---+\n";

/* The same to the ball and to the exploration space. */
static const char tower[] = "+---+---+   +---+\n"
                            "|b 1|*v |?y2|   |\n"
                            "+---+   +---+   +\n"
                            "|  1           2|\n"
                            "+   +   +   +   +\n"
                            "|               |\n"
                            "+   +   +   +   +\n"
                            "|    ^          |\n"
                            "+---+   +---+---+\n";

enum { STAIRWELL = 2, TOWER = 3 };
enum {
    TO_HOURGLASS = 4,
    TO_ITEM = 5,
    TO_EXIT = 7,
    TO_CAMERA = 9,
    HOURGLASS = 0,
    ITEM = 1,
    EXIT = 3,
    CAMERA = 8
};

/* Three players who hold everything, and 80 s of sand run. */
static void start(uint32_t rules)
{
    bench_seats(3);
    bench_draw(STAIRWELL, stairwell), bench_draw(TOWER, tower);
    bench_own(rules, TILES_TO(17));
    deal(3, everything);
    STACK(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 3, 2);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 10));
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    lay(STAIRWELL, 1, NORTH), lay(TOWER, 1, EAST);
}

/* A space of the tower as it lies: it is turned. */
static uint8_t in_tower(int kind)
{
    return find(TOWER, kind);
}

static uint8_t other_end(uint8_t tile, uint8_t space)
{
    return PLACE_SPACE(mall_escalator(TRUTH, PLACE(tile, space)));
}

static refusal_t ride(uint8_t hero, uint8_t from, uint8_t to)
{
    put(hero, STAIRWELL, from);
    return escalator(1, hero, STAIRWELL, to);
}

static bool is_offered(uint16_t kind, uint8_t hero)
{
    static struct input offered[LEGAL_MAX];
    for (int i = maze.legal(VIEW(1), 1, offered, LEGAL_MAX) - 1; i >= 0; i--)
        if (offered[i].kind == kind && BODY(&offered[i], use_escalator)->hero == hero)
            return true;
    return false;
}

static bool words_are_open(void)
{
    return maze.hears(TRUTH, 1, CHANNEL_TEXT) != 0;
}

static bool gestures_are_open(void)
{
    return maze.hears(TRUTH, 1, CHANNEL_REACTION) != 0;
}

/* ---- coming by an escalator ---- */

static void escalator_flips(void **state)
{
    (void)state;
    start(RULE_PASS_LEFT);
    OK(ride(ELF, TO_HOURGLASS, HOURGLASS));
    assert_at(ELF, STAIRWELL, HOURGLASS);
    const struct hourglass_flipped *flipped = BODY(happened(EV_hourglass_flipped), hourglass_flipped);
    assert_int_equal(flipped->left_ms, 80000);
    assert_int_equal(flipped->tile, STAIRWELL);
    assert_int_equal(flipped->space, HOURGLASS);
    assert_int_equal(BODY(happened(EV_hero_moved), hero_moved)->how, action_escalator);
    assert_int_equal(BODY(happened(EV_hero_moved), hero_moved)->by, 1);
    assert_true(mall_used(VIEW(2), PLACE(STAIRWELL, HOURGLASS)));
    assert_int_equal(TRUTH->spaces_used, 1);
    assert_non_null(happened(EV_actions_passed)); /* M7.3: all that a flip does */
    assert_true(words_are_open());
    put(ELF, 1, 9);
    OK(ride(DWARF, TO_HOURGLASS, HOURGLASS)); /* out of order: an ordinary space */
    assert_null(happened(EV_hourglass_flipped));
    assert_int_equal(TRUTH->spaces_used, 1);
}

static void escalator_is_watched(void **state)
{
    (void)state;
    start(RULE_CAMERAS);
    lay(16, 1, SOUTH);
    assert_int_equal(TRUTH->cameras, 2);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        NO(watched, ride(hero, TO_HOURGLASS, HOURGLASS));
        assert_at(hero, STAIRWELL, TO_HOURGLASS);
        assert_false(is_offered(CMD_use_escalator, hero));
        put(hero, 1, (uint8_t)(7 + hero));
    }
    OK(enter(BARBARIAN, 16, space_camera));
    put(BARBARIAN, 1, 8);
    put(ELF, STAIRWELL, TO_HOURGLASS);
    assert_true(is_offered(CMD_use_escalator, ELF));
    OK(escalator(1, ELF, STAIRWELL, HOURGLASS));
    assert_non_null(happened(EV_hourglass_flipped));
    put(ELF, 1, 9);
    lay(17, 1, WEST);
    assert_int_equal(TRUTH->cameras, 2);
    OK(ride(DWARF, TO_HOURGLASS, HOURGLASS)); /* M7.8: watched, but used */
}

static void escalator_breaks_cameras(void **state)
{
    (void)state;
    start(RULE_CAMERAS);
    assert_int_equal(TRUTH->cameras, 1);
    for (uint8_t hero = SORCERESS; hero <= DWARF; hero++) {
        OK(ride(hero, TO_CAMERA, CAMERA)); /* others cannot put it out of order */
        assert_null(happened(EV_camera_broken));
        put(hero, 1, (uint8_t)(7 + hero));
    }
    OK(ride(BARBARIAN, TO_CAMERA, CAMERA));
    assert_int_equal(BODY(happened(EV_camera_broken), camera_broken)->tile, STAIRWELL);
    assert_int_equal(BODY(happened(EV_camera_broken), camera_broken)->space, CAMERA);
    assert_int_equal(VIEW(2)->cameras, 0);
    OK(escalator(1, BARBARIAN, STAIRWELL, TO_CAMERA));
    OK(escalator(1, BARBARIAN, STAIRWELL, CAMERA));
    assert_null(happened(EV_camera_broken)); /* once */
    start(0);
    OK(ride(BARBARIAN, TO_CAMERA, CAMERA));
    assert_null(happened(EV_camera_broken)); /* only by the rule */
}

/* Sorceress, elf and dwarf on items of theirs. */
static void put_others_on_items(void)
{
    put(SORCERESS, TOWER, in_tower(space_item_violet));
    put(ELF, 4, find(4, space_item_green));
    put(DWARF, 5, find(5, space_item_orange));
}

static void escalator_steals(void **state)
{
    (void)state;
    start(0);
    lay(4, 1, SOUTH), lay(5, 1, WEST);
    put_others_on_items();
    put(DWARF, 1, 10);
    OK(ride(BARBARIAN, TO_ITEM, ITEM));
    assert_null(happened(EV_theft_done)); /* one is missing */
    put_others_on_items();
    OK(escalator(1, BARBARIAN, STAIRWELL, TO_ITEM));
    assert_null(happened(EV_theft_done)); /* now the barbarian is */
    OK(escalator(1, BARBARIAN, STAIRWELL, ITEM));
    assert_non_null(happened(EV_theft_done));
    assert_true(VIEW(SEAT_GALLERY)->theft);
    NO(vortex_dead, vortex(1, BARBARIAN, 1, 0));
}

static void escalator_steals_others_items(void **state)
{
    (void)state;
    start(RULE_OTHERS);
    lay(4, 1, SOUTH), lay(5, 1, WEST);
    put_others_on_items();
    OK(ride(BARBARIAN, TO_ITEM, ITEM));
    assert_null(happened(EV_theft_done)); /* all on their own */
    put(BARBARIAN, 4, find(4, space_item_green));
    put(SORCERESS, 5, find(5, space_item_orange));
    put(DWARF, TOWER, in_tower(space_item_violet));
    OK(ride(ELF, TO_ITEM, ITEM));
    assert_non_null(happened(EV_theft_done));
}

static void escalator_leaves(void **state)
{
    (void)state;
    start(0);
    OK(ride(BARBARIAN, TO_EXIT, EXIT));
    assert_null(happened(EV_hero_left)); /* before the theft an ordinary space */
    put(BARBARIAN, 1, 8);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(ride(ELF, TO_EXIT, EXIT));
    assert_null(happened(EV_hero_left)); /* not its colour */
    put(ELF, 1, 9);
    OK(ride(BARBARIAN, TO_EXIT, EXIT));
    assert_int_equal(BODY(happened(EV_hero_left), hero_left)->hero, BARBARIAN);
    assert_int_equal(TRUTH->hero_at[BARBARIAN - 1], 0);
    NO(hero_gone, escalator(1, BARBARIAN, STAIRWELL, TO_EXIT));
    NO(hero_gone, vortex(1, BARBARIAN, 1, 0));
}

static void escalator_wins(void **state)
{
    (void)state;
    start(0);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    for (uint8_t hero = SORCERESS; hero <= DWARF; hero++)
        HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = hero);
    OK(ride(BARBARIAN, TO_EXIT, EXIT));
    assert_int_equal(TRUTH->ending, ending_escaped);
    assert_int_equal(BODY(happened(EV_game_ended), game_ended)->left_ms, 100000);
}

static void escalator_to_ball_and_exploring(void **state)
{
    (void)state;
    start(RULE_BALL);
    uint8_t ball = in_tower(space_ball), foot = other_end(TOWER, ball);
    uint8_t on = in_tower(space_explore_yellow), below = other_end(TOWER, on);
    put(SORCERESS, TOWER, foot);
    NO(no_ball, gaze(1, 1, 13));
    OK(escalator(1, SORCERESS, TOWER, ball));
    OK(gaze(1, 1, 13));
    OK(escalator(1, SORCERESS, TOWER, foot)); /* until she moves */
    OK(escalator(1, SORCERESS, TOWER, ball));
    NO(no_ball, gaze(1, 1, 4));
    put(BARBARIAN, TOWER, below);
    NO(cannot_explore, explore(1, BARBARIAN, TOWER, on));
    OK(escalator(1, BARBARIAN, TOWER, on));
    OK(explore(1, BARBARIAN, TOWER, on));
}

static void vortex_from_the_ball(void **state)
{
    (void)state;
    start(RULE_BALL);
    put(BARBARIAN, 1, 5);
    put(SORCERESS, TOWER, in_tower(space_ball));
    OK(gaze(1, 1, 13));
    OK(vortex(1, SORCERESS, 1, 8));
    NO(no_ball, gaze(1, 1, 4));
    assert_false(TRUTH->ball_open);
}

/* ---- the first action ends the discussion ---- */

/* A scene in which every action is possible, and somebody has just flipped. */
static void start_discussion(uint32_t rules)
{
    start(rules | RULE_BALL);
    OK(ride(ELF, TO_HOURGLASS, HOURGLASS));
    put_all(PLACE(STAIRWELL, TO_ITEM), PLACE(TOWER, in_tower(space_ball)), PLACE(1, 9), PLACE(1, 13));
}

/* One of the actions, as somebody who has seen so much of the story. */
static refusal_t act(int action, seq_t seen)
{
    switch (action) {
    case 0:
        ASK(&bench_input, 2, move_hero, .hero = ELF, .tile = 1, .space = 8);
        break;
    case 1:
        ASK(&bench_input, 2, use_vortex, .hero = ELF, .tile = 1, .space = 7);
        break;
    case 2:
        ASK(&bench_input, 2, use_escalator, .hero = BARBARIAN, .tile = STAIRWELL, .space = ITEM);
        break;
    case 3:
        ASK(&bench_input, 2, explore, .hero = DWARF, .tile = 1, .space = 13);
        break;
    default:
        ASK(&bench_input, 2, gaze, .tile = 1, .space = 4);
    }
    bench_input.seen = seen;
    return bench_ask(&bench_input);
}
enum { ACTIONS = 5 };

static void assert_shut(void)
{
    const struct event *shut = happened(EV_talk_changed);
    assert_non_null(shut);
    assert_int_equal(BODY(shut, talk_changed)->talk, talk_silent);
    assert_int_equal(shut->seq, bench.mark + 1); /* first it ends, then the action is carried out */
    assert_true(bench.watch.table.count > shut->seq);
    for (int channel = CHANNEL_TEXT; channel <= CHANNEL_POINT; channel++)
        assert_int_equal(maze.hears(VIEW(3), 1, (enum channel)channel), 0);
}

static void every_action_ends_talk(void **state)
{
    (void)state;
    for (int action = 0; action < ACTIONS; action++) {
        start_discussion(0);
        assert_true(words_are_open());
        OK(act(action, bench.watch.table.story[2]));
        assert_shut();
        NO(silence, say(1, "Wait"));
    }
}

static void what_is_refused_ends_nothing(void **state)
{
    (void)state;
    start_discussion(0);
    NO(no_vortex, vortex(2, ELF, 1, 8));
    NO(no_escalator, escalator(2, ELF, STAIRWELL, ITEM));
    NO(cannot_explore, explore(2, ELF, 1, 13));
    NO(not_exploration, gaze(2, 1, 5));
    assert_true(words_are_open());
}

static void every_action_can_be_too_old(void **state)
{
    (void)state;
    for (int action = 0; action < ACTIONS; action++) {
        start(RULE_BALL);
        seq_t before = bench.watch.table.story[2];
        OK(ride(ELF, TO_HOURGLASS, HOURGLASS));
        put_all(PLACE(STAIRWELL, TO_ITEM), PLACE(TOWER, in_tower(space_ball)), PLACE(1, 9), PLACE(1, 13));
        NO(too_old, act(action, before));
        assert_true(words_are_open());
        OK(act(action, bench.watch.table.story[2]));
    }
}

/* ---- the elf's talk is a discussion like any other ---- */

static seq_t elf_explores(uint32_t rules)
{
    start(RULE_ELF | RULE_BALL | rules);
    put_all(PLACE(STAIRWELL, TO_ITEM), PLACE(TOWER, in_tower(space_ball)), PLACE(1, 9), PLACE(1, 13));
    lay(9, 1, WEST);
    uint8_t on = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (mall_space(TRUTH, PLACE(9, face_crossing[d])) == space_explore_green)
            on = face_crossing[d];
    put(ELF, 9, on);
    seq_t before = bench.watch.table.story[2];
    OK(explore(1, ELF, 9, on));
    put(ELF, 1, 9);
    return before;
}

static refusal_t act_beside_tile_9(int action, seq_t seen)
{
    if (action < 4)
        return act(action, seen);
    ASK(&bench_input, 2, gaze, .tile = 1, .space = 13); /* 4 is explored */
    bench_input.seen = seen;
    return bench_ask(&bench_input);
}

static void too_old_for_the_elf(void **state)
{
    (void)state;
    for (int action = 0; action < ACTIONS; action++) {
        seq_t before = elf_explores(0);
        assert_true(words_are_open());
        NO(too_old, act_beside_tile_9(action, before));
        assert_true(words_are_open());
        OK(act_beside_tile_9(action, bench.watch.table.story[2]));
        assert_shut();
    }
}

static void the_elf_again(void **state)
{
    (void)state;
    elf_explores(0);
    put(ELF, TOWER, in_tower(space_explore_yellow)); /* not its colour: it explores nothing */
    NO(cannot_explore, explore(1, ELF, TOWER, in_tower(space_explore_yellow)));
    assert_true(words_are_open());
    lay(8, 1, SOUTH);
    uint8_t on = find(8, space_explore_green);
    put(ELF, 8, on);
    OK(explore(1, ELF, 8, on)); /* an action, which ends the talk, and opens it again */
    assert_int_equal(BODY(happened_nth(EV_talk_changed, 0), talk_changed)->talk, talk_silent);
    assert_int_equal(BODY(happened_nth(EV_talk_changed, 1), talk_changed)->talk, talk_open);
}

static void the_elf_by_gestures(void **state)
{
    (void)state;
    for (int action = 0; action < ACTIONS; action++) {
        seq_t before = elf_explores(RULE_GESTURES);
        NO(gestures_only, say(2, "Bravo"));
        OK(ASKED(2, react, .reaction = reaction_bravo));
        OK(ASKED(3, point_at, .tile = 1, .space = 13));
        assert_false(words_are_open());
        assert_true(gestures_are_open());
        NO(too_old, act_beside_tile_9(action, before));
        assert_true(gestures_are_open());
        OK(act_beside_tile_9(action, bench.watch.table.story[2]));
        assert_shut();
    }
}

static void the_elf_in_silence(void **state)
{
    (void)state;
    static const uint32_t silent[] = {RULE_NO_TALK, RULE_NO_TALK | RULE_NO_PAWN};
    for (int i = 0; i < 2; i++) {
        seq_t before = elf_explores(silent[i]);
        assert_false(gestures_are_open());
        NO(silence, say(2, "Bravo"));
        NO(silence, ASKED(2, react, .reaction = reaction_bravo));
        OK(act_beside_tile_9(0, before)); /* no discussion: nothing is too old */
    }
}

static void the_elf_where_all_talk(void **state)
{
    (void)state;
    seq_t before = elf_explores(RULE_TALK_ALWAYS);
    assert_true(words_are_open());
    OK(act_beside_tile_9(1, before)); /* no discussion to end, and nothing is too old */
    assert_true(words_are_open());
}

static const struct CMUnitTest tests[] = {
    RULE("M5.3 coming by an escalator to an hourglass space in order flips", escalator_flips),
    RULE("M7.6 no hero comes by an escalator to an hourglass space that is watched", escalator_is_watched),
    RULE("M7.6 the barbarian breaks a camera to which an escalator brings him", escalator_breaks_cameras),
    RULE("M1.4 the theft happens when the last hero comes by an escalator", escalator_steals),
    RULE("M8.4 and to an item of another colour, where that is the rule", escalator_steals_others_items),
    RULE("M1.5 a hero that comes by an escalator to its exit leaves, after the theft", escalator_leaves),
    RULE("M1.2 everybody wins when the last one leaves by an escalator", escalator_wins),
    RULE("M7.5 an escalator brings the sorceress to a ball, and from it; M4.5 and heroes to explore",
         escalator_to_ball_and_exploring),
    RULE("M7.5 a vortex takes her from the ball: no second tile", vortex_from_the_ball),
    RULE("M6.3 the first action ends the discussion, also a vortex, an escalator, exploring and the ball",
         every_action_ends_talk),
    RULE("M6.3 what is refused is no action and ends nothing", what_is_refused_ends_nothing),
    RULE("M6.5 any action by somebody who had not seen the flip is too old", every_action_can_be_too_old),
    RULE("M6.5 and so is one by somebody who had not seen the elf open talk (M7.4)", too_old_for_the_elf),
    RULE("M7.4 exploring with the elf ends one discussion and opens the next", the_elf_again),
    RULE("M8.6 where only gestures are allowed, the elf opens only those", the_elf_by_gestures),
    RULE("M8.8, M8.9 the elf opens nothing where nobody talks at all", the_elf_in_silence),
    RULE("M7.1 the elf changes nothing where talk is always open", the_elf_where_all_talk),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
