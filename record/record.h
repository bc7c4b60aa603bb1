/* record/record.h -- a whole game as lines of JSON (docs/records.md): a header, then for each accepted
 * command a line with what was asked, and one for each event that followed.
 *
 * A record tells all secrets: it is for after the end.  Pure: hashing is left to the caller. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "core/complaint.h"
#include "record/entry.h"
#include "record/stories.h"

enum { RECORD_FORMAT = 3, RECORD_MAX = 16 << 20 }; /* bytes of a record */
enum { RECORD_NAME = 15 };

struct record_header {
    uint32_t format;
    const struct game *game;
    uint16_t version;         /* of the rules that judged the last entry */
    char id[RECORD_NAME + 1]; /* of a served game; else empty */
    uint32_t round;           /* which game at its table: 1, 2, 3 ... */
    char date[11];            /* YYYY-MM-DD; empty: unknown */
    uint8_t commitment[HASH_BYTES], seed[SEED_BYTES];
    bool brought;                 /* the table played with custom material: */
    uint8_t material[HASH_BYTES]; /* the hash of its text, which is the next line */
    uint8_t chain[HASH_BYTES];    /* of all entries, each hashed with those before */
    uint32_t entries, events;
};

enum { RECORD_LINE = 2 * WIRE_MAX }; /* bytes of any line except that of custom material */

/* Each writes a line, without its line feed but with a closing zero, and returns its length; 0: it does not
 * fit.  wire_write_event() writes events. */
size_t record_write_header(const struct record_header *h, char *out, size_t max);
size_t record_write_entry(const struct game *game, const struct entry *e, char *out, size_t max);

/* The text of custom material as a line of at most MATERIAL_LINE bytes, and back.  0: it does not fit, or it
 * is not such a line. */
enum { MATERIAL_LINE = 6 * MATERIAL_TEXT_MAX + 32 };
size_t record_write_material(const char *text, size_t size, char *out, size_t max);
size_t record_read_material(const char *line, size_t size, char *out, size_t max);

/* The header, in this format or an earlier one.  False: `why` has the reason. */
bool record_read_header(const char *line, size_t size, struct record_header *out, struct complaint *why);

/* A line with what was asked.  Earlier formats do not say which version judged it (the header does), nor how
 * much of the log its sender had seen (that follows from what was told `before`). */
bool record_read_entry(const struct record_header *h, const struct stories *before, const char *line,
                       size_t size, struct entry *out, struct complaint *why);
bool record_is_event(const char *line, size_t size);

#endif
