/* store/sqlite_read.c -- tells what is stored, game by game, and what of it is lost.
 *
 * A game is whole if its head and all its pieces have the sums they were stored with, if each piece continues
 * the one before it, and if it goes as far as store/ends.h says. */
#include "store/sqlite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* Where the next piece begins is unknown after damage: then sizes beyond any real piece are not tried, since
 * summing up so much at every byte would take for ever. */
enum { LIKELY = 1 << 16 };

bool mark_next(const uint8_t *bytes, size_t size, size_t *at, struct mark *mark, size_t *damaged)
{
    for (size_t first = *at; *at < size; ++*at, ++*damaged) {
        size_t room = size - *at - sizeof *mark, most = *at == first || room < LIKELY ? room : LIKELY;
        if (size - *at < sizeof *mark)
            continue;
        memcpy(mark, bytes + *at, sizeof *mark);
        if (mark->size <= most && mark->sum == mark_sum(mark, bytes + *at + sizeof *mark)) {
            *at += sizeof *mark + mark->size;
            return true;
        }
    }
    return false;
}

/* ---- the journal ---- */

static int by_game(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->mark.number != y->mark.number)
        return x->mark.number < y->mark.number ? -1 : 1;
    if (x->mark.seq != y->mark.seq)
        return x->mark.seq < y->mark.seq ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

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

static bool journal_sort(struct journal *j, uint64_t only)
{
    struct mark mark;
    size_t room = 0;
    for (size_t at = 0; mark_next(j->bytes, j->size, &at, &mark, &j->damaged);) {
        if (only && mark.number != only)
            continue;
        if (j->count == room) {
            room = room * 2 + 64;
            struct piece *grown = realloc(j->pieces, room * sizeof *grown);
            if (!grown)
                return false;
            j->pieces = grown;
        }
        j->pieces[j->count] = (struct piece){mark, j->count, j->bytes + at - mark.size};
        j->count++;
    }
    if (j->count)
        qsort(j->pieces, j->count, sizeof *j->pieces, by_game);
    return true;
}

bool sqlite_journal(struct sqlite *s, struct journal *j, uint64_t only)
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

void sqlite_journal_free(struct journal *j)
{
    free(j->bytes);
    free(j->pieces);
}

/* ---- one game ---- */

struct telling {
    struct sqlite *s;
    struct journal *journal; /* read when it is needed */
    uint64_t only;           /* the game to read it for; 0: all */
    bool read;
    bool notes; /* how far each game goes is noted, to be missed another time */
    store_row_fn *row;
    void *ctx;
    struct store_item head;
    bool more;         /* the listener wants to hear the rest of this game */
    uint32_t last_seq; /* told so far: a piece that was stored twice is told once */
    uint64_t tail;     /* the sum of that piece */
    bool chained;      /* it says which one it continues */
    bool broken;       /* and the next one does not continue it: that one and what follows is not told */
    size_t damaged;    /* bytes of its runs */
    bool failed;       /* SQLite could not read a run */
};

/* Of the game that is being told, or (0) of the file. */
static void tell_lost(struct telling *t, uint64_t number, const char *id, const char *what)
{
    struct store_item item = {.what = STORE_LOST, .number = number, .size = strlen(what)};
    snprintf(item.id, sizeof item.id, "%s", id);
    t->row(t->ctx, &item, what);
}

static void tell_piece(struct telling *t, const struct mark *mark, const uint8_t *bytes)
{
    struct store_item item = {
        .what = STORE_PIECE, .number = mark->number, .seq = mark->seq, .size = mark->size};
    if (mark->seq <= t->last_seq || t->broken)
        return;
    t->broken = mark->before ? mark->before != t->tail : t->chained;
    if (t->more && !t->broken)
        t->more = t->row(t->ctx, &item, bytes);
    t->chained = mark->before != 0;
    t->tail = mark->sum;
    t->last_seq = mark->seq;
}

static bool tell_runs(struct telling *t)
{
    sqlite3_stmt *st = t->s->statement[RUNS];
    struct mark mark;
    int result;
    sqlite3_bind_int64(st, 1, (sqlite3_int64)t->head.number);
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        const uint8_t *bytes = sqlite3_column_blob(st, 0);
        size_t size = (size_t)sqlite3_column_bytes(st, 0);
        for (size_t at = 0; mark_next(bytes, size, &at, &mark, &t->damaged);)
            tell_piece(t, &mark, bytes + at - mark.size);
    }
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

static bool need_journal(struct telling *t)
{
    bool before = t->read;
    t->read = true;
    return before || sqlite_journal(t->s, t->journal, t->only);
}

/* What of the game has not been settled yet. */
static void tell_journal(struct telling *t)
{
    const struct journal *j = t->journal;
    size_t low = 0, high = j->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (j->pieces[middle].mark.number < t->head.number)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < j->count && j->pieces[low].mark.number == t->head.number; low++)
        tell_piece(t, &j->pieces[low].mark, j->pieces[low].bytes);
}

/* All that is there has been told: is there anything that should be? */
static const char *what_is_missing(const struct telling *t, const struct end *end, uint64_t sum)
{
    if (t->damaged)
        return "a part of its log is damaged";
    if (t->broken)
        return "a part of its log is missing";
    if (!end)
        return NULL;
    bool last = t->last_seq > end->seq || t->tail == end->tail || !end->tail;
    if (t->last_seq < end->seq || (ends_exact(t->s->ends) && !last))
        return "the end of its log is lost";
    bool known = sum == end->next || (!end->coming && sum == end->head);
    return ends_exact(t->s->ends) && !known ? "the last change of its head is lost" : NULL;
}

/* It is all there: from now on, no less may be. */
static void note_end(const struct telling *t, uint64_t sum)
{
    ends_note(t->s->ends, &t->head, sum);
    ends_set_last(t->s->ends, t->head.number, &(struct last){t->tail, t->last_seq});
}

/* What is damaged may be its very name. */
static void tell_damaged_head(struct telling *t)
{
    const struct end *end = t->s->ends ? ends_of(t->s->ends, t->head.number) : NULL;
    for (char *at = t->head.id; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '?';
    tell_lost(t, t->head.number, end ? end->id : t->head.id, "its head is damaged");
}

static void tell_game(struct telling *t, const void *bytes, uint64_t sum)
{
    const char *missing = NULL;
    if (sum != head_sum(t->head.number, t->head.id, bytes, t->head.size)) {
        tell_damaged_head(t);
        return;
    }
    t->more = t->row(t->ctx, &t->head, bytes);
    if (!t->more)
        return;
    if (tell_runs(t) && need_journal(t))
        tell_journal(t);
    else
        missing = "its log cannot be read";
    t->failed |= missing != NULL;
    if (t->more && !missing)
        missing = what_is_missing(t, t->s->ends ? ends_of(t->s->ends, t->head.number) : NULL, sum);
    if (missing)
        tell_lost(t, t->head.number, t->head.id, missing);
    else if (t->more && t->s->ends && t->notes)
        note_end(t, sum);
}

static void begin_log(struct telling *t)
{
    t->last_seq = 0;
    t->tail = mark_first(t->head.number);
    t->chained = t->broken = false;
    t->damaged = 0;
}

static bool tell_games(struct telling *t, enum statement which)
{
    sqlite3_stmt *st = t->s->statement[which];
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(st, 1);
        t->head = (struct store_item){.what = STORE_HEAD, .number = (uint64_t)sqlite3_column_int64(st, 0)};
        snprintf(t->head.id, sizeof t->head.id, "%s", id ? id : "");
        t->head.live = sqlite3_column_int(st, 2) != 0;
        const void *bytes = sqlite3_column_blob(st, 3);
        t->head.size = (size_t)sqlite3_column_bytes(st, 3);
        begin_log(t);
        tell_game(t, bytes, (uint64_t)sqlite3_column_int64(st, 4));
    }
    sqlite3_reset(st);
    return result == SQLITE_DONE;
}

static bool tell_nobody(void *ctx, const struct store_item *item, const void *bytes)
{
    (void)ctx, (void)item, (void)bytes;
    return true;
}

bool sqlite_last(struct sqlite *s, uint64_t number, struct last *out)
{
    struct journal j = {0};
    struct telling t = {.s = s, .journal = &j, .only = number, .row = tell_nobody, .head.number = number};
    begin_log(&t);
    bool done = tell_runs(&t) && need_journal(&t);
    if (done)
        tell_journal(&t);
    sqlite_journal_free(&j);
    *out = (struct last){t.tail, t.last_seq};
    return done;
}

/* ---- all live games ---- */

/* Games that were here and are not: what is noted of them says so again at the next start. */
static void tell_missing(struct telling *t)
{
    struct ends *ends = t->s->ends;
    sqlite3_stmt *st = t->s->statement[GAME];
    for (const struct end *end = ends_next(ends, NULL); end; end = ends_next(ends, end)) {
        sqlite3_bind_int64(st, 1, (sqlite3_int64)end->number);
        bool there = sqlite3_step(st) == SQLITE_ROW, live = there && sqlite3_column_int(st, 0);
        sqlite3_reset(st);
        if (live)
            continue;
        bool ended = there || !ends_exact(ends) || end->coming || end->going; /* or never began */
        if (ended && t->notes)
            ends_forget(ends, end->number);
        else if (!ended)
            tell_lost(t, end->number, end->id, "nothing of it is left");
    }
}

static void tell_mended(struct telling *t)
{
    for (char *line = t->s->mended; line && *line;) {
        char *end = strchr(line, '\n');
        *end = 0;
        tell_lost(t, 0, "", line);
        *end = '\n';
        line = end + 1;
    }
}

bool sqlite_load(struct store *store, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    struct journal j = {0};
    struct telling t = {.s = s, .journal = &j, .notes = true, .row = row, .ctx = ctx};
    tell_mended(&t);
    bool done = need_journal(&t);
    if (done && j.damaged)
        tell_lost(&t, 0, "", "a part of the journal is damaged");
    done = done && tell_games(&t, LIVE);
    if (done)
        tell_missing(&t);
    ends_write(s->ends);
    sqlite_journal_free(&j);
    return done || sqlite_fail(s, "cannot read the games", why);
}

/* ---- one by its name ---- */

bool sqlite_find(struct store *store, const char *id, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct sqlite *s = (struct sqlite *)store;
    struct journal j = {0};
    struct telling t = {.s = s, .journal = &j, .row = row, .ctx = ctx};
    enum statement which = *id ? FIND : ALL;
    sqlite3_stmt *st = s->statement[which];
    /* All from one moment: pieces may be settled meanwhile. */
    bool done = sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    if (*id)
        sqlite3_bind_text(st, 1, id, -1, SQLITE_TRANSIENT);
    int result = done ? sqlite3_step(st) : SQLITE_ERROR;
    t.only = result == SQLITE_ROW && *id ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    sqlite3_reset(st);
    done = result == SQLITE_DONE || (result == SQLITE_ROW && tell_games(&t, which) && !t.failed);
    if (!done)
        sqlite_fail(s, "cannot read the game", why);
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    sqlite_journal_free(&j);
    return done;
}

bool sqlite_tell_all(struct sqlite *s, store_row_fn *row, void *ctx)
{
    struct journal j = {0};
    struct telling t = {.s = s, .journal = &j, .row = row, .ctx = ctx};
    bool done = need_journal(&t);
    if (done && j.damaged)
        tell_lost(&t, 0, "", "a part of the journal is damaged");
    done = done && tell_games(&t, ALL);
    if (done && s->ends)
        tell_missing(&t);
    sqlite_journal_free(&j);
    return done;
}
