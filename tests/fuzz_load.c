/* tests/fuzz_load.c -- any bytes as what is stored of a table: the server starts with them.
 *
 * The first byte chooses a game; then come its entries, each with two bytes for its length.  The hashes,
 * which no fuzzer can guess, are made to fit, so that what is asked and what happened may be anything. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "seal/secret.h"
#include "server/host.h"
#include "server/kept.h"
#include "server/kept_form.h"
#include "tests/help/fit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- a host that nobody listens to ---- */

static size_t frame(const char *text, size_t size, char *out, size_t max)
{
    size_t part = size < max ? size : max;
    memcpy(out, text, part);
    return part;
}

static void send_to(void *ctx, void *conn, const char *text, size_t size)
{
    (void)ctx, (void)conn, (void)text, (void)size;
}

static size_t waiting(void *ctx, void *conn)
{
    (void)ctx, (void)conn;
    return 0;
}

static void end(void *ctx, void *conn, int code, const char *reason)
{
    (void)ctx, (void)conn, (void)code, (void)reason;
}

static void reply(void *ctx, void *conn, int status, const char *json, size_t size)
{
    (void)ctx, (void)conn, (void)status, (void)json, (void)size;
}

static void store(void *ctx, const struct store_batch *b)
{
    (void)ctx, (void)b;
}

static void entropy(void *ctx, void *out, size_t size)
{
    (void)ctx;
    memset(out, 7, size);
}

static int64_t wall_ms(void *ctx)
{
    (void)ctx;
    return 1767225600000;
}

static void log_it(void *ctx, const char *event, const char *detail)
{
    (void)ctx;
    CHECK(event[0] && detail[0]);
}

/* ---- what is stored ---- */

static void put_fact(struct bytes_out *o, enum head_fact fact, const void *bytes, size_t size)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, size, 4);
    bytes_put(o, bytes, size);
}

static void add_head(struct store_batch *b, const struct game *game)
{
    static const uint8_t seed[SEED_BYTES];
    uint8_t bytes[500];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct store_item item = {.what = STORE_HEAD, .number = 1, .live = 1, .id = "aaaaaaaaaaaaaa"};
    bytes_put_number(&o, HEAD_FORMAT, 1);
    put_fact(&o, HEAD_GAME, game->name, strlen(game->name));
    put_fact(&o, HEAD_CODE, "abcdef", 6);
    put_fact(&o, HEAD_RECORD, item.id, strlen(item.id));
    put_fact(&o, HEAD_SEED, seed, sizeof seed);
    CHECK(!o.full && store_add(b, &item, bytes, (size_t)(o.at - bytes)));
}

static void entered(void *ctx, const struct entry *e)
{
    (void)ctx, (void)e;
}

static bool happened(void *ctx, const struct event *e)
{
    (void)ctx, (void)e;
    return true;
}

/* How many events an entry has decides the number of the next one. */
static void add_entries(struct store_batch *b, const struct game *game, const uint8_t *data, size_t size)
{
    static const struct kept_calls calls = {entered, happened};
    static uint8_t entry[1 << 16];
    const uint8_t seed[SEED_BYTES] = {0};
    uint8_t chain[HASH_BYTES], read[HASH_BYTES];
    struct bytes_in in = {data, data + size, false};
    struct stories past = {0};
    secret_commitment(seed, chain);
    memcpy(read, chain, sizeof read);
    while (in.at < in.end && b->count < 200) {
        size_t length = (size_t)bytes_get_number(&in, 2), left = (size_t)(in.end - in.at);
        struct store_item item = {.what = STORE_PIECE, .number = 1, .seq = past.count + 1};
        length = length < left ? length : left;
        bytes_get(&in, entry, length);
        fit_entry(entry, length, chain);
        CHECK(store_add(b, &item, entry, length));
        kept_read_entry(game, entry, length, &past, read, &calls, NULL);
    }
}

static void start(struct store *s)
{
    static const struct host_calls calls = {frame, send_to, waiting, end,   reply,
                                            store, entropy, wall_ms, log_it};
    static const struct host_limits limits = {10, 20, 3600, 86400, 64 << 20};
    struct complaint why;
    struct host *h = host_open(&limits, &calls, NULL, 1000);
    CHECK(h && host_load(h, s, NULL, &why));
    host_turn(h);
    host_close(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct store_batch b = {0};
    struct complaint why;
    size_t count = 0;
    CHECK(sodium_init() >= 0);
    while (games[count])
        count++;
    if (!size)
        return 0;
    struct store *s = store_memory_open(&why);
    add_head(&b, games[data[0] % count]);
    add_entries(&b, games[data[0] % count], data + 1, size - 1);
    CHECK(s && store_commit(s, &b, &why));
    start(s);
    store_free(&b);
    store_close(s);
    return 0;
}
