/* server/keep.c -- the form in which a game is stored, and reading it again.
 *
 * A head is the table and its secrets; an entry is one accepted input with all
 * that followed from it (record/entry.h).  With the seed, entries can be judged
 * again: that is how a record is verified (P5.2).  Each entry carries a mark of
 * the chain of hashes up to it, so that damage does not pass for play. */
#include "server/keep.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "server/hosted.h"
#include "server/secret.h"

enum { HEAD_OF_0_1 = 1, HEAD_FORMAT = 2 };
enum { ENTRY_FORMAT = 0x80 | 2 }; /* the first byte; entries of 0.1 begin with a seat */
enum { DELETED = 0xffff };        /* as the length of a word */

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

/* ---- heads: each fact by its number and length ---- */

enum head_fact {
    HEAD_GAME = 1,
    HEAD_VERSION, /* of the rules; that of each entry counts */
    HEAD_CODE,
    HEAD_RECORD,
    HEAD_ROUND,
    HEAD_OPENED,
    HEAD_SEED,
    HEAD_AWAY,
    HEAD_PACE,
    HEAD_FLAGS,
    HEAD_TOKEN, /* a seat, and the hash of its token */
    HEAD_OPTIONS,
    HEAD_BROUGHT, /* what the table has brought: a mark of its hash, and the text */
};

static void put_fact(struct bytes_out *o, enum head_fact fact, const void *bytes, size_t size)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, size, 4);
    bytes_put(o, bytes, size);
}

static void put_fact_number(struct bytes_out *o, enum head_fact fact, uint64_t value)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, 8, 4);
    bytes_put_number(o, value, 8);
}

static void put_tokens(struct bytes_out *o, const struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        uint8_t token[1 + HASH_BYTES] = {seat};
        memcpy(token + 1, t->member[seat].hash, HASH_BYTES);
        if (seats_has_person(t, seat))
            put_fact(o, HEAD_TOKEN, token, sizeof token);
    }
}

static void put_options(struct bytes_out *o, const struct hosted *t)
{
    const struct game *game = t->table.game;
    uint8_t packed[BODY_MAX + 256];
    struct bytes_out p = {packed, packed + sizeof packed, false};
    entry_pack(&p, &game->schema->commands[game->set_up], t->options.body,
               game->schema->commands[game->set_up].size, NULL);
    put_fact(o, HEAD_OPTIONS, packed, (size_t)(p.at - packed));
}

static void put_head(struct bytes_out *o, const struct hosted *t)
{
    const struct game *game = t->table.game;
    bytes_put_number(o, HEAD_FORMAT, 1);
    put_fact(o, HEAD_GAME, game->name, strlen(game->name));
    put_fact_number(o, HEAD_VERSION, game->version);
    put_fact(o, HEAD_CODE, t->code, strlen(t->code));
    put_fact(o, HEAD_RECORD, t->record, strlen(t->record));
    put_fact_number(o, HEAD_ROUND, t->round);
    put_fact_number(o, HEAD_OPENED, (uint64_t)t->opened_ms);
    put_fact(o, HEAD_SEED, t->seed, sizeof t->seed);
    put_fact_number(o, HEAD_AWAY, t->away_s);
    put_fact_number(o, HEAD_PACE, t->pace);
    put_fact_number(
        o, HEAD_FLAGS,
        (uint64_t)(t->public | t->gallery << 1 | t->wait << 2 | t->over << 3 | t->has_options << 4));
    put_tokens(o, t);
    if (t->has_options)
        put_options(o, t);
    if (t->brought) {
        bytes_put_number(o, HEAD_BROUGHT, 1);
        bytes_put_number(o, MARK_BYTES + t->brought->size, 4);
        bytes_put(o, t->brought->hash, MARK_BYTES);
        bytes_put(o, t->brought->form + t->brought->kind->size, t->brought->size);
    }
}

void keep_head(struct gathering *g, const struct hosted *t, bool live)
{
    uint8_t bytes[KEPT_HEAD_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct store_item item = {.what = STORE_HEAD, .number = t->number, .live = live};
    memcpy(item.id, t->record, sizeof t->record);
    put_head(&o, t);
    CHECK(!o.full && store_add(&g->batch, &item, bytes, (size_t)(o.at - bytes)));
}

void keep_end(struct gathering *g, const struct hosted *t)
{
    struct store_item item = {.what = STORE_DROP, .number = t->number};
    if (begun(t))
        keep_head(g, t, false);
    else
        CHECK(store_add(&g->batch, &item, NULL, 0));
}

static const struct game *get_game(struct bytes_in *in, size_t size)
{
    char name[32] = "";
    bytes_get(in, name, size < sizeof name ? size : 0);
    return game_named(name, strlen(name));
}

static void get_text(struct bytes_in *in, char *out, size_t room)
{
    size_t size = (size_t)(in->end - in->at);
    if (size >= room)
        in->bad = true;
    bytes_get(in, out, size < room ? size : 0);
}

static void get_token(struct bytes_in *in, struct kept_head *out)
{
    seat_t seat = (seat_t)bytes_get_number(in, 1);
    if (seat < 1 || seat >= VIEWS)
        in->bad = true;
    else
        bytes_get(in, out->hash[seat], HASH_BYTES);
}

/* With a mark of its hash: nothing else tells damage before the game is set up with it. */
static void get_brought(struct bytes_in *in, struct kept_head *out)
{
    uint8_t mark[MARK_BYTES], hash[HASH_BYTES];
    bytes_get(in, mark, sizeof mark);
    out->brought = (const char *)in->at;
    out->brought_size = (size_t)(in->end - in->at);
    secret_material(out->brought, out->brought_size, hash);
    in->bad |= memcmp(mark, hash, sizeof mark) != 0;
}

static void get_fact(enum head_fact fact, struct bytes_in *in, struct kept_head *out)
{
    switch (fact) {
    case HEAD_CODE:
        get_text(in, out->code, sizeof out->code);
        break;
    case HEAD_RECORD:
        get_text(in, out->record, sizeof out->record);
        break;
    case HEAD_ROUND:
        out->round = (uint32_t)bytes_get_number(in, 8);
        break;
    case HEAD_OPENED:
        out->opened_ms = (int64_t)bytes_get_number(in, 8);
        break;
    case HEAD_SEED:
        bytes_get(in, out->seed, sizeof out->seed);
        break;
    case HEAD_AWAY:
        out->away_s = (uint16_t)bytes_get_number(in, 8);
        break;
    case HEAD_PACE:
        out->pace = (uint8_t)bytes_get_number(in, 8);
        break;
    case HEAD_FLAGS:
        out->flags = (uint8_t)bytes_get_number(in, 8);
        break;
    case HEAD_TOKEN:
        get_token(in, out);
        break;
    case HEAD_OPTIONS:
        if (!entry_unpack(in, &out->game->schema->commands[out->game->set_up], NULL, out->options))
            in->bad = true;
        break;
    case HEAD_BROUGHT:
        get_brought(in, out);
        break;
    default: /* a later version's */
        break;
    }
}

static enum kept read_head(struct bytes_in *in, struct kept_head *out)
{
    while (!in->bad && in->at < in->end) {
        enum head_fact fact = (enum head_fact)bytes_get_number(in, 1);
        struct bytes_in part = bytes_part(in, (size_t)bytes_get_number(in, 4));
        if (fact == HEAD_GAME)
            out->game = get_game(&part, (size_t)(part.end - part.at));
        else if (fact == HEAD_VERSION && out->game && bytes_get_number(&part, 8) > out->game->version)
            return KEPT_BY_LATER;
        if (!out->game)
            return KEPT_BY_LATER;
        if (!in->bad && fact != HEAD_GAME && fact != HEAD_VERSION)
            get_fact(fact, &part, out);
        in->bad |= part.bad;
    }
    return in->bad || !out->game || !out->code[0] || !out->record[0] ? KEPT_DAMAGED : KEPT;
}

/* Everything in its place; the options as they lay in memory. */
static enum kept read_head_of_0_1(struct bytes_in *in, struct kept_head *out)
{
    uint64_t version = bytes_get_number(in, 2);
    out->game = get_game(in, (size_t)bytes_get_number(in, 1));
    if (!out->game || version != 1)
        return KEPT_DAMAGED;
    bytes_get(in, out->code, sizeof out->code);
    bytes_get(in, out->record, sizeof out->record);
    out->code[CODE_SIZE] = out->record[RECORD_ID_SIZE] = 0;
    out->round = (uint32_t)bytes_get_number(in, 4);
    out->opened_ms = (int64_t)bytes_get_number(in, 8);
    bytes_get(in, out->seed, sizeof out->seed);
    out->away_s = (uint16_t)bytes_get_number(in, 2);
    out->pace = (uint8_t)bytes_get_number(in, 1);
    out->flags = (uint8_t)bytes_get_number(in, 1);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (bytes_get_number(in, 1))
            bytes_get(in, out->hash[seat], HASH_BYTES);
    size_t options = (size_t)(in->end - in->at);
    if (options > out->game->schema->commands[out->game->set_up].size)
        return KEPT_DAMAGED;
    bytes_get(in, out->options, options);
    return in->bad ? KEPT_DAMAGED : KEPT;
}

enum kept keep_read_head(const void *bytes, size_t size, struct kept_head *out)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    memset(out, 0, sizeof *out);
    switch (bytes_get_number(&in, 1)) {
    case HEAD_OF_0_1:
        return read_head_of_0_1(&in, out);
    case HEAD_FORMAT:
        return read_head(&in, out);
    default:
        return in.bad ? KEPT_DAMAGED : KEPT_BY_LATER;
    }
}

/* ---- entries: what is sealed, the word that lies outside, the mark ---- */

static void put_word(struct bytes_out *o, const struct entry *e)
{
    if (!e->word)
        return;
    size_t size = strlen(e->text);
    bytes_put_number(o, size, 2);
    bytes_put(o, e->salt, sizeof e->salt);
    bytes_put(o, e->text, size);
}

/* The salt is drawn: nobody who has only the hash can try names and words one by one (P8.3). */
static void take_word(struct host *h, const struct hosted *t, struct entry *e)
{
    uint8_t salt[SALT_BYTES];
    const char *text = entry_words(t->table.game, &e->in);
    e->word = WORD_NONE;
    if (!text)
        return;
    h->calls->entropy(h->ctx, salt, sizeof salt);
    secret_take_word(e, text, salt);
}

static void put_entry(struct bytes_out *o, struct hosted *t, const struct entry *e, const struct event *first)
{
    uint8_t *size = o->at + 1;
    bytes_put_number(o, ENTRY_FORMAT, 1);
    bytes_put_number(o, 0, 4);
    const uint8_t *sealed = o->at;
    entry_seal(o, t->table.game, e);
    for (const struct event *event = first; event; event = table_next(&t->table, event))
        entry_seal_event(o, t->table.game, e, event);
    size_t length = (size_t)(o->at - sealed);
    for (int i = 0; i < 4; i++)
        size[i] = (uint8_t)(length >> (8 * i));
    put_word(o, e);
    secret_chain(t->chain, sealed, length);
    bytes_put(o, t->chain, MARK_BYTES);
}

void keep_entry(struct host *h, struct hosted *t, const struct input *in, bookmark_t since)
{
    uint8_t bytes[KEPT_ENTRY_MAX];
    struct bytes_out o = {bytes, bytes + sizeof bytes, false};
    struct entry e;
    const struct event *first = table_since(&t->table, since);
    struct store_item item = {.what = STORE_PIECE, .number = t->number, .seq = first->seq};
    memcpy(&e.in, in, offsetof(struct input, body) + t->table.game->schema->commands[in->kind].size);
    e.version = t->table.game->version;
    take_word(h, t, &e);
    e.equipped = t->brought && in->kind == t->table.game->set_up;
    if (e.equipped)
        memcpy(e.material, t->brought->hash, sizeof e.material);
    put_entry(&o, t, &e, first);
    CHECK(!o.full && store_add(&h->open->batch, &item, bytes, (size_t)(o.at - bytes)));
}

static void get_word(struct bytes_in *in, struct entry *e)
{
    if (in->at == in->end)
        return;
    size_t size = (size_t)bytes_get_number(in, 2);
    e->word = size == DELETED ? WORD_DELETED : WORD_TOLD;
    if (e->word == WORD_DELETED)
        return;
    bytes_get(in, e->salt, sizeof e->salt);
    if (size >= sizeof e->text)
        in->bad = true;
    bytes_get(in, e->text, size < sizeof e->text ? size : 0);
}

struct reading {
    const struct game *game;
    struct stories *past;
    uint8_t *chain;
    const struct keep_calls *calls;
    void *ctx;
    struct entry entry;
    struct event event;
};

static bool happened(struct reading *r)
{
    stories_add(r->past, r->game, &r->event);
    return r->calls->happened(r->ctx, &r->event);
}

static enum kept read_entry(struct reading *r, struct bytes_in *in)
{
    uint8_t mark[MARK_BYTES];
    struct bytes_in sealed = bytes_part(in, (size_t)bytes_get_number(in, 4));
    if (in->bad || in->end - in->at < MARK_BYTES)
        return KEPT_DAMAGED;
    struct bytes_in word = bytes_part(in, (size_t)(in->end - in->at) - MARK_BYTES);
    bytes_get(in, mark, sizeof mark);
    get_word(&word, &r->entry);
    secret_chain(r->chain, sealed.at, (size_t)(sealed.end - sealed.at));
    if (word.bad || word.at != word.end || memcmp(r->chain, mark, MARK_BYTES))
        return KEPT_DAMAGED;
    bool read = entry_read(&sealed, r->game, &r->entry);
    if (r->entry.version > r->game->version)
        return KEPT_BY_LATER;
    if (!read || !r->entry.version || (r->entry.word == WORD_TOLD && !secret_is_word(&r->entry)))
        return KEPT_DAMAGED;
    r->calls->entered(r->ctx, &r->entry);
    while (entry_read_event(&sealed, r->game, &r->entry, r->past->count + 1, &r->event))
        if (!happened(r))
            return KEPT_DAMAGED;
    return sealed.bad ? KEPT_DAMAGED : KEPT;
}

/* ---- entries of 0.1: bodies as they lay in memory, without the zeros at their end ---- */

static bool read_input_of_0_1(struct reading *r, struct bytes_in *in)
{
    struct entry *e = &r->entry;
    e->version = 1;
    e->in.by = (seat_t)bytes_get_number(in, 1);
    e->asker = (seat_t)bytes_get_number(in, 1);
    e->in.kind = (uint16_t)bytes_get_number(in, 2);
    e->in.id = (uint32_t)bytes_get_number(in, 4);
    e->in.seen = (seq_t)bytes_get_number(in, 4);
    seq_t story = (seq_t)bytes_get_number(in, 4), shown = (seq_t)bytes_get_number(in, 4);
    e->in.seen = e->in.seen >= story ? shown : stories_in_log(r->past, e->in.by, e->in.seen);
    e->in.now_ms = (int64_t)bytes_get_number(in, 8);
    size_t size = (size_t)bytes_get_number(in, 2);
    if (in->bad || e->in.kind >= KINDS_MAX || !r->game->schema->commands[e->in.kind].fields ||
        size > r->game->schema->commands[e->in.kind].size)
        return false;
    bytes_get(in, e->in.body, size);
    const char *text = entry_words(r->game, &e->in);
    if (text)
        secret_take_word(e, text, (uint8_t[SALT_BYTES]){0}); /* there was no salt */
    return !in->bad && entry_says(&r->game->schema->commands[e->in.kind], e->in.body, entry_text(e));
}

static bool read_event_of_0_1(struct reading *r, struct bytes_in *in)
{
    struct event *e = &r->event;
    memset(e, 0, sizeof *e);
    e->at_ms = (int64_t)bytes_get_number(in, 8);
    e->to = (seats_t)bytes_get_number(in, 4);
    e->kind = (uint16_t)bytes_get_number(in, 2);
    e->seq = r->past->count + 1;
    size_t size = (size_t)bytes_get_number(in, 2);
    if (in->bad || e->kind >= KINDS_MAX || !r->game->schema->events[e->kind].fields ||
        size > r->game->schema->events[e->kind].size || e->at_ms != r->entry.in.now_ms)
        return false;
    bytes_get(in, e->body, size);
    e->size = schema_bytes(&r->game->schema->events[e->kind], e->body);
    return !in->bad && entry_says(&r->game->schema->events[e->kind], e->body, entry_text(&r->entry));
}

/* In the chain it stands as it would be stored today. */
static enum kept read_entry_of_0_1(struct reading *r, struct bytes_in *in)
{
    uint8_t sealed[ENTRY_MAX];
    struct bytes_out o = {sealed, sealed + sizeof sealed, false};
    if (!read_input_of_0_1(r, in))
        return KEPT_DAMAGED;
    entry_seal(&o, r->game, &r->entry);
    r->calls->entered(r->ctx, &r->entry);
    while (in->at < in->end) {
        if (!read_event_of_0_1(r, in) || !happened(r))
            return KEPT_DAMAGED;
        entry_seal_event(&o, r->game, &r->entry, &r->event);
    }
    secret_chain(r->chain, sealed, (size_t)(o.at - sealed));
    return o.full ? KEPT_DAMAGED : KEPT;
}

enum kept keep_read_entry(const struct game *game, const void *bytes, size_t size, struct stories *past,
                          uint8_t chain[HASH_BYTES], const struct keep_calls *calls, void *ctx)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    struct reading r = {.game = game, .past = past, .chain = chain, .calls = calls, .ctx = ctx};
    uint8_t first = size ? *in.at : 0;
    if (first <= SEAT_SERVER)
        return read_entry_of_0_1(&r, &in);
    in.at++;
    return first == ENTRY_FORMAT ? read_entry(&r, &in) : first & 0x80 ? KEPT_BY_LATER : KEPT_DAMAGED;
}
