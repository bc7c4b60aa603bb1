/* rules/hush.c -- talk. */
#include "rules/hush.h"

#include "core/text.h"

#define DEF "rules/hush.def"
#include "core/def_types.h"

enum { TABLE_PHRASE_MS = 5000 }; /* between two of one seat */

void hush_set(struct turn *t, const struct hush *h, uint8_t talk)
{
    if (h->talk != talk)
        EMIT(t, 0, talk_changed, .talk = talk);
}

refusal_t hush_reach(const struct turn *t, enum channel channel, seats_t *reached)
{
    *reached = t->game->hears(t->state, t->in->by, channel);
    if (*reached)
        return REFUSAL_OK;
    return t->game->hears(t->state, t->in->by, CHANNEL_REACTION) ? REFUSAL_gestures_only : REFUSAL_silence;
}

static refusal_t say(struct turn *t, seats_t hear)
{
    const char *text = BODY(t->in, say)->text;
    if (text_blank(text))
        return REFUSAL_no_words;
    if (text_characters(text) > SAY_CHARS_MAX)
        return REFUSAL_too_long;
    struct said said = {.by = t->in->by};
    text_copy(said.text, sizeof said.text, text);
    emit_words(t, EV_said, hear | SEAT(t->in->by), &said);
    return REFUSAL_OK;
}

static refusal_t react(struct turn *t, seats_t see)
{
    uint8_t shown = BODY(t->in, react)->reaction;
    if (shown == reaction_hidden || shown >= reaction_end)
        return REFUSAL_no_such;
    EMIT(t, see | SEAT(t->in->by), reacted, .by = t->in->by, .reaction = shown);
    return REFUSAL_OK;
}

refusal_t hush_decide(struct turn *t)
{
    bool says = t->in->kind == CMD_say;
    seats_t reached;
    refusal_t refusal = hush_reach(t, says ? CHANNEL_TEXT : CHANNEL_REACTION, &reached);
    if (refusal)
        return refusal;
    return says ? say(t, reached) : react(t, reached);
}

refusal_t hush_table_phrase(struct turn *t, const struct hush *h, bool paused)
{
    uint8_t phrase = BODY(t->in, say_table_phrase)->phrase;
    int64_t last_ms = h->phrase_ms[t->in->by];
    if (!paused)
        return REFUSAL_not_paused;
    if (phrase == table_phrase_hidden || phrase >= table_phrase_end)
        return REFUSAL_no_such;
    if (last_ms && t->in->now_ms - last_ms < TABLE_PHRASE_MS)
        return REFUSAL_phrase_soon;
    EMIT(t, 0, table_phrase_said, .by = t->in->by, .phrase = phrase);
    return REFUSAL_OK;
}

seats_t hush_hearers(uint8_t talk, enum channel channel, seats_t everybody)
{
    bool gesture = channel == CHANNEL_REACTION || channel == CHANNEL_POINT;
    return talk == talk_open || (talk == talk_gestures && gesture) ? everybody : 0;
}

void hush_apply(struct hush *h, const struct event *e)
{
    uint8_t talk = e->kind == EV_talk_changed ? BODY(e, talk_changed)->talk : 0;
    if (talk && talk < talk_end) {
        h->talk = talk;
        h->changed = e->seq;
    }
    if (e->kind == EV_table_phrase_said && BODY(e, table_phrase_said)->by <= SEATS_MAX)
        h->phrase_ms[BODY(e, table_phrase_said)->by] = e->at_ms;
}
