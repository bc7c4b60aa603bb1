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
        ask(&in, SEAT_HOST, CMD_seat_player, &body, sizeof body);
        submit(t, &in, now_ms);
    }
    ASK(&in, SEAT_HOST, set_up, .number = scenario);
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
    refuse("{\"turncoat\":\"record\",\"format\":2,\"game\":\"null\"}\n", 1, "format 2 is not known");
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
    struct table t, again;
    struct record about = {.date = "2026-03-31"};
    (void)unused;
    play(&t, 2, 3, 0);
    append(&t, 9000, EV_hourglass_turned, &(struct hourglass_turned){.left_ms = 180000, .by = 2});
    append(&t, 60000, EV_theft_done, &(struct theft_done){0});
    for (uint8_t hero = hero_barbarian; hero <= hero_dwarf; hero++)
        append(&t, 70000, EV_hero_left, &(struct hero_left){.hero = hero});
    append(&t, 71001, EV_game_ended,
           &(struct game_ended){.left_ms = 61042, .ending = ending_escaped, .spaces_used = 3});
    t.truth->spaces_used = 0; /* it is the fold of flips, not what the last event says */
    read_again(&t, &about, &again);
    char *text = told(&again, &about, REPLAY_TRUTH, false);
    assert_non_null(strstr(text, "00:09.000  sand 03:00.000  Ben \"B\" turns the hourglass"));
    assert_non_null(strstr(text, "\nResult: won with 01:01.042 of sand left\n"));
    assert_non_null(
        strstr(text, "\nBook of Challenges: scenario 2 \"An exit for each\", tiles up to 12, face A, "
                     "Ann and Ben \"B\" and Zo\xc3\xab, 0 hourglass spaces used, 01:01.042 of sand left, "
                     "2026-03-31\n"));
    free(text);
    table_close(&t);
    table_close(&again);
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
    expect(check_main, EXIT_NO, "is a folder", "/tmp", NULL, NULL);
    expect(replay_main, EXIT_NO, "No such file", "/no/such/file", NULL, NULL);
}

static void refuses_bad_scenarios(void **unused)
{
    static const char clash[] = "turncoat scenario 1\ntitle: x\ntiles: 2-12\nrules: no talk, talk always\n";
    static const char empty[] = "turncoat scenario 1\ntitle: x\ntiles: 2\n";
    static const char no_rule[] = "turncoat scenario 1\ntitle: x\n\ntiles: 2-12\nrules: flying\n";
    (void)unused;
    refuse_file(check_main, clash, sizeof clash - 1, maze.schema->refusals[REFUSAL_talk_clash].text);
    refuse_file(check_main, empty, sizeof empty - 1, maze.schema->refusals[REFUSAL_item_missing].text);
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
        {"a record that breaks off anywhere is refused", refuses_broken_off, 0, 0, 0},
        {"a header that is not known is refused with its reason", refuses_headers, 0, 0, 0},
        {"an event that does not follow is refused with its line", refuses_events, 0, 0, 0},
        {"a record that is too large is refused", refuses_too_large, 0, 0, 0},
        {"P5.1, P5.3 a replay tells the secrets, but as a seat only what that seat was shown",
         tells_secrets_to_the_truth_alone, 0, 0, 0},
        {"M10.1 a won game has its line in the Book of Challenges", tells_the_book, 0, 0, 0},
        {"every event is told in words, on a line of its own", every_event_has_words, 0, 0, 0},
        {"check and replay take good files", checks_files, 0, 0, 0},
        {"check and replay refuse bad files in one line", refuses_bad_files, 0, 0, 0},
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
