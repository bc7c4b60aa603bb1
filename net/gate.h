/* net/gate.h -- what a request looks like, byte by byte, before the parser sees it; inside net/ only.
 *
 * Requests are smuggled where two readers understand the same bytes differently.  So whatever could be
 * understood in two ways is refused here, however the parser would read it: only one space where one belongs,
 * CR and LF only together, names right in front of their colon, no folded lines, chunks that are nothing but
 * their size.  The gate also says where a request ends, and the parser must agree (docs/decisions/0018). */
#ifndef NET_GATE_H
#define NET_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GATE_LINES_MAX = 8192 }; /* bytes of a head; and of the lines around the chunks of one body */

enum gate_state {
    GATE_METHOD, /* a request begins: all zero */
    GATE_TARGET,
    GATE_VERSION,
    GATE_LINE, /* the beginning of one */
    GATE_NAME,
    GATE_VALUE,
    GATE_LINE_LF,
    GATE_LAST_LF,
    GATE_BODY, /* bytes that can be anything */
    GATE_SIZE,
    GATE_SIZE_LF,
    GATE_DATA_CR,
    GATE_DATA_LF,
    GATE_HEAD_WHOLE, /* gate_body() is next */
    GATE_WHOLE,
    GATE_BAD,
    GATE_TOO_LONG,
};

struct gate {
    uint8_t state; /* enum gate_state */
    uint8_t at;    /* letters of a version or a size; of a method or a target: 1 if there are any */
    bool chunked;
    uint32_t lines; /* bytes of them so far */
    uint64_t left;  /* of the body, or of the chunk */
};

/* How many of these bytes belong to the request and are well-formed: up to the end of its head, then up to
 * its end.  The state says why it stopped, if it did. */
size_t gate_pass(struct gate *g, const char *bytes, size_t size);
/* The head is whole, and says that this body follows. */
void gate_body(struct gate *g, bool chunked, uint64_t size);

#endif
