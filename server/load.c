/* server/load.c -- resumes every live game of the store where it was (P4.3).
 *
 * A game that cannot be read stays in the store as it is, and is logged: nothing is dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "seal/secret.h"
#include "server/aside.h"
#include "server/brought.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/kept.h"
#include "server/stand_ins.h"
#include "server/tables.h"
#include "table/common.h"

struct loading {
    struct host *h;
    struct aside *aside;
    struct hosted *t; /* whose entries come now; NULL: skip them */
    struct kept_head head;
    struct stories past; /* of that game */
    seat_t asker;        /* of the entry being read */
    uint32_t id;
    uint16_t command;
    bool whole; /* the game was set up with what the table has brought */
};

static void entered(void *ctx, const struct entry *e)
{
    struct loading *l = ctx;
    l->asker = e->asker ? e->asker : e->in.by;
    l->id = e->in.id;
    l->command = e->in.kind;
    l->whole =
        !e->equipped || (l->t->brought && !memcmp(e->material, l->t->brought->hash, sizeof e->material));
}

static bool happened(void *ctx, const struct event *e)
{
    struct loading *l = ctx;
    return l->whole && table_restore(&l->t->table, e);
}

/* Only what P6.2 and the seats need: the tokens come from the head, which is as recent as the log. */
static enum kept take_up_entry(struct loading *l, const void *bytes, size_t size)
{
    static const struct kept_calls calls = {entered, happened};
    struct hosted *t = l->t;
    bookmark_t before = table_now(&t->table);
    enum kept kept = kept_read_entry(t->table.game, bytes, size, &l->past, t->chain, &calls, l);
    if (kept)
        return kept;
    judge_remember(t, l->asker, l->id);
    quota_filled(t, l->command, l->asker, table_now(&t->table) - before);
    for (const struct event *e = table_since(&t->table, before); e; e = table_next(&t->table, e))
        seats_follow(l->h, t, e);
    return KEPT;
}

static void show_nobody(void *ctx, seats_t who, const struct seen *seen)
{
    (void)ctx, (void)who, (void)seen;
}

static void take_up_head(struct loading *l)
{
    struct hosted *t = l->t;
    const struct kept_head *head = &l->head;
    memcpy(t->record, head->record, sizeof t->record);
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        memcpy(t->member[seat].hash, head->hash[seat], HASH_BYTES);
        memcpy(t->member[seat].name, head->name[seat], NAME_BYTES_MAX);
    }
    memcpy(t->former, head->former, sizeof t->former);
    t->round = head->round;
    t->opened_ms = head->opened_ms;
    t->away_s = head->away_s;
    t->pace = head->pace;
    t->public = head->flags & KEPT_PUBLIC;
    t->gallery = head->flags & KEPT_GALLERY;
    t->wait = head->flags & KEPT_WAIT;
    t->over = head->flags & KEPT_OVER;
    t->has_options = head->flags & KEPT_OPTIONS;
    t->options.kind = t->table.game->set_up;
    memcpy(t->options.body, head->options, sizeof head->options);
}

/* All of the game is there: it pauses where it was at its last event. */
static void stand_still(struct host *h, struct hosted *t, void *ctx)
{
    struct input in;
    int64_t last_ms = 0;
    (void)ctx;
    for (const struct event *e = table_next(&t->table, NULL); e; e = table_next(&t->table, e))
        last_ms = e->at_ms;
    t->epoch_ms = h->now_ms - last_ms;
    t->stored = true;
    t->over_told = t->over;
    t->empty_ms = h->now_ms;
    for (seat_t seat = 0; seat < VIEWS; seat++)
        t->member[seat].left_ms = h->now_ms;
    table_show(&t->table, show_nobody, NULL);
    t->hello_from = table_now(&t->table);
    ASK(&in, SEAT_SERVER, pause_clock, 0);
    judge(h, t, &in, NULL, 0);
    stand_ins_refresh(h, t);
    tables_weigh(h, t);
    deadlines_set(h, t);
}

/* Left in the store as it is: another version of the program may read it. */
static bool leave_alone(struct loading *l, const char *event, const char *id, const char *why)
{
    char detail[80];
    snprintf(detail, sizeof detail, "%s: %s", id, why);
    l->h->calls->log(l->h->ctx, event, detail);
    if (l->t)
        tables_free(l->h, l->t);
    l->t = NULL;
    return false;
}

static bool leave_unread(struct loading *l, enum kept kept, const char *id)
{
    return kept == KEPT_BY_LATER
               ? leave_alone(l, "table_unreadable", id, "it was stored by a later version of the program")
               : leave_alone(l, "table_damaged", id, "its stored data cannot be read");
}

static void taken_up(struct loading *l)
{
    if (!l->t)
        return;
    if (!l->t->table.game->sound(l->t->table.truth)) {
        leave_unread(l, KEPT_DAMAGED, l->head.record);
        return;
    }
    take_up_head(l);
    faults_guard(l->h, l->t, NULL, stand_still, NULL);
    l->t = NULL;
}

/* It stays in the store, to be looked at, but is never loaded again. */
static bool leave_aside(struct loading *l, const struct store_item *item, const void *bytes)
{
    struct store_item head = *item;
    head.live = 0;
    if (gather_reserve(l->h->open, 1))
        CHECK(store_add(&l->h->open->batch, &head, bytes, item->size));
    return leave_alone(l, "table_set_aside", item->id, "it crashed the program while loading");
}

static bool take_up_brought(struct loading *l)
{
    const struct material *kind = l->t->table.game->material;
    struct complaint why;
    if (!l->head.brought)
        return true;
    struct brought *b = kind ? brought_hold(l->h, kind, l->head.brought, l->head.brought_size, &why) : NULL;
    brought_use(l->h, l->t, b);
    return b != NULL;
}

static bool take_up_game(struct loading *l, const struct store_item *item, const void *bytes)
{
    if (l->aside && aside_is(l->aside, item->number))
        return leave_aside(l, item, bytes);
    if (l->aside)
        aside_loading(l->aside, item->number);
    enum kept kept = kept_read_head(bytes, item->size, &l->head);
    if (kept)
        return leave_unread(l, kept, item->id);
    if (tables_find(l->h, l->head.code))
        return leave_alone(l, "table_unreadable", item->id, "another table has its code");
    l->t = tables_new(l->h, l->head.game, l->head.code);
    if (!l->t)
        return leave_alone(l, "table_unreadable", item->id, "out of memory");
    l->t->number = item->number;
    memset(&l->past, 0, sizeof l->past);
    memcpy(l->t->seed, l->head.seed, sizeof l->t->seed);
    secret_commitment(l->t->seed, l->t->chain);
    return take_up_brought(l) || leave_unread(l, KEPT_DAMAGED, item->id);
}

struct piece {
    struct loading *l;
    const struct store_item *item;
    const void *bytes;
    enum kept kept;
};

static void take_up_piece(void *ctx)
{
    struct piece *p = ctx;
    bool next = p->item->seq == p->l->t->table.count + 1;
    p->kept = next ? take_up_entry(p->l, p->bytes, p->item->size) : KEPT_DAMAGED;
}

static bool take_up(void *ctx, const struct store_item *item, const void *bytes)
{
    struct piece piece = {ctx, item, bytes, KEPT};
    struct loading *l = ctx;
    struct fault fault;
    if (item->what == STORE_HEAD) {
        taken_up(l);
        return take_up_game(l, item, bytes);
    }
    if (!guard(take_up_piece, &piece, &fault)) {
        take_up_head(l); /* which is stored again, as it was */
        faults_set_aside(l->h, l->t, &fault);
        l->t = NULL;
        return false;
    }
    return piece.kept ? leave_unread(l, piece.kept, l->head.record) : true;
}

bool host_load(struct host *h, struct store *s, struct aside *aside, struct complaint *why)
{
    struct loading *l = calloc(1, sizeof *l);
    if (!l) {
        *why = (struct complaint){.text = "there is no memory left"};
        return false;
    }
    l->h = h;
    l->aside = aside;
    bool done = store_load(s, take_up, l, why);
    taken_up(l);
    free(l);
    return done;
}
