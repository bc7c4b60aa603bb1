/* server/tables.c -- tables by code: found, made and freed. */
#include "server/tables.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "seal/secret.h"
#include "server/brought.h"
#include "server/faults.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/stand_ins.h"

static size_t slot_of(const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code; code++)
        hash = (hash ^ (uint8_t)*code) * 16777619u;
    return hash % CODE_SLOTS;
}

struct hosted *tables_find(struct host *h, const char *code)
{
    struct hosted *t = h->codes[slot_of(code)];
    while (t && strcmp(t->code, code))
        t = t->next_of_code;
    return t;
}

const struct refusal *tables_missing(const struct host *h, const struct hosted *t, const char *code)
{
    return t && t->stored ? NULL : faults_missing(h, code);
}

struct hosted *tables_find_or_refuse(struct host *h, struct link *l, const char *code)
{
    struct hosted *t = tables_find(h, code);
    const struct refusal *why = tables_missing(h, t, code);
    if (!why)
        return t;
    links_refuse(h, l, why);
    return NULL;
}

struct hosted *tables_next(const struct host *h, const struct hosted *t)
{
    struct hosted *next = t ? t->next_of_code : NULL;
    for (size_t slot = t ? slot_of(t->code) + 1 : 0; !next && slot < CODE_SLOTS; slot++)
        next = h->codes[slot];
    return next;
}

void tables_weigh(struct host *h, struct hosted *t)
{
    size_t weight = sizeof *t + table_weight(&t->table) + stand_ins_weight(t);
    if (t->brought)
        weight += sizeof *t->brought + t->brought->kind->size + t->brought->size;
    h->counts.memory += weight - t->weight;
    t->weight = weight;
}

struct hosted *tables_new(struct host *h, const struct game *game, const char *code)
{
    struct hosted *t = calloc(1, sizeof *t), **slot = &h->codes[slot_of(code)];
    if (!t)
        return NULL;
    if (!table_open(&t->table, game) || !wakes_add(&h->wakes, &t->wake) || !wakes_add(&h->idle, &t->idle)) {
        wakes_remove(&h->wakes, &t->wake);
        table_close(&t->table);
        free(t);
        return NULL;
    }
    text_copy(t->code, sizeof t->code, code);
    signals_open(h, t);
    t->next_of_code = *slot;
    *slot = t;
    t->round = 1;
    t->empty_ms = h->now_ms;
    h->counts.tables++;
    tables_weigh(h, t);
    return t;
}

void tables_list_unjoined(struct host *h, struct hosted *t)
{
    t->unjoined = h->unjoined ? h->unjoined_end : &h->unjoined;
    *t->unjoined = t;
    h->unjoined_end = &t->newer;
}

void tables_unlist(struct host *h, struct hosted *t)
{
    if (!t->unjoined)
        return;
    *t->unjoined = t->newer;
    *(t->newer ? &t->newer->unjoined : &h->unjoined_end) = t->unjoined;
    t->newer = NULL;
    t->unjoined = NULL;
}

void tables_free(struct host *h, struct hosted *t)
{
    struct hosted **at = &h->codes[slot_of(t->code)];
    tables_unlist(h, t);
    while (*at != t)
        at = &(*at)->next_of_code;
    *at = t->next_of_code;
    greet_forget(h, t);
    wakes_remove(&h->wakes, &t->wake);
    wakes_remove(&h->idle, &t->idle);
    brought_use(h, t, NULL);
    stand_ins_leave(t);
    table_close(&t->table);
    h->counts.memory -= t->weight;
    free(t);
    h->counts.tables--;
}

void tables_draw_game(struct host *h, struct hosted *t)
{
    uint8_t letters[RECORD_ID_SIZE];
    h->calls->entropy(h->ctx, &t->number, sizeof t->number);
    t->number = (t->number & INT64_MAX) | 1;
    h->calls->entropy(h->ctx, letters, sizeof letters);
    secret_letters(letters, sizeof letters, t->record);
    h->calls->entropy(h->ctx, t->seed, sizeof t->seed);
    secret_commitment(t->seed, t->chain);
    t->epoch_ms = h->now_ms - 1; /* its time begins at 1: for the rules, a time of 0 means never */
    t->opened_ms = h->calls->wall_ms(h->ctx);
}
