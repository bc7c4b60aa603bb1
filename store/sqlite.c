/* store/sqlite.c -- commits: a row of the journal for each, and now and then its pieces are settled. */
#include "store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/reports.h"

enum { SETTLE_BYTES = 8 << 20 };   /* of the journal */
enum { CHECKPOINT_FRAMES = 4000 }; /* of SQLite's log */

bool sqlite_fail(const struct sqlite *s, const char *doing, struct complaint *why)
{
    why->line = 0;
    snprintf(why->text, sizeof why->text, "%s: %.120s", doing,
             s->db ? sqlite3_errmsg(s->db) : "out of memory");
    return false;
}

bool sqlite_run(struct sqlite *s, enum statement which)
{
    sqlite3_stmt *st = s->statement[which];
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

int64_t sqlite_number(struct sqlite *s, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* ---- a row of pieces, one after the other ---- */

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

/* The last piece of a game.  Of live games it is known; of others there are hardly ever more. */
static bool last_of(struct sqlite *s, uint64_t number, struct last *out)
{
    const struct end *end = ends_of(s->ends, number);
    struct mark mark;
    *out = end ? (struct last){end->coming_tail, end->seq} : (struct last){0};
    if (out->tail)
        return true;
    for (size_t at = 0; at < s->row_size; at += sizeof mark + mark.size) {
        memcpy(&mark, s->row + at, sizeof mark);
        if (mark.number == number)
            *out = (struct last){mark.sum, mark.seq};
    }
    if (out->tail)
        return true;
    if (!sqlite_last(s, number, out))
        return false;
    ends_set_last(s->ends, number, out);
    return true;
}

/* One that is there already comes from a commit that is repeated. */
static bool add_piece(struct sqlite *s, const struct store_item *item, const uint8_t *bytes)
{
    struct last last;
    if (!last_of(s, item->number, &last))
        return false;
    if (item->seq <= last.seq)
        return true;
    struct mark mark = {item->number, item->seq, (uint32_t)item->size, last.tail, 0};
    mark.sum = mark_sum(&mark, bytes);
    ends_chain(s->ends, item->number, mark.sum);
    return row_add(s, &mark, bytes);
}

/* ---- settling: many pieces of one game, at once ---- */

/* All that the journal has of a game becomes one row.  Rows are never replaced: a piece that comes a second
 * time, because a commit that seemed to fail was repeated, is left out by whoever reads. */
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
        if (!sqlite_run(s, PUT_RUN))
            return false;
    }
    return sqlite_run(s, CUT_JOURNAL);
}

bool sqlite_settle(struct sqlite *s)
{
    struct journal j;
    bool done = sqlite_journal(s, &j, 0) && settle_pieces(s, &j);
    sqlite_journal_free(&j);
    s->journal_size = done ? 0 : s->journal_size;
    return done;
}

/* ---- a batch ---- */

static uint64_t sum_of(const struct store_batch *b, const struct store_item *item)
{
    return item->what == STORE_HEAD ? head_sum(item->number, item->id, b->bytes + item->at, item->size) : 0;
}

static bool put_head(struct sqlite *s, const struct store_batch *b, const struct store_item *item)
{
    sqlite3_stmt *st = s->statement[PUT_HEAD];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)item->number);
    sqlite3_bind_text(st, 2, item->id, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 3, item->live);
    sqlite3_bind_blob64(st, 4, b->bytes + item->at, item->size, SQLITE_STATIC);
    sqlite3_bind_int64(st, 5, (sqlite3_int64)sum_of(b, item));
    return sqlite_run(s, PUT_HEAD);
}

static bool drop_runs(struct sqlite *s, uint64_t game)
{
    sqlite3_bind_int64(s->statement[DROP_RUNS], 1, (sqlite3_int64)game);
    s->purge = true;
    return sqlite_run(s, DROP_RUNS);
}

bool sqlite_drop(struct sqlite *s, uint64_t game)
{
    sqlite3_bind_int64(s->statement[DROP_GAME], 1, (sqlite3_int64)game);
    return sqlite_run(s, DROP_GAME) && drop_runs(s, game);
}

static bool put_row(struct sqlite *s)
{
    if (!s->row_size)
        return true;
    sqlite3_bind_int64(s->statement[PUT_JOURNAL], 1, ++s->row_number);
    sqlite3_bind_blob64(s->statement[PUT_JOURNAL], 2, s->row, s->row_size, SQLITE_STATIC);
    s->journal_size += s->row_size;
    return sqlite_run(s, PUT_JOURNAL);
}

/* Of games that are written anew nothing may be left in the journal either. */
static bool make_way(struct sqlite *s, const struct store_batch *b)
{
    bool settled = false;
    for (size_t i = 0; i < b->count; i++) {
        if (b->items[i].what != STORE_ANEW)
            continue;
        if ((!settled && !sqlite_settle(s)) || !drop_runs(s, b->items[i].number))
            return false;
        settled = true;
        s->purged_s = 0; /* somebody waits for it */
    }
    return true;
}

static bool put_batch(struct sqlite *s, const struct store_batch *b)
{
    if (!make_way(s, b))
        return false;
    s->row_size = 0;
    for (size_t i = 0; i < b->count; i++) {
        const struct store_item *item = &b->items[i];
        bool done = item->what == STORE_HEAD    ? put_head(s, b, item)
                    : item->what == STORE_PIECE ? add_piece(s, item, b->bytes + item->at)
                    : item->what == STORE_DROP  ? sqlite_drop(s, item->number)
                    : item->what == STORE_REPORT
                        ? reports_put(s->db, item->number, b->bytes + item->at, item->size)
                        : true;
        if (!done)
            return false;
    }
    return put_row(s);
}

/* ---- commits ---- */

static bool is_stored(struct sqlite *s, uint64_t game)
{
    sqlite3_stmt *st = s->statement[GAME];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)game);
    bool stored = sqlite3_step(st) == SQLITE_ROW;
    sqlite3_reset(st);
    return stored;
}

static void expect(struct sqlite *s, const struct store_batch *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct store_item *item = &b->items[i];
        bool begins =
            item->what == STORE_HEAD && !ends_of(s->ends, item->number) && !is_stored(s, item->number);
        ends_expect(s->ends, item, sum_of(b, item));
        if (begins)
            ends_set_last(s->ends, item->number, &(struct last){mark_first(item->number), 0});
        if (item->what == STORE_ANEW)
            ends_forget(s->ends, item->number);
    }
    ends_write(s->ends);
}

static void note(struct sqlite *s, const struct store_batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        ends_note(s->ends, &b->items[i], sum_of(b, &b->items[i]));
    ends_write(s->ends);
}

static void undo(struct sqlite *s, const struct store_batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        ends_undo(s->ends, &b->items[i]);
}

/* A statement that is not finished holds the lock of a reader.  Taking that lock and giving it back would be
 * most of what a small commit costs the processor.  Nobody else writes, so what is read is never old. */
static void hold(struct sqlite *s)
{
    if (!sqlite3_stmt_busy(s->statement[HOLD]))
        sqlite3_step(s->statement[HOLD]);
}

void sqlite_release(struct sqlite *s)
{
    sqlite3_reset(s->statement[HOLD]);
}

/* Readers, we too, keep SQLite from starting its log anew. */
static void checkpoint(struct sqlite *s)
{
    if (s->wal_frames < CHECKPOINT_FRAMES)
        return;
    sqlite_release(s);
    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static bool begin(struct sqlite *s)
{
    hold(s);
    if (sqlite_run(s, BEGIN))
        return true;
    sqlite_release(s); /* if somebody else did write */
    return sqlite_run(s, BEGIN);
}

bool sqlite_commit(struct store *store, const struct store_batch *b, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    if (!begin(s))
        return sqlite_fail(s, "cannot begin to store", why);
    expect(s, b);
    if (put_batch(s, b) && (s->journal_size < SETTLE_BYTES || sqlite_settle(s)) && sqlite_run(s, COMMIT)) {
        note(s, b);
        checkpoint(s);
        return true;
    }
    sqlite_fail(s, "cannot store", why);
    sqlite_run(s, ROLLBACK);
    sqlite_release(s);
    undo(s, b);
    return false;
}
