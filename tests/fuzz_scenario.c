/* tests/fuzz_scenario.c -- any bytes as a custom scenario (M8.12).
 *
 * What can be read can be written, and reads back the same; what is not refused can be set up by every number
 * of players that fits, and by no other. */
#include <string.h>

#include "core/check.h"
#include "core/wire.h"
#include "games/maze/scenarios.h"
#include "table/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct face *house_face(const void *of, int number)
{
    return tiles_face(&tiles_house, number, ((const struct scenario *)of)->side);
}

/* Whatever can be played can be told. */
static void check_told(const struct table *t)
{
    char text[WIRE_MAX];
    struct event read;
    struct complaint why;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        size_t size = wire_write_event(maze.schema, e, text, sizeof text);
        CHECK(size && wire_read_event(maze.schema, text, size, &read, &why));
        CHECK(!memcmp(read.body, e->body, e->size));
    }
}

static void try_table(const struct scenario *s, int seats, refusal_t expected)
{
    struct table t;
    struct input in;
    CHECK(table_open(&t, &maze));
    for (int i = 0; i < seats; i++) {
        ASK(&in, SEAT_SERVER, seat_player, .name = {(char)('a' + i)});
        CHECK(table_submit(&t, &in) == REFUSAL_OK);
    }
    struct set_up asked = {0};
    memcpy(&asked, s, sizeof *s);
    ask(&in, SEAT_SERVER, CMD_set_up, &asked, sizeof asked);
    CHECK(table_submit(&t, &in) == expected);
    CHECK(maze.sound(t.truth) && (t.truth->ready != 0) == (expected == REFUSAL_OK));
    check_told(&t);
    table_close(&t);
}

static void check_written(const struct scenario *s)
{
    char text[SCENARIO_TEXT_MAX];
    struct scenario again;
    struct complaint why;
    size_t size = scenario_write(s, text, sizeof text);
    CHECK(size && scenario_parse(text, size, &again, &why));
    CHECK(!memcmp(&again, s, sizeof again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scenario s, untouched;
    struct complaint why;
    memset(&s, 0xa5, sizeof s);
    memset(&untouched, 0xa5, sizeof untouched);
    if (!scenario_parse((const char *)data, size, &s, &why)) {
        CHECK(!memcmp(&s, &untouched, sizeof s));
        CHECK(why.text[0] && memchr(why.text, 0, sizeof why.text) && !strchr(why.text, '\n'));
        return 0;
    }
    CHECK(s.number == 0 && s.title[0] && memchr(s.title, 0, sizeof s.title));
    check_written(&s);
    refusal_t refusal = scenario_refusal(&s, house_face, &s);
    CHECK(!refusal || maze.schema->refusals[refusal].text);
    for (int seats = 1; seats <= maze.seats_max; seats++)
        try_table(&s, seats, refusal ? refusal : scenario_seats_refusal(&s, seats));
    return 0;
}
