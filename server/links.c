/* server/links.c -- who comes to a table, who leaves, and the reply to a request. */
#include "server/links.h"

#include <stdlib.h>

#include "server/deadlines.h"
#include "server/faults.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/messages.h"
#include "server/tables.h"

struct link *host_link(struct host *h, void *conn)
{
    struct link *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->conn = conn;
    l->messages.at_ms = h->now_ms;
    return l;
}

void links_let_go(struct link *l)
{
    if (!l->conn && !l->acts)
        free(l);
}

/* ---- at a table ---- */

static int count_links(const struct hosted *t, seat_t seat)
{
    int count = 0;
    for (const struct link *l = t->links; l; l = l->next)
        count += l->seat == seat && !l->removed;
    return count;
}

/* For a device more than a seat may have, the one that came first goes. */
static void close_oldest(struct host *h, struct hosted *t, seat_t seat)
{
    struct link *oldest = NULL;
    for (struct link *l = t->links; l; l = l->next)
        if (l->seat == seat && !l->removed)
            oldest = l;                                       /* newcomers are in front */
    oldest->removed = oldest->told_so = oldest->fresh = true; /* it hears nothing more */
    h->calls->end(h->ctx, oldest->conn, END_DEVICES, "this seat is open on other devices");
}

const struct refusal *host_door(struct host *h, const struct host_visit *v)
{
    struct hosted *t = tables_find(h, v->code);
    if (h->draining)
        return &refusal_stopping;
    const struct refusal *why = tables_missing(h, t, v->code);
    if (!why)
        why = asking_refusal(h, t, v->token);
    if (why)
        return why;
    if (*v->token && !seats_find(t, v->token))
        return &refusal_no_seat;
    if (!*v->token && !t->gallery)
        return &refusal_no_gallery;
    bool full = count_links(t, SEAT_GALLERY) >= LIMIT_LINKS_PER_TABLE - SEATS_MAX * LIMIT_DEVICES_PER_SEAT;
    return !*v->token && full ? &refusal_crowded : NULL;
}

static void joined(struct host *h, struct hosted *t, void *ctx)
{
    const struct link *l = ctx;
    if (l->seat)
        seats_arrived(h, t, l->seat);
    greet_soon(h, t);
    deadlines_set(h, t);
}

struct link *host_join(struct host *h, void *conn, const struct host_visit *v, const struct refusal **why)
{
    *why = host_door(h, v);
    struct link *l = *why ? NULL : host_link(h, conn);
    if (!l) {
        *why = *why ? *why : &refusal_no_memory;
        return NULL;
    }
    struct hosted *t = tables_find(h, v->code);
    l->at = t;
    l->seat = *v->token ? seats_find(t, v->token) : 0;
    if (l->seat && count_links(t, l->seat) >= LIMIT_DEVICES_PER_SEAT)
        close_oldest(h, t, l->seat);
    l->since = v->since;
    l->round = v->round;
    l->since_seat = v->seat;
    l->fresh = true;
    l->next = t->links;
    l->back = &t->links;
    if (l->next)
        l->next->back = &l->next;
    t->links = l;
    t->link_count++;
    h->counts.links++;
    faults_guard(h, t, NULL, joined, l);
    return l;
}

static void left(struct host *h, struct hosted *t, void *ctx)
{
    const struct link *l = ctx;
    if (l->seat && !h->draining)
        seats_left(h, t, l->seat);
    deadlines_set(h, t);
}

void host_leave(struct host *h, struct link *l)
{
    struct hosted *t = l->at;
    if (t) {
        *l->back = l->next;
        if (l->next)
            l->next->back = l->back;
        l->at = NULL;
        h->counts.links--;
        if (!--t->link_count)
            t->empty_ms = h->now_ms;
        faults_guard(h, t, NULL, left, l);
    }
    l->conn = NULL; /* only now: if the table was set aside, nobody else needed the link */
    links_let_go(l);
}

/* ---- requests ---- */

void links_reply(struct host *h, struct link *l, int status, const char *json, size_t size)
{
    if (l->conn)
        h->calls->reply(h->ctx, l->conn, status, json, size);
    l->conn = NULL;
    links_let_go(l);
}

void links_fail(struct host *h, struct link *l, int status, const struct refusal *why)
{
    char out[MESSAGE_MAX];
    links_reply(h, l, status, out, message_write_failure(why, out));
}

void links_refuse(struct host *h, struct link *l, const struct refusal *why)
{
    links_fail(h, l, refusals_status(why), why);
}
