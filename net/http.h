/* net/http.h -- requests: read strictly, handed over whole, answered; inside net/ only. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include "net/conn.h"

/* Returns how many bytes were taken: all, or those up to the end of a request. */
size_t http_input(struct conn *c, const char *bytes, size_t size);
bool http_become_websocket(struct conn *c); /* says 101, if it has not been said */
void http_free(struct http *h);
const char *http_none_match(const struct http *h); /* If-None-Match, or "" */
bool http_accepts(const struct http *h, const char *encoding);

#endif
