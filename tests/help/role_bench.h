/* tests/help/role_bench.h -- a table of Hidden Roles for tests of its rules: everybody holds every action,
 * has the plain hero's card until the test gives another, and has looked at it. */
#ifndef TESTS_HELP_ROLE_BENCH_H
#define TESTS_HELP_ROLE_BENCH_H

#include "games/maze/role_play.h"
#include "tests/help/maze_scene.h"

#define ROLES (TRUTH->roles)

enum { WITHOUT = 0 }; /* no rules besides passing tiles */

/* A card for a seat; only the seat learns which. */
static inline void give(seat_t seat, uint8_t card)
{
    struct role_dealt dealt = {.seat = seat, .card = card};
    struct event e = {.at_ms = bench.now_ms, .seq = bench.watch.table.count + 1, .kind = EV_role_dealt};
    e.to = SEAT(seat);
    e.size = sizeof dealt;
    memcpy(e.body, &dealt, sizeof dealt);
    CHECK(table_restore(&bench.watch.table, &e));
    watch_show(&bench.watch);
}

static inline refusal_t look(seat_t by)
{
    return ASKED(by, look_at_card, 0);
}

static inline refusal_t accuse(seat_t by, seats_t seats)
{
    return ASKED(by, accuse, .seats = seats);
}

static inline refusal_t up(seat_t by)
{
    return ASKED(by, cast_vote, .vote = vote_yes);
}

static inline refusal_t down(seat_t by)
{
    return ASKED(by, cast_vote, .vote = vote_no);
}

static inline refusal_t choose(seat_t by, bool flip)
{
    return ASKED(by, choose_flip, .flip = flip);
}

static inline refusal_t watch_you(seat_t by, seat_t seat)
{
    return ASKED(by, lay_watching_card, .seat = seat);
}

static inline refusal_t pawn(seat_t by, seat_t seat)
{
    return ASKED(by, place_pawn, .seat = seat);
}

static inline refusal_t go_home(seat_t by)
{
    return ASKED(by, go_home, 0);
}

/* Time passes, and every deadline in it is met at its moment, as a host does it. */
static inline void pass_ms(int64_t ms)
{
    int64_t until = bench.now_ms + ms;
    for (int64_t due; (due = maze.deadline(TRUTH)) <= until;)
        OK(tick_at(due > bench.now_ms ? due : bench.now_ms));
    bench.now_ms = until;
}

/* Set up: a custom scenario in which tiles pass, with the small mall, tiles 2 to 12 if none are named. */
static inline refusal_t ask_roles(uint8_t level, uint32_t rules, uint32_t tiles)
{
    struct set_up own = {.tiles = tiles ? tiles : TILES_TO(12), .sand_s = 180, .side = 1, .roles = level};
    own.rules = rules | RULE_PASS_LEFT;
    memcpy(own.title, "test", 4);
    ask(&bench_input, SEAT_SERVER, CMD_set_up, &own, sizeof own);
    return bench_ask(&bench_input);
}

static inline void all_look(int players)
{
    for (seat_t seat = 1; seat <= players; seat++)
        OK(look(seat));
}

/* Dealt, and the hourglass not turned yet. */
static inline void roles_dealt(int players, uint8_t level, uint32_t rules, uint32_t tiles)
{
    bench_seats(players);
    bench_offer(tiles ? tiles : TILES_TO(12), 1);
    OK(ask_roles(level, rules, tiles));
    if (!(rules & RULE_EMPTY_HANDED))
        deal(players, everything);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    for (seat_t seat = 1; seat <= players; seat++)
        give(seat, card_hero);
}

static inline void roles_start(int players, uint8_t level, uint32_t rules, uint32_t tiles)
{
    roles_dealt(players, level, rules, tiles);
    all_look(players);
    OK(turn_hourglass(1));
}

/* The accusation is validated: everybody who has a vote gives it. */
static inline void convict(seat_t by, seats_t seats)
{
    OK(accuse(by, seats));
    for (seats_t rest = ROLES.ballot.voters; rest; rest &= rest - 1)
        OK(up(seats_first(rest)));
}

/* ---- the heist in the small mall: items on tiles 2 to 5, exits on 10, 5, 11 and 12 ---- */

static const uint8_t item_tile[] = {0, 2, 3, 4, 5}, exit_tile[] = {0, 10, 5, 11, 12};

static inline place_t item_of(uint8_t hero)
{
    return PLACE(item_tile[hero], find(item_tile[hero], space_item_yellow + hero - 1));
}

static inline place_t exit_of(uint8_t hero)
{
    return PLACE(exit_tile[hero], find(exit_tile[hero], space_exit_yellow + hero - 1));
}

/* All tiles that the heist needs. */
static inline void lay_mall(void)
{
    STACK(6, 7, 8, 9, 12, 11, 10, 5, 4, 3, 2);
    lay(2, 1, NORTH), lay(3, 1, EAST), lay(4, 1, SOUTH), lay(5, 1, WEST);
    lay(10, 2, NORTH), lay(11, 3, EAST), lay(12, 4, SOUTH);
}

/* The hero takes the last step into a place, by an action of that seat. */
static inline refusal_t step_into(seat_t by, uint8_t hero, place_t to)
{
    put(hero, (uint8_t)PLACE_TILE(to), beside((uint8_t)PLACE_TILE(to), PLACE_SPACE(to)));
    return move(by, hero, (uint8_t)PLACE_TILE(to), PLACE_SPACE(to));
}

/* Three heroes stand on their items; the fourth takes the last step. */
static inline void almost_steal(uint8_t last)
{
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        if (hero != last)
            put(hero, (uint8_t)PLACE_TILE(item_of(hero)), PLACE_SPACE(item_of(hero)));
}

static inline void steal(seat_t by)
{
    almost_steal(DWARF);
    OK(step_into(by, DWARF, item_of(DWARF)));
    assert_true(TRUTH->theft);
}

static inline void leave(seat_t by, uint8_t hero)
{
    OK(step_into(by, hero, exit_of(hero)));
    assert_true(TRUTH->left >> (hero - 1) & 1);
}

/* An hourglass space that works is entered. */
static inline void use_space(seat_t by, uint8_t tile)
{
    uint8_t space = find(tile, space_hourglass);
    OK(step_into(by, ELF, PLACE(tile, space)));
}

/* ---- results ---- */

static inline struct result result_of(seat_t seat)
{
    struct result told[VIEWS] = {{0}}, view[VIEWS] = {{0}};
    maze.winners(TRUTH, told);
    maze.winners(VIEW(SEAT_GALLERY), view);
    assert_memory_equal(told, view, sizeof told);
    return told[seat];
}

static inline void assert_result(seat_t seat, enum how how, uint8_t why)
{
    assert_int_not_equal(TRUTH->ending, 0);
    assert_int_equal(result_of(seat).how, how);
    assert_int_equal(result_of(seat).why, why);
}

#define WON(seat, reason) assert_result((seat), HOW_WON, ending_##reason)
#define PARTLY(seat, reason) assert_result((seat), HOW_PARTLY, ending_##reason)
#define LOST(seat, reason) assert_result((seat), HOW_LOST, ending_##reason)

static inline void assert_in_game(seats_t seats)
{
    assert_int_equal(role_in_game(TRUTH), seats);
    assert_int_equal(role_in_game(VIEW(SEAT_GALLERY)), seats);
}

#endif
