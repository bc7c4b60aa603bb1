/* bench/words.c -- announces the same word again and again, always after the same 198 others. */
#include "bench/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "games/word/word.h"

static struct event followed[EVENTS_PER_INPUT_MAX];

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool judged(struct state *s, const struct input *in)
{
    int count;
    return turn_judge(&word, NULL, s, in, 1, followed, &count) == REFUSAL_OK;
}

static void write_word(const struct state *s, const char *text, struct input *out)
{
    struct announce said = {.after = s->words};
    memcpy(said.text, text, strlen(text));
    ask(out, s->announcer, CMD_announce, &said, sizeof said);
}

static bool talk_long(struct state *s)
{
    struct input in;
    for (int i = 0; i < BENCH_SEATS; i++) {
        struct seat_player seat = {.name = {(char)('A' + i)}};
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        if (!judged(s, &in))
            return false;
    }
    ASK(&in, SEAT_SERVER, set_up, .standing_s = -1);
    if (!judged(s, &in))
        return false;
    while (s->words < WORDS_SAID) {
        char text[8];
        snprintf(text, sizeof text, "zw%c%c", 'a' + s->words / 20, 'a' + s->words % 20);
        write_word(s, text, &in);
        if (!judged(s, &in))
            return false;
    }
    return true;
}

/* Every time from a fresh copy; what copying takes is taken off. */
static bool measure(const struct state *before, struct state *s, uint64_t times, double *seconds_each)
{
    struct input in;
    write_word(before, "window", &in);
    double start = now_s();
    for (uint64_t i = 0; i < times; i++) {
        memcpy(s, before, sizeof *s);
        if (!judged(s, &in))
            return false;
    }
    double copying = now_s();
    for (uint64_t i = 0; i < times; i++) {
        memcpy(s, before, sizeof *s);
        __asm__ volatile("" : : "r"(s) : "memory"); /* or nothing would be copied */
    }
    *seconds_each = (copying - start - (now_s() - copying)) / (double)times;
    return true;
}

bool words_run(uint64_t times, double *seconds_each)
{
    struct state *before = calloc(1, sizeof *before), *s = malloc(sizeof *s);
    bool run = before && s && talk_long(before) && measure(before, s, times, seconds_each);
    free(before);
    free(s);
    return run;
}
