/* cli/cli.c -- what the commands of `turncoat` share. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool complain(struct complaint *why, uint32_t line, const char *reason)
{
    why->line = line;
    snprintf(why->text, sizeof why->text, "%s", reason);
    return false;
}

/* Reads to the end, or until it is clear that the file is too large. */
static bool read_all(FILE *in, size_t max, char **text, size_t *size, struct complaint *why)
{
    size_t room = 1 << 16, used = 0;
    char *all = NULL;
    for (;;) {
        char *more = realloc(all, room + 1);
        if (!more) {
            free(all);
            return complain(why, 0, "out of memory");
        }
        all = more;
        used += fread(all + used, 1, room - used, in);
        if (used < room || used > max)
            break;
        room *= 2;
    }
    bool marked = used >= 3 && !memcmp(all, "\xef\xbb\xbf", 3);
    if (marked || ferror(in)) {
        free(all);
        return marked ? complain(why, 1, "begins with a byte order mark: save it without one")
                      : complain(why, 0, "cannot be read");
    }
    all[used] = 0;
    *text = all;
    *size = used;
    return true;
}

bool cli_read_file(const char *path, size_t max, char **text, size_t *size, struct complaint *why)
{
    struct stat about;
    if (!strcmp(path, "-"))
        return read_all(stdin, max, text, size, why);
    FILE *in = fopen(path, "rb");
    if (!in)
        return complain(why, 0, strerror(errno));
    bool good = fstat(fileno(in), &about) || !S_ISDIR(about.st_mode) ? read_all(in, max, text, size, why)
                                                                     : complain(why, 0, "is a folder");
    fclose(in);
    return good;
}

bool cli_asks_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return true;
    return false;
}

int cli_help(const char *usage)
{
    fputs(usage, stdout);
    return EXIT_DONE;
}

bool cli_is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

bool cli_number(const char *text, long least, long most, long *out)
{
    char *end;
    bool plain = text[0] == '-' ? text[1] >= '0' && text[1] <= '9' : text[0] >= '0' && text[0] <= '9';
    errno = 0;
    long value = plain ? strtol(text, &end, 10) : 0;
    if (!plain || *end || errno || value < least || value > most)
        return false;
    *out = value;
    return true;
}

int cli_fail(const char *file, const struct complaint *why)
{
    if (why->line)
        fprintf(stderr, "%s:%u: %s\n", file, (unsigned)why->line, why->text);
    else
        fprintf(stderr, "%s: %s\n", file, why->text);
    return EXIT_NO;
}

static void say(const char *format, va_list args)
{
    fputs("turncoat: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

int cli_cannot(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return EXIT_NO;
}

int cli_wrong_use(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return EXIT_WRONG_USE;
}

int cli_no_option(const char *command, const char *option)
{
    return cli_wrong_use("%s: there is no option %s; see turncoat %s --help", command, option, command);
}
