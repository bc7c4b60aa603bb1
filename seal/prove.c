/* seal/prove.c -- proves records: brings record/proof.h its hashes, its dice and a table. */
#include "seal/prove.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "record/proof.h"
#include "seal/secret.h"

struct court {
    struct proof proof;
    struct table table;
    uint8_t chain[HASH_BYTES];
    bool full;
};

static void dice(void *ctx, seq_t events, uint64_t out[2])
{
    struct court *c = ctx;
    secret_dice(c->proof.header.seed, events, out);
}

static void sealed(void *ctx, const uint8_t *bytes, size_t size)
{
    struct court *c = ctx;
    secret_chain(c->chain, bytes, size);
}

static void tell(void *ctx, const struct event *e)
{
    struct court *c = ctx;
    c->full |= !table_restore(&c->table, e);
}

static bool material(void *ctx, const char *text, size_t size)
{
    const struct court *c = ctx;
    uint8_t hash[HASH_BYTES];
    secret_material(text, size, hash);
    return !memcmp(hash, c->proof.header.material, sizeof hash);
}

static bool words(void *ctx, const struct entry *e)
{
    (void)ctx;
    return secret_is_word(e);
}

static bool wrong(struct complaint *why, uint32_t line, const char *text)
{
    why->line = line;
    text_copy(why->text, sizeof why->text, text);
    return false;
}

/* The next line, without its line feed.  The last line needs one too: without it the file is cut short. */
static bool next_line(const char **at, const char *end, size_t most, const char **line, size_t *size)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *size = stop ? (size_t)(stop - *at) : 0;
    *at = stop ? stop + 1 : end;
    return stop && *size < most;
}

static bool begin(struct court *c, const char *line, size_t size, struct complaint *why)
{
    static const struct proof_calls calls = {dice, sealed, tell, material, words};
    uint8_t commitment[HASH_BYTES];
    const struct record_header *h = &c->proof.header;
    if (!proof_begin(&c->proof, &calls, c, line, size, why))
        return false;
    secret_commitment(h->seed, commitment);
    memcpy(c->chain, commitment, sizeof c->chain);
    if (h->format > 1 && memcmp(commitment, h->commitment, sizeof commitment))
        return wrong(why, 1, "the seed is not the one that was committed to");
    return table_open(&c->table, h->game) ? true : wrong(why, 0, "out of memory");
}

static bool end(struct court *c, struct complaint *why)
{
    const struct record_header *h = &c->proof.header;
    if (!proof_end(&c->proof))
        return false;
    if (c->full)
        return wrong(why, 0, "more events than a table can hold");
    if (h->format == RECORD_FORMAT && memcmp(c->chain, h->chain, sizeof c->chain))
        return wrong(why, 1, "the chain of hashes does not match these lines");
    return true;
}

static bool prove(struct court *c, const char *text, size_t size, struct complaint *why)
{
    const char *at = text, *last = text + size, *line;
    size_t length;
    if (size > RECORD_MAX)
        return wrong(why, 0, "too large to be a record");
    if (!next_line(&at, last, RECORD_LINE, &line, &length) || !begin(c, line, length, why))
        return why->text[0] ? false : wrong(why, 1, "not the header of a record");
    while (at < last) {
        bool material = c->proof.header.brought && !c->proof.equipped;
        if (!next_line(&at, last, material ? MATERIAL_LINE : RECORD_LINE, &line, &length))
            return wrong(why, c->proof.line + 1,
                         "the record is cut short in this line, or the line is too long");
        if (!proof_line(&c->proof, line, length))
            return false;
    }
    return end(c, why);
}

bool record_prove(const char *text, size_t size, struct table *out, struct record_proved *proved,
                  struct complaint *why)
{
    struct court *c = calloc(1, sizeof *c);
    if (!c)
        return wrong(why, 0, "out of memory");
    *why = (struct complaint){0};
    bool good = prove(c, text, size, why);
    if (good) {
        const struct proof *p = &c->proof;
        *proved = (struct record_proved){p->header, p->entries, p->judged, p->older, p->deleted};
        *out = c->table;
    } else if (c->table.game) {
        table_close(&c->table);
    }
    free(c);
    return good;
}
