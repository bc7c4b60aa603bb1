/* server/faults.h -- a bug in a game stops the table that it shows at, and no other (P6.5). */
#ifndef SERVER_FAULTS_H
#define SERVER_FAULTS_H

#include "guard/guard.h"
#include "server/links.h"

/* Does something for a table that its game has a part in.  False: a CHECK failed in it, and the table has
 * been set aside.  `asks`: a request that is answered in any case; or NULL. */
typedef void faults_fn(struct host *h, struct hosted *t, void *ctx);
bool faults_guard(struct host *h, struct hosted *t, struct link *asks, faults_fn *what, void *ctx);

/* The table leaves the host; its log stays in the store and is not loaded any more. */
void faults_set_aside(struct host *h, struct hosted *t, const struct fault *fault);

const struct refusal *faults_missing(const struct host *h, const char *code); /* why it is not there */

#endif
