/* games/maze/scenarios.h -- what can be played: 17 scenarios (M7, M8), and
 * custom ones made of the same rules (M8.12).
 *
 * A scenario is data: which tiles, which face, which rules.  What a rule does
 * is in the code that does it. */
#ifndef GAMES_MAZE_SCENARIOS_H
#define GAMES_MAZE_SCENARIOS_H

#include "core/complaint.h"
#include "games/maze/maze.h"
#include "games/maze/tiles.h"

/* name in C, in the .def, words in a scenario file */
#define SCENARIO_RULES(X)                                                                                    \
    X(TALK_ALWAYS, talk_always, "talk always")          /* M7.1 */                                           \
    X(ONE_EXIT, one_exit, "one exit")                   /* M7.1: the violet one, for all */                  \
    X(PASS_LEFT, pass_left, "pass left")                /* M7.3 */                                           \
    X(DWARF, dwarf, "dwarf passages")                   /* M7.4 */                                           \
    X(ELF, elf, "elf opens talk")                       /* M7.4 */                                           \
    X(BALL, ball, "crystal balls")                      /* M7.5 */                                           \
    X(CAMERAS, cameras, "cameras")                      /* M7.6 */                                           \
    X(FACE_UP, face_up, "pile face up")                 /* M8.2 */                                           \
    X(EMPTY_HANDED, empty_handed, "one without action") /* M8.3 */                                           \
    X(OTHERS, others, "others' colours")                /* M8.4 */                                           \
    X(DISCARD, discard, "discard two")                  /* M8.5 */                                           \
    X(GESTURES, gestures, "gestures only")              /* M8.6 */                                           \
    X(DIMENSIONS, dimensions, "two dimensions")         /* M8.7 */                                           \
    X(NO_TALK, no_talk, "no talk")                      /* M8.8 */                                           \
    X(NO_PAWN, no_pawn, "no pawn")                      /* M8.9 */                                           \
    X(NO_VORTEX, no_vortex, "no vortexes")              /* M8.10 */                                          \
    X(ONE_PER_TILE, one_per_tile, "one hero a tile")    /* M8.11 */

enum {
#define X(name, value, words) RULE_##name = 1 << (rule_##value - 1),
    SCENARIO_RULES(X)
#undef X
        RULES_ALL = (1 << (rule_end - 1)) - 1,
};

enum { SCENARIOS = 17, CAMPAIGN = 7, SCENARIO_TEXT_MAX = 4096 };

/* Fills in scenario 1 to 17.  A challenge (8 to 17) takes the level (its highest
 * tile, M8.1) and the side of tile 1; the campaign has fixed ones and ignores them.
 * Zero is the lowest level, side A.  False: there is no such scenario. */
bool scenario_preset(struct scenario *out, int number, int level, int side);

/* The levels of difficulty of M8.1, from the easiest, ended by 0. */
extern const uint8_t scenario_levels[];

/* What is asked for, with everything filled in: a scenario of the game by its number,
 * a custom one (number 0) as it is.  False: there is no such scenario. */
bool scenario_resolve(struct scenario *out, const struct set_up *asked);

/* Why it cannot be played at all, or by that many seats; REFUSAL_OK if it can.
 * `face` tells of tile n (of tile 1: the side in play). */
refusal_t scenario_refusal(const struct scenario *s, const struct face *(*face)(const void *, int),
                           const void *of);
refusal_t scenario_seats_refusal(const struct scenario *s, int seats);

/* Every reason why it cannot be played, for somebody who is still making it;
 * scenario_refusal() gives the first.  Returns how many there are. */
enum { SCENARIO_REFUSALS_MAX = 16 };
int scenario_refusals(const struct scenario *s, const struct face *(*face)(const void *, int), const void *of,
                      refusal_t out[SCENARIO_REFUSALS_MAX]);

/* How many can play it. */
void scenario_seats(const struct scenario *s, int *least, int *most);

/* What can be wrong with the text of a custom scenario; what it is about may follow. */
#define SCENARIO_FAULTS(X)                                                                                   \
    X(too_long, "longer than a scenario can be (4096 bytes)")                                                \
    X(first_line, "the first line must be: turncoat scenario 1")                                             \
    X(unknown_line, "not one of title:, tiles:, face:, top:, sand:, rules:, end -- ")                        \
    X(twice, "given twice: ")                                                                                \
    X(bad_title, "a title needs 1 to 49 bytes of text")                                                      \
    X(bad_tiles, "tiles are numbers from 2 to 24, such as 2-9, 12 -- ")                                      \
    X(bad_face, "the face is A or B -- ")                                                                    \
    X(bad_top, "no such tile: ")                                                                             \
    X(bad_sand, "sand is a number of seconds -- ")                                                           \
    X(no_rule, "there is no such rule: ")                                                                    \
    X(broken_off, "it is cut short: the last line must be `end` and a line feed")                            \
    X(goes_on, "nothing may follow the line `end`")                                                          \
    X(incomplete, "a scenario needs a title: and tiles:")

struct scenario_fault {
    const char *name, *text; /* of SCENARIO_FAULTS */
    uint32_t line;           /* counted from one; zero: the whole text */
    char about[61];          /* what is written there, in printable characters */
};

/* Reads the text form of a custom scenario (docs/scenarios.md).  On failure `out` is
 * untouched.  scenario_parse() gives the fault as a complaint in English. */
bool scenario_read(const char *text, size_t size, struct scenario *out, struct scenario_fault *why);
bool scenario_parse(const char *text, size_t size, struct scenario *out, struct complaint *why);

/* Reads a scenario and judges it on a set of tiles.  False: it cannot be read, or cannot be played on
 * these tiles; `why` has the line at fault and the reason. */
bool scenario_judge(const char *text, size_t size, const struct tile_set *tiles, struct scenario *out,
                    struct complaint *why);

/* Writes it, with a closing zero; returns the length, or 0 if `max` is too small or the
 * scenario cannot be written: it has no title or no tile, or a tile or a rule that does
 * not exist.  Reading it back gives the same scenario. */
size_t scenario_write(const struct scenario *s, char *out, size_t max);

/* Which line of a text a refusal is about: its first word, and its number in a text
 * that scenario_parse() has accepted. */
const char *scenario_refused_key(refusal_t refusal);
uint32_t scenario_refused_line(const char *text, size_t size, refusal_t refusal);

/* Can this be a title: text, not blank, and ending within its `room`? */
bool scenario_title_fits(const char *title, size_t room);

#endif
