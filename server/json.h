/* server/json.h -- the little of JSON that the flat codec cannot do: taking one
 * member out of an object.
 *
 * It only finds out where strings, lists and objects end; the codec
 * (core/wire.h) judges what is taken out and what remains. */
#ifndef SERVER_JSON_H
#define SERVER_JSON_H

#include <stdbool.h>
#include <stddef.h>

struct json {
    const char *text; /* NULL: the object has no such member */
    size_t size;
};

/* Finds the member `key` of the object `text`; writes the object without it to `rest`, of `max` bytes, with a
 * closing zero.  False: not an object, or too long. */
bool json_take(const char *text, size_t size, const char *key, struct json *member, char *rest, size_t max);

/* The value of a member that is a whole number; 0 if there is none. */
unsigned long json_number(const char *text, size_t size, const char *key);

#endif
