/* store/reports.h -- reports about players (P9.6) in the SQLite store: a table of their own, `report`, beside
 * the games.
 *
 * It does not know what is in them.  They are kept for so many days and no longer, and never more than so
 * many: whoever sends one after the other gets rid of the oldest, not of the disk. */
#ifndef STORE_REPORTS_H
#define STORE_REPORTS_H

#include "store/store.h"

enum { REPORTS_DAYS = 90, REPORTS_MOST = 10000 };

/* Called with each, the newest first; `at_s` is when it was stored, in seconds since 1970.  False: stop. */
typedef bool reports_fn(void *ctx, int64_t at_s, const void *bytes, size_t size);

/* Reads them from a store's file, also while a server uses it; changes nothing.  False: `why` tells. */
bool reports_tell(const char *path, reports_fn *tell, void *ctx, struct complaint *why);

/* For the store itself, in a transaction. */
struct sqlite3;
bool reports_prepare(struct sqlite3 *db); /* makes the table, if there is none, and forgets what is too old */
bool reports_put(struct sqlite3 *db, uint64_t number, const void *bytes, size_t size);
/* Forgets what is too old, if it is an hour or more since that was last done. */
bool reports_tidy(struct sqlite3 *db, int64_t *tidied_s);

#endif
