/* server/tables.h -- all tables of a host, by their codes. */
#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "server/links.h"

struct hosted *tables_find(struct host *h, const char *code); /* NULL: there is none */
/* NULL: it is there for others, because it is stored; otherwise why there is no such table. */
const struct refusal *tables_missing(const struct host *h, const struct hosted *t, const char *code);
/* For a request; the table must have been stored.  NULL: the request has been refused. */
struct hosted *tables_find_or_refuse(struct host *h, struct link *l, const char *code);
/* Walks through all of them: NULL starts it, NULL ends it. */
struct hosted *tables_next(const struct host *h, const struct hosted *t);

/* The list of tables that nobody has joined yet, as far as is known. */
void tables_list_unjoined(struct host *h, struct hosted *t);
void tables_unlist(struct host *h, struct hosted *t);
struct hosted *tables_new(struct host *h, const struct game *game,
                          const char *code); /* NULL: out of memory */
/* After anything that may have made it larger or smaller: counts the memory that it takes. */
void tables_weigh(struct host *h, struct hosted *t);
void tables_free(struct host *h, struct hosted *t); /* its links must be gone, or no longer need it */

/* For a game that begins there: draws its number, its record's name and its seed; its time starts now. */
void tables_draw_game(struct host *h, struct hosted *t);

#endif
