/* server/show.c -- carries out acts, one after another. */
#include "server/show.h"

#include <stdlib.h>
#include <string.h>

#include "server/deadlines.h"
#include "server/faults.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/options.h"
#include "server/stand_ins.h"
#include "server/tell.h"

/* ---- to everybody who follows ---- */

struct showing {
    struct host *h;
    struct hosted *t;
};

static void show(void *ctx, seats_t who, const struct seen *seen)
{
    struct showing *s = ctx;
    char text[WIRE_MAX], frame[FRAME_MAX];
    size_t framed = 0;
    stand_ins_notice(s->t, who, seen);
    for (struct link *l = s->t->links; l; l = l->next) {
        if (!(who & SEAT(l->seat)) || !links_follows(l))
            continue;
        if (!framed) {
            size_t size = wire_write_seen(s->t->table.game->schema, seen, text, sizeof text);
            framed = s->h->calls->frame(text, size, frame, sizeof frame);
        }
        s->h->calls->send(s->h->ctx, l->conn, frame, framed);
        s->h->counts.told++;
    }
}

/* ---- to whoever asked ---- */

static void answer(struct host *h, const struct act *a)
{
    struct link *l = a->link;
    const struct hosted *t = a->at;
    if (a->reply && l->conn)
        h->calls->reply(h->ctx, l->conn, a->status ? a->status : 201, a->reply, strlen(a->reply));
    if (a->reply)
        l->conn = NULL; /* its reply ends a request */
    if (a->reply || !l->conn)
        return;
    if (a->refusal) {
        tell_refused(h, l, a->re, a->refusal);
        return;
    }
    seq_t n = a->repeated ? table_story_at(&t->table, l->seat, a->repeated) : t->table.story[l->seat];
    TELL(h, l, accepted, .re = a->re, .n = n, .ok = 1);
}

/* ---- all of it ---- */

static void carry_out(struct host *h, struct hosted *t, void *ctx)
{
    struct act *a = ctx;
    struct showing s = {h, t};
    t->stored = true;
    table_show_until(&t->table, a->until, show, &s);
    if (a->options)
        options_tell(h, t, NULL);
    if (a->material && a->reply)
        tell_all(h, t, a->reply, strlen(a->reply));
    t->over_told |= a->ends;
    for (struct link *l = a->ends ? t->links : NULL; l; l = l->next)
        if (links_follows(l))
            tell_over(h, t, l);
    if (a->link)
        answer(h, a);
    if (a->link && a->link->conn)
        hope_for(&h->hope, &t->answered);
    greet(h, t);
    stand_ins_refresh(h, t);
    if (t->has_stand_ins)
        deadlines_set(h, t);
    t->acts--;
    deadlines_idle(h, t);
    a->at = NULL;
    if (a->link) {
        a->link->acts--;
        links_let_go(a->link);
    }
    free(a->reply);
}

void show_stored(struct host *h, struct gathering *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->acts[i].at)
            faults_guard(h, g->acts[i].at, NULL, carry_out, &g->acts[i]);
    g->count = 0;
    store_clear(&g->batch);
}
