/* wasm/solo.c -- a solo table that the page hosts itself: judged as the server would, without a server.
 *
 * The truth is here, with dice from a seed that the page draws; what goes out is the story of the one player,
 * line by line.  It keeps no log and reads no clock: the page keeps the lines it is given, gives them back
 * after a reload, and tells the time.  It refuses to be a table for more than one: that is the server's job.
 *
 *   host(a, b, c, d)             hosts the game that is open, from the beginning; the four are the seed
 *   restore(size)                takes the log line in the inbox as it is; returns 0, or the address of the
 *                                reason why it was not taken
 *   submit(size, seat, now_ms)   judges the command in the inbox as that seat, or as the server (13);
 *                                returns 0, or the number of the refusal, or -1 if it cannot be read
 *   happened()                   how many events the last of these calls caused
 *   kept(i)                      the i-th of them as a line of the log, into the outbox
 *   shown(i)                     the same as the player is shown it; 0: it is not shown
 *   deadline()                   when the next tick is due, in table time
 *   over()                       has the game ended?
 *   options(size)                writes the command in the inbox with all its fields into the outbox; 0: it
 *                                cannot be read */
#include "core/dice.h"
#include "core/turn.h"
#include "core/wire.h"
#include "rules/clock.h"
#include "wasm/engine.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

enum { PLAYER = 1 };

static struct knowledge truth;
static uint64_t seed[2];
static seq_t logged, told; /* how many events there are in the log, and in the story */
static int64_t last_ms;
static struct event fresh[2 * EVENTS_PER_INPUT_MAX]; /* a tick that was due, and what was asked */
static seq_t number[2 * EVENTS_PER_INPUT_MAX];       /* its number in the story; 0: not shown */
static uint32_t count;

EXPORT("host") void solo_begin(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    memset(&truth, 0, sizeof truth);
    seed[0] = (uint64_t)b << 32 | a;
    seed[1] = (uint64_t)d << 32 | c;
    logged = told = 0;
    last_ms = 0;
    count = 0;
}

/* The event after the last one of `fresh` has happened. */
static void note(void)
{
    const struct event *e = &fresh[count];
    logged = e->seq;
    last_ms = e->at_ms;
    number[count++] = see_known_to(engine_game->schema, e, PLAYER) ? ++told : 0;
}

EXPORT("restore") const char *solo_restore(uint32_t size)
{
    count = 0;
    if (!engine_readable(size) ||
        !wire_read_event(engine_game->schema, engine_in, size, &fresh[0], &engine_why))
        return engine_why.text;
    if (fresh[0].seq != logged + 1) {
        static const char reason[] = "an event of the log is missing, or there twice";
        memcpy(engine_why.text, reason, sizeof reason);
        return engine_why.text;
    }
    engine_game->apply(state_of(&truth), &fresh[0]);
    note();
    return NULL;
}

/* A refused command uses up no dice, and none need be kept: they follow from how many events there were. */
static refusal_t judge(struct input *in)
{
    int more;
    for (uint32_t i = 0; i < 2; i++)
        in->dice[i] = dice_number(seed, 2 * (uint64_t)logged + i);
    refusal_t refusal = turn_judge(engine_game, NULL, state_of(&truth), in, logged + 1, fresh + count, &more);
    while (more--)
        note();
    return refusal;
}

static void tick_first(const struct input *in)
{
    struct input due;
    if (engine_game->deadline(state_of(&truth)) <= in->now_ms && clock_tick_first(in, &due))
        judge(&due);
}

EXPORT("submit") int solo_submit(uint32_t size, uint32_t seat, double now_ms)
{
    struct input in;
    count = 0;
    if (!engine_readable(size) || !wire_read_input(engine_game->schema, engine_in, size, &in, &engine_why))
        return -1;
    if (seat != PLAYER && seat != SEAT_SERVER)
        return REFUSAL_not_yours;
    in.by = (seat_t)seat;
    in.now_ms = whole_ms(now_ms) > last_ms ? whole_ms(now_ms) : last_ms;
    in.seen = seat == PLAYER && in.seen < told ? in.seen : logged; /* P6.3 */
    tick_first(&in);
    if (seat == PLAYER && in.kind == CMD_seat_player)
        return REFUSAL_table_full;
    return judge(&in);
}

EXPORT("happened") uint32_t solo_happened(void)
{
    return count;
}

EXPORT("kept") size_t solo_kept(uint32_t i)
{
    return i < count ? wire_write_event(engine_game->schema, &fresh[i], engine_out, sizeof engine_out) : 0;
}

EXPORT("shown") size_t solo_shown(uint32_t i)
{
    struct seen seen;
    if (i >= count || !number[i] || !see_as(engine_game->schema, &fresh[i], PLAYER, &seen))
        return 0;
    seen.event.seq = number[i];
    return wire_write_seen(engine_game->schema, &seen, engine_out, sizeof engine_out);
}

EXPORT("deadline") double solo_deadline(void)
{
    return engine_game ? (double)engine_game->deadline(state_of(&truth)) : (double)INT64_MAX;
}

EXPORT("over") int solo_over(void)
{
    return engine_game && engine_game->over(state_of(&truth));
}

EXPORT("options") size_t solo_options(uint32_t size)
{
    struct input in;
    if (!engine_readable(size) || !wire_read_input(engine_game->schema, engine_in, size, &in, &engine_why))
        return 0;
    return wire_write_input(engine_game->schema, &in, engine_out, sizeof engine_out);
}
