/* server/keep.c -- the form in which a game is stored, and taking it up again.
 *
 * A head is the table and its secrets; an entry is one accepted input with all
 * that followed from it.  With the seed, entries can be judged again: that is
 * how a record is verified (P5.2). */
#include "server/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/aside.h"
#include "server/bytes.h"
#include "server/hosted.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF

enum { HEAD_FORMAT = 1 };

bool keep_reserve(struct gathering *g, size_t inputs)
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

/* ---- heads ---- */

static void put_head(struct bytes_out *o, const struct hosted *t)
{
    static const uint8_t nobody[HASH_BYTES];
    bytes_put_number(o, HEAD_FORMAT, 1);
    bytes_put_number(o, t->table.game->version, 2);
    bytes_put_number(o, strlen(t->table.game->name), 1);
    bytes_put(o, t->table.game->name, strlen(t->table.game->name));
    bytes_put(o, t->code, sizeof t->code);
    bytes_put(o, t->record, sizeof t->record);
    bytes_put_number(o, t->round, 4);
    bytes_put_number(o, (uint64_t)t->opened_ms, 8);
    bytes_put(o, t->seed, sizeof t->seed);
    bytes_put_number(o, t->away_s, 2);
    bytes_put_number(o, t->pace, 1);
    bytes_put_number(
        o, (uint64_t)(t->public | t->gallery << 1 | t->wait << 2 | t->over << 3 | t->has_options << 4), 1);
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        bool has = memcmp(t->member[seat].hash, nobody, HASH_BYTES) != 0;
        bytes_put_number(o, has, 1);
        bytes_put(o, t->member[seat].hash, has ? HASH_BYTES : 0);
    }
    if (t->has_options)
        bytes_put(o, t->options.body, t->table.game->schema->commands[t->facts.set_up].size);
}

void keep_head(struct gathering *g, const struct hosted *t, bool live)
{
    uint8_t bytes[KEPT_HEAD_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct store_item item = {.what = STORE_HEAD, .game = t->game, .live = live};
    memcpy(item.id, t->record, sizeof t->record);
    put_head(&o, t);
    CHECK(!o.full && store_add(&g->batch, &item, bytes, (size_t)(o.at - bytes)));
}

void keep_end(struct gathering *g, const struct hosted *t)
{
    struct store_item item = {.what = STORE_DROP, .game = t->game};
    if (t->begun)
        keep_head(g, t, false);
    else
        CHECK(store_add(&g->batch, &item, NULL, 0));
}

static const struct game *get_game(struct bytes_in *in)
{
    char name[32] = "";
    uint16_t version = (uint16_t)bytes_get_number(in, 2);
    size_t size = (size_t)bytes_get_number(in, 1);
    bytes_get(in, name, size < sizeof name ? size : 0);
    for (const struct game *const *g = games; *g; g++)
        if (!strcmp((*g)->name, name) && (*g)->version == version)
            return *g;
    return NULL;
}

bool keep_read_head(const void *bytes, size_t size, struct kept_head *out)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    memset(out, 0, sizeof *out);
    if (bytes_get_number(&in, 1) != HEAD_FORMAT)
        return false;
    out->game = get_game(&in);
    if (!out->game)
        return false;
    bytes_get(&in, out->code, sizeof out->code);
    bytes_get(&in, out->record, sizeof out->record);
    out->code[CODE_SIZE] = out->record[RECORD_ID_SIZE] = 0;
    out->round = (uint32_t)bytes_get_number(&in, 4);
    out->opened_ms = (int64_t)bytes_get_number(&in, 8);
    bytes_get(&in, out->seed, sizeof out->seed);
    out->away_s = (uint16_t)bytes_get_number(&in, 2);
    out->pace = (uint8_t)bytes_get_number(&in, 1);
    out->flags = (uint8_t)bytes_get_number(&in, 1);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (bytes_get_number(&in, 1))
            bytes_get(&in, out->hash[seat], HASH_BYTES);
    out->options_size = (size_t)(in.end - in.at);
    if (out->options_size > sizeof out->options)
        return false;
    bytes_get(&in, out->options, out->options_size);
    return !in.bad;
}

/* ---- entries: zeros at the end of a body are left out ---- */

static size_t trimmed(const uint8_t *body, size_t size)
{
    while (size && !body[size - 1])
        size--;
    return size;
}

static void put_event(struct bytes_out *o, const struct event *e)
{
    size_t size = trimmed(e->body, e->size);
    bytes_put_number(o, (uint64_t)e->at_ms, 8);
    bytes_put_number(o, e->to, 4);
    bytes_put_number(o, e->kind, 2);
    bytes_put_number(o, size, 2);
    bytes_put(o, e->body, size);
}

static void put_entry(struct bytes_out *o, const struct hosted *t, const struct input *in,
                      const struct knew *knew, const struct event *first)
{
    size_t size = trimmed(in->body, t->table.game->schema->commands[in->kind].size);
    bytes_put_number(o, in->by, 1);
    bytes_put_number(o, knew->asker, 1);
    bytes_put_number(o, in->kind, 2);
    bytes_put_number(o, in->id, 4);
    bytes_put_number(o, in->seen, 4);
    bytes_put_number(o, knew->story, 4);
    bytes_put_number(o, knew->shown, 4);
    bytes_put_number(o, (uint64_t)in->now_ms, 8);
    bytes_put_number(o, size, 2);
    bytes_put(o, in->body, size);
    for (const struct event *e = first; e; e = table_next(&t->table, e))
        put_event(o, e);
}

void keep_entry(struct gathering *g, const struct hosted *t, const struct input *in, const struct knew *knew,
                size_t log_from)
{
    uint8_t bytes[KEPT_ENTRY_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    const struct event *first = (const struct event *)(const void *)(t->table.log + log_from);
    struct store_item item = {.what = STORE_PIECE, .game = t->game, .seq = first->seq};
    put_entry(&o, t, in, knew, first);
    CHECK(!o.full && store_add(&g->batch, &item, bytes, (size_t)(o.at - bytes)));
}

bool keep_read_entry(const struct game *game, const void *bytes, size_t size, struct kept_entry *out)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    memset(&out->in, 0, sizeof out->in);
    out->in.by = (seat_t)bytes_get_number(&in, 1);
    out->asker = (seat_t)bytes_get_number(&in, 1);
    out->in.kind = (uint16_t)bytes_get_number(&in, 2);
    out->in.id = (uint32_t)bytes_get_number(&in, 4);
    out->in.seen = (seq_t)bytes_get_number(&in, 4);
    out->story = (seq_t)bytes_get_number(&in, 4);
    out->shown = (seq_t)bytes_get_number(&in, 4);
    out->in.now_ms = (int64_t)bytes_get_number(&in, 8);
    size_t body = (size_t)bytes_get_number(&in, 2);
    if (in.bad || body > BODY_MAX || out->in.kind >= KINDS_MAX ||
        !game->schema->commands[out->in.kind].fields)
        return false;
    bytes_get(&in, out->in.body, body);
    out->events = in;
    return !in.bad;
}

bool keep_next_event(const struct game *game, struct kept_entry *entry, seq_t seq, struct event *out)
{
    struct bytes_in *in = &entry->events;
    if (in->bad || in->at == in->end)
        return false;
    memset(out, 0, sizeof *out);
    out->at_ms = (int64_t)bytes_get_number(in, 8);
    out->to = (seats_t)bytes_get_number(in, 4);
    out->kind = (uint16_t)bytes_get_number(in, 2);
    out->seq = seq;
    size_t size = (size_t)bytes_get_number(in, 2);
    if (in->bad || out->kind >= KINDS_MAX || !game->schema->events[out->kind].fields) {
        in->bad = true;
        return false;
    }
    out->size = game->schema->events[out->kind].size;
    if (size > out->size) {
        in->bad = true;
        return false;
    }
    bytes_get(in, out->body, size);
    return !in->bad;
}

/* ---- taking up ---- */

struct loading {
    struct host *h;
    struct aside *aside;
    struct hosted *t; /* whose entries come now; NULL: they are not wanted */
    struct kept_head head;
};

/* Only what P6.2 and the seats need: the tokens come from the head, which is as new as the log. */
static bool take_up_entry(struct loading *l, const void *bytes, size_t size)
{
    struct hosted *t = l->t;
    struct kept_entry entry;
    struct event e;
    if (!keep_read_entry(t->table.game, bytes, size, &entry))
        return false;
    size_t from = t->table.log_size;
    while (keep_next_event(t->table.game, &entry, t->table.count + 1, &e))
        if (!table_restore(&t->table, &e))
            return false;
    if (entry.events.bad)
        return false;
    judge_remember(t, entry.asker, entry.in.id);
    t->begun |= entry.in.kind == t->facts.set_up;
    while (from < t->table.log_size) {
        const struct event *logged = (const struct event *)(const void *)(t->table.log + from);
        const struct event *next = table_next(&t->table, logged);
        judge_follow(l->h, t, logged);
        from = next ? (size_t)((const uint8_t *)next - t->table.log) : t->table.log_size;
    }
    return true;
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
    memcpy(t->seed, head->seed, sizeof t->seed);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        memcpy(t->member[seat].hash, head->hash[seat], HASH_BYTES);
    t->round = head->round;
    t->opened_ms = head->opened_ms;
    t->away_s = head->away_s;
    t->pace = head->pace;
    t->public = head->flags & 1;
    t->gallery = head->flags >> 1 & 1;
    t->wait = head->flags >> 2 & 1;
    t->over = head->flags >> 3 & 1;
    t->has_options = head->flags >> 4 & 1;
    t->options.kind = t->facts.set_up;
    memcpy(t->options.body, head->options, head->options_size);
}

/* All of the game is there: it stands where it stood at its last event (P4.3). */
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
    t->hello_from = t->table.log_size;
    ASK(&in, SEAT_HOST, pause_clock, 0);
    judge(h, t, &in, NULL, 0);
    stand_ins_refresh(h, t);
    host_set_wake(h, t);
}

static void taken_up(struct loading *l)
{
    if (!l->t)
        return;
    take_up_head(l);
    faults_guard(l->h, l->t, NULL, stand_still, NULL);
    l->t = NULL;
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

/* It stays in the store, to be looked at, and is not loaded any more. */
static bool leave_aside(struct loading *l, const struct store_item *item, const void *bytes)
{
    struct store_item head = *item;
    head.live = 0;
    if (keep_reserve(l->h->open, 1))
        CHECK(store_add(&l->h->open->batch, &head, bytes, item->size));
    return leave_alone(l, "table_set_aside", item->id, "it crashed the program while it was being loaded");
}

static bool take_up_game(struct loading *l, const struct store_item *item, const void *bytes)
{
    if (l->aside && aside_is(l->aside, item->game))
        return leave_aside(l, item, bytes);
    if (l->aside)
        aside_loading(l->aside, item->game);
    if (!keep_read_head(bytes, item->size, &l->head))
        return leave_alone(l, "table_unreadable", item->id,
                           "not of a game and version that this program has");
    if (tables_find(l->h, l->head.code))
        return leave_alone(l, "table_unreadable", item->id, "another table has its code");
    l->t = tables_new(l->h, l->head.game, l->head.code);
    if (!l->t)
        return leave_alone(l, "table_unreadable", item->id, "there is no memory left");
    l->t->game = item->game;
    return true;
}

struct piece {
    struct loading *l;
    const struct store_item *item;
    const void *bytes;
    bool good;
};

static void take_up_piece(void *ctx)
{
    struct piece *p = ctx;
    p->good = p->item->seq == p->l->t->table.count + 1 && take_up_entry(p->l, p->bytes, p->item->size);
}

static bool take_up(void *ctx, const struct store_item *item, const void *bytes)
{
    struct piece piece = {ctx, item, bytes, false};
    struct loading *l = ctx;
    struct fault fault;
    if (item->what == STORE_HEAD) {
        taken_up(l);
        return take_up_game(l, item, bytes);
    }
    if (!guard(take_up_piece, &piece, &fault)) {
        take_up_head(l); /* it is stored again, as it was */
        faults_set_aside(l->h, l->t, &fault);
        l->t = NULL;
        return false;
    }
    return piece.good || leave_alone(l, "table_damaged", l->head.record, "its log cannot be read");
}

bool host_load(struct host *h, struct store *s, struct aside *aside, struct complaint *why)
{
    struct loading *l = calloc(1, sizeof *l);
    if (!l)
        return false;
    l->h = h;
    l->aside = aside;
    bool done = store_load(s, take_up, l, why);
    taken_up(l);
    free(l);
    return done;
}
