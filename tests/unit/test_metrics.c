/* tests/unit/test_metrics.c -- what /metrics says, in the format that Prometheus reads. */
#include "server/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Each count has a value of its own, and stands under its name with its type; what play moves, in steps. */
static void told(const char *name, const char *type, uint64_t value)
{
    char line[120];
    snprintf(line, sizeof line, "turncoat_%s %llu", name, (unsigned long long)value);
    has(line);
    snprintf(line, sizeof line, "# TYPE turncoat_%s %s", name, type);
    has(line);
}

static void counts_are_told(void **state)
{
    struct metrics m = {.openings_refused = 4, .origins_refused = 5};
    struct host_counts host = {.tables = 11, .seats = 12, .links = 13, .commands = {64, 128, 192, 256, 320}};
    struct net_counts net = {.open = 51, .websockets = 52};
    (void)state;
    host.events = 64 * 31 + 1, host.told = 64 * 32 + 1, host.opened = 33, host.finished = 34,
    host.abandoned = 39, host.set_aside = 35;
    host.commits = 64 * 36 + 1, host.commit_failures = 37, host.entries = 64 * 38 + 1;
    net.accepted = 61, net.refused = 62, net.closed = 63, net.cut_slow = 64, net.timed_out = 65;
    net.bad_requests = 66, net.bad_frames = 67, net.bytes_in = 65536 * 68 + 1, net.bytes_out = 65536 * 69 + 1,
    net.requests = 64 * 70 + 1;
    net.messages_in = 64 * 71 + 1, net.messages_out = 64 * 72 + 1;
    written(&m, &host, &net);
    told("tables", "gauge", 11);
    told("seats", "gauge", 12);
    told("browsers", "gauge", 13);
    told("events_total", "counter", 64 * 31);
    told("messages_told_total", "counter", 64 * 32);
    told("tables_opened_total", "counter", 33);
    told("games_finished_total", "counter", 34);
    told("games_abandoned_total", "counter", 39);
    told("tables_set_aside_total", "counter", 35);
    told("store_commits_total", "counter", 64 * 36);
    told("store_failures_total", "counter", 37);
    told("store_entries_total", "counter", 64 * 38);
    told("store_stuck", "gauge", 1);
    told("connections", "gauge", 51);
    told("websockets", "gauge", 52);
    told("connections_accepted_total", "counter", 61);
    told("connections_refused_total", "counter", 62);
    told("connections_cut_slow_total", "counter", 64);
    told("connections_timed_out_total", "counter", 65);
    told("bad_requests_total", "counter", 66);
    told("bad_frames_total", "counter", 67);
    told("received_bytes_total", "counter", 65536 * 68);
    told("sent_bytes_total", "counter", 65536 * 69);
    told("requests_total", "counter", 64 * 70);
    told("received_messages_total", "counter", 64 * 71);
    told("sent_messages_total", "counter", 64 * 72);
    told("openings_refused_total", "counter", 4);
    told("origins_refused_total", "counter", 5);
    has("turncoat_commands_total{outcome=\"accepted\"} 64");
    has("turncoat_commands_total{outcome=\"refused\"} 128");
    has("turncoat_commands_total{outcome=\"repeated\"} 192");
    has("turncoat_commands_total{outcome=\"malformed\"} 256");
    has("turncoat_commands_total{outcome=\"too_fast\"} 320");
    has("# TYPE turncoat_commands_total counter");
}

/* It is what the kernel says, give or take what changes meanwhile. */
static void memory_is_told(void **state)
{
    char text[100] = "", *second;
    (void)state;
    FILE *in = fopen("/proc/self/statm", "r");
    assert_true(in && fgets(text, sizeof text, in));
    fclose(in);
    strtoul(text, &second, 10);
    unsigned long resident = strtoul(second, NULL, 10);
    written(&(struct metrics){0}, &(struct host_counts){0}, &(struct net_counts){0});
    const char *at = strstr(page, "\nturncoat_resident_memory_bytes ");
    assert_non_null(at);
    double told = strtod(at + 32, NULL), bytes = (double)resident * (double)sysconf(_SC_PAGESIZE);
    assert_true(told > bytes / 2 && told < bytes * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"buckets of times add up", buckets_add_up, 0, 0, 0},
        {"one command leaves the page as it was", one_command_is_not_seen, 0, 0, 0},
        {"counts are told under their names", counts_are_told, 0, 0, 0},
        {"memory in use is told", memory_is_told, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
