/* tests/unit/test_maze_solo.c -- Magic Maze, rule by rule: alone (M9) and the result (M10). */
#include "tests/help/maze_bench.h"

static refusal_t turn_action(void)
{
    return ASKED(1, turn_action, 0);
}

static uint8_t turned(void)
{
    return BODY(happened(EV_action_turned), action_turned)->action;
}

/* Alone in the small mall, 80 s into the game. */
static void start_alone_with(uint32_t rules, uint64_t seed)
{
    bench_seats(1);
    bench_own(rules, 0);
    bench.seed = seed;
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 11), PLACE(1, 15));
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
}

static void start_alone(uint64_t seed)
{
    start_alone_with(RULE_PASS_LEFT, seed);
}

/* A move that each action makes possible from that scene, and one back. */
static refusal_t use(uint8_t action)
{
    switch (action) {
    case action_north:
        put(BARBARIAN, 1, 5);
        return move(1, BARBARIAN, 1, 1);
    case action_east:
        put(BARBARIAN, 1, 4);
        return move(1, BARBARIAN, 1, 5);
    case action_south:
        put(BARBARIAN, 1, 5);
        return move(1, BARBARIAN, 1, 9);
    case action_west:
        put(BARBARIAN, 1, 5);
        return move(1, BARBARIAN, 1, 4);
    case action_explore:
        return explore(1, ELF, 1, 11);
    case action_vortex:
        put(SORCERESS, 1, 6);
        return vortex(1, SORCERESS, 1, 8);
    default:
        put(DWARF, 1, 15);
        put(BARBARIAN, 1, 5);
        return escalator(1, DWARF, 1, 1);
    }
}

static void only_the_top_action(void **state)
{
    (void)state;
    start_alone(1);
    unsigned seen = 0;
    for (uint8_t action = action_north; action <= action_escalator; action++)
        NO(no_action, use(action)); /* face down: none */
    for (int i = 0; i < 7; i++) {
        OK(turn_action());
        uint8_t top = turned();
        seen |= 1u << top;
        for (uint8_t action = action_north; action <= action_escalator; action++) {
            put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 11), PLACE(1, 15));
            if (action == top)
                OK(use(action));
            else
                NO(no_action, use(action));
        }
        if (top != action_explore)
            OK(use(top)); /* as often as wanted */
    }
    assert_int_equal(seen, 0xfe); /* all seven, one by one */
    bench_seats(2);
    bench_own(0, 0);
    OK(turn_hourglass(1));
    NO(not_solo, turn_action());
}

static void any_hero(void **state)
{
    (void)state;
    start_alone(1);
    do
        OK(turn_action());
    while (turned() != action_south);
    put_all(PLACE(1, 0), PLACE(1, 1), PLACE(1, 6), PLACE(1, 7));
    OK(move(1, BARBARIAN, 1, 4));
    OK(move(1, SORCERESS, 1, 5));
    OK(move(1, ELF, 1, 10));
    OK(move(1, DWARF, 1, 11));
}

static void shuffled_face_down(void **state)
{
    (void)state;
    unsigned first = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        start_alone(seed);
        for (int i = 0; i < 7; i++)
            assert_int_equal(VIEW(1)->deck[i], 0); /* the player does not know the order */
        OK(turn_action());
        first |= 1u << turned();
        assert_int_equal(VIEW(1)->deck[0], turned());
        assert_int_equal(VIEW(1)->deck[1], 0);
    }
    assert_int_equal(first, 0xfe); /* every action comes first some time */
}

static void same_order_again(void **state)
{
    (void)state;
    start_alone(3);
    uint8_t order[7];
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 7; i++) {
            OK(turn_action());
            if (round == 0)
                order[i] = turned();
            assert_int_equal(turned(), order[i]);
        }
}

static void flip_shuffles_all_seven(void **state)
{
    (void)state;
    unsigned first = 0, others = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        start_alone(seed);
        uint8_t before[7];
        for (int i = 0; i < 7; i++) {
            OK(turn_action());
            before[i] = turned();
        }
        do
            OK(turn_action());
        while (turned() != action_north);
        put(BARBARIAN, 1, 7);
        OK(move(1, BARBARIAN, 1, 3));
        assert_non_null(happened(EV_hourglass_flipped));
        assert_null(happened(EV_talk_changed)); /* M9.4: nobody to talk to */
        put(BARBARIAN, 1, 7);
        NO(no_action, move(1, BARBARIAN, 1, 3)); /* a new pile, face down */
        unsigned seen = 0;
        for (int i = 0; i < 7; i++) {
            assert_int_equal(VIEW(1)->deck[i], 0);
            OK(turn_action());
            seen |= 1u << turned();
            others += turned() != before[i];
            if (i == 0)
                first |= 1u << turned();
        }
        assert_int_equal(seen, 0xfe);
    }
    assert_int_equal(first, 0xfe);
    assert_true(others > 60);
}

static void discards_alone(void **state)
{
    (void)state;
    start_alone_with(RULE_DISCARD, 1);
    lay(7, 1, EAST), lay(8, 1, SOUTH), lay(9, 1, NORTH);
    HAPPEN(&bench.watch, bench.now_ms, action_turned, .action = action_north, .index = 0);
    put(BARBARIAN, 1, 7);
    OK(move(1, BARBARIAN, 1, 3));
    assert_int_equal(TRUTH->discards_due, 2);
    NO(discard_first, turn_action()); /* until two are gone no action is possible, and none is turned over */
    static struct input offered[LEGAL_MAX];
    int count = maze.legal(VIEW(1), 1, offered, LEGAL_MAX);
    assert_int_equal(count, 3);
    for (int i = 0; i < count; i++)
        assert_int_equal(offered[i].kind, CMD_discard_tile);
    OK(ASKED(1, discard_tile, .tile = 7));
    NO(discard_first, turn_action());
    OK(ASKED(1, discard_tile, .tile = 8));
    OK(turn_action());
    NO(none_due, ASKED(1, discard_tile, .tile = 9));
}

static void not_offered_alone(void **state)
{
    (void)state;
    for (int number = 1; number <= 17; number++) {
        bench_seats(1);
        if (number == 9 || number == 12 || number == 14 || number == 15)
            NO(seats_scenario, bench_scenario(number, 12, 1));
        else
            OK(bench_scenario(number, 12, 1));
    }
}

static void the_result(void **state)
{
    (void)state;
    bench_seats(3);
    bench_offer(TILES_TO(9), 2);
    struct scenario asked = {.number = 16, .level = 9, .side = 2, .sand_s = 240};
    OK(bench_set_up(&asked));
    deal(3, (uint8_t[]){127, 127, 127});
    OK(turn_hourglass(1));
    lay(5, 1, NORTH);
    lay(4, 1, EAST);
    bench.now_ms += 100000;
    for (uint8_t i = 0; i < SPACES; i++)
        if (mall_space(TRUTH, PLACE(4, i)) == space_hourglass)
            for (int d = 0; d < DIRECTIONS; d++) {
                place_t from = mall_step(TRUTH, PLACE(4, i), d, false);
                if (from && PLACE_TILE(from) == 4 && !TRUTH->spaces_used) {
                    put(ELF, 4, PLACE_SPACE(from));
                    OK(move(1, ELF, 4, i)); /* one hourglass space used: 100 s left */
                }
            }
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    bench.now_ms += 37500;
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        put(hero, 5, 14);
        OK(move(1, hero, 5, 15));
    }
    const struct game_ended *ended = BODY(happened(EV_game_ended), game_ended);
    assert_int_equal(ended->ending, ending_escaped);
    assert_int_equal(ended->spaces_used, 1);
    assert_int_equal(ended->left_ms, 62500);
    for (int who = 0; who <= 3; who++) { /* everybody knows what goes into the book */
        const struct state *known = VIEW(who);
        assert_int_equal(known->ending, ending_escaped);
        assert_int_equal(known->scenario.number, 16);
        assert_int_equal(known->scenario.level, 9);
        assert_int_equal(known->scenario.side, 2);
        assert_int_equal(known->scenario.sand_s, 240);
        assert_int_equal(known->spaces_used, 1);
        assert_int_equal(known->sand.left_ms, 62500);
        assert_string_equal(known->presence.player[1].name, "Ann");
        assert_string_equal(known->presence.player[3].name, "Cas");
    }
}

static const struct CMUnitTest tests[] = {
    RULE("M9.1 only the action on top of the turned-over pile can be used, as often as wanted",
         only_the_top_action),
    RULE("M9.1 on any hero", any_hero),
    RULE("M9.1 the seven one-action tiles are shuffled face down", shuffled_face_down),
    RULE("M9.2 used up, they are turned back in the same order", same_order_again),
    RULE("M9.3 at each flip all seven are shuffled together into a new pile", flip_shuffles_all_seven),
    RULE("M8.5 alone, too, two tiles are discarded before any action", discards_alone),
    RULE("M9.4 there is nobody to talk to: 9, 12, 14 and 15 are not offered", not_offered_alone),
    RULE("M10.1 what goes into the Book of Challenges: scenario, level, face, names, spaces used, sand left",
         the_result),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
