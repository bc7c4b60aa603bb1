/* simulate/simulate.c -- many games, each in virtual time, on all cores.
 *
 * It knows no game: <game>.c, or any.c, says what to set up, count and print. */
#include "simulate/simulate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/dice.h"
#include "simulate/record.h"

const struct simulate_game *const simulate_games[] = {&simulate_maze, &simulate_traitor, &simulate_word,
                                                      NULL};

const struct simulate_game *simulate_game_of(const struct game *game)
{
    for (int i = 0; simulate_games[i]; i++)
        if (simulate_games[i]->game == game)
            return simulate_games[i];
    return &simulate_any;
}

static bool fail(struct simulate_failure *failure, const char *with, const char *why)
{
    snprintf(failure->with, sizeof failure->with, "%s", with);
    failure->why.line = 0;
    snprintf(failure->why.text, sizeof failure->why.text, "%s", why);
    return false;
}

static bool fail_for_memory(struct simulate_failure *failure)
{
    return fail(failure, "turncoat", "out of memory");
}

/* ---- one game ---- */

/* The seed of the n-th game; the order in which games are played does not matter. */
static uint64_t seed_of(const struct simulate_options *o, long game)
{
    const uint64_t key[2] = {(uint64_t)o->seed, 0};
    return dice_number(key, (uint64_t)game);
}

static void bring_material(struct match *m, const struct simulate_options *o, struct simulate_record *record)
{
    const char *text;
    size_t size;
    m->table.material = o->part->material ? o->part->material(&text, &size) : NULL;
    if (m->table.material && o->record)
        sheet_add_material(&record->sheet, text, size);
}

static void shut(struct match *m, struct simulate_record *record)
{
    simulate_record_end(record);
    match_close(m);
}

/* Opens a table, seats the bots and sets the game up. */
static bool begin(struct match *m, const struct simulate_options *o, uint64_t seed,
                  struct simulate_record *record, struct simulate_failure *failure)
{
    static const char *const names[SEATS_MAX] = {"Ada", "Bo",  "Cleo", "Dag", "Eve", "Finn",
                                                 "Gro", "Hal", "Ida",  "Jon", "Kit", "Lou"};
    refusal_t refusal = REFUSAL_OK;
    if (!match_open(m, o->game, seed))
        return fail_for_memory(failure);
    simulate_record_begin(record, m, seed, o->record != NULL);
    bring_material(m, o, record);
    for (int i = 0; i < o->players && !refusal; i++)
        refusal = match_seat(m, o->kinds[i % o->kind_count], (enum pace_name)o->pace, names[i]);
    if (!refusal)
        refusal = o->part->set_up(m);
    if (!refusal)
        return true;
    shut(m, record);
    return fail(failure, "turncoat", o->game->schema->refusals[refusal].text);
}

static void play_on(struct match *m, const struct simulate_options *o)
{
    while (match_step(m, o->part->until_ms))
        ;
}

static bool write_record(struct simulate_record *record, const struct simulate_options *o, long game,
                         struct simulate_failure *failure)
{
    char path[sizeof failure->with];
    int length = snprintf(path, sizeof path, "%s/%s-%06ld.jsonl", o->record, o->game->name, game + 1);
    bool written = length > 0 && (size_t)length < sizeof path && simulate_record_write(record, path);
    return written || fail(failure, path, "cannot be written");
}

/* Plays the n-th game on `m`, which is only there to be used again. */
static bool play(const struct simulate_options *o, long game, struct match *m, void *result,
                 struct simulate_failure *failure)
{
    struct simulate_record record;
    if (!begin(m, o, seed_of(o, game), &record, failure))
        return false;
    play_on(m, o);
    o->part->keep_result(m, result);
    bool written = !o->record || write_record(&record, o, game, failure);
    shut(m, &record);
    return written;
}

bool simulate_one(const struct simulate_options *o, table_show_fn *watch, void *watcher,
                  struct simulate_failure *failure)
{
    struct match *m = malloc(sizeof *m);
    struct simulate_record record;
    bool good = m ? begin(m, o, seed_of(o, 0), &record, failure) : fail_for_memory(failure);
    if (good) {
        table_tell(&m->table, SEAT_GALLERY, 0, watch, watcher);
        m->watch = watch;
        m->watcher = watcher;
        play_on(m, o);
        shut(m, &record);
    }
    free(m);
    return good;
}

/* ---- all games ---- */

struct work {
    const struct simulate_options *o;
    uint8_t *results;
    atomic_long next;
    atomic_bool failed;
    struct simulate_failure *failure; /* of the first one that fails */
};

static void *worker(void *arg)
{
    struct work *w = arg;
    struct match *m = malloc(sizeof *m);
    struct simulate_failure failure;
    bool good = m ? true : fail_for_memory(&failure);
    while (good && !atomic_load(&w->failed)) {
        long game = atomic_fetch_add(&w->next, 1);
        if (game >= w->o->games)
            break;
        good = play(w->o, game, m, w->results + (size_t)game * w->o->part->result_size, &failure);
    }
    if (!good && !atomic_exchange(&w->failed, true))
        *w->failure = failure;
    free(m);
    return NULL;
}

static bool play_all(const struct simulate_options *o, void *results, struct simulate_failure *failure)
{
    struct work w = {.o = o, .results = results, .failure = failure};
    pthread_t threads[SIMULATE_JOBS_MAX];
    long started = 0; /* besides this thread, which works too; if one cannot be started, the others do it */
    while (started + 1 < o->jobs && started + 1 < o->games && started < SIMULATE_JOBS_MAX &&
           !pthread_create(&threads[started], NULL, worker, &w))
        started++;
    worker(&w);
    for (long i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return !atomic_load(&w.failed);
}

static double clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool simulate_all(const struct simulate_options *o, struct simulate_failure *failure)
{
    double began = clock_s();
    void *results = calloc((size_t)o->games, o->part->result_size);
    bool good = results && play_all(o, results, failure);
    if (!results || (good && !o->part->print(o, results, clock_s() - began)))
        good = fail_for_memory(failure);
    free(results);
    return good;
}

/* ---- for the figures ---- */

static void print_bots(const struct simulate_options *o, const char *between)
{
    for (int i = 0; i < o->kind_count; i++)
        printf("%s%s", i ? between : "", o->kinds[i]->name);
}

void simulate_print_table(const struct simulate_options *o)
{
    printf("%ld player%s (", o->players, o->players == 1 ? "" : "s");
    print_bots(o, ", ");
    printf("), %s pace, seed %ld", pace_names[o->pace], o->seed);
}

void simulate_print_table_json(const struct simulate_options *o)
{
    printf("\"players\":%ld,\"bots\":\"", o->players);
    print_bots(o, ",");
    printf("\",\"pace\":\"%s\",\"seed\":%ld", pace_names[o->pace], o->seed);
}
