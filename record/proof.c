/* record/proof.c -- judging a record again. */
#include "record/proof.h"

#include "core/pen.h"
#include "core/text.h"
#include "core/turn.h"
#include "core/wire.h"

static bool wrong(struct proof *p, const char *text)
{
    p->why->line = p->line;
    text_copy(p->why->text, sizeof p->why->text, text);
    return false;
}

static bool wrong_so(struct proof *p) /* the reason stands there already */
{
    p->why->line = p->line;
    return false;
}

static struct state *state_of(uint8_t *bytes)
{
    return (struct state *)(void *)bytes;
}

bool proof_begin(struct proof *p, const struct proof_calls *calls, void *ctx, const char *line, size_t size,
                 struct complaint *why)
{
    memset(p, 0, offsetof(struct proof, made));
    p->calls = calls;
    p->ctx = ctx;
    p->why = why;
    p->line = 1;
    return record_read_header(line, size, &p->header, why) ? true : wrong_so(p);
}

/* ---- what dice decided ---- */

static bool is_dealt(const struct game *game, uint16_t kind)
{
    for (const uint16_t *dealt = game->dealt; *dealt; dealt++)
        if (*dealt == kind)
            return true;
    return false;
}

/* The next that is dealt of what was made; NULL: nothing more is. */
static const struct event *next_dealt(struct proof *p)
{
    while (p->dealt_at < p->made_count && !is_dealt(p->header.game, p->made[p->dealt_at].kind))
        p->dealt_at++;
    return p->dealt_at < p->made_count ? &p->made[p->dealt_at++] : NULL;
}

/* But for the number: what is dealt may stand elsewhere among what older rules made of a command. */
static bool same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->to == b->to && a->size == b->size && !memcmp(a->body, b->body, a->size);
}

/* ---- entries ---- */

/* What was told of the entry is all of it. */
static bool close_entry(struct proof *p)
{
    if (!p->open)
        return true;
    p->open = false;
    if (p->out.full)
        return wrong(p, "more events follow the previous command than one command can cause");
    bool whole = p->made_at == p->made_count;
    if (p->strict && !whole)
        return wrong(p, "an event that followed from the previous command is missing");
    if (!p->strict && p->header.format > 1 && next_dealt(p))
        return wrong(p, "something that the previous command dealt is missing");
    if (p->entry.word == WORD_DELETED)
        p->deleted++;
    else if (p->same && whole)
        p->judged++;
    else
        p->older++;
    if (!p->strict && !p->header.game->sound(state_of(p->truth)))
        return wrong(p, "the lines before this one lead to an impossible state");
    p->calls->sealed(p->ctx, p->sealed, (size_t)(p->out.at - p->sealed));
    return true;
}

static void put_words(const struct kind *kind, uint8_t *body, const char *text)
{
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->holds == HOLDS_WORDS)
            text_copy((char *)body + f->offset, f->size, text);
}

static const void *material_of(const struct proof *p)
{
    return p->equipped ? p->material : NULL;
}

/* Whatever the words were, they decided nothing, but that nobody has the name of another: one of these
 * letters is nobody's name.  They are taken out again of what followed. */
static refusal_t judge_without_words(struct proof *p, struct input in)
{
    const struct game *game = p->header.game;
    refusal_t refusal = REFUSAL_OK;
    for (int i = 0; i < VIEWS && (!i || refusal); i++) {
        put_words(&game->schema->commands[in.kind], in.body, (char[]){(char)('a' + i), 0});
        refusal = turn_judge(game, material_of(p), state_of(p->scratch), &in, p->count + 1, p->made,
                             &p->made_count);
    }
    for (int i = 0; i < p->made_count; i++) {
        const struct kind *kind = &game->schema->events[p->made[i].kind];
        put_words(kind, p->made[i].body, "");
        p->made[i].size = schema_bytes(kind, p->made[i].body);
    }
    return refusal;
}

static bool judge(struct proof *p)
{
    const struct game *game = p->header.game;
    struct input *in = &p->entry.in;
    p->calls->dice(p->ctx, p->count, in->dice);
    memcpy(p->scratch, p->truth, game->state_size);
    refusal_t refusal = p->entry.word == WORD_DELETED ? judge_without_words(p, *in)
                                                      : turn_judge(game, material_of(p), state_of(p->scratch),
                                                                   in, p->count + 1, p->made, &p->made_count);
    if (!refusal || !p->strict)
        return true;
    const struct refusal *because = &game->schema->refusals[refusal];
    struct pen pen = pen_on(p->why->text, sizeof p->why->text);
    pen_text(&pen, "the rules refuse this command: ");
    pen_text(&pen, because->text);
    pen_text(&pen, " (");
    pen_text(&pen, because->rule);
    pen_char(&pen, ')');
    pen_done(&pen, p->why->text);
    return wrong_so(p);
}

static const char *nothing_in(const struct field *f)
{
    return f->scalar == T_flag ? "false" : f->form == FORM_PICK ? "null" : f->scalar == T_text ? "\"\"" : "0";
}

/* A command judged by earlier rules may lack the last of the fields that it has today, where they say nothing
 * (decision 16).  `again` is how it is written today. */
static bool was_written_so(const struct kind *kind, const char *line, size_t size, const char *again,
                           size_t today)
{
    char fields[WIRE_MAX];
    size_t same = 0, more = today - size;
    while (same < size && line[same] == again[same])
        same++;
    if (today <= size || memcmp(line + same, again + same + more, size - same) != 0)
        return false;
    for (const struct field *first = kind->fields(); first->name; first++) {
        struct pen pen = pen_on(fields, sizeof fields);
        for (const struct field *f = first; f->name; f++) {
            pen_text(&pen, f->key);
            pen_text(&pen, nothing_in(f));
        }
        if (pen_done(&pen, fields) == more && !memcmp(fields, again + same, more))
            return true;
    }
    return false;
}

static bool is_written_so(const struct proof *p, const char *line, size_t size)
{
    char again[2 * WIRE_MAX];
    const struct game *game = p->header.game;
    size_t today = record_write_entry(game, &p->entry, again, sizeof again);
    if (today == size && !memcmp(again, line, size))
        return true;
    return p->entry.version < game->version &&
           was_written_so(&game->schema->commands[p->entry.in.kind], line, size, again, today);
}

static bool open_entry(struct proof *p, const char *line, size_t size)
{
    const struct game *game = p->header.game;
    int64_t before_ms = p->entry.in.now_ms;
    uint16_t before = p->entry.version;
    if (p->header.format == 1)
        return wrong(p, "a record of this format holds events and nothing else");
    if (!record_read_entry(&p->header, &p->stories, line, size, &p->entry, p->why))
        return wrong_so(p);
    bool today = p->header.format == RECORD_FORMAT;
    if (today && !is_written_so(p, line, size))
        return wrong(p, "this is not how a command is written");
    if (p->entry.in.now_ms < before_ms)
        return wrong(p, "time goes backwards");
    if (!p->entry.version || p->entry.version < before || p->entry.version > p->header.version)
        return wrong(p, "that version of the rules cannot have judged this");
    if (today && p->entry.word == WORD_TOLD && p->calls->words && !p->calls->words(p->ctx, &p->entry))
        return wrong(p, "these are not the words that were said");
    p->entry.equipped = p->equipped && p->entry.in.kind == game->set_up;
    if (p->entry.equipped)
        memcpy(p->entry.material, p->header.material, sizeof p->entry.material);
    p->entries++;
    p->open = p->same = true;
    p->strict = p->entry.version == game->version;
    p->made_at = p->dealt_at = p->made_count = 0;
    p->out = (struct bytes_out){p->sealed, p->sealed + sizeof p->sealed, false};
    entry_seal(&p->out, game, &p->entry);
    return judge(p);
}

/* ---- events ---- */

static bool compare(struct proof *p)
{
    const struct event *made = p->made_at < p->made_count ? &p->made[p->made_at] : NULL;
    p->made_at++;
    p->same = p->same && made && same_event(&p->event, made);
    if (p->strict && !p->same)
        return wrong(p, made ? "the rules and the seed lead to something else here"
                             : "this did not follow from the command");
    if (p->strict || !is_dealt(p->header.game, p->event.kind))
        return true;
    const struct event *dealt = next_dealt(p);
    return dealt && same_event(&p->event, dealt)
               ? true
               : wrong(p, "the seed deals something other than what is told here");
}

static bool words_said(struct proof *p)
{
    const struct kind *kind = &p->header.game->schema->events[p->event.kind];
    return entry_says(kind, p->event.body, entry_text(&p->entry))
               ? true
               : wrong(p, "these are not the words that were said");
}

static bool tell_event(struct proof *p, const char *line, size_t size)
{
    const struct game *game = p->header.game;
    char again[WIRE_MAX];
    int64_t before_ms = p->event.at_ms;
    bool alone = p->header.format == 1; /* without commands */
    if (!wire_read_event(game->schema, line, size, &p->event, p->why))
        return wrong_so(p);
    if (wire_write_event(game->schema, &p->event, again, sizeof again) != size || memcmp(again, line, size))
        return wrong(p, "this is not how an event is written");
    if (p->event.seq != p->count + 1)
        return wrong(p, "an event is missing or repeated");
    if (!alone && (!p->open || p->event.at_ms != p->entry.in.now_ms))
        return wrong(p, "this did not follow from a command");
    if (alone && p->event.at_ms < before_ms)
        return wrong(p, "time goes backwards");
    if (!alone && (!compare(p) || !words_said(p)))
        return false;
    p->count++;
    stories_add(&p->stories, game, &p->event);
    game->apply(state_of(p->truth), &p->event);
    if (alone && !game->sound(state_of(p->truth)))
        return wrong(p, "what is told here is impossible");
    if (p->calls->happened)
        p->calls->happened(p->ctx, &p->event);
    if (!alone)
        entry_seal_event(&p->out, game, &p->entry, &p->event);
    return true;
}

/* The line behind the header of a table that has brought its own. */
static bool take_material(struct proof *p, const char *line, size_t size)
{
    const struct material *kind = p->header.game->material;
    size_t length = record_read_material(line, size, p->text, sizeof p->text);
    if (!length || !kind)
        return wrong(p, "this is not how material is written");
    if (p->calls->material && !p->calls->material(p->ctx, p->text, length))
        return wrong(p, "this is not the material that was played with");
    p->equipped = true;
    return kind->read(p->text, length, p->material, p->why) ? true : wrong_so(p);
}

bool proof_line(struct proof *p, const char *line, size_t size)
{
    p->line++;
    if (p->header.brought && !p->equipped)
        return take_material(p, line, size);
    if (record_is_event(line, size))
        return tell_event(p, line, size);
    return close_entry(p) && open_entry(p, line, size);
}

bool proof_end(struct proof *p)
{
    bool counted = p->header.format < RECORD_FORMAT || p->entries == p->header.entries;
    p->line++;
    if (!close_entry(p))
        return false;
    if (!counted || p->equipped != p->header.brought || p->count != p->header.events)
        return wrong(p, "the record is cut short");
    return !p->entries || p->entry.version == p->header.version
               ? true
               : wrong(p, "the version in the header is not that of the last command");
}
