/* games/maze/tiles.h -- the mall tiles (M2.3-M2.6): their parsed form, and the reader of their text form.
 *
 * The text form is described in docs/tiles.md; data/tiles/mall.tiles is the built-in set, compiled in as
 * `tiles_house`.  This file knows tiles as they are drawn; where they lie in a game is not its concern. */
#ifndef GAMES_MAZE_TILES_H
#define GAMES_MAZE_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/complaint.h"
#include "games/maze/maze.h"

enum {
    FACES_MAX = 25,                     /* 24 tiles, the first with two faces (M2.1) */
    TILES_TEXT_MAX = MATERIAL_TEXT_MAX, /* bytes of a tile set's text */
};

/* The only place on each side, by direction N E S W, where a tile's edge can be crossed (M2.3). */
enum { CROSSING_N = 2, CROSSING_E = 11, CROSSING_S = 13, CROSSING_W = 4 };
extern const uint8_t face_crossing[4];

static inline bool face_is_crossing(int space)
{
    return space == CROSSING_N || space == CROSSING_E || space == CROSSING_S || space == CROSSING_W;
}

struct tile_set {
    char name[48];
    struct face face[FACES_MAX]; /* 1A, 1B, and from then on face[i] is tile i */
    int count;                   /* FACES_MAX; 0 while there is none */
};

extern const struct tile_set tiles_house;

/* Reads a whole tile set and checks it against M2.1 and M2.3-M2.5.  Accepts any bytes.  If it returns false,
 * `out` is untouched and `why` has the line, the tile, the space and the reason. */
bool tiles_parse(const char *text, size_t size, struct tile_set *out, struct complaint *why);

/* The face of tile n in a set, of tile 1 on that side (1: A, 2: B). */
static inline const struct face *tiles_face(const struct tile_set *set, int number, int side)
{
    return &set->face[number == 1 ? side == 2 : number];
}

/* The face as it lies after some quarter turns clockwise (M2.4).  `out` must not be `in`. */
void face_turn(struct face *out, const struct face *in, int quarter_turns_clockwise);

/* The spaces that can be reached from space `from` without leaving the face and without entering those in
 * `shut`, as bits; also through small passages if `dwarf`.  Escalators are used; vortexes and other heroes
 * are ignored. */
uint16_t face_reach(const struct face *f, int from, uint16_t shut, bool dwarf);
/* The same from any of a set of spaces. */
uint16_t face_spread(const struct face *f, uint16_t from, uint16_t shut, bool dwarf);

/* Can every space that is not solid be reached from every other? */
bool face_connected(const struct face *f, bool dwarf);

/* How many ways lead into a space from inside its tile: open sides, small passages and an escalator. */
int face_ways_in(const struct face *f, int space);

#endif
