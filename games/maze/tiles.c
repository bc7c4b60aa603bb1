/* games/maze/tiles.c -- reads drawn mall tiles, and turns them.
 *
 * Any bytes may be given to tiles_parse: whatever is not exactly a tile set is refused at the first thing
 * that is wrong, and nothing of it is kept.  What the house demands of its own set beyond that (M2.6) is
 * for tests. */
#include "games/maze/tiles.h"

#include <string.h>

#include "core/pen.h"
#include "core/utf8.h"

enum { ROWS = 4, DRAWN_LINES = 2 * ROWS + 1, DRAWN_COLUMNS = 4 * ROWS + 1 };
enum { HOURGLASSES_BEYOND_START = 3 }; /* M2.5 */

const uint8_t face_crossing[4] = {CROSSING_N, CROSSING_E, CROSSING_S, CROSSING_W};

/* ---- reading lines ---- */

struct reader {
    const char *at, *end;
    uint32_t line; /* the number of the line last read */
    struct complaint *why;
};

struct line {
    const char *text;
    size_t size; /* without the line's end and the blanks before it */
};

static bool next_line(struct reader *r, struct line *l)
{
    if (r->at == r->end)
        return false;
    const char *stop = r->at;
    while (stop < r->end && *stop != '\n')
        stop++;
    const char *next = stop < r->end ? stop + 1 : stop;
    if (stop > r->at && stop[-1] == '\r')
        stop--;
    while (stop > r->at && stop[-1] == ' ')
        stop--;
    *l = (struct line){r->at, (size_t)(stop - r->at)};
    r->at = next;
    r->line++;
    return true;
}

static bool starts_with(struct line l, const char *text)
{
    return l.size >= strlen(text) && memcmp(l.text, text, strlen(text)) == 0;
}

static bool equals(struct line l, const char *text)
{
    return l.size == strlen(text) && starts_with(l, text);
}

static bool complain(struct complaint *why, uint32_t line, const char *text)
{
    struct pen pen = pen_on(why->text, sizeof why->text);
    why->line = line;
    pen_text(&pen, text);
    pen_done(&pen, why->text);
    return false;
}

/* ---- one drawing ---- */

struct drawing {
    char mark[DRAWN_LINES][DRAWN_COLUMNS];
    uint32_t header_line;
    struct face *face;
    struct complaint *why;
};

static void pen_tile(struct pen *pen, int number, int side)
{
    pen_text(pen, "tile ");
    pen_number(pen, number);
    if (side)
        pen_char(pen, (char)('A' + side - 1));
}

static bool complain_tile(const struct drawing *d, const char *reason)
{
    struct pen pen = pen_on(d->why->text, sizeof d->why->text);
    d->why->line = d->header_line;
    pen_tile(&pen, d->face->number, d->face->side);
    pen_text(&pen, ": ");
    pen_text(&pen, reason);
    pen_done(&pen, d->why->text);
    return false;
}

static bool complain_space(const struct drawing *d, int space, const char *reason)
{
    struct pen pen = pen_on(d->why->text, sizeof d->why->text);
    d->why->line = d->header_line + 2 + 2 * (uint32_t)(space / ROWS);
    pen_tile(&pen, d->face->number, d->face->side);
    pen_text(&pen, ", row ");
    pen_number(&pen, space / ROWS);
    pen_text(&pen, " column ");
    pen_number(&pen, space % ROWS);
    pen_text(&pen, ": ");
    pen_text(&pen, reason);
    pen_done(&pen, d->why->text);
    return false;
}

static bool has_corners(const char *mark)
{
    for (int i = 0; i < DRAWN_COLUMNS; i += 4)
        if (mark[i] != '+')
            return false;
    return true;
}

static bool copy_drawing(struct reader *r, struct drawing *d)
{
    memset(d->mark, ' ', sizeof d->mark);
    for (int i = 0; i < DRAWN_LINES; i++) {
        struct line l;
        const char *reason = NULL;
        if (!next_line(r, &l))
            return complain_tile(d, "the file ends within the drawing, which takes 9 lines");
        memcpy(d->mark[i], l.text, l.size < DRAWN_COLUMNS ? l.size : DRAWN_COLUMNS);
        if (l.size > DRAWN_COLUMNS)
            reason = "a line of the drawing is longer than 17 columns";
        else if (i % 2 == 0 && !has_corners(d->mark[i]))
            reason = "every other line of the drawing has a '+' at columns 0, 4, 8, 12 and 16";
        if (reason) {
            complain_tile(d, reason);
            d->why->line = r->line;
            return false;
        }
    }
    return true;
}

enum wall { wall_none, wall_full, wall_orange, wall_unknown };

static enum wall wall_at(const struct drawing *d, int space, int side)
{
    int row = 2 * (space / ROWS) + 1, column = 4 * (space % ROWS);
    if (side == NORTH || side == SOUTH) {
        const char *m = d->mark[side == NORTH ? row - 1 : row + 1] + column + 1;
        return memcmp(m, "   ", 3) == 0   ? wall_none
               : memcmp(m, "---", 3) == 0 ? wall_full
               : memcmp(m, "===", 3) == 0 ? wall_orange
                                          : wall_unknown;
    }
    char m = d->mark[row][side == WEST ? column : column + 4];
    return m == ' ' ? wall_none : m == '|' ? wall_full : m == ':' ? wall_orange : wall_unknown;
}

static const struct {
    char mark;
    bool coloured;
    uint8_t space; /* of a coloured one: the yellow */
} kinds[] = {
    {' ', false, space_plain},        {'?', true, space_explore_yellow}, {'^', false, space_arrow},
    {'@', true, space_vortex_yellow}, {'*', true, space_item_yellow},    {'x', true, space_exit_yellow},
    {'h', false, space_hourglass},    {'b', false, space_ball},          {'c', false, space_camera},
};

/* The three characters of a space: kind, colour, escalator.  Returns the reason if they are none, else
 * NULL. */
static const char *read_space(const char *mark, uint8_t *space, int *escalator)
{
    *escalator = 0;
    *space = space_solid;
    if (memcmp(mark, "###", 3) == 0)
        return NULL;
    if (mark[2] >= '1' && mark[2] <= '4')
        *escalator = mark[2] - '0';
    else if (mark[2] != ' ')
        return "an escalator's end is a digit from 1 to 4 as the space's third character (M2.5)";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].mark != mark[0])
            continue;
        int colour = mark[1] == 'y' ? 0 : mark[1] == 'v' ? 1 : mark[1] == 'g' ? 2 : mark[1] == 'o' ? 3 : -1;
        if (kinds[i].coloured && colour < 0)
            return "this kind of space needs a colour, y v g or o, as its second character (M2.5)";
        if (!kinds[i].coloured && mark[1] != ' ')
            return "this kind of space has no colour: its second character is blank (M2.5)";
        *space = (uint8_t)(kinds[i].space + (kinds[i].coloured ? colour : 0));
        return NULL;
    }
    return "no such kind of space: blank ? ^ @ * x h b c and ### are known (M2.5)";
}

static bool read_spaces(const struct drawing *d)
{
    int ends[5][2] = {{0}}, count[5] = {0}, escalators = 0;
    for (int i = 0; i < SPACES; i++) {
        int escalator;
        const char *mark = d->mark[2 * (i / ROWS) + 1] + 4 * (i % ROWS) + 1;
        const char *reason = read_space(mark, &d->face->space[i], &escalator);
        if (reason)
            return complain_space(d, i, reason);
        if (escalator && count[escalator] == 2)
            return complain_space(d, i, "a third end of one escalator (M2.5)");
        if (escalator)
            ends[escalator][count[escalator]++] = i;
    }
    for (int e = 1; e <= 4; e++) {
        if (count[e] == 1)
            return complain_space(d, ends[e][0], "an escalator with one end only (M2.5)");
        if (count[e] == 2)
            d->face->stairs[escalators++] = (uint8_t)(ends[e][0] << 4 | ends[e][1]);
    }
    return true;
}

static bool is_way_across(int space)
{
    return space_explores(space) || space == space_arrow;
}

static int beyond(int space, int side)
{
    static const int step[DIRECTIONS] = {-ROWS, 1, ROWS, -1};
    int row = space / ROWS, column = space % ROWS;
    bool edge = side == NORTH   ? row == 0
                : side == EAST  ? column == ROWS - 1
                : side == SOUTH ? row == ROWS - 1
                                : column == 0;
    return edge ? -1 : space + step[side];
}

/* The reason why the edge of the tile cannot be as it is drawn, or NULL. */
static const char *check_edge(const struct face *f, int space, int side, enum wall wall)
{
    bool crossing = face_crossing[side] == space;
    if (wall == wall_orange)
        return "an orange wall in the tile's edge (M2.3)";
    if (crossing && wall == wall_full && space_explores(f->space[space]))
        return "exploration space without an opening in the tile's edge (M2.3)";
    if (crossing && wall == wall_full && f->space[space] == space_arrow)
        return "arrow without an opening in the tile's edge (M2.3)";
    if (crossing && wall == wall_none && !is_way_across(f->space[space]))
        return "an opening in the tile's edge, but neither an exploration space nor the arrow (M2.3)";
    if (!crossing && wall == wall_none)
        return "an opening in the tile's edge where nobody can cross it (M2.3)";
    return NULL;
}

static bool read_side(const struct drawing *d, int space, int side)
{
    struct face *f = d->face;
    enum wall wall = wall_at(d, space, side);
    int other = beyond(space, side);
    if (wall == wall_unknown)
        return complain_space(d, space,
                              side == NORTH || side == SOUTH
                                  ? "a wall north or south of a space is '---', '===' or three blanks"
                                  : "a wall west or east of a space is '|', ':' or a blank");
    if (other < 0) {
        const char *reason = check_edge(f, space, side, wall);
        if (reason)
            return complain_space(d, space, reason);
    } else if (wall != wall_full && f->space[space] == space_solid &&
               (f->space[other] != space_solid || wall == wall_orange)) {
        return complain_space(d, space, "a solid space is not walled off (M2.3)");
    }
    if (wall == wall_none && f->space[space] != space_solid)
        f->open[side] |= (uint16_t)(1u << space);
    if (wall == wall_orange)
        f->dwarf[side] |= (uint16_t)(1u << space);
    return true;
}

static bool check_crossings(const struct drawing *d)
{
    const struct face *f = d->face;
    int explores = 0, arrows = 0;
    unsigned colours = 0;
    for (int i = 0; i < SPACES; i++) {
        if (!is_way_across(f->space[i]))
            continue;
        if (!face_is_crossing(i))
            return complain_space(d, i,
                                  "exploration spaces and arrows lie only at N row 0 column 2, E row 2 "
                                  "column 3, S row 3 column 1 and W row 1 column 0 (M2.3)");
        if (f->space[i] == space_arrow && arrows++)
            return complain_space(d, i, "a second arrow (M2.3)");
        if (space_explores(f->space[i])) {
            explores++;
            colours |= 1u << (f->space[i] - space_explore_yellow);
        }
    }
    if (f->number == 1 && arrows)
        return complain_tile(d, "the start tile has no arrow (M2.3)");
    if (f->number == 1 && colours != 0xf)
        return complain_tile(d, "the start tile has four exploration spaces, one of each colour (M2.3)");
    if (f->number != 1 && !arrows)
        return complain_tile(d, "no arrow (M2.3)");
    if (f->number != 1 && !explores)
        return complain_tile(d, "no exploration space: a tile has 1 to 3 (M2.3)");
    return true;
}

static bool check_start(const struct drawing *d)
{
    static const uint8_t middle[] = {5, 6, 9, 10};
    const struct face *f = d->face;
    int hourglasses = 0;
    for (int i = 0; i < SPACES; i++)
        hourglasses += f->space[i] == space_hourglass;
    for (int i = 0; i < 4; i++)
        if (f->space[middle[i]] == space_solid)
            return complain_space(d, middle[i], "the heroes begin on the four middle spaces (M3.1)");
    if (hourglasses != 1)
        return complain_tile(d, "each face of the start tile has exactly one hourglass space (M2.5)");
    return true;
}

static bool read_drawing(struct reader *r, struct face *f)
{
    struct drawing d = {.header_line = r->line, .face = f, .why = r->why};
    if (!copy_drawing(r, &d) || !read_spaces(&d) || !check_crossings(&d))
        return false;
    for (int i = 0; i < SPACES; i++)
        for (int side = 0; side < DIRECTIONS; side++)
            if (!read_side(&d, i, side))
                return false;
    return f->number != 1 || check_start(&d);
}

/* ---- the whole set ---- */

/* "tile 7", "tile 1A": fills number and side, or complains. */
static bool read_header(const struct reader *r, struct line l, struct face *f)
{
    size_t at = 5;
    unsigned number = 0;
    for (; at < l.size && at < 7 && l.text[at] >= '0' && l.text[at] <= '9'; at++)
        number = number * 10 + (unsigned)(l.text[at] - '0');
    if (at == 5 || l.text[5] == '0' || number > TILES_MAX)
        return complain(r->why, r->line, "a tile's number is from 1 to 24 (M2.1)");
    unsigned side = 0;
    if (at < l.size && (l.text[at] == 'A' || l.text[at] == 'B'))
        side = (unsigned)(l.text[at++] - 'A') + 1;
    if (at < l.size)
        return complain(r->why, r->line, "a tile's header is 'tile' and a number, nothing more");
    if (number == 1 && !side)
        return complain(r->why, r->line, "tile 1 has two faces: write 'tile 1A' or 'tile 1B' (M2.1)");
    if (number != 1 && side)
        return complain(r->why, r->line, "only tile 1 has two faces (M2.1)");
    *f = (struct face){.number = (uint8_t)number, .side = (uint8_t)side};
    return true;
}

static bool read_tile(struct reader *r, struct line l, struct tile_set *set)
{
    struct face f;
    if (!read_header(r, l, &f))
        return false;
    struct face *home = &set->face[f.number == 1 ? f.side - 1 : f.number];
    if (home->number) {
        struct drawing d = {.header_line = r->line, .face = &f, .why = r->why};
        return complain_tile(&d, "drawn a second time");
    }
    if (!read_drawing(r, &f))
        return false;
    *home = f;
    return true;
}

static bool read_name(const struct reader *r, struct line l, struct tile_set *set)
{
    const char *text = l.text + 5;
    size_t size = l.size - 5;
    for (; size && *text == ' '; text++)
        size--;
    if (set->name[0])
        return complain(r->why, r->line, "a second name");
    if (!size || size >= sizeof set->name)
        return complain(r->why, r->line, "a name has 1 to 47 bytes");
    if (!utf8_is_text(text, size))
        return complain(r->why, r->line, "a name is UTF-8 text without control characters");
    memcpy(set->name, text, size);
    return true;
}

/* What is missing is missing at the end: `last` is the last line. */
static bool check_set(const struct tile_set *set, uint32_t last, struct complaint *why)
{
    int hourglasses = 0;
    for (int i = 0; i < FACES_MAX; i++) {
        const struct face *f = &set->face[i];
        if (!f->number) {
            struct pen pen = pen_on(why->text, sizeof why->text);
            why->line = last;
            pen_tile(&pen, i < 2 ? 1 : i, i < 2 ? i + 1 : 0);
            pen_text(&pen, " is missing: a set has tiles 1A, 1B and 2 to 24 (M2.1)");
            pen_done(&pen, why->text);
            return false;
        }
        for (int k = 0; i >= 2 && k < SPACES; k++)
            hourglasses += f->space[k] == space_hourglass;
    }
    if (!set->name[0])
        return complain(why, last, "the set has no name: a line 'name: ...' is missing");
    if (hourglasses != HOURGLASSES_BEYOND_START)
        return complain(why, last, "tiles 2 to 24 have exactly three hourglass spaces in total (M2.5)");
    return true;
}

bool tiles_parse(const char *text, size_t size, struct tile_set *out, struct complaint *why)
{
    struct tile_set set = {0};
    struct line l;
    if (!size)
        return complain(why, 1, "the tile set is empty");
    if (size > TILES_TEXT_MAX)
        return complain(why, 0, "a tile set has at most 64 KiB");
    struct reader r = {text, text + size, 0, why};
    if (!next_line(&r, &l) || !equals(l, "turncoat tiles 1"))
        return complain(why, 1, "the first line of a tile set is 'turncoat tiles 1'");
    while (next_line(&r, &l)) {
        bool good = true;
        if (starts_with(l, "name:"))
            good = read_name(&r, l, &set);
        else if (starts_with(l, "tile "))
            good = read_tile(&r, l, &set);
        else if (l.size && !starts_with(l, "//"))
            good = complain(why, r.line, "expected 'tile' and a number, 'name:', or a '//' comment");
        if (!good)
            return false;
    }
    if (!check_set(&set, r.line, why))
        return false;
    set.count = FACES_MAX;
    *out = set;
    return true;
}

/* ---- faces ---- */

static int turned_space(int space)
{
    return space % ROWS * ROWS + ROWS - 1 - space / ROWS;
}

/* Each row of four bits becomes a column: the northern row the eastern column, and so on. */
static uint16_t turned_bits(uint16_t bits)
{
    static const uint16_t column[16] = {0x0000, 0x0001, 0x0010, 0x0011, 0x0100, 0x0101, 0x0110, 0x0111,
                                        0x1000, 0x1001, 0x1010, 0x1011, 0x1100, 0x1101, 0x1110, 0x1111};
    return (uint16_t)(column[bits & 15] << 3 | column[bits >> 4 & 15] << 2 | column[bits >> 8 & 15] << 1 |
                      column[bits >> 12]);
}

static void turn_once(struct face *out, const struct face *in)
{
    out->number = in->number;
    out->side = in->side;
    for (int i = 0; i < SPACES; i++)
        out->space[turned_space(i)] = in->space[i];
    for (int side = 0; side < DIRECTIONS; side++) {
        out->open[(side + 1) % DIRECTIONS] = turned_bits(in->open[side]);
        out->dwarf[(side + 1) % DIRECTIONS] = turned_bits(in->dwarf[side]);
    }
    for (int i = 0; i < 4; i++) {
        int a = turned_space(in->stairs[i] >> 4), b = turned_space(in->stairs[i] & 15);
        out->stairs[i] = (uint8_t)(!in->stairs[i] ? 0 : a < b ? a << 4 | b : b << 4 | a);
    }
}

void face_turn(struct face *out, const struct face *in, int quarter_turns_clockwise)
{
    *out = *in;
    for (int i = quarter_turns_clockwise & 3; i; i--) {
        struct face before = *out;
        turn_once(out, &before);
    }
}

/* The spaces one step away from a set of them. */
static uint16_t next_to(const struct face *f, uint16_t from, bool dwarf)
{
    static const uint16_t inner[DIRECTIONS] = {0xfff0, 0x7777, 0x0fff, 0xeeee}; /* not at that edge */
    uint16_t may[DIRECTIONS];
    for (int side = 0; side < DIRECTIONS; side++)
        may[side] = from & inner[side] & (uint16_t)(f->open[side] | (dwarf ? f->dwarf[side] : 0));
    unsigned to = (unsigned)may[NORTH] >> ROWS | (unsigned)may[EAST] << 1 | (unsigned)may[SOUTH] << ROWS |
                  (unsigned)may[WEST] >> 1;
    for (int i = 0; i < 4 && f->stairs[i]; i++) {
        unsigned a = 1u << (f->stairs[i] >> 4), b = 1u << (f->stairs[i] & 15);
        to |= (from & a ? b : 0) | (from & b ? a : 0);
    }
    return (uint16_t)to;
}

uint16_t face_spread(const struct face *f, uint16_t from, uint16_t shut, bool dwarf)
{
    uint16_t reached = from;
    for (uint16_t before = 0; before != reached;) {
        before = reached;
        reached |= next_to(f, reached, dwarf) & (uint16_t)~shut;
    }
    return reached;
}

uint16_t face_reach(const struct face *f, int from, uint16_t shut, bool dwarf)
{
    return face_spread(f, (uint16_t)(1u << from), shut, dwarf);
}

bool face_connected(const struct face *f, bool dwarf)
{
    int from = 0;
    uint16_t wanted = 0;
    for (int i = 0; i < SPACES; i++)
        if (f->space[i] != space_solid) {
            wanted |= (uint16_t)(1u << i);
            from = i;
        }
    return face_reach(f, from, 0, dwarf) == wanted;
}

int face_ways_in(const struct face *f, int space)
{
    int ways = 0;
    for (int side = 0; side < DIRECTIONS; side++)
        if (beyond(space, side) >= 0)
            ways += (f->open[side] | f->dwarf[side]) >> space & 1;
    for (int i = 0; i < 4 && f->stairs[i]; i++)
        ways += f->stairs[i] >> 4 == space || (f->stairs[i] & 15) == space;
    return ways;
}
