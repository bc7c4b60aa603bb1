/* tests/unit/test_traitor_bots.c -- bots of Are You the Traitor?: how often they win, that they reason, and
 * that they know no more than they may.  The figures are the same on every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "bots/traitor_belief.h"
#include "simulate/match.h"
#include "simulate/traitor_tally.h"

extern const struct bot_kind traitor_reasoner, traitor_guesser;

enum { LEAST = 4, MOST = 10, GAMES = 100, UNTIL_MS = 6 * 3600 * 1000 };

static struct match match;
static enum pace_name pace = PACE_NORMAL;

/* ---- one who looks on when a reasoner points ---- */

static struct {
    bool pointed;
    uint8_t role;
    seat_t at, guess;
    int sure; /* what the reasoner believed, in thousandths */
    uint64_t seed;
    int64_t acted_ms[VIEWS], gap_ms;
    bool deaf; /* show it nothing of what is said */
} witness;

static uint32_t draw(uint32_t below)
{
    witness.seed = witness.seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(witness.seed >> 33) % below;
}

static void note_stop(const struct bot *b, const struct state *s, const struct input *out)
{
    struct belief belief;
    seat_t may[VIEWS];
    uint32_t count = 0;
    belief_form(s, &belief);
    witness.pointed = true;
    witness.role = role_of(s->character[b->seat], s->side[b->seat]);
    witness.at = BODY(out, stop)->seat;
    witness.sure = witness.role == role_key_holder    ? belief.good[witness.at]
                   : witness.role == role_evil_wizard ? belief.key_holder[witness.at]
                                                      : belief.traitor[witness.at];
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if (seat != b->seat && round_could_win(s, b->seat, seat))
            may[count++] = seat;
    witness.guess = may[draw(count)];
}

static bool look(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    static struct state shown;
    memcpy(&shown, view, sizeof shown);
    if (witness.deaf)
        memset(shown.told, 0, sizeof shown.told);
    if (!traitor_reasoner.look(b, &shown, now_ms, out))
        return false;
    if (out->kind == CMD_stop)
        note_stop(b, &shown, out);
    if (witness.acted_ms[b->seat] && now_ms - witness.acted_ms[b->seat] < witness.gap_ms)
        witness.gap_ms = now_ms - witness.acted_ms[b->seat];
    witness.acted_ms[b->seat] = now_ms;
    return true;
}

static void notice(struct bot *b, const struct state *view, const struct seen *seen)
{
    traitor_reasoner.notice(b, view, seen);
}

static const struct bot_kind watched = {.name = "watched", .game = "traitor", .look = look, .notice = notice};

/* ---- games ---- */

static void open_match(int players, const struct bot_kind *const *kinds, uint64_t seed)
{
    struct input in;
    assert_true(match_open(&match, &traitor, seed));
    for (int i = 0; i < players; i++) {
        char name[] = "Bot A";
        name[4] = (char)('A' + i);
        assert_int_equal(match_seat(&match, kinds[i], pace, name), REFUSAL_OK);
    }
    ASK(&in, SEAT_SERVER, set_up, 0);
    assert_int_equal(match_submit(&match, &in), REFUSAL_OK);
    memset(witness.acted_ms, 0, sizeof witness.acted_ms);
}

/* What came of the pointing of each role. */
struct pointing {
    long count, right, guessed, only_right, only_guessed, sure;
};

static bool right_at(uint8_t role, seat_t seat)
{
    const struct state *s = match.table.truth;
    return round_outcome(role, role_of(s->character[seat], s->side[seat])).verdict == verdict_found;
}

static void judge(struct pointing *p)
{
    bool right = right_at(witness.role, witness.at), guessed = right_at(witness.role, witness.guess);
    p->count++;
    p->right += right;
    p->guessed += guessed;
    p->only_right += right && !guessed;
    p->only_guessed += guessed && !right;
    p->sure += witness.sure;
}

static void play_watched(int players, int games_count, struct pointing *by_role, struct tally *tally)
{
    const struct bot_kind *kinds[MOST];
    for (int i = 0; i < players; i++)
        kinds[i] = &watched;
    for (int game = 1; game <= games_count; game++) {
        open_match(players, kinds, (uint64_t)(game * 1000 + players));
        while (match_step(&match, UNTIL_MS))
            if (witness.pointed) {
                judge(&by_role[witness.role]);
                witness.pointed = false;
            }
        tally_add(tally, &match.table);
        assert_int_equal(match.refused, 0);
        match_close(&match);
    }
}

static double share(long part, long all)
{
    return all ? 100.0 * (double)part / (double)all : 0;
}

static void print_tally(int players, const struct tally *t)
{
    printf("%d players: %ld rounds of %.0f s, good wins %.1f %%, evil %.1f %%; %.0f things said a round\n",
           players, t->rounds, (double)t->length_ms / 1000 / (double)t->rounds,
           share(t->won[side_good], t->rounds), share(t->won[side_evil], t->rounds),
           (double)t->said / (double)t->rounds);
}

static const char *const role_name[role_end] = {"",        "Key Holder",  "Guard",
                                                "Traitor", "Good Wizard", "Evil Wizard"};

/* ---- tests ---- */

/* Games of reasoners among themselves, played once for all tests. */
static struct {
    struct tally tally[MOST + 1];
    struct pointing by_role[role_end]; /* with 5 and more players */
} played;

static int play_all(void **state)
{
    (void)state;
    struct pointing four[role_end] = {{0}};
    for (int players = LEAST; players <= MOST; players++)
        play_watched(players, GAMES, players == 4 ? four : played.by_role, &played.tally[players]);
    return 0;
}

static void good_and_evil_win(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        const struct tally *t = &played.tally[players];
        print_tally(players, t);
        assert_int_equal(t->ended, GAMES); /* every game ends */
        assert_int_equal(t->annulled, 0);
        assert_int_equal(t->role[role_traitor].pointed, 0);
        for (int role = 1; role < role_end;
             role++) /* with 4 or 5 the Key Holder is not known to the Good Wizard */
            assert_true(!t->role[role].mistakes || (role == role_good_wizard && players <= 5));
        if (players >= 5) {
            assert_true(share(t->won[side_good], t->rounds) >= 40);
            assert_true(share(t->won[side_good], t->rounds) <= 60);
        }
    }
}

static void reasoning_beats_guessing(void **state)
{
    (void)state;
    for (int role = 1; role < role_end; role++) {
        const struct pointing *p = &played.by_role[role];
        if (role == role_traitor)
            continue;
        printf("%s: pointed in %ld rounds, right %.0f %%, a guesser in its place %.0f %%; where only one of "
               "the two was right, it was the reasoner in %.0f %%\n",
               role_name[role], p->count, share(p->right, p->count), share(p->guessed, p->count),
               share(p->only_right, p->only_right + p->only_guessed));
        assert_true(p->count >= 20);
        assert_true(share(p->only_right, p->only_right + p->only_guessed) > 70);
    }
}

/* Its beliefs are what it knows: it is not right more often than it believes itself to be. */
static void right_as_often_as_it_believes(void **state)
{
    (void)state;
    long count = 0, right = 0, sure = 0;
    for (int role = 1; role < role_end; role++) {
        count += played.by_role[role].count;
        right += played.by_role[role].right;
        sure += played.by_role[role].sure;
    }
    double believes = (double)sure / (double)count / 10;
    printf("right in %.1f %% of %ld rounds, and %.1f %% sure of it\n", share(right, count), count, believes);
    assert_true(share(right, count) < believes + 2.5); /* three standard deviations */
    assert_true(share(right, count) > believes - 6);
}

/* One that is shown nothing of what is said is right no more often than chance. */
static void deaf_is_no_better_than_chance(void **state)
{
    (void)state;
    struct pointing by_role[role_end] = {{0}};
    struct tally tally = {0};
    witness.deaf = true;
    for (int players = LEAST; players <= MOST; players++)
        play_watched(players, GAMES / 2, by_role, &tally);
    witness.deaf = false;
    for (int role = 1; role < role_end; role++) {
        const struct pointing *p = &by_role[role];
        if (p->count < 100)
            continue;
        printf("shown nothing, %s: right in %.1f %% of %ld rounds, a guesser in %.1f %%\n", role_name[role],
               share(p->right, p->count), p->count, share(p->guessed, p->count));
        double n = (double)p->count, rate = (double)p->guessed / n;
        double more = (double)(p->right - p->guessed) / n, variance = 2 * rate * (1 - rate) / n;
        assert_true(more < 0 || more * more < 9 * variance); /* three standard deviations */
    }
}

static void guessers_play_too(void **state)
{
    (void)state;
    struct tally tally = {0};
    const struct bot_kind *kinds[MOST];
    for (int i = 0; i < MOST; i++)
        kinds[i] = i % 2 ? &traitor_guesser : &traitor_reasoner; /* beside each other as well */
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t game = 1; game <= 10; game++) {
            open_match(players, kinds, game);
            while (match_step(&match, UNTIL_MS))
                ;
            tally_add(&tally, &match.table);
            assert_int_equal(match.refused, 0);
            match_close(&match);
        }
    assert_int_equal(tally.ended, 70);
}

static void at_a_human_pace(void **state)
{
    (void)state;
    struct pointing by_role[role_end] = {{0}};
    struct tally tally = {0};
    witness.gap_ms = INT64_MAX;
    play_watched(6, 20, by_role, &tally);
    assert_true(witness.gap_ms >= PACE_GAP_MS);
    assert_true(tally.length_ms / tally.said > 500); /* somebody says something, twice a second at the most */
    assert_true(tally.length_ms / tally.rounds > 15000);
}

/* How much time the bots of one table leave to people who are learning. */
/* What the pauses of a game took until the first was ready; returns how many there were. */
static int pauses(const struct table *table, int64_t *sum_ms)
{
    int64_t won_ms = 0;
    int count = 0;
    for (const struct event *e = table_next(table, NULL); e; e = table_next(table, e)) {
        if (e->kind == EV_round_won)
            won_ms = e->at_ms;
        if (e->kind != EV_readied || !won_ms)
            continue;
        *sum_ms += e->at_ms - won_ms;
        count++;
        won_ms = 0;
    }
    return count;
}

static void check_time_to_read(const struct table *table)
{
    int64_t began_ms = 0, said_ms = 0;
    for (const struct event *e = table_next(table, NULL); e; e = table_next(table, e)) {
        if (e->kind == EV_round_begun)
            began_ms = said_ms = e->at_ms;
        if (e->kind == EV_phrase_said) {
            assert_true(e->at_ms - began_ms >= 8000);
            assert_true(e->at_ms - said_ms >= 3000);
            said_ms = e->at_ms;
        }
        if (e->kind == EV_stopped) {
            assert_true(e->at_ms - began_ms >= 45000);
            assert_true(e->at_ms - said_ms >= 3000);
        }
    }
}

static void relaxed_lets_people_read(void **state)
{
    (void)state;
    const struct bot_kind *kinds[MOST];
    struct tally tally = {0};
    int64_t paused_ms = 0;
    int paused = 0;
    for (int i = 0; i < MOST; i++)
        kinds[i] = &traitor_reasoner;
    pace = PACE_RELAXED;
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t game = 1; game <= 20; game++) {
            open_match(players, kinds, game);
            while (match_step(&match, UNTIL_MS))
                ;
            check_time_to_read(&match.table);
            paused += pauses(&match.table, &paused_ms);
            tally_add(&tally, &match.table);
            match_close(&match);
        }
    pace = PACE_NORMAL;
    assert_int_equal(tally.ended, 20 * (MOST - LEAST + 1));
    assert_true(paused > 100 && paused_ms / paused < 8000); /* there is nothing to read between rounds */
    assert_true(share(tally.won[side_good], tally.rounds) >= 40); /* and it is as fair a game */
    assert_true(share(tally.won[side_good], tally.rounds) <= 60);
}

int main(void)
{
    witness.gap_ms = INT64_MAX;
    const struct CMUnitTest tests[] = {
        {"P7.1 bots play every role by what they see: good and evil win 40 to 60 of 100 rounds",
         good_and_evil_win, NULL, NULL, NULL},
        {"P7.1 one that reasons is right where one that guesses is not", reasoning_beats_guessing, NULL, NULL,
         NULL},
        {"P7.1 it is right as often as what it knows allows", right_as_often_as_it_believes, NULL, NULL,
         NULL},
        {"P7.1 one that is shown nothing is no better than chance", deaf_is_no_better_than_chance, NULL, NULL,
         NULL},
        {"P7.1 any seat can be any bot", guessers_play_too, NULL, NULL, NULL},
        {"P7.2 bots act at a human pace", at_a_human_pace, NULL, NULL, NULL},
        {"P7.2 relaxed bots leave time to look at a card, to read and to think", relaxed_lets_people_read,
         NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, play_all, NULL);
}
