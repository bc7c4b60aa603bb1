/* core/wire_read.c -- reading JSON: exactly one flat object of known fields. */
#include "core/pen.h"
#include "core/utf8.h"
#include "core/wire.h"

enum { WORD_MAX = 48 }; /* a key or a label; no name in a .def is longer */

struct reader {
    const char *at, *end;
    struct complaint *why;
};

static bool complain(struct reader *r, const char *what, const char *about)
{
    struct pen p = pen_on(r->why->text, sizeof r->why->text);
    r->why->line = 0;
    pen_text(&p, what);
    pen_text(&p, about);
    pen_done(&p, r->why->text);
    return false;
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(struct reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool take_word(struct reader *r, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size))
        return false;
    r->at += size;
    return true;
}

/* Four hexadecimal digits; -1 if they are not there. */
static int32_t read_hex(struct reader *r)
{
    int32_t value = 0;
    if (r->end - r->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* What follows a backslash, as a code point; -1 if it is none. */
static int32_t read_escape(struct reader *r)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : 0;
    if (c != 'u') {
        const char *found = c ? memchr(letters, c, sizeof letters - 1) : NULL;
        return found ? means[found - letters] : -1;
    }
    int32_t code = read_hex(r);
    if (code >= 0xd800 && code <= 0xdbff) {
        if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
            return -1;
        r->at += 2;
        int32_t low = read_hex(r);
        return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00)) : -1;
    }
    return code >= 0xdc00 && code <= 0xdfff ? -1 : code;
}

/* A string without control characters, into `room` bytes with a closing zero. */
static bool read_string(struct reader *r, char *out, size_t room, const char *about)
{
    struct pen p = pen_on(out, room);
    if (!take(r, '"'))
        return complain(r, "text in quotes is missing: ", about);
    for (;;) {
        if (r->at == r->end)
            return complain(r, "the closing quotes are missing: ", about);
        if (*r->at == '"')
            break;
        bool plain = *r->at != '\\';
        r->at += !plain;
        int32_t code = plain ? utf8_read(&r->at, r->end) : read_escape(r);
        if (code < 0)
            return complain(r, "not a valid character: ", about);
        if (utf8_is_control(code))
            return complain(r, "a control character in a text: ", about);
        pen_character(&p, code);
    }
    r->at++;
    pen_done(&p, out);
    return p.full ? complain(r, "too long: ", about) : true;
}

static bool read_number(struct reader *r, int64_t least, int64_t most, int64_t *out, const char *about)
{
    skip_blanks(r);
    bool negative = r->at < r->end && *r->at == '-';
    const char *digits = r->at += negative;
    uint64_t value = 0;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        unsigned digit = (unsigned)(*r->at++ - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return complain(r, "number too large: ", about);
        value = value * 10 + digit;
    }
    bool leading_zero = r->at - digits > 1 && *digits == '0';
    bool goes_on = r->at < r->end && (*r->at == '.' || *r->at == 'e' || *r->at == 'E');
    if (r->at == digits || leading_zero || goes_on)
        return complain(r, "not a whole number: ", about);
    uint64_t limit = negative ? 0 - (uint64_t)least : (uint64_t)most;
    if (value > limit || (negative && least >= 0 && value))
        return complain(r, "out of range: ", about);
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

struct wire_bounds wire_bounds(const struct field *f)
{
    static const struct wire_bounds of[] = {
        [T_u8] = {0, UINT8_MAX},
        [T_u16] = {0, UINT16_MAX},
        [T_u32] = {0, UINT32_MAX},
        [T_i8] = {INT8_MIN, INT8_MAX},
        [T_i16] = {INT16_MIN, INT16_MAX},
        [T_i32] = {INT32_MIN, INT32_MAX},
        [T_i64] = {-WIRE_NUMBER_MAX, WIRE_NUMBER_MAX},
        [T_flag] = {0, 1},
        [T_seat_t] = {0, SEATS_MAX},
        [T_seats_t] = {0, (2 << SEATS_MAX) - 1},
        [T_seq_t] = {0, UINT32_MAX},
        [T_text] = {0, 0},
    };
    struct wire_bounds in = of[f->scalar];
    if (f->holds == HOLDS_PICKS)
        in.most = f->label_count - 1;
    return in;
}

static void keep(uint8_t *at, size_t size, int64_t value)
{
    uint64_t bits = (uint64_t)value;
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    switch (size) {
    case 1:
        memcpy(at, &b1, 1);
        break;
    case 2:
        memcpy(at, &b2, 2);
        break;
    case 4:
        memcpy(at, &b4, 4);
        break;
    default:
        memcpy(at, &bits, 8);
    }
}

static bool read_list(struct reader *r, const struct field *f, uint8_t *at)
{
    size_t one = (size_t)f->size / f->count;
    struct wire_bounds in = wire_bounds(f);
    int64_t value;
    if (!take(r, '['))
        return complain(r, "a list is missing: ", f->name);
    for (int i = 0; i < f->count; i++) {
        if (i && !take(r, ','))
            return complain(r, "list too short: ", f->name);
        if (!read_number(r, in.least, in.most, &value, f->name))
            return false;
        keep(at + (size_t)i * one, one, value);
    }
    return take(r, ']') ? true : complain(r, "list too long: ", f->name);
}

static bool read_pick(struct reader *r, const struct field *f, uint8_t *at)
{
    char word[WORD_MAX];
    skip_blanks(r);
    *at = 0;
    if (take_word(r, "null"))
        return true;
    if (!read_string(r, word, sizeof word, f->name))
        return false;
    for (uint8_t i = 1; i < f->label_count; i++)
        if (strlen(word) + 2u == f->labels[i].size &&
            !memcmp(word, f->labels[i].text + 1, f->labels[i].size - 2u)) {
            *at = i;
            return true;
        }
    return complain(r, "no such choice: ", f->name);
}

static bool read_value(struct reader *r, const struct field *f, uint8_t *at)
{
    int64_t value;
    if (f->scalar == T_text)
        return read_string(r, (char *)at, f->size, f->name);
    if (f->form == FORM_LIST)
        return read_list(r, f, at);
    if (f->form == FORM_PICK)
        return read_pick(r, f, at);
    skip_blanks(r);
    if (f->scalar == T_flag) {
        *at = take_word(r, "true");
        return *at || take_word(r, "false") ? true : complain(r, "neither true nor false: ", f->name);
    }
    struct wire_bounds in = wire_bounds(f);
    if (!read_number(r, in.least, in.most, &value, f->name))
        return false;
    keep(at, f->size, value);
    return true;
}

/* What is around the fields of a command or event. */
struct head {
    const char *name[3]; /* of numbers; NULL: there is none */
    int64_t most[3], value[3];
    unsigned found; /* bits */
    char tag[WORD_MAX];
    bool tagged;
};

/* First pass: the head and the tag, in whatever order; second: the fields. */
static bool read_object(struct reader *r, struct head *head, const struct kind *kind, uint8_t *body,
                        uint64_t *found);

static bool skip_value(struct reader *r)
{
    /* Only values that the second pass will judge again: find where it ends. */
    int depth = 0;
    bool quoted = false;
    skip_blanks(r);
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (quoted) {
            if (c == '\\' && r->at + 1 < r->end)
                r->at++;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[') {
            depth++;
        } else if (depth == 0 && (c == ',' || c == '}')) {
            return true;
        } else if (c == ']') {
            depth--;
        }
    }
    return complain(r, "the object is not closed", "");
}

static bool read_head_value(struct reader *r, struct head *head, const char *key, bool *known)
{
    *known = true;
    if (!strcmp(key, "t")) {
        if (head->tagged)
            return complain(r, "given twice: ", key);
        head->tagged = true;
        return read_string(r, head->tag, sizeof head->tag, key);
    }
    for (int i = 0; i < 3 && head->name[i]; i++) {
        if (strcmp(key, head->name[i]))
            continue;
        if (head->found >> i & 1)
            return complain(r, "given twice: ", key);
        head->found |= 1u << i;
        return read_number(r, 0, head->most[i], &head->value[i], key);
    }
    *known = false;
    return true;
}

static bool read_field(struct reader *r, const struct kind *kind, const char *key, uint8_t *body,
                       uint64_t *found)
{
    const struct field *f = kind->fields();
    for (int i = 0; f->name; f++, i++) {
        if (strcmp(key, f->name))
            continue;
        if (*found >> i & 1)
            return complain(r, "given twice: ", f->name);
        *found |= (uint64_t)1 << i;
        return read_value(r, f, body + f->offset);
    }
    return complain(r, "there is no such field: ", key);
}

static bool read_object(struct reader *r, struct head *head, const struct kind *kind, uint8_t *body,
                        uint64_t *found)
{
    char key[WORD_MAX];
    if (!take(r, '{'))
        return complain(r, "not a JSON object", "");
    for (bool first = true; !take(r, '}'); first = false) {
        bool known;
        if (!first && !take(r, ','))
            return complain(r, "a comma or the end of the object is missing", "");
        if (!read_string(r, key, sizeof key, "key") || !take(r, ':'))
            return complain(r, "a key and a colon are missing", "");
        const char *value = r->at;
        if (!read_head_value(r, head, key, &known))
            return false;
        if (known)
            continue;
        r->at = value;
        if (!(kind ? read_field(r, kind, key, body, found) : skip_value(r)))
            return false;
    }
    skip_blanks(r);
    return r->at == r->end ? true : complain(r, "more than one object", "");
}

static uint16_t read_message(struct reader *r, const struct kind *kinds, struct head *head, uint8_t *body,
                             uint64_t *found)
{
    const char *start = r->at;
    if (!read_object(r, head, NULL, NULL, NULL))
        return 0;
    uint16_t id = head->tagged ? schema_find(kinds, head->tag, strlen(head->tag)) : 0;
    if (!id) {
        complain(r, "no such kind of message: ", head->tag);
        return 0;
    }
    memset(body, 0, kinds[id].size);
    r->at = start;
    head->found = 0;
    head->tagged = false;
    return read_object(r, head, &kinds[id], body, found) ? id : 0;
}

/* What everybody is shown must be there, and what only some are, all or none of it. */
static bool complete(struct reader *r, const struct kind *kind, uint64_t found, bool *inside)
{
    uint64_t secret = 0;
    int i = 0;
    for (const struct field *f = kind->fields(); f->name; f++, i++) {
        if (!see_field(f, false))
            secret |= (uint64_t)1 << i;
        else if (!(found >> i & 1))
            return complain(r, "a field is missing: ", f->name);
    }
    *inside = secret && (found & secret) == secret;
    return !(found & secret) || *inside ? true : complain(r, "only part of a secret is given", "");
}

static bool read_event(const struct schema *schema, const char *text, size_t size, bool record,
                       struct event *out, bool *inside, struct complaint *why)
{
    struct reader r = {text, text + size, why};
    struct head head = {.name = {"n", "at", record ? "to" : NULL},
                        .most = {UINT32_MAX, WIRE_NUMBER_MAX, (2 << SEATS_MAX) - 1}};
    uint64_t found = 0;
    uint16_t id = read_message(&r, schema->events, &head, out->body, &found);
    if (!id)
        return false;
    if (head.found != (record ? 7u : 3u))
        return complain(&r, record ? "n, at or to is missing" : "n or at is missing", "");
    out->kind = id;
    out->size = schema_bytes(&schema->events[id], out->body);
    out->zero = 0;
    out->seq = (seq_t)head.value[0];
    out->at_ms = head.value[1];
    out->to = (seats_t)head.value[2];
    return complete(&r, &schema->events[id], found, inside);
}

bool wire_read_seen(const struct schema *schema, const char *text, size_t size, struct seen *out,
                    struct complaint *why)
{
    return read_event(schema, text, size, false, &out->event, &out->inside, why);
}

bool wire_read_event(const struct schema *schema, const char *text, size_t size, struct event *out,
                     struct complaint *why)
{
    bool inside = false;
    if (!read_event(schema, text, size, true, out, &inside, why))
        return false;
    for (const struct field *f = schema->events[out->kind].fields(); f->name; f++)
        if (!see_field(f, inside)) {
            struct reader r = {text, text, why};
            return complain(&r, "a record tells everything, but this is missing: ", f->name);
        }
    return true;
}

bool wire_read_input(const struct schema *schema, const char *text, size_t size, struct input *out,
                     struct complaint *why)
{
    struct reader r = {text, text + size, why};
    struct head head = {.name = {"id", "seen"}, .most = {UINT32_MAX, UINT32_MAX}};
    uint64_t found = 0;
    memset(out, 0, offsetof(struct input, body));
    out->kind = read_message(&r, schema->commands, &head, out->body, &found);
    out->id = (uint32_t)head.value[0];
    out->seen = (seq_t)head.value[1];
    return out->kind != 0;
}
