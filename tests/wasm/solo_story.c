/* tests/wasm/solo_story.c -- solo games at a native table, printed for solo.mjs to compare with the table
 * that a page hosts itself (wasm/solo.c).
 *
 *   solo_story GAMES SEED
 *
 * A bot plays; now and then something else is asked.  Every line begins with its kind:
 *   G A B C D       a game begins; the four numbers are its seed
 *   C SEAT NOW TEXT a seat asks, or the host of the table
 *   A REFUSAL       the answer
 *   K TEXT          what followed, as the log keeps it
 *   S TEXT          and as the player is shown it
 *   E ENDING        the game ends: how; 0 if it was cut short
 * Dice and the manners of a host are stated here a second time: see wasm/solo.c, server/judge.c, hear.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/dice.h"
#include "core/wire.h"
#include "games/maze/play.h"
#include "table/table.h"

static struct {
    struct table table;
    _Alignas(8) uint8_t view[STATE_MAX];
    struct bot bot;
    int64_t now_ms;
    uint64_t seed[2];          /* of the game that is played */
    uint64_t chance[2], rolls; /* what happens in it beside the rules */
} play;

static uint32_t below(uint32_t limit)
{
    return dice_below(play.chance, play.rolls++, limit);
}

static struct state *view(void)
{
    return (struct state *)(void *)play.view;
}

static void show(void *ctx, seats_t who, const struct seen *seen)
{
    char text[WIRE_MAX];
    (void)ctx;
    if (!(who & SEAT(1)))
        return;
    wire_write_seen(maze.schema, seen, text, sizeof text);
    printf("S %s\n", text);
    bot_show(&play.bot, view(), seen);
}

static refusal_t judge(struct input *in)
{
    bookmark_t before = table_now(&play.table);
    char text[WIRE_MAX];
    in->now_ms = play.now_ms;
    in->dice[0] = dice_number(play.seed, 2 * (uint64_t)play.table.count);
    in->dice[1] = dice_number(play.seed, 2 * (uint64_t)play.table.count + 1);
    refusal_t refusal = table_submit(&play.table, in);
    for (const struct event *e = table_since(&play.table, before); e; e = table_next(&play.table, e)) {
        wire_write_event(maze.schema, e, text, sizeof text);
        printf("K %s\n", text);
    }
    return refusal;
}

static refusal_t submit(struct input *in)
{
    refusal_t refusal = REFUSAL_OK;
    struct input due;
    char text[WIRE_MAX];
    wire_write_input(maze.schema, in, text, sizeof text);
    printf("C %d %lld %s\n", in->by, (long long)play.now_ms, text);
    if (in->kind != CMD_tick && in->kind != CMD_pause_clock &&
        maze.deadline(play.table.truth) <= play.now_ms) {
        ASK(&due, SEAT_SERVER, tick, 0);
        judge(&due);
    }
    if (in->by == SEAT_SERVER || in->kind != CMD_seat_player)
        refusal = judge(in);
    else
        refusal = REFUSAL_table_full;
    if (refusal == REFUSAL_not_yours && in->by != SEAT_SERVER && in->kind < 200) {
        in->by = SEAT_SERVER;
        refusal = judge(in);
    }
    table_show(&play.table, show, NULL);
    printf("A %d\n", refusal);
    return refusal;
}

static void sit_down(void)
{
    struct input in;
    printf("G %u %u %u %u\n", (uint32_t)play.seed[0], (uint32_t)(play.seed[0] >> 32), (uint32_t)play.seed[1],
           (uint32_t)(play.seed[1] >> 32));
    bot_open(&play.bot, bot_find(&maze, "", 0), &maze, 1, PACE_QUICK, below(1u << 31));
    ASK(&in, SEAT_SERVER, seat_player, .name = "Zo\xc3\xab \"1\"");
    submit(&in);
    do
        ASK(&in, 1, set_up, .number = (uint8_t)(1 + below(SCENARIOS)),
            .sand_s = (uint16_t)(180 + 60 * below(3)), .level = scenario_levels[below(7)],
            .side = (uint8_t)(1 + below(2)));
    while (submit(&in));
    ASK(&in, 1, turn_hourglass, 0);
    submit(&in);
}

/* Something that no bot asks for: a pause, a word, junk, with old knowledge or at the wrong time. */
static void disturb(void)
{
    struct input in;
    const struct kind *commands = maze.schema->commands;
    switch (below(4)) {
    case 0:
        ASK(&in, 1, ask_pause, 0);
        break;
    case 1:
        ASK(&in, 1, resume, 0);
        break;
    case 2:
        ASK(&in, SEAT_SERVER, pause_clock, 0);
        break;
    default:
        memset(&in, 0, sizeof in);
        in.by = 1;
        do
            in.kind = (uint16_t)below(KINDS_MAX);
        while (!commands[in.kind].fields || in.kind == CMD_remove_player);
        for (const struct field *f = commands[in.kind].fields(); f->name; f++)
            if (f->size == 1)
                in.body[f->offset] = (uint8_t)below(f->scalar == T_flag ? 2 : 5);
    }
    in.seen = below(play.table.story[1] + 1);
    submit(&in);
}

/* The next thing that is due; a pause is ended sooner or later. */
static void step(void)
{
    struct input in;
    int64_t deadline_ms = maze.deadline(play.table.truth), wakes_ms = bot_wakes_ms(&play.bot);
    int64_t next_ms = deadline_ms < wakes_ms ? deadline_ms : wakes_ms;
    if (next_ms == INT64_MAX || below(40) == 0) {
        play.now_ms += below(below(3) ? 400 : 60000);
        disturb();
        return;
    }
    play.now_ms = next_ms > play.now_ms ? next_ms : play.now_ms;
    if (deadline_ms <= wakes_ms && below(2)) {
        ASK(&in, SEAT_SERVER, tick, 0);
        submit(&in);
    } else if (bot_act(&play.bot, view(), play.now_ms, &in)) {
        submit(&in);
    }
}

int main(int argc, char **argv)
{
    long count = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
    if (count < 1) {
        fputs("usage: solo_story GAMES SEED\n", stderr);
        return 2;
    }
    play.chance[0] = strtoull(argv[2], NULL, 10);
    while (count--) {
        const struct state *truth;
        if (!table_open(&play.table, &maze))
            return 1;
        memset(play.view, 0, sizeof play.view);
        play.seed[0] = dice_number(play.chance, play.rolls++);
        play.seed[1] = dice_number(play.chance, play.rolls++);
        play.now_ms = 1;
        truth = play.table.truth;
        sit_down();
        for (int steps = 3000; steps && !truth->ending; steps--)
            step();
        printf("E %d\n", truth->ending);
        table_close(&play.table);
    }
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
