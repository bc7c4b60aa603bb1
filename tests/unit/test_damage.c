/* tests/unit/test_damage.c -- bytes of a store that change by themselves.
 *
 * Twelve tables are stored; then, again and again, the files are copied, a byte of one of them is changed,
 * and the copy is loaded.  Each table must be exactly as it was, or be told as damaged; nothing may crash. */
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/help/host_bench.h"

enum { TABLES = 12, FLIPS = 100, LOGS = 64, FILE_MAX = 4 << 20 };

static char folder[40];
static const char *const endings[] = {"", "-wal", ".ends"};
enum { STORE, WAL, ENDS, FILES };
static struct party party[TABLES];

/* ---- files ---- */

static char *named(const char *name, int which)
{
    static char path[2][200];
    static int next;
    next = !next;
    snprintf(path[next], sizeof path[next], "%s/%s%s", folder, name, endings[which]);
    return path[next];
}

static uint8_t content[FILE_MAX];

static size_t read_whole(const char *path)
{
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? 0 : read(file, content, sizeof content);
    assert_true(size >= 0 && size < FILE_MAX);
    if (file >= 0)
        close(file);
    return (size_t)size;
}

static void write_whole(const char *path, size_t size)
{
    unlink(path);
    if (!size)
        return;
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0 && write(file, content, size) == (ssize_t)size);
    close(file);
}

static void remove_all(void)
{
    char text[200];
    snprintf(text, sizeof text, "exec rm -f %s/*", folder);
    pid_t child = fork();
    if (!child)
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    int status;
    assert_true(waitpid(child, &status, 0) == child);
}

/* ---- twelve tables ---- */

static void say(int caller, int id, const char *text)
{
    char message[200];
    snprintf(message, sizeof message, "{\"id\":%d,\"t\":\"say\",\"text\":\"%s\"}", id, text);
    send_as(caller, message);
}

static void play(int number)
{
    static const char *const openings[] = {
        "{\"game\":\"null\"}",
        "{\"game\":\"maze\",\"gallery\":true}",
        "{\"game\":\"traitor\"}",
    };
    int people = number % 3 == 2 ? 4 : 2;
    gather(&party[number], openings[number % 3], people);
    say(0, 1, "before the game");
    if (number % 3 == 1)
        send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{\"number\":3}}");
    if (number >= 6)
        send_as(0, "{\"id\":3,\"t\":\"set_up\"}");
    if (number >= 6 && number % 3 == 1)
        send_as(0, "{\"id\":4,\"t\":\"turn_hourglass\"}");
    for (int i = 0; i < people; i++)
        leave_as(i);
}

/* What came last at a table is in no other's way: each says something, one after the other. */
static void play_on(const char *text)
{
    for (int i = 0; i < TABLES; i++) {
        assert_true(join_as(0, party[i].code, party[i].token[0], 0, 0));
        for (int j = 0; j <= i % 4; j++)
            say(0, 100 + bench.caller[0].count + j, text);
        leave_as(0);
        bench_forget();
    }
}

/* So much that the journal is settled. */
static void settle(void)
{
    static uint8_t piece[1 << 20];
    struct store_batch b = {0};
    struct complaint why;
    struct store_item head = {.what = STORE_HEAD, .number = 5, .id = "long"},
                      drop = {.what = STORE_DROP, .number = 5};
    assert_true(store_add(&b, &head, "head", 4));
    for (uint32_t i = 1; i <= 8; i++) {
        struct store_item item = {.what = STORE_PIECE, .number = 5, .seq = i};
        assert_true(store_add(&b, &item, piece, sizeof piece) && store_commit(bench.store, &b, &why));
        store_clear(&b);
    }
    assert_true(store_add(&b, &drop, "", 0) && store_commit(bench.store, &b, &why));
    store_free(&b);
    store_close(bench.store);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(named("live", STORE), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "VACUUM", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    bench.store = store_open(bench_url, &why);
    assert_non_null(bench.store);
}

/* ---- what is loaded ---- */

static struct {
    char event[40], detail[200];
} logs[LOGS];
static int log_count;

static void logged(const char *event, const char *detail)
{
    if (log_count == LOGS)
        return;
    snprintf(logs[log_count].event, sizeof logs[0].event, "%s", event);
    snprintf(logs[log_count++].detail, sizeof logs[0].detail, "%s", detail);
}

static bool told(const char *event, const char *about)
{
    for (int i = 0; i < log_count; i++)
        if (!strcmp(logs[i].event, event) && strstr(logs[i].detail, about))
            return true;
    return false;
}

struct look { /* all there is of a table */
    uint8_t chain[HASH_BYTES];
    seq_t count;
    char record[RECORD_ID_SIZE + 1];
    uint64_t truth, members, options;
};

static uint64_t hash(const void *bytes, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    for (const uint8_t *at = bytes; size--; at++)
        sum = (sum ^ *at) * 1099511628211u;
    return sum;
}

/* False: the store, or the table, is not there. */
static bool look_at(const char *code, struct look *out)
{
    struct hosted *t = bench.host ? tables_find(bench.host, code) : NULL;
    memset(out, 0, sizeof *out);
    if (!t)
        return false;
    memcpy(out->chain, t->chain, sizeof out->chain);
    memcpy(out->record, t->record, sizeof out->record);
    out->count = t->table.count;
    out->truth = hash(t->table.truth, t->table.game->state_size);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        out->members ^= hash(t->member[seat].hash, HASH_BYTES) * seat;
    out->options = hash(t->options.body, sizeof t->options.body) ^ t->has_options;
    return true;
}

/* False: the server would not start, and say why. */
static bool start(const char *name)
{
    static const struct host_calls calls = {bench_frame, bench_send,   bench_waiting, bench_end, bench_reply,
                                            bench_store, bench_random, bench_wall_ms, bench_log};
    char url[200];
    struct complaint why = {0};
    log_count = 0;
    bench.logged = logged;
    bench.batch = NULL;
    bench.drawn = 0;
    snprintf(url, sizeof url, "sqlite:%s", named(name, STORE));
    bench.host = NULL;
    bench.store = store_open(url, &why);
    if (bench.store) {
        bench.host = host_open(&bench_limits, &calls, NULL, bench.now_ms);
        if (host_load(bench.host, bench.store, NULL, &why))
            return true;
    }
    assert_true(why.text[0]);
    return false;
}

static void stop(void)
{
    if (bench.host)
        host_close(bench.host);
    if (bench.store)
        store_close(bench.store);
    bench.host = NULL;
    bench.store = NULL;
}

/* ---- the files as they were found when the power, or the program, was gone ---- */

static uint8_t *before[FILES];
static size_t before_size[FILES];
static struct look looks[TABLES];

static void keep_files(void)
{
    for (int i = 0; i < FILES; i++) {
        before_size[i] = read_whole(named("live", i));
        before[i] = malloc(before_size[i] + 1);
        memcpy(before[i], content, before_size[i]);
    }
}

static void put_files(void)
{
    remove_all();
    for (int i = 0; i < FILES; i++) {
        memcpy(content, before[i], before_size[i]);
        write_whole(named("copy", i), before_size[i]);
    }
}

static void put_changed(int which, size_t at, uint8_t by)
{
    before[which][at] ^= by;
    put_files();
    before[which][at] ^= by;
}

static void print_logs(void)
{
    for (int i = 0; i < log_count; i++)
        fprintf(stderr, "%s %s\n", logs[i].event, logs[i].detail);
}

/* How many tables are as they were; every other must have been told. */
static int compare(const char *about, size_t at)
{
    int same = 0;
    for (int i = 0; i < TABLES; i++) {
        struct look now;
        if (look_at(party[i].code, &now)) {
            if (memcmp(&now, &looks[i], sizeof now))
                fail_msg("%s, byte %zu: table %d has changed, and nobody says so", about, at, i);
            same++;
        } else if (!told("table_damaged", looks[i].record) && !told("table_unreadable", looks[i].record)) {
            print_logs();
            fail_msg("%s, byte %zu: table %d is missing, and nobody says so", about, at, i);
        }
    }
    return same;
}

static void damage(const char *about, bool settled, bool closed)
{
    const uint64_t seed[2] = {1, 2};
    size_t whole = 0, tables = 0;
    const char *more = getenv("DAMAGE_FLIPS");
    int flips = more ? (int)strtol(more, NULL, 10) : FLIPS;
    for (int i = 0; i < TABLES; i++)
        play(i);
    if (settled)
        settle();
    play_on("and now");
    if (!closed)
        keep_files(); /* this is what a crash leaves */
    host_close(bench.host);
    store_close(bench.store);
    bench_forget();
    if (closed)
        keep_files();
    assert_true(before_size[STORE] && !before_size[WAL] == closed);
    put_files();
    assert_true(start("copy"));
    for (int i = 0; i < TABLES; i++)
        assert_true(look_at(party[i].code, &looks[i]));
    assert_int_equal(log_count, 0);
    stop();
    for (int i = 0; i < flips; i++) {
        int which = i % 8 == 7 && before_size[ENDS] ? ENDS : i % 2 && !closed ? WAL : STORE;
        size_t at = dice_number(seed, (uint64_t)i) % before_size[which];
        put_changed(which, at, (uint8_t)(1 + dice_number(seed, (uint64_t)i + 1000000) % 255));
        if (start("copy")) {
            tables += (size_t)compare(endings[which], at);
            whole++;
        }
        stop();
    }
    printf("%s: %d bytes changed, %zu started, %zu of %zu tables as they were\n", about, flips, whole, tables,
           whole * TABLES);
    for (int i = 0; i < FILES; i++)
        free(before[i]);
    bench_open(NULL);
}

static void in_the_wal(void **state)
{
    (void)state;
    damage("not settled", false, false);
}

static void in_the_file(void **state)
{
    (void)state;
    damage("settled", true, false);
}

static void in_a_file_at_rest(void **state)
{
    (void)state;
    damage("at rest", true, true);
}

static int open_live(void **state)
{
    remove_all();
    return bench_open(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P6.4 a changed byte costs what it damages, and is told", in_the_wal, open_live, bench_close, NULL},
        {"P6.4 also in what lies in the store for long", in_the_file, open_live, bench_close, NULL},
        {"P6.4 also while no server runs", in_a_file_at_rest, open_live, bench_close, NULL},
    };
    static char url[200];
    /* In memory, if the machine has such a place: nothing here depends on a disk. */
    snprintf(folder, sizeof folder, "%s/turncoat-damage-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    assert_non_null(mkdtemp(folder));
    snprintf(url, sizeof url, "sqlite:%s", named("live", STORE));
    bench_url = url;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_all();
    rmdir(folder);
    return failed;
}
