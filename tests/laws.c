/* tests/laws.c -- what holds for every game, whatever is played: plays random and hostile tables, driven by
 * each game's definition, and tries the eight laws at every step.  A whole run also fails if it never
 * reaches some event, command, refusal, ending or set-up (tests/help/reached.h).
 *
 *   laws [SEEDS [FIRST]] [GAME]   this many tables of each game, or of one; with exit status 1, it names the
 *                                 seed that broke a law
 *
 * It knows no rule of any game.  What must stay hidden is stated in secrets_<game>.c. */
#include <stdio.h>

#include "bots/bot.h"
#include "core/wire.h"
#include "rules/presence.h"
#include "server/messages.h"
#include "table/common.h"
#include "tests/help/reached.h"
#include "tests/help/watch.h"

enum { SEEDS = 900, AS_OFFERED_SEEDS = 864, STEPS_MAX = 20000 };

static struct {
    uint64_t tables, inputs, accepted, refused, asked_host, shown, junk_read, junk_refused, ended;
} counted;
static struct reached reached;

/* One table being played. */
struct play {
    struct watch watch;
    uint64_t seed, first_seed;
    int64_t now_ms;
    int players;
    char *story[VIEWS]; /* every line shown, as JSON */
    size_t story_size[VIEWS], story_room[VIEWS];
    struct input last;
    bool by_bots; /* at this step */
    uint32_t happened[KINDS_MAX];
    enum { AS_OFFERED, OWN_SET_UP, OWN_MATERIAL } own; /* how the table is set up */
    struct bot bot[VIEWS];
};

#define LAW(p, number, holds, what)                                                                          \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            broken((p), (number), (what), __LINE__);                                                         \
    } while (0)

static void broken(const struct play *p, int law, const char *what, int line)
{
    const struct game *game = p->watch.table.game;
    char text[WIRE_MAX];
    fprintf(stderr, "law %d is broken in %s, seed %llu: %s (line %d)\n", law, game->name,
            (unsigned long long)p->first_seed, what, line);
    if (p->last.kind < KINDS_MAX && game->schema->commands[p->last.kind].fields &&
        wire_write_input(game->schema, &p->last, text, sizeof text))
        fprintf(stderr, "after seat %d asked %s\n", p->last.by, text);
    exit(1);
}

static const struct game *game_of(const struct play *p)
{
    return p->watch.table.game;
}

/* ---- law 4: a view is the truth with holes ---- */

static bool all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool value_holds(const struct field *f, const uint8_t *view, const uint8_t *truth, size_t size)
{
    uint32_t seen, real;
    if (f->scalar != T_seats_t && f->scalar != T_seq_t)
        return all_zero(view, size) || !memcmp(view, truth, size);
    memcpy(&seen, view, sizeof seen);
    memcpy(&real, truth, sizeof real);
    return f->scalar == T_seq_t ? seen <= real : (seen & ~real) == 0;
}

static bool holds(const struct field *f, const uint8_t *view, const uint8_t *truth)
{
    for (; f->name; f++) {
        size_t one = f->scalar == T_text && !f->part ? f->size : (size_t)f->size / f->count;
        for (size_t at = f->offset; at < (size_t)f->offset + f->size; at += one)
            if (f->part ? !holds(f->part(), view + at, truth + at)
                        : !value_holds(f, view + at, truth + at, one))
                return false;
    }
    return true;
}

static void check_views(const struct play *p)
{
    const struct game *game = game_of(p);
    const struct state *truth = p->watch.table.truth;
    LAW(p, 5, game->sound(truth), "the truth is not sound");
    for (int v = 0; v <= p->players; v++) {
        LAW(p, 5, game->sound(p->watch.view[v]), "a view is not sound");
        LAW(p, 4, game->over(p->watch.view[v]) == game->over(truth), "not everybody knows that it is over");
        LAW(p, 4, game->begun(p->watch.view[v]) == game->begun(truth),
            "not everybody knows that it has begun");
        LAW(p, 4, holds(game->schema->state(), (const uint8_t *)p->watch.view[v], (const uint8_t *)truth),
            "a view knows what is not so");
    }
}

/* Everybody learns who has won, in one way or the other, when it is over and not before. */
static void check_winners(const struct play *p)
{
    const struct game *game = game_of(p);
    struct result truth[VIEWS] = {{0}};
    game->winners(p->watch.table.truth, truth);
    for (int seat = 0; seat < VIEWS; seat++) {
        bool sits = seat >= 1 && seat <= p->players;
        LAW(p, 4, sits ? truth[seat].how > HOW_OPEN && truth[seat].how <= HOW_ABANDONED : !truth[seat].how,
            "somebody who sits there has neither won nor lost, or somebody else has");
        LAW(p, 4, !sits || (truth[seat].why && game->endings[truth[seat].why].size), "nobody knows why");
    }
    for (int v = 0; v <= p->players; v++) {
        struct result told[VIEWS] = {{0}};
        game->winners(p->watch.view[v], told);
        LAW(p, 4, !memcmp(told, truth, sizeof truth), "not everybody knows who has won");
    }
}

/* Field by field: what lies between them means nothing. */
static bool same_body(const struct kind *kind, const uint8_t *a, const uint8_t *b)
{
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->scalar == T_text ? strcmp((const char *)a + f->offset, (const char *)b + f->offset)
                                : memcmp(a + f->offset, b + f->offset, f->size))
            return false;
    return true;
}

static bool same_event(const struct schema *schema, const struct event *a, const struct event *b)
{
    return a->at_ms == b->at_ms && a->seq == b->seq && a->to == b->to && a->kind == b->kind &&
           a->size == b->size && same_body(&schema->events[a->kind], a->body, b->body);
}

/* ---- law 1 and 8: fold and restore ---- */

static void check_fold(const struct play *p)
{
    const struct game *game = game_of(p);
    struct state *fold = calloc(1, game->state_size);
    CHECK(fold);
    for (const struct event *e = table_next(&p->watch.table, NULL); e; e = table_next(&p->watch.table, e))
        game->apply(fold, e);
    LAW(p, 1, !memcmp(fold, p->watch.table.truth, game->state_size), "the truth is not the fold of its log");
    static char text[1 << 16]; /* as much as an engine hands over (wasm/engine.h) */
    LAW(p, 6, wire_write_record(game->schema->state(), fold, text, sizeof text),
        "a state is too long to write");
    free(fold);
}

static void keep_line(struct play *p, int view, const char *line, size_t size)
{
    if (p->story_room[view] - p->story_size[view] < size) {
        p->story_room[view] = p->story_room[view] * 2 + size + 4096;
        CHECK(p->story[view] = realloc(p->story[view], p->story_room[view]));
    }
    memcpy(p->story[view] + p->story_size[view], line, size);
    p->story_size[view] += size;
}

static void keep_story(void *ctx, seats_t who, const struct seen *seen)
{
    struct play *p = ctx;
    char line[WIRE_MAX];
    size_t size = wire_write_seen(game_of(p)->schema, seen, line, sizeof line);
    LAW(p, 6, size > 0, "a seen event does not fit the wire");
    for (seats_t rest = who; rest; rest &= rest - 1)
        keep_line(p, __builtin_ctz(rest), line, size);
    counted.shown++;
}

static void free_stories(struct play *p)
{
    for (int v = 0; v < VIEWS; v++)
        free(p->story[v]);
}

/* The log, written out and read again, makes the same table. */
static void check_restored(struct play *p)
{
    const struct game *game = game_of(p);
    struct play again = {.first_seed = p->first_seed, .players = p->players, .last = p->last};
    watch_open(&again.watch, game);
    again.watch.heard = keep_story;
    again.watch.ctx = &again;
    for (const struct event *e = table_next(&p->watch.table, NULL); e; e = table_next(&p->watch.table, e)) {
        char text[WIRE_MAX];
        struct event read;
        struct complaint why;
        size_t size = wire_write_event(game->schema, e, text, sizeof text);
        LAW(p, 6, size && wire_read_event(game->schema, text, size, &read, &why),
            "an event is not read again");
        LAW(p, 6, same_event(game->schema, &read, e), "an event is read as another");
        LAW(p, 8, table_restore(&again.watch.table, &read), "a log is not restored");
        LAW(p, 5, game->sound(again.watch.table.truth), "the truth is not sound in between");
    }
    watch_show(&again.watch);
    LAW(p, 8, !memcmp(again.watch.table.truth, p->watch.table.truth, game->state_size), "another truth");
    for (int v = 0; v < VIEWS; v++) {
        LAW(p, 8, again.watch.table.story[v] == p->watch.table.story[v], "a story of another length");
        LAW(p, 8,
            again.story_size[v] == p->story_size[v] && !memcmp(again.story[v], p->story[v], p->story_size[v]),
            "another story");
        LAW(p, 8, !memcmp(again.watch.view[v], p->watch.view[v], game->state_size), "another view");
    }
    free_stories(&again);
    watch_close(&again.watch);
}

/* Who comes back is told exactly the rest of the story. */
static void check_retold(struct play *p)
{
    const struct table *t = &p->watch.table;
    for (seat_t v = 0; v <= p->players; v++) {
        struct play again = {.first_seed = p->first_seed, .players = p->players, .last = p->last};
        again.watch.table.game = t->game;
        seq_t since = t->story[v] ? (seq_t)(chance(&p->seed) % t->story[v]) : 0;
        table_tell(t, v, since, keep_story, &again);
        size_t size = again.story_size[v];
        LAW(p, 8, size <= p->story_size[v] && size > 0, "a retold story is too long");
        LAW(p, 8, !memcmp(p->story[v] + p->story_size[v] - size, again.story[v], size),
            "a story is retold otherwise");
        free_stories(&again);
    }
}

/* ---- law 6: the wire ---- */

static void check_seen(void *ctx, seats_t who, const struct seen *seen)
{
    struct play *p = ctx;
    char text[WIRE_MAX];
    struct seen read;
    struct complaint why;
    size_t size = wire_write_seen(game_of(p)->schema, seen, text, sizeof text);
    LAW(p, 6, size && wire_read_seen(game_of(p)->schema, text, size, &read, &why),
        "a seen event is not read again");
    LAW(p, 6, read.inside == seen->inside || !strstr(text, "\"to\""), "inside and outside are mistaken");
    LAW(p, 6, same_event(game_of(p)->schema, &read.event, &seen->event), "a seen event is read as another");
    reached.event[seen->event.kind]++;
    p->happened[seen->event.kind]++;
    for (seat_t v = 1; v <= p->players; v++)
        if (who & SEAT(v))
            bot_notice(&p->bot[v], p->watch.view[v], seen);
    keep_story(p, who, seen);
}

static void check_input(struct play *p, const struct input *in)
{
    const struct schema *schema = game_of(p)->schema;
    char text[WIRE_MAX];
    struct input read;
    struct complaint why;
    size_t size = wire_write_input(schema, in, text, sizeof text);
    LAW(p, 6, size && wire_read_input(schema, text, size, &read, &why), "an input is not read again");
    LAW(p, 6,
        read.kind == in->kind && read.id == in->id && read.seen == in->seen &&
            same_body(&schema->commands[in->kind], read.body, in->body),
        "an input is read as another");
}

static size_t damage(uint64_t *seed, char *text, size_t size)
{
    static const char likely[] = "\"{}[]:,0123456789-eE.tfn\\u \n";
    if (chance_below(seed, 2)) { /* one digit: most likely another event */
        size_t at = chance(seed) % size;
        while (at < size && (text[at] < '0' || text[at] > '9'))
            at++;
        if (at < size)
            text[at] = (char)('0' + chance_below(seed, 10));
        return size;
    }
    for (int n = 1 + chance_below(seed, 4); n && size; n--) {
        size_t at = chance(seed) % size;
        switch (chance_below(seed, 4)) {
        case 0:
            text[at] = (char)chance(seed);
            break;
        case 1:
            text[at] = likely[chance(seed) % (sizeof likely - 1)];
            break;
        case 2:
            memmove(text + at, text + at + 1, size-- - at - 1);
            break;
        default:
            size = at;
        }
    }
    return size;
}

/* Damaged events are refused, or are events: folding them breaks nothing but the sense. */
static void check_junk_events(struct play *p)
{
    const struct game *game = game_of(p);
    struct state *state = calloc(1, game->state_size);
    static struct input offered[LEGAL_MAX];
    CHECK(state);
    for (const struct event *e = table_next(&p->watch.table, NULL); e; e = table_next(&p->watch.table, e)) {
        char text[WIRE_MAX];
        struct event read = *table_next(&p->watch.table, NULL);
        struct complaint why;
        size_t size = wire_write_event(game->schema, e, text, sizeof text);
        size = damage(&p->seed, text, size);
        bool good = wire_read_event(game->schema, text, size, &read, &why);
        counted.junk_read += good;
        counted.junk_refused += !good;
        if (!good)
            LAW(p, 6, why.text[0] && memchr(why.text, 0, sizeof why.text), "no reason for a refused text");
        game->apply(state, good ? &read : e);
        if (chance_below(&p->seed, 64) == 0) {
            (void)game->sound(state);
            (void)game->deadline(state);
            (void)game->hears(state, (seat_t)chance_below(&p->seed, 256), CHANNEL_TEXT);
            int count =
                game->legal(state, (seat_t)(1 + chance_below(&p->seed, SEATS_MAX)), offered, LEGAL_MAX);
            LAW(p, 6, count >= 0 && count <= LEGAL_MAX, "legal() offers more than it may");
        }
    }
    free(state);
}

/* Bodies of pure noise, for the fold. */
static void check_noise(struct play *p)
{
    const struct game *game = game_of(p);
    struct state *state = calloc(1, game->state_size);
    CHECK(state);
    memcpy(state, p->watch.table.truth, game->state_size);
    for (int n = 0; n < 200; n++) {
        struct event e = {.at_ms = (int64_t)chance(&p->seed), .seq = (seq_t)n};
        e.kind = (uint16_t)(1 + chance_below(&p->seed, KINDS_MAX - 1));
        if (!game->schema->events[e.kind].fields)
            continue;
        e.size = game->schema->events[e.kind].size; /* more than counts: the fold must bear it */
        for (size_t i = 0; i < e.size; i++)
            e.body[i] = (uint8_t)(chance(&p->seed) & (chance_below(&p->seed, 2) ? 0xff : 7));
        game->apply(state, &e);
        (void)game->sound(state);
        (void)game->deadline(state);
    }
    free(state);
}

/* ---- asking ---- */

static void check_refused(struct play *p, const struct input *in, const struct state *before, seq_t count)
{
    const struct table *t = &p->watch.table;
    LAW(p, 3, t->count == count && !memcmp(before, t->truth, t->game->state_size),
        "a refusal changed something");
    LAW(p, 3, t->game->schema->refusals[0].name == NULL, "there is a refusal number 0");
    (void)in;
}

/* What the asking seat would have been told by its own view: REFUSAL_ask_host when it cannot know. */
static refusal_t judge_by_view(struct play *p, const struct input *in)
{
    const struct game *game = game_of(p);
    static struct event events[EVENTS_PER_INPUT_MAX];
    int count;
    struct state *view = malloc(game->state_size);
    CHECK(view);
    memcpy(view, p->watch.view[in->by], game->state_size);
    refusal_t refusal = turn_guess(game, view, in, p->watch.table.story[in->by] + 1, events, &count);
    free(view);
    return refusal;
}

static bool is_dealt(const struct game *game, uint16_t kind)
{
    for (const uint16_t *dealt = game->dealt; *dealt; dealt++)
        if (*dealt == kind)
            return true;
    return false;
}

/* Other dice change nothing but what the game says is dealt; what follows from that may differ. */
static void check_dealt(struct play *p, const struct input *in, const struct state *before)
{
    const struct game *game = game_of(p);
    static struct event one[EVENTS_PER_INPUT_MAX], other[EVENTS_PER_INPUT_MAX];
    struct input again = *in;
    int count[2] = {0, 0};
    struct state *state = malloc(game->state_size);
    CHECK(state);
    memcpy(state, before, game->state_size);
    turn_judge(game, NULL, state, in, 1, one, &count[0]);
    again.dice[0] = chance(&p->seed);
    memcpy(state, before, game->state_size);
    turn_judge(game, NULL, state, &again, 1, other, &count[1]);
    for (int i = 0; i < count[0] && i < count[1]; i++) {
        if (one[i].kind != other[i].kind || !same_event(game->schema, &one[i], &other[i])) {
            LAW(p, 1, is_dealt(game, one[i].kind), "dice decide what is not said to be dealt");
            break;
        }
    }
    free(state);
}

/* What was asked at this table, or could have been, at some time: most of it comes too late. */
enum { PAST_MAX = 64, PLACED_MAX = 8 };
static struct {
    struct input in[PAST_MAX], set_up;
    struct event placed[PLACED_MAX]; /* what setting up did more than once, for all to see */
    int count, places;
} past;

static void remember(struct play *p, const struct input *in)
{
    int at = past.count < PAST_MAX ? past.count++ : chance_below(&p->seed, PAST_MAX);
    memcpy(&past.in[at], in, sizeof *in);
}

static void count_reached(const struct input *in, refusal_t refusal)
{
    (refusal ? reached.refused : reached.accepted)[in->kind % KINDS_MAX]++;
    reached.refusal[refusal]++;
}

static refusal_t submit(struct play *p, struct input *in, bool offered)
{
    struct table *t = &p->watch.table;
    struct state *before = malloc(t->game->state_size);
    CHECK(before);
    memcpy(before, t->truth, t->game->state_size);
    seq_t count = t->count;
    in->now_ms = p->now_ms;
    in->dice[0] = chance(&p->seed);
    in->dice[1] = chance(&p->seed);
    memcpy(&p->last, in, sizeof p->last);
    bool sits = in->by >= 1 && in->by <= p->players;
    refusal_t foreseen = sits ? judge_by_view(p, in) : REFUSAL_ask_host;
    refusal_t refusal = table_submit(t, in);
    if (!refusal)
        check_dealt(p, in, before);
    if (refusal) {
        LAW(p, 3, t->game->schema->refusals[refusal].name, "a refusal without a name");
        check_refused(p, in, before, count);
    }
    LAW(p, 3, foreseen == refusal || foreseen == REFUSAL_ask_host,
        "the truth judges otherwise than the view");
    LAW(p, 3, refusal != REFUSAL_ask_host, "the truth does not know");
    if (offered)
        LAW(p, 2, !refusal, "what legal() offered is refused");
    watch_show(&p->watch);
    counted.inputs++;
    counted.accepted += !refusal;
    counted.refused += refusal != 0;
    count_reached(in, refusal);
    if (!refusal)
        remember(p, in);
    counted.asked_host += sits && foreseen == REFUSAL_ask_host;
    free(before);
    return refusal;
}

/* Any bytes in the fields of a command. */
static void fill(struct play *p, struct input *in)
{
    unsigned mask = chance_below(&p->seed, 4) ? 15 : 255;
    for (const struct field *f = game_of(p)->schema->commands[in->kind].fields(); f->name; f++) {
        size_t size = f->scalar == T_text ? (size_t)chance_below(&p->seed, f->size) : f->size;
        for (size_t i = 0; i < size; i++) /* the wire lets no text through that is none */
            in->body[f->offset + i] = (uint8_t)(f->scalar == T_text   ? ' ' + chance(&p->seed) % 95
                                                : f->scalar == T_flag ? chance(&p->seed) & 1
                                                                      : chance(&p->seed) & mask);
    }
}

/* A command of the tables with likely and unlikely values in its fields. */
static void invent(struct play *p, struct input *in)
{
    const struct kind *kinds = game_of(p)->schema->commands;
    memset(in, 0, sizeof *in);
    do
        in->kind = (uint16_t)chance_below(&p->seed, KINDS_MAX);
    while (!kinds[in->kind].fields && chance_below(&p->seed, 200));
    in->by = (seat_t)(chance_below(&p->seed, 20) ? 1 + chance_below(&p->seed, p->players)
                                                 : chance_below(&p->seed, 256));
    if (kinds[in->kind].askers == ASKERS_SERVER && chance_below(&p->seed, 2))
        in->by = SEAT_SERVER;
    if (!kinds[in->kind].fields)
        return;
    fill(p, in);
    in->seen = chance_below(&p->seed, 4) ? p->watch.table.count : (seq_t)chance_below(&p->seed, 500);
}

/* ---- what is nearly right ---- */

/* Does a kind begin with all the fields of another? */
static bool begins_like(const struct kind *a, const struct kind *b)
{
    if (!a->fields || !b->fields || !b->fields()->name)
        return false;
    const struct field *x = a->fields(), *y = b->fields();
    while (x->name && y->name && !strcmp(x->name, y->name) && x->offset == y->offset && x->size == y->size)
        x++, y++;
    return !y->name;
}

/* Do two kinds have the same fields? */
static bool alike(const struct kind *a, const struct kind *b)
{
    return begins_like(a, b) && begins_like(b, a);
}

static uint16_t another_alike(struct play *p, uint16_t kind)
{
    const struct kind *kinds = game_of(p)->schema->commands;
    uint16_t found = kind;
    for (uint16_t k = 0, of = 0; k < KINDS_MAX; k++)
        if (k != kind && alike(&kinds[k], &kinds[kind]) && chance_below(&p->seed, ++of) == 0)
            found = k;
    return found;
}

static void alter_text(struct play *p, uint8_t *text, size_t size)
{
    memset(text, 0, size);
    memset(text, chance_below(&p->seed, 2) ? ' ' : 'x', chance(&p->seed) % size);
}

/* Some of an enum's values, or one of them, as the field holds them. */
static unsigned likely_value(struct play *p, const struct field *f)
{
    unsigned values = f->label_count > 1 ? f->label_count - 1u : 1;
    if (f->holds == HOLDS_SETS)
        return (unsigned)(chance(&p->seed) & chance(&p->seed)) & ((1u << values) - 1);
    return f->holds == HOLDS_PICKS ? 1 + (unsigned)chance_below(&p->seed, (int)values)
                                   : (unsigned)chance_below(&p->seed, 2 << chance_below(&p->seed, 5));
}

/* Another value in one field: none, the asker, a bit more or less, that of a neighbour in a list, a likely
 * one. */
static void alter_field(struct play *p, const struct field *fields, uint8_t *body, seat_t by)
{
    int count = 0;
    while (fields[count].name)
        count++;
    if (!count)
        return;
    const struct field *f = &fields[chance_below(&p->seed, count)];
    if (f->scalar == T_text) {
        alter_text(p, body + f->offset, f->size);
        return;
    }
    size_t one = (size_t)f->size / f->count, at = chance(&p->seed) % f->count;
    uint8_t *value = body + f->offset + at * one, *other = body + f->offset + (at + 1) % f->count * one;
    unsigned likely = f->scalar == T_flag ? (unsigned)chance_below(&p->seed, 2) : likely_value(p, f);
    int how = f->scalar == T_flag || f->labels ? 3 + chance_below(&p->seed, 6) : chance_below(&p->seed, 8);
    if (how == 0)
        value[chance(&p->seed) % one] ^= (uint8_t)(1u << chance_below(&p->seed, 8));
    else if (how == 1)
        memcpy(value, other, one);
    else
        memset(value, 0, one);
    if (how == 2)
        value[0] = by;
    else if (how > 4)
        memcpy(value, &likely, one < sizeof likely ? one : sizeof likely);
}

/* At each table another field is often missing from what its host would ask for. */
static void leave_out_a_field(const struct play *p, struct input *in)
{
    const struct field *fields = game_of(p)->schema->commands[in->kind].fields();
    int count = 0;
    while (fields[count].name)
        count++;
    if (!count)
        return;
    const struct field *f = &fields[p->first_seed / 8 % (uint64_t)count];
    memset(in->body + f->offset, 0, f->size);
}

static void alter(struct play *p, struct input *in)
{
    switch (chance_below(&p->seed, 12)) {
    case 0:
        in->by = (seat_t)chance_below(&p->seed, p->players + 1);
        break;
    case 1:
        in->seen = (seq_t)chance_below(&p->seed, (int)in->seen + 1);
        break;
    case 2:
    case 3:
        in->kind = another_alike(p, in->kind);
        break;
    default:
        alter_field(p, game_of(p)->schema->commands[in->kind].fields(), in->body, in->by);
    }
}

/* What would follow, without it happening; `ends`: would the game be over? */
static refusal_t rehearse_to(struct play *p, struct input *in, struct event *events, int *count, bool *ends)
{
    const struct game *game = game_of(p);
    in->now_ms = p->now_ms;
    struct state *state = malloc(game->state_size);
    CHECK(state);
    memcpy(state, p->watch.table.truth, game->state_size);
    refusal_t refusal = turn_judge(game, NULL, state, in, p->watch.table.count + 1, events, count);
    *ends = game->over(state);
    free(state);
    return refusal;
}

static refusal_t rehearse(struct play *p, struct input *in, struct event *events, int *count)
{
    bool ends;
    return rehearse_to(p, in, events, count, &ends);
}

/* Half of the time something from the past, as it was or with a change or two; else what is offered now, with
 * a change.  Where nothing is offered yet, what the set-up would be with everything filled in. */
static void find_nearly_right(struct play *p, struct input *in)
{
    static struct input offered[LEGAL_MAX];
    const struct game *game = game_of(p);
    seat_t by = (seat_t)(1 + chance_below(&p->seed, p->players));
    bool begun = game->begun(p->watch.table.truth), old = chance_below(&p->seed, 2);
    int count = begun && !old ? game->legal(p->watch.view[by], by, offered, LEGAL_MAX) : 0;
    int changes = chance_below(&p->seed, 3);
    if (count) {
        memcpy(in, chance_offered(&p->seed, offered, count), sizeof *in);
        changes++;
    } else if (!begun && !old && past.set_up.kind) {
        memcpy(in, &past.set_up, sizeof *in);
        in->by = presence_of(game, p->watch.table.truth)->host;
        changes = chance_below(&p->seed, 6);
        if (chance_below(&p->seed, 4))
            leave_out_a_field(p, in);
    } else {
        memcpy(in, &past.in[chance_below(&p->seed, past.count)], sizeof *in);
    }
    in->seen = in->by <= SEATS_MAX ? p->watch.table.story[in->by] : 0;
    while (changes--)
        alter(p, in);
}

/* What would be accepted is left alone: it would be no try but a move, which bots do not expect, or a set-up
 * that nobody chose. */
static void try_in_vain(struct play *p)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    struct input in;
    int count;
    find_nearly_right(p, &in);
    bool own_set_up = in.kind == game_of(p)->set_up && p->own == OWN_SET_UP;
    if (own_set_up || rehearse(p, &in, events, &count))
        submit(p, &in, false);
}

/* ---- a whole table ---- */

static void sit_down(struct play *p)
{
    for (char letter = 'A'; presence_of(game_of(p), p->watch.table.truth)->seats < p->players; letter++) {
        struct input in;
        struct seat_player seat = {.name = "Seat A", .bot = chance_below(&p->seed, 8) == 0};
        if (!presence_of(game_of(p), p->watch.table.truth)->host)
            seat.bot = 0; /* or nobody could set the game up */
        seat.name[5] = letter;
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        refusal_t refusal = submit(p, &in, false);
        LAW(p, 2, !refusal || refusal == REFUSAL_name_taken, "a player cannot sit down");
    }
}

/* The command by which the host could ask for that event, and perhaps for more; 0: there is none. */
static uint16_t command_alike(const struct schema *schema, uint16_t event)
{
    for (uint16_t k = 1; k < KINDS_MAX; k++)
        if (schema->commands[k].askers == ASKERS_HOST &&
            begins_like(&schema->commands[k], &schema->events[event]))
            return k;
    return 0;
}

static bool for_all_to_see(const struct kind *event)
{
    return event->stage == STAGE_SHOWN && !event->secrets;
}

/* What follows from a set-up can often be asked for: tiles one by one, a scenario with everything filled in.
 * Some tables are brought all of it before they are set up; at others it is only something to begin from.
 * What cannot be asked for, and happens more than once for all to see, is something that is placed. */
static void remember_set_up(struct play *p, struct input *set_up)
{
    const struct schema *schema = game_of(p)->schema;
    static struct event events[EVENTS_PER_INPUT_MAX];
    int count;
    memcpy(&past.set_up, set_up, sizeof *set_up);
    rehearse(p, set_up, events, &count);
    for (int i = 0; i < count; i++) {
        struct input in;
        uint16_t command = command_alike(schema, events[i].kind);
        bool again = i && events[i].kind == events[i - 1].kind;
        if (!command && again && past.places < PLACED_MAX && for_all_to_see(&schema->events[events[i].kind]))
            past.placed[past.places++] = events[i];
        if (!command)
            continue;
        memcpy(&in, set_up, sizeof in); /* what the event does not tell stays as it was asked */
        ask(&in, set_up->by, command, events[i].body, events[i].size);
        if (command == set_up->kind)
            memcpy(&past.set_up, &in, sizeof in);
        else if (p->own == OWN_MATERIAL)
            submit(p, &in, false);
        else if (chance_below(&p->seed, 16) == 0)
            remember(p, &in);
    }
}

/* Little of what was asked there; and what was placed, as if somebody had asked for it. */
static void forget_lobby(struct play *p)
{
    past.count = past.count < 8 ? past.count : 8;
    for (int i = 0; i < past.places; i++)
        for (uint16_t k = 1; k < KINDS_MAX; k++) {
            struct input in;
            const struct schema *schema = game_of(p)->schema;
            if (!alike(&schema->commands[k], &schema->events[past.placed[i].kind]))
                continue;
            ask(&in, (seat_t)(1 + chance_below(&p->seed, p->players)), k, past.placed[i].body,
                past.placed[i].size);
            remember(p, &in);
        }
}

/* Before the game begins: who sits where, and who may arrange it. */
static void ask_in_lobby(struct play *p, struct input *in)
{
    struct reorder_seats reordered = {{0}};
    seat_t host = presence_of(game_of(p), p->watch.table.truth)->host;
    seat_t by = chance_below(&p->seed, 3) ? host : (seat_t)(1 + chance_below(&p->seed, p->players));
    seat_t seat = (seat_t)(1 + chance_below(&p->seed, p->players));
    switch (chance_below(&p->seed, 6)) {
    case 0:
        ASK(in, by, be_ready, .ready = (flag)chance_below(&p->seed, 2));
        break;
    case 1:
        for (int i = 0; i < p->players; i++)
            reordered.order[i] = (seat_t)((i + seat) % p->players + 1);
        ask(in, by, CMD_reorder_seats, &reordered, sizeof reordered);
        break;
    case 2:
        ASK(in, by, remove_player, .seat = seat);
        break;
    case 3:
        ASK(in, by, lock_table, .locked = (flag)chance_below(&p->seed, 2));
        break;
    case 4:
        ASK(in, by, hand_over, .seat = seat);
        break;
    default:
        ASK(in, by, seat_player, .name = "A bot", .bot = 1);
    }
    in->seen = p->watch.table.count;
}

static bool set_up(struct play *p)
{
    struct input in;
    const struct game *game = game_of(p);
    static struct input offered[LEGAL_MAX];
    seat_t host = presence_of(game, p->watch.table.truth)->host;
    int count = host ? game->legal(p->watch.view[host], host, offered, LEGAL_MAX) : 0;
    for (int i = 0; i < count; i++)
        reached_set_up(&reached, &offered[i], game->schema->commands[game->set_up].size,
                       (uint64_t)i == p->first_seed % (uint64_t)count);
    if (!count)
        return false;
    memcpy(&in, &offered[p->first_seed % (uint64_t)count], sizeof in);
    LAW(p, 2, in.kind == game->set_up, "a host may do something else before the game has begun");
    LAW(p, 2, !game->begun(p->watch.table.truth), "the game has begun before it was set up");
    check_input(p, &in);
    submit(p, &in, true);
    LAW(p, 2, game->begun(p->watch.table.truth), "a game that was set up has not begun");
    return true;
}

/* People sit down, change places, leave and come; at the end there are as many as there were. */
static void meet(struct play *p)
{
    static struct input offered[LEGAL_MAX];
    const struct game *game = game_of(p);
    sit_down(p);
    seat_t host = presence_of(game, p->watch.table.truth)->host;
    int count = host ? game->legal(p->watch.view[host], host, offered, LEGAL_MAX) : 0;
    if (count)
        remember_set_up(p, &offered[p->first_seed % (uint64_t)count]);
    for (int i = 0; i < 96 && !game->begun(p->watch.table.truth); i++) {
        struct input in;
        if (i % 8 == 0) {
            ask_in_lobby(p, &in);
            submit(p, &in, false);
        } else {
            try_in_vain(p);
        }
        int seats = presence_of(game, p->watch.table.truth)->seats;
        bool fixed = seats > p->players || game->begun(p->watch.table.truth);
        p->players = fixed ? seats : p->players;
    }
    if (game->begun(p->watch.table.truth))
        return;
    struct input in;
    ASK(&in, SEAT_SERVER, lock_table, .locked = 0);
    LAW(p, 2, !submit(p, &in, false), "the server cannot open a table");
    sit_down(p);
}

static void tick(struct play *p)
{
    struct input in;
    ASK(&in, SEAT_SERVER, tick, 0);
    LAW(p, 2, !submit(p, &in, false), "a tick is refused");
}

/* All ask for a pause, if they may; then one uses a table phrase, and the same again is too soon. */
static void speak_in_pause(struct play *p, seat_t by)
{
    struct input in;
    for (seat_t seat = 1; seat <= p->players; seat++) {
        ASK(&in, seat, ask_pause, 0);
        submit(p, &in, false);
    }
    ASK(&in, by, say_table_phrase, .phrase = (uint8_t)(1 + chance_below(&p->seed, 8)));
    submit(p, &in, false);
    submit(p, &in, false);
}

/* In some scenarios it may be just the wrong moment. */
static void speak(struct play *p, seat_t by)
{
    struct input in;
    ASK(&in, by, say, .text = "Go \"there\", \xc3\xa9lan!");
    in.seen = p->watch.table.story[by];
    submit(p, &in, false);
}

static void ask_company(struct play *p, seat_t by, struct input *in)
{
    switch (chance_below(&p->seed, 3)) {
    case 0:
        ASK(in, by, ask_pause, 0);
        break;
    case 1:
        ASK(in, by, resume, 0);
        break;
    default:
        ASK(in, by, react, .reaction = (uint8_t)(1 + chance_below(&p->seed, 8)));
    }
    in->seen = p->watch.table.story[by];
}

/* Everybody is asked whether to end the game, or whether somebody may take over a seat; mostly all agree. */
static void consult(struct play *p, bool to_end)
{
    seat_t wanted = (seat_t)(1 + chance_below(&p->seed, p->players));
    struct seat_player newcomer = {.name = "Newcomer", .seat = wanted};
    struct input in;
    ASK(&in, SEAT_SERVER, remove_player, .seat = wanted);
    if (!to_end && game_of(p)->secrets && chance_below(&p->seed, 8) == 0)
        submit(p, &in, false);
    ASK(&in, SEAT_SERVER, want_seat, .seat = wanted);
    if (!to_end)
        submit(p, &in, false);
    for (seat_t by = 1; by <= p->players; by++) {
        if (to_end)
            ASK(&in, by, ask_end, 0);
        else
            ASK(&in, by, answer_seat, .yes = chance_below(&p->seed, 20) != 0);
        in.seen = p->watch.table.story[by];
        submit(p, &in, false);
        ASK(&in, by, decline_end, 0);
        if (to_end && chance_below(&p->seed, 8) == 0)
            submit(p, &in, false);
    }
    if (presence_hushed(game_of(p), p->watch.table.truth))
        memset(newcomer.name, 0, sizeof newcomer.name);
    ask(&in, SEAT_SERVER, CMD_seat_player, &newcomer, sizeof newcomer);
    if (!to_end)
        submit(p, &in, false);
}

/* How often the rarest thing that would follow has happened at this table. */
static uint32_t rareness(struct play *p, const struct input *offered)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    struct input in = *offered;
    uint32_t rarest = UINT32_MAX;
    int count;
    in.seen = p->watch.table.count;
    bool ends;
    rehearse_to(p, &in, events, &count, &ends);
    if (ends && chance_below(&p->seed, 30))
        return UINT32_MAX; /* or hardly a game would last */
    for (int i = 0; i < count; i++)
        rarest = p->happened[events[i].kind] < rarest ? p->happened[events[i].kind] : rarest;
    return rarest;
}

/* Of a few that are offered the one from which something new follows: by chance alone little happens. */
static const struct input *choose_new(struct play *p, const struct input *offered, int count)
{
    const struct input *best = chance_offered(&p->seed, offered, count);
    uint32_t rarest = rareness(p, best);
    for (int i = 0; i < 3; i++) {
        const struct input *other = chance_offered(&p->seed, offered, count);
        uint32_t rare = rareness(p, other);
        if (rare < rarest)
            best = other, rarest = rare;
    }
    return best;
}

/* Nameless players are named as soon as the game is not silent, and nobody else ever. */
static void show_names(struct play *p, bool all)
{
    const struct game *game = game_of(p);
    bool hushed = presence_hushed(game, p->watch.table.truth);
    for (seat_t s = 1; s <= p->players; s++) {
        struct input in;
        bool wanted = !presence_of(game, p->watch.table.truth)->player[s].name[0] && !hushed;
        ASK(&in, SEAT_SERVER, name_seat, .seat = s, .name = {(char)('a' + s)});
        if (all || wanted)
            LAW(p, 2, !submit(p, &in, false) == wanted, "a name is shown at the wrong time (P1.8)");
    }
}

/* Somebody takes a bot's seat: without a name if the game is silent. */
static void take_over(struct play *p, seat_t seat)
{
    struct input in;
    bool hushed = presence_hushed(game_of(p), p->watch.table.truth);
    ASK(&in, SEAT_SERVER, seat_player, .seat = seat, .name = {hushed ? 0 : (char)('a' + seat)});
    submit(p, &in, false);
    show_names(p, true);
}

/* One thing somebody asks for. */
static void step(struct play *p)
{
    static struct input offered[LEGAL_MAX];
    const struct game *game = game_of(p);
    seat_t by = (seat_t)(1 + chance_below(&p->seed, p->players));
    struct input in;
    int chosen = chance_below(&p->seed, 100);
    if (chance_below(&p->seed, 100) == 0)
        consult(p, chance_below(&p->seed, 4) == 0);
    if (chance_below(&p->seed, 200) == 0)
        speak_in_pause(p, by);
    if (chance_below(&p->seed, 50) == 0)
        speak(p, by);
    show_names(p, false);
    if (chosen < 80) {
        int count = game->legal(p->watch.view[by], by, offered, LEGAL_MAX);
        if (!count)
            return;
        memcpy(&in, choose_new(p, offered, count), sizeof in);
        in.seen = p->watch.table.story[by];
        check_input(p, &in);
        submit(p, &in, true);
    } else if (chosen < 97) {
        invent(p, &in);
        submit(p, &in, false);
    } else if (chosen < 99) {
        ask_company(p, by, &in);
        submit(p, &in, false);
    } else {
        ASK(&in, SEAT_SERVER, mark_seat, .seat = by, .away = (flag)chance_below(&p->seed, 2),
            .bot = chance_below(&p->seed, 3) == 0);
        LAW(p, 2, !submit(p, &in, false), "a seat cannot be marked");
        take_over(p, by);
    }
}

static bool is_read_again(const struct schema *schema, const struct event *e)
{
    char text[WIRE_MAX];
    struct event read;
    struct complaint why;
    return wire_read_event(schema, text, wire_write_event(schema, e, text, sizeof text), &read, &why);
}

/* By chance one hardly comes far.  So now and then a thing is suddenly elsewhere: what was placed in setting
 * up is placed otherwise, if that can be. */
static bool leap(struct play *p)
{
    const struct game *game = game_of(p);
    struct event e = past.placed[chance_below(&p->seed, past.places)];
    struct state *state = malloc(game->state_size);
    CHECK(state);
    memcpy(state, p->watch.table.truth, game->state_size);
    for (int i = 0; i < 3; i++)
        alter_field(p, game->schema->events[e.kind].fields(), e.body, 1);
    game->apply(state, &e);
    bool can_be = memcmp(state, p->watch.table.truth, game->state_size) != 0 && game->sound(state) &&
                  is_read_again(game->schema, &e);
    if (can_be)
        watch_happen(&p->watch, p->now_ms, e.kind, e.body, e.size);
    free(state);
    return can_be;
}

/* What was possible until a moment ago. */
static void step_too_late(struct play *p)
{
    static struct input offered[LEGAL_MAX];
    seat_t by = (seat_t)(1 + chance_below(&p->seed, p->players));
    int count = game_of(p)->legal(p->watch.view[by], by, offered, LEGAL_MAX);
    if (!count)
        return;
    struct input in = offered[chance_below(&p->seed, count)];
    in.seen = p->watch.table.story[by];
    submit(p, &in, false);
}

/* The bot that is due next, if that is before the deadline; else chance, or the deadline. */
static void step_by_bots(struct play *p)
{
    int64_t deadline = game_of(p)->deadline(p->watch.table.truth), next_ms = INT64_MAX;
    seat_t by = 0;
    struct input in;
    for (seat_t s = 1; s <= p->players; s++)
        if (bot_wakes_ms(&p->bot[s]) < next_ms)
            next_ms = bot_wakes_ms(&p->bot[by = s]);
    if (chance_below(&p->seed, 50) == 0 || (next_ms == INT64_MAX && deadline == INT64_MAX)) {
        step(p);
    } else if (deadline <= next_ms) {
        p->now_ms = deadline;
        tick(p);
    } else {
        p->now_ms = next_ms > p->now_ms ? next_ms : p->now_ms;
        if (bot_act(&p->bot[by], p->watch.view[by], p->now_ms, &in)) {
            check_input(p, &in);
            submit(p, &in, false);
        }
    }
}

/* Law 7: no deadline is left and nobody can do anything. */
static bool over(struct play *p)
{
    const struct game *game = game_of(p);
    struct input offered;
    if (game->deadline(p->watch.table.truth) != INT64_MAX)
        return false;
    for (seat_t s = 1; s <= p->players; s++)
        if (game->legal(p->watch.view[s], s, &offered, 1))
            return false;
    return true;
}

static void take_step(struct play *p, int slowness_ms)
{
    int64_t wait_ms = chance_below(&p->seed, slowness_ms);
    int64_t deadline = p->watch.table.game->deadline(p->watch.table.truth);
    for (int i = 0; i < 3; i++)
        try_in_vain(p);
    if (p->by_bots) {
        step_by_bots(p);
    } else if (deadline <= p->now_ms + wait_ms) {
        p->now_ms = deadline;
        if (chance_below(&p->seed, 2))
            step_too_late(p);
        tick(p);
    } else {
        p->now_ms += wait_ms;
        for (int i = 0; past.places && i < 4 && !leap(p); i++)
            continue;
        step(p);
    }
}

/* Chance alone hardly ever comes far: bots play some games to the end, and others up to a point. */
static void play_to_end(struct play *p)
{
    const struct game *game = p->watch.table.game;
    uint64_t seed = p->first_seed;
    struct result result[VIEWS] = {{0}};
    forget_lobby(p);
    int slowness_ms = 200 + chance_below(&p->seed, 4000);
    int by_bots_until = seed % 4 == 0 ? STEPS_MAX : seed % 4 < 3 ? chance_below(&p->seed, 300) : 0;
    for (int steps = 0; steps < STEPS_MAX && !over(p); steps++) {
        p->by_bots = steps < by_bots_until;
        take_step(p, slowness_ms);
        if (steps % 8 == 0)
            check_views(p);
        if (steps % 256 == 0)
            check_fold(p);
    }
    LAW(p, 7, over(p) && game->over(p->watch.table.truth), "the game does not end");
    check_winners(p);
    counted.ended++;
    game->winners(p->watch.table.truth, result);
    for (seat_t seat = 1; seat <= p->players; seat++)
        reached.ending[result[seat].why]++;
}

static void play(const struct game *game, uint64_t seed)
{
    struct play p = {.seed = seed, .first_seed = seed, .now_ms = 1000};
    struct input in;
    int most = game->seats_max;
    watch_open(&p.watch, game);
    p.watch.heard = check_seen;
    p.watch.ctx = &p;
    p.players = 1 + (int)((seed + seed / (uint64_t)most) % (uint64_t)most);
    p.own = seed % SEEDS < AS_OFFERED_SEEDS ? AS_OFFERED : seed % 2 ? OWN_SET_UP : OWN_MATERIAL;
    memset(&past, 0, sizeof past);
    for (seat_t v = 1; v <= most; v++)
        bot_open(&p.bot[v], bot_find(game, "", 0), game, v, PACE_QUICK, seed);
    for (int i = 0; i < 10; i++) { /* nobody can do anything at an empty table */
        invent(&p, &in);
        in.by = in.by == SEAT_SERVER ? 1 : in.by;
        LAW(&p, 3, submit(&p, &in, false), "somebody who does not sit there is heard");
    }
    meet(&p);
    if (game->begun(p.watch.table.truth) || set_up(&p))
        play_to_end(&p);
    for (int i = 0; i < 20; i++) {
        invent(&p, &in);
        submit(&p, &in, false);
    }
    check_views(&p);
    check_fold(&p);
    check_restored(&p);
    check_retold(&p);
    check_junk_events(&p);
    check_noise(&p);
    counted.tables++;
    free_stories(&p);
    watch_close(&p.watch);
}

/* Law 6: no field has the name of a part of the head, which the wire writes around the fields. */
static bool names_clear(const struct kind *kinds, const char *const *heads)
{
    for (int k = 0; k < KINDS_MAX; k++)
        for (const struct field *f = kinds[k].fields ? kinds[k].fields() : NULL; f && f->name; f++)
            for (int h = 0; heads[h]; h++)
                if (!strcmp(f->name, heads[h])) {
                    fprintf(stderr, "law 6 is broken: %s has a field %s\n", kinds[k].name, f->name);
                    return false;
                }
    return true;
}

static void print_counted(const struct game *game)
{
    printf("%s: %llu tables, %llu played to an end, %llu inputs: %llu accepted, %llu refused, %llu that the "
           "host alone could judge; %llu messages; of damaged texts %llu refused, %llu read\n",
           game->name, (unsigned long long)counted.tables, (unsigned long long)counted.ended,
           (unsigned long long)counted.inputs, (unsigned long long)counted.accepted,
           (unsigned long long)counted.refused, (unsigned long long)counted.asked_host,
           (unsigned long long)counted.shown, (unsigned long long)counted.junk_refused,
           (unsigned long long)counted.junk_read);
}

/* One word that fits wherever it stands: in messages, in paths, in C and in TypeScript. */
static bool is_name(const char *name)
{
    size_t size = name ? strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    return size && size < sizeof((struct hello *)0)->game && !name[size] && name[0] >= 'a';
}

/* What every game has; without it nothing else can be tried. */
static bool complete(const struct game *game)
{
    const struct {
        const char *member;
        bool there;
    } needed[] = {
        {"name", is_name(game->name)},
        {"version", game->version},
        {"seats_min", game->seats_min},
        {"seats_max", game->seats_max >= game->seats_min && game->seats_max <= SEATS_MAX},
        {"state_size", game->state_size && game->state_size <= STATE_MAX},
        {"schema", game->schema},
        {"set_up", game->schema && game->set_up < KINDS_MAX && game->schema->commands[game->set_up].fields},
        {"endings", game->endings},
        {"dealt", game->dealt},
        {"asker", game->asker},
        {"decide", game->decide},
        {"apply", game->apply},
        {"deadline", game->deadline},
        {"hears", game->hears},
        {"legal", game->legal},
        {"sound", game->sound},
        {"begun", game->begun},
        {"over", game->over},
        {"winners", game->winners},
    };
    bool all = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].there) {
            fprintf(stderr, "%s: .%s is missing, or is none\n", game->name ? game->name : "a game",
                    needed[i].member);
            all = false;
        }
    return all;
}

static bool try_game(const struct game *game, uint64_t seeds, uint64_t first)
{
    memset(&counted, 0, sizeof counted);
    memset(&reached, 0, sizeof reached);
    if (!complete(game) ||
        !names_clear(game->schema->commands, (const char *const[]){"id", "seen", "t", NULL}) ||
        !names_clear(game->schema->events, (const char *const[]){"n", "at", "to", "t", NULL}))
        return false;
    for (uint64_t seed = first; seed < first + seeds; seed++)
        play(game, seed);
    print_counted(game);
    return seeds < SEEDS || reached_all(&reached, game); /* fewer cannot come everywhere */
}

int main(int argc, char **argv)
{
    const char *last = argc > 1 ? argv[argc - 1] : "", *wanted = *last > '9' ? last : NULL;
    int numbers = argc - 1 - (wanted != NULL), tried = 0;
    uint64_t seeds = numbers > 0 ? strtoull(argv[1], NULL, 10) : SEEDS;
    uint64_t first = numbers > 1 ? strtoull(argv[2], NULL, 10) : 1;
    for (int g = 0; games[g]; g++) {
        if (wanted && games[g]->name && strcmp(games[g]->name, wanted) != 0)
            continue;
        if (!try_game(games[g], seeds, first))
            return 1;
        tried++;
    }
    if (!tried)
        fprintf(stderr, "laws: there is no game `%s`\n", wanted);
    return tried ? 0 : 2;
}
