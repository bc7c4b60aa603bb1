/* server/report.c -- the form of a report: facts one after the other, each with its length.
 *
 * A reader skips facts that it does not know: later versions may add some. */
#include "server/report.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/utf8.h"

enum report_fact { /* never renumbered */
                   REPORT_AT = 1,
                   REPORT_TABLE,
                   REPORT_GAME,
                   REPORT_ROUND,
                   REPORT_SEAT,
                   REPORT_NAME,
                   REPORT_BY,
                   REPORT_BY_NAME,
                   REPORT_REASON,
                   REPORT_TEXT,
                   REPORT_LINE, /* its time, 8 bytes, and its text */
};

static void put_text(struct bytes_out *o, enum report_fact fact, const char *text)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, strlen(text), 2);
    bytes_put(o, text, strlen(text));
}

static void put_number(struct bytes_out *o, enum report_fact fact, int64_t value)
{
    bytes_put_number(o, fact, 1);
    bytes_put_number(o, 8, 2);
    bytes_put_number(o, (uint64_t)value, 8);
}

static void put_line(struct bytes_out *o, const struct report_line *line)
{
    bytes_put_number(o, REPORT_LINE, 1);
    bytes_put_number(o, 8 + strlen(line->text), 2);
    bytes_put_number(o, (uint64_t)line->at_ms, 8);
    bytes_put(o, line->text, strlen(line->text));
}

size_t report_write(const struct report *r, uint8_t out[REPORT_MAX])
{
    struct bytes_out o = {out, out + REPORT_MAX, false};
    put_number(&o, REPORT_AT, r->at_ms);
    put_text(&o, REPORT_TABLE, r->table);
    put_text(&o, REPORT_GAME, r->game);
    put_number(&o, REPORT_ROUND, r->round);
    put_number(&o, REPORT_SEAT, r->seat);
    put_text(&o, REPORT_NAME, r->name);
    put_number(&o, REPORT_BY, r->by);
    put_text(&o, REPORT_BY_NAME, r->by_name);
    put_text(&o, REPORT_REASON, r->reason);
    put_text(&o, REPORT_TEXT, r->text);
    for (int i = 0; i < r->lines; i++)
        put_line(&o, &r->line[i]);
    CHECK(!o.full);
    return (size_t)(o.at - out);
}

/* All that is left of the fact; whoever prints it relies on it being text. */
static void get_text(struct bytes_in *in, char *out, size_t room)
{
    size_t size = (size_t)(in->end - in->at);
    in->bad |= size >= room || !utf8_is_text((const char *)in->at, size);
    if (!in->bad)
        bytes_get(in, out, size);
}

static void get_line(struct bytes_in *in, struct report *out)
{
    struct report_line *line = &out->line[out->lines];
    if (out->lines == REPORT_LINES) {
        in->bad = true;
        return;
    }
    out->lines++;
    line->at_ms = (int64_t)bytes_get_number(in, 8);
    get_text(in, line->text, sizeof line->text);
}

static void get_fact(enum report_fact fact, struct bytes_in *in, struct report *out)
{
    switch (fact) {
    case REPORT_AT:
        out->at_ms = (int64_t)bytes_get_number(in, 8);
        break;
    case REPORT_TABLE:
        get_text(in, out->table, sizeof out->table);
        break;
    case REPORT_GAME:
        get_text(in, out->game, sizeof out->game);
        break;
    case REPORT_ROUND:
        out->round = (uint32_t)bytes_get_number(in, 8);
        break;
    case REPORT_SEAT:
        out->seat = (seat_t)bytes_get_number(in, 8);
        break;
    case REPORT_NAME:
        get_text(in, out->name, sizeof out->name);
        break;
    case REPORT_BY:
        out->by = (seat_t)bytes_get_number(in, 8);
        break;
    case REPORT_BY_NAME:
        get_text(in, out->by_name, sizeof out->by_name);
        break;
    case REPORT_REASON:
        get_text(in, out->reason, sizeof out->reason);
        break;
    case REPORT_TEXT:
        get_text(in, out->text, sizeof out->text);
        break;
    case REPORT_LINE:
        get_line(in, out);
        break;
    }
}

bool report_read(const void *bytes, size_t size, struct report *out)
{
    struct bytes_in in = {bytes, (const uint8_t *)bytes + size, false};
    memset(out, 0, sizeof *out);
    while (!in.bad && in.at < in.end) {
        uint8_t fact = (uint8_t)bytes_get_number(&in, 1);
        struct bytes_in part = bytes_part(&in, bytes_get_number(&in, 2));
        get_fact(fact, &part, out);
        in.bad |= part.bad;
    }
    return !in.bad;
}
