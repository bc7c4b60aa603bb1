/* tests/help/maze_bench.h -- a table of Magic Maze for tests of its rules: a small mall that is always the
 * same (tests/play/maze/small.tiles), tiles drawn by the test itself, heroes and actions where it wants
 * them.
 *
 * Events set the scene; what is tested is asked for through table_submit() and judged by decide(). */
#ifndef TESTS_HELP_MAZE_BENCH_H
#define TESTS_HELP_MAZE_BENCH_H

#include "games/maze/mall.h"
#include "games/maze/scenarios.h"
#define BENCH_GAME maze
#include "tests/help/bench.h"

enum { BARBARIAN = hero_barbarian, SORCERESS = hero_sorceress, ELF = hero_elf, DWARF = hero_dwarf };
enum { N = 1, E = 2, S = 4, W = 8, X = 16, V = 32, R = 64, ALL_ACTIONS = 127 };

#define TILES_TO(n) ((2u << (n)) - 4u) /* tiles 2 to n, as a set */

static struct tile_set bench_tiles;

/* ---- tiles ---- */

static inline size_t bench_read(const char *path, char *text, size_t room)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t size = fread(text, 1, room, in);
    fclose(in);
    return size;
}

static inline void bench_small_tiles(void)
{
    static char text[TILES_TEXT_MAX];
    struct complaint why = {0};
    size_t size = bench_read("tests/play/maze/small.tiles", text, sizeof text);
    if (!tiles_parse(text, size, &bench_tiles, &why))
        fail_msg("small.tiles:%u: %s", (unsigned)why.line, why.text);
}

/* Replaces one tile of the small mall with a drawing by the test; 1 is face A.  It is read as part of a whole
 * set, whose other tiles are blank except for the hourglass spaces that a set must have (M2.5). */
static inline void bench_draw(int number, const char *drawing)
{
    static const char start[] = "+---+---+   +---+\n"
                                "|        ?y |%s  |\n"
                                "+---+   +   +   +\n"
                                " ?v             |\n"
                                "+   +   +   +   +\n"
                                "|            ?g\n"
                                "+---+   +   +   +\n"
                                "|    ?o         |\n"
                                "+---+   +---+---+\n";
    static const char blank[] = "+---+---+---+---+\n"
                                "|           |%s  |\n"
                                "+---+   +   +   +\n"
                                " ?v             |\n"
                                "+   +   +   +   +\n"
                                "|               |\n"
                                "+---+   +   +   +\n"
                                "|    ^          |\n"
                                "+---+   +---+---+\n";
    static char text[TILES_TEXT_MAX];
    static struct tile_set set;
    struct complaint why = {0};
    int glasses = 3;
    for (const char *c = drawing; number > 1 && *c; c++)
        glasses -= *c == 'h';
    size_t size = (size_t)snprintf(text, sizeof text, "turncoat tiles 1\nname: drawn\n");
    for (int i = 0; i < FACES_MAX; i++) {
        int tile = i < 2 ? 1 : i;
        bool drawn = i == (number == 1 ? 0 : number);
        size += (size_t)snprintf(text + size, sizeof text - size, i < 2 ? "tile %d%c\n" : "tile %d\n", tile,
                                 'A' + i);
        if (drawn)
            size += (size_t)snprintf(text + size, sizeof text - size, "%s", drawing);
        else
            size += (size_t)snprintf(text + size, sizeof text - size, i < 2 ? start : blank,
                                     i < 2 || glasses-- > 0 ? "h" : " ");
    }
    if (!tiles_parse(text, size, &set, &why))
        fail_msg("a drawn tile, line %u: %s", (unsigned)why.line, why.text);
    bench_tiles.face[number == 1 ? 0 : number] = set.face[number == 1 ? 0 : number];
}

/* ---- asking ---- */

static inline refusal_t move(seat_t by, uint8_t hero, uint8_t tile, uint8_t space)
{
    return ASKED(by, move_hero, .hero = hero, .tile = tile, .space = space);
}

static inline refusal_t vortex(seat_t by, uint8_t hero, uint8_t tile, uint8_t space)
{
    return ASKED(by, use_vortex, .hero = hero, .tile = tile, .space = space);
}

static inline refusal_t escalator(seat_t by, uint8_t hero, uint8_t tile, uint8_t space)
{
    return ASKED(by, use_escalator, .hero = hero, .tile = tile, .space = space);
}

static inline refusal_t explore(seat_t by, uint8_t hero, uint8_t tile, uint8_t space)
{
    return ASKED(by, explore, .hero = hero, .tile = tile, .space = space);
}

static inline refusal_t gaze(seat_t by, uint8_t tile, uint8_t space)
{
    return ASKED(by, gaze, .tile = tile, .space = space);
}

/* ---- a table ---- */

static inline void bench_seats(int players)
{
    bench_table(players, 1);
    bench_small_tiles();
}

static inline void bench_offer(uint32_t tiles, int side)
{
    for (int n = 1; n <= TILES_MAX; n++)
        if (n == 1 || (tiles >> n & 1)) {
            ask(&bench_input, SEAT_SERVER, CMD_offer_tile, tiles_face(&bench_tiles, n, side),
                sizeof(struct offer_tile));
            OK(bench_ask(&bench_input));
        }
}

static inline refusal_t bench_set_up(const struct scenario *scenario)
{
    struct set_up asked = {0};
    memcpy(&asked, scenario, sizeof *scenario);
    ask(&bench_input, SEAT_SERVER, CMD_set_up, &asked, sizeof asked);
    return bench_ask(&bench_input);
}

/* A scenario from 1 to 17 with the small mall. */
static inline refusal_t bench_scenario(int number, int level, int side)
{
    struct scenario asked, preset;
    memset(&asked, 0, sizeof asked);
    if (!scenario_preset(&preset, number, level, side))
        memset(&preset, 0, sizeof preset);
    bench_offer(preset.tiles, preset.side == 2 ? 2 : 1);
    asked.number = (uint8_t)number;
    asked.level = (uint8_t)level;
    asked.side = (uint8_t)side;
    return bench_set_up(&asked);
}

/* A custom scenario with the small mall, tiles 2 to 12 if none are named. */
static inline void bench_own(uint32_t rules, uint32_t tiles)
{
    struct scenario own;
    memset(&own, 0, sizeof own);
    own.tiles = tiles ? tiles : TILES_TO(12);
    own.rules = rules;
    own.sand_s = 180;
    own.side = 1;
    memcpy(own.title, "test", 4);
    bench_offer(own.tiles, 1);
    OK(bench_set_up(&own));
}

static inline refusal_t turn_hourglass(seat_t by)
{
    return ASKED(by, turn_hourglass, 0);
}

/* ---- setting a scene ---- */

static inline void put(uint8_t hero, uint8_t tile, uint8_t space)
{
    HAPPEN(&bench.watch, bench.now_ms, hero_placed, .hero = hero, .tile = tile, .space = space);
}

static inline void put_all(int barbarian, int sorceress, int elf, int dwarf)
{
    const int at[] = {barbarian, sorceress, elf, dwarf};
    for (int h = 0; h < HEROES; h++) /* PLACE(tile, space) each */
        put((uint8_t)(h + 1), (uint8_t)(at[h] >> 4), (uint8_t)(at[h] & 15));
}

/* One action tile for each of the first `count` seats. */
static inline void deal(int count, const uint8_t *actions)
{
    struct actions_dealt dealt = {.count = (uint8_t)count};
    for (int i = 0; i < count; i++) {
        dealt.actions[i] = actions[i];
        dealt.holder[i] = (seat_t)(i + 1);
    }
    watch_happen(&bench.watch, bench.now_ms, EV_actions_dealt, &dealt, sizeof dealt);
}

static inline void stack(int count, const uint8_t *from_bottom)
{
    struct pile_shuffled pile = {.count = (uint8_t)count};
    memcpy(pile.order, from_bottom, (size_t)count);
    watch_happen(&bench.watch, bench.now_ms, EV_pile_shuffled, &pile, sizeof pile);
}
#define STACK(...) stack(sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]){__VA_ARGS__})

/* Lays a tile from the pile beside a laid one, as exploring there would. */
static inline void lay(uint8_t tile, uint8_t beside, int side)
{
    const struct tile *from = &TRUTH->mall[beside];
    HAPPEN(&bench.watch, bench.now_ms, tile_laid, .tile = tile,
           .turns = (uint8_t)mall_turns(TRUTH, tile, mall_opposite[side]),
           .east = (int8_t)(from->east + mall_lattice_east[side]),
           .south = (int8_t)(from->south + mall_lattice_south[side]), .by = 1);
}

/* The first seat holds all actions, the others none; the heroes stand on 5, 6, 9 and 10 in the order of their
 * numbers, and the hourglass has just been turned. */
static inline void bench_start(int players, uint32_t rules, uint32_t tiles)
{
    static const uint8_t all[9] = {ALL_ACTIONS};
    bench_seats(players);
    bench_own(rules, tiles);
    deal(players, all);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    OK(turn_hourglass(1));
}

static inline void assert_at(uint8_t hero, uint8_t tile, uint8_t space)
{
    assert_int_equal(TRUTH->hero_at[hero - 1], PLACE(tile, space));
    assert_int_equal(VIEW(SEAT_GALLERY)->hero_at[hero - 1], PLACE(tile, space));
}

#endif
