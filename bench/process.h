/* bench/process.h -- a process measured from outside, in ways that cost it nothing. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

double process_cpu_s(pid_t pid);
uint64_t process_rss(pid_t pid); /* resident bytes; 0: unknown */

#endif
