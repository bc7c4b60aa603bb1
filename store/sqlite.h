/* store/sqlite.h -- what the files of the SQLite store share with each other, and nobody else: sqlite.c
 * commits, sqlite_read.c tells what is there, sqlite_open.c opens the file, and mends it if it must.
 *
 * Commits append: everything of a batch but its heads goes into one row of `journal`, so that a commit
 * touches one end of the file however many tables have something to store.  When the journal has grown, its
 * pieces are settled into `run`, where a game lies together.  Reading joins both. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "store/ends.h"
#include "store/store.h"
#include "store/sum.h"

enum { SCHEMA_VERSION = 2, APPLICATION_ID = 0x54636f74 }; /* "Tcot" */

enum statement {
    HOLD,
    BEGIN,
    COMMIT,
    ROLLBACK,
    PUT_HEAD,
    DROP_GAME,
    DROP_RUNS,
    PUT_JOURNAL,
    PUT_RUN,
    CUT_JOURNAL,
    OLD_GAMES,
    OLDEST_GAMES,
    ALL,
    JOURNAL,
    LIVE,
    FIND,
    GAME,
    RUNS,
    STATEMENTS
};

struct sqlite {
    struct store store;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    struct ends *ends; /* NULL: this one only reads */
    uint8_t *row;      /* of the journal, being written */
    size_t row_size, row_room;
    size_t journal_size;
    int64_t row_number; /* of the last row of the journal */
    char *path;
    int wal_frames;   /* of its log, after the last commit */
    bool purge;       /* something was deleted that must not stay in free pages */
    int64_t purged_s; /* when that was last done: steady time, as is the next */
    int64_t looked_s; /* when it was last looked for what is too old */
    int64_t tidied_s; /* when reports that are too old were last forgotten, by the clock */
    char *mended;     /* what was found when it was opened, a line each; NULL: all was well */
};

/* Before each piece, in the journal as in a run. */
struct mark {
    uint64_t number; /* of the game */
    uint32_t seq, size;
    uint64_t before; /* the sum of the piece before it in its game; 0: a store of version 1 did not say */
    uint64_t sum;    /* of all this and the piece */
};

/* What the first piece of a game continues. */
static inline uint64_t mark_first(uint64_t number)
{
    return sum_number(APPLICATION_ID, number) | 1;
}

static inline uint64_t mark_sum(const struct mark *mark, const void *bytes)
{
    uint64_t sum = sum_number(sum_number(mark->before, mark->number), (uint64_t)mark->seq << 32 | mark->size);
    return sum_bytes(sum, bytes, mark->size) | 1; /* never 0 */
}

static inline uint64_t head_sum(uint64_t number, const char *id, const void *bytes, size_t size)
{
    return sum_bytes(sum_bytes(sum_number(APPLICATION_ID, number), id, strlen(id)), bytes, size);
}

/* The next piece from *at on, which moves behind it.  False: there is none.  What is damaged is skipped, and
 * counted: after it, the next piece whose sum fits is found. */
bool mark_next(const uint8_t *bytes, size_t size, size_t *at, struct mark *mark, size_t *damaged);

bool sqlite_fail(const struct sqlite *s, const char *doing, struct complaint *why); /* false */
bool sqlite_run(struct sqlite *s, enum statement which);  /* one without rows, with what is bound to it */
int64_t sqlite_number(struct sqlite *s, const char *sql); /* its first value; -1: there is none */

/* sqlite.c */
bool sqlite_commit(struct store *store, const struct store_batch *b, struct complaint *why);
bool sqlite_drop(struct sqlite *s, uint64_t game);
bool sqlite_settle(struct sqlite *s);  /* in a transaction */
void sqlite_release(struct sqlite *s); /* what it holds between commits: see there */

/* sqlite_tidy.c */
bool sqlite_tidy(struct store *store);

/* sqlite_read.c */
struct journal { /* all of it, in order */
    uint8_t *bytes;
    size_t size, room;
    struct piece *pieces;
    size_t count, damaged; /* bytes that are no piece */
};
struct piece {
    struct mark mark;
    size_t order; /* a later piece of the same number replaces an earlier one */
    const uint8_t *bytes;
};
bool sqlite_journal(struct sqlite *s, struct journal *j, uint64_t only); /* of one game, or (0) of all */
void sqlite_journal_free(struct journal *j);
bool sqlite_load(struct store *store, store_row_fn *row, void *ctx, struct complaint *why);
bool sqlite_last(struct sqlite *s, uint64_t number, struct last *out); /* false: it cannot be read */
bool sqlite_find(struct store *store, const char *id, store_row_fn *row, void *ctx, struct complaint *why);

/* sqlite_open.c.  Makes the tables of a version from those of an earlier one; 0: there are none. */
bool sqlite_make(sqlite3 *db, int from, int to);

/* Another connection that only reads; NULL: `why` has the reason.  store_close() closes it. */
struct sqlite *sqlite_open_reader(const char *path, struct complaint *why);
enum { SQLITE_FOUND_MAX = 1024 };
/* What SQLite finds wrong with its file, a line each; false: it found nothing. */
bool sqlite_is_damaged(struct sqlite *s, char found[SQLITE_FOUND_MAX]);

/* sqlite_read.c.  Of every game in the store. */
bool sqlite_tell_all(struct sqlite *s, store_row_fn *row, void *ctx);

/* sqlite_mend.c.  Copies what can be read of a damaged file into a new one, which takes its place; `told` is
 * how it went, a line. */
bool sqlite_mend(const char *path, int version, char *told, size_t told_size, struct complaint *why);

#endif
