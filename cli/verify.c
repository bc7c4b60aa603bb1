/* cli/verify.c -- `turncoat verify`: does a record follow from the rules and the seed, and was this the seed
 * that was committed to (P5.2, P8.8)? */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record_file.h"

static void tell(const char *file, const struct record_proved *p)
{
    printf("%s: the seed matches the commitment; %u of %u commands judged again by today's rules", file,
           (unsigned)p->judged, (unsigned)p->entries);
    if (p->older)
        printf(", %u told as older rules judged them", (unsigned)p->older);
    if (p->deleted)
        printf(", %u told without words that were deleted", (unsigned)p->deleted);
    putchar('\n');
}

static const char usage[] =
    "usage: turncoat verify FILE\n"
    "Proves the record of a game, as /api/records/ID gives it: judges every command again, with the dice of\n"
    "the seed, and compares the seed with what was committed to.  - is standard input.\n";

int verify_main(int argc, char **argv)
{
    struct table t;
    struct record_proved proved;
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    if (argc != 2)
        return cli_wrong_use("verify FILE: a record, as /api/records/ID gives it; - is standard input");
    int status = record_file(argv[1], &t, &proved);
    if (status)
        return status;
    table_close(&t);
    if (proved.header.format == 1)
        return cli_fail(argv[1],
                        &(struct complaint){.text = "a record in this old format has nothing to prove: "
                                                    "it holds no commands and no commitment"});
    tell(argv[1], &proved);
    return EXIT_DONE;
}
