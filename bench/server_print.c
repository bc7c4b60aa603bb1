/* bench/server_print.c -- the figures of `turncoat bench server`, as text or as JSON. */
#include "bench/server_print.h"

#include <stdio.h>

#include "bench/bench.h"

static double per_million(const struct load_window *w)
{
    return w->delivered ? w->server_s * 1e6 / (double)w->delivered : 0;
}

static double each(uint64_t all, uint64_t count)
{
    return count ? (double)all / (double)count : 0;
}

static double grown(uint64_t from, uint64_t to, int count)
{
    return to > from ? (double)(to - from) / count : 0;
}

static void print_window(const char *name, const struct load_window *w, const struct load_window *floor)
{
    printf("  %-22s %9.0f %11.0f %8.2f %8.2f %8.2f %7.0f%% %7.0f%% %9.2f %6.2f\n", name,
           (double)w->accepted / w->seconds, (double)w->delivered / w->seconds, w->p50_ms, w->p99_ms,
           w->most_ms, 100 * w->server_s / w->seconds, 100 * w->load_s / w->seconds, per_million(w),
           floor && per_million(floor) > 0 ? per_million(w) / per_million(floor) : 1.0);
}

static void print_run(const struct run *r)
{
    const struct load_result *s = &r->server;
    printf("%d tables, %d connections (set up in %.1f s)\n", r->tables, r->tables * BENCH_SEATS, s->set_up_s);
    print_window("2 commands per second", &s->paced, &r->floor.paced);
    print_window("  floor", &r->floor.paced, NULL);
    print_window("flat out", &s->flat, &r->floor.flat);
    print_window("  floor", &r->floor.flat, NULL);
    printf(
        "  %.0f bytes per message; %.1f KiB per table with four connections, %.2f KiB of it per connection\n"
        "  refused %.2f%% of commands at 2 per second, %.2f%% flat out; withheld %llu\n\n",
        each(s->paced.bytes, s->paced.delivered), grown(s->rss_empty, s->rss_playing, r->tables) / 1024,
        grown(s->rss_seated, s->rss_joined, r->tables * BENCH_SEATS) / 1024,
        100 * each(s->paced.refused, s->paced.refused + s->paced.accepted),
        100 * each(s->flat.refused, s->flat.refused + s->flat.accepted),
        (unsigned long long)s->paced.withheld);
}

static double rate(const struct hammer_result *h)
{
    return h->seconds > 0 ? (double)h->replies / h->seconds : 0;
}

static void print_hammered(const struct run *r)
{
    const struct load_window *w = &r->server.paced, *floor = &r->floor.paced;
    if (!r->hammered.replies)
        return;
    printf("  hammered, with the store in /dev/shm if possible: %.0f replies per second of %.0f bytes,\n"
           "  floor %.0f; at 2 commands per second p99 is %.2f ms, floor %.2f ms, ratio %.2f\n\n",
           rate(&r->hammered), each(r->hammered.bytes, r->hammered.replies), rate(&r->hammered_floor),
           w->p99_ms, floor->p99_ms, floor->p99_ms > 0 ? w->p99_ms / floor->p99_ms : 0);
}

static void print_text(const struct run *runs, int count, int seconds)
{
    printf("Tables of four over loopback WebSockets; everything is stored before it is shown; %d s each.\n"
           "The floor is a bare epoll loop that fans out messages of the same size: no rules, no store.\n\n"
           "  %-22s %9s %11s %8s %8s %8s %8s %8s %9s %6s\n",
           seconds, "", "commands", "delivered", "p50", "p99", "most", "server", "load", "CPU s per",
           "/floor");
    printf("  %-22s %9s %11s %8s %8s %8s %8s %8s %9s\n", "", "/s", "/s", "ms", "ms", "ms", "CPU", "CPU",
           "million");
    for (int i = 0; i < count; i++) {
        print_run(&runs[i]);
        print_hammered(&runs[i]);
    }
}

static void print_json_window(const char *name, const struct load_window *w)
{
    printf("\"%s\":{\"commands_per_s\":%.1f,\"delivered_per_s\":%.1f,\"refused\":%llu,\"withheld\":%llu,"
           "\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"most_ms\":%.3f,"
           "\"cpu\":%.4f,\"load_cpu\":%.4f,\"cpu_s_per_million\":%.4f,"
           "\"bytes_per_message\":%.1f}",
           name, (double)w->accepted / w->seconds, (double)w->delivered / w->seconds,
           (unsigned long long)w->refused, (unsigned long long)w->withheld, w->p50_ms, w->p99_ms, w->most_ms,
           w->server_s / w->seconds, w->load_s / w->seconds, per_million(w), each(w->bytes, w->delivered));
}

static void print_json(const struct run *runs, int count, int seconds)
{
    printf("{\"bench\":\"server\",\"seconds\":%d,\"runs\":[", seconds);
    for (int i = 0; i < count; i++) {
        const struct run *r = &runs[i];
        printf("%s{\"tables\":%d,", i ? "," : "", r->tables);
        print_json_window("paced", &r->server.paced);
        printf(",");
        print_json_window("flat_out", &r->server.flat);
        printf(",\"floor\":{");
        print_json_window("paced", &r->floor.paced);
        printf(",");
        print_json_window("flat_out", &r->floor.flat);
        printf("},\"of_floor\":{\"paced\":%.4f,\"flat_out\":%.4f},\"rss_per_table\":%.0f,"
               "\"rss_per_connection\":%.0f,\"hammered_per_s\":%.1f,\"floor_hammered_per_s\":%.1f}",
               per_million(&r->server.paced) / per_million(&r->floor.paced),
               per_million(&r->server.flat) / per_million(&r->floor.flat),
               grown(r->server.rss_empty, r->server.rss_playing, r->tables),
               grown(r->server.rss_seated, r->server.rss_joined, r->tables * BENCH_SEATS), rate(&r->hammered),
               rate(&r->hammered_floor));
    }
    printf("]}\n");
}

void server_print(const struct run *runs, int count, int seconds, bool json)
{
    json ? print_json(runs, count, seconds) : print_text(runs, count, seconds);
}
