/* tools/embed_tiles.c -- turns the text of a tile set into the C source of `tiles_house`, at build time.
 *
 * embed_tiles FILE > tiles_house.c.  A bad file gets one line on stderr and exit status 1. */
#include "games/maze/tiles.h"
#include "tools/embed.h"

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

int main(int argc, char **argv)
{
    static char text[TILES_TEXT_MAX + 1];
    static struct tile_set set;
    struct complaint why;
    size_t size = 0;
    int status = embed_read_only("embed_tiles", argc, argv, text, sizeof text, &size);
    if (status)
        return status;
    if (!tiles_parse(text, size, &set, &why))
        return embed_fail(argv[1], &why);
    printf("/* Made by tools/embed_tiles.c from the set's text. */\n#include \"games/maze/tiles.h\"\n\n");
    printf("const struct tile_set tiles_house = {\n");
    embed_name("name", set.name);
    printf("    .face = {\n");
    for (int i = 0; i < set.count; i++)
        print_face(&set.face[i]);
    printf("    },\n    .count = %d,\n};\n", set.count);
    return embed_done();
}
