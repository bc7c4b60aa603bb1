/* games/maze/scenario_text.c -- reads own scenarios as people write them (docs/scenarios.md).
 *
 * Any bytes may be given to it: whatever is not exactly a scenario, to its last line, is refused, and nothing
 * of it is kept.  Whether it can be played is not judged here. */
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
    if (size >= sizeof s->title)
        return false;
    memcpy(s->title, at, size);
    return utf8_is_text(at, size) && scenario_title_fits(s->title, sizeof s->title);
}

enum { KEY_TITLE, KEY_TILES, KEY_FACE, KEY_TOP, KEY_SAND, KEY_RULES, KEYS };
static const char *const keys[KEYS] = {"title:", "tiles:", "face:", "top:", "sand:", "rules:"};

static unsigned key_of(const struct lines *l)
{
    unsigned key = 0;
    while (key < KEYS && (l->size < strlen(keys[key]) || memcmp(l->line, keys[key], strlen(keys[key]))))
        key++;
    return key;
}

static bool line_is(const struct lines *l, const char *text)
{
    return l->size == strlen(text) && !memcmp(l->line, text, l->size);
}

static bool read_line(struct scenario *s, const struct lines *l, unsigned *seen, struct complaint *why)
{
    unsigned key = key_of(l);
    if (key == KEYS)
        return complain(why, l->number, "not one of title:, tiles:, face:, top:, sand:, rules:, end -- ",
                        l->line, l->size);
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
    struct lines l = {.at = text, .end = text + size};
    struct scenario s;
    unsigned seen = 0;
    memset(&s, 0, sizeof s);
    s.side = 1;
    s.sand_s = 180;
    if (size > SCENARIO_TEXT_MAX)
        return complain(why, 0, "longer than a scenario can be (4096 bytes)", "", 0);
    if (!next_line(&l) || !line_is(&l, "turncoat scenario 1"))
        return complain(why, 1, "the first line must be: turncoat scenario 1", "", 0);
    bool ended = false;
    while (!ended && next_line(&l)) {
        ended = line_is(&l, "end");
        if (!ended && !read_line(&s, &l, &seen, why))
            return false;
    }
    if (!ended || text[size - 1] != '\n')
        return complain(why, l.number, "it breaks off: the last line is `end`, and a line feed follows", "",
                        0);
    if (l.at != l.end)
        return complain(why, l.number + 1, "nothing follows the line `end`", "", 0);
    if (!(seen >> KEY_TITLE & 1) || !(seen >> KEY_TILES & 1))
        return complain(why, l.number, "a scenario needs a title: and tiles:", "", 0);
    *out = s;
    return true;
}

/* Which line is to blame? */
static unsigned refused_key(refusal_t refusal)
{
    switch (refusal) {
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

uint32_t scenario_refused_line(const char *text, size_t size, refusal_t refusal)
{
    struct lines l = {.at = text, .end = text + size};
    while (next_line(&l))
        if (key_of(&l) == refused_key(refusal))
            return l.number;
    return l.number;
}
