/* tests/net/clock.h -- a clock that tests can move, for code that reads the real one: the loop of net/, and
 * the server on it.
 *
 * It starts at a full minute, runs by itself, and clock_skip() makes it jump, for this process and those it
 * forks.  Include it first, in one file of a program: it replaces the clock of the C library. */
#ifndef TESTS_NET_CLOCK_H
#define TESTS_NET_CLOCK_H

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, syscall */

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct shared_clock {
    atomic_llong begun_ns, skipped_ns;
} * shared_clock;

static inline void clock_skip(int64_t ms)
{
    atomic_fetch_add(&shared_clock->skipped_ns, ms * 1000000);
}

__attribute__((constructor)) static void clock_share(void)
{
    shared_clock =
        mmap(NULL, sizeof *shared_clock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_clock == MAP_FAILED)
        abort();
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    static const long long minute_ns = 60 * 1000000000ll;
    long failed = syscall(SYS_clock_gettime, id, out);
    if (failed || id != CLOCK_MONOTONIC || !shared_clock)
        return (int)failed;
    long long now_ns = out->tv_sec * 1000000000ll + out->tv_nsec, begun_ns = 0;
    if (atomic_compare_exchange_strong(&shared_clock->begun_ns, &begun_ns, now_ns))
        begun_ns = now_ns;
    now_ns += 1000 * minute_ns - begun_ns + atomic_load(&shared_clock->skipped_ns);
    *out = (struct timespec){.tv_sec = now_ns / 1000000000, .tv_nsec = now_ns % 1000000000};
    return 0;
}

#endif
