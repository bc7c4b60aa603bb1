/* server/log.h -- one line on stderr for each thing worth knowing:
 *
 *   2026-03-01T12:00:00.123Z store_failed "all tables wait until it is back"
 *
 * Never a token, a code, a name, a query, or anything somebody said. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

void log_line(const char *event, const char *detail);

#endif
