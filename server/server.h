/* server/server.h -- what the files of the running server share with each other,
 * and nobody else. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "net/net.h"
#include "server/config.h"
#include "server/host.h"
#include "server/metrics.h"
#include "server/rates.h"
#include "server/shelf.h"
#include "store/queue.h"

struct fetch { /* something that is being read in the store for somebody */
    struct fetch *next;
    struct conn *conn; /* NULL: the connection is gone */
    struct queue_ask ask;
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
    struct rates openings, misses, readings, reports;
    struct rates stored; /* bytes */
    int64_t way_ms;      /* when tables may give way again */
    bool gave_way;       /* they have, and the store is still too large */
    struct shelf shelf;
    uint64_t anew; /* how often records were written anew, or that was stored: what was read before is old */
    int anew_commits; /* until so many more are done, the store may still have the old ones */
};

#endif
