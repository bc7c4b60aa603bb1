/* tell/maze_show.c -- a game of Magic Maze while it is played: a line for what matters, and the mall as it
 * grows. */
#include "tell/maze.h"

#include <inttypes.h>

struct mind {
    int64_t began_ms;
    int moves, drawn_tiles;
};
_Static_assert(sizeof(struct mind) <= sizeof((struct show *)0)->mind, "a teller's memory");

static void begin_line(const struct mind *m, const struct event *e)
{
    int64_t ms = e->at_ms - m->began_ms;
    printf("  %d:%02d.%d  ", (int)(ms / 60000), (int)(ms / 1000 % 60), (int)(ms / 100 % 10));
}

static void print_hands(const struct state *s)
{
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        const char *before = "";
        printf("          %-5s", NAME(seat));
        for (uint8_t a = action_north; a < action_end; a++)
            if (s->may[seat] >> (a - 1) & 1) {
                printf("%s %s", before, maze_action(a));
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

static void tell_tile(struct mind *m, const struct state *s, const struct event *e)
{
    const struct tile_laid *x = BODY(e, tile_laid);
    if (!x->by)
        return;
    begin_line(m, e);
    printf("%s lays tile %u with the %s%s\n", NAME(x->by), x->tile, maze_hero(x->hero),
           x->ball ? ", through the crystal ball" : "");
    int all = tiles_laid(s) + s->pile_count;
    if (tiles_laid(s) == (all + 1) / 2 && m->drawn_tiles < tiles_laid(s)) {
        m->drawn_tiles = tiles_laid(s);
        maze_draw(s);
    }
}

static void tell_end(const struct mind *m, const struct state *s, const struct event *e)
{
    const struct game_ended *x = BODY(e, game_ended);
    begin_line(m, e);
    if (x->ending == ending_escaped)
        printf("everybody is out: won with %d s of sand left, after %d moves and %u flip%s\n",
               x->left_ms / 1000, m->moves, x->spaces_used, x->spaces_used == 1 ? "" : "s");
    else
        printf("%s\n", x->ending == ending_sand_ran_out ? "the sand has run out: lost"
                       : x->ending == ending_abandoned  ? "the players have ended the game"
                                                        : "no two tiles can be discarded: lost");
    maze_draw(s);
}

/* What needs a line and no more. */
static void tell_line(const struct mind *m, const struct state *s, const struct event *e)
{
    begin_line(m, e);
    switch (e->kind) {
    case EV_hourglass_turned:
        printf("%s turns the hourglass\n", NAME(BODY(e, hourglass_turned)->by));
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
        printf("%s discards tile %u\n", NAME(BODY(e, tile_discarded)->by), BODY(e, tile_discarded)->tile);
        break;
    case EV_pawn_placed:
        printf("%s puts the pawn in front of %s\n", NAME(BODY(e, pawn_placed)->by),
               NAME(BODY(e, pawn_placed)->seat));
        break;
    case EV_theft_done:
        puts("the theft!");
        break;
    default:
        printf("the %s is out\n", maze_hero(BODY(e, hero_left)->hero));
    }
}

/* The scenario, and what the signs of the drawings mean. */
static void begin(const struct state *s, uint64_t seed)
{
    printf("Scenario %u, %s: %u player%s, tiles up to %u, seed %" PRIu64 "\n", s->scenario.number,
           s->scenario.title, s->presence.seats, s->presence.seats == 1 ? "" : "s", s->scenario.level, seed);
    puts("  B barbarian (y)  S sorceress (v)  E elf (g)  D dwarf (o)  ▒ solid  1 escalator");
    puts("  ?y explore  @y vortex  *y item  xy exit  h hourglass  b ball  c camera  × out of order\n");
}

void maze_show(struct show *w, const struct state *s, const struct event *e)
{
    struct mind *m = (struct mind *)(void *)w->mind;
    switch (e->kind) {
    case EV_game_set_up:
        begin(s, w->seed);
        break;
    case EV_hourglass_turned:
        m->began_ms = e->at_ms;
        tell_line(m, s, e);
        print_hands(s);
        maze_draw(s);
        break;
    case EV_hero_moved:
        m->moves++;
        break;
    case EV_tile_laid:
        tell_tile(m, s, e);
        break;
    case EV_actions_passed:
        tell_line(m, s, e);
        print_hands(s);
        break;
    case EV_theft_done:
        tell_line(m, s, e);
        maze_draw(s);
        break;
    case EV_hourglass_flipped:
    case EV_camera_broken:
    case EV_tile_discarded:
    case EV_pawn_placed:
    case EV_hero_left:
        tell_line(m, s, e);
        break;
    case EV_game_ended:
        tell_end(m, s, e);
        break;
    default:
        break;
    }
}
