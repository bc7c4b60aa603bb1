/* cli/simulate.c -- `turncoat simulate`: whole games by bots, in virtual time, on
 * all cores; the same seed gives the same figures on any number of them.
 *
 * It knows no game: what is set up, counted and printed is in simulate_<game>.c, or in simulate_any.c. */
#include "cli/simulate.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "core/dice.h"

static const struct simulate_game *const parts[] = {&simulate_maze, &simulate_traitor};
enum { PARTS = sizeof parts / sizeof *parts };

/* ---- one game ---- */

uint64_t simulate_seed(const struct simulate_options *o, long game)
{
    const uint64_t key[2] = {o->seed, 0};
    return dice_number(key, (uint64_t)game);
}

bool simulate_no_memory(void)
{
    fputs("turncoat: out of memory\n", stderr);
    return false;
}

static void bring_material(struct match *m, const struct simulate_options *o, struct simulate_record *record)
{
    const char *text;
    size_t size;
    m->table.material = o->part->material ? o->part->material(&text, &size) : NULL;
    if (m->table.material && o->record)
        record_add_material(&record->sheet, text, size);
}

bool simulate_open(struct match *m, const struct simulate_options *o, uint64_t seed,
                   struct simulate_record *record)
{
    static const char *const names[SEATS_MAX] = {"Ada", "Bo",  "Cleo", "Dag", "Eve", "Finn",
                                                 "Gro", "Hal", "Ida",  "Jon", "Kit", "Lou"};
    refusal_t refusal = REFUSAL_OK;
    if (!match_open(m, o->game, seed))
        return simulate_no_memory();
    simulate_record_begin(record, m, seed, o->record != NULL);
    bring_material(m, o, record);
    for (int i = 0; i < o->players && !refusal; i++)
        refusal = match_seat(m, o->kinds[i % o->kind_count], o->pace, names[i]);
    if (!refusal)
        refusal = o->part->set_up(m);
    if (!refusal)
        return true;
    fprintf(stderr, "turncoat: %s\n", o->game->schema->refusals[refusal].text);
    simulate_record_end(record);
    match_close(m);
    return false;
}

static bool write_record(struct simulate_record *record, const struct simulate_options *o, long game)
{
    static atomic_flag told = ATOMIC_FLAG_INIT; /* once, not by every thread */
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s-%06ld.jsonl", o->record, o->game->name, game + 1);
    bool written = length > 0 && (size_t)length < sizeof path && simulate_record_write(record, path);
    if (!written && !atomic_flag_test_and_set(&told))
        fprintf(stderr, "%s: cannot be written\n", path);
    return written;
}

/* Told before anything is played. */
static bool folder_ready(const char *folder)
{
    struct stat about;
    bool there = !stat(folder, &about);
    if (there && S_ISDIR(about.st_mode) && !access(folder, W_OK | X_OK))
        return true;
    fprintf(stderr, "%s: %s\n", folder, there && !S_ISDIR(about.st_mode) ? "is no folder" : strerror(errno));
    return false;
}

static bool play(const struct simulate_options *o, long game, struct match *m, void *result)
{
    struct simulate_record record;
    if (!simulate_open(m, o, simulate_seed(o, game), &record))
        return false;
    while (match_step(m, o->part->until_ms))
        ;
    o->part->judge(m, result);
    bool written = !o->record || write_record(&record, o, game);
    simulate_record_end(&record);
    match_close(m);
    return written;
}

/* What cannot be set up is told once, not by every thread. */
static bool can_be_played(const struct simulate_options *o)
{
    struct match *m = malloc(sizeof *m);
    struct simulate_record record;
    bool good = m && simulate_open(m, o, 0, &record);
    if (good) {
        simulate_record_end(&record);
        match_close(m);
    }
    free(m);
    return good;
}

/* ---- all games ---- */

struct work {
    const struct simulate_options *o;
    uint8_t *results;
    atomic_long next;
    atomic_bool failed;
};

static void *worker(void *arg)
{
    struct work *w = arg;
    struct match *m = malloc(sizeof *m);
    if (!m)
        atomic_store(&w->failed, true);
    while (!atomic_load(&w->failed)) {
        long game = atomic_fetch_add(&w->next, 1);
        if (game >= w->o->games)
            break;
        if (!play(w->o, game, m, w->results + (size_t)game * w->o->part->result_size))
            atomic_store(&w->failed, true);
    }
    free(m);
    return NULL;
}

enum { JOBS_MAX = 256 };

static bool play_all(const struct simulate_options *o, void *results)
{
    struct work w = {.o = o, .results = results};
    pthread_t threads[JOBS_MAX];
    long started = 0;
    while (started + 1 < o->jobs && started + 1 < o->games && started < JOBS_MAX &&
           !pthread_create(&threads[started], NULL, worker, &w))
        started++;
    worker(&w);
    for (long i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return !atomic_load(&w.failed);
}

static double clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int simulate(const struct simulate_options *o)
{
    double began = clock_s();
    if (o->record && !folder_ready(o->record))
        return EXIT_NO;
    void *results = calloc((size_t)o->games, o->part->result_size);
    bool good =
        results ? can_be_played(o) && play_all(o, results) && o->part->print(o, results, clock_s() - began)
                : simulate_no_memory();
    free(results);
    return good ? EXIT_DONE : EXIT_NO;
}

void simulate_print_bots(const struct simulate_options *o, const char *between)
{
    for (int i = 0; i < o->kind_count; i++)
        printf("%s%s", i ? between : "", o->kinds[i]->name);
}

/* ---- the options ---- */

static const char usage[] = "usage: turncoat simulate GAME [OPTION VALUE]...\n"
                            "Plays whole games with bots, in virtual time.\n"
                            "  --players N           (4)\n"
                            "  --bots KIND[,KIND]    by seat, repeated; random and idle play any game\n"
                            "  --pace PACE           relaxed, normal or quick (normal)\n"
                            "  --games N             how many (100)\n"
                            "  --seed S              the same seed gives the same games (1)\n"
                            "  --jobs N              threads (one a core)\n"
                            "  --json                print one JSON object\n"
                            "  --show                play one game and draw it\n"
                            "  --record FOLDER       write the record of every game there\n";

static int print_usage(void)
{
    fputs(usage, stdout);
    for (int i = 0; i < PARTS; i++)
        printf("\n%s, %d to %d players:\n%s", parts[i]->game->name, parts[i]->game->seats_min,
               parts[i]->game->seats_max, parts[i]->usage);
    return EXIT_DONE;
}

static int find_game(struct simulate_options *o, const char *name)
{
    if (o->game)
        return cli_wrong_use("simulate takes one game, not `%s` as well", name);
    o->game = game_named(name, strlen(name));
    if (!o->game)
        return cli_wrong_use("there is no game `%s`", name);
    o->part = &simulate_any;
    for (int i = 0; i < PARTS; i++)
        if (parts[i]->game == o->game)
            o->part = parts[i];
    return EXIT_DONE;
}

int simulate_number(const char *option, const char *value, long least, long most, long *out)
{
    if (cli_number(value, least, most, out))
        return EXIT_DONE;
    return cli_wrong_use("%s takes a whole number from %ld to %ld, not `%s`", option, least, most, value);
}

static int read_option(struct simulate_options *o, const char **bots, const char *option, const char *value)
{
    long seed;
    bool known = false;
    if (!strcmp(option, "--players"))
        return simulate_number(option, value, o->game->seats_min, o->game->seats_max, &o->players);
    if (!strcmp(option, "--games"))
        return simulate_number(option, value, 1, 10000000, &o->games);
    if (!strcmp(option, "--jobs"))
        return simulate_number(option, value, 1, JOBS_MAX, &o->jobs);
    if (!strcmp(option, "--seed")) {
        int status = simulate_number(option, value, 0, INT64_MAX, &seed);
        o->seed = status ? o->seed : (uint64_t)seed;
        return status;
    }
    if (!strcmp(option, "--pace"))
        return pace_find(value, &o->pace)
                   ? EXIT_DONE
                   : cli_wrong_use("--pace is relaxed, normal or quick, not `%s`", value);
    if (!strcmp(option, "--bots") || !strcmp(option, "--record")) {
        *(!strcmp(option, "--bots") ? bots : &o->record) = value;
        return EXIT_DONE;
    }
    int status = o->part->option(option, value, &known);
    return known ? status : cli_wrong_use("simulate %s has no option `%s`", o->game->name, option);
}

static int read_bots(struct simulate_options *o, const char *list)
{
    o->kind_count = 0;
    for (const char *at = list;; at++) {
        size_t size = strcspn(at, ",");
        const struct bot_kind *kind = size || list == at ? bot_find(o->game, at, size) : NULL;
        if (!kind || o->kind_count >= SEATS_MAX || (!size && *list))
            return cli_wrong_use("there is no bot `%.*s` for %s", (int)size, at, o->game->name);
        o->kinds[o->kind_count++] = kind;
        at += size;
        if (!*at)
            return EXIT_DONE;
    }
}

/* The game first: what else may be said depends on it. */
static int read_game(struct simulate_options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool alone = !strcmp(argv[i], "--json") || !strcmp(argv[i], "--show");
        if (argv[i][0] != '-') {
            int status = find_game(o, argv[i]);
            if (status)
                return status;
        } else if (!alone && ++i >= argc) {
            return cli_wrong_use("%s takes a value, or is no option of simulate", argv[i - 1]);
        }
    }
    return o->game ? EXIT_DONE : cli_wrong_use("simulate which game?  See turncoat simulate --help");
}

static int read_options(struct simulate_options *o, int argc, char **argv)
{
    const char *bots = "";
    int status = read_game(o, argc, argv);
    for (int i = 1; i < argc && !status; i++) {
        if (!strcmp(argv[i], "--json")) {
            o->json = true;
        } else if (!strcmp(argv[i], "--show")) {
            o->show = true;
        } else if (argv[i][0] == '-') {
            status = read_option(o, &bots, argv[i], argv[i + 1]);
            i++;
        }
    }
    return status ? status : read_bots(o, bots);
}

int simulate_main(int argc, char **argv)
{
    struct simulate_options o = {.players = 4, .seed = 1, .pace = PACE_NORMAL};
    o.jobs = sysconf(_SC_NPROCESSORS_ONLN) > 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return print_usage();
    int status = read_options(&o, argc, argv);
    if (!status && o.show && (o.json || o.record))
        return cli_wrong_use("--show goes with neither --json nor --record");
    if (!status && o.show && !o.part->show)
        return cli_wrong_use("%s cannot be drawn", o.game->name);
    if (!status && o.show && o.games > 1)
        return cli_wrong_use("--show plays one game, not %ld", o.games);
    o.games = o.games ? o.games : 100;
    if (!status && o.part->prepare)
        status = o.part->prepare(&o);
    if (!status && sodium_init() < 0)
        status = EXIT_NO;
    if (status)
        return status;
    return o.show ? o.part->show(&o) : simulate(&o);
}
