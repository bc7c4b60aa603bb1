/* store/sqlite_tidy.c -- what can wait until nobody does: forgets games that are too old or too many, and
 * gives back the room they had.
 *
 * What was deleted must not stay readable in pages that are free, nor in SQLite's log: then the journal is
 * settled, the file is cut until it has no free page, and the log is emptied.  All of it in small steps. */
#include <time.h>

#include "store/reports.h"
#include "store/sqlite.h"

enum {
    LOOK_S = 3600,     /* so often it is looked for games that are too old */
    PURGE_S = 3600,    /* so often what was dropped is purged; what somebody had deleted is purged at once */
    GAMES = 20,        /* dropped in one step */
    SPARE_PAGES = 8192 /* that may be free: the journal grows and shrinks by so much */
};
static const char give_back[] = "PRAGMA incremental_vacuum(64)"; /* pages, in one step */

static int64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1;
}

static bool execute(struct sqlite *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* How many there were; -1: it failed, and nothing was dropped. */
static int drop_some(struct sqlite *s, enum statement which, int days, int most)
{
    uint64_t games[GAMES];
    int count = 0;
    sqlite3_stmt *st = s->statement[which];
    sqlite3_bind_int(st, 1, days);
    sqlite3_bind_int(st, 2, most);
    while (count < most && sqlite3_step(st) == SQLITE_ROW)
        games[count++] = (uint64_t)sqlite3_column_int64(st, 0);
    sqlite3_reset(st);
    if (!count || !sqlite_run(s, BEGIN))
        return count ? -1 : 0;
    bool done = true;
    for (int i = 0; done && i < count; i++)
        done = sqlite_drop(s, games[i]);
    if (done && sqlite_run(s, COMMIT))
        return count;
    sqlite_run(s, ROLLBACK);
    return -1;
}

/* Pages in use; the log is not counted: it has its own limit. */
static int64_t used_bytes(struct sqlite *s)
{
    int64_t pages = sqlite_number(s, "PRAGMA page_count") - sqlite_number(s, "PRAGMA freelist_count");
    return pages * sqlite_number(s, "PRAGMA page_size");
}

static bool settle(struct sqlite *s)
{
    bool settled = sqlite_run(s, BEGIN) && sqlite_settle(s) && sqlite_run(s, COMMIT);
    if (!settled)
        sqlite_run(s, ROLLBACK);
    return settled;
}

/* What had been dropped takes room in the journal until that is settled.  Then whoever uses the store drops
 * what they can spare, and after that the oldest games go, one by one.  If none is left, no new tables are
 * opened until there is some room again. */
static bool make_room(struct sqlite *s)
{
    struct store *store = &s->store;
    int64_t most = (int64_t)store->limits.mb << 20;
    int64_t used = most ? used_bytes(s) : 0;
    if (used <= most) {
        if (store->room != STORE_FULL || used <= most - most / 16)
            store->room = STORE_ROOM;
        store->spared = false;
        return false;
    }
    if (s->purge && s->journal_size && settle(s))
        return true;
    if (!store->spared) {
        store->room = store->room == STORE_FULL ? STORE_FULL : STORE_TIGHT;
        return false;
    }
    bool dropped = drop_some(s, OLDEST_GAMES, 0, 1) > 0;
    store->room = dropped ? STORE_TIGHT : STORE_FULL;
    return dropped;
}

static bool purge(struct sqlite *s, int64_t now)
{
    if (s->journal_size)
        return settle(s);
    if (sqlite_number(s, "PRAGMA freelist_count") > 0)
        return execute(s, give_back);
    if (sqlite_number(s, "PRAGMA wal_checkpoint(TRUNCATE)") != 0)
        return false; /* somebody reads: the next time, then */
    s->purge = false;
    s->purged_s = now;
    return false;
}

static void forget_reports(struct sqlite *s)
{
    int before = sqlite3_total_changes(s->db);
    reports_tidy(s->db, &s->tidied_s); /* if it fails: the next time, then */
    s->purge |= sqlite3_total_changes(s->db) != before;
}

bool sqlite_tidy(struct store *store)
{
    struct sqlite *s = (struct sqlite *)store;
    int64_t now = now_s();
    sqlite_release(s);
    if (store->limits.kept_days && (!s->looked_s || now - s->looked_s >= LOOK_S)) {
        if (drop_some(s, OLD_GAMES, store->limits.kept_days, GAMES) == GAMES)
            return true;
        s->looked_s = now;
    }
    forget_reports(s);
    if (make_room(s))
        return true;
    if (s->purge && (!s->purged_s || now - s->purged_s >= PURGE_S))
        return purge(s, now);
    return sqlite_number(s, "PRAGMA freelist_count") > SPARE_PAGES && execute(s, give_back);
}
