/* bench/server.c -- `turncoat bench server`: runs a server, the floor and the load, each in its own process.
 *
 * Server and floor get the same load one after the other, so that the ratio is that of one machine in one
 * mood. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/floor.h"
#include "bench/server_print.h"

enum { DESCRIPTORS_MORE = 300 };

struct bench {
    struct run runs[BENCH_RUNS_MAX];
    int count, seconds, hammer;
    const char *program;
    char folder[64];
};

/* ---- processes ---- */

static void end_process(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

/* Allows as many descriptors as the largest run needs, here and in child processes.
 * If there are too few for a run, it says so and makes the run smaller. */
static void fit_descriptors(struct bench *b)
{
    struct rlimit files, more;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return;
    for (int i = 0; i < b->count; i++) {
        rlim_t wanted = (rlim_t)b->runs[i].tables * BENCH_SEATS + DESCRIPTORS_MORE;
        more.rlim_cur = wanted;
        more.rlim_max = wanted > files.rlim_max ? wanted : files.rlim_max; /* root may raise it */
        if (wanted > files.rlim_cur && !setrlimit(RLIMIT_NOFILE, &more))
            files = more;
        if (wanted <= files.rlim_cur)
            continue;
        more.rlim_cur = more.rlim_max = files.rlim_max;
        if (!setrlimit(RLIMIT_NOFILE, &more))
            files = more;
        int fits = ((int)files.rlim_cur - DESCRIPTORS_MORE) / BENCH_SEATS;
        fprintf(stderr,
                "turncoat: %d tables need %llu open files, %llu are allowed: using %d tables instead\n",
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
    fprintf(file, "tables = 20000\nconnections = 50000\nmessages_per_s = 100000\nopenings_per_min = 0\n"
                  "connections_per_address = 50000\nrecords_per_min = 0\nstored_kb_per_min = 0\n");
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

static pid_t start_floor(int tables, size_t story_size, size_t page_size, int *port)
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
        floor_serve(listener, tables, story_size, page_size);
        _exit(1);
    }
    close(listener);
    return pid;
}

/* The load has its own process; its result comes back whole, or not at all. */
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

/* ---- runs ---- */

static bool load_one(const struct bench *b, const char *what, pid_t pid, struct load_plan plan,
                     struct load_result *out, struct hammer_result *hammered)
{
    struct hammer hammer = {0};
    if (pid <= 0) {
        fprintf(stderr, "turncoat: %s did not start\n", what);
        return false;
    }
    plan.server = pid;
    bool hammers = !b->hammer || hammer_start(&hammer, plan.port, b->hammer, plan.floor);
    bool done = hammers && run_load(&plan, out);
    if (b->hammer && !hammer_stop(&hammer, hammered))
        hammers = done = false;
    end_process(pid);
    if (!done || out->failure[0])
        fprintf(stderr, "turncoat: %s with %d tables: %s\n", what, plan.tables,
                done      ? out->failure
                : hammers ? "the load generator ended early"
                          : "those who hammer were sent away");
    return done && !out->failure[0];
}

/* Shows what the server said, if something went wrong. */
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
    static const char *const names[] = {"bench.db",      "bench.db-wal", "bench.db-shm",
                                        "bench.db.ends", "bench.conf",   "bench.log"};
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
    bool done = load_one(b, "the server", server, plan, &r->server, &r->hammered);
    if (!done)
        show_log(b);
    remove_files(b);
    if (!done)
        return false;
    const struct load_window *w = &r->server.paced;
    size_t story = w->stories ? (w->story_bytes + w->stories / 2) / w->stories : 0; /* on average */
    const struct hammer_result *h = &r->hammered;
    plan.floor = true;
    pid_t bare = start_floor(r->tables, story, h->replies ? h->bytes / h->replies : 0, &plan.port);
    return load_one(b, "the floor", bare, plan, &r->floor, &r->hammered_floor);
}

bool bench_server(const char *program, const struct bench_plan *plan, bool json)
{
    static struct bench b;
    b = (struct bench){
        .count = plan->runs, .seconds = plan->seconds, .hammer = plan->hammer, .program = program};
    for (int i = 0; i < b.count; i++)
        b.runs[i].tables = plan->tables[i];
    /* What strangers cost is measured without what the disk costs, which would be far more. */
    bool memory = b.hammer && !access("/dev/shm", W_OK);
    snprintf(b.folder, sizeof b.folder, "%s/turncoat-bench-XXXXXX", memory ? "/dev/shm" : "/tmp");
    fit_descriptors(&b);
    bool done = mkdtemp(b.folder);
    if (!done)
        fprintf(stderr, "turncoat: the benchmark cannot start: %s\n", strerror(errno));
    for (int i = 0; done && i < b.count; i++)
        done = run_one(&b, &b.runs[i]);
    rmdir(b.folder);
    if (done)
        server_print(b.runs, b.count, b.seconds, json);
    return done;
}
