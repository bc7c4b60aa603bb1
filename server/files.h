/* server/files.h -- the pages of the web client, from one folder. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include "net/net.h"

enum { HEADERS_MAX = 1024 };
extern const char files_headers[]; /* for all replies; parts of a page need fewer */

void files_reply(struct conn *c, const char *folder, const char *path);

#endif
