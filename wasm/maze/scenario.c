/* wasm/maze/scenario.c -- what can be played, for a page that lets people choose it or build it (M8.12).
 *
 * Nothing here needs an open game, or changes one.  An answer is JSON in the outbox, except for the text of a
 * file; the call returns its length, or 0 if there is no answer.  `seats` is how many sit at the table.
 *
 *   scenario_list(seats)         the scenarios of the game, with every level and side they have:
 *                                [{"number":9,"campaign":false,"levels":[9,12],"sides":[1,2],"least":3,
 *                                  "most":9,"fits":false}]
 *   scenario_judge(size, seats)  judges the command set_up in the inbox:
 *                                {"scenario":{},"least":2,"most":8,"fits":true,
 *                                 "refusals":[{"name":"talk_clash","key":"rules"}],"against":[null]}
 *                                scenario has everything filled in; refusals are all the reasons against it,
 *                                each with the line of the file that it belongs to; against has, for every
 *                                rule, the refusal that switching it on would cause, or has caused
 *   scenario_read(size)          reads the file in the inbox: {"scenario":{},"line":8}, where line says
 *                                why it cannot be played, or is 0; or what is wrong (SCENARIO_FAULTS):
 *                                {"fault":"no_rule","line":5,"about":"flying"}
 *   scenario_write(size)         the command set_up in the inbox as a file
 *   scenario_tiles()             the built-in tiles as they are drawn: 1A, 1B, 2 and so on */
#include "core/pen.h"
#include "core/wire.h"
#include "games/maze/scenarios.h"
#include "wasm/engine.h"

enum { RULES = __builtin_popcount(RULES_ALL) };
_Static_assert(SCENARIO_TEXT_MAX <= INBOX_MAX, "any scenario fits");

static const struct face *house_face(const void *of, int number)
{
    return tiles_face(&tiles_house, number, ((const struct scenario *)of)->side);
}

static int refusals_of(const struct scenario *s, refusal_t out[SCENARIO_REFUSALS_MAX])
{
    return scenario_refusals(s, house_face, s, out);
}

static size_t answer(struct pen *p)
{
    size_t size = pen_done(p, engine_out);
    return p->full ? 0 : size;
}

/* Separates the items of a list. */
static void next_in_list(struct pen *p)
{
    if (p->at[-1] != '[')
        pen_char(p, ',');
}

static void write_name(struct pen *p, const char *name)
{
    pen_char(p, '"');
    pen_text(p, name);
    pen_char(p, '"');
}

static void write_field(struct pen *p, const char *key, int64_t value)
{
    pen_char(p, ',');
    write_name(p, key);
    pen_char(p, ':');
    pen_number(p, value);
}

/* Writes a record that has the fields of a command or an event. */
static void write_as(struct pen *p, const struct kind *kind, const void *record)
{
    char text[WIRE_MAX];
    pen_bytes(p, text, wire_write_record(kind->fields(), record, text, sizeof text));
}

/* set_up has more fields than a scenario. */
static void write_scenario(struct pen *p, const struct scenario *s)
{
    write_as(p, &maze.schema->events[EV_game_set_up], s);
}

static void write_seats(struct pen *p, const struct scenario *s, uint32_t seats)
{
    int least, most;
    scenario_seats(s, &least, &most);
    write_field(p, "least", least);
    write_field(p, "most", most);
    bool fits = seats <= SEATS_MAX && !scenario_seats_refusal(s, (int)seats);
    pen_text(p, fits ? ",\"fits\":true" : ",\"fits\":false");
}

static void write_number(struct pen *p, int number)
{
    next_in_list(p);
    pen_number(p, number);
}

/* Scenarios of the campaign have one level and one side, whatever is asked for: see what comes back. */
static void write_preset(struct pen *p, int number, uint32_t seats)
{
    struct scenario s;
    next_in_list(p);
    pen_text(p, "{\"number\":");
    pen_number(p, number);
    pen_text(p, number <= CAMPAIGN ? ",\"campaign\":true" : ",\"campaign\":false");
    pen_text(p, ",\"levels\":[");
    for (const uint8_t *level = scenario_levels; *level; level++)
        if (scenario_preset(&s, number, *level, 1) && s.level == *level)
            write_number(p, *level);
    pen_text(p, "],\"sides\":[");
    for (int side = 1; side <= 2; side++)
        if (scenario_preset(&s, number, 0, side) && s.side == side)
            write_number(p, side);
    pen_char(p, ']');
    scenario_preset(&s, number, 0, 0);
    write_seats(p, &s, seats);
    pen_char(p, '}');
}

EXPORT("scenario_list") size_t engine_scenario_list(uint32_t seats)
{
    struct pen p = pen_on(engine_out, sizeof engine_out);
    pen_char(&p, '[');
    for (int number = 1; number <= SCENARIOS; number++)
        write_preset(&p, number, seats);
    pen_char(&p, ']');
    return answer(&p);
}

/* What the command set_up in the inbox asks for. */
static bool asked_for(uint32_t size, struct scenario *out)
{
    struct input in;
    struct complaint why;
    return size <= sizeof engine_in && wire_read_input(maze.schema, engine_in, size, &in, &why) &&
           in.kind == CMD_set_up && scenario_resolve(out, BODY(&in, set_up));
}

static bool among(refusal_t refusal, const refusal_t *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == refusal)
            return true;
    return false;
}

/* What one rule causes: the first refusal that comes with it and not without it. */
static refusal_t against(const struct scenario *s, uint32_t rule)
{
    refusal_t with[SCENARIO_REFUSALS_MAX], without[SCENARIO_REFUSALS_MAX];
    struct scenario on = *s, off = *s;
    on.rules |= rule;
    off.rules &= ~rule;
    int with_count = refusals_of(&on, with), without_count = refusals_of(&off, without);
    for (int i = 0; i < with_count; i++)
        if (!among(with[i], without, without_count))
            return with[i];
    return REFUSAL_OK;
}

static void write_refusals(struct pen *p, const struct scenario *s)
{
    refusal_t all[SCENARIO_REFUSALS_MAX];
    int count = refusals_of(s, all);
    pen_text(p, ",\"refusals\":[");
    for (int i = 0; i < count; i++) {
        next_in_list(p);
        pen_text(p, "{\"name\":");
        write_name(p, maze.schema->refusals[all[i]].name);
        pen_text(p, ",\"key\":");
        write_name(p, scenario_refused_key(all[i]));
        pen_char(p, '}');
    }
    pen_text(p, "],\"against\":[");
    for (int bit = 0; bit < RULES; bit++) {
        refusal_t refusal = against(s, 1u << bit);
        next_in_list(p);
        if (refusal)
            write_name(p, maze.schema->refusals[refusal].name);
        else
            pen_text(p, "null");
    }
    pen_char(p, ']');
}

EXPORT("scenario_judge") size_t engine_scenario_judge(uint32_t size, uint32_t seats)
{
    struct scenario s;
    if (!asked_for(size, &s))
        return 0;
    struct pen p = pen_on(engine_out, sizeof engine_out);
    pen_text(&p, "{\"scenario\":");
    write_scenario(&p, &s);
    write_seats(&p, &s, seats);
    write_refusals(&p, &s);
    pen_char(&p, '}');
    return answer(&p);
}

EXPORT("scenario_read") size_t engine_scenario_read(uint32_t size)
{
    struct scenario s;
    struct scenario_fault why;
    struct pen p = pen_on(engine_out, sizeof engine_out);
    if (scenario_read(engine_in, size, &s, &why)) {
        refusal_t all[SCENARIO_REFUSALS_MAX];
        pen_text(&p, "{\"scenario\":");
        write_scenario(&p, &s);
        write_field(&p, "line", refusals_of(&s, all) ? scenario_refused_line(engine_in, size, all[0]) : 0);
    } else {
        pen_text(&p, "{\"fault\":");
        write_name(&p, why.name);
        write_field(&p, "line", why.line);
        pen_text(&p, ",\"about\":\"");
        for (const char *c = why.about; *c; c++) {
            if (*c == '"' || *c == '\\')
                pen_char(&p, '\\');
            pen_char(&p, *c);
        }
        pen_char(&p, '"');
    }
    pen_char(&p, '}');
    return answer(&p);
}

EXPORT("scenario_write") size_t engine_scenario_write(uint32_t size)
{
    struct scenario s;
    return asked_for(size, &s) ? scenario_write(&s, engine_out, sizeof engine_out) : 0;
}

EXPORT("scenario_tiles") size_t engine_scenario_tiles(void)
{
    struct pen p = pen_on(engine_out, sizeof engine_out);
    pen_char(&p, '[');
    for (int i = 0; i < FACES_MAX; i++) {
        next_in_list(&p);
        write_as(&p, &maze.schema->commands[CMD_offer_tile], &tiles_house.face[i]);
    }
    pen_char(&p, ']');
    return answer(&p);
}
