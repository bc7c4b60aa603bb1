/* store/memory.c -- keeps everything in memory: for tests, and for a server that
 * may forget.
 *
 * A list of games and of their pieces, in the order in which they came. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

struct kept {
    struct store_item item;
    uint8_t *bytes;
};
struct kept_game {
    struct kept head;
    struct kept *pieces;
    size_t count, room;
};
struct memory {
    struct store store;
    struct kept_game **slots; /* by number, open addressing; a power of two */
    size_t slot_count, used;
};

static bool no_memory(struct complaint *why)
{
    why->line = 0;
    snprintf(why->text, sizeof why->text, "out of memory");
    return false;
}

static struct kept_game **slot_of(struct kept_game **slots, size_t count, uint64_t number)
{
    size_t at = (size_t)(number * 0x9e3779b97f4a7c15u) & (count - 1);
    while (slots[at] && slots[at]->head.item.number != number)
        at = (at + 1) & (count - 1);
    return &slots[at];
}

static bool make_slots(struct memory *m)
{
    if (m->used * 2 < m->slot_count)
        return true;
    size_t count = m->slot_count ? m->slot_count * 2 : 64;
    struct kept_game **slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i])
            *slot_of(slots, count, m->slots[i]->head.item.number) = m->slots[i];
    free(m->slots);
    m->slots = slots;
    m->slot_count = count;
    return true;
}

static struct kept_game *game_of(struct memory *m, uint64_t number)
{
    struct kept_game **slot = make_slots(m) ? slot_of(m->slots, m->slot_count, number) : NULL;
    if (!slot || *slot)
        return slot ? *slot : NULL;
    *slot = calloc(1, sizeof **slot);
    if (*slot) {
        (*slot)->head.item.number = number;
        m->used++;
    }
    return *slot;
}

static bool keep(struct kept *k, const struct store_item *item, const uint8_t *bytes)
{
    uint8_t *copy = malloc(item->size ? item->size : 1);
    if (!copy)
        return false;
    memcpy(copy, bytes + item->at, item->size);
    free(k->bytes);
    k->item = *item;
    k->bytes = copy;
    return true;
}

static bool keep_piece(struct kept_game *g, const struct store_item *item, const uint8_t *bytes)
{
    for (size_t i = g->count; i > 0 && g->pieces[i - 1].item.seq >= item->seq; i--)
        if (g->pieces[i - 1].item.seq == item->seq)
            return keep(&g->pieces[i - 1], item, bytes);
    if (g->count == g->room) {
        size_t room = g->room ? g->room * 2 : 16;
        struct kept *pieces = realloc(g->pieces, room * sizeof *pieces);
        if (!pieces)
            return false;
        memset(pieces + g->room, 0, (room - g->room) * sizeof *pieces);
        g->pieces = pieces;
        g->room = room;
    }
    return keep(&g->pieces[g->count], item, bytes) && ++g->count;
}

static void forget(struct kept_game *g)
{
    for (size_t i = 0; i < g->count; i++)
        free(g->pieces[i].bytes);
    free(g->pieces);
    free(g->head.bytes);
    uint64_t number = g->head.item.number;
    memset(g, 0, sizeof *g);
    g->head.item.number = number; /* its slot stays, empty */
}

/* Running out of memory halfway leaves a part; repeating the batch completes it. */
static bool commit(struct store *s, const struct store_batch *b, struct complaint *why)
{
    struct memory *m = (struct memory *)s;
    for (size_t i = 0; i < b->count; i++) {
        const struct store_item *item = &b->items[i];
        if (item->what == STORE_REPORT)
            continue; /* nobody could read it */
        struct kept_game *g = game_of(m, item->number);
        if (!g)
            return no_memory(why);
        if (item->what == STORE_DROP)
            forget(g);
        else if (!(item->what == STORE_HEAD ? keep(&g->head, item, b->bytes) : keep_piece(g, item, b->bytes)))
            return no_memory(why);
    }
    return true;
}

static void tell(const struct kept_game *g, store_row_fn *row, void *ctx)
{
    if (!row(ctx, &g->head.item, g->head.bytes))
        return;
    for (size_t i = 0; i < g->count; i++)
        if (!row(ctx, &g->pieces[i].item, g->pieces[i].bytes))
            return;
}

static bool load(struct store *s, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct memory *m = (struct memory *)s;
    (void)why;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i] && m->slots[i]->head.bytes && m->slots[i]->head.item.live)
            tell(m->slots[i], row, ctx);
    return true;
}

static bool find(struct store *s, const char *id, store_row_fn *row, void *ctx, struct complaint *why)
{
    struct memory *m = (struct memory *)s;
    (void)why;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i] && m->slots[i]->head.bytes && !strcmp(m->slots[i]->head.item.id, id))
            tell(m->slots[i], row, ctx);
    return true;
}

static void close_memory(struct store *s)
{
    struct memory *m = (struct memory *)s;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i]) {
            forget(m->slots[i]);
            free(m->slots[i]);
        }
    free(m->slots);
    free(m);
}

struct store *store_memory_open(struct complaint *why)
{
    static const struct store_calls calls = {commit, load, find, close_memory};
    struct memory *m = calloc(1, sizeof *m);
    if (!m) {
        no_memory(why);
        return NULL;
    }
    m->store.calls = &calls;
    return &m->store;
}
