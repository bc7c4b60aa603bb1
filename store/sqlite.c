/* store/sqlite.c -- SQLite: one file, in WAL mode, synced at every commit.
 *
 * Commits append: everything of a batch but its heads goes into one row of
 * `journal`, so that a commit touches one end of the file however many tables
 * have something to store.  When the journal has grown, its pieces are settled
 * into `run`, where a game lies together.  Reading joins both. */
#define _DEFAULT_SOURCE /* flock */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/reports.h"

enum { SCHEMA_VERSION = 1, APPLICATION_ID = 0x54636f74 }; /* "Tcot" */
enum { SETTLE_BYTES = 8 << 20 };                          /* of the journal */

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PUT_HEAD,
    DROP_GAME,
    DROP_RUNS,
    PUT_JOURNAL,
    PUT_RUN,
    JOURNAL,
    CUT_JOURNAL,
    LIVE,
    FIND,
    RUNS,
    STATEMENTS
};
static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PUT_HEAD] = "INSERT INTO game(number, id, live, head) VALUES(?1, ?2, ?3, ?4)"
                 " ON CONFLICT(number) DO UPDATE SET live = ?3, head = ?4",
    [DROP_GAME] = "DELETE FROM game WHERE number = ?1",
    [DROP_RUNS] = "DELETE FROM run WHERE game = ?1",
    [PUT_JOURNAL] = "INSERT INTO journal(bytes) VALUES(?1)",
    [PUT_RUN] = "INSERT INTO run(game, number, bytes) SELECT ?1, (SELECT max(number) FROM journal), ?2"
                " WHERE EXISTS(SELECT 1 FROM game WHERE number = ?1)", /* of one that was dropped, nothing */
    [JOURNAL] = "SELECT bytes FROM journal ORDER BY number",
    [CUT_JOURNAL] = "DELETE FROM journal",
    [LIVE] = "SELECT number, id, live, head FROM game WHERE live = 1 ORDER BY number",
    [FIND] = "SELECT number, id, live, head FROM game WHERE id = ?1",
    [RUNS] = "SELECT bytes FROM run WHERE game = ?1 ORDER BY number",
};

/* One step for each version; a new file takes all of them. */
static const char *const steps[SCHEMA_VERSION] = {
    "CREATE TABLE game(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, live INTEGER NOT NULL,"
    " head BLOB NOT NULL);"
    "CREATE INDEX game_live ON game(number) WHERE live = 1;"
    "CREATE TABLE run(game INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,"
    " PRIMARY KEY(game, number)) WITHOUT ROWID;"
    "CREATE TABLE journal(number INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL);",
};

struct sqlite {
    struct store store;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    uint8_t *row; /* of the journal, being written */
    size_t row_size, row_room;
    size_t journal_size;
    int64_t tidied_s; /* when reports that are too old were last forgotten */
    int owner;        /* a descriptor of the file, which is locked: one server owns it */
};

static bool fail(const struct sqlite *s, const char *doing, struct complaint *why)
{
    why->line = 0;
    snprintf(why->text, sizeof why->text, "%s: %.120s", doing,
             s->db ? sqlite3_errmsg(s->db) : "out of memory");
    return false;
}

/* Runs a statement that gives no rows, with what is bound to it. */
static bool run(struct sqlite *s, enum statement which)
{
    sqlite3_stmt *st = s->statement[which];
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

/* ---- the journal's rows: pieces one after the other, each with this before it ---- */

struct mark {
    uint64_t number; /* of the game */
    uint32_t seq, size;
};

static bool row_add(struct sqlite *s, const struct mark *mark, const uint8_t *bytes)
{
    size_t need = s->row_size + sizeof *mark + mark->size;
    if (need > s->row_room) {
        uint8_t *row = realloc(s->row, need * 2);
        if (!row)
            return false;
        s->row = row;
        s->row_room = need * 2;
    }
    memcpy(s->row + s->row_size, mark, sizeof *mark);
    if (mark->size)
        memcpy(s->row + s->row_size + sizeof *mark, bytes, mark->size);
    s->row_size = need;
    return true;
}

static bool put_head(struct sqlite *s, const struct store_item *item, const uint8_t *bytes)
{
    sqlite3_stmt *st = s->statement[PUT_HEAD];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)item->number);
    sqlite3_bind_text(st, 2, item->id, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 3, item->live);
    sqlite3_bind_blob64(st, 4, bytes, item->size, SQLITE_STATIC);
    return run(s, PUT_HEAD);
}

static bool drop_game(struct sqlite *s, uint64_t game)
{
    sqlite3_bind_int64(s->statement[DROP_GAME], 1, (sqlite3_int64)game);
    sqlite3_bind_int64(s->statement[DROP_RUNS], 1, (sqlite3_int64)game);
    return run(s, DROP_GAME) && run(s, DROP_RUNS);
}

static bool put_row(struct sqlite *s)
{
    if (!s->row_size)
        return true;
    sqlite3_bind_blob64(s->statement[PUT_JOURNAL], 1, s->row, s->row_size, SQLITE_STATIC);
    s->journal_size += s->row_size;
    return run(s, PUT_JOURNAL);
}

static bool put_batch(struct sqlite *s, const struct store_batch *b)
{
    s->row_size = 0;
    for (size_t i = 0; i < b->count; i++) {
        const struct store_item *item = &b->items[i];
        struct mark mark = {item->number, item->seq, (uint32_t)item->size};
        bool done = item->what == STORE_HEAD    ? put_head(s, item, b->bytes + item->at)
                    : item->what == STORE_PIECE ? row_add(s, &mark, b->bytes + item->at)
                    : item->what == STORE_REPORT
                        ? reports_put(s->db, item->number, b->bytes + item->at, item->size)
                        : drop_game(s, item->number);
        if (!done)
            return false;
    }
    return put_row(s);
}

/* ---- settling: many pieces of one game, at once ---- */

struct piece {
    struct mark mark;
    size_t order; /* a later piece of the same number replaces an earlier one */
    const uint8_t *bytes;
};

static int by_game(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->mark.number != y->mark.number)
        return x->mark.number < y->mark.number ? -1 : 1;
    if (x->mark.seq != y->mark.seq)
        return x->mark.seq < y->mark.seq ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

struct journal { /* all of it, in order */
    uint8_t *bytes;
    size_t size, room;
    struct piece *pieces;
    size_t count;
};

static bool journal_add(struct journal *j, const void *bytes, size_t size)
{
    if (j->size + size > j->room) {
        size_t room = (j->size + size) * 2;
        uint8_t *grown = realloc(j->bytes, room);
        if (!grown)
            return false;
        j->bytes = grown;
        j->room = room;
    }
    if (size)
        memcpy(j->bytes + j->size, bytes, size);
    j->size += size;
    return true;
}

/* Where the next piece begins; false: there is none, or the bytes are damaged. */
static bool journal_next(const struct journal *j, size_t *at, struct mark *mark)
{
    if (j->size - *at < sizeof *mark)
        return false;
    memcpy(mark, j->bytes + *at, sizeof *mark);
    if (j->size - *at - sizeof *mark < mark->size)
        return false;
    *at += sizeof *mark + mark->size;
    return true;
}

/* The pieces of one game, or (0) of all. */
static bool journal_sort(struct journal *j, uint64_t only)
{
    struct mark mark;
    size_t count = 0;
    for (size_t at = 0; journal_next(j, &at, &mark);)
        count += !only || mark.number == only;
    j->pieces = malloc((count ? count : 1) * sizeof *j->pieces);
    if (!j->pieces)
        return false;
    for (size_t at = 0; journal_next(j, &at, &mark);)
        if (!only || mark.number == only) {
            j->pieces[j->count] = (struct piece){mark, j->count, j->bytes + at - mark.size};
            j->count++;
        }
    qsort(j->pieces, j->count, sizeof *j->pieces, by_game);
    return true;
}

static bool journal_read(struct sqlite *s, struct journal *j, uint64_t only)
{
    sqlite3_stmt *st = s->statement[JOURNAL];
    int result;
    bool done = true;
    memset(j, 0, sizeof *j);
    while (done && (result = sqlite3_step(st)) == SQLITE_ROW)
        done = journal_add(j, sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0));
    sqlite3_reset(st);
    return done && result == SQLITE_DONE && journal_sort(j, only);
}

static void journal_free(struct journal *j)
{
    free(j->bytes);
    free(j->pieces);
}

/* All that the journal has of a game becomes one row.  Rows are never replaced: a piece that comes a second
 * time, because its commit was repeated, is left out by whoever reads. */
static bool settle_pieces(struct sqlite *s, const struct journal *j)
{
    for (size_t i = 0; i < j->count;) {
        const uint64_t game = j->pieces[i].mark.number;
        s->row_size = 0;
        for (; i < j->count && j->pieces[i].mark.number == game; i++)
            if (!row_add(s, &j->pieces[i].mark, j->pieces[i].bytes))
                return false;
        sqlite3_bind_int64(s->statement[PUT_RUN], 1, (sqlite3_int64)game);
        sqlite3_bind_blob64(s->statement[PUT_RUN], 2, s->row, s->row_size, SQLITE_STATIC);
        if (!run(s, PUT_RUN))
            return false;
    }
    return run(s, CUT_JOURNAL);
}

static bool settle(struct sqlite *s)
{
    struct journal j;
    bool done = journal_read(s, &j, 0) && settle_pieces(s, &j);
    journal_free(&j);
    return done;
}

static bool commit(struct store *store, const struct store_batch *b, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    if (!run(s, BEGIN))
        return fail(s, "cannot begin to store", why);
    if (put_batch(s, b) && reports_tidy(s->db, &s->tidied_s) &&
        (s->journal_size < SETTLE_BYTES || settle(s)) && run(s, COMMIT)) {
        s->journal_size = s->journal_size < SETTLE_BYTES ? s->journal_size : 0;
        return true;
    }
    fail(s, "cannot store", why);
    run(s, ROLLBACK);
    return false;
}

/* ---- reading ---- */

struct telling {
    store_row_fn *row;
    void *ctx;
    bool more;         /* the listener wants to hear the rest of this game */
    uint32_t last_seq; /* told so far: a piece that was stored twice is told once */
};

static void tell_piece(struct telling *t, const struct mark *mark, const uint8_t *bytes)
{
    struct store_item item = {
        .what = STORE_PIECE, .number = mark->number, .seq = mark->seq, .size = mark->size};
    if (t->more && mark->seq > t->last_seq)
        t->more = t->row(t->ctx, &item, bytes);
    t->last_seq = mark->seq > t->last_seq ? mark->seq : t->last_seq;
}

static void tell_run(struct telling *t, const uint8_t *bytes, size_t size)
{
    struct mark mark;
    for (size_t at = 0; size - at >= sizeof mark;) {
        memcpy(&mark, bytes + at, sizeof mark);
        at += sizeof mark;
        if (size - at < mark.size)
            return;
        tell_piece(t, &mark, bytes + at);
        at += mark.size;
    }
}

static bool tell_runs(struct sqlite *s, struct telling *t, uint64_t game)
{
    sqlite3_stmt *st = s->statement[RUNS];
    int result;
    sqlite3_bind_int64(st, 1, (sqlite3_int64)game);
    while ((result = sqlite3_step(st)) == SQLITE_ROW)
        tell_run(t, sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0));
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

/* What of the game has not been settled yet. */
static void tell_journal(struct telling *t, const struct journal *j, uint64_t game)
{
    size_t low = 0, high = j->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (j->pieces[middle].mark.number < game)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < j->count && j->pieces[low].mark.number == game; low++)
        tell_piece(t, &j->pieces[low].mark, j->pieces[low].bytes);
}

static bool tell_games(struct sqlite *s, enum statement which, uint64_t only, store_row_fn *row, void *ctx)
{
    struct journal j;
    sqlite3_stmt *st = s->statement[which];
    bool done = journal_read(s, &j, only);
    int result = SQLITE_DONE;
    while (done && (result = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_item head = {.what = STORE_HEAD, .number = (uint64_t)sqlite3_column_int64(st, 0)};
        snprintf(head.id, sizeof head.id, "%s", (const char *)sqlite3_column_text(st, 1));
        head.live = sqlite3_column_int(st, 2) != 0;
        head.size = (size_t)sqlite3_column_bytes(st, 3);
        struct telling t = {row, ctx, row(ctx, &head, sqlite3_column_blob(st, 3)), 0};
        done = !t.more || tell_runs(s, &t, head.number);
        if (done && t.more)
            tell_journal(&t, &j, head.number);
    }
    sqlite3_reset(st);
    journal_free(&j);
    return done && result == SQLITE_DONE;
}

static bool load(struct store *store, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    return tell_games(s, LIVE, 0, row, ctx) || fail(s, "cannot read the games", why);
}

static bool find(struct store *store, const char *id, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    sqlite3_stmt *st = s->statement[FIND];
    sqlite3_bind_text(st, 1, id, -1, SQLITE_TRANSIENT);
    int result = sqlite3_step(st);
    uint64_t game = result == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    sqlite3_reset(st);
    if (result == SQLITE_DONE)
        return true;
    return (result == SQLITE_ROW && tell_games(s, FIND, game, row, ctx)) ||
           fail(s, "cannot read the game", why);
}

/* ---- opening ---- */

static void close_sqlite(struct store *store)
{
    struct sqlite *s = (struct sqlite *)store;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    if (s->owner >= 0)
        close(s->owner); /* after SQLite, whose locks would go with it */
    free(s->row);
    free(s);
}

static bool execute(struct sqlite *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static int pragma(struct sqlite *s, const char *text)
{
    sqlite3_stmt *st;
    int value = -1;
    if (sqlite3_prepare_v2(s->db, text, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* From the version that the file has to the one of this program, in one transaction. */
static bool migrate(struct sqlite *s, struct complaint *why)
{
    int version = pragma(s, "PRAGMA user_version"), owner = pragma(s, "PRAGMA application_id");
    char text[80];
    if (version < 0 || version > SCHEMA_VERSION ||
        (owner != APPLICATION_ID && (owner != 0 || version != 0))) {
        snprintf(why->text, sizeof why->text, "the file is not a store of this version (its version is %d)",
                 version);
        why->line = 0;
        return false;
    }
    if (version == SCHEMA_VERSION)
        return true;
    snprintf(text, sizeof text, "PRAGMA user_version = %d; PRAGMA application_id = %d;", SCHEMA_VERSION,
             APPLICATION_ID);
    bool done = execute(s, "BEGIN IMMEDIATE");
    for (; done && version < SCHEMA_VERSION; version++)
        done = execute(s, steps[version]);
    return (done && execute(s, text) && execute(s, "COMMIT")) || fail(s, "cannot make the tables", why);
}

static bool prepare(struct sqlite *s, struct complaint *why)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i], NULL) !=
            SQLITE_OK)
            return fail(s, "cannot prepare", why);
    return true;
}

/* One server owns the file, and a second one is refused at once.  SQLite's own lock would keep readers out as
 * well, such as `turncoat reports`. */
static bool own(struct sqlite *s, const char *path, struct complaint *why)
{
    s->owner = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (s->owner >= 0 && flock(s->owner, LOCK_EX | LOCK_NB) == 0)
        return true;
    snprintf(why->text, sizeof why->text, "%.100s: %s", path,
             s->owner >= 0 ? "another server uses it" : "cannot be opened");
    why->line = 0;
    return false;
}

static const char settings[] = "PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;"
                               "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;";

struct store *store_sqlite_open(const char *path, struct complaint *why)
{
    static const struct store_calls calls = {commit, load, find, close_sqlite};
    struct sqlite *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why->text, sizeof why->text, "out of memory");
        return NULL;
    }
    s->store.calls = &calls;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (!own(s, path, why)) {
        close_sqlite(&s->store);
        return NULL;
    }
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK || !execute(s, settings) ||
        pragma(s, "PRAGMA synchronous") != 2) {
        fail(s, path, why);
    } else if (migrate(s, why) && prepare(s, why) && (reports_prepare(s->db) || fail(s, path, why))) {
        s->journal_size = (size_t)pragma(s, "SELECT coalesce(sum(length(bytes)), 0) FROM journal");
        return &s->store;
    }
    close_sqlite(&s->store);
    return NULL;
}
