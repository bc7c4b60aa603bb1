/* server/log.c -- writing the log. */
#include "server/log.h"

#include <stdio.h>
#include <time.h>

void log_line(const char *event, const char *detail)
{
    struct timespec now;
    struct tm day;
    char time[32], line[512];
    int size;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &day);
    strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &day);
    size = snprintf(line, sizeof line, "%s.%03ldZ %s \"", time, now.tv_nsec / 1000000, event);
    for (; *detail && size < (int)sizeof line - 3; detail++)
        line[size++] = *detail < ' ' || *detail == '"' || *detail == '\\' ? '\'' : *detail;
    line[size++] = '"';
    line[size++] = '\n';
    fwrite(line, 1, (size_t)size, stderr); /* in one piece: lines of two threads must not mix */
}
