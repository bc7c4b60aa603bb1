/* cli/verify.c -- `turncoat verify`: is the record of a served game what the rules
 * and the seed make of it, and was the seed the one committed to (P5.2)? */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record.h"
#include "server/record.h"

int verify_main(int argc, char **argv)
{
    struct complaint why = {0};
    char *text;
    size_t size;
    if (argc != 2)
        return cli_wrong_use("verify FILE: a record, as /api/records/ID gives it; - is the standard input");
    if (sodium_init() < 0 || !cli_read_file(argv[1], RECORD_MAX, &text, &size, &why))
        return cli_fail(argv[1], &why);
    bool good = record_verify(text, size, &why);
    free(text);
    if (!good)
        return cli_fail(argv[1], &why);
    printf("%s: the seed fits the commitment, and everything follows from it\n", argv[1]);
    return EXIT_DONE;
}
