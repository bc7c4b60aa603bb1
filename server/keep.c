/* server/keep.c -- heads and entries, as bytes for the store. */
#include "server/keep.h"

#include <string.h>

#include "core/check.h"
#include "seal/secret.h"
#include "server/brought.h"
#include "server/hosted.h"
#include "server/kept.h"
#include "server/kept_form.h"

/* ---- heads ---- */

static void put_fact(struct bytes_out *o, enum head_fact fact, const void *bytes, size_t size)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, size, 4);
    bytes_put(o, bytes, size);
}

static void put_fact_number(struct bytes_out *o, enum head_fact fact, uint64_t value)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, 8, 4);
    bytes_put_number(o, value, 8);
}

static void put_tokens(struct bytes_out *o, const struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        uint8_t token[1 + HASH_BYTES] = {seat};
        memcpy(token + 1, t->member[seat].hash, HASH_BYTES);
        if (seats_has_person(t, seat))
            put_fact(o, HEAD_TOKEN, token, sizeof token);
    }
}

static void put_former(struct bytes_out *o, const struct hosted *t)
{
    for (int i = 0; i < LIMIT_FORMER && t->former[i].seat; i++) {
        uint8_t token[1 + HASH_BYTES] = {t->former[i].seat};
        memcpy(token + 1, t->former[i].hash, HASH_BYTES);
        put_fact(o, HEAD_FORMER, token, sizeof token);
    }
}

static void put_names(struct bytes_out *o, const struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        uint8_t name[1 + NAME_BYTES_MAX] = {seat};
        memcpy(name + 1, t->member[seat].name, NAME_BYTES_MAX);
        if (name[1])
            put_fact(o, HEAD_NAME, name, 1 + strlen(t->member[seat].name));
    }
}

static void put_options(struct bytes_out *o, const struct hosted *t)
{
    const struct game *game = t->table.game;
    uint8_t packed[BODY_MAX + 256];
    struct bytes_out p = {packed, packed + sizeof packed, false};
    entry_pack(&p, &game->schema->commands[game->set_up], t->options.body,
               game->schema->commands[game->set_up].size, NULL);
    put_fact(o, HEAD_OPTIONS, packed, (size_t)(p.at - packed));
}

static uint64_t flags_of(const struct hosted *t)
{
    return (t->public ? KEPT_PUBLIC : 0u) | (t->gallery ? KEPT_GALLERY : 0u) | (t->wait ? KEPT_WAIT : 0u) |
           (t->over ? KEPT_OVER : 0u) | (t->has_options ? KEPT_OPTIONS : 0u);
}

/* Entries that are missing at the end leave no gap: the head says how many there were. */
static void put_reached(struct bytes_out *o, const struct hosted *t)
{
    if (t->kept == KEPT_UNTOLD)
        return;
    bytes_put_number(o, HEAD_REACHED, 1);
    bytes_put_number(o, 4 + MARK_BYTES, 4);
    bytes_put_number(o, t->kept, 4);
    bytes_put(o, t->chain, MARK_BYTES);
}

static void put_head(struct bytes_out *o, const struct hosted *t)
{
    const struct game *game = t->table.game;
    bytes_put_number(o, HEAD_FORMAT, 1);
    put_fact(o, HEAD_GAME, game->name, strlen(game->name));
    put_fact_number(o, HEAD_VERSION, game->version);
    put_fact(o, HEAD_CODE, t->code, strlen(t->code));
    put_fact(o, HEAD_RECORD, t->record, strlen(t->record));
    put_fact_number(o, HEAD_ROUND, t->round);
    put_fact_number(o, HEAD_OPENED, (uint64_t)t->opened_ms);
    put_fact(o, HEAD_SEED, t->seed, sizeof t->seed);
    put_fact_number(o, HEAD_AWAY, t->away_s);
    put_fact_number(o, HEAD_PACE, t->pace);
    put_fact_number(o, HEAD_FLAGS, flags_of(t));
    put_reached(o, t);
    put_tokens(o, t);
    put_former(o, t);
    put_names(o, t);
    if (t->has_options)
        put_options(o, t);
    if (t->brought) {
        bytes_put_number(o, HEAD_BROUGHT, 1);
        bytes_put_number(o, MARK_BYTES + t->brought->size, 4);
        bytes_put(o, t->brought->hash, MARK_BYTES);
        bytes_put(o, t->brought->form + t->brought->kind->size, t->brought->size);
    }
}

void keep_head(struct gathering *g, const struct hosted *t, bool live)
{
    uint8_t bytes[KEPT_HEAD_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct store_item item = {.what = STORE_HEAD, .number = t->number, .live = live};
    memcpy(item.id, t->record, sizeof t->record);
    put_head(&o, t);
    CHECK(!o.full && store_add(&g->batch, &item, bytes, (size_t)(o.at - bytes)));
}

void keep_end(struct gathering *g, const struct hosted *t)
{
    struct store_item item = {.what = STORE_DROP, .number = t->number};
    if (t->over)
        keep_head(g, t, false);
    else
        CHECK(store_add(&g->batch, &item, NULL, 0));
}

/* ---- entries: the sealed part, the words outside it, the mark ---- */

static void put_word(struct bytes_out *o, const struct entry *e)
{
    if (!e->word)
        return;
    size_t size = strlen(e->text);
    bytes_put_number(o, size, 2);
    bytes_put(o, e->salt, sizeof e->salt);
    bytes_put(o, e->text, size);
}

/* The salt is random: with the hash alone, nobody can try out names and words one by one (P8.3). */
static void take_word(struct host *h, const struct hosted *t, struct entry *e)
{
    uint8_t salt[SALT_BYTES];
    const char *text = entry_words(t->table.game, &e->in);
    e->word = WORD_NONE;
    if (!text)
        return;
    h->calls->entropy(h->ctx, salt, sizeof salt);
    secret_take_word(e, text, salt);
}

static void put_entry(struct bytes_out *o, struct hosted *t, const struct entry *e, const struct event *first)
{
    uint8_t *size = o->at + 1;
    bytes_put_number(o, ENTRY_FORMAT, 1);
    bytes_put_number(o, 0, 4);
    const uint8_t *sealed = o->at;
    entry_seal(o, t->table.game, e);
    for (const struct event *event = first; event; event = table_next(&t->table, event)) {
        entry_seal_event(o, t->table.game, e, event);
        t->kept = event->seq;
    }
    size_t length = (size_t)(o->at - sealed);
    for (int i = 0; i < 4; i++)
        size[i] = (uint8_t)(length >> (8 * i));
    put_word(o, e);
    secret_chain(t->chain, sealed, length);
    bytes_put(o, t->chain, MARK_BYTES);
}

void keep_entry(struct host *h, struct hosted *t, const struct input *in, bookmark_t since)
{
    uint8_t bytes[KEPT_ENTRY_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct entry e;
    const struct event *first = table_since(&t->table, since);
    struct store_item item = {.what = STORE_PIECE, .number = t->number, .seq = first->seq};
    memcpy(&e.in, in, offsetof(struct input, body) + t->table.game->schema->commands[in->kind].size);
    e.version = t->table.game->version;
    take_word(h, t, &e);
    e.equipped = t->brought && in->kind == t->table.game->set_up;
    if (e.equipped)
        memcpy(e.material, t->brought->hash, sizeof e.material);
    put_entry(&o, t, &e, first);
    CHECK(!o.full && store_add(&h->open->batch, &item, bytes, (size_t)(o.at - bytes)));
}
