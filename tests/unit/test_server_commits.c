/* tests/unit/test_server_commits.c -- who shares a commit (decision 15): tables that ask again at once, and
 * none that would have to wait for people. */
#include "tests/help/host_bench.h"

enum { TABLES = 6 };

static uint32_t next_id;

/* Tables with one person each. */
static void sit_down(void)
{
    char code[CODE_SIZE + 1], token[33];
    next_id = 0;
    for (int i = 0; i < TABLES; i++) {
        assert_int_equal(ask_table("{\"game\":\"null\"}"), 201);
        text_in(bench.request.reply, "table", code, sizeof code);
        assert_int_equal(ask_seat(code, "{\"name\":\"A\"}"), 201);
        text_in(bench.request.reply, "token", token, sizeof token);
        assert_true(join_as(i, code, token, 0, 0));
    }
    bench_wait(10);
    bench.idle = true;
}

static void ask_as(int first, int count)
{
    char text[80];
    for (int i = first; i < first + count; i++) {
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"say\",\"text\":\"so\"}", (unsigned)++next_id);
        host_hear(bench.host, bench.caller[i].link, text, strlen(text));
    }
    host_turn(bench.host);
}

static size_t given(void)
{
    return bench.batch ? bench.batch->count : 0;
}

/* What was given to the store is stored, and everybody answered. */
static void stored(void)
{
    struct complaint why;
    const struct store_batch *b = bench.batch;
    assert_non_null(b);
    bench.batch = NULL;
    host_stored(bench.host, store_commit(bench.store, b, &why));
    host_turn(bench.host);
}

static void pass(int64_t ms)
{
    host_time(bench.host, bench.now_ms += ms);
    host_turn(bench.host);
}

static void at_once_for_one(void **state)
{
    (void)state;
    sit_down();
    for (int i = 0; i < 20; i++) {
        ask_as(0, 1);
        assert_int_equal(given(), 1);
        stored();
        pass(i % 3);
    }
}

static void all_who_come_back_share(void **state)
{
    (void)state;
    sit_down();
    ask_as(0, 3);
    assert_int_equal(given(), 3);
    ask_as(3, 3); /* while the first three are being stored */
    stored();
    for (int i = 0; i < 5; i++) {
        ask_as(0, 2);
        assert_int_equal(given(), 0);
        assert_int_equal(host_wakes_ms(bench.host), bench.now_ms + 1);
        ask_as(2, 1);
        assert_int_equal(given(), i ? 0 : 6);
        if (i)
            ask_as(3, 3);
        assert_int_equal(given(), 6);
        stored();
    }
}

/* A batch is held back for a moment and no longer; and when that was in vain, the next ones are not. */
static void people_are_not_waited_for(void **state)
{
    int held = 0;
    (void)state;
    sit_down();
    for (int i = 0; i < 100; i++) {
        ask_as(0, 5);
        assert_int_equal(given(), 5);
        stored();
        ask_as(5, 1);
        held += !given();
        pass(2);
        assert_int_equal(given(), 1);
        stored();
        pass(1000);
    }
    assert_in_range(held, 1, 10);
    for (int i = 0; i < TABLES; i++)
        assert_int_equal(times_heard(i, "\"ok\":true"), 100);
}

/* Sitting down takes two acts, saying something one: however they mix, there is room. */
static void however_many_share(void **state)
{
    (void)state;
    sit_down();
    ask_as(0, 1); /* is being stored while the next batch fills */
    for (int seat = 2; seat < 12; seat++)
        for (int i = 0; i < TABLES; i++) {
            char name[40];
            snprintf(name, sizeof name, "{\"name\":\"P%d\"}", seat);
            ask_as(0, seat == 3 && i == 0); /* from here on the number of acts is odd */
            ask_seat(bench.caller[i].link->at->code, name);
            assert_int_equal(host_counts(bench.host)->set_aside, 0);
        }
    bench.idle = false;
    bench_turn();
    assert_int_equal(bench.request.status, 201);
    assert_int_equal(host_counts(bench.host)->seats, TABLES * 11);
    assert_int_equal(times_heard(0, "\"ok\":true"), 2);
}

static const struct CMUnitTest tests[] = {
    RULE("P6.4 a lone request gets its own commit at once", at_once_for_one),
    RULE("P6.4 a commit waits a moment for all who ask again at once", all_who_come_back_share),
    RULE("P6.4 a commit does not wait for people", people_are_not_waited_for),
    RULE("P6.4 however many share a commit, all of them are answered", however_many_share),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
