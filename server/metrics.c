/* server/metrics.c -- writing the metrics. */
#include "server/metrics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const uint64_t bounds_us[TIMINGS] = {100,  250,   500,   1000,   2000,   4000,
                                            8000, 16000, 50000, 100000, 500000, 2000000};

void timing_add(struct timing *t, uint64_t us)
{
    int i = 0;
    while (i < TIMINGS && us > bounds_us[i])
        i++;
    t->count[i]++;
    t->sum_us += us;
    t->all++;
}

struct page {
    char *out;
    size_t size;
};

static void line(struct page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(struct page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int more = vsnprintf(p->out + p->size, METRICS_MAX - p->size, format, args);
    va_end(args);
    if (more > 0 && p->size + (size_t)more < METRICS_MAX)
        p->size += (size_t)more;
}

/* What goes on at a table must not be read from the numbers of a quiet server: one event, one message or the
 * length of one would tell of a card that was drawn or words that were whispered.  What each of those moves
 * is told in steps; what only people who come and go move, and what is wrong, exactly.  Whoever
 * adds traffic of their own can find out where a step is: that is why outsiders see no numbers at all. */
enum { STEP = 64, STEP_BYTES = 64 * 1024, STEP_US = 100 * 1000, STEP_MEMORY = 1024 * 1024 };

static uint64_t in_steps(uint64_t value, uint64_t step)
{
    return value - value % step;
}

static void metric(struct page *p, const char *name, const char *type, const char *help, uint64_t value)
{
    line(p, "# HELP turncoat_%s %s\n# TYPE turncoat_%s %s\nturncoat_%s %" PRIu64 "\n", name, help, name, type,
         name, value);
}

static void histogram(struct page *p, const char *name, const char *help, const struct timing *t)
{
    uint64_t sum = 0;
    line(p, "# HELP turncoat_%s %s\n# TYPE turncoat_%s histogram\n", name, help, name);
    for (int i = 0; i < TIMINGS; i++) {
        sum += t->count[i];
        line(p, "turncoat_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, (double)bounds_us[i] / 1e6,
             in_steps(sum, STEP));
    }
    line(p, "turncoat_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, in_steps(t->all, STEP));
    line(p, "turncoat_%s_sum %g\nturncoat_%s_count %" PRIu64 "\n", name,
         (double)in_steps(t->sum_us, STEP_US) / 1e6, name, in_steps(t->all, STEP));
}

static uint64_t resident_bytes(void)
{
    unsigned long pages = 0, resident = 0;
    char text[80] = "";
    FILE *in = fopen("/proc/self/statm", "r");
    if (!in)
        return 0;
    if (fgets(text, sizeof text, in)) {
        char *end = text;
        for (pages = 0; *end && *end != ' '; end++)
            pages++;
        for (end += *end == ' '; *end >= '0' && *end <= '9'; end++)
            resident = resident * 10 + (unsigned long)(*end - '0');
    }
    fclose(in);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void commands(struct page *p, const struct host_counts *host)
{
    static const char *const outcomes[OUTCOMES] = {"accepted", "refused", "repeated", "malformed",
                                                   "too_fast"};
    line(p, "# HELP turncoat_commands_total Messages from browsers, by outcome.\n"
            "# TYPE turncoat_commands_total counter\n");
    for (int i = 0; i < OUTCOMES; i++)
        line(p, "turncoat_commands_total{outcome=\"%s\"} %" PRIu64 "\n", outcomes[i],
             in_steps(host->commands[i], STEP));
}

static void network(struct page *p, const struct net_counts *net)
{
    metric(p, "connections", "gauge", "Open connections.", (uint64_t)net->open);
    metric(p, "websockets", "gauge", "Open WebSockets.", (uint64_t)net->websockets);
    metric(p, "connections_accepted_total", "counter", "Connections accepted.", net->accepted);
    metric(p, "connections_refused_total", "counter", "Connections refused at a limit.", net->refused);
    metric(p, "connections_cut_slow_total", "counter", "Connections cut because they did not read.",
           net->cut_slow);
    metric(p, "connections_timed_out_total", "counter", "Connections cut because they said nothing.",
           net->timed_out);
    metric(p, "bad_requests_total", "counter", "Malformed HTTP requests.", net->bad_requests);
    metric(p, "bad_frames_total", "counter", "WebSocket frames that broke the protocol.", net->bad_frames);
    metric(p, "requests_total", "counter", "HTTP requests.", in_steps(net->requests, STEP));
    metric(p, "received_bytes_total", "counter", "Bytes received.", in_steps(net->bytes_in, STEP_BYTES));
    metric(p, "sent_bytes_total", "counter", "Bytes sent.", in_steps(net->bytes_out, STEP_BYTES));
    metric(p, "received_messages_total", "counter", "WebSocket messages received.",
           in_steps(net->messages_in, STEP));
    metric(p, "sent_messages_total", "counter", "WebSocket messages sent.",
           in_steps(net->messages_out, STEP));
}

size_t metrics_write(const struct metrics *m, const struct host_counts *host, const struct net_counts *net,
                     bool stuck, char out[METRICS_MAX])
{
    struct page p = {out, 0};
    metric(&p, "tables", "gauge", "Tables in memory.", (uint64_t)host->tables);
    metric(&p, "seats", "gauge", "Seats taken, bots included.", (uint64_t)host->seats);
    metric(&p, "browsers", "gauge", "Browsers at tables.", (uint64_t)host->links);
    metric(&p, "tables_memory_bytes", "gauge", "Memory that tables take.",
           in_steps(host->memory, STEP_MEMORY));
    metric(&p, "tables_opened_total", "counter", "Tables opened.", host->opened);
    metric(&p, "games_finished_total", "counter", "Games that reached their end.", host->finished);
    metric(&p, "games_abandoned_total", "counter", "Games that were ended before that.", host->abandoned);
    metric(&p, "tables_set_aside_total", "counter", "Tables set aside because of a bug.", host->set_aside);
    commands(&p, host);
    metric(&p, "events_total", "counter", "Events at all tables.", in_steps(host->events, STEP));
    metric(&p, "messages_told_total", "counter", "Messages to browsers.", in_steps(host->told, STEP));
    metric(&p, "store_entries_total", "counter", "Accepted commands stored.", in_steps(host->entries, STEP));
    metric(&p, "store_commits_total", "counter", "Commits.", in_steps(host->commits, STEP));
    metric(&p, "store_failures_total", "counter", "Commits that failed.", host->commit_failures);
    metric(&p, "store_stuck", "gauge", "1 while the store fails.", stuck);
    histogram(&p, "store_commit_seconds", "Time per commit.", &m->commit);
    histogram(&p, "loop_turn_seconds", "Time per turn of the loop.", &m->loop);
    network(&p, net);
    metric(&p, "openings_refused_total", "counter",
           "Tables and seats refused because one address asked too often.", m->openings_refused);
    metric(&p, "misses_refused_total", "counter",
           "Requests refused because one address asked for too many tables that do not exist.",
           m->misses_refused);
    metric(&p, "origins_refused_total", "counter", "Requests from pages of other sites.", m->origins_refused);
    metric(&p, "resident_memory_bytes", "gauge", "Memory in use.", in_steps(resident_bytes(), STEP_MEMORY));
    return p.size;
}
