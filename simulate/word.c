/* simulate/word.c -- simulates Traître Mot: its options, how games end, and what becomes of secret words. */
#include <stdio.h>

#include "games/word/word.h"
#include "simulate/simulate.h"

/* What the command line says, counted from 0. */
static struct {
    long turns, language, colour;
} given;

struct tally {
    int64_t length_ms;
    long games, ended, words, accused, ending[ending_end], fate[fate_end], cards;
};

static refusal_t set_up(struct match *m)
{
    struct input in;
    ASK(&in, SEAT_SERVER, set_up, .language = (uint8_t)(given.language + 1),
        .colour = (uint8_t)(given.colour + 1), .without_turns = (uint8_t)given.turns);
    return match_submit(m, &in);
}

static void keep_result(const struct match *m, void *result)
{
    struct tally *t = result;
    const struct state *s = m->table.truth;
    t->games = 1;
    t->ended = s->ending != 0;
    t->length_ms = m->now_ms;
    t->words = s->words;
    t->ending[s->ending]++;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        t->cards = s->pile[seat] > t->cards ? s->pile[seat] : t->cards;
    for (const struct event *e = table_next(&m->table, NULL); e; e = table_next(&m->table, e)) {
        t->accused += e->kind == EV_word_accused;
        if (e->kind == EV_card_shown)
            t->fate[BODY(e, card_shown)->fate]++;
    }
}

static void add(struct tally *sum, const struct tally *t)
{
    sum->length_ms += t->length_ms;
    sum->games += t->games;
    sum->ended += t->ended;
    sum->words += t->words;
    sum->accused += t->accused;
    sum->cards += t->cards;
    for (int i = 0; i < ending_end; i++)
        sum->ending[i] += t->ending[i];
    for (int i = 0; i < fate_end; i++)
        sum->fate[i] += t->fate[i];
}

static const char *const ending_names[ending_end] = {
    [ending_seven_cards] = "seven_cards",   [ending_no_card_left] = "no_card_left",
    [ending_deck_used_up] = "deck_used_up", [ending_all_words_said] = "all_words_said",
    [ending_no_answer] = "no_answer",       [ending_abandoned] = "abandoned"};
static const char *const fate_names[fate_end] = {[fate_placed] = "placed",
                                                 [fate_claimed] = "claimed",
                                                 [fate_defended] = "defended",
                                                 [fate_caught] = "caught",
                                                 [fate_off_topic] = "off_topic"};

static void print_counts(const char *what, const char *const *names, const long *counts, int end)
{
    printf(",\"%s\":{", what);
    for (int i = 1; i < end; i++)
        printf("%s\"%s\":%ld", i > 1 ? "," : "", names[i], counts[i]);
    putchar('}');
}

static void print_json(const struct simulate_options *o, const struct tally *t)
{
    printf("{\"game\":\"%s\",", o->game->name);
    simulate_print_table_json(o);
    printf(",\"games\":%ld,\"unfinished\":%ld,\"mean_s\":%.1f,\"mean_words\":%.1f,\"mean_accused\":%.1f,"
           "\"mean_most_cards\":%.1f",
           t->games, t->games - t->ended, simulate_per((double)t->length_ms / 1000, t->games),
           simulate_per((double)t->words, t->games), simulate_per((double)t->accused, t->games),
           simulate_per((double)t->cards, t->games));
    print_counts("endings", ending_names, t->ending, ending_end);
    print_counts("secret_words", fate_names, t->fate, fate_end);
    puts("}");
}

static void print_text(const struct simulate_options *o, const struct tally *t, double seconds)
{
    printf("%s, ", o->game->name);
    simulate_print_table(o);
    printf("\n\n  games              %8ld   on average %.1f s, with %.1f words, %.1f of them accused\n",
           t->games, simulate_per((double)t->length_ms / 1000, t->games),
           simulate_per((double)t->words, t->games), simulate_per((double)t->accused, t->games));
    if (t->games > t->ended)
        printf("  not finished       %8ld\n", t->games - t->ended);
    printf("\n  ended by\n");
    for (int i = 1; i < ending_end; i++)
        printf("  %-18s %8ld\n", ending_names[i], t->ending[i]);
    printf("\n  secret words\n");
    for (int i = 1; i < fate_end; i++)
        printf("  %-18s %8ld   %5.1f per game\n", fate_names[i], t->fate[i],
               simulate_per((double)t->fate[i], t->games));
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

static const char usage[] = "  --turns WHETHER       yes, or no: whoever is first (yes)\n"
                            "  --language LANGUAGE   of the deck: en, fr or nl (en)\n"
                            "  --colour COLOUR       black or pink (black)\n"
                            "  bots                  babbler, which knows no language\n";

static const char *const whether[] = {"yes", "no", NULL};
static const char *const languages[] = {"en", "fr", "nl", NULL};
static const char *const colours[] = {"black", "pink", NULL};

static const struct simulate_option options[] = {
    {.name = "--turns", .words = whether, .number = &given.turns},
    {.name = "--language", .words = languages, .number = &given.language},
    {.name = "--colour", .words = colours, .number = &given.colour},
    {0},
};

const struct simulate_game simulate_word = {
    .game = &word,
    .usage = usage,
    .until_ms = 24 * 3600 * 1000,
    .options = options,
    .set_up = set_up,
    .result_size = sizeof(struct tally),
    .keep_result = keep_result,
    .print = print,
};
