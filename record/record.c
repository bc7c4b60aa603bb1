/* record/record.c -- the lines of a record, written and read.
 *
 * Header and heads of entries are always written in the same way, so that they need no parser. */
#include "record/record.h"

#include "core/pen.h"
#include "core/text.h"
#include "core/utf8.h"
#include "core/wire.h"

/* ---- writing ---- */

static void put_hex(struct pen *p, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        pen_char(p, digits[bytes[i] >> 4]);
        pen_char(p, digits[bytes[i] & 15]);
    }
}

static void put_key(struct pen *p, const char *key)
{
    pen_text(p, ",\"");
    pen_text(p, key);
    pen_text(p, "\":");
}

static void put_number(struct pen *p, const char *key, int64_t value)
{
    put_key(p, key);
    pen_number(p, value);
}

static void put_text(struct pen *p, const char *key, const char *text)
{
    put_key(p, key);
    pen_char(p, '"');
    pen_text(p, text);
    pen_char(p, '"');
}

static void put_bytes(struct pen *p, const char *key, const uint8_t *bytes, size_t size)
{
    put_key(p, key);
    pen_char(p, '"');
    put_hex(p, bytes, size);
    pen_char(p, '"');
}

size_t record_write_header(const struct record_header *h, char *out, size_t max)
{
    struct pen p = pen_on(out, max);
    pen_text(&p, "{\"turncoat\":\"record\"");
    put_number(&p, "format", RECORD_FORMAT);
    put_text(&p, "game", h->game->name);
    put_number(&p, "version", h->version);
    put_text(&p, "id", h->id);
    put_number(&p, "round", h->round);
    put_text(&p, "date", h->date);
    put_bytes(&p, "commitment", h->commitment, sizeof h->commitment);
    put_bytes(&p, "seed", h->seed, sizeof h->seed);
    put_bytes(&p, "material", h->material, h->brought ? sizeof h->material : 0);
    put_bytes(&p, "chain", h->chain, sizeof h->chain);
    put_number(&p, "entries", h->entries);
    put_number(&p, "events", h->events);
    pen_char(&p, '}');
    size_t size = pen_done(&p, out);
    return p.full ? 0 : size;
}

size_t record_write_entry(const struct game *game, const struct entry *e, char *out, size_t max)
{
    char asked[WIRE_MAX];
    struct pen p = pen_on(out, max);
    size_t size = wire_write_input(game->schema, &e->in, asked, sizeof asked);
    pen_text(&p, "{\"by\":");
    pen_number(&p, e->in.by);
    put_number(&p, "v", e->version);
    put_number(&p, "at", e->in.now_ms);
    if (e->word)
        put_bytes(&p, "word", e->hash, sizeof e->hash);
    if (e->word == WORD_TOLD)
        put_bytes(&p, "salt", e->salt, sizeof e->salt);
    pen_char(&p, ',');
    pen_bytes(&p, asked + 1, size - 1); /* without its brace */
    size = pen_done(&p, out);
    return p.full ? 0 : size;
}

static const char material_key[] = "{\"material\":\"";

size_t record_write_material(const char *text, size_t size, char *out, size_t max)
{
    struct pen p = pen_on(out, max);
    pen_text(&p, material_key);
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i];
        if (c == '\n') {
            pen_text(&p, "\\n");
        } else if (c < ' ') {
            pen_text(&p, "\\u00");
            put_hex(&p, &c, 1);
        } else {
            if (c == '"' || c == '\\')
                pen_char(&p, '\\');
            pen_char(&p, (char)c);
        }
    }
    pen_text(&p, "\"}");
    size = pen_done(&p, out);
    return p.full ? 0 : size;
}

/* ---- reading ---- */

struct scan {
    const char *at, *end;
    struct complaint *why;
};

static bool complain(struct scan *s, const char *text)
{
    s->why->line = 0;
    text_copy(s->why->text, sizeof s->why->text, text);
    return false;
}

static bool take(struct scan *s, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(s->end - s->at) < size || memcmp(s->at, text, size))
        return false;
    s->at += size;
    return true;
}

static bool take_number(struct scan *s, const char *before, uint64_t most, uint64_t *out)
{
    uint64_t value = 0;
    if (!take(s, before))
        return false;
    const char *first = s->at;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9' && value <= most; s->at++)
        value = value * 10 + (uint64_t)(*s->at - '0');
    *out = value;
    return s->at > first && value <= most && (*first != '0' || s->at == first + 1);
}

static bool take_u32(struct scan *s, const char *before, uint32_t *out)
{
    uint64_t value = 0;
    bool good = take_number(s, before, UINT32_MAX, &value);
    *out = (uint32_t)value;
    return good;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_digits(struct scan *s, uint8_t *out, size_t size)
{
    if ((size_t)(s->end - s->at) < 2 * size)
        return false;
    for (size_t i = 0; i < size; i++, s->at += 2) {
        int high = digit_of(s->at[0]), low = digit_of(s->at[1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool take_hex(struct scan *s, const char *before, uint8_t *out, size_t size)
{
    return take(s, before) && take_digits(s, out, size) && take(s, "\"");
}

/* Letters, digits and dashes, in quotes. */
static bool take_word(struct scan *s, const char *before, char *out, size_t room)
{
    size_t size = 0;
    if (!take(s, before))
        return false;
    for (; s->at < s->end && *s->at != '"'; s->at++) {
        char c = *s->at;
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
        if (!plain || size + 1 >= room)
            return false;
        out[size++] = c;
    }
    out[size] = 0;
    return take(s, "\"");
}

static bool date_fits(const char *date)
{
    static const char form[] = "0000-00-00";
    for (int i = 0; i < 11; i++)
        if (form[i] == '0' ? date[i] < '0' || date[i] > '9' : date[i] != form[i])
            return false;
    return true;
}

static bool read_of_0_1_simulated(struct scan *s, struct record_header *h)
{
    uint8_t drawn[8];
    if (!take_hex(s, ",\"seed\":\"", drawn, sizeof drawn) || !take_u32(s, ",\"events\":", &h->events))
        return false;
    return !take(s, ",\"date\":") || take_word(s, "\"", h->date, sizeof h->date);
}

static bool read_of_0_1_served(struct scan *s, struct record_header *h)
{
    return take_word(s, ",\"id\":\"", h->id, sizeof h->id) && take_u32(s, ",\"round\":", &h->round) &&
           take_word(s, ",\"date\":\"", h->date, sizeof h->date) &&
           take_hex(s, ",\"commitment\":\"", h->commitment, sizeof h->commitment) &&
           take_hex(s, ",\"seed\":\"", h->seed, sizeof h->seed) && take_u32(s, ",\"events\":", &h->events);
}

static bool take_material(struct scan *s, struct record_header *h)
{
    h->brought = !take(s, ",\"material\":\"\"");
    return !h->brought || take_hex(s, ",\"material\":\"", h->material, sizeof h->material);
}

static bool read_of_today(struct scan *s, struct record_header *h)
{
    return take_word(s, ",\"id\":\"", h->id, sizeof h->id) && take_u32(s, ",\"round\":", &h->round) &&
           take_word(s, ",\"date\":\"", h->date, sizeof h->date) &&
           take_hex(s, ",\"commitment\":\"", h->commitment, sizeof h->commitment) &&
           take_hex(s, ",\"seed\":\"", h->seed, sizeof h->seed) && take_material(s, h) &&
           take_hex(s, ",\"chain\":\"", h->chain, sizeof h->chain) &&
           take_u32(s, ",\"entries\":", &h->entries) && take_u32(s, ",\"events\":", &h->events);
}

bool record_read_header(const char *line, size_t size, struct record_header *out, struct complaint *why)
{
    static bool (*const rest[])(struct scan *, struct record_header *) = {NULL, read_of_0_1_simulated,
                                                                          read_of_0_1_served, read_of_today};
    struct scan s = {line, line + size, why};
    char name[32] = "";
    uint64_t version = 0;
    memset(out, 0, sizeof *out);
    if (!take_u32(&s, "{\"turncoat\":\"record\",\"format\":", &out->format))
        return complain(&s, "not the header of a record");
    if (out->format < 1 || out->format > RECORD_FORMAT)
        return complain(&s, "a record from a later version of Turncoat: its format is unknown here");
    out->game = take_word(&s, ",\"game\":\"", name, sizeof name) ? game_named(name, strlen(name)) : NULL;
    if (!out->game)
        return complain(&s, "the game of this record is unknown");
    if (!take_number(&s, ",\"version\":", UINT16_MAX, &version) || !version)
        return complain(&s, "the version of the rules is missing");
    out->version = (uint16_t)version;
    if (version > out->game->version)
        return complain(&s, "a record from a later version of the game: its rules are unknown here");
    if (!rest[out->format](&s, out) || !take(&s, "}") || s.at != s.end)
        return complain(&s, "this is not how the header of a record is written");
    return !out->date[0] || date_fits(out->date) ? true : complain(&s, "a date is written YYYY-MM-DD");
}

/* What stands behind a backslash; -1: nothing that is written there. */
static int escaped(struct scan *s)
{
    uint8_t c;
    if (s->at == s->end)
        return -1;
    switch (*s->at++) {
    case 'n':
        return '\n';
    case '"':
        return '"';
    case '\\':
        return '\\';
    case 'u':
        return take(s, "00") && take_digits(s, &c, 1) && c < ' ' && c != '\n' ? c : -1;
    default:
        return -1;
    }
}

size_t record_read_material(const char *line, size_t size, char *out, size_t max)
{
    struct scan s = {line, line + size, NULL};
    struct pen p = pen_on(out, max);
    if (!take(&s, material_key))
        return 0;
    while (s.at < s.end && *s.at != '"') {
        const char *from = s.at;
        if (*s.at == '\\') {
            s.at++;
            int c = escaped(&s);
            if (c < 0)
                return 0;
            pen_char(&p, (char)c);
        } else if (utf8_read(&s.at, s.end) < ' ') {
            return 0;
        } else {
            pen_bytes(&p, from, (size_t)(s.at - from));
        }
    }
    bool whole = take(&s, "\"}") && s.at == s.end && !p.full;
    size = pen_done(&p, out);
    return whole ? size : 0;
}

bool record_is_event(const char *line, size_t size)
{
    return size > 5 && !memcmp(line, "{\"n\":", 5);
}

/* 0.1 told how far the sender's story had come, and how much of the log had been shown by then. */
static bool read_head_of_0_1(struct scan *s, const struct record_header *h, struct entry *e, uint64_t *at,
                             uint32_t *story, uint32_t *shown)
{
    e->version = h->version;
    return take_u32(s, ",\"story\":", story) && take_u32(s, ",\"shown\":", shown) &&
           take_number(s, ",\"at\":", WIRE_NUMBER_MAX, at);
}

static bool read_head(struct scan *s, struct entry *e, uint64_t *at)
{
    uint64_t version = 0;
    bool good =
        take_number(s, ",\"v\":", UINT16_MAX, &version) && take_number(s, ",\"at\":", WIRE_NUMBER_MAX, at);
    e->version = (uint16_t)version;
    if (good && take(s, ",\"word\":\"")) {
        good = take_hex(s, "", e->hash, sizeof e->hash);
        e->word = good && take(s, ",\"salt\":\"") ? WORD_TOLD : WORD_DELETED;
        if (e->word == WORD_TOLD)
            good = take_hex(s, "", e->salt, sizeof e->salt);
    }
    return good;
}

/* The words of an entry stand in its command; one whose words are deleted has none there. */
static bool words_fit(const struct game *game, struct entry *e)
{
    const char *says = entry_words(game, &e->in);
    if (e->word == WORD_TOLD && says)
        text_copy(e->text, sizeof e->text, says);
    return (e->word == WORD_TOLD) == (says != NULL);
}

bool record_read_entry(const struct record_header *h, const struct stories *before, const char *line,
                       size_t size, struct entry *out, struct complaint *why)
{
    struct scan s = {line, line + size, why};
    char asked[WIRE_MAX];
    uint64_t by = 0, at = 0;
    uint32_t story = 0, shown = 0;
    bool old = h->format < RECORD_FORMAT;
    memset(out, 0, sizeof *out);
    if (!take_number(&s, "{\"by\":", SEAT_SERVER, &by) ||
        !(old ? read_head_of_0_1(&s, h, out, &at, &story, &shown) : read_head(&s, out, &at)) ||
        !take(&s, ","))
        return complain(&s, "this is not how a command is written");
    size_t rest = (size_t)(s.end - s.at);
    if (rest + 1 > sizeof asked)
        return complain(&s, "longer than any command can be");
    asked[0] = '{';
    memcpy(asked + 1, s.at, rest);
    if (!wire_read_input(h->game->schema, asked, rest + 1, &out->in, why))
        return false;
    out->in.by = (seat_t)by;
    out->in.now_ms = (int64_t)at;
    if (old)
        out->in.seen = out->in.seen >= story ? shown : stories_in_log(before, out->in.by, out->in.seen);
    if (old && entry_words(h->game, &out->in))
        out->word = WORD_TOLD;
    return words_fit(h->game, out) ? true : complain(&s, "the words do not match their hash");
}
