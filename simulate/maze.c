/* simulate/maze.c -- simulates Magic Maze: its options, and the figures about its games. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/maze/cards.h"
#include "games/maze/play.h"
#include "simulate/role_tally.h"
#include "simulate/simulate.h"

/* What the command line says, before it is combined. */
static struct {
    const char *tiles_file, *scenario_file;
    long scenario, level, side, sand_s, roles, token; /* 0: not given; side: -1 */
} given = {.side = -1};

static struct scenario scenario;
static struct tile_set tiles; /* count 0: the built-in set */
static char tiles_text[TILES_TEXT_MAX];
static size_t tiles_size;

/* ---- one game ---- */

struct played {
    int64_t length_ms; /* from turning the hourglass to the end */
    int32_t sand_ms;   /* left at the end */
    uint32_t commands, refused;
    uint8_t ending, flips;
    bool theft;
    struct role_tally roles;
};

static const void *material(const char **text, size_t *size)
{
    *text = tiles_size ? tiles_text : NULL;
    *size = tiles_size;
    return tiles.count ? &tiles : NULL;
}

static refusal_t set_up(struct match *m)
{
    struct input in;
    struct set_up asked = {.roles = (uint8_t)given.roles, .token = given.token != 0};
    memcpy(&asked, &scenario, sizeof scenario);
    ask(&in, SEAT_SERVER, CMD_set_up, &asked, sizeof asked);
    return match_submit(m, &in);
}

static void keep_result(const struct match *m, void *result)
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
    if (roles_on(s))
        role_tally_add(&r->roles, &m->table);
}

/* ---- the figures ---- */

struct figures {
    long won, sand_ran_out, nothing_to_discard, unfinished, thefts;
    long flips, commands, refused;
    int64_t median_ms, median_won_ms, longest_ms, sand_won_ms;
    struct role_tally roles;
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
        return false;
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
        role_tally_sum(&f->roles, &r->roles);
        f->longest_ms = r->length_ms > f->longest_ms ? r->length_ms : f->longest_ms;
    }
    f->median_ms = median(all, o->games);
    f->median_won_ms = median(won, f->won);
    free(all);
    return true;
}

static char face(void)
{
    return scenario.side == 2 ? 'B' : 'A';
}

static void print_roles_json(const struct role_tally *t)
{
    printf(",\"roles\":%ld,\"role_pace\":\"relaxed\",\"token\":%s", given.roles,
           given.token ? "true" : "false");
    printf(",\"heroes_won\":%ld,\"traitors_won\":%ld,\"alone_won\":%ld,\"nobody_won\":%ld", t->heroes_won,
           t->traitors_won, t->alone_won, t->nobody_won);
    printf(",\"hero_accused\":%ld,\"went_home\":%ld,\"decided\":%ld", t->hero_accused, t->went_home,
           t->decided);
    printf(",\"accusations\":%ld,\"validated\":%ld,\"convicted\":%ld,\"convicted_traitors\":%ld",
           t->accusations, t->validated, t->convicted, t->convicted_traitors);
    printf(",\"missions\":%ld,\"missions_done\":%ld,\"confessed\":%ld,\"guesses\":%ld,\"guessed_right\":%ld",
           t->missions, t->missions_done, t->confessed, t->guesses, t->guessed_right);
    printf(",\"by_traitors\":[");
    for (int n = 0; n <= TRAITORS_MOST; n++)
        printf("%s[%ld,%ld]", n ? "," : "", t->dealt[n], t->dealt_won[n]);
    printf("]");
}

static void print_json(const struct simulate_options *o, const struct figures *f)
{
    long lost = o->games - f->won - f->unfinished;
    printf("{\"game\":\"%s\",\"scenario\":%u,\"level\":%u,\"face\":\"%c\",", o->game->name, scenario.number,
           scenario.level, face());
    simulate_print_table_json(o);
    printf(",\"games\":%ld,\"won\":%ld,\"lost\":%ld,\"unfinished\":%ld", o->games, f->won, lost,
           f->unfinished);
    printf(",\"endings\":{\"escaped\":%ld,\"sand_ran_out\":%ld,\"nothing_to_discard\":%ld}", f->won,
           f->sand_ran_out, f->nothing_to_discard);
    printf(",\"thefts\":%ld,\"flips\":%ld,\"mean_flips\":%.2f", f->thefts, f->flips,
           simulate_per((double)f->flips, o->games));
    printf(",\"median_s\":%.1f,\"median_won_s\":%.1f,\"longest_s\":%.1f,\"mean_sand_left_s\":%.1f",
           (double)f->median_ms / 1000, (double)f->median_won_ms / 1000, (double)f->longest_ms / 1000,
           simulate_per((double)f->sand_won_ms / 1000, f->won));
    printf(",\"mean_commands\":%.1f,\"mean_refused\":%.2f", simulate_per((double)f->commands, o->games),
           simulate_per((double)f->refused, o->games));
    if (given.roles)
        print_roles_json(&f->roles);
    puts("}");
}

static void print_roles(const struct role_tally *t, long played)
{
    printf("\n  hidden roles, level %ld%s: bots at the relaxed pace\n", given.roles,
           given.token ? ", token on tile 1" : "");
    printf("  heroes won         %8ld   %5.1f %%\n", t->heroes_won,
           100 * simulate_per((double)t->heroes_won, played));
    printf("  traitors won       %8ld   nobody %ld, one hero alone %ld\n", t->traitors_won, t->nobody_won,
           t->alone_won);
    printf("  accusations        %8ld   %ld validated\n", t->accusations, t->validated);
    printf("  convicted          %8ld   %5.1f %% of them traitors\n", t->convicted,
           100 * simulate_per((double)t->convicted_traitors, t->convicted));
    if (t->missions)
        printf("  hero missions      %8ld   %ld done, %ld players confessed\n", t->missions, t->missions_done,
               t->confessed);
    if (t->guesses)
        printf("  guesses            %8ld   %ld right\n", t->guesses, t->guessed_right);
}

static void print_text(const struct simulate_options *o, const struct figures *f, double seconds)
{
    printf("%s, scenario %u: %s\n", o->game->name, scenario.number, scenario.title);
    printf("  tiles up to %u, face %c, ", scenario.level, face());
    simulate_print_table(o);
    printf("\n\n  games              %8ld\n", o->games);
    printf("  won                %8ld   %5.1f %%\n", f->won, 100 * simulate_per((double)f->won, o->games));
    printf("  sand ran out       %8ld\n", f->sand_ran_out);
    if (f->nothing_to_discard)
        printf("  nothing to discard %8ld\n", f->nothing_to_discard);
    if (f->unfinished)
        printf("  not finished       %8ld\n", f->unfinished);
    printf("  thefts             %8ld\n", f->thefts);
    printf("  median length      %8.1f s   won games %.1f s, longest %.1f s\n", (double)f->median_ms / 1000,
           (double)f->median_won_ms / 1000, (double)f->longest_ms / 1000);
    printf("  sand left          %8.1f s   on average, when won\n",
           simulate_per((double)f->sand_won_ms / 1000, f->won));
    printf("  flips              %8.2f     per game\n", simulate_per((double)f->flips, o->games));
    printf("  commands           %8.1f     per game, %.2f refused\n",
           simulate_per((double)f->commands, o->games), simulate_per((double)f->refused, o->games));
    if (given.roles)
        print_roles(&f->roles, o->games);
    printf("\n  took %.2f s\n", seconds);
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
                            "  --roles LEVEL         hidden roles, 1 to 5\n"
                            "  --token no|yes        with roles, tile 1's hourglass space out of order (no)\n"
                            "  --tiles FILE          a custom tile set\n"
                            "  --scenario-file FILE  a custom scenario\n"
                            "  bots                  team (the best), hasty (accuses anybody)\n";

static bool complain(struct complaint *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool complain(struct complaint *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return false;
}

static bool read_tiles(const char *text, size_t size, struct complaint *why)
{
    if (!tiles_parse(text, size, &tiles, why))
        return false;
    memcpy(tiles_text, text, size); /* records are made of it */
    tiles_size = size;
    return true;
}

static bool read_scenario(const char *text, size_t size, struct complaint *why)
{
    return scenario_judge(text, size, tiles.count ? &tiles : &tiles_house, &scenario, why);
}

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const faces[] = {"A", "B", NULL};

/* Tiles first: a scenario is judged by them. */
static const struct simulate_option options[] = {
    {.name = "--scenario", .least = 1, .most = SCENARIOS, .number = &given.scenario},
    {.name = "--level", .least = 9, .most = 24, .number = &given.level},
    {.name = "--sand", .least = 180, .most = 300, .number = &given.sand_s},
    {.name = "--roles", .least = 1, .most = ROLE_LEVELS, .number = &given.roles},
    {.name = "--token", .words = no_yes, .number = &given.token},
    {.name = "--face", .words = faces, .number = &given.side},
    {.name = "--tiles", .text = &given.tiles_file, .max = TILES_TEXT_MAX, .read = read_tiles},
    {.name = "--scenario-file",
     .text = &given.scenario_file,
     .max = SCENARIO_TEXT_MAX,
     .read = read_scenario},
    {0},
};

/* Options that would otherwise be silently ignored. */
static bool check(struct complaint *why)
{
    long sand_s = given.sand_s;
    if (given.scenario_file && (given.scenario || given.level || given.side >= 0))
        return complain(why, "--scenario-file cannot be combined with --scenario, --level or --face");
    if (sand_s && sand_s != 180 && sand_s != 240 && sand_s != 300)
        return complain(why, "--sand is 180, 240 or 300 seconds, not %ld", sand_s);
    return true;
}

static bool take_preset(struct complaint *why)
{
    struct scenario any;
    char levels[40] = "";
    int number = given.scenario ? (int)given.scenario : 1;
    if (number <= CAMPAIGN && (given.level || given.side >= 0))
        return complain(why, "--level and --face are only for scenarios 8 to 17, not scenario %d", number);
    if (scenario_preset(&scenario, number, (int)given.level, (int)given.side + 1))
        return true;
    for (const uint8_t *l = scenario_levels; *l; l++)
        if (scenario_preset(&any, number, *l, 1))
            snprintf(levels + strlen(levels), sizeof levels - strlen(levels), " %u", *l);
    return complain(why, "--level %ld: the levels of scenario %d are%s", given.level, number, levels);
}

static bool settle(long players, struct complaint *why)
{
    int least, most;
    if (!given.scenario_file && !take_preset(why))
        return false;
    if (given.sand_s)
        scenario.sand_s = (uint16_t)given.sand_s;
    scenario_seats(&scenario, &least, &most);
    if (players < least || players > most)
        return complain(why, "--players %ld: this scenario is for %d to %d players", players, least, most);
    if (given.roles && !(scenario.rules & RULE_PASS_LEFT))
        return complain(why, "--roles needs a scenario from 3 on");
    if (given.token && given.roles < LEVEL_SEVERAL)
        return complain(why, "--token yes needs --roles 2 or more");
    if (given.roles && players < 3)
        return complain(why, "--roles needs 3 players or more");
    return true;
}

const struct simulate_game simulate_maze = {
    .game = &maze,
    .usage = usage,
    .until_ms = 3600 * 1000,
    .options = options,
    .check = check,
    .settle = settle,
    .material = material,
    .set_up = set_up,
    .result_size = sizeof(struct played),
    .keep_result = keep_result,
    .print = print,
};
