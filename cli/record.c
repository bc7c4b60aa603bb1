/* cli/record.c -- writing and reading records. */
#include "cli/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "cli/record_judge.h"
#include "core/wire.h"

bool record_write(FILE *out, const struct table *t, const struct record *about)
{
    char line[WIRE_MAX];
    fprintf(out, "{\"turncoat\":\"record\",\"format\":%d,\"game\":\"%s\",\"version\":%u", RECORD_FORMAT,
            t->game->name, (unsigned)t->game->version);
    fprintf(out, ",\"seed\":\"%016" PRIx64 "\",\"events\":%u", about->seed, (unsigned)t->count);
    if (about->date[0])
        fprintf(out, ",\"date\":\"%s\"", about->date);
    fputs("}\n", out);
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        if (!wire_write_event(t->game->schema, e, line, sizeof line))
            return false;
        fputs(line, out);
        fputc('\n', out);
    }
    return fflush(out) == 0 && !ferror(out);
}

struct reader {
    const char *at, *end;
    uint32_t line, format;
    struct complaint *why;
};

static bool complain(struct reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->why->line = r->line;
    vsnprintf(r->why->text, sizeof r->why->text, format, args);
    va_end(args);
    return false;
}

/* The next line, without its end.  The last one has an end too: else a part of the file is missing. */
static bool next_line(struct reader *r, const char **line, size_t *size)
{
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->line++;
    if (!stop)
        return complain(r, "the record breaks off in this line");
    *line = r->at;
    *size = (size_t)(stop - r->at);
    r->at = stop + 1;
    return *size < WIRE_MAX ? true : complain(r, "a line of a record is shorter than %d bytes", WIRE_MAX);
}

/* ---- the header: always written in the same way, so that it needs no parser ---- */

struct header {
    const char *at, *end;
};

static bool take(struct header *h, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(h->end - h->at) < size || memcmp(h->at, text, size))
        return false;
    h->at += size;
    return true;
}

static bool take_number(struct header *h, uint32_t *out)
{
    uint64_t value = 0;
    const char *first = h->at;
    for (; h->at < h->end && *h->at >= '0' && *h->at <= '9' && value <= UINT32_MAX; h->at++)
        value = value * 10 + (uint64_t)(*h->at - '0');
    *out = (uint32_t)value;
    return h->at > first && value <= UINT32_MAX && (*first != '0' || h->at == first + 1);
}

static bool take_seed(struct header *h, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    *out = 0;
    for (int i = 0; i < 16; i++) {
        const char *digit = h->at < h->end && *h->at ? strchr(digits, *h->at) : NULL;
        if (!digit)
            return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
        h->at++;
    }
    return true;
}

static bool take_date(struct header *h, char out[11])
{
    static const char form[] = "0000-00-00";
    for (int i = 0; i < 10; i++, h->at++) {
        if (h->at == h->end || (form[i] == '-' ? *h->at != '-' : *h->at < '0' || *h->at > '9'))
            return false;
        out[i] = *h->at;
    }
    out[10] = 0;
    return true;
}

static const struct game *take_game(struct header *h)
{
    for (const struct game *const *g = games; *g; g++) {
        struct header after = *h;
        if (take(&after, (*g)->name) && take(&after, "\"")) {
            *h = after;
            return *g;
        }
    }
    return NULL;
}

/* What only the header of a served game has (docs/protocol/records.md). */
static bool take_served(struct header *h, struct record *about)
{
    uint32_t round;
    if (!take(h, ",\"id\":\""))
        return false;
    while (h->at < h->end && *h->at != '"')
        h->at++;
    if (!take(h, "\",\"round\":") || !take_number(h, &round) || !take(h, ",\"date\":\"") ||
        !take_date(h, about->date) || !take(h, "\",\"commitment\":\""))
        return false;
    while (h->at < h->end && *h->at != '"')
        h->at++;
    if (!take(h, "\",\"seed\":\""))
        return false;
    while (h->at < h->end && *h->at != '"')
        h->at++;
    return take(h, "\"");
}

static bool read_header(struct reader *r, const struct game **game, struct record *about, uint32_t *events)
{
    struct header h;
    const char *line;
    size_t size;
    uint32_t version;
    memset(about, 0, sizeof *about);
    if (!next_line(r, &line, &size))
        return false;
    h = (struct header){line, line + size};
    if (!take(&h, "{\"turncoat\":\"record\",\"format\":") || !take_number(&h, &r->format))
        return complain(r, "not the header of a record");
    if (r->format != RECORD_FORMAT && r->format != RECORD_SERVED)
        return complain(r, "format %u is not known, only %d and %d", (unsigned)r->format, RECORD_FORMAT,
                        RECORD_SERVED);
    *game = take(&h, ",\"game\":\"") ? take_game(&h) : NULL;
    if (!*game)
        return complain(r, "the game of this record is not known");
    if (!take(&h, ",\"version\":") || !take_number(&h, &version))
        return complain(r, "the version of the game is missing");
    if (version != (*game)->version)
        return complain(r, "version %u of %s is not known, only %u", (unsigned)version, (*game)->name,
                        (unsigned)(*game)->version);
    if (r->format == RECORD_SERVED && !take_served(&h, about))
        return complain(r, "not the header of a served game");
    if (r->format == RECORD_FORMAT &&
        (!take(&h, ",\"seed\":\"") || !take_seed(&h, &about->seed) || !take(&h, "\"")))
        return complain(r, "the seed is missing: 16 digits from 0 to f");
    if (!take(&h, ",\"events\":") || !take_number(&h, events))
        return complain(r, "the number of events is missing");
    if (take(&h, ",\"date\":\"") && (!take_date(&h, about->date) || !take(&h, "\"")))
        return complain(r, "a date is written YYYY-MM-DD");
    return take(&h, "}") && h.at == h.end ? true
                                          : complain(r, "something in the header that does not belong there");
}

/* ---- the events ---- */

static bool read_event(struct reader *r, struct table *t, int64_t *now_ms)
{
    struct event e;
    struct complaint why;
    const char *line;
    size_t size;
    do /* what was asked for is for `turncoat verify` */
        if (!next_line(r, &line, &size))
            return false;
    while (r->format == RECORD_SERVED && size > 6 && !memcmp(line, "{\"by\":", 6));
    if (!wire_read_event(t->game->schema, line, size, &e, &why))
        return complain(r, "%s", why.text);
    if (e.seq != t->count + 1)
        return complain(r, "event %u follows event %u", (unsigned)e.seq, (unsigned)t->count);
    if (e.at_ms < *now_ms)
        return complain(r, "time goes backwards");
    if (!table_restore(t, &e))
        return complain(r, "more events than a table can hold");
    *now_ms = e.at_ms;
    return true;
}

static bool read_events(struct reader *r, struct table *t, uint32_t count)
{
    int64_t now_ms = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (r->at == r->end) {
            r->line++;
            return complain(r, "the record breaks off: %u of %u events are there", (unsigned)i,
                            (unsigned)count);
        }
        if (!read_event(r, t, &now_ms))
            return false;
    }
    r->line++;
    return r->at == r->end ? true : complain(r, "more lines than the %u events announced", (unsigned)count);
}

bool record_read(const char *text, size_t size, struct table *out, struct record *about,
                 struct complaint *why)
{
    struct reader r = {text, text + size, 0, 0, why};
    const struct game *game = NULL;
    struct table t;
    struct record header;
    uint32_t count = 0;
    if (size > RECORD_MAX)
        return complain(&r, "larger than a record can be (%d bytes)", RECORD_MAX);
    if (!read_header(&r, &game, &header, &count))
        return false;
    if (!table_open(&t, game))
        return complain(&r, "out of memory");
    if (!read_events(&r, &t, count) || !record_judge(&t, why)) {
        table_close(&t);
        return false;
    }
    *out = t;
    *about = header;
    return true;
}
