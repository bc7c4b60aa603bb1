/* cli/main.c -- `turncoat`: one program, with a word for each thing it does. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *does;
} commands[] = {
    {"serve", serve_main, "serve tables to browsers"},
    {"simulate", simulate_main, "play whole games with bots, in virtual time"},
    {"replay", replay_main, "check and print the record of a game"},
    {"verify", verify_main, "prove the record of a game from its seed"},
    {"check", check_main, "validate tile sets, scenarios and records"},
    {"reports", reports_main, "list what players have reported"},
    {"bench", bench_main, "measure the speed, against a bare floor in the same run"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *out)
{
    fprintf(out, "usage: turncoat COMMAND ...\nturncoat %s: a table for real-time hidden-role games\n\n",
            TURNCOAT_VERSION);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  turncoat %-9s %s\n", commands[i].name, commands[i].does);
    fprintf(
        out,
        "\n`turncoat COMMAND --help` tells you more.  Exit status: 0 success, 1 failure, 2 wrong usage.\n");
}

static int run(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    if (!strcmp(word, "help") || !strcmp(word, "--help")) {
        help(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(word, "version") || !strcmp(word, "--version")) {
        printf("turncoat %s\n", TURNCOAT_VERSION);
        return EXIT_DONE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(word, commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    if (*word)
        return cli_wrong_use("there is no command `%s`: see turncoat help", word);
    help(stderr);
    return EXIT_WRONG_USE;
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return cli_cannot("cannot write to standard output");
}
