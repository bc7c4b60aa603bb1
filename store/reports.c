/* store/reports.c -- reports in SQLite. */
#include "store/reports.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/pen.h"

enum { DAY_S = 86400, TIDY_S = 3600, BUSY_MS = 1000, PATH_SIZE = 4096 };

static int64_t oldest_s(void)
{
    return (int64_t)time(NULL) - (int64_t)REPORTS_DAYS * DAY_S;
}

/* Runs a statement without rows, with one number. */
static bool run(sqlite3 *db, const char *sql, int64_t number)
{
    sqlite3_stmt *st = NULL;
    bool done = sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK;
    if (done && sqlite3_bind_parameter_count(st))
        sqlite3_bind_int64(st, 1, number);
    done = done && sqlite3_step(st) == SQLITE_DONE;
    sqlite3_finalize(st);
    return done;
}

static bool forget_old(sqlite3 *db)
{
    return run(db, "DELETE FROM report WHERE at < ?1", oldest_s());
}

bool reports_prepare(sqlite3 *db)
{
    static const char table[] = "CREATE TABLE IF NOT EXISTS report(id INTEGER PRIMARY KEY AUTOINCREMENT,"
                                " number INTEGER NOT NULL UNIQUE, at INTEGER NOT NULL, bytes BLOB NOT NULL)";
    static const char index[] = "CREATE INDEX IF NOT EXISTS report_at ON report(at)";
    return run(db, table, 0) && run(db, index, 0) && forget_old(db);
}

bool reports_put(sqlite3 *db, uint64_t number, const void *bytes, size_t size)
{
    sqlite3_stmt *st = NULL;
    bool done = sqlite3_prepare_v2(db, "INSERT OR IGNORE INTO report(number, at, bytes) VALUES(?1, ?2, ?3)",
                                   -1, &st, NULL) == SQLITE_OK;
    if (done) {
        sqlite3_bind_int64(st, 1, (sqlite3_int64)number);
        sqlite3_bind_int64(st, 2, (sqlite3_int64)time(NULL));
        sqlite3_bind_blob64(st, 3, bytes, size, SQLITE_STATIC);
        done = sqlite3_step(st) == SQLITE_DONE;
    }
    sqlite3_finalize(st);
    return done && run(db,
                       "DELETE FROM report WHERE id <="
                       " (SELECT id FROM report ORDER BY id DESC LIMIT 1 OFFSET ?1)",
                       REPORTS_MOST);
}

bool reports_tidy(sqlite3 *db, int64_t *tidied_s)
{
    int64_t now_s = (int64_t)time(NULL);
    if (now_s >= *tidied_s && now_s - *tidied_s < TIDY_S)
        return true;
    *tidied_s = now_s;
    return forget_old(db);
}

/* ---- reading ---- */

static bool tell_rows(sqlite3_stmt *st, reports_fn *tell, void *ctx)
{
    int result;
    sqlite3_bind_int64(st, 1, oldest_s());
    while ((result = sqlite3_step(st)) == SQLITE_ROW)
        if (!tell(ctx, sqlite3_column_int64(st, 0), sqlite3_column_blob(st, 1),
                  (size_t)sqlite3_column_bytes(st, 1)))
            return true;
    return result == SQLITE_DONE;
}

static bool tell_all(sqlite3 *db, reports_fn *tell, void *ctx)
{
    static const char sql[] = "SELECT at, bytes FROM report WHERE at >= ?1 ORDER BY id DESC";
    sqlite3_stmt *st = NULL;
    int found = sqlite3_table_column_metadata(db, NULL, "report", NULL, NULL, NULL, NULL, NULL, NULL);
    if (found == SQLITE_ERROR)
        return true; /* a store of an earlier version: there is no such table */
    bool done = found == SQLITE_OK && sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
                tell_rows(st, tell, ctx);
    sqlite3_finalize(st);
    return done;
}

/* The name of the file as SQLite's URI: with signs that mean something there in hexadecimal. */
static bool put_uri(const char *path, bool alone, char *out, size_t max)
{
    struct pen p = pen_on(out, max);
    pen_text(&p, "file:");
    for (; *path; path++) {
        char hex[4];
        snprintf(hex, sizeof hex, "%%%02x", (unsigned)(unsigned char)*path);
        if (strchr("%?#", *path))
            pen_text(&p, hex);
        else
            pen_char(&p, *path);
    }
    pen_text(&p, alone ? "?immutable=1" : "");
    pen_done(&p, out);
    return !p.full;
}

/* Without a log beside it, nobody uses the file: then SQLite is told so, or it would leave one behind, which
 * might belong to somebody else than the server. */
static sqlite3 *open_file(const char *path)
{
    char wal[PATH_SIZE], uri[3 * PATH_SIZE];
    sqlite3 *db = NULL;
    if ((size_t)snprintf(wal, sizeof wal, "%s-wal", path) >= sizeof wal ||
        !put_uri(path, access(wal, F_OK) != 0, uri, sizeof uri))
        return NULL;
    int result = sqlite3_open_v2(uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    if (result == SQLITE_OK)
        sqlite3_busy_timeout(db, BUSY_MS);
    return db;
}

bool reports_tell(const char *path, reports_fn *tell, void *ctx, struct complaint *why)
{
    sqlite3 *db = open_file(path);
    bool done = db && sqlite3_errcode(db) == SQLITE_OK && tell_all(db, tell, ctx);
    why->line = 0;
    if (!done)
        snprintf(why->text, sizeof why->text, "cannot be read: %.120s",
                 db ? sqlite3_errmsg(db) : "out of memory");
    sqlite3_close(db);
    return done;
}
