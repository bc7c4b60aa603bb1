/* tests/unit/test_bots.c -- the bots: their pace, their manners, and how well they play.
 *
 * Everything is read from the logs of whole games in virtual time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/wire.h"
#include "games/maze/play.h"
#include "simulate/match.h"

static struct match *match; /* too large for the stack of some */

enum { HOUR_MS = 3600 * 1000 };

/* Seats the kinds named, one a seat, and sets the scenario up. */
static void begin(const char *const *kinds, int seats, int scenario, int level, uint64_t seed)
{
    static const char *const names[] = {"Ada", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gro", "Hal", "Ida"};
    struct input in;
    assert_true(match_open(match, &maze, seed));
    for (int i = 0; i < seats; i++) {
        const struct bot_kind *kind = bot_find(&maze, kinds[i], strlen(kinds[i]));
        assert_non_null(kind);
        assert_int_equal(match_seat(match, kind, PACE_NORMAL, names[i]), REFUSAL_OK);
    }
    ASK(&in, SEAT_SERVER, set_up, .number = (uint8_t)scenario, .level = (uint8_t)level);
    assert_int_equal(match_submit(match, &in), REFUSAL_OK);
}

static void begin_team(int seats, int scenario, int level, uint64_t seed)
{
    static const char *const team[] = {"team", "team", "team", "team", "team",
                                       "team", "team", "team", "team"};
    begin(team, seats, scenario, level, seed);
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

static int count_events(uint16_t kind)
{
    int count = 0;
    for (const struct event *e = next(NULL); e; e = next(e))
        count += e->kind == kind;
    return count;
}

static int wins(int seats, int scenario, int level, int tries)
{
    int won = 0;
    for (int i = 0; i < tries; i++) {
        begin_team(seats, scenario, level, (uint64_t)(1000 * scenario + i));
        finish();
        won += truth()->ending == ending_escaped;
        assert_true(maze.sound(truth()));
        match_close(match);
    }
    return won;
}

/* Who did it: a seat, or 0 for what follows by itself or comes from the host. */
static seat_t done_by(const struct event *e)
{
    switch (e->kind) {
    case EV_hero_moved:
        return BODY(e, hero_moved)->by;
    case EV_tile_laid:
        return BODY(e, tile_laid)->by;
    case EV_tile_discarded:
        return BODY(e, tile_discarded)->by;
    case EV_pawn_placed:
        return BODY(e, pawn_placed)->by;
    case EV_stared:
        return BODY(e, stared)->by;
    case EV_hourglass_turned:
        return BODY(e, hourglass_turned)->by;
    default:
        return 0;
    }
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* ---- pace ---- */

static void reaction_times_are_those_of_people(void **unused)
{
    enum { DRAWS = 10001 };
    static int64_t drawn[DRAWS];
    static const int64_t median[PACES] = {[PACE_RELAXED] = 1200, [PACE_NORMAL] = 600, [PACE_QUICK] = 350};
    (void)unused;
    for (int name = 0; name < PACES; name++) {
        struct pace p;
        pace_open(&p, (enum pace_name)name, 5, 1);
        for (int i = 0; i < DRAWS; i++)
            drawn[i] = pace_reaction_ms(&p);
        qsort(drawn, DRAWS, sizeof *drawn, by_value);
        assert_in_range((uint64_t)drawn[DRAWS / 2], (uint64_t)(median[name] * 95 / 100),
                        (uint64_t)(median[name] * 105 / 100));
        assert_true(drawn[0] >= median[name] * 58 / 100 - 1);
        assert_true(drawn[DRAWS - 1] <= median[name] * 5 / 2);
        assert_true(drawn[DRAWS * 9 / 10] - drawn[DRAWS / 10] > median[name] / 2); /* they do differ */
    }
}

static void never_two_actions_within_a_quarter_second(void **unused)
{
    (void)unused;
    for (int seats = 1; seats <= 8; seats++) {
        int64_t acted_ms[VIEWS];
        begin_team(seats, 4, 0, (uint64_t)(seats + 70));
        finish();
        for (int i = 0; i < VIEWS; i++)
            acted_ms[i] = -HOUR_MS;
        for (const struct event *e = next(NULL); e; e = next(e)) {
            seat_t by = done_by(e);
            if (!by || e->at_ms == acted_ms[by])
                continue; /* several facts may follow from one input */
            assert_true(e->at_ms - acted_ms[by] >= PACE_GAP_MS);
            acted_ms[by] = e->at_ms;
        }
        match_close(match);
    }
}

/* After somebody else has moved a hero it takes a bot its reaction time to move it on. */
static void a_bot_reacts_to_others_in_its_own_time(void **unused)
{
    static int64_t times[20000];
    int count = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const struct hero_moved *last[HEROES] = {NULL};
        int64_t last_ms[HEROES] = {0};
        seat_t pawn = 0;
        begin_team(4, 3, 0, seed);
        finish();
        for (const struct event *e = next(NULL); e; e = next(e)) {
            if (e->kind == EV_pawn_placed)
                pawn = BODY(e, pawn_placed)->seat;
            if (e->kind != EV_hero_moved)
                continue;
            const struct hero_moved *x = BODY(e, hero_moved);
            int hero = x->hero - 1;
            int64_t ms = e->at_ms - last_ms[hero];
            if (last[hero] && last[hero]->by != x->by && pawn != x->by) {
                assert_true(ms >= 349);
                assert_true(count < 20000);
                times[count++] = ms;
            }
            last[hero] = x;
            last_ms[hero] = e->at_ms;
        }
        match_close(match);
    }
    assert_true(count > 500);
    qsort(times, (size_t)count, sizeof *times, by_value);
    assert_in_range((uint64_t)times[count / 2], 540, 900); /* more than 600: hands are busy, heroes wait */
}

/* ---- what a bot knows ---- */

/* The whole log as text: a number to compare it by. */
static uint64_t fingerprint(void)
{
    char line[WIRE_MAX];
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    for (const struct event *e = next(NULL); e; e = next(e)) {
        size_t size = wire_write_event(&maze_schema, e, line, sizeof line);
        assert_true(size > 0);
        for (size_t i = 0; i < size; i++)
            sum = (sum ^ (uint8_t)line[i]) * 1099511628211u;
    }
    return sum;
}

static uint64_t play_with_seed(uint64_t seed)
{
    begin_team(4, 7, 0, seed);
    finish();
    uint64_t sum = fingerprint();
    match_close(match);
    return sum;
}

static void the_same_seed_gives_the_same_game(void **unused)
{
    (void)unused;
    uint64_t first = play_with_seed(42);
    assert_true(play_with_seed(43) != first);
    assert_true(play_with_seed(42) == first);
}

/* Two worlds that differ in the hidden order of the pile only: the bots do the same until a tile is laid. */
static void a_bot_does_not_know_the_pile(void **unused)
{
    static struct event first[4096];
    int count = 0, i = 0;
    (void)unused;
    begin_team(4, 2, 0, 8);
    while (match_step(match, HOUR_MS) && count_events(EV_tile_laid) < 2)
        ;
    for (const struct event *e = next(NULL); e && count < 4096; e = next(e))
        memcpy(&first[count++], e, offsetof(struct event, body) + e->size);
    match_close(match);
    begin_team(4, 2, 0, 8);
    struct state *s = match->table.truth;
    for (int a = 0, b = s->pile_count - 1; a < b; a++, b--) {
        uint8_t tile = s->pile[a];
        s->pile[a] = s->pile[b];
        s->pile[b] = tile;
    }
    while (match_step(match, HOUR_MS) && count_events(EV_tile_laid) < 2)
        ;
    for (const struct event *e = next(NULL); e; e = next(e), i++) {
        assert_true(i < count);
        assert_int_equal(e->at_ms, first[i].at_ms);
        assert_int_equal(e->kind, first[i].kind);
        if (e->kind != EV_tile_laid)
            assert_memory_equal(e->body, first[i].body, e->size);
    }
    match_close(match);
}

static void a_bot_can_sit_down_at_any_moment(void **unused)
{
    (void)unused;
    for (int64_t at_ms = 2000; at_ms < 30000; at_ms += 4000) {
        begin_team(4, 6, 0, (uint64_t)at_ms);
        while (match_step(match, at_ms))
            ;
        for (seat_t seat = 1; seat <= 4; seat++) {
            seq_t seen = match->bot[seat].seen;
            bot_open(&match->bot[seat], match->bot[seat].kind, &maze, seat, PACE_NORMAL, 99);
            match->bot[seat].seen = seen;
            match->bot[seat].wakes_ms = match->now_ms;
        }
        finish();
        assert_int_equal(truth()->ending, ending_escaped);
        match_close(match);
    }
}

/* ---- what is left to people (P7.4) ---- */

static void submit(struct input *in)
{
    assert_int_equal(match_submit(match, in), REFUSAL_OK);
}

static void mark(seat_t seat, bool away, bool bot)
{
    struct input in;
    ASK(&in, SEAT_SERVER, mark_seat, .seat = seat, .away = away, .bot = bot);
    submit(&in);
}

static void play_until(int64_t ms)
{
    while (match_step(match, ms))
        ;
    match->now_ms = ms;
}

static const char *const two_people[] = {"team", "team", "idle", "idle"};

static void people_turn_the_hourglass_themselves(void **unused)
{
    (void)unused;
    begin(two_people, 4, 1, 0, 3);
    mark(3, false, false);
    play_until(60000);
    assert_int_equal(count_events(EV_hourglass_turned), 0);
    mark(3, true, false); /* a page is reloaded */
    play_until(70000);
    assert_int_equal(count_events(EV_hourglass_turned), 0);
    mark(3, true, true); /* a bot plays for them: there is nobody to be waited for */
    play_until(73000);
    assert_int_equal(count_events(EV_hourglass_turned), 1);
    match_close(match);
}

/* Sets the scene; it is shown with what is asked for next. */
static void happens(uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = match->now_ms, .seq = match->table.count + 1, .kind = kind};
    e.size = (uint16_t)size;
    memcpy(e.body, body, size);
    assert_true(table_restore(&match->table, &e));
}
#define HAPPENS(name, ...) happens(EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

enum { EXPLORES = 16, VORTEX = 32, EVERYTHING = 127 }; /* sets of actions */

static void deal(const uint8_t hands[4])
{
    HAPPENS(actions_dealt, .count = 4, .actions = {hands[0], hands[1], hands[2], hands[3]},
            .holder = {1, 2, 3, 4});
}

/* Four tiles around the first. */
static void lay_tiles(void)
{
    for (uint8_t side = 0; side < DIRECTIONS; side++) {
        uint8_t tile = (uint8_t)(side + 2);
        HAPPENS(tile_laid, .tile = tile, .turns = (uint8_t)mall_turns(truth(), tile, mall_opposite[side]),
                .east = mall_lattice_east[side], .south = mall_lattice_south[side], .by = 1);
    }
}

enum { FLIPPED_MS = 100000, SHORT_MS = FLIPPED_MS + 70000 }; /* of 100 s, 30 are left then */

/* Two bots (1 and 2) and two people; seat 3 turns the hourglass and, after 100 s in which nobody holds any
 * action, flips it.  Then everybody has what `hands` says. */
static void begin_discussion(int scenario, const uint8_t hands[4])
{
    static const uint8_t nothing[4] = {0}, all[4] = {0, 0, EVERYTHING, 0};
    struct input in;
    begin(two_people, 4, scenario, 0, 5);
    mark(3, false, false);
    mark(4, false, false);
    deal(nothing);
    ASK(&in, 3, turn_hourglass, 0);
    submit(&in);
    play_until(FLIPPED_MS);
    lay_tiles();
    deal(all);
    HAPPENS(hero_placed, .hero = hero_barbarian, .tile = 1, .space = 8); /* below the house's hourglass */
    ASK(&in, 3, use_escalator, .hero = hero_barbarian, .tile = 1, .space = 3);
    in.seen = match->table.count;
    submit(&in);
    assert_int_equal(count_events(EV_hourglass_flipped), 1);
    deal(hands);
    mark(3, false, false); /* so that it is shown */
}

/* When a bot first did something that ends a discussion, or discarded a tile, after `from_ms`. */
static int64_t bot_acted_ms(int64_t from_ms)
{
    for (const struct event *e = next(NULL); e; e = next(e)) {
        bool acts = e->kind == EV_hero_moved || e->kind == EV_tile_laid || e->kind == EV_tile_discarded;
        if (acts && e->at_ms > from_ms && (done_by(e) == 1 || done_by(e) == 2))
            return e->at_ms;
    }
    return HOUR_MS;
}

static const uint8_t all_hold[4] = {EVERYTHING, EVERYTHING, EVERYTHING, EVERYTHING};

static void p7_4_bots_leave_a_discussion_to_people(void **unused)
{
    static const int scenarios[] = {2, 4, 12}; /* M8.6: by gestures */
    (void)unused;
    for (int i = 0; i < 3; i++) {
        begin_discussion(scenarios[i], all_hold);
        play_until(SHORT_MS - 1);
        assert_int_equal(bot_acted_ms(FLIPPED_MS), HOUR_MS);
        assert_true(truth()->hush.talk != talk_silent);
        assert_int_equal(count_events(EV_stared) + count_events(EV_pawn_placed), 0); /* nor do they urge */
        play_until(SHORT_MS + 5000);
        assert_in_range((uint64_t)bot_acted_ms(FLIPPED_MS), SHORT_MS, SHORT_MS + 3000);
        match_close(match);
    }
}

static void p7_4_a_person_ends_the_discussion(void **unused)
{
    struct input in;
    (void)unused;
    begin_discussion(2, all_hold);
    play_until(FLIPPED_MS + 20000);
    ASK(&in, 4, place_pawn, .seat = 1); /* no action */
    submit(&in);
    play_until(FLIPPED_MS + 30000);
    assert_int_equal(bot_acted_ms(FLIPPED_MS), HOUR_MS);
    assert_int_equal(maze_legal(truth(), 4, &in, 1), 1);
    in.seen = match->table.count;
    submit(&in);
    assert_int_equal(truth()->hush.talk, talk_silent);
    play_until(FLIPPED_MS + 33000);
    assert_true(bot_acted_ms(FLIPPED_MS) < HOUR_MS);
    match_close(match);
}

static void p7_4_who_cannot_act_does_not_count(void **unused)
{
    static const struct {
        int scenario;
        uint8_t third, fourth;
        bool away, bot;
    } tables[] = {
        {2, EVERYTHING, EVERYTHING, true, false}, /* not here */
        {2, EVERYTHING, EVERYTHING, true, true},  /* a bot plays for them */
        {2, EVERYTHING, 0, false, false},         /* as in M8.3 */
        {16, EVERYTHING, VORTEX, false, false},   /* vortexes are dead (M8.10) */
        {2, EXPLORES, EXPLORES, false, false},    /* nobody stands where one could: they could not end it */
        {1, EVERYTHING, EVERYTHING, false, false} /* nothing ends the talk of scenario 1 (M7.1) */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        begin_discussion(tables[i].scenario,
                         (uint8_t[]){EVERYTHING, EVERYTHING, tables[i].third, tables[i].fourth});
        mark(4, tables[i].away, tables[i].bot);
        play_until(FLIPPED_MS + 3000);
        assert_true(bot_acted_ms(FLIPPED_MS) < HOUR_MS);
        match_close(match);
    }
}

static void p7_4_whoever_leaves_a_discussion_is_not_waited_for(void **unused)
{
    (void)unused;
    begin_discussion(2, all_hold);
    play_until(FLIPPED_MS + 20000);
    assert_int_equal(bot_acted_ms(FLIPPED_MS), HOUR_MS);
    mark(4, true, false);
    play_until(FLIPPED_MS + 23000);
    assert_true(bot_acted_ms(FLIPPED_MS) < HOUR_MS);
    match_close(match);
}

static void p7_4_people_discard(void **unused)
{
    struct input in;
    (void)unused;
    begin_discussion(11, all_hold);
    assert_int_equal(truth()->discards_due, 2);
    play_until(FLIPPED_MS + 20000);
    mark(4, true, true); /* one is left: the choice is theirs all the same */
    play_until(SHORT_MS + 10000);
    assert_int_equal(bot_acted_ms(FLIPPED_MS), HOUR_MS);
    assert_true(truth()->stare[1] == 3 || truth()->stare[2] == 3); /* it takes them long */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(maze_legal(truth(), 3, &in, 1), 1);
        submit(&in);
    }
    play_until(SHORT_MS + 13000);
    assert_true(bot_acted_ms(FLIPPED_MS) < HOUR_MS);
    match_close(match);
}

static void p7_4_bots_discard_where_no_person_can(void **unused)
{
    (void)unused;
    begin_discussion(11, all_hold);
    mark(3, true, false);
    mark(4, true, true);
    play_until(FLIPPED_MS + 6000);
    assert_int_equal(count_events(EV_tile_discarded), 2);
    assert_true(bot_acted_ms(FLIPPED_MS) < HOUR_MS);
    match_close(match);
}

/* ---- manners ---- */

static void bots_never_talk_and_ask_for_nothing_that_is_refused(void **unused)
{
    (void)unused;
    for (int scenario = 1; scenario <= SCENARIOS; scenario++) {
        begin_team(4, scenario, 0, 12);
        finish();
        assert_int_equal(count_events(EV_said) + count_events(EV_reacted) + count_events(EV_pointed), 0);
        assert_int_equal(match->refused, 0);
        match_close(match);
    }
}

static const char *const one_sleeps[] = {"team", "team", "team", "idle"};

static void m6_2_the_pawn_goes_to_one_who_is_let_off(void **unused)
{
    int at_sleeper = 0;
    (void)unused;
    begin(one_sleeps, 4, 2, 0, 4);
    while (match_step(match, 60000))
        ;
    for (const struct event *e = next(NULL); e; e = next(e))
        at_sleeper += e->kind == EV_pawn_placed && BODY(e, pawn_placed)->seat == 4;
    assert_true(at_sleeper > 0);
    assert_int_equal(truth()->pawn, 4);
    match_close(match);
}

static void m6_1_bots_stare_at_one_who_is_let_off(void **unused)
{
    (void)unused;
    begin(one_sleeps, 4, 2, 0, 4);
    while (match_step(match, 60000))
        ;
    int stares = 0;
    for (seat_t seat = 1; seat <= 3; seat++)
        stares += truth()->stare[seat] == 4;
    assert_true(stares > 0);
    match_close(match);
}

/* The last of four seats is a person's; `kind` plays for them once they have turned the hourglass. */
static void begin_with_person(const char *kind, int scenario, uint64_t seed)
{
    const char *const kinds[] = {"team", "team", "team", kind};
    struct input in;
    begin(kinds, 4, scenario, 0, seed);
    mark(4, false, false);
    ASK(&in, 4, turn_hourglass, 0);
    submit(&in);
}

static bool is_pawn_at(const struct event *e, seat_t seat)
{
    return e->kind == EV_pawn_placed && BODY(e, pawn_placed)->seat == seat;
}

static bool is_stare_at(const struct event *e, seat_t seat)
{
    return e->kind == EV_stared && BODY(e, stared)->seat == seat;
}

/* From the log: how long the person was left alone after `from_ms`, by stares and by the pawn. */
static void left_alone(int64_t from_ms, int64_t *stare_ms, int64_t *pawn_ms)
{
    *stare_ms = *pawn_ms = HOUR_MS;
    for (const struct event *e = next(NULL); e; e = next(e)) {
        if (e->at_ms <= from_ms)
            continue;
        if (is_stare_at(e, 4) && *stare_ms == HOUR_MS)
            *stare_ms = e->at_ms - from_ms;
        if (is_pawn_at(e, 4) && *pawn_ms == HOUR_MS)
            *pawn_ms = e->at_ms - from_ms;
    }
}

static void a_person_is_given_time_to_look(void **unused)
{
    int stared = 0, pawned = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        int64_t stare_ms, pawn_ms;
        begin_with_person("idle", 2, seed);
        while (match_step(match, 60000)) {
            int eyes = 0;
            for (seat_t seat = 1; seat <= 3; seat++)
                eyes += truth()->stare[seat] == 4;
            assert_true(eyes <= 1);
        }
        left_alone(0, &stare_ms, &pawn_ms);
        assert_true(stare_ms >= 8000);
        assert_true(pawn_ms >= stare_ms + 3000);
        stared += stare_ms < 30000;
        pawned += pawn_ms < 45000;
        match_close(match);
    }
    assert_true(stared >= 36);
    assert_true(pawned >= 36);
}

/* Whoever acts as the bots do, if not as fast, is neither stared at nor given the pawn. */
static void a_person_who_plays_is_left_alone(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        int64_t stare_ms, pawn_ms;
        begin_with_person("team", 2, seed);
        pace_open(&match->bot[4].pace, PACE_RELAXED, seed, 4);
        finish();
        assert_int_equal(truth()->ending, ending_escaped);
        left_alone(0, &stare_ms, &pawn_ms);
        assert_int_equal(stare_ms, HOUR_MS);
        assert_int_equal(pawn_ms, HOUR_MS);
        match_close(match);
    }
}

static void m8_9_no_pawn_but_stares(void **unused)
{
    (void)unused;
    begin(one_sleeps, 4, 15, 0, 4);
    while (match_step(match, 60000))
        ;
    assert_int_equal(count_events(EV_pawn_placed), 0);
    assert_true(count_events(EV_stared) > 0);
    match_close(match);
}

static void m8_3_only_the_empty_handed_moves_the_pawn(void **unused)
{
    int placed = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        begin(one_sleeps, 4, 9, 0, seed);
        while (match_step(match, 60000))
            ;
        for (const struct event *e = next(NULL); e; e = next(e)) {
            if (e->kind != EV_pawn_placed)
                continue;
            assert_int_equal(BODY(e, pawn_placed)->by, truth()->empty_handed);
            placed++;
        }
        match_close(match);
    }
    assert_true(placed > 0);
}

/* The time of a pause is not held against anybody. */
static void p2_4_a_person_has_the_time_anew_after_a_pause(void **unused)
{
    struct input in;
    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        int64_t stare_ms, pawn_ms;
        begin_with_person("idle", 2, seed);
        while (match_step(match, 7000))
            ;
        ASK(&in, 4, ask_pause, 0);
        submit(&in);
        while (match_step(match, 30000))
            ;
        assert_true(truth()->clock.stopped);
        match->now_ms = 30000;
        ASK(&in, 4, resume, 0);
        submit(&in);
        while (match_step(match, 60000))
            ;
        left_alone(7000, &stare_ms, &pawn_ms);
        assert_true(stare_ms >= 23000 + 3000 + 8000);
        assert_true(pawn_ms >= stare_ms + 3000);
        match_close(match);
    }
}

/* ---- play ---- */

static void m5_2_bots_flip_when_little_sand_is_left(void **unused)
{
    int flips = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        begin_team(1, 7, 0, seed);
        finish();
        for (const struct event *e = next(NULL); e; e = next(e))
            if (e->kind == EV_hourglass_flipped) {
                assert_true(BODY(e, hourglass_flipped)->left_ms >= 120000);
                flips++;
            }
        match_close(match);
    }
    assert_true(flips > 0);
}

static void teams_of_four_win_the_campaign(void **unused)
{
    (void)unused;
    for (int scenario = 1; scenario <= 3; scenario++)
        assert_true(wins(4, scenario, 0, 20) >= 19);
    for (int scenario = 4; scenario <= 7; scenario++)
        assert_true(wins(4, scenario, 0, 20) >= 18);
}

static void teams_of_any_size_win(void **unused)
{
    (void)unused;
    for (int seats = 1; seats <= 8; seats++)
        assert_true(wins(seats, 3, 0, 10) >= 7);
}

static void teams_of_four_win_every_challenge(void **unused)
{
    (void)unused;
    for (int scenario = CAMPAIGN + 1; scenario <= SCENARIOS; scenario++)
        assert_true(wins(4, scenario, 15, 10) >= 7);
}

static int open_match(void **unused)
{
    (void)unused;
    match = malloc(sizeof *match);
    return match == NULL;
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
        TEST("reaction times are those of people", reaction_times_are_those_of_people),
        TEST("never two actions of one bot within 0.25 s", never_two_actions_within_a_quarter_second),
        TEST("a bot reacts to others in its own time", a_bot_reacts_to_others_in_its_own_time),
        TEST("the same seed gives the same game", the_same_seed_gives_the_same_game),
        TEST("a bot does not know the pile", a_bot_does_not_know_the_pile),
        TEST("a bot can sit down at any moment", a_bot_can_sit_down_at_any_moment),
        TEST("M3.3, P7.4 people turn the hourglass themselves", people_turn_the_hourglass_themselves),
        TEST("P7.4 bots leave a discussion to two people until the sand left is short",
             p7_4_bots_leave_a_discussion_to_people),
        TEST("P7.4 when a person acts the discussion is over, and bots act",
             p7_4_a_person_ends_the_discussion),
        TEST("P7.4 with fewer than two people able to act bots go on", p7_4_who_cannot_act_does_not_count),
        TEST("P7.4 nobody waits for somebody who leaves a discussion",
             p7_4_whoever_leaves_a_discussion_is_not_waited_for),
        TEST("P7.4 discards are left to people, even to a single one", p7_4_people_discard),
        TEST("P7.4 bots discard where no person can", p7_4_bots_discard_where_no_person_can),
        TEST("bots never talk, and ask for nothing that is refused",
             bots_never_talk_and_ask_for_nothing_that_is_refused),
        TEST("M6.1 bots stare at somebody who keeps them waiting", m6_1_bots_stare_at_one_who_is_let_off),
        TEST("M6.2 the pawn goes to somebody who keeps the team waiting",
             m6_2_the_pawn_goes_to_one_who_is_let_off),
        TEST("P7.2 a person is given time to look", a_person_is_given_time_to_look),
        TEST("P7.2 a person who plays is left alone", a_person_who_plays_is_left_alone),
        TEST("P2.4 after a pause a person gets the full time again",
             p2_4_a_person_has_the_time_anew_after_a_pause),
        TEST("M8.3 only the empty-handed moves the pawn", m8_3_only_the_empty_handed_moves_the_pawn),
        TEST("M8.9 no pawn, but stares", m8_9_no_pawn_but_stares),
        TEST("M5.2 bots flip when little sand is left", m5_2_bots_flip_when_little_sand_is_left),
        TEST("M7 teams of four win the campaign", teams_of_four_win_the_campaign),
        TEST("M9 teams of any size win", teams_of_any_size_win),
        TEST("M8 teams of four win every challenge", teams_of_four_win_every_challenge),
    };
    return cmocka_run_group_tests(tests, open_match, close_match);
}
