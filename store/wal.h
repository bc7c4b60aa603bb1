/* store/wal.h -- SQLite's write-ahead log, looked at before SQLite does.
 *
 * SQLite takes the first damaged frame for the end: everything committed after it would be gone.  If sound
 * frames follow, it was not the end.  Then the log is made readable as it is, with the damage in it, and only
 * what the damaged pages hold is lost. */
#ifndef STORE_WAL_H
#define STORE_WAL_H

#include <stdbool.h>

/* Of the store at `path`.  How many frames were damaged; 0: none, or there is no log; -1: it cannot be read
 * or written.  The log as it was is kept in `kept`. */
int wal_mend(const char *path, const char *kept);
int wal_damaged(const char *path); /* the same, and nothing is written */
bool wal_exists(const char *path); /* with anything in it */

#endif
