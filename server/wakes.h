/* server/wakes.h -- a heap of deadlines: the earliest is found at once, however many
 * there are. */
#ifndef SERVER_WAKES_H
#define SERVER_WAKES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wake { /* embedded in whatever has a deadline */
    int64_t at_ms;
    size_t place; /* in the heap, counted from one; 0: not in it */
};
struct wakes {
    struct wake **heap;
    size_t count, room;
};

bool wakes_add(struct wakes *w, struct wake *x); /* false: out of memory */
void wakes_set(struct wakes *w, struct wake *x, int64_t at_ms);
void wakes_remove(struct wakes *w, struct wake *x);

static inline struct wake *wakes_first(const struct wakes *w)
{
    return w->count ? w->heap[0] : NULL;
}

#endif
