/* tests/unit/test_looks.c -- names that look alike (P1.2). */
#include "server/looks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void alike(void **state)
{
    static const char *const pairs[][2] = {
        {"Ann", "ann"},
        {"Ann", "\xd0\x90nn"}, /* a Cyrillic capital */
        {"Alice", "AIice"},    /* a capital i */
        {"Alice", "A1ice"},    /* a digit */
        {"Bob", "B0b"},
        {"Tim", "T\xc4\xb1m"},                                       /* without its dot */
        {"Ann", "\xef\xbc\xa1\xef\xbd\x8e\xef\xbd\x8e"},             /* wide */
        {"Ann", "\xf0\x9d\x97\x94\xf0\x9d\x97\xbb\xf0\x9d\x97\xbb"}, /* letters of mathematics */
        {"Zo\xc3\xab", "Zoe\xcc\x88"},                               /* the accent written apart */
        {"Ann Lee", " ann\xe2\x80\x83 lee "},
        {"modern", "rnodern"},
        {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", "\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0"}, /* Cyrillic, capitals */
        {"pay", "\xd1\x80\xd0\xb0\xd1\x83"},
        {"", ""},
        {"\xff\xfe", "\xff\xfe"}, /* no text at all: still nothing breaks */
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(looks_alike(pairs[i][0], pairs[i][1]));
        assert_true(looks_alike(pairs[i][1], pairs[i][0]));
    }
}

static void apart(void **state)
{
    static const char *const pairs[][2] = {
        {"Ann", "Anna"},  {"I", "L"},         {"i", "l"},
        {"Ann", "Ann 2"}, {"Ann 2", "Ann 3"}, {"Zoe", "Zo\xc3\xab"},
        {"Tom", "Tim"},   {"Ann", ""},        {"Ann Lee", "AnnLee"},
        {"Jo", "Joe"},    {"Lea", "Tea"},     {"\xe2\x99\xa5", "\xe2\x99\xa6"}, /* a heart, a diamond */
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_false(looks_alike(pairs[i][0], pairs[i][1]));
}

/* 24 characters that each become many. */
static void however_long(void **state)
{
    char name[97];
    (void)state;
    for (int i = 0; i < 96; i += 3)
        memcpy(name + i, "\xef\xb7\xba", 3); /* one character of eighteen letters */
    name[96] = 0;
    assert_true(looks_alike(name, name));
    assert_false(looks_alike(name, "Ann"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P1.2 names that look alike are the same", alike, 0, 0, 0},
        {"P1.2 names that look different are not", apart, 0, 0, 0},
        {"P1.2 a name may grow when it is looked at", however_long, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
