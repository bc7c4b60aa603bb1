/* tests/unit/test_sqlite.c -- the file of the SQLite store: writes that fail, what is settled and dropped,
 * files that are not ours, and damaged bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/reports.h"

static char folder[] = "/tmp/turncoat-sqlite-XXXXXX", path[80];
static struct store *store;
static struct store_batch batch;
static struct complaint why;

/* ---- the store ---- */

static void open_store(void)
{
    store = store_sqlite_open(path, &why);
    if (!store)
        fail_msg("%s", why.text);
}

static void close_store(void)
{
    store_close(store);
    store = NULL;
}

static void add(uint8_t what, uint64_t game, uint32_t seq, const void *bytes, size_t size)
{
    struct store_item item = {.what = what, .number = game, .seq = seq, .live = 1};
    snprintf(item.id, sizeof item.id, "game%u", (unsigned)game);
    assert_true(store_add(&batch, &item, bytes, size));
}

static bool commits(void)
{
    bool done = store_commit(store, &batch, &why);
    store_clear(&batch);
    return done;
}

/* All that is told, as "1[head]1a,4b,"; long pieces by their length. */
struct told {
    char text[1000];
    size_t size;
};

static bool tell(void *ctx, const struct store_item *item, const void *bytes)
{
    struct told *t = ctx;
    size_t room = sizeof t->text - t->size;
    char shown[40];
    if (item->size < sizeof shown)
        snprintf(shown, sizeof shown, "%.*s", (int)item->size, (const char *)bytes);
    else
        snprintf(shown, sizeof shown, "<%zu>", item->size);
    const char *form = item->what == STORE_HEAD ? "%u[%s]" : "%u%s,";
    t->size += (size_t)snprintf(t->text + t->size, room, form,
                                item->what == STORE_HEAD ? (unsigned)item->number : item->seq, shown);
    assert_true(t->size < sizeof t->text);
    return true;
}

static void tells(const char *text)
{
    struct told t = {0};
    assert_true(store_load(store, tell, &t, &why));
    assert_string_equal(t.text, text);
}

static void finds(const char *id, const char *text)
{
    struct told t = {0};
    assert_true(store_find(store, id, tell, &t, &why));
    assert_string_equal(t.text, text);
}

/* ---- the file, behind its back; it is ours alone while the store is closed ---- */

static void run(const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_null(store);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static int number(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_null(store);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int value = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return value;
}

static int fresh(void **state)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    (void)state;
    if (store)
        close_store();
    store_free(&batch);
    for (int i = 0; i < 4; i++) {
        char other[100];
        snprintf(other, sizeof other, "%s%s", path, endings[i]);
        unlink(other);
    }
    memset(&why, 0, sizeof why);
    return 0;
}

/* ---- writes that fail ---- */

/* A disk without room for long rows. */
static void disk_for_short_rows(const char *table, const char *column)
{
    char sql[200];
    open_store();
    close_store();
    snprintf(sql, sizeof sql,
             "CREATE TRIGGER full BEFORE INSERT ON %s WHEN length(NEW.%s) > 100"
             " BEGIN SELECT RAISE(ABORT, 'no room'); END",
             table, column);
    run(sql);
    open_store();
}

static void failed_write_is_told(void **state)
{
    static const char *const tables[][2] = {{"journal", "bytes"}, {"game", "head"}};
    static const char long_text[200] = "long";
    (void)state;
    for (int i = 0; i < 2; i++) {
        bool head = i == 1;
        disk_for_short_rows(tables[i][0], tables[i][1]);
        add(STORE_HEAD, 1, 0, "one", 3);
        add(STORE_PIECE, 1, 1, "a", 1);
        assert_true(commits());
        add(STORE_HEAD, 2, 0, long_text, head ? sizeof long_text : 3);
        add(STORE_PIECE, 1, 2, long_text, head ? 1 : sizeof long_text);
        assert_false(commits());
        assert_non_null(strstr(why.text, "no room"));
        tells("1[one]1a,"); /* nothing of it */
        add(STORE_PIECE, 1, 2, "b", 1);
        assert_true(commits()); /* and it is not stuck */
        tells("1[one]1a,2b,");
        close_store();
        open_store();
        tells("1[one]1a,2b,");
        fresh(NULL);
    }
}

/* ---- the journal is settled ---- */

enum { PIECE = 1 << 20, SETTLES = 8 };

static void write_long(uint64_t game, uint32_t from, uint32_t count)
{
    static uint8_t piece[PIECE];
    for (uint32_t i = 0; i < count; i++) {
        add(STORE_PIECE, game, from + i, piece, sizeof piece);
        assert_true(commits());
    }
}

static void write_heads(uint64_t count)
{
    for (uint64_t game = 1; game <= count; game++)
        add(STORE_HEAD, game, 0, "head", 4);
    assert_true(commits());
}

static void settles_when_it_has_grown(void **state)
{
    (void)state;
    open_store();
    write_heads(2);
    write_long(1, 1, SETTLES / 2);
    write_long(2, 1, SETTLES / 2 - 1);
    close_store();
    assert_int_equal(number("SELECT count(*) FROM journal"), SETTLES - 1);
    assert_int_equal(number("SELECT count(*) FROM run"), 0);
    open_store();
    write_long(2, SETTLES, 1); /* what had grown before it was opened counts */
    for (uint32_t i = 0; i < 3; i++) {
        add(STORE_PIECE, 1, 100 + i, "x", 1);
        assert_true(commits());
    }
    finds("game1", "1[head]1<1048576>,2<1048576>,3<1048576>,4<1048576>,100x,101x,102x,");
    finds("game2", "2[head]1<1048576>,2<1048576>,3<1048576>,8<1048576>,");
    close_store();
    assert_int_equal(number("SELECT count(*) FROM journal"), 3); /* and does not count again */
    assert_int_equal(number("SELECT count(*) FROM run"), 2);     /* a row a game */
}

static void dropped_games_leave_nothing(void **state)
{
    (void)state;
    open_store();
    write_heads(3);
    write_long(1, 1, SETTLES); /* settled */
    add(STORE_PIECE, 2, 1, "two", 3);
    assert_true(commits()); /* not settled */
    add(STORE_DROP, 1, 0, NULL, 0);
    add(STORE_DROP, 2, 0, NULL, 0);
    assert_true(commits());
    write_long(3, 1, SETTLES); /* settles again, with what the journal still had of the second */
    tells("3[head]1<1048576>,2<1048576>,3<1048576>,4<1048576>,5<1048576>,6<1048576>,7<1048576>,8<1048576>,");
    close_store();
    assert_int_equal(number("SELECT count(*) FROM game"), 1);
    assert_int_equal(number("SELECT count(*) FROM journal"), 0);
    assert_int_equal(number("SELECT count(*) FROM run"), 1);
    assert_int_equal(number("SELECT max(game) FROM run"), 3);
}

/* ---- files that are not ours ---- */

static void refused(const char *sql)
{
    open_store();
    close_store();
    run(sql);
    why.text[0] = 0;
    store = store_sqlite_open(path, &why);
    if (store)
        fail_msg("taken after: %s", sql);
    assert_non_null(strstr(why.text, "not a store"));
    fresh(NULL);
}

static void files_of_others(void **state)
{
    (void)state;
    refused("PRAGMA user_version = 2");       /* a later version's */
    refused("PRAGMA user_version = -1");      /* nobody's */
    refused("PRAGMA application_id = 12345"); /* somebody else's */
    refused("PRAGMA application_id = 12345; PRAGMA user_version = 0");
    refused("PRAGMA application_id = 0"); /* one with a version, but without a name */
}

/* What is committed is in the log beside the file, and survives the loss of power (docs/operating.md). */
static void writes_ahead(void **state)
{
    uint8_t head[20] = {0};
    char wal[100];
    (void)state;
    open_store();
    write_heads(1);
    snprintf(wal, sizeof wal, "%s-wal", path);
    assert_int_equal(access(wal, F_OK), 0);
    FILE *in = fopen(path, "rb");
    assert_int_equal(fread(head, 1, sizeof head, in), sizeof head);
    fclose(in);
    assert_true(head[18] == 2 && head[19] == 2); /* SQLite's word for it */
}

/* ---- reports ---- */

static bool tell_report(void *ctx, int64_t at_s, const void *bytes, size_t size)
{
    struct told *t = ctx;
    assert_true(at_s > 1700000000);
    t->size += (size_t)snprintf(t->text + t->size, sizeof t->text - t->size, "%.*s,", (int)size,
                                (const char *)bytes);
    return t->size < 900;
}

static void reports(const char *text)
{
    struct told t = {0};
    if (!reports_tell(path, tell_report, &t, &why))
        fail_msg("%s", why.text);
    assert_string_equal(t.text, text);
}

static void put_report(uint64_t number, const char *text)
{
    add(STORE_REPORT, number, 0, text, strlen(text));
    assert_true(commits());
}

/* While the store is open, and after; a report that is stored twice is there once. */
static void reports_are_kept(void **state)
{
    (void)state;
    open_store();
    reports("");
    write_heads(1);
    put_report(7, "first");
    put_report(9, "second");
    put_report(7, "first");
    tells("1[head]"); /* they are not in any game */
    reports("second,first,");
    close_store();
    reports("second,first,");
    open_store();
    put_report(8, "third");
    reports("third,second,first,");
    close_store();
    reports("third,second,first,");
    char beside[100]; /* somebody who only reads leaves nothing behind that a server could stumble over */
    snprintf(beside, sizeof beside, "%s-shm", path);
    assert_int_equal(access(beside, F_OK), -1);
    snprintf(beside, sizeof beside, "%s-wal", path);
    assert_int_equal(access(beside, F_OK), -1);
}

static void old_reports_go(void **state)
{
    (void)state;
    open_store();
    put_report(1, "old");
    put_report(2, "older");
    put_report(3, "new");
    close_store();
    run("UPDATE report SET at = at - 90 * 86400 + 3 WHERE number = 1;"
        "UPDATE report SET at = at - 90 * 86400 - 1 WHERE number = 2");
    reports("new,old,"); /* the other is not told, even if nobody has deleted it */
    assert_int_equal(number("SELECT count(*) FROM report"), 3);
    open_store();
    close_store();
    assert_int_equal(number("SELECT count(*) FROM report"), 2);
    open_store();
    write_heads(1);
    sqlite3 *db; /* a server that runs for long */
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE report SET at = 5 WHERE number = 3", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    int64_t tidied_s = 0;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_true(reports_tidy(db, &tidied_s) && tidied_s > 0);
    sqlite3_close(db);
    close_store();
    assert_int_equal(number("SELECT count(*) FROM report"), 1);
}

/* The oldest go when there are too many. */
static void not_without_end(void **state)
{
    (void)state;
    open_store();
    put_report(1, "first");
    close_store();
    run("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
        "INSERT INTO report(number, at, bytes) SELECT i, strftime('%s'), 'x' FROM n");
    open_store();
    put_report(20000, "last");
    close_store();
    assert_int_equal(number("SELECT count(*) FROM report"), REPORTS_MOST);
    assert_int_equal(number("SELECT count(*) FROM report WHERE number = 1"), 0);
    assert_int_equal(number("SELECT count(*) FROM report WHERE number = 20000"), 1);
}

static void a_store_without_reports(void **state)
{
    struct told t = {0};
    (void)state;
    assert_false(reports_tell(path, tell_report, &t, &why)); /* there is no such file, */
    assert_int_equal(access(path, F_OK), -1);                /* and none is made */
    open_store();
    close_store();
    run("DROP TABLE report");
    reports(""); /* of an earlier version */
    open_store();
    put_report(1, "one");
    close_store();
    reports("one,");
    run("PRAGMA journal_mode = DELETE");
    FILE *out = fopen(path, "wb");
    fprintf(out, "%0200d", 0);
    fclose(out);
    assert_false(reports_tell(path, tell_report, &t, &why));
}

static void one_server_owns_it(void **state)
{
    (void)state;
    open_store();
    write_heads(1);
    assert_null(store_sqlite_open(path, &why));
    assert_non_null(strstr(why.text, "another server uses it"));
    tells("1[head]");
    write_heads(1);
    close_store();
    open_store();
}

/* ---- damage ---- */

struct mark { /* before every piece, in the journal as in a run */
    uint64_t game;
    uint32_t seq, size;
};

/* A piece, and one that says it is longer than what is there: all that is stored of the game. */
static void store_damaged(const char *table, size_t says, size_t has)
{
    struct mark good = {1, 1, 3}, bad = {1, 2, (uint32_t)says};
    uint8_t bytes[100];
    sqlite3 *db;
    sqlite3_stmt *st;
    memcpy(bytes, &good, sizeof good);
    memcpy(bytes + sizeof good, "abc", 3);
    memcpy(bytes + sizeof good + 3, &bad, sizeof bad);
    memset(bytes + 2 * sizeof good + 3, 'x', sizeof bytes - 2 * sizeof good - 3);
    close_store();
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "PRAGMA synchronous = OFF; DELETE FROM journal; DELETE FROM run;", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, table, -1, &st, NULL), SQLITE_OK);
    sqlite3_bind_blob(st, 1, bytes, (int)has, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(st), SQLITE_DONE);
    sqlite3_finalize(st);
    sqlite3_close(db);
    open_store();
}

static void damaged_rows(void **state)
{
    static const char *const tables[] = {"INSERT INTO journal(bytes) VALUES(?1)",
                                         "INSERT INTO run(game, number, bytes) VALUES(1, 1, ?1)"};
    const size_t first = sizeof(struct mark) + 3, both = 2 * sizeof(struct mark) + 3;
    const size_t sizes[] = {first, first + 1, both - 1, both, both + 4, both + 5};
    (void)state;
    open_store();
    write_heads(1);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 6; j++) {
            const char *text = sizes[j] < both + 5 ? "1[head]1abc," : "1[head]1abc,2xxxxx,";
            store_damaged(tables[i], 5, sizes[j]);
            tells(text);
            finds("game1", text);
        }
        store_damaged(tables[i], UINT32_MAX, both + 5);
        tells("1[head]1abc,");
        store_damaged(tables[i], 5, 0); /* nothing at all */
        tells("1[head]");
    }
}

/* The first page of a table becomes something else; what it was is put into `page`. */
static void change_page(const char *table, uint8_t page[4096])
{
    char sql[100];
    uint8_t before[4096];
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    long at = (number(sql) - 1l) * (long)sizeof before;
    assert_int_equal(number("PRAGMA page_size"), sizeof before);
    FILE *file = fopen(path, "r+b");
    fseek(file, at, SEEK_SET);
    assert_int_equal(fread(before, 1, sizeof before, file), sizeof before);
    fseek(file, at, SEEK_SET);
    assert_int_equal(fwrite(page, 1, sizeof before, file), sizeof before);
    fclose(file);
    memcpy(page, before, sizeof before);
}

/* What stood there is missed, and not left out. */
static void damaged_pages(void **state)
{
    static const char *const tables[] = {"run", "journal", "game"};
    (void)state;
    open_store();
    write_heads(1);
    write_long(1, 1, SETTLES);
    add(STORE_PIECE, 1, 100, "x", 1);
    assert_true(commits());
    close_store();
    for (int i = 0; i < 3; i++) {
        struct told t = {0};
        uint8_t page[4096];
        memset(page, 0xEE, sizeof page);
        change_page(tables[i], page);
        store = store_sqlite_open(path, &why);
        if (store && store_load(store, tell, &t, &why))
            fail_msg("%s is damaged, and told is %s", tables[i], t.text);
        assert_true(why.text[0]);
        if (store && store_find(store, "game1", tell, &(struct told){0}, &why))
            fail_msg("%s is damaged, and the game is found", tables[i]);
        if (store)
            close_store();
        change_page(tables[i], page);
    }
    open_store();
    struct told whole = {0};
    assert_true(store_load(store, tell, &whole, &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P6.4 what could not be written is not called stored, and the next commit can be",
         failed_write_is_told, fresh, fresh, NULL},
        {"what the journal has gathered is settled, once", settles_when_it_has_grown, fresh, fresh, NULL},
        {"of a game that is dropped nothing stays", dropped_games_leave_nothing, fresh, fresh, NULL},
        {"files of later versions and of others are refused", files_of_others, fresh, fresh, NULL},
        {"P9.6 reports are kept beside the games, and read while the store is open", reports_are_kept, fresh,
         fresh, NULL},
        {"P9.6 after 90 days they are gone", old_reports_go, fresh, fresh, NULL},
        {"P9.6 P6.5 when there are too many, the oldest are gone", not_without_end, fresh, fresh, NULL},
        {"P9.6 a store without reports has none", a_store_without_reports, fresh, fresh, NULL},
        {"one server owns the file", one_server_owns_it, fresh, fresh, NULL},
        {"P6.4 a commit is written ahead", writes_ahead, fresh, fresh, NULL},
        {"P6.4 what cannot be read is a failure", damaged_pages, fresh, fresh, NULL},
        {"damaged rows are read as far as they go", damaged_rows, fresh, fresh, NULL},
    };
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/store.db", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
