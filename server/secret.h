/* server/secret.h -- tokens, hashes, commitments and dice.
 *
 * It draws nothing itself: whoever calls brings the randomness. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/entry.h"
#include "server/limits.h"

/* A token is kept only as this. */
void secret_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash[HASH_BYTES]);
bool secret_same(const uint8_t a[HASH_BYTES],
                 const uint8_t b[HASH_BYTES]); /* takes equally long whatever they are */

/* Entries are hashed one with the other: `chain` of all before becomes that of all with this one. */
void secret_chain(uint8_t chain[HASH_BYTES], const uint8_t *sealed, size_t size);
/* Under which what a table has brought is known. */
void secret_material(const char *text, size_t size, uint8_t hash[HASH_BYTES]);
/* What stands in an entry for what somebody wrote. */
void secret_word(const uint8_t salt[SALT_BYTES], const char *text, uint8_t hash[WORD_BYTES]);

/* The same for the words of an entry: it is given their hash; or, has it the one it says? */
void secret_take_word(struct entry *e, const char *text, const uint8_t salt[SALT_BYTES]);
bool secret_is_word(const struct entry *e);

/* P5.2: told before the cards are dealt; and every input's dice follow from the seed and how many events
 * there were before it. */
void secret_commitment(const uint8_t seed[SEED_BYTES], uint8_t hash[HASH_BYTES]);
void secret_tell_commitment(const uint8_t seed[SEED_BYTES], char out[2 * HASH_BYTES + 1]); /* in hex */
void secret_dice(const uint8_t seed[SEED_BYTES], uint32_t events, uint64_t dice[2]);

void secret_to_hex(const uint8_t *bytes, size_t size, char *out); /* 2 * size letters and an end */
bool secret_from_hex(const char *text, uint8_t *bytes, size_t size);

/* Letters that nobody mistakes for others, from random bytes; out has room for `size` and an end. */
void secret_letters(const uint8_t *random, size_t size, char *out);

#endif
