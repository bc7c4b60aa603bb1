/* server/quota.h -- how fast a seat may speak, and how much of a game's log it may fill (P6.5).
 *
 * A seat has one quota, whatever the number of its devices.  None of this keeps anybody from leaving, pausing
 * or ending the game: those are few, and the log has room for them (table/table.h). */
#ifndef SERVER_QUOTA_H
#define SERVER_QUOTA_H

#include "core/game.h"
#include "server/bucket.h"

struct host;
struct hosted;
struct link;

struct quota {
    struct bucket messages; /* of any kind */
    struct bucket talk;     /* bytes */
    struct bucket reports;  /* about others (P9.6) */
    uint32_t said;          /* bytes of the log that its talk fills in this game */
};

bool quota_message(struct host *h, struct link *l); /* another message; false: too fast */
/* NULL: the seat may ask for that now; otherwise why not. */
const struct refusal *quota_refusal(struct host *h, struct hosted *t, const struct input *in);
/* The same for what only the table's host may ask for. */
const struct refusal *quota_host_refusal(struct host *h, struct hosted *t);
/* What was asked has happened, and filled so many bytes of the log. */
void quota_filled(struct hosted *t, uint16_t command, seat_t by, size_t bytes);

#endif
