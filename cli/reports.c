/* cli/reports.c -- `turncoat reports`: what players at public tables have reported (P9.6), for whoever runs
 * the server. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "server/report.h"
#include "store/reports.h"

/* ---- for people ---- */

static void print_time(int64_t at_ms, const char *form)
{
    char text[40] = "?";
    struct tm tm;
    time_t at = (time_t)(at_ms / 1000);
    if (gmtime_r(&at, &tm))
        strftime(text, sizeof text, form, &tm);
    fputs(text, stdout);
}

/* "Ann (seat 1)"; whoever came in silence has no name yet. */
static void print_player(seat_t seat, const char *name)
{
    if (!seat)
        printf("somebody who watched");
    else
        printf("%s (seat %d)", *name ? name : "a new player", seat);
}

static void print_words(const struct report *r)
{
    print_time(r->at_ms, "%Y-%m-%d %H:%M UTC  ");
    printf("%s: ", r->reason);
    print_player(r->seat, r->name);
    printf(", by ");
    print_player(r->by, r->by_name);
    printf(", at %s, %s, round %" PRIu32 "\n", r->table, r->game, r->round);
    if (*r->text)
        printf("  %s\n", r->text);
    for (int i = 0; i < r->lines; i++) {
        print_time(r->line[i].at_ms, "  %H:%M:%S  ");
        printf("%s\n", r->line[i].text);
    }
    putchar('\n');
}

/* ---- for programs: an object each ---- */

/* Texts in a report have no control characters: what is left are quotes and backslashes. */
static void print_text(const char *name, const char *text)
{
    printf("\"%s\":\"", name);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_json(const struct report *r)
{
    printf("{\"at\":%" PRId64 ",", r->at_ms);
    print_text("table", r->table);
    putchar(',');
    print_text("game", r->game);
    printf(",\"round\":%" PRIu32 ",\"seat\":%d,", r->round, r->seat);
    print_text("name", r->name);
    printf(",\"by\":%d,", r->by);
    print_text("by_name", r->by_name);
    putchar(',');
    print_text("reason", r->reason);
    putchar(',');
    print_text("text", r->text);
    printf(",\"said\":[");
    for (int i = 0; i < r->lines; i++) {
        printf("%s{\"at\":%" PRId64 ",", i ? "," : "", r->line[i].at_ms);
        print_text("text", r->line[i].text);
        putchar('}');
    }
    printf("]}\n");
}

/* ---- all of them ---- */

struct listing {
    bool json;
    int damaged;
};

static bool print(void *ctx, int64_t at_s, const void *bytes, size_t size)
{
    struct listing *l = ctx;
    struct report r;
    (void)at_s;
    if (!report_read(bytes, size, &r))
        l->damaged++;
    else if (l->json)
        print_json(&r);
    else
        print_words(&r);
    return true;
}

static const char usage[] =
    "usage: turncoat reports STORE [--json]\n"
    "Lists what players at public tables have reported, the newest first: who, why, and what was said.\n"
    "STORE is the file of a store; a server may be using it.  Reports are kept for 90 days.\n"
    "  --json    one JSON object each\n";

int reports_main(int argc, char **argv)
{
    struct listing l = {0};
    struct complaint why = {0};
    const char *store = NULL;
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            l.json = true;
        else if (cli_is_option(argv[i]))
            return cli_no_option("reports", argv[i]);
        else if (store)
            return cli_wrong_use("reports takes one store, not `%s` as well", argv[i]);
        else
            store = argv[i];
    }
    if (!store)
        return cli_wrong_use("reports STORE: the file of a server's store");
    store = store_file(store) ? store_file(store) : store;
    if (!reports_tell(store, print, &l, &why))
        return cli_fail(store, &why);
    return l.damaged ? cli_cannot("%d reports are damaged", l.damaged) : EXIT_DONE;
}
