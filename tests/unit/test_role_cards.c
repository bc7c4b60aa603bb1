/* tests/unit/test_role_cards.c -- Hidden Roles: every mission and every change of sides, from a table; and
 * the words used on the cards (K).
 *
 * A line of the table is a card and what happens, step by step, to its owner, seat 1, among five:
 *
 *   P23   the pawn: seat 2 puts it in front of seat 3
 *   W21   the watching card: seat 2 lays it in front of seat 1
 *   A21n  seat 2 accuses seat 1, and it is rejected; y: validated; v: void; o: left open
 *   H2    an hourglass space is used, on tile 2, by seat 5
 *   F     the hourglass is flipped, with what is left, by a space of tile 3
 *   T1    the theft, by an action of seat 1
 *   LE1   the elf leaves, by an action of seat 1 (B, S, E, D)
 *   RB RE the barbarian, the elf rides an escalator, by seat 5
 *   VB    the barbarian uses a vortex, by seat 5
 *   S4    the elf stands on tile 4
 *   E1    seat 1 takes the last hero off tile 1; e1: it takes one off, and another is left there
 *   X     all tiles of the pile are laid
 *   +9    9 s pass; -25: until 25 s of sand are left
 *   .     the sand runs out */
#include <stdlib.h>

#include "tests/help/role_bench.h"

enum { OWNER = 1, OTHER = 5, PLAYERS = 5 };

static uint8_t hero_called(char letter)
{
    return (uint8_t)(strchr("BSED", letter) - "BSED" + 1);
}

static void ride(uint8_t hero)
{
    put(hero, 1, TRUTH->hero_at[hero - 1] == PLACE(1, 1) ? 1 : 15);
    uint8_t to = TRUTH->hero_at[hero - 1] == PLACE(1, 1) ? 15 : 1;
    OK(escalator(OTHER, hero, 1, to));
}

static void ride_vortex(uint8_t hero)
{
    static const uint8_t at[] = {0, 0, 8, 7, 12};
    put(hero, 1, 14);
    OK(vortex(OTHER, hero, 1, at[hero]));
    put(hero, 4, (uint8_t)(8 + hero)); /* out of the way */
}

static void accuse_as(seat_t by, seat_t seat, char how)
{
    OK(accuse(by, SEAT(seat)));
    seats_t voters = ROLES.ballot.voters & ~SEAT(OWNER);
    if (how == 'n')
        OK(down(seats_first(voters)));
    for (seats_t rest = how == 'y' ? ROLES.ballot.voters : 0; rest; rest &= rest - 1)
        OK(up(seats_first(rest)));
    if (how == 'v') {
        struct ballot_closed closed = {.decision = decision_void};
        watch_happen(&bench.watch, bench.now_ms, EV_ballot_closed, &closed, sizeof closed);
    }
    if (how == 'y' && ROLES.phase == phase_flip)
        OK(choose(by, false));
    pass_ms(how == 'o' ? 0 : 10000);
}

static void take_off_the_start(seat_t by, bool last)
{
    put_all(PLACE(1, 2), last ? PLACE(4, 5) : PLACE(1, 6), PLACE(4, 6), PLACE(4, 9));
    OK(move(by, BARBARIAN, 2, 13));
}

static void lay_the_rest(void)
{
    static const uint8_t beside_tile[] = {10, 10, 11, 11};
    static const int side[] = {WEST, NORTH, NORTH, SOUTH};
    for (int i = 0; TRUTH->pile_count; i++) {
        uint8_t tile = TRUTH->pile[TRUTH->pile_count - 1];
        const struct tile *from = &TRUTH->mall[beside_tile[i]];
        HAPPEN(&bench.watch, bench.now_ms, tile_laid, .tile = tile, .by = OTHER,
               .east = (int8_t)(from->east + 7 * mall_lattice_east[side[i]]),
               .south = (int8_t)(from->south + 7 * mall_lattice_south[side[i]]));
    }
    OK(pawn(OTHER, TRUTH->pawn == 2 ? 3 : 2)); /* something is asked, so that it is judged */
}

static int number_in(const char *step)
{
    return (int)strtol(step + 1, NULL, 10);
}

static void act_out(const char *step)
{
    seat_t a = (seat_t)(step[1] - '0'), b = (seat_t)(step[1] ? step[2] - '0' : 0);
    switch (step[0]) {
    case 'P':
        OK(pawn(a, b));
        break;
    case 'W':
        OK(watch_you(a, b));
        break;
    case 'A':
        accuse_as(a, b, step[3]);
        break;
    case 'H':
        use_space(OTHER, (uint8_t)a);
        break;
    case 'F':
        use_space(OTHER, 3);
        break;
    case 'T':
        steal(a);
        break;
    case 'L':
        leave(b, hero_called(step[1]));
        break;
    case 'R':
        ride(hero_called(step[1]));
        break;
    case 'V':
        ride_vortex(hero_called(step[1]));
        break;
    case 'S':
        put(ELF, (uint8_t)number_in(step), 5);
        OK(move(OTHER, ELF, (uint8_t)number_in(step), 6));
        break;
    case 'E':
    case 'e':
        take_off_the_start(a, step[0] == 'E');
        break;
    case 'X':
        lay_the_rest();
        break;
    case '+':
        pass_ms(number_in(step) * 1000);
        break;
    case '-':
        pass_ms(TRUTH->sand.ends_ms - bench.now_ms - number_in(step) * 1000);
        break;
    case '.':
        pass_ms(TRUTH->sand.ends_ms - bench.now_ms);
        break;
    default:
        fail_msg("no such step: %s", step);
    }
}

static void act_all_out(uint8_t card, const char *steps)
{
    char all[200], *rest = all;
    snprintf(all, sizeof all, "%s", steps);
    roles_start(PLAYERS, 5, WITHOUT, 0);
    lay_mall();
    give(OWNER, card);
    pass_ms(20000);
    for (char *step; (step = strtok_r(rest, " ", &rest));)
        act_out(step);
}

enum outcome { DONE, OPEN, LOST_IT };

static const struct {
    uint8_t card;
    const char *steps;
    enum outcome outcome;
} missions[] = {
    {card_lightning_rod, "A21n", DONE},
    {card_lightning_rod, "A23n", OPEN},
    {card_lightning_rod, "A21v", DONE}, /* K8: opened, whatever came of it */
    {card_rearguard, "T2 LB2 LE2 LS2", OPEN},
    {card_rearguard, "T2 LB2 LE2 LD2", LOST_IT},
    {card_rearguard, "T2 LD2", LOST_IT},
    {card_ladies_first, "T2 LS2", DONE},
    {card_ladies_first, "T2 LS2 LB2", DONE},
    {card_ladies_first, "T2 LB2", LOST_IT},
    {card_ladies_first, "T2", OPEN},
    {card_thrill_seeker, "-29 F", DONE},
    {card_thrill_seeker, "-30 F", OPEN},
    {card_thrill_seeker, "-29", OPEN},
    {card_timekeeper, "+50 H2 +50 H3 T2", DONE},
    {card_timekeeper, "+50 H2 +50 H3", OPEN},
    {card_timekeeper, "+50 H2 +50 H3 +50 H4", LOST_IT},
    {card_timekeeper, "+50 H2 +50 H3 T2 +50 H4", DONE},
    {card_slowcoach, "P21 P12 P31 P12 P21", DONE},
    {card_slowcoach, "P21 P12 P31 P12", OPEN},
    {card_slowcoach, "P21 P31 P41", OPEN}, /* K9: it lay there already */
    {card_commuter, "RB RB RB", DONE},
    {card_commuter, "RB RB RE", OPEN},
    {card_commuter, "RB RB T2 LB2", LOST_IT},
    {card_commuter, "RB RB RB T2 LB2", DONE},
    {card_sightseer, "S2 S3 S4 S5 S10", DONE}, /* and tile 1, where it began */
    {card_sightseer, "S2 S3 S4 S5", OPEN},
    {card_sightseer, "S2 S3 S2 S3 S4 S5", OPEN}, /* K6: different ones */
    {card_sightseer, "T2 LE2", LOST_IT},
    {card_doorman, "T2 LE1", DONE},
    {card_doorman, "T1 LE2", OPEN},
    {card_busybody, "P12 P31 P13 P21 P14 P31 P15", DONE},
    {card_busybody, "P12 P31 P13 P21 P14", OPEN},
    {card_busybody, "P12 P15 P12 P13 P14", DONE},
    {card_cartographer, "X T2", DONE},
    {card_cartographer, "X", OPEN},
    {card_cartographer, "T2", LOST_IT},
    {card_homebody, "T2", DONE},
    {card_homebody, "T2 X", DONE},
    {card_homebody, "X", LOST_IT},
    {card_homebody, "+1", OPEN},
    {card_vortex_rider, "VB VS VE", DONE},
    {card_vortex_rider, "VB VS VB", OPEN},
    {card_vortex_rider, "VB VS T2", LOST_IT},
    {card_vortex_rider, "VB VS VE T2", DONE},
    {card_mastermind, "T1", DONE},
    {card_mastermind, "T2", LOST_IT},
    {card_mastermind, "+1", OPEN},
    {card_clean_sheet, "e1", DONE},
    {card_clean_sheet, "E2", DONE},
    {card_clean_sheet, "E1", LOST_IT},
    {card_suspect, "W21 T2", DONE},
    {card_suspect, "W21", OPEN},
    {card_suspect, "W21 W13 T2", LOST_IT},
    {card_procrastinator, "T2", LOST_IT},
    {card_procrastinator, ".", DONE},
    {card_dramatist, "T2 .", DONE},
    {card_dramatist, ".", OPEN},
    {card_framer, "A12y", DONE}, /* seat 2 is a hero */
    {card_framer, "A23y", DONE}, /* voted up */
    {card_framer, "A12n .", OPEN},
    {card_untouchable, ".", DONE},
    {card_untouchable, "A21n A23n .", DONE},
    {card_untouchable, "A23n A21n .", OPEN},
    {card_untouchable, "A21v A23v .", DONE}, /* void ones were opened, too */
    {card_provocateur, "A21n A31n", DONE},
    {card_provocateur, "A21n A32n", OPEN},
    {card_provocateur, "A21n A31v", OPEN}, /* K8: a void one is not rejected */
    {card_time_thief, "+50 H2 +50 H3 +50 H4", DONE},
    {card_time_thief, "+50 H2 +50 H3", OPEN},
    {card_jailer, "T2 .", DONE},
    {card_jailer, "T2 LE2", LOST_IT},
    {card_ringleader, "P12 +10 P13 +10 P12 +10 P13 +10 P12 +10 P13", DONE},
    {card_ringleader, "P12 +10 P13 +10 P12 +10 P13 +10 P12 +9 P13", OPEN},        /* 10 s apart */
    {card_ringleader, "P12 +9 P13 +1 P14 +10 P12 +10 P13 +10 P12 +10 P13", DONE}, /* of the last counted */
};

static void every_mission(void **state)
{
    bool seen[card_end][3] = {{false}};
    (void)state;
    for (size_t i = 0; i < sizeof missions / sizeof *missions; i++) {
        uint8_t card = missions[i].card;
        act_all_out(card, missions[i].steps);
        bool done = role_mission_done(TRUTH, OWNER), failed = ROLES.failed & SEAT(OWNER);
        if (failed != (missions[i].outcome == LOST_IT) || (!failed && done != (missions[i].outcome == DONE)))
            fail_msg("line %zu, card %d, %s: %s%s", i + 1, card, missions[i].steps, done ? "done " : "",
                     failed ? "failed" : "");
        if (!TRUTH->ending && !failed) /* the owner's own view judges alike */
            assert_int_equal(role_mission_done(VIEW(OWNER), OWNER), done);
        seen[card][missions[i].outcome] = true;
    }
    for (uint8_t card = 1; card < card_end; card++) {
        const struct role *role = &deck_house.role[card];
        if (!role_has_mission(role))
            continue;
        bool at_last = card == card_rearguard; /* whoever leaves last ends the game: below */
        assert_true(seen[card][DONE] || at_last);
        assert_true(seen[card][LOST_IT] == (role->failed.count != 0));
        assert_true(seen[card][OPEN] || card == card_procrastinator || card == card_jailer ||
                    card == card_clean_sheet); /* those hold until they fail */
    }
}

/* Who wins with it: the table says when it is accomplished, this what that is worth. */
static void missions_at_the_end(void **state)
{
    (void)state;
    act_all_out(card_rearguard, "T2 LB2 LE2 LS2 LD2");
    WON(OWNER, escaped);
    act_all_out(card_lightning_rod, "A21n T2 LB2 LE2 LS2 LD2");
    WON(OWNER, escaped);
    act_all_out(card_lightning_rod, "T2 LB2 LE2 LS2 LD2");
    LOST(OWNER, mission_missed);
    act_all_out(card_framer, "A12y");
    WON(OWNER, hero_accused);
    act_all_out(card_framer, "A32y"); /* validated with its own thumb */
    WON(OWNER, hero_accused);
    act_all_out(card_framer, ".");
    LOST(OWNER, mission_missed);
    act_all_out(card_jailer, "T2 .");
    WON(OWNER, sand_ran_out);
    act_all_out(card_time_thief, "+50 H2 +50 H3 +50 H4 .");
    WON(OWNER, sand_ran_out);
    act_all_out(card_untouchable, "A21n .");
    LOST(OWNER, mission_missed);
}

/* Only players who are still in the game count for Busybody. */
static void busybody_and_the_eliminated(void **state)
{
    (void)state;
    act_all_out(card_busybody, "P12 P31 P13 P21 P14");
    assert_false(role_mission_done(TRUTH, OWNER));
    give(5, card_traitor);
    accuse_as(2, 5, 'y');
    assert_true(role_mission_done(TRUTH, OWNER));
}

/* ---- changing sides ---- */

static const struct {
    uint8_t card;
    const char *steps;
    bool turned;
} changes[] = {
    {card_fair_weather, "P21 +1 T2", true},
    {card_fair_weather, "P21 T2", false}, /* within the last second */
    {card_fair_weather, "P21 +5 P12 T2", false},
    {card_fair_weather, "P23 +5 T2", false},
    {card_fair_weather, "T2 P21 +5 LE2", false},
    {card_penitent, "T2", true},
    {card_penitent, "+9", false},
    {card_offended, "A21n A31o", true}, /* the moment it is opened */
    {card_offended, "A21n", false},
    {card_offended, "A21n A32n", false},
    {card_panicker, "-20", false},
    {card_panicker, "-19", true},    /* by running */
    {card_panicker, "-165 F", true}, /* by a flip: 15 s are left */
    {card_panicker, "-155 F", false},
    {card_bribed, "W21 W13 W21", true},
    {card_bribed, "W21 W13", false},
    {card_jealous, "T2 LS2", true},
    {card_jealous, "T2 LB2 LS2", false},
    {card_second_thoughts, "+50 H2 +50 H3 +50 H4", true},
    {card_second_thoughts, "+50 H2 +50 H3", false},
    {card_double_agent, "A25n", false},
    {card_double_agent, "A25y", true}, /* seat 5 is a traitor in this line */
};

static void every_change(void **state)
{
    bool seen[card_end][2] = {{false}};
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const struct role *role = &deck_house.role[changes[i].card];
        roles_start(PLAYERS, 5, WITHOUT, 0);
        lay_mall();
        give(OWNER, changes[i].card);
        if (changes[i].card == card_double_agent)
            give(5, card_dramatist);
        if (changes[i].steps[0] != '-')
            pass_ms(20000);
        char all[200], *rest = all;
        snprintf(all, sizeof all, "%s", changes[i].steps);
        for (char *step; (step = strtok_r(rest, " ", &rest));)
            act_out(step);
        if ((ROLES.side[OWNER] != role->side) != changes[i].turned)
            fail_msg("line %zu: %s", i + 1, changes[i].steps);
        assert_int_equal(VIEW(OWNER)->roles.side[OWNER], ROLES.side[OWNER]);
        assert_int_equal(VIEW(2)->roles.side[OWNER], 0);
        seen[changes[i].card][changes[i].turned] = true;
    }
    for (uint8_t card = 1; card < card_end; card++)
        assert_true(!deck_house.role[card].turns.count || (seen[card][0] && seen[card][1]));
}

/* A move alone is only looked at for the mission of whoever made it (role_end.c): what a card counts of moves
 * must not make it turn, nor fail by the moves of others. */
static void moves_decide_little(void **state)
{
    (void)state;
    for (uint8_t card = 1; card < card_end; card++) {
        const struct role *role = &deck_house.role[card];
        const struct card_condition *both[] = {&role->failed, &role->turns};
        for (int i = 0; i < 2; i++)
            for (int n = 0; n < both[i]->count; n++) {
                uint8_t fact = both[i]->test[n].fact;
                assert_true(fact != FACT_RIDES && fact != FACT_TILES && fact != FACT_VORTEXED);
                assert_true(fact != FACT_START_EMPTIED || both[i] == &role->failed);
            }
    }
}

/* ---- the words (K) ---- */

static void acting_and_actions(void **state)
{
    (void)state;
    roles_start(PLAYERS, 3, WITHOUT, 0);
    STACK(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2);
    OK(move(2, ELF, 1, 13));
    assert_int_equal(ROLES.acted_on[2], ELF); /* a move */
    put(BARBARIAN, 1, 2);
    OK(explore(3, BARBARIAN, 1, 2)); /* acts on no hero, and is an action */
    assert_int_equal(ROLES.acted_on[3], 0);
    assert_int_equal(ROLES.actor, 3);
    put(BARBARIAN, 1, 1);
    OK(escalator(3, BARBARIAN, 1, 15));
    assert_int_equal(ROLES.acted_on[3], BARBARIAN);
    OK(vortex(4, BARBARIAN, 1, 0));
    assert_int_equal(ROLES.acted_on[4], BARBARIAN);
    OK(pawn(5, 1)), OK(watch_you(5, 1)), OK(ASKED(5, stare_at, .seat = 1)), OK(accuse(5, SEAT(1)));
    assert_int_equal(ROLES.acted_on[5], 0); /* none of these is one */
    assert_int_equal(ROLES.actor, 4);
}

static void leaving_where_one_stays(void **state)
{
    (void)state;
    roles_start(PLAYERS, 3, RULE_ONE_PER_TILE, 0);
    STACK(6, 7, 8, 9, 12, 11, 10, 5, 4, 3, 2);
    lay(2, 1, NORTH), lay(3, 1, EAST), lay(4, 1, SOUTH), lay(5, 1, WEST), lay(10, 2, NORTH);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    OK(step_into(2, BARBARIAN, exit_of(BARBARIAN)));
    assert_int_equal(ROLES.order[0], BARBARIAN); /* K3: it stands there, and has left */
    assert_int_not_equal(TRUTH->hero_at[0], 0);
}

static void used_spaces(void **state)
{
    (void)state;
    roles_start(PLAYERS, 3, WITHOUT, 0);
    lay_mall();
    give(3, card_traitor);
    pass_ms(80000);
    convict(1, SEAT(3));
    OK(choose(1, true)); /* K4: the free one uses none; K5: it is a flip */
    assert_int_equal(TRUTH->spaces_used, 0);
    assert_int_equal(ROLES.flip_low_ms, 100000 + 1);
    pass_ms(60000);
    use_space(1, 2);
    assert_int_equal(TRUTH->spaces_used, 1);
    assert_int_equal(ROLES.flip_low_ms, 20000 + 1); /* the sand right before it */
}

static void at_the_theft(void **state)
{
    (void)state;
    roles_start(PLAYERS, 3, WITHOUT, 0);
    lay_mall();
    pass_ms(80000);
    OK(watch_you(1, 2)), OK(pawn(1, 4));
    use_space(1, 2);
    pass_ms(2000);
    steal(3);
    OK(watch_you(1, 5)), OK(pawn(1, 5)); /* K7: what comes after does not count */
    assert_int_equal(ROLES.theft_by, 3);
    assert_int_equal(ROLES.theft_watching, 2);
    assert_int_equal(ROLES.theft_pawn, 4);
    assert_int_equal(ROLES.theft_spaces, 1);
    assert_int_equal(ROLES.theft_pile, 4);
}

/* K10, told from the clock of Impatient: the time when nobody could act does not count. */
static void how_long_a_discussion_lasts(void **state)
{
    (void)state;
    roles_start(PLAYERS, 4, RULE_DISCARD, 0);
    lay_mall();
    give(1, card_impatient);
    pass_ms(80000);
    uint8_t glass = find(1, space_hourglass);
    put_all(PLACE(1, 5), PLACE(2, 6), PLACE(1, 9), PLACE(1, 10));
    OK(step_into(5, ELF, PLACE(1, glass)));
    assert_int_equal(TRUTH->discards_due, 2);
    pass_ms(25000); /* tiles must be discarded */
    assert_int_equal(ROLES.breaches[1], 0);
    OK(ASKED(2, discard_tile, .tile = 12)), OK(ASKED(2, discard_tile, .tile = 11));
    pass_ms(20000);
    assert_int_equal(ROLES.breaches[1], 0);
    pass_ms(1);
    assert_int_equal(ROLES.breaches[1], 1);
    pass_ms(40000); /* one breach a discussion */
    assert_int_equal(ROLES.breaches[1], 1);
}

/* The same time is not taken off twice: the end waits while tiles must be discarded. */
static void both_at_once(void **state)
{
    (void)state;
    roles_start(PLAYERS, 4, RULE_DISCARD, 0);
    lay_mall();
    give(1, card_impatient), give(3, card_traitor);
    pass_ms(80000);
    put_all(PLACE(1, 5), PLACE(2, 6), PLACE(1, 9), PLACE(1, 10));
    OK(step_into(5, ELF, PLACE(1, find(1, space_hourglass))));
    pass_ms(10000);
    HAPPEN(&bench.watch, bench.now_ms, hourglass_turned, .left_ms = 1000, .by = 5);
    OK(accuse(1, SEAT(3)));
    pass_ms(4000);
    OK(up(2)), OK(up(4)), OK(up(5));
    pass_ms(6000);
    OK(choose(1, true)); /* the end waited for 9 s */
    assert_int_equal(TRUTH->discards_due, 2);
    OK(ASKED(2, discard_tile, .tile = 12)), OK(ASKED(2, discard_tile, .tile = 11));
    pass_ms(20000);
    assert_int_equal(ROLES.breaches[1], 0);
    pass_ms(1);
    assert_int_equal(ROLES.breaches[1], 1);
}

static void nor_while_the_end_waits(void **state)
{
    (void)state;
    roles_start(PLAYERS, 4, WITHOUT, 0);
    lay_mall();
    give(1, card_impatient), give(3, card_traitor);
    pass_ms(165000);
    use_space(5, 2); /* 165 s */
    OK(move(5, ELF, 2, 7));
    pass_ms(150000);
    use_space(5, 3); /* 165 s are left, talk opens */
    HAPPEN(&bench.watch, bench.now_ms, hourglass_turned, .left_ms = 3000, .by = 5); /* 3 s */
    OK(accuse(1, SEAT(3)));
    pass_ms(4000);
    OK(up(2)), OK(up(4)), OK(up(5));
    pass_ms(6000);
    OK(choose(1, true)); /* the end waited for 7 s */
    pass_ms(16999);
    assert_int_equal(ROLES.breaches[1], 0);
    pass_ms(2);
    assert_int_equal(ROLES.breaches[1], 1);
}

/* The 20 s would be over while the end waits: they are not. */
static void not_judged_while_the_end_waits(void **state)
{
    (void)state;
    roles_start(PLAYERS, 4, WITHOUT, 0);
    lay_mall();
    give(1, card_impatient), give(3, card_traitor);
    pass_ms(80000);
    use_space(5, 2);
    pass_ms(12000);
    HAPPEN(&bench.watch, bench.now_ms, hourglass_turned, .left_ms = 1000, .by = 5);
    OK(accuse(1, SEAT(3)));
    pass_ms(4000);
    OK(up(2)), OK(up(4)), OK(up(5));
    pass_ms(9000);
    assert_int_equal(ROLES.breaches[1], 0); /* 13 s without the 12 that it waited */
    OK(choose(1, true));
    pass_ms(7000);
    assert_int_equal(ROLES.breaches[1], 0);
    pass_ms(1);
    assert_int_equal(ROLES.breaches[1], 1);
}

/* Within tile 1, with the last hero there, nothing is emptied; leaving by an exit on tile 1 empties it. */
static void off_the_start_tile(void **state)
{
    (void)state;
    roles_start(PLAYERS, 4, WITHOUT, 0);
    lay_mall();
    put_all(PLACE(1, 5), PLACE(4, 5), PLACE(4, 6), PLACE(4, 9));
    OK(move(2, BARBARIAN, 1, 9));
    assert_int_equal(ROLES.emptied, 0);
    HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = BARBARIAN);
    assert_int_equal(ROLES.emptied, SEAT(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("K6, K8, K9, K11 every mission: accomplished, just missed, impossible", every_mission),
        RULE("K11 what a mission is worth at the end", missions_at_the_end),
        RULE("K11 Busybody counts who is still in the game", busybody_and_the_eliminated),
        RULE("H6.2 every card that changes sides does, and does not when it just misses", every_change),
        RULE("H5.4, H6.2 no card fails or turns by rides, tiles or vortexes alone", moves_decide_little),
        RULE("K1, K2 acting on a hero, and actions", acting_and_actions),
        RULE("K3 a hero that stays on its exit has left", leaving_where_one_stays),
        RULE("K4, K5 the free flip uses no space and is a flip", used_spaces),
        RULE("K7 at the theft means right after it", at_the_theft),
        RULE("K10 a discussion does not last while tiles are discarded", how_long_a_discussion_lasts),
        RULE("K10 nor while the end waits", nor_while_the_end_waits),
        RULE("K10 nor twice while both", both_at_once),
        RULE("K10 nor is it judged then", not_judged_while_the_end_waits),
        RULE("K3 what empties the start tile", off_the_start_tile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
