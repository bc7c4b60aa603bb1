/* server/refusals.c -- the list of server/refusals.h, as data. */
#include "server/refusals.h"

#include <stddef.h>

#define X(id, status, name, rule, text) const struct refusal refusal_##id = {name, rule, text};
SERVER_REFUSALS(X)
#undef X

static const struct {
    const struct refusal *why;
    int status;
} replies[] = {
#define X(id, status, name, rule, text) {&refusal_##id, status},
    SERVER_REFUSALS(X)
#undef X
};

int refusals_status(const struct refusal *why)
{
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++)
        if (replies[i].why == why)
            return replies[i].status;
    return 409;
}
