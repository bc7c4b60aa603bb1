/* store/sqlite_copy.c -- a store's file, looked at and copied from outside: a server may be using it.
 *
 * Readers do not keep anybody from writing (WAL), so that nothing waits, whatever this takes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "store/sqlite.h"
#include "store/wal.h"

static bool execute(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* ---- checking ---- */

static void tell(store_row_fn *row, void *ctx, const char *what, size_t size)
{
    struct store_item item = {.what = STORE_LOST, .size = size};
    row(ctx, &item, what);
}

static void tell_lines(store_row_fn *row, void *ctx, const char *text)
{
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        tell(row, ctx, text, size);
    }
}

bool store_check(const char *path, store_row_fn *row, void *ctx, struct complaint *why)
{
    char ends[400], found[SQLITE_FOUND_MAX] = "";
    struct sqlite *s = sqlite_open_reader(path, why);
    if (!s)
        return false;
    snprintf(ends, sizeof ends, "%s.ends", path);
    /* First what is noted, then what is there: it may grow meanwhile. */
    s->ends = ends_look(ends, (uint64_t)sqlite_number(s, "SELECT identity FROM store"));
    if (s->ends && ends_exact(s->ends) && wal_damaged(path) > 0)
        tell_lines(row, ctx, "its log is damaged");
    bool done = execute(s->db, "BEGIN");
    if (done && sqlite_is_damaged(s, found))
        tell_lines(row, ctx, found);
    done = done && (sqlite_tell_all(s, row, ctx) || *found);
    if (!done)
        sqlite_fail(s, "cannot be read", why);
    execute(s->db, "COMMIT");
    store_close(&s->store);
    return done;
}

/* ---- copying ---- */

enum { STEP_PAGES = 256 };

static int copy_pages(sqlite3_backup *backup)
{
    int result;
    do {
        result = sqlite3_backup_step(backup, STEP_PAGES);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* the disk is not ours alone */
    } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
    return result;
}

/* It is another store from now on: what is noted beside the first says nothing about it. */
static bool finish(sqlite3 *to)
{
    return execute(to, "PRAGMA journal_mode = DELETE") && execute(to, "UPDATE store SET identity = random()");
}

static bool copy(struct sqlite *s, sqlite3 *to, struct complaint *why)
{
    /* One moment: otherwise SQLite would begin again whenever something is committed. */
    bool done = execute(s->db, "BEGIN") && sqlite_number(s, "SELECT count(*) FROM store") == 1;
    if (!done)
        return sqlite_fail(s, "cannot be read", why);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", s->db, "main");
    done = backup && copy_pages(backup) == SQLITE_DONE;
    sqlite3_backup_finish(backup);
    execute(s->db, "COMMIT");
    if (done && finish(to))
        return true;
    snprintf(why->text, sizeof why->text, "cannot be copied: %.120s", sqlite3_errmsg(to));
    return false;
}

bool store_backup(const char *path, const char *to, struct complaint *why)
{
    char part[400];
    sqlite3 *db = NULL;
    struct sqlite *s = sqlite_open_reader(path, why);
    if (!s)
        return false;
    snprintf(part, sizeof part, "%s.part", to);
    unlink(part);
    bool done = sqlite3_open(part, &db) == SQLITE_OK;
    if (!done)
        snprintf(why->text, sizeof why->text, "%.100s: %.60s", part, sqlite3_errmsg(db));
    done = done && copy(s, db, why);
    sqlite3_close(db);
    store_close(&s->store);
    if (done && rename(part, to)) {
        snprintf(why->text, sizeof why->text, "%.100s: %s", to, strerror(errno));
        done = false;
    }
    if (!done)
        unlink(part);
    return done;
}
