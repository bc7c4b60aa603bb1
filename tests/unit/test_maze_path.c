/* tests/unit/test_maze_path.c -- how many actions a hero is from where it is wanted, by the same passages
 * that its moves are judged by (games/maze/path.c). */
#include "games/maze/path.h"
#include "tests/help/maze_bench.h"

enum { NEVER = COST_FAR };

/* In actions when nobody is in the way; what costs more is no whole number of them. */
static int actions_of(int cost)
{
    return cost == COST_FAR ? NEVER : cost % COST_ACTION ? -cost : cost / COST_ACTION;
}

#define FAR(aim, hero, tile, space) actions_of(path_cost(TRUTH, (hero)-1, PLACE(tile, space), AIM_##aim))

/* Tile 1 as drawn, the heroes out of the way of the barbarian, whose exploration space is 2. */
static void start_on(const char *drawing)
{
    bench_seats(2);
    bench_draw(1, drawing);
    bench_own(0, 0);
    OK(turn_hourglass(1));
    put_all(PLACE(1, 12), PLACE(1, 3), PLACE(1, 11), PLACE(1, 13));
}

/* What would be so under other rules. */
static int far_under(uint32_t rules, int cameras, enum aim aim, uint8_t hero, place_t from)
{
    struct state then;
    memcpy(&then, TRUTH, sizeof then);
    then.scenario.rules = rules;
    then.cameras = (uint8_t)cameras;
    return actions_of(path_cost(&then, hero - 1, from, aim));
}

static void a_slide_is_one_action(void **state)
{
    (void)state;
    start_on("+---+---+   +---+\n"
             "|    h   ?y |   |\n"
             "+   +---+   +   +\n"
             " ?v     |       |\n"
             "+   +   +   +   +\n"
             "|            ?g\n"
             "+   +   +   +   +\n"
             "|    ?o         |\n"
             "+---+   +---+---+\n");
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 2), 0);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 6), 1);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 14), 1);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 15), 2);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 5), 3); /* a wall between 5 and 6 */
    put(ELF, 1, 6);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 14), -(COST_ACTION + COST_HERO)); /* has to make room */
    put(ELF, 1, 11);
    lay(2, 1, NORTH);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 10), 2); /* M4.6: north to 2/5, and west to 2/4 */
}

static void vortexes(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    put_all(PLACE(1, 5), PLACE(1, 7), PLACE(1, 12), PLACE(1, 15));
    lay(3, 1, NORTH);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 5), 2); /* to the vortex 3/15, and north to 3/11 */
    put(BARBARIAN, 1, 0);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 5), 2); /* wherever the hero stands now */
    put(BARBARIAN, 1, 5);
    assert_int_equal(far_under(RULE_NO_VORTEX, 0, AIM_EXPLORE, BARBARIAN, PLACE(1, 5)), 3);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 5), 3);
}

static void escalators(void **state)
{
    (void)state;
    start_on("+---+---+   +---+\n"
             "|  1     ?y |h  |\n"
             "+---+---+   +   +\n"
             " ?v             |\n"
             "+   +   +   +   +\n"
             "|            ?g\n"
             "+   +   +---+---+\n"
             "|    ?o |  1    |\n"
             "+---+   +---+---+\n");
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 14), 2);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 15), 3);
}

static void hourglass_ends_the_way(void **state)
{
    (void)state;
    start_on("+---+---+   +---+\n"
             "|       |?y |   |\n"
             "+   +   +   +   +\n"
             " ?v      h      |\n"
             "+   +   +   +   +\n"
             "|            ?g\n"
             "+   +   +   +   +\n"
             "|    ?o         |\n"
             "+---+   +---+---+\n");
    assert_int_equal(FAR(FLIP, BARBARIAN, 1, 10), 1);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 10), NEVER); /* not without a flip */
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 5), NEVER);  /* nor round the corner */
    assert_int_equal(far_under(RULE_CAMERAS, 1, AIM_FLIP, BARBARIAN, PLACE(1, 10)), 1);
    assert_int_equal(far_under(RULE_CAMERAS, 2, AIM_FLIP, BARBARIAN, PLACE(1, 10)), NEVER);
    assert_int_equal(far_under(0, 2, AIM_FLIP, BARBARIAN, PLACE(1, 10)), 1);
    HAPPEN(&bench.watch, bench.now_ms, hourglass_flipped, .left_ms = 1000, .tile = 1, .space = 6);
    assert_int_equal(FAR(FLIP, BARBARIAN, 1, 10), NEVER);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 10), 1);
}

static void small_passages(void **state)
{
    (void)state;
    start_on("+---+---+   +---+\n"
             "|       |?y |h  |\n"
             "+   +---+   +   +\n"
             " ?v :           |\n"
             "+   +   +   +   +\n"
             "|   |        ?g\n"
             "+===+   +   +   +\n"
             "|    ?o         |\n"
             "+---+   +---+---+\n");
    put(BARBARIAN, 1, 15);
    assert_int_equal(FAR(EXPLORE, DWARF, 1, 8), NEVER);
    assert_int_equal(far_under(RULE_DWARF, 0, AIM_EXPLORE, DWARF, PLACE(1, 8)), 2);
    assert_int_equal(far_under(RULE_DWARF, 0, AIM_EXPLORE, ELF, PLACE(1, 8)), NEVER);
}

static void unexplored_of_its_colour(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    assert_int_equal(FAR(EXPLORE, BARBARIAN, 1, 2), 0);
    assert_true(FAR(EXPLORE, ELF, 1, 2) > 0);
    lay(4, 1, NORTH);
    assert_true(FAR(EXPLORE, BARBARIAN, 1, 2) > 0); /* something lies beyond */
    struct state empty;
    memcpy(&empty, TRUTH, sizeof empty);
    empty.pile_count = 0;
    assert_int_equal(path_cost(&empty, ELF - 1, PLACE(1, 11), AIM_EXPLORE), COST_FAR);
}

static void items_and_exits(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(2, "+---+---+   +---+\n"
                  "|xy  *y |?g  *v |\n"
                  "+---+---+   +   +\n"
                  "|   |        xv |\n"
                  "+---+   +   +---+\n"
                  "|xg  *g      ?o\n"
                  "+---+   +   +---+\n"
                  "|   |^   xo  *o |\n"
                  "+---+   +---+---+\n");
    bench_own(0, 1u << 2 | 1u << 3);
    OK(turn_hourglass(1));
    lay(2, 1, NORTH);
    put_all(PLACE(1, 12), PLACE(1, 3), PLACE(1, 11), PLACE(1, 13));
    assert_int_equal(FAR(STEAL, ELF, 2, 9), 0);
    assert_int_equal(FAR(STEAL, ELF, 2, 13), 1);
    assert_int_equal(FAR(STEAL, SORCERESS, 2, 7), 1);
    assert_int_equal(FAR(LEAVE, ELF, 2, 9), 1);
    assert_int_equal(FAR(LEAVE, SORCERESS, 2, 7), 0);
    assert_int_equal(far_under(RULE_OTHERS, 0, AIM_STEAL, SORCERESS, PLACE(2, 9)), 0);
    assert_int_equal(far_under(RULE_OTHERS, 0, AIM_STEAL, ELF, PLACE(2, 9)), 2);
    assert_int_equal(far_under(RULE_OTHERS, 0, AIM_LEAVE, ELF, PLACE(2, 7)), 0);
    assert_int_equal(far_under(RULE_ONE_EXIT, 0, AIM_LEAVE, ELF, PLACE(2, 7)), 0);
    assert_int_equal(far_under(RULE_ONE_EXIT, 0, AIM_LEAVE, ELF, PLACE(2, 8)), 3);
}

static void room(void **state)
{
    (void)state;
    start_on("+---+---+   +---+\n"
             "|       |?y |h  |\n"
             "+---+---+   +   +\n"
             " ?v             |\n"
             "+---+---+   +---+\n"
             "|            ?g\n"
             "+---+   +---+---+\n"
             "|    ?o |       |\n"
             "+---+   +---+---+\n");
    put_all(PLACE(1, 10), PLACE(1, 0), PLACE(1, 6), PLACE(1, 14)); /* the second and the fourth are shut in */
    assert_int_equal(path_cost(TRUTH, 0, PLACE(1, 10), AIM_EXPLORE), COST_ACTION + COST_HERO);
    assert_true(path_room(TRUTH, ELF - 1, PLACE(1, 7), AIM_EXPLORE) > 0);  /* aside */
    assert_true(path_room(TRUTH, ELF - 1, PLACE(1, 2), AIM_EXPLORE) <= 0); /* still in the way */
    assert_true(path_room(TRUTH, BARBARIAN - 1, PLACE(1, 9), AIM_EXPLORE) > 0);
    put(DWARF, 1, 13);
    assert_int_equal(path_room(TRUTH, ELF - 1, PLACE(1, 7), AIM_EXPLORE), 0); /* somebody can explore */
    put(DWARF, 1, 12);
    assert_int_equal(path_room(TRUTH, ELF - 1, PLACE(1, 7), AIM_EXPLORE), 0); /* or go there */
}

static const struct CMUnitTest tests[] = {
    RULE("M4.1 a way counts actions: a slide of any length is one, and a hero in the way costs more",
         a_slide_is_one_action),
    RULE("M4.1 heroes who block each other make room, and only then", room),
    RULE("M4.3 a way may begin with a vortex, until the theft", vortexes),
    RULE("M4.4 a way goes by escalators", escalators),
    RULE("M4.5 M4.7 heroes are wanted where they can explore, as long as there are tiles",
         unexplored_of_its_colour),
    RULE("M4.8 M7.6 a way ends on an hourglass space in order, and cameras may watch it",
         hourglass_ends_the_way),
    RULE("M7.4 small passages are a way for the dwarf alone", small_passages),
    RULE("M1.4 M7.1 M7.2 M8.4 heroes are wanted on items and exits that count for them", items_and_exits),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
