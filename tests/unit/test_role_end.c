/* tests/unit/test_role_end.c -- Hidden Roles, rule by rule: going home, failing, the last one left, changing
 * sides, and who wins (H1.5, H4.4, H4.7, H4.10, H5, H6, H8.2). */
#include "tests/help/role_bench.h"

static void start(int players, uint8_t level)
{
    roles_start(players, level, WITHOUT, 0);
    pass_ms(80000);
}

static void escape(seat_t by)
{
    if (!TRUTH->theft)
        steal(by);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        if (!(TRUTH->left >> (hero - 1) & 1))
            leave(by, hero);
}

static void sand_out(void)
{
    pass_ms(TRUTH->sand.ends_ms - bench.now_ms);
}

/* ---- going home (H4.4, H4.10) ---- */

static void alone_at_last(void **state)
{
    (void)state;
    start(4, 2);
    give(2, card_traitor), give(3, card_traitor), give(4, card_traitor);
    convict(1, SEAT(4)); /* by a traitor, too */
    OK(choose(1, false));
    OK(go_home(1));
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.card[1], card_hero); /* shown, and all others */
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.card[2], card_traitor);
    WON(1, went_home);
    LOST(2, went_home), LOST(3, went_home), LOST(4, went_home); /* ghosts as well: line 1 */
}

static void not_alone(void **state)
{
    (void)state;
    start(4, 2);
    give(2, card_traitor);
    OK(go_home(1));
    LOST(1, went_home), LOST(3, went_home);
    WON(2, went_home);
    start(4, 2); /* no traitor at all, and another hero */
    OK(go_home(1));
    for (seat_t seat = 1; seat <= 4; seat++)
        LOST(seat, went_home);
}

static void missions_at_home(void **state)
{
    (void)state;
    start(3, 5);
    give(1, card_doorman); /* its own mission is not asked for */
    give(2, card_traitor), give(3, card_provocateur);
    OK(go_home(1));
    WON(1, went_home);
    start(4, 5); /* another hero has failed: only who is still in the game counts */
    lay_mall();
    give(2, card_clean_sheet), give(3, card_traitor), give(4, card_traitor);
    put_all(PLACE(1, 2), PLACE(4, 5), PLACE(4, 6), PLACE(4, 9));
    OK(move(2, BARBARIAN, 2, 13));
    assert_int_equal(ROLES.failed, SEAT(2));
    OK(go_home(1));
    WON(1, went_home), LOST(2, went_home);
    start(4, 5);
    give(2, card_provocateur), give(3, card_procrastinator); /* missions of traitors are */
    OK(go_home(1));
    LOST(2, mission_missed);
    WON(3, went_home);
}

static void who_may_go_home(void **state)
{
    static struct input offered[LEGAL_MAX];
    (void)state;
    start(5, 2);
    give(2, card_traitor);
    for (seat_t seat = 1; seat <= 2; seat++) {
        int count = maze.legal(VIEW(seat), seat, offered, LEGAL_MAX), homes = 0;
        for (int i = 0; i < count; i++)
            homes += offered[i].kind == CMD_go_home;
        assert_int_equal(homes, seat == 1); /* offered to heroes only */
    }
    NO(no_going_home, go_home(2));
    lay_mall();
    steal(1);
    NO(no_going_home, go_home(1)); /* before the theft */
    start(5, 2);
    OK(accuse(3, SEAT(1)));
    OK(go_home(1)); /* also while an accusation is open */
    roles_dealt(4, 2, WITHOUT, 0);
    NO(not_yet, go_home(1));
}

/* ---- level 1 ---- */

static void caught_at_level_1(void **state)
{
    (void)state;
    start(4, 1);
    give(2, card_traitor);
    convict(1, SEAT(2));
    OK(choose(1, false));
    sand_out();
    for (seat_t seat = 1; seat <= 4; seat++)
        assert_int_equal(result_of(seat).how, HOW_LOST); /* nobody wins */
    LOST(2, convicted);
}

static void no_traitor_was_dealt(void **state)
{
    (void)state;
    start(4, 2);
    sand_out();
    for (seat_t seat = 1; seat <= 4; seat++)
        LOST(seat, sand_ran_out);
}

/* ---- missions (H5) ---- */

static void rules_win_with_the_heroes(void **state)
{
    (void)state;
    start(4, 3);
    lay_mall();
    give(1, card_short_of_breath), give(2, card_traitor);
    escape(3);
    WON(1, escaped), LOST(2, escaped);
}

static void missions_are_asked_for(void **state)
{
    (void)state;
    start(4, 3);
    lay_mall();
    give(1, card_doorman), give(2, card_doorman);
    steal(3);
    leave(3, ELF), leave(3, DWARF), leave(3, BARBARIAN);
    leave(1, SORCERESS);
    WON(1, escaped);
    LOST(2, mission_missed);
    start(4, 3); /* done, but the heroes fail */
    lay_mall();
    give(1, card_doorman);
    steal(3), leave(1, ELF);
    sand_out();
    LOST(1, sand_ran_out);
}

static void i_failed(void **state)
{
    (void)state;
    start(4, 3);
    lay_mall();
    give(1, card_mastermind);
    steal(2);
    assert_in_game(SEAT(2) | SEAT(3) | SEAT(4));
    assert_int_equal(ROLES.failed, SEAT(1));
    assert_int_equal(VIEW(3)->roles.card[1], card_mastermind);
    assert_int_equal(ROLES.phase, 0); /* nobody gets a free flip */
    NO(eliminated, say(1, "whoo"));   /* and nobody is a ghost */
    use_space(2, 1);
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_TEXT), 0); /* nor when others talk */
    assert_int_equal(maze.hears(TRUTH, 1, CHANNEL_VOICE), 0);
    escape(2);
    LOST(1, confessed);
    WON(2, escaped);
    start(4, 3);
    lay_mall();
    give(1, card_mastermind);
    steal(2);
    sand_out();
    LOST(1, confessed); /* whatever the heroes do */
}

static void the_last_one_left(void **state)
{
    for (int succeeded = 0; succeeded <= 1; succeeded++) {
        start(3, 3);
        lay_mall();
        give(1, card_mastermind), give(2, card_suspect);
        steal(3);
        assert_int_equal(ROLES.phase, phase_last);
        assert_false(TRUTH->running);
        NO(last_decides, move(3, ELF, 1, 8));
        NO(last_decides, turn_hourglass(3)); /* the sand stands, and stays so */
        NO(eliminated, ASKED(1, decide_outcome, .succeeded = 1));
        pass_ms(29999);
        OK(ASKED(3, decide_outcome, .succeeded = (flag)succeeded));
        assert_int_equal(TRUTH->ending, ending_decided);
        LOST(1, confessed);
        assert_result(3, succeeded ? HOW_WON : HOW_LOST, ending_decided);
    }
    (void)state;
}

static void without_an_answer(void **state)
{
    (void)state;
    for (uint8_t side = side_hero; side <= side_traitor; side++) {
        start(3, 3);
        lay_mall();
        give(1, card_mastermind), give(2, card_suspect);
        give(3, side == side_hero ? card_sloth : card_traitor);
        steal(3);
        bench.now_ms += 30000;
        NO(too_late, ASKED(3, decide_outcome, .succeeded = 1)); /* though nothing has ticked yet (P4.2) */
        bench.now_ms -= 30000;
        pass_ms(30000); /* the own side decides */
        assert_int_equal(ROLES.succeeded, side == side_hero);
        WON(3, decided);
    }
    start(3, 3); /* missions count as they stand */
    lay_mall();
    give(1, card_mastermind), give(2, card_suspect), give(3, card_doorman);
    steal(3);
    OK(ASKED(3, decide_outcome, .succeeded = 1));
    LOST(3, mission_missed);
    start(3, 3); /* nobody is left at all */
    lay_mall();
    give(1, card_mastermind), give(2, card_suspect), give(3, card_suspect);
    steal(2);
    assert_int_equal(TRUTH->ending, ending_decided);
    assert_false(ROLES.succeeded);
    LOST(3, confessed);
}

/* (1) the theft, (2) a change of sides, (4) two confess, tiles are given and an accusation is void. */
static void in_order(void **state)
{
    (void)state;
    start(6, 4);
    lay_mall();
    give(1, card_mastermind), give(2, card_suspect), give(3, card_penitent);
    OK(accuse(5, SEAT(2)));
    steal(4);
    static const uint16_t order[] = {EV_theft_done,       EV_card_told,      EV_card_shown,   EV_card_shown,
                                     EV_seats_eliminated, EV_actions_spread, EV_ballot_closed};
    size_t at = 0;
    for (const struct event *e = table_next(&bench.watch.table, NULL); e;
         e = table_next(&bench.watch.table, e))
        if (e->seq > bench.mark && at < sizeof order / sizeof *order && e->kind == order[at])
            at++;
    assert_int_equal(at, sizeof order / sizeof *order);
    assert_int_equal(ROLES.failed, SEAT(1) | SEAT(2));
    assert_int_equal(ROLES.side[3], side_hero);
    assert_int_equal(ROLES.ballot.decision, decision_void);
}

/* (3) comes before (4): when the game has ended nobody confesses. */
static void nobody_confesses_at_the_end(void **state)
{
    (void)state;
    start(4, 3);
    lay_mall();
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF);
    give(2, card_commuter); /* it becomes impossible with the very last step */
    leave(1, BARBARIAN);
    assert_int_equal(TRUTH->ending, ending_escaped);
    assert_int_equal(ROLES.failed, 0);
    LOST(2, mission_missed);
}

static void accomplished_is_accomplished(void **state)
{
    (void)state;
    start(4, 4);
    lay_mall();
    give(1, card_vortex_rider), give(2, card_clean_sheet);
    put_all(PLACE(1, 5), PLACE(1, 6), PLACE(1, 9), PLACE(1, 10));
    OK(vortex(1, BARBARIAN, 1, 0)), OK(vortex(1, SORCERESS, 1, 8)), OK(vortex(1, ELF, 1, 7));
    assert_true(role_mission_done(TRUTH, 1));
    steal(3);
    assert_int_equal(ROLES.failed, 0); /* the theft cannot undo it */
    assert_true(role_mission_done(TRUTH, 2));
    put_all(PLACE(1, 1), PLACE(2, 5), PLACE(3, 5), PLACE(4, 5));
    put(BARBARIAN, 1, 2);
    OK(move(2, BARBARIAN, 2, 13)); /* at the end only: it can still fail */
    assert_int_equal(ROLES.failed, SEAT(2));
}

static void the_owner_is_told(void **state)
{
    (void)state;
    start(4, 3);
    give(1, card_slowcoach);
    OK(pawn(2, 1)), OK(pawn(1, 3)), OK(pawn(2, 1)), OK(pawn(1, 3));
    assert_int_equal(VIEW(1)->roles.pawns[1], 2); /* counted */
    assert_false(role_mission_done(VIEW(1), 1));
    OK(pawn(2, 1));
    assert_true(role_mission_done(VIEW(1), 1));  /* accomplished */
    assert_false(role_mission_done(VIEW(2), 1)); /* others do not even know which mission */
    assert_int_equal(VIEW(2)->roles.card[1], 0);
}

static void only_traitors_are_left(void **state)
{
    (void)state;
    start(4, 3);
    lay_mall();
    give(1, card_mastermind), give(2, card_suspect), give(3, card_traitor), give(4, card_traitor);
    steal(3);
    assert_in_game(SEAT(3) | SEAT(4));
    assert_int_equal(TRUTH->ending, 0); /* nothing is told, and it goes on */
    assert_true(TRUTH->running);
    sand_out();
    WON(3, sand_ran_out), WON(4, sand_ran_out);
}

/* ---- changing sides (H6) ---- */

static void told_at_once_and_alone(void **state)
{
    (void)state;
    start(4, 4);
    lay_mall();
    give(2, card_penitent);
    assert_int_equal(VIEW(2)->roles.side[2], side_traitor);
    steal(1);
    assert_int_equal(happened(EV_card_told)->to, SEAT(2));
    assert_int_equal(VIEW(2)->roles.side[2], side_hero);
    assert_int_equal(VIEW(1)->roles.side[2], 0);
}

/* The watching card may be laid at any time (H1.3): who is watched twice before the hourglass is turned knows
 * the own side then, and the turning tells nothing. */
static void told_before_the_turning(void **state)
{
    (void)state;
    roles_dealt(5, 4, WITHOUT, 0);
    give(2, card_bribed);
    all_look(5);
    OK(watch_you(1, 2)), OK(watch_you(1, 3));
    assert_null(happened(EV_card_told));
    OK(watch_you(1, 2));
    assert_non_null(happened(EV_card_told));
    assert_int_equal(happened(EV_card_told)->to, SEAT(2));
    assert_int_equal(VIEW(2)->roles.side[2], side_hero);
    assert_int_equal(VIEW(1)->roles.side[2], 0);
    OK(turn_hourglass(2));
    assert_null(happened(EV_card_told));
}

static void the_side_of_the_moment(void **state)
{
    (void)state;
    start(5, 4); /* the end */
    lay_mall();
    give(2, card_penitent), give(3, card_offended);
    steal(1);
    OK(accuse(1, SEAT(3))), OK(down(4)), OK(accuse(4, SEAT(3))), OK(down(1));
    assert_int_equal(ROLES.side[3], side_traitor);
    escape(1);
    WON(2, escaped), LOST(3, escaped);
    start(5, 4); /* accusations */
    give(3, card_offended);
    OK(accuse(1, SEAT(3))), OK(down(4)), convict(4, SEAT(3));
    assert_int_equal(ROLES.convicted, SEAT(3));
    start(3, 4); /* going home */
    give(2, card_offended), give(3, card_traitor);
    OK(accuse(1, SEAT(2))), OK(down(3));
    OK(accuse(3, SEAT(2))), OK(down(1));
    NO(no_going_home, go_home(2));
    OK(go_home(1));
    WON(1, went_home);
}

/* Jealous by the very step that wins: after step 2 the side is another. */
static void changed_by_the_last_step(void **state)
{
    (void)state;
    start(4, 4);
    lay_mall();
    steal(1);
    HAPPEN(&bench.watch, bench.now_ms, hero_left, .hero = ELF);
    assert_int_equal(ROLES.order[0], ELF);
    start(4, 5); /* the third space, by a flip that leaves no sand */
    lay_mall();
    give(2, card_second_thoughts), give(3, card_traitor);
    use_space(1, 1), pass_ms(40000), use_space(1, 2), pass_ms(20000);
    HAPPEN(&bench.watch, bench.now_ms, hourglass_turned, .left_ms = 180000, .by = 1);
    use_space(1, 3);
    LOST(2, sand_ran_out); /* a hero by then */
    WON(3, sand_ran_out);
    start(4, 4);
    give(2, card_panicker);
    convict(1, SEAT(2)); /* a hero, with 100 s left */
    LOST(2, hero_accused);
    start(4, 4);
    give(2, card_panicker);
    pass_ms(80001);
    convict(1, SEAT(2)); /* a traitor by now */
    assert_int_equal(ROLES.convicted, SEAT(2));
}

static void once_at_most(void **state)
{
    (void)state;
    start(5, 4);
    give(2, card_bribed);
    OK(watch_you(1, 2)), OK(watch_you(1, 3)), OK(watch_you(1, 2));
    assert_int_equal(ROLES.side[2], side_hero);
    OK(watch_you(1, 3)), OK(watch_you(1, 2));
    assert_null(happened(EV_card_told));
    assert_int_equal(ROLES.side[2], side_hero);
    start(5, 4); /* one who is out changes no more */
    lay_mall();
    give(2, card_penitent);
    convict(1, SEAT(2));
    OK(choose(1, false));
    steal(1);
    assert_int_equal(ROLES.side[2], side_traitor);
    assert_null(happened(EV_card_told));
}

/* Of two who are accused, the conviction turns neither: they are judged by the same moment. */
static void judged_by_the_last_vote(void **state)
{
    (void)state;
    start(5, 5);
    give(2, card_double_agent), give(3, card_dramatist), give(4, card_double_agent);
    OK(accuse(1, SEAT(2) | SEAT(3)));
    OK(up(4));
    assert_true(ballot_is_open(&ROLES.ballot));
    OK(up(5));
    assert_int_equal(ROLES.convicted, SEAT(2) | SEAT(3));
    assert_int_equal(ROLES.side[2], side_traitor);
    assert_int_equal(ROLES.side[4], side_hero); /* an accusation that does not name you */
}

/* ---- who wins (H8.2) ---- */

static void line_by_line(void **state)
{
    (void)state;
    alone_at_last(NULL);     /* 1 */
    i_failed(NULL);          /* 2 */
    caught_at_level_1(NULL); /* 3 */
    start(5, 5);
    lay_mall();
    give(1, card_framer), give(2, card_dramatist), give(3, card_procrastinator), give(4, card_doorman);
    convict(5, SEAT(1));
    OK(choose(5, false));
    steal(4);
    leave(4, ELF);
    sand_out();
    PARTLY(1, convicted);  /* 3: it does not depend on the mission (H7.1) */
    WON(2, sand_ran_out);  /* 6 */
    LOST(3, confessed);    /* 2: whoever confessed has none */
    LOST(4, sand_ran_out); /* 7: its mission is done, the heroes failed */
    LOST(5, sand_ran_out); /* 7 */
    start(4, 5);
    give(1, card_dramatist);
    sand_out();
    LOST(1, mission_missed); /* 6 */
}

/* Everything that the end tells is known to everybody then: cards, sides, breaches. */
static void the_end_shows(void **state)
{
    (void)state;
    start(4, 4);
    lay_mall();
    give(1, card_impatient), give(2, card_penitent), give(3, card_slowcoach);
    use_space(1, 2);
    pass_ms(30000);
    OK(move(1, ELF, 2, 7));
    steal(1);
    sand_out();
    for (int view = 0; view <= 4; view++) {
        const struct roles *r = &VIEW(view)->roles;
        assert_memory_equal(r->card, ROLES.card, sizeof r->card);
        assert_memory_equal(r->side, ROLES.side, sizeof r->side);
        assert_int_equal(r->side[2], side_hero);
        assert_int_equal(deck_house.role[r->card[2]].side, side_traitor); /* at the start */
        assert_int_equal(r->breaches[1], 1);
        assert_false(role_mission_done(VIEW(view), 3));
    }
    assert_int_equal(bench.watch.table.game->dealt[5], EV_role_dealt); /* undealt ones follow from the seed */
}

/* Of every card of the level's deck that fits here: how many there are, less those dealt. */
static void the_undealt(void **state)
{
    (void)state;
    start(4, 2);
    give(1, card_hero), give(2, card_traitor), give(3, card_traitor), give(4, card_hero);
    sand_out();
    for (int view = 0; view <= 4; view++) {
        assert_int_equal(role_undealt(VIEW(view), card_hero), 8 - 2);
        assert_int_equal(role_undealt(VIEW(view), card_traitor), 3 - 2);
        assert_int_equal(role_undealt(VIEW(view), card_slowcoach), 0); /* of another level */
    }
    start(4, 1);
    give(1, card_traitor), give(2, card_hero), give(3, card_hero), give(4, card_hero);
    sand_out();
    assert_int_equal(role_undealt(VIEW(1), card_hero), 0); /* all were dealt */
    assert_int_equal(role_undealt(VIEW(1), card_traitor), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H1.5 at level 1 a traitor who was eliminated has lost", caught_at_level_1),
        RULE("H4.4 the only hero goes home and wins", alone_at_last),
        RULE("H4.4 otherwise the traitors win", not_alone),
        RULE("H4.4 missions of traitors are asked for", missions_at_home),
        RULE("H4.7 no traitor was dealt: nobody wins", no_traitor_was_dealt),
        RULE("H4.10 only a hero, and only before the theft", who_may_go_home),
        RULE("H5.2 a special-rule hero wins with the heroes", rules_win_with_the_heroes),
        RULE("H5.3 a mission hero wins only with the mission", missions_are_asked_for),
        RULE("H5.4 a mission that has become impossible is confessed", i_failed),
        RULE("H5.6 the last one left decides", the_last_one_left),
        RULE("H5.7 what follows is settled in its order", in_order),
        RULE("H5.7 when the game has ended nobody confesses", nobody_confesses_at_the_end),
        RULE("H5.8 accomplished is accomplished, except what is judged at the end",
             accomplished_is_accomplished),
        RULE("H5.9 the owner is shown how the mission stands", the_owner_is_told),
        RULE("H5.10 without an answer the own side decides; with nobody left the heroes failed",
             without_an_answer),
        RULE("H5.11 with only traitors left it goes on", only_traitors_are_left),
        RULE("H6.2 a change is told to the owner at once", told_at_once_and_alone),
        RULE("H6.2, H1.3 also before the hourglass is turned", told_before_the_turning),
        RULE("H6.3 everything uses the side of the moment", the_side_of_the_moment),
        RULE("H6.3 a change by time counts in the next vote", changed_by_the_last_step),
        RULE("H6.4 once at most, and not when out", once_at_most),
        RULE("H6.5 all accused are judged by the moment of the last vote", judged_by_the_last_vote),
        RULE("H8.2, H7.1 who wins, line by line", line_by_line),
        RULE("H8.1, H8.3 the end shows every card that was dealt", the_end_shows),
        RULE("H8.3 which cards were not dealt, for those who ask", the_undealt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
