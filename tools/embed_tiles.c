/* tools/embed_tiles.c -- turns the text of a tile set into the C source of `tiles_house`, at build time.
 *
 * embed_tiles FILE > tiles_house.c.  A bad file gets one line on stderr and exit status 1. */
#include <stdio.h>

#include "games/maze/tiles.h"

static void print_bytes(const char *name, const uint8_t *bytes, int count)
{
    printf(" .%s = {", name);
    for (int i = 0; i < count; i++)
        printf("%s%d", i ? ", " : "", bytes[i]);
    printf("},");
}

static void print_masks(const char *name, const uint16_t masks[4])
{
    printf(" .%s = {0x%04x, 0x%04x, 0x%04x, 0x%04x},", name, masks[0], masks[1], masks[2], masks[3]);
}

static void print_face(const struct face *f)
{
    printf("        {.number = %d, .side = %d,", f->number, f->side);
    print_bytes("space", f->space, SPACES);
    print_masks("open", f->open);
    print_masks("dwarf", f->dwarf);
    print_bytes("stairs", f->stairs, 4);
    printf("},\n");
}

static void print_name(const char *name)
{
    printf("    .name = \"");
    for (; *name; name++) /* in octal: whatever is in it, it stays inside its quotes */
        printf("\\%03o", (unsigned)(unsigned char)*name);
    printf("\",\n");
}

static int fail(const char *file, const struct complaint *why)
{
    fprintf(stderr, "%s:%u: %s\n", file, (unsigned)why->line, why->text);
    return 1;
}

int main(int argc, char **argv)
{
    static char text[TILES_TEXT_MAX + 1];
    static struct tile_set set;
    struct complaint why;
    if (argc != 2) {
        fprintf(stderr, "usage: embed_tiles FILE\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "rb");
    if (!in)
        return fail(argv[1], &(struct complaint){0, "cannot be opened"});
    size_t size = fread(text, 1, sizeof text, in);
    bool broken = ferror(in) != 0;
    fclose(in);
    if (broken)
        return fail(argv[1], &(struct complaint){0, "cannot be read"});
    if (!tiles_parse(text, size, &set, &why))
        return fail(argv[1], &why);
    printf("/* Made by tools/embed_tiles.c from the set's text. */\n#include \"games/maze/tiles.h\"\n\n");
    printf("const struct tile_set tiles_house = {\n");
    print_name(set.name);
    printf("    .face = {\n");
    for (int i = 0; i < set.count; i++)
        print_face(&set.face[i]);
    printf("    },\n    .count = %d,\n};\n", set.count);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
