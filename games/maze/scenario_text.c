/* games/maze/scenario_text.c -- reads and writes custom scenarios as people write them (docs/scenarios.md).
 *
 * Any bytes may be given to the reader: whatever is not exactly a scenario, to its last line, is refused, and
 * nothing of it is kept.  Whether it can be played is for scenario_refusal() (scenarios.c) to say, which
 * scenario_judge() asks. */
#include "core/pen.h"
#include "core/utf8.h"
#include "games/maze/scenarios.h"

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

enum fault {
#define X(name, text) FAULT_##name,
    SCENARIO_FAULTS(X)
#undef X
};

static bool complain(struct scenario_fault *why, uint32_t line, enum fault fault, const char *about,
                     size_t size)
{
    static const struct {
        const char *name, *text;
    } faults[] = {
#define X(name, text) {#name, text},
        SCENARIO_FAULTS(X)
#undef X
    };
    struct pen p = pen_on(why->about, sizeof why->about);
    why->name = faults[fault].name;
    why->text = faults[fault].text;
    why->line = line;
    for (size_t i = 0; i < size && i + 1 < sizeof why->about; i++) /* somebody else's: printable ones only */
        pen_char(&p, about[i] >= ' ' && about[i] < 127 ? about[i] : '?');
    pen_done(&p, why->about);
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

static const char *const rule_words[] = {
#define X(name, value, text) [rule_##value - 1] = text,
    SCENARIO_RULES(X)
#undef X
};
enum { RULES = sizeof rule_words / sizeof *rule_words };

static const char *read_rules(struct scenario *s, const char *at, const char *end, size_t *bad_size)
{
    const char *part;
    size_t size;
    while (next_part(&at, end, &part, &size)) {
        unsigned i = 0;
        while (i < RULES && (strlen(rule_words[i]) != size || memcmp(rule_words[i], part, size)))
            i++;
        *bad_size = size;
        if (i == RULES)
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
    if (size >= sizeof s->title)
        return false;
    memcpy(s->title, at, size);
    return utf8_is_text(at, size) && scenario_title_fits(s->title, sizeof s->title);
}

enum { KEY_TITLE, KEY_TILES, KEY_FACE, KEY_TOP, KEY_SAND, KEY_RULES, KEYS };
static const char *const keys[KEYS] = {"title", "tiles", "face", "top", "sand", "rules"};

static bool has_key(const struct lines *l, const char *key)
{
    size_t size = strlen(key);
    return l->size > size && !memcmp(l->line, key, size) && l->line[size] == ':';
}

static unsigned key_of(const struct lines *l)
{
    unsigned key = 0;
    while (key < KEYS && !has_key(l, keys[key]))
        key++;
    return key;
}

static bool line_is(const struct lines *l, const char *text)
{
    return l->size == strlen(text) && !memcmp(l->line, text, l->size);
}

static bool read_line(struct scenario *s, const struct lines *l, unsigned *seen, struct scenario_fault *why)
{
    unsigned key = key_of(l);
    if (key == KEYS)
        return complain(why, l->number, FAULT_unknown_line, l->line, l->size);
    if (*seen >> key & 1)
        return complain(why, l->number, FAULT_twice, keys[key], strlen(keys[key]));
    *seen |= 1u << key;
    const char *at = l->line + strlen(keys[key]) + 1, *end = l->line + l->size, *bad;
    size_t bad_size = 0;
    while (at < end && *at == ' ')
        at++;
    size_t rest = (size_t)(end - at);
    switch (key) {
    case KEY_TITLE:
        return read_title(s, at, end) || complain(why, l->number, FAULT_bad_title, "", 0);
    case KEY_TILES:
        return read_tiles(s, at, end) || complain(why, l->number, FAULT_bad_tiles, at, rest);
    case KEY_FACE:
        s->side = rest == 1 ? (uint8_t)(*at - 'A' + 1) : 0;
        return s->side == 1 || s->side == 2 || complain(why, l->number, FAULT_bad_face, at, rest);
    case KEY_TOP:
        return read_small(&s->top, at, end) || complain(why, l->number, FAULT_bad_top, at, rest);
    case KEY_SAND:
        return read_sand(s, at, end) || complain(why, l->number, FAULT_bad_sand, at, rest);
    default:
        bad = read_rules(s, at, end, &bad_size);
        return !bad || complain(why, l->number, FAULT_no_rule, bad, bad_size);
    }
}

bool scenario_read(const char *text, size_t size, struct scenario *out, struct scenario_fault *why)
{
    struct lines l = {.at = text, .end = text + size};
    struct scenario s;
    unsigned seen = 0;
    memset(&s, 0, sizeof s);
    s.side = 1;
    s.sand_s = 180;
    if (size > SCENARIO_TEXT_MAX)
        return complain(why, 0, FAULT_too_long, "", 0);
    if (!next_line(&l) || !line_is(&l, "turncoat scenario 1"))
        return complain(why, 1, FAULT_first_line, "", 0);
    bool ended = false;
    while (!ended && next_line(&l)) {
        ended = line_is(&l, "end");
        if (!ended && !read_line(&s, &l, &seen, why))
            return false;
    }
    if (!ended || text[size - 1] != '\n')
        return complain(why, l.number, FAULT_broken_off, "", 0);
    if (l.at != l.end)
        return complain(why, l.number + 1, FAULT_goes_on, "", 0);
    if (!(seen >> KEY_TITLE & 1) || !(seen >> KEY_TILES & 1))
        return complain(why, l.number, FAULT_incomplete, "", 0);
    *out = s;
    return true;
}

bool scenario_parse(const char *text, size_t size, struct scenario *out, struct complaint *why)
{
    struct scenario_fault fault;
    if (scenario_read(text, size, out, &fault))
        return true;
    struct pen p = pen_on(why->text, sizeof why->text);
    why->line = fault.line;
    pen_text(&p, fault.text);
    pen_text(&p, fault.about);
    pen_done(&p, why->text);
    return false;
}

struct faces {
    const struct tile_set *tiles;
    int side;
};

static const struct face *face_of(const void *of, int number)
{
    const struct faces *faces = of;
    return tiles_face(faces->tiles, number, faces->side);
}

bool scenario_judge(const char *text, size_t size, const struct tile_set *tiles, struct scenario *out,
                    struct complaint *why)
{
    struct scenario s;
    if (!scenario_parse(text, size, &s, why))
        return false;
    refusal_t refusal = scenario_refusal(&s, face_of, &(struct faces){tiles, s.side});
    if (refusal) {
        struct pen p = pen_on(why->text, sizeof why->text);
        why->line = scenario_refused_line(text, size, refusal);
        pen_text(&p, maze_schema.refusals[refusal].text);
        pen_text(&p, " (");
        pen_text(&p, maze_schema.refusals[refusal].rule);
        pen_char(&p, ')');
        pen_done(&p, why->text);
        return false;
    }
    *out = s;
    return true;
}

static void begin_line(struct pen *p, unsigned key)
{
    pen_text(p, keys[key]);
    pen_text(p, ": ");
}

static void write_tiles(struct pen *p, uint32_t tiles)
{
    bool first = true;
    begin_line(p, KEY_TILES);
    for (int n = 2; n <= TILES_MAX; n++) {
        if (!(tiles >> n & 1))
            continue;
        int last = n;
        while (last < TILES_MAX && (tiles >> (last + 1) & 1))
            last++;
        pen_text(p, first ? "" : ", ");
        pen_number(p, n);
        if (last > n)
            pen_char(p, '-'), pen_number(p, last);
        first = false;
        n = last;
    }
    pen_char(p, '\n');
}

static void write_rules(struct pen *p, uint32_t rules)
{
    bool first = true;
    begin_line(p, KEY_RULES);
    for (unsigned i = 0; i < RULES; i++)
        if (rules >> i & 1) {
            pen_text(p, first ? "" : ", ");
            pen_text(p, rule_words[i]);
            first = false;
        }
    pen_char(p, '\n');
}

static void write_number(struct pen *p, unsigned key, int value)
{
    begin_line(p, key);
    pen_number(p, value);
    pen_char(p, '\n');
}

size_t scenario_write(const struct scenario *s, char *out, size_t max)
{
    struct scenario back;
    struct scenario_fault why;
    struct pen p = pen_on(out, max);
    pen_text(&p, "turncoat scenario 1\n");
    begin_line(&p, KEY_TITLE);
    for (size_t i = 0; i < sizeof s->title && s->title[i]; i++)
        pen_char(&p, s->title[i]);
    pen_char(&p, '\n');
    write_tiles(&p, s->tiles);
    begin_line(&p, KEY_FACE);
    pen_text(&p, s->side == 2 ? "B\n" : "A\n");
    if (s->top)
        write_number(&p, KEY_TOP, s->top);
    write_number(&p, KEY_SAND, s->sand_s);
    if (s->rules)
        write_rules(&p, s->rules);
    pen_text(&p, "end\n");
    size_t size = pen_done(&p, out);
    bool whole = !p.full && scenario_read(out, size, &back, &why);
    return whole && back.tiles == s->tiles && back.rules == s->rules ? size : 0;
}

/* Which line is to blame? */
static unsigned refused_key(refusal_t refusal)
{
    switch (refusal) {
    case REFUSAL_bad_title:
        return KEY_TITLE;
    case REFUSAL_no_scenario:
        return KEY_FACE;
    case REFUSAL_bad_sand:
        return KEY_SAND;
    case REFUSAL_top_missing:
        return KEY_TOP;
    case REFUSAL_talk_clash:
    case REFUSAL_pawn_clash:
    case REFUSAL_vortex_clash:
    case REFUSAL_exit_clash:
    case REFUSAL_crowd_clash:
        return KEY_RULES;
    default: /* the tiles have not what is needed */
        return KEY_TILES;
    }
}

const char *scenario_refused_key(refusal_t refusal)
{
    return keys[refused_key(refusal)];
}

uint32_t scenario_refused_line(const char *text, size_t size, refusal_t refusal)
{
    struct lines l = {.at = text, .end = text + size};
    while (next_line(&l))
        if (key_of(&l) == refused_key(refusal))
            return l.number;
    return l.number;
}
