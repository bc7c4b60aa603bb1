/* tests/unit/test_wakes.c -- the heap of deadlines against a plain list: whatever is added, moved and
 * removed, the first is the earliest. */
#include "server/wakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/dice.h"

enum { WAKES = 300, STEPS = 20000 };

static uint64_t key[2] = {3, 9}, drawn;

static uint32_t below(uint32_t limit)
{
    return dice_below(key, drawn++, limit);
}

static int64_t earliest(const struct wake *all)
{
    int64_t first_ms = INT64_MAX;
    for (int i = 0; i < WAKES; i++)
        if (all[i].place && all[i].at_ms < first_ms)
            first_ms = all[i].at_ms;
    return first_ms;
}

static size_t how_many(const struct wake *all)
{
    size_t count = 0;
    for (int i = 0; i < WAKES; i++)
        count += all[i].place != 0;
    return count;
}

/* Times are close together, so that many are the same; some never come. */
static int64_t any_time(void)
{
    return below(20) ? (int64_t)below(1000) - 500 : INT64_MAX;
}

static void as_a_list(void **state)
{
    static struct wake all[WAKES];
    struct wakes heap = {0};
    (void)state;
    for (int i = 0; i < STEPS; i++) {
        struct wake *x = &all[below(WAKES)];
        if (!x->place)
            assert_true(wakes_add(&heap, x) && x->at_ms == INT64_MAX);
        else if (below(4) == 0)
            wakes_remove(&heap, x);
        wakes_set(&heap, x, any_time());
        const struct wake *first = wakes_first(&heap);
        assert_int_equal(heap.count, how_many(all));
        assert_int_equal(first ? first->at_ms : INT64_MAX, earliest(all));
    }
    free(heap.heap);
}

/* All come, in the order of time. */
static void taken_in_order(void **state)
{
    static struct wake all[WAKES];
    struct wakes heap = {0};
    (void)state;
    for (int round = 0; round < 20; round++) {
        int64_t before_ms = INT64_MIN;
        size_t left = WAKES;
        for (int i = 0; i < WAKES; i++) {
            assert_true(wakes_add(&heap, &all[i]));
            wakes_set(&heap, &all[i], any_time());
        }
        for (struct wake *first; (first = wakes_first(&heap)); left--) {
            assert_true(first->at_ms >= before_ms);
            before_ms = first->at_ms;
            wakes_remove(&heap, first);
            assert_int_equal(first->place, 0);
            wakes_remove(&heap, first); /* once is enough */
        }
        assert_int_equal(left, 0);
    }
    free(heap.heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P4.1 however many clocks there are, the earliest is known", as_a_list, 0, 0, 0},
        {"P4.1 and all of them come in their order", taken_in_order, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
