/* simulate/record.c -- gives simulated games a seed, dice and a record, like served ones. */
#include "simulate/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice.h"
#include "seal/secret.h"

static void dice(void *ctx, seq_t events, uint64_t out[2])
{
    const struct simulate_record *r = ctx;
    secret_dice(r->sheet.header.seed, events, out);
}

/* Bots have nothing to hide: their salts follow from the seed, so that the same game has the same record. */
static void take_word(struct simulate_record *r, struct entry *e)
{
    uint8_t salt[SALT_BYTES];
    const char *text = entry_words(r->match->table.game, &e->in);
    for (size_t i = 0; text && i < SALT_BYTES / 8; i++) {
        uint64_t number = dice_number(r->key, ++r->salts);
        memcpy(salt + 8 * i, &number, 8);
    }
    if (text)
        secret_take_word(e, text, salt);
}

static void accepted(void *ctx, const struct input *in, const struct event *first)
{
    struct simulate_record *r = ctx;
    const struct game *game = r->match->table.game;
    struct entry e = {.in = *in, .version = game->version};
    uint8_t sealed[ENTRY_MAX];
    struct bytes_out out = {sealed, sealed + sizeof sealed, false};
    take_word(r, &e);
    e.equipped = r->sheet.header.brought && in->kind == game->set_up;
    memcpy(e.material, r->sheet.header.material, sizeof e.material);
    entry_seal(&out, game, &e);
    sheet_add_entry(&r->sheet, &e);
    for (const struct event *event = first; event; event = table_next(&r->match->table, event)) {
        entry_seal_event(&out, game, &e, event);
        sheet_add_event(&r->sheet, event);
    }
    secret_chain(r->sheet.header.chain, sealed, (size_t)(out.at - sealed));
}

void simulate_record_begin(struct simulate_record *r, struct match *m, uint64_t seed, bool writes)
{
    struct record_header *h = &r->sheet.header;
    memset(r, 0, sizeof *r);
    r->key[0] = seed;
    r->match = m;
    h->game = m->table.game;
    for (size_t i = 0; i < sizeof h->seed / 8; i++) {
        uint64_t number = dice_number((uint64_t[]){seed, 1}, i);
        memcpy(h->seed + 8 * i, &number, 8);
    }
    secret_commitment(h->seed, h->commitment);
    memcpy(h->chain, h->commitment, sizeof h->chain);
    m->dice = dice;
    m->accepted = writes ? accepted : NULL;
    m->ctx = r;
}

bool simulate_record_write(struct simulate_record *r, const char *path)
{
    size_t size;
    char *text = sheet_finish(&r->sheet, &size);
    FILE *out = text ? fopen(path, "w") : NULL;
    bool written = out && fwrite(text, 1, size, out) == size;
    if (out && fclose(out))
        written = false;
    free(text);
    return written;
}

void simulate_record_end(struct simulate_record *r)
{
    free(r->sheet.text);
}
