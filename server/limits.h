/* server/limits.h -- every bound of the server, in one place.
 *
 * Those that somebody who runs a server may want to change are defaults of the
 * configuration (server/config.c); the others are part of the program.  Reaching
 * one is a refusal, a clear answer or a clean close. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "core/limits.h"

enum { /* defaults of the configuration */
       LIMIT_TABLES = 20000,
       LIMIT_CONNECTIONS = 30000,
       LIMIT_CONNECTIONS_PER_ADDRESS = 200,
       LIMIT_MESSAGES_PER_S = 20,   /* of one connection, on average */
       LIMIT_OPENINGS_PER_MIN = 20, /* tables and seats that one address may take */
       LIMIT_LOBBY_KEPT_S = 3600,   /* a table that nobody is at, before or after its game */
       LIMIT_GAME_KEPT_S = 86400,   /* the same in the middle of a game */
};

enum {
    LIMIT_MESSAGE = 4096,                  /* bytes of one message up */
    LIMIT_BODY = 8192,                     /* bytes of one HTTP body in JSON */
    LIMIT_UPLOAD = MATERIAL_TEXT_MAX + 64, /* bytes of any */
    LIMIT_OUTBOX = 256 * 1024,             /* bytes that wait for a slow reader before it is cut */
    LIMIT_MESSAGES_BURST = 60,             /* messages at once */
    LIMIT_SCOLDINGS = 100,                 /* messages beyond the rate before the connection is closed */
    LIMIT_LINKS_PER_TABLE = 64,            /* browsers at one table, the gallery included */
    LIMIT_ANSWERS = 32,                    /* accepted commands remembered for each seat (P6.2) */
    LIMIT_ADDRESSES = 4096,                /* addresses whose openings are counted at a time */
    LIMIT_LOBBY = 100,                     /* public tables shown */
    LIMIT_ASIDE = 64,                      /* tables set aside whose codes are remembered */
    LIMIT_AWAY_S = 3600,     /* the longest time that a table may wait for somebody before a bot plays */
    LIMIT_REPLY = 64 * 1024, /* bytes of a reply that is not a file or a record */
    LIMIT_BATCH = 4 * 1024 * 1024, /* bytes gathered for the store before commands are refused */
};

enum {
    REQUEST_MS = 10000, /* a request must be complete by then */
    IDLE_MS = 6000,    /* a silent WebSocket is pinged, and cut after as long again: others see who is away */
    ARRIVE_MS = 10000, /* whoever took a seat should have come by then, or is away */
    AWAY_S = 20,       /* P2.3 */
    RETRY_MS = 250,    /* after the store has failed */
    CODE_SIZE = 6,     /* letters of a table's code */
    TOKEN_BYTES = 16,  /* 128 bits */
    MARK_BYTES = 8,    /* of the chain, in every entry */
    RECORD_ID_SIZE = 14, /* letters of a record's id: 69 bits */
};

#endif
