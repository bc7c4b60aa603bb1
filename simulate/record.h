/* simulate/record.h -- the seed of a simulated game, as a server would draw one, and its record. */
#ifndef SIMULATE_RECORD_H
#define SIMULATE_RECORD_H

#include "seal/sheet.h"
#include "simulate/match.h"

struct simulate_record {
    struct sheet sheet; /* the record, if one is written */
    uint64_t key[2], salts;
    const struct match *match;
};

/* Before anybody sits down.  The dice follow from a seed of 32 bytes, made from this one (P5.2), whether or
 * not a record is written. */
void simulate_record_begin(struct simulate_record *r, struct match *m, uint64_t seed, bool writes);
bool simulate_record_write(struct simulate_record *r, const char *path); /* false: it cannot be written */
void simulate_record_end(struct simulate_record *r);

#endif
