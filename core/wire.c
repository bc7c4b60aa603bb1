/* core/wire.c -- writing JSON. */
#include "core/wire.h"

#include "core/check.h"
#include "core/pen.h"

static int64_t load(const struct field *f, const uint8_t *at)
{
    switch (f->scalar) {
    case T_i8:
        return (int8_t)*at;
    case T_u16: {
        uint16_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case T_i16: {
        int16_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case T_u32:
    case T_seats_t:
    case T_seq_t: {
        uint32_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case T_i32: {
        int32_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case T_i64: {
        int64_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    default:
        return *at;
    }
}

/* ---- values, into memory that is known to be large enough ----
 *
 * Each returns where the next goes.  value_most() says how much one may write;
 * the blocks of core/schema.h are copied whole, so there must be room for a
 * block more. */

static size_t value_most(const struct field *f)
{
    if (f->scalar == T_text)
        return 6u * f->size + 2; /* every byte as \u00xx, and quotes */
    return 21u * f->count + 2;   /* the longest number and a comma each, and brackets */
}

static const char pairs[201] = "0001020304050607080910111213141516171819"
                               "2021222324252627282930313233343536373839"
                               "4041424344454647484950515253545556575859"
                               "6061626364656667686970717273747576777879"
                               "8081828384858687888990919293949596979899";

/* One or two digits, without asking which. */
static inline char *put_below_100(char *at, unsigned value)
{
    memcpy(at, pairs + 2 * value + (value < 10), 2);
    return at + 1 + (value >= 10);
}

static char *put_number(char *at, int64_t value)
{
    uint64_t rest = (uint64_t)value;
    if (value < 0) {
        *at++ = '-';
        rest = 0 - rest;
    }
    if (rest < 100)
        return put_below_100(at, (unsigned)rest);
    uint64_t above = rest / 100;
    at = above < 100 ? put_below_100(at, (unsigned)above) : put_number(at, (int64_t)above);
    memcpy(at, pairs + 2 * (rest % 100), 2);
    return at + 2;
}

static char *put_text(char *at, const char *text, size_t room)
{
    static const char hex[] = "0123456789abcdef";
    *at++ = '"';
    for (size_t i = 0; i < room && text[i]; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ') {
            memcpy(at, "\\u00", 4);
            at[4] = hex[c >> 4];
            at[5] = hex[c & 15];
            at += 6;
            continue;
        }
        if (c == '"' || c == '\\')
            *at++ = '\\';
        *at++ = (char)c;
    }
    *at++ = '"';
    return at;
}

static char *put_list(char *at, const struct field *f, const uint8_t *value)
{
    uint16_t one = (uint16_t)(f->size / f->count);
    *at++ = '[';
    for (int i = 0; i < f->count; i++) {
        at = put_number(at, load(f, value + i * one));
        *at++ = ',';
    }
    at[-1] = ']';
    return at;
}

static inline char *put_byte(char *at, uint8_t value)
{
    return value < 100 ? put_below_100(at, value) : put_number(at, value);
}

static inline char *put_label(char *at, const struct field *f, uint8_t value)
{
    const struct label *label = &f->labels[value < f->label_count ? value : 0];
    memcpy(at, label->text, LABEL_BLOCK);
    return at + label->size;
}

static inline char *put_value(char *at, const struct field *f, const uint8_t *value)
{
    switch (f->form) {
    case FORM_BYTE:
        return put_byte(at, *value);
    case FORM_PICK:
        return put_label(at, f, *value);
    case FORM_FLAG:
        memcpy(at, *value ? "true " : "false", 5);
        return at + (*value ? 4 : 5);
    case FORM_LIST:
        return put_list(at, f, value);
    case FORM_TEXT:
        return put_text(at, (const char *)value, f->size);
    default:
        return put_number(at, load(f, value));
    }
}

static inline char *put_key(char *at, const struct field *f)
{
    memcpy(at, f->key, KEY_BLOCK);
    return at + f->key_size;
}

static inline char *put_tag(char *at, const struct kind *kind)
{
    memcpy(at, kind->tag, TAG_BLOCK);
    return at + kind->tag_size;
}

static char *put_fields(char *at, const struct kind *kind, const uint8_t *body, bool inside)
{
    for (const struct field *f = kind->fields(); f->name; f++)
        if (see_field(f, inside))
            at = put_value(put_key(at, f), f, body + f->offset);
    *at++ = '}';
    *at = 0;
    return at;
}

static char *put_head(char *at, const struct event *e, const struct kind *kind)
{
    memcpy(at, "{\"n\":", 5);
    at = put_number(at + 5, e->seq);
    memcpy(at, ",\"at\":", 6);
    at = put_number(at + 6, e->at_ms);
    return put_tag(at, kind);
}

size_t wire_most(const struct kind *kind)
{
    size_t most = 64 + TAG_BLOCK + KEY_BLOCK; /* the head, and a block more */
    for (const struct field *f = kind->fields(); f->name; f++)
        most += f->key_size + value_most(f);
    return most;
}

/* Messages are short of WIRE_MAX (a test proves it by wire_most()), so they are
 * written there without looking; a smaller `out` gets a copy if it fits. */
static size_t hand_over(const char *message, size_t size, char *out, size_t max)
{
    if (message == out)
        return size;
    if (size >= max)
        return 0;
    memcpy(out, message, size + 1);
    return size;
}

size_t wire_write_seen(const struct schema *schema, const struct seen *seen, char *out, size_t max)
{
    char local[WIRE_MAX], *start = max >= WIRE_MAX ? out : local;
    const struct kind *kind = &schema->events[seen->event.kind];
    char *at = put_head(start, &seen->event, kind);
    at = put_fields(at, kind, seen->event.body, seen->inside);
    return hand_over(start, (size_t)(at - start), out, max);
}

size_t wire_write_event(const struct schema *schema, const struct event *event, char *out, size_t max)
{
    char local[WIRE_MAX], *start = max >= WIRE_MAX ? out : local;
    const struct kind *kind = &schema->events[event->kind];
    char *at = put_head(start, event, kind);
    memcpy(at, ",\"to\":", 6);
    at = put_fields(put_number(at + 6, event->to), kind, event->body, true);
    return hand_over(start, (size_t)(at - start), out, max);
}

size_t wire_write_input(const struct schema *schema, const struct input *in, char *out, size_t max)
{
    char local[WIRE_MAX], *start = max >= WIRE_MAX ? out : local;
    const struct kind *kind = &schema->commands[in->kind];
    memcpy(start, "{\"id\":", 6);
    char *at = put_number(start + 6, in->id);
    memcpy(at, ",\"seen\":", 8);
    at = put_tag(put_number(at + 8, in->seen), kind);
    at = put_fields(at, kind, in->body, true);
    return hand_over(start, (size_t)(at - start), out, max);
}

/* ---- records: any size, so every value is looked at ---- */

static void write_record(struct pen *p, const struct field *f, const uint8_t *record)
{
    char value[WIRE_MAX];
    pen_char(p, '{');
    for (const struct field *first = f; f->name; f++) {
        pen_bytes(p, f->key + (f == first), (size_t)(f->key_size - (f == first)));
        if (!f->part) {
            CHECK(value_most(f) + LABEL_BLOCK <= sizeof value);
            pen_bytes(p, value, (size_t)(put_value(value, f, record + f->offset) - value));
            continue;
        }
        if (f->count > 1)
            pen_char(p, '[');
        for (int i = 0; i < f->count; i++) {
            if (i)
                pen_char(p, ',');
            write_record(p, f->part(), record + f->offset + i * (f->size / f->count));
        }
        if (f->count > 1)
            pen_char(p, ']');
    }
    pen_char(p, '}');
}

size_t wire_write_record(const struct field *fields, const void *record, char *out, size_t max)
{
    struct pen p = pen_on(out, max);
    write_record(&p, fields, record);
    size_t size = pen_done(&p, out);
    return p.full ? 0 : size;
}
