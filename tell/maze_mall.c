/* tell/maze_mall.c -- the mall as text, as far as a view knows it.
 *
 * The signs are those of a tile set (docs/tiles.md); heroes are capital letters. */
#include "tell/maze.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE_MAX = 100 }; /* spaces: 24 tiles in a row, with their offset */

static const char *const hero_colours[HEROES] = {"\033[1;33m", "\033[1;35m", "\033[1;32m",
                                                 "\033[1;38;5;208m"};

/* ---- the canvas: walls around spaces, and what is on the spaces ---- */

struct canvas {
    int west, north, width, height;           /* in spaces */
    uint8_t wall[SIDE_MAX + 1][SIDE_MAX + 1]; /* from the corner: bit 0 to the east, bit 1 to the south */
    uint8_t part[SIDE_MAX + 1][SIDE_MAX + 1]; /* the same: a small passage */
    place_t place[SIDE_MAX][SIDE_MAX];
    bool colour;
};

static void find_bounds(const struct state *s, bool apart, struct canvas *c)
{
    int east = 0, south = 0;
    bool any = false;
    for (int n = 1; n <= TILES_MAX; n++) {
        int x, y;
        if (!s->mall[n].laid || mall_apart(s, PLACE(n, 0)) != apart)
            continue;
        mall_position(s, PLACE(n, 0), &x, &y);
        c->west = !any || x < c->west ? x : c->west;
        c->north = !any || y < c->north ? y : c->north;
        east = !any || x > east ? x : east;
        south = !any || y > south ? y : south;
        any = true;
    }
    c->width = any ? east + 4 - c->west : 0;
    c->height = any ? south + 4 - c->north : 0;
}

static void put_wall(struct canvas *c, int x, int y, int direction, bool small)
{
    uint8_t(*to)[SIDE_MAX + 1] = small ? c->part : c->wall;
    if (direction == NORTH || direction == SOUTH)
        to[y + (direction == SOUTH)][x] |= 1;
    else
        to[y][x + (direction == EAST)] |= 2;
}

/* Between two solid spaces of a tile there is nothing to draw. */
static bool solid_beside(const struct face *f, int space, int direction)
{
    int next = mall_beside[direction][space];
    return next < SPACES && f->space[space] == space_solid && f->space[next] == space_solid;
}

static void put_tile(const struct state *s, int number, struct canvas *c)
{
    const struct tile *tile = &s->mall[number];
    for (int i = 0; i < SPACES; i++) {
        int x, y;
        mall_position(s, PLACE(number, i), &x, &y);
        x -= c->west, y -= c->north;
        c->place[y][x] = PLACE(number, i);
        for (int d = 0; d < DIRECTIONS; d++) {
            if (tile->face.open[d] >> i & 1) {
                bool edge = i == face_crossing[d] && !tile->link[d] && mall_beyond(s, number, d);
                if (edge)
                    put_wall(c, x, y, d, false); /* M4.6: a dead end */
            } else if (!solid_beside(&tile->face, i, d)) {
                put_wall(c, x, y, d, tile->face.dwarf[d] >> i & 1);
            }
        }
    }
}

static const char *corner(const struct canvas *c, int x, int y)
{
    static const char *const signs[16] = {" ", "╶", "╷", "┌", "╴", "─", "┐", "┬",
                                          "╵", "└", "│", "├", "┘", "┴", "┤", "┼"};
    unsigned east = c->wall[y][x] & 1, south = c->wall[y][x] >> 1 & 1;
    unsigned west = x ? c->wall[y][x - 1] & 1 : 0, north = y ? c->wall[y - 1][x] >> 1 & 1 : 0;
    return signs[east | south << 1 | west << 2 | north << 3];
}

/* ---- what is on a space ---- */

static int escalator_number(const struct tile *tile, int space)
{
    for (int i = 0; i < 4 && tile->face.stairs[i]; i++)
        if (tile->face.stairs[i] >> 4 == space || (tile->face.stairs[i] & 15) == space)
            return i + 1;
    return 0;
}

/* A line without trailing blanks. */
struct line {
    char text[8192];
    size_t size, shown; /* up to the last visible sign */
};

static void put(struct line *l, const char *text)
{
    size_t size = strlen(text);
    if (l->size + size >= sizeof l->text)
        return;
    memcpy(l->text + l->size, text, size);
    l->size += size;
    l->shown = text[strspn(text, " ")] ? l->size : l->shown;
}

static void end_line(struct line *l)
{
    printf("%.*s\n", (int)l->shown, l->text);
    l->size = l->shown = 0;
}

static void put_coloured(struct line *l, const struct canvas *c, int hero, const char *text)
{
    put(l, c->colour ? hero_colours[hero] : "");
    put(l, text);
    put(l, c->colour ? "\033[0m" : "");
}

static void put_space(struct line *l, const struct state *s, const struct canvas *c, place_t at)
{
    static const char signs[] = "  #^hbc????@@@@****xxxx", colours[] = "yvgo", heroes[] = "BSED";
    int space = at ? mall_space(s, at) : 0, hero = at ? mall_hero(s, at) : -1;
    int colour = space >= space_explore_yellow ? (space - space_explore_yellow) % HEROES : -1;
    bool explored = mall_side(s, at) >= 0 && !mall_unexplored(s, at);
    char sign[3] = {signs[space], colour >= 0 ? colours[colour] : ' ', 0};
    char name[3] = {' ', hero >= 0 ? heroes[hero] : ' ', 0};
    char number[2] = {(char)('0' + escalator_number(&s->mall[PLACE_TILE(at)], PLACE_SPACE(at))), 0};
    if (space == space_solid) {
        put(l, "▒▒▒");
        return;
    }
    if (hero >= 0)
        put_coloured(l, c, hero, name);
    else if (at && mall_used(s, at))
        put(l, " ×");
    else if (!at || space == space_plain || space == space_arrow || explored)
        put(l, "  ");
    else if (colour >= 0)
        put_coloured(l, c, colour, sign);
    else
        put(l, sign);
    put(l, number[0] == '0' ? " " : number);
}

static void print_canvas(const struct state *s, const struct canvas *c)
{
    struct line l = {.size = 0};
    for (int y = 0; y <= c->height; y++) {
        put(&l, "    ");
        for (int x = 0; x <= c->width; x++) {
            put(&l, corner(c, x, y));
            if (x < c->width)
                put(&l, c->wall[y][x] & 1 ? "───" : c->part[y][x] & 1 ? "╌╌╌" : "   ");
        }
        end_line(&l);
        put(&l, "    ");
        for (int x = 0; y < c->height && x <= c->width; x++) {
            put(&l, c->wall[y][x] & 2 ? "│" : c->part[y][x] & 2 ? "╎" : " ");
            if (x < c->width)
                put_space(&l, s, c, c->place[y][x]);
        }
        end_line(&l);
    }
}

void maze_draw(const struct state *s)
{
    struct canvas *c = malloc(sizeof *c);
    for (int apart = 0; c && apart <= rule(s, RULE_DIMENSIONS); apart++) {
        memset(c, 0, sizeof *c);
        c->colour = isatty(STDOUT_FILENO);
        find_bounds(s, apart, c);
        if (c->width > SIDE_MAX || c->height > SIDE_MAX)
            continue;
        for (int n = 1; n <= TILES_MAX; n++)
            if (s->mall[n].laid && mall_apart(s, PLACE(n, 0)) == apart)
                put_tile(s, n, c);
        fputs("\n", stdout);
        print_canvas(s, c);
    }
    free(c);
}
