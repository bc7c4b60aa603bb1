/* bench/process.c -- what the kernel says about a process. */
#include "bench/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

double process_cpu_s(pid_t pid)
{
    clockid_t clock;
    struct timespec used = {0};
    if (!clock_getcpuclockid(pid, &clock))
        clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

uint64_t process_rss(pid_t pid)
{
    char path[64];
    unsigned long long pages = 0, all = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    char line[128] = "";
    if (file && fgets(line, sizeof line, file)) {
        char *rest;
        all = strtoull(line, &rest, 10);
        pages = strtoull(rest, NULL, 10);
    }
    if (file)
        fclose(file);
    return all ? pages * (unsigned long long)sysconf(_SC_PAGESIZE) : 0;
}
