/* cli/record.h -- the record of a game, as a file: a header, and every event of the truth, one JSON object a
 * line (docs/records.md).
 *
 * A record tells all secrets: it is for after the end.  It is read as a whole or not at all. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include <stdint.h>
#include <stdio.h>

#include "core/complaint.h"
#include "table/table.h"

enum { RECORD_FORMAT = 1, RECORD_SERVED = 2, RECORD_MAX = 8 << 20 }; /* bytes of a record */

/* What a record knows of a game beside its events. */
struct record {
    uint64_t seed; /* from which the host drew the dice of every input */
    char date[11]; /* YYYY-MM-DD; empty: not known */
};

/* Writes the whole log of the table.  False: it could not be written. */
bool record_write(FILE *out, const struct table *t, const struct record *about);

/* Reads and checks any bytes whatever.  Only on success is `out` opened, as table_open() does it; the caller
 * closes it.  Nothing has been shown to anybody yet: table_show() does that.  On failure `why` tells the
 * line. */
bool record_read(const char *text, size_t size, struct table *out, struct record *about,
                 struct complaint *why);

#endif
