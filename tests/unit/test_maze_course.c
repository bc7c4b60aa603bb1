/* tests/unit/test_maze_course.c -- Magic Maze, rule by rule: aim and course (M1), tiles on the table (M2.3,
 * M2.4), setup (M3) and actions (M4). */
#include "tests/help/maze_bench.h"

/* ---- M1 aim and course ---- */

/* One try of each action, by its number, from a scene in which all seven are possible. */
static refusal_t try_action(seat_t by, int action)
{
    switch (action) {
    case action_north:
        return move(by, BARBARIAN, 1, 1);
    case action_east:
        return move(by, BARBARIAN, 1, 6);
    case action_south:
        return move(by, BARBARIAN, 1, 9);
    case action_west:
        return move(by, BARBARIAN, 1, 4);
    case action_explore:
        return explore(by, ELF, 1, 11);
    case action_vortex:
        return vortex(by, SORCERESS, 1, 8);
    default:
        return escalator(by, DWARF, 1, 1);
    }
}

static void only_held_actions(void **state)
{
    (void)state;
    for (int held = action_north; held <= action_escalator; held++)
        for (int tried = action_north; tried <= action_escalator; tried++) {
            uint8_t actions[4] = {
                [2] = (uint8_t)(1u << (held - 1))}; /* seat 3 holds one action, the others none */
            bench_start(4, 0, 0);
            put_all(PLACE(1, 5), PLACE(1, 13), PLACE(1, 11), PLACE(1, 15));
            deal(4, actions);
            NO(no_action, try_action(1, tried));
            NO(no_action, try_action(4, tried));
            if (tried == held)
                OK(try_action(3, tried));
            else
                NO(no_action, try_action(3, tried));
        }
}

static void each_action_serves_every_hero(void **state)
{
    (void)state;
    bench_start(4, 0, 0);
    deal(4, (uint8_t[]){N | S, E | W, V, X | R});
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++) {
        put_all(PLACE(1, 0), PLACE(1, 12), PLACE(1, 7), PLACE(1, 15));
        put(hero, 1, 5);
        OK(move(1, hero, 1, 9));
        OK(move(1, hero, 1, 5)); /* as often as they like */
        OK(move(1, hero, 1, 9));
        OK(move(2, hero, 1, 8));
        OK(move(2, hero, 1, 9));
        NO(no_action, move(1, hero, 1, 8));
        NO(no_action, move(2, hero, 1, 5));
    }
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 15), PLACE(1, 10));
    OK(escalator(4, ELF, 1, 1));
    OK(vortex(3, ELF, 1, 7));
    NO(no_action, vortex(4, BARBARIAN, 1, 0));
    NO(no_action, escalator(3, ELF, 1, 15));
    put(BARBARIAN, 1, 2);
    NO(no_action, explore(3, BARBARIAN, 1, 2));
    OK(explore(4, BARBARIAN, 1, 2));
}

/* A mall in which one step west brings each hero from its item to its exit. */
static void lay_treasury(void)
{
    bench_draw(2, "+---+---+   +---+\n"
                  "|xy  *y |?g  *v |\n"
                  "+---+---+   +   +\n"
                  "|   |        xv |\n"
                  "+---+   +   +---+\n"
                  "|xg  *g      ?o\n"
                  "+---+   +   +---+\n"
                  "|   |^   xo  *o |\n"
                  "+---+   +---+---+\n");
}

static void start_treasury(uint32_t rules)
{
    bench_seats(2);
    lay_treasury();
    bench_own(rules, 1u << 2 | 1u << 3);
    deal(2, (uint8_t[]){ALL_ACTIONS, 0});
    OK(turn_hourglass(1));
    lay(2, 1, NORTH);
}

static void all_leave(void **state)
{
    (void)state;
    start_treasury(0);
    put_all(PLACE(2, 1), PLACE(2, 3), PLACE(2, 9), PLACE(2, 14));
    bench.now_ms = 1000 + 60000;
    OK(move(1, DWARF, 2, 15));
    assert_non_null(happened(EV_theft_done));
    OK(move(1, DWARF, 2, 14));
    OK(move(1, BARBARIAN, 2, 0));
    OK(move(1, SORCERESS, 2, 7));
    assert_int_equal(TRUTH->ending, 0);
    OK(move(1, ELF, 2, 8));
    assert_int_equal(TRUTH->ending, ending_escaped);
    assert_int_equal(VIEW(2)->ending, ending_escaped);
    assert_false(TRUTH->running);
    NO(hero_gone, move(1, ELF, 2, 9));
    NO(over, turn_hourglass(1));
    assert_true(maze.deadline(TRUTH) == INT64_MAX);
}

static void sand_runs_out(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    assert_true(maze.deadline(TRUTH) == 1000 + 180000);
    OK(tick_at(1000 + 179999));
    assert_int_equal(TRUTH->ending, 0);
    OK(move(1, BARBARIAN, 1, 1));
    OK(tick_at(1000 + 180000));
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
    assert_int_equal(BODY(happened(EV_game_ended), game_ended)->left_ms, 0);
    NO(over, move(1, BARBARIAN, 1, 5));
}

static void theft_needs_all_four(void **state)
{
    (void)state;
    start_treasury(0);
    put_all(PLACE(2, 1), PLACE(2, 3), PLACE(2, 10), PLACE(2, 15));
    NO(wall, move(1, BARBARIAN, 2, 2)); /* nothing happens by asking in vain */
    assert_false(TRUTH->theft);
    OK(vortex(1, BARBARIAN, 1, 0)); /* vortexes work as long as nothing is stolen */
    OK(move(1, ELF, 2, 9));
    assert_false(TRUTH->theft); /* three on their items */
    put(BARBARIAN, 2, 1);
    put_all(PLACE(2, 1), PLACE(2, 9), PLACE(2, 7), PLACE(2, 15)); /* elf's item under the sorceress */
    OK(move(1, ELF, 2, 3));
    assert_false(TRUTH->theft);
    put_all(PLACE(2, 1), PLACE(2, 3), PLACE(2, 10), PLACE(2, 15));
    OK(move(1, ELF, 2, 9));
    assert_non_null(happened(EV_theft_done));
    assert_true(TRUTH->theft);
    assert_true(VIEW(SEAT_GALLERY)->theft); /* the theft tile shows side B */
    NO(vortex_dead, vortex(1, BARBARIAN, 1, 0));
    OK(move(1, ELF, 2, 10));
    OK(move(1, ELF, 2, 9));
    assert_null(happened(EV_theft_done)); /* once */
}

static void exits_before_and_after(void **state)
{
    (void)state;
    start_treasury(0);
    put_all(PLACE(2, 1), PLACE(1, 5), PLACE(1, 6), PLACE(1, 9));
    OK(move(1, BARBARIAN, 2, 0)); /* before the theft: an ordinary space */
    assert_null(happened(EV_hero_left));
    assert_at(BARBARIAN, 2, 0);
    OK(move(1, BARBARIAN, 2, 1));
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    put(SORCERESS, 2, 1);
    put(BARBARIAN, 1, 10);
    OK(move(1, SORCERESS, 2, 0)); /* not hers */
    assert_null(happened(EV_hero_left));
    OK(move(1, SORCERESS, 2, 1));
    put(SORCERESS, 1, 5);
    put(BARBARIAN, 2, 1);
    OK(move(1, BARBARIAN, 2, 0));
    assert_int_equal(BODY(happened(EV_hero_left), hero_left)->hero, BARBARIAN);
    assert_int_equal(TRUTH->hero_at[BARBARIAN - 1], 0); /* off the board */
    assert_int_equal(VIEW(2)->left, 1);                 /* and shown on the theft tile */
    put(SORCERESS, 2, 1);
    OK(move(1, SORCERESS, 2, 0)); /* the space is free again */
    NO(hero_gone, move(1, BARBARIAN, 2, 1));
    NO(hero_gone, explore(1, BARBARIAN, 1, 2));
}

static void nobody_stops_or_undoes(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    deal(3, (uint8_t[]){E, W, N | S});
    put_all(PLACE(1, 12), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    OK(move(1, BARBARIAN, 1, 15));
    seq_t count = bench.watch.table.count;
    NO(no_action, move(3, BARBARIAN, 1, 12));
    NO(no_action, move(1, BARBARIAN, 1, 12));
    assert_at(BARBARIAN, 1, 15);
    assert_int_equal(bench.watch.table.count, count);
    OK(move(2, BARBARIAN, 1, 12));               /* only by whoever holds the way back */
    for (int kind = 0; kind < KINDS_MAX; kind++) /* there is no command to undo or to stop */
        if (maze.schema->commands[kind].fields) {
            assert_null(strstr(maze.schema->commands[kind].name, "undo"));
            assert_null(strstr(maze.schema->commands[kind].name, "stop"));
        }
}

/* ---- M2.3 what a tile is, M2.4 where a new one lies ---- */

static refusal_t offer(const struct face *face)
{
    ask(&bench_input, SEAT_SERVER, CMD_offer_tile, face, sizeof *face);
    return bench_ask(&bench_input);
}

static void only_tiles_are_offered(void **state)
{
    (void)state;
    bench_seats(2);
    for (int i = 0; i < FACES_MAX; i++)
        OK(offer(&bench_tiles.face[i]));
    struct face good = bench_tiles.face[13], bad; /* arrow at 13, exploration at 2, 4, 11, orange walls */
    OK(offer(&good));
#define BAD(change) (bad = good, (change), offer(&bad))
    NO(bad_tile, BAD(bad.number = 0));
    NO(bad_tile, BAD(bad.number = 25));
    NO(bad_tile, BAD(bad.number = 1)); /* which has two sides */
    NO(bad_tile, BAD(bad.side = 1));
    NO(bad_tile, BAD(bad.space[5] = space_hidden));
    NO(bad_tile, BAD(bad.space[5] = space_end));
    NO(bad_tile, BAD(bad.space[13] = space_plain));         /* no arrow */
    NO(bad_tile, BAD(bad.space[2] = space_arrow));          /* two */
    NO(bad_tile, BAD(bad.space[2] = space_plain));          /* an opening without an exploration space */
    NO(bad_tile, BAD(bad.space[6] = space_explore_yellow)); /* one that leads nowhere */
    NO(bad_tile, BAD(bad.space[5] = space_solid));          /* not walled off */
    NO(bad_tile, BAD(bad.open[NORTH] |= 1));                /* across the edge where nobody can */
    NO(bad_tile, BAD(bad.open[NORTH] ^= 1 << 2));           /* an exploration space that is closed */
    NO(bad_tile, BAD(bad.open[EAST] ^= 1 << 0));            /* there but not back */
    NO(bad_tile, BAD(bad.dwarf[SOUTH] ^= 1 << 5));
    NO(bad_tile, BAD(bad.dwarf[WEST] |= 1 << 0)); /* a small passage out of the tile */
    bad = good;
    for (int d = 0; d < DIRECTIONS; d++)
        bad.space[face_crossing[d]] = d == SOUTH ? space_arrow : space_plain;
    NO(bad_tile, offer(&bad));               /* nothing to explore */
    struct face solid = bench_tiles.face[2]; /* its space 12 is solid */
    solid.stairs[0] = 12 << 4 | 5;
    NO(bad_tile, offer(&solid));
    good = bench_tiles.face[0];
    NO(bad_tile, BAD(bad.space[2] = space_explore_violet)); /* the start tile explores in four colours */
    bad = good;
    bad.space[5] = space_solid; /* the heroes begin there (M3.1) */
    for (int d = 0; d < DIRECTIONS; d++) {
        bad.open[d] = (uint16_t)(bad.open[d] & ~(1u << 5));
        bad.open[d] = (uint16_t)(bad.open[d] & ~(1u << mall_beside[mall_opposite[d]][5]));
    }
    NO(bad_tile, offer(&bad));
    NO(not_host, (ask(&bench_input, 2, CMD_offer_tile, &good, sizeof good), bench_ask(&bench_input)));
    bench_start(2, 0, 0);
    NO(set_up_already, offer(&good));
#undef BAD
}

static void tiles_must_all_be_there(void **state)
{
    (void)state;
    bench_seats(2);
    bench_offer(TILES_TO(12) & ~(1u << 7), 1);
    NO(bad_tile, bench_set_up(&(struct scenario){.number = 2}));
    OK(offer(&bench_tiles.face[7]));
    OK(bench_set_up(&(struct scenario){.number = 2}));
    bench_seats(2); /* none offered: the house's own */
    OK(bench_set_up(&(struct scenario){.number = 2}));
    assert_memory_equal(&TRUTH->mall[1].face, &tiles_house.face[0], sizeof(struct face));
}

static void new_tile_lies(void **state)
{
    (void)state;
    static const struct {
        uint8_t hero, space;
        int side, east, south, first_step; /* from the exploration space to the tile's way in */
    } explored[] = {
        {BARBARIAN, CROSSING_N, NORTH, 1, -4, N},
        {ELF, CROSSING_E, EAST, 4, 1, E},
        {DWARF, CROSSING_S, SOUTH, -1, 4, S},
        {SORCERESS, CROSSING_W, WEST, -4, -1, W},
    };
    bench_start(2, 0, 0);
    for (int i = 0; i < 4; i++) {
        int east, south, back = mall_opposite[explored[i].side];
        put(explored[i].hero, 1, explored[i].space);
        OK(explore(1, explored[i].hero, 1, explored[i].space));
        uint8_t tile = BODY(happened(EV_tile_laid), tile_laid)->tile;
        mall_position(TRUTH, PLACE(tile, 0), &east, &south);
        assert_int_equal(east, explored[i].east);
        assert_int_equal(south, explored[i].south);
        assert_int_equal(TRUTH->mall[tile].face.space[face_crossing[back]], space_arrow);
        OK(move(1, explored[i].hero, tile,
                face_crossing[back])); /* the arrow continues the exploration space */
        assert_at(explored[i].hero, tile, face_crossing[back]);
    }
}

/* Explores at a space chosen by chance, until there is none left or no tile. */
static bool explore_anywhere(void)
{
    place_t spaces[TILES_MAX * DIRECTIONS];
    int count = 0;
    for (int n = 1; n <= TILES_MAX && TRUTH->pile_count; n++)
        for (int d = 0; d < DIRECTIONS && TRUTH->mall[n].laid; d++)
            if (mall_unexplored(TRUTH, PLACE(n, face_crossing[d])))
                spaces[count++] = PLACE(n, face_crossing[d]);
    if (!count)
        return false;
    place_t at = spaces[chance_below(&bench.seed, count)];
    uint8_t hero = (uint8_t)(mall_space(TRUTH, at) - space_explore_yellow + 1);
    put(hero, (uint8_t)PLACE_TILE(at), PLACE_SPACE(at));
    OK(explore(1, hero, (uint8_t)PLACE_TILE(at), PLACE_SPACE(at)));
    return true;
}

static void tiles_never_overlap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        char taken[256][256] = {{0}};
        int laid = 0;
        bench_start(2, 0, TILES_TO(24));
        bench.seed = seed;
        while (explore_anywhere())
            laid++;
        assert_true(laid > 10);
        for (int n = 1; n <= TILES_MAX; n++)
            for (int i = 0; i < SPACES && TRUTH->mall[n].laid; i++) {
                int east, south;
                mall_position(TRUTH, PLACE(n, i), &east, &south);
                assert_int_equal(taken[128 + east][128 + south], 0);
                taken[128 + east][128 + south] = 1;
            }
    }
}

/* ---- M3 setup ---- */

static void pile_and_heroes(void **state)
{
    (void)state;
    unsigned stood[4] = {0}, tops = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bench_seats(3);
        bench.seed = seed;
        bench_own(0, TILES_TO(9) | 1u << 12 | 1u << 11 | 1u << 10);
        uint32_t in_pile = 0;
        for (int i = 0; i < TRUTH->pile_count; i++)
            in_pile |= 1u << TRUTH->pile[i];
        assert_int_equal(TRUTH->pile_count, 11);
        assert_int_equal(in_pile, TILES_TO(12));
        tops |= 1u << TRUTH->pile[10];
        for (int i = 0; i < TRUTH->pile_count; i++)
            assert_int_equal(VIEW(1)->pile[i], 0); /* face down */
        assert_int_equal(VIEW(1)->pile_count, 11);
        for (int h = 0; h < HEROES; h++) {
            int space = PLACE_SPACE(TRUTH->hero_at[h]);
            assert_int_equal(PLACE_TILE(TRUTH->hero_at[h]), 1);
            assert_true(space == 5 || space == 6 || space == 9 || space == 10);
            stood[h] |= 1u << space;
            for (int other = 0; other < h; other++)
                assert_int_not_equal(TRUTH->hero_at[h], TRUTH->hero_at[other]);
        }
    }
    for (int h = 0; h < HEROES; h++) /* at random: every hero begins on every one of the four, some time */
        assert_int_equal(stood[h], 1u << 5 | 1u << 6 | 1u << 9 | 1u << 10);
    assert_int_equal(tops, TILES_TO(12)); /* shuffled: every tile is on top some time */
}

static void face_of_tile_1(void **state)
{
    (void)state;
    for (int side = 1; side <= 2; side++) {
        bench_seats(2);
        OK(bench_scenario(8, 9, side));
        assert_int_equal(TRUTH->mall[1].face.side, side);
        assert_memory_equal(&TRUTH->mall[1].face, tiles_face(&bench_tiles, 1, side), sizeof(struct face));
        assert_memory_equal(&VIEW(2)->mall[1].face, tiles_face(&bench_tiles, 1, side), sizeof(struct face));
    }
    bench_seats(2);
    bench_offer(TILES_TO(9), 1); /* face A lies ready, face B is wanted */
    struct scenario wanted = {.number = 8, .level = 9, .side = 2};
    NO(bad_tile, bench_set_up(&wanted));
}

static void action_tiles_by_players(void **state)
{
    (void)state;
    static const uint8_t tiles[9][8] = {
        [2] = {S | W | X | R, N | E | V},
        [3] = {N | E, W | V, S | X | R},
        [4] = {S | X, W | V, E | R, N},
        [5] = {S | X, W | V, E | R, N, W},
        [6] = {S | X, W | V, E | R, N, W, E},
        [7] = {S | X, W | V, E | R, N, W, E, S},
        [8] = {S | X, W | V, E | R, N, W, E, S, N},
    };
    for (int players = 2; players <= 8; players++) {
        unsigned first_held_by = 0;
        for (uint64_t seed = 1; seed <= 80; seed++) {
            bench_seats(players);
            bench.seed = seed;
            bench_own(0, 0);
            bool dealt[8] = {false};
            for (seat_t seat = 1; seat <= players; seat++) {
                int tile =
                    0; /* each seat holds exactly one of the tiles, each tile lies in front of one seat */
                while (tile < players && (dealt[tile] || tiles[players][tile] != TRUTH->may[seat]))
                    tile++;
                assert_true(tile < players);
                dealt[tile] = true;
                assert_int_equal(VIEW(1)->may[seat], TRUTH->may[seat]); /* visible to all */
                if (tile == 0)
                    first_held_by |= 1u << seat;
            }
        }
        assert_int_equal(first_held_by, ((1u << players) - 1) << 1); /* at random */
    }
}

static void before_the_start(void **state)
{
    (void)state;
    bench_seats(3);
    NO(not_now, turn_hourglass(1));
    bench_own(0, 0);
    OK(say(2, "Who holds the vortex?"));
    OK(ASKED(3, point_at, .tile = 1, .space = 3));
    for (int channel = CHANNEL_TEXT; channel <= CHANNEL_POINT; channel++)
        assert_int_equal(maze.hears(VIEW(1), 1, (enum channel)channel), 0xf);
    for (seat_t by = 1; by <= 3; by++)
        NO(not_yet, move(by, BARBARIAN, 1, (uint8_t)(PLACE_SPACE(TRUTH->hero_at[0]) ^ 1)));
    assert_true(maze.deadline(TRUTH) == INT64_MAX);
    bench.now_ms = 77000;
    OK(turn_hourglass(3));
    assert_int_equal(BODY(happened(EV_hourglass_turned), hourglass_turned)->left_ms, 180000);
    assert_true(maze.deadline(TRUTH) == 77000 + 180000);
    NO(silence, say(2, "Too late"));
    NO(turned_already, turn_hourglass(1));
}

/* ---- M4 actions ---- */

static void moves_go_straight_until_stopped(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    put_all(PLACE(1, 12), PLACE(1, 0), PLACE(1, 10), PLACE(1, 7));
    OK(move(1, BARBARIAN, 1, 13)); /* one space */
    OK(move(1, BARBARIAN, 1, 15)); /* two at once */
    NO(hero_in_way, move(1, BARBARIAN, 1, 3));
    NO(hero_in_way, move(1, BARBARIAN, 1, 7)); /* never two on one space */
    OK(move(1, BARBARIAN, 1, 11));
    NO(hero_in_way, move(1, BARBARIAN, 1, 9));
    OK(move(1, ELF, 1, 14));
    NO(wall, move(1, BARBARIAN, 1, 9)); /* the wall between 9 and 10 */
    OK(move(1, BARBARIAN, 1, 10));
    put_all(PLACE(1, 11), PLACE(1, 0), PLACE(1, 2), PLACE(1, 13));
    NO(no_such, move(1, BARBARIAN, 2, 4)); /* off the board: no tile lies there */
    NO(no_such, move(1, BARBARIAN, 1, 16));
    NO(no_such, move(1, BARBARIAN, 25, 0));
    NO(no_such, ASKED(1, move_hero, .hero = 5, .tile = 1, .space = 0));
    NO(no_such, ASKED(1, move_hero, .hero = hero_hidden, .tile = 1, .space = 0));
    lay(2, 1, NORTH);
    put(BARBARIAN, 2, 0);
    NO(wall, move(1, BARBARIAN, 2, 12)); /* a solid space */
    OK(move(1, BARBARIAN, 2, 8));
    OK(move(1, BARBARIAN, 2, 11));
    NO(no_such, move(1, BARBARIAN, 3, 4));
    put(ELF, 1, 10);
    OK(move(1, ELF, 2, 9)); /* straight from tile to tile: 1/10 1/6 1/2 2/13 2/9 */
    put(DWARF, 1, 2);
    NO(hero_in_way, move(1, ELF, 1, 10));
    assert_at(ELF, 2, 9);
}

static void stale_targets_are_refused(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    put_all(PLACE(1, 12), PLACE(1, 7), PLACE(1, 0), PLACE(1, 6));
    OK(move(1, BARBARIAN, 1, 15));
    seq_t count = bench.watch.table.count;
    struct state *before = test_malloc(maze.state_size);
    memcpy(before, TRUTH, maze.state_size);
    NO(not_straight, move(1, BARBARIAN, 1, 8));  /* it was straight when the hero stood on 12 */
    NO(not_straight, move(1, BARBARIAN, 1, 15)); /* where it stands already */
    NO(hero_in_way, move(1, BARBARIAN, 1, 3));   /* somebody has come between */
    assert_memory_equal(before, TRUTH, maze.state_size);
    assert_int_equal(bench.watch.table.count, count);
    test_free(before);
}

static void vortexes(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    lay(3, 1, NORTH);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    OK(vortex(1, BARBARIAN, 1, 0));
    OK(vortex(1, BARBARIAN, 3, 15)); /* to any tile, from wherever it is */
    NO(no_vortex, vortex(1, SORCERESS, 3, 15));
    NO(no_vortex, vortex(1, SORCERESS, 1, 0));
    NO(no_vortex, vortex(1, SORCERESS, 1, 5));
    NO(no_such, vortex(1, DWARF, 9, 15)); /* not laid */
    put(ELF, 3, 12);
    NO(hero_in_way, vortex(1, SORCERESS, 3, 12)); /* not free */
    OK(vortex(1, SORCERESS, 1, 8));
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    NO(vortex_dead, vortex(1, BARBARIAN, 1, 0));
}

static void escalators(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    put_all(PLACE(1, 1), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    OK(escalator(1, BARBARIAN, 1, 15));
    OK(escalator(1, BARBARIAN, 1, 1)); /* either way */
    put(ELF, 1, 15);
    NO(hero_in_way, escalator(1, BARBARIAN, 1, 15)); /* the other end must be free */
    NO(hero_in_way, escalator(1, ELF, 1, 1));
    NO(no_escalator, escalator(1, BARBARIAN, 1, 8)); /* it goes nowhere else */
    NO(no_escalator, escalator(1, DWARF, 1, 1));     /* no escalator at 10 */
    NO(no_escalator, escalator(1, BARBARIAN, 1, 1)); /* where it stands */
    assert_at(BARBARIAN, 1, 1);
}

static void exploring(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    STACK(2, 4, 6, 5);
    put_all(PLACE(1, 2), PLACE(1, 11), PLACE(1, 9), PLACE(1, 10));
    NO(cannot_explore, explore(1, SORCERESS, 1, 11)); /* not of her colour */
    NO(cannot_explore, explore(1, ELF, 1, 11));       /* she does not stand there */
    NO(cannot_explore, explore(1, DWARF, 1, 10));     /* no exploration space */
    OK(explore(1, BARBARIAN, 1, 2));
    assert_int_equal(BODY(happened(EV_tile_laid), tile_laid)->tile, 5); /* the top of the pile */
    assert_int_equal(BODY(happened(EV_tile_laid), tile_laid)->hero, BARBARIAN);
    assert_int_equal(TRUTH->pile_count, 3);
    NO(nowhere, explore(1, BARBARIAN, 1, 2)); /* a tile lies there now */
}

static void passages_open(void **state)
{
    (void)state;
    bench_start(2, 0, TILES_TO(24));
    lay(20, 1, NORTH);
    put_all(PLACE(20, 13), PLACE(1, 6), PLACE(1, 9), PLACE(1, 12));
    OK(move(1, BARBARIAN, 1, 2)); /* open to every hero, both ways */
    OK(move(1, BARBARIAN, 20, 13));
    put(BARBARIAN, 20, 9);
    OK(move(1, SORCERESS, 20, 13));
    put(SORCERESS, 1, 5);
    lay(6, 1, EAST);
    lay(7, 6, NORTH); /* it comes to lie east of tile 20 */
    assert_int_equal(mall_beyond(TRUTH, 20, EAST), 7);
    assert_true(mall_side(TRUTH, PLACE(20, 11)) == EAST && mall_side(TRUTH, PLACE(7, 4)) == WEST);
    put(BARBARIAN, 20, 11);
    OK(move(1, BARBARIAN, 7, 4)); /* exploration meets exploration: open at once */
    OK(move(1, BARBARIAN, 20, 11));
    lay(21, 1, SOUTH);
    lay(22, 6, SOUTH); /* it comes to lie east of tile 21, which has a wall there */
    assert_int_equal(mall_beyond(TRUTH, 22, WEST), 21);
    assert_int_equal(mall_space(TRUTH, PLACE(22, 4)), space_explore_orange);
    put(DWARF, 22, 4);
    NO(wall, move(1, DWARF, 21, 11));      /* a dead end, */
    NO(nowhere, explore(1, DWARF, 22, 4)); /* and nothing to explore there */
}

static void empty_pile(void **state)
{
    (void)state;
    bench_start(2, RULE_BALL, TILES_TO(15));
    STACK(15);
    lay(15, 1, EAST);
    put_all(PLACE(1, 2), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    assert_int_equal(TRUTH->pile_count, 0);
    NO(pile_empty, explore(1, BARBARIAN, 1, 2));
    for (uint8_t i = 0; i < SPACES; i++)
        if (mall_space(TRUTH, PLACE(15, i)) == space_ball)
            put(SORCERESS, 15, i);
    NO(pile_empty, gaze(1, 1, 2));
}

static const char hall[] = "+---+---+   +---+\n"
                           "|### ###|?y |@g |\n"
                           "+---+---+   +   +\n"
                           " ?v      h      |\n" /* an hourglass in the middle of a corridor */
                           "+   +   +   +   +\n"
                           "|            ?g\n"
                           "+---+   +   +---+\n"
                           "|###|?o |  1   1|\n"
                           "+---+   +---+---+\n";

static void passing_is_entering(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(1, hall);
    bench_own(0, 0);
    deal(2, (uint8_t[]){ALL_ACTIONS, 0});
    OK(turn_hourglass(1));
    put_all(PLACE(1, 4), PLACE(1, 8), PLACE(1, 9), PLACE(1, 14));
    bench.now_ms += 10000;
    OK(move(1, BARBARIAN, 1, 7));
    assert_at(BARBARIAN, 1, 6); /* the move ends on the hourglass space */
    assert_non_null(happened(EV_hourglass_flipped));
    OK(move(1, BARBARIAN, 1, 4));
    OK(move(1, BARBARIAN, 1, 7)); /* used, it is an ordinary space */
    assert_at(BARBARIAN, 1, 7);
    assert_null(happened(EV_hourglass_flipped));
}

static void way_beyond_the_hourglass(void **state)
{
    (void)state;
    bench_seats(2);
    bench_draw(1, hall);
    bench_own(0, 0);
    deal(2, (uint8_t[]){ALL_ACTIONS, 0});
    OK(turn_hourglass(1));
    put_all(PLACE(1, 4), PLACE(1, 7), PLACE(1, 9), PLACE(1, 14));
    NO(hero_in_way, move(1, BARBARIAN, 1, 7)); /* M4.2: the way to the space named must be free, all of it */
    assert_at(BARBARIAN, 1, 4);
    assert_int_equal(TRUTH->spaces_used, 0);
}

static const struct CMUnitTest tests[] = {
    RULE("M1.1 nobody can carry out an action they do not hold", only_held_actions),
    RULE("M1.1 whoever holds an action may use it on any hero as often as they like",
         each_action_serves_every_hero),
    RULE("M1.2 everybody wins when all four heroes have left after the theft", all_leave),
    RULE("M1.3 everybody loses the moment the sand has run out", sand_runs_out),
    RULE("M1.4 the theft happens when all four stand on the items of their own colours",
         theft_needs_all_four),
    RULE("M1.5 after the theft a hero leaves by an exit it may use, before it is an ordinary space",
         exits_before_and_after),
    RULE("M1.6 accepted moves are not undone but by whoever holds the needed action", nobody_stops_or_undoes),
    RULE("M2.3 what is not a mall tile cannot be offered", only_tiles_are_offered),
    RULE("M2.6 a table plays with all the tiles offered, or with the built-in ones", tiles_must_all_be_there),
    RULE("M2.4 a new tile is turned and lies so that its arrow continues the exploration space",
         new_tile_lies),
    RULE("M2.4 tiles never overlap", tiles_never_overlap),
    RULE("M3.1 the pile is shuffled face down and the heroes stand at random in the middle of tile 1",
         pile_and_heroes),
    RULE("M3.1 the scenario says which face of tile 1 is used", face_of_tile_1),
    RULE("M3.2 the action tiles for 2 to 8 players, dealt at random, visible to all",
         action_tiles_by_players),
    RULE("M3.3 until the hourglass is turned everybody may talk, and nobody acts", before_the_start),
    RULE("M4.1 a move goes straight on, not through walls, solid spaces, heroes or off the board",
         moves_go_straight_until_stopped),
    RULE("M4.2 when the way is not free and straight any more the command is refused and nothing moves",
         stale_targets_are_refused),
    RULE("M4.2 the way must be free as far as the space named", way_beyond_the_hourglass),
    RULE("M4.3 a vortex takes a hero to any free vortex of its colour, until the theft", vortexes),
    RULE("M4.4 an escalator goes from end to end, either way, if the other end is free", escalators),
    RULE("M4.5 a hero on an exploration space of its colour lets the top tile be laid there", exploring),
    RULE("M4.6 passages are open to all both ways, and where sides meet: open or a dead end", passages_open),
    RULE("M4.7 with the pile empty nothing can be explored", empty_pile),
    RULE("M4.8 every space passed is entered: an unused hourglass space ends the move", passing_is_entering),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
