/* seal/secret.h -- tokens, hashes, commitments and dice.
 *
 * Nothing here but secret_random() draws anything: the caller brings the randomness. */
#ifndef SEAL_SECRET_H
#define SEAL_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/entry.h"

enum { TOKEN_BYTES = 16 }; /* 128 bits */

/* Before anything else here, once; false: the program cannot go on. */
bool secret_begin(void);
void secret_random(void *out, size_t size); /* for a server; tests and simulated games bring their own */

/* All that is kept of a token. */
void secret_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash[HASH_BYTES]);
bool secret_hash_hex(const char *token, uint8_t hash[HASH_BYTES]); /* as people have it; false: it is none */
bool secret_same(const uint8_t a[HASH_BYTES], const uint8_t b[HASH_BYTES]); /* in constant time */

/* Each entry is hashed together with the chain so far: adds one to it. */
void secret_chain(uint8_t chain[HASH_BYTES], const uint8_t *sealed, size_t size);
/* The hash by which material that a table has brought is known. */
void secret_material(const char *text, size_t size, uint8_t hash[HASH_BYTES]);
/* What an entry holds in place of what somebody wrote. */
void secret_word(const uint8_t salt[SALT_BYTES], const char *text, uint8_t hash[WORD_BYTES]);

/* The same for an entry: sets the hash of its words; checks it. */
void secret_take_word(struct entry *e, const char *text, const uint8_t salt[SALT_BYTES]);
bool secret_is_word(const struct entry *e);

/* P5.2: the commitment is told before the cards are dealt; the dice of every input follow from the seed and
 * from how many events there were before it. */
void secret_commitment(const uint8_t seed[SEED_BYTES], uint8_t hash[HASH_BYTES]);
void secret_tell_commitment(const uint8_t seed[SEED_BYTES], char out[2 * HASH_BYTES + 1]); /* in hex */
void secret_dice(const uint8_t seed[SEED_BYTES], uint32_t events, uint64_t dice[2]);

void secret_to_hex(const uint8_t *bytes, size_t size, char *out); /* 2 * size letters and a zero */
bool secret_from_hex(const char *text, uint8_t *bytes, size_t size);

/* Letters that nobody mixes up, from random bytes; out has room for `size` and a zero. */
void secret_letters(const uint8_t *random, size_t size, char *out);

#endif
