/* bench/engine.c -- `turncoat bench engine`: times and counts all ways of the walk, and prints the
 * figures. */
#include "bench/bench.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/walk.h"
#include "bench/words.h"

extern char **environ;

enum { MANY_TABLES = 10000, TIMED_MOVES = 2000000, ROUNDS = 5, COUNTED_FEW = 16000, COUNTED_MANY = 176000 };
enum { TIMED_WORDS = 100000 };

static const struct {
    const char *key, *does;
} ways[WALK_WAYS] = {
    [WALK_FLOOR] = {"floor", "bare floor: pawns on a flat array"},
    [WALK_JUDGED] = {"judged", "(a) decide and apply"},
    [WALK_SHOWN] = {"shown", "(b) and shown to 4 seats, encoded"},
    [WALK_TABLE] = {"table", "    the same, kept in a table's log"},
    [WALK_VIEWS] = {"views", "    (b) and folded into 4 views"},
};

struct figures {
    struct walk_result one[WALK_WAYS], many[WALK_WAYS];
    long instructions[WALK_WAYS]; /* per accepted command; 0: not measured */
    double word_s;                /* an announcement, with 198 words said */
};

static double per_second(const struct walk_result *r, uint64_t count)
{
    return (double)count / r->seconds;
}

/* Starts valgrind on a walk of this program; its output goes to `said`. */
static bool start_counting(const char *program, int way, int moves, int said, pid_t *child)
{
    char way_text[12], moves_text[12];
    snprintf(way_text, sizeof way_text, "%d", way);
    snprintf(moves_text, sizeof moves_text, "%d", moves);
    const char *words[] = {"valgrind",
                           "--tool=callgrind",
                           "--callgrind-out-file=/dev/null",
                           program,
                           "bench",
                           "engine",
                           "--walk",
                           way_text,
                           "--moves",
                           moves_text,
                           NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
    int failed = posix_spawnp(child, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !failed;
}

/* How many instructions callgrind counts for a walk of this many moves; 0: it failed. */
static long counted(const char *program, int way, int moves)
{
    static const char mark[] = "Collected : ";
    int ends[2], status = 1;
    pid_t child;
    long instructions = 0;
    if (pipe(ends))
        return 0;
    bool started = start_counting(program, way, moves, ends[1], &child);
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    for (char line[256]; said && fgets(line, sizeof line, said);) {
        const char *found = strstr(line, mark);
        if (found)
            instructions = strtol(found + strlen(mark), NULL, 10);
    }
    if (said)
        fclose(said);
    if (started)
        waitpid(child, &status, 0);
    return status == 0 ? instructions : 0;
}

/* The difference between two walks leaves out what happens only once. */
static long instructions_each(const char *program, int way)
{
    long few = counted(program, way, COUNTED_FEW), many = few ? counted(program, way, COUNTED_MANY) : 0;
    long moves = (COUNTED_MANY - COUNTED_FEW) / 16 * 17; /* with the warm-up */
    return many > few ? (many - few) / moves : 0;
}

/* Keeps the faster of two walks of the same kind: the other one was disturbed. */
static bool walk_again(int way, int tables, struct walk_result *best)
{
    struct walk_result r;
    if (!walk_run((enum walk_way)way, tables, TIMED_MOVES, &r))
        return false;
    if (best->seconds == 0 || r.seconds < best->seconds)
        *best = r;
    return true;
}

static bool announce_again(double *best_s)
{
    double each_s;
    if (!words_run(TIMED_WORDS, &each_s))
        return false;
    if (*best_s == 0 || each_s < *best_s)
        *best_s = each_s;
    return true;
}

/* All ways take turns, so that a slow moment of the machine does not hit just one of them. */
static bool measure(struct figures *f, const char *program)
{
    memset(f, 0, sizeof *f);
    for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < WALK_WAYS; way++)
            if (!walk_again(way, 1, &f->one[way]) || !walk_again(way, MANY_TABLES, &f->many[way]))
                return false;
        if (!announce_again(&f->word_s))
            return false;
    }
    for (int way = 0; way < WALK_WAYS; way++)
        f->instructions[way] = instructions_each(program, way);
    return true;
}

/* How many moves of Magic Maze an announcement takes, each decided and applied. */
static double word_moves(const struct figures *f)
{
    return f->word_s * per_second(&f->one[WALK_JUDGED], f->one[WALK_JUDGED].accepted);
}

static void print_way(const struct figures *f, int way)
{
    const struct walk_result *one = &f->one[way], *many = &f->many[way];
    double floor_one = per_second(&f->one[WALK_FLOOR], f->one[WALK_FLOOR].accepted);
    double floor_many = per_second(&f->many[WALK_FLOOR], f->many[WALK_FLOOR].accepted);
    printf("%-36s %8.2f %8.2f %7.3f %10.2f %8.2f %7.3f", ways[way].does, per_second(one, one->judged) / 1e6,
           per_second(one, one->accepted) / 1e6, per_second(one, one->accepted) / floor_one,
           per_second(many, many->judged) / 1e6, per_second(many, many->accepted) / 1e6,
           per_second(many, many->accepted) / floor_many);
    if (f->instructions[way])
        printf(" %9ld\n", f->instructions[way]);
    else
        printf(" %9s\n", "-");
}

static void print_text(const struct figures *f)
{
    printf(
        "A random walk of four heroes through 24 tiles, on one core; millions of commands per second of its\n"
        "own time, the best of %d rounds.\n\n",
        ROUNDS);
    printf("%-36s %25s %27s %9s\n", "", "one table", "10,000 tables, random order", "callgrind");
    printf("%-36s %8s %8s %7s %10s %8s %7s %9s\n", "", "judged", "accepted", "/floor", "judged", "accepted",
           "/floor", "instr/cmd");
    for (int way = 0; way < WALK_WAYS; way++)
        print_way(f, way);
    const struct walk_result *shown = &f->one[WALK_SHOWN];
    printf("\nan announcement of Traître Mot after %d words: %.0f ns to decide and apply, %.1f times (a)\n",
           WORDS_SAID, f->word_s * 1e9, word_moves(f));
    printf("state of a table %zu bytes (limit 4096); %.0f bytes of JSON per command for 4 seats\n",
           walk_state_size(), (double)shown->bytes / (double)shown->accepted);
    if (!f->instructions[WALK_SHOWN])
        printf("instructions were not counted: valgrind is not installed\n");
}

static void print_json_tables(const struct walk_result *r, const struct walk_result *floor)
{
    printf("{\"judged_per_s\":%.0f,\"accepted_per_s\":%.0f,\"of_floor\":%.4f}", per_second(r, r->judged),
           per_second(r, r->accepted), per_second(r, r->accepted) / per_second(floor, floor->accepted));
}

static void print_json(const struct figures *f)
{
    printf("{\"bench\":\"engine\",\"state_bytes\":%zu,\"tables\":%d,\"moves\":%d", walk_state_size(),
           MANY_TABLES, TIMED_MOVES);
    for (int way = 0; way < WALK_WAYS; way++) {
        printf(",\"%s\":{\"one\":", ways[way].key);
        print_json_tables(&f->one[way], &f->one[WALK_FLOOR]);
        printf(",\"many\":");
        print_json_tables(&f->many[way], &f->many[WALK_FLOOR]);
        if (f->instructions[way])
            printf(",\"instructions\":%ld", f->instructions[way]);
        printf("}");
    }
    printf(",\"announced\":{\"ns\":%.0f,\"moves\":%.2f}", f->word_s * 1e9, word_moves(f));
    printf("}\n");
}

bool bench_engine(const char *program, bool json)
{
    struct figures figures;
    if (!measure(&figures, program))
        return false;
    json ? print_json(&figures) : print_text(&figures);
    return true;
}
