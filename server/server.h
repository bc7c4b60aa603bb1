/* server/server.h -- what the files of the running server share with each other,
 * and nobody else. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "net/net.h"
#include "server/config.h"
#include "server/host.h"
#include "server/metrics.h"
#include "server/rates.h"
#include "store/queue.h"

struct fetch { /* a record being read for somebody */
    struct fetch *next;
    struct conn *conn; /* NULL: the connection is gone */
};

struct server {
    const struct config *config;
    struct net *net;
    struct host *host;
    struct queue *queue;
    struct metrics metrics;
    struct fetch *fetches;
    int64_t stop_ms;  /* when it was told to stop */
    uint64_t turn_us; /* when this turn of the loop began; 0: nothing has come yet */
    bool stopping, failed;
    struct rates openings, misses, reports;
};

#endif
