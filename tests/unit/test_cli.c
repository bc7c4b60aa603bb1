/* tests/unit/test_cli.c -- `turncoat` as a program: what it says and how it exits when it is used wrongly, or
 * cannot do what it is asked.
 *
 * test_record.c tests what files may contain. */
#include <fcntl.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"

extern char **environ;

static char said[1 << 16];

/* Runs it with these words behind its name.  Both streams are in `said`, but stdout may go to a file. */
static int run_into(const char *words, const char *file)
{
    char copy[1024], *argv[32], *rest = copy;
    int count = 0, status;
    FILE *out = tmpfile();
    pid_t child;
    posix_spawn_file_actions_t streams;
    assert_non_null(out);
    assert_true((size_t)snprintf(copy, sizeof copy, "turncoat %s", words) < sizeof copy);
    while (count < 31 && (argv[count] = strtok_r(rest, " ", &rest)))
        count++;
    argv[count] = NULL;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_adddup2(&streams, fileno(out), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&streams, fileno(out), STDOUT_FILENO);
    if (file)
        posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, file, O_WRONLY, 0);
    assert_int_equal(posix_spawn(&child, getenv("TURNCOAT"), &streams, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&streams);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    rewind(out);
    said[fread(said, 1, sizeof said - 1, out)] = 0;
    fclose(out);
    return WEXITSTATUS(status);
}

static int run(const char *words)
{
    return run_into(words, NULL);
}

/* One line and nothing else, with that status. */
static void fails_into(const char *file, const char *words, int status, const char *line)
{
    int got = run_into(words, file);
    if (got != status || strncmp(said, line, strlen(line)))
        fail_msg("turncoat %s: status %d instead of %d: %s instead of: %s", words, got, status, said, line);
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
}

static void fails(const char *words, int status, const char *line)
{
    fails_into(NULL, words, status, line);
}

static void every_help_begins_with_usage(void **unused)
{
    static const char *const helps[] = {
        "--help",        "help",         "serve --help",   "simulate --help", "replay --help",
        "verify --help", "check --help", "reports --help", "bench --help",    "bench server --help"};
    (void)unused;
    for (size_t i = 0; i < sizeof helps / sizeof *helps; i++) {
        assert_int_equal(run(helps[i]), EXIT_DONE);
        if (strncmp(said, "usage: turncoat ", 16))
            fail_msg("turncoat %s: %s", helps[i], said);
    }
}

static void no_option_is_passed_over(void **unused)
{
    (void)unused;
    fails("simulate maze --level 12", EXIT_WRONG_USE,
          "turncoat: --level and --face are only for scenarios 8 to 17");
    fails("simulate maze --scenario 7 --face A", EXIT_WRONG_USE, "turncoat: --level and --face are only for");
    fails("simulate maze --scenario-file x --scenario 1", EXIT_WRONG_USE,
          "turncoat: --scenario-file cannot be combined");
    fails("simulate maze --scenario-file x --level 9", EXIT_WRONG_USE,
          "turncoat: --scenario-file cannot be combined");
    fails("simulate maze --scenario-file x --face B", EXIT_WRONG_USE,
          "turncoat: --scenario-file cannot be combined");
    fails("simulate maze --show --games 2", EXIT_WRONG_USE, "turncoat: --show plays one game, not 2");
    fails("reports", EXIT_WRONG_USE, "turncoat: reports STORE");
    fails("reports a b", EXIT_WRONG_USE, "turncoat: reports takes one store");
    fails("reports --all x", EXIT_WRONG_USE, "turncoat: reports: there is no option --all");
    fails("reports /no/such/store", EXIT_NO, "/no/such/store: cannot be read: ");
    fails("frobnicate", EXIT_WRONG_USE, "turncoat: there is no command `frobnicate`");
    assert_int_equal(run("simulate maze --show --games 1 --seed 3"), EXIT_DONE);
    assert_int_equal(run("simulate maze --scenario 8 --level 9 --face B --games 1 --json"), EXIT_DONE);
    assert_non_null(strstr(said, "\"games\":1,"));
    assert_int_equal(run("simulate maze --roles 2 --players 4 --scenario 3 --token yes --games 1 --json"),
                     EXIT_DONE);
    static const char *const keys[] = {
        "games",       "heroes_won", "traitors_won", "nobody_won", "convicted", "convicted_traitors",
        "accusations", "validated",  "median_s",     "flips",      "seed"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char key[40];
        snprintf(key, sizeof key, "\"%s\":", keys[i]);
        assert_non_null(strstr(said, key));
    }
}

static void wrong_values_are_told_the_right_ones(void **unused)
{
    (void)unused;
    fails("simulate maze --players 9", EXIT_WRONG_USE,
          "turncoat: --players 9: this scenario is for 1 to 8 players");
    fails("simulate maze --players 2 --scenario 9", EXIT_WRONG_USE,
          "turncoat: --players 2: this scenario is for 3 to 9 players");
    fails("simulate maze --players 10", EXIT_WRONG_USE,
          "turncoat: --players takes a whole number from 1 to 9");
    fails("simulate maze --scenario 10 --level 9", EXIT_WRONG_USE,
          "turncoat: --level 9: the levels of scenario 10 are 12 14 15 17 19 24\n");
    fails("simulate maze --scenario 8 --level 10", EXIT_WRONG_USE,
          "turncoat: --level 10: the levels of scenario 8 are 9 12 14 15 17 19 24\n");
    fails("simulate maze --pace slow", EXIT_WRONG_USE,
          "turncoat: --pace is relaxed, normal or quick, not `slow`\n");
    fails("simulate maze --face C", EXIT_WRONG_USE, "turncoat: --face is A or B, not `C`\n");
    fails("simulate traitor --announce you", EXIT_WRONG_USE,
          "turncoat: --announce is server or hand, not `you`\n");
    fails("simulate traitor --face A", EXIT_WRONG_USE, "turncoat: simulate traitor has no option `--face`\n");
    fails("simulate maze --token yes --players 4 --scenario 3 --roles 1", EXIT_WRONG_USE,
          "turncoat: --token yes needs --roles 2 or more\n");
    fails("simulate maze --sand 200", EXIT_WRONG_USE, "turncoat: --sand is 180, 240 or 300 seconds, not 200");
}

static void a_folder_that_is_none_is_told_once(void **unused)
{
    (void)unused;
    fails("simulate maze --record /no/such/folder", EXIT_NO, "/no/such/folder: No such file or directory\n");
    fails("simulate maze --record /proc/turncoat", EXIT_NO, "/proc/turncoat: No such file or directory\n");
    fails("simulate maze --record data/tiles/mall.tiles", EXIT_NO,
          "data/tiles/mall.tiles: is not a folder\n");
}

static void a_folder_for_records_is_made(void **unused)
{
    char folder[] = "/tmp/turncoat-cli-XXXXXX", inner[80], words[200];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/records", folder);
    snprintf(words, sizeof words, "simulate null --games 2 --seed 7 --record %s", inner);
    assert_int_equal(run(words), EXIT_DONE);
    assert_int_equal(run(words), EXIT_DONE); /* and used again */
    for (int game = 1; game <= 2; game++) {
        snprintf(words, sizeof words, "%s/null-%06d.jsonl", inner, game);
        assert_int_equal(unlink(words), 0);
    }
    assert_int_equal(rmdir(inner), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_full_device_is_noticed(void **unused)
{
    static const char full[] = "turncoat: cannot write to standard output\n";
    struct stat about;
    (void)unused;
    if (stat("/dev/full", &about))
        skip();
    fails_into("/dev/full", "help", EXIT_NO, full);
    fails_into("/dev/full", "version", EXIT_NO, full);
    fails_into("/dev/full", "check data/tiles/mall.tiles", EXIT_NO, full);
    fails_into("/dev/full", "replay tests/corpus/fuzz_record/scenario_1.record", EXIT_NO, full);
    fails_into("/dev/full", "simulate maze --games 1", EXIT_NO, full);
}

static void own_files_are_blamed_by_line(void **unused)
{
    char file[] = "/tmp/turncoat-test-XXXXXX", words[200], line[200];
    (void)unused;
    int made = mkstemp(file);
    assert_true(made >= 0);
    static const char text[] = "turncoat scenario 1\ntitle: x\ntiles: 2-5\nend\n";
    assert_int_equal(write(made, text, sizeof text - 1), sizeof text - 1);
    close(made);
    snprintf(words, sizeof words, "simulate maze --scenario-file %s", file);
    snprintf(line, sizeof line, "%s:3: One hero's item is on ", file);
    fails(words, EXIT_NO, line);
    unlink(file);
    fails("simulate maze --scenario-file data/scenarios/night-watch.scenario --players 1", EXIT_WRONG_USE,
          "turncoat: --players 1: this scenario is for 2 to 8 players");
}

/* 60 cards of an own list, with this as the last. */
static void write_words(const char *file, const char *last)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    for (int i = 0; i < 59; i++)
        fprintf(out, "mot %da;mot %db\n", i, i);
    fprintf(out, "%s\n", last);
    fclose(out);
}

static void word_cards_are_checked(void **unused)
{
    char file[] = "/tmp/turncoat-test-XXXXXX", words[200], line[200];
    int made = mkstemp(file);
    (void)unused;
    assert_true(made >= 0);
    close(made);
    snprintf(words, sizeof words, "check %s", file);
    write_words(file, "b\xc3\xa9;\xc3\xa0");
    assert_int_equal(run(words), EXIT_DONE);
    snprintf(line, sizeof line, "%s: ok: own list \"Own words\", 60 cards, enough for 3 players\n", file);
    assert_string_equal(said, line);
    write_words(file, "mot 6as;new");
    assert_int_equal(run(words), EXIT_DONE);
    snprintf(line, sizeof line, "%s:60: note: mot 6as is also in line 7: ", file);
    assert_memory_equal(said, line, strlen(line));
    write_words(file, "one word");
    snprintf(line, sizeof line, "%s:60: a card is two words with |, ; or a tab between: one word\n", file);
    fails(words, EXIT_NO, line);
    snprintf(words, sizeof words, "check --winnable %s", file);
    fails(words, EXIT_WRONG_USE, "turncoat: check: --winnable is for tile sets");
    unlink(file);
    fails("check README.md", EXIT_NO, "README.md:1: not a tile set");
    assert_int_equal(run("check data/decks/word.fr"), EXIT_DONE);
    assert_non_null(strstr(said, "ok: deck \"Turncoat\" in French, 238 cards; black: "));
    assert_non_null(strstr(said, " infinitives; pink: "));
}

static void every_walk_of_the_bench_can_be_walked(void **unused)
{
    (void)unused;
    for (char words[] = "bench engine --walk 0 --moves 1000", *way = strchr(words, '0'); *way < '5'; ++*way)
        assert_int_equal(run(words), EXIT_DONE);
    assert_int_equal(run("bench engine --walk 5 --moves 1000"), EXIT_WRONG_USE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"every help begins with usage:", every_help_begins_with_usage, 0, 0, 0},
        {"no option is passed over in silence", no_option_is_passed_over, 0, 0, 0},
        {"a wrong value is told the right ones", wrong_values_are_told_the_right_ones, 0, 0, 0},
        {"a folder for records is made where there is none", a_folder_for_records_is_made, NULL, NULL, NULL},
        {"a folder for records that is none is told once, with the reason",
         a_folder_that_is_none_is_told_once, 0, 0, 0},
        {"every walk of the bench can be walked", every_walk_of_the_bench_can_be_walked, 0, 0, 0},
        {"output that cannot be written is a failure", a_full_device_is_noticed, 0, 0, 0},
        {"M8.12 a custom scenario is blamed by file and line in a simulation, too",
         own_files_are_blamed_by_line, 0, 0, 0},
        {"W1.5, W8.1 word cards are checked: what they are like, or file, line and reason",
         word_cards_are_checked, 0, 0, 0},
    };
    if (!getenv("TURNCOAT")) {
        fputs("TURNCOAT must name the program to test\n", stderr);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
