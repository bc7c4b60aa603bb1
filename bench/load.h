/* bench/load.h -- the load of `turncoat bench server`: tables of four
 * over loopback WebSockets, in a process of its own.
 *
 * The server is another process and is measured from outside: its CPU time by
 * its clock, its memory by what the kernel says is resident. */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { LOAD_FAILURE_MAX = 160 };

struct load_plan {
    int port;
    pid_t server;
    int tables;
    int seconds; /* of each measured window */
    bool floor;  /* the server is the floor */
};

struct load_window {
    double seconds, server_s, load_s;     /* by the clock; of CPU: the server's, the load's own */
    uint64_t accepted, refused, withheld; /* commands; not sent, for too many were unanswered */
    uint64_t delivered, bytes;            /* messages and their bytes, to all connections */
    uint64_t stories, story_bytes;        /* the stories among them */
    double p50_ms, p99_ms, most_ms;       /* from a command sent to its story heard by the last seat */
};

struct load_result {
    char failure[LOAD_FAILURE_MAX]; /* "": none */
    double set_up_s;
    uint64_t rss_empty, rss_seated, rss_joined, rss_playing; /* bytes, one stage after the other */
    struct load_window paced, flat; /* 2 commands a second and client; as fast as it goes */
};

void load_run(const struct load_plan *plan, struct load_result *out);

#endif
