/* tests/unit/test_role_guess.c -- Hidden Roles, rule by rule: the traitors' last chance after an escape
 * (H7). */
#include "tests/help/role_bench.h"

/* Heroes 1 to 4 with three missions and a rule, traitors 5 and 6; all but one hero have left. */
static void almost_escape(void)
{
    roles_start(6, 5, WITHOUT, 0);
    lay_mall();
    give(1, card_doorman), give(2, card_slowcoach), give(3, card_thrill_seeker), give(4, card_sloth);
    give(5, card_dramatist), give(6, card_time_thief);
    pass_ms(80000);
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF);
}

static void escape(void)
{
    almost_escape();
    leave(1, BARBARIAN);
}

static refusal_t ask_word(seat_t by)
{
    return ASKED(by, ask_for_word, 0);
}

static refusal_t pass(seat_t by)
{
    return ASKED(by, pass_word, 0);
}

static refusal_t guess(seat_t by, seat_t seat, uint8_t card)
{
    return ASKED(by, guess_card, .seat = seat, .card = card);
}

static void missions_of_traitors(void **state)
{
    (void)state;
    for (uint8_t card = 1; card < card_end; card++)
        if (deck_house.role[card].letters >> 4 & 1)
            assert_int_not_equal(card, card_traitor); /* the plain ones are not among them */
    roles_start(4, 5, WITHOUT, 0);
    give(1, card_dramatist), give(2, card_procrastinator);
    pass_ms(180000);
    LOST(1, mission_missed);
    WON(2, sand_ran_out);
}

static void the_last_chance(void **state)
{
    (void)state;
    escape();
    assert_int_equal(TRUTH->ending, 0);
    assert_int_equal(ROLES.phase, phase_guessing);
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.shown, SEAT(5) | SEAT(6)); /* traitors show their cards */
    OK(ask_word(6)), OK(ask_word(5));
    assert_int_equal(ROLES.word, 6);        /* in the order in which they ask */
    NO(no_word, guess(5, 1, card_doorman)); /* out of turn */
    NO(only_guessing, guess(1, 2, card_slowcoach));
    OK(guess(6, 2, card_slowcoach));
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.card[2], card_slowcoach); /* the card is shown */
    assert_int_equal(ROLES.word, 5);
    OK(guess(5, 1, card_commuter));
    assert_int_equal(TRUTH->ending, ending_escaped);
    WON(6, guessed_right), LOST(2, was_guessed);
    LOST(5, escaped);
    WON(1, escaped), WON(4, escaped);
    LOST(3, mission_missed);
}

/* Whether or not the mission was accomplished. */
static void right_is_right(void **state)
{
    (void)state;
    escape();
    OK(ask_word(5)), OK(pass(6));
    OK(guess(5, 1, card_doorman)); /* done, and lost */
    WON(5, guessed_right), LOST(1, was_guessed);
}

static void once_each(void **state)
{
    (void)state;
    escape();
    OK(ask_word(5)), OK(ask_word(6));
    static struct input offered[LEGAL_MAX];
    for (int i = maze.legal(VIEW(6), 6, offered, LEGAL_MAX); i--;)
        assert_int_equal(offered[i].kind, CMD_pass_word); /* nor is it offered to ask again */
    OK(guess(5, 4, card_commuter));                       /* a special rule: wrong, whatever is named */
    NO(spoken_already, ask_word(5));
    NO(no_word, guess(5, 1, card_doorman));
    NO(face_up, guess(6, 4, card_commuter)); /* each card once */
    NO(face_up, guess(6, 5, card_commuter));
    OK(guess(6, 3, card_commuter));
    for (seat_t seat = 1; seat <= 6; seat++) /* then all remaining cards are shown */
        assert_true(VIEW(SEAT_GALLERY)->roles.shown & SEAT(seat));
    LOST(5, escaped), LOST(6, escaped);
}

static void what_can_be_named(void **state)
{
    (void)state;
    escape();
    OK(ask_word(5));
    for (uint8_t card = 0; card < card_end; card++) {
        const struct role *role = &deck_house.role[card];
        bool mission = role->side == side_hero && role->done.count && role_fits(TRUTH, role);
        assert_int_equal(role_may_guess(TRUTH, card), mission);
        if (!mission)
            NO(no_such_mission, guess(5, 1, card));
    }
    NO(no_such_mission, guess(5, 1, card_end)), NO(no_such_mission, guess(5, 1, 255));
    NO(no_such, guess(5, 0, card_doorman)), NO(no_such, guess(5, 7, card_doorman));
    OK(guess(5, 3, card_commuter));
    OK(ask_word(6));
    NO(no_such_mission, guess(6, 1, card_thrill_seeker)); /* it lies face up */
    OK(guess(6, 1, card_homebody));
    assert_int_equal(TRUTH->ending, ending_escaped);
}

/* In scenario 9 nobody has a mission of the pawn. */
static void what_fits_this_table(void **state)
{
    (void)state;
    roles_start(5, 5, RULE_EMPTY_HANDED, 0);
    assert_false(role_may_guess(TRUTH, card_slowcoach));
    assert_true(role_may_guess(TRUTH, card_commuter));
}

static void who_takes_part(void **state)
{
    (void)state;
    roles_start(7, 5, WITHOUT, 0);
    lay_mall();
    give(1, card_doorman), give(2, card_dramatist), give(3, card_procrastinator), give(4, card_jealous);
    give(5, card_time_thief), give(6, card_penitent);
    pass_ms(80000);
    convict(1, SEAT(5)); /* a ghost */
    OK(choose(1, false));
    steal(1);            /* 3 has failed, 6 is a hero */
    leave(1, SORCERESS); /* 4 is a traitor */
    leave(1, ELF), leave(1, DWARF), leave(1, BARBARIAN);
    assert_int_equal(ROLES.guessers, SEAT(2) | SEAT(4));
    assert_int_equal(VIEW(1)->roles.side[4], side_traitor);
    NO(eliminated, ask_word(5)), NO(eliminated, ask_word(3));
    NO(only_guessing, ask_word(1)), NO(only_guessing, pass(6));
    OK(ask_word(4));
    OK(guess(4, 1, card_doorman));
    OK(pass(2));
    WON(4, guessed_right);
}

static void time_is_up(void **state)
{
    (void)state;
    escape();
    pass_ms(29999);
    OK(ask_word(5));
    assert_int_equal(ROLES.word, 5);
    pass_ms(1); /* 6 was silent, and passes */
    assert_int_equal(ROLES.spoken, SEAT(6));
    NO(spoken_already, ask_word(6));
    pass_ms(29998);
    assert_int_equal(TRUTH->ending, 0);
    pass_ms(1); /* 5 had the word for 30 s */
    assert_int_equal(TRUTH->ending, ending_escaped);
    LOST(5, escaped), LOST(6, escaped), WON(1, escaped);
    escape();
    pass_ms(30000);
    assert_int_equal(TRUTH->ending, ending_escaped); /* nobody asked */
    escape();
    OK(pass(5)), OK(pass(6));
    assert_int_equal(TRUTH->ending, ending_escaped); /* all have passed */
}

static void the_next_in_the_order_of_asking(void **state)
{
    (void)state;
    almost_escape();
    give(2, card_untouchable);
    leave(1, BARBARIAN);
    OK(ask_word(6)), OK(ask_word(2)), OK(ask_word(5));
    OK(pass(6));
    assert_int_equal(ROLES.word, 2);
    OK(pass(2));
    assert_int_equal(ROLES.word, 5);
    escape();
    OK(ask_word(6)), OK(ask_word(5));
    NO(spoken_already, ask_word(6)); /* once */
    bench.now_ms += 30000;
    NO(too_late, guess(6, 1, card_doorman)); /* though nothing has ticked yet (P4.2) */
    bench.now_ms -= 30000;
    pass_ms(30000);
    assert_int_equal(ROLES.word, 5);
    assert_int_equal(ROLES.word_ends_ms - bench.now_ms, 30000);
    OK(pass(5));
    assert_int_equal(TRUTH->ending, ending_escaped);
}

static void no_face_down_card_is_left(void **state)
{
    (void)state;
    roles_start(3, 5, WITHOUT, 0);
    lay_mall();
    give(1, card_doorman), give(2, card_dramatist), give(3, card_time_thief);
    pass_ms(80000);
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF), leave(1, BARBARIAN);
    OK(ask_word(2));
    OK(guess(2, 1, card_homebody));
    assert_int_equal(TRUTH->ending, ending_escaped); /* 3 has nothing to point at */
}

static void nothing_is_shown_of_the_heroes(void **state)
{
    (void)state;
    almost_escape();
    OK(accuse(2, SEAT(5))); /* void: nothing of it shows a card */
    leave(1, BARBARIAN);
    assert_int_equal(ROLES.ballot.decision, decision_void);
    for (seat_t seat = 1; seat <= 4; seat++)
        for (int view = 0; view <= 6; view++)
            if (view != seat) {
                assert_int_equal(VIEW(view)->roles.card[seat], 0);
                assert_int_equal(VIEW(view)->roles.side[seat], 0);
            }
    assert_false(maze.over(TRUTH)); /* nor who of them has won */
    OK(say(1, "who could it be?")); /* talk is as in a discussion */
    give(4, card_silent_monk);
    NO(silent_monk, say(4, "not to the end"));
    NO(only_guessing, move(1, ELF, 1, 8));
    NO(only_guessing, pawn(1, 2));
    NO(only_guessing, accuse(1, SEAT(2)));
    NO(only_guessing, go_home(1));
    roles_start(6, 5, RULE_NO_TALK, 0); /* which never opens here */
    lay_mall();
    give(5, card_dramatist), give(6, card_time_thief);
    pass_ms(80000);
    convict(1, SEAT(6));
    OK(choose(1, false));
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF), leave(1, BARBARIAN);
    NO(silence, say(1, "hm"));
    NO(ghost_silent, say(6, "whoo"));
}

static void left_out(void **state)
{
    (void)state;
    roles_start(4, 5, WITHOUT, 0); /* no traitor in the game */
    lay_mall();
    give(1, card_doorman);
    pass_ms(80000);
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF), leave(1, BARBARIAN);
    WON(1, escaped);
    roles_start(3, 5, WITHOUT, 0); /* nor with nobody's card to point at */
    lay_mall();
    give(1, card_dramatist), give(2, card_time_thief), give(3, card_framer);
    pass_ms(80000);
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF), leave(1, BARBARIAN);
    assert_int_equal(TRUTH->ending, ending_escaped);
    roles_start(4, 5, WITHOUT, 0); /* not after going home */
    give(2, card_dramatist);
    OK(go_home(1));
    assert_int_equal(TRUTH->ending, ending_went_home);
    roles_start(4, 4, WITHOUT, 0); /* not at level 4 */
    lay_mall();
    give(2, card_traitor);
    pass_ms(80000);
    steal(1);
    leave(1, ELF), leave(1, SORCERESS), leave(1, DWARF), leave(1, BARBARIAN);
    assert_int_equal(TRUTH->ending, ending_escaped);
}

/* P4.3: after a crash the clock stands, here too. */
static void a_restart(void **state)
{
    (void)state;
    escape();
    pass_ms(20000);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    NO(clock_stopped, ask_word(5));
    pass_ms(60000);
    OK(ASKED(1, resume, 0));
    pass_ms(3000);
    pass_ms(9999);
    OK(ask_word(5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H7.1 traitors with a mission win only with it", missions_of_traitors),
        RULE("H7.2 in the order of asking, and not out of turn, each names the mission on a card",
             the_last_chance),
        RULE("H7.4 who is right wins, whether or not the mission was accomplished", right_is_right),
        RULE("H7.3 each card can be guessed once, and no special rule", once_each),
        RULE("H7.4 hero missions of level 5 that fit, but those that lie face up", what_can_be_named),
        RULE("H7.4 a mission that does not fit this table cannot be named", what_fits_this_table),
        RULE("H7.4 ghosts and those who failed take no part, changed ones do", who_takes_part),
        RULE("H7.5 30 s to ask, and 30 s for the word", time_is_up),
        RULE("H7.5 then the next in the order of asking", the_next_in_the_order_of_asking),
        RULE("H7.5 it ends when no face-down card is left", no_face_down_card_is_left),
        RULE("H7.6 until it ends nothing is shown of the heroes", nothing_is_shown_of_the_heroes),
        RULE("H7.7 only after an escape, and not without traitors", left_out),
        RULE("P4.3 the clocks of the guessing stand still, too", a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
