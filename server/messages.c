/* server/messages.c -- the tables of server.def, and the two ways to use them. */
#include "server/messages.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"

#define DEF "server/server.def"
#define SCHEMA server_schema
#include "core/def_tables.h"

size_t message_write(uint16_t event, const void *body, char out[MESSAGE_MAX])
{
    size_t size = wire_write_record(server_schema.events[event].fields(), body, out, MESSAGE_MAX);
    CHECK(size); /* a test proves that all of them fit */
    return size;
}

size_t message_write_failure(const struct refusal *why, char out[MESSAGE_MAX])
{
    struct failure failure = {0};
    text_copy(failure.error, sizeof failure.error, why->name);
    text_copy(failure.rule, sizeof failure.rule, why->rule);
    text_copy(failure.text, sizeof failure.text, why->text);
    return message_write(EV_failure, &failure, out);
}

static const char *blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

/* The name is inserted. */
bool message_read(const struct schema *schema, const char *name, const char *text, size_t size,
                  struct input *out, struct complaint *why)
{
    char named[WIRE_MAX];
    const char *end = text + size, *at = blanks(text, end);
    bool open = at < end && *at == '{';
    at = open ? blanks(at + 1, end) : at;
    const char *comma = at < end && *at == '}' ? "" : ",";
    int before = snprintf(named, sizeof named, "{\"t\":\"%s\"%s", name, comma);
    if (!open || (size_t)(end - at) >= sizeof named - (size_t)before) {
        snprintf(why->text, sizeof why->text,
                 "the body of a request must be one JSON object of at most %d bytes", WIRE_MAX - 64);
        return false;
    }
    memcpy(named + before, at, (size_t)(end - at));
    return wire_read_input(schema, named, (size_t)before + (size_t)(end - at), out, why);
}
