/* tests/help/record_bench.h -- games whose records are written while they are played: by bots, or at random
 * with everything that can be asked for.
 *
 * First include the commands of tables in C: games/maze/maze.h, or the .defs of rules/. */
#ifndef TESTS_HELP_RECORD_BENCH_H
#define TESTS_HELP_RECORD_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "core/wire.h"
#include "core/turn.h"
#include "rules/presence.h"
#include "seal/prove.h"
#include "seal/secret.h"
#include "simulate/record.h"
#include "tests/help/logs.h"

static uint64_t luck_key[2] = {1, 8}, luck_drawn;

static inline uint32_t below(uint32_t limit)
{
    return dice_below(luck_key, luck_drawn++, limit);
}

struct scene {
    struct match m;
    struct simulate_record record;
};

static inline void scene_open(struct scene *s, const struct game *game, uint64_t seed)
{
    assert_true(match_open(&s->m, game, seed));
    simulate_record_begin(&s->record, &s->m, seed, true);
}

static inline void scene_close(struct scene *s)
{
    simulate_record_end(&s->record);
    match_close(&s->m);
}

/* The record so far: more can be played afterwards.  The caller frees it. */
static inline char *scene_text(const struct scene *s, size_t *size)
{
    struct sheet copy = s->record.sheet;
    copy.text = malloc(copy.size + 1);
    assert_non_null(copy.text);
    memcpy(copy.text, s->record.sheet.text ? s->record.sheet.text : "", copy.size);
    copy.room = copy.size + 1;
    char *text = sheet_finish(&copy, size);
    assert_non_null(text);
    return text;
}

/* Mostly from somebody who has seen everything. */
static inline refusal_t submit(struct scene *s, struct input *in)
{
    in->id = below(3) ? below(1000) : 0;
    in->seen = below(8) ? UINT32_MAX : below(s->m.table.count + 1);
    return match_submit(&s->m, in);
}

#define DO(scene, who, ...)                                                                                  \
    do {                                                                                                     \
        struct input do_in;                                                                                  \
        seat_t do_by = who; /* drawn before the rest: the same for every compiler */                         \
        ASK(&do_in, do_by, __VA_ARGS__);                                                                     \
        submit(scene, &do_in);                                                                               \
    } while (0)

/* ---- at random ---- */

static inline const struct presence *scene_seats(const struct scene *s)
{
    return presence_of(s->m.table.game, s->m.table.truth);
}

static inline seat_t any_seat(const struct scene *s)
{
    return (seat_t)(1 + below(scene_seats(s)->seats + 1u) % SEATS_MAX);
}

static inline seat_t host_or_server(const struct scene *s)
{
    return below(2) && scene_seats(s)->host ? scene_seats(s)->host : SEAT_SERVER;
}

static inline void sit_down(struct scene *s)
{
    static const char *const names[] = {"Ann", "Ben \"B\"", "Zo\xc3\xab", "\xe2\x82\xac", "Dag", "a", "b\\c"};
    struct seat_player body = {.bot = below(3) == 0};
    struct input in;
    uint32_t name = below(7);
    body.seat = (seat_t)(below(4) ? 0 : any_seat(s));
    snprintf(body.name, sizeof body.name, "%s%s", names[name], below(2) ? "" : " x");
    ask(&in, body.bot ? host_or_server(s) : SEAT_SERVER, CMD_seat_player, &body, sizeof body);
    submit(s, &in);
}

static inline void change_places(struct scene *s)
{
    struct reorder_seats body = {0};
    struct input in;
    uint32_t seats = scene_seats(s)->seats, by = below(seats + 1);
    for (uint32_t i = 0; i < seats; i++)
        body.order[i] = (seat_t)((i + by) % seats + 1);
    ask(&in, host_or_server(s), CMD_reorder_seats, &body, sizeof body);
    submit(s, &in);
}

static inline void say_something(struct scene *s)
{
    static const char *const words[] = {"Hello, \xf0\x9f\x98\x80", "a", "\"\\\"", "no words", "word"};
    struct say body = {0};
    struct input in;
    snprintf(body.text, sizeof body.text, "%s", words[below(5)]);
    ask(&in, any_seat(s), CMD_say, &body, sizeof body);
    submit(s, &in);
}

static inline void lobby_command(struct scene *s)
{
    uint32_t what = below(7);
    seat_t seat = any_seat(s);
    flag yes = (flag)below(2), also = (flag)below(2);
    switch (what) {
    case 0:
        sit_down(s);
        return;
    case 1:
        change_places(s);
        return;
    case 2:
        DO(s, host_or_server(s), lock_table, .locked = yes && also);
        return;
    case 3:
        DO(s, host_or_server(s), hand_over, .seat = seat);
        return;
    case 4:
        DO(s, SEAT_SERVER, mark_seat, .seat = seat, .away = yes, .bot = also);
        return;
    case 5:
        DO(s, seat, be_ready, .ready = yes);
        return;
    default:
        if (below(6) == 0)
            DO(s, yes ? any_seat(s) : SEAT_SERVER, remove_player, .seat = seat);
    }
}

static inline void table_command(struct scene *s)
{
    switch (below(6)) {
    case 0:
        DO(s, any_seat(s), ask_pause, 0);
        return;
    case 1:
        DO(s, SEAT_SERVER, pause_clock, 0);
        return;
    case 2:
    case 3:
        DO(s, any_seat(s), resume, 0);
        return;
    case 4:
        DO(s, any_seat(s), react, .reaction = (uint8_t)(1 + below(reaction_end - 1)));
        return;
    default:
        say_something(s);
    }
}

static inline void play_once(struct scene *s)
{
    static struct input offers[LEGAL_MAX];
    const struct table *t = &s->m.table;
    s->m.now_ms += below(700);
    if (t->game->deadline(t->truth) <= s->m.now_ms)
        DO(s, SEAT_SERVER, tick, 0);
    uint32_t what = below(10);
    if (what < (t->game->begun(t->truth) ? 1 : 4)) {
        lobby_command(s);
    } else if (what < 5 && below(4) == 0) {
        table_command(s);
    } else {
        int count = t->game->legal(t->truth, any_seat(s), offers, LEGAL_MAX);
        if (count)
            submit(s, &offers[below((uint32_t)count)]);
    }
}

/* At least this many people sit down, and then anything happens. */
static inline void play_at_random(struct scene *s, const struct game *game, uint64_t seed, int people,
                                  int turns)
{
    scene_open(s, game, seed);
    for (int tries = 0; scene_seats(s)->seats < people && tries < 400; tries++)
        sit_down(s);
    for (int i = 0; i < turns; i++)
        play_once(s);
}

/* ---- proving ---- */

/* The caller closes the table. */
static inline void prove(const char *text, size_t size, struct table *out, struct record_proved *proved)
{
    struct complaint why;
    if (!record_prove(text, size, out, proved, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
}

/* ---- forging: a record as lines ---- */

enum { LINES = 4000 };
struct lines {
    char *line[LINES]; /* without line feeds */
    size_t count;
};

static inline void lines_of(struct lines *l, const char *text)
{
    l->count = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        assert_true(l->count < LINES);
        l->line[l->count++] = strndup(text, (size_t)(end - text));
    }
}

static inline void lines_free(struct lines *l)
{
    while (l->count)
        free(l->line[--l->count]);
}

static inline void lines_set(struct lines *l, size_t at, const char *text)
{
    free(l->line[at]);
    l->line[at] = strdup(text);
}

static inline void lines_drop(struct lines *l, size_t at)
{
    free(l->line[at]);
    memmove(l->line + at, l->line + at + 1, (--l->count - at) * sizeof *l->line);
}

static inline void lines_insert(struct lines *l, size_t at, const char *text)
{
    assert_true(l->count < LINES);
    memmove(l->line + at + 1, l->line + at, (l->count++ - at) * sizeof *l->line);
    l->line[at] = strdup(text);
}

/* Replaces the first such text with another; false: there is none. */
static inline bool lines_change(struct lines *l, size_t at, const char *from, const char *to)
{
    char *found = strstr(l->line[at], from), *changed;
    if (!found)
        return false;
    size_t before = (size_t)(found - l->line[at]), size = strlen(l->line[at]) + strlen(to) + 1;
    changed = malloc(size);
    snprintf(changed, size, "%.*s%s%s", (int)before, l->line[at], to, found + strlen(from));
    free(l->line[at]);
    l->line[at] = changed;
    return true;
}

/* The first line from there on that contains this; 0: none. */
static inline size_t lines_find(const struct lines *l, size_t from, const char *text)
{
    for (size_t i = from; i < l->count; i++)
        if (strstr(l->line[i], text))
            return i;
    return 0;
}

static inline char *lines_join(const struct lines *l, size_t *size)
{
    char *text;
    FILE *out = open_memstream(&text, size);
    for (size_t i = 0; i < l->count; i++)
        fprintf(out, "%s\n", l->line[i]);
    fclose(out);
    return text;
}

/* What a clever forger does: makes counts and chain fit the lines, as far as they can be read. */
static inline void lines_seal(struct lines *l)
{
    static uint8_t sealed[ENTRY_MAX];
    struct record_header h;
    struct complaint why;
    struct entry e = {0};
    struct event event;
    char line[2 * WIRE_MAX];
    struct bytes_out out = {sealed, sealed + sizeof sealed, false};
    assert_true(record_read_header(l->line[0], strlen(l->line[0]), &h, &why));
    memcpy(h.chain, h.commitment, sizeof h.chain);
    h.entries = h.events = 0;
    for (size_t i = 1; i <= l->count; i++) {
        const char *text = i < l->count ? l->line[i] : "";
        if (i < l->count && record_is_event(text, strlen(text))) {
            h.events++;
            if (wire_read_event(h.game->schema, text, strlen(text), &event, &why) &&
                event.at_ms == e.in.now_ms &&
                entry_says(&h.game->schema->events[event.kind], event.body, entry_text(&e)))
                entry_seal_event(&out, h.game, &e, &event);
            continue;
        }
        if (h.entries)
            secret_chain(h.chain, sealed, (size_t)(out.at - sealed));
        out = (struct bytes_out){sealed, sealed + sizeof sealed, false};
        if (i == l->count)
            break;
        h.entries++;
        if (record_read_entry(&h, NULL, text, strlen(text), &e, &why))
            entry_seal(&out, h.game, &e);
    }
    record_write_header(&h, line, sizeof line);
    lines_set(l, 0, line);
}

#endif
