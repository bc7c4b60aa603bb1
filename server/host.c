/* server/host.c -- one turn after the other: what is judged is gathered, what is
 * gathered is stored, what is stored is shown.
 *
 * While one batch is being stored the next is gathered.  A store that fails is
 * asked again with the same batch until it is back; in the meantime nothing is
 * judged, and the tables' time stands still. */
#include "server/host.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "server/hosted.h"
#include "server/secret.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

struct host *host_open(const struct host_limits *limits, const struct host_calls *calls, void *ctx,
                       int64_t now_ms)
{
    struct host *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->calls = calls;
    h->ctx = ctx;
    h->limits = *limits;
    h->now_ms = now_ms;
    h->open = &h->gathering[0];
    return h;
}

static void forget(struct host *h, struct gathering *g)
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
        host_unlink(h, l);
    }
    free(g->acts);
    store_free(&g->batch);
}

void host_close(struct host *h)
{
    for (int i = 0; i < 2; i++)
        forget(h, &h->gathering[i]);
    for (int i = 0; i < CODE_SLOTS; i++)
        while (h->codes[i]) {
            struct hosted *t = h->codes[i];
            while (t->links) {
                struct link *l = t->links;
                t->links = l->next;
                free(l);
            }
            tables_free(h, t);
        }
    free(h->wakes.heap);
    free(h);
}

void host_time(struct host *h, int64_t now_ms)
{
    h->now_ms = now_ms > h->now_ms ? now_ms : h->now_ms;
}

int64_t host_table_ms(const struct host *h, const struct hosted *t)
{
    return (h->stuck ? h->stuck_ms : h->now_ms) - t->epoch_ms;
}

const struct host_counts *host_counts(struct host *h)
{
    h->counts.seats = 0;
    for (int i = 0; i < CODE_SLOTS; i++)
        for (const struct hosted *t = h->codes[i]; t; t = t->next_of_code)
            h->counts.seats += seated(t)->seats;
    return &h->counts;
}

bool host_stuck(const struct host *h)
{
    return h->stuck;
}

/* ---- links ---- */

struct link *host_link(struct host *h, void *conn)
{
    struct link *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->conn = conn;
    l->spoke_ms = h->now_ms;
    l->may_speak = LIMIT_MESSAGES_BURST * 1000;
    return l;
}

/* Frees a link that nobody needs any more. */
void host_unlink(struct host *h, struct link *l)
{
    (void)h;
    if (l->conn || l->acts)
        return;
    free(l);
}

static void left(struct host *h, struct hosted *t, void *ctx)
{
    const struct link *l = ctx;
    if (l->seat && !h->draining)
        seats_left(h, t, l->seat);
    host_set_wake(h, t);
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
    l->conn = NULL; /* not before: if the table was set aside, nobody else needed the link any more */
    host_unlink(h, l);
}

const struct refusal *host_door(struct host *h, const struct host_visit *v)
{
    const struct hosted *t = tables_find(h, v->code);
    if (h->draining)
        return &refusal_stopping;
    if (!t || !t->stored)
        return faults_missing(h, v->code);
    if (*v->token && !seats_find(t, v->token))
        return &refusal_no_seat;
    if (!*v->token && !t->gallery)
        return &refusal_no_gallery;
    return t->link_count >= LIMIT_LINKS_PER_TABLE ? &refusal_crowded : NULL;
}

static void joined(struct host *h, struct hosted *t, void *ctx)
{
    const struct link *l = ctx;
    if (l->seat)
        seats_arrived(h, t, l->seat);
    host_greet_soon(h, t);
    host_set_wake(h, t);
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

/* ---- telling ---- */

enum { FRAME_MAX = MESSAGE_MAX + 64, PORTION = 64 * 1024, PORTION_MS = 10 };

void host_tell(struct host *h, struct link *l, const char *text, size_t size)
{
    char frame[FRAME_MAX];
    if (!l->conn)
        return;
    h->calls->send(h->ctx, l->conn, frame, h->calls->frame(text, size, frame, sizeof frame));
    h->counts.told++;
}

void host_tell_refused(struct host *h, struct link *l, uint32_t re, const struct refusal *why)
{
    struct refused refused = {.re = re};
    char out[MESSAGE_MAX];
    text_copy(refused.refused, sizeof refused.refused, why->name);
    text_copy(refused.rule, sizeof refused.rule, why->rule);
    text_copy(refused.text, sizeof refused.text, why->text);
    host_tell(h, l, out, message_write(EV_refused, &refused, out));
}

void host_tell_all(struct host *h, struct hosted *t, const char *text, size_t size)
{
    char frame[FRAME_MAX];
    size_t framed = h->calls->frame(text, size, frame, sizeof frame);
    for (struct link *l = t->links; l; l = l->next)
        if (!l->fresh) {
            h->calls->send(h->ctx, l->conn, frame, framed);
            h->counts.told++;
        }
}

struct showing {
    struct host *h;
    struct hosted *t;
    struct link *only; /* NULL: everybody who follows */
    size_t room;       /* how much `only` is sent at once */
};

static void show(void *ctx, seats_t who, const struct seen *seen)
{
    struct showing *s = ctx;
    char text[WIRE_MAX], frame[FRAME_MAX];
    size_t framed = 0;
    stand_ins_notice(s->t, who, seen);
    for (struct link *l = s->t->links; l; l = l->next) {
        if (!(who & SEAT(l->seat)) || !link_follows(l))
            continue;
        if (!framed) {
            size_t size = wire_write_seen(s->t->table.game->schema, seen, text, sizeof text);
            framed = s->h->calls->frame(text, size, frame, sizeof frame);
        }
        s->h->calls->send(s->h->ctx, l->conn, frame, framed);
        s->h->counts.told++;
    }
}

/* The same for one who catches up, as far as there is room. */
static void tell_one(void *ctx, seats_t who, const struct seen *seen)
{
    struct showing *s = ctx;
    char text[WIRE_MAX];
    (void)who;
    if (!s->room)
        return;
    size_t size = wire_write_seen(s->t->table.game->schema, seen, text, sizeof text);
    host_tell(s->h, s->only, text, size);
    s->only->since = seen->event.seq;
    s->room -= s->room < size ? s->room : size;
}

static void tell_over(struct host *h, const struct hosted *t, struct link *l)
{
    struct over over = {.over = 1};
    char out[MESSAGE_MAX];
    if (l->seat)
        text_copy(over.record, sizeof over.record, t->record);
    secret_to_hex(t->seed, sizeof t->seed, over.seed);
    host_tell(h, l, out, message_write(EV_over, &over, out));
}

static void tell_trouble(struct host *h, struct link *l)
{
    if (h->stuck)
        TELL(h, l, trouble, .trouble = 1, .rule = "P6.4",
             .text =
                 "The server cannot store. Nothing is lost and time stands still; play goes on when it can.");
    else
        TELL(h, l, trouble, .trouble = 0, .rule = "P6.4", .text = "The server can store again.");
}

/* ---- greeting ---- */

static void hello(struct host *h, struct hosted *t, struct link *l, seq_t since)
{
    uint8_t hash[HASH_BYTES];
    char out[MESSAGE_MAX];
    struct hello hello = {
        .version = t->table.game->version, .round = t->round, .since = since, .seat = l->seat};
    text_copy(hello.hello, sizeof hello.hello, t->code);
    text_copy(hello.game, sizeof hello.game, t->table.game->name);
    secret_commitment(t->seed, hash);
    secret_to_hex(hash, sizeof hash, hello.commitment);
    hello.pace = t->pace;
    hello.told = t->table.story[l->seat];
    hello.away_s = t->away_s;
    hello.public = t->public;
    hello.gallery = t->gallery;
    hello.wait = t->wait;
    hello.now = host_table_ms(h, t);
    host_tell(h, l, out, message_write(EV_hello, &hello, out));
}

static void greet_one(struct host *h, struct hosted *t, struct link *l)
{
    char title[MESSAGE_MAX];
    l->fresh = false;
    if (l->removed) {
        h->calls->end(h->ctx, l->conn, END_REMOVED, "you have left the table");
        return;
    }
    bool goes_on = (!l->round || l->round == t->round) && (!l->since_seat || l->since_seat == l->seat) &&
                   l->since <= t->table.story[l->seat];
    l->since = goes_on ? l->since : 0;
    l->telling = true;
    hello(h, t, l, l->since);
    tables_tell_options(h, t, l);
    if (t->table.game->material)
        host_tell(h, l, title, brought_write(t, title));
    if (h->stuck)
        tell_trouble(h, l);
}

/* A portion of the story, unless the last one has not been taken yet: a slow reader is not drowned. */
static void tell_more(struct host *h, struct hosted *t, struct link *l)
{
    size_t waits = h->calls->waiting(h->ctx, l->conn);
    struct showing s = {h, t, l, waits < PORTION / 2 ? PORTION : 0};
    if (!s.room)
        return;
    table_tell(&t->table, l->seat, l->since, tell_one, &s);
    if (l->since < t->table.story[l->seat])
        return;
    l->telling = false;
    if (t->over_told)
        tell_over(h, t, l);
}

static void greet(struct host *h, struct hosted *t, void *ctx)
{
    bool more = false;
    (void)ctx;
    if (!t->stored || !table_shown(&t->table, t->hello_from))
        return; /* they are greeted when that is stored */
    for (struct link *l = t->links; l; l = l->next) {
        if (l->fresh)
            greet_one(h, t, l);
        if (l->telling)
            tell_more(h, t, l);
        more |= l->telling;
    }
    if (more)
        host_greet_soon(h, t);
}

void host_greet_soon(struct host *h, struct hosted *t)
{
    if (t->to_greet)
        return;
    t->to_greet = true;
    t->next_to_greet = h->greet;
    h->greet = t;
}

/* Their seats or the game have changed: the story begins again, once that is stored. */
void host_greet_anew(struct host *h, struct hosted *t)
{
    for (struct link *l = t->links; l; l = l->next) {
        l->fresh = true;
        l->telling = false;
        l->since = 0;
    }
    t->hello_from = table_now(&t->table);
    host_greet_soon(h, t);
}

static void greet_all(struct host *h)
{
    struct hosted *all = h->greet;
    h->greet = NULL; /* those who need more than one portion come again */
    while (all) {
        struct hosted *t = all;
        all = t->next_to_greet;
        t->to_greet = false;
        t->next_to_greet = NULL;
        faults_guard(h, t, NULL, greet, NULL);
    }
}

/* ---- sharing a commit ----
 *
 * A commit costs the same however many share it.  Where a few tables ask again as soon as they are answered,
 * every commit would find half of them gathered and the others on their way; held back for a moment, it is
 * shared by all.  Nobody is waited for where there are too few to matter, or many already, or where it was in
 * vain lately, as it is with people: they think before they move. */

enum { HOPE_LEAST = 4, HOPE_MOST = 64, HOPE_MS = 1, VAIN_MOST = 7 };

static void hope_ends(struct host *h)
{
    h->hope.commit++;
    h->hope.answered = h->hope.back = 0;
}

static void hope_for(struct host *h, struct hosted *t)
{
    h->hope.answered += t->answered != h->hope.commit;
    t->answered = h->hope.commit;
}

static void hope_comes_true(struct host *h, struct hosted *t)
{
    h->hope.back += t->answered == h->hope.commit;
    t->answered = 0;
}

static void hope_begins(struct host *h)
{
    struct hope *hope = &h->hope;
    size_t share = h->open->count + hope->answered;
    bool matters = share >= HOPE_LEAST && h->open->count < HOPE_MOST && !hope->skip;
    hope->until_ms = matters ? h->now_ms + HOPE_MS : 0;
    hope->skip = (uint8_t)(hope->skip - (hope->skip > 0));
}

static bool holds_back(struct host *h)
{
    struct hope *hope = &h->hope;
    bool was_held = hope->held, in_vain = hope->back * 2 < hope->answered;
    hope->held = hope->back < hope->answered && h->now_ms < hope->until_ms;
    if (hope->held || !was_held)
        return hope->held;
    hope->vain = (uint8_t)(in_vain ? hope->vain + (hope->vain < VAIN_MOST) : 0);
    hope->skip = (uint8_t)(in_vain ? 1 << hope->vain : 0);
    return false;
}

/* ---- what is stored is shown ---- */

struct act *host_act(struct host *h, struct hosted *t, struct link *l)
{
    struct gathering *g = h->open;
    CHECK(g->count < g->room);
    struct act *act = &g->acts[g->count++];
    *act = (struct act){.at = t, .until = table_now(&t->table), .link = l};
    t->acts++;
    if (l) {
        l->acts++;
        hope_comes_true(h, t);
    }
    return act;
}

static void answer(struct host *h, const struct act *a)
{
    struct link *l = a->link;
    const struct hosted *t = a->at;
    if (a->reply && l->conn)
        h->calls->reply(h->ctx, l->conn, 201, a->reply, strlen(a->reply));
    if (a->reply)
        l->conn = NULL; /* a request is over with its reply */
    if (a->reply || !l->conn)
        return;
    if (a->refusal) {
        host_tell_refused(h, l, a->re, a->refusal);
        return;
    }
    seq_t n = a->repeated ? table_story_at(&t->table, l->seat, a->repeated) : t->table.story[l->seat];
    TELL(h, l, accepted, .re = a->re, .n = n, .ok = 1);
}

static void carry_out(struct host *h, struct hosted *t, void *ctx)
{
    struct act *a = ctx;
    struct showing s = {h, t, NULL, 0};
    t->stored = true;
    table_show_until(&t->table, a->until, show, &s);
    if (a->options)
        tables_tell_options(h, t, NULL);
    if (a->material && a->reply)
        host_tell_all(h, t, a->reply, strlen(a->reply));
    t->over_told |= a->ends;
    for (struct link *l = a->ends ? t->links : NULL; l; l = l->next)
        if (link_follows(l))
            tell_over(h, t, l);
    if (a->link)
        answer(h, a);
    if (a->link && a->link->conn)
        hope_for(h, t);
    greet(h, t, NULL);
    stand_ins_refresh(h, t);
    if (t->has_stand_ins)
        host_set_wake(h, t);
    t->acts--;
    a->at = NULL;
    if (a->link) {
        a->link->acts--;
        host_unlink(h, a->link);
    }
    free(a->reply);
}

static void carry_out_all(struct host *h, struct gathering *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->acts[i].at)
            faults_guard(h, g->acts[i].at, NULL, carry_out, &g->acts[i]);
    g->count = 0;
    store_clear(&g->batch);
}

/* ---- the store ---- */

static void trouble_all(struct host *h)
{
    for (int i = 0; i < CODE_SLOTS; i++)
        for (struct hosted *t = h->codes[i]; t; t = t->next_of_code)
            for (struct link *l = t->links; l; l = l->next)
                if (!l->fresh)
                    tell_trouble(h, l);
}

static void get_stuck(struct host *h)
{
    if (!h->stuck) {
        h->stuck = true;
        h->stuck_ms = h->now_ms;
        h->retries = 0;
        h->calls->log(h->ctx, "store_failed", "tables stand still until it is back");
        trouble_all(h);
    }
    int64_t wait_ms = (int64_t)RETRY_MS << (h->retries < 4 ? h->retries : 4);
    h->retries++;
    h->retry_ms = h->now_ms + wait_ms;
}

static void go_on(struct host *h, struct hosted *t, void *ctx)
{
    const int64_t *lost_ms = ctx;
    t->epoch_ms += *lost_ms;
    for (struct link *l = t->links; l; l = l->next)
        if (!l->fresh)
            TELL(h, l, time_told, .now = host_table_ms(h, t));
    host_set_wake(h, t);
}

/* Nobody loses time to the trouble. */
static void get_unstuck(struct host *h)
{
    int64_t lost_ms = h->now_ms - h->stuck_ms;
    h->stuck = false;
    h->calls->log(h->ctx, "store_back", "play goes on");
    for (int i = 0; i < CODE_SLOTS; i++)
        for (struct hosted *t = h->codes[i], *next; t; t = next) {
            next = t->next_of_code;
            faults_guard(h, t, NULL, go_on, &lost_ms);
        }
    trouble_all(h);
}

void host_stored(struct host *h, bool ok)
{
    CHECK(h->busy);
    h->counts.commits += ok;
    h->counts.commit_failures += !ok;
    if (!ok) {
        get_stuck(h);
        return;
    }
    if (h->stuck)
        get_unstuck(h);
    struct gathering *g = h->busy;
    h->busy = NULL;
    hope_ends(h);
    carry_out_all(h, g);
    hope_begins(h);
}

static void flush(struct host *h)
{
    if (h->busy && h->stuck && h->now_ms >= h->retry_ms) {
        h->retry_ms = INT64_MAX;
        h->calls->store(h->ctx, &h->busy->batch);
    }
    if (h->busy || (!h->open->count && !h->open->batch.count))
        return;
    if (h->open->batch.count && holds_back(h))
        return;
    struct gathering *g = h->open;
    h->open = g == &h->gathering[0] ? &h->gathering[1] : &h->gathering[0];
    if (!g->batch.count) { /* only answers, to what has been stored meanwhile */
        carry_out_all(h, g);
        return;
    }
    h->busy = g;
    h->calls->store(h->ctx, &g->batch);
}

/* ---- time ---- */

/* A table that nobody has been at for long. */
static int64_t expires_ms(const struct host *h, const struct hosted *t)
{
    int kept_s = begun(t) && !t->over ? h->limits.game_kept_s : h->limits.lobby_kept_s;
    return t->link_count ? INT64_MAX : t->empty_ms + (int64_t)kept_s * 1000;
}

void host_set_wake(struct host *h, struct hosted *t)
{
    int64_t deadline_ms = t->table.game->deadline(t->table.truth);
    int64_t bots_ms = stand_ins_wake_ms(t);
    deadline_ms = bots_ms < deadline_ms ? bots_ms : deadline_ms;
    int64_t at_ms = deadline_ms == INT64_MAX ? INT64_MAX : deadline_ms + t->epoch_ms;
    int64_t seats_ms = seats_wakes_ms(h, t), expiry_ms = expires_ms(h, t);
    at_ms = seats_ms < at_ms ? seats_ms : at_ms;
    wakes_set(&h->wakes, &t->wake, expiry_ms < at_ms ? expiry_ms : at_ms);
}

static bool expire(struct host *h, struct hosted *t)
{
    if (expires_ms(h, t) > h->now_ms || t->acts || h->draining || !keep_reserve(h->open, 1))
        return false;
    keep_end(h->open, t);
    tables_free(h, t);
    return true;
}

static void wake_table(struct host *h, struct hosted *t, void *ctx)
{
    struct input in;
    (void)ctx;
    if (expire(h, t))
        return;
    if (t->table.game->deadline(t->table.truth) <= host_table_ms(h, t)) {
        ASK(&in, SEAT_SERVER, tick, 0);
        judge(h, t, &in, NULL, 0);
    }
    if (!h->draining) {
        seats_tick(h, t);
        stand_ins_tick(h, t);
    }
    host_set_wake(h, t);
    if (t->wake.at_ms <= h->now_ms) /* it could not be done now */
        wakes_set(&h->wakes, &t->wake, h->now_ms + 100);
}

void host_turn(struct host *h)
{
    while (!h->stuck && wakes_first(&h->wakes) && wakes_first(&h->wakes)->at_ms <= h->now_ms)
        faults_guard(h, (struct hosted *)(void *)wakes_first(&h->wakes), NULL, wake_table, NULL);
    greet_all(h);
    flush(h);
}

int64_t host_wakes_ms(const struct host *h)
{
    int64_t at_ms = h->greet ? h->now_ms + PORTION_MS : INT64_MAX;
    int64_t next_ms = h->stuck                 ? h->retry_ms
                      : wakes_first(&h->wakes) ? wakes_first(&h->wakes)->at_ms
                                               : INT64_MAX;
    if (h->hope.held && h->hope.until_ms < at_ms)
        at_ms = h->hope.until_ms;
    return next_ms < at_ms ? next_ms : at_ms;
}

bool host_drain(struct host *h)
{
    h->draining = true;
    return !h->busy && !h->open->count && !h->open->batch.count;
}
