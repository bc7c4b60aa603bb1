/* cli/record_file.h -- a record from a file: the only way in which replay, check and verify get one. */
#ifndef CLI_RECORD_FILE_H
#define CLI_RECORD_FILE_H

#include "seal/prove.h"

/* They return an exit status, and have said what is wrong.  The table is open only after EXIT_DONE. */
int record_file(const char *path, struct table *out, struct record_proved *proved);
int record_text(const char *path, const char *text, size_t size, struct table *out,
                struct record_proved *proved);

#endif
