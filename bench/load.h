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
    double seconds, server_s, load_s;     /* by the clock; CPU time of the server, and of the load itself */
    uint64_t accepted, refused, withheld; /* commands; withheld: not sent, because too many were unanswered */
    uint64_t delivered, bytes;            /* messages and their bytes, to all connections */
    uint64_t stories, story_bytes;        /* those among them that are stories */
    double p50_ms, p99_ms, most_ms;       /* from sending a command until the last seat has heard its story */
};

struct load_result {
    char failure[LOAD_FAILURE_MAX]; /* "": none */
    double set_up_s;
    uint64_t rss_empty, rss_seated, rss_joined, rss_playing; /* bytes, stage by stage */
    struct load_window paced, flat; /* 2 commands per second and client; as fast as possible */
};

void load_run(const struct load_plan *plan, struct load_result *out);

#endif
