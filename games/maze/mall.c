/* games/maze/mall.c -- the geometry of the mall. */
#include "games/maze/mall.h"

#include "games/maze/scenarios.h"

place_t mall_escalator(const struct state *s, place_t from)
{
    const uint8_t *stairs = s->mall[PLACE_TILE(from)].face.stairs;
    for (int i = 0; i < 4 && stairs[i]; i++) {
        if (stairs[i] >> 4 == PLACE_SPACE(from))
            return PLACE(PLACE_TILE(from), stairs[i] & 15);
        if ((stairs[i] & 15) == PLACE_SPACE(from))
            return PLACE(PLACE_TILE(from), stairs[i] >> 4);
    }
    return 0;
}

int mall_side(const struct state *s, place_t place)
{
    if (!space_explores(mall_space(s, place)))
        return -1;
    for (int d = 0; d < DIRECTIONS; d++)
        if (face_crossing[d] == PLACE_SPACE(place))
            return d;
    return -1;
}

static int tile_at(const struct state *s, int east, int south)
{
    for (int n = 1; n <= TILES_MAX; n++)
        if (s->mall[n].laid && s->mall[n].east == east && s->mall[n].south == south)
            return n;
    return 0;
}

int mall_beyond(const struct state *s, int tile, int direction)
{
    return tile_at(s, s->mall[tile].east + mall_lattice_east[direction],
                   s->mall[tile].south + mall_lattice_south[direction]);
}

bool mall_unexplored(const struct state *s, place_t place)
{
    int side = mall_side(s, place);
    return side >= 0 && mall_beyond(s, PLACE_TILE(place), side) == 0;
}

int mall_turns(const struct state *s, int tile, int arrow_side)
{
    for (int d = 0; d < DIRECTIONS; d++)
        if (s->mall[tile].face.space[face_crossing[d]] == space_arrow)
            return (arrow_side - d) & 3;
    return 0;
}

static bool opens(const struct tile *tile, int direction)
{
    return tile->face.open[direction] >> face_crossing[direction] & 1;
}

void mall_lay(struct state *s, int number, int east, int south, int turns)
{
    struct tile *tile = &s->mall[number];
    struct face drawn = tile->face;
    face_turn(&tile->face, &drawn, turns & 3);
    tile->turns = turns & 3;
    tile->east = (int8_t)east;
    tile->south = (int8_t)south;
    tile->laid = 1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = mall_beyond(s, number, d);
        if (other && opens(tile, d) && opens(&s->mall[other], mall_opposite[d])) { /* M4.6 */
            tile->link[d] = (uint8_t)other;
            s->mall[other].link[mall_opposite[d]] = (uint8_t)number;
        }
    }
}

void mall_take_up(struct state *s, int number)
{
    struct tile *tile = &s->mall[number];
    struct face lying = tile->face;
    face_turn(&tile->face, &lying, (4 - tile->turns) & 3);
    for (int d = 0; d < DIRECTIONS; d++) {
        if (tile->link[d])
            s->mall[tile->link[d]].link[mall_opposite[d]] = 0;
        tile->link[d] = 0;
    }
    tile->used = 0;
    tile->turns = tile->laid = 0;
    tile->east = tile->south = 0;
}

bool mall_crowded(const struct state *s, int tile, int but)
{
    for (int h = 0; h < HEROES; h++)
        if (h != but && PLACE_TILE(s->hero_at[h]) == tile)
            return true;
    return false;
}

bool mall_apart(const struct state *s, place_t place)
{
    return s->mall[PLACE_TILE(place)].east >= SECOND_DIMENSION_EAST / 2;
}

bool mall_others_together(const struct state *s, int hero, bool apart)
{
    int there = 0;
    for (int h = 0; h < HEROES; h++)
        there += h != hero && s->hero_at[h] && !(s->left >> h & 1) && mall_apart(s, s->hero_at[h]) == apart;
    return there == HEROES - 1;
}

/* ---- which tiles can go (M8.5) ---- */

/* All spaces that can be reached from those in `reached`, walls that only the
 * dwarf passes counted as passable, without the tiles in `gone`. */
static void flood(const struct state *s, uint32_t gone, uint16_t reached[TILES_MAX + 1])
{
    bool small = s->scenario.rules & RULE_DWARF; /* M7.4: else nobody passes them */
    for (bool grown = true; grown;) {
        grown = false;
        for (int n = 1; n <= TILES_MAX; n++) {
            if (!reached[n] || gone >> n & 1)
                continue;
            const struct tile *tile = &s->mall[n];
            reached[n] = face_spread(&tile->face, reached[n], 0, small);
            for (int d = 0; d < DIRECTIONS; d++) {
                int other = tile->link[d];
                uint16_t bit = (uint16_t)(1u << face_crossing[mall_opposite[d]]);
                if (other && !(gone >> other & 1) && (reached[n] >> face_crossing[d] & 1) &&
                    !(reached[other] & bit))
                    reached[other] |= bit, grown = true;
            }
        }
    }
}

/* Can every remaining space still be reached from every other from which it
 * could be reached before? */
static bool holds_without(const struct state *s, uint32_t gone)
{
    uint16_t done[TILES_MAX + 1] = {0};
    for (int n = 1; n <= TILES_MAX; n++) {
        if (!s->mall[n].laid || gone >> n & 1)
            continue;
        for (int i = 0; i < SPACES; i++) {
            if (done[n] >> i & 1 || s->mall[n].face.space[i] == space_solid)
                continue;
            uint16_t before[TILES_MAX + 1] = {0}, after[TILES_MAX + 1] = {0};
            before[n] = after[n] = (uint16_t)(1u << i);
            flood(s, 0, before);
            flood(s, gone, after);
            for (int m = 1; m <= TILES_MAX; m++) {
                if (!(gone >> m & 1) && before[m] != after[m])
                    return false;
                done[m] |= before[m];
            }
        }
    }
    return true;
}

static bool stays(const struct state *s, int tile)
{
    return tile == 1 || s->mall[tile].used || mall_crowded(s, tile, -1);
}

static bool another_can_go(const struct state *s, int first, uint32_t gone)
{
    for (int n = first; n <= TILES_MAX; n++)
        if (s->mall[n].laid && !(gone >> n & 1) && !stays(s, n) && holds_without(s, gone | 1u << n))
            return true;
    return false;
}

bool mall_two_can_go(const struct state *s)
{
    for (int n = 2; n <= TILES_MAX; n++)
        if (s->mall[n].laid && !stays(s, n) && holds_without(s, 1u << n) && another_can_go(s, 2, 1u << n))
            return true;
    return false;
}

refusal_t mall_discard_refusal(const struct state *s, int tile, int due)
{
    if (stays(s, tile))
        return REFUSAL_tile_in_use;
    if (!holds_without(s, 1u << tile))
        return REFUSAL_cuts_mall;
    if (due > 1 && !another_can_go(s, 2, 1u << tile))
        return REFUSAL_cuts_second;
    return REFUSAL_OK;
}
