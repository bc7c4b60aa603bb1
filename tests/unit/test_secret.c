/* tests/unit/test_secret.c -- tokens, commitments, dice and codes: every byte counts, and the results are
 * those that anybody else computes with BLAKE2b. */
#include "seal/secret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t counted[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

static void same_hex(const uint8_t *bytes, size_t size, const char *expected)
{
    char hex[2 * HASH_BYTES + 1];
    secret_to_hex(bytes, size, hex);
    assert_string_equal(hex, expected);
}

/* ---- known answers, computed by Python's hashlib ---- */

static void known_hashes(void **state)
{
    uint8_t hash[HASH_BYTES], chain[HASH_BYTES], word[WORD_BYTES];
    (void)state;
    secret_hash(counted, hash);
    same_hex(hash, sizeof hash, "e301fc184fd88e8a84383a89b29e5f931f70985713836cc0cd4682e5c5e5e80d");
    secret_commitment(counted, hash);
    same_hex(hash, sizeof hash, "59712e7160e56852ca133acdaf3a963fc8066e10965306fcbd2c790d4fd9b978");
    secret_material("tiles\n", 6, hash);
    same_hex(hash, sizeof hash, "d93d1cd8954ae5648aa6f62e5b1f17f7f610f85c8529db432be872426819a0bf");
    memcpy(chain, counted, sizeof chain);
    secret_chain(chain, (const uint8_t *)"sealed", 6);
    same_hex(chain, sizeof chain, "bbe3181c81199e821a8d904bd0980c0663f3ea8a3c28cb52303318325ca513f0");
    secret_word(counted, "Zo\xc3\xab", word);
    same_hex(word, sizeof word, "7f3dc8bc6897f3691b32c9969ad38698");
}

static void known_dice(void **state)
{
    static const struct {
        uint32_t events;
        uint64_t dice[2];
    } known[] = {
        {0, {0xffcdd6ef8e72e2ac, 0x09d52304eddf2d1c}},
        {1, {0x3c6d5373fb21140c, 0xe595ed78b21665eb}},
        {256, {0x9ea13af9cbecb781, 0xff7d21b02534c6c4}},
        {65536, {0x89b9f8959d0a88c4, 0x2be73756729a73df}},
        {1u << 24, {0xd773d1117b8c8e7a, 0x31c75a1d43869c58}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t dice[2];
        secret_dice(counted, known[i].events, dice);
        assert_true(dice[0] == known[i].dice[0] && dice[1] == known[i].dice[1]);
    }
}

/* ---- every byte counts ---- */

static void every_byte_of_a_token(void **state)
{
    uint8_t token[TOKEN_BYTES], hash[HASH_BYTES], other[HASH_BYTES];
    (void)state;
    memcpy(token, counted, sizeof token);
    secret_hash(token, hash);
    for (size_t i = 0; i < sizeof token; i++) {
        token[i] ^= 1;
        secret_hash(token, other);
        token[i] ^= 1;
        assert_false(secret_same(hash, other));
    }
}

static void every_byte_of_a_seed(void **state)
{
    uint8_t seed[SEED_BYTES], hash[HASH_BYTES], other[HASH_BYTES];
    uint64_t dice[2], others[2];
    (void)state;
    memcpy(seed, counted, sizeof seed);
    secret_commitment(seed, hash);
    secret_dice(seed, 7, dice);
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] ^= 1;
        secret_commitment(seed, other);
        secret_dice(seed, 7, others);
        seed[i] ^= 1;
        assert_memory_not_equal(hash, other, sizeof hash);
        assert_true(dice[0] != others[0] && dice[1] != others[1]);
    }
}

static void every_byte_is_compared(void **state)
{
    uint8_t other[HASH_BYTES];
    (void)state;
    memcpy(other, counted, sizeof other);
    assert_true(secret_same(counted, other));
    for (size_t i = 0; i < sizeof other; i++) {
        other[i] ^= 1;
        assert_false(secret_same(counted, other));
        other[i] ^= 1;
    }
}

/* ---- letters ---- */

static void all_letters_are_used(void **state)
{
    int times[256] = {0}, used = 0;
    (void)state;
    for (int i = 0; i < 256; i++) {
        uint8_t byte = (uint8_t)i;
        char letter[2];
        secret_letters(&byte, 1, letter);
        assert_int_equal(letter[1], 0);
        times[(uint8_t)letter[0]]++;
    }
    for (int i = 0; i < 256; i++) {
        used += times[i] > 0;
        assert_true(!times[i] || times[i] == 8 || times[i] == 9); /* as evenly as 256 bytes can */
    }
    assert_int_equal(used, 31);
    for (const char *alike = "01ilo"; *alike; alike++)
        assert_int_equal(times[(uint8_t)*alike], 0);
}

static void hex_is_whole(void **state)
{
    uint8_t bytes[2] = {0};
    (void)state;
    assert_true(secret_from_hex("0aFf", bytes, 2));
    assert_true(bytes[0] == 10 && bytes[1] == 255);
    assert_false(secret_from_hex("0aF", bytes, 2));
    assert_false(secret_from_hex("0aFf0", bytes, 2));
    assert_false(secret_from_hex("0aFf00", bytes, 2));
    assert_false(secret_from_hex("0aFg", bytes, 2));
    assert_false(secret_from_hex("", bytes, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_hashes),
        {"P5.2 the dice are those that anybody can compute from the seed", known_dice, 0, 0, 0},
        {"P1.2 no byte of a token can be another", every_byte_of_a_token, 0, 0, 0},
        {"P5.2 no byte of the seed can be another, for the commitment and for the dice", every_byte_of_a_seed,
         0, 0, 0},
        cmocka_unit_test(every_byte_is_compared),
        {"P1.1 codes are made of all letters that nobody mistakes for others, evenly", all_letters_are_used,
         0, 0, 0},
        cmocka_unit_test(hex_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
