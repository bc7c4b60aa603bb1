/* record/entry.c -- fields by number and length. */
#include "record/entry.h"

#include "core/check.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bodies are stored as they lie in memory");

/* A length: one byte, or LONG and two. */
enum { LONG = 255 };

static size_t trimmed(const uint8_t *bytes, size_t size)
{
    while (size && !bytes[size - 1])
        size--;
    return size;
}

static void put_length(struct bytes_out *out, size_t length)
{
    bytes_put_number(out, length < LONG ? length : LONG, 1);
    if (length >= LONG)
        bytes_put_number(out, length, 2);
}

static size_t get_length(struct bytes_in *in)
{
    size_t length = (size_t)bytes_get_number(in, 1);
    return length < LONG ? length : (size_t)bytes_get_number(in, 2);
}

/* ---- bodies ---- */

static void pack_field(struct bytes_out *out, const struct field *f, int number, const uint8_t *at,
                       size_t room, const char *word)
{
    static const uint8_t as_said = 1;
    size_t size = trimmed(at, room < f->size ? room : f->size);
    if (f->holds == HOLDS_WORDS) {
        CHECK(word ? size < f->size && size == strlen(word) && !memcmp(at, word, size) : !size);
        at = &as_said;
        size = word != NULL;
    }
    if (!size)
        return;
    bytes_put_number(out, (uint64_t)number, 1);
    put_length(out, size);
    bytes_put(out, at, size);
}

void entry_pack(struct bytes_out *out, const struct kind *kind, const uint8_t *body, size_t size,
                const char *word)
{
    int number = 1;
    for (const struct field *f = kind->fields(); f->name; f++, number++)
        pack_field(out, f, number, body + f->offset, size > f->offset ? size - f->offset : 0, word);
}

static bool unpack_field(struct bytes_in *in, const struct field *f, size_t size, const char *word,
                         uint8_t *at)
{
    if (f->holds == HOLDS_WORDS) {
        size_t length = word ? strlen(word) : 0;
        bytes_skip(in, size);
        if (length >= f->size)
            return false;
        memcpy(at, word ? word : "", length);
        return true;
    }
    if (size > f->size || (size == f->size && f->scalar == T_text)) /* a text has an end */
        return false;
    bytes_get(in, at, size);
    return true;
}

bool entry_unpack(struct bytes_in *in, const struct kind *kind, const char *word, uint8_t *body)
{
    memset(body, 0, kind->size);
    while (!in->bad && in->at < in->end) {
        int number = (int)bytes_get_number(in, 1);
        size_t size = get_length(in);
        const struct field *f = kind->fields();
        while (f->name && number > 1)
            f++, number--;
        if (!f->name || number < 1)
            bytes_skip(in, size); /* of a later version */
        else if (!unpack_field(in, f, size, word, body + f->offset))
            in->bad = true;
    }
    return !in->bad;
}

bool entry_says(const struct kind *kind, const uint8_t *body, const char *word)
{
    for (const struct field *f = kind->fields(); f->name; f++) {
        size_t size = trimmed(body + f->offset, f->size), says = word ? strlen(word) : 0;
        if (f->scalar == T_text && size == f->size)
            return false;
        if (f->holds == HOLDS_WORDS &&
            (size != says || memcmp(body + f->offset, word ? word : "", says) != 0))
            return false;
    }
    return true;
}

/* ---- entries ---- */

enum { SAYS = 1, EQUIPPED = 2 }; /* what an entry comes with */

const char *entry_words(const struct game *game, const struct input *in)
{
    for (const struct field *f = game->schema->commands[in->kind].fields(); f->name; f++)
        if (f->holds == HOLDS_WORDS && in->body[f->offset])
            return (const char *)in->body + f->offset;
    return NULL;
}

/* The length comes before the body, and is known only after it. */
static void put_body(struct bytes_out *out, const struct kind *kind, const uint8_t *body, size_t size,
                     const char *word)
{
    uint8_t *length = out->at;
    bytes_put_number(out, 0, 2);
    uint8_t *first = out->at;
    entry_pack(out, kind, body, size, word);
    if (!out->full) {
        length[0] = (uint8_t)(out->at - first);
        length[1] = (uint8_t)((out->at - first) >> 8);
    }
}

static bool get_body(struct bytes_in *in, const struct kind *kind, const char *word, uint8_t *body)
{
    struct bytes_in part = bytes_part(in, (size_t)bytes_get_number(in, 2));
    return !in->bad && entry_unpack(&part, kind, word, body);
}

const char *entry_text(const struct entry *e)
{
    return e->word == WORD_TOLD ? e->text : e->word == WORD_DELETED ? "" : NULL;
}

void entry_seal(struct bytes_out *out, const struct game *game, const struct entry *e)
{
    bytes_put_number(out, e->version, 2);
    bytes_put_number(out, e->in.by, 1);
    bytes_put_number(out, e->in.kind, 2);
    bytes_put_number(out, e->in.id, 4);
    bytes_put_number(out, e->in.seen, 4);
    bytes_put_number(out, (uint64_t)e->in.now_ms, 8);
    bytes_put_number(out, (e->word ? SAYS : 0u) | (e->equipped ? EQUIPPED : 0u), 1);
    if (e->word)
        bytes_put(out, e->hash, sizeof e->hash);
    if (e->equipped)
        bytes_put(out, e->material, sizeof e->material);
    put_body(out, &game->schema->commands[e->in.kind], e->in.body, game->schema->commands[e->in.kind].size,
             entry_text(e));
}

void entry_seal_event(struct bytes_out *out, const struct game *game, const struct entry *e,
                      const struct event *event)
{
    CHECK(event->at_ms == e->in.now_ms);
    bytes_put_number(out, event->kind, 2);
    bytes_put_number(out, event->to, 2);
    put_body(out, &game->schema->events[event->kind], event->body, event->size, entry_text(e));
}

bool entry_read(struct bytes_in *in, const struct game *game, struct entry *e)
{
    memset(&e->in, 0, sizeof e->in);
    e->version = (uint16_t)bytes_get_number(in, 2);
    e->in.by = (seat_t)bytes_get_number(in, 1);
    e->in.kind = (uint16_t)bytes_get_number(in, 2);
    e->in.id = (uint32_t)bytes_get_number(in, 4);
    e->in.seen = (seq_t)bytes_get_number(in, 4);
    e->in.now_ms = (int64_t)bytes_get_number(in, 8);
    unsigned with = (unsigned)bytes_get_number(in, 1);
    bool says = with & SAYS;
    if (says)
        bytes_get(in, e->hash, sizeof e->hash);
    e->equipped = with & EQUIPPED;
    if (e->equipped)
        bytes_get(in, e->material, sizeof e->material);
    if (in->bad || with > (SAYS | EQUIPPED) || says != (e->word != WORD_NONE) || e->in.by > SEAT_SERVER ||
        e->in.kind >= KINDS_MAX || !game->schema->commands[e->in.kind].fields)
        return false;
    return get_body(in, &game->schema->commands[e->in.kind], entry_text(e), e->in.body);
}

bool entry_read_event(struct bytes_in *in, const struct game *game, const struct entry *e, seq_t seq,
                      struct event *out)
{
    if (in->bad || in->at == in->end)
        return false;
    memset(out, 0, offsetof(struct event, body));
    out->at_ms = e->in.now_ms;
    out->seq = seq;
    out->kind = (uint16_t)bytes_get_number(in, 2);
    out->to = (seats_t)bytes_get_number(in, 2);
    if (in->bad || out->kind >= KINDS_MAX || !game->schema->events[out->kind].fields ||
        !get_body(in, &game->schema->events[out->kind], entry_text(e), out->body)) {
        in->bad = true;
        return false;
    }
    out->size = schema_bytes(&game->schema->events[out->kind], out->body);
    return true;
}
