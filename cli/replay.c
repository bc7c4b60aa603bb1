/* cli/replay.c -- `turncoat replay`: checks a record and tells it. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record_file.h"
#include "rules/presence.h"
#include "table/common.h"
#include "tell/tell.h"

static int replay_file(const char *path, int as, bool json)
{
    struct table t;
    struct record_proved proved;
    int status = record_file(path, &t, &proved);
    if (status)
        return status;
    int seats = presence_of(t.game, t.truth)->seats;
    if (as > seats)
        status =
            cli_wrong_use("replay: --as %d: that game has seats 1 to %d, and 0 for the gallery", as, seats);
    else
        tell_table(stdout, &t, proved.header.date, as, json);
    table_close(&t);
    return status;
}

static const char usage[] = "usage: turncoat replay FILE [--json] [--as SEAT]\n"
                            "Checks the record of a game and tells it, with all its secrets.\n"
                            "  --json      as JSON, one event per line\n"
                            "  --as SEAT   only what that seat was shown; 0 is the gallery\n";

int replay_main(int argc, char **argv)
{
    const char *path = NULL;
    bool json = false;
    long as = TELL_TRUTH;
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            json = true;
        } else if (!strcmp(argv[i], "--as")) {
            if (++i == argc || !cli_number(argv[i], 0, SEATS_MAX, &as))
                return cli_wrong_use("replay: --as takes a seat from 0 (the gallery) to %d", SEATS_MAX);
        } else if (cli_is_option(argv[i])) {
            return cli_no_option("replay", argv[i]);
        } else if (path) {
            return cli_wrong_use("replay: one record at a time, please");
        } else {
            path = argv[i];
        }
    }
    if (!path)
        return cli_wrong_use("replay: which record? See turncoat replay --help");
    return replay_file(path, (int)as, json);
}
