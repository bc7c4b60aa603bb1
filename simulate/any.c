/* simulate/any.c -- `turncoat simulate` for a game that has no file of its own here: sets it up without
 * options, and counts who wins. */
#include <stdio.h>

#include "core/turn.h"
#include "simulate/simulate.h"

struct played {
    int64_t length_ms;
    uint32_t commands, refused;
    seats_t won, partly;
    bool over;
};

static refusal_t set_up(struct match *m)
{
    static const uint8_t nothing_chosen[BODY_MAX];
    const struct game *game = m->table.game;
    struct input in;
    ask(&in, SEAT_SERVER, game->set_up, nothing_chosen, game->schema->commands[game->set_up].size);
    return match_submit(m, &in);
}

static void keep_result(const struct match *m, void *result)
{
    struct played *p = result;
    struct result of[VIEWS] = {{0}};
    p->length_ms = m->now_ms;
    p->commands = m->commands;
    p->refused = m->refused;
    p->over = m->table.game->over(m->table.truth);
    if (p->over)
        m->table.game->winners(m->table.truth, of);
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        p->won |= of[seat].how == HOW_WON ? SEAT(seat) : 0;
        p->partly |= of[seat].how == HOW_PARTLY ? SEAT(seat) : 0;
    }
}

struct figures {
    long unfinished, won, seat_won[VIEWS], seat_partly[VIEWS];
    double mean_s, mean_commands, mean_refused;
};

static struct figures sum_up(const struct played *results, long count)
{
    struct figures f = {0};
    for (long i = 0; i < count; i++) {
        const struct played *p = &results[i];
        f.unfinished += !p->over;
        f.won += p->won != 0;
        f.mean_s += (double)p->length_ms / 1000 / (double)count;
        f.mean_commands += (double)p->commands / (double)count;
        f.mean_refused += (double)p->refused / (double)count;
        for (seat_t seat = 1; seat < VIEWS; seat++) {
            f.seat_won[seat] += (p->won & SEAT(seat)) != 0;
            f.seat_partly[seat] += (p->partly & SEAT(seat)) != 0;
        }
    }
    return f;
}

static void print_json(const struct simulate_options *o, const struct figures *f)
{
    printf("{\"game\":\"%s\",", o->game->name);
    simulate_print_table_json(o);
    printf(",\"games\":%ld,\"won\":%ld,\"unfinished\":%ld,\"mean_s\":%.1f,\"seat_wins\":[", o->games, f->won,
           f->unfinished, f->mean_s);
    for (int seat = 1; seat <= o->players; seat++)
        printf("%s%ld", seat > 1 ? "," : "", f->seat_won[seat]);
    puts("]}");
}

static void print_text(const struct simulate_options *o, const struct figures *f, double seconds)
{
    printf("%s, ", o->game->name);
    simulate_print_table(o);
    printf("\n\n  games              %8ld   %ld of them had a winner\n", o->games, f->won);
    if (f->unfinished)
        printf("  not finished       %8ld\n", f->unfinished);
    printf("  mean length        %8.1f s\n", f->mean_s);
    printf("  commands           %8.1f     per game, %.2f refused\n\n", f->mean_commands, f->mean_refused);
    printf("  seat      won   partly\n");
    for (int seat = 1; seat <= o->players; seat++)
        printf("  %4d %8ld %8ld\n", seat, f->seat_won[seat], f->seat_partly[seat]);
    printf("\n  took %.2f s\n", seconds);
}

static bool print(const struct simulate_options *o, const void *results, double seconds)
{
    struct figures f = sum_up(results, o->games);
    if (o->json)
        print_json(o, &f);
    else
        print_text(o, &f, seconds);
    return true;
}

static const struct simulate_option none[] = {{0}};

const struct simulate_game simulate_any = {
    .usage = "",
    .until_ms = 24 * 3600 * 1000,
    .options = none,
    .set_up = set_up,
    .result_size = sizeof(struct played),
    .keep_result = keep_result,
    .print = print,
};
