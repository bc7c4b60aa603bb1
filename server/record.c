/* server/record.c -- making and proving records. */
#include "server/record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "core/wire.h"
#include "record/proof.h"
#include "server/kept.h"
#include "server/secret.h"

enum { RECORD_LINE = 2 * WIRE_MAX }; /* of any line except that of the material */

/* ---- writing ---- */

static void put_line(struct record_sheet *s, const char *line, size_t size)
{
    if (s->size + size + 2 > s->room) {
        size_t room = (s->size + size + 2) * 2;
        char *text = realloc(s->text, room);
        if (!text) {
            s->failed = true;
            return;
        }
        s->text = text;
        s->room = room;
    }
    memcpy(s->text + s->size, line, size);
    s->size += size;
    s->text[s->size++] = '\n';
    s->text[s->size] = 0;
}

void record_add_material(struct record_sheet *s, const char *text, size_t size)
{
    char *line = malloc(MATERIAL_LINE);
    size_t length = line ? record_write_material(text, size, line, MATERIAL_LINE) : 0;
    if (length)
        put_line(s, line, length);
    s->failed |= !length;
    free(line);
    s->header.brought = true;
    secret_material(text, size, s->header.material);
}

void record_add_entry(struct record_sheet *s, const struct entry *e)
{
    char line[RECORD_LINE];
    put_line(s, line, record_write_entry(s->header.game, e, line, sizeof line));
    s->header.version = e->version;
    s->header.entries++;
}

void record_add_event(struct record_sheet *s, const struct event *e)
{
    char line[WIRE_MAX];
    put_line(s, line, wire_write_event(s->header.game->schema, e, line, sizeof line));
    s->header.events++;
}

char *record_finish(struct record_sheet *s, size_t *size)
{
    struct record_sheet whole = {0};
    char line[RECORD_LINE];
    s->header.version = s->header.version ? s->header.version : s->header.game->version;
    put_line(&whole, line, record_write_header(&s->header, line, sizeof line));
    if (s->size)
        put_line(&whole, s->text, s->size - 1);
    if (s->failed || whole.failed) {
        free(whole.text);
        whole.text = NULL;
    }
    free(s->text);
    s->text = NULL;
    *size = whole.size;
    return whole.text;
}

static void entered(void *ctx, const struct entry *e)
{
    record_add_entry(ctx, e);
}

static bool happened(void *ctx, const struct event *e)
{
    record_add_event(ctx, e);
    return true;
}

static void put_about(struct record_header *out, const struct kept_head *head)
{
    struct tm date;
    time_t opened = (time_t)(head->opened_ms / 1000);
    out->game = head->game;
    text_copy(out->id, sizeof out->id, head->record);
    out->round = head->round;
    gmtime_r(&opened, &date);
    strftime(out->date, sizeof out->date, "%Y-%m-%d", &date);
    memcpy(out->seed, head->seed, sizeof out->seed);
    secret_commitment(head->seed, out->commitment);
    memcpy(out->chain, out->commitment, sizeof out->chain);
}

static enum record_state state_for(enum kept kept)
{
    return kept == KEPT ? RECORD_MADE : kept == KEPT_BY_LATER ? RECORD_BY_LATER : RECORD_DAMAGED;
}

enum record_state record_make(const struct store_batch *rows, char **text, size_t *size)
{
    static const struct kept_calls calls = {entered, happened};
    struct kept_head head;
    struct stories past = {0};
    struct record_sheet sheet = {0};
    *text = NULL;
    if (!rows->count)
        return RECORD_MISSING;
    if (rows->items[rows->count - 1].what == STORE_LOST)
        return RECORD_DAMAGED;
    enum kept kept = kept_read_head(rows->bytes + rows->items[0].at, rows->items[0].size, &head);
    if (kept)
        return state_for(kept);
    if (!(head.flags & KEPT_OVER))
        return RECORD_NOT_OVER;
    put_about(&sheet.header, &head);
    if (head.brought)
        record_add_material(&sheet, head.brought, head.brought_size);
    bool reached = kept_reaches(&head, 0, sheet.header.chain);
    for (size_t i = 1; i < rows->count && !kept; i++) {
        kept = rows->items[i].seq != past.count + 1
                   ? KEPT_DAMAGED
                   : kept_read_entry(head.game, rows->bytes + rows->items[i].at, rows->items[i].size, &past,
                                     sheet.header.chain, &calls, &sheet);
        reached |= kept_reaches(&head, past.count, sheet.header.chain);
    }
    if (!kept && !reached)
        kept = KEPT_DAMAGED;
    *text = record_finish(&sheet, size);
    if (kept || !*text) {
        free(*text);
        *text = NULL;
        return kept ? state_for(kept) : RECORD_DAMAGED;
    }
    return RECORD_MADE;
}

static bool wants(const void *about, const void *head, size_t size)
{
    struct kept_head read;
    (void)about;
    return kept_read_head(head, size, &read) == KEPT && (read.flags & KEPT_OVER);
}

static void make(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    (void)about;
    out->state = (int)record_make(rows, &out->text, &out->size);
}

const struct queue_maker record_maker = {wants, make};

/* ---- proving ---- */

struct court {
    struct proof proof;
    struct table table;
    uint8_t chain[HASH_BYTES];
    bool full;
};

static void dice(void *ctx, seq_t events, uint64_t out[2])
{
    struct court *c = ctx;
    secret_dice(c->proof.header.seed, events, out);
}

static void sealed(void *ctx, const uint8_t *bytes, size_t size)
{
    struct court *c = ctx;
    secret_chain(c->chain, bytes, size);
}

static void tell(void *ctx, const struct event *e)
{
    struct court *c = ctx;
    c->full |= !table_restore(&c->table, e);
}

static bool material(void *ctx, const char *text, size_t size)
{
    const struct court *c = ctx;
    uint8_t hash[HASH_BYTES];
    secret_material(text, size, hash);
    return !memcmp(hash, c->proof.header.material, sizeof hash);
}

static bool words(void *ctx, const struct entry *e)
{
    (void)ctx;
    return secret_is_word(e);
}

static bool wrong(struct complaint *why, uint32_t line, const char *text)
{
    why->line = line;
    text_copy(why->text, sizeof why->text, text);
    return false;
}

/* The next line, without its line feed.  The last line needs one too: without it the file is cut short. */
static bool next_line(const char **at, const char *end, size_t most, const char **line, size_t *size)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *size = stop ? (size_t)(stop - *at) : 0;
    *at = stop ? stop + 1 : end;
    return stop && *size < most;
}

static bool begin(struct court *c, const char *line, size_t size, struct complaint *why)
{
    static const struct proof_calls calls = {dice, sealed, tell, material, words};
    uint8_t commitment[HASH_BYTES];
    const struct record_header *h = &c->proof.header;
    if (!proof_begin(&c->proof, &calls, c, line, size, why))
        return false;
    secret_commitment(h->seed, commitment);
    memcpy(c->chain, commitment, sizeof c->chain);
    if (h->format > 1 && memcmp(commitment, h->commitment, sizeof commitment))
        return wrong(why, 1, "the seed is not the one that was committed to");
    return table_open(&c->table, h->game) ? true : wrong(why, 0, "out of memory");
}

static bool end(struct court *c, struct complaint *why)
{
    const struct record_header *h = &c->proof.header;
    if (!proof_end(&c->proof))
        return false;
    if (c->full)
        return wrong(why, 0, "more events than a table can hold");
    if (h->format == RECORD_FORMAT && memcmp(c->chain, h->chain, sizeof c->chain))
        return wrong(why, 1, "the chain of hashes does not match these lines");
    return true;
}

static bool prove(struct court *c, const char *text, size_t size, struct complaint *why)
{
    const char *at = text, *last = text + size, *line;
    size_t length;
    if (size > RECORD_MAX)
        return wrong(why, 0, "too large to be a record");
    if (!next_line(&at, last, RECORD_LINE, &line, &length) || !begin(c, line, length, why))
        return why->text[0] ? false : wrong(why, 1, "not the header of a record");
    while (at < last) {
        bool material = c->proof.header.brought && !c->proof.equipped;
        if (!next_line(&at, last, material ? MATERIAL_LINE : RECORD_LINE, &line, &length))
            return wrong(why, c->proof.line + 1,
                         "the record is cut short in this line, or the line is too long");
        if (!proof_line(&c->proof, line, length))
            return false;
    }
    return end(c, why);
}

bool record_prove(const char *text, size_t size, struct table *out, struct record_proved *proved,
                  struct complaint *why)
{
    struct court *c = calloc(1, sizeof *c);
    if (!c)
        return wrong(why, 0, "out of memory");
    *why = (struct complaint){0};
    bool good = prove(c, text, size, why);
    if (good) {
        const struct proof *p = &c->proof;
        *proved = (struct record_proved){p->header, p->entries, p->judged, p->older, p->deleted};
        *out = c->table;
    } else if (c->table.game) {
        table_close(&c->table);
    }
    free(c);
    return good;
}
