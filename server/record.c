/* server/record.c -- making and verifying records. */
#include "server/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "core/wire.h"
#include "server/json.h"
#include "server/keep.h"
#include "server/secret.h"
#include "table/table.h"

enum { RECORD_FORMAT = 2 };

/* ---- making ---- */

struct sheet { /* grows as it is written */
    char *text;
    size_t size, room;
    bool failed;
};

static void put(struct sheet *s, const char *bytes, size_t size)
{
    if (s->size + size + 1 > s->room) {
        size_t room = (s->size + size + 1) * 2;
        char *text = realloc(s->text, room);
        if (!text) {
            s->failed = true;
            return;
        }
        s->text = text;
        s->room = room;
    }
    memcpy(s->text + s->size, bytes, size);
    s->size += size;
    s->text[s->size] = 0;
}

static void put_header(struct sheet *s, const struct kept_head *head, seq_t events)
{
    char line[600], day[16], seed[2 * SEED_BYTES + 1], commitment[2 * HASH_BYTES + 1];
    uint8_t hash[HASH_BYTES];
    struct tm date;
    time_t opened = (time_t)(head->opened_ms / 1000);
    gmtime_r(&opened, &date);
    strftime(day, sizeof day, "%Y-%m-%d", &date);
    secret_commitment(head->seed, hash);
    secret_to_hex(hash, sizeof hash, commitment);
    secret_to_hex(head->seed, sizeof head->seed, seed);
    int size = snprintf(line, sizeof line,
                        "{\"turncoat\":\"record\",\"format\":%d,\"game\":\"%s\",\"version\":%u,\"id\":\"%s\","
                        "\"round\":%" PRIu32
                        ",\"date\":\"%s\",\"commitment\":\"%s\",\"seed\":\"%s\",\"events\":%" PRIu32 "}\n",
                        RECORD_FORMAT, head->game->name, (unsigned)head->game->version, head->record,
                        head->round, day, commitment, seed, events);
    put(s, line, (size_t)size);
}

static void put_entry(struct sheet *s, const struct game *game, struct kept_entry *entry, seq_t *seq)
{
    char line[WIRE_MAX], about[100];
    struct event e;
    int size = snprintf(about, sizeof about,
                        "{\"by\":%u,\"story\":%" PRIu32 ",\"shown\":%" PRIu32 ",\"at\":%" PRId64 ",",
                        (unsigned)entry->in.by, entry->story, entry->shown, entry->in.now_ms);
    put(s, about, (size_t)size);
    size_t written = wire_write_input(game->schema, &entry->in, line, sizeof line);
    put(s, line + 1, written - 1);
    put(s, "\n", 1);
    while (keep_next_event(game, entry, *seq + 1, &e)) {
        written = wire_write_event(game->schema, &e, line, sizeof line);
        put(s, line, written);
        put(s, "\n", 1);
        ++*seq;
    }
}

enum record_state record_make(const struct store_batch *rows, char **text, size_t *size)
{
    struct kept_head head;
    struct kept_entry entry;
    struct sheet body = {0}, whole = {0};
    seq_t events = 0;
    if (!rows->count)
        return RECORD_MISSING;
    if (!keep_read_head(rows->bytes + rows->items[0].at, rows->items[0].size, &head))
        return RECORD_DAMAGED;
    if (!(head.flags & KEPT_OVER))
        return RECORD_NOT_OVER;
    for (size_t i = 1; i < rows->count; i++) {
        if (!keep_read_entry(head.game, rows->bytes + rows->items[i].at, rows->items[i].size, &entry)) {
            free(body.text);
            return RECORD_DAMAGED;
        }
        put_entry(&body, head.game, &entry, &events);
    }
    put_header(&whole, &head, events);
    if (body.size)
        put(&whole, body.text, body.size);
    free(body.text);
    if (whole.failed || body.failed) {
        free(whole.text);
        return RECORD_DAMAGED;
    }
    *text = whole.text;
    *size = whole.size;
    return RECORD_MADE;
}

/* ---- verifying ---- */

struct proof {
    const char *at, *end;
    uint32_t line;
    struct table table;
    uint8_t seed[SEED_BYTES];
    const struct event *next; /* followed from the last command, and not found in the record yet */
    struct complaint *why;
};

static bool wrong(struct proof *p, const char *text)
{
    p->why->line = p->line;
    text_copy(p->why->text, sizeof p->why->text, text);
    return false;
}

static bool next_line(struct proof *p, const char **line, size_t *size)
{
    const char *stop = p->at < p->end ? memchr(p->at, '\n', (size_t)(p->end - p->at)) : NULL;
    if (!stop)
        return false;
    p->line++;
    *line = p->at;
    *size = (size_t)(stop - p->at);
    p->at = stop + 1;
    return true;
}

static bool text_of(const char *line, size_t size, const char *key, char *out, size_t max)
{
    char rest[WIRE_MAX];
    struct json found;
    if (!json_take(line, size, key, &found, rest, sizeof rest) || !found.text || found.size < 2 ||
        found.text[0] != '"' || found.size - 2 >= max)
        return false;
    memcpy(out, found.text + 1, found.size - 2);
    out[found.size - 2] = 0;
    return true;
}

static bool prove_header(struct proof *p, seq_t *events)
{
    char name[32], commitment[2 * HASH_BYTES + 1], seed[2 * SEED_BYTES + 1], expected[2 * HASH_BYTES + 1];
    uint8_t hash[HASH_BYTES];
    const struct game *game = NULL;
    const char *line;
    size_t size;
    if (!next_line(p, &line, &size) || json_number(line, size, "format") != RECORD_FORMAT)
        return wrong(p, "not the header of a record of format 2");
    if (text_of(line, size, "game", name, sizeof name))
        for (const struct game *const *g = games; *g; g++)
            if (!strcmp((*g)->name, name) && (*g)->version == json_number(line, size, "version"))
                game = *g;
    if (!game)
        return wrong(p, "this version of the game is not known");
    if (!text_of(line, size, "commitment", commitment, sizeof commitment) ||
        !text_of(line, size, "seed", seed, sizeof seed) || !secret_from_hex(seed, p->seed, sizeof p->seed))
        return wrong(p, "the seed or the commitment is missing");
    secret_commitment(p->seed, hash);
    secret_to_hex(hash, sizeof hash, expected);
    if (strcmp(expected, commitment))
        return wrong(p, "the seed is not the one that was committed to");
    *events = (seq_t)json_number(line, size, "events");
    return table_open(&p->table, game) ? true : wrong(p, "no memory");
}

/* Judges the command again.  How far its sender's story had come is in the record: P6.3 needs it. */
static bool prove_command(struct proof *p, const char *line, size_t size)
{
    static const char *const about[] = {"by", "story", "shown", "at"};
    char text[2][WIRE_MAX];
    struct json found = {NULL, 0};
    struct input in;
    struct complaint why = {0};
    unsigned long by = json_number(line, size, "by"), story = json_number(line, size, "story");
    const char *rest = line;
    if (p->next)
        return wrong(p, "something that followed is missing before this command");
    p->table.shown_count = (seq_t)json_number(line, size, "shown");
    for (int i = 0; i < 4; i++) {
        if (!json_take(rest, rest == line ? size : strlen(rest), about[i], &found, text[i % 2], WIRE_MAX) ||
            !found.text)
            return wrong(p, "not a command of a record");
        rest = text[i % 2];
    }
    int64_t at_ms = strtoll(found.text, NULL, 10); /* ends at the comma or brace behind it */
    if (!wire_read_input(p->table.game->schema, rest, strlen(rest), &in, &why))
        return wrong(p, "not a command of a record");
    in.now_ms = at_ms;
    in.by = (seat_t)by;
    secret_dice(p->seed, p->table.count, in.dice);
    if (by <= SEATS_MAX)
        p->table.story[by] = (seq_t)story;
    size_t from = p->table.log_size;
    if (by > SEAT_SERVER || table_submit(&p->table, &in) != REFUSAL_OK)
        return wrong(p, "the rules refuse this command");
    p->next = p->table.log_size > from ? (const struct event *)(const void *)(p->table.log + from) : NULL;
    return true;
}

static bool prove_event(struct proof *p, const char *line, size_t size)
{
    char expected[WIRE_MAX];
    if (!p->next)
        return wrong(p, "this did not follow from the command");
    size_t written = wire_write_event(p->table.game->schema, p->next, expected, sizeof expected);
    if (written != size || memcmp(expected, line, size))
        return wrong(p, "by the rules and the seed, something else followed here");
    p->next = table_next(&p->table, p->next);
    return true;
}

bool record_verify(const char *text, size_t size, struct complaint *why)
{
    struct proof p = {.at = text, .end = text + size, .why = why};
    const char *line;
    size_t length;
    seq_t events = 0;
    bool good = prove_header(&p, &events);
    while (good && next_line(&p, &line, &length))
        good = length > 5 && !memcmp(line, "{\"n\":", 5) ? prove_event(&p, line, length)
                                                         : prove_command(&p, line, length);
    if (good && (p.at != p.end || p.next || p.table.count != events))
        good = wrong(&p, "the record breaks off");
    if (p.table.game)
        table_close(&p.table);
    return good;
}
