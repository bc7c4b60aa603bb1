/* games/maze/scenarios.h -- what can be played: 17 scenarios (M7, M8), and own
 * ones made of the same rules (M8.12).
 *
 * A scenario is data: which tiles, which face, which rules.  What a rule does
 * stands where it is done. */
#ifndef GAMES_MAZE_SCENARIOS_H
#define GAMES_MAZE_SCENARIOS_H

#include "core/complaint.h"
#include "games/maze/maze.h"
#include "games/maze/tiles.h"

/* name in C, bit, words in a scenario file */
#define SCENARIO_RULES(X)                                                                                    \
    X(TALK_ALWAYS, 0, "talk always")         /* M7.1 */                                                      \
    X(ONE_EXIT, 1, "one exit")               /* M7.1: the violet one, for all */                             \
    X(PASS_LEFT, 2, "pass left")             /* M7.3 */                                                      \
    X(DWARF, 3, "dwarf passages")            /* M7.4 */                                                      \
    X(ELF, 4, "elf opens talk")              /* M7.4 */                                                      \
    X(BALL, 5, "crystal balls")              /* M7.5 */                                                      \
    X(CAMERAS, 6, "cameras")                 /* M7.6 */                                                      \
    X(FACE_UP, 7, "pile face up")            /* M8.2 */                                                      \
    X(EMPTY_HANDED, 8, "one without action") /* M8.3 */                                                      \
    X(OTHERS, 9, "others' colours")          /* M8.4 */                                                      \
    X(DISCARD, 10, "discard two")            /* M8.5 */                                                      \
    X(GESTURES, 11, "gestures only")         /* M8.6 */                                                      \
    X(DIMENSIONS, 12, "two dimensions")      /* M8.7 */                                                      \
    X(NO_TALK, 13, "no talk")                /* M8.8 */                                                      \
    X(NO_PAWN, 14, "no pawn")                /* M8.9 */                                                      \
    X(NO_VORTEX, 15, "no vortexes")          /* M8.10 */                                                     \
    X(ONE_PER_TILE, 16, "one hero a tile")   /* M8.11 */

enum {
#define X(name, bit, words) RULE_##name = 1 << bit,
    SCENARIO_RULES(X)
#undef X
        RULES_ALL = (1 << 17) - 1,
};

enum { SCENARIOS = 17, CAMPAIGN = 7, SCENARIO_TEXT_MAX = 4096 };

/* Fills in scenario 1 to 17.  A challenge (8 to 17) takes the level (its highest
 * tile, M8.1) and the side of tile 1; the campaign has its own and ignores them.
 * Zero is the lowest level, side A.  False: there is no such thing. */
bool scenario_preset(struct scenario *out, int number, int level, int side);

/* The levels of difficulty of M8.1, from the easiest, ended by 0. */
extern const uint8_t scenario_levels[];

/* Why it cannot be played at all, or by that many seats; REFUSAL_OK if it can.
 * `face` tells of tile n (of tile 1: the side in play). */
refusal_t scenario_refusal(const struct scenario *s, const struct face *(*face)(const void *, int),
                           const void *of);
refusal_t scenario_seats_refusal(const struct scenario *s, int seats);

/* How many can play it. */
void scenario_seats(const struct scenario *s, int *least, int *most);

/* Reads the text form of an own scenario (docs/scenarios.md).  On failure `out`
 * is untouched. */
bool scenario_parse(const char *text, size_t size, struct scenario *out, struct complaint *why);

/* Of a text that scenario_parse() has taken: the line for which it cannot be played. */
uint32_t scenario_refused_line(const char *text, size_t size, refusal_t refusal);

/* Is it something to call a scenario by: text, not blank, and ended within its `room`? */
bool scenario_title_fits(const char *title, size_t room);

/* The face of tile n in a tile set, of tile 1 on that side. */
const struct face *tiles_face(const struct tile_set *set, int number, int side);

#endif
