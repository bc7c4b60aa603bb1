/* store/store.c -- batches, and which backend a name means. */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(void **block, size_t one, size_t *room, size_t need)
{
    if (need <= *room)
        return true;
    size_t more = *room ? *room : 64;
    while (more < need)
        more *= 2;
    void *grown = realloc(*block, more * one);
    if (!grown)
        return false;
    *block = grown;
    *room = more;
    return true;
}

bool store_reserve(struct store_batch *b, size_t items, size_t bytes)
{
    void *list = b->items, *block = b->bytes;
    bool there = make_room(&list, sizeof *b->items, &b->items_room, b->count + items);
    b->items = list;
    there = there && make_room(&block, 1, &b->bytes_room, b->size + bytes);
    b->bytes = block;
    return there;
}

bool store_add(struct store_batch *b, const struct store_item *item, const void *bytes, size_t size)
{
    if (!store_reserve(b, 1, size))
        return false;
    struct store_item *added = &b->items[b->count++];
    *added = *item;
    added->at = b->size;
    added->size = size;
    if (size)
        memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    return true;
}

void store_clear(struct store_batch *b)
{
    b->count = b->size = 0;
}

void store_free(struct store_batch *b)
{
    free(b->items);
    free(b->bytes);
    memset(b, 0, sizeof *b);
}

const char *store_file(const char *url)
{
    static const char sqlite[] = "sqlite:";
    size_t size = sizeof sqlite - 1;
    return !strncmp(url, sqlite, size) && url[size] ? url + size : NULL;
}

struct store *store_open(const char *url, struct complaint *why)
{
    if (!strcmp(url, "memory:"))
        return store_memory_open(why);
    if (store_file(url))
        return store_sqlite_open(store_file(url), why);
    why->line = 0;
    snprintf(why->text, sizeof why->text, "a store is memory: or sqlite:FILE, not %.100s", url);
    return NULL;
}
