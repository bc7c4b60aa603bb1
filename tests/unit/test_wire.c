/* tests/unit/test_wire.c -- the codec (core/wire.h) against jansson: both ways, at every bound, and for junk.
 *
 * jansson is the judge of what JSON is; the tables of core/schema.h say what belongs in an object. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/dice.h"
#include "core/refusal.h"
#include "core/wire.h"

#define DEF "tests/unit/test_wire.def"
#define SCHEMA every_schema
#include "core/def_types.h"

#include "core/def_tables.h"

/* ---- everything there is to write, at random ---- */

static const uint64_t key[2] = {2026, 1};
static uint64_t rolls;

static uint32_t below(uint32_t limit)
{
    return dice_below(key, rolls++, limit);
}

static void random_text(char *out, size_t room)
{
    static const char *const characters[] = {"a",
                                             "Z",
                                             " ",
                                             "\"",
                                             "\\",
                                             "/",
                                             "{",
                                             "\xc3\xa9",
                                             "\xc2\xa0",
                                             "\xe2\x82\xac",
                                             "\xed\x9f\xbf",
                                             "\xef\xbf\xbd",
                                             "\xf0\x9f\x98\x80",
                                             "\xf4\x8f\xbf\xbf"};
    size_t used = 0, wanted = below((uint32_t)room);
    memset(out, 0, room);
    for (;;) {
        const char *c = characters[below(sizeof characters / sizeof *characters)];
        if (used + strlen(c) > wanted)
            return;
        memcpy(out + used, c, strlen(c));
        used += strlen(c);
    }
}

static void limits_of(const struct field *f, int64_t *least, int64_t *most)
{
    static const int64_t of[][2] = {
        [T_u8] = {0, 255},
        [T_u16] = {0, 65535},
        [T_u32] = {0, 4294967295},
        [T_i8] = {-128, 127},
        [T_i16] = {-32768, 32767},
        [T_i32] = {-2147483648, 2147483647},
        [T_i64] = {-9007199254740991, 9007199254740991},
        [T_flag] = {0, 1},
        [T_seat_t] = {0, 12},
        [T_seats_t] = {0, 8191},
        [T_seq_t] = {0, 4294967295},
    };
    *least = of[f->scalar][0];
    *most = f->holds == HOLDS_PICKS ? f->label_count - 1 : of[f->scalar][1];
}

static int64_t random_number(const struct field *f)
{
    int64_t least, most;
    limits_of(f, &least, &most);
    uint64_t span = (uint64_t)(most - least), any = dice_number(key, rolls++);
    switch (below(4)) {
    case 0:
        return below(2) ? least : most;
    case 1:
        return least < 0 && below(2) ? -(int64_t)below(100)
                                     : (int64_t)below(most < 100 ? (uint32_t)most + 1 : 100);
    default:
        return least + (int64_t)(any % (span + 1));
    }
}

static void keep_number(uint8_t *at, size_t size, int64_t value)
{
    memcpy(at, &value, size); /* little-endian, as everywhere */
}

static int64_t load_number(const struct field *f, const uint8_t *at, size_t size)
{
    int64_t value = 0, least, most;
    memcpy(&value, at, size);
    limits_of(f, &least, &most);
    if (least < 0 && size < sizeof value)
        value = (int64_t)((uint64_t)value << (64 - 8 * size)) >> (64 - 8 * size);
    return value;
}

static void random_body(const struct kind *kind, uint8_t *body)
{
    memset(body, 0, BODY_MAX);
    for (const struct field *f = kind->fields(); f->name; f++) {
        size_t one = (size_t)f->size / f->count;
        if (f->scalar == T_text)
            random_text((char *)body + f->offset, f->size);
        else if (f->form == FORM_PICK)
            body[f->offset] = (uint8_t)below(f->label_count);
        else
            for (size_t i = 0; i < f->count; i++)
                keep_number(body + f->offset + i * one, one, random_number(f));
    }
}

/* ---- what jansson should see ---- */

static json_t *json_field(const struct field *f, const uint8_t *at)
{
    size_t one = (size_t)f->size / f->count;
    if (f->scalar == T_text)
        return json_string((const char *)at);
    if (f->count > 1) {
        json_t *list = json_array();
        for (size_t i = 0; i < f->count; i++)
            json_array_append_new(list, json_integer(load_number(f, at + i * one, one)));
        return list;
    }
    if (f->form == FORM_PICK && *at == 0)
        return json_null();
    if (f->form == FORM_PICK)
        return json_stringn(f->labels[*at].text + 1, f->labels[*at].size - 2u);
    return f->scalar == T_flag ? json_boolean(*at) : json_integer(load_number(f, at, one));
}

static void add_fields(json_t *object, const struct kind *kind, const uint8_t *body, bool inside)
{
    json_object_set_new(object, "t", json_string(kind->name));
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->sight == SIGHT_ALL || inside)
            json_object_set_new(object, f->name, json_field(f, body + f->offset));
}

static json_t *json_event(const struct schema *schema, const struct event *e, bool record, bool inside)
{
    json_t *object = json_object();
    json_object_set_new(object, "n", json_integer(e->seq));
    json_object_set_new(object, "at", json_integer(e->at_ms));
    if (record)
        json_object_set_new(object, "to", json_integer(e->to));
    add_fields(object, &schema->events[e->kind], e->body, inside);
    return object;
}

static json_t *json_input(const struct schema *schema, const struct input *in)
{
    json_t *object = json_object();
    json_object_set_new(object, "id", json_integer(in->id));
    json_object_set_new(object, "seen", json_integer(in->seen));
    add_fields(object, &schema->commands[in->kind], in->body, true);
    return object;
}

static void assert_written(const char *text, size_t size, json_t *expected)
{
    json_error_t error;
    assert_int_equal(strlen(text), size);
    json_t *read = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!read)
        fail_msg("%s: %s", error.text, text);
    if (!json_equal(read, expected))
        fail_msg("not what was meant: %s", text);
    json_decref(read);
    json_decref(expected);
}

/* ---- the same work for each kind of message, of each game ---- */

enum message { SEEN_INSIDE, SEEN_OUTSIDE, RECORDED, ASKED, MESSAGES };

static struct event random_event(const struct schema *schema, uint16_t kind)
{
    struct event e = {
        .at_ms = (int64_t)(dice_number(key, rolls++) >> 11), .seq = below(UINT32_MAX), .to = below(8192)};
    e.kind = kind;
    random_body(&schema->events[kind], e.body);
    e.size = schema_bytes(&schema->events[kind], e.body);
    return e;
}

static struct input random_input(const struct schema *schema, uint16_t kind)
{
    struct input in = {.id = below(UINT32_MAX), .seen = below(UINT32_MAX), .kind = kind};
    random_body(&schema->commands[kind], in.body);
    return in;
}

static bool has_secret(const struct kind *kind)
{
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->sight == SIGHT_TO)
            return true;
    return false;
}

struct sample {
    const struct schema *schema;
    enum message message;
    struct seen seen; /* of an event */
    struct input in;
    char text[WIRE_MAX];
    size_t size;
};

/* The JSON that the sample stands for. */
static json_t *sample_json(const struct sample *s)
{
    if (s->message == ASKED)
        return json_input(s->schema, &s->in);
    return json_event(s->schema, &s->seen.event, s->message == RECORDED,
                      s->message == RECORDED || s->seen.inside);
}

static bool make_sample(struct sample *s, const struct schema *schema, enum message message, uint16_t kind)
{
    s->schema = schema;
    s->message = message;
    if (!(message == ASKED ? schema->commands : schema->events)[kind].fields)
        return false;
    if (message == ASKED) {
        s->in = random_input(schema, kind);
        s->size = wire_write_input(schema, &s->in, s->text, sizeof s->text);
    } else if (message == RECORDED) {
        s->seen.event = random_event(schema, kind);
        s->size = wire_write_event(schema, &s->seen.event, s->text, sizeof s->text);
    } else {
        struct event e = random_event(schema, kind);
        if (!see(schema, &e, message == SEEN_INSIDE, &s->seen))
            return false;
        /* Where nothing is secret, nobody can tell from outside. */
        s->seen.inside = s->seen.inside && has_secret(&schema->events[kind]);
        s->size = wire_write_seen(schema, &s->seen, s->text, sizeof s->text);
    }
    return true;
}

/* Reads the text as the sample's kind of message; the result replaces the sample's. */
static bool read_sample(struct sample *s, const char *text, size_t size, struct complaint *why)
{
    if (s->message == ASKED)
        return wire_read_input(s->schema, text, size, &s->in, why);
    if (s->message == RECORDED)
        return wire_read_event(s->schema, text, size, &s->seen.event, why);
    return wire_read_seen(s->schema, text, size, &s->seen, why);
}

static void assert_same(const struct sample *a, const struct sample *b)
{
    if (a->message == ASKED) {
        assert_int_equal(a->in.kind, b->in.kind);
        assert_int_equal(a->in.id, b->in.id);
        assert_int_equal(a->in.seen, b->in.seen);
        assert_memory_equal(a->in.body, b->in.body, a->schema->commands[a->in.kind].size);
        return;
    }
    const struct event *x = &a->seen.event, *y = &b->seen.event;
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->seq, y->seq);
    assert_int_equal(x->at_ms, y->at_ms);
    assert_int_equal(x->to, y->to);
    assert_int_equal(x->size, y->size);
    assert_memory_equal(x->body, y->body, x->size);
    if (a->message != RECORDED)
        assert_int_equal(a->seen.inside, b->seen.inside);
}

static void with_every_kind(int times, void (*work)(struct sample *))
{
    static struct sample s;
    for (int g = -1; g < 0 || games[g]; g++)
        for (int m = 0; m < MESSAGES; m++)
            for (uint16_t kind = 0; kind < KINDS_MAX; kind++) {
                const struct schema *schema = g < 0 ? &every_schema : games[g]->schema;
                for (int i = 0; i < times && make_sample(&s, schema, (enum message)m, kind); i++)
                    work(&s);
            }
}

/* ---- writing ---- */

static void check_written(struct sample *s)
{
    assert_written(s->text, s->size, sample_json(s));
}

static void writes_what_jansson_reads(void **unused)
{
    (void)unused;
    with_every_kind(200, check_written);
}

/* At every size of the memory given: the whole text, or nothing; and not a byte beyond. */
static void check_room(struct sample *s)
{
    static char room[WIRE_MAX + 1];
    for (size_t max = 1; max <= s->size + 100 && max < sizeof room; max++) {
        memset(room, '~', sizeof room);
        size_t size = s->message == ASKED      ? wire_write_input(s->schema, &s->in, room, max)
                      : s->message == RECORDED ? wire_write_event(s->schema, &s->seen.event, room, max)
                                               : wire_write_seen(s->schema, &s->seen, room, max);
        assert_int_equal(room[max], '~');
        assert_true(size == 0 || (size == s->size && size < max && !memcmp(room, s->text, size + 1)));
    }
}

static void never_writes_beyond(void **unused)
{
    (void)unused;
    with_every_kind(2, check_room);
}

static void longest_fits(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (uint16_t kind = 0; kind < KINDS_MAX; kind++) {
            struct sample s;
            const struct kind *asked = &games[i]->schema->commands[kind];
            const struct kind *happens = &games[i]->schema->events[kind];
            if (asked->fields)
                assert_in_range(wire_most(asked), 1, WIRE_MAX - 1);
            if (!happens->fields)
                continue;
            assert_in_range(wire_most(happens), 1, WIRE_MAX - 1); /* else the next lines write beyond */
            struct event e = {.at_ms = WIRE_NUMBER_MAX, .seq = UINT32_MAX, .to = 8191, .kind = kind};
            for (const struct field *f = happens->fields(); f->name; f++)
                memset(e.body + f->offset,
                       f->scalar == T_text    ? '"'
                       : f->form == FORM_PICK ? 1
                                              : 0x80,
                       f->size);
            size_t size = wire_write_event(games[i]->schema, &e, s.text, sizeof s.text);
            assert_in_range(size, 1, wire_most(happens));
        }
}

static void hidden_is_left_out(void **unused)
{
    struct event e = {
        .at_ms = 5, .seq = 9, .to = SEAT(2), .kind = EV_card_dealt, .size = sizeof(struct card_dealt)};
    struct seen seen;
    char text[WIRE_MAX];
    (void)unused;
    memcpy(e.body, &(struct card_dealt){.seat = 2, .card = 77, .hand = {1, 2, 3}}, e.size);
    assert_true(see(&every_schema, &e, false, &seen));
    wire_write_seen(&every_schema, &seen, text, sizeof text);
    assert_string_equal(text, "{\"n\":9,\"at\":5,\"t\":\"card_dealt\",\"seat\":2}");
    assert_true(see(&every_schema, &e, true, &seen));
    wire_write_seen(&every_schema, &seen, text, sizeof text);
    assert_string_equal(text,
                        "{\"n\":9,\"at\":5,\"t\":\"card_dealt\",\"seat\":2,\"card\":77,\"hand\":[1,2,3]}");
    wire_write_event(&every_schema, &e, text, sizeof text);
    assert_string_equal(
        text, "{\"n\":9,\"at\":5,\"t\":\"card_dealt\",\"to\":4,\"seat\":2,\"card\":77,\"hand\":[1,2,3]}");
    e.kind = EV_whispered;
    e.size = sizeof(struct whispered);
    assert_false(see(&every_schema, &e, false, &seen));
}

static void escapes_control_characters(void **unused)
{
    struct event e = {.kind = EV_whispered, .size = sizeof(struct whispered)};
    char text[WIRE_MAX];
    (void)unused;
    memcpy(e.body, "\x01\t\n\x1f\"\\", 6);
    size_t size = wire_write_event(&every_schema, &e, text, sizeof text);
    assert_written(text, size, json_event(&every_schema, &e, true, true));
}

static void writes_a_state(void **unused)
{
    char text[WIRE_MAX];
    struct state s;
    (void)unused;
    memset(&s, 0, sizeof s);
    s.time_ms = -7;
    s.part.colour = colour_dark_green;
    s.parts[1].depth = -300;
    s.list[2] = 65535;
    memcpy(s.text, "a\"b", 3);
    json_t *expected = json_pack("{s:i s:{s:i s:s} s:[{s:i s:n} {s:i s:n}] s:[i i i] s:s}", "time_ms", -7,
                                 "part", "depth", 0, "colour", "dark_green", "parts", "depth", 0, "colour",
                                 "depth", -300, "colour", "list", 0, 0, 65535, "text", "a\"b");
    size_t size = wire_write_record(every_schema.state(), &s, text, sizeof text);
    assert_written(text, size, expected);
    assert_int_equal(wire_write_record(every_schema.state(), &s, text, size), 0);
}

/* ---- reading ---- */

/* As another program would write it: keys in any order, blanks anywhere, characters escaped. */
static char *disguised(json_t *object)
{
    static const size_t styles[] = {0,
                                    JSON_COMPACT,
                                    JSON_INDENT(3),
                                    JSON_ENSURE_ASCII,
                                    JSON_ESCAPE_SLASH,
                                    JSON_ENSURE_ASCII | JSON_INDENT(1) | JSON_ESCAPE_SLASH};
    json_t *shuffled = json_object(), *left = json_copy(object);
    while (json_object_size(left)) {
        uint32_t pick = below((uint32_t)json_object_size(left));
        void *at = json_object_iter(left);
        while (pick--)
            at = json_object_iter_next(left, at);
        char name[64];
        snprintf(name, sizeof name, "%s", json_object_iter_key(at));
        json_object_set(shuffled, name, json_object_iter_value(at));
        json_object_del(left, name);
    }
    char *text = json_dumps(shuffled, styles[below(sizeof styles / sizeof *styles)]);
    json_decref(shuffled);
    json_decref(left);
    json_decref(object);
    return text;
}

static void check_read(struct sample *s)
{
    static struct sample read;
    struct complaint why;
    char *text = disguised(sample_json(s));
    read = *s;
    memset(&read.seen, 0x55, sizeof read.seen);
    memset(&read.in, 0x55, sizeof read.in);
    if (!read_sample(&read, text, strlen(text), &why))
        fail_msg("%s: %s", why.text, text);
    assert_same(s, &read);
    free(text);
}

static void reads_what_jansson_writes(void **unused)
{
    (void)unused;
    with_every_kind(100, check_read);
}

static void check_prefixes(struct sample *s)
{
    static struct sample read;
    struct complaint why;
    read = *s;
    for (size_t size = 0; size < s->size; size++) {
        memset(why.text, 0, sizeof why.text);
        assert_false(read_sample(&read, s->text, size, &why));
        assert_true(why.text[0]);
    }
}

static void refuses_every_beginning(void **unused)
{
    (void)unused;
    with_every_kind(3, check_prefixes);
}

static void mutate(char *text, size_t *size, size_t room)
{
    static const char interesting[] = "{}[]\",:\\0129-+.eEtrufalsn \t\n\x7f\x80\xc3\xff";
    size_t at = *size ? below((uint32_t)*size) : 0, length = 1 + below(8);
    switch (below(6)) {
    case 0: /* change a byte */
        text[at] = (char)below(256);
        break;
    case 1:
        text[at] = interesting[below(sizeof interesting)];
        break;
    case 2: /* take some out */
        length = length < *size - at ? length : *size - at;
        memmove(text + at, text + at + length, *size - at - length);
        *size -= length;
        break;
    case 3: /* put one in */
        if (*size + 1 < room) {
            memmove(text + at + 1, text + at, *size - at);
            text[at] = interesting[below(sizeof interesting)];
            *size += 1;
        }
        break;
    case 4: { /* repeat a part somewhere */
        size_t from = below((uint32_t)*size), part = below((uint32_t)(*size - from) + 1);
        char copy[WIRE_MAX];
        if (*size + part < room) {
            memcpy(copy, text + from, part);
            memmove(text + at + part, text + at, *size - at);
            memcpy(text + at, copy, part);
            *size += part;
        }
        break;
    }
    default: /* change a digit */
        for (size_t i = at; i < *size; i++)
            if (text[i] >= '0' && text[i] <= '9') {
                text[i] = (char)('0' + below(10));
                break;
            }
    }
}

/* What we took must be JSON, and every value of it must be what we took it for. */
static void check_taken(const struct sample *read, const char *text, size_t size, json_t *object)
{
    json_t *meant = sample_json(read), *value;
    const char *name;
    if (!object)
        fail_msg("taken, but jansson says that it is not JSON: %.*s", (int)size, text);
    json_object_foreach(object, name, value)
    {
        if (!json_equal(value, json_object_get(meant, name)))
            fail_msg("%s is taken for something else: %.*s", name, (int)size, text);
    }
    json_decref(meant);
}

static int taken, refused;

static void check_mutations(struct sample *s)
{
    static struct sample read;
    struct complaint why;
    char text[WIRE_MAX];
    size_t size = s->size;
    read = *s;
    memcpy(text, s->text, size);
    for (uint32_t changes = 1 + below(3); changes && size; changes--)
        mutate(text, &size, sizeof text);
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    if (read_sample(&read, text, size, &why)) {
        check_taken(&read, text, size, object);
        taken++;
    } else {
        refused++;
    }
    json_decref(object);
}

static void agrees_on_junk(void **unused)
{
    (void)unused;
    taken = refused = 0;
    with_every_kind(1500, check_mutations);
    assert_true(taken > 1000 && refused > 1000); /* else it proves nothing */
}

/* ---- by hand: one text, one answer ---- */

#define EVERYTHING                                                                                           \
    "\"i64_\":1,\"u32_\":1,\"i32_\":1,\"seats_\":1,\"seq_\":1,\"u16_\":1,\"i16_\":1,\"u8_\":1,\"i8_\":1,"    \
    "\"flag_\":true,\"seat_\":1,\"pick_\":\"red\",\"list_\":[1,2,3],\"text_\":\"x\""

static bool reads_command(const char *text, struct input *in, struct complaint *why)
{
    return wire_read_input(&every_schema, text, strlen(text), in, why);
}

static void takes(const char *field, const char *value)
{
    struct input in;
    struct complaint why;
    char text[WIRE_MAX];
    snprintf(text, sizeof text, "{\"id\":1,\"seen\":2,\"t\":\"try_everything\",\"%s\":%s}", field, value);
    if (!reads_command(text, &in, &why))
        fail_msg("%s: %s", why.text, text);
}

static void refuses(const char *field, const char *value, const char *reason)
{
    struct input in;
    struct complaint why;
    char text[WIRE_MAX];
    snprintf(text, sizeof text, "{\"id\":1,\"seen\":2,\"t\":\"try_everything\",\"%s\":%s}", field, value);
    if (reads_command(text, &in, &why))
        fail_msg("taken: %s", text);
    if (!strstr(why.text, reason))
        fail_msg("%s, instead of %s: %s", why.text, reason, text);
}

static void bounds_of_numbers(void **unused)
{
    static const struct {
        const char *field, *under, *least, *most, *over;
    } of[] = {
        {"u8_", "-1", "0", "255", "256"},
        {"u16_", "-1", "0", "65535", "65536"},
        {"u32_", "-1", "0", "4294967295", "4294967296"},
        {"i8_", "-129", "-128", "127", "128"},
        {"i16_", "-32769", "-32768", "32767", "32768"},
        {"i32_", "-2147483649", "-2147483648", "2147483647", "2147483648"},
        {"i64_", "-9007199254740992", "-9007199254740991", "9007199254740991", "9007199254740992"},
        {"seat_", "-1", "0", "12", "13"},
        {"seats_", "-1", "0", "8191", "8192"},
        {"seq_", "-1", "0", "4294967295", "4294967296"},
        {"list_", "[0,0,-32769]", "[0,0,-32768]", "[0,0,32767]", "[0,0,32768]"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        takes(of[i].field, of[i].least);
        takes(of[i].field, of[i].most);
        refuses(of[i].field, of[i].under, "out of range");
        refuses(of[i].field, of[i].over, "out of range");
        refuses(of[i].field, of[i].field[0] == 'l' ? "[0,0,18446744073709551616]" : "18446744073709551616",
                "too large");
        refuses(of[i].field, of[i].field[0] == 'l' ? "[0,0,-18446744073709551615]" : "-18446744073709551615",
                "out of range");
    }
}

static void only_whole_numbers(void **unused)
{
    static const char *const others[] = {"1.0",   "1e2",  "1E2",  "01",  "-",  "+1",  "- 1",      "0x1",
                                         "\"1\"", "true", "null", "[1]", "{}", "NaN", "Infinity", ""};
    (void)unused;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        refuses("u8_", others[i], "");
    refuses("u8_", "1.0", "not a whole number");
    refuses("u8_", "1e2", "not a whole number");
    takes("u8_", "-0");
}

static void wrong_types(void **unused)
{
    (void)unused;
    refuses("flag_", "1", "neither true nor false");
    refuses("flag_", "\"true\"", "neither true nor false");
    refuses("flag_", "True", "neither true nor false");
    refuses("flag_", "null", "neither true nor false");
    refuses("flag_", "truefalse", "comma");
    refuses("pick_", "1", "quotes");
    refuses("pick_", "\"\"", "no such choice");
    refuses("pick_", "\"re\"", "no such choice");
    refuses("pick_", "\"redd\"", "no such choice");
    refuses("pick_", "\"null\"", "no such choice");
    refuses("pick_", "nul", "quotes");
    takes("pick_", "null");
    takes("pick_", "\"dark_green\"");
    takes("pick_", "\"dark\\u005fgreen\"");
    refuses("text_", "1", "quotes");
    refuses("text_", "null", "quotes");
    refuses("text_", "[\"x\"]", "quotes");
    refuses("list_", "1", "a list is missing");
    refuses("list_", "[]", "not a whole number");
    refuses("list_", "[1,2]", "too short");
    refuses("list_", "[1,2,3,4]", "too long");
    refuses("list_", "[1,2,3,]", "too long");
    refuses("list_", "[1,[2],3]", "not a whole number");
    refuses("list_", "{\"0\":1}", "");
    refuses("list_", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "");
}

static void keys_of_a_command(void **unused)
{
    struct input in;
    struct complaint why;
    (void)unused;
    refuses("u9_", "1", "no such field: u9_");
    refuses("", "1", "no such field");
    refuses("id", "1", "given twice: id");
    refuses("seen", "1", "given twice: seen");
    refuses("t", "\"try_everything\"", "given twice: t");
    refuses("u8_", "1,\"u8_\":1", "given twice: u8_");
    refuses("u8_", "1,\"u8\\u005f\":2", "given twice: u8_");
    refuses("by", "1", "no such field: by"); /* who asks is never read from the wire */
    assert_true(reads_command("{\"t\":\"try_everything\"}", &in, &why));
    assert_int_equal(((const struct try_everything *)(const void *)in.body)->u8_, 0);
    assert_true(reads_command(" \t\r\n{ \"t\" : \"do_nothing\" , \"seen\" : 0 } \n", &in, &why));
    assert_int_equal(in.kind, CMD_do_nothing);
    static const char *const broken[] = {
        "",
        " ",
        "null",
        "[]",
        "1",
        "\"x\"",
        "{",
        "}",
        "{}",
        "{{}}",
        "{}{}",
        "{\"t\":\"do_nothing\"}x",
        "{\"t\":\"do_nothing\"}{}",
        "{\"t\":\"do_nothing\",}",
        "{,\"t\":\"do_nothing\"}",
        "{\"t\" \"do_nothing\"}",
        "{t:\"do_nothing\"}",
        "{'t':'do_nothing'}",
        "{\"t\":do_nothing}",
        "{\"t\":\"do_nothing\" \"id\":1}",
        "{\"t\":\"do_nothin\"}",
        "{\"t\":\"\"}",
        "{\"t\":null}",
        "{\"t\":[\"do_nothing\"]}",
        "{\"t\":\"everything_tried\"}",
        "\xef\xbb\xbf{\"t\":\"do_nothing\"}",
        "// no\n{\"t\":\"do_nothing\"}",
        "{\"t\":\"do_nothing\",\"id\":4294967296}",
        "{\"t\":\"do_nothing\",\"id\":-1}",
        "{\"t\":\"a name that is far longer than the name of any command could be\"}",
        "{\"a key that is far longer than the key of any field could be\":1,\"t\":\"do_nothing\"}"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (reads_command(broken[i], &in, &why))
            fail_msg("taken: %s", broken[i]);
}

static void command_id_and_seen(void **unused)
{
    struct input in;
    struct complaint why;
    (void)unused;
    assert_true(reads_command("{\"t\":\"do_nothing\",\"seen\":4294967295,\"id\":4294967294}", &in, &why));
    assert_int_equal(in.id, 4294967294);
    assert_int_equal(in.seen, 4294967295);
    assert_int_equal(in.by, 0);
    assert_int_equal(in.now_ms, 0);
    assert_int_equal(in.dice[0] | in.dice[1], 0);
}

static void refusals_have_reasons(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int r = 1; r < KINDS_MAX; r++) {
            const struct refusal *text = &games[i]->schema->refusals[r];
            assert_true(!text->name == !text->text && !text->name == !text->rule);
        }
    refuses("u8_", "256", "out of range: u8_");
}

static void texts(void **unused)
{
    (void)unused;
    takes("text_", "\"12345678901\"");
    refuses("text_", "\"123456789012\"", "too long");
    takes("text_", "\"\"");
    takes("text_", "\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"");
    takes("text_", "\"\\ud83d\\ude00\\uD83D\\uDE00\"");
    takes("text_", "\"\\ud800\\udc00\\uDBFF\\uDFFF\"");
    takes("text_", "\"\\\"\\\\\\/\"");
    static const char *const bad[] = {"\"\xc0\xaf\"",
                                      "\"\xc1\xbf\"",
                                      "\"\xe0\x80\xaf\"",
                                      "\"\xe0\x9f\xbf\"", /* overlong */
                                      "\"\xf0\x80\x80\xaf\"",
                                      "\"\xf0\x8f\xbf\xbf\"",
                                      "\"\xed\xa0\x80\"",
                                      "\"\xed\xbf\xbf\"", /* surrogates */
                                      "\"\xf4\x90\x80\x80\"",
                                      "\"\xf5\x80\x80\x80\"",
                                      "\"\xff\"",
                                      "\"\x80\"",
                                      "\"\xc3\"",
                                      "\"\xc3x\"",
                                      "\"\xe2\x82\"",
                                      "\"\xe2\x82x\"",
                                      "\"\\ud83d\"",
                                      "\"\\ud83dx\"",
                                      "\"\\ud83d\\n\"",
                                      "\"\\ud83d\\u0041\"",
                                      "\"\\ud83d\\ud83d\"",
                                      "\"\\ude00\"",
                                      "\"\\ude00\\ud83d\"",
                                      "\"\\u12\"",
                                      "\"\\u12g4\"",
                                      "\"\\x41\"",
                                      "\"\\a\"",
                                      "\"\\\"",
                                      "\"\\",
                                      "\"",
                                      "\"\\u0000\"",
                                      "\"\\n\"",
                                      "\"\\u001f\"",
                                      "\"\\u007f\"",
                                      "\"\x7f\"",
                                      "\"\\u009b\"",
                                      "\"\n\"",
                                      "\"\t\"",
                                      "\"\x01\"",
                                      "\"\xc2\x9b\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses("text_", bad[i], "");
    struct input in;
    struct complaint why;
    static const char zero[] = "{\"t\":\"try_everything\",\"text_\":\"a\0b\"}";
    assert_false(wire_read_input(&every_schema, zero, sizeof zero - 1, &in, &why));
}

static bool reads_seen(const char *text, struct seen *seen)
{
    struct complaint why;
    return wire_read_seen(&every_schema, text, strlen(text), seen, &why);
}

static bool reads_event(const char *text, struct event *event)
{
    struct complaint why;
    return wire_read_event(&every_schema, text, strlen(text), event, &why);
}

static void fields_of_an_event(void **unused)
{
    struct seen seen;
    struct event event;
    (void)unused;
    assert_true(reads_seen("{\"n\":1,\"at\":0,\"t\":\"everything_tried\"," EVERYTHING "}", &seen));
    assert_false(reads_seen("{\"n\":1,\"t\":\"everything_tried\"," EVERYTHING "}", &seen));
    assert_false(reads_seen("{\"at\":0,\"t\":\"everything_tried\"," EVERYTHING "}", &seen));
    assert_false(reads_seen("{\"n\":1,\"at\":0,\"to\":0,\"t\":\"everything_tried\"," EVERYTHING "}", &seen));
    assert_false(reads_seen("{\"n\":1,\"at\":0,\"t\":\"everything_tried\"}", &seen));
    assert_false(reads_seen("{\"n\":1,\"at\":-1,\"t\":\"whispered\",\"words\":\"\"}", &seen));
    assert_false(reads_seen("{\"n\":1,\"at\":9007199254740992,\"t\":\"whispered\",\"words\":\"\"}", &seen));
    assert_true(reads_seen("{\"n\":1,\"at\":9007199254740991,\"t\":\"whispered\",\"words\":\"\"}", &seen));
    assert_true(
        reads_event("{\"n\":1,\"at\":0,\"to\":8191,\"t\":\"everything_tried\"," EVERYTHING "}", &event));
    assert_false(
        reads_event("{\"n\":1,\"at\":0,\"to\":8192,\"t\":\"everything_tried\"," EVERYTHING "}", &event));
    assert_false(reads_event("{\"n\":1,\"at\":0,\"t\":\"everything_tried\"," EVERYTHING "}", &event));
}

static void secrets_whole_or_not(void **unused)
{
    struct seen seen;
    struct event event;
    (void)unused;
    assert_true(reads_seen("{\"n\":1,\"at\":0,\"t\":\"card_dealt\",\"seat\":1}", &seen));
    assert_false(seen.inside);
    assert_int_equal(((const struct card_dealt *)(const void *)seen.event.body)->card, 0);
    assert_true(
        reads_seen("{\"n\":1,\"at\":0,\"t\":\"card_dealt\",\"seat\":1,\"card\":3,\"hand\":[1,2,3]}", &seen));
    assert_true(seen.inside);
    assert_false(reads_seen("{\"n\":1,\"at\":0,\"t\":\"card_dealt\",\"seat\":1,\"card\":3}", &seen));
    assert_false(reads_event("{\"n\":1,\"at\":0,\"to\":0,\"t\":\"card_dealt\",\"seat\":1}", &event));
    assert_true(reads_event(
        "{\"n\":1,\"at\":0,\"to\":0,\"t\":\"card_dealt\",\"seat\":1,\"card\":3,\"hand\":[1,2,3]}", &event));
}

static void no_field_named_like_the_head(void **unused)
{
    static const char *const head[2][4] = {{"t", "n", "at", "to"}, {"t", "id", "seen", "t"}};
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < KINDS_MAX; k++) {
                const struct kind *kind = &(side ? games[i]->schema->commands : games[i]->schema->events)[k];
                for (const struct field *f = kind->fields ? kind->fields() : NULL; f && f->name; f++)
                    for (int h = 0; h < 4; h++)
                        if (!strcmp(f->name, head[side][h]))
                            fail_msg("%s of %s", f->name, kind->name);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"whatever is written jansson reads as the same", writes_what_jansson_reads, 0, 0, 0},
        {"whatever jansson writes is read as the same", reads_what_jansson_writes, 0, 0, 0},
        {"on junk jansson agrees: what is taken is JSON, and means the same", agrees_on_junk, 0, 0, 0},
        {"a text that breaks off anywhere is refused", refuses_every_beginning, 0, 0, 0},
        {"writing never goes beyond the memory given", never_writes_beyond, 0, 0, 0},
        {"the longest command and event of every kind fits", longest_fits, 0, 0, 0},
        {"control characters that came in by another way are escaped", escapes_control_characters, 0, 0, 0},
        {"a state is written whole, part by part", writes_a_state, 0, 0, 0},
        {"P5.1 a hidden field is left out of what is shown", hidden_is_left_out, 0, 0, 0},
        {"P5.1 a secret is told whole or not at all; a record tells it", secrets_whole_or_not, 0, 0, 0},
        {"P6.1 every refusal has a name, a rule and a sentence; junk gets its reason", refusals_have_reasons,
         0, 0, 0},
        {"P6.1 only exactly one command is taken, each key once", keys_of_a_command, 0, 0, 0},
        {"P6.2, P6.3 a command carries its id and what was seen, and cannot say who asks",
         command_id_and_seen, 0, 0, 0},
        {"every type of number has its bounds", bounds_of_numbers, 0, 0, 0},
        {"numbers are whole and plain", only_whole_numbers, 0, 0, 0},
        {"a value of another type is refused", wrong_types, 0, 0, 0},
        {"texts are UTF-8 without control characters, and fit", texts, 0, 0, 0},
        {"an event has all its fields", fields_of_an_event, 0, 0, 0},
        {"no field has the name of a key that every message has", no_field_named_like_the_head, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
