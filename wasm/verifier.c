/* wasm/verifier.c -- the verifier of records in the browser (record/proof.h), a separate module: only pages
 * that show a record load it.
 *
 * The page passes the lines one by one and does the hashing; docs/records.md says how.
 *
 *   inbox() inbox_size()       where the page writes a line
 *   begin(size)                the header is in the inbox; returns 0, or the address of the reason
 *   count()                    how many events were told: the dice of the next command follow from it
 *   dice(a, b, c, d)           the dice of the next command, in 32 bits each, the lowest first
 *   line(size)                 the next line is in the inbox; returns 0, or the address of the reason
 *   end()                      there are no more lines; returns 0, or the address of the reason
 *   sealed() sealed_size()     after line() and end(): the entry that this completed, to be hashed into the
 *                              chain; size 0 if none
 *   said()                     after line(): what was said with the command, to be hashed with its salt; 0:
 *                              nothing, or it was deleted
 *   at_line()                  the line that is wrong
 *   judged() older() deleted() how many entries were judged again, or only told, for either reason */
#include "record/proof.h"
#include "wasm/export.h"

static char in[MATERIAL_LINE];
static struct proof proof;
static struct complaint why;
static uint64_t drawn[2];
static uint8_t whole[ENTRY_MAX];
static size_t whole_size;

static void give_dice(void *ctx, seq_t events, uint64_t out[2])
{
    (void)ctx, (void)events;
    out[0] = drawn[0];
    out[1] = drawn[1];
}

static void keep_whole(void *ctx, const uint8_t *bytes, size_t size)
{
    (void)ctx;
    memcpy(whole, bytes, size);
    whole_size = size;
}

/* The page compares words and material with their hashes: it sees both. */
static const struct proof_calls calls = {give_dice, keep_whole, NULL, NULL, NULL};

static const char *reason(bool good)
{
    return good ? NULL : why.text;
}

EXPORT("inbox") char *verifier_inbox(void)
{
    return in;
}

EXPORT("inbox_size") uint32_t verifier_inbox_size(void)
{
    return sizeof in;
}

EXPORT("begin") const char *verifier_begin(uint32_t size)
{
    whole_size = 0;
    return reason(proof_begin(&proof, &calls, NULL, in, size < sizeof in ? size : 0, &why));
}

EXPORT("count") uint32_t verifier_count(void)
{
    return proof.count;
}

EXPORT("dice") void verifier_dice(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    drawn[0] = (uint64_t)b << 32 | a;
    drawn[1] = (uint64_t)d << 32 | c;
}

EXPORT("line") const char *verifier_line(uint32_t size)
{
    whole_size = 0;
    return reason(proof_line(&proof, in, size < sizeof in ? size : 0));
}

EXPORT("end") const char *verifier_end(void)
{
    whole_size = 0;
    return reason(proof_end(&proof));
}

EXPORT("sealed") const uint8_t *verifier_sealed(void)
{
    return whole;
}

EXPORT("sealed_size") uint32_t verifier_sealed_size(void)
{
    return (uint32_t)whole_size;
}

EXPORT("said") const char *verifier_said(void)
{
    return proof.open && proof.header.format == RECORD_FORMAT && proof.entry.word == WORD_TOLD
               ? proof.entry.text
               : NULL;
}

EXPORT("at_line") uint32_t verifier_at_line(void)
{
    return why.line;
}

EXPORT("judged") uint32_t verifier_judged(void)
{
    return proof.judged;
}

EXPORT("older") uint32_t verifier_older(void)
{
    return proof.older;
}

EXPORT("deleted") uint32_t verifier_deleted(void)
{
    return proof.deleted;
}
