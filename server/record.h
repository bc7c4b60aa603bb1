/* server/record.h -- makes the record of a finished game from what is stored.
 *
 * A record tells all secrets, so only finished games have one. */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "store/queue.h"

/* From the rows that store_find() returns.  The caller frees *text. */
enum record_state { RECORD_MADE, RECORD_MISSING, RECORD_NOT_OVER, RECORD_DAMAGED, RECORD_BY_LATER };
enum record_state record_make(const struct store_batch *rows, char **text, size_t *size);
/* The same for those who find it (store/queue.h): of a game that is not over only the head is read. */
extern const struct queue_maker record_maker;

#endif
