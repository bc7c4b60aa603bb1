/* tests/fuzz_wire.c -- any bytes as a command, a seen event or an event of a record, of every game.
 *
 * What is accepted can be written, and reads back the same; what is refused has a reason on one line. */
#include <string.h>

#include "core/check.h"
#include "core/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_reason(const struct complaint *why)
{
    size_t length = 0;
    while (length < sizeof why->text && why->text[length])
        length++;
    CHECK(length > 0 && length < sizeof why->text && !memchr(why->text, '\n', length));
}

static void same_events(const struct event *a, const struct event *b)
{
    CHECK(a->kind == b->kind && a->seq == b->seq && a->at_ms == b->at_ms && a->to == b->to &&
          a->size == b->size);
    CHECK(!memcmp(a->body, b->body, a->size));
}

static void try_seen(const struct schema *schema, const char *text, size_t size)
{
    struct seen first, second;
    struct complaint why;
    char written[WIRE_MAX];
    if (!wire_read_seen(schema, text, size, &first, &why)) {
        check_reason(&why);
        return;
    }
    size_t length = wire_write_seen(schema, &first, written, sizeof written);
    CHECK(length && wire_read_seen(schema, written, length, &second, &why));
    same_events(&first.event, &second.event);
    CHECK(first.inside == second.inside && first.event.to == 0);
}

static void try_event(const struct schema *schema, const char *text, size_t size)
{
    struct event first, second;
    struct complaint why;
    char written[WIRE_MAX];
    if (!wire_read_event(schema, text, size, &first, &why)) {
        check_reason(&why);
        return;
    }
    size_t length = wire_write_event(schema, &first, written, sizeof written);
    CHECK(length && wire_read_event(schema, written, length, &second, &why));
    same_events(&first, &second);
}

static void try_input(const struct schema *schema, const char *text, size_t size)
{
    struct input first, second;
    struct complaint why;
    char written[WIRE_MAX];
    if (!wire_read_input(schema, text, size, &first, &why)) {
        check_reason(&why);
        return;
    }
    size_t length = wire_write_input(schema, &first, written, sizeof written);
    CHECK(length && wire_read_input(schema, written, length, &second, &why));
    CHECK(first.kind == second.kind && first.id == second.id && first.seen == second.seen && first.by == 0);
    CHECK(!memcmp(first.body, second.body, schema->commands[first.kind].size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (const struct game *const *g = games; *g; g++) {
        try_seen((*g)->schema, (const char *)data, size);
        try_event((*g)->schema, (const char *)data, size);
        try_input((*g)->schema, (const char *)data, size);
    }
    return 0;
}
