/* cli/bench.c -- `turncoat bench`: what to measure, and for how long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/walk.h"
#include "cli/cli.h"
#include "cli/commands.h"

enum { MOVES_MAX = 1000000000, MOVES = 2000000 };

/* The path of this program; if that is not known, its name. */
static const char *own_program(void)
{
    static char path[512];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    return size > 0 ? path : "turncoat";
}

/* ---- bench server ---- */

static bool read_tables(struct bench_plan *plan, const char *list)
{
    plan->runs = 0;
    while (*list && plan->runs < BENCH_RUNS_MAX) {
        char *end;
        long tables = strtol(list, &end, 10);
        if (end == list || tables < 1 || tables > BENCH_TABLES_MAX || (*end && *end != ','))
            return false;
        plan->tables[plan->runs++] = (int)tables;
        list = *end ? end + 1 : end;
    }
    return plan->runs && !*list;
}

static int help_server(void)
{
    printf("usage: turncoat bench server [--tables N,N...] [--seconds S] [--hammer C] [--json]\n"
           "  Opens N tables of four over loopback WebSockets, plays them at 2 commands per second\n"
           "  and player, then flat out, each for S seconds (%d), and does the same with a bare\n"
           "  fan-out loop as the floor.\n"
           "  --hammer: meanwhile C others ask for pages, the lobby and a record, as fast as they can.\n"
           "    The store is then in memory (/dev/shm), if there is such a place: no disk is waited for.\n"
           "  By default N is 10, 100, 1000 and 5000.\n",
           BENCH_SECONDS);
    return EXIT_DONE;
}

static int server_main(int argc, char **argv)
{
    struct bench_plan plan = {.tables = {10, 100, 1000, 5000}, .runs = 4};
    long seconds = BENCH_SECONDS, hammer = 0;
    bool json = false;
    if (cli_asks_help(argc, argv))
        return help_server();
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if ((!strcmp(argv[i], "--tables") && read_tables(&plan, value)) ||
                 (!strcmp(argv[i], "--seconds") && cli_number(value, 1, BENCH_SECONDS_MAX, &seconds)) ||
                 (!strcmp(argv[i], "--hammer") && cli_number(value, 1, BENCH_HAMMER_MAX, &hammer)))
            i++;
        else
            return cli_wrong_use("bench server does not understand `%s`: see turncoat bench server --help",
                                 argv[i]);
    }
    plan.seconds = (int)seconds;
    plan.hammer = (int)hammer;
    return bench_server(own_program(), &plan, json) ? EXIT_DONE : EXIT_NO;
}

/* ---- bench engine ---- */

static const char usage[] =
    "usage: turncoat bench [engine] [--json], or turncoat bench server --help\n"
    "  Times random legal moves through the engine against a bare floor, in one run.\n"
    "  --walk WAY --moves N  one walk alone (0 floor, 1 judged, 2 shown, 3 table, 4 views; at a table of 8\n"
    "                        5 judged, 6 with hidden roles, 7 shown, 8 with hidden roles)\n";

/* One walk and nothing else, for callgrind to count. */
static int walk_alone(long way, long moves)
{
    struct walk_result result;
    return walk_run((enum walk_way)way, 1, (uint64_t)moves, &result) ? EXIT_DONE : EXIT_NO;
}

int bench_main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "server"))
        return server_main(argc - 1, argv + 1);
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    long way = -1, moves = MOVES;
    bool json = false;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if ((!strcmp(argv[i], "--walk") && cli_number(value, 0, WALK_WAYS - 1, &way)) ||
                 (!strcmp(argv[i], "--moves") && cli_number(value, 1, MOVES_MAX, &moves)))
            i++;
        else if (i != 1 || strcmp(argv[i], "engine"))
            return cli_wrong_use("bench does not understand `%s`: see turncoat bench --help", argv[i]);
    }
    if (way >= 0)
        return walk_alone(way, moves);
    if (bench_engine(own_program(), json))
        return EXIT_DONE;
    return cli_cannot("the mall for the benchmark could not be built, or there is not enough memory");
}
