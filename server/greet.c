/* server/greet.c -- hello, and the story so far. */
#include "server/greet.h"

#include "core/text.h"
#include "seal/secret.h"
#include "server/brought.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/options.h"
#include "server/tell.h"

enum { PORTION = 64 * 1024, PORTION_MS = 10 };

static void hello(struct host *h, struct hosted *t, struct link *l, seq_t since)
{
    char out[MESSAGE_MAX];
    struct hello hello = {
        .version = t->table.game->version, .round = t->round, .since = since, .seat = l->seat};
    text_copy(hello.hello, sizeof hello.hello, t->code);
    text_copy(hello.game, sizeof hello.game, t->table.game->name);
    secret_tell_commitment(t->seed, hello.commitment);
    hello.pace = t->pace;
    hello.told = t->table.story[l->seat];
    hello.away_s = t->away_s;
    hello.public = t->public;
    hello.gallery = t->gallery;
    hello.wait = t->wait;
    hello.now = hosted_ms(h, t);
    tell(h, l, out, message_write(EV_hello, &hello, out));
}

static void greet_one(struct host *h, struct hosted *t, struct link *l)
{
    char title[MESSAGE_MAX];
    if (l->removed) { /* it stays fresh, and hears nothing, until its connection is gone */
        if (!l->told_so)
            h->calls->end(h->ctx, l->conn, END_REMOVED, "you have left the table");
        l->told_so = true;
        return;
    }
    l->fresh = false;
    bool goes_on = (!l->round || l->round == t->round) && (!l->since_seat || l->since_seat == l->seat) &&
                   l->since <= t->table.story[l->seat];
    l->since = goes_on ? l->since : 0;
    l->telling = true;
    hello(h, t, l, l->since);
    options_tell(h, t, l);
    if (t->table.game->material)
        tell(h, l, title, brought_write(t, title));
    if (h->stuck)
        tell_trouble(h, l);
}

/* ---- the story, in portions ---- */

struct portion {
    struct host *h;
    const struct hosted *t;
    struct link *to;
    size_t room; /* how much is sent at once */
};

static void tell_seen(void *ctx, seats_t who, const struct seen *seen)
{
    struct portion *p = ctx;
    char text[WIRE_MAX];
    (void)who;
    if (!p->room)
        return;
    size_t size = wire_write_seen(p->t->table.game->schema, seen, text, sizeof text);
    tell(p->h, p->to, text, size);
    p->to->since = seen->event.seq;
    p->room -= p->room < size ? p->room : size;
}

/* A portion of the story, unless the last one has not been taken yet: a slow reader must not drown. */
static void tell_more(struct host *h, struct hosted *t, struct link *l)
{
    size_t waits = h->calls->waiting(h->ctx, l->conn);
    struct portion p = {h, t, l, waits < PORTION / 2 ? PORTION : 0};
    if (!p.room)
        return;
    table_tell(&t->table, l->seat, l->since, tell_seen, &p);
    if (l->since < t->table.story[l->seat])
        return;
    l->telling = false;
    if (t->over_told)
        tell_over(h, t, l);
}

/* ---- when ---- */

void greet(struct host *h, struct hosted *t)
{
    bool more = false;
    if (!t->stored || !table_shown(&t->table, t->hello_from))
        return; /* they are greeted once that is stored */
    for (struct link *l = t->links; l; l = l->next) {
        if (l->fresh)
            greet_one(h, t, l);
        if (l->telling)
            tell_more(h, t, l);
        more |= l->telling;
    }
    if (more)
        greet_soon(h, t);
}

void greet_soon(struct host *h, struct hosted *t)
{
    if (t->to_greet)
        return;
    t->to_greet = true;
    t->next_to_greet = h->greet;
    h->greet = t;
}

/* Seats change only before the game begins, when nobody knows more than anybody else: so nothing need be told
 * again, and a host who changes them again and again does not flood everybody with the whole story. */
void greet_moved(struct host *h, struct hosted *t, struct link *l)
{
    l->since = links_follows(l) ? t->table.story[l->seat] : 0;
    l->since_seat = l->seat;
    l->round = t->round;
    l->fresh = true;
    l->telling = false;
    t->hello_from = table_now(&t->table);
    greet_soon(h, t);
}

void greet_anew(struct host *h, struct hosted *t)
{
    for (struct link *l = t->links; l; l = l->next) {
        l->fresh = true;
        l->telling = false;
        l->since = 0;
    }
    t->hello_from = table_now(&t->table);
    greet_soon(h, t);
}

static void greet_table(struct host *h, struct hosted *t, void *ctx)
{
    (void)ctx;
    greet(h, t);
}

void greet_all(struct host *h)
{
    struct hosted *all = h->greet;
    h->greet = NULL; /* whoever needs another portion is added again */
    while (all) {
        struct hosted *t = all;
        all = t->next_to_greet;
        t->to_greet = false;
        t->next_to_greet = NULL;
        faults_guard(h, t, NULL, greet_table, NULL);
    }
}

void greet_forget(struct host *h, struct hosted *t)
{
    struct hosted **at = &h->greet;
    while (*at && *at != t)
        at = &(*at)->next_to_greet;
    if (*at)
        *at = t->next_to_greet;
}

int64_t greet_wakes_ms(const struct host *h)
{
    return h->greet ? h->now_ms + PORTION_MS : INT64_MAX;
}
