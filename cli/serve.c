/* cli/serve.c -- `turncoat serve`: reads the command line and starts the server. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "server/serve.h"

static const char usage[] =
    "usage: turncoat serve [--listen ADDR:PORT] [--store sqlite:FILE|memory:] [--web DIR]\n"
    "                      [--config FILE] [--set NAME=VALUE]...\n"
    "\n"
    "Serves tables until SIGTERM; prints its address once it is ready.  Settings come from the file,\n"
    "then from the environment (TURNCOAT_NAME), then from the command line: see docs/operating.md.\n";

static void ready(const char *address, const char *metrics)
{
    printf("Turncoat is serving on %s\n", address);
    if (*metrics)
        printf("Its metrics are on %s/metrics\n", metrics);
    fflush(stdout);
}

/* A bad setting, and where it is. */
static int wrong_setting(const char *where, const struct complaint *why)
{
    return why->line ? cli_wrong_use("%s:%u: %s", where, (unsigned)why->line, why->text)
                     : cli_wrong_use("%s: %s", where, why->text);
}

static bool set(struct config *config, const char *text, struct complaint *why)
{
    char name[64];
    const char *equals = strchr(text, '=');
    if (!equals || (size_t)(equals - text) >= sizeof name) {
        snprintf(why->text, sizeof why->text, "--set takes NAME=VALUE");
        return false;
    }
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = 0;
    return config_set(config, name, equals + 1, why);
}

/* Takes the options that name a setting; or, on a first pass, only the file. */
static int read_options(int argc, char **argv, struct config *config, bool files)
{
    struct complaint why = {0};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool file = !strcmp(option, "--config"), one = !strcmp(option, "--set");
        bool named = !strcmp(option, "--listen") || !strcmp(option, "--store") || !strcmp(option, "--web");
        if ((!file && !one && !named) || !value) {
            fputs(usage, stderr);
            return EXIT_WRONG_USE;
        }
        i++;
        if (file != files)
            continue;
        if (file ? !config_read(config, value, &why)
                 : !(one ? set(config, value, &why) : config_set(config, option + 2, value, &why)))
            return wrong_setting(file ? value : option, &why);
    }
    return EXIT_DONE;
}

int serve_main(int argc, char **argv)
{
    struct config config;
    struct complaint why = {0};
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    config_defaults(&config);
    int status = read_options(argc, argv, &config, true);
    if (!status && !config_environment(&config, &why))
        status = wrong_setting("environment", &why);
    if (!status)
        status = read_options(argc, argv, &config, false);
    if (status)
        return status;
    if (serve_run(&config, ready, &why))
        return EXIT_DONE;
    return cli_cannot("cannot serve: %s", *why.text ? why.text : "something could not be stored");
}
