/* cli/simulate_maze.c -- what `turncoat simulate` does of Magic Maze: its options,
 * and the figures of its games. */
#include "cli/simulate_maze.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/scenario_file.h"

struct maze_options simulate_maze_options;

/* ---- one game ---- */

struct played {
    int64_t length_ms; /* from the turning of the hourglass to the end */
    int32_t sand_ms;   /* left at the end */
    uint32_t commands, refused;
    uint8_t ending, flips;
    bool theft;
};

static const void *material(const char **text, size_t *size)
{
    const struct maze_options *o = &simulate_maze_options;
    *text = o->tiles_text;
    *size = o->tiles_size;
    return o->tiles.count ? &o->tiles : NULL;
}

static refusal_t set_up(struct match *m)
{
    const struct maze_options *o = &simulate_maze_options;
    struct input in;
    ask(&in, SEAT_SERVER, CMD_set_up, &o->scenario, sizeof o->scenario);
    return match_submit(m, &in);
}

static void judge(const struct match *m, void *result)
{
    struct played *r = result;
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

static bool sum_up(const struct simulate_options *o, const struct played *results, struct figures *f)
{
    int64_t *all = malloc((size_t)o->games * 2 * sizeof *all), *won = all + o->games;
    if (!all)
        return simulate_no_memory();
    for (long i = 0; i < o->games; i++) {
        const struct played *r = &results[i];
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
    const struct maze_options *own = &simulate_maze_options;
    long lost = o->games - f->won - f->unfinished;
    printf("{\"game\":\"%s\",\"scenario\":%u,\"level\":%u,\"face\":\"%c\",\"players\":%ld,\"bots\":\"",
           o->game->name, own->scenario.number, own->scenario.level, own->scenario.side == 2 ? 'B' : 'A',
           o->players);
    simulate_print_bots(o, ",");
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
    const struct scenario *s = &simulate_maze_options.scenario;
    printf("%s, scenario %u: %s\n", o->game->name, s->number, s->title);
    printf("  tiles up to %u, face %c, %ld player%s (", s->level, s->side == 2 ? 'B' : 'A', o->players,
           o->players == 1 ? "" : "s");
    simulate_print_bots(o, ", ");
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

static bool print(const struct simulate_options *o, const void *results, double seconds)
{
    struct figures f = {0};
    if (!sum_up(o, results, &f))
        return false;
    if (o->json)
        print_json(o, &f);
    else
        print_text(o, &f, seconds);
    return true;
}

/* ---- the options ---- */

static const char usage[] = "  --scenario S          1 to 17 (1)\n"
                            "  --level L             highest tile of a challenge: 9 12 14 15 17 19 24\n"
                            "  --face A|B            of tile 1, in a challenge\n"
                            "  --sand SECONDS        180, 240 or 300\n"
                            "  --tiles FILE          a tile set of your own\n"
                            "  --scenario-file FILE  a scenario of your own\n"
                            "  bots                  team (the best)\n";

static int option(const char *name, const char *value, bool *known)
{
    struct maze_options *o = &simulate_maze_options;
    *known = true;
    if (!strcmp(name, "--scenario"))
        return simulate_number(name, value, 1, SCENARIOS, &o->given.scenario);
    if (!strcmp(name, "--level"))
        return simulate_number(name, value, 9, 24, &o->given.level);
    if (!strcmp(name, "--sand"))
        return simulate_number(name, value, 180, 300, &o->given.sand_s);
    if (!strcmp(name, "--face")) {
        o->given.side = !strcmp(value, "A") ? 1 : !strcmp(value, "B") ? 2 : 0;
        return o->given.side ? EXIT_DONE : cli_wrong_use("--face is A or B, not `%s`", value);
    }
    const char **file = !strcmp(name, "--tiles")           ? &o->given.tiles_file
                        : !strcmp(name, "--scenario-file") ? &o->given.scenario_file
                                                           : NULL;
    *known = file != NULL;
    if (file)
        *file = value;
    return EXIT_DONE;
}

static int read_tiles(struct maze_options *o, const char *file)
{
    struct complaint why;
    char *text;
    size_t size;
    if (!cli_read_file(file, TILES_TEXT_MAX, &text, &size, &why))
        return cli_fail(file, &why);
    bool good = tiles_parse(text, size, &o->tiles, &why);
    o->tiles_text = text; /* as long as the program runs */
    o->tiles_size = size;
    return good ? EXIT_DONE : cli_fail(file, &why);
}

static int read_scenario_file(struct maze_options *o, const char *file)
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

static int read_preset(struct maze_options *o)
{
    struct scenario any;
    char levels[40] = "";
    long level = o->given.level, side = o->given.side;
    int number = o->given.scenario ? (int)o->given.scenario : 1;
    if (number <= CAMPAIGN && (level || side))
        return cli_wrong_use("--level and --face are for scenarios 8 to 17: scenario %d has its own", number);
    if (scenario_preset(&o->scenario, number, (int)level, (int)side))
        return EXIT_DONE;
    for (const uint8_t *l = scenario_levels; *l; l++)
        if (scenario_preset(&any, number, *l, 1))
            snprintf(levels + strlen(levels), sizeof levels - strlen(levels), " %u", *l);
    return cli_wrong_use("--level %ld: the levels of scenario %d are%s", level, number, levels);
}

/* What would be passed over in silence. */
static int check_together(const struct maze_options *o)
{
    long sand_s = o->given.sand_s;
    if (o->given.scenario_file && (o->given.scenario || o->given.level || o->given.side))
        return cli_wrong_use("--scenario-file goes with neither --scenario nor --level nor --face");
    if (sand_s && sand_s != 180 && sand_s != 240 && sand_s != 300)
        return cli_wrong_use("--sand is 180, 240 or 300 seconds, not %ld", sand_s);
    return EXIT_DONE;
}

static int prepare(const struct simulate_options *all)
{
    struct maze_options *o = &simulate_maze_options;
    int least, most, status = check_together(o);
    if (!status && o->given.tiles_file)
        status = read_tiles(o, o->given.tiles_file);
    if (!status)
        status = o->given.scenario_file ? read_scenario_file(o, o->given.scenario_file) : read_preset(o);
    if (status)
        return status;
    if (o->given.sand_s)
        o->scenario.sand_s = (uint16_t)o->given.sand_s;
    scenario_seats(&o->scenario, &least, &most);
    if (all->players < least || all->players > most)
        return cli_wrong_use("--players %ld: this scenario is for %d to %d players", all->players, least,
                             most);
    return EXIT_DONE;
}

const struct simulate_game simulate_maze = {
    .game = &maze,
    .usage = usage,
    .until_ms = 3600 * 1000,
    .option = option,
    .prepare = prepare,
    .material = material,
    .set_up = set_up,
    .result_size = sizeof(struct played),
    .judge = judge,
    .print = print,
    .show = simulate_show,
};
