/* server/wakes.c -- a binary heap that knows where each of its members is. */
#include "server/wakes.h"

#include <stdlib.h>

static void put(struct wakes *w, struct wake *x, size_t at)
{
    w->heap[at] = x;
    x->place = at + 1;
}

static void settle(struct wakes *w, struct wake *x)
{
    size_t at = x->place - 1;
    for (; at && w->heap[(at - 1) / 2]->at_ms > x->at_ms; at = (at - 1) / 2)
        put(w, w->heap[(at - 1) / 2], at);
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < w->count && w->heap[child + 1]->at_ms < w->heap[child]->at_ms)
            child++;
        if (child >= w->count || w->heap[child]->at_ms >= x->at_ms)
            break;
        put(w, w->heap[child], at);
        at = child;
    }
    put(w, x, at);
}

bool wakes_add(struct wakes *w, struct wake *x)
{
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 64;
        struct wake **heap = realloc(w->heap, room * sizeof *heap);
        if (!heap)
            return false;
        w->heap = heap;
        w->room = room;
    }
    x->at_ms = INT64_MAX;
    put(w, x, w->count++);
    return true;
}

void wakes_set(struct wakes *w, struct wake *x, int64_t at_ms)
{
    if (x->at_ms == at_ms || !x->place)
        return;
    x->at_ms = at_ms;
    settle(w, x);
}

void wakes_remove(struct wakes *w, struct wake *x)
{
    if (!x->place)
        return;
    struct wake *last = w->heap[--w->count];
    if (last != x) {
        put(w, last, x->place - 1);
        settle(w, last);
    }
    x->place = 0;
}
