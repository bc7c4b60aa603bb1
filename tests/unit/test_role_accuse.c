/* tests/unit/test_role_accuse.c -- Hidden Roles, rule by rule: the watching card, accusing, voting and the
 * free flip (H1.2, H1.3, H1.6, H2, H4.2, H4.3). */
#include "tests/help/role_bench.h"

enum { TRAITOR = 3 };

/* Five players; seat 3 is the traitor. */
static void start(uint8_t level)
{
    roles_start(5, level, WITHOUT, 0);
    give(TRAITOR, card_traitor);
}

static void watching_card(void **state)
{
    (void)state;
    roles_dealt(4, 1, WITHOUT, 0);
    assert_int_equal(ROLES.watching, 0); /* beside the board */
    OK(watch_you(1, 2));                 /* at any time */
    all_look(4);
    OK(turn_hourglass(1));
    NO(lies_there, watch_you(3, 2));
    NO(not_yourself, watch_you(2, 2));
    NO(no_such, watch_you(1, 0));
    NO(no_such, watch_you(1, 9));
    OK(watch_you(2, 4)); /* also in silence, also by whom it lay before */
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.watching, 4);
    pass_ms(80000);
    use_space(1, 1); /* it ends no discussion */
    assert_int_equal(TRUTH->hush.talk, talk_open);
    OK(watch_you(2, 3));
    assert_int_equal(TRUTH->hush.talk, talk_open);
}

static void anybody_from_the_first_turning(void **state)
{
    (void)state;
    roles_dealt(5, 1, WITHOUT, 0);
    all_look(5);
    NO(not_yet, accuse(1, SEAT(2)));
    OK(turn_hourglass(1));
    assert_int_equal(TRUTH->hush.talk, talk_silent);
    OK(accuse(1, SEAT(2))); /* also in silence */
    assert_int_equal(TRUTH->hush.talk, talk_silent);
    OK(down(3));
    OK(accuse(2, SEAT(1)));
}

static void whom(void **state)
{
    (void)state;
    start(2);
    NO(no_such, accuse(1, 0));
    NO(no_such, accuse(1, SEAT(0)));
    NO(no_such, accuse(1, SEAT(6)));
    NO(no_such, accuse(1, SEAT(2) | SEAT(31)));
    NO(not_yourself, accuse(1, SEAT(1)));
    NO(not_yourself, accuse(1, SEAT(1) | SEAT(2)));
    NO(not_yourself, accuse(1, presence_all(&TRUTH->presence))); /* everybody */
    NO(no_voter, accuse(1, presence_all(&TRUTH->presence) & ~SEAT(1)));
    convict(1, SEAT(TRAITOR));
    OK(choose(1, false));
    NO(is_out, accuse(1, SEAT(TRAITOR)));
    NO(eliminated, accuse(TRAITOR, SEAT(1)));
    NO(is_out, watch_you(1, TRAITOR));
    struct input in;
    ASK(&in, SEAT_GALLERY, accuse, .seats = SEAT(1));
    NO(not_yours, bench_ask(&in));
    ASK(&in, 9, accuse, .seats = SEAT(1));
    NO(not_yours, bench_ask(&in));
}

static void who_votes(void **state)
{
    (void)state;
    start(2);
    NO(no_ballot, up(2));
    OK(accuse(1, SEAT(2) | SEAT(TRAITOR)));
    assert_int_equal(ROLES.ballot.voters, SEAT(4) | SEAT(5));
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.ballot.voters, SEAT(4) | SEAT(5));
    NO(not_voter, up(1)); /* the accuser counts as agreeing */
    NO(not_voter, down(2));
    NO(not_voter, down(TRAITOR));
    NO(no_such, ASKED(4, cast_vote, .vote = 0));
    NO(no_such, ASKED(4, cast_vote, .vote = 3));
    struct input in;
    ASK(&in, SEAT_GALLERY, cast_vote, .vote = vote_no);
    NO(not_yours, bench_ask(&in));
    ASK(&in, 9, cast_vote, .vote = vote_no); /* where nobody sits */
    NO(not_yours, bench_ask(&in));
    start(2);
    convict(1, SEAT(TRAITOR));
    OK(choose(1, false));
    OK(accuse(2, SEAT(4)));
    NO(eliminated, up(TRAITOR)); /* a ghost */
    NO(eliminated, down(TRAITOR));
    assert_int_equal(ROLES.ballot.voted, 0);
}

static void the_game_is_not_paused(void **state)
{
    (void)state;
    start(1);
    int64_t sand = TRUTH->sand.ends_ms;
    OK(accuse(1, SEAT(2)));
    OK(move(2, ELF, 1, 8)); /* the accused goes on acting, too */
    OK(move(4, ELF, 1, 9));
    assert_int_equal(TRUTH->sand.ends_ms, sand);
    assert_int_equal(ROLES.ballot.ends_ms - bench.now_ms, 5000);
}

static void one_thumb_down(void **state)
{
    (void)state;
    start(1);
    OK(accuse(1, SEAT(2)));
    OK(up(3)), OK(up(4));
    OK(down(5));
    assert_int_equal(ROLES.ballot.decision, decision_rejected);
    assert_in_game(presence_all(&TRUTH->presence));
    assert_int_equal(ROLES.shown, 0);
    OK(move(2, ELF, 1, 8));
}

static void a_vote_is_missing(void **state)
{
    (void)state;
    start(1);
    OK(accuse(1, SEAT(TRAITOR)));
    OK(up(2)), OK(up(4));
    pass_ms(4999);
    assert_true(ballot_is_open(&ROLES.ballot));
    pass_ms(1);
    assert_int_equal(ROLES.ballot.decision, decision_rejected);
    assert_in_game(presence_all(&TRUTH->presence));
    NO(no_ballot, up(5)); /* too late (P4.2) */
}

static void all_up(void **state)
{
    (void)state;
    start(1);
    convict(1, SEAT(TRAITOR));
    assert_non_null(happened(EV_card_shown));
    for (int view = 0; view <= 5; view++) {
        assert_int_equal(VIEW(view)->roles.card[TRAITOR], card_traitor);
        assert_int_equal(VIEW(view)->roles.shown, SEAT(TRAITOR));
    }
    assert_in_game(SEAT(1) | SEAT(2) | SEAT(4) | SEAT(5));
}

static void a_hero_was_accused(void **state)
{
    (void)state;
    for (uint8_t level = 1; level <= 2; level++) {
        start(level);
        convict(1, SEAT(2));
        assert_int_equal(TRUTH->ending, ending_hero_accused);
        LOST(1, hero_accused), LOST(2, hero_accused), LOST(5, hero_accused);
        WON(TRAITOR, hero_accused);
    }
}

static void the_sand_runs_out(void **state)
{
    (void)state;
    start(1);
    pass_ms(180000);
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
    WON(TRAITOR, sand_ran_out);
    LOST(1, sand_ran_out);
    assert_int_equal(VIEW(1)->roles.card[TRAITOR], card_traitor);
}

static void heroes_win_as_usual(void **state)
{
    (void)state;
    start(1);
    lay_mall();
    steal(1);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        leave(2, hero);
    WON(1, escaped), WON(5, escaped);
    LOST(TRAITOR, escaped);
}

/* M8.5: the scenario's own way to lose. */
static void nothing_to_discard(void **state)
{
    (void)state;
    roles_start(4, 1, RULE_DISCARD, 0);
    give(TRAITOR, card_traitor);
    use_space(1, 1); /* and there is only tile 1 */
    WON(TRAITOR, nothing_to_discard);
    LOST(1, nothing_to_discard);
}

static void free_flip(void **state)
{
    (void)state;
    start(1);
    pass_ms(100000);
    convict(2, SEAT(TRAITOR));
    assert_int_equal(ROLES.phase, phase_flip);
    NO(no_choice, choose(1, true)); /* only the accuser */
    NO(eliminated, choose(TRAITOR, true));
    OK(choose(2, true));
    assert_int_equal(BODY(happened(EV_flipped_for_free), flipped_for_free)->left_ms, 100000); /* M5.2 */
    assert_int_equal(TRUTH->sand.ends_ms - bench.now_ms, 100000);
    assert_int_equal(VIEW(SEAT_GALLERY)->sand.ends_ms, TRUTH->sand.ends_ms);
    NO(no_choice, choose(2, true)); /* one for each validated accusation */
}

static void no_flip(void **state)
{
    (void)state;
    start(1);
    pass_ms(100000);
    int64_t ends = TRUTH->sand.ends_ms;
    convict(2, SEAT(TRAITOR));
    OK(choose(2, false));
    assert_int_equal(TRUTH->sand.ends_ms, ends);
    assert_int_equal(ROLES.phase, 0);
    start(1);
    convict(2, SEAT(TRAITOR));
    pass_ms(9999);
    assert_int_equal(ROLES.phase, phase_flip);
    pass_ms(1); /* no answer means no flip */
    assert_int_equal(ROLES.phase, 0);
    NO(no_choice, choose(2, true));
    assert_int_equal(ROLES.convictions, 1); /* convicted they are */
    start(1);
    convict(2, SEAT(TRAITOR));
    bench.now_ms += 10000;
    NO(too_late, choose(2, true)); /* though nothing has ticked yet (P4.2) */
}

/* Nor can one who is out choose: the accuser's mission fails in these 10 s. */
static void the_accuser_goes_out(void **state)
{
    (void)state;
    roles_start(5, 3, WITHOUT, 0);
    lay_mall();
    give(1, card_mastermind), give(TRAITOR, card_traitor);
    convict(1, SEAT(TRAITOR));
    steal(2);
    assert_int_equal(ROLES.failed, SEAT(1));
    assert_non_null(happened(EV_flip_declined));
    assert_int_equal(ROLES.phase, 0);
    OK(accuse(2, SEAT(4))); /* at once */
}

/* Sand for a second; then an accusation is made. */
static void accuse_at_the_last_moment(seats_t seats)
{
    start(2);
    pass_ms(179000);
    OK(accuse(1, seats));
    pass_ms(2000);
    assert_int_equal(TRUTH->ending, 0);
    assert_true(VIEW(SEAT_GALLERY)->roles.put_off);
}

static void the_end_waits(void **state)
{
    (void)state;
    accuse_at_the_last_moment(SEAT(TRAITOR));
    OK(down(2));
    LOST(1, sand_ran_out); /* rejected: lost then */
    accuse_at_the_last_moment(SEAT(TRAITOR));
    pass_ms(3000); /* votes missing */
    LOST(1, sand_ran_out);
    accuse_at_the_last_moment(SEAT(TRAITOR));
    OK(up(2)), OK(up(4)), OK(up(5));
    assert_int_equal(TRUTH->ending, 0); /* the choice is open */
    OK(choose(1, false));
    LOST(1, sand_ran_out);
    PARTLY(TRAITOR, convicted);
    accuse_at_the_last_moment(SEAT(TRAITOR));
    OK(up(2)), OK(up(4)), OK(up(5));
    pass_ms(10000);
    LOST(1, sand_ran_out);
    accuse_at_the_last_moment(SEAT(TRAITOR));
    OK(up(2)), OK(up(4)), OK(up(5));
    OK(choose(1, true)); /* a full hourglass */
    assert_int_equal(TRUTH->sand.ends_ms - bench.now_ms, 180000);
    assert_false(ROLES.put_off);
    OK(move(1, ELF, 1, 8));
    accuse_at_the_last_moment(SEAT(2));
    OK(up(TRAITOR)), OK(up(4)), OK(up(5));
    WON(TRAITOR, hero_accused);
}

static void nothing_else_while_it_waits(void **state)
{
    (void)state;
    accuse_at_the_last_moment(SEAT(TRAITOR));
    NO(too_late, accuse(2, SEAT(4)));
    NO(too_late, accuse(2, SEAT(TRAITOR)));
    NO(too_late, move(2, ELF, 1, 8));
    NO(too_late, pawn(2, 1));
    NO(too_late, watch_you(2, 1));
    NO(too_late, ASKED(2, stare_at, .seat = 1));
    NO(too_late, go_home(2));
    NO(silence, say(2, "wait")); /* talk stays as it was */
    static struct input offered[LEGAL_MAX];
    assert_int_equal(maze.legal(VIEW(2), 2, offered, LEGAL_MAX), 2); /* two thumbs */
    OK(up(2));
    start(2);
    pass_ms(175000);
    use_space(1, 1); /* talk is open, and there are 175 s */
    pass_ms(174000);
    OK(accuse(1, SEAT(2)));
    pass_ms(1500);
    OK(say(4, "wait"));
    start(1); /* at the very end */
    bench.now_ms += 180000;
    NO(too_late, accuse(1, SEAT(2)));
}

static void tiles_after_a_free_flip(void **state)
{
    static const uint8_t held[] = {N, E, S, W, X};
    (void)state;
    start(1);
    deal(5, held);
    pass_ms(80000);
    convict(2, SEAT(TRAITOR));
    /* S goes to seat 4, the first on the left of those who have one each */
    assert_int_equal(TRUTH->may[4], W | S);
    OK(choose(2, true));
    assert_non_null(happened(EV_actions_passed)); /* then all pass: 1 > 2 > 4 > 5 > 1 */
    assert_int_equal(TRUTH->may[1], X);
    assert_int_equal(TRUTH->may[2], N);
    assert_int_equal(TRUTH->may[TRAITOR], 0);
    assert_int_equal(TRUTH->may[4], E);
    assert_int_equal(TRUTH->may[5], W | S);
    assert_int_equal(TRUTH->hush.talk, talk_open); /* a flip like any other */
    bench_input.seen = 0;
    ASK(&bench_input, 1, move_hero, .hero = ELF, .tile = 1, .space = 8);
    bench_input.seen = bench.watch.table.story[1] - 1;
    NO(too_old, bench_ask(&bench_input)); /* M6.5 */
}

static void one_at_a_time(void **state)
{
    (void)state;
    start(2);
    OK(accuse(1, SEAT(2)));
    NO(ballot_open, accuse(4, SEAT(5)));
    NO(ballot_open, accuse(2, SEAT(1)));
    NO(ballot_open, accuse(1, SEAT(2)));
    OK(down(4));
    NO(accuse_wait, accuse(1, SEAT(4)));
    OK(accuse(4, SEAT(TRAITOR))); /* another may */
    OK(up(1)), OK(up(2)), OK(up(5));
    NO(choice_open, accuse(2, SEAT(5)));
    OK(choose(4, false));
    OK(accuse(2, SEAT(5)));
    pass_ms(5000 + 9999);
    NO(accuse_wait, accuse(2, SEAT(5)));
    pass_ms(1);
    OK(accuse(2, SEAT(5)));
    OK(down(1));
    pass_ms(10000);
    OK(accuse(1, SEAT(4)));
}

/* What the own card has to tell meanwhile makes the wait neither longer nor shorter. */
static void the_wait_is_of_its_own(void **state)
{
    (void)state;
    start(3);
    give(1, card_sloth);
    OK(accuse(1, SEAT(2))), OK(down(4));
    pass_ms(4000);
    OK(move(1, ELF, 1, 8));
    pass_ms(3000); /* the card lets it act again */
    assert_int_equal(ROLES.locked, 0);
    NO(accuse_wait, accuse(1, SEAT(2)));
    pass_ms(2999);
    NO(accuse_wait, accuse(1, SEAT(2)));
    pass_ms(1);
    OK(accuse(1, SEAT(2)));
}

static void talk_during_a_vote(void **state)
{
    (void)state;
    start(2);
    OK(accuse(1, SEAT(2)));
    NO(silence, say(2, "not me")); /* an accusation opens no talk */
    OK(down(4));
    pass_ms(80000);
    use_space(1, 1);
    OK(accuse(4, SEAT(2)));
    OK(say(2, "not me")), OK(say(5, "really?"));
    OK(down(5));
    assert_int_equal(TRUTH->hush.talk, talk_open); /* it ends no discussion */
}

static void votes_are_seen(void **state)
{
    (void)state;
    start(1);
    OK(accuse(1, SEAT(2)));
    OK(up(3));
    for (int view = 0; view <= 5; view++)
        assert_int_equal(VIEW(view)->roles.ballot.yes, SEAT(3));
    NO(voted_already, up(3));
    OK(up(4));
    OK(down(3)); /* turned down, and rejected at once */
    assert_int_equal(ROLES.ballot.decision, decision_rejected);
    pass_ms(10000);
    OK(accuse(1, SEAT(TRAITOR)));
    OK(up(2)), OK(up(4));
    assert_true(ballot_is_open(&ROLES.ballot));
    OK(up(5)); /* the last missing validates at once */
    assert_int_equal(ROLES.phase, phase_flip);
}

/* Both before either was shown. */
static void two_at_once(void **state)
{
    (void)state;
    start(2);
    OK(accuse(1, SEAT(TRAITOR)));
    bench_input.seen = 0;
    ASK(&bench_input, 2, accuse, .seats = SEAT(TRAITOR));
    bench_input.seen = 1;
    OK(bench_ask(&bench_input)); /* the same players: a thumb up */
    assert_int_equal(ROLES.ballot.yes, SEAT(2));
    NO(ballot_open, accuse(4, SEAT(TRAITOR) | SEAT(5))); /* any other is refused */
    NO(ballot_open, accuse(TRAITOR, SEAT(1)));
    NO(ballot_open, accuse(TRAITOR, SEAT(TRAITOR - 1)));
    NO(voted_already, accuse(2, SEAT(TRAITOR)));
    NO(ballot_open, accuse(1, SEAT(TRAITOR)));
    assert_int_equal(ROLES.ballot.yes, SEAT(2));
    OK(down(5));
    OK(accuse(4, SEAT(1))); /* it cost no wait */
    bench_input.seen = 0;
    ASK(&bench_input, 5, cast_vote, .vote = vote_no); /* meant for the one before */
    bench_input.seen = 1;
    NO(old_ballot, bench_ask(&bench_input));
}

/* A mission fails while an accusation is open. */
static void fail_during(seat_t seat)
{
    roles_start(6, 3, WITHOUT, 0);
    lay_mall();
    for (seat_t s = 1; s <= 6; s++)
        give(s, s == seat ? card_mastermind : card_sloth);
    OK(accuse(1, SEAT(2) | SEAT(3)));
    OK(up(4));
    steal(seat == 6 ? 5 : 6);
    assert_int_equal(ROLES.failed, SEAT(seat));
}

static void void_accusations(void **state)
{
    (void)state;
    fail_during(1); /* the accuser */
    assert_int_equal(ROLES.ballot.decision, decision_void);
    assert_int_equal(ROLES.rejected[2], 0);
    fail_during(3); /* one of the accused */
    assert_int_equal(ROLES.ballot.decision, decision_void);
    OK(accuse(1, SEAT(2))); /* no wait */
    fail_during(4);         /* a voter: the others decide */
    assert_true(ballot_is_open(&ROLES.ballot));
    assert_int_equal(ROLES.ballot.voters, SEAT(5) | SEAT(6));
    assert_non_null(happened(EV_voters_gone));
    roles_start(4, 3, WITHOUT, 0);
    lay_mall();
    give(4, card_mastermind);
    OK(accuse(1, SEAT(2) | SEAT(3)));
    steal(1);
    assert_int_equal(ROLES.ballot.decision, decision_void); /* no voter is left */
    OK(accuse(1, SEAT(2)));
}

/* The remaining votes decide: all others had agreed. */
static void a_voter_leaves_and_it_is_validated(void **state)
{
    (void)state;
    roles_start(5, 3, WITHOUT, 0);
    lay_mall();
    give(5, card_mastermind);
    give(2, card_traitor);
    OK(accuse(1, SEAT(2)));
    OK(up(3)), OK(up(4));
    steal(3);
    assert_int_equal(ROLES.failed, SEAT(5));
    assert_int_equal(ROLES.convicted, SEAT(2));
    assert_int_equal(ROLES.phase, phase_flip);
    assert_in_game(SEAT(1) | SEAT(3) | SEAT(4));
}

static void the_end_comes_first(void **state)
{
    (void)state;
    start(2);
    lay_mall();
    steal(1);
    leave(1, ELF), leave(1, DWARF), leave(1, SORCERESS);
    OK(accuse(1, SEAT(2)));
    leave(4, BARBARIAN);
    assert_int_equal(TRUTH->ending, ending_escaped);
    assert_int_equal(ROLES.ballot.decision, decision_void);
    WON(2, escaped);
    start(2);
    OK(accuse(1, SEAT(2)));
    OK(go_home(4));
    assert_int_equal(TRUTH->ending, ending_went_home);
    assert_int_equal(ROLES.ballot.decision, decision_void);
}

static void the_free_flip_is_free(void **state)
{
    (void)state;
    roles_start(5, 2, RULE_CAMERAS, TILES_TO(17));
    give(TRAITOR, card_traitor);
    STACK(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 16);
    lay(16, 1, NORTH), lay(17, 1, EAST);
    assert_int_equal(TRUTH->cameras, 2);
    pass_ms(80000);
    convict(1, SEAT(TRAITOR));
    OK(choose(1, true)); /* cameras do not forbid it */
    assert_int_equal(TRUTH->spaces_used, 0);
    assert_int_equal(TRUTH->mall[1].used, 0); /* no token */
    roles_start(5, 2, RULE_DISCARD, 0);       /* M8.5 applies */
    give(TRAITOR, card_traitor);
    lay_mall();
    pass_ms(80000);
    convict(1, SEAT(TRAITOR));
    OK(choose(1, true));
    assert_int_equal(TRUTH->discards_due, 2);
    NO(discard_first, move(1, ELF, 1, 8));
}

/* M6.3, M6.5: it opens a discussion, also where talk was open; what was sent before does not end it. */
static void a_free_flip_while_talk_is_open(void **state)
{
    (void)state;
    start(2);
    pass_ms(80000);
    use_space(1, 1);
    convict(1, SEAT(TRAITOR));
    seq_t seen = bench.watch.table.story[2];
    OK(choose(1, true));
    ASK(&bench_input, 2, move_hero, .hero = ELF, .tile = 1, .space = 7);
    bench_input.seen = seen;
    NO(too_old, bench_ask(&bench_input));
    assert_int_equal(TRUTH->hush.talk, talk_open);
    OK(move(2, ELF, 1, 7)); /* having seen it */
    assert_int_equal(TRUTH->hush.talk, talk_silent);
}

/* M8.5 applies to it: two tiles again, also while some had to go already; if there are none, it is lost. */
static void a_free_flip_while_tiles_must_go(void **state)
{
    (void)state;
    for (int laid = 4; laid >= 3; laid--) {
        roles_start(5, 2, RULE_DISCARD, 0);
        give(TRAITOR, card_traitor);
        STACK(6, 7, 8, 9, 10, 11, 12, 5, 4, 3, 2);
        lay(2, 1, NORTH), lay(3, 1, EAST), lay(4, 1, SOUTH);
        if (laid == 4)
            lay(5, 1, WEST);
        pass_ms(80000);
        use_space(1, 1);
        OK(ASKED(2, discard_tile, .tile = 2));
        assert_int_equal(TRUTH->discards_due, 1);
        convict(1, SEAT(TRAITOR));
        put(BARBARIAN, 3, laid == 4 ? 5 : 6);
        OK(choose(1, true));
        assert_int_equal(TRUTH->ending, laid == 4 ? 0 : ending_nothing_to_discard);
        assert_int_equal(TRUTH->discards_due, laid == 4 ? 2 : 0);
    }
}

static void away_and_pauses(void **state)
{
    (void)state;
    start(1);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 5, .away = 1));
    OK(accuse(1, SEAT(TRAITOR)));
    assert_true(ROLES.ballot.voters & SEAT(5));
    OK(up(2)), OK(up(4));
    NO(no_pause_now, ASKED(2, ask_pause, 0));
    pass_ms(5000);
    assert_int_equal(ROLES.ballot.decision, decision_rejected);
    for (seat_t by = 1; by <= 3; by++)
        OK(ASKED(by, ask_pause, 0));
    pass_ms(10000);
    OK(accuse(1, SEAT(TRAITOR)));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1)); /* all who are present want it */
    assert_false(TRUTH->clock.stopped);
    OK(up(2)), OK(up(4)), OK(ASKED(SEAT_SERVER, mark_seat, .seat = 5, .bot = 1)), OK(up(5));
    NO(no_pause_now, ASKED(4, ask_pause, 0)); /* nor while the choice is open */
    assert_false(TRUTH->clock.stopped);
    OK(choose(1, false)); /* now it can begin: all who are present had agreed (P2.4) */
    assert_true(TRUTH->clock.stopped);
}

/* P4.3: after a crash the vote stands where it stood. */
static void a_restart_stops_the_vote(void **state)
{
    (void)state;
    start(1);
    OK(accuse(1, SEAT(TRAITOR)));
    pass_ms(4000);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    NO(clock_stopped, up(2));
    assert_int_equal(maze.deadline(TRUTH), INT64_MAX);
    pass_ms(60000);
    OK(ASKED(2, resume, 0));
    pass_ms(3000);
    pass_ms(999);
    OK(up(2)), OK(up(4)), OK(up(5));
    assert_int_equal(ROLES.convicted, SEAT(TRAITOR));
}

static void level_1(void **state)
{
    (void)state;
    start(1);
    NO(one_at_a_time, accuse(1, SEAT(2) | SEAT(TRAITOR)));
    NO(no_going_home, go_home(1));
    static struct input offered[LEGAL_MAX];
    int count = maze.legal(VIEW(1), 1, offered, LEGAL_MAX);
    for (int i = 0; i < count; i++)
        assert_int_not_equal(offered[i].kind, CMD_go_home);
}

static void several(void **state)
{
    (void)state;
    start(2);
    give(4, card_traitor);
    OK(accuse(1, SEAT(TRAITOR) | SEAT(4)));
    OK(up(2)), OK(up(5));
    assert_int_equal(ROLES.convicted, SEAT(TRAITOR) | SEAT(4));
    assert_null(happened_nth(EV_flip_offered, 1)); /* H2.16: one, however many were accused */
    start(2);
    OK(accuse(1, SEAT(TRAITOR) | SEAT(4)));
    OK(up(2)), OK(up(5));
    assert_int_equal(TRUTH->ending, ending_hero_accused); /* a hero among them */
    WON(TRAITOR, hero_accused);
    LOST(4, hero_accused);
}

static void somebody_must_approve(void **state)
{
    (void)state;
    roles_start(3, 2, WITHOUT, 0);
    give(TRAITOR, card_traitor);
    NO(no_voter, accuse(1, SEAT(2) | SEAT(TRAITOR)));
    convict(1, SEAT(TRAITOR)); /* all but two of three */
    OK(choose(1, false));
    NO(no_voter, accuse(1, SEAT(2))); /* with two left, nobody */
    static struct input offered[LEGAL_MAX];
    for (int i = maze.legal(VIEW(1), 1, offered, LEGAL_MAX); i--;) /* nor is it offered */
        assert_int_not_equal(offered[i].kind, CMD_accuse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H1.3 the watching card goes from player to player", watching_card),
        RULE("H1.2, H2.5 a hero is accused and convicted: the traitors win", a_hero_was_accused),
        RULE("H1.2 the sand runs out: the traitor wins", the_sand_runs_out),
        RULE("H1.2 the heroes win as usual", heroes_win_as_usual),
        RULE("H1.2 a scenario's own way to lose", nothing_to_discard),
        RULE("H1.6 at level 1 one is accused at a time, and nobody goes home", level_1),
        RULE("H2.1 anybody may accuse, from the first turning on", anybody_from_the_first_turning),
        RULE("H2.1, H3.6 oneself, nobody, the eliminated and everybody cannot be accused", whom),
        RULE("H2.2, H3.6 all others vote: not the accused, nor ghosts, nor the gallery", who_votes),
        RULE("H2.2 the game is not paused", the_game_is_not_paused),
        RULE("H2.3 one thumb down rejects", one_thumb_down),
        RULE("H2.3 so does a vote that is missing after 5 s", a_vote_is_missing),
        RULE("H2.4 all up: the card is shown to all", all_up),
        RULE("H2.6 the accuser may flip the hourglass for free", free_flip),
        RULE("H2.7 or leave it; no answer in 10 s means no flip", no_flip),
        RULE("H2.7 an accuser who is out has no choice", the_accuser_goes_out),
        RULE("H2.7 the end waits for an accusation and for the choice", the_end_waits),
        RULE("H2.8 tiles of the eliminated first, then the flip, then all pass", tiles_after_a_free_flip),
        RULE("H2.9 one accusation at a time, and 10 s after one that was rejected", one_at_a_time),
        RULE("H2.9 10 s, whatever the card says", the_wait_is_of_its_own),
        RULE("H2.10 an accusation opens no talk and ends none", talk_during_a_vote),
        RULE("H2.11 votes are seen, and can be turned down", votes_are_seen),
        RULE("H2.12 of two in one millisecond the first counts", two_at_once),
        RULE("H2.13 an accusation is void when one it needs is eliminated", void_accusations),
        RULE("H2.13 when a voter is eliminated the other votes decide", a_voter_leaves_and_it_is_validated),
        RULE("H2.14 the end of the game makes it void", the_end_comes_first),
        RULE("H2.15 while the end waits nothing is accepted but votes and the choice",
             nothing_else_while_it_waits),
        RULE("H2.16 the free flip uses no space, and cameras do not forbid it", the_free_flip_is_free),
        RULE("H2.16, M6.5 the free flip opens a discussion where talk was open",
             a_free_flip_while_talk_is_open),
        RULE("H2.16, M8.5 two tiles are due after a free flip, or it is lost",
             a_free_flip_while_tiles_must_go),
        RULE("H2.17 who is away gives no vote; no pause begins", away_and_pauses),
        RULE("P4.3 a vote stands still with the table", a_restart_stops_the_vote),
        RULE("H4.2, H2.16 several are accused at once", several),
        RULE("H4.3 somebody else must approve", somebody_must_approve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
