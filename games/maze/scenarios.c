/* games/maze/scenarios.c -- the scenarios as data, and the reader of own ones. */
#include "games/maze/scenarios.h"

#include "core/pen.h"
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

/* Rules that cannot go together (M8.12). */
static refusal_t clash(uint32_t rules)
{
    bool open = rules & RULE_TALK_ALWAYS, gestures = rules & RULE_GESTURES, none = rules & RULE_NO_TALK;
    if (open + gestures + none > 1)
        return REFUSAL_talk_clash;
    if ((rules & RULE_EMPTY_HANDED) && (rules & RULE_NO_PAWN))
        return REFUSAL_pawn_clash;
    if ((rules & RULE_DIMENSIONS) && (rules & RULE_NO_VORTEX))
        return REFUSAL_vortex_clash;
    if ((rules & RULE_ONE_EXIT) && (rules & (RULE_OTHERS | RULE_DIMENSIONS | RULE_ONE_PER_TILE)))
        return REFUSAL_exit_clash;
    if ((rules & RULE_DIMENSIONS) && (rules & RULE_ONE_PER_TILE))
        return REFUSAL_crowd_clash;
    return REFUSAL_OK;
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
static refusal_t tiles_refusal(const struct scenario *s, const struct face *(*face)(const void *, int),
                               const void *of)
{
    uint32_t on[space_end] = {0}; /* by kind of space: the tiles that have one */
    int plain_on_3 = 0;
    for (int n = 1; n <= TILES_MAX; n++) {
        const struct face *f = n == 1 || (s->tiles >> n & 1) ? face(of, n) : NULL;
        for (int i = 0; f && i < SPACES; i++) {
            on[f->space[i] % space_end] |= 1u << n;
            plain_on_3 += n == 3 && f->space[i] == space_plain;
        }
    }
    for (int item = space_item_yellow; item <= space_item_orange; item++)
        if (!on[item])
            return REFUSAL_item_missing;
    for (int exit = space_exit_yellow; exit <= space_exit_orange; exit++)
        if (!on[exit] && (exit == space_exit_violet || !(s->rules & RULE_ONE_EXIT)))
            return REFUSAL_exit_missing;
    if ((s->rules & RULE_ONE_PER_TILE) &&
        (!room_for_four(on + space_item_yellow) || !room_for_four(on + space_exit_yellow)))
        return REFUSAL_goals_crowded;
    return (s->rules & RULE_DIMENSIONS) && plain_on_3 < 2 ? REFUSAL_tile_3_crowded : REFUSAL_OK;
}

refusal_t scenario_refusal(const struct scenario *s, const struct face *(*face)(const void *, int),
                           const void *of)
{
    if (s->sand_s != 180 && s->sand_s != 240 && s->sand_s != 300)
        return REFUSAL_bad_sand;
    if (s->side < 1 || s->side > 2)
        return REFUSAL_no_scenario;
    if ((s->rules & ~(uint32_t)RULES_ALL) || (s->tiles & ~UP_TO(TILES_MAX)) || s->top > TILES_MAX)
        return REFUSAL_bad_rule;
    refusal_t refusal = clash(s->rules);
    if (refusal)
        return refusal;
    if (s->top && !(s->tiles >> s->top & 1))
        return REFUSAL_top_missing;
    if ((s->rules & RULE_DIMENSIONS) && (!(s->tiles >> 3 & 1) || s->top == 3))
        return REFUSAL_tile_3_missing;
    return tiles_refusal(s, face, of);
}

refusal_t scenario_seats_refusal(const struct scenario *s, int seats)
{
    int most = s->rules & RULE_EMPTY_HANDED ? 9 : 8;
    int least = s->rules & RULE_EMPTY_HANDED                ? 3
                : s->rules & (RULE_GESTURES | RULE_NO_TALK) ? 2
                                                            : 1; /* M9.4 */
    return seats < least || seats > most ? REFUSAL_seats_scenario : REFUSAL_OK;
}

const struct face *tiles_face(const struct tile_set *set, int number, int side)
{
    return number == 1 ? &set->face[side == 2] : &set->face[number];
}

/* ---- the text form ---- */

struct lines {
    const char *at, *end;
    uint32_t number;
    const char *line;
    size_t size;
};

static bool next_line(struct lines *l)
{
    do {
        if (l->at == l->end)
            return false;
        l->number++;
        l->line = l->at;
        while (l->at < l->end && *l->at != '\n')
            l->at++;
        l->size = (size_t)(l->at - l->line);
        if (l->at < l->end)
            l->at++;
        while (l->size && (l->line[l->size - 1] == '\r' || l->line[l->size - 1] == ' '))
            l->size--;
    } while (l->size == 0 || (l->size >= 2 && l->line[0] == '/' && l->line[1] == '/'));
    return true;
}

static bool complain(struct complaint *why, uint32_t line, const char *text, const char *detail, size_t size)
{
    struct pen p = pen_on(why->text, sizeof why->text);
    why->line = line;
    pen_text(&p, text);
    for (size_t i = 0; i < size && i < 60; i++) /* somebody else's bytes: printable ones only */
        pen_char(&p, detail[i] >= ' ' && detail[i] < 127 ? detail[i] : '?');
    pen_done(&p, why->text);
    return false;
}

/* Takes the next part up to a comma, without blanks around it. */
static bool next_part(const char **at, const char *end, const char **part, size_t *size)
{
    if (*at >= end)
        return false;
    const char *stop = *at;
    while (stop < end && *stop != ',')
        stop++;
    const char *from = *at, *to = stop;
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    *part = from;
    *size = (size_t)(to - from);
    *at = stop < end ? stop + 1 : end;
    return true;
}

static int read_number(const char **at, const char *end)
{
    int value = -1;
    for (; *at < end && **at >= '0' && **at <= '9' && value < 1000; (*at)++)
        value = (value < 0 ? 0 : value) * 10 + (**at - '0');
    return value;
}

static bool read_tiles(struct scenario *s, const char *at, const char *end)
{
    const char *part;
    size_t size;
    while (next_part(&at, end, &part, &size)) {
        const char *stop = part + size;
        int first = read_number(&part, stop), last = first;
        if (part < stop && *part == '-') {
            part++;
            last = read_number(&part, stop);
        }
        if (part != stop || first < 2 || last > TILES_MAX || last < first)
            return false;
        for (int n = first; n <= last; n++)
            s->tiles |= 1u << n;
        s->level = last > s->level ? (uint8_t)last : s->level;
    }
    return s->tiles != 0;
}

static const char *read_rules(struct scenario *s, const char *at, const char *end, size_t *bad_size)
{
    static const char *const words[] = {
#define X(name, bit, text) [bit] = text,
        SCENARIO_RULES(X)
#undef X
    };
    const char *part;
    size_t size;
    while (next_part(&at, end, &part, &size)) {
        unsigned i = 0;
        while (i < sizeof words / sizeof *words && (strlen(words[i]) != size || memcmp(words[i], part, size)))
            i++;
        *bad_size = size;
        if (i == sizeof words / sizeof *words)
            return part;
        s->rules |= 1u << i;
    }
    return NULL;
}

static bool read_small(uint8_t *out, const char *at, const char *end)
{
    int value = read_number(&at, end);
    *out = (uint8_t)value;
    return at == end && value >= 0 && value <= TILES_MAX;
}

static bool read_sand(struct scenario *s, const char *at, const char *end)
{
    int value = read_number(&at, end);
    s->sand_s = (uint16_t)value;
    return at == end && value > 0;
}

static bool read_title(struct scenario *s, const char *at, const char *end)
{
    size_t size = (size_t)(end - at);
    if (size == 0 || size >= sizeof s->title || !utf8_is_text(at, size))
        return false;
    memcpy(s->title, at, size);
    return true;
}

enum { KEY_TITLE, KEY_TILES, KEY_FACE, KEY_TOP, KEY_SAND, KEY_RULES, KEYS };
static const char *const keys[KEYS] = {"title:", "tiles:", "face:", "top:", "sand:", "rules:"};

static bool read_line(struct scenario *s, const struct lines *l, unsigned *seen, struct complaint *why)
{
    unsigned key = 0;
    while (key < KEYS && (l->size < strlen(keys[key]) || memcmp(l->line, keys[key], strlen(keys[key]))))
        key++;
    if (key == KEYS)
        return complain(why, l->number, "not one of title:, tiles:, face:, top:, sand:, rules: -- ", l->line,
                        l->size);
    if (*seen >> key & 1)
        return complain(why, l->number, "given twice: ", keys[key], strlen(keys[key]));
    *seen |= 1u << key;
    const char *at = l->line + strlen(keys[key]), *end = l->line + l->size, *bad;
    size_t bad_size = 0;
    while (at < end && *at == ' ')
        at++;
    size_t rest = (size_t)(end - at);
    switch (key) {
    case KEY_TITLE:
        return read_title(s, at, end) || complain(why, l->number, "a title has 1 to 49 bytes of text", "", 0);
    case KEY_TILES:
        return read_tiles(s, at, end) ||
               complain(why, l->number, "tiles are numbers from 2 to 24, such as 2-9, 12 -- ", at, rest);
    case KEY_FACE:
        s->side = rest == 1 ? (uint8_t)(*at - 'A' + 1) : 0;
        return s->side == 1 || s->side == 2 || complain(why, l->number, "the face is A or B -- ", at, rest);
    case KEY_TOP:
        return read_small(&s->top, at, end) || complain(why, l->number, "no such tile: ", at, rest);
    case KEY_SAND:
        return read_sand(s, at, end) || complain(why, l->number, "sand is a number of seconds -- ", at, rest);
    default:
        bad = read_rules(s, at, end, &bad_size);
        return !bad || complain(why, l->number, "there is no such rule: ", bad, bad_size);
    }
}

bool scenario_parse(const char *text, size_t size, struct scenario *out, struct complaint *why)
{
    static const char magic[] = "turncoat scenario 1";
    struct lines l = {.at = text, .end = text + size};
    struct scenario s;
    unsigned seen = 0;
    memset(&s, 0, sizeof s);
    s.side = 1;
    s.sand_s = 180;
    if (size > SCENARIO_TEXT_MAX)
        return complain(why, 0, "longer than a scenario can be (4096 bytes)", "", 0);
    if (!next_line(&l) || l.size != strlen(magic) || memcmp(l.line, magic, l.size))
        return complain(why, 1, "the first line must be: turncoat scenario 1", "", 0);
    while (next_line(&l))
        if (!read_line(&s, &l, &seen, why))
            return false;
    if (!(seen >> KEY_TITLE & 1) || !(seen >> KEY_TILES & 1))
        return complain(why, l.number, "a scenario needs a title: and tiles:", "", 0);
    *out = s;
    return true;
}
