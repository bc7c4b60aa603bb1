/* bench/bench.h -- `turncoat bench`: figures, each beside what it is measured against.
 *
 * Every figure is measured in this very call; nothing is remembered from an earlier one.  Results are printed
 * on stdout, as text or as one JSON object. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_SEATS = 4 }; /* of every table that is measured */

/* ---- the engine: random moves through it, against pawns on a flat array ---- */

/* `program` is this one, so that valgrind can count its instructions.  False: the mall for the benchmark
 * could not be built, or there is not enough memory. */
bool bench_engine(const char *program, bool json);

/* ---- the server: tables over loopback WebSockets, against a bare loop ---- */

enum { BENCH_HAMMER_MAX = 1000 };
enum { BENCH_RUNS_MAX = 8, BENCH_TABLES_MAX = 10000, BENCH_SECONDS = 10, BENCH_SECONDS_MAX = 60 };

struct bench_plan {
    int tables[BENCH_RUNS_MAX]; /* of each run */
    int runs;
    int seconds; /* of each measured window */
    int hammer;  /* connections that ask for pages, the lobby and a record meanwhile; 0: none */
};

/* Serves with `program`, which is this one.  False: it could not be measured; stderr says why. */
bool bench_server(const char *program, const struct bench_plan *plan, bool json);

/* ---- shared by both ---- */

/* The next of a series of random numbers (xorshift64); the state is never zero. */
static inline uint64_t bench_draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
