/* tests/unit/test_record.c -- records, and what `turncoat replay` and `turncoat check` say of files, good
 * and bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bots/match.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record.h"
#include "cli/replay.h"
#include "core/dice.h"
#include "games/maze/scenarios.h"

static const uint64_t key[2] = {1, 8};
static uint64_t rolls;

static uint32_t below(uint32_t limit)
{
    return dice_below(key, rolls++, limit);
}

static void nobody_looks(void *ctx, seats_t who, const struct seen *seen)
{
    (void)ctx;
    (void)who;
    (void)seen;
}

static void submit(struct table *t, struct input *in, int64_t now_ms)
{
    in->now_ms = now_ms;
    in->dice[0] = dice_number(key, rolls++);
    in->seen = UINT32_MAX;
    table_submit(t, in);
    table_show(t, nobody_looks, NULL);
}

/* A table of Magic Maze after some random play. */
static void play(struct table *t, uint8_t scenario, int players, int turns)
{
    static const char *const names[] = {"Ann", "Ben \"B\"", "Zo\xc3\xab", "\xe2\x82\xac"};
    static struct input offers[LEGAL_MAX];
    struct input in;
    int64_t now_ms = 0;
    assert_true(table_open(t, &maze));
    for (int i = 0; i < players; i++) {
        struct seat_player body = {.bot = i == 1};
        snprintf(body.name, sizeof body.name, "%s", names[i]);
        ask(&in, SEAT_SERVER, CMD_seat_player, &body, sizeof body);
        submit(t, &in, now_ms);
    }
    ASK(&in, SEAT_SERVER, set_up, .number = scenario);
    submit(t, &in, now_ms);
    ASK(&in, 1, say, .text = "Hello, \xf0\x9f\x98\x80");
    submit(t, &in, now_ms);
    for (int i = 0; i < turns; i++) {
        seat_t seat = (seat_t)(1 + below((uint32_t)players));
        int count = maze.legal(t->truth, seat, offers, LEGAL_MAX);
        if (count)
            submit(t, &offers[below((uint32_t)count)], now_ms += below(500));
    }
}

static char *written(const struct table *t, const struct record *about, size_t *size)
{
    char *text;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    assert_true(record_write(out, t, about));
    fclose(out);
    return text;
}

/* ---- reading ---- */

static void same_logs(const struct table *a, const struct table *b)
{
    const struct event *x = table_next(a, NULL), *y = table_next(b, NULL);
    assert_int_equal(a->count, b->count);
    for (; x && y; x = table_next(a, x), y = table_next(b, y)) {
        assert_true(x->kind == y->kind && x->seq == y->seq && x->at_ms == y->at_ms && x->to == y->to);
        assert_int_equal(x->size, y->size);
        assert_memory_equal(x->body, y->body, x->size);
    }
    assert_true(!x && !y);
}

static void reads_back(void **unused)
{
    static const uint8_t scenarios[] = {1, 3, 5, 8, 13, 16};
    (void)unused;
    for (size_t i = 0; i < sizeof scenarios; i++) {
        struct table t, again;
        struct record about = {.seed = 0xfedcba9876543210, .date = "2026-03-31"}, about_again;
        struct complaint why;
        size_t size;
        play(&t, scenarios[i], 1 + (int)i % 4, 200);
        char *text = written(&t, &about, &size);
        if (!record_read(text, size, &again, &about_again, &why))
            fail_msg("line %u: %s", (unsigned)why.line, why.text);
        same_logs(&t, &again);
        assert_memory_equal(again.truth, t.truth, maze.state_size);
        assert_true(about_again.seed == about.seed && !strcmp(about_again.date, about.date));
        free(text);
        table_close(&t);
        table_close(&again);
    }
}

/* All that is no move: words, gestures, the pawn, going away, a pause, the sand running out. */
static void reads_company_back(void **unused)
{
    struct table t, again;
    struct record about = {0};
    struct complaint why;
    struct input in;
    size_t size;
    int64_t ms = 1000;
    (void)unused;
    play(&t, 1, 3, 0);
#define DO(by, ...) (ASK(&in, by, __VA_ARGS__), submit(&t, &in, ms += 100))
    DO(1, react, .reaction = reaction_bravo);
    DO(1, point_at, .tile = 1, .space = 6);
    DO(2, turn_hourglass, 0);
    DO(3, say, .text = "now");
    DO(1, place_pawn, .seat = 2);
    DO(1, stare_at, .seat = 3);
    DO(1, stare_at, .seat = 0);
    DO(3, ask_pause, 0);
    DO(SEAT_SERVER, mark_seat, .seat = 1, .away = 1); /* seat 2 is a bot: all who are there agree */
    assert_int_equal(t.truth->clock.stopped, 1);
    DO(3, resume, 0);
    ms += 3000;
    DO(SEAT_SERVER, tick, 0);
    assert_int_equal(t.truth->clock.stopped, 0);
    ms += 200000;
    DO(SEAT_SERVER, tick, 0);
    DO(2, say, .text = "again?");
#undef DO
    assert_int_equal(t.truth->ending, ending_sand_ran_out);
    char *text = written(&t, &about, &size);
    if (!record_read(text, size, &again, &about, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    same_logs(&t, &again);
    free(text);
    table_close(&t);
    table_close(&again);
}

static void refuse_record(const char *text, size_t size, uint32_t line, const char *reason)
{
    struct table t, untouched;
    struct record about;
    struct complaint why;
    memset(&t, 0xa5, sizeof t);
    memset(&untouched, 0xa5, sizeof untouched);
    if (record_read(text, size, &t, &about, &why))
        fail_msg("taken, instead of: %s", reason);
    if (!strstr(why.text, reason) || why.line != line)
        fail_msg("line %u: %s; instead of line %u: %s", (unsigned)why.line, why.text, (unsigned)line, reason);
    assert_memory_equal(&t, &untouched, sizeof t);
}

static void refuses_broken_off(void **unused)
{
    struct table t;
    struct complaint why;
    struct record about = {0};
    size_t size;
    (void)unused;
    play(&t, 1, 1, 5);
    char *text = written(&t, &about, &size);
    for (size_t cut = 0; cut < size; cut++) {
        struct table none;
        if (record_read(text, cut, &none, &about, &why))
            fail_msg("taken after %zu of %zu bytes", cut, size);
    }
    refuse_record(text, size - 1, t.count + 1, "breaks off in this line");
    free(text);
    table_close(&t);
}

#define FORMAT "{\"turncoat\":\"record\",\"format\":1"
#define GAME FORMAT ",\"game\":\"null\",\"version\":1"
#define HEAD GAME ",\"seed\":\"0123456789abcdef\",\"events\":"
#define SITS "{\"n\":1,\"at\":5,\"t\":\"seat_taken\",\"to\":0,\"seat\":1,\"bot\":false,\"name\":\"A\"}\n"
#define BEGUN "{\"n\":2,\"at\":5,\"t\":\"begun\",\"to\":0}\n"

static void refuse(const char *text, uint32_t line, const char *reason)
{
    refuse_record(text, strlen(text), line, reason);
}

static void refuses_headers(void **unused)
{
    struct table t;
    struct record about;
    struct complaint why;
    (void)unused;
    assert_true(record_read(HEAD "0}\n", sizeof HEAD "0}\n" - 1, &t, &about, &why));
    assert_true(about.seed == 0x0123456789abcdef && t.game == games[0] && !about.date[0]);
    table_close(&t);
    refuse("", 1, "breaks off");
    refuse("\n", 1, "not the header");
    refuse("{}\n", 1, "not the header");
    refuse("{\"turncoat\":\"record\",\"format\":3,\"game\":\"null\"}\n", 1, "format 3 is not known");
    refuse(FORMAT ",\"game\":\"chess\",\"version\":1}\n", 1, "game of this record");
    refuse(FORMAT ",\"game\":\"nul\",\"version\":1}\n", 1, "game of this record");
    refuse(FORMAT ",\"game\":\"null\",\"version\":9}\n", 1, "version 9 of null");
    refuse(GAME ",\"seed\":\"12\",\"events\":0}\n", 1, "seed");
    refuse(HEAD "}\n", 1, "number of events");
    refuse(HEAD "00}\n", 1, "number of events");
    refuse(HEAD "4294967296}\n", 1, "number of events");
    refuse(HEAD "0,\"date\":\"yesterday\"}\n", 1, "YYYY-MM-DD");
    refuse(HEAD "0,\"dote\":\"2026-01-01\"}\n", 1, "does not belong there");
    refuse(HEAD "0} \n", 1, "does not belong there");
}

static void refuses_events(void **unused)
{
    (void)unused;
    refuse(HEAD "1}\n", 2, "0 of 1 events are there");
    refuse(HEAD "2}\n" SITS, 3, "1 of 2 events are there");
    refuse(HEAD "1}\n" SITS BEGUN, 3, "more lines than the 1 events");
    refuse(HEAD "1}\n" SITS "\n", 3, "more lines");
    refuse(HEAD "2}\n" SITS "\n", 3, "not a JSON object");
    refuse(HEAD "2}\n" SITS SITS, 3, "event 1 follows event 1");
    refuse(HEAD "1}\n" BEGUN, 2, "event 2 follows event 0");
    refuse(HEAD "2}\n" SITS "{\"n\":2,\"at\":4,\"t\":\"begun\",\"to\":0}\n", 3, "time goes backwards");
    refuse(HEAD "2}\n" SITS "{\"n\":2,\"at\":5,\"t\":\"begin\",\"to\":0}\n", 3, "no such kind");
    refuse(HEAD "2}\n" SITS "{\"n\":2,\"at\":5,\"t\":\"begun\"}\n", 3, "missing");
    refuse(HEAD "2}\n" SITS "{\"n\":2,\"at\":5,\"t\":\"nodded\",\"to\":0,\"by\":2}\n", 3,
           "nodded is not possible");
    refuse(HEAD "2}\r\n" SITS BEGUN, 1, "does not belong there");
}

static void refuses_too_large(void **unused)
{
    char *text = malloc(RECORD_MAX + 1);
    (void)unused;
    assert_non_null(text);
    memset(text, ' ', RECORD_MAX + 1);
    refuse_record(text, RECORD_MAX + 1, 0, "larger");
    refuse_record(text, RECORD_MAX, 1, "breaks off");
    memcpy(text, HEAD "1}\n", sizeof HEAD "1}\n" - 1);
    text[5000] = '\n';
    refuse_record(text, 5001, 2, "shorter than 2048 bytes");
    free(text);
}

/* ---- telling ---- */

static char *told(struct table *t, const struct record *about, int as, bool json)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    replay_tell(out, t, about, as, json);
    fclose(out);
    return text;
}

static void read_again(const struct table *t, const struct record *about, struct table *again)
{
    struct record about_again;
    struct complaint why;
    size_t size;
    char *text = written(t, about, &size);
    assert_true(record_read(text, size, again, &about_again, &why));
    free(text);
}

static void tells_secrets_to_the_truth_alone(void **unused)
{
    struct table t, again;
    struct record about = {0};
    (void)unused;
    play(&t, 8, 3, 50);
    read_again(&t, &about, &again);
    char *truth = told(&again, &about, REPLAY_TRUTH, true);
    assert_non_null(strstr(truth, "\"order\":["));
    free(truth);
    truth = told(&again, &about, REPLAY_TRUTH, false);
    assert_non_null(strstr(truth, "tiles is shuffled, from the bottom: "));
    free(truth);
    table_close(&again);
    for (int as = 0; as <= 3; as++) {
        read_again(&t, &about, &again);
        char *story = told(&again, &about, as, true);
        assert_non_null(strstr(story, "\"t\":\"pile_shuffled\",\"count\":8}"));
        assert_null(strstr(story, "\"order\""));
        assert_non_null(strstr(story, "{\"n\":1,"));
        free(story);
        table_close(&again);
    }
    table_close(&t);
}

/* A game that bots win. */
static void win(struct match *m, uint8_t scenario)
{
    static const char *const names[] = {"Ann", "Ben \"B\"", "Zo\xc3\xab"};
    struct input in;
    for (uint64_t seed = 1; seed < 20; seed++) {
        assert_true(match_open(m, &maze, seed));
        for (int i = 0; i < 3; i++)
            assert_int_equal(match_seat(m, bot_find(&maze, "team", 4), PACE_NORMAL, names[i]), REFUSAL_OK);
        ASK(&in, SEAT_SERVER, set_up, .number = scenario);
        assert_int_equal(match_submit(m, &in), REFUSAL_OK);
        while (match_step(m, 3600 * 1000))
            ;
        if (m->table.truth->ending == ending_escaped)
            return;
        match_close(m);
    }
    fail_msg("the bots have won none of 19 games");
}

/* What happens next, straight into the log. */
static void append(struct table *t, int64_t at_ms, uint16_t kind, const void *body)
{
    struct event e = {
        .at_ms = at_ms, .seq = t->count + 1, .kind = kind, .size = maze.schema->events[kind].size};
    memcpy(e.body, body, e.size);
    assert_true(table_restore(t, &e));
}

static void tells_the_book(void **unused)
{
    static struct match m;
    struct table again;
    struct record about = {.date = "2026-03-31"};
    char book[300], left[32];
    (void)unused;
    win(&m, 2);
    const struct state *s = m.table.truth;
    int ms = s->sand.left_ms;
    snprintf(left, sizeof left, "%02d:%02d.%03d of sand left", ms / 60000, ms / 1000 % 60, ms % 1000);
    snprintf(book, sizeof book,
             "\nResult: won with %s\n"
             "Book of Challenges: scenario 2 \"An exit for each\", tiles up to 12, face A, "
             "Ann and Ben \"B\" and Zo\xc3\xab, %u hourglass space%s used, %s, 2026-03-31\n",
             left, s->spaces_used, s->spaces_used == 1 ? "" : "s", left);
    read_again(&m.table, &about, &again);
    char *text = told(&again, &about, REPLAY_TRUTH, false);
    assert_non_null(strstr(text, "  sand 03:00.000  "));
    if (!strstr(text, book))
        fail_msg("%s instead of %s", strstr(text, "\nResult"), book);
    free(text);
    match_close(&m);
    table_close(&again);
}

/* ---- forgeries ---- */

/* The first so many events of another table. */
static void copy_log(struct table *out, const struct table *t, seq_t count)
{
    assert_true(table_open(out, t->game));
    for (const struct event *e = table_next(t, NULL); e && e->seq <= count; e = table_next(t, e)) {
        struct event copy = {0};
        memcpy(&copy, e, offsetof(struct event, body) + e->size);
        assert_true(table_restore(out, &copy));
    }
}

static seq_t find_event(const struct table *t, uint16_t kind)
{
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        if (e->kind == kind)
            return e->seq;
    fail_msg("no %s in the game", maze.schema->events[kind].name);
    return 0;
}

/* After so many events of the table somebody writes this one into the record. */
static void refuse_forgery(const struct table *t, seq_t after, int64_t at_ms, uint16_t kind, const void *body,
                           const char *reason)
{
    struct table forged;
    struct record about = {0};
    size_t size;
    copy_log(&forged, t, after);
    append(&forged, at_ms, kind, body);
    char *text = written(&forged, &about, &size);
    refuse_record(text, size, after + 2, reason);
    free(text);
    table_close(&forged);
}

static void refuses_forged_events(void **unused)
{
    static struct match m;
    (void)unused;
    win(&m, 2);
    const struct table *t = &m.table;
    seq_t all = t->count, began = find_event(t, EV_hourglass_turned) + 1; /* and talk is closed */
    const int64_t late_ms = m.now_ms + 1, early_ms = m.now_ms - 1;
    refuse_forgery(t, began, 9000, EV_game_ended,
                   &(struct game_ended){.ending = ending_escaped, .left_ms = 9},
                   "game_ended is not possible");
    refuse_forgery(t, began, 9000, EV_theft_done, &(struct theft_done){0}, "theft_done is not possible");
    refuse_forgery(t, began, 9000, EV_hero_left, &(struct hero_left){.hero = 1}, "hero_left is not possible");
    refuse_forgery(t, began, 9000, EV_talk_changed, &(struct talk_changed){.talk = talk_open},
                   "talk_changed is not possible");
    refuse_forgery(t, began, 9000, EV_hero_moved,
                   &(struct hero_moved){.hero = 1, .tile = 1, .space = 0, .how = action_vortex, .by = 1},
                   "hero_moved is not possible here: ");
    refuse_forgery(t, began, 9000, EV_tile_laid,
                   &(struct tile_laid){.tile = 2, .east = 1, .hero = 2, .ball = 1, .by = 1},
                   "tile_laid is not possible here: ");
    refuse_forgery(t, began - 2, 9000, EV_hourglass_turned,
                   &(struct hourglass_turned){.left_ms = 999999999, .by = 1}, "what it says does not follow");
    refuse_forgery(t, all, late_ms, EV_hero_moved,
                   &(struct hero_moved){.hero = 1, .tile = 1, .space = 5, .how = action_north, .by = 1},
                   "hero_moved is not possible here: ");
    refuse_forgery(t, all - 2, early_ms, EV_game_ended, &(struct game_ended){.ending = ending_escaped},
                   "time goes backwards");
    match_close(&m);
}

static void write_changed(const struct table *t, seq_t which, size_t byte, char **text, size_t *size)
{
    struct table changed;
    struct record about = {0};
    assert_true(table_open(&changed, t->game));
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        struct event copy = {0};
        memcpy(&copy, e, offsetof(struct event, body) + e->size);
        copy.body[byte] ^= e->seq == which;
        assert_true(table_restore(&changed, &copy));
    }
    *text = written(&changed, &about, size);
    table_close(&changed);
}

/* Everything but what somebody was free to do, or to be called. */
static bool follows(uint16_t kind)
{
    return kind != EV_tile_offered && kind != EV_seat_taken && kind != EV_said && kind != EV_hero_moved &&
           kind != EV_hourglass_turned && kind != EV_pawn_placed && kind != EV_stared &&
           kind != EV_tile_discarded;
}

static void refuse_changes(const struct table *t)
{
    struct record about = {0};
    size_t size, changed_size;
    char *text = written(t, &about, &size), *changed;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        for (size_t i = 0; follows(e->kind) && i < e->size; i++) {
            struct table none;
            struct complaint why;
            write_changed(t, e->seq, i, &changed, &changed_size);
            bool spare = size == changed_size && !memcmp(text, changed, size);
            if (!spare && record_read(changed, changed_size, &none, &about, &why))
                fail_msg("byte %zu of event %u, %s, was changed", i, (unsigned)e->seq,
                         maze.schema->events[e->kind].name);
            free(changed);
        }
    free(text);
}

static void refuses_changed_facts(void **unused)
{
    static struct match m;
    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct table t;
        play(&t, (uint8_t[]){5, 8, 9, 11}[i], 3, 40);
        assert_int_equal(t.truth->ready, 1);
        refuse_changes(&t);
        table_close(&t);
    }
    win(&m, 3);
    refuse_changes(&m.table);
    match_close(&m);
}

/* Nothing that followed can be left out. */
static void refuses_missing_facts(void **unused)
{
    static struct match m;
    struct record about = {0};
    struct complaint why;
    (void)unused;
    win(&m, 3);
    for (seq_t gone = 1; gone <= m.table.count; gone++) {
        struct table less, none;
        size_t size;
        bool matters = false;
        assert_true(table_open(&less, &maze));
        for (const struct event *e = table_next(&m.table, NULL); e; e = table_next(&m.table, e)) {
            struct event copy = {0};
            memcpy(&copy, e, offsetof(struct event, body) + e->size);
            copy.seq = less.count + 1;
            matters = matters || (e->seq == gone && follows(e->kind));
            assert_true(e->seq == gone || table_restore(&less, &copy));
        }
        char *text = written(&less, &about, &size);
        if (matters && record_read(text, size, &none, &about, &why))
            fail_msg("event %u is missing", (unsigned)gone);
        free(text);
        table_close(&less);
    }
    match_close(&m);
}

static void every_event_has_words(void **unused)
{
    struct record about = {0};
    (void)unused;
    for (int i = 0; i < 8; i++) {
        struct table t, again;
        play(&t, (uint8_t[]){1, 3, 5, 7, 8, 11, 13, 17}[i], 1 + i % 4, 400);
        read_again(&t, &about, &again);
        char *text = told(&again, &about, REPLAY_TRUTH, false);
        assert_null(strchr(text, '{')); /* only what has no words is told as JSON */
        seq_t lines = 0;
        for (const char *at = text; (at = strchr(at, '\n')); at++)
            lines++;
        assert_true(lines == t.count + 1 || lines == t.count + 2);
        free(text);
        table_close(&t);
        table_close(&again);
    }
}

/* ---- the commands ---- */

static char file[] = "/tmp/turncoat-test-XXXXXX";
static char answer[4096];

static void write_file(const char *text, size_t size)
{
    FILE *out = fopen(file, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    fclose(out);
}

/* Runs a command; what it says on both streams is in `answer`. */
static int run(int (*command)(int, char **), int argc, char **argv)
{
    FILE *said = tmpfile();
    int out = dup(1), err = dup(2);
    assert_non_null(said);
    fflush(stdout);
    dup2(fileno(said), 1);
    dup2(fileno(said), 2);
    int status = command(argc, argv);
    fflush(stdout);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    rewind(said);
    answer[fread(answer, 1, sizeof answer - 1, said)] = 0;
    fclose(said);
    return status;
}

static void expect(int (*command)(int, char **), int status, const char *says, char *a, char *b, char *c)
{
    char *argv[] = {"command", a, b, c, NULL};
    int got = run(command, 1 + (a != NULL) + (b != NULL) + (c != NULL), argv);
    if (got != status || !strstr(answer, says))
        fail_msg("status %d instead of %d: %s instead of: %s", got, status, answer, says);
}

/* One line, with the file and the line, and status 1. */
static void refuse_file(int (*command)(int, char **), const char *text, size_t size, const char *says)
{
    write_file(text, size);
    expect(command, EXIT_NO, says, file, NULL, NULL);
    assert_ptr_equal(strchr(answer, '\n'), answer + strlen(answer) - 1);
    assert_int_equal(strncmp(answer, file, strlen(file)), 0);
}

static void checks_files(void **unused)
{
    struct table t;
    struct record about = {0};
    size_t size;
    (void)unused;
    expect(check_main, EXIT_DONE, "ok: tile set \"", "data/tiles/mall.tiles", NULL, NULL);
    expect(check_main, EXIT_DONE,
           "ok: scenario \"Night watch\", 15 tiles and face B, 180 s of sand, 2 to 8 players",
           "data/scenarios/night-watch.scenario", NULL, NULL);
    play(&t, 1, 2, 3);
    char *text = written(&t, &about, &size);
    write_file(text, size);
    expect(check_main, EXIT_DONE, "ok: record of maze, ", file, NULL, NULL);
    expect(check_main, EXIT_NO, "ok: record of maze, ", "/no/such/file", file, NULL);
    expect(replay_main, EXIT_DONE, "Result: not finished\n", file, NULL, NULL);
    expect(replay_main, EXIT_DONE, "{\"n\":1,\"at\":0,\"t\":\"seat_taken\",", "--json", file, NULL);
    expect(replay_main, EXIT_DONE, "Ann takes seat 1\n", file, "--as", "0");
    free(text);
    table_close(&t);
}

static void refuses_bad_files(void **unused)
{
    (void)unused;
    refuse_file(check_main, "", 0, ":1: neither a tile set");
    refuse_file(check_main, "turncoat tales 1\n", 17, ":1: neither a tile set");
    refuse_file(check_main, "turncoat tiles 1\nname: x\ntile 99\n", 33, ":3: ");
    refuse_file(check_main, HEAD "1}\n", sizeof HEAD "1}\n" - 1, ":2: the record breaks off");
    refuse_file(replay_main, HEAD "1}\n", sizeof HEAD "1}\n" - 1, ":2: the record breaks off");
    refuse_file(replay_main, "\0\0\0\n", 4, ":1: not the header");
    refuse_file(check_main, "\xef\xbb\xbfturncoat tiles 1\n", 20, ":1: begins with a byte order mark");
    refuse_file(replay_main, "\xef\xbb\xbf" HEAD "0}\n", sizeof HEAD "0}\n" + 2, ":1: begins with a byte");
    expect(check_main, EXIT_NO, "is a folder", "/tmp", NULL, NULL);
    expect(replay_main, EXIT_NO, "No such file", "/no/such/file", NULL, NULL);
}

/* Whatever is in it, the limit is that of its kind. */
static void refuses_large_files(void **unused)
{
    static const struct {
        const char *begins, *says;
    } large[] = {{"turncoat tiles 1\n", ": a tile set has at most 64 KiB"},
                 {"turncoat scenario 1\n", ": longer than a scenario can be (4096 bytes)"},
                 {HEAD "0}\n", ": larger than a record can be (8388608 bytes)"}};
    (void)unused;
    char *text = malloc(RECORD_MAX + 2);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        memset(text, '\n', RECORD_MAX + 2);
        memcpy(text, large[i].begins, strlen(large[i].begins));
        refuse_file(check_main, text, RECORD_MAX + 2, large[i].says);
    }
    free(text);
}

static void refuse_scenario(const char *lines, unsigned line, refusal_t refusal)
{
    char text[200], says[200];
    int size = snprintf(text, sizeof text, "turncoat scenario 1\n%s", lines);
    snprintf(says, sizeof says, ":%u: %s", line, maze.schema->refusals[refusal].text);
    refuse_file(check_main, text, (size_t)size, says);
}

static void refuses_bad_scenarios(void **unused)
{
    (void)unused;
    refuse_scenario("title: x\ntiles: 2-12\nrules: no talk, talk always\nend\n", 4, REFUSAL_talk_clash);
    refuse_scenario("rules: one exit, others' colours\ntitle: x\ntiles: 2-12\nend\n", 2, REFUSAL_exit_clash);
    refuse_scenario("title: x\ntop: 15\ntiles: 2-12\nend\n", 3, REFUSAL_top_missing);
    refuse_scenario("title: x\nsand: 200\ntiles: 2-12\nend\n", 3, REFUSAL_bad_sand);
    refuse_scenario("title: x\n\ntiles: 2\nend\n", 4, REFUSAL_item_missing);
    static const char no_rule[] = "turncoat scenario 1\ntitle: x\n\ntiles: 2-12\nrules: flying\nend\n";
    refuse_file(check_main, no_rule, sizeof no_rule - 1, ":5: there is no such rule: flying");
}

static void refuses_wrong_use(void **unused)
{
    (void)unused;
    expect(check_main, EXIT_WRONG_USE, "which files?", NULL, NULL, NULL);
    expect(check_main, EXIT_WRONG_USE, "no option --fast", "--fast", NULL, NULL);
    expect(check_main, EXIT_WRONG_USE, "belongs to --winnable", "--thorough", "x", NULL);
    expect(replay_main, EXIT_WRONG_USE, "which record?", NULL, NULL, NULL);
    expect(replay_main, EXIT_WRONG_USE, "one record", "a", "b", NULL);
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", NULL);
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", "13");
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", "1x");
    expect(check_main, EXIT_WRONG_USE, "--winnable is for tile sets", "--winnable",
           "data/scenarios/night-watch.scenario", NULL);
    write_file(HEAD "1}\n" SITS, sizeof HEAD "1}\n" SITS - 1);
    expect(check_main, EXIT_WRONG_USE, "--winnable is for tile sets", "--winnable", file, NULL);
    expect(replay_main, EXIT_DONE, "Result", file, "--as", "1");
    expect(replay_main, EXIT_WRONG_USE, "has seats 1 to 1", file, "--as", "2");
    expect(replay_main, EXIT_WRONG_USE, "no option -x", "-x", NULL, NULL);
    expect(replay_main, EXIT_DONE, "usage: turncoat replay", "--help", NULL, NULL);
    expect(check_main, EXIT_DONE, "usage: turncoat check", "--help", NULL, NULL);
}

static void numbers_are_plain(void **unused)
{
    long n = 7;
    (void)unused;
    assert_true(cli_number("-5", -5, 5, &n) && n == -5);
    static const char *const bad[] = {
        "", " 1", "1 ", "+1", "1.0", "0x1", "-6", "6", "99999999999999999999", "--1", "-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(cli_number(bad[i], -5, 5, &n));
    assert_int_equal(n, -5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P8.1 a record reads back as the same game", reads_back, 0, 0, 0},
        {"P8.1 a record holds talk, gestures, pauses and who was away", reads_company_back, 0, 0, 0},
        {"a record that breaks off anywhere is refused", refuses_broken_off, 0, 0, 0},
        {"a header that is not known is refused with its reason", refuses_headers, 0, 0, 0},
        {"an event that does not follow is refused with its line", refuses_events, 0, 0, 0},
        {"a record that is too large is refused", refuses_too_large, 0, 0, 0},
        {"P5.1, P5.3 a replay tells the secrets, but as a seat only what that seat was shown",
         tells_secrets_to_the_truth_alone, 0, 0, 0},
        {"M10.1 a won game has its line in the Book of Challenges", tells_the_book, 0, 0, 0},
        {"a fact that the rules do not bring about is refused with its line", refuses_forged_events, 0, 0, 0},
        {"no fact that follows by rule can be changed in a record", refuses_changed_facts, 0, 0, 0},
        {"no fact that follows by rule can be left out of a record", refuses_missing_facts, 0, 0, 0},
        {"every event is told in words, on a line of its own", every_event_has_words, 0, 0, 0},
        {"check and replay take good files", checks_files, 0, 0, 0},
        {"check and replay refuse bad files in one line", refuses_bad_files, 0, 0, 0},
        {"a file that is too large is told the limit of its kind", refuses_large_files, 0, 0, 0},
        {"M8.12 an own scenario that cannot be played is refused with the reason", refuses_bad_scenarios, 0,
         0, 0},
        {"wrong use is told from a bad file", refuses_wrong_use, 0, 0, 0},
        {"numbers on the command line are plain", numbers_are_plain, 0, 0, 0},
    };
    int made = mkstemp(file);
    if (made < 0)
        return 1;
    close(made);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file);
    return failed;
}
