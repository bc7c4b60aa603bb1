/* server/api.h -- requests: which of them there are, who may ask, and the replies. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/server.h"

/* As struct net_handlers has them; the host has been told the time. */
void api_request(struct server *s, struct conn *c, const struct net_request *r);
bool api_upgrade(struct server *s, struct conn *c, const struct net_request *r);

void api_fetched(struct server *s, struct queue_done *done); /* a record that somebody asked for was read */
/* Has this address any left of what it may have stored in a minute?  If not, that is counted. */
bool api_may_store(struct server *s, const struct address *address);
void api_stored(struct server *s); /* a commit is done */
void api_forget_fetches(
    struct server *s); /* the store is closed: what was not read by then, nobody is told */
void api_reply(struct conn *c, int status, const char *json, size_t size);

#endif
