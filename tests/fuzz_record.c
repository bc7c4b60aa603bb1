/* tests/fuzz_record.c -- any bytes as a record.
 *
 * It is taken whole or not at all; what is taken can be written, read again as the same, and told to
 * anybody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/record.h"
#include "cli/replay.h"
#include "core/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void same_logs(const struct table *a, const struct table *b)
{
    const struct event *x = table_next(a, NULL), *y = table_next(b, NULL);
    CHECK(a->count == b->count && a->log_size == b->log_size);
    for (; x && y; x = table_next(a, x), y = table_next(b, y)) {
        CHECK(x->kind == y->kind && x->seq == y->seq && x->at_ms == y->at_ms && x->to == y->to);
        CHECK(x->size == y->size && !memcmp(x->body, y->body, x->size));
    }
}

static void check_again(const struct table *t, const struct record *about)
{
    struct table again;
    struct record about_again;
    struct complaint why;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    CHECK(out && record_write(out, t, about) && fclose(out) == 0);
    CHECK(record_read(text, size, &again, &about_again, &why));
    CHECK(about_again.seed == about->seed && !strcmp(about_again.date, about->date));
    same_logs(t, &again);
    CHECK(!memcmp(again.truth, t->truth, t->game->state_size));
    table_close(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct table t, untouched;
    struct record about;
    struct complaint why;
    memset(&t, 0xa5, sizeof t);
    memset(&untouched, 0xa5, sizeof untouched);
    if (!record_read((const char *)data, size, &t, &about, &why)) {
        CHECK(!memcmp(&t, &untouched, sizeof t));
        CHECK(why.text[0] && memchr(why.text, 0, sizeof why.text) && !strchr(why.text, '\n'));
        return 0;
    }
    CHECK(t.game->sound(t.truth));
    check_again(&t, &about);
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    replay_tell(nowhere, &t, &about, REPLAY_TRUTH, false);
    replay_tell(nowhere, &t, &about, SEAT_GALLERY, true);
    table_close(&t);
    return 0;
}
