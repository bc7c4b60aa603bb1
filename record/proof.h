/* record/proof.h -- does a record follow from the rules and the seed?  The one verifier, native and in the
 * browser, line by line.
 *
 * Every command is judged again, with the dice that follow from the seed; the result must be exactly what the
 * record tells next, apart from words that were deleted (P8.3).  If older rules judged a command differently
 * than today's would, it is told as recorded (P8.8): then only what dice decided in it is proved, and that it
 * leads to a sound state.  (An earlier format of simulated games holds no commands: it is only told.)
 *
 * Pure: the caller hashes seed, chain and words. */
#ifndef RECORD_PROOF_H
#define RECORD_PROOF_H

#include "record/record.h"

struct proof_calls {
    void (*dice)(void *ctx, seq_t events, uint64_t dice[2]); /* P5.2: after that many events */
    void (*sealed)(void *ctx, const uint8_t *bytes,
                   size_t size);                        /* an entry is complete: the next link of the chain */
    void (*happened)(void *ctx, const struct event *e); /* may be NULL */
    bool (*material)(void *ctx, const char *text,
                     size_t size); /* does it have the hash in the header?  may be NULL */
    bool (*words)(void *ctx,
                  const struct entry *e); /* does its text have that hash?  NULL: checked elsewhere */
};

struct proof {
    struct record_header header;
    const struct proof_calls *calls;
    void *ctx;
    struct complaint *why;
    uint32_t line;
    seq_t count;      /* events told */
    uint32_t entries; /* and entries */
    uint32_t judged;  /* of them, by today's rules and in full */
    uint32_t older;   /* told, because older rules judged them */
    uint32_t deleted; /* without the words, which are deleted */
    bool open;        /* an entry is being told */
    bool strict;      /* it is judged, not told */
    bool same;        /* everything told so far is what today's rules give */
    int made_count, made_at, dealt_at;
    struct entry entry;
    struct stories stories;
    struct bytes_out out; /* into `sealed` */
    bool equipped;        /* `material` holds the table's */
    _Alignas(8) uint8_t truth[STATE_MAX], scratch[STATE_MAX];
    struct event event, made[EVENTS_PER_INPUT_MAX];
    uint8_t sealed[ENTRY_MAX];
    _Alignas(8) uint8_t material[MATERIAL_MAX];
    char text[MATERIAL_TEXT_MAX + 1];
};

/* Begins with the first line.  False, here as below: `why` has the line and the reason. */
bool proof_begin(struct proof *p, const struct proof_calls *calls, void *ctx, const char *line, size_t size,
                 struct complaint *why);
bool proof_line(struct proof *p, const char *line, size_t size);
bool proof_end(struct proof *p); /* no line follows: is it complete? */

#endif
