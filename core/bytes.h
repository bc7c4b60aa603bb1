/* core/bytes.h -- whole numbers and blocks, one after the other, low byte first:
 * the form in which things are stored.
 *
 * Writing past the end sets `full`, reading past it sets `bad`; both are safe to
 * continue. */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes_out {
    uint8_t *at, *end;
    bool full;
};
struct bytes_in {
    const uint8_t *at, *end;
    bool bad;
};

static inline void bytes_put(struct bytes_out *o, const void *bytes, size_t size)
{
    if ((size_t)(o->end - o->at) < size) {
        o->full = true;
        return;
    }
    if (size)
        memcpy(o->at, bytes, size);
    o->at += size;
}

static inline void bytes_put_number(struct bytes_out *o, uint64_t value, int size)
{
    uint8_t low[8];
    for (int i = 0; i < size; i++)
        low[i] = (uint8_t)(value >> (8 * i));
    bytes_put(o, low, (size_t)size);
}

static inline void bytes_get(struct bytes_in *i, void *out, size_t size)
{
    if (i->bad || (size_t)(i->end - i->at) < size) {
        i->bad = true;
        memset(out, 0, size);
        return;
    }
    if (size)
        memcpy(out, i->at, size);
    i->at += size;
}

static inline void bytes_skip(struct bytes_in *i, size_t size)
{
    if (i->bad || (size_t)(i->end - i->at) < size)
        i->bad = true;
    else
        i->at += size;
}

/* The next `size` bytes as a reader of their own; `i` continues after them. */
static inline struct bytes_in bytes_part(struct bytes_in *i, size_t size)
{
    struct bytes_in part = {i->at, i->at, false};
    bytes_skip(i, size);
    part.end = i->at;
    part.bad = i->bad;
    return part;
}

static inline uint64_t bytes_get_number(struct bytes_in *in, int size)
{
    uint8_t low[8] = {0};
    uint64_t value = 0;
    bytes_get(in, low, (size_t)size);
    for (int i = size - 1; i >= 0; i--)
        value = value << 8 | low[i];
    return value;
}

#endif
