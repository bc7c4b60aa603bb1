/* cli/serve.c -- `turncoat serve`: the words of the command line, and the server. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "server/serve.h"

static int help(FILE *out)
{
    fputs("usage: turncoat serve [--listen ADDR:PORT] [--store sqlite:FILE|memory:] [--web DIR]\n"
          "                      [--config FILE] [--set NAME=VALUE]...\n"
          "\n"
          "Serves tables until SIGTERM; prints the address when it is ready.  Settings come from the file,\n"
          "then from the environment (TURNCOAT_NAME), then from the command line: see docs/operating.md.\n",
          out);
    return out == stdout ? 0 : 2;
}

static void ready(const char *address)
{
    printf("Turncoat serves on %s\n", address);
    fflush(stdout);
}

static int fail(const char *what, const struct complaint *why)
{
    if (why->line)
        fprintf(stderr, "turncoat: %s:%u: %s\n", what, (unsigned)why->line, why->text);
    else
        fprintf(stderr, "turncoat: %s: %s\n", what, why->text);
    return 2;
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

/* Takes the options that name a setting, or, in a first reading, only the file. */
static int read_options(int argc, char **argv, struct config *config, bool files)
{
    struct complaint why = {0};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool file = !strcmp(option, "--config"), one = !strcmp(option, "--set");
        bool named = !strcmp(option, "--listen") || !strcmp(option, "--store") || !strcmp(option, "--web");
        if (!strcmp(option, "--help") && files) {
            help(stdout);
            return 1;
        }
        if ((!file && !one && !named) || !value)
            return help(stderr);
        i++;
        if (file != files)
            continue;
        if (file ? !config_read(config, value, &why)
                 : !(one ? set(config, value, &why) : config_set(config, option + 2, value, &why)))
            return fail(file ? value : option, &why);
    }
    return 0;
}

int serve_main(int argc, char **argv)
{
    struct config config;
    struct complaint why = {0};
    config_defaults(&config);
    int status = read_options(argc, argv, &config, true);
    if (status)
        return status == 1 ? 0 : status;
    if (!config_environment(&config, &why))
        return fail("environment", &why);
    status = read_options(argc, argv, &config, false);
    if (status)
        return status;
    if (!serve_run(&config, ready, &why)) {
        fprintf(stderr, "turncoat: cannot serve: %s\n",
                *why.text ? why.text : "something could not be stored");
        return 1;
    }
    return 0;
}
