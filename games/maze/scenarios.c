/* games/maze/scenarios.c -- the scenarios as data, and which custom ones can be played. */
#include "games/maze/scenarios.h"

#include "core/text.h"
#include "core/utf8.h"

/* Tiles 2 to n, as a set. */
#define UP_TO(n) ((2u << (n)) - 4u)

enum { PERMANENT = RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL | RULE_CAMERAS };

const uint8_t scenario_levels[] = {9, 12, 14, 15, 17, 19, 24, 0};

static const struct {
    uint8_t level, side, top;
    uint32_t rules;
    const char *title;
} presets[SCENARIOS + 1] = {
    [1] = {9, 1, 0, RULE_TALK_ALWAYS | RULE_ONE_EXIT, "First theft"},
    [2] = {12, 1, 0, 0, "An exit for each"},
    [3] = {12, 1, 0, RULE_PASS_LEFT, "Pass it on"},
    [4] = {14, 1, 0, RULE_PASS_LEFT | RULE_DWARF | RULE_ELF, "Small doors"},
    [5] = {15, 2, 15, RULE_PASS_LEFT | RULE_DWARF | RULE_ELF | RULE_BALL, "The crystal ball"},
    [6] = {17, 2, 0, PERMANENT, "Watched"},
    [7] = {19, 2, 0, PERMANENT, "Watched from all sides"},
    [8] = {0, 0, 0, PERMANENT | RULE_FACE_UP, "Open pile"},
    [9] = {0, 0, 0, PERMANENT | RULE_EMPTY_HANDED, "The one with empty hands"},
    [10] = {0, 0, 0, PERMANENT | RULE_OTHERS, "Somebody else's sword"},
    [11] = {0, 0, 0, PERMANENT | RULE_DISCARD, "The shrinking mall"},
    [12] = {0, 0, 0, PERMANENT | RULE_GESTURES, "With hands and feet"},
    [13] = {0, 0, 0, PERMANENT | RULE_FACE_UP | RULE_DIMENSIONS, "Two dimensions"},
    [14] = {0, 0, 0, PERMANENT | RULE_NO_TALK, "Not a word"},
    [15] = {0, 0, 0, PERMANENT | RULE_NO_TALK | RULE_NO_PAWN, "Not a word, not a pawn"},
    [16] = {0, 0, 0, PERMANENT | RULE_NO_VORTEX, "On foot"},
    [17] = {0, 0, 0, PERMANENT | RULE_ONE_PER_TILE, "Keep your distance"},
};

static bool is_level(int level)
{
    for (const uint8_t *l = scenario_levels; *l; l++)
        if (*l == level)
            return true;
    return false;
}

bool scenario_preset(struct scenario *out, int number, int level, int side)
{
    if (number < 1 || number > SCENARIOS)
        return false;
    bool four_exits = number == 10 || number == 13 || number == 17;
    bool campaign = number <= CAMPAIGN;
    if (campaign)
        level = presets[number].level, side = presets[number].side;
    else
        level = level ? level : four_exits ? 12 : 9, side = side ? side : 1;
    if (!is_level(level) || (four_exits && level < 12) || side < 1 || side > 2)
        return false;
    uint32_t rules = presets[number].rules;
    if (!campaign && level < 12)
        rules |= RULE_ONE_EXIT; /* M8.1 */
    memset(out, 0, sizeof *out);
    *out = (struct scenario){.tiles = UP_TO(level),
                             .rules = rules,
                             .sand_s = 180,
                             .number = (uint8_t)number,
                             .level = (uint8_t)level,
                             .side = (uint8_t)side,
                             .top = presets[number].top};
    text_copy(out->title, sizeof out->title, presets[number].title);
    return true;
}

/* H4.8: a scenario of the campaign with more or fewer tiles, and the rules that their special spaces need. */
static bool tune(struct scenario *s, int level)
{
    if (!is_level(level))
        return false;
    s->level = (uint8_t)level;
    s->tiles = UP_TO(level);
    s->rules |= (level < 12 ? RULE_ONE_EXIT : 0) | (level >= 13 ? RULE_DWARF : 0) |
                (level >= 15 ? RULE_BALL : 0) | (level >= 16 ? RULE_CAMERAS : 0);
    s->top = s->top <= level ? s->top : 0;
    return true;
}

bool scenario_resolve(struct scenario *out, const struct set_up *asked)
{
    _Static_assert(offsetof(struct set_up, roles) == offsetof(struct scenario, title) + sizeof out->title,
                   "both begin with SCENARIO_FIELDS");
    if (!asked->number) {
        memcpy(out, asked, sizeof *out);
        if (!out->level && out->tiles)
            out->level = (uint8_t)(31 - __builtin_clz(out->tiles)); /* the highest tile */
        return true;
    }
    if (!scenario_preset(out, asked->number, asked->level, asked->side))
        return false;
    if (asked->sand_s)
        out->sand_s = asked->sand_s; /* M5.4 */
    return asked->roles < 2 || !asked->level || asked->level == out->level || tune(out, asked->level);
}

/* What speaks against a scenario, in the order in which it is told. */
struct findings {
    refusal_t *list;
    int count;
};

static void find(struct findings *f, bool wrong, refusal_t refusal)
{
    if (wrong)
        f->list[f->count++] = refusal;
}

/* Rules that cannot go together (M8.12). */
static void find_clashes(struct findings *f, uint32_t rules)
{
    bool open = rules & RULE_TALK_ALWAYS, gestures = rules & RULE_GESTURES, none = rules & RULE_NO_TALK;
    bool apart = rules & RULE_DIMENSIONS, one_a_tile = rules & RULE_ONE_PER_TILE;
    bool four_exits = (rules & RULE_OTHERS) || apart || one_a_tile;
    find(f, open + gestures + none > 1, REFUSAL_talk_clash);
    find(f, (rules & RULE_EMPTY_HANDED) && (rules & RULE_NO_PAWN), REFUSAL_pawn_clash);
    find(f, apart && (rules & RULE_NO_VORTEX), REFUSAL_vortex_clash);
    find(f, (rules & RULE_ONE_EXIT) && four_exits, REFUSAL_exit_clash);
    find(f, apart && one_a_tile, REFUSAL_crowd_clash);
}

/* Can four heroes stand on spaces of the four colours at once, one a tile?  `on` tells
 * by colour on which tiles there is one; on tile 1 there is room for all (M8.11). */
static bool room_for_four(const uint32_t on[4])
{
    for (unsigned colours = 1; colours < 16; colours++) {
        uint32_t tiles = 0;
        int missing = 0;
        for (int c = 0; c < 4; c++)
            if (colours >> c & 1)
                tiles |= on[c], missing++;
        if (tiles & 1u << 1)
            continue;
        for (; tiles; tiles &= tiles - 1)
            missing--;
        if (missing > 0)
            return false;
    }
    return true;
}

/* Have the tiles in play what the scenario needs? */
static void find_lacks(struct findings *f, const struct scenario *s,
                       const struct face *(*face)(const void *, int), const void *of)
{
    uint32_t on[space_end] = {0}; /* by kind of space: the tiles that have one */
    int plain_on_3 = 0;
    for (int n = 1; n <= TILES_MAX; n++) {
        const struct face *drawn = n == 1 || (s->tiles >> n & 1) ? face(of, n) : NULL;
        for (int i = 0; drawn && i < SPACES; i++) {
            on[drawn->space[i] % space_end] |= 1u << n;
            plain_on_3 += n == 3 && drawn->space[i] == space_plain;
        }
    }
    bool no_item = false, no_exit = false;
    for (int colour = 0; colour < HEROES; colour++) {
        bool needed = space_exit_yellow + colour == space_exit_violet || !(s->rules & RULE_ONE_EXIT);
        no_item |= !on[space_item_yellow + colour];
        no_exit |= needed && !on[space_exit_yellow + colour];
    }
    find(f, no_item, REFUSAL_item_missing);
    find(f, no_exit, REFUSAL_exit_missing);
    find(f,
         !no_item && !no_exit && (s->rules & RULE_ONE_PER_TILE) &&
             (!room_for_four(on + space_item_yellow) || !room_for_four(on + space_exit_yellow)),
         REFUSAL_goals_crowded);
    find(f, (s->rules & RULE_DIMENSIONS) && (s->tiles >> 3 & 1) && plain_on_3 < 2, REFUSAL_tile_3_crowded);
}

bool scenario_title_fits(const char *title, size_t room)
{
    size_t size = 0;
    while (size < room && title[size])
        size++;
    return size < room && !text_blank(title) && utf8_is_text(title, size);
}

int scenario_refusals(const struct scenario *s, const struct face *(*face)(const void *, int), const void *of,
                      refusal_t out[SCENARIO_REFUSALS_MAX])
{
    struct findings f = {out, 0};
    find(&f, s->sand_s != 180 && s->sand_s != 240 && s->sand_s != 300, REFUSAL_bad_sand);
    find(&f, s->side < 1 || s->side > 2, REFUSAL_no_scenario);
    find(&f, (s->rules & ~(uint32_t)RULES_ALL) || (s->tiles & ~UP_TO(TILES_MAX)) || s->top > TILES_MAX,
         REFUSAL_bad_rule);
    if (f.count)
        return f.count; /* the rest relies on these */
    if (!s->number) {   /* a custom scenario has a title; its level, if given, is its highest tile (M8.12) */
        bool level_fits = !s->level || (s->level <= TILES_MAX && s->tiles >> s->level == 1);
        find(&f, !scenario_title_fits(s->title, sizeof s->title), REFUSAL_bad_title);
        find(&f, !level_fits, REFUSAL_bad_level);
    }
    find_clashes(&f, s->rules);
    find(&f, s->top && !(s->tiles >> s->top & 1), REFUSAL_top_missing);
    find(&f, (s->rules & RULE_DIMENSIONS) && (!(s->tiles >> 3 & 1) || s->top == 3), REFUSAL_tile_3_missing);
    find_lacks(&f, s, face, of);
    return f.count;
}

refusal_t scenario_refusal(const struct scenario *s, const struct face *(*face)(const void *, int),
                           const void *of)
{
    refusal_t all[SCENARIO_REFUSALS_MAX];
    return scenario_refusals(s, face, of, all) ? all[0] : REFUSAL_OK;
}

void scenario_seats(const struct scenario *s, int *least, int *most)
{
    *most = s->rules & RULE_EMPTY_HANDED ? 9 : 8;
    *least = s->rules & RULE_EMPTY_HANDED ? 3 : s->rules & (RULE_GESTURES | RULE_NO_TALK) ? 2 : 1; /* M9.4 */
}

refusal_t scenario_seats_refusal(const struct scenario *s, int seats)
{
    int least, most;
    scenario_seats(s, &least, &most);
    return seats < least || seats > most ? REFUSAL_seats_scenario : REFUSAL_OK;
}
