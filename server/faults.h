/* server/faults.h -- a bug in a game stops the table where it shows, and no other (P6.5). */
#ifndef SERVER_FAULTS_H
#define SERVER_FAULTS_H

#include "guard/guard.h"
#include "server/links.h"

/* Does something for a table that runs code of its game.  False: a CHECK failed, and the table has been set
 * aside.  `asks`: a request, which is answered in any case; or NULL. */
typedef void faults_fn(struct host *h, struct hosted *t, void *ctx);
bool faults_guard(struct host *h, struct hosted *t, struct link *asks, faults_fn *what, void *ctx);

/* The table leaves the host; its log stays in the store but is never loaded again. */
void faults_set_aside(struct host *h, struct hosted *t, const struct fault *fault);

const struct refusal *faults_missing(const struct host *h, const char *code); /* why there is no such table */

#endif
