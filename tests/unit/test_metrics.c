/* tests/unit/test_metrics.c -- what /metrics says, in the format that Prometheus reads. */
#include "server/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char page[METRICS_MAX];

static void written(const struct metrics *m, const struct host_counts *host)
{
    struct net_counts net = {.open = 3, .refused = 9};
    size_t size = metrics_write(m, host, &net, true, page);
    assert_true(size < METRICS_MAX && strlen(page) == size);
}

static void has(const char *line)
{
    char wanted[120];
    snprintf(wanted, sizeof wanted, "\n%s\n", line);
    if (!strstr(page, wanted))
        fail_msg("there is no line %s", line);
}

/* Each bucket counts all that took at most so long. */
static void buckets_add_up(void **state)
{
    struct metrics m = {0};
    (void)state;
    timing_add(&m.commit, 100); /* at a bound */
    timing_add(&m.commit, 101);
    timing_add(&m.commit, 1500);
    timing_add(&m.commit, 2000000);
    timing_add(&m.commit, 5000000); /* beyond the last */
    written(&m, &(struct host_counts){0});
    has("turncoat_store_commit_seconds_bucket{le=\"0.0001\"} 1");
    has("turncoat_store_commit_seconds_bucket{le=\"0.00025\"} 2");
    has("turncoat_store_commit_seconds_bucket{le=\"0.001\"} 2");
    has("turncoat_store_commit_seconds_bucket{le=\"0.002\"} 3");
    has("turncoat_store_commit_seconds_bucket{le=\"0.5\"} 3");
    has("turncoat_store_commit_seconds_bucket{le=\"2\"} 4");
    has("turncoat_store_commit_seconds_bucket{le=\"+Inf\"} 5");
    has("turncoat_store_commit_seconds_count 5");
    has("turncoat_store_commit_seconds_sum 7.0017");
    has("turncoat_loop_turn_seconds_count 0");
}

static void counts_are_told(void **state)
{
    struct metrics m = {.openings_refused = 4, .origins_refused = 5};
    struct host_counts host = {.tables = 1, .seats = 2, .commands = {[TOO_FAST] = 6}, .set_aside = 7};
    (void)state;
    written(&m, &host);
    has("turncoat_seats 2");
    has("turncoat_commands_total{outcome=\"too_fast\"} 6");
    has("turncoat_tables_set_aside_total 7");
    has("turncoat_store_stuck 1");
    has("turncoat_connections 3");
    has("turncoat_connections_refused_total 9");
    has("turncoat_openings_refused_total 4");
    has("turncoat_origins_refused_total 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"buckets of times add up", buckets_add_up, 0, 0, 0},
        {"counts are told under their names", counts_are_told, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
