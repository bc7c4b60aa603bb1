/* tests/unit/test_tiles.c -- the mall tiles: what is refused, what the built-in set contains, and whether the
 * search that vouches for it can be trusted.  Runs from the root of the sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "winnable/closing.h"
#include "winnable/duel.h"
#include "winnable/random_malls.h"
#include "winnable/winnable.h"

static uint64_t luck_key[2] = {20, 4}, luck_drawn;

static int random_below(int limit)
{
    return (int)dice_below(luck_key, luck_drawn++, (uint32_t)limit);
}

/* ---- the house set as text, and changes of it ---- */

static char house[TILES_TEXT_MAX];
static size_t house_size;

static int load_house(void **unused)
{
    (void)unused;
    FILE *in = fopen("data/tiles/mall.tiles", "rb");
    if (!in)
        return -1;
    house_size = fread(house, 1, sizeof house - 1, in);
    fclose(in);
    return house_size ? 0 : -1;
}

struct text {
    size_t size;
    char bytes[2 * TILES_TEXT_MAX];
};

static struct text *house_text(void)
{
    static struct text t;
    memcpy(t.bytes, house, house_size + 1);
    t.size = house_size;
    return &t;
}

static uint32_t line_of(const struct text *t, const char *at)
{
    uint32_t line = 1;
    for (const char *c = t->bytes; c < at; c++)
        line += *c == '\n';
    return line;
}

/* Where the drawing of a tile begins: its header, as "7" or "1A". */
static char *tile_at(struct text *t, const char *name)
{
    char header[16];
    snprintf(header, sizeof header, "\ntile %s\n", name);
    char *at = strstr(t->bytes, header);
    assert_non_null(at);
    return at + 1;
}

static void replace(struct text *t, char *at, size_t old_size, const char *with)
{
    size_t with_size = strlen(with), rest = t->size - (size_t)(at + old_size - t->bytes);
    assert_true(t->size + with_size < sizeof t->bytes);
    memmove(at + with_size, at + old_size, rest + 1);
    memcpy(at, with, with_size);
    t->size = t->size - old_size + with_size;
}

/* Writes over the drawing of a tile: line 0 to 8 of it, from that column on.  Returns the line of the file.
 * */
static uint32_t draw(struct text *t, const char *name, int line, int column, const char *marks)
{
    char *at = strchr(tile_at(t, name), '\n') + 1, row[18] = "                 ";
    for (int i = 0; i < line; i++)
        at = strchr(at, '\n') + 1;
    size_t size = (size_t)(strchr(at, '\n') - at);
    memcpy(row, at, size);
    memcpy(row + column, marks, strlen(marks));
    replace(t, at, size, row);
    return line_of(t, at);
}

static uint32_t draw_space(struct text *t, const char *name, int row, int column, const char *marks)
{
    return draw(t, name, 2 * row + 1, 4 * column + 1, marks);
}

/* ---- parsing as a user would see it ---- */

/* From memory that ends where the text ends, so that reading on is found out. */
static bool parse(const char *bytes, size_t size, struct tile_set *set, struct complaint *why)
{
    char *exact = malloc(size + !size);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    bool good = tiles_parse(exact, size, set, why);
    free(exact);
    return good;
}

static void refused(const char *bytes, size_t size, uint32_t line, const char *reason)
{
    struct tile_set set, before;
    struct complaint why = {0};
    memset(&set, 0x5a, sizeof set);
    memcpy(&before, &set, sizeof before);
    assert_false(parse(bytes, size, &set, &why));
    assert_memory_equal(&set, &before, sizeof set);
    assert_true(memchr(why.text, 0, sizeof why.text) != NULL);
    if (!strstr(why.text, reason))
        fail_msg("complained \"%s\" instead of \"%s\"", why.text, reason);
    assert_int_equal(why.line, line);
}

static uint32_t last_line(const struct text *t)
{
    uint32_t lines = 0;
    for (size_t i = 0; i < t->size; i++)
        lines += t->bytes[i] == '\n';
    return lines;
}

static void text_refused(const struct text *t, uint32_t line, const char *reason)
{
    refused(t->bytes, t->size, line, reason);
}

static void accepted(const struct text *t, struct tile_set *set)
{
    struct complaint why = {0};
    memset(set, 0, sizeof *set);
    if (!parse(t->bytes, t->size, set, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
}

static int beside(int space, int direction)
{
    static const int row_step[] = {-1, 0, 1, 0}, column_step[] = {0, 1, 0, -1};
    int row = space / 4 + row_step[direction], column = space % 4 + column_step[direction];
    return row < 0 || row > 3 || column < 0 || column > 3 ? -1 : row * 4 + column;
}

/* What must hold for every face that was ever accepted. */
static void face_holds_together(const struct face *f)
{
    int arrows = 0, explores = 0;
    for (int i = 0; i < SPACES; i++) {
        assert_in_range(f->space[i], space_plain, space_exit_orange);
        bool across = f->space[i] == space_arrow || space_explores(f->space[i]);
        arrows += f->space[i] == space_arrow;
        explores += space_explores(f->space[i]);
        for (int d = 0; d < DIRECTIONS; d++) {
            int other = beside(i, d), open = f->open[d] >> i & 1, dwarf = f->dwarf[d] >> i & 1;
            assert_false(open && dwarf);
            assert_false((open || dwarf) && f->space[i] == space_solid);
            if (other >= 0) {
                assert_int_equal(open, f->open[mall_opposite[d]] >> other & 1);
                assert_int_equal(dwarf, f->dwarf[mall_opposite[d]] >> other & 1);
            } else {
                assert_int_equal(open, across && face_crossing[d] == i);
                assert_false(dwarf);
            }
        }
    }
    assert_int_equal(arrows, f->number != 1);
    assert_in_range(explores, f->number == 1 ? 4 : 1, f->number == 1 ? 4 : 3);
    for (int i = 0; i < 4; i++) {
        assert_true(!f->stairs[i] || f->stairs[i] >> 4 < (f->stairs[i] & 15));
        assert_true(i == 0 || !f->stairs[i] || f->stairs[i - 1]);
    }
}

static void set_holds_together(const struct tile_set *set)
{
    assert_int_equal(set->count, FACES_MAX);
    for (int i = 0; i < set->count; i++) {
        assert_int_equal(set->face[i].number, i < 2 ? 1 : i);
        assert_int_equal(set->face[i].side, i < 2 ? i + 1 : 0);
        face_holds_together(&set->face[i]);
    }
}

static void is_house(const struct tile_set *set)
{
    assert_string_equal(set->name, tiles_house.name);
    assert_int_equal(set->count, tiles_house.count);
    assert_memory_equal(set->face, tiles_house.face, sizeof set->face);
}

/* ---- M2.1 to M2.5: what is refused ---- */

static void house_set_is_whole(void **unused)
{
    (void)unused;
    struct tile_set set;
    accepted(house_text(), &set);
    set_holds_together(&set);
    is_house(&set);
}

static void every_face_is_needed_once(void **unused)
{
    (void)unused;
    for (int i = 0; i < FACES_MAX; i++) {
        char name[8], reason[40];
        snprintf(name, sizeof name, "%d%s", i < 2 ? 1 : i, i == 0 ? "A" : i == 1 ? "B" : "");
        struct text *t = house_text();
        char drawing[256] = "", *at = tile_at(t, name), *end = at;
        for (int k = 0; k < 10; k++)
            end = strchr(end, '\n') + 1;
        memcpy(drawing, at, (size_t)(end - at));
        replace(t, at, (size_t)(end - at), "");
        snprintf(reason, sizeof reason, "tile %s is missing", name);
        text_refused(t, last_line(t), reason);

        t = house_text();
        replace(t, t->bytes + t->size, 0, drawing);
        snprintf(reason, sizeof reason, "tile %s: drawn a second time", name);
        text_refused(t, line_of(t, t->bytes + house_size), reason);
    }
}

static void headers_are_tiles_1_to_24(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *instead, *reason;
    } wrong[] = {
        {"24", "25", "from 1 to 24 (M2.1)"},
        {"24", "0", "from 1 to 24"},
        {"24", "024", "from 1 to 24"},
        {"24", "-4", "from 1 to 24"},
        {"24", "99999999999", "from 1 to 24"},
        {"24", "", "expected 'tile' and a number"},
        {"24", "24 ?", "nothing more"},
        {"24", "24A", "only tile 1 has two faces (M2.1)"},
        {"1A", "1", "write 'tile 1A' or 'tile 1B'"},
        {"1A", "1C", "nothing more"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text *t = house_text();
        char *at = tile_at(t, wrong[i].name);
        uint32_t line = line_of(t, at);
        replace(t, at + 5, strlen(wrong[i].name), wrong[i].instead);
        text_refused(t, line, wrong[i].reason);
    }
}

static void colours_are_the_heroes(void **unused)
{
    (void)unused;
    static const char *const marks[] = {"?y", "?v", "?g", "?o"};
    static const int hero[] = {hero_barbarian, hero_sorceress, hero_elf, hero_dwarf};
    static const int explore[] = {space_explore_yellow, space_explore_violet, space_explore_green,
                                  space_explore_orange};
    for (int c = 0; c < HEROES; c++) {
        struct tile_set set;
        struct text *t = house_text();
        draw_space(t, "7", 0, 2, marks[c]);
        accepted(t, &set);
        assert_int_equal(set.face[7].space[CROSSING_N], explore[c]);
        assert_int_equal(explore[c] - space_explore_yellow, hero[c] - hero_barbarian);
    }
}

/* Tile 7, without anything but what the test draws: an arrow, an exploration space and a free floor. */
static struct text *bare_tile_7(void)
{
    static const char *const rows[9] = {
        "+---+---+   +---+", "|        ?g     |", "+   +   +   +   +",
        "|               |", "+   +   +   +   +", "|               |",
        "+   +   +   +   +", "|h   ^          |", "+---+   +---+---+",
    };
    struct text *t = house_text();
    for (int i = 0; i < 9; i++)
        draw(t, "7", i, 0, rows[i]);
    return t;
}

static void spaces_are_counted_from_the_north_west(void **unused)
{
    (void)unused;
    struct tile_set set;
    struct text *t = bare_tile_7();
    draw_space(t, "7", 1, 3, "@v");
    draw(t, "7", 4, 13, "---"); /* south of it */
    draw(t, "7", 3, 12, "|");   /* west of it */
    accepted(t, &set);
    const struct face *f = &set.face[7];
    assert_int_equal(f->space[7], space_vortex_violet);
    assert_int_equal(f->space[12], space_hourglass);
    assert_int_equal(f->open[NORTH] >> 7 & 1, 1);
    assert_int_equal(f->open[EAST] >> 7 & 1, 0);
    assert_int_equal(f->open[SOUTH] >> 7 & 1, 0);
    assert_int_equal(f->open[WEST] >> 7 & 1, 0);
    assert_int_equal(f->open[SOUTH] >> 3 & 1, 1);
    assert_int_equal(f->open[NORTH] >> 11 & 1, 0);
    assert_int_equal(f->open[EAST] >> 6 & 1, 0);
    assert_int_equal(f->open[NORTH] >> CROSSING_N & 1, 1);
    assert_int_equal(f->open[SOUTH] >> CROSSING_S & 1, 1);
}

static void edges_are_crossed_at_four_places_only(void **unused)
{
    (void)unused;
    struct text *t = bare_tile_7();
    uint32_t line = draw(t, "7", 0, 9, "---");
    text_refused(t, line + 1,
                 "tile 7, row 0 column 2: exploration space without an opening in the tile's edge (M2.3)");
    t = bare_tile_7();
    line = draw(t, "7", 8, 5, "---");
    text_refused(t, line - 1, "tile 7, row 3 column 1: arrow without an opening in the tile's edge (M2.3)");
    t = bare_tile_7();
    line = draw(t, "7", 5, 16, " ");
    text_refused(t, line, "tile 7, row 2 column 3: an opening in the tile's edge, but neither");
    for (int i = 0; i < SPACES; i++) {
        for (int d = 0; d < DIRECTIONS; d++) {
            if (beside(i, d) >= 0 || face_crossing[d] == i)
                continue;
            char reason[100];
            t = bare_tile_7();
            line = d == NORTH   ? draw(t, "7", 0, 4 * i + 1, "   ") + 1
                   : d == SOUTH ? draw(t, "7", 8, 4 * (i - 12) + 1, "   ") - 1
                                : draw(t, "7", 2 * (i / 4) + 1, d == WEST ? 0 : 16, " ");
            snprintf(reason, sizeof reason, "tile 7, row %d column %d: an opening in the tile's edge where",
                     i / 4, i % 4);
            text_refused(t, line, reason);
        }
    }
    t = bare_tile_7();
    line = draw(t, "7", 3, 0, ":");
    text_refused(t, line, "tile 7, row 1 column 0: an orange wall in the tile's edge (M2.3)");
}

static void ways_across_lie_at_the_crossings(void **unused)
{
    (void)unused;
    for (int i = 0; i < SPACES; i++) {
        char reason[60];
        if (i == CROSSING_N || i == CROSSING_E || i == CROSSING_S || i == CROSSING_W)
            continue;
        struct text *t = bare_tile_7();
        uint32_t line = draw_space(t, "7", i / 4, i % 4, "?y");
        snprintf(reason, sizeof reason, "tile 7, row %d column %d: exploration spaces and arrows", i / 4,
                 i % 4);
        text_refused(t, line, reason);
        t = bare_tile_7();
        line = draw_space(t, "7", i / 4, i % 4, "^ ");
        text_refused(t, line, reason);
    }
}

static void tiles_have_an_arrow_and_ways_on(void **unused)
{
    (void)unused;
    struct text *t = bare_tile_7();
    uint32_t header = line_of(t, tile_at(t, "7"));
    draw_space(t, "7", 3, 1, "?v");
    text_refused(t, header, "tile 7: no arrow (M2.3)");
    t = bare_tile_7();
    draw_space(t, "7", 0, 2, "  ");
    draw(t, "7", 0, 9, "---");
    text_refused(t, header, "tile 7: no exploration space: a tile has 1 to 3 (M2.3)");
    t = bare_tile_7();
    uint32_t line = draw_space(t, "7", 0, 2, "^ ");
    text_refused(t, line + 6, "tile 7, row 3 column 1: a second arrow (M2.3)");

    t = house_text();
    header = line_of(t, tile_at(t, "1B"));
    draw_space(t, "1B", 0, 2, "^ ");
    text_refused(t, header, "tile 1B: the start tile has no arrow (M2.3)");
    t = house_text();
    draw_space(t, "1B", 0, 2, "?v");
    text_refused(t, header, "tile 1B: the start tile has four exploration spaces, one of each colour (M2.3)");
    t = house_text();
    draw_space(t, "1B", 0, 2, "  ");
    draw(t, "1B", 0, 9, "---");
    text_refused(t, header, "tile 1B: the start tile has four exploration spaces, one of each colour (M2.3)");
}

static void drawings_are_exact(void **unused)
{
    (void)unused;
    static const struct {
        int line, column;
        const char *marks;
        int at; /* the line complained about */
        const char *reason;
    } wrong[] = {
        {2, 4, "-", 2, "tile 7: every other line of the drawing has a '+' at columns 0, 4"},
        {2, 5, "- -", 1, "row 0 column 1: a wall north or south of a space is '---'"},
        {4, 9, "-=-", 3, "row 1 column 2: a wall north or south"},
        {5, 8, "/", 5, "row 2 column 1: a wall west or east of a space is '|'"},
        {3, 5, "###", 3, "row 1 column 1: a solid space is not walled off (M2.3)"},
        {3, 6, "y", 3, "row 1 column 1: this kind of space has no colour"},
        {3, 5, "*", 3, "row 1 column 1: this kind of space needs a colour"},
        {3, 5, "*p", 3, "row 1 column 1: this kind of space needs a colour"},
        {3, 5, "## ", 3, "row 1 column 1: no such kind of space"},
        {3, 5, "q", 3, "row 1 column 1: no such kind of space"},
        {3, 7, "1", 3, "row 1 column 1: an escalator with one end only (M2.5)"},
        {3, 7, "5", 3, "row 1 column 1: an escalator's end is a digit from 1 to 4"},
        {3, 7, "x", 3, "row 1 column 1: an escalator's end is a digit from 1 to 4"},
        {3, 3, "1|  1|  1", 3, "row 1 column 2: a third end of one escalator (M2.5)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text *t = bare_tile_7();
        uint32_t header = line_of(t, tile_at(t, "7"));
        draw(t, "7", wrong[i].line, wrong[i].column, wrong[i].marks);
        text_refused(t, header + 1 + (uint32_t)wrong[i].at, wrong[i].reason);
    }
    struct text *t = house_text();
    uint32_t header = line_of(t, tile_at(t, "5"));
    draw(t, "5", 1, 4, ":");
    text_refused(t, header + 2, "tile 5, row 0 column 0: a solid space is not walled off (M2.3)");
    t = bare_tile_7();
    header = line_of(t, tile_at(t, "7"));
    replace(t, strstr(tile_at(t, "7"), "|h   ^          |") + 17, 0, "|");
    text_refused(t, header + 8, "tile 7: a line of the drawing is longer than 17 columns");
}

static void special_spaces_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *marks;
        int space;
    } kinds[] = {
        {"@y", space_vortex_yellow}, {"@v", space_vortex_violet}, {"@g", space_vortex_green},
        {"@o", space_vortex_orange}, {"*y", space_item_yellow},   {"*v", space_item_violet},
        {"*g", space_item_green},    {"*o", space_item_orange},   {"xy", space_exit_yellow},
        {"xv", space_exit_violet},   {"xg", space_exit_green},    {"xo", space_exit_orange},
        {"b ", space_ball},          {"c ", space_camera},        {"  ", space_plain},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct tile_set set;
        struct text *t = bare_tile_7();
        draw_space(t, "7", 2, 2, kinds[i].marks);
        accepted(t, &set);
        assert_int_equal(set.face[7].space[10], kinds[i].space);
    }
}

static void escalators_and_small_passages_are_read(void **unused)
{
    (void)unused;
    struct tile_set set;
    struct text *t = bare_tile_7();
    draw(t, "7", 1, 15, "4");
    draw(t, "7", 7, 11, "4");
    draw(t, "7", 3, 3, "1");
    draw(t, "7", 1, 3, "1");
    draw(t, "7", 4, 9, "===");
    draw(t, "7", 5, 4, ":");
    accepted(t, &set);
    const struct face *f = &set.face[7];
    assert_int_equal(f->stairs[0], 0 << 4 | 4);
    assert_int_equal(f->stairs[1], 3 << 4 | 14);
    assert_int_equal(f->stairs[2], 0);
    assert_int_equal(f->dwarf[SOUTH], 1 << 6);
    assert_int_equal(f->dwarf[NORTH], 1 << 10);
    assert_int_equal(f->dwarf[EAST], 1 << 8);
    assert_int_equal(f->dwarf[WEST], 1 << 9);
    assert_int_equal(f->open[SOUTH] >> 6 & 1, 0);
}

static void four_hourglasses(void **unused)
{
    (void)unused;
    struct text *t = bare_tile_7();
    draw_space(t, "7", 3, 0, " ");
    text_refused(t, last_line(t), "tiles 2 to 24 have exactly three hourglass spaces in total (M2.5)");
    t = bare_tile_7();
    draw_space(t, "7", 2, 0, "h");
    text_refused(t, last_line(t), "tiles 2 to 24 have exactly three hourglass spaces in total (M2.5)");
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "1B" : "1A";
        t = house_text();
        uint32_t header = line_of(t, tile_at(t, name));
        draw_space(t, name, side ? 3 : 0, 3, " ");
        text_refused(t, header, "each face of the start tile has exactly one hourglass space (M2.5)");
        t = house_text();
        draw_space(t, name, 0, 1, "h");
        text_refused(t, header, "each face of the start tile has exactly one hourglass space (M2.5)");
    }
}

static void heroes_can_stand_in_the_middle(void **unused)
{
    (void)unused;
    struct text *t = house_text();
    static const char *const closed[] = {
        "+---+---+   +---+", "|@y      ?g |@o |", "+---+---+---+   +",
        " ?o |###|      1|", "+   +---+   +   +",
    };
    for (int i = 0; i < 5; i++)
        draw(t, "1B", i, 0, closed[i]);
    text_refused(t, line_of(t, tile_at(t, "1B")) + 4,
                 "tile 1B, row 1 column 1: the heroes begin on the four middle");
}

/* ---- M2.4: turning ---- */

static int turned(int space)
{
    return space % 4 * 4 + 3 - space / 4;
}

static void turning_keeps_every_step(void **unused)
{
    (void)unused;
    for (int n = 0; n < FACES_MAX; n++) {
        const struct face *f = &tiles_house.face[n];
        struct face once, four, back_again;
        face_turn(&once, f, 1);
        face_turn(&four, f, 4);
        face_turn(&back_again, &once, -1);
        assert_memory_equal(&four, f, sizeof four);
        assert_memory_equal(&back_again, f, sizeof back_again);
        face_holds_together(&once);
        for (int i = 0; i < SPACES; i++) {
            assert_int_equal(once.space[turned(i)], f->space[i]);
            for (int d = 0; d < DIRECTIONS; d++) {
                assert_int_equal(once.open[(d + 1) & 3] >> turned(i) & 1, f->open[d] >> i & 1);
                assert_int_equal(once.dwarf[(d + 1) & 3] >> turned(i) & 1, f->dwarf[d] >> i & 1);
            }
        }
        for (int i = 0; i < 4 && f->stairs[i]; i++) {
            int a = turned(f->stairs[i] >> 4), b = turned(f->stairs[i] & 15);
            assert_int_equal(once.stairs[i], a < b ? a << 4 | b : b << 4 | a);
        }
        for (int turns = 0; turns < 4; turns++) {
            struct face direct, step = *f;
            face_turn(&direct, f, turns);
            for (int i = 0; i < turns; i++) {
                struct face before = step;
                face_turn(&step, &before, 1);
            }
            assert_memory_equal(&direct, &step, sizeof direct);
        }
    }
}

static void tiles_meet_at_the_crossings_and_never_overlap(void **unused)
{
    (void)unused;
    static const int east[] = {1, 4, -1, -4}, south[] = {-4, 1, 4, -1};
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = face_crossing[d], to = face_crossing[mall_opposite[d]];
        int row = from / 4 + (d == SOUTH) - (d == NORTH), column = from % 4 + (d == EAST) - (d == WEST);
        assert_int_equal(row, south[d] + to / 4);
        assert_int_equal(column, east[d] + to % 4);
        assert_int_equal(turned(from), face_crossing[(d + 1) & 3]);
    }
    for (int a = -23; a <= 23; a++)
        for (int b = -23; b <= 23; b++) {
            int x = a * east[EAST] + b * east[SOUTH], y = a * south[EAST] + b * south[SOUTH];
            assert_true((a == 0 && b == 0) || x <= -4 || x >= 4 || y <= -4 || y >= 4);
        }
}

/* ---- M2.6: the house set ---- */

static uint32_t house_tiles_with(int space)
{
    uint32_t tiles = 0;
    for (int n = 2; n < FACES_MAX; n++)
        for (int i = 0; i < SPACES; i++)
            tiles |= tiles_house.face[n].space[i] == space ? 1u << n : 0;
    return tiles;
}

static int house_count(int space, int first, int last)
{
    int count = 0;
    for (int n = first; n <= last; n++)
        for (int i = 0; i < SPACES; i++)
            count += tiles_house.face[n].space[i] == space;
    return count;
}

enum { TILES_2_9 = 0x3fc, TILES_10_12 = 0x1c00 };

static void items_and_exits_lie_where_they_should(void **unused)
{
    (void)unused;
    for (int c = 0; c < HEROES; c++) {
        assert_int_equal(house_count(space_item_yellow + c, 0, 24), 1);
        assert_int_equal(house_count(space_exit_yellow + c, 0, 24), 1);
        assert_int_equal(house_tiles_with(space_item_yellow + c) & ~(uint32_t)TILES_2_9, 0);
        bool violet = space_exit_yellow + c == space_exit_violet;
        assert_int_equal(
            house_tiles_with(space_exit_yellow + c) & ~(uint32_t)(violet ? TILES_2_9 : TILES_10_12), 0);
    }
}

static void hourglasses_balls_and_cameras_lie_where_they_should(void **unused)
{
    (void)unused;
    assert_int_equal(house_count(space_hourglass, 0, 0), 1);
    assert_int_equal(house_count(space_hourglass, 1, 1), 1);
    assert_int_equal(house_count(space_hourglass, 2, 9), 3);
    assert_int_equal(__builtin_popcount(house_tiles_with(space_hourglass) & TILES_2_9), 3);
    assert_int_equal(house_count(space_hourglass, 10, 24), 0);
    assert_int_equal(house_count(space_ball, 0, 14), 0);
    assert_int_equal(house_count(space_ball, 15, 15), 1);
    assert_int_equal(house_count(space_camera, 0, 24), 4);
    for (int n = 16; n <= 19; n++)
        assert_int_equal(house_count(space_camera, n, n), 1);
}

static void small_passages_begin_on_tile_13(void **unused)
{
    (void)unused;
    uint32_t with = 0;
    for (int n = 0; n < FACES_MAX; n++)
        for (int d = 0; d < DIRECTIONS; d++)
            with |= tiles_house.face[n].dwarf[d] ? 1u << n : 0;
    assert_true(with != 0);
    assert_int_equal(with & ((1u << 13) - 1), 0);
}

static void vortexes_are_of_every_colour(void **unused)
{
    (void)unused;
    for (int c = 0; c < HEROES; c++) {
        assert_int_equal(house_count(space_vortex_yellow + c, 0, 0), 1);
        assert_true(house_count(space_vortex_yellow + c, 2, 9) >= 2);
    }
}

static void special_spaces_have_one_way_in(void **unused)
{
    (void)unused;
    for (int n = 0; n < FACES_MAX; n++)
        for (int i = 0; i < SPACES; i++)
            if (tiles_house.face[n].space[i] > space_arrow)
                assert_int_equal(face_ways_in(&tiles_house.face[n], i), 1);
}

static void ways_on_are_of_balanced_colours(void **unused)
{
    (void)unused;
    static const int levels[] = {9, 12, 14, 15, 17, 19, 24};
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
        int most = 0, fewest = 99;
        for (int c = 0; c < HEROES; c++) {
            int count = house_count(space_explore_yellow + c, 2, levels[k]);
            most = count > most ? count : most;
            fewest = count < fewest ? count : fewest;
        }
        assert_in_range(most - fewest, 0, 1);
    }
    for (int n = 0; n < FACES_MAX; n++)
        for (int c = 0; c < HEROES; c++)
            assert_in_range(house_count(space_explore_yellow + c, n, n), 0, 1);
}

static void small_passages_are_only_short_cuts(void **unused)
{
    (void)unused;
    int from;
    for (int n = 0; n < FACES_MAX; n++) {
        assert_true(face_connected(&tiles_house.face[n], false));
        assert_int_equal(winnable_cut_off(&tiles_house.face[n], &from), -1);
    }
    struct face walled =
        tiles_house.face[18]; /* its northern half is reached by the escalator, or by the dwarf */
    memset(walled.stairs, 0, sizeof walled.stairs);
    assert_false(face_connected(&walled, false));
    assert_true(face_connected(&walled, true));
    assert_true(winnable_cut_off(&walled, &from) >= 0);
    struct face ring = tiles_house.face[4]; /* while cameras watch, an hourglass bars the way (M7.6) */
    ring.space[9] = space_hourglass;
    ring.stairs[0] = 0;
    assert_true(face_connected(&ring, false));
    assert_true(winnable_cut_off(&ring, &from) >= 0);
}

/* ---- hostile bytes ---- */

static void truncated_anywhere_is_refused(void **unused)
{
    (void)unused;
    struct tile_set set, before;
    struct complaint why;
    memset(&set, 0x5a, sizeof set);
    memcpy(&before, &set, sizeof before);
    size_t last_mark = house_size;
    while (house[last_mark - 1] == '\n')
        last_mark--;
    for (size_t size = 0; size < last_mark; size++) {
        if (parse(house, size, &set, &why))
            fail_msg("the first %zu bytes were accepted", size);
        assert_memory_equal(&set, &before, sizeof set);
    }
    assert_true(parse(house, last_mark, &set, &why));
}

static void flipped_bytes_never_break_in(void **unused)
{
    (void)unused;
    int good = 0, bad = 0;
    for (int i = 0; i < 20000; i++) {
        struct text *t = house_text();
        for (int k = random_below(4); k >= 0; k--) {
            static const char likely[] = "+-|=: #?^@*xhbcyvgo1234\n\r/tile";
            int at = random_below((int)t->size), any = random_below(512);
            t->bytes[at] = any < 256 ? (char)any : likely[any % (int)sizeof likely];
        }
        struct tile_set set;
        struct complaint why = {0};
        if (parse(t->bytes, t->size, &set, &why)) {
            set_holds_together(&set);
            good++;
        } else {
            assert_true(why.text[0] != 0 && memchr(why.text, 0, sizeof why.text) != NULL);
            bad++;
        }
    }
    assert_true(good > 0 && bad > 0);
}

static void strange_files_are_refused(void **unused)
{
    (void)unused;
    refused("", 0, 1, "the tile set is empty");
    refused("\0\0\0\0", 4, 1, "the first line of a tile set is 'turncoat tiles 1'");
    refused("turncoat tiles 2\n", 17, 1, "the first line");
    refused("turncoat tiles 1", 16, 1, "tile 1A is missing");
    refused("turncoat tiles 1\nshop 7\n", 24, 2, "expected 'tile' and a number");
    refused("turncoat tiles 1\nname:\n", 23, 2, "a name has 1 to 47 bytes");
    refused("turncoat tiles 1\nname: a\x01\n", 25, 2, "UTF-8 text without control characters");
    refused("turncoat tiles 1\nname: a\xc3\n", 25, 2, "UTF-8 text without control characters");
    refused("turncoat tiles 1\nname: a\nname: b\n", 33, 3, "a second name");
    refused("turncoat tiles 1\n\ntile 7\n+---+---+---+---+\n", 43, 3,
            "tile 7: the file ends within the drawing");
    refused("turncoat tiles 1\n\ntile 7\n+---+\n", 31, 4,
            "tile 7: every other line of the drawing has a '+'");

    struct text *t = house_text();
    char *name = strstr(t->bytes, "name:");
    replace(t, name, 0, "// ");
    text_refused(t, last_line(t), "the set has no name");

    t = house_text();
    while (t->size <= TILES_TEXT_MAX)
        replace(t, t->bytes + t->size, 0, "// more and more and more and more and more and more and more\n");
    text_refused(t, 0, "a tile set has at most 64 KiB");
}

static void line_ends_of_all_kinds_are_read(void **unused)
{
    (void)unused;
    static struct text crlf;
    struct tile_set set;
    crlf.size = 0;
    for (size_t i = 0; i < house_size; i++) {
        if (house[i] == '\n')
            crlf.bytes[crlf.size++] = '\r';
        crlf.bytes[crlf.size++] = house[i];
    }
    accepted(&crlf, &set);
    is_house(&set);
}

/* ---- the searches of `check --winnable` ---- */

/* Plays every order of the pile and every choice of places. */
static bool lockable(struct layout *m, int left[SHAPES], int left_count)
{
    const struct openings before = m->open;
    if (left_count == 0 || before.count == 0)
        return left_count > 0;
    for (int i = 0; i < before.count; i++)
        for (int shape = LEFT; shape < SHAPES; shape++) {
            if (!left[shape])
                continue;
            left[shape]--;
            layout_lay(m, shape, shape, before.at[i]);
            bool locked = lockable(m, left, left_count - 1);
            layout_take_back(m, &before);
            left[shape]++;
            if (locked)
                return true;
        }
    return false;
}

static void search_finds_what_playing_finds(void **unused)
{
    (void)unused;
    static const char *const piles[] = {"LLLLLLLL", "LLLLLLLLL", "LLLRRRA", "LLLLRRB",
                                        "LLRRTTT",  "LLRAAAA",   "LLRRLRT", "LRLRAA"};
    static const char letters[] = "?LAxRTB"; /* A ahead, T left and right, B ahead and right */
    int locked_piles = 0;
    for (size_t k = 0; k < sizeof piles / sizeof *piles; k++) {
        static struct layout m;
        static struct closing c;
        struct pile p = {.label = "", .count = (int)strlen(piles[k])};
        int left[SHAPES] = {0};
        memset(&m, 0, sizeof m);
        layout_begin(&m);
        for (int i = 0; i < p.count; i++) {
            p.shape[i] = (uint8_t)(strchr(letters, piles[k][i]) - letters);
            left[p.shape[i]]++;
        }
        bool locked = lockable(&m, left, p.count);
        locked_piles += locked;
        assert_int_equal(closing_run(&c, &p, UINT64_MAX), locked ? verdict_yes : verdict_no);
        assert_true(!locked || corner_tiles(&p) >= CORNERS);
        if (locked)
            closing_replay(&c, &m);
    }
    assert_in_range(locked_piles, 2, 5);
}

static void few_corners_are_never_locked(void **unused)
{
    (void)unused;
    int locked_piles = 0, saved_by_choosing = 0;
    for (int k = 0; k < 300; k++) {
        static struct closing c;
        static struct duel d;
        static struct layout m;
        struct pile p = {.label = "", .count = 7 + k % 4};
        for (int i = 0; i < p.count; i++) {
            int any = LEFT + random_below(SHAPES - LEFT);
            p.shape[i] = (uint8_t)(i >= 2 + k % 5 ? any : i % 2 ? LEFT : RIGHT);
        }
        enum verdict hostile = closing_run(&c, &p, UINT64_MAX), careful = duel_run(&d, &p, UINT64_MAX);
        assert_true(hostile != verdict_yes || corner_tiles(&p) >= CORNERS);
        assert_true(hostile != verdict_no || careful == verdict_no);
        if (hostile == verdict_yes)
            closing_replay(&c, &m);
        locked_piles += hostile == verdict_yes;
        saved_by_choosing += hostile == verdict_yes && careful == verdict_no;
    }
    assert_true(locked_piles > 0 && saved_by_choosing > 0);
}

static void rates_are_bounded_from_above(void **unused)
{
    (void)unused;
    assert_true(rate_at_most(0, 1000000) > 4.6e-6 &&
                rate_at_most(0, 1000000) < 7e-6); /* the exact one is 4.6e-6 */
    assert_true(rate_at_most(500, 1000) > 0.5 && rate_at_most(500, 1000) < 0.55);
    FILE *out = tmpfile();
    assert_non_null(out);
    struct pile p = {.label = "", .last = 24};
    pile_fill(&p, &tiles_house);
    assert_false(random_malls_report(p, out, 1000, 1)); /* too few to tell */
    assert_true(random_malls_report(p, out, 700000, 1));
    memset(p.shape, LEFT, sizeof p.shape);
    assert_false(random_malls_report(p, out, 700000, 1));
    fclose(out);
}

/* The house set with every tile from 2 on like tile 4: in by the arrow, and on to the left. */
static void make_lockable(struct tile_set *set)
{
    *set = tiles_house;
    for (int n = 2; n < FACES_MAX; n++)
        for (int d = 0; d < DIRECTIONS; d++)
            set->face[n].space[face_crossing[d]] = tiles_house.face[4].space[face_crossing[d]];
}

static void a_set_that_locks_is_found_out(void **unused)
{
    (void)unused;
    struct tile_set set;
    static char report[20000];
    FILE *out = tmpfile();
    assert_non_null(out);
    make_lockable(&set);
    assert_int_equal(winnable_report(&set, out, &(struct winnable_options){.seed = 1, .malls = 1000}), 1);
    rewind(out);
    report[fread(report, 1, sizeof report - 1, out)] = 0;
    fclose(out);
    assert_non_null(strstr(report, "scenario 1, tiles 2-9: "));
    assert_non_null(strstr(report, "one is locked -- FALSE\n    after "));
    assert_non_null(strstr(report, "a hostile order locks the mall whatever one chooses -- FALSE"));
    assert_non_null(strstr(report, "malls stuck: "));
    assert_non_null(strstr(report, "Not all of this is shown."));
}

static void the_house_set_cannot_be_locked(void **unused)
{
    (void)unused;
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(winnable_report(&tiles_house, out, &(struct winnable_options){.seed = 1}), 0);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"M2.1 the house set has 24 tiles with 25 faces", house_set_is_whole, NULL, NULL, NULL},
        {"M2.1 a set with a face missing or drawn twice is refused", every_face_is_needed_once, NULL, NULL,
         NULL},
        {"M2.1 a tile has a number from 1 to 24 and only the first two faces", headers_are_tiles_1_to_24,
         NULL, NULL, NULL},
        {"M2.2 the colours are those of the heroes", colours_are_the_heroes, NULL, NULL, NULL},
        {"M2.3 rows count from the north and columns from the west", spaces_are_counted_from_the_north_west,
         NULL, NULL, NULL},
        {"M2.3 a tile's edge is open exactly at exploration spaces and the arrow",
         edges_are_crossed_at_four_places_only, NULL, NULL, NULL},
        {"M2.3 exploration spaces and arrows lie only at the four crossings",
         ways_across_lie_at_the_crossings, NULL, NULL, NULL},
        {"M2.3 the start tile has four ways on, any other an arrow and one to three",
         tiles_have_an_arrow_and_ways_on, NULL, NULL, NULL},
        {"M2.3 a drawing that is not exact is refused with its line", drawings_are_exact, NULL, NULL, NULL},
        {"M2.4 turning a tile keeps every step of it", turning_keeps_every_step, NULL, NULL, NULL},
        {"M2.4 tiles meet at their crossings and never overlap",
         tiles_meet_at_the_crossings_and_never_overlap, NULL, NULL, NULL},
        {"M2.5 special spaces of every kind are read", special_spaces_are_read, NULL, NULL, NULL},
        {"M2.5 escalators and small passages are read", escalators_and_small_passages_are_read, NULL, NULL,
         NULL},
        {"M2.5 a mall has four hourglass spaces, one of them on the start tile", four_hourglasses, NULL, NULL,
         NULL},
        {"M2.6 items and the violet exit are on tiles 2-9, the other exits on 10-12",
         items_and_exits_lie_where_they_should, NULL, NULL, NULL},
        {"M2.6 hourglasses, crystal balls and cameras are on their tiles",
         hourglasses_balls_and_cameras_lie_where_they_should, NULL, NULL, NULL},
        {"M2.6 orange passages are only on tiles 13 and up", small_passages_begin_on_tile_13, NULL, NULL,
         NULL},
        {"M2.6 a vortex of every colour is on face A", vortexes_are_of_every_colour, NULL, NULL, NULL},
        {"M2.6 every special space has exactly one way in", special_spaces_have_one_way_in, NULL, NULL, NULL},
        {"M2.6 a broken file is refused wherever it is cut off", truncated_anywhere_is_refused, NULL, NULL,
         NULL},
        {"M2.6 changed bytes are refused or make a sound set", flipped_bytes_never_break_in, NULL, NULL,
         NULL},
        {"M2.6 strange, huge and empty files are refused", strange_files_are_refused, NULL, NULL, NULL},
        {"M2.6 files with carriage returns are read", line_ends_of_all_kinds_are_read, NULL, NULL, NULL},
        {"M3.1 the heroes can stand on the four middle spaces", heroes_can_stand_in_the_middle, NULL, NULL,
         NULL},
        {"the house set's ways on are of balanced colours", ways_on_are_of_balanced_colours, NULL, NULL,
         NULL},
        {"the house set's small passages are only short cuts", small_passages_are_only_short_cuts, NULL, NULL,
         NULL},
        {"the search for locked malls finds what playing on finds", search_finds_what_playing_finds, NULL,
         NULL, NULL},
        {"fewer than four turning tiles are never locked", few_corners_are_never_locked, NULL, NULL, NULL},
        {"rates are bounded from above", rates_are_bounded_from_above, NULL, NULL, NULL},
        {"a set that can be locked is found out, with how", a_set_that_locks_is_found_out, NULL, NULL, NULL},
        {"the house set cannot be locked", the_house_set_cannot_be_locked, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, load_house, NULL);
}
