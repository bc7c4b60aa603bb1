/* tests/unit/test_log.c -- the log: a line stays one line, whatever somebody puts into it. */
#include "server/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* What one call writes to the standard error. */
static const char *logged(const char *event, const char *detail)
{
    static char text[2000];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    assert_true(file && before >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    log_line(event, detail);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void a_line(void **state)
{
    static const char form[] = "2000-00-00T00:00:00.000Z ready \"http://127.0.0.1:8080\"\n";
    (void)state;
    const char *text = logged("ready", "http://127.0.0.1:8080");
    assert_int_equal(strlen(text), sizeof form - 1);
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (i < 24 && form[i] == '0')
            assert_in_range(text[i], '0', '9');
        else
            assert_int_equal(text[i], form[i]);
}

/* Nobody writes a line of their own, or leaves the quotes. */
static void one_line_only(void **state)
{
    static const char *const details[] = {"a\nb",
                                          "a\rb",
                                          "a\"b",
                                          "a\\b",
                                          "a\x1b"
                                          "b",
                                          "a\x01"
                                          "b"};
    (void)state;
    for (size_t i = 0; i < sizeof details / sizeof *details; i++) {
        const char *text = logged("event", details[i]);
        assert_non_null(strstr(text, " event \"a'b\"\n"));
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    }
    assert_non_null(strstr(logged("event", "Zo\xc3\xab"), "\"Zo")); /* what people write stays readable */
}

static void long_details_are_cut(void **state)
{
    char detail[1000];
    (void)state;
    memset(detail, 'x', sizeof detail - 1);
    detail[sizeof detail - 1] = 0;
    const char *text = logged("event", detail);
    assert_in_range(strlen(text), 500, 512);
    assert_string_equal(text + strlen(text) - 3, "x\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a line has a time, an event and a detail", a_line, 0, 0, 0},
        {"a detail is one line between quotes", one_line_only, 0, 0, 0},
        {"a long detail is cut", long_details_are_cut, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
