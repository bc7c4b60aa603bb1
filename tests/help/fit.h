/* tests/help/fit.h -- the hashes of a stored entry, which no fuzzer can guess, are made to fit. */
#ifndef TESTS_HELP_FIT_H
#define TESTS_HELP_FIT_H

#include <string.h>

#include "seal/secret.h"
#include "server/kept.h"

/* An entry has a format, how long what is sealed is, that with the hash of its word at byte 22, the word, and
 * the mark of the chain, which goes on with it. */
static inline void fit_entry(uint8_t *entry, size_t size, uint8_t chain[HASH_BYTES])
{
    enum { SEALED = 5, HASH = SEALED + 22, WORD = 2 + SALT_BYTES };
    struct bytes_in in = {entry + 1, entry + size, false};
    size_t sealed = size < SEALED + MARK_BYTES ? 0 : (size_t)bytes_get_number(&in, 4);
    if (size < SEALED + MARK_BYTES || sealed > size - SEALED - MARK_BYTES)
        return;
    const uint8_t *word = entry + SEALED + sealed;
    size_t rest = size - SEALED - MARK_BYTES - sealed;
    if (sealed >= 22 + WORD_BYTES && rest >= WORD && rest - WORD < SAY_MAX) {
        char text[SAY_MAX] = "";
        memcpy(text, word + WORD, rest - WORD);
        secret_word(word + 2, text, entry + HASH);
    }
    secret_chain(chain, entry + SEALED, sealed);
    memcpy(entry + size - MARK_BYTES, chain, MARK_BYTES);
}

#endif
