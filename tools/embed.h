/* tools/embed.h -- what the programs share that turn a text of data/ into C source at build time. */
#ifndef TOOLS_EMBED_H
#define TOOLS_EMBED_H

#include <stdio.h>

#include "core/complaint.h"

static inline int embed_fail(const char *file, const struct complaint *why)
{
    fprintf(stderr, "%s:%u: %s\n", file, (unsigned)why->line, why->text);
    return 1;
}

/* Reads a file, up to `max` bytes of it; returns the exit status, or 0. */
static inline int embed_read(const char *file, char *text, size_t max, size_t *size)
{
    FILE *in = fopen(file, "rb");
    if (!in)
        return embed_fail(file, &(struct complaint){0, "cannot be opened"});
    *size = fread(text, 1, max, in);
    bool broken = ferror(in) != 0;
    fclose(in);
    return broken ? embed_fail(file, &(struct complaint){0, "cannot be read"}) : 0;
}

/* The same for the one file that the command line names. */
static inline int embed_read_only(const char *program, int argc, char **argv, char *text, size_t max,
                                  size_t *size)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", program);
        return 2;
    }
    return embed_read(argv[1], text, max, size);
}

static inline void embed_name(const char *field, const char *name)
{
    printf("    .%s = \"", field);
    for (; *name; name++) /* in octal: whatever is in it, it stays inside its quotes */
        printf("\\%03o", (unsigned)(unsigned char)*name);
    printf("\",\n");
}

static inline int embed_done(void)
{
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}

#endif
