/* core/refusal.h -- why a seat may not do something; only the asker is told.
 *
 * A refusal is a small number.  Zero is none.  1 to 31 are defined
 * here, 32 to 63 belong to rules/, 64 and up to the games: each .def declares its
 * own with REFUSAL(id, name, rule, text). */
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
    X(2, not_yours, "P6.1", "You are not allowed to do that.")                                               \
    X(3, not_now, "P6.1", "You cannot do that right now.")                                                   \
    X(4, no_such, "P6.1", "There is nothing like that at this table.")                                       \
    X(5, ask_host, "P5.1", "Only the server can decide that.")                                               \
    X(6, too_late, "P4.2", "Time had run out before this arrived.")                                          \
    X(7, log_full, "P6.1", "This game has grown too long to go on.")                                         \
    X(8, not_host, "P1.3", "Only the host can do that.")

enum {
    REFUSAL_OK = 0,
#define X(id, name, rule, text) REFUSAL_##name = id,
    CORE_REFUSALS(X)
#undef X
};

#endif
