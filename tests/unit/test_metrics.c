/* tests/unit/test_metrics.c -- what /metrics says, in the format that Prometheus reads. */
#include "server/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char page[METRICS_MAX];

static void written(const struct metrics *m, const struct host_counts *host, const struct net_counts *net)
{
    size_t size = metrics_write(m, host, net, true, page);
    assert_true(size < METRICS_MAX && strlen(page) == size);
}

static void has(const char *line)
{
    char wanted[120];
    snprintf(wanted, sizeof wanted, "\n%s\n", line);
    if (!strstr(page, wanted))
        fail_msg("there is no line %s", line);
}

/* Each bucket counts all that took at most so long, in steps of 64. */
static void buckets_add_up(void **state)
{
    struct metrics m = {0};
    (void)state;
    for (int i = 0; i < 64; i++) {
        timing_add(&m.commit, 100); /* at a bound */
        timing_add(&m.commit, 101);
        timing_add(&m.commit, 1500);
        timing_add(&m.commit, 2000000);
        timing_add(&m.commit, 5000000); /* beyond the last */
    }
    written(&m, &(struct host_counts){0}, &(struct net_counts){0});
    has("turncoat_store_commit_seconds_bucket{le=\"0.0001\"} 64");
    has("turncoat_store_commit_seconds_bucket{le=\"0.00025\"} 128");
    has("turncoat_store_commit_seconds_bucket{le=\"0.001\"} 128");
    has("turncoat_store_commit_seconds_bucket{le=\"0.002\"} 192");
    has("turncoat_store_commit_seconds_bucket{le=\"0.5\"} 192");
    has("turncoat_store_commit_seconds_bucket{le=\"2\"} 256");
    has("turncoat_store_commit_seconds_bucket{le=\"+Inf\"} 320");
    has("turncoat_store_commit_seconds_count 320");
    has("turncoat_store_commit_seconds_sum 448.1");
    has("turncoat_loop_turn_seconds_count 0");
}

/* Everything that one command causes, from its bytes to the time it took, leaves the page as it was. */
static void one_command_is_not_seen(void **state)
{
    static char before[METRICS_MAX];
    struct metrics m = {.commit = {.sum_us = 1000000, .all = 640}, .loop = {.sum_us = 500000, .all = 6400}};
    struct host_counts host = {.tables = 1, .events = 640, .told = 64, .entries = 64, .commits = 64};
    struct net_counts net = {.bytes_in = 65536, .bytes_out = 65536, .messages_in = 64, .messages_out = 640};
    (void)state;
    written(&m, &host, &net);
    memcpy(before, page, sizeof before);
    timing_add(&m.commit, 3000);
    timing_add(&m.loop, 200);
    for (int outcome = 0; outcome < OUTCOMES; outcome++)
        host.commands[outcome]++;
    host.events += 5;
    host.told += 5;
    host.entries++;
    host.commits++;
    net.bytes_in += 90;
    net.bytes_out += 2000;
    net.messages_in++;
    net.messages_out += 5;
    net.requests++;
    written(&m, &host, &net);
    char *memory = strstr(page, "\nturncoat_resident"), *was = strstr(before, "\nturncoat_resident");
    assert_true(memory && was);
    assert_int_equal(memory - page, was - before);
    assert_memory_equal(page, before, (size_t)(was - before));
    net.bytes_out += 65536;
    written(&m, &host, &net);
    has("turncoat_sent_bytes_total 131072");
}

static void counts_are_told(void **state)
{
    struct metrics m = {.openings_refused = 4, .origins_refused = 5};
    struct host_counts host = {.tables = 1, .seats = 2, .commands = {[TOO_FAST] = 130}, .set_aside = 7};
    (void)state;
    written(&m, &host, &(struct net_counts){.open = 3, .refused = 9});
    has("turncoat_seats 2");
    has("turncoat_commands_total{outcome=\"too_fast\"} 128");
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
        {"one command leaves the page as it was", one_command_is_not_seen, 0, 0, 0},
        {"counts are told under their names", counts_are_told, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
