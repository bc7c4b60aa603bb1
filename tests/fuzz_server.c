/* tests/fuzz_server.c -- any bytes as a message, the body of a request, a stored game
 * and a record: nothing may break, and taking a member out of an object leaves an
 * object. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "seal/prove.h"
#include "seal/secret.h"
#include "server/json.h"
#include "server/kept.h"
#include "server/messages.h"
#include "tests/help/fit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_object(const char *text, size_t size)
{
    static char rest[LIMIT_BODY], again[LIMIT_BODY];
    struct json found;
    if (!json_take(text, size, "options", &found, rest, sizeof rest))
        return;
    CHECK(!found.text || (found.text > text && found.text + found.size < text + size));
    CHECK(json_take(rest, strlen(rest), "options", &found, again, sizeof again));
    CHECK(!found.text); /* it was taken out */
    json_number(text, size, "id");
}

static void try_message(const char *text, size_t size)
{
    struct input in;
    struct complaint why = {0};
    wire_read_input(&server_schema, text, size, &in, &why);
    message_read(&server_schema, "open_table", text, size, &in, &why);
    message_read(&server_schema, "take_seat", text, size, &in, &why);
}

static void entered(void *ctx, const struct entry *e)
{
    (void)ctx;
    CHECK(memchr(e->text, 0, sizeof e->text));
}

static bool happened(void *ctx, const struct event *e)
{
    (void)ctx;
    CHECK(e->size <= BODY_MAX);
    return true;
}

static void read_entry(const struct game *game, const uint8_t *bytes, size_t size)
{
    static const struct kept_calls calls = {entered, happened};
    uint8_t chain[HASH_BYTES] = {0};
    struct stories past = {0};
    kept_read_entry(game, bytes, size, &past, chain, &calls, NULL);
}

static void try_stored(const uint8_t *data, size_t size)
{
    static uint8_t fitting[1 << 16];
    struct kept_head head;
    if (kept_read_head(data, size, &head) == KEPT)
        CHECK(head.game && memchr(head.code, 0, sizeof head.code) &&
              memchr(head.record, 0, sizeof head.record));
    for (const struct game *const *g = games; *g; g++)
        read_entry(*g, data, size);
    if (size > sizeof fitting)
        return;
    memcpy(fitting, data, size);
    fit_entry(fitting, size, (uint8_t[HASH_BYTES]){0});
    for (const struct game *const *g = games; *g; g++)
        read_entry(*g, fitting, size);
}

static void try_record(const char *text, size_t size)
{
    struct complaint why;
    struct table t;
    struct record_proved proved;
    if (record_prove(text, size, &t, &proved, &why))
        table_close(&t);
    else
        CHECK(why.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    if (!size)
        return 0;
    switch (data[0] % 4) {
    case 0:
        try_object(text + 1, size - 1);
        break;
    case 1:
        try_message(text + 1, size - 1);
        break;
    case 2:
        try_stored(data + 1, size - 1);
        break;
    default:
        try_record(text + 1, size - 1);
    }
    return 0;
}
