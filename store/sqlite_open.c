/* store/sqlite_open.c -- opens the file: in WAL mode, synced at every commit, checked before it is used.
 *
 * One server owns it, by the lock of FILE.ends; others may read while it runs. */
#include <stdio.h>
#include <stdlib.h>

#include "store/reports.h"
#include "store/sqlite.h"
#include "store/wal.h"

static const char *const sql[STATEMENTS] = {
    [HOLD] = "SELECT identity FROM store",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    /* A game that has ended grows no younger. */
    [PUT_HEAD] = ("INSERT INTO game(number, id, live, head, sum, changed)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, unixepoch())"
                  " ON CONFLICT(number) DO UPDATE SET live = ?3, head = ?4, sum = ?5,"
                  " changed = iif(live OR ?3, unixepoch(), changed)"),
    [DROP_GAME] = "DELETE FROM game WHERE number = ?1",
    [DROP_RUNS] = "DELETE FROM run WHERE game = ?1",
    [PUT_JOURNAL] = "INSERT INTO journal(number, bytes) VALUES(?1, ?2)",
    /* Of a game that was dropped, nothing is settled. */
    [PUT_RUN] = ("INSERT INTO run(game, number, bytes) SELECT ?1, (SELECT max(number) FROM journal), ?2"
                 " WHERE EXISTS(SELECT 1 FROM game WHERE number = ?1)"),
    [CUT_JOURNAL] = "DELETE FROM journal",
    [OLD_GAMES] = "SELECT number FROM game WHERE live = 0 AND changed < unixepoch() - ?1 * 86400 LIMIT ?2",
    [OLDEST_GAMES] = "SELECT number FROM game WHERE live = 0 ORDER BY changed LIMIT ?2 OFFSET ?1",
    [ALL] = "SELECT number, id, live, head, sum FROM game ORDER BY number",
    [JOURNAL] = "SELECT bytes FROM journal ORDER BY number",
    [LIVE] = "SELECT number, id, live, head, sum FROM game WHERE live = 1 ORDER BY number",
    [FIND] = "SELECT number, id, live, head, sum FROM game WHERE id = ?1",
    [GAME] = "SELECT live FROM game WHERE number = ?1",
    [RUNS] = "SELECT bytes FROM run WHERE game = ?1 ORDER BY number",
};

/* One step for each version; a new file takes all of them.  Since 2, heads and pieces have sums, and rows are
 * numbered by us: SQLite would write one more page for it at every commit. */
static const char *const steps[SCHEMA_VERSION] = {
    "CREATE TABLE game(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, live INTEGER NOT NULL,"
    " head BLOB NOT NULL);"
    "CREATE INDEX game_live ON game(number) WHERE live = 1;"
    "CREATE TABLE run(game INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,"
    " PRIMARY KEY(game, number)) WITHOUT ROWID;"
    "CREATE TABLE journal(number INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL);",

    "ALTER TABLE game ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;" /* by the clock, in seconds */
    "UPDATE game SET sum = sum_of_head(number, id, head), changed = unixepoch();"
    "CREATE INDEX game_ended ON game(changed) WHERE live = 0;"
    "UPDATE run SET bytes = with_sums(bytes);"
    "ALTER TABLE journal RENAME TO former;"
    "CREATE TABLE journal(number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
    "INSERT INTO journal SELECT number, with_sums(bytes) FROM former;"
    "DROP TABLE former;"
    "CREATE TABLE store(identity INTEGER NOT NULL);"
    "INSERT INTO store VALUES(random());",
};

/* ---- from version 1, which had no sums ---- */

struct mark_of_1 {
    uint64_t number;
    uint32_t seq, size;
};

/* As far as it goes: what is damaged at its end was not read by version 1 either. */
static size_t put_sums(const uint8_t *bytes, size_t size, uint8_t *out)
{
    struct mark_of_1 old;
    size_t put = 0;
    for (size_t at = 0; size - at >= sizeof old;) {
        memcpy(&old, bytes + at, sizeof old);
        at += sizeof old;
        if (size - at < old.size)
            break;
        struct mark mark = {old.number, old.seq, old.size, 0, 0};
        mark.sum = mark_sum(&mark, bytes + at);
        memcpy(out + put, &mark, sizeof mark);
        memcpy(out + put + sizeof mark, bytes + at, mark.size);
        put += sizeof mark + mark.size;
        at += mark.size;
    }
    return put;
}

static void with_sums(sqlite3_context *context, int count, sqlite3_value **values)
{
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    size_t size = (size_t)sqlite3_value_bytes(values[0]);
    uint8_t *out = malloc(size / sizeof(struct mark_of_1) * sizeof(struct mark) + size + 1);
    (void)count;
    if (out)
        sqlite3_result_blob64(context, out, bytes ? put_sums(bytes, size, out) : 0, free);
    else
        sqlite3_result_error_nomem(context);
}

static void sum_of_head(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *id = (const char *)sqlite3_value_text(values[1]);
    const void *head = sqlite3_value_blob(values[2]);
    (void)count;
    sqlite3_result_int64(context,
                         (sqlite3_int64)head_sum((uint64_t)sqlite3_value_int64(values[0]), id ? id : "", head,
                                                 (size_t)sqlite3_value_bytes(values[2])));
}

/* ---- opening ---- */

static void close_sqlite(struct store *store)
{
    struct sqlite *s = (struct sqlite *)store;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    ends_close(s->ends);
    free(s->path);
    free(s->mended);
    free(s->row);
    free(s);
}

static bool execute(struct sqlite *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool ours(struct sqlite *s, int *version, struct complaint *why)
{
    int64_t found = sqlite_number(s, "PRAGMA user_version"),
            owner = sqlite_number(s, "PRAGMA application_id");
    *version = (int)found;
    if (found >= 0 && found <= SCHEMA_VERSION && (owner == APPLICATION_ID || (owner == 0 && found == 0)))
        return true;
    why->line = 0;
    if (found < 0 && sqlite3_errcode(s->db) != SQLITE_OK && sqlite3_errcode(s->db) != SQLITE_ROW)
        return sqlite_fail(s, "the file cannot be read", why);
    snprintf(why->text, sizeof why->text, "the file is not a store of this version (its version is %d)",
             *version);
    return false;
}

bool sqlite_make(sqlite3 *db, int from, int to)
{
    char text[80];
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    snprintf(text, sizeof text, "PRAGMA user_version = %d; PRAGMA application_id = %d;", to, APPLICATION_ID);
    bool done = !sqlite3_create_function(db, "with_sums", 1, flags, NULL, with_sums, NULL, NULL) &&
                !sqlite3_create_function(db, "sum_of_head", 3, flags, NULL, sum_of_head, NULL, NULL);
    for (; done && from < to; from++)
        done = sqlite3_exec(db, steps[from], NULL, NULL, NULL) == SQLITE_OK;
    return done && sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* Files of version 1 cannot give back room until they have been rewritten once. */
static bool can_shrink(struct sqlite *s)
{
    return sqlite_number(s, "PRAGMA auto_vacuum") == 2 ||
           execute(s, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM");
}

/* From the version that the file has to the one of this program, in one transaction. */
static bool migrate(struct sqlite *s, int version, struct complaint *why)
{
    return version == SCHEMA_VERSION ||
           (execute(s, "BEGIN IMMEDIATE") && sqlite_make(s->db, version, SCHEMA_VERSION) &&
            execute(s, "COMMIT") && can_shrink(s)) ||
           sqlite_fail(s, "cannot make the tables", why);
}

static bool prepare(struct sqlite *s, struct complaint *why)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i], NULL) !=
            SQLITE_OK)
            return sqlite_fail(s, "cannot prepare", why);
    return true;
}

static const char settings[] = "PRAGMA busy_timeout = 1000;"
                               "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;"
                               "PRAGMA cell_size_check = ON; PRAGMA secure_delete = FAST;"
                               "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;";

static int count_frames(void *ctx, sqlite3 *db, const char *name, int frames)
{
    (void)db, (void)name;
    ((struct sqlite *)ctx)->wal_frames = frames;
    return SQLITE_OK;
}

static bool open_file(struct sqlite *s, int *version, struct complaint *why)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK || !execute(s, settings) ||
        sqlite_number(s, "PRAGMA synchronous") != 2)
        return sqlite_fail(s, s->path, why);
    sqlite3_wal_hook(s->db, count_frames, s); /* after each commit */
    return ours(s, version, why);
}

/* ---- checking ---- */

enum { FOUND_MOST = 8 };

bool sqlite_is_damaged(struct sqlite *s, char found[SQLITE_FOUND_MAX])
{
    sqlite3_stmt *st = NULL;
    size_t size = 0;
    int lines = 0, result = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check", -1, &st, NULL);
    while (result == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW && lines < FOUND_MOST) {
        const char *line = (const char *)sqlite3_column_text(st, 0);
        if (!line || !strcmp(line, "ok"))
            break;
        lines++;
        size_t length = strcspn(line, "\n") < 100 ? strcspn(line, "\n") : 100;
        size += (size_t)snprintf(found + size, SQLITE_FOUND_MAX - size, "%.*s\n", (int)length, line);
    }
    bool failed = sqlite3_finalize(st) != SQLITE_OK || result != SQLITE_OK;
    if (failed && !lines)
        snprintf(found, SQLITE_FOUND_MAX, "%.100s\n", sqlite3_errmsg(s->db));
    return failed || lines;
}

/* Notes a line about what was found. */
static bool note(struct sqlite *s, const char *text)
{
    size_t before = s->mended ? strlen(s->mended) : 0, size = strlen(text);
    char *grown = realloc(s->mended, before + size + 1);
    if (!grown)
        return false;
    memcpy(grown + before, text, size + 1);
    s->mended = grown;
    return true;
}

static bool mend_wal(struct sqlite *s, struct complaint *why)
{
    char kept[400], text[500];
    snprintf(kept, sizeof kept, "%s-wal.damaged", s->path);
    int damaged = wal_mend(s->path, kept);
    snprintf(text, sizeof text, "%d frames of the log were damaged; as it was, it is kept as %s\n", damaged,
             kept);
    if (damaged < 0)
        snprintf(why->text, sizeof why->text, "%.100s-wal is damaged, and cannot be written", s->path);
    return damaged == 0 || (damaged > 0 && note(s, text));
}

/* Before anything is written: a damaged file would only get worse. */
static bool mend_file(struct sqlite *s, int *version, struct complaint *why)
{
    char found[SQLITE_FOUND_MAX] = "", told[500];
    if (!sqlite_is_damaged(s, found))
        return true;
    sqlite3_close(s->db);
    s->db = NULL;
    return sqlite_mend(s->path, *version, told, sizeof told, why) && note(s, found) && note(s, told) &&
           open_file(s, version, why);
}

static bool own(struct sqlite *s, struct complaint *why)
{
    char path[400];
    snprintf(path, sizeof path, "%s.ends", s->path);
    s->ends = ends_open(path, why);
    return s->ends != NULL;
}

/* If there was a log, but nothing of it could be read, this is still the store that is known here. */
static bool recall(struct sqlite *s, bool emptied, struct complaint *why)
{
    char text[80];
    uint64_t known = emptied ? ends_identity(s->ends) : 0;
    snprintf(text, sizeof text, "UPDATE store SET identity = %lld", (long long)known);
    if (known && !execute(s, text))
        return sqlite_fail(s, "cannot make the tables", why);
    sqlite3_int64 identity = sqlite_number(s, "SELECT identity FROM store");
    /* Rows of a game go on after its runs, which have numbers of the journal too. */
    s->row_number = sqlite_number(s, "SELECT max((SELECT coalesce(max(number), 0) FROM journal),"
                                     " (SELECT coalesce(max(number), 0) FROM run))");
    s->journal_size = (size_t)sqlite_number(s, "SELECT coalesce(sum(length(bytes)), 0) FROM journal");
    return ends_recall(s->ends, (uint64_t)identity) || sqlite_fail(s, "out of memory", why);
}

/* While the other one commits: neither waits for the other (WAL). */
struct sqlite *sqlite_open_reader(const char *path, struct complaint *why)
{
    static const struct store_calls calls = {NULL, NULL, sqlite_find, close_sqlite, NULL, NULL};
    struct sqlite *s = calloc(1, sizeof *s);
    int version, flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (!s)
        return NULL;
    s->store.calls = &calls;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK ||
        !execute(s, "PRAGMA busy_timeout = 1000; PRAGMA cache_size = -1024"))
        sqlite_fail(s, "the file cannot be read", why);
    else if (ours(s, &version, why) && version < SCHEMA_VERSION)
        snprintf(why->text, sizeof why->text, "an earlier version stored it: first start a server with it");
    else if (version == SCHEMA_VERSION && prepare(s, why))
        return s;
    close_sqlite(&s->store);
    return NULL;
}

static struct store *open_reader(struct store *store, struct complaint *why)
{
    struct sqlite *s = sqlite_open_reader(((struct sqlite *)store)->path, why);
    return s ? &s->store : NULL;
}

struct store *store_sqlite_open(const char *path, struct complaint *why)
{
    static const struct store_calls calls = {sqlite_commit, sqlite_load, sqlite_find,
                                             close_sqlite,  open_reader, sqlite_tidy};
    struct sqlite *s = calloc(1, sizeof *s);
    bool log = wal_exists(path);
    int version;
    if (!s || !(s->path = strdup(path))) {
        snprintf(why->text, sizeof why->text, "out of memory");
        free(s);
        return NULL;
    }
    s->store.calls = &calls;
    if (own(s, why) && mend_wal(s, why) && open_file(s, &version, why) && mend_file(s, &version, why) &&
        migrate(s, version, why) && prepare(s, why) &&
        (reports_prepare(s->db) || sqlite_fail(s, s->path, why)) && recall(s, log && version == 0, why))
        return &s->store;
    close_sqlite(&s->store);
    return NULL;
}
