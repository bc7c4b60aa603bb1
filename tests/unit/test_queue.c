/* tests/unit/test_queue.c -- the store's thread: rows that there is no memory for, and what was asked for
 * just before the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "store/queue.h"

/* Rows that there cannot be memory for are asked for here: sanitizers are told to refuse them, as any
 * allocator does. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return __asan_default_options();
}

static struct slow_store { /* one that says what it has done, and takes its time for it */
    struct store store;
    size_t row_size;
    int rows;
    bool fails, wanted;
    atomic_int committed, found, closed;
} slow;

static bool commit(struct store *s, const struct store_batch *b, struct complaint *why)
{
    (void)s, (void)b;
    snprintf(why->text, sizeof why->text, "as it was told");
    atomic_fetch_add(&slow.committed, 1);
    return !slow.fails;
}

static bool find(struct store *s, const char *id, store_row_fn *row, void *ctx, struct complaint *why)
{
    (void)s, (void)why;
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
    for (int i = 0; i < slow.rows; i++) {
        struct store_item item = {.number = 1, .seq = (uint32_t)i, .what = i ? STORE_PIECE : STORE_HEAD};
        bool huge = slow.row_size && i == slow.rows - 1;
        item.size = huge ? slow.row_size : 4;
        snprintf(item.id, sizeof item.id, "%s", id);
        if (!row(ctx, &item, "row"))
            break;
    }
    atomic_fetch_add(&slow.found, 1);
    return !slow.fails;
}

static void closed(struct store *s)
{
    (void)s;
    atomic_fetch_add(&slow.closed, 1);
}

static bool wants(const void *about, const void *head, size_t size)
{
    (void)about, (void)head, (void)size;
    return slow.wanted;
}

static void make(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    (void)about;
    out->size = rows->count;
    out->state = 7;
}

static const struct queue_maker maker = {wants, make};
static const struct queue_ask one = {&maker, "one", {0}}, two = {&maker, "two", {0}};

static void wake(void *ctx)
{
    (void)ctx;
}

static struct queue *opened(int rows, size_t row_size)
{
    static const struct store_calls calls = {commit, NULL, find, closed, NULL, NULL};
    memset(&slow, 0, sizeof slow);
    slow.store.calls = &calls;
    slow.wanted = true;
    slow.rows = rows;
    slow.row_size = row_size;
    struct queue *q = queue_open(&slow.store, wake, NULL);
    assert_non_null(q);
    return q;
}

static struct queue_done taken(struct queue *q)
{
    struct queue_done done;
    queue_wait(q);
    assert_true(queue_take(q, &done));
    return done;
}

static void not_all_rows(void **state)
{
    (void)state;
    for (int rows = 0; rows <= 3; rows++) {
        struct queue *q = opened(rows, rows > 2 ? (size_t)1 << 46 : 0); /* of the third: more than there is */
        assert_true(queue_find(q, &one));
        struct queue_done done = taken(q);
        assert_true(done.found && !strcmp(done.ask.id, "one") && done.ok == (rows <= 2));
        assert_in_range(done.spent_us, 20 * 1000, 60 * 1000 * 1000);
        assert_true(!done.ok || (done.made.state == 7 && done.made.size == (size_t)rows));
        queue_close(q);
    }
}

static void failures_are_told(void **state)
{
    struct queue *q = opened(1, 0);
    struct store_batch b = {0};
    (void)state;
    slow.fails = true;
    queue_commit(q, &b);
    struct queue_done done = taken(q);
    assert_true(!done.ok && !done.found && done.spent_us < 60 * 1000 * 1000);
    assert_string_equal(done.why.text, "as it was told");
    assert_true(queue_find(q, &one));
    done = taken(q);
    assert_true(!done.ok && done.found);
    queue_close(q);
}

/* The commit waits behind what is being looked for, and the end comes. */
static void nothing_is_left_undone(void **state)
{
    struct queue *q = opened(2, 0);
    struct store_batch b = {0};
    (void)state;
    assert_true(queue_find(q, &one) && queue_find(q, &two));
    queue_commit(q, &b);
    queue_close(q);
    assert_int_equal(slow.found, 2);
    assert_int_equal(slow.committed, 1);
    assert_int_equal(slow.closed, 1);
}

/* A reader of its own: while it takes its time, commits go through. */
static struct store *open_reader(struct store *s, struct complaint *why)
{
    static const struct store_calls calls = {NULL, NULL, find, closed, NULL, NULL};
    static struct store reader = {.calls = &calls};
    (void)s, (void)why;
    return &reader;
}

static void commits_do_not_wait(void **state)
{
    static const struct store_calls calls = {commit, NULL, find, closed, open_reader, NULL};
    struct store_batch b = {0};
    (void)state;
    memset(&slow, 0, sizeof slow);
    slow.store.calls = &calls;
    slow.rows = 2;
    struct queue *q = queue_open(&slow.store, wake, NULL);
    assert_non_null(q);
    for (int i = 0; i < 50; i++)
        assert_true(queue_find(q, &one));
    for (int i = 0; i < 20; i++) {
        struct queue_done done;
        queue_commit(q, &b);
        do
            done = taken(q);
        while (done.found);
    }
    assert_true(slow.found < 50); /* each takes 20 ms, and the commits nothing */
    queue_close(q);
    assert_int_equal(slow.found, 50);
    assert_int_equal(slow.committed, 20);
    assert_int_equal(slow.closed, 2);
}

/* Only the head of a game that is not wanted is read. */
static void not_wanted(void **state)
{
    struct queue *q = opened(3, 0);
    (void)state;
    slow.wanted = false;
    assert_true(queue_find(q, &one));
    struct queue_done done = taken(q);
    assert_true(done.ok && done.made.size == 1);
    queue_close(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a game of which not all could be read is not called found", not_all_rows, 0, 0, 0},
        {"what fails is told as such", failures_are_told, 0, 0, 0},
        {"P6.4 no commit waits for what is read", commits_do_not_wait, 0, 0, 0},
        {"of a game that is not over only the head is read", not_wanted, 0, 0, 0},
        {"P6.4 what was asked for is done before the end", nothing_is_left_undone, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
