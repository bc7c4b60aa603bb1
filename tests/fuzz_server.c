/* tests/fuzz_server.c -- bytes of any kind as a message, the body of a request, a
 * stored game and a record: nothing may break, and what is taken out of an object
 * leaves an object. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/json.h"
#include "server/keep.h"
#include "server/messages.h"
#include "server/record.h"

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
    message_read(NULL, text, size, &in, &why);
    message_read("open_table", text, size, &in, &why);
    message_read("take_seat", text, size, &in, &why);
}

static void try_stored(const uint8_t *data, size_t size)
{
    struct kept_head head;
    struct kept_entry entry;
    struct event e;
    keep_read_head(data, size, &head);
    for (const struct game *const *g = games; *g; g++)
        if (keep_read_entry(*g, data, size, &entry))
            for (seq_t seq = 1; keep_next_event(*g, &entry, seq, &e); seq++)
                CHECK(e.size <= BODY_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct complaint why = {0};
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
        record_verify(text + 1, size - 1, &why);
    }
    return 0;
}
