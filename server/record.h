/* server/record.h -- the record of a finished game: who, what, when, and all that
 * happened, as lines of JSON (docs/protocol/records.md).
 *
 * It tells all secrets, so it is made of finished games only. */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "core/complaint.h"
#include "store/store.h"

enum record_state { RECORD_MADE, RECORD_MISSING, RECORD_NOT_OVER, RECORD_DAMAGED };

/* From the rows that store_find() gives.  The caller frees *text. */
enum record_state record_make(const struct store_batch *rows, char **text, size_t *size);

/* P5.2: does the seed fit the commitment, and does every event follow from the rules, the commands and the
 * dice that the seed gives?  `why` tells the line that does not. */
bool record_verify(const char *text, size_t size, struct complaint *why);

#endif
