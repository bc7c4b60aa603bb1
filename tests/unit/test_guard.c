/* tests/unit/test_guard.c -- a CHECK that fails: it says where, and stops whatever is
 * guarded, or the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/check.h"
#include "guard/guard.h"

static int line_of_check;

static void count_to(void *ctx)
{
    int *number = ctx;
    ++*number;
    line_of_check = __LINE__ + 1;
    CHECK(*number < 3);
    ++*number;
}

static void says_where(void **state)
{
    struct fault fault = {0};
    int number = 0;
    (void)state;
    assert_true(guard(count_to, &number, &fault));
    assert_int_equal(number, 2);
    assert_null(fault.file);
    assert_false(guard(count_to, &number, &fault));
    assert_int_equal(number, 3); /* as far as it came */
    assert_string_equal(fault.file, "tests/unit/test_guard.c");
    assert_string_equal(fault.what, "*number < 3");
    assert_int_equal(fault.line, line_of_check);
}

static void guard_again(void *ctx)
{
    struct fault inner;
    assert_false(guard(count_to, ctx, &inner));
    assert_false(guard(count_to, ctx, &inner));
    count_to(ctx);
}

static void innermost_first(void **state)
{
    struct fault outer;
    int number = 5;
    (void)state;
    assert_false(guard(guard_again, &number, &outer));
    assert_int_equal(number, 8);
}

/* In a process of its own; returns what it says. */
static const char *stopped(int *status)
{
    static char said[200];
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (!child) {
        struct fault fault;
        int number = 5;
        dup2(pipes[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        guard(count_to, &number, &fault); /* which is over: it guards no more */
        count_to(&number);
        _exit(0);
    }
    close(pipes[1]);
    ssize_t size = read(pipes[0], said, sizeof said - 1);
    said[size > 0 ? size : 0] = 0;
    close(pipes[0]);
    waitpid(child, status, 0);
    return said;
}

static void stops_the_program(void **state)
{
    char expected[100];
    int status;
    (void)state;
    const char *said = stopped(&status);
    snprintf(expected, sizeof expected, "turncoat: tests/unit/test_guard.c:%d: *number < 3 does not hold\n",
             line_of_check);
    assert_string_equal(said, expected);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_where),
        cmocka_unit_test(innermost_first),
        cmocka_unit_test(stops_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
