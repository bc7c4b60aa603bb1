/* cli/record_file.c -- reading and proving. */
#include "cli/record_file.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "seal/secret.h"

int record_text(const char *path, const char *text, size_t size, struct table *out,
                struct record_proved *proved)
{
    struct complaint why = {.text = "the hashing library does not work"};
    if (!secret_begin() || !record_prove(text, size, out, proved, &why))
        return cli_fail(path, &why);
    return EXIT_DONE;
}

int record_file(const char *path, struct table *out, struct record_proved *proved)
{
    struct complaint why;
    char *text;
    size_t size;
    if (!cli_read_file(path, RECORD_MAX, &text, &size, &why))
        return cli_fail(path, &why);
    int status = record_text(path, text, size, out, proved);
    free(text);
    return status;
}
