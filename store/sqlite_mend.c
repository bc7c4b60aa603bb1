/* store/sqlite_mend.c -- a file that SQLite finds damaged: whatever can be read is copied into a new one.
 *
 * Row by row, from either end of a table up to where it cannot be read.  The damaged file is kept beside it,
 * as FILE.damaged-1, -2 and so on.  Whether rows are missing is found by those who read them. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/reports.h"
#include "store/sqlite.h"

struct mending {
    sqlite3 *from, *to;
    long rows;
};

static bool wrong(struct mending *m, sqlite3 *db, const char *doing, struct complaint *why)
{
    (void)m;
    why->line = 0;
    snprintf(why->text, sizeof why->text, "%s: %.120s", doing, db ? sqlite3_errmsg(db) : "out of memory");
    return false;
}

static bool execute(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* A row that does not fit, because what is unique comes twice, is left out. */
static bool copy_row(struct mending *m, sqlite3_stmt *row, sqlite3_stmt *put)
{
    for (int i = 0; i < sqlite3_column_count(row); i++)
        sqlite3_bind_value(put, i + 1, sqlite3_column_value(row, i));
    int result = sqlite3_step(put);
    sqlite3_reset(put);
    m->rows += result == SQLITE_DONE;
    return result == SQLITE_DONE || result == SQLITE_CONSTRAINT;
}

/* False: the new file cannot be written. */
static bool copy_rows(struct mending *m, const char *select, sqlite3_stmt *put)
{
    sqlite3_stmt *st = NULL;
    bool done = true;
    if (sqlite3_prepare_v2(m->from, select, -1, &st, NULL) == SQLITE_OK)
        while (done && sqlite3_step(st) == SQLITE_ROW)
            done = copy_row(m, st, put);
    sqlite3_finalize(st); /* also if it could not be read to the end */
    return done;
}

static bool copy_table(struct mending *m, const char *table, const char *order, const char *back, int columns)
{
    char text[200];
    sqlite3_stmt *put = NULL;
    snprintf(text, sizeof text, "INSERT OR IGNORE INTO %s VALUES(?1%s%s%s%s%s)", table,
             columns > 1 ? ", ?2" : "", columns > 2 ? ", ?3" : "", columns > 3 ? ", ?4" : "",
             columns > 4 ? ", ?5" : "", columns > 5 ? ", ?6" : "");
    bool done = sqlite3_prepare_v2(m->to, text, -1, &put, NULL) == SQLITE_OK;
    snprintf(text, sizeof text, "SELECT * FROM %s NOT INDEXED ORDER BY %s", table, order);
    done = done && copy_rows(m, text, put);
    snprintf(text, sizeof text, "SELECT * FROM %s NOT INDEXED ORDER BY %s", table, back);
    done = done && copy_rows(m, text, put);
    sqlite3_finalize(put);
    return done;
}

/* It is the same store as before: what is noted beside it counts. */
static bool copy_identity(struct mending *m)
{
    sqlite3_stmt *get = NULL, *put = NULL;
    bool done = true;
    if (sqlite3_prepare_v2(m->from, "SELECT identity FROM store", -1, &get, NULL) == SQLITE_OK &&
        sqlite3_step(get) == SQLITE_ROW) {
        done = sqlite3_prepare_v2(m->to, "UPDATE store SET identity = ?1", -1, &put, NULL) == SQLITE_OK;
        sqlite3_bind_int64(put, 1, sqlite3_column_int64(get, 0));
        done = done && sqlite3_step(put) == SQLITE_DONE;
    }
    sqlite3_finalize(get);
    sqlite3_finalize(put);
    return done;
}

static bool copy_all(struct mending *m, int version)
{
    return execute(m->to, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = DELETE") &&
           execute(m->to, "BEGIN") && sqlite_make(m->to, 0, version) &&
           copy_table(m, "game", "number", "number DESC", version > 1 ? 6 : 4) &&
           copy_table(m, "run", "game, number", "game DESC, number DESC", 3) &&
           copy_table(m, "journal", "number", "number DESC", 2) && (version < 2 || copy_identity(m)) &&
           reports_prepare(m->to) && copy_table(m, "report", "id", "id DESC", 4) && execute(m->to, "COMMIT");
}

static bool rename_all(const char *path, const char *fresh, char kept[400])
{
    char from[400], to[420];
    int number = 1;
    do
        snprintf(kept, 400, "%s.damaged-%d", path, number);
    while (access(kept, F_OK) == 0 && ++number);
    snprintf(from, sizeof from, "%s-wal", path);
    snprintf(to, sizeof to, "%s-wal", kept);
    rename(from, to); /* there may be none */
    snprintf(from, sizeof from, "%s-shm", path);
    unlink(from);
    return !rename(path, kept) && !rename(fresh, path);
}

bool sqlite_mend(const char *path, int version, char *told, size_t told_size, struct complaint *why)
{
    struct mending m = {0};
    char fresh[400], kept[400];
    snprintf(fresh, sizeof fresh, "%s.mending", path);
    unlink(fresh);
    bool done = sqlite3_open_v2(path, &m.from, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_open(fresh, &m.to) == SQLITE_OK;
    if (!done || !copy_all(&m, version))
        done = wrong(&m, m.to, "the store is damaged, and what is left cannot be copied", why);
    sqlite3_close(m.from);
    sqlite3_close(m.to);
    if (done && !rename_all(path, fresh, kept)) {
        snprintf(why->text, sizeof why->text, "%.100s: the damaged store cannot be renamed", path);
        done = false;
    }
    if (done)
        snprintf(told, told_size, "%ld rows could be read; the damaged file is kept as %s\n", m.rows, kept);
    return done;
}
