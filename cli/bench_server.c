/* cli/bench_server.c -- `turncoat bench server`: runs a server, the floor and the
 * load, each in a process of its own, and prints what was measured.
 *
 * Server and floor get the same load one after the other, so that the ratio is
 * of one machine in one mood.  Every figure is taken in this call. */
#include "cli/bench_server.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench_server_floor.h"
#include "cli/bench_server_load.h"
#include "cli/cli.h"

enum { RUNS_MAX = 8, SECONDS = 10, SEATS = 4, DESCRIPTORS_MORE = 300, READY_S = 30 };

struct run {
    int tables;
    struct load_result server, floor;
};

struct bench {
    struct run runs[RUNS_MAX];
    int count, seconds;
    bool json;
    char program[512], folder[64];
};

/* ---- processes ---- */

static void end_process(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

/* As many descriptors as the largest run needs, here and in the processes begun
 * from here; a run for which there are too few gets smaller, and that is said. */
static void fit_descriptors(struct bench *b)
{
    struct rlimit files, more;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return;
    for (int i = 0; i < b->count; i++) {
        rlim_t wanted = (rlim_t)b->runs[i].tables * SEATS + DESCRIPTORS_MORE;
        more.rlim_cur = wanted;
        more.rlim_max = wanted > files.rlim_max ? wanted : files.rlim_max; /* root may */
        if (wanted > files.rlim_cur && !setrlimit(RLIMIT_NOFILE, &more))
            files = more;
        if (wanted <= files.rlim_cur)
            continue;
        more.rlim_cur = more.rlim_max = files.rlim_max;
        if (!setrlimit(RLIMIT_NOFILE, &more))
            files = more;
        int fits = ((int)files.rlim_cur - DESCRIPTORS_MORE) / SEATS;
        fprintf(stderr, "turncoat: %d tables need %llu open files and %llu are allowed: %d tables instead\n",
                b->runs[i].tables, (unsigned long long)wanted, (unsigned long long)files.rlim_cur, fits);
        b->runs[i].tables = fits;
    }
}

static void exec_server(const struct bench *b, int out)
{
    char store[128], config[128], log[128];
    snprintf(store, sizeof store, "sqlite:%s/bench.db", b->folder);
    snprintf(config, sizeof config, "%s/bench.conf", b->folder);
    snprintf(log, sizeof log, "%s/bench.log", b->folder);
    int log_file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(log_file, STDERR_FILENO);
    execl(b->program, b->program, "serve", "--listen", "127.0.0.1:0", "--store", store, "--config", config,
          (char *)NULL);
    _exit(127);
}

/* The port in the first line that names an address. */
static int read_port(int fd)
{
    char text[4096];
    size_t size = 0;
    while (size < sizeof text - 1) {
        ssize_t got = read(fd, text + size, sizeof text - 1 - size);
        if (got <= 0)
            return 0;
        size += (size_t)got;
        text[size] = 0;
        const char *at = strstr(text, "http://"), *colon = at ? strrchr(at, ':') : NULL;
        if (at && strchr(at, '\n'))
            return (int)strtol(colon + 1, NULL, 10);
    }
    return 0;
}

static bool write_config(const struct bench *b)
{
    char path[128];
    snprintf(path, sizeof path, "%s/bench.conf", b->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "tables = 20000\nconnections = 50000\nmessages_per_s = 100000\nopenings_per_min = 0\n");
    return !fclose(file);
}

static pid_t start_server(const struct bench *b, int *port)
{
    int ends[2];
    if (!write_config(b) || pipe(ends))
        return 0;
    pid_t pid = fork();
    if (pid == 0)
        exec_server(b, ends[1]);
    close(ends[1]);
    *port = pid > 0 ? read_port(ends[0]) : 0;
    close(ends[0]);
    if (pid > 0 && !*port) {
        end_process(pid);
        pid = 0;
    }
    return pid;
}

static pid_t start_floor(int tables, size_t story_size, int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof at) || listen(listener, 1024) ||
        getsockname(listener, (struct sockaddr *)&at, &size) || fcntl(listener, F_SETFL, O_NONBLOCK)) {
        if (listener >= 0)
            close(listener);
        return 0;
    }
    *port = ntohs(at.sin_port);
    pid_t pid = fork();
    if (pid == 0) {
        floor_serve(listener, tables, story_size);
        _exit(1);
    }
    close(listener);
    return pid;
}

/* The load has a process of its own; its result comes back whole, or not at all. */
static bool run_load(const struct load_plan *plan, struct load_result *out)
{
    int ends[2];
    if (pipe(ends))
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        static struct load_result result;
        signal(SIGPIPE, SIG_IGN);
        load_run(plan, &result);
        _exit(write(ends[1], &result, sizeof result) != sizeof result);
    }
    close(ends[1]);
    bool got = pid > 0 && read(ends[0], out, sizeof *out) == sizeof *out; /* smaller than a pipe's buffer */
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return got;
}

/* ---- figures ---- */

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
    printf("%d tables, %d connections (set up in %.1f s)\n", r->tables, r->tables * SEATS, s->set_up_s);
    print_window("2 commands a second", &s->paced, &r->floor.paced);
    print_window("  floor", &r->floor.paced, NULL);
    print_window("flat out", &s->flat, &r->floor.flat);
    print_window("  floor", &r->floor.flat, NULL);
    printf("  %.0f bytes a message; %.1f KiB a table with its four connections, %.2f KiB of it a connection\n"
           "  refused %.2f%% of commands at 2 a second, %.2f%% flat out; withheld %llu\n\n",
           each(s->paced.bytes, s->paced.delivered), grown(s->rss_empty, s->rss_playing, r->tables) / 1024,
           grown(s->rss_seated, s->rss_joined, r->tables * SEATS) / 1024,
           100 * each(s->paced.refused, s->paced.refused + s->paced.accepted),
           100 * each(s->flat.refused, s->flat.refused + s->flat.accepted),
           (unsigned long long)s->paced.withheld);
}

static void print_text(const struct bench *b)
{
    printf("Tables of four over loopback WebSockets, everything stored before it is shown; %d s each.\n"
           "The floor is a bare epoll loop that fans messages of the same size out: no rules, no store.\n\n"
           "  %-22s %9s %11s %8s %8s %8s %8s %8s %9s %6s\n",
           b->seconds, "", "commands", "delivered", "p50", "p99", "most", "server", "load", "CPU s per",
           "/floor");
    printf("  %-22s %9s %11s %8s %8s %8s %8s %8s %9s\n", "", "/s", "/s", "ms", "ms", "ms", "CPU", "CPU",
           "million");
    for (int i = 0; i < b->count; i++)
        print_run(&b->runs[i]);
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

static void print_json(const struct bench *b)
{
    printf("{\"bench\":\"server\",\"seconds\":%d,\"runs\":[", b->seconds);
    for (int i = 0; i < b->count; i++) {
        const struct run *r = &b->runs[i];
        printf("%s{\"tables\":%d,", i ? "," : "", r->tables);
        print_json_window("paced", &r->server.paced);
        printf(",");
        print_json_window("flat_out", &r->server.flat);
        printf(",\"floor\":{");
        print_json_window("paced", &r->floor.paced);
        printf(",");
        print_json_window("flat_out", &r->floor.flat);
        printf("},\"of_floor\":{\"paced\":%.4f,\"flat_out\":%.4f},\"rss_per_table\":%.0f,"
               "\"rss_per_connection\":%.0f}",
               per_million(&r->server.paced) / per_million(&r->floor.paced),
               per_million(&r->server.flat) / per_million(&r->floor.flat),
               grown(r->server.rss_empty, r->server.rss_playing, r->tables),
               grown(r->server.rss_seated, r->server.rss_joined, r->tables * SEATS));
    }
    printf("]}\n");
}

/* ---- runs ---- */

static bool load_one(const char *what, pid_t pid, struct load_plan plan, struct load_result *out)
{
    if (pid <= 0) {
        fprintf(stderr, "turncoat: %s did not start\n", what);
        return false;
    }
    plan.server = pid;
    bool done = run_load(&plan, out);
    end_process(pid);
    if (!done || out->failure[0])
        fprintf(stderr, "turncoat: %s with %d tables: %s\n", what, plan.tables,
                done ? out->failure : "the load ended early");
    return done && !out->failure[0];
}

/* What the server said, when something went wrong. */
static void show_log(const struct bench *b)
{
    char path[128], line[512];
    snprintf(path, sizeof path, "%s/bench.log", b->folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        fputs(line, stderr);
    if (file)
        fclose(file);
}

static void remove_files(const struct bench *b)
{
    static const char *const names[] = {"bench.db", "bench.db-wal", "bench.db-shm", "bench.conf",
                                        "bench.log"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", b->folder, names[i]);
        unlink(path);
    }
}

static bool run_one(const struct bench *b, struct run *r)
{
    struct load_plan plan = {.tables = r->tables, .seconds = b->seconds};
    pid_t server = start_server(b, &plan.port);
    bool done = load_one("the server", server, plan, &r->server);
    if (!done)
        show_log(b);
    remove_files(b);
    if (!done)
        return false;
    size_t story = (size_t)(each(r->server.paced.story_bytes, r->server.paced.stories) + 0.5);
    plan.floor = true;
    pid_t bare = start_floor(r->tables, story, &plan.port);
    return load_one("the floor", bare, plan, &r->floor);
}

static bool read_tables(struct bench *b, const char *list)
{
    b->count = 0;
    while (*list && b->count < RUNS_MAX) {
        char *end;
        long tables = strtol(list, &end, 10);
        if (end == list || tables < 1 || tables > 10000 || (*end && *end != ','))
            return false;
        b->runs[b->count++].tables = (int)tables;
        list = *end ? end + 1 : end;
    }
    return b->count && !*list;
}

static void help(void)
{
    printf("turncoat bench server [--tables N,N...] [--seconds S] [--json]\n"
           "  Opens N tables of four over loopback WebSockets, plays them at 2 commands a second\n"
           "  and client and then flat out, each for S seconds (%d), and does the same with a bare\n"
           "  fan-out loop as the floor.\n"
           "  By default N is 10, 100, 1000 and 5000.\n",
           SECONDS);
}

static int read_options(struct bench *b, int argc, char **argv)
{
    long seconds = SECONDS;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            help();
            return EXIT_NO;
        }
        if (!strcmp(argv[i], "--json"))
            b->json = true;
        else if (!strcmp(argv[i], "--tables") && i + 1 < argc && read_tables(b, argv[i + 1]))
            i++;
        else if (!strcmp(argv[i], "--seconds") && i + 1 < argc && cli_number(argv[i + 1], 1, 60, &seconds))
            i++;
        else if (i != 1 || strcmp(argv[i], "server"))
            return cli_wrong_use("bench server does not understand `%s`: see turncoat bench server --help",
                                 argv[i]);
    }
    b->seconds = (int)seconds;
    return EXIT_DONE;
}

int bench_server_main(int argc, char **argv)
{
    static struct bench b;
    read_tables(&b, "10,100,1000,5000");
    int wrong = read_options(&b, argc, argv);
    if (wrong)
        return wrong == EXIT_NO ? EXIT_DONE : wrong;
    snprintf(b.folder, sizeof b.folder, "/tmp/turncoat-bench-XXXXXX");
    ssize_t size = readlink("/proc/self/exe", b.program, sizeof b.program - 1);
    fit_descriptors(&b);
    if (size <= 0 || !mkdtemp(b.folder))
        return fprintf(stderr, "turncoat: the bench cannot begin: %s\n", strerror(errno)), EXIT_NO;
    bool done = true;
    for (int i = 0; done && i < b.count; i++)
        done = run_one(&b, &b.runs[i]);
    rmdir(b.folder);
    if (!done)
        return EXIT_NO;
    b.json ? print_json(&b) : print_text(&b);
    return EXIT_DONE;
}
