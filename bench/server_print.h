/* bench/server_print.h -- the results of `turncoat bench server`, and how they are printed. */
#ifndef BENCH_SERVER_PRINT_H
#define BENCH_SERVER_PRINT_H

#include "bench/hammer.h"
#include "bench/load.h"

/* Server and floor under the same load. */
struct run {
    int tables;
    struct load_result server, floor;
    struct hammer_result hammered, hammered_floor; /* all zero: nobody hammered */
};

void server_print(const struct run *runs, int count, int seconds, bool json);

#endif
