/* server/mine.c -- follows one person through a game: seats move, people come and go. */
#include "server/mine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "record/record.h"
#include "seal/secret.h"
#include "server/keep.h"
#include "server/kept.h"
#include "server/kept_form.h"
#include "table/common.h"

/* ---- who it was ---- */

static seat_t seat_in(const struct kept_head *head, const uint8_t hash[HASH_BYTES])
{
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (secret_same(head->hash[seat], hash))
            return seat;
    return 0;
}

static bool wants(const void *about, const void *bytes, size_t size)
{
    struct kept_head head;
    return kept_read_head(bytes, size, &head) == KEPT && seat_in(&head, about);
}

struct follow {
    int who[VIEWS]; /* the person in each seat: the first to sit down is 1, and so on */
    int people, by; /* whom the entry is about: who asked, or whom the server asked for; 0: nobody */
    bool server;
    struct entry entry;
};

static void entered(void *ctx, const struct entry *e)
{
    struct follow *f = ctx;
    seat_t by = e->asker ? e->asker : e->in.by;
    f->server = e->in.by == SEAT_SERVER;
    f->by = by < VIEWS ? f->who[by] : 0;
    f->entry = *e;
}

static void leave(struct follow *f, seat_t gone, bool moves_up)
{
    if (!gone || gone >= VIEWS)
        return;
    f->who[gone] = 0;
    for (seat_t seat = gone; moves_up && seat + 1 < VIEWS; seat++)
        f->who[seat] = f->who[seat + 1];
}

static void reorder(struct follow *f, const seat_t *order)
{
    int before[VIEWS];
    memcpy(before, f->who, sizeof before);
    for (seat_t i = 0; i < SEATS_MAX; i++)
        f->who[i + 1] = order[i] < VIEWS ? before[order[i]] : 0;
}

static bool happened(void *ctx, const struct event *e)
{
    struct follow *f = ctx;
    if (e->kind == EV_seat_taken && BODY(e, seat_taken)->seat < VIEWS) {
        f->who[BODY(e, seat_taken)->seat] = ++f->people;
        f->by = f->server ? f->people : f->by;
    } else if (e->kind == EV_seats_reordered) {
        reorder(f, BODY(e, seats_reordered)->order);
    } else if (e->kind == EV_seat_left) {
        leave(f, BODY(e, seat_left)->seat, true);
    } else if (e->kind == EV_seat_given_up) {
        leave(f, BODY(e, seat_given_up)->seat, false);
    }
    return true;
}

/* ---- one game after the other ---- */

struct game_of {
    struct kept_head head;
    const struct store_batch *rows;
    size_t first, end; /* of the rows: its head, and what follows its last piece */
    seat_t seat;
    int person;
};

typedef void each_fn(void *ctx, const struct game_of *g, size_t row, const struct follow *f);

/* Tells `each` every entry, in order.  False: it is damaged. */
static bool walk(const struct game_of *g, struct follow *f, each_fn *each, void *ctx)
{
    static const struct kept_calls calls = {entered, happened};
    struct stories past = {0};
    uint8_t chain[HASH_BYTES];
    memset(f, 0, sizeof *f);
    secret_commitment(g->head.seed, chain);
    for (size_t i = g->first + 1; i < g->end; i++) {
        const struct store_item *item = &g->rows->items[i];
        if (item->what != STORE_PIECE ||
            kept_read_entry(g->head.game, g->rows->bytes + item->at, item->size, &past, chain, &calls, f))
            return false;
        if (each)
            each(ctx, g, i, f);
    }
    return true;
}

/* From the row on; false: there is no other.  Of a damaged game `person` is 0. */
static bool next_game(const struct store_batch *rows, const uint8_t hash[HASH_BYTES], struct game_of *g)
{
    struct follow f;
    g->rows = rows;
    g->first = g->end;
    if (g->first >= rows->count)
        return false;
    for (g->end = g->first + 1; g->end < rows->count && rows->items[g->end].what != STORE_HEAD;)
        g->end++;
    const struct store_item *item = &rows->items[g->first];
    g->person = 0;
    if (item->what != STORE_HEAD || kept_read_head(rows->bytes + item->at, item->size, &g->head))
        return true;
    g->seat = seat_in(&g->head, hash);
    g->person = walk(g, &f, NULL, NULL) ? f.who[g->seat] : 0;
    return true;
}

/* ---- shown ---- */

struct answer {
    char *text;
    size_t size, room;
    bool failed, more; /* no memory; an entry has been written */
};

static void put(struct answer *a, const char *text, size_t size)
{
    if (a->size + size + 1 > a->room) {
        size_t room = (a->size + size + 1) * 2;
        char *grown = realloc(a->text, room);
        a->failed |= !grown;
        if (!grown)
            return;
        a->text = grown;
        a->room = room;
    }
    memcpy(a->text + a->size, text, size);
    a->size += size;
    a->text[a->size] = 0;
}

static void show_entry(void *ctx, const struct game_of *g, size_t row, const struct follow *f)
{
    struct answer *a = ctx;
    char line[2 * WIRE_MAX];
    (void)row;
    if (f->by != g->person)
        return;
    put(a, ",", a->more ? 1 : 0);
    put(a, line, record_write_entry(g->head.game, &f->entry, line, sizeof line));
    a->more = true;
}

static void show(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    struct game_of g = {.end = 0};
    struct answer a = {0};
    struct follow f;
    char line[200];
    bool first = true;
    put(&a, "{\"games\":[", 10);
    while (next_game(rows, about, &g)) {
        if (!g.person)
            continue;
        int size =
            snprintf(line, sizeof line,
                     "%s{\"record\":\"%s\",\"game\":\"%s\",\"opened_ms\":%lld,\"seat\":%d,\"entries\":[",
                     first ? "" : ",", g.head.record, g.head.game->name, (long long)g.head.opened_ms, g.seat);
        put(&a, line, (size_t)size);
        a.more = first = false;
        walk(&g, &f, show_entry, &a);
        put(&a, "]}", 2);
    }
    put(&a, "]}", 2);
    if (a.failed) {
        free(a.text);
        a.text = NULL;
    }
    out->text = a.text;
    out->size = a.size;
}

const struct queue_maker mine_shower = {wants, show};

/* ---- forgotten ---- */

struct forgetting {
    struct store_batch *batch;
    bool failed, older; /* no memory; an entry of 0.1, whose words cannot be taken out */
};

/* What is sealed stays, and so does the mark; the words and their salt go. */
static void forget_entry(void *ctx, const struct game_of *g, size_t row, const struct follow *f)
{
    enum { SEALED = 5 };
    struct forgetting *to = ctx;
    const struct store_item *item = &g->rows->items[row];
    const uint8_t *bytes = g->rows->bytes + item->at;
    uint8_t fresh[KEPT_ENTRY_MAX];
    struct bytes_out o = {fresh, fresh + sizeof fresh, false};
    struct bytes_in in = {bytes + 1, bytes + item->size, false};
    bool mine = f->by == g->person && f->entry.word == WORD_TOLD;
    to->older |= mine && bytes[0] != ENTRY_FORMAT;
    if (mine && !to->older) {
        bytes_put(&o, bytes, SEALED + (size_t)bytes_get_number(&in, 4));
        bytes_put_number(&o, DELETED, 2);
        bytes_put(&o, bytes + item->size - MARK_BYTES, MARK_BYTES);
    } else {
        bytes_put(&o, bytes, item->size);
    }
    to->failed |= o.full || !store_add(to->batch, item, fresh, (size_t)(o.at - fresh));
}

/* All of it, or nothing.  A game of 0.1 has no salts, so that a name could be found by trying: it goes. */
static bool forget_game(const struct game_of *g, struct store_batch *batch)
{
    struct forgetting to = {.batch = batch};
    struct follow f;
    size_t count = batch->count;
    struct store_item anew = {.what = STORE_ANEW, .number = g->rows->items[g->first].number};
    to.failed = !store_add(batch, &anew, NULL, 0);
    if (!to.failed)
        walk(g, &f, forget_entry, &to);
    if (to.older || to.failed)
        batch->count = count;
    struct store_item drop = {.what = STORE_DROP, .number = g->rows->items[g->first].number};
    return !to.failed && (!to.older || store_add(batch, &drop, NULL, 0));
}

static void forget(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    struct game_of g = {.end = 0};
    char text[80];
    int forgotten = 0, open = 0;
    while (next_game(rows, about, &g)) {
        bool live = rows->items[g.first].live;
        open += live;
        forgotten += g.person && !live && forget_game(&g, &out->batch);
    }
    out->size = (size_t)snprintf(text, sizeof text, "{\"forgotten\":%d,\"open\":%d}", forgotten, open);
    out->text = strdup(text);
}

const struct queue_maker mine_forgetter = {wants, forget};
