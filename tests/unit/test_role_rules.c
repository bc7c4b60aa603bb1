/* tests/unit/test_role_rules.c -- Hidden Roles: the ten special rules (H5.2), each refused for its owner
 * alone, and each counted where it demands something. */
#include "tests/help/role_bench.h"

enum { OWNER = 1, OTHER = 2 };

static void start(uint8_t card, uint32_t rules)
{
    roles_start(5, 4, rules, 0);
    lay_mall();
    give(OWNER, card);
    pass_ms(80000);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
}

/* What the seat is offered of a kind, for a hero; 0: any. */
static int offered(seat_t seat, uint16_t kind, uint8_t hero)
{
    static struct input list[LEGAL_MAX];
    int count = maze.legal(VIEW(seat), seat, list, LEGAL_MAX), found = 0;
    for (int i = 0; i < count; i++)
        found += list[i].kind == kind && (!hero || BODY(&list[i], move_hero)->hero == hero);
    return found;
}

static void superstitious(void **state)
{
    (void)state;
    start(card_superstitious, WITHOUT);
    OK(move(OWNER, ELF, 1, 13));
    NO(superstitious, move(OWNER, ELF, 1, 9));
    assert_int_equal(offered(OWNER, CMD_move_hero, ELF), 0); /* nor is it offered */
    assert_true(offered(OWNER, CMD_move_hero, DWARF) > 0);
    OK(move(OTHER, ELF, 1, 9));    /* its owner alone */
    OK(move(OWNER, DWARF, 1, 14)); /* another hero */
    OK(move(OWNER, ELF, 1, 13));
    pass_ms(14999);
    NO(superstitious, move(OWNER, ELF, 1, 9));
    pass_ms(1); /* or 15 s */
    OK(move(OWNER, ELF, 1, 9));
    pass_ms(10000);
    put(BARBARIAN, 3, find(3, space_explore_yellow));
    OK(explore(OWNER, BARBARIAN, 3, find(3, space_explore_yellow))); /* acts on no hero (K1) */
    pass_ms(4999);
    NO(superstitious, move(OWNER, ELF, 1, 13));
    pass_ms(1);
    OK(move(OWNER, ELF, 1, 13));
}

static void superstitious_about_the_last(void **state)
{
    (void)state;
    start(card_superstitious, WITHOUT);
    steal(OTHER);
    leave(OTHER, BARBARIAN), leave(OTHER, DWARF);
    put(ELF, 1, 9);
    OK(move(OWNER, ELF, 1, 13));
    NO(superstitious, move(OWNER, ELF, 1, 9)); /* two are left */
    leave(OTHER, SORCERESS);
    OK(move(OWNER, ELF, 1, 9)); /* free when only one is left */
}

static void frozen(void **state)
{
    (void)state;
    start(card_frozen, WITHOUT);
    OK(move(OWNER, ELF, 1, 13));
    OK(pawn(OTHER, OWNER));
    NO(frozen, move(OWNER, ELF, 1, 9));
    put(SORCERESS, 1, 1);
    NO(frozen, escalator(OWNER, SORCERESS, 1, 15));
    NO(frozen, vortex(OWNER, BARBARIAN, 1, 0));
    put(ELF, 3, find(3, space_explore_orange)), put(DWARF, 3, find(3, space_explore_orange));
    put(ELF, 1, 9);
    NO(frozen, explore(OWNER, DWARF, 3, find(3, space_explore_orange)));
    assert_int_equal(offered(OWNER, CMD_move_hero, 0) + offered(OWNER, CMD_use_vortex, 0), 0);
    OK(accuse(OWNER, SEAT(OTHER))); /* these are no actions */
    OK(pawn(OWNER, OTHER));         /* you may put it on */
    OK(move(OWNER, ELF, 1, 13));
}

static void sloth(void **state)
{
    (void)state;
    start(card_sloth, WITHOUT);
    OK(move(OWNER, ELF, 1, 13));
    NO(sloth, move(OWNER, DWARF, 1, 14));
    NO(sloth, vortex(OWNER, BARBARIAN, 1, 0));
    OK(pawn(OWNER, OTHER)), OK(watch_you(OWNER, OTHER)); /* no actions */
    assert_int_equal(offered(OWNER, CMD_move_hero, 0), 0);
    pass_ms(2999);
    NO(sloth, move(OWNER, DWARF, 1, 14));
    pass_ms(1);
    assert_true(offered(OWNER, CMD_move_hero, 0) > 0);
    OK(move(OWNER, DWARF, 1, 14));
    NO(sloth, move(OWNER, ELF, 1, 9));
    OK(move(OTHER, ELF, 1, 9)), OK(move(OTHER, ELF, 1, 13));
}

/* In a pause nothing passes, for a hidden clock either. */
static void sloth_in_a_pause(void **state)
{
    (void)state;
    start(card_sloth, WITHOUT);
    OK(move(OWNER, ELF, 1, 13));
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    pass_ms(60000);
    OK(ASKED(OTHER, resume, 0));
    pass_ms(3000);
    NO(sloth, move(OWNER, ELF, 1, 9));
    pass_ms(3000);
    OK(move(OWNER, ELF, 1, 9));
}

static void silent_monk(void **state)
{
    (void)state;
    roles_dealt(5, 4, WITHOUT, 0);
    give(OWNER, card_silent_monk);
    OK(say(OWNER, "before the hourglass is turned"));
    all_look(5);
    OK(turn_hourglass(OTHER));
    pass_ms(80000);
    NO(silent_monk, say(OWNER, "in silence"));
    use_space(OTHER, 1);
    OK(say(OTHER, "talk is open"));
    NO(silent_monk, say(OWNER, "but not for me"));
    assert_int_equal(maze.hears(TRUTH, OWNER, CHANNEL_TEXT), 0);
    assert_int_equal(maze.hears(TRUTH, OWNER, CHANNEL_VOICE), 0);
    assert_int_equal(maze.hears(VIEW(OWNER), OWNER, CHANNEL_TEXT), 0);     /* the own page shuts its field */
    assert_int_not_equal(maze.hears(VIEW(OTHER), OWNER, CHANNEL_TEXT), 0); /* no other page does */
    OK(ASKED(OWNER, react, .reaction = reaction_yes));                     /* these may be used */
    OK(ASKED(OWNER, point_at, .tile = 1, .space = 5));
    OK(accuse(OWNER, SEAT(OTHER)));
    pass_ms(5000);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    OK(ASKED(OWNER, say_table_phrase, .phrase = table_phrase_back_soon)); /* P3.3 */
    OK(ASKED(OWNER, resume, 0));
    pass_ms(200000);
    OK(say(OWNER, "at the end"));
}

/* P1.8: whether names may be shown does not tell that somebody has sworn silence. */
static void a_monk_hushes_nobody(void **state)
{
    (void)state;
    start(card_silent_monk, WITHOUT);
    assert_true(presence_hushed(&maze, TRUTH));
    use_space(OTHER, 1);
    assert_false(presence_hushed(&maze, TRUTH));
    give(3, card_traitor);
    convict(OTHER, SEAT(3)); /* nor does a ghost, who talks at other times */
    OK(choose(OTHER, false));
    assert_false(presence_hushed(&maze, TRUTH));
    OK(move(OTHER, ELF, 1, 7));
    OK(say(3, "whoo"));
    assert_true(presence_hushed(&maze, TRUTH));
}

static void short_of_breath(void **state)
{
    (void)state;
    start(card_short_of_breath, WITHOUT);
    put(ELF, 1, 4), put(SORCERESS, 2, 5), put(BARBARIAN, 2, 6), put(DWARF, 2, 9);
    NO(short_of_breath, move(OWNER, ELF, 1, 7)); /* three spaces */
    assert_int_equal(offered(OWNER, CMD_move_hero, ELF) > 0, true);
    OK(move(OWNER, ELF, 1, 6)); /* two */
    put(ELF, 1, 4);
    OK(move(OTHER, ELF, 1, 7));
    put(ELF, 1, 1);
    OK(escalator(OWNER, ELF, 1, 15)); /* free */
    OK(vortex(OWNER, ELF, 1, 7));
}

static void snob(void **state)
{
    (void)state;
    start(card_snob, WITHOUT);
    NO(snob, move(OWNER, DWARF, 1, 14));
    NO(snob, vortex(OWNER, DWARF, 1, 12));
    assert_int_equal(offered(OWNER, CMD_move_hero, DWARF), 0);
    OK(move(OWNER, ELF, 1, 13));
    put(DWARF, 1, 13), put(ELF, 1, 9);
    NO(nowhere, explore(OWNER, DWARF, 1, 13)); /* exploring acts on no hero */
    OK(pawn(OTHER, OWNER));
    OK(move(OWNER, DWARF, 1, 14));
    OK(pawn(OWNER, OTHER));
    NO(snob, move(OWNER, DWARF, 1, 13));
    OK(move(OTHER, DWARF, 1, 13));
}

static void jinx(void **state)
{
    (void)state;
    start(card_jinx, WITHOUT);
    uint8_t glass = find(1, space_hourglass);
    put(ELF, 1, 7);
    NO(jinx, move(OWNER, ELF, 1, glass));
    assert_true(offered(OWNER, CMD_move_hero, ELF) > 0);
    OK(move(OTHER, ELF, 1, glass));
    OK(move(OWNER, ELF, 1, 7));
    OK(move(OWNER, ELF, 1, glass)); /* it is out of order now */
}

static void claustrophobe(void **state)
{
    (void)state;
    start(card_claustrophobe, WITHOUT);
    put_all(PLACE(1, 2), PLACE(2, 5), PLACE(2, 6), PLACE(4, 5));
    NO(claustrophobe, move(OWNER, BARBARIAN, 2, 13)); /* two others are there */
    assert_int_equal(offered(OWNER, CMD_move_hero, BARBARIAN) > 0, true);
    OK(move(OTHER, BARBARIAN, 2, 13));
    OK(move(OWNER, BARBARIAN, 2, 9)); /* from that very tile */
    put_all(PLACE(1, 2), PLACE(2, 5), PLACE(4, 6), PLACE(4, 5));
    OK(move(OWNER, BARBARIAN, 2, 13)); /* one */
    put_all(PLACE(2, 13), PLACE(1, 5), PLACE(1, 6), PLACE(1, 9));
    OK(move(OWNER, BARBARIAN, 1, 2)); /* onto the start tile one may */
    put_all(PLACE(4, 9), PLACE(3, 5), PLACE(3, 6), PLACE(1, 9));
    NO(claustrophobe, vortex(OWNER, BARBARIAN, 3, find(3, space_vortex_yellow)));
    OK(vortex(OTHER, BARBARIAN, 3, find(3, space_vortex_yellow)));
}

/* An item or an exit may be reached. */
static void claustrophobe_and_goals(void **state)
{
    (void)state;
    start(card_claustrophobe, WITHOUT);
    HAPPEN(&bench.watch, bench.now_ms, theft_done, 0);
    place_t goal = exit_of(BARBARIAN);
    for (int item = 0; item <= 1; item++) {
        uint8_t tile = (uint8_t)PLACE_TILE(goal);
        put_all(PLACE(1, 2), PLACE(tile, 5), PLACE(tile, 6), PLACE(1, 9));
        assert_int_equal(roles_move_refusal(TRUTH, OWNER, BARBARIAN - 1, goal, 1), REFUSAL_OK);
        assert_int_equal(roles_move_refusal(TRUTH, OWNER, BARBARIAN - 1, PLACE(tile, 9), 1),
                         REFUSAL_claustrophobe);
        goal = item_of(BARBARIAN);
    }
}

/* ---- what is demanded ---- */

static void contrarian(void **state)
{
    (void)state;
    start(card_contrarian, WITHOUT);
    OK(accuse(2, SEAT(3))); /* rejected by another before one voted: not the first */
    OK(down(4));
    assert_false(ROLES.settled[OWNER]);
    OK(accuse(3, SEAT(OWNER))); /* nor one in which one cannot vote */
    OK(down(4));
    OK(accuse(4, SEAT(3)));
    OK(down(OWNER));
    assert_true(ROLES.settled[OWNER]);
    assert_int_equal(ROLES.breaches[OWNER], 0);
    pass_ms(10000);
    OK(accuse(2, SEAT(3)));
    OK(up(OWNER)), OK(down(5)); /* the second is free */
    assert_int_equal(ROLES.breaches[OWNER], 0);
    assert_int_equal(VIEW(OTHER)->roles.settled[OWNER], 0);
}

static void contrarian_breaks_it(void **state)
{
    (void)state;
    start(card_contrarian, WITHOUT);
    OK(accuse(2, SEAT(3)));
    OK(up(OWNER)), OK(down(4)); /* thumb up */
    assert_int_equal(ROLES.breaches[OWNER], 1);
    assert_int_equal(VIEW(OWNER)->roles.breaches[OWNER], 1);
    assert_int_equal(VIEW(OTHER)->roles.breaches[OWNER], 0);
    start(card_contrarian, WITHOUT);
    OK(accuse(2, SEAT(3)));
    pass_ms(5000); /* letting the time pass */
    assert_int_equal(ROLES.breaches[OWNER], 1);
    start(card_contrarian, WITHOUT);
    OK(accuse(2, SEAT(3)));
    OK(up(OWNER)), OK(down(OWNER)); /* turned down in time */
    assert_int_equal(ROLES.breaches[OWNER], 0);
    assert_true(ROLES.settled[OWNER]);
    start(card_contrarian, WITHOUT); /* one that was void is not the first */
    give(4, card_mastermind);
    OK(accuse(4, SEAT(3)));
    OK(up(OWNER));
    steal(OTHER);
    assert_int_equal(ROLES.ballot.decision, decision_void);
    assert_false(ROLES.settled[OWNER]);
}

static void impatient(void **state)
{
    (void)state;
    start(card_impatient, WITHOUT);
    use_space(OTHER, 1);
    pass_ms(20000);
    OK(move(OTHER, ELF, 1, 7)); /* ended in time */
    pass_ms(10000);
    assert_int_equal(ROLES.breaches[OWNER], 0);
    use_space(OTHER, 2);
    pass_ms(20001);
    assert_int_equal(ROLES.breaches[OWNER], 1);
    assert_int_equal(VIEW(OWNER)->roles.breaches[OWNER], 1);
    assert_int_equal(VIEW(OTHER)->roles.breaches[OWNER], 0);
    OK(move(OWNER, ELF, 2, 7));
    use_space(OTHER, 3);
    pass_ms(20001);
    assert_int_equal(ROLES.breaches[OWNER], 2); /* each longer one is one breach */
}

static void impatient_without_an_action(void **state)
{
    static const uint8_t held[] = {R, R, R, R, R};
    (void)state;
    start(card_impatient, WITHOUT);
    use_space(OTHER, 1);
    deal(5, held); /* nobody stands at an escalator */
    pass_ms(40000);
    assert_int_equal(ROLES.breaches[OWNER], 0);
    assert_true(ROLES.judged & SEAT(OWNER));
}

/* Nobody but the owner is refused, told or delayed, whatever the card. */
static void the_owner_alone(void **state)
{
    (void)state;
    for (uint8_t card = card_superstitious; card <= card_impatient; card++) {
        start(card, WITHOUT);
        for (seat_t seat = 2; seat <= 5; seat++) {
            OK(move(seat, ELF, 1, seat % 2 ? 9 : 13));
            assert_true(offered(seat, CMD_move_hero, 0) > 0);
        }
        for (int view = 2; view <= 5; view++)
            assert_int_equal(VIEW(view)->roles.locked | VIEW(view)->roles.card[OWNER], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H5.2, K1 Superstitious: not the same hero at once", superstitious),
        RULE("H5.2 Superstitious: free when one hero is left", superstitious_about_the_last),
        RULE("H5.2, K2 Frozen: no action with the pawn", frozen),
        RULE("H5.2 Sloth: 3 s between two actions", sloth),
        RULE("P2.4 Sloth: a pause stops its clock", sloth_in_a_pause),
        RULE("H5.2 Silent Monk: no words from the first turning to the end", silent_monk),
        RULE("P1.8, H9.3 Silent Monk: whether names change tells nothing of it", a_monk_hushes_nobody),
        RULE("H5.2 Short of Breath: two spaces at most", short_of_breath),
        RULE("H5.2 Snob: the dwarf only with the pawn", snob),
        RULE("H5.2 Jinx: no hourglass space that works", jinx),
        RULE("H5.2 Claustrophobe: no tile with two others", claustrophobe),
        RULE("H5.2 Claustrophobe: but items and exits", claustrophobe_and_goals),
        RULE("H5.2 Contrarian: the first vote is down", contrarian),
        RULE("H5.2 Contrarian: or it is a breach", contrarian_breaks_it),
        RULE("H5.2, K10 Impatient: no discussion longer than 20 s", impatient),
        RULE("H5.2 Impatient: unless the board offered no action", impatient_without_an_action),
        RULE("H5.2, H9.2 a rule binds its owner alone", the_owner_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
