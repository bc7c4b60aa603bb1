/* server/metrics.h -- what /metrics says, in the text format of Prometheus.
 *
 * Only numbers: nothing about any single table or person.  What play moves is told in steps. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "net/net.h"
#include "server/host.h"

enum { METRICS_MAX = 16384, TIMINGS = 12 };

struct timing { /* a histogram of times */
    uint64_t count[TIMINGS + 1], sum_us, all;
};

void timing_add(struct timing *t, uint64_t us);

struct metrics {
    struct timing commit, loop;
    uint64_t openings_refused, records_refused, stored_refused, misses_refused, origins_refused;
};

size_t metrics_write(const struct metrics *m, const struct host_counts *host, const struct net_counts *net,
                     bool stuck, char out[METRICS_MAX]);

#endif
