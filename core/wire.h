/* core/wire.h -- JSON, both ways, driven by the tables alone.
 *
 *   a story:   {"n":12,"at":3400,"t":"hero_moved","hero":"elf","tile":5,...}
 *   a record:  the same with "to", the set of seats that were shown more
 *   a command: {"id":7,"seen":12,"t":"move_hero","hero":"elf","tile":5,...}
 *
 * An unknown field is left out; a PICK of nothing is null.  Objects are
 * flat; lists hold whole numbers.  Nothing is allocated, every value is bounded
 * by its field, and a text that is not exactly one such object is refused with
 * a complaint.  What a command means is not judged here. */
#ifndef CORE_WIRE_H
#define CORE_WIRE_H

#include "core/complaint.h"
#include "core/see.h"

/* Beyond this, a reader of JSON may round a number: no time and no field is
 * larger, or smaller than its negative. */
#define WIRE_NUMBER_MAX ((INT64_C(1) << 53) - 1)

/* Write, with a closing zero; return the length, or 0 if `max` is too small. */
size_t wire_write_seen(const struct schema *schema, const struct seen *seen, char *out, size_t max);
size_t wire_write_event(const struct schema *schema, const struct event *event, char *out, size_t max);
size_t wire_write_input(const struct schema *schema, const struct input *in, char *out, size_t max);

/* The greatest length of a message of that kind; always below WIRE_MAX. */
size_t wire_most(const struct kind *kind);

/* Read `size` bytes.  On failure `why` has the reason and the result must not be
 * used.  Fields of a command that are left out read as zero. */
bool wire_read_seen(const struct schema *schema, const char *text, size_t size, struct seen *out,
                    struct complaint *why);
bool wire_read_event(const struct schema *schema, const char *text, size_t size, struct event *out,
                     struct complaint *why);
bool wire_read_input(const struct schema *schema, const char *text, size_t size, struct input *out,
                     struct complaint *why);

/* The least and greatest number that the field can hold; in a list, each of them. */
struct wire_bounds {
    int64_t least, most;
};
struct wire_bounds wire_bounds(const struct field *f);

/* Writes any record of a game's state, such as a view, for people and for tests. */
size_t wire_write_record(const struct field *fields, const void *record, char *out, size_t max);

#endif
