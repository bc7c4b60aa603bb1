/* cli/record_judge.c -- the judging of a record, for all games; and what was asked of rules/. */
#include "cli/record_judge.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/turn.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/hush.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

static void ask_seat(const struct seat_taken *taken, struct input *in)
{
    struct seat_player body = {.bot = taken->bot};
    memcpy(body.name, taken->name, sizeof body.name);
    ask(in, SEAT_SERVER, CMD_seat_player, &body, sizeof body);
}

static void ask_say(const struct said *said, struct input *in)
{
    struct say body;
    memcpy(body.text, said->text, sizeof body.text);
    ask(in, said->by, CMD_say, &body, sizeof body);
}

bool record_judge_ask_shared(const struct event *e, struct input *in)
{
    switch (e->kind) {
    case EV_seat_taken:
        ask_seat(BODY(e, seat_taken), in);
        return true;
    case EV_seat_marked: {
        const struct seat_marked *x = BODY(e, seat_marked);
        ASK(in, SEAT_SERVER, mark_seat, .seat = x->seat, .away = x->away, .bot = x->bot);
        return true;
    }
    case EV_said:
        ask_say(BODY(e, said), in);
        return true;
    case EV_reacted:
        ASK(in, BODY(e, reacted)->by, react, .reaction = BODY(e, reacted)->reaction);
        return true;
    case EV_pause_wanted:
        ASK(in, BODY(e, pause_wanted)->seat, ask_pause, 0);
        return true;
    case EV_resuming:
        ASK(in, BODY(e, resuming)->seat, resume, 0);
        return true;
    case EV_resumed:
        ASK(in, SEAT_SERVER, tick, 0);
        return true;
    default:
        return false;
    }
}

static const struct record_judge *find_judge(const struct game *game)
{
    static const struct record_judge *const judges[] = {&record_judge_null, &record_judge_maze};
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++)
        if (judges[i]->game == game)
            return judges[i];
    return NULL;
}

/* A state that compares what is folded into it with what the record tells. */
struct court {
    _Alignas(8) uint8_t state[STATE_MAX]; /* first, so that the one pointer is the other */
    struct game game;                     /* the game, with apply() below in place of its own */
    const struct record_judge *judge;
    const struct table *table;
    const struct event *next; /* of the record; NULL: it has ended */
    struct complaint *why;
    bool good;
};

static bool complain(struct court *c, const struct event *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    c->why->line = (at ? at->seq : c->table->count + 1) + 1; /* the first line is the header */
    vsnprintf(c->why->text, sizeof c->why->text, format, args);
    va_end(args);
    c->good = false;
    return false;
}

static const char *name_of(const struct court *c, const struct event *e)
{
    return c->judge->game->schema->events[e->kind].name;
}

static bool agree(struct court *c, const struct event *told, const struct event *made)
{
    const struct state *s = (const struct state *)(const void *)c->state;
    if (!told)
        return complain(c, NULL, "the record breaks off: %s must follow", name_of(c, made));
    if (told->kind != made->kind)
        return complain(c, told, "%s is not possible here: %s must follow", name_of(c, told),
                        name_of(c, made));
    if (told->at_ms != made->at_ms)
        return complain(c, told, "%s happens at the same time as what it follows from", name_of(c, told));
    if (told->to != made->to)
        return complain(c, told, "%s was shown to other seats than the rules say", name_of(c, told));
    if (!c->judge->same(s, told, made))
        return complain(c, told, "%s is not possible here: what it says does not follow", name_of(c, told));
    return true;
}

/* What decide() emits is folded as the record tells it; after a difference nothing matters any more. */
static void apply(struct state *s, const struct event *made)
{
    struct court *c = (struct court *)(void *)s;
    bool same = c->good && agree(c, c->next, made);
    c->judge->game->apply(s, same ? c->next : made);
    if (same)
        c->next = table_next(c->table, c->next);
}

/* One command, and all that followed from it. */
static bool judge_next(struct court *c)
{
    struct state *s = (struct state *)(void *)c->state;
    struct event made[EVENTS_PER_INPUT_MAX];
    struct input in;
    int count;
    const struct event *first = c->next, *telling = first;
    if (first->kind == EV_talk_changed) /* an action closes talk before anything else */
        telling = table_next(c->table, first);
    if (!telling || !c->judge->ask(s, telling, &in))
        return complain(c, first, "%s is not possible here: nothing was done from which it follows",
                        name_of(c, first));
    in.now_ms = first->at_ms;
    in.seen = first->seq - 1;
    refusal_t refusal = turn_judge(&c->game, s, &in, first->seq, made, &count);
    if (refusal) {
        const struct refusal_text *reason = &c->game.schema->refusals[refusal];
        return complain(c, telling, "%s is not possible here: %s (%s)", name_of(c, telling), reason->text,
                        reason->rule);
    }
    if (c->good && c->next == first)
        return complain(c, first, "%s is not possible here: it is too early", name_of(c, first));
    return c->good;
}

bool record_judge(const struct table *t, struct complaint *why)
{
    struct court c = {.game = *t->game, .judge = find_judge(t->game), .table = t, .why = why, .good = true};
    CHECK(c.judge); /* every game has one */
    c.game.apply = apply;
    c.next = table_next(t, NULL);
    while (c.next)
        if (!judge_next(&c))
            return false;
    return true;
}
