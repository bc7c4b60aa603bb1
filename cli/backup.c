/* cli/backup.c -- `turncoat backup`: copies a store, also while a server uses it. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "store/store.h"

static const char usage[] =
    "usage: turncoat backup STORE FILE\n"
    "Copies a store as it is at this moment, also while a server uses it: nobody waits.  STORE is its file,\n"
    "FILE one that does not exist yet.  To restore: stop the server, put FILE in the place of STORE, remove\n"
    "STORE-wal and STORE-shm, and start the server again (docs/operating.md).\n";

int backup_main(int argc, char **argv)
{
    struct complaint why = {0};
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    if (argc != 3 || cli_is_option(argv[1]) || cli_is_option(argv[2]))
        return cli_wrong_use("backup STORE FILE: a store, and where to put the copy");
    const char *store = store_file(argv[1]) ? store_file(argv[1]) : argv[1];
    if (access(argv[2], F_OK) == 0)
        return cli_cannot("%s is there already", argv[2]);
    if (!store_backup(store, argv[2], &why))
        return cli_fail(store, &why);
    printf("%s: copied to %s\n", store, argv[2]);
    return EXIT_DONE;
}
