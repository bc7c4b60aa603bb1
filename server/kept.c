/* server/kept.c -- reads heads and entries, with a separate reader for each format (P8.8). */
#include "server/kept.h"

#include <string.h>

#include "seal/secret.h"
#include "server/kept_form.h"

enum { CODE_OF_0_1 = 6 }; /* letters */

/* ---- heads ---- */

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

static void get_former(struct bytes_in *in, struct kept_head *out)
{
    int i = 0;
    while (i < LIMIT_FORMER && out->former[i].seat)
        i++;
    seat_t seat = (seat_t)bytes_get_number(in, 1);
    if (seat < 1 || seat >= VIEWS || i == LIMIT_FORMER) {
        in->bad = true;
        return;
    }
    out->former[i].seat = seat;
    bytes_get(in, out->former[i].hash, HASH_BYTES);
}

static void get_name(struct bytes_in *in, struct kept_head *out)
{
    seat_t seat = (seat_t)bytes_get_number(in, 1);
    if (seat < 1 || seat >= VIEWS)
        in->bad = true;
    else
        get_text(in, out->name[seat], sizeof out->name[seat]);
}

/* With a mark of its hash: until the game is set up with it, nothing else would show damage. */
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
    case HEAD_NAME:
        get_name(in, out);
        break;
    case HEAD_OPTIONS:
        if (!entry_unpack(in, &out->game->schema->commands[out->game->set_up], NULL, out->options))
            in->bad = true;
        break;
    case HEAD_BROUGHT:
        get_brought(in, out);
        break;
    case HEAD_FORMER:
        get_former(in, out);
        break;
    case HEAD_REACHED:
        out->chained = true;
        out->events = (seq_t)bytes_get_number(in, 4);
        bytes_get(in, out->mark, sizeof out->mark);
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

/* Everything at a fixed place; the options as they were in memory. */
static enum kept read_head_of_0_1(struct bytes_in *in, struct kept_head *out)
{
    uint64_t version = bytes_get_number(in, 2);
    out->game = get_game(in, (size_t)bytes_get_number(in, 1));
    if (!out->game || version != 1)
        return KEPT_DAMAGED;
    bytes_get(in, out->code, CODE_OF_0_1 + 1);
    bytes_get(in, out->record, sizeof out->record);
    out->code[CODE_OF_0_1] = out->record[RECORD_ID_SIZE] = 0;
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

enum kept kept_read_head(const void *bytes, size_t size, struct kept_head *out)
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

bool kept_reaches(const struct kept_head *head, seq_t events, const uint8_t chain[HASH_BYTES])
{
    return !head->chained || (events == head->events && !memcmp(chain, head->mark, sizeof head->mark));
}

/* ---- entries ---- */

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
    const struct kept_calls *calls;
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

/* ---- entries of 0.1: bodies as they were in memory, without trailing zeros ---- */

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

/* The chain covers it as it would be stored today. */
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

enum kept kept_read_entry(const struct game *game, const void *bytes, size_t size, struct stories *past,
                          uint8_t chain[HASH_BYTES], const struct kept_calls *calls, void *ctx)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    struct reading r = {.game = game, .past = past, .chain = chain, .calls = calls, .ctx = ctx};
    uint8_t first = size ? *in.at : 0;
    if (first <= SEAT_SERVER)
        return read_entry_of_0_1(&r, &in);
    in.at++;
    return first == ENTRY_FORMAT ? read_entry(&r, &in) : first & 0x80 ? KEPT_BY_LATER : KEPT_DAMAGED;
}
