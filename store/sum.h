/* store/sum.h -- finds damage, not forgery: 64 bits over what is stored.
 *
 * Every step can be undone, so a change within eight bytes never goes unnoticed. */
#ifndef STORE_SUM_H
#define STORE_SUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t sum_number(uint64_t sum, uint64_t number)
{
    sum = (sum ^ number) * 0x9fb21c651e98df25u;
    return sum ^ sum >> 32;
}

static inline uint64_t sum_bytes(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t left = size;
    uint64_t eight;
    for (; left >= sizeof eight; left -= sizeof eight, at += sizeof eight) {
        memcpy(&eight, at, sizeof eight);
        sum = sum_number(sum, eight);
    }
    eight = 0;
    if (left)
        memcpy(&eight, at, left);
    return sum_number(sum_number(sum, eight), size);
}

#endif
