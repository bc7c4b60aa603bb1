/* tests/fuzz_record.c -- any bytes as a record.
 *
 * It is taken whole or not at all; what is taken is sound, and can be told to anybody.  The same goes for
 * records that only fail by their hashes: the fuzzer cannot guess those. */
#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "record/proof.h"
#include "rules/presence.h"
#include "seal/prove.h"
#include "seal/secret.h"
#include "table/common.h"
#include "tell/tell.h"
#include "tests/help/logs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere;

static void tell(const struct table *t, const struct record_header *about, int as, bool json)
{
    struct table again;
    table_again(&again, t);
    tell_table(nowhere, &again, about->date, as, json);
    table_close(&again);
}

static void try_whole(const char *text, size_t size)
{
    struct table t, untouched;
    struct record_proved proved;
    struct complaint why;
    memset(&t, 0xa5, sizeof t);
    memset(&untouched, 0xa5, sizeof untouched);
    if (!record_prove(text, size, &t, &proved, &why)) {
        CHECK(!memcmp(&t, &untouched, sizeof t));
        CHECK(why.text[0] && memchr(why.text, 0, sizeof why.text) && !strchr(why.text, '\n'));
        return;
    }
    CHECK(t.game->sound(t.truth));
    CHECK(proved.header.format == 1 || proved.judged + proved.older + proved.deleted == proved.entries);
    CHECK(t.count == proved.header.events);
    tell(&t, &proved.header, TELL_TRUTH, false);
    tell(&t, &proved.header, TELL_TRUTH, true);
    for (int as = 0; as <= presence_of(t.game, t.truth)->seats; as++)
        tell(&t, &proved.header, as, as & 1);
    table_close(&t);
}

/* ---- without hashes ---- */

struct lenient {
    struct proof proof;
    struct table table;
};

static void dice(void *ctx, seq_t events, uint64_t out[2])
{
    secret_dice(((struct lenient *)ctx)->proof.header.seed, events, out);
}

static void sealed(void *ctx, const uint8_t *bytes, size_t size)
{
    const struct game *game = ((struct lenient *)ctx)->proof.header.game;
    struct bytes_in in = {bytes, bytes + size, false};
    struct entry e = {.word = bytes[21] & 1 ? WORD_DELETED : WORD_NONE};
    struct event event;
    CHECK(entry_read(&in, game, &e));
    while (entry_read_event(&in, game, &e, 1, &event))
        ;
    CHECK(!in.bad);
}

static void happened(void *ctx, const struct event *e)
{
    table_restore(&((struct lenient *)ctx)->table, e);
}

static bool prove(struct lenient *l, const char *text, size_t size, struct complaint *why)
{
    static const struct proof_calls calls = {dice, sealed, happened, NULL, NULL};
    const char *end = text + size, *stop = memchr(text, '\n', size);
    if (!stop || !proof_begin(&l->proof, &calls, l, text, (size_t)(stop - text), why))
        return false;
    CHECK(table_open(&l->table, l->proof.header.game));
    for (const char *line = stop + 1; (stop = memchr(line, '\n', (size_t)(end - line))); line = stop + 1)
        if (!proof_line(&l->proof, line, (size_t)(stop - line)))
            return false;
    return proof_end(&l->proof);
}

static void try_without_hashes(const char *text, size_t size)
{
    static struct lenient l;
    struct complaint why = {0};
    if (size && prove(&l, text, size, &why)) {
        CHECK(l.table.game->sound(l.table.truth));
        tell(&l.table, &l.proof.header, TELL_TRUTH, false);
        tell(&l.table, &l.proof.header, SEAT_GALLERY, true);
    }
    if (l.table.game)
        table_close(&l.table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    CHECK(nowhere && secret_begin());
    try_whole((const char *)data, size);
    try_without_hashes((const char *)data, size);
    return 0;
}
