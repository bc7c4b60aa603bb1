/* server/limits.h -- every bound of the server, in one place.
 *
 * Those that an operator may want to change are defaults of the configuration
 * (server/config.c); the rest are part of the program.  Whoever reaches one gets
 * a refusal, a clear answer or a clean close. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "core/limits.h"

enum { /* defaults of the configuration */
       LIMIT_TABLES = 20000,
       LIMIT_CONNECTIONS = 30000,
       LIMIT_CONNECTIONS_PER_ADDRESS = 200,
       LIMIT_MESSAGES_PER_S = 20,   /* from one connection, on average */
       LIMIT_OPENINGS_PER_MIN = 20, /* tables and seats that one address may take */
       LIMIT_RECORDS_PER_MIN = 60,  /* records that one address may ask for */
       LIMIT_LOBBY_KEPT_S = 3600,   /* an abandoned table, before or after its game */
       LIMIT_GAME_KEPT_S = 86400,   /* the same in the middle of a game */
       LIMIT_RECORDS_KEPT_DAYS = 90,
};

enum {
    LIMIT_MESSAGE = 4096,                  /* bytes of one message from a browser */
    LIMIT_BODY = 8192,                     /* bytes of one HTTP body in JSON */
    LIMIT_UPLOAD = MATERIAL_TEXT_MAX + 64, /* bytes of any HTTP body */
    LIMIT_OUTBOX = 256 * 1024,             /* bytes that wait for a slow reader before it is cut */
    LIMIT_MESSAGES_BURST = 60,             /* messages at once */
    LIMIT_SCOLDINGS = 100,                 /* messages beyond the rate until the connection is closed */
    LIMIT_LINKS_PER_TABLE = 64,            /* browsers at one table, the gallery included */
    LIMIT_ANSWERS = 32,                    /* accepted commands remembered for each seat (P6.2) */
    LIMIT_ADDRESSES = 4096,                /* addresses whose requests are counted at a time */
    LIMIT_SHELF = 16 * 1024 * 1024,        /* bytes of records kept in memory */
    LIMIT_LOBBY = 100,                     /* public tables shown */
    LIMIT_ASIDE = 64,                      /* how many codes of tables set aside are remembered */
    LIMIT_AWAY_S = 3600,           /* the longest that a table can wait for somebody before a bot plays */
    LIMIT_REPLY = 64 * 1024,       /* bytes of a reply that is not a file or a record */
    LIMIT_BATCH = 4 * 1024 * 1024, /* bytes gathered for the store before commands are refused */
};

enum {
    REQUEST_MS = 10000, /* until then, a request must be complete */
    IDLE_MS = 6000, /* a silent WebSocket is pinged, then cut after the same time: others see who is away */
    ARRIVE_MS = 10000,   /* whoever took a seat and has not come by then is away */
    AWAY_S = 20,         /* P2.3 */
    RETRY_MS = 250,      /* after the store has failed */
    CODE_SIZE = 6,       /* letters of a table's code */
    TOKEN_BYTES = 16,    /* 128 bits */
    MARK_BYTES = 8,      /* of the chain, in every entry */
    RECORD_ID_SIZE = 14, /* letters of a record's id: 69 bits */
};

#endif
