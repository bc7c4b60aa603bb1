/* seal/secret.c -- BLAKE2b for everything, each use under its own name. */
#include "seal/secret.h"

#include <sodium.h>
#include <string.h>

#include "core/text.h"

bool secret_begin(void)
{
    return sodium_init() >= 0;
}

void secret_random(void *out, size_t size)
{
    randombytes_buf(out, size);
}

void secret_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash[HASH_BYTES])
{
    static const unsigned char use[] = "turncoat seat token";
    crypto_generichash(hash, HASH_BYTES, token, TOKEN_BYTES, use, sizeof use - 1);
}

bool secret_same(const uint8_t a[HASH_BYTES], const uint8_t b[HASH_BYTES])
{
    return sodium_memcmp(a, b, HASH_BYTES) == 0;
}

void secret_chain(uint8_t chain[HASH_BYTES], const uint8_t *sealed, size_t size)
{
    uint8_t before[HASH_BYTES];
    memcpy(before, chain, sizeof before);
    crypto_generichash(chain, HASH_BYTES, sealed, size, before, sizeof before);
}

void secret_material(const char *text, size_t size, uint8_t hash[HASH_BYTES])
{
    static const unsigned char use[] = "turncoat material";
    crypto_generichash(hash, HASH_BYTES, (const unsigned char *)text, size, use, sizeof use - 1);
}

void secret_word(const uint8_t salt[SALT_BYTES], const char *text, uint8_t hash[WORD_BYTES])
{
    crypto_generichash(hash, WORD_BYTES, (const unsigned char *)text, strlen(text), salt, SALT_BYTES);
}

void secret_take_word(struct entry *e, const char *text, const uint8_t salt[SALT_BYTES])
{
    e->word = WORD_TOLD;
    text_copy(e->text, sizeof e->text, text);
    memcpy(e->salt, salt, sizeof e->salt);
    secret_word(e->salt, e->text, e->hash);
}

bool secret_is_word(const struct entry *e)
{
    uint8_t hash[WORD_BYTES];
    secret_word(e->salt, e->text, hash);
    return !memcmp(hash, e->hash, sizeof hash);
}

void secret_commitment(const uint8_t seed[SEED_BYTES], uint8_t hash[HASH_BYTES])
{
    static const unsigned char use[] = "turncoat commitment";
    crypto_generichash(hash, HASH_BYTES, seed, SEED_BYTES, use, sizeof use - 1);
}

void secret_tell_commitment(const uint8_t seed[SEED_BYTES], char out[2 * HASH_BYTES + 1])
{
    uint8_t hash[HASH_BYTES];
    secret_commitment(seed, hash);
    secret_to_hex(hash, sizeof hash, out);
}

void secret_dice(const uint8_t seed[SEED_BYTES], uint32_t events, uint64_t dice[2])
{
    unsigned char about[8] = {'d', 'i', 'c', 'e'}, drawn[16];
    for (int i = 0; i < 4; i++)
        about[4 + i] = (unsigned char)(events >> (8 * i));
    crypto_generichash(drawn, sizeof drawn, about, sizeof about, seed, SEED_BYTES);
    for (int i = 0; i < 2; i++) {
        dice[i] = 0;
        for (int j = 7; j >= 0; j--)
            dice[i] = dice[i] << 8 | drawn[8 * i + j];
    }
}

void secret_to_hex(const uint8_t *bytes, size_t size, char *out)
{
    sodium_bin2hex(out, 2 * size + 1, bytes, size);
}

bool secret_from_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t got;
    return strlen(text) == 2 * size && !sodium_hex2bin(bytes, size, text, 2 * size, NULL, &got, NULL) &&
           got == size;
}

bool secret_hash_hex(const char *token, uint8_t hash[HASH_BYTES])
{
    uint8_t bytes[TOKEN_BYTES];
    if (!secret_from_hex(token, bytes, sizeof bytes))
        return false;
    secret_hash(bytes, hash);
    return true;
}

void secret_letters(const uint8_t *random, size_t size, char *out)
{
    static const char letters[33] = "23456789abcdefghjkmnpqrstuvwxyz2";
    for (size_t i = 0; i < size; i++)
        out[i] = letters[random[i] % 31];
    out[size] = 0;
}
