/* server/serve.h -- the server: host, store and network together, until it is
 * told to stop. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "server/config.h"

/* Calls `ready` with the address, and that of the metrics or "", once it is serving.  Returns after SIGTERM
 * or SIGINT, once everything is stored.  False: see `why`. */
bool serve_run(const struct config *config, void (*ready)(const char *address, const char *metrics),
               struct complaint *why);

#endif
