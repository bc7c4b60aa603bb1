/* tests/unit/test_record.c -- records, and what `turncoat replay`, `check` and `verify` say about files, good
 * and bad.  Forged records are in test_record_forged.c. */
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "games/maze/maze.h"
#include "tell/tell.h"
#include "tests/help/record_bench.h"

extern char **environ;

static struct scene scene;

/* A random play of Magic Maze that has been set up. */
static void play_maze(uint8_t scenario, int people, int turns)
{
    scene_open(&scene, &maze, scenario);
    while (scene_seats(&scene)->seats < people)
        sit_down(&scene);
    DO(&scene, SEAT_SERVER, set_up, .number = scenario);
    assert_true(maze.begun(scene.m.table.truth));
    DO(&scene, 1, say, .text = "Hello, \xf0\x9f\x98\x80");
    for (int i = 0; i < turns; i++)
        play_once(&scene);
}

/* ---- reading ---- */

static void reads_itself_back(bool seen[], const char *const events[])
{
    struct table again;
    struct record_proved proved;
    size_t size;
    char *text = scene_text(&scene, &size);
    prove(text, size, &again, &proved);
    assert_true(same_logs(&scene.m.table, &again));
    assert_int_equal(proved.header.format, RECORD_FORMAT);
    assert_int_equal(proved.judged, proved.entries);
    assert_int_equal(proved.older + proved.deleted, 0);
    for (int i = 0; events[i]; i++)
        seen[i] |= strstr(text, events[i]) != NULL;
    free(text);
    table_close(&again);
}

/* Whatever happens at a table, before the game and during it. */
static void reads_back(void **unused)
{
    static const char *const events[] = {
        "seat_taken",   "seat_marked",  "seats_reordered", "seat_left",      "seat_given_up",
        "table_locked", "host_changed", "seat_ready",      "\"t\":\"said\"", "reacted",
        "pause_wanted", "\"paused\"",   "resuming",        "\"resumed\"",    NULL};
    (void)unused;
    for (const struct game *const *g = games; *g; g++) {
        bool seen[20] = {false};
        for (uint64_t seed = 1; seed <= 60; seed++) {
            int people = (*g)->seats_min + (int)below((uint32_t)((*g)->seats_max - (*g)->seats_min + 1));
            play_at_random(&scene, *g, seed, people, 300);
            reads_itself_back(seen, events);
            scene_close(&scene);
        }
        for (int i = 0; events[i]; i++)
            if (!seen[i])
                fail_msg("%s never happened in %s: the test proves less than it says", events[i], (*g)->name);
    }
}

/* All that is no move: words, gestures, the pawn, going away, a pause, the sand running out. */
static void reads_company_back(void **unused)
{
    static const char *const none[] = {NULL};
    const struct state *s;
    (void)unused;
    scene_open(&scene, &maze, 1);
#define NOW(by, ...)                                                                                         \
    do {                                                                                                     \
        scene.m.now_ms += 100;                                                                               \
        DO(&scene, by, __VA_ARGS__);                                                                         \
    } while (0)
    NOW(SEAT_SERVER, seat_player, .name = "Ann");
    NOW(SEAT_SERVER, seat_player, .name = "Robot", .bot = 1);
    NOW(SEAT_SERVER, seat_player, .name = "Zo\xc3\xab");
    NOW(SEAT_SERVER, set_up, .number = 1);
    s = scene.m.table.truth;
    NOW(1, react, .reaction = reaction_bravo);
    NOW(1, point_at, .tile = 1, .space = 6);
    NOW(2, turn_hourglass, 0);
    NOW(3, say, .text = "now");
    NOW(1, place_pawn, .seat = 2);
    NOW(1, stare_at, .seat = 3);
    NOW(1, stare_at, .seat = 0);
    NOW(3, ask_pause, 0);
    NOW(SEAT_SERVER, mark_seat, .seat = 1, .away = 1); /* seat 2 is a bot: all who are there agree */
    assert_int_equal(s->clock.stopped, 1);
    NOW(3, resume, 0);
    scene.m.now_ms += 3000;
    NOW(SEAT_SERVER, tick, 0);
    assert_int_equal(s->clock.stopped, 0);
    scene.m.now_ms += 200000;
    NOW(SEAT_SERVER, tick, 0);
    NOW(3, say, .text = "again?");
#undef NOW
    assert_int_equal(s->ending, ending_sand_ran_out);
    reads_itself_back(NULL, none);
    scene_close(&scene);
}

static char *whole(const char *path, size_t *size)
{
    struct complaint why;
    char *text;
    if (!cli_read_file(path, RECORD_MAX, &text, size, &why))
        fail_msg("%s: %s", path, why.text);
    return text;
}

/* P8.8: simulated ones hold events alone; served ones commands, which are judged again. */
static void reads_those_of_0_1(void **unused)
{
    static const struct {
        const char *file;
        uint32_t format;
    } old[] = {{"scenario_1", 1},  {"scenario_11", 1}, {"scenario_13", 1},   {"scenario_5", 1},
               {"served_null", 2}, {"served_maze", 2}, {"served_traitor", 2}};
    (void)unused;
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
        char path[80];
        struct table t;
        struct record_proved proved;
        size_t size;
        snprintf(path, sizeof path, "tests/corpus/fuzz_record/%s.record", old[i].file);
        char *text = whole(path, &size);
        prove(text, size, &t, &proved);
        assert_int_equal(proved.header.format, old[i].format);
        assert_int_equal(proved.judged, proved.entries);
        assert_true(old[i].format == 1 ? !proved.entries : proved.entries > 10);
        assert_int_equal(t.count, proved.header.events);
        table_close(&t);
        if (old[i].format == 2) { /* and would not be, had anything else happened in the end */
            text[size - 6] ^= 1;
            assert_false(record_prove(text, size, &t, &proved, &(struct complaint){0}));
        }
        free(text);
    }
}

static void refuse_record(const char *text, size_t size, uint32_t line, const char *reason)
{
    struct table t, untouched;
    struct record_proved proved;
    struct complaint why;
    memset(&t, 0xa5, sizeof t);
    memset(&untouched, 0xa5, sizeof untouched);
    if (record_prove(text, size, &t, &proved, &why))
        fail_msg("taken, instead of: %s", reason);
    if (!strstr(why.text, reason) || why.line != line)
        fail_msg("line %u: %s; instead of line %u: %s", (unsigned)why.line, why.text, (unsigned)line, reason);
    assert_memory_equal(&t, &untouched, sizeof t);
}

static void refuses_broken_off(void **unused)
{
    struct complaint why;
    struct record_proved proved;
    (void)unused;
    for (const struct game *const *g = games; *g; g++) {
        size_t size;
        play_at_random(&scene, *g, 5, (*g)->seats_min, 30);
        char *text = scene_text(&scene, &size);
        for (size_t cut = 0; cut < size; cut++) {
            struct table none;
            if (record_prove(text, cut, &none, &proved, &why))
                fail_msg("%s: taken after %zu of %zu bytes", (*g)->name, cut, size);
            assert_true(why.text[0]);
        }
        uint32_t lines = scene.record.sheet.header.entries + scene.record.sheet.header.events + 1;
        refuse_record(text, size - 1, lines, "cut short in this line");
        free(text);
        scene_close(&scene);
    }
}

#define FORMAT "{\"turncoat\":\"record\",\"format\":3"
#define GAME FORMAT ",\"game\":\"null\",\"version\":4"
#define ABOUT GAME ",\"id\":\"abc\",\"round\":2,\"date\":\"2026-01-31\""
#define ZEROS "00000000000000000000000000000000"
#define SEED_OF_ZEROS ",\"seed\":\"" ZEROS ZEROS "\""

/* The header of a game whose seed is zero; the rest of it behind its chain. */
static char *header(const char *about, const char *rest)
{
    static char text[1000];
    static const uint8_t seed[SEED_BYTES];
    uint8_t hash[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    secret_commitment(seed, hash);
    secret_to_hex(hash, sizeof hash, hex);
    snprintf(text, sizeof text,
             "%s,\"commitment\":\"%s\"" SEED_OF_ZEROS ",\"material\":\"\",\"chain\":\"%s\"%s", about, hex,
             hex, rest);
    return text;
}

static void refuse(const char *text, uint32_t line, const char *reason)
{
    refuse_record(text, strlen(text), line, reason);
}

static void refuse_header(const char *text)
{
    refuse(text, 1, "this is not how the header of a record is written");
}

static void refuses_headers(void **unused)
{
    struct table t;
    struct record_proved proved;
    (void)unused;
    const char *good = header(ABOUT, ",\"entries\":0,\"events\":0}\n");
    prove(good, strlen(good), &t, &proved);
    assert_true(t.game == games[0] && proved.header.round == 2 && !strcmp(proved.header.date, "2026-01-31") &&
                !strcmp(proved.header.id, "abc"));
    table_close(&t);
    refuse("", 1, "not the header");
    refuse("\n", 1, "not the header");
    refuse("{}\n", 1, "not the header");
    refuse("{\"turncoat\":\"record\",\"format\":4,\"game\":\"null\"}\n", 1, "format is unknown");
    refuse("{\"turncoat\":\"record\",\"format\":0,\"game\":\"null\"}\n", 1, "format is unknown");
    refuse(FORMAT ",\"game\":\"chess\",\"version\":1}\n", 1, "game of this record");
    refuse(FORMAT ",\"game\":\"nul\",\"version\":1}\n", 1, "game of this record");
    refuse(FORMAT ",\"game\":\"null\",\"version\":9}\n", 1, "later version of the game");
    refuse(FORMAT ",\"game\":\"null\",\"version\":0}\n", 1, "version of the rules is missing");
    refuse_header(ABOUT SEED_OF_ZEROS ",\"entries\":0,\"events\":0}\n");
    refuse_header(header(ABOUT, ",\"entries\":0,\"events\":}\n"));
    refuse_header(header(ABOUT, ",\"entries\":00,\"events\":0}\n"));
    refuse_header(header(ABOUT, ",\"entries\":0,\"events\":4294967296}\n"));
    refuse_header(header(ABOUT, ",\"entries\":0,\"events\":0,\"more\":0}\n"));
    refuse_header(header(ABOUT, ",\"entries\":0,\"events\":0} \n"));
    refuse_header(header(ABOUT, ",\"entries\":0,\"events\":0}\r\n"));
    refuse_header(header(GAME ",\"id\":\"A b\",\"round\":1,\"date\":\"\"", ",\"entries\":0,\"events\":0}\n"));
    refuse(header(GAME ",\"id\":\"\",\"round\":1,\"date\":\"yesterday\"", ",\"entries\":0,\"events\":0}\n"),
           1, "YYYY-MM-DD");
    char *forged = header(ABOUT, ",\"entries\":0,\"events\":0}\n");
    strstr(forged, SEED_OF_ZEROS)[10] = '1';
    refuse(forged, 1, "not the one that was committed to");
    refuse(header(ABOUT, ",\"entries\":1,\"events\":0}\n"), 2, "cut short");
}

#define SITS                                                                                                 \
    "{\"by\":13,\"v\":4,\"at\":5,\"id\":0,\"seen\":0,\"t\":\"lock_table\",\"locked\":true}\n"                \
    "{\"n\":1,\"at\":5,\"t\":\"table_locked\",\"to\":0,\"locked\":true}\n"
#define OPENS "{\"by\":13,\"v\":4,\"at\":6,\"id\":0,\"seen\":1,\"t\":\"lock_table\",\"locked\":false}\n"
#define OPEN "{\"n\":2,\"at\":6,\"t\":\"table_locked\",\"to\":0,\"locked\":false}\n"

/* Behind a good header that announces two entries and two events. */
static void refuse_lines(const char *lines, uint32_t line, const char *reason)
{
    char text[3000];
    snprintf(text, sizeof text, "%s%s", header(ABOUT, ",\"entries\":2,\"events\":2}\n"), lines);
    refuse(text, line, reason);
}

static void refuses_events(void **unused)
{
    (void)unused;
    refuse_lines(SITS OPENS OPEN, 1, "the chain of hashes"); /* all but that is right */
    refuse_lines("", 2, "cut short");
    refuse_lines(SITS, 4, "cut short");
    refuse_lines(SITS OPENS, 5, "followed from the previous command is missing");
    refuse_lines(SITS OPENS OPEN OPENS, 7, "followed from the previous command is missing");
    refuse_lines(SITS OPENS OPEN OPEN, 6, "missing or repeated");
    refuse_lines(SITS OPEN, 4, "did not follow from a command");
    refuse_lines(SITS "\n", 4, "this is not how");
    refuse_lines(SITS "{}\n", 4, "this is not how");
    refuse_lines(OPEN, 2, "an event is missing");
    refuse_lines(SITS OPENS "{\"n\":2,\"at\":5,\"t\":\"table_locked\",\"to\":0,\"locked\":false}\n", 5,
                 "did not follow from a command");
    refuse_lines(SITS OPENS "{\"n\":2,\"at\":6,\"t\":\"begin\",\"to\":0}\n", 5, "no such kind");
    refuse_lines(SITS OPENS "{\"n\":2,\"at\":6,\"t\":\"begun\"}\n", 5, "missing");
    refuse_lines(SITS OPENS "{\"n\":2,\"at\":6,\"t\":\"begun\",\"to\":0}\n", 5,
                 "lead to something else here");
    refuse_lines(SITS OPENS "{\"n\":2, \"at\":6,\"t\":\"table_locked\",\"to\":0,\"locked\":false}\n", 5,
                 "this is not how an event is written");
    refuse_lines(SITS
                 "{\"by\":13,\"v\":4,\"at\":4,\"id\":0,\"seen\":1,\"t\":\"lock_table\",\"locked\":false}\n",
                 4, "time goes backwards");
    refuse_lines(SITS
                 "{\"by\":13,\"v\":5,\"at\":6,\"id\":0,\"seen\":1,\"t\":\"lock_table\",\"locked\":false}\n",
                 4, "that version of the rules");
    refuse_lines(SITS
                 "{\"by\":14,\"v\":4,\"at\":6,\"id\":0,\"seen\":1,\"t\":\"lock_table\",\"locked\":false}\n",
                 4, "this is not how");
    refuse_lines(SITS "{\"by\":13,\"v\":4,\"at\":6,\"id\":0,\"seen\":1,\"t\":\"lock_table\"}\n", 4,
                 "this is not how"); /* nothing is left out */
    refuse_lines("{\"by\":1,\"v\":4,\"at\":6,\"id\":0,\"seen\":0,\"t\":\"set_up\"}\n", 2, "the rules refuse");
    refuse_lines("{\"by\":13,\"v\":4,\"at\":6,\"id\":0,\"seen\":0,\"t\":\"seat_player\",\"name\":\"A\","
                 "\"bot\":false,\"seat\":0}\n",
                 2, "the words do not match their hash"); /* words without one */
}

static void refuses_too_large(void **unused)
{
    char *text = malloc(RECORD_MAX + 1);
    (void)unused;
    assert_non_null(text);
    memset(text, ' ', RECORD_MAX + 1);
    refuse_record(text, RECORD_MAX + 1, 0, "too large");
    refuse_record(text, RECORD_MAX, 1, "not the header");
    const char *begins = header(ABOUT, ",\"entries\":2,\"events\":2}\n");
    memcpy(text, begins, strlen(begins));
    text[20000] = '\n';
    refuse_record(text, 20001, 2, "or the line is too long");
    free(text);
}

/* ---- telling ---- */

static char *told(struct table *t, const struct record_header *about, int as, bool json)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    tell_table(out, t, about->date, as, json);
    fclose(out);
    return text;
}

/* The record of the scene, told. */
static char *told_again(int as, bool json, const char *date)
{
    struct table again;
    struct record_proved proved;
    size_t size;
    snprintf(scene.record.sheet.header.date, 11, "%s", date);
    char *text = scene_text(&scene, &size);
    prove(text, size, &again, &proved);
    char *story = told(&again, &proved.header, as, json);
    free(text);
    table_close(&again);
    return story;
}

static void tells_secrets_to_the_truth_alone(void **unused)
{
    (void)unused;
    play_maze(8, 3, 50);
    char *truth = told_again(TELL_TRUTH, true, "");
    assert_non_null(strstr(truth, "\"order\":["));
    free(truth);
    truth = told_again(TELL_TRUTH, false, "");
    assert_non_null(strstr(truth, "tiles is shuffled, from the bottom: "));
    free(truth);
    for (int as = 0; as <= 3; as++) {
        char *story = told_again(as, true, "");
        assert_non_null(strstr(story, "\"t\":\"pile_shuffled\",\"count\":8}"));
        assert_null(strstr(story, "\"order\":["));
        assert_non_null(strstr(story, "{\"n\":1,"));
        free(story);
    }
    scene_close(&scene);
}

/* A game that bots win. */
static void win(uint8_t scenario)
{
    static const char *const names[] = {"Ann", "Ben \"B\"", "Zo\xc3\xab"};
    for (uint64_t seed = 1; seed < 20; seed++) {
        scene_open(&scene, &maze, seed);
        for (int i = 0; i < 3; i++)
            assert_int_equal(match_seat(&scene.m, bot_find(&maze, "team", 4), PACE_NORMAL, names[i]),
                             REFUSAL_OK);
        DO(&scene, SEAT_SERVER, set_up, .number = scenario);
        while (match_step(&scene.m, 3600 * 1000))
            ;
        if (scene.m.table.truth->ending == ending_escaped)
            return;
        scene_close(&scene);
    }
    fail_msg("the bots have won none of 19 games");
}

static void tells_the_book(void **unused)
{
    char book[300], left[32];
    (void)unused;
    win(2);
    const struct state *s = scene.m.table.truth;
    int ms = s->sand.left_ms;
    snprintf(left, sizeof left, "%02d:%02d.%03d of sand left", ms / 60000, ms / 1000 % 60, ms % 1000);
    snprintf(book, sizeof book,
             "\nResult: won with %s\n"
             "Book of Challenges: scenario 2 \"An exit for each\", tiles up to 12, face A, "
             "Ann and Ben \"B\" and Zo\xc3\xab, %u hourglass space%s used, %s, 2026-03-31\n",
             left, s->spaces_used, s->spaces_used == 1 ? "" : "s", left);
    char *text = told_again(TELL_TRUTH, false, "2026-03-31");
    assert_non_null(strstr(text, "  sand 03:00.000  "));
    if (!strstr(text, book))
        fail_msg("%s instead of %s", strstr(text, "\nResult"), book);
    free(text);
    scene_close(&scene);
}

static void every_event_has_words(void **unused)
{
    (void)unused;
    for (int i = 0; i < 8; i++) {
        play_maze((uint8_t[]){1, 3, 5, 7, 8, 11, 13, 17}[i], 1 + i % 4, 400);
        char *text = told_again(TELL_TRUTH, false, "");
        if (strstr(text, " {\"n\"")) /* only what has no words is told as JSON */
            fail_msg("%s", strstr(text, " {\"n\""));
        seq_t lines = 0;
        for (const char *at = text; (at = strchr(at, '\n')); at++)
            lines++;
        assert_true(lines == scene.m.table.count + 1 || lines == scene.m.table.count + 2);
        free(text);
        scene_close(&scene);
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

#define OF_0_1 "tests/corpus/fuzz_record/"

static void checks_files(void **unused)
{
    size_t size;
    (void)unused;
    expect(check_main, EXIT_DONE, "ok: tile set \"", "data/tiles/mall.tiles", NULL, NULL);
    expect(check_main, EXIT_DONE,
           "ok: scenario \"Night watch\", 15 tiles and face B, 180 s of sand, 2 to 8 players",
           "data/scenarios/night-watch.scenario", NULL, NULL);
    scene_open(&scene, &maze, 1);
    DO(&scene, SEAT_SERVER, seat_player, .name = "Ann");
    DO(&scene, 1, set_up, .number = 1);
    char *text = scene_text(&scene, &size);
    write_file(text, size);
    expect(check_main, EXIT_DONE, "ok: record of maze, ", file, NULL, NULL);
    expect(check_main, EXIT_NO, "ok: record of maze, ", "/no/such/file", file, NULL);
    expect(replay_main, EXIT_DONE, "Result: not finished\n", file, NULL, NULL);
    expect(replay_main, EXIT_DONE, "{\"n\":1,\"at\":0,\"t\":\"seat_taken\",", "--json", file, NULL);
    expect(replay_main, EXIT_DONE, "Ann takes seat 1\n", file, "--as", "0");
    expect(verify_main, EXIT_DONE, ": the seed matches the commitment; 2 of 2 commands judged again", file,
           NULL, NULL);
    expect(check_main, EXIT_DONE, "ok: record of maze, ", OF_0_1 "scenario_1.record", NULL, NULL);
    expect(replay_main, EXIT_DONE, "Result: ", OF_0_1 "served_null.record", NULL, NULL);
    expect(replay_main, EXIT_DONE, "A says: before the others came 0\n", OF_0_1 "served_traitor.record", NULL,
           NULL);
    expect(verify_main, EXIT_DONE, "139 of 139 commands judged", OF_0_1 "served_traitor.record", NULL, NULL);
    expect(verify_main, EXIT_NO, ": a record in this old format has nothing to prove",
           OF_0_1 "scenario_1.record", NULL, NULL);
    free(text);
    scene_close(&scene);
}

static void refuses_bad_files(void **unused)
{
    (void)unused;
    refuse_file(check_main, "", 0, ":1: not a tile set");
    refuse_file(check_main, "turncoat tales 1\n", 17, ":1: not a tile set");
    refuse_file(check_main, "turncoat tiles 1\nname: x\ntile 99\n", 33, ":3: ");
    char *broken = header(ABOUT, ",\"entries\":1,\"events\":1}\n");
    refuse_file(check_main, broken, strlen(broken), ":2: the record is cut short");
    refuse_file(replay_main, broken, strlen(broken), ":2: the record is cut short");
    refuse_file(verify_main, broken, strlen(broken), ":2: the record is cut short");
    refuse_file(replay_main, "\0\0\0\n", 4, ":1: not the header");
    refuse_file(check_main, "\xef\xbb\xbfturncoat tiles 1\n", 20, ":1: begins with a byte order mark");
    refuse_file(replay_main, "\xef\xbb\xbf" ABOUT "\n", sizeof ABOUT "\n" + 2, ":1: begins with a byte");
    refuse_file(verify_main, "turncoat tiles 1\n", 17, ":1: not the header");
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
                 {GAME "\n", ": too large to be a record"}};
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
    expect(check_main, EXIT_WRONG_USE, "only works with --winnable", "--thorough", "x", NULL);
    expect(replay_main, EXIT_WRONG_USE, "which record?", NULL, NULL, NULL);
    expect(replay_main, EXIT_WRONG_USE, "one record", "a", "b", NULL);
    expect(verify_main, EXIT_WRONG_USE, "verify FILE", NULL, NULL, NULL);
    expect(verify_main, EXIT_WRONG_USE, "verify FILE", "a", "b", NULL);
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", NULL);
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", "13");
    expect(replay_main, EXIT_WRONG_USE, "a seat from 0", "a", "--as", "1x");
    expect(check_main, EXIT_WRONG_USE, "--winnable is for tile sets", "--winnable",
           "data/scenarios/night-watch.scenario", NULL);
    size_t size;
    scene_open(&scene, &maze, 1);
    DO(&scene, SEAT_SERVER, seat_player, .name = "Ann");
    char *text = scene_text(&scene, &size);
    write_file(text, size);
    free(text);
    scene_close(&scene);
    expect(check_main, EXIT_WRONG_USE, "--winnable is for tile sets", "--winnable", file, NULL);
    expect(replay_main, EXIT_DONE, "Result", file, "--as", "1");
    expect(replay_main, EXIT_WRONG_USE, "has seats 1 to 1", file, "--as", "2");
    expect(replay_main, EXIT_WRONG_USE, "no option -x", "-x", NULL, NULL);
    expect(replay_main, EXIT_DONE, "usage: turncoat replay", "--help", NULL, NULL);
    expect(check_main, EXIT_DONE, "usage: turncoat check", "--help", NULL, NULL);
}

/* ---- the commands as processes ---- */

static void read_stream(FILE *in, char *out, size_t room)
{
    rewind(in);
    out[fread(out, 1, room - 1, in)] = 0;
    fclose(in);
}

/* `turncoat COMMAND FILE`, with the file as its input: what does it say, and where? */
static void process(const char *command, const char *path, int status, const char *out, const char *err)
{
    static char said[2][1 << 16];
    char *argv[] = {"turncoat", (char *)(uintptr_t)command, (char *)(uintptr_t)path, NULL};
    FILE *stream[2] = {tmpfile(), tmpfile()};
    posix_spawn_file_actions_t streams;
    pid_t child;
    int ended;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, file, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&streams, fileno(stream[0]), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&streams, fileno(stream[1]), STDERR_FILENO);
    assert_int_equal(posix_spawn(&child, getenv("TURNCOAT"), &streams, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&streams);
    assert_int_equal(waitpid(child, &ended, 0), child);
    for (int i = 0; i < 2; i++)
        read_stream(stream[i], said[i], sizeof said[i]);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != status || !strstr(said[0], out) || !strstr(said[1], err) ||
        !*out != !*said[0] || !*err != !*said[1])
        fail_msg("%s: ended with %d and not %d, saying %s and %s", command, ended, status, said[0], said[1]);
    if (*err)
        assert_ptr_equal(strchr(said[1], '\n'), said[1] + strlen(said[1]) - 1); /* one line */
}

static void commands_end_well(void **unused)
{
    char says[200];
    size_t size;
    (void)unused;
    play_maze(1, 2, 40);
    char *text = scene_text(&scene, &size);
    write_file(text, size);
    process("check", file, EXIT_DONE, ": ok: record of maze, ", "");
    process("replay", file, EXIT_DONE, "Result: ", "");
    process("verify", file, EXIT_DONE, "the seed matches the commitment", "");
    process("verify", "-", EXIT_DONE, "the seed matches the commitment", "");
    process("replay", NULL, EXIT_WRONG_USE, "", "which record?");
    process("check", NULL, EXIT_WRONG_USE, "", "which files?");
    process("verify", NULL, EXIT_WRONG_USE, "", "verify FILE");
    process("verify", "/dev/null", EXIT_NO, "", "/dev/null:1: not the header");
    snprintf(says, sizeof says, "%s:1: the chain of hashes", file);
    char *chain = strstr(text, "\"chain\":\"") + 9;
    *chain = *chain == '0' ? '1' : '0';
    write_file(text, size);
    for (int i = 0; i < 3; i++)
        process((const char *[]){"check", "replay", "verify"}[i], file, EXIT_NO, "", says);
    free(text);
    scene_close(&scene);
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
        {"P8.8 records of 0.1 are read, and those that hold commands are judged again", reads_those_of_0_1, 0,
         0, 0},
        {"P8.1 a record holds talk, gestures, pauses and who was away", reads_company_back, 0, 0, 0},
        {"a record that breaks off anywhere is refused", refuses_broken_off, 0, 0, 0},
        {"a header that is not known is refused with its reason", refuses_headers, 0, 0, 0},
        {"an event that does not follow is refused with its line", refuses_events, 0, 0, 0},
        {"a record that is too large is refused", refuses_too_large, 0, 0, 0},
        {"P5.1, P5.3 a replay tells the secrets, but as a seat only what that seat was shown",
         tells_secrets_to_the_truth_alone, 0, 0, 0},
        {"M10.1 a won game has its line in the Book of Challenges", tells_the_book, 0, 0, 0},
        {"every event is told in words, on a line of its own", every_event_has_words, 0, 0, 0},
        {"check, replay and verify take good files", checks_files, 0, 0, 0},
        {"check, replay and verify refuse bad files in one line", refuses_bad_files, 0, 0, 0},
        {"a file that is too large is told the limit of its kind", refuses_large_files, 0, 0, 0},
        {"M8.12 a custom scenario that cannot be played is refused with the reason", refuses_bad_scenarios, 0,
         0, 0},
        {"wrong use is told from a bad file", refuses_wrong_use, 0, 0, 0},
        {"check, replay and verify end with their status, and one line on stderr", commands_end_well, 0, 0,
         0},
        {"numbers on the command line are plain", numbers_are_plain, 0, 0, 0},
    };
    if (!getenv("TURNCOAT")) {
        fputs("TURNCOAT must name the program to test\n", stderr);
        return 1;
    }
    int made = mkstemp(file);
    if (made < 0)
        return 1;
    close(made);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file);
    return failed;
}
