/* cli/simulate.c -- `turncoat simulate`: whole games by bots, in virtual time, on
 * all cores; the same seed gives the same figures on any number of them. */
#include "cli/simulate.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record.h"
#include "cli/scenario_file.h"
#include "core/dice.h"
#include "core/text.h"

/* ---- one game ---- */

struct result {
    int64_t length_ms; /* from the turning of the hourglass to the end */
    int32_t sand_ms;   /* left at the end */
    uint32_t commands, refused;
    uint8_t ending, flips;
    bool theft, failed;
};

uint64_t simulate_seed(const struct simulate_options *o, long game)
{
    const uint64_t key[2] = {o->seed, 0};
    return dice_number(key, (uint64_t)game);
}

static refusal_t offer_tiles(struct match *m, const struct simulate_options *o)
{
    struct input in;
    refusal_t refusal = REFUSAL_OK;
    for (int i = 0; i < o->tiles.count && !refusal; i++) {
        const struct face *face = &o->tiles.face[i];
        if (face->number == 1 && face->side != o->scenario.side)
            continue;
        ask(&in, SEAT_HOST, CMD_offer_tile, face, sizeof *face);
        refusal = match_submit(m, &in);
    }
    return refusal;
}

static bool no_memory(void)
{
    fputs("turncoat: out of memory\n", stderr);
    return false;
}

bool simulate_open(struct match *m, const struct simulate_options *o, uint64_t seed)
{
    static const char *const names[] = {"Ada", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gro", "Hal", "Ida"};
    struct input in;
    if (!match_open(m, o->game, seed))
        return no_memory();
    refusal_t refusal = offer_tiles(m, o);
    for (int i = 0; i < o->players && !refusal; i++)
        refusal = match_seat(m, o->kinds[i % o->kind_count], o->pace, names[i]);
    if (!refusal) {
        ask(&in, SEAT_HOST, CMD_set_up, &o->scenario, sizeof o->scenario);
        refusal = match_submit(m, &in);
    }
    if (!refusal)
        return true;
    fprintf(stderr, "turncoat: %s\n", o->game->schema->refusals[refusal].text);
    match_close(m);
    return false;
}

static void judge(const struct match *m, struct result *r)
{
    const struct state *s = m->table.truth;
    int64_t began_ms = 0;
    for (const struct event *e = table_next(&m->table, NULL); e; e = table_next(&m->table, e)) {
        if (e->kind == EV_hourglass_turned)
            began_ms = e->at_ms;
        else if (e->kind == EV_game_ended)
            r->length_ms = e->at_ms - began_ms;
    }
    r->sand_ms = s->sand.left_ms;
    r->commands = m->commands;
    r->refused = m->refused;
    r->ending = s->ending;
    r->flips = s->spaces_used;
    r->theft = s->theft;
}

static bool write_record(const struct match *m, const struct simulate_options *o, long game, uint64_t seed)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    char path[4096];
    struct record about = {.seed = seed};
    int length = snprintf(path, sizeof path, "%s/%s-%06ld.jsonl", o->record, o->game->name, game + 1);
    errno = ENAMETOOLONG;
    FILE *out = length > 0 && (size_t)length < sizeof path ? fopen(path, "w") : NULL;
    bool written = out && record_write(out, &m->table, &about);
    int reason = errno;
    if (out && fclose(out) && written) {
        reason = errno;
        written = false;
    }
    if (!written && !atomic_flag_test_and_set(&told)) /* once, not by every thread */
        fprintf(stderr, "%s: %s\n", path, strerror(reason));
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

static void play(const struct simulate_options *o, long game, struct match *m, struct result *r)
{
    uint64_t seed = simulate_seed(o, game);
    r->failed = !simulate_open(m, o, seed);
    if (r->failed)
        return;
    while (match_step(m, SIMULATE_UNTIL_MS))
        ;
    judge(m, r);
    r->failed = o->record && !write_record(m, o, game, seed);
    match_close(m);
}

/* What cannot be set up is told once, not by every thread. */
static bool can_be_played(const struct simulate_options *o)
{
    struct match *m = malloc(sizeof *m);
    bool good = m ? simulate_open(m, o, 0) : no_memory();
    if (good)
        match_close(m);
    free(m);
    return good;
}

/* ---- all games ---- */

struct work {
    const struct simulate_options *o;
    struct result *results;
    atomic_long next;
    atomic_bool failed;
};

static void *worker(void *arg)
{
    struct work *w = arg;
    struct match *m = malloc(sizeof *m);
    if (!m && !atomic_exchange(&w->failed, true))
        no_memory();
    while (!atomic_load(&w->failed)) {
        long game = atomic_fetch_add(&w->next, 1);
        if (game >= w->o->games)
            break;
        play(w->o, game, m, &w->results[game]);
        if (w->results[game].failed)
            atomic_store(&w->failed, true);
    }
    free(m);
    return NULL;
}

enum { JOBS_MAX = 256 };

static bool play_all(const struct simulate_options *o, struct result *results)
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

/* ---- the figures ---- */

struct figures {
    long won, sand_ran_out, nothing_to_discard, unfinished, thefts;
    long flips, commands, refused;
    int64_t median_ms, median_won_ms, longest_ms, sand_won_ms;
};

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t median(int64_t *values, long count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count ? values[(count - 1) / 2] : 0;
}

static bool sum_up(const struct simulate_options *o, const struct result *results, struct figures *f)
{
    int64_t *all = malloc((size_t)o->games * 2 * sizeof *all), *won = all + o->games;
    if (!all)
        return no_memory();
    for (long i = 0; i < o->games; i++) {
        const struct result *r = &results[i];
        all[i] = r->length_ms;
        if (r->ending == ending_escaped) {
            won[f->won++] = r->length_ms;
            f->sand_won_ms += r->sand_ms;
        }
        f->sand_ran_out += r->ending == ending_sand_ran_out;
        f->nothing_to_discard += r->ending == ending_nothing_to_discard;
        f->unfinished += r->ending == 0;
        f->thefts += r->theft;
        f->flips += r->flips;
        f->commands += r->commands;
        f->refused += r->refused;
        f->longest_ms = r->length_ms > f->longest_ms ? r->length_ms : f->longest_ms;
    }
    f->median_ms = median(all, o->games);
    f->median_won_ms = median(won, f->won);
    free(all);
    return true;
}

static double per(double sum, long count)
{
    return count ? sum / (double)count : 0;
}

static void print_json(const struct simulate_options *o, const struct figures *f)
{
    long lost = o->games - f->won - f->unfinished;
    printf("{\"game\":\"%s\",\"scenario\":%u,\"level\":%u,\"face\":\"%c\",\"players\":%ld,\"bots\":\"",
           o->game->name, o->scenario.number, o->scenario.level, o->scenario.side == 2 ? 'B' : 'A',
           o->players);
    for (int i = 0; i < o->kind_count; i++)
        printf("%s%s", i ? "," : "", o->kinds[i]->name);
    printf("\",\"pace\":\"%s\",\"seed\":%" PRIu64, pace_text(o->pace), o->seed);
    printf(",\"games\":%ld,\"won\":%ld,\"lost\":%ld,\"unfinished\":%ld", o->games, f->won, lost,
           f->unfinished);
    printf(",\"endings\":{\"escaped\":%ld,\"sand_ran_out\":%ld,\"nothing_to_discard\":%ld}", f->won,
           f->sand_ran_out, f->nothing_to_discard);
    printf(",\"thefts\":%ld,\"flips\":%ld,\"mean_flips\":%.2f", f->thefts, f->flips,
           per((double)f->flips, o->games));
    printf(",\"median_s\":%.1f,\"median_won_s\":%.1f,\"longest_s\":%.1f,\"mean_sand_left_s\":%.1f",
           (double)f->median_ms / 1000, (double)f->median_won_ms / 1000, (double)f->longest_ms / 1000,
           per((double)f->sand_won_ms / 1000, f->won));
    printf(",\"mean_commands\":%.1f,\"mean_refused\":%.2f}\n", per((double)f->commands, o->games),
           per((double)f->refused, o->games));
}

static void print_text(const struct simulate_options *o, const struct figures *f, double seconds)
{
    const struct scenario *s = &o->scenario;
    printf("%s, scenario %u: %s\n", o->game->name, s->number, s->title);
    printf("  tiles up to %u, face %c, %ld player%s (", s->level, s->side == 2 ? 'B' : 'A', o->players,
           o->players == 1 ? "" : "s");
    for (int i = 0; i < o->kind_count; i++)
        printf("%s%s", i ? ", " : "", o->kinds[i]->name);
    printf("), %s pace, seed %" PRIu64 "\n\n", pace_text(o->pace), o->seed);
    printf("  games              %8ld\n", o->games);
    printf("  won                %8ld   %5.1f %%\n", f->won, 100 * per((double)f->won, o->games));
    printf("  sand ran out       %8ld\n", f->sand_ran_out);
    if (f->nothing_to_discard)
        printf("  nothing to discard %8ld\n", f->nothing_to_discard);
    if (f->unfinished)
        printf("  not finished       %8ld\n", f->unfinished);
    printf("  thefts             %8ld\n", f->thefts);
    printf("  median length      %8.1f s   won games %.1f s, longest %.1f s\n", (double)f->median_ms / 1000,
           (double)f->median_won_ms / 1000, (double)f->longest_ms / 1000);
    printf("  sand left          %8.1f s   on average, when won\n",
           per((double)f->sand_won_ms / 1000, f->won));
    printf("  flips              %8.2f     a game\n", per((double)f->flips, o->games));
    printf("  commands           %8.1f     a game, %.2f refused\n", per((double)f->commands, o->games),
           per((double)f->refused, o->games));
    printf("\n  worked out in %.2f s\n", seconds);
}

static double clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int simulate(const struct simulate_options *o)
{
    struct figures f = {0};
    double began = clock_s();
    if (o->record && !folder_ready(o->record))
        return EXIT_NO;
    struct result *results = calloc((size_t)o->games, sizeof *results);
    bool good = results ? can_be_played(o) && play_all(o, results) && sum_up(o, results, &f) : no_memory();
    free(results);
    if (!good)
        return EXIT_NO;
    if (o->json)
        print_json(o, &f);
    else
        print_text(o, &f, clock_s() - began);
    return EXIT_DONE;
}

/* ---- the options ---- */

static const char usage[] = "usage: turncoat simulate GAME [OPTION VALUE]...\n"
                            "Plays whole games with bots, in virtual time.\n"
                            "  --players N           1 to 8; 3 to 9 where one has no action (4)\n"
                            "  --scenario S          1 to 17 (1)\n"
                            "  --level L             highest tile of a challenge: 9 12 14 15 17 19 24\n"
                            "  --face A|B            of tile 1, in a challenge\n"
                            "  --sand SECONDS        180, 240 or 300\n"
                            "  --tiles FILE          a tile set of your own\n"
                            "  --scenario-file FILE  a scenario of your own\n"
                            "  --bots KIND[,KIND]    team, random or idle; by seat, repeated (team)\n"
                            "  --pace PACE           relaxed, normal or quick (normal)\n"
                            "  --games N             how many (100)\n"
                            "  --seed S              the same seed gives the same games (1)\n"
                            "  --jobs N              threads (one a core)\n"
                            "  --json                print one JSON object\n"
                            "  --show                play one game and draw it\n"
                            "  --record FOLDER       write the record of every game there\n";

struct given { /* what the command line says, before it is put together */
    const char *tiles_file, *scenario_file, *bots;
    long scenario, level, side, sand_s, games, seed; /* zero: not given, but the seed */
};

static const struct game *find_game(const char *name)
{
    for (int i = 0; games[i]; i++)
        if (!strcmp(games[i]->name, name))
            return games[i];
    return NULL;
}

static int read_number(const char *option, const char *value, long least, long most, long *out)
{
    if (cli_number(value, least, most, out))
        return EXIT_DONE;
    return cli_wrong_use("%s takes a whole number from %ld to %ld, not `%s`", option, least, most, value);
}

static int read_option(struct simulate_options *o, struct given *g, const char *option, const char *value)
{
    static const struct {
        const char *name;
        long least, most;
    } numbers[] = {{"--players", 1, 9},          {"--games", 1, 10000000}, {"--jobs", 1, JOBS_MAX},
                   {"--scenario", 1, SCENARIOS}, {"--level", 9, 24},       {"--sand", 180, 300},
                   {"--seed", 0, INT64_MAX}};
    long *const into[] = {&o->players, &g->games, &o->jobs, &g->scenario, &g->level, &g->sand_s, &g->seed};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(option, numbers[i].name))
            return read_number(option, value, numbers[i].least, numbers[i].most, into[i]);
    if (!strcmp(option, "--face")) {
        g->side = !strcmp(value, "A") ? 1 : !strcmp(value, "B") ? 2 : 0;
        return g->side ? EXIT_DONE : cli_wrong_use("--face is A or B, not `%s`", value);
    }
    if (!strcmp(option, "--pace"))
        return pace_find(value, &o->pace)
                   ? EXIT_DONE
                   : cli_wrong_use("--pace is relaxed, normal or quick, not `%s`", value);
    const char **text = !strcmp(option, "--tiles")           ? &g->tiles_file
                        : !strcmp(option, "--scenario-file") ? &g->scenario_file
                        : !strcmp(option, "--bots")          ? &g->bots
                        : !strcmp(option, "--record")        ? &o->record
                                                             : NULL;
    if (!text)
        return cli_wrong_use("simulate has no option `%s`", option);
    *text = value;
    return EXIT_DONE;
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

static int read_tiles(struct simulate_options *o, const char *file)
{
    struct complaint why;
    char *text;
    size_t size;
    if (!cli_read_file(file, TILES_TEXT_MAX, &text, &size, &why))
        return cli_fail(file, &why);
    bool good = tiles_parse(text, size, &o->tiles, &why);
    free(text);
    return good ? EXIT_DONE : cli_fail(file, &why);
}

static int read_scenario_file(struct simulate_options *o, const char *file)
{
    struct complaint why;
    char *text;
    size_t size;
    if (!cli_read_file(file, SCENARIO_TEXT_MAX, &text, &size, &why))
        return cli_fail(file, &why);
    const struct tile_set *tiles = o->tiles.count ? &o->tiles : &tiles_house;
    bool good = scenario_file_judge(text, size, tiles, &o->scenario, &why);
    free(text);
    return good ? EXIT_DONE : cli_fail(file, &why);
}

static int read_preset(struct simulate_options *o, const struct given *g)
{
    struct scenario any;
    char levels[40] = "";
    int number = g->scenario ? (int)g->scenario : 1;
    if (number <= CAMPAIGN && (g->level || g->side))
        return cli_wrong_use("--level and --face are for scenarios 8 to 17: scenario %d has its own", number);
    if (scenario_preset(&o->scenario, number, (int)g->level, (int)g->side))
        return EXIT_DONE;
    for (const uint8_t *l = scenario_levels; *l; l++)
        if (scenario_preset(&any, number, *l, 1))
            snprintf(levels + strlen(levels), sizeof levels - strlen(levels), " %u", *l);
    return cli_wrong_use("--level %ld: the levels of scenario %d are%s", g->level, number, levels);
}

static int read_scenario(struct simulate_options *o, const struct given *g)
{
    int least, most;
    int status = g->scenario_file ? read_scenario_file(o, g->scenario_file) : read_preset(o, g);
    if (status)
        return status;
    if (g->sand_s)
        o->scenario.sand_s = (uint16_t)g->sand_s;
    scenario_seats(&o->scenario, &least, &most);
    if (o->players < least || o->players > most)
        return cli_wrong_use("--players %ld: this scenario is for %d to %d players", o->players, least, most);
    return EXIT_DONE;
}

/* What would be passed over in silence. */
static int check_together(const struct simulate_options *o, const struct given *g)
{
    if (strcmp(o->game->name, "maze"))
        return cli_wrong_use("there are no bots for `%s`", o->game->name);
    if (o->show && (o->json || o->record))
        return cli_wrong_use("--show goes with neither --json nor --record");
    if (o->show && g->games > 1)
        return cli_wrong_use("--show plays one game, not %ld", g->games);
    if (g->scenario_file && (g->scenario || g->level || g->side))
        return cli_wrong_use("--scenario-file goes with neither --scenario nor --level nor --face");
    if (g->sand_s && g->sand_s != 180 && g->sand_s != 240 && g->sand_s != 300)
        return cli_wrong_use("--sand is 180, 240 or 300 seconds, not %ld", g->sand_s);
    return EXIT_DONE;
}

static int read_options(struct simulate_options *o, struct given *g, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            o->json = true;
        } else if (!strcmp(argv[i], "--show")) {
            o->show = true;
        } else if (argv[i][0] != '-') {
            if (o->game)
                return cli_wrong_use("simulate takes one game, not `%s` as well", argv[i]);
            o->game = find_game(argv[i]);
            if (!o->game)
                return cli_wrong_use("there is no game `%s`", argv[i]);
        } else {
            if (i + 1 >= argc)
                return cli_wrong_use("%s takes a value, or is no option of simulate", argv[i]);
            int status = read_option(o, g, argv[i], argv[i + 1]);
            if (status)
                return status;
            i++;
        }
    }
    return EXIT_DONE;
}

int simulate_main(int argc, char **argv)
{
    static struct simulate_options o = {.players = 4, .pace = PACE_NORMAL};
    struct given g = {.seed = 1, .bots = ""};
    o.jobs = sysconf(_SC_NPROCESSORS_ONLN) > 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return EXIT_DONE;
        }
    int status = read_options(&o, &g, argc, argv);
    if (status)
        return status;
    if (!o.game)
        return cli_wrong_use("simulate which game?  See turncoat simulate --help");
    o.games = g.games ? g.games : 100;
    o.seed = (uint64_t)g.seed;
    status = check_together(&o, &g);
    if (!status)
        status = read_bots(&o, g.bots);
    if (!status && g.tiles_file)
        status = read_tiles(&o, g.tiles_file);
    if (!status)
        status = read_scenario(&o, &g);
    if (status)
        return status;
    return o.show ? simulate_show(&o) : simulate(&o);
}
