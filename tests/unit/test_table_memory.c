/* tests/unit/test_table_memory.c -- a table that gets no memory for its log (P6.1): with a copy of table.c
 * whose memory is as scarce as the test likes. */
#include <stdbool.h>
#include <stdlib.h>

static bool scarce;

static void *scarce_realloc(void *block, size_t size)
{
    return scarce ? NULL : realloc(block, size);
}
#define realloc scarce_realloc
#include "table/table.c" /* NOLINT(bugprone-suspicious-include) */
#undef realloc

#include "tests/help/maze_bench.h"

static void no_memory_changes_nothing(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    struct table *t = &bench.watch.table;
    struct state *before = test_malloc(maze.state_size);
    refusal_t refusal = REFUSAL_OK;
    scarce = true;
    for (long n = 0; n < LOG_MAX && !refusal; n++) {
        memcpy(before, TRUTH, maze.state_size);
        refusal = ASKED((seat_t)(1 + n % 2), stare_at, .seat = (seat_t)(2 - n % 2));
    }
    NO(log_full, refusal);
    assert_true(t->log_size <= t->log_room && t->log_size < LOG_MAX / 2);
    assert_memory_equal(before, TRUTH, maze.state_size);
    const seq_t count = t->count;
    NO(log_full, move(1, ELF, 1, 8));
    assert_int_equal(t->count, count);
    assert_memory_equal(before, TRUTH, maze.state_size);
    scarce = false;
    OK(move(1, ELF, 1, 8));
    assert_int_equal(t->count, count + 1);
    test_free(before);
}

/* What lies idle in a log: a third of it, and a first step. */
static void log_grows_by_what_happens(void **state)
{
    (void)state;
    bench_start(2, 0, 0);
    const struct table *t = &bench.watch.table;
    for (int n = 0; n < 1000; n++) {
        OK(ASKED((seat_t)(1 + n % 2), stare_at, .seat = (seat_t)(2 - n % 2)));
        assert_true(t->log_room - t->log_size <= t->log_size / 2 + LOG_FIRST);
    }
}

static const struct CMUnitTest tests[] = {
    RULE("P6.1 an input for which there is no memory changes nothing", no_memory_changes_nothing),
    RULE("P6.1 a log takes little more than what happened", log_grows_by_what_happens),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
