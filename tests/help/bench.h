/* tests/help/bench.h -- a table for tests of single rules: the truth, every view beside it, and helpers to
 * ask.
 *
 * A game's own bench includes the game's header first, and names the game with BENCH_GAME. */
#ifndef TESTS_HELP_BENCH_H
#define TESTS_HELP_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/help/watch.h"

static struct {
    struct watch watch;
    int64_t now_ms;
    seq_t mark; /* how many events there were before the last question */
    bool open;
    uint64_t seed;
} bench;
static struct input bench_input;

#define TRUTH ((const struct state *)bench.watch.table.truth)
#define VIEW(seat) ((const struct state *)bench.watch.view[seat])

#define OK(asked) assert_string_equal(refusal_name(&BENCH_GAME, (asked)), "ok")
#define NO(name, asked) assert_string_equal(refusal_name(&BENCH_GAME, (asked)), #name)

/* A test of a rule: the string is the rule's number and what it says. */
#define RULE(text, test)                                                                                     \
    {                                                                                                        \
        text, test, NULL, bench_end, NULL                                                                    \
    }

/* ---- asking ---- */

static inline refusal_t bench_ask(struct input *in)
{
    in->now_ms = bench.now_ms;
    in->dice[0] = chance(&bench.seed);
    in->dice[1] = chance(&bench.seed);
    if (in->by <= SEATS_MAX && !in->seen)
        in->seen = bench.watch.table.story[in->by];
    bench.mark = bench.watch.table.count;
    return watch_submit(&bench.watch, in);
}

#define ASKED(by, name, ...) (ASK(&bench_input, (by), name, __VA_ARGS__), bench_ask(&bench_input))

static inline refusal_t say(seat_t by, const char *text)
{
    struct say said = {{0}};
    memcpy(said.text, text, strlen(text));
    ask(&bench_input, by, CMD_say, &said, sizeof said);
    return bench_ask(&bench_input);
}

static inline refusal_t tick_at(int64_t now_ms)
{
    bench.now_ms = now_ms;
    return ASKED(SEAT_SERVER, tick, 0);
}

/* The n-th event of that kind since the last question; NULL: there were fewer. */
static inline const struct event *happened_nth(uint16_t kind, int n)
{
    for (const struct event *e = table_next(&bench.watch.table, NULL); e;
         e = table_next(&bench.watch.table, e))
        if (e->seq > bench.mark && e->kind == kind && n-- == 0)
            return e;
    return NULL;
}

static inline const struct event *happened(uint16_t kind)
{
    return happened_nth(kind, 0);
}

/* ---- a table ---- */

static inline int bench_end(void **state)
{
    (void)state;
    if (bench.open)
        watch_close(&bench.watch);
    memset(&bench, 0, sizeof bench);
    return 0;
}

static inline void bench_table(int players, uint64_t seed)
{
    static const char *const names[] = {"Ann", "Bob", "Cas", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"};
    if (bench.open)
        bench_end(NULL);
    watch_open(&bench.watch, &BENCH_GAME);
    bench.open = true;
    bench.now_ms = 1000;
    bench.seed = seed;
    for (int i = 0; i < players; i++) {
        struct seat_player seat = {.bot = 0};
        memcpy(seat.name, names[i], strlen(names[i]));
        ask(&bench_input, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        OK(bench_ask(&bench_input));
    }
}

#endif
