/* tests/unit/test_table.c -- a table: what is answered, logged and shown (P4, P5, P6). */
#include "tests/help/maze_bench.h"

#include "core/wire.h"

static void refused_changes_nothing(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    struct state *before = test_malloc(maze.state_size);
    memcpy(before, TRUTH, maze.state_size);
    bookmark_t now = table_now(&bench.watch.table);
    NO(wall, move(1, ELF, 1, 10));
    NO(no_action, move(2, ELF, 1, 8));
    NO(silence, say(2, "x"));
    NO(not_host, ASKED(2, set_up, .number = 1));
    NO(not_yours, ASKED(2, tick, 0));
    NO(not_yours, ASKED(4, turn_hourglass, 0)); /* nobody sits there */
    NO(not_yours, ASKED(SEAT_GALLERY, turn_hourglass, 0));
    NO(not_yours, ASKED(255, stare_at, .seat = 1));
    NO(not_yours, ASKED(SEAT_SERVER, move_hero, .hero = ELF, .tile = 1, .space = 8));
    for (unsigned kind = 0; kind <= UINT16_MAX; kind++)
        if (kind >= KINDS_MAX || !maze.schema->commands[kind].fields) {
            ask(&bench_input, 1, (uint16_t)kind, "", 0);
            NO(unknown, bench_ask(&bench_input));
            ask(&bench_input, SEAT_SERVER, (uint16_t)kind, "", 0);
            NO(unknown, bench_ask(&bench_input));
        }
    assert_memory_equal(before, TRUTH, maze.state_size);
    assert_int_equal(table_now(&bench.watch.table), now);
    test_free(before);
}

static void refusals_have_names_and_rules(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++)
        for (int i = 1; i < KINDS_MAX; i++) {
            const struct refusal *r = &games[g]->schema->refusals[i];
            if (!r->name)
                continue;
            assert_true(r->rule[0] >= 'A' && r->rule[0] <= 'Z' && r->rule[1] >= '0' && r->rule[1] <= '9');
            assert_true(strlen(r->text) > 10 && r->text[strlen(r->text) - 1] == '.');
            for (int j = 1; j < i; j++)
                if (games[g]->schema->refusals[j].name)
                    assert_string_not_equal(games[g]->schema->refusals[j].name, r->name);
        }
}

static void at_the_deadline_is_too_late(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    bench.now_ms = maze.deadline(TRUTH) - 1;
    OK(move(1, ELF, 1, 8));
    bench.now_ms++;
    NO(too_late, move(1, ELF, 1, 9));
    NO(too_late, vortex(1, ELF, 1, 7));
    NO(too_late, explore(1, BARBARIAN, 1, 2));
    NO(too_late, ASKED(1, ask_pause, 0)); /* no pause puts off what has happened */
    bench.now_ms += 5000;                 /* the host's tick may come later still */
    NO(too_late, move(1, ELF, 1, 9));
    OK(tick_at(bench.now_ms));
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
}

static void not_yet_shown_is_not_seen(void **state)
{
    (void)state;
    bench_start(3, 0, 0);
    deal(3, (uint8_t[]){127, 127, 0});
    put(BARBARIAN, 1, 7);
    bench.now_ms += 80000;
    struct input flips, acts;
    ASK(&flips, 1, move_hero, .hero = BARBARIAN, .tile = 1, .space = 3);
    ASK(&acts, 2, move_hero, .hero = ELF, .tile = 1, .space = 8);
    flips.now_ms = acts.now_ms = bench.now_ms;
    flips.seen = bench.watch.table.story[1];
    acts.seen = bench.watch.table.story[2];
    OK(table_submit(&bench.watch.table, &flips));
    NO(too_old, table_submit(&bench.watch.table, &acts)); /* both came before anything was shown */
    watch_show(&bench.watch);
    NO(too_old, table_submit(&bench.watch.table, &acts));
    acts.seen = bench.watch.table.story[2];
    OK(table_submit(&bench.watch.table, &acts));
}

/* A gesture that only the second seat is shown. */
static void gesture_for_the_second(void)
{
    struct event e = {.at_ms = 5, .seq = bench.watch.table.count + 1, .to = SEAT(2), .kind = EV_reacted};
    e.size = sizeof(struct reacted);
    e.body[offsetof(struct reacted, by)] = 2;
    e.body[offsetof(struct reacted, reaction)] = reaction_bravo;
    assert_true(table_restore(&bench.watch.table, &e));
    watch_show(&bench.watch);
}

static void story_numbers_are_ones_own(void **state)
{
    (void)state;
    bench_seats(2);
    seq_t before = bench.watch.table.story[1];
    gesture_for_the_second();
    assert_int_equal(bench.watch.table.story[1], before); /* it cannot even be counted */
    assert_int_equal(bench.watch.table.story[SEAT_GALLERY], before);
    assert_int_equal(bench.watch.table.story[2], before + 1);
}

/* Whoever has seen all that there was for them knows as much as those who were shown more. */
static void hidden_is_not_missed(void **state)
{
    (void)state;
    bench_seats(2);
    seq_t story = bench.watch.table.story[1];
    gesture_for_the_second();
    gesture_for_the_second();
    seq_t hidden = bench.watch.table.count;
    ASKED(2, react, .reaction = reaction_bravo); /* this one is for all: the first seat has not seen it yet */
    assert_int_equal(bench.watch.table.story[1], story + 1);
    for (seq_t seen = story; seen <= story + 1; seen++) {
        struct input in;
        ASK(&in, 1, react, .reaction = reaction_bravo);
        in.now_ms = bench.now_ms;
        in.seen = seen;
        table_submit(&bench.watch.table, &in);
        assert_int_equal(in.seen, seen == story ? hidden : hidden + 1); /* in the log's numbers */
    }
}

static void collect(void *ctx, seats_t who, const struct seen *seen)
{
    char *text = ctx;
    (void)who;
    size_t size = strlen(text);
    assert_true(wire_write_seen(&maze_schema, seen, text + size, 65536 - size) > 0);
}

static void nobody_is_sent_the_order(void **state)
{
    (void)state;
    char *text = test_calloc(1, 65536);
    bench_seats(1);
    bench_own(0, 0);
    OK(turn_hourglass(1));
    for (seat_t who = 0; who <= 1; who++) {
        text[0] = 0;
        table_tell(&bench.watch.table, who, 0, collect, text);
        assert_non_null(strstr(text, "pile_shuffled"));
        assert_non_null(strstr(text, "deck_shuffled"));
        assert_null(strstr(text, "\"order\""));
        assert_null(strstr(text, "\"to\""));
    }
    test_free(text);
}

static void bad_events_are_not_restored(void **state)
{
    (void)state;
    bench_seats(2);
    struct table *t = &bench.watch.table;
    struct event e = {.seq = t->count + 1, .kind = EV_theft_done, .size = sizeof(struct theft_done)};
    seq_t count = t->count;
    e.seq = count;
    assert_false(table_restore(t, &e));
    e.seq = count + 2;
    assert_false(table_restore(t, &e));
    e.seq = count + 1;
    e.kind = 199;
    assert_false(table_restore(t, &e));
    e.kind = 60000;
    assert_false(table_restore(t, &e));
    e.kind = EV_theft_done;
    e.size++;
    assert_false(table_restore(t, &e));
    assert_int_equal(t->count, count);
    e.size--;
    assert_true(table_restore(t, &e));
    assert_true(TRUTH->theft);
}

static void retold_from_anywhere(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    OK(move(1, ELF, 1, 8));
    char *all = test_calloc(1, 65536), *rest = test_calloc(1, 65536);
    table_tell(&bench.watch.table, 2, 0, collect, all);
    for (seq_t since = 0; since <= bench.watch.table.story[2]; since++) {
        rest[0] = 0;
        table_tell(&bench.watch.table, 2, since, collect, rest);
        assert_string_equal(all + strlen(all) - strlen(rest), rest);
        assert_int_equal(strlen(rest) == 0, since == bench.watch.table.story[2]);
    }
    test_free(all);
    test_free(rest);
}

static void full_log_lets_the_game_end(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    refusal_t refusal = REFUSAL_OK;
    for (long n = 0; n < LOG_MAX && !refusal; n++)
        refusal = ASKED((seat_t)(1 + n % 2), stare_at, .seat = (seat_t)(2 - n % 2));
    NO(log_full, refusal);
    assert_true(table_now(&bench.watch.table) <= LOG_MAX - LOG_TENDING);
    NO(log_full, move(1, ELF, 1, 8));
    NO(log_full, ASKED(1, say, .text = "psst"));
    for (int times = 0; times < 1000; times++) {
        OK(ASKED(1, lock_table, .locked = 1));
        OK(ASKED(1, ask_pause, 0));
        OK(ASKED(2, ask_pause, 0));
        OK(ASKED(2, resume, 0));
        OK(tick_at(maze.deadline(TRUTH)));
    }
    OK(ASKED(2, remove_player, .seat = 2));
    OK(tick_at(maze.deadline(TRUTH)));
    assert_int_equal(TRUTH->ending, ending_sand_ran_out);
    assert_true(table_now(&bench.watch.table) <= LOG_MAX);
}

static const struct CMUnitTest tests[] = {
    RULE("P6.1 a refused command changes nothing", refused_changes_nothing),
    RULE("P6.1 every refusal has a name, a rule and a sentence", refusals_have_names_and_rules),
    RULE("P4.2 a command at or after the deadline is too late", at_the_deadline_is_too_late),
    RULE("P6.3 what has not been shown yet nobody has seen", not_yet_shown_is_not_seen),
    RULE("P6.3 events are counted in one's own story", story_numbers_are_ones_own),
    RULE("P6.3 nobody misses what they were not shown", hidden_is_not_missed),
    RULE("P5.1 nobody is sent the order of the pile or of the deck", nobody_is_sent_the_order),
    RULE("P2.1 a story is told again from anywhere, having missed nothing", retold_from_anywhere),
    RULE("P6.4 only events that follow are restored", bad_events_are_not_restored),
    RULE("P6.1 a full log refuses, and lets the game end", full_log_lets_the_game_end),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
