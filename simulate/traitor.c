/* simulate/traitor.c -- simulates Are You the Traitor?: its options, and how often each team and each role
 * wins. */
#include <stdio.h>

#include "simulate/simulate.h"
#include "simulate/traitor_tally.h"

/* What the command line says; 0: not given. */
static struct {
    long limit_s, pause_s, by_hand;
} given;

static const char *const role_names[role_end] = {"",        "key_holder",  "guard",
                                                 "traitor", "good_wizard", "evil_wizard"};

static refusal_t set_up(struct match *m)
{
    struct input in;
    ASK(&in, SEAT_SERVER, set_up, .limit_s = (uint16_t)given.limit_s, .pause_s = (uint16_t)given.pause_s,
        .by_hand = (uint8_t)given.by_hand);
    return match_submit(m, &in);
}

static void keep_result(const struct match *m, void *result)
{
    tally_add(result, &m->table);
}

static void add(struct tally *sum, const struct tally *t)
{
    sum->games += t->games;
    sum->ended += t->ended;
    sum->rounds += t->rounds;
    sum->annulled += t->annulled;
    sum->length_ms += t->length_ms;
    sum->said += t->said;
    for (int side = 0; side < side_end; side++)
        sum->won[side] += t->won[side];
    for (int role = 0; role < role_end; role++) {
        sum->role[role].dealt += t->role[role].dealt;
        sum->role[role].won += t->role[role].won;
        sum->role[role].pointed += t->role[role].pointed;
        sum->role[role].found += t->role[role].found;
        sum->role[role].mistakes += t->role[role].mistakes;
    }
}

static double share(long part, long all)
{
    return simulate_per(100 * (double)part, all);
}

static void print_json(const struct simulate_options *o, const struct tally *t)
{
    printf("{\"game\":\"%s\",", o->game->name);
    simulate_print_table_json(o);
    printf(",\"games\":%ld,\"unfinished\":%ld,\"rounds\":%ld,\"annulled\":%ld", t->games, t->games - t->ended,
           t->rounds, t->annulled);
    printf(",\"good_won\":%ld,\"evil_won\":%ld,\"mean_round_s\":%.1f,\"mean_said\":%.1f,\"roles\":{",
           t->won[side_good], t->won[side_evil], simulate_per((double)t->length_ms / 1000, t->rounds),
           simulate_per((double)t->said, t->rounds));
    for (int role = 1; role < role_end; role++)
        printf("%s\"%s\":{\"dealt\":%ld,\"won\":%ld,\"pointed\":%ld,\"found\":%ld,\"mistakes\":%ld}",
               role > 1 ? "," : "", role_names[role], t->role[role].dealt, t->role[role].won,
               t->role[role].pointed, t->role[role].found, t->role[role].mistakes);
    puts("}}");
}

static void print_text(const struct simulate_options *o, const struct tally *t, double seconds)
{
    printf("%s, ", o->game->name);
    simulate_print_table(o);
    printf("\n\n  games              %8ld\n", t->games);
    if (t->games > t->ended)
        printf("  not finished       %8ld\n", t->games - t->ended);
    printf("  rounds             %8ld   on average %.1f s, with %.1f things said\n", t->rounds,
           simulate_per((double)t->length_ms / 1000, t->rounds), simulate_per((double)t->said, t->rounds));
    if (t->annulled)
        printf("  annulled           %8ld\n", t->annulled);
    printf("  good won           %8ld   %5.1f %%\n", t->won[side_good], share(t->won[side_good], t->rounds));
    printf("  evil won           %8ld   %5.1f %%\n\n", t->won[side_evil],
           share(t->won[side_evil], t->rounds));
    printf("  role            won    said STOP     and pointed at the right player\n");
    for (int role = 1; role < role_end; role++)
        printf("  %-12s %5.1f %%  %8ld     %5.1f %%\n", role_names[role],
               share(t->role[role].won, t->role[role].dealt), t->role[role].pointed,
               share(t->role[role].found, t->role[role].pointed));
    printf("\n  took %.2f s\n", seconds);
}

static bool print(const struct simulate_options *o, const void *results, double seconds)
{
    const struct tally *one = results;
    struct tally sum = {0};
    for (long i = 0; i < o->games; i++)
        add(&sum, &one[i]);
    if (o->json)
        print_json(o, &sum);
    else
        print_text(o, &sum, seconds);
    return true;
}

static const char usage[] = "  --limit SECONDS       for a round: 60 to 1800 (none)\n"
                            "  --pause SECONDS       between rounds: 15 to 300 (60)\n"
                            "  --announce WHO        who announces 10 points: server or hand (server)\n"
                            "  bots                  reasoner (the best), guesser\n";

static const char *const announcers[] = {"server", "hand", NULL};

static const struct simulate_option options[] = {
    {.name = "--limit", .least = 60, .most = 1800, .number = &given.limit_s},
    {.name = "--pause", .least = 15, .most = 300, .number = &given.pause_s},
    {.name = "--announce", .words = announcers, .number = &given.by_hand},
    {0},
};

const struct simulate_game simulate_traitor = {
    .game = &traitor,
    .usage = usage,
    .until_ms = 24 * 3600 * 1000,
    .options = options,
    .set_up = set_up,
    .result_size = sizeof(struct tally),
    .keep_result = keep_result,
    .print = print,
};
