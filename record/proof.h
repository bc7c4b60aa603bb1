/* record/proof.h -- is a record what the rules and the seed make of it?  The one verifier, native and in the
 * browser, line by line.
 *
 * Every command is judged again, with the dice that follow from the seed; what follows must be what the
 * record tells next, to the letter.  Two sorts of entries are told rather than judged: those that older rules
 * judged (P8.8), and those whose words were deleted (P8.3).  Of them is proved what dice decided in them, and
 * that they make a sound state.  (An earlier format of simulated games holds no commands: it is only told.)
 *
 * Pure: seed, chain and words are hashed by whoever calls. */
#ifndef RECORD_PROOF_H
#define RECORD_PROOF_H

#include "record/record.h"

struct proof_calls {
    void (*dice)(void *ctx, seq_t events, uint64_t dice[2]); /* P5.2: after so many events */
    void (*sealed)(void *ctx, const uint8_t *bytes,
                   size_t size);                        /* an entry is whole: the next of the chain */
    void (*happened)(void *ctx, const struct event *e); /* may be NULL */
    bool (*material)(void *ctx, const char *text,
                     size_t size);                   /* has it the hash of the header?  may be NULL */
    bool (*words)(void *ctx, const struct entry *e); /* has its text that hash?  NULL: looked at elsewhere */
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
    uint32_t deleted; /* told, because their words are deleted */
    bool open;        /* an entry is being told */
    bool strict;      /* it is judged, not told */
    bool same;        /* everything told of it is what today's rules make of it */
    int made_count, made_at, dealt_at;
    struct entry entry;
    struct bytes_out out; /* into `sealed` */
    bool equipped;        /* `material` is that of the table */
    _Alignas(8) uint8_t truth[STATE_MAX], scratch[STATE_MAX];
    struct event made[EVENTS_PER_INPUT_MAX], event;
    uint8_t sealed[ENTRY_MAX];
    _Alignas(8) uint8_t material[MATERIAL_MAX];
    char text[MATERIAL_TEXT_MAX + 1];
};

/* Begins with the first line.  False, here as below: `why` tells the line and the reason. */
bool proof_begin(struct proof *p, const struct proof_calls *calls, void *ctx, const char *line, size_t size,
                 struct complaint *why);
bool proof_line(struct proof *p, const char *line, size_t size);
bool proof_end(struct proof *p); /* no line follows: is it whole? */

#endif
