/* server/sitting.h -- gives people seats: when they ask for one, and when they open a table. */
#ifndef SERVER_SITTING_H
#define SERVER_SITTING_H

#include "server/hosted.h"
#include "server/messages.h"

/* Somebody sits down there, and gets a new token; both are stored with the next batch.  NULL: done. */
const struct refusal *sitting_give(struct host *h, struct hosted *t, const struct take_seat *asked,
                                   struct seat_given *out);

/* Could an unreadable request be read without its name?  Then the name is what is wrong with it. */
bool sitting_name_bad(const char *request, const char *body, size_t size);

#endif
