/* seal/prove.h -- proves records (P5.2, P8.8): the part of record/proof.h that needs memory and hashes. */
#ifndef SEAL_PROVE_H
#define SEAL_PROVE_H

#include "record/record.h"
#include "table/table.h"

struct record_proved {
    struct record_header header;
    uint32_t entries, judged, older, deleted; /* record/proof.h */
};

/* Does the seed match the commitment, and does everything follow from the rules, the commands and the dice
 * of that seed?  Takes any bytes at all; `why` names the line that is wrong.  Only on success is `out` open,
 * as after table_open(), with all events in its log and nothing shown. */
bool record_prove(const char *text, size_t size, struct table *out, struct record_proved *proved,
                  struct complaint *why);

#endif
