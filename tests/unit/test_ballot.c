/* tests/unit/test_ballot.c -- votes (rules/ballot.h), as in Hidden Roles (H2, H4) and Traître Mot (W4), tried
 * through a game that consists of nothing but accusations. */
#include "core/turn.h"
#include "core/wire.h"
#include "rules/ballot.h"
#include "rules/clock.h"
#include "rules/hush.h"
#include "rules/presence.h"

#define DEF "tests/unit/test_ballot.def"
#define SCHEMA box_schema
#include "core/def_types.h"

#include "core/def_tables.h"

static const struct game box;
#define BENCH_GAME box
#include "tests/help/bench.h"

/* ---- the game ---- */

static int64_t play_ms(const struct turn *t)
{
    return clock_play_ms(&t->state->clock, t->in->now_ms);
}

static refusal_t accuse(struct turn *t)
{
    const struct accuse *asked = BODY(t->in, accuse);
    const struct state *s = t->state;
    if (ballot_is_open(&s->ballot))
        return ballot_second(t, &s->ballot, asked->accused, play_ms(t));
    return ballot_open(t, &s->ballot,
                       &(struct ballot_opened){.ends_ms = play_ms(t) + 1000 * asked->seconds,
                                               .accusers = SEAT(t->in->by) | asked->agreed,
                                               .accused = asked->accused,
                                               .voters = presence_all(&s->presence) & ~s->out,
                                               .secret = asked->secret,
                                               .unanimous = asked->unanimous,
                                               .missing_is_no = asked->missing_is_no});
}

static void judge(struct turn *t)
{
    EMIT(t, 0, judged, .decision = t->state->ballot.decision);
}

/* H2.13: who accuses or is accused makes it void, a voter does not. */
static refusal_t eliminate(struct turn *t)
{
    const struct ballot *b = &t->state->ballot;
    seats_t seats = BODY(t->in, eliminate)->seats;
    EMIT(t, 0, eliminated, .seats = seats);
    if (seats & (b->accusers | b->accused) ? ballot_void(t, b) : ballot_drop(t, b, seats))
        judge(t);
    return REFUSAL_OK;
}

static refusal_t tick(struct turn *t)
{
    struct state *s = t->state;
    clock_tick(t, &s->clock);
    if (ballot_tick(t, &s->ballot, play_ms(t)))
        judge(t);
    return REFUSAL_OK;
}

static refusal_t decide(struct turn *t)
{
    struct state *s = t->state;
    if (presence_judges(t->in->kind))
        return presence_decide(t, &s->presence, false, NULL);
    switch (t->in->kind) {
    case CMD_eliminate:
        return eliminate(t);
    case CMD_tick:
        return tick(t);
    case CMD_pause_clock:
        return clock_stop(t, &s->clock);
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_accuse:
    case CMD_cast_vote:
        break;
    default:
        return REFUSAL_unknown;
    }
    refusal_t refusal = t->in->kind == CMD_accuse ? accuse(t) : ballot_vote(t, &s->ballot, play_ms(t));
    if (!refusal && !ballot_is_open(&s->ballot))
        judge(t);
    return refusal;
}

static void apply(struct state *s, const struct event *e)
{
    clock_apply(&s->clock, e);
    presence_apply(&s->presence, e);
    ballot_apply(&s->ballot, e);
    if (e->kind == EV_eliminated)
        s->out |= BODY(e, eliminated)->seats;
}

static int64_t deadline(const struct state *s)
{
    return clock_table_ms(&s->clock, ballot_ends_ms(&s->ballot));
}

static bool sound(const struct state *s)
{
    return ballot_sound(&s->ballot);
}

static bool not_begun(const struct state *s)
{
    (void)s;
    return false;
}

static const struct game box = {
    .name = "box",
    .version = 1,
    .seats_min = 1,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .schema = &box_schema,
    .asker = presence_asker,
    .decide = decide,
    .apply = apply,
    .deadline = deadline,
    .sound = sound,
    .begun = not_begun,
};

/* ---- asking, and what must hold after everything asked ---- */

#define BALLOT (&TRUTH->ballot)
#define LIKE_ROLES .seconds = 5, .unanimous = 1, .missing_is_no = 1
#define LIKE_WORD .seconds = 10, .secret = 1

static const seats_t everybody = SEAT(VIEWS) - 1;

/* What is public is known to all; of votes nobody knows what is not so (laws.c, 4). */
static void check_view(const struct ballot *view)
{
    const struct ballot *b = BALLOT;
    assert_true(ballot_sound(view));
    assert_true(view->ends_ms == b->ends_ms);
    assert_int_equal(view->accusers, b->accusers);
    assert_int_equal(view->accused, b->accused);
    assert_int_equal(view->voters, b->voters);
    assert_int_equal(view->voted, b->voted);
    assert_int_equal(view->decision, b->decision);
    assert_int_equal(view->yes & ~b->yes, 0);
    assert_int_equal(view->no & ~b->no, 0);
    if (!b->secret || b->decision) {
        assert_int_equal(view->yes, b->yes);
        assert_int_equal(view->no, b->no);
    }
}

/* The game is told of a decision once, and at once. */
static refusal_t checked(refusal_t refusal)
{
    const struct event *closed = happened(EV_ballot_closed), *judged = happened(EV_judged);
    assert_true(ballot_sound(BALLOT));
    for (int who = 0; who < VIEWS; who++)
        check_view(&VIEW(who)->ballot);
    assert_int_equal(closed != NULL, judged != NULL);
    assert_null(happened_nth(EV_ballot_closed, 1));
    assert_null(happened_nth(EV_judged, 1));
    if (judged)
        assert_int_equal(BODY(judged, judged)->decision, BALLOT->decision);
    return refusal;
}

#define ACCUSES(by, ...) checked(ASKED(by, accuse, __VA_ARGS__))

static refusal_t vote(seat_t by, uint8_t how)
{
    return checked(ASKED(by, cast_vote, .vote = how));
}

static refusal_t yes(seat_t by)
{
    return vote(by, vote_yes);
}

static refusal_t no(seat_t by)
{
    return vote(by, vote_no);
}

static void out(seats_t seats)
{
    OK(checked(ASKED(SEAT_SERVER, eliminate, .seats = seats)));
}

static void time_comes(int64_t now_ms)
{
    OK(checked(tick_at(now_ms)));
}

static void assert_open(void)
{
    assert_true(ballot_is_open(BALLOT));
    assert_int_equal(BALLOT->decision, decision_hidden);
}

static void assert_decided(uint8_t decision)
{
    assert_int_equal(BALLOT->decision, decision);
    assert_false(ballot_is_open(BALLOT));
    assert_true(box.deadline(TRUTH) == INT64_MAX);
    NO(no_ballot, yes(3));
}

/* Seat 1 accuses seat 2; the others are to vote. */
static void accused_like_roles(int players)
{
    bench_table(players, 1);
    OK(ACCUSES(1, .accused = SEAT(2), LIKE_ROLES));
}

static void accused_like_word(int players)
{
    bench_table(players, 1);
    OK(ACCUSES(1, .accused = SEAT(2), LIKE_WORD));
}

/* ---- Hidden Roles: votes that all can see, and all must say yes ---- */

static void all_others_vote(void **state)
{
    (void)state;
    bench_table(5, 1);
    NO(no_ballot, yes(3));
    assert_true(box.deadline(TRUTH) == INT64_MAX);
    OK(ACCUSES(1, .accused = SEAT(2), LIKE_ROLES));
    assert_open();
    assert_int_equal(VIEW(SEAT_GALLERY)->ballot.accusers, SEAT(1));
    assert_int_equal(VIEW(SEAT_GALLERY)->ballot.accused, SEAT(2));
    assert_int_equal(VIEW(SEAT_GALLERY)->ballot.voters, SEAT(3) | SEAT(4) | SEAT(5));
    assert_true(box.deadline(TRUTH) == bench.now_ms + 5000);
    assert_true(box.deadline(VIEW(4)) == bench.now_ms + 5000);
    NO(not_voter, yes(1)); /* the accuser counts as agreeing */
    NO(not_voter, no(1));
    NO(not_voter, no(2));
    NO(not_yours, no(6));
    NO(not_yours, no(SEAT_SERVER));
    NO(not_yours, no(255));
    NO(no_such, vote(3, vote_hidden));
    NO(no_such, vote(3, vote_end));
    assert_open();
}

static void rejected(void **state)
{
    (void)state;
    accused_like_roles(5);
    OK(yes(3));
    OK(no(4)); /* one thumb down */
    assert_decided(decision_rejected);
    accused_like_roles(5);
    OK(yes(3));
    OK(yes(5));
    time_comes(bench.now_ms + 4999);
    assert_open();
    time_comes(bench.now_ms + 1); /* one vote is missing */
    assert_decided(decision_rejected);
    assert_int_equal(BALLOT->yes, SEAT(3) | SEAT(5));
    assert_int_equal(BALLOT->no, 0);
    time_comes(bench.now_ms + 1); /* over is over: checked() sees that nothing happens */
    accused_like_roles(3);
    time_comes(bench.now_ms + 5000);
    assert_decided(decision_rejected);
}

static void validated(void **state)
{
    (void)state;
    accused_like_roles(5);
    OK(yes(5));
    OK(yes(3));
    assert_open();
    OK(yes(4));
    assert_decided(decision_passed);
    accused_like_roles(3);
    OK(yes(3));
    assert_decided(decision_passed);
}

static void one_at_a_time(void **state)
{
    (void)state;
    accused_like_roles(5);
    OK(yes(3));
    NO(ballot_open, ACCUSES(4, .accused = SEAT(3), LIKE_ROLES));
    NO(ballot_open, ACCUSES(2, .accused = SEAT(1), LIKE_ROLES));
    NO(ballot_open,
       ballot_open(NULL, BALLOT, &(struct ballot_opened){.accused = SEAT(2), .voters = SEAT(3)}));
    OK(no(4));
    OK(ACCUSES(4, .accused = SEAT(3), LIKE_WORD)); /* nothing is left of the first */
    assert_open();
    assert_int_equal(BALLOT->accusers, SEAT(4));
    assert_int_equal(BALLOT->accused, SEAT(3));
    assert_int_equal(BALLOT->voters, SEAT(1) | SEAT(2) | SEAT(5));
    assert_int_equal(BALLOT->voted | BALLOT->yes | BALLOT->no, 0);
    assert_true(BALLOT->secret && !BALLOT->unanimous && !BALLOT->missing_is_no);
}

static void seen_as_given(void **state)
{
    (void)state;
    accused_like_roles(6);
    OK(yes(3));
    assert_int_equal(happened(EV_vote_cast)->to, everybody);
    assert_int_equal(VIEW(SEAT_GALLERY)->ballot.yes, SEAT(3));
    OK(yes(5));
    assert_int_equal(VIEW(2)->ballot.yes, SEAT(3) | SEAT(5));
    NO(voted_already, yes(3));
    OK(no(3)); /* turned down, while it is open */
    assert_int_equal(happened(EV_vote_changed)->to, everybody);
    assert_null(happened(EV_vote_cast));
    assert_decided(decision_rejected);
    assert_int_equal(VIEW(2)->ballot.yes, SEAT(5));
    assert_int_equal(VIEW(2)->ballot.no, SEAT(3));
}

static void second_accusation(void **state)
{
    (void)state;
    bench_table(6, 1);
    OK(ACCUSES(1, .accused = SEAT(2) | SEAT(3), LIKE_ROLES));
    seq_t before = BALLOT->opened - 1;
    ASK(&bench_input, 4, accuse, .accused = SEAT(2) | SEAT(3), LIKE_ROLES);
    bench_input.seen = before; /* nearly at the same moment: it had not seen the first */
    OK(checked(bench_ask(&bench_input)));
    assert_int_equal(BALLOT->yes, SEAT(4));
    assert_int_equal(BALLOT->accusers, SEAT(1));
    NO(voted_already, ACCUSES(4, .accused = SEAT(2) | SEAT(3), LIKE_ROLES));
    NO(ballot_open, ACCUSES(5, .accused = SEAT(2), LIKE_ROLES)); /* not exactly the same */
    NO(ballot_open, ACCUSES(5, .accused = SEAT(2) | SEAT(3) | SEAT(4), LIKE_ROLES));
    NO(ballot_open, ACCUSES(1, .accused = SEAT(2) | SEAT(3), LIKE_ROLES)); /* has no thumb to put up */
    NO(ballot_open, ACCUSES(3, .accused = SEAT(2) | SEAT(3), LIKE_ROLES));
    OK(yes(6));
    assert_open();
    OK(ACCUSES(5, .accused = SEAT(2) | SEAT(3), LIKE_ROLES)); /* and the last missing one decides */
    assert_decided(decision_passed);
}

static void made_void(void **state)
{
    (void)state;
    for (seat_t gone = 1; gone <= 2; gone++) { /* the accuser; the accused */
        accused_like_roles(5);
        OK(yes(3));
        OK(yes(4));
        out(SEAT(gone));
        assert_decided(decision_void);
        assert_int_equal(BALLOT->yes | BALLOT->no, 0);
        time_comes(bench.now_ms + 5000);
        assert_decided(decision_void); /* no vote comes back to life */
        out(SEAT(3 - gone));
        assert_null(happened(EV_ballot_closed));
    }
}

static void voters_eliminated(void **state)
{
    (void)state;
    accused_like_roles(6);
    OK(yes(3));
    OK(yes(4));
    out(SEAT(3)); /* who had voted */
    assert_open();
    assert_int_equal(BALLOT->voters, SEAT(4) | SEAT(5) | SEAT(6));
    assert_int_equal(BALLOT->yes, SEAT(4));
    NO(not_voter, no(3)); /* H3.6 */
    out(SEAT(6));
    assert_open();
    OK(yes(5));
    assert_decided(decision_passed);
    assert_int_equal(BALLOT->yes, SEAT(4) | SEAT(5));
    accused_like_roles(5);
    OK(yes(3));
    OK(yes(4));
    out(SEAT(5)); /* the only one missing: the others have decided */
    assert_decided(decision_passed);
    accused_like_roles(5);
    out(SEAT(3) | SEAT(5));
    OK(no(4));
    assert_decided(decision_rejected);
}

static void no_voter_left(void **state)
{
    (void)state;
    accused_like_roles(4);
    OK(yes(3));
    out(SEAT(3) | SEAT(4));
    assert_decided(decision_void);
    accused_like_roles(4);
    out(SEAT(4));
    assert_open();
    out(SEAT(4)); /* once more: nothing */
    assert_null(happened(EV_voters_gone));
    out(SEAT(3));
    assert_decided(decision_void);
    accused_like_word(3);
    OK(yes(3)); /* the only vote has decided before its voter goes */
    out(SEAT(3));
    assert_decided(decision_passed);
    assert_int_equal(BALLOT->yes, SEAT(3));
}

static void away_gives_no_vote(void **state)
{
    (void)state;
    accused_like_roles(5);
    OK(yes(3));
    OK(yes(4));
    OK(checked(ASKED(SEAT_SERVER, mark_seat, .seat = 5, .away = 1)));
    assert_open();
    time_comes(bench.now_ms + 5000);
    assert_decided(decision_rejected);
}

static void eliminated_do_not_vote(void **state)
{
    (void)state;
    bench_table(5, 1);
    out(SEAT(4));
    OK(ACCUSES(1, .accused = SEAT(2), LIKE_ROLES));
    assert_int_equal(BALLOT->voters, SEAT(3) | SEAT(5));
    NO(not_voter, no(4));
    OK(yes(3));
    OK(yes(5)); /* and nobody waits for them */
    assert_decided(decision_passed);
}

static void several(void **state)
{
    (void)state;
    bench_table(7, 1);
    OK(ACCUSES(1, .accused = SEAT(2) | SEAT(5), .agreed = SEAT(3), LIKE_ROLES));
    assert_int_equal(VIEW(2)->ballot.accusers, SEAT(1) | SEAT(3));
    assert_int_equal(VIEW(2)->ballot.accused, SEAT(2) | SEAT(5));
    assert_int_equal(VIEW(2)->ballot.voters, SEAT(4) | SEAT(6) | SEAT(7));
    for (seat_t seat = 1; seat <= 5; seat++)
        if (seat != 4)
            NO(not_voter, no(seat));
    OK(yes(4));
    OK(yes(6));
    assert_open();
    OK(yes(7));
    assert_decided(decision_passed);
}

static void nobody_to_vote(void **state)
{
    (void)state;
    bench_table(4, 1);
    NO(no_voter, ACCUSES(1, .accused = SEAT(2) | SEAT(3) | SEAT(4), LIKE_ROLES));
    NO(no_voter, ACCUSES(1, .accused = SEAT(2) | SEAT(3), .agreed = SEAT(4), LIKE_ROLES));
    out(SEAT(4));
    NO(no_voter, ACCUSES(1, .accused = SEAT(2) | SEAT(3), LIKE_ROLES));
    OK(ACCUSES(1, .accused = SEAT(2), LIKE_ROLES));
    OK(no(3));
    out(SEAT(3));
    NO(no_voter, ACCUSES(1, .accused = SEAT(2), LIKE_ROLES));
}

/* What a game does about it follows from the same input: sides cannot change in between. */
static void last_vote_decides(void **state)
{
    (void)state;
    accused_like_roles(4);
    OK(yes(3));
    OK(yes(4));
    const struct event *cast = happened(EV_vote_cast), *judged = happened(EV_judged);
    assert_int_equal(judged->seq, cast->seq + 2);
    assert_true(judged->at_ms == cast->at_ms);
}

/* ---- Traître Mot: secret votes, and more than half must say yes ---- */

static void revealed_together(void **state)
{
    (void)state;
    accused_like_word(6);
    OK(yes(3));
    assert_int_equal(happened(EV_vote_cast)->to, SEAT(3));
    OK(no(5));
    for (seat_t who = 0; who <= 6; who++) { /* all see who has voted, and each the own vote */
        assert_int_equal(VIEW(who)->ballot.voted, SEAT(3) | SEAT(5));
        assert_int_equal(VIEW(who)->ballot.yes, who == 3 ? SEAT(3) : 0);
        assert_int_equal(VIEW(who)->ballot.no, who == 5 ? SEAT(5) : 0);
    }
    OK(yes(4));
    OK(yes(6));
    assert_decided(decision_passed);
    for (seat_t who = 0; who <= 6; who++) {
        assert_int_equal(VIEW(who)->ballot.yes, SEAT(3) | SEAT(4) | SEAT(6));
        assert_int_equal(VIEW(who)->ballot.no, SEAT(5));
    }
}

/* Seats from 3 on vote like that: y, n, or - for not at all; then the time is over. */
static uint8_t votes_like_word(const char *votes)
{
    int players = 2 + (int)strlen(votes);
    accused_like_word(players);
    for (seat_t seat = 3; seat <= players; seat++)
        if (votes[seat - 3] != '-')
            OK(vote(seat, votes[seat - 3] == 'y' ? vote_yes : vote_no));
    assert_int_equal(BALLOT->decision != 0, strchr(votes, '-') == NULL);
    time_comes(11000);
    return BALLOT->decision;
}

static void majority(void **state)
{
    (void)state;
    assert_int_equal(votes_like_word("yyn"), decision_passed);
    assert_int_equal(votes_like_word("nyyyn"), decision_passed);
    assert_int_equal(votes_like_word("yyynnn"), decision_rejected);
    assert_int_equal(votes_like_word("yyyynn"), decision_passed);
    assert_int_equal(votes_like_word("yy"), decision_passed);
}

static void tie_or_against(void **state)
{
    (void)state;
    assert_int_equal(votes_like_word("yn"), decision_rejected);
    assert_int_equal(votes_like_word("nnyy"), decision_rejected);
    assert_int_equal(votes_like_word("nyn"), decision_rejected);
    assert_int_equal(votes_like_word("nnn"), decision_rejected);
}

static void missing_not_counted(void **state)
{
    (void)state;
    assert_int_equal(votes_like_word("y----"), decision_passed);
    assert_int_equal(votes_like_word("-n---"), decision_rejected);
    assert_int_equal(votes_like_word("yy-n-"), decision_passed);
    assert_int_equal(votes_like_word("y--n-"), decision_rejected);
    assert_int_equal(votes_like_word("-----"), decision_rejected); /* no vote at all */
    assert_int_equal(votes_like_word("-"), decision_rejected);
    assert_int_equal(votes_like_word("y"), decision_passed); /* a single voter */
    assert_int_equal(votes_like_word("n"), decision_rejected);
}

static void over_when_all_have_voted(void **state)
{
    (void)state;
    accused_like_word(7);
    OK(yes(3));
    OK(yes(4));
    OK(yes(5));
    assert_open(); /* a majority already; but a vote can be changed */
    OK(no(5));
    NO(voted_already, no(5));
    assert_null(happened(EV_vote_changed));
    OK(no(6));
    assert_open();
    OK(no(4));
    OK(yes(7));
    assert_decided(decision_rejected);
    assert_int_equal(BALLOT->yes, SEAT(3) | SEAT(7));
    assert_int_equal(BALLOT->no, SEAT(4) | SEAT(5) | SEAT(6));
    accused_like_word(4);
    OK(no(3));
    OK(yes(3));
    OK(yes(4));
    assert_decided(decision_passed);
    accused_like_word(5);
    OK(yes(3));
    OK(yes(4));
    time_comes(bench.now_ms + 9999);
    assert_open();
    time_comes(bench.now_ms + 1);
    assert_decided(decision_passed);
    accused_like_word(5); /* the one who is waited for goes */
    OK(no(3));
    OK(yes(4));
    out(SEAT(5));
    assert_decided(decision_rejected);
}

/* ---- the other ways to hold one ---- */

static void majority_in_sight(void **state)
{
    (void)state;
    for (int missing_is_no = 0; missing_is_no < 2; missing_is_no++) {
        bench_table(7, 1);
        OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .missing_is_no = (flag)missing_is_no));
        OK(yes(3));
        OK(no(4));
        OK(yes(5));
        assert_open();
        OK(no(5)); /* changed both ways */
        OK(yes(5));
        assert_open();
        OK(yes(6)); /* three of five */
        assert_decided(decision_passed);
        bench_table(6, 1);
        OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .missing_is_no = (flag)missing_is_no));
        OK(no(3));
        assert_open();
        OK(no(4)); /* two of four: a tie at best */
        assert_decided(decision_rejected);
        bench_table(6, 1);
        OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .missing_is_no = (flag)missing_is_no));
        OK(yes(3));
        OK(yes(4));
        time_comes(bench.now_ms + 5000);
        assert_decided(missing_is_no ? decision_rejected : decision_passed);
    }
}

static void secret_unanimity(void **state)
{
    (void)state;
    bench_table(5, 1);
    OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .secret = 1, .unanimous = 1));
    OK(no(3));
    assert_open(); /* to end here would tell what 3 voted */
    OK(yes(4));
    OK(yes(5));
    assert_decided(decision_rejected);
    bench_table(5, 1);
    OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .secret = 1, .unanimous = 1));
    OK(yes(3));
    OK(yes(4));
    time_comes(bench.now_ms + 5000);
    assert_decided(decision_passed); /* all who voted */
}

/* ---- time ---- */

static void too_late(void **state)
{
    (void)state;
    accused_like_roles(4);
    bench.now_ms += 4999;
    OK(yes(3));
    bench.now_ms += 1;
    NO(too_late, yes(4));
    NO(too_late, no(3));
    NO(too_late, ACCUSES(4, .accused = SEAT(2), LIKE_ROLES));
    assert_open();
    time_comes(bench.now_ms);
    assert_decided(decision_rejected);
}

static void pauses_move_it(void **state)
{
    (void)state;
    accused_like_roles(4); /* at 1000 */
    bench.now_ms = 3000;
    OK(checked(ASKED(SEAT_SERVER, pause_clock, 0)));
    assert_true(box.deadline(TRUTH) == INT64_MAX);
    time_comes(60000);
    assert_open();
    OK(checked(ASKED(1, resume, 0)));
    time_comes(63000);
    assert_true(box.deadline(TRUTH) == 66000);
    assert_true(box.deadline(VIEW(3)) == 66000);
    time_comes(65999);
    OK(yes(3));
    assert_open();
    time_comes(66000);
    assert_decided(decision_rejected);
}

static void meant_for_the_one_before(void **state)
{
    (void)state;
    accused_like_roles(5);
    seq_t before = bench.watch.table.story[4];
    OK(no(3));
    OK(ACCUSES(3, .accused = SEAT(5), LIKE_ROLES));
    ASK(&bench_input, 4, cast_vote, .vote = vote_yes);
    bench_input.seen = before;
    NO(old_ballot, checked(bench_ask(&bench_input)));
    assert_int_equal(BALLOT->voted, 0);
    OK(yes(4));
    assert_int_equal(BALLOT->yes, SEAT(4));
}

/* ---- secrets ---- */

/* A table, and what everybody was sent. */
struct world {
    struct watch watch;
    char story[VIEWS][16384];
    size_t size[VIEWS];
};
static struct world worlds[2];

static void keep_story(void *ctx, seats_t who, const struct seen *seen)
{
    struct world *w = ctx;
    char line[WIRE_MAX];
    size_t size = wire_write_seen(&box_schema, seen, line, sizeof line);
    assert_true(size > 0);
    for (seats_t rest = who; rest; rest &= rest - 1) {
        int v = __builtin_ctz(rest);
        assert_true(w->size[v] + size <= sizeof w->story[v]);
        memcpy(w->story[v] + w->size[v], line, size);
        w->size[v] += size;
    }
}

static void world_open(struct world *w, int players)
{
    memset(w, 0, sizeof *w);
    watch_open(&w->watch, &box);
    w->watch.heard = keep_story;
    w->watch.ctx = w;
    for (int i = 0; i < players; i++) {
        struct input in;
        ASK(&in, SEAT_SERVER, seat_player, .name = {(char)('A' + i)});
        OK(watch_submit(&w->watch, &in));
    }
}

static bool same_to(seat_t who)
{
    const struct world *a = &worlds[0], *b = &worlds[1];
    return a->size[who] == b->size[who] && !memcmp(a->story[who], b->story[who], a->size[who]) &&
           !memcmp(a->watch.view[who], b->watch.view[who], sizeof(struct state));
}

static const struct ballot *ballot_of(const struct world *w)
{
    return &w->watch.table.truth->ballot;
}

/* Anything that can be asked while a ballot is open. */
static void invent(uint64_t *seed, int players, int64_t now_ms, struct input *in)
{
    seat_t by = (seat_t)(1 + chance_below(seed, players));
    int what = chance_below(seed, 16);
    if (what == 0)
        ASK(in, SEAT_SERVER, eliminate, .seats = SEAT(by) & ~(SEAT(1) | SEAT(2)));
    else if (what == 1)
        ASK(in, SEAT_SERVER, tick, 0);
    else if (what <= 3)
        ASK(in, by, accuse, .accused = SEAT(2), LIKE_WORD);
    else
        ASK(in, by, cast_vote, .vote = (uint8_t)chance_below(seed, 4));
    in->now_ms = now_ms;
    in->seen = UINT32_MAX;
}

/* The other world's: whenever seat 3 votes, it votes the other way. */
static void twist(struct input *in)
{
    uint8_t *vote = in->body;
    if (in->by == 3 && in->kind == CMD_cast_vote && (*vote == vote_yes || *vote == vote_no))
        *vote = *vote == vote_yes ? vote_no : vote_yes;
}

/* Until the reveal seat 3 alone knows in which world it is; returns whether the reveal tells the others. */
static bool play_both(uint64_t seed, unsigned *hidden)
{
    int players = 3 + chance_below(&seed, 6);
    struct input in;
    int64_t now_ms = 1000;
    for (int w = 0; w < 2; w++)
        world_open(&worlds[w], players);
    ASK(&in, 1, accuse, .accused = SEAT(2), .seconds = 10, .secret = 1, .unanimous = seed & 1,
        .missing_is_no = seed >> 1 & 1);
    in.now_ms = now_ms;
    for (int w = 0; w < 2; w++)
        OK(watch_submit(&worlds[w].watch, &in));
    for (bool open = true; open; now_ms += chance_below(&seed, 1000)) {
        invent(&seed, players, now_ms, &in);
        refusal_t told[2];
        told[0] = watch_submit(&worlds[0].watch, &in);
        twist(&in);
        told[1] = watch_submit(&worlds[1].watch, &in);
        open = ballot_is_open(ballot_of(&worlds[0]));
        assert_int_equal(open, ballot_is_open(ballot_of(&worlds[1])));
        if (in.by != 3)
            assert_int_equal(told[0], told[1]);
        assert_true(box.deadline(worlds[0].watch.table.truth) == box.deadline(worlds[1].watch.table.truth));
        bool hides = open || ballot_of(&worlds[0])->decision == decision_void;
        for (seat_t who = 0; hides && who <= players; who++)
            if (who != 3)
                assert_true(same_to(who));
        *hidden += open && !same_to(3);
    }
    bool told = !same_to(SEAT_GALLERY);
    for (int w = 0; w < 2; w++)
        watch_close(&worlds[w].watch);
    return told;
}

static void votes_are_secret(void **state)
{
    (void)state;
    unsigned hidden = 0, revealed = 0;
    for (uint64_t seed = 0; seed < 2000; seed++)
        revealed += play_both(seed, &hidden);
    assert_true(hidden > 1000); /* there was something to hide, and a reveal would be found */
    assert_true(revealed > 500);
}

static void void_tells_nothing(void **state)
{
    (void)state;
    accused_like_word(5);
    OK(yes(3));
    OK(no(4));
    out(SEAT(2));
    assert_decided(decision_void);
    for (seat_t who = 0; who <= 5; who++)
        assert_int_equal((VIEW(who)->ballot.yes | VIEW(who)->ballot.no) & ~SEAT(who), 0);
}

/* Who goes takes the vote along: the reveal does not tell it. */
static void gone_untold(void **state)
{
    (void)state;
    accused_like_word(5);
    OK(yes(3));
    OK(no(4));
    out(SEAT(4));
    OK(no(5));
    assert_decided(decision_rejected);
    assert_int_equal(BALLOT->yes, SEAT(3));
    assert_int_equal(BALLOT->no, SEAT(5));
}

/* A browser asks its own view first: the refusals are the same, and it does not guess what it cannot know. */
static void a_view_does_not_count(void **state)
{
    struct event events[EVENTS_PER_INPUT_MAX];
    struct state view;
    int count;
    (void)state;
    accused_like_word(4);
    OK(yes(3));
    ASK(&bench_input, 4, cast_vote, .vote = vote_yes);
    bench_input.now_ms = bench.now_ms;
    bench_input.seen = bench.watch.table.story[4];
    memcpy(&view, VIEW(4), sizeof view);
    OK(turn_guess(&box, &view, &bench_input, bench_input.seen + 1, events, &count));
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, EV_vote_cast);
    NO(voted_already, turn_guess(&box, &view, &bench_input, bench_input.seen + 2, events, &count));
    accused_like_roles(4); /* where all is seen, all is guessed */
    OK(yes(3));
    ASK(&bench_input, 4, cast_vote, .vote = vote_yes);
    bench_input.now_ms = bench.now_ms;
    bench_input.seen = bench.watch.table.story[4];
    memcpy(&view, VIEW(4), sizeof view);
    OK(turn_guess(&box, &view, &bench_input, bench_input.seen + 1, events, &count));
    assert_int_equal(count, 3);
    assert_int_equal(view.ballot.decision, decision_passed);
}

/* ---- any ballot, against a count by trying everything ---- */

struct model {
    bool secret, unanimous, missing_is_no;
    int vote[VIEWS]; /* of each: 0 not yet, else enum vote; -1: no voter */
};

static bool model_passes(const struct model *m)
{
    int count[3] = {0};
    for (int seat = 1; seat < VIEWS; seat++)
        if (m->vote[seat] >= 0)
            count[m->vote[seat]]++;
    int no = count[vote_no] + (m->missing_is_no ? count[0] : 0);
    return m->unanimous ? count[vote_yes] && !no : count[vote_yes] > no;
}

/* A bit for each way it could end, whatever the missing votes will be, or never be. */
static unsigned model_ends(struct model *m, int seat)
{
    while (seat < VIEWS && m->vote[seat] != 0)
        seat++;
    if (seat == VIEWS)
        return 1u << model_passes(m);
    unsigned ends = 0;
    for (int vote = 0; vote <= vote_no; vote++) {
        m->vote[seat] = vote;
        ends |= model_ends(m, seat + 1);
    }
    m->vote[seat] = 0;
    return ends;
}

static uint8_t model_decision(struct model *m, bool time_over)
{
    int voters = 0, missing = 0;
    for (int seat = 1; seat < VIEWS; seat++) {
        voters += m->vote[seat] >= 0;
        missing += m->vote[seat] == 0;
    }
    if (!voters)
        return decision_void;
    unsigned ends = m->secret && missing ? 3 : model_ends(m, 1);
    if (ends == 3 && !time_over)
        return decision_hidden;
    return model_passes(m) ? decision_passed : decision_rejected;
}

static void one_ballot(uint64_t seed)
{
    int players = 3 + chance_below(&seed, 6);
    uint8_t expected = 0;
    struct model m = {.secret = chance_below(&seed, 2), .unanimous = chance_below(&seed, 2)};
    m.missing_is_no = chance_below(&seed, 2);
    for (int seat = 0; seat < VIEWS; seat++)
        m.vote[seat] = seat >= 3 && seat <= players ? 0 : -1;
    bench_table(players, seed);
    OK(ACCUSES(1, .accused = SEAT(2), .seconds = 5, .secret = m.secret, .unanimous = m.unanimous,
               .missing_is_no = m.missing_is_no));
    for (int steps = 0; !expected; steps++) {
        seat_t seat = (seat_t)(1 + chance_below(&seed, players));
        int what = chance_below(&seed, 12), how = 1 + chance_below(&seed, 2);
        bool time_over = what == 0 && steps > 3;
        if (time_over) {
            time_comes(6000);
        } else if (what == 1 && seat > 2) {
            out(SEAT(seat));
            m.vote[seat] = -1;
        } else if (m.vote[seat] >= 0 && m.vote[seat] != how) {
            OK(vote(seat, (uint8_t)how));
            m.vote[seat] = how;
        }
        expected = model_decision(&m, time_over);
        assert_int_equal(BALLOT->decision, expected);
    }
}

static void any_ballot(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++)
        one_ballot(seed);
}

/* Damaged records: folding them breaks nothing but the sense. */
static void noise(void **state)
{
    (void)state;
    struct ballot b = {0};
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        struct event e = {.seq = (seq_t)i, .kind = (uint16_t)(EV_ballot_opened + chance_below(&seed, 5))};
        for (size_t at = 0; at < sizeof(struct ballot_opened); at++)
            e.body[at] = (uint8_t)chance(&seed);
        ballot_apply(&b, &e);
        (void)ballot_sound(&b);
        (void)ballot_ends_ms(&b);
        assert_int_equal(b.voted & ~b.voters, 0);
    }
    struct event other = {.seq = 1, .kind = EV_said};
    struct ballot before = b;
    ballot_apply(&b, &other);
    assert_memory_equal(&b, &before, sizeof b);
}

static void soundness(void **state)
{
    (void)state;
    static const struct ballot good = {
        .opened = 1, .accusers = 2, .accused = 4, .voters = 24, .voted = 16, .yes = 16};
    struct ballot bad[6];
    assert_true(ballot_sound(&(struct ballot){0}));
    assert_true(ballot_sound(&good));
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].no = 16;     /* both ways */
    bad[1].no = 8;      /* without having voted */
    bad[2].voted |= 32; /* without a vote */
    bad[3].voters |= 2; /* accuses */
    bad[4].voters |= 4; /* is accused */
    bad[5].decision = decision_end;
    for (int i = 0; i < 6; i++)
        assert_false(ballot_sound(&bad[i]));
}

static const struct CMUnitTest tests[] = {
    RULE("H2.2 all others but the accused have 5 seconds to vote; the accuser has agreed", all_others_vote),
    RULE("H2.3 one thumb down, or one vote missing after 5 seconds, rejects", rejected),
    RULE("H2.4 all thumbs up validate", validated),
    RULE("H2.9 there is one accusation at a time", one_at_a_time),
    RULE("H2.11 votes are seen as they are given; a thumb up can be turned down", seen_as_given),
    RULE("H2.12 a second accusation of the same players is a thumb up, any other is refused",
         second_accusation),
    RULE("H2.13 an accusation is void when the accuser or an accused is eliminated", made_void),
    RULE("H2.13 when a voter is eliminated the remaining votes decide", voters_eliminated),
    RULE("H2.13 with no voter left an accusation is void", no_voter_left),
    RULE("H2.17 a player who is away casts no vote, so it is rejected", away_gives_no_vote),
    RULE("H3.6 an eliminated player has no vote", eliminated_do_not_vote),
    RULE("H4.2 several players who agree accuse several at once", several),
    RULE("H4.3 with nobody left to vote an accusation cannot be made", nobody_to_vote),
    RULE("H6.5 the last vote decides the moment it is cast", last_vote_decides),
    RULE("W4.3 votes are kept secret and shown together", revealed_together),
    RULE("W4.4 an absolute majority decides", majority),
    RULE("W4.5 a tie, or a majority against, rejects", tie_or_against),
    RULE("W4.7 a vote not given is not counted; no vote at all rejects; a single one decides",
         missing_not_counted),
    RULE("W4.7 it is over when all have voted, not before; until then a vote can be changed",
         over_when_all_have_voted),
    RULE("W4.4 H2.11 a majority decides as soon as no missing vote could change it", majority_in_sight),
    RULE("W4.3 H2.3 a secret ballot that must be unanimous goes on after a no", secret_unanimity),
    RULE("P4.2 a vote at the deadline is too late", too_late),
    RULE("P2.4 a pause moves the deadline of a ballot", pauses_move_it),
    RULE("P6.3 a vote meant for the last ballot does not count in the next", meant_for_the_one_before),
    RULE("W7.2 nobody is sent a bit of another's secret vote before the reveal", votes_are_secret),
    RULE("W7.2 a ballot made void never tells its secret votes", void_tells_nothing),
    RULE("W7.2 the secret vote of a player who has left is not shown", gone_untold),
    RULE("P5.1 a view foresees the same refusals, and does not count what it cannot know",
         a_view_does_not_count),
    RULE("H2.3 W4.7 any ballot ends as trying out all missing votes predicts", any_ballot),
    RULE("P6.4 an impossible state is found out", soundness),
    RULE("P6.4 a damaged record does no harm", noise),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
