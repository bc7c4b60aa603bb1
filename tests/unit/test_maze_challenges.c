/* tests/unit/test_maze_challenges.c -- Magic Maze, rule by rule: the challenges and custom scenarios (M8). */
#include "tests/help/maze_scene.h"

enum { PERMANENT = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL | RULE_CAMERAS };

/* As bench_start, with all actions in front of everybody and 80 s of sand run. */
static void start(int players, uint32_t rules, uint32_t tiles)
{
    bench_start(players, rules, tiles);
    deal(players, everything);
    bench.now_ms += 80000;
}

static refusal_t flip(void)
{
    return enter(BARBARIAN, 1, space_hourglass);
}

/* ---- M8.1 levels ---- */

static void levels(void **state)
{
    (void)state;
    static const uint8_t all[] = {9, 12, 14, 15, 17, 19, 24};
    for (int number = 8; number <= 17; number++) {
        bool four_exits = number == 10 || number == 13 || number == 17;
        for (int i = 0; i < 7; i++)
            for (int side = 1; side <= 2; side++) {
                bench_seats(3);
                if (four_exits && all[i] < 12) {
                    NO(no_scenario, bench_scenario(number, all[i], side));
                    continue;
                }
                OK(bench_scenario(number, all[i], side));
                assert_int_equal(TRUTH->scenario.tiles, TILES_TO(all[i]));
                assert_int_equal(TRUTH->scenario.level, all[i]);
                assert_int_equal(TRUTH->mall[1].face.side, side); /* either face */
                assert_int_equal(TRUTH->scenario.rules & PERMANENT, PERMANENT);
                assert_int_equal((TRUTH->scenario.rules & RULE_ONE_EXIT) != 0, all[i] < 12);
            }
        bench_seats(3);
        NO(no_scenario, bench_scenario(number, 10, 1));
        NO(no_scenario, bench_scenario(number, 25, 1));
        NO(no_scenario, bench_scenario(number, 12, 3));
    }
    bench_seats(3);
    NO(no_scenario, bench_scenario(18, 12, 1));
}

static void all_are_offered(void **state)
{
    (void)state;
    static struct input offered[LEGAL_MAX];
    for (int players = 1; players <= 9; players++) {
        bench_table(players, 1);
        int count = maze.legal(VIEW(1), 1, offered, LEGAL_MAX), times[SCENARIOS + 1] = {0}, roles = 0;
        for (int i = 0; i < count; i++)
            if (BODY(&offered[i], set_up)->roles)
                roles++;
            else
                times[BODY(&offered[i], set_up)->number]++;
        assert_int_equal(roles, players < 3 ? 0 : players == 9 ? 5 : 15 * 5); /* H0.1, H0.2 */
        for (int number = 1; number <= SCENARIOS; number++) {
            bool quiet = number == 9 || number == 12 || number == 14 || number == 15; /* M9.4 */
            bool fits = number == 9 ? players >= 3 : players == 1 ? !quiet : players <= 8;
            int levels = number == 10 || number == 13 || number == 17 ? 6 : 7;
            assert_int_equal(times[number], !fits ? 0 : number <= CAMPAIGN ? 1 : 2 * levels);
        }
        for (seat_t seat = 2; seat <= players; seat++) /* to the host alone */
            assert_int_equal(maze.legal(VIEW(seat), seat, offered, LEGAL_MAX), 0);
    }
}

static void violet_exit_below_12(void **state)
{
    (void)state;
    bench_seats(2);
    OK(bench_scenario(16, 9, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    lay(5, 1, NORTH);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(enter(DWARF, 5, space_exit_violet));
    assert_non_null(happened(EV_hero_left));
    bench_seats(2);
    OK(bench_scenario(16, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    lay(5, 1, NORTH);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(enter(DWARF, 5, space_exit_violet));
    assert_null(happened(EV_hero_left));
}

/* ---- M8.2 scenario 8 ---- */

static void face_up(void **state)
{
    (void)state;
    bench_seats(2);
    OK(bench_scenario(8, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    static const struct {
        uint8_t hero, space;
    } at[] = {{BARBARIAN, 2}, {ELF, 11}, {DWARF, 13}, {SORCERESS, 4}};
    for (int i = 0; i < 4; i++) {
        int top = TRUTH->pile_count - 1;
        for (int who = 0; who <= 2; who++) {
            assert_int_equal(VIEW(who)->pile[top], TRUTH->pile[top]); /* everybody sees the next tile */
            assert_int_equal(VIEW(who)->pile[top - 1], 0);            /* and no more */
        }
        uint8_t next = VIEW(1)->pile[top];
        put(at[i].hero, 1, at[i].space);
        OK(explore(1, at[i].hero, 1, at[i].space));
        assert_int_equal(BODY(happened(EV_tile_laid), tile_laid)->tile, next);
    }
}

/* ---- M8.3 scenario 9 ---- */

static void one_without_action(void **state)
{
    (void)state;
    for (int players = 1; players <= 9; players++) {
        bench_seats(players);
        if (players < 3) {
            NO(seats_scenario, bench_scenario(9, 12, 1));
            continue;
        }
        OK(bench_scenario(9, 12, 1));
        assert_int_equal(TRUTH->action_tiles, players - 1); /* the action tiles for one player fewer */
        seat_t idle = TRUTH->empty_handed;
        int without = 0;
        uint8_t held[9] = {0}, count = 0;
        for (seat_t seat = 1; seat <= players; seat++) {
            without += TRUTH->may[seat] == 0;
            if (seat != idle)
                held[count++] = TRUTH->may[seat];
        }
        assert_int_equal(without, 1);
        assert_int_equal(TRUTH->may[idle], 0);
        assert_int_equal(VIEW(SEAT_GALLERY)->empty_handed, idle);
        bench_seats(players - 1); /* the same tiles as they get without the rule */
        uint64_t sum = 0, expected = 0;
        for (int i = 0; i < count; i++)
            sum += (uint64_t)1 << (held[i] % 60);
        bench_own(0, 0);
        for (seat_t seat = 1; seat < players; seat++)
            expected += (uint64_t)1 << (TRUTH->may[seat] % 60);
        assert_true(sum == expected);
    }
    bench_seats(9);
    NO(seats_scenario, bench_scenario(8, 12, 1)); /* nine only there */
}

static void idle_player_has_the_pawn(void **state)
{
    (void)state;
    bench_seats(4);
    OK(bench_scenario(9, 12, 1));
    seat_t idle = TRUTH->empty_handed, other = idle == 1 ? 2 : 1, third = (seat_t)(idle % 4 + 1);
    OK(turn_hourglass(1));
    NO(pawn_not_yours, ASKED(other, place_pawn, .seat = idle));
    OK(ASKED(idle, place_pawn, .seat = third));
    NO(pawn_not_yours, ASKED(third, place_pawn, .seat = idle));
    for (seat_t seat = 1; seat <= 4; seat++) { /* and nobody else is offered it */
        static struct input offered[LEGAL_MAX];
        int pawns = 0;
        for (int i = maze.legal(VIEW(seat), seat, offered, LEGAL_MAX) - 1; i >= 0; i--)
            pawns += offered[i].kind == CMD_place_pawn;
        assert_int_equal(pawns, seat == idle ? 2 : 0); /* it stands in front of the third */
    }
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    NO(no_action, move(idle, BARBARIAN, 1, 1));
}

static void idle_player_stays(void **state)
{
    (void)state;
    bench_seats(4);
    OK(bench_scenario(9, 12, 1));
    struct actions_dealt dealt = {
        .count = 3, .actions = {ALL_ACTIONS, X, V}, .holder = {1, 2, 4}, .empty_handed = 3};
    watch_happen(&bench.watch, bench.now_ms, EV_actions_dealt, &dealt, sizeof dealt);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    OK(flip());
    assert_int_equal(TRUTH->may[2], ALL_ACTIONS);
    assert_int_equal(TRUTH->may[3], 0); /* the same person */
    assert_int_equal(TRUTH->may[4], X);
    assert_int_equal(TRUTH->may[1], V);
    assert_int_equal(TRUTH->empty_handed, 3);
}

/* ---- M8.4 scenario 10 ---- */

static const uint8_t item_tile[] = {0, 2, 3, 4, 5},
                     exit_tile[] = {0, 10, 5, 11, 12}; /* by colour, small mall */

static void put_on(uint8_t hero, uint8_t colour)
{
    put(hero, item_tile[colour], find(item_tile[colour], space_item_yellow + colour - 1));
}

static void start_others(uint32_t more)
{
    start(2, RULE_OTHERS | more, TILES_TO(12));
    lay(2, 1, NORTH), lay(3, 1, EAST), lay(4, 1, SOUTH), lay(5, 1, WEST);
    lay(10, 2, NORTH), lay(11, 3, EAST), lay(12, 4, SOUTH);
}

static void others_items(void **state)
{
    (void)state;
    start_others(0);
    put_on(BARBARIAN, BARBARIAN), put_on(SORCERESS, ELF), put_on(ELF, SORCERESS);
    OK(enter(DWARF, 5, space_item_orange));
    assert_false(TRUTH->theft); /* two on their own */
    put(BARBARIAN, 1, 5), put(DWARF, 1, 6);
    put_on(SORCERESS, ELF), put_on(ELF, SORCERESS), put_on(DWARF, BARBARIAN);
    OK(enter(BARBARIAN, 5, space_item_orange));
    assert_true(TRUTH->theft);
    start_others(0); /* three strangers and one on its own */
    put_on(BARBARIAN, SORCERESS), put_on(SORCERESS, ELF), put_on(ELF, BARBARIAN);
    OK(enter(DWARF, 5, space_item_orange));
    assert_false(TRUTH->theft);
}

static void others_exits(void **state)
{
    (void)state;
    start_others(0);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(enter(BARBARIAN, exit_tile[BARBARIAN], space_exit_yellow));
    assert_null(happened(EV_hero_left)); /* not by its own */
    put(BARBARIAN, 1, 8);
    OK(enter(ELF, exit_tile[BARBARIAN], space_exit_yellow));
    assert_non_null(happened(EV_hero_left));
    assert_int_equal(PLACE_TILE(TRUTH->hero_at[ELF - 1]), 10); /* the hero stays on its exit */
    NO(hero_gone, move(1, ELF, 10, beside(10, find(10, space_exit_yellow))));
    NO(hero_in_way, enter(DWARF, 10, space_exit_yellow)); /* every exit serves once */
    put(DWARF, 1, 8);
    OK(enter(BARBARIAN, 5, space_exit_violet));
    OK(enter(DWARF, 11, space_exit_green));
    assert_int_equal(TRUTH->ending, 0);
    OK(enter(SORCERESS, 12, space_exit_orange));
    assert_int_equal(TRUTH->ending, ending_escaped);
}

/* ---- M8.5 scenario 11 ---- */

static refusal_t discard(seat_t by, uint8_t tile)
{
    return ASKED(by, discard_tile, .tile = tile);
}

static void start_discard(uint32_t tiles)
{
    start(3, RULE_DISCARD, tiles);
    deal(3, (uint8_t[]){ALL_ACTIONS, ALL_ACTIONS, 0});
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
}

static void two_are_discarded(void **state)
{
    (void)state;
    start_discard(TILES_TO(12) | 1u << 20);
    STACK(2, 3, 4, 5, 10, 11, 12, 9, 8, 20, 7, 6);
    lay(6, 1, NORTH), lay(7, 1, EAST), lay(20, 7, EAST), lay(8, 1, SOUTH), lay(9, 1, WEST);
    put(DWARF, 9, 6);
    NO(none_due, discard(1, 6));
    OK(flip());
    assert_int_equal(BODY(happened(EV_discards_ordered), discards_ordered)->count, 2);
    assert_int_equal(VIEW(SEAT_GALLERY)->discards_due, 2);
    NO(discard_first, move(1, ELF, 1, 13)); /* until two are gone no action is possible */
    NO(discard_first, vortex(2, ELF, 1, 7));
    OK(say(2, "Which?")); /* talk is open meanwhile */
    bench.now_ms += 80000;
    NO(too_late, discard(3, 20)); /* and the sand runs on */
    bench.now_ms -= 80000;
    NO(tile_in_use, discard(2, 1));
    NO(tile_in_use, discard(2, 9)); /* carries a hero */
    NO(cuts_mall, discard(2, 7));   /* 20 lies behind it */
    NO(no_such, discard(2, 5));     /* not laid */
    NO(no_such, discard(2, 0));
    NO(no_such, discard(2, 25));
    OK(discard(3, 20)); /* any player, also one without an action */
    assert_int_equal(TRUTH->discards_due, 1);
    NO(discard_first, move(1, ELF, 1, 13));
    assert_int_equal(TRUTH->pile[0], 20);   /* face down under the pile, */
    assert_int_equal(VIEW(2)->pile[0], 20); /* where all saw it go */
    assert_int_equal(TRUTH->pile_count, 8);
    OK(discard(1, 7)); /* free now */
    assert_int_equal(TRUTH->pile[0], 7);
    assert_int_equal(TRUTH->pile[1], 20);
    NO(none_due, discard(1, 6));
    assert_int_equal(maze.hears(TRUTH, 2, CHANNEL_TEXT), 0xf); /* the discussion goes on, */
    OK(move(1, ELF, 1, 13));                                   /* until an action */
    put(ELF, 1, 11);
    OK(explore(1, ELF, 1, 11)); /* what was taken up can be explored again */
    assert_int_equal(BODY(happened(EV_tile_laid), tile_laid)->tile, 12);
    assert_int_equal(TRUTH->mall[12].east, 1);
}

static void taken_up_as_it_was_drawn(void **state)
{
    (void)state;
    static const int sides[] = {NORTH, EAST, SOUTH, WEST};
    for (int i = 0; i < 4; i++) {
        start_discard(TILES_TO(12));
        STACK(2, 3, 4, 5, 10, 11, 12, 6, 9, 7, 8);
        lay(8, 1, sides[i]), lay(7, 1, sides[(i + 1) % 4]), lay(9, 1, sides[(i + 2) % 4]);
        OK(flip());
        OK(discard(1, 8));
        assert_memory_equal(&TRUTH->mall[8].face, tiles_face(&bench_tiles, 8, 1), sizeof(struct face));
        assert_memory_equal(&VIEW(2)->mall[8].face, tiles_face(&bench_tiles, 8, 1), sizeof(struct face));
        assert_int_equal(TRUTH->mall[8].turns, 0);
    }
}

static void tokens_stay(void **state)
{
    (void)state;
    start_discard(TILES_TO(12));
    lay(4, 1, NORTH), lay(7, 1, EAST), lay(8, 1, SOUTH);
    put(BARBARIAN, 4, 7);
    OK(move(1, BARBARIAN, 4, 3));
    assert_non_null(happened(EV_hourglass_flipped));
    put(BARBARIAN, 1, 8);
    NO(tile_in_use, discard(1, 4)); /* an out-of-order token */
    OK(discard(1, 7));
    OK(discard(1, 8));
}

static void they_form_the_pile(void **state)
{
    (void)state;
    start_discard(TILES_TO(12));
    STACK(7, 8);
    lay(7, 1, EAST), lay(8, 1, SOUTH);
    assert_int_equal(TRUTH->pile_count, 0);
    OK(flip());
    OK(discard(1, 8));
    OK(discard(1, 7));
    assert_int_equal(TRUTH->pile_count, 2);
    put(ELF, 1, 11);
    OK(explore(1, ELF, 1, 11));
    assert_int_equal(BODY(happened(EV_tile_laid), tile_laid)->tile, 8); /* 7 went under it */
}

static void nothing_to_discard(void **state)
{
    (void)state;
    start_discard(TILES_TO(12));
    lay(7, 1, EAST), lay(8, 7, EAST), lay(9, 8, EAST);
    put(DWARF, 8, 6);
    OK(flip()); /* 9 can go; 7 cannot, with the dwarf behind it */
    assert_int_equal(TRUTH->ending, ending_nothing_to_discard);
    assert_int_equal(VIEW(2)->ending, ending_nothing_to_discard);
    NO(over, discard(1, 9));
    start_discard(TILES_TO(12)); /* and so it is when no tile is left in the pile */
    STACK(7);
    lay(7, 1, EAST);
    assert_int_equal(TRUTH->pile_count, 0);
    OK(flip());
    assert_int_equal(TRUTH->ending, ending_nothing_to_discard);
    start_discard(TILES_TO(12)); /* two behind each other: in the right order they can go */
    lay(7, 1, EAST), lay(8, 7, EAST);
    OK(flip());
    assert_int_equal(TRUTH->ending, 0);
    NO(cuts_mall, discard(1, 7));
    OK(discard(1, 8));
    OK(discard(1, 7));
}

static void heroes_hold_their_tiles(void **state)
{
    (void)state;
    for (uint8_t hero = SORCERESS; hero <= DWARF; hero++) { /* of two tiles one carries a hero */
        for (uint8_t held = 7; held <= 8; held++) {
            start_discard(TILES_TO(12));
            lay(7, 1, EAST), lay(8, 1, SOUTH);
            put(hero, held, 6);
            OK(flip());
            assert_int_equal(TRUTH->ending, ending_nothing_to_discard);
        }
        start_discard(TILES_TO(12)); /* of three: the others go */
        lay(7, 1, EAST), lay(8, 1, SOUTH), lay(9, 1, WEST);
        put(hero, 8, 6);
        OK(flip());
        NO(tile_in_use, discard(1, 8));
        OK(discard(1, 7));
        OK(discard(1, 9));
    }
}

static void heroes_that_left_and_stay(void **state)
{
    (void)state;
    for (int stays = 0; stays <= 1; stays++) {
        start(2, RULE_DISCARD | RULE_OTHERS, TILES_TO(12));
        lay(10, 1, EAST), lay(8, 1, SOUTH);
        put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(10, find(10, space_exit_yellow)));
        HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
        HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = DWARF, .stays = (flag)stays);
        OK(flip()); /* on its exit it is still carried by the tile; off the board it is not */
        assert_int_equal(TRUTH->ending, stays ? ending_nothing_to_discard : 0);
    }
}

static void camera_goes_with_its_tile(void **state)
{
    (void)state;
    start(2, RULE_DISCARD | RULE_CAMERAS, TILES_TO(17));
    STACK(3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 2, 4, 8, 16);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    lay(16, 1, NORTH), lay(8, 1, SOUTH), lay(4, 1, EAST), lay(2, 1, WEST);
    OK(flip());
    OK(discard(1, 16));
    OK(discard(1, 8));
    assert_int_equal(TRUTH->cameras, 0);
    assert_int_equal(VIEW(SEAT_GALLERY)->cameras, 0);
    lay(17, 1, SOUTH);
    bench.now_ms += 30000;
    lay(9, 1, NORTH), lay(7, 9, NORTH);
    OK(enter(ELF, 4, space_hourglass)); /* one camera in the mall does not watch */
    assert_int_equal(TRUTH->discards_due, 2);
    OK(discard(1, 7));
    OK(discard(1, 9));
    lay(16, 1, NORTH); /* laid again it watches again */
    assert_int_equal(TRUTH->cameras, 2);
    NO(watched, enter(DWARF, 2, space_hourglass));
}

static const char straight[] = "+---+---+   +---+\n"
                               "|###|    ?y     |\n"
                               "+---+   +   +   +\n"
                               "|               |\n"
                               "+   +   +   +   +\n"
                               "|               |\n"
                               "+---+   +   +   +\n"
                               "|###|^          |\n"
                               "+---+   +---+---+\n";
static const char bent_east[] = "+---+---+---+---+\n"
                                "|###|           |\n"
                                "+---+   +   +   +\n"
                                "|               |\n"
                                "+   +   +   +   +\n"
                                "|            ?y\n"
                                "+---+   +   +   +\n"
                                "|###|^          |\n"
                                "+---+   +---+---+\n";
static const char bent_west[] = "+---+---+---+---+\n"
                                "|               |\n"
                                "+---+   +   +   +\n"
                                " ?y             |\n"
                                "+   +   +   +   +\n"
                                "|               |\n"
                                "+---+   +   +   +\n"
                                "|###|^          |\n"
                                "+---+   +---+---+\n";
static const char bent_small[] = "+---+---+---+---+\n"
                                 "|###|           |\n"
                                 "+---+   +   +   +\n"
                                 "|               |\n"
                                 "+   +   +   +---+\n"
                                 "|           :?y\n"
                                 "+---+   +   +---+\n"
                                 "|###|^          |\n"
                                 "+---+   +---+---+\n";

/* A ring of six: tile 6 joins tile 1 and tile 7 one way round, tiles 13 and 9 (and 8) the other. */
static void lay_ring(void)
{
    bench_seats(2);
    bench_draw(6, straight), bench_draw(9, straight);
    bench_draw(7, bent_east), bench_draw(8, bent_east), bench_draw(13, bent_east);
    bench_own(RULE_DISCARD, TILES_TO(13));
    deal(2, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    STACK(2, 3, 4, 5, 10, 11, 12, 13, 9, 8, 7, 6);
    lay(6, 1, EAST), lay(7, 6, EAST), lay(8, 7, SOUTH), lay(9, 8, WEST), lay(13, 9, WEST);
    assert_int_equal(TRUTH->mall[1].link[SOUTH], 13); /* the ring is closed */
    assert_int_equal(TRUTH->mall[6].link[SOUTH], 0);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(7, 6), PLACE(8, 6));
}

static void second_must_be_possible(void **state)
{
    (void)state;
    lay_ring();
    OK(flip());
    static struct input offered[LEGAL_MAX];
    uint32_t may_go = 0; /* what players are offered is what they may */
    for (int i = maze.legal(VIEW(2), 2, offered, LEGAL_MAX) - 1; i >= 0; i--)
        if (offered[i].kind == CMD_discard_tile)
            may_go |= 1u << BODY(&offered[i], discard_tile)->tile;
    assert_int_equal(may_go, 1u << 9 | 1u << 13);
    NO(cuts_second, discard(1, 6)); /* after that 9 and 13 would be the only way to the heroes */
    OK(discard(1, 9));
    NO(cuts_mall, discard(1, 6));
    OK(discard(1, 13));
}

/* To tile 8 one comes by tile 7, or by a small passage in tile 6. */
static void lay_small_passage(uint32_t rules)
{
    bench_seats(2);
    bench_draw(6, bent_small), bench_draw(7, bent_west), bench_draw(8, bent_west);
    bench_own(RULE_DISCARD | rules, TILES_TO(12));
    deal(2, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    lay(6, 1, NORTH), lay(7, 1, EAST), lay(8, 7, NORTH);
    assert_int_equal(TRUTH->mall[6].link[EAST], 8);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(6, 6), PLACE(1, 15));
}

static void small_passages_count(void **state)
{
    (void)state;
    lay_small_passage(RULE_DWARF);
    lay(9, 1, SOUTH);
    put(DWARF, 8, 6);
    OK(flip());
    OK(discard(1, 7)); /* to tile 8 leads a small passage in tile 6, which only the dwarf passes */
    OK(discard(1, 9));
    assert_int_equal(TRUTH->discards_due, 0);
    lay_small_passage(RULE_DWARF);
    OK(flip()); /* 7 can go, and 8 can */
    assert_int_equal(TRUTH->discards_due, 2);
}

static void small_passages_without_their_rule(void **state)
{
    (void)state;
    lay_small_passage(0);
    lay(9, 1, SOUTH), lay(4, 1, WEST);
    put(DWARF, 8, 6);
    OK(flip());
    NO(cuts_mall, discard(1, 7)); /* nobody passes the small passage: it is a wall */
    OK(discard(1, 9));
    OK(discard(1, 4));
    lay_small_passage(0);
    OK(flip()); /* neither 7 nor 8 can go: each alone leads somewhere */
    assert_int_equal(TRUTH->ending, ending_nothing_to_discard);
}

static void escalators_count(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(6, "+---+---+---+---+\n"
                  "|###|          1|\n"
                  "+---+   +   +   +\n"
                  "|               |\n"
                  "+   +   +   +---+\n"
                  "|           |?y1\n"
                  "+---+   +   +---+\n"
                  "|###|^          |\n"
                  "+---+   +---+---+\n");
    bench_draw(7, bent_west), bench_draw(8, bent_west);
    bench_own(RULE_DISCARD, TILES_TO(12));
    deal(2, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    lay(6, 1, NORTH), lay(7, 1, EAST), lay(8, 7, NORTH), lay(9, 1, SOUTH);
    assert_int_equal(TRUTH->mall[6].link[EAST], 8);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(6, 6), PLACE(8, 6));
    OK(flip());
    OK(discard(1, 7)); /* an escalator in tile 6 leads to tile 8 */
}

static void vortexes_do_not_count(void **state)
{
    (void)state;
    start_discard(TILES_TO(12));
    lay(6, 1, NORTH), lay(3, 6, NORTH), lay(8, 1, SOUTH),
        lay(9, 1, WEST); /* tile 3 has vortexes of every colour */
    OK(flip());
    NO(cuts_mall, discard(1, 6));
}

/* ---- M8.6 scenario 12 ---- */

static void gestures_only(void **state)
{
    (void)state;
    start(2, RULE_GESTURES, 0);
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 9), PLACE(1, 15));
    NO(silence, ASKED(2, react, .reaction = reaction_yes));
    OK(flip());
    NO(gestures_only, say(2, "No words"));
    OK(ASKED(2, react, .reaction = reaction_yes));
    OK(ASKED(2, point_at, .tile = 1, .space = 13));
    assert_int_equal(happened(EV_pointed)->to, 7); /* for all to see, the gallery too */
    NO(no_such, ASKED(2, point_at, .tile = 9, .space = 13));
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_TEXT), 0);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_VOICE), 0);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_REACTION), 7);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_POINT), 7);
    OK(move(1, DWARF, 1, 14));
    NO(silence, ASKED(2, react, .reaction = reaction_yes));
}

/* ---- M8.7 scenario 13 ---- */

static void two_boards(void **state)
{
    (void)state;
    unsigned stood = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bench_seats(2);
        bench.seed = seed;
        OK(bench_scenario(13, 12, 1));
        assert_true(TRUTH->mall[1].laid && TRUTH->mall[3].laid);
        assert_int_equal(TRUTH->pile_count, 10);
        assert_int_equal(VIEW(1)->pile[9], TRUTH->pile[9]); /* the pile is face up */
        for (int i = 0; i < TRUTH->pile_count; i++)
            assert_int_not_equal(TRUTH->pile[i], 3);
        for (int h = 0; h < HEROES; h++) {
            bool second = h + 1 == BARBARIAN || h + 1 == SORCERESS;
            assert_int_equal(PLACE_TILE(TRUTH->hero_at[h]), second ? 3 : 1);
            assert_int_equal(mall_space(TRUTH, TRUTH->hero_at[h]), space_plain);
            if (second)
                stood |= 1u << PLACE_SPACE(TRUTH->hero_at[h]);
        }
    }
    for (uint8_t i = 0; i < SPACES; i++) /* on any of its plain spaces */
        assert_int_equal(stood >> i & 1, mall_space(TRUTH, PLACE(3, i)) == space_plain);
}

static void start_dimensions(void)
{
    bench_seats(2);
    OK(bench_scenario(13, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    put_all(PLACE(3, 5), PLACE(3, 6), PLACE(1, 5), PLACE(1, 6));
}

static void own_dimensions_are_face_up(void **state)
{
    (void)state;
    bench_start(2, RULE_DIMENSIONS, TILES_TO(12));
    assert_int_not_equal(VIEW(1)->pile[VIEW(1)->pile_count - 1], 0);
    assert_int_equal(TRUTH->pile_count, 10);
    for (int i = 0; i < TRUTH->pile_count; i++) /* tile 3 lies apart there as well */
        assert_int_not_equal(TRUTH->pile[i], 3);
}

static void discards_in_two_dimensions(void **state)
{
    (void)state;
    bench_start(2, RULE_DIMENSIONS | RULE_DISCARD, TILES_TO(12));
    deal(2, everything);
    bench.now_ms += 80000;
    lay(7, 1, EAST), lay(6, 3, NORTH), lay(8, 6, NORTH), lay(9, 3, WEST);
    put_all(PLACE(3, 5), PLACE(8, 6), PLACE(1, 7), PLACE(1, 9));
    OK(move(1, ELF, 1, 3));
    NO(cuts_mall, discard(1, 6)); /* the sorceress is behind it, in the dimension without tile 1 */
    OK(discard(1, 9));
    OK(discard(1, 7));
}

static void boards_never_join(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        start_dimensions();
        bench.seed = seed;
        for (;;) {
            place_t spaces[TILES_MAX * DIRECTIONS];
            int count = 0;
            for (int n = 1; n <= TILES_MAX && TRUTH->pile_count; n++)
                for (int d = 0; d < DIRECTIONS && TRUTH->mall[n].laid; d++)
                    if (mall_unexplored(TRUTH, PLACE(n, face_crossing[d])))
                        spaces[count++] = PLACE(n, face_crossing[d]);
            if (!count)
                break;
            place_t at = spaces[chance_below(&bench.seed, count)];
            uint8_t hero = (uint8_t)(mall_space(TRUTH, at) - space_explore_yellow + 1);
            put(hero, (uint8_t)PLACE_TILE(at), PLACE_SPACE(at));
            OK(explore(1, hero, (uint8_t)PLACE_TILE(at), PLACE_SPACE(at)));
        }
        for (int n = 1; n <= TILES_MAX; n++)
            for (int d = 0; d < DIRECTIONS; d++)
                if (TRUTH->mall[n].link[d])
                    assert_int_equal(mall_apart(TRUTH, PLACE(n, 0)),
                                     mall_apart(TRUTH, PLACE(TRUTH->mall[n].link[d], 0)));
    }
}

static void changing_dimension(void **state)
{
    (void)state;
    start_dimensions();
    NO(not_on_vortex, vortex(1, BARBARIAN, 1, 0));
    put(BARBARIAN, 3, find(3, space_vortex_violet));
    NO(not_on_vortex, vortex(1, BARBARIAN, 1, 0)); /* not of its colour */
    put(BARBARIAN, 3, find(3, space_vortex_yellow));
    NO(no_vortex, vortex(1, BARBARIAN, 1, 8));
    OK(vortex(1, BARBARIAN, 1, 0));
    put(ELF, 1, 7);
    lay(8, 1, NORTH);
    NO(same_dimension, vortex(1, ELF, 8, find(8, space_vortex_green))); /* vortexes do nothing else */
    put(SORCERESS, 3, find(3, space_vortex_violet));
    NO(all_together, vortex(1, SORCERESS, 1, 8)); /* never all four in one */
    OK(vortex(1, ELF, 3, find(3, space_vortex_green)));
    OK(vortex(1, SORCERESS, 1, 8));
    assert_at(SORCERESS, 1, 8);
}

static void a_vortex_that_is_not_free(void **state)
{
    (void)state;
    start_dimensions();
    uint8_t there = find(3, space_vortex_green);
    put_all(PLACE(3, there), PLACE(3, 6), PLACE(1, 7), PLACE(1, 6));
    NO(hero_in_way, vortex(1, ELF, 3, there)); /* M4.1: never two on one space */
    assert_at(ELF, 1, 7);
    static struct input offered[LEGAL_MAX];
    for (int i = maze.legal(VIEW(1), 1, offered, LEGAL_MAX) - 1; i >= 0; i--)
        assert_int_not_equal(offered[i].kind, CMD_use_vortex);
    put(BARBARIAN, 3, 5);
    OK(vortex(1, ELF, 3, there));
    put_all(PLACE(3, find(3, space_vortex_yellow)), PLACE(1, 0), PLACE(1, 6), PLACE(3, 5)); /* and back */
    NO(hero_in_way, vortex(1, BARBARIAN, 1, 0));
}

static void who_has_left_is_nowhere(void **state)
{
    (void)state;
    bench_start(2, RULE_DIMENSIONS | RULE_OTHERS, TILES_TO(12));
    deal(2, everything);
    put_all(PLACE(1, 0), PLACE(3, find(3, space_vortex_violet)), PLACE(1, 5), PLACE(1, 6));
    NO(all_together, vortex(1, SORCERESS, 1, 8));
    HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = DWARF, .stays = 1); /* on its exit, and yet gone */
    OK(vortex(1, SORCERESS, 1, 8));
    put(SORCERESS, 3, find(3, space_vortex_violet));
    HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = ELF); /* off the board */
    OK(vortex(1, SORCERESS, 1, 8));
}

/* ---- M8.8, M8.9, M8.10 scenarios 14, 15, 16 ---- */

static void no_talk(void **state)
{
    (void)state;
    bench_seats(3);
    OK(bench_scenario(14, 12, 1));
    deal(3, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 11), PLACE(1, 15));
    NO(silence, say(1, "?"));
    OK(explore(1, ELF, 1, 11));
    NO(silence, say(1, "?"));
    OK(flip());
    assert_non_null(happened(EV_hourglass_flipped));
    for (int channel = CHANNEL_TEXT; channel <= CHANNEL_POINT; channel++)
        assert_int_equal(maze.hears(TRUTH, 1, (enum channel)channel), 0);
    NO(silence, say(1, "?"));
    NO(silence, ASKED(1, react, .reaction = reaction_no));
    OK(ASKED(1, place_pawn, .seat = 2)); /* pawn and stares remain */
    OK(ASKED(2, stare_at, .seat = 3));
}

/* M3.3, P3.3 and the ruling: "ever" is while the game runs. */
static void no_talk_is_about_the_game(void **state)
{
    (void)state;
    for (int number = 14; number <= 15; number++) {
        bench_seats(3);
        OK(bench_scenario(number, 12, 1));
        assert_int_equal(VIEW(SEAT_GALLERY)->hush.talk, talk_open); /* as everybody is told */
        OK(say(1, "Who holds what?"));
        OK(ASKED(2, react, .reaction = reaction_yes));
        OK(ASKED(3, point_at, .tile = 1, .space = 3));
        OK(turn_hourglass(1));
        NO(silence, say(1, "?"));
        OK(tick_at(bench.now_ms + 180000));
        assert_int_equal(TRUTH->ending, ending_sand_ran_out);
        assert_int_equal(VIEW(SEAT_GALLERY)->hush.talk, talk_open);
        OK(say(1, "That was close"));
        OK(ASKED(2, react, .reaction = reaction_laugh));
    }
}

static void no_talk_no_pawn(void **state)
{
    (void)state;
    bench_seats(3);
    OK(bench_scenario(15, 12, 1));
    deal(3, everything);
    OK(turn_hourglass(1));
    bench.now_ms += 80000;
    put_all(PLACE(1, 8), PLACE(1, 12), PLACE(1, 11), PLACE(1, 15));
    NO(no_pawn, ASKED(1, place_pawn, .seat = 2));
    OK(flip());
    NO(silence, say(1, "?"));
    NO(no_pawn, ASKED(1, place_pawn, .seat = 2));
    OK(ASKED(2, stare_at, .seat = 3));
}

static void dead_vortexes(void **state)
{
    (void)state;
    bench_seats(2);
    OK(bench_scenario(16, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        NO(vortex_off, vortex(1, hero, 1, find(1, space_vortex_yellow + hero - 1)));
}

/* ---- M8.11 scenario 17 ---- */

static void one_hero_a_tile(void **state)
{
    (void)state;
    bench_seats(2);
    OK(bench_scenario(17, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    lay(3, 1, NORTH);
    lay(6, 3, NORTH);
    put_all(PLACE(1, 2), PLACE(1, 6), PLACE(1, 9), PLACE(1, 12));
    OK(move(1, BARBARIAN, 3, 13));
    OK(move(1, SORCERESS, 1, 2)); /* tile 1 excepted */
    NO(hero_in_way, move(1, SORCERESS, 3, 13));
    OK(move(1, BARBARIAN, 3, 12)); /* within the tile it may go */
    NO(tile_taken, move(1, SORCERESS, 3, 13));
    NO(tile_taken, vortex(1, ELF, 3, find(3, space_vortex_green)));
    put(BARBARIAN, 1, 15);
    OK(move(1, SORCERESS, 3, 13));
    put(SORCERESS, 1, 2);
    put(ELF, 3, 8);
    NO(tile_taken, move(1, SORCERESS, 3, 5)); /* every space passed is entered (M4.8) */
    put(ELF, 6, 9);
    OK(move(1, SORCERESS, 3, 13));
    OK(move(1, SORCERESS, 1, 2)); /* and back to tile 1, where others are */
}

static void exits_block_their_tile(void **state)
{
    (void)state;
    bench_seats(2);
    OK(bench_scenario(17, 12, 1));
    deal(2, everything);
    OK(turn_hourglass(1));
    lay(10, 1, NORTH);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 12));
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(enter(BARBARIAN, 10, space_exit_yellow));
    assert_true(BODY(happened(EV_hero_left), hero_left)->stays);
    assert_at(BARBARIAN, 10, find(10, space_exit_yellow));
    put(SORCERESS, 1, 2);
    NO(tile_taken, move(1, SORCERESS, 10, 13));
}

/* ---- M8.12 custom scenarios ---- */

static refusal_t try_own(int players, uint32_t rules, uint32_t tiles, int top)
{
    struct scenario own;
    memset(&own, 0, sizeof own);
    own.tiles = tiles;
    own.rules = rules;
    own.sand_s = 180;
    own.side = 1;
    own.top = (uint8_t)top;
    memcpy(own.title, "own", 3);
    bench_seats(players);
    bench_offer(tiles & TILES_TO(24), 1);
    refusal_t refusal = bench_set_up(&own);
    assert_int_equal(TRUTH->ready, refusal == REFUSAL_OK);
    return refusal;
}

static void contradictions(void **state)
{
    (void)state;
    const uint32_t tiles = TILES_TO(12);
    OK(try_own(4, 0, tiles, 0));
    OK(try_own(4, RULE_FACE_UP | RULE_NO_VORTEX | RULE_DISCARD | RULE_OTHERS | RULE_ELF, tiles, 7));
    NO(talk_clash, try_own(4, RULE_TALK_ALWAYS | RULE_GESTURES, tiles, 0));
    NO(talk_clash, try_own(4, RULE_TALK_ALWAYS | RULE_NO_TALK, tiles, 0));
    NO(talk_clash, try_own(4, RULE_GESTURES | RULE_NO_TALK, tiles, 0));
    NO(pawn_clash, try_own(4, RULE_EMPTY_HANDED | RULE_NO_PAWN, tiles, 0));
    NO(vortex_clash, try_own(4, RULE_DIMENSIONS | RULE_NO_VORTEX, tiles, 0));
    NO(exit_clash, try_own(4, RULE_ONE_EXIT | RULE_OTHERS, tiles, 0));
    NO(exit_clash, try_own(4, RULE_ONE_EXIT | RULE_DIMENSIONS, tiles, 0));
    NO(exit_clash, try_own(4, RULE_ONE_EXIT | RULE_ONE_PER_TILE, tiles, 0));
    NO(crowd_clash, try_own(4, RULE_DIMENSIONS | RULE_ONE_PER_TILE, tiles, 0));
    NO(top_missing, try_own(4, 0, tiles, 13));
    NO(tile_3_missing, try_own(4, RULE_DIMENSIONS, tiles & ~(1u << 3), 0));
    NO(tile_3_missing, try_own(4, RULE_DIMENSIONS, tiles, 3));
    NO(bad_rule, try_own(4, 1u << 17, tiles, 0));
    NO(bad_rule, try_own(4, 0, tiles | 1, 0));
    NO(bad_rule, try_own(4, 0, tiles | 2, 0));
    NO(bad_rule, try_own(4, 0, tiles | 1u << 25, 0));
    NO(bad_rule, try_own(4, 0, tiles, 25));
}

static void impossible_ones(void **state)
{
    (void)state;
    const uint32_t tiles = TILES_TO(12);
    for (uint8_t colour = BARBARIAN; colour <= ELF; colour++) /* the orange item lies with the violet exit */
        NO(item_missing, try_own(4, 0, tiles & ~(1u << item_tile[colour]), 0));
    for (uint8_t colour = BARBARIAN; colour <= DWARF; colour++)
        if (colour != SORCERESS) {
            NO(exit_missing, try_own(4, 0, tiles & ~(1u << exit_tile[colour]), 0));
            OK(try_own(4, RULE_ONE_EXIT, tiles & ~(1u << exit_tile[colour]), 0));
        }
    NO(item_missing, try_own(4, RULE_ONE_EXIT, tiles & ~(1u << 5), 0));
    NO(seats_scenario, try_own(2, RULE_EMPTY_HANDED, tiles, 0));
    NO(seats_scenario, try_own(9, 0, tiles, 0));
    bench_seats(2);
    bench_draw(3, "+---+---+   +---+\n"
                  "|*v  @v |?o |h  |\n"
                  "+---+   +   +---+\n"
                  " ?v  @g  @o |###|\n"
                  "+---+   +   +---+\n"
                  "|###|@y  @y  ?y\n"
                  "+---+   +---+---+\n"
                  "|###|^  |### ###|\n"
                  "+---+   +---+---+\n");
    bench_offer(tiles, 1);
    struct scenario own = {
        .tiles = tiles, .rules = RULE_DIMENSIONS, .sand_s = 180, .side = 1, .title = "own"};
    NO(tile_3_crowded, bench_set_up(&own)); /* no two plain spaces for two heroes */
    bench_seats(2);
    bench_draw(2, "+---+---+   +---+\n"
                  "|*y  *v |?g  h  |\n"
                  "+---+   +   +   +\n"
                  " ?y             |\n"
                  "+---+   +   +   +\n"
                  "|###|        ?o\n"
                  "+---+   +   +   +\n"
                  "|###|^          |\n"
                  "+---+   +---+---+\n");
    bench_draw(3, straight);
    bench_offer(tiles, 1);
    own.rules = RULE_ONE_PER_TILE;
    NO(goals_crowded, bench_set_up(&own)); /* two items on one tile, one hero a tile */
}

static const char written[] = "turncoat scenario 1\n"
                              "// for Friday\n"
                              "title: The long night\n"
                              "tiles: 2-9, 12, 10-11\n"
                              "face: B\n"
                              "top: 5\n"
                              "sand: 240\n"
                              "rules: others' colours, pile face up, no vortexes\n"
                              "end\n";

static void scenario_file(void **state)
{
    (void)state;
    struct scenario own;
    struct complaint why;
    assert_true(scenario_parse(written, sizeof written - 1, &own, &why));
    assert_string_equal(own.title, "The long night");
    assert_int_equal(own.tiles, TILES_TO(12));
    assert_int_equal(own.rules, RULE_OTHERS | RULE_FACE_UP | RULE_NO_VORTEX);
    assert_int_equal(own.side, 2);
    assert_int_equal(own.top, 5);
    assert_int_equal(own.sand_s, 240);
    assert_int_equal(own.number, 0);
    assert_int_equal(own.level, 12);
    bench_seats(2);
    bench_offer(own.tiles, 2);
    OK(bench_set_up(&own)); /* it can be played, and is known by its name */
    assert_string_equal(VIEW(SEAT_GALLERY)->scenario.title, "The long night");
    for (int bit = 0; bit < 17; bit++) { /* every rule has its words */
        static const char *const words[] = {
#define X(name, value, text) [rule_##value - 1] = text,
            SCENARIO_RULES(X)
#undef X
        };
        char text[200];
        int size = snprintf(text, sizeof text, "turncoat scenario 1\ntitle: t\ntiles: 2\nrules: %s\nend\n",
                            words[bit]);
        assert_true(scenario_parse(text, (size_t)size, &own, &why));
        assert_int_equal(own.rules, 1u << bit);
    }
}

static void bad_scenario_files(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line;
        const char *reason;
    } bad[] = {
        {"", 1, "first line"},
        {"turncoat scenario 2\n", 1, "first line"},
        {"turncoat scenario 1\ntitle: x\nend\n", 3, "needs a title: and tiles:"},
        {"turncoat scenario 1\ntiles: 2-9\nend\n", 3, "needs a title: and tiles:"},
        {"turncoat scenario 1\ntitle:\ntiles: 2\n", 2, "1 to 49"},
        {"turncoat scenario 1\ntitle: a\ttab\ntiles: 2\n", 2, "1 to 49"},
        {"turncoat scenario 1\ntitle: \xff\xfe\ntiles: 2\n", 2, "1 to 49"},
        {"turncoat scenario 1\ntitle: 50 bytes fifty bytes fifty bytes fifty bytes fifty\ntiles: 2\n", 2,
         "1 to 49"},
        {"turncoat scenario 1\ntitle: x\ntiles: 1-9\n", 3, "from 2 to 24"},
        {"turncoat scenario 1\ntitle: x\ntiles: 9-2\n", 3, "from 2 to 24"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2-25\n", 3, "from 2 to 24"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2,,3\n", 3, "from 2 to 24"},
        {"turncoat scenario 1\ntitle: x\ntiles: 99999999999999\n", 3, "from 2 to 24"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nface: C\n", 4, "A or B"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nface:\n", 4, "A or B"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\ntop: 25\n", 4, "no such tile"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nsand: soon\n", 4, "seconds"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nsand: 65716\n", 4, "seconds"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nrules: flying\n", 4, "no such rule: flying"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nrules: no talk,,no pawn\n", 4, "no such rule"},
        {"turncoat scenario 1\ntitle: x\ntitle: y\ntiles: 2\n", 3, "twice"},
        {"turncoat scenario 1\nheroes: 5\n", 2, "not one of"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\n", 3, "cut short"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nend", 4, "cut short"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nend\nface: B\n", 5, "nothing may follow"},
        {"turncoat scenario 1\ntitle: x\ntiles: 2\nend\nend\n", 5, "nothing may follow"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct scenario untouched, out;
        struct complaint why = {0};
        memset(&untouched, 0x55, sizeof untouched);
        out = untouched;
        assert_false(scenario_parse(bad[i].text, strlen(bad[i].text), &out, &why));
        assert_memory_equal(&out, &untouched, sizeof out);
        assert_int_equal(why.line, bad[i].line);
        if (!strstr(why.text, bad[i].reason))
            fail_msg("\"%s\" does not tell \"%s\"", why.text, bad[i].reason);
    }
}

static void broken_off_scenario_files(void **state)
{
    (void)state;
    struct scenario own;
    struct complaint why;
    for (size_t cut = 0; cut < sizeof written - 1; cut++)
        if (scenario_parse(written, cut, &own, &why))
            fail_msg("taken after %zu bytes", cut);
}

/* A text written from `s`, for as long as the next one is not written. */
static const char *text_of(const struct scenario *s)
{
    static char text[SCENARIO_TEXT_MAX];
    return scenario_write(s, text, sizeof text) ? text : "";
}

static void scenarios_are_written(void **state)
{
    (void)state;
    struct scenario own, again;
    struct complaint why;
    assert_true(scenario_parse(written, sizeof written - 1, &own, &why));
    assert_string_equal(text_of(&own), "turncoat scenario 1\n"
                                       "title: The long night\n"
                                       "tiles: 2-12\n"
                                       "face: B\n"
                                       "top: 5\n"
                                       "sand: 240\n"
                                       "rules: pile face up, others' colours, no vortexes\n"
                                       "end\n");
    for (int number = 1; number <= SCENARIOS; number++) { /* every scenario of the game can be taken along */
        assert_true(scenario_preset(&own, number, 0, 0));
        own.number = 0;
        const char *text = text_of(&own);
        assert_true(scenario_parse(text, strlen(text), &again, &why));
        assert_memory_equal(&again, &own, sizeof again);
    }
    own = (struct scenario){.tiles = 1u << 2 | 1u << 4 | 1u << 5 | 1u << 24, .sand_s = 180, .side = 1};
    own.level = 24;
    memset(own.title, 'x', sizeof own.title - 1);
    const char *text = text_of(&own);
    assert_non_null(strstr(text, "\ntiles: 2, 4-5, 24\n"));
    assert_null(strstr(text, "rules:"));
    assert_true(scenario_parse(text, strlen(text), &again, &why));
    assert_memory_equal(&again, &own, sizeof again);
}

static void what_is_no_text_is_not_written(void **state)
{
    (void)state;
    const struct scenario good = {
        .tiles = TILES_TO(9), .rules = RULES_ALL, .sand_s = 180, .side = 1, .title = "x"};
    struct scenario bad = good;
    char text[SCENARIO_TEXT_MAX];
    size_t size = scenario_write(&good, text, sizeof text);
    assert_true(size);
    for (size_t room = 1; room <= size; room++)
        assert_int_equal(scenario_write(&good, text, room), 0);
    memset(bad.title, 0, sizeof bad.title);
    assert_int_equal(scenario_write(&bad, text, sizeof text), 0);
    memset(bad.title, 'x', sizeof bad.title);
    assert_int_equal(scenario_write(&bad, text, sizeof text), 0);
    bad = good, bad.tiles = 0;
    assert_int_equal(scenario_write(&bad, text, sizeof text), 0);
    bad = good, bad.tiles |= 2;
    assert_int_equal(scenario_write(&bad, text, sizeof text), 0);
    bad = good, bad.rules |= RULES_ALL + 1;
    assert_int_equal(scenario_write(&bad, text, sizeof text), 0);
}

static const struct face *house_face(const void *of, int number)
{
    return tiles_face(&tiles_house, number, ((const struct scenario *)of)->side);
}

static void everything_is_told(void **state)
{
    (void)state;
    static const refusal_t expected[] = {REFUSAL_bad_title,   REFUSAL_talk_clash,     REFUSAL_exit_clash,
                                         REFUSAL_top_missing, REFUSAL_tile_3_missing, REFUSAL_item_missing};
    refusal_t all[SCENARIO_REFUSALS_MAX];
    struct scenario own = {.tiles = 1u << 2,
                           .rules = RULE_TALK_ALWAYS | RULE_NO_TALK | RULE_ONE_EXIT | RULE_DIMENSIONS,
                           .sand_s = 180,
                           .side = 1,
                           .top = 9};
    int count = scenario_refusals(&own, house_face, &own, all);
    assert_int_equal(count, 7);
    assert_memory_equal(all, expected, sizeof expected);
    assert_int_equal(all[6], REFUSAL_exit_missing);
    assert_int_equal(scenario_refusal(&own, house_face, &own), REFUSAL_bad_title);
    assert_string_equal(scenario_refused_key(REFUSAL_bad_title), "title");
    assert_string_equal(scenario_refused_key(REFUSAL_talk_clash), "rules");
    assert_string_equal(scenario_refused_key(REFUSAL_top_missing), "top");
    assert_string_equal(scenario_refused_key(REFUSAL_item_missing), "tiles");
}

static void refused_lines(void **state)
{
    (void)state;
    static const struct {
        refusal_t refusal;
        uint32_t line;
    } blamed[] = {{REFUSAL_talk_clash, 8},   {REFUSAL_exit_clash, 8},   {REFUSAL_top_missing, 6},
                  {REFUSAL_item_missing, 4}, {REFUSAL_exit_missing, 4}, {REFUSAL_bad_sand, 7}};
    for (size_t i = 0; i < sizeof blamed / sizeof *blamed; i++)
        assert_int_equal(scenario_refused_line(written, sizeof written - 1, blamed[i].refusal),
                         blamed[i].line);
}

static void own_titles_and_levels(void **state)
{
    (void)state;
    static const struct {
        const char *title;
        uint8_t level;
        refusal_t refusal;
    } own[] = {{"x", 12, REFUSAL_OK},           {"", 12, REFUSAL_bad_title},
               {"   ", 12, REFUSAL_bad_title},  {"a\n", 12, REFUSAL_bad_title},
               {"\xff", 12, REFUSAL_bad_title}, {"x", 11, REFUSAL_bad_level},
               {"x", 13, REFUSAL_bad_level},    {"x", 255, REFUSAL_bad_level}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct scenario asked = {.tiles = TILES_TO(12), .sand_s = 180, .side = 1, .level = own[i].level};
        memcpy(asked.title, own[i].title, strlen(own[i].title));
        bench_seats(2);
        bench_offer(asked.tiles, 1);
        assert_int_equal(bench_set_up(&asked), own[i].refusal);
    }
    struct scenario endless = {.tiles = TILES_TO(12), .sand_s = 180, .side = 1, .level = 12};
    memset(endless.title, 'x', sizeof endless.title);
    bench_seats(2);
    bench_offer(endless.tiles, 1);
    NO(bad_title, bench_set_up(&endless));
}

static const struct CMUnitTest tests[] = {
    RULE("M8.1 levels of difficulty, either face; 10, 13 and 17 start at 2-12", levels),
    RULE("M8.1 every scenario, level and face that fits the players is offered to the host", all_are_offered),
    RULE("M8.1 below 2-12 all heroes use the violet exit", violet_exit_below_12),
    RULE("M8.2 scenario 8: everybody sees the next tile", face_up),
    RULE("M8.3 scenario 9: action tiles for one player fewer, 3 to 9 players", one_without_action),
    RULE("M8.3 the player without a tile alone moves the pawn", idle_player_has_the_pawn),
    RULE("M8.3 when tiles pass to the left the one without stays the same", idle_player_stays),
    RULE("M8.4 scenario 10: the theft happens when all stand on items of others", others_items),
    RULE("M8.4 heroes leave by exits of others, stay there, and every exit serves once", others_exits),
    RULE("M8.5 scenario 11: at each flip two tiles go under the pile before any action", two_are_discarded),
    RULE("M8.5 a tile goes under the pile as it was drawn, however it lay (M2.4)", taken_up_as_it_was_drawn),
    RULE("M8.5 a tile with an out-of-order token stays", tokens_stay),
    RULE("M8.5 discarded tiles form the pile when there is none", they_form_the_pile),
    RULE("M8.5 if two cannot be removed the game is lost", nothing_to_discard),
    RULE("M8.5 a tile that carries a hero cannot be one of the two", heroes_hold_their_tiles),
    RULE("M8.5 nor one with a hero that stays on its exit (M8.4)", heroes_that_left_and_stay),
    RULE("M8.5 a camera goes with its tile and watches no more (M7.6)", camera_goes_with_its_tile),
    RULE("M8.5 the first may not make the second impossible", second_must_be_possible),
    RULE("M8.5 walls that only the dwarf passes count as passable", small_passages_count),
    RULE("M8.5 small passages are walls where nobody passes them", small_passages_without_their_rule),
    RULE("M8.5 escalators count as ways", escalators_count),
    RULE("M8.5 vortexes do not count as ways", vortexes_do_not_count),
    RULE("M8.6 scenario 12: where talk would be open, only gestures are allowed", gestures_only),
    RULE("M8.7 scenario 13: two heroes on tile 1, two on tile 3 apart, the pile face up", two_boards),
    RULE("M8.7 the pile is face up in custom scenarios with two dimensions, too", own_dimensions_are_face_up),
    RULE("M8.7, M8.5 neither dimension may be cut by a discard", discards_in_two_dimensions),
    RULE("M8.7 the two parts are never joined", boards_never_join),
    RULE("M8.7 only vortexes change dimension, and never all four into one", changing_dimension),
    RULE("M8.7 the vortex in the other dimension must be free", a_vortex_that_is_not_free),
    RULE("M8.7 heroes that have left count for no dimension", who_has_left_is_nowhere),
    RULE("M8.8 scenario 14: no talk at all; pawn and stares remain", no_talk),
    RULE("M8.8, M8.9 before the hourglass is turned and after the end talk is open",
         no_talk_is_about_the_game),
    RULE("M8.9 scenario 15: no talk and no pawn; stares remain", no_talk_no_pawn),
    RULE("M8.10 scenario 16: vortexes are dead from the start", dead_vortexes),
    RULE("M8.11 scenario 17: never two heroes on one tile, tile 1 excepted", one_hero_a_tile),
    RULE("M8.11 heroes stay on their exits and block the tile", exits_block_their_tile),
    RULE("M8.12 contradictory rules are refused, each with its reason", contradictions),
    RULE("M8.12 what nobody could win or play is refused, with the reason", impossible_ones),
    RULE("M8.12 a custom scenario is a file with a name", scenario_file),
    RULE("M8.12 a bad scenario file gets the line and the reason, and nothing is loaded", bad_scenario_files),
    RULE("M8.12 a scenario file that breaks off anywhere is refused", broken_off_scenario_files),
    RULE("M8.12 a custom scenario is written as it was read", scenarios_are_written),
    RULE("M8.12 what could not be read is not written", what_is_no_text_is_not_written),
    RULE("M8.12 everything that is wrong with a scenario is reported", everything_is_told),
    RULE("M8.12 what cannot be played is blamed on a line of the file", refused_lines),
    RULE("M8.12 a custom scenario has a title, and its level is its highest tile", own_titles_and_levels),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
