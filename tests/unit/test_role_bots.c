/* tests/unit/test_role_bots.c -- bots at a table with Hidden Roles: that nobody waits for them, that they
 * keep to their cards, that heroes reason and traitors do harm.
 *
 * Everything is read from the logs of whole games in virtual time; the figures are the same on every
 * machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/maze_people.h"
#include "simulate/match.h"
#include "simulate/role_tally.h"

static struct match *match; /* too large for the stack of some */

enum { HOUR_MS = 3600 * 1000, GAMES = 40 };

static const struct bot_kind *kind_of(const char *name)
{
    const struct bot_kind *kind = bot_find(&maze, name, strlen(name));
    assert_non_null(kind);
    return kind;
}

static void begin(const char *kind, int seats, int scenario, int level, uint64_t seed)
{
    struct input in;
    assert_true(match_open(match, &maze, seed));
    for (int i = 0; i < seats; i++) {
        char name[] = "Bot A";
        name[4] = (char)('A' + i);
        assert_int_equal(match_seat(match, kind_of(kind), PACE_NORMAL, name), REFUSAL_OK);
    }
    ASK(&in, SEAT_SERVER, set_up, .number = (uint8_t)scenario, .roles = (uint8_t)level);
    assert_int_equal(match_submit(match, &in), REFUSAL_OK);
}

static void finish(void)
{
    while (match_step(match, HOUR_MS))
        ;
}

static const struct state *truth(void)
{
    return match->table.truth;
}

static const struct event *next(const struct event *e)
{
    return table_next(&match->table, e);
}

/* Plays so many games, and lets somebody look at each. */
static struct role_tally play(const char *kind, int seats, int level, int tries, void (*look)(void))
{
    struct role_tally sum = {0};
    for (int i = 0; i < tries; i++) {
        struct role_tally one = {0};
        begin(kind, seats, 3, level, (uint64_t)(level * 10000 + seats * 1000 + i));
        finish();
        role_tally_add(&one, &match->table);
        role_tally_sum(&sum, &one);
        if (look)
            look();
        match_close(match);
    }
    return sum;
}

/* ---- nobody waits for a bot ---- */

/* Whatever would have been decided by a clock instead of by a bot. */
static int lapsed(void)
{
    int count = 0;
    for (const struct event *e = next(NULL); e; e = next(e)) {
        count += e->kind == EV_looking_ended;
        count += e->kind == EV_flip_declined && !BODY(e, flip_declined)->by &&
                 !(truth()->roles.ballot.accusers & roles_out(truth()));
        count += e->kind == EV_word_passed && seats_count(BODY(e, word_passed)->seats) > 1;
    }
    return count;
}

/* A ballot that was left open to the end, by somebody who did not vote. */
static int unanswered(void)
{
    seats_t voters = 0, voted = 0;
    int count = 0;
    for (const struct event *e = next(NULL); e; e = next(e))
        if (e->kind == EV_ballot_opened) {
            voters = BODY(e, ballot_opened)->voters;
            voted = 0;
        } else if (e->kind == EV_vote_cast) {
            voted |= SEAT(BODY(e, vote_cast)->seat);
        } else if (e->kind == EV_ballot_closed && BODY(e, ballot_closed)->decision != decision_void) {
            count += !BODY(e, ballot_closed)->no && (voters & ~voted);
        }
    return count;
}

static void no_table_waits(void **unused)
{
    static const int scenarios[] = {3, 7, 9, 11, 12, 13, 14, 15, 16, 17};
    (void)unused;
    for (int level = 1; level <= ROLE_LEVELS; level++)
        for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
            int seats = 3 + (int)(i + (size_t)level) % 6;
            begin("team", seats, scenarios[i], level, 77 + i);
            finish();
            assert_int_not_equal(truth()->ending, 0);
            assert_true(maze.sound(truth()));
            assert_int_equal(match->refused, 0); /* nothing, either, that the own card forbids */
            assert_int_equal(lapsed(), 0);
            assert_int_equal(unanswered(), 0);
            match_close(match);
        }
}

static void they_look_first(void **unused)
{
    int64_t dealt_ms = 0, turned_ms = 0;
    int looked = 0;
    (void)unused;
    begin("team", 6, 3, 2, 5);
    finish();
    for (const struct event *e = next(NULL); e; e = next(e)) {
        if (e->kind == EV_role_dealt)
            dealt_ms = e->at_ms;
        if (e->kind == EV_hourglass_turned)
            turned_ms = e->at_ms;
        if (e->kind == EV_card_looked_at) {
            looked++;
            assert_true(e->at_ms >= dealt_ms + 1000 && e->at_ms <= dealt_ms + 6000);
            assert_int_equal(turned_ms, 0);
        }
    }
    assert_int_equal(looked, 6);
    assert_true(turned_ms > 0);
    match_close(match);
}

/* ---- votes ---- */

static int votes;

static void judge_votes(void)
{
    int64_t opened_ms = 0;
    for (const struct event *e = next(NULL); e; e = next(e))
        if (e->kind == EV_ballot_opened) {
            opened_ms = e->at_ms;
        } else if (e->kind == EV_vote_cast) {
            votes++;
            assert_true(e->at_ms >= opened_ms + 1000 && e->at_ms <= opened_ms + 4000);
        }
}

static void votes_at_a_human_pace(void **unused)
{
    (void)unused;
    votes = 0;
    play("team", 6, 2, 20, judge_votes);
    assert_true(votes > 60);
}

static int flips_for_free, flips_left;

/* A hero flips if that leaves more sand, and only then. */
static void judge_flips(void)
{
    struct state s = {0};
    for (const struct event *e = next(NULL); e; e = next(e)) {
        int64_t left_ms = sand_left_ms(&s.sand, clock_play_ms(&s.clock, e->at_ms));
        seat_t by = e->kind == EV_flipped_for_free ? BODY(e, flipped_for_free)->by
                    : e->kind == EV_flip_declined  ? BODY(e, flip_declined)->by
                                                   : 0;
        if (by && s.roles.side[by] == side_hero) {
            bool gains = 2 * left_ms < s.sand.holds_ms;
            assert_int_equal(e->kind == EV_flipped_for_free, gains);
            flips_for_free += gains;
            flips_left += !gains;
        }
        maze.apply(&s, e);
    }
}

static void free_flips(void **unused)
{
    (void)unused;
    flips_for_free = flips_left = 0;
    play("team", 5, 1, 30, judge_flips);
    assert_true(flips_for_free > 3);
    assert_true(flips_left > 0);
}

/* ---- reasoning ---- */

static double share(long part, long all)
{
    return all ? 100.0 * (double)part / (double)all : 0;
}

static void reasoners_convict_the_right_ones(void **unused)
{
    static const struct {
        int level, seats;
    } tables[] = {{1, 4}, {2, 6}, {3, 5}, {5, 7}};
    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct role_tally by_reason = play("team", tables[i].seats, tables[i].level, GAMES, NULL);
        struct role_tally by_chance = play("hasty", tables[i].seats, tables[i].level, GAMES, NULL);
        double right = share(by_reason.convicted_traitors, by_reason.convicted),
               guessed = share(by_chance.convicted_traitors, by_chance.convicted);
        print_message("level %d, %d players: %ld convicted, %.0f %% right; at random %ld, %.0f %%\n",
                      tables[i].level, tables[i].seats, by_reason.convicted, right, by_chance.convicted,
                      guessed);
        assert_true(by_reason.convicted >= GAMES / 6);
        assert_true(by_chance.convicted >= GAMES / 3);
        assert_true(right > 60);
        assert_true(right >= 2 * guessed);
    }
}

static int several;

static void count_several(void)
{
    for (const struct event *e = next(NULL); e; e = next(e))
        several += e->kind == EV_ballot_opened && seats_count(BODY(e, ballot_opened)->accused) > 1;
}

/* H4.2: who looks like a traitor as well is accused with the first, who would be saved by that vote. */
static void several_are_accused_at_once(void **unused)
{
    (void)unused;
    several = 0;
    struct role_tally t = play("team", 8, 2, GAMES, count_several);
    print_message("%d of %ld accusations named several\n", several, t.accusations);
    assert_true(several > 0 && several < t.accusations / 4);
    play("team", 5, 1, GAMES / 4, count_several);
    assert_int_equal(match->refused, 0); /* at level 1 nobody tries (H1.6) */
}

static void neither_side_always_wins(void **unused)
{
    (void)unused;
    for (int level = 1; level <= ROLE_LEVELS; level++) {
        struct role_tally t = play("team", 3 + level, level, GAMES, NULL);
        double won = share(t.heroes_won, GAMES);
        print_message("level %d, %d players: heroes won %.0f %%\n", level, 3 + level, won);
        assert_true(won >= 30 && won <= 75);
        assert_true(t.traitors_won > 0);
    }
}

/* ---- traitors ---- */

static int wasted[side_end], steps[side_end], waits[side_end];

/* Hourglass spaces entered when a flip gains next to nothing. */
static void judge_waste(void)
{
    struct state s = {0};
    for (const struct event *e = next(NULL); e; e = next(e)) {
        maze.apply(&s, e);
        if (e->kind != EV_hourglass_flipped)
            continue;
        int64_t left_ms = BODY(e, hourglass_flipped)->left_ms;
        wasted[s.roles.side[s.roles.actor]] += left_ms * 10 < (int64_t)s.sand.holds_ms * 7;
    }
}

static void traitors_waste_the_sand(void **unused)
{
    (void)unused;
    memset(wasted, 0, sizeof wasted);
    play("team", 5, 1, GAMES, judge_waste);
    print_message("wasted flips: %d by traitors, %d by heroes\n", wasted[side_traitor], wasted[side_hero]);
    assert_true(wasted[side_traitor] >= 5);
    assert_true(wasted[side_traitor] > 4 * wasted[side_hero]);
}

/* Before the theft: how often each side acts, by seats. */
static void judge_pace(void)
{
    seat_t traitor = 0;
    for (seat_t seat = 1; seat <= truth()->presence.seats; seat++)
        traitor = truth()->roles.card[seat] == card_traitor ? seat : traitor;
    waits[side_traitor]++;
    waits[side_hero] += truth()->presence.seats - 1;
    for (const struct event *e = next(NULL); e && e->kind != EV_theft_done; e = next(e))
        if (e->kind == EV_hero_moved)
            steps[BODY(e, hero_moved)->by == traitor ? side_traitor : side_hero]++;
}

static void traitors_hold_back(void **unused)
{
    (void)unused;
    memset(steps, 0, sizeof steps);
    memset(waits, 0, sizeof waits);
    play("team", 4, 1, GAMES, judge_pace);
    double traitor = (double)steps[side_traitor] / waits[side_traitor],
           hero = (double)steps[side_hero] / waits[side_hero];
    print_message("moves before the theft: %.1f of a traitor, %.1f of a hero\n", traitor, hero);
    assert_true(traitor < hero * 85 / 100);
}

/* ---- cards ---- */

static int dealt[card_end], done[card_end];

static void judge_missions(void)
{
    for (seat_t seat = 1; seat <= truth()->presence.seats; seat++) {
        uint8_t card = truth()->roles.card[seat];
        dealt[card]++;
        done[card] += role_mission_done(truth(), seat);
    }
}

static void missions_are_pursued(void **unused)
{
    static const uint8_t wished[] = {card_busybody, card_ringleader};
    (void)unused;
    memset(dealt, 0, sizeof dealt);
    memset(done, 0, sizeof done);
    play("team", 6, 5, GAMES, judge_missions);
    for (size_t i = 0; i < sizeof wished; i++) {
        print_message("card %d: %d of %d\n", wished[i], done[wished[i]], dealt[wished[i]]);
        assert_true(dealt[wished[i]] >= 3);
        assert_true(2 * done[wished[i]] >= dealt[wished[i]]);
    }
}

static void contrarians_vote_down(void **unused)
{
    (void)unused;
    int breaches = 0, judged = 0;
    for (int i = 0; i < 40; i++) {
        begin("team", 6, 3, 4, 4000 + (uint64_t)i);
        finish();
        for (seat_t seat = 1; seat <= 6; seat++)
            if (truth()->roles.card[seat] == card_contrarian && truth()->roles.settled[seat]) {
                judged++;
                breaches += truth()->roles.breaches[seat];
            }
        match_close(match);
    }
    assert_true(judged >= 3);
    assert_int_equal(breaches, 0);
}

static int teased;

static void judge_talk(void)
{
    seats_t ghosts = 0;
    for (const struct event *e = next(NULL); e; e = next(e)) {
        if (e->kind == EV_seats_eliminated && BODY(e, seats_eliminated)->fall == fall_convicted)
            ghosts |= BODY(e, seats_eliminated)->seats;
        if (e->kind == EV_said) {
            teased++;
            assert_true(SEAT(BODY(e, said)->by) & ghosts);
        }
    }
    assert_int_equal(match->refused, 0);
}

static void ghosts_tease(void **unused)
{
    (void)unused;
    teased = 0;
    play("team", 5, 2, 30, judge_talk);
    assert_true(teased >= 5);
}

static void traitors_guess(void **unused)
{
    (void)unused;
    struct role_tally t = play("team", 8, 5, GAMES, NULL);
    print_message("%ld guesses, %ld right\n", t.guesses, t.guessed_right);
    assert_true(t.guesses >= 10);
    assert_true(t.guessed_right >= 1);
    assert_true(20 * t.guessed_right >=
                t.guesses); /* of 16 missions and several cards, by chance far fewer */
}

/* ---- people ---- */

static void mark(seat_t seat, bool away, bool bot)
{
    struct input in;
    ASK(&in, SEAT_SERVER, mark_seat, .seat = seat, .away = away, .bot = bot);
    assert_int_equal(match_submit(match, &in), REFUSAL_OK);
}

static void an_eliminated_person_is_not_waited_for(void **unused)
{
    struct state s;
    (void)unused;
    begin("team", 4, 11, 2, 3);
    mark(3, false, false);
    memcpy(&s, truth(), sizeof s);
    assert_int_equal(people_to_discard(&s), SEAT(3));
    s.roles.convicted = SEAT(3);
    assert_int_equal(people_to_discard(&s), 0);
    match_close(match);
}

static void submit(struct input *in)
{
    assert_int_equal(match_submit(match, in), REFUSAL_OK);
}

/* Sets the scene; it is shown with what is asked for next. */
static void happens(seats_t to, uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = match->now_ms, .seq = match->table.count + 1, .to = to, .kind = kind};
    e.size = (uint16_t)size;
    memcpy(e.body, body, size);
    assert_true(table_restore(&match->table, &e));
}
#define HAPPENS(to, name, ...) happens(to, EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

/* Two bots and two people, who have looked; seat 1 has that card; the people are discussing. */
static void two_people_talk(uint8_t card)
{
    struct input in;
    assert_true(match_open(match, &maze, 9));
    for (int i = 0; i < 4; i++)
        assert_int_equal(match_seat(match, kind_of(i < 2 ? "team" : "idle"), PACE_NORMAL,
                                    (const char *[]){"Ada", "Bo", "Cleo", "Dag"}[i]),
                         REFUSAL_OK);
    for (seat_t seat = 3; seat <= 4; seat++)
        mark(seat, false, false);
    ASK(&in, SEAT_SERVER, set_up, .number = 3, .roles = 3);
    submit(&in);
    while (match_step(match, 10000)) /* the bots look at their cards */
        ;
    match->now_ms = 10000;
    for (seat_t seat = 3; seat <= 4; seat++) {
        ASK(&in, seat, look_at_card, 0);
        submit(&in);
    }
    HAPPENS(SEAT(1), role_dealt, .seat = 1, .card = card);
    HAPPENS(SEAT(2), role_dealt, .seat = 2, .card = card_silent_monk);
    HAPPENS(0, actions_dealt, .count = 4, .actions = {15, 15, 15, 15}, .holder = {1, 2, 3, 4});
    HAPPENS(0, hourglass_turned, .left_ms = 180000, .by = 3);
    HAPPENS(0, talk_changed, .talk = talk_open);
    ASK(&in, 3, lay_watching_card, .seat = 4);
    submit(&in);
    while (match_step(match, 10000 + 30000))
        ;
}

/* When the seat first moved a hero; 0: it has not. */
static int64_t moved_ms(seat_t by)
{
    for (const struct event *e = next(NULL); e; e = next(e))
        if (e->kind == EV_hero_moved && BODY(e, hero_moved)->by == by)
            return e->at_ms;
    return 0;
}

static void the_impatient_ends_the_talk(void **unused)
{
    (void)unused;
    two_people_talk(card_silent_monk);
    assert_int_equal(moved_ms(1), 0);
    assert_int_equal(moved_ms(2), 0);
    match_close(match);
    two_people_talk(card_impatient);
    assert_in_range((uint64_t)moved_ms(1), 10000 + 12000, 10000 + 20000);
    assert_int_equal(truth()->roles.breaches[1], 0);
    match_close(match);
}

static int open_match(void **unused)
{
    (void)unused;
    match = malloc(sizeof *match);
    return match ? 0 : -1;
}

static int close_match(void **unused)
{
    (void)unused;
    free(match);
    return 0;
}

#define TEST(name, function)                                                                                 \
    {                                                                                                        \
        name, function, NULL, NULL, NULL                                                                     \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("P7.1, H5.2 no table waits for a bot, and none asks for what its card forbids", no_table_waits),
        TEST("H1.4 bots look at their cards before the hourglass is turned", they_look_first),
        TEST("H9.4 bots vote between 1 and 4 s after the accusation", votes_at_a_human_pace),
        TEST("H2.7 a hero flips for free when that leaves more sand", free_flips),
        TEST("reasoners convict the right ones twice as often as those who accuse anybody",
             reasoners_convict_the_right_ones),
        TEST("H4.2 several are accused at once", several_are_accused_at_once),
        TEST("neither side always wins", neither_side_always_wins),
        TEST("traitors enter hourglass spaces when that is of no use", traitors_waste_the_sand),
        TEST("traitors hold back", traitors_hold_back),
        TEST("H5.3, H7.1 missions are pursued", missions_are_pursued),
        TEST("H5.2 a Contrarian votes down first", contrarians_vote_down),
        TEST("H4.6 ghosts tease, and nobody else talks", ghosts_tease),
        TEST("H7.2 traitors guess, now and then rightly", traitors_guess),
        TEST("P7.4 what its card demands a bot does also while people talk", the_impatient_ends_the_talk),
        TEST("P7.4 an eliminated person is not waited for to discard",
             an_eliminated_person_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, open_match, close_match);
}
