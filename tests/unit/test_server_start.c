/* tests/unit/test_server_start.c -- resuming what is stored when a table cannot be read,
 * fails, or crashes the program, or when the start is cut short: that table is kept
 * and logged, and the others are served. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/help/faulty.h"
#include "tests/help/host_bench.h"

#include "server/aside.h"

static struct party one, two, three;
static char noted[] = "/tmp/turncoat-start-XXXXXX", note[sizeof noted];
static char logged[20][200];
static int logs;

static void keep_log(const char *event, const char *detail)
{
    if (logs < 20)
        snprintf(logged[logs++], sizeof *logged, "%s %s", event, detail);
}

static int times_logged(const char *event, const char *part)
{
    int times = 0;
    for (int i = 0; i < logs; i++)
        times += !strncmp(logged[i], event, strlen(event)) && strstr(logged[i], part);
    return times;
}

static struct hosted *table_of(const struct party *p)
{
    return tables_find(bench.host, p->code);
}

/* Three tables; at the first two somebody has counted. */
static int open_three(void **state)
{
    struct party *all[] = {&one, &two, &three};
    bench_open(state);
    bench.logged = keep_log;
    logs = 0;
    memcpy(note, noted, sizeof note);
    close(mkstemp(note));
    for (int i = 0; i < 3; i++) {
        gather(all[i], "{\"game\":\"faulty\"}", 1);
        if (i < 2)
            send_as(0, "{\"id\":1,\"t\":\"count\"}");
        leave_as(0);
    }
    return 0;
}

static int close_three(void **state)
{
    memset(&faulty_now, 0, sizeof faulty_now);
    unlink(note);
    return bench_close(state);
}

static void start(void)
{
    struct aside aside;
    aside_open(&aside, note);
    bench.aside = &aside;
    bench_crash();
    bench.aside = NULL;
    aside_close(&aside);
}

/* ---- starts that do not come to their end, each in a process of its own ---- */

static int news[2];

static void kill_oneself(void)
{
    raise(SIGKILL);
}

static void crash(void)
{
    volatile uintptr_t nowhere = 64;
    *(volatile uint32_t *)nowhere = 0;
}

static uint32_t sink(volatile uint32_t depth)
{
    return depth ? sink(depth + 1) + depth : 0;
}

static void overflow(void)
{
    sink(1);
}

static void hang(void)
{
    if (write(news[1], "!", 1) == 1)
        pause();
}

static pid_t start_and(void (*counted)(void))
{
    pid_t child = fork();
    if (child)
        return child;
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    struct sigaction first = {.sa_handler = SIG_DFL}; /* cmocka would take it for a failed test */
    sigaction(SIGSEGV, &first, NULL);
    sigaction(SIGABRT, &first, NULL);
    faulty_now.counted = counted;
    start();
    _exit(0);
}

static void fails_to_start(void (*counted)(void))
{
    int status;
    waitpid(start_and(counted), &status, 0);
    assert_int_not_equal(status, 0);
}

static void start_with_all(void)
{
    start();
    assert_non_null(table_of(&one));
    assert_non_null(table_of(&two));
    assert_non_null(table_of(&three));
    assert_int_equal(times_logged("table", ""), 0);
    assert_int_not_equal(access(note, F_OK), 0); /* what is past is forgotten */
}

static void interrupted(void **state)
{
    (void)state;
    for (int times = 1; times <= 2 * ASIDE_TRIES; times++) {
        for (int i = 0; i < times; i++)
            fails_to_start(kill_oneself);
        start_with_all();
    }
}

static void ended_by_others(void **state)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGTERM};
    char byte;
    (void)state;
    assert_int_equal(pipe(news), 0);
    for (int i = 0; i < 6; i++) {
        pid_t child = start_and(hang);
        assert_int_equal(read(news[0], &byte, 1), 1);
        kill(child, signals[i % 3]);
        int status;
        waitpid(child, &status, 0);
        assert_int_not_equal(status, 0);
    }
    start_with_all();
    close(news[0]);
    close(news[1]);
}

/* ---- what is in the store ---- */

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static struct store_batch stored(const char *record)
{
    struct store_batch rows = {0};
    struct complaint why;
    assert_true(store_find(bench.store, record, keep_row, &rows, &why));
    assert_true(rows.count > 2); /* a head, and a log */
    return rows;
}

static void is_kept(const char *record, bool live)
{
    struct store_batch rows = stored(record);
    assert_int_equal(rows.items[0].live, live);
    store_free(&rows);
}

static void record_of(const struct party *p, char out[RECORD_ID_SIZE + 1])
{
    memcpy(out, table_of(p)->record, RECORD_ID_SIZE + 1);
}

static void crashing(void **state)
{
    static void (*const ways[])(void) = {crash, abort, overflow, crash};
    char records[2][RECORD_ID_SIZE + 1];
    (void)state;
    record_of(&one, records[0]);
    record_of(&two, records[1]);
    for (int i = 0; i < 2 * ASIDE_TRIES; i++) {
        fails_to_start(kill_oneself); /* which neither blames nor forgets */
        fails_to_start(ways[i]);
    }
    faulty_now.counted = crash;
    start();
    assert_null(table_of(&one));
    assert_null(table_of(&two));
    assert_non_null(table_of(&three));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(times_logged("table_set_aside", records[i]), 1);
        is_kept(records[i], false);
    }
    start();
    assert_null(table_of(&one));
    assert_non_null(table_of(&three));
}

static void crashing_once(void **state)
{
    (void)state;
    fails_to_start(crash);
    start_with_all();
}

/* ---- starts in which a table cannot be taken up ---- */

/* Stores one of the rows as if it had been written otherwise. */
static void rewrite(const struct store_batch *rows, size_t row, size_t size, size_t byte, uint8_t value)
{
    struct store_batch one_row = {0};
    struct store_item item = rows->items[row];
    uint8_t bytes[KEPT_ENTRY_MAX];
    struct complaint why;
    memcpy(bytes, rows->bytes + item.at, item.size);
    bytes[byte] = value;
    assert_true(store_add(&one_row, &item, bytes, size));
    assert_true(store_commit(bench.store, &one_row, &why));
    store_free(&one_row);
}

static void failing(void **state)
{
    char record[RECORD_ID_SIZE + 1];
    (void)state;
    record_of(&one, record);
    struct store_batch before = stored(record);
    faulty_now.count_fails = true;
    start();
    assert_null(table_of(&one));
    assert_null(table_of(&two));
    assert_non_null(table_of(&three));
    assert_int_equal(times_logged("table_set_aside", record), 1);
    assert_int_equal(times_logged("table_set_aside", "tests/help/faulty.c:"), 2);
    assert_false(join_as(0, one.code, one.token[0], 0, 0));
    assert_int_equal(bench.caller[0].status, 410);
    struct store_batch after = stored(record);
    assert_int_equal(after.items[0].live, 0); /* and nothing else has changed */
    assert_int_equal(after.count, before.count);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.bytes, before.bytes, before.size);
    store_free(&after);
    faulty_now.count_fails = false;
    start();
    assert_null(table_of(&one));
    assert_non_null(table_of(&three));
    /* The bug is mended, and it is brought back (docs/operating.md). */
    rewrite(&before, 0, before.items[0].size, 0, before.bytes[before.items[0].at]);
    start();
    assert_true(join_as(0, one.code, one.token[0], 0, 0));
    leave_as(0);
    store_free(&before);
}

static void is_told_and_kept(const char *event, const char *record)
{
    for (int i = 0; i < 3; i++) {
        logs = 0;
        start();
        assert_null(table_of(&one));
        assert_non_null(table_of(&two));
        assert_int_equal(times_logged(event, record), 1);
        is_kept(record, true);
    }
}

static void unreadable(void **state)
{
    char record[RECORD_ID_SIZE + 1];
    (void)state;
    record_of(&one, record);
    struct store_batch rows = stored(record);
    size_t head = rows.items[0].size, last = rows.count - 1, size = rows.items[last].size;
    const uint8_t *bytes = rows.bytes + rows.items[0].at;

    rewrite(&rows, 0, head, 1, (uint8_t)(bytes[1] + 1)); /* a later version of the game */
    is_told_and_kept("table_unreadable", record);
    rewrite(&rows, 0, head, 0, 99); /* a later form of heads */
    is_told_and_kept("table_unreadable", record);
    rewrite(&rows, 0, head, 0, bytes[0]);
    rewrite(&rows, last, size - 1, 0, rows.bytes[rows.items[last].at]);
    is_told_and_kept("table_damaged", record);
    rewrite(&rows, last, size, 0, rows.bytes[rows.items[last].at]);
    rows.items[last].seq += 2;
    rewrite(&rows, last, size, 0, rows.bytes[rows.items[last].at]); /* something before it is missing */
    is_told_and_kept("table_damaged", record);
    store_free(&rows);
}

static void readable_again(void **state)
{
    char record[RECORD_ID_SIZE + 1];
    (void)state;
    record_of(&one, record);
    struct store_batch rows = stored(record);
    const uint8_t *bytes = rows.bytes + rows.items[0].at;
    rewrite(&rows, 0, rows.items[0].size, 1, (uint8_t)(bytes[1] + 1));
    is_told_and_kept("table_unreadable", record);
    rewrite(&rows, 0, rows.items[0].size, 1, bytes[1]);
    logs = 0;
    start_with_all();
    assert_true(join_as(0, one.code, one.token[0], 0, 0));
    HEARD(0, "\"t\":\"counted\"");
    leave_as(0);
    store_free(&rows);
}

int main(void)
{
#define START(text, test)                                                                                    \
    {                                                                                                        \
        text, test, open_three, close_three, NULL                                                            \
    }
    const struct CMUnitTest tests[] = {
        START("starts that were merely interrupted leave all tables alone", interrupted),
        START("so do signals from outside", ended_by_others),
        START("tables that crash the program while loading are set aside, and no other", crashing),
        START("one that crashed it once is tried again", crashing_once),
        START("a table that fails while loading is set aside as it is, and no other", failing),
        START("a table that cannot be read is logged at every start, and kept", unreadable),
        START("and is back when it can be read", readable_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
