/* tests/unit/test_json.c -- taking one member out of an object: where it ends, how deep it may be, and how
 * much room there is. */
#include "server/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char taken[512], rest[512];

static bool take(const char *text)
{
    struct json member;
    bool good = json_take(text, strlen(text), "k", &member, rest, sizeof rest);
    snprintf(taken, sizeof taken, "%.*s", good && member.text ? (int)member.size : 0,
             good && member.text ? member.text : "");
    return good;
}

static void takes_what_is_named(void **state)
{
    static const struct {
        const char *text, *taken, *rest;
    } cases[] = {
        {"{\"k\":1}", "1", "{}"},
        {"{\"a\":1}", "", "{\"a\":1}"},
        {"{}", "", "{}"},
        {" { \"a\" : [1, 2] , \"k\" : { \"b\" : \"}\" } , \"c\" : null } ", "{ \"b\" : \"}\" }",
         "{\"a\" : [1, 2],\"c\" : null}"},
        {"{\"kk\":1,\"k\":\"\\\"\",\"\":2}", "\"\\\"\"", "{\"kk\":1,\"\":2}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(take(cases[i].text));
        assert_string_equal(taken, cases[i].taken);
        assert_string_equal(rest, cases[i].rest);
    }
}

static void refuses_what_is_none(void **state)
{
    static const char *const bad[] = {"",
                                      "{",
                                      "}",
                                      "[]",
                                      "1",
                                      "{\"k\"}",
                                      "{\"k\":}",
                                      "{\"k\":1",
                                      "{\"k\":1,",
                                      "{k:1}",
                                      "{\"k\":1}}",
                                      "{\"k\":1} x",
                                      "{\"k\":[}",
                                      "{\"k\":\"1}",
                                      "{\"k\" 1}",
                                      "{\"k\":\"\\",
                                      "{\"k\":1\"a\":2}",
                                      "{\"a\n\":1}"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (take(bad[i]))
            fail_msg("%s was taken for an object", bad[i]);
}

/* What is deeper than anything that can be asked for is not looked at. */
static void has_a_depth(void **state)
{
    char text[64];
    (void)state;
    for (int depth = 1; depth < 12; depth++) {
        snprintf(text, sizeof text, "{\"k\":%.*s%.*s}", depth, "[[[[[[[[[[[[", depth, "]]]]]]]]]]]]");
        assert_int_equal(take(text), depth <= 8);
    }
}

static void has_room(void **state)
{
    static const char text[] = "{\"a\":1,\"k\":2,\"b\":3}"; /* leaves 13 letters and an end */
    struct json member;
    char little[16];
    (void)state;
    for (size_t room = 0; room <= sizeof little; room++) {
        memset(little, '#', sizeof little);
        assert_int_equal(json_take(text, strlen(text), "k", &member, little, room), room >= 14);
        for (size_t i = room; i < sizeof little; i++)
            assert_int_equal(little[i], '#');
    }
    assert_string_equal(little, "{\"a\":1,\"b\":3}");
}

static unsigned long number(const char *text)
{
    return json_number(text, strlen(text), "k");
}

static void reads_numbers(void **state)
{
    (void)state;
    assert_int_equal(number("{\"k\":17}"), 17);
    assert_int_equal(number("{\"a\":1,\"k\":4294967295}"), 4294967295u);
    assert_int_equal(number("{\"k\":12345678901}"), 0);
    assert_int_equal(number("{\"k\":-1}"), 0);
    assert_int_equal(number("{\"k\":\"1\"}"), 0);
    assert_int_equal(number("{\"k\":1.5}"), 0);
    assert_int_equal(number("{\"a\":1}"), 0);
    assert_int_equal(number("{\"k\":1"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_named),
        cmocka_unit_test(refuses_what_is_none),
        {"what is nested has a depth", has_a_depth, 0, 0, 0},
        {"what is left has the room there is", has_room, 0, 0, 0},
        cmocka_unit_test(reads_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
