/* server/gather.c -- makes room for what is gathered; adds acts and drops them. */
#include "server/gather.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/deadlines.h"
#include "server/hosted.h"
#include "server/keep.h"

bool gather_reserve(struct gathering *g, size_t inputs)
{
    if (g->count + 2 * inputs > g->room) {
        size_t room = 2 * g->room + 64;
        struct act *acts = realloc(g->acts, room * sizeof *acts);
        if (!acts)
            return false;
        g->acts = acts;
        g->room = room;
    }
    return store_reserve(&g->batch, 3 * inputs, inputs * (KEPT_ENTRY_MAX + 2 * KEPT_HEAD_MAX));
}

struct act *gather_act(struct host *h, struct hosted *t, struct link *l)
{
    struct gathering *g = h->open;
    CHECK(g->count < g->room);
    struct act *act = &g->acts[g->count++];
    *act = (struct act){.at = t, .until = table_now(&t->table), .link = l};
    t->acts++;
    deadlines_idle(h, t);
    if (l) {
        l->acts++;
        hope_comes_true(&h->hope, &t->answered);
    }
    return act;
}

struct act *gather_reply(struct host *h, struct hosted *t, struct link *l, const char *json)
{
    char *reply = strdup(json);
    CHECK(reply); /* if not, the table is set aside and the request answered */
    struct act *act = gather_act(h, t, l);
    act->reply = reply;
    return act;
}

/* ---- what is not done ---- */

static void drop_act(struct host *h, struct act *a)
{
    struct link *l = a->link;
    char *reply = a->reply;
    a->at = NULL;
    if (l && !--l->acts && reply && l->conn)
        links_refuse(h, l, &refusal_set_aside);
    else if (l)
        links_let_go(l);
    free(reply);
}

/* Marked, not taken out: a gathering may be in the middle of being carried out. */
void gather_drop(struct host *h, const struct hosted *t)
{
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < h->gathering[i].count; j++)
            if (h->gathering[i].acts[j].at == t)
                drop_act(h, &h->gathering[i].acts[j]);
}

void gather_forget(struct gathering *g)
{
    for (size_t i = 0; i < g->count; i++) {
        struct link *l = g->acts[i].link;
        if (!g->acts[i].at)
            continue;
        free(g->acts[i].reply);
        if (!l)
            continue;
        l->acts--;
        if (!l->at)
            l->conn = NULL;
        links_let_go(l);
    }
    free(g->acts);
    store_free(&g->batch);
}
