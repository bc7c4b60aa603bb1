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
       LIMIT_MISSES_PER_MIN = 20,   /* codes that do not exist: see CODE_SIZE */
       LIMIT_REPORTS_PER_MIN = 3,   /* about players (P9.6) */
       LIMIT_LOBBY_KEPT_S = 3600,   /* an abandoned table, before or after its game */
       LIMIT_GAME_KEPT_S = 86400,   /* the same in the middle of a game */
       LIMIT_MEMORY_MB = 1024,      /* that all tables together may take */
};

enum {
    LIMIT_MESSAGE = 4096,                  /* bytes of one message from a browser */
    LIMIT_BODY = 8192,                     /* bytes of one HTTP body in JSON */
    LIMIT_UPLOAD = MATERIAL_TEXT_MAX + 64, /* bytes of any HTTP body */
    LIMIT_OUTBOX = 256 * 1024,             /* bytes that wait for a slow reader before it is cut */
    LIMIT_MESSAGES_BURST = 60,             /* messages at once */
    LIMIT_SCOLDINGS = 100,                 /* messages beyond the rate until the connection is closed */
    LIMIT_TALK_PER_S = 200,                /* bytes that a seat may say, on average; */
    LIMIT_TALK_BURST = 4000,               /* at once; */
    LIMIT_TALK_EVENT = 40,                 /* and what a word, a phrase or a gesture counts at least */
    LIMIT_HOST_PER_S = 4,                  /* what the host of a table may arrange, on average, */
    LIMIT_HOST_BURST = 30,                 /* and at once */
    LIMIT_REPORT_S = 60,                   /* how long a seat, or all who watch, wait for another report, */
    LIMIT_REPORTS_BURST = 5,               /* after so many at once */
    LIMIT_LINKS_PER_TABLE = 100,           /* browsers at one table; spectators leave room for all devices */
    LIMIT_DEVICES_PER_SEAT = 4,            /* one more closes the oldest */
    LIMIT_FORMER = 12,                     /* tokens of seats given up in a game that are remembered (P5.4) */
    LIMIT_ANSWERS = 32,                    /* accepted commands remembered for each seat (P6.2) */
    LIMIT_ADDRESSES = 8192,                /* networks whose openings, or misses, are remembered at a time */
    LIMIT_LOBBY = 100,                     /* public tables shown */
    LIMIT_ASIDE = 64,                      /* how many codes of tables set aside are remembered */
    LIMIT_AWAY_S = 3600,           /* the longest that a table can wait for somebody before a bot plays */
    LIMIT_REPLY = 64 * 1024,       /* bytes of a reply that is not a file or a record */
    LIMIT_BATCH = 4 * 1024 * 1024, /* bytes gathered for the store before commands are refused */
};

enum {
    REQUEST_MS = 10000, /* until then, a request must be complete */
    IDLE_MS = 6000, /* a silent WebSocket is pinged, then cut after the same time: others see who is away */
    ASKER_GONE_MS = 10000, /* whoever waits for a seat looks more often than that how it stands */
    ARRIVE_MS = 10000,     /* whoever took a seat and has not come by then is away */
    LEFT_ALONE_MS = 60000, /* a table where nobody has been for this long gives way to a new one */
    AWAY_S = 20,           /* P2.3 */
    RETRY_MS = 250,        /* after the store has failed */
    /* Letters of a table's code: 31^8 are 8.5e11.  With 20,000 tables every 4.3e7th code is one, and whoever
     * guesses finds the first after 4 years on average, at 20 misses a minute. */
    CODE_SIZE = 8,
    MARK_BYTES = 8,      /* of the chain, in every entry */
    RECORD_ID_SIZE = 14, /* letters of a record's id: 69 bits */
};

#endif
