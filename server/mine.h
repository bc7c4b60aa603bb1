/* server/mine.h -- what is kept about whoever holds a token, in every game of the store that knows it (P8.3):
 * to be shown to them, or to be forgotten.
 *
 * Their name and their words are taken out; the moves stay, and what is proved about a record does not change
 * (decision 17).  Both are made where the store is read (store/queue.h): `about` is the hash of the token. */
#ifndef SERVER_MINE_H
#define SERVER_MINE_H

#include "store/queue.h"

/* A text: {"games":[...]}, each with what its seat has asked for, as lines of a record. */
extern const struct queue_maker mine_shower;
/* A batch that writes the games anew, and a text: {"forgotten":2,"open":0}.  Games that are still open at a
 * table are left alone, and counted. */
extern const struct queue_maker mine_forgetter;

#endif
