/* cli/cli.h -- what the commands of `turncoat` share: reading a file, reading a number, saying what is wrong.
 *
 * Exit status: 0 success, 1 failure, 2 wrong usage.  Every error is one line on stderr.  It refuses to
 * parse options: each command knows its own. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "core/complaint.h"

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_WRONG_USE = 2 };

/* ---- what is asked ---- */

/* Is --help among the words? */
bool cli_asks_help(int argc, char **argv);

int cli_help(const char *usage); /* prints it; EXIT_DONE */

/* Is the word an option?  "-" alone is standard input. */
bool cli_is_option(const char *word);

/* A whole decimal number from `least` to `most`, with nothing around it.  Otherwise *out is untouched. */
bool cli_number(const char *text, long least, long most, long *out);

/* Reads a whole file into fresh memory, with a zero after it; the caller frees *text.  If the file is larger
 * than `max`, it returns somewhat more than `max` bytes: the parser refuses that many, and knows what to say.
 * "-" is standard input.  On failure nothing is allocated, and `why` gives the reason. */
bool cli_read_file(const char *path, size_t max, char **text, size_t *size, struct complaint *why);

/* ---- what is wrong: each prints one line and returns the exit status ---- */

/* "file:line: reason", or "file: reason" when no line is to blame: EXIT_NO. */
int cli_fail(const char *file, const struct complaint *why);

/* "turncoat: " and the text.  They return EXIT_NO and EXIT_WRONG_USE. */
int cli_cannot(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_wrong_use(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_no_option(const char *command, const char *option); /* EXIT_WRONG_USE, too */

#endif
