/* tests/unit/test_rates.c -- how often an address may do something. */
#include "server/rates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rates rates;

static void begin(int per_min)
{
    memset(&rates, 0, sizeof rates);
    rates_init(&rates, per_min, 12345);
}

static struct address at(const char *text)
{
    struct address address;
    assert_true(address_read(text, strlen(text), &address));
    return address;
}

/* How many of `tries` it gets. */
static int used(const char *address, int tries, int64_t now_ms)
{
    int got = 0;
    struct address from = at(address);
    for (int i = 0; i < tries; i++)
        got += rates_take(&rates, &from, now_ms);
    return got;
}

static bool is_left(const char *address, int64_t now_ms)
{
    struct address from = at(address);
    return rates_left(&rates, &from, now_ms);
}

static void fills_again(void **state)
{
    (void)state;
    begin(20);
    assert_int_equal(used("1.2.3.4", 100, 1000), 20);
    assert_false(is_left("1.2.3.4", 1000));
    assert_true(is_left("1.2.3.5", 1000));
    assert_int_equal(used("1.2.3.4", 100, 1000 + 2999), 0);
    assert_int_equal(used("1.2.3.4", 100, 1000 + 3000), 1); /* a twentieth of a minute */
    assert_int_equal(used("1.2.3.4", 100, 1000 + 33000), 10);
    assert_int_equal(used("1.2.3.4", 100, 1000 + 3600000), 20); /* silence buys no more than that */
    begin(0);
    assert_int_equal(used("1.2.3.4", 100, 1000), 100);
}

/* Looking takes nothing. */
static void looking_is_free(void **state)
{
    (void)state;
    begin(2);
    for (int i = 0; i < 10; i++)
        assert_true(is_left("1.2.3.4", 1000));
    assert_int_equal(used("1.2.3.4", 10, 1000), 2);
}

static void ipv6_by_network(void **state)
{
    char address[64];
    int got = 0;
    (void)state;
    begin(20);
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i);
        got += used(address, 1, 1000);
    }
    assert_int_equal(got, 20); /* one /64 */
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", i + 100);
        got += used(address, 1, 1000);
    }
    assert_int_equal(got, 20 * RATES_WIDER); /* one /48 */
    assert_int_equal(used("2001:db8:2::1", 100, 1000), 20);
    assert_int_equal(used("2001:db8:3::", 100, 1000), 20); /* looks like its own /48 */
}

/* However many come: nobody is forgotten who has used something, and the many share what one would have. */
static void nobody_is_forgotten(void **state)
{
    enum { MANY = 4 * LIMIT_ADDRESSES };
    char address[64];
    int got = 0;
    (void)state;
    begin(20);
    assert_int_equal(used("9.9.9.9", 100, 1000), 20);
    for (int i = 0; i < MANY; i++) {
        snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        got += used(address, 1, 1000);
    }
    assert_int_equal(got, LIMIT_ADDRESSES - 1 + 20);
    assert_int_equal(used("9.9.9.9", 100, 1000), 0);
    assert_int_equal(used("8.8.8.8", 100, 1000), 0);         /* one more of the many */
    assert_int_equal(used("8.8.8.8", 100, 1000 + 3001), 20); /* those who used one give way */
    assert_int_equal(used("9.9.9.9", 100, 1000 + 3001), 1);
}

/* What is spent at once may be more than there is: then it takes longer until there is some again. */
static void spending(void **state)
{
    struct address one = at("1.2.3.4"), other = at("1.2.3.5");
    (void)state;
    begin(6000);
    assert_int_equal(rates_wait_s(&rates, &one, 1000), 0);
    rates_spend(&rates, &one, 1000, 5999);
    assert_true(rates_left(&rates, &one, 1000));
    rates_spend(&rates, &one, 1000, 3001);
    assert_false(rates_left(&rates, &one, 1000));
    assert_true(rates_left(&rates, &other, 1000));
    assert_in_range(rates_wait_s(&rates, &one, 1000), 30, 31);
    assert_false(rates_left(&rates, &one, 1000 + 29 * 1000));
    assert_true(rates_left(&rates, &one, 1000 + 31 * 1000));
    begin(0);
    rates_spend(&rates, &one, 1000, 1000000);
    assert_true(rates_left(&rates, &one, 1000));
    assert_int_equal(rates_wait_s(&rates, &one, 1000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_again),     cmocka_unit_test(looking_is_free),
        cmocka_unit_test(ipv6_by_network), cmocka_unit_test(nobody_is_forgotten),
        cmocka_unit_test(spending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
