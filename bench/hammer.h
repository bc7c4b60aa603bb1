/* bench/hammer.h -- strangers who ask for one thing after the other while others play: pages, the lobby and a
 * record, each again as soon as the last reply has come.
 *
 * They are a process of their own.  For the floor there is one page, as long as the server's replies were on
 * average. */
#ifndef BENCH_HAMMER_H
#define BENCH_HAMMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct hammer {
    pid_t pid;
    int stop, news; /* pipes to and from it */
};
struct hammer_result {
    double seconds;
    uint64_t replies, bytes; /* bytes: of the bodies */
};

/* False: it could not be started, or the server has no record for it. */
bool hammer_start(struct hammer *h, int port, int connections, bool floor);
bool hammer_stop(struct hammer *h, struct hammer_result *out);

#endif
