/* core/refusal.h -- why a seat may not; told to the asker alone.
 *
 * A refusal is a small number.  Zero is none.  1 to 31 are here, 32 to 63
 * belong to rules/, 64 and up to the games: each .def states its own with
 * REFUSAL(id, name, rule, text). */
#ifndef CORE_REFUSAL_H
#define CORE_REFUSAL_H

#include <stdint.h>

typedef uint8_t refusal_t;

/* What the number stands for; the server has some without one (server/refusals.h). */
struct refusal {
    const char *name, *rule, *text; /* one word for programs; the rule that says so; a sentence */
};

#define CORE_REFUSALS(X)                                                                                     \
    X(1, unknown, "P6.1", "There is no such command.")                                                       \
    X(2, not_yours, "P6.1", "That is not yours to do.")                                                      \
    X(3, not_now, "P6.1", "That cannot be done at this moment.")                                             \
    X(4, no_such, "P6.1", "There is no such thing at this table.")                                           \
    X(5, ask_host, "P5.1", "Only the server can judge that.")                                                \
    X(6, too_late, "P4.2", "The time was over when this arrived.")                                           \
    X(7, log_full, "P6.1", "This table has recorded all that it can hold.")                                  \
    X(8, not_host, "P1.3", "Only the host of the table may do that.")

enum {
    REFUSAL_OK = 0,
#define X(id, name, rule, text) REFUSAL_##name = id,
    CORE_REFUSALS(X)
#undef X
};

#endif
