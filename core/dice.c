/* core/dice.c -- SipHash-2-4 of one 64-bit word (Aumasson and Bernstein, 2012). */
#include "core/dice.h"

static uint64_t turn_left(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static void mix(uint64_t v[4])
{
    v[0] += v[1], v[1] = turn_left(v[1], 13) ^ v[0], v[0] = turn_left(v[0], 32);
    v[2] += v[3], v[3] = turn_left(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = turn_left(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = turn_left(v[1], 17) ^ v[2], v[2] = turn_left(v[2], 32);
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v), mix(v);
    v[0] ^= word;
}

uint64_t dice_number(const uint64_t key[2], uint64_t n)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u,
                     key[1] ^ 0x7465646279746573u};
    absorb(v, n);
    absorb(v, (uint64_t)8 << 56); /* the length of the message, in bytes */
    v[2] ^= 0xff;
    mix(v), mix(v), mix(v), mix(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint32_t dice_below(const uint64_t key[2], uint64_t n, uint32_t below)
{
    return (uint32_t)(((dice_number(key, n) >> 32) * below) >> 32);
}
