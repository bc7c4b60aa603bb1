/* cli/record_file.h -- a record from a file: the one way by which replay, check and verify come to one. */
#ifndef CLI_RECORD_FILE_H
#define CLI_RECORD_FILE_H

#include "server/record.h"

/* An exit status; what is wrong has been told.  Only if it is EXIT_DONE is the table open. */
int record_file(const char *path, struct table *out, struct record_proved *proved);
int record_text(const char *path, const char *text, size_t size, struct table *out,
                struct record_proved *proved);

#endif
