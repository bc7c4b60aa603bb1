/* cli/simulate_show.c -- one simulated game as text: what happens, and the mall
 * as it grows.
 *
 * It draws what the gallery sees; the signs are those of a tile set's file
 * (docs/tiles.md), with heroes as capital letters. */
#include "cli/simulate_maze.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

enum { SIDE_MAX = 100 }; /* spaces: 24 tiles in a row, and their shift */

static const char *const hero_names[HEROES] = {"barbarian", "sorceress", "elf", "dwarf"};
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
    static const int8_t step[DIRECTIONS] = {-4, 1, 4, -1};
    int column = space % 4, next = space + step[direction];
    if (next < 0 || next >= SPACES || (direction == EAST && column == 3) ||
        (direction == WEST && column == 0))
        return false;
    return f->space[space] == space_solid && f->space[next] == space_solid;
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

/* A line without blanks at its end. */
struct line {
    char text[8192];
    size_t size, shown; /* up to the last sign that can be seen */
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

static void draw(const struct state *s)
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

/* ---- what happens ---- */

struct show {
    _Alignas(8) uint8_t view[STATE_MAX]; /* the gallery's */
    int64_t began_ms;
    int moves, drawn_tiles;
};

static const char *name_of(const struct state *s, seat_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX ? s->presence.player[seat].name : "?";
}

static void begin_line(const struct show *w, const struct event *e)
{
    int64_t ms = e->at_ms - w->began_ms;
    printf("  %d:%02d.%d  ", (int)(ms / 60000), (int)(ms / 1000 % 60), (int)(ms / 100 % 10));
}

static void print_hands(const struct state *s)
{
    static const char *const words[] = {"north", "east", "south", "west", "explore", "vortex", "escalator"};
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        const char *before = "";
        printf("          %-5s", name_of(s, seat));
        for (int i = 0; i < 7; i++)
            if (s->may[seat] >> i & 1) {
                printf("%s %s", before, words[i]);
                before = ",";
            }
        puts(*before ? "" : solo(s) ? " one action at a time" : " nothing but the pawn");
    }
}

static int tiles_laid(const struct state *s)
{
    int count = 0;
    for (int n = 1; n <= TILES_MAX; n++)
        count += s->mall[n].laid;
    return count;
}

static void tell_tile(struct show *w, const struct state *s, const struct event *e)
{
    const struct tile_laid *x = BODY(e, tile_laid);
    if (!x->by)
        return;
    begin_line(w, e);
    printf("%s lays tile %u with the %s%s\n", name_of(s, x->by), x->tile, hero_names[(x->hero + 3) % 4],
           x->ball ? ", through the crystal ball" : "");
    int all = tiles_laid(s) + s->pile_count;
    if (tiles_laid(s) == (all + 1) / 2 && w->drawn_tiles < tiles_laid(s)) {
        w->drawn_tiles = tiles_laid(s);
        draw(s);
    }
}

static void tell_end(const struct show *w, const struct state *s, const struct event *e)
{
    const struct game_ended *x = BODY(e, game_ended);
    begin_line(w, e);
    if (x->ending == ending_escaped)
        printf("everybody is out: won with %d s of sand left, after %d moves and %u flip%s\n",
               x->left_ms / 1000, w->moves, x->spaces_used, x->spaces_used == 1 ? "" : "s");
    else
        printf("%s: lost\n",
               x->ending == ending_sand_ran_out ? "the sand has run out" : "no two tiles can go");
    draw(s);
}

/* What needs a line and no more. */
static void tell_line(const struct show *w, const struct state *s, const struct event *e)
{
    begin_line(w, e);
    switch (e->kind) {
    case EV_hourglass_turned:
        printf("%s turns the hourglass\n", name_of(s, BODY(e, hourglass_turned)->by));
        break;
    case EV_hourglass_flipped:
        printf("the hourglass is flipped: %d s\n", BODY(e, hourglass_flipped)->left_ms / 1000);
        break;
    case EV_actions_passed:
        puts("everybody passes the actions to the left");
        break;
    case EV_camera_broken:
        puts("the barbarian breaks a camera");
        break;
    case EV_tile_discarded:
        printf("%s discards tile %u\n", name_of(s, BODY(e, tile_discarded)->by),
               BODY(e, tile_discarded)->tile);
        break;
    case EV_pawn_placed:
        printf("%s puts the pawn before %s\n", name_of(s, BODY(e, pawn_placed)->by),
               name_of(s, BODY(e, pawn_placed)->seat));
        break;
    case EV_theft_done:
        puts("the theft!");
        break;
    default:
        printf("the %s is out\n", hero_names[(BODY(e, hero_left)->hero + 3) % 4]);
    }
}

static void tell(struct show *w, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_hourglass_turned:
        w->began_ms = e->at_ms;
        tell_line(w, s, e);
        print_hands(s);
        draw(s);
        break;
    case EV_hero_moved:
        w->moves++;
        break;
    case EV_tile_laid:
        tell_tile(w, s, e);
        break;
    case EV_actions_passed:
        tell_line(w, s, e);
        print_hands(s);
        break;
    case EV_theft_done:
        tell_line(w, s, e);
        draw(s);
        break;
    case EV_hourglass_flipped:
    case EV_camera_broken:
    case EV_tile_discarded:
    case EV_pawn_placed:
    case EV_hero_left:
        tell_line(w, s, e);
        break;
    case EV_game_ended:
        tell_end(w, s, e);
        break;
    default:
        break;
    }
}

static void watch(void *ctx, seats_t who, const struct seen *seen)
{
    struct show *w = ctx;
    struct state *s = (struct state *)(void *)w->view;
    (void)who;
    maze.apply(s, &seen->event);
    tell(w, s, &seen->event);
}

int simulate_show(const struct simulate_options *o)
{
    struct match *m = malloc(sizeof *m);
    struct show *w = calloc(1, sizeof *w);
    int status = EXIT_NO;
    struct simulate_record record;
    if (m && w && simulate_open(m, o, simulate_seed(o, 0), &record)) {
        table_tell(&m->table, SEAT_GALLERY, 0, watch, w);
        m->watch = watch;
        m->watcher = w;
        printf("Scenario %u, %s: %ld player%s, tiles up to %u, seed %llu\n",
               simulate_maze_options.scenario.number, simulate_maze_options.scenario.title, o->players,
               o->players == 1 ? "" : "s", simulate_maze_options.scenario.level, (unsigned long long)o->seed);
        puts("  B barbarian (y)  S sorceress (v)  E elf (g)  D dwarf (o)  ▒ solid  1 escalator");
        puts("  ?y explore  @y vortex  *y item  xy exit  h hourglass  b ball  c camera  × out of order\n");
        while (match_step(m, simulate_maze.until_ms))
            ;
        match_close(m);
        status = EXIT_DONE;
    }
    free(m);
    free(w);
    return status;
}
