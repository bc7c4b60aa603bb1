/* cli/simulate.c -- `turncoat simulate`: which game, how often and by whom.  It also reads the options of a
 * single game, which are listed in simulate/<game>.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "seal/secret.h"
#include "simulate/simulate.h"
#include "tell/tell.h"

/* All options that any game takes. */
struct wishes {
    struct simulate_options o;
    const char *bots;
    bool show;
};

static void help(void)
{
    fputs("usage: turncoat simulate GAME [OPTION VALUE]...\n"
          "Plays whole games with bots, in virtual time.\n"
          "  --players N           (4)\n"
          "  --bots KIND[,KIND]    for seats 1, 2, ..., over and over; random and idle play any game\n"
          "  --pace PACE           relaxed, normal or quick (normal)\n"
          "  --games N             how many to play (100)\n"
          "  --seed S              the same seed gives the same games (1)\n"
          "  --jobs N              threads (one per core)\n"
          "  --json                print one JSON object\n"
          "  --show                play one game and draw it\n"
          "  --record FOLDER       write a record of every game there; the folder is made if need be\n",
          stdout);
    for (const struct simulate_game *const *part = simulate_games; *part; part++)
        printf("\n%s, %d to %d players:\n%s", (*part)->game->name, (*part)->game->seats_min,
               (*part)->game->seats_max, (*part)->usage);
}

/* ---- one option ---- */

/* "A or B", "relaxed, normal or quick" */
static const char *either(const char *const *words)
{
    static char text[200];
    size_t size = 0;
    for (int i = 0; words[i] && size < sizeof text; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s",
                                 !i             ? ""
                                 : words[i + 1] ? ", "
                                                : " or ",
                                 words[i]);
    return text;
}

static int read_value(const struct simulate_option *option, const char *value)
{
    if (option->text) {
        *option->text = value;
        return EXIT_DONE;
    }
    if (!option->words)
        return cli_number(value, option->least, option->most, option->number)
                   ? EXIT_DONE
                   : cli_wrong_use("%s takes a whole number from %ld to %ld, not `%s`", option->name,
                                   option->least, option->most, value);
    for (int i = 0; option->words[i]; i++)
        if (!strcmp(option->words[i], value)) {
            *option->number = i;
            return EXIT_DONE;
        }
    return cli_wrong_use("%s is %s, not `%s`", option->name, either(option->words), value);
}

static int read_option(struct wishes *w, const char *name, const char *value)
{
    struct simulate_options *o = &w->o;
    const struct simulate_option any_game[] = {
        {.name = "--players", .least = o->game->seats_min, .most = o->game->seats_max, .number = &o->players},
        {.name = "--games", .least = 1, .most = 10000000, .number = &o->games},
        {.name = "--jobs", .least = 1, .most = SIMULATE_JOBS_MAX, .number = &o->jobs},
        {.name = "--seed", .least = 0, .most = INT64_MAX, .number = &o->seed},
        {.name = "--pace", .words = pace_names, .number = &o->pace},
        {.name = "--bots", .text = &w->bots},
        {.name = "--record", .text = &o->record},
        {0},
    };
    const struct simulate_option *const lists[] = {any_game, o->part->options};
    for (int i = 0; i < 2; i++)
        for (const struct simulate_option *option = lists[i]; option->name; option++)
            if (!strcmp(option->name, name))
                return read_value(option, value);
    return cli_wrong_use("simulate %s has no option `%s`", o->game->name, name);
}

/* ---- all of them ---- */

static int find_game(struct simulate_options *o, const char *name)
{
    if (o->game)
        return cli_wrong_use("simulate takes one game, not `%s` as well", name);
    o->game = game_named(name, strlen(name));
    if (!o->game)
        return cli_wrong_use("there is no game `%s`", name);
    o->part = simulate_game_of(o->game);
    return EXIT_DONE;
}

/* The game comes first: the other options depend on it. */
static int read_game(struct simulate_options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool alone = !strcmp(argv[i], "--json") || !strcmp(argv[i], "--show");
        if (argv[i][0] != '-') {
            int status = find_game(o, argv[i]);
            if (status)
                return status;
        } else if (!alone && ++i >= argc) {
            return cli_wrong_use("%s needs a value, or is not an option of simulate", argv[i - 1]);
        }
    }
    return o->game ? EXIT_DONE : cli_wrong_use("simulate: which game? See turncoat simulate --help");
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

static int read_options(struct wishes *w, int argc, char **argv)
{
    int status = read_game(&w->o, argc, argv);
    for (int i = 1; i < argc && !status; i++) {
        if (!strcmp(argv[i], "--json")) {
            w->o.json = true;
        } else if (!strcmp(argv[i], "--show")) {
            w->show = true;
        } else if (argv[i][0] == '-') {
            status = read_option(w, argv[i], argv[i + 1]);
            i++;
        }
    }
    return status ? status : read_bots(&w->o, w->bots);
}

static int read_files(const struct simulate_option *options)
{
    struct complaint why;
    for (const struct simulate_option *option = options; option->name; option++) {
        char *text;
        size_t size;
        const char *file = option->read ? *option->text : NULL;
        if (!file)
            continue;
        if (!cli_read_file(file, option->max, &text, &size, &why))
            return cli_fail(file, &why);
        bool good = option->read(text, size, &why);
        free(text);
        if (!good)
            return cli_fail(file, &why);
    }
    return EXIT_DONE;
}

/* Lets the game judge its options. */
static int settle(const struct simulate_options *o)
{
    struct complaint why;
    if (o->part->check && !o->part->check(&why))
        return cli_wrong_use("%s", why.text);
    int status = read_files(o->part->options);
    if (!status && o->part->settle && !o->part->settle(o->players, &why))
        return cli_wrong_use("%s", why.text);
    return status;
}

/* ---- playing ---- */

/* Made, if it is not there, and checked before anything is played. */
static int prepare_folder(const char *folder)
{
    struct complaint why = {0};
    struct stat about;
    bool there = !stat(folder, &about) || (!mkdir(folder, 0777) && !stat(folder, &about));
    if (there && S_ISDIR(about.st_mode) && !access(folder, W_OK | X_OK))
        return EXIT_DONE;
    snprintf(why.text, sizeof why.text, "%s",
             there && !S_ISDIR(about.st_mode) ? "is not a folder" : strerror(errno));
    return cli_fail(folder, &why);
}

static int show_one(struct simulate_options *o)
{
    static struct show show;
    struct simulate_failure failure;
    if (o->json || o->record)
        return cli_wrong_use("--show cannot be combined with --json or --record");
    if (!show_open(&show, o->game, (uint64_t)o->seed))
        return cli_wrong_use("%s cannot be drawn", o->game->name);
    if (o->games > 1)
        return cli_wrong_use("--show plays one game, not %ld", o->games);
    int status = settle(o);
    if (status)
        return status;
    return simulate_one(o, show_watch, &show, &failure) ? EXIT_DONE : cli_fail(failure.with, &failure.why);
}

static int play_all(struct simulate_options *o)
{
    struct simulate_failure failure;
    o->games = o->games ? o->games : 100;
    int status = settle(o);
    if (!status && o->record)
        status = prepare_folder(o->record);
    if (status)
        return status;
    return simulate_all(o, &failure) ? EXIT_DONE : cli_fail(failure.with, &failure.why);
}

int simulate_main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wishes w = {
        .o = {.players = 4, .seed = 1, .pace = PACE_NORMAL, .jobs = cores > 0 ? cores : 1},
        .bots = "",
    };
    if (cli_asks_help(argc, argv)) {
        help();
        return EXIT_DONE;
    }
    int status = read_options(&w, argc, argv);
    if (status)
        return status;
    if (!secret_begin())
        return cli_cannot("the hashing library does not work");
    return w.show ? show_one(&w.o) : play_all(&w.o);
}
