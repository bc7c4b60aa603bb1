/* games/word/word.c -- Traître Mot: the one switch from what is asked to the file that judges it, and the
 * table of the game's functions. */
#include "games/word/play.h"

#define DEF "games/word/word.def"
#define SCHEMA word_schema
#include "core/def_tables.h"

static bool begun(const struct state *s)
{
    return s->phase != 0;
}

static bool over(const struct state *s)
{
    return s->ending != 0;
}

/* W7.1: talk is free, for everybody and always. */
static seats_t hears(const struct state *s, seat_t speaker, enum channel channel)
{
    (void)channel;
    bool speaks = speaker == SEAT_SERVER || presence_sits(&s->presence, speaker);
    return speaks ? presence_all(&s->presence) | SEAT(SEAT_GALLERY) : 0;
}

/* W1.6: that of the deck. */
static const char *language(const struct state *s, const struct input *set_up, const void *material)
{
    uint8_t chosen = set_up ? BODY(set_up, set_up)->language : 0;
    if (begun(s))
        return deck_language(s->language);
    return deck_language(material ? ((const struct deck *)material)->language
                         : chosen ? chosen
                                  : language_en);
}

/* W7.2: everybody has a hand, and everybody's is secret. */
static seats_t secrets(const struct state *s)
{
    return being_played(s) ? presence_all(&s->presence) : 0;
}

static refusal_t ask_pause(struct turn *t)
{
    const struct state *s = t->state;
    if (!being_played(s))
        return REFUSAL_not_now;
    if (play_ms(t) >= chain_due_ms(s))
        return REFUSAL_too_late; /* P4.2 */
    return clock_ask_pause(t, &s->clock, presence_present(&s->presence));
}

/* What concerns who is there: perhaps all of them now want to end it (P1.9), which shows cards that a view
 * does not know. */
static refusal_t decide_together(struct turn *t)
{
    const struct state *s = t->state;
    bool running = being_played(s) && play_ms(t) < chain_due_ms(s);
    if (t->in->kind == CMD_seat_player && t->in->by != SEAT_SERVER && BODY(t->in, seat_player)->bot)
        return REFUSAL_no_bots;
    if (consent_unforeseen(t, &s->consent, &s->presence))
        return REFUSAL_ask_host;
    refusal_t refusal = consent_judges(t->in->kind)
                            ? consent_decide(t, &s->consent, &s->presence, being_played(s), secrets(s))
                            : consent_decide_seats(t, &s->consent, &s->presence, begun(s),
                                                   running ? &s->clock : NULL, secrets(s));
    if (refusal)
        return refusal;
    if (t->truth && consent_to_end(t, &s->consent, &s->presence)) {
        clock_end_pause(t, &s->clock);
        end_game(t, ending_abandoned);
    } else {
        accuse_presence(t);
    }
    return REFUSAL_OK;
}

/* What is not possible in a pause of the table (P2.4). */
static refusal_t decide_play(struct turn *t)
{
    if (t->state->clock.stopped)
        return REFUSAL_clock_stopped;
    switch (t->in->kind) {
    case CMD_announce:
        return chain_announce(t);
    case CMD_pass:
        return chain_pass(t);
    case CMD_accuse:
        return accuse_decide(t);
    case CMD_claim:
        return accuse_claim(t);
    case CMD_justify:
        return accuse_justify(t);
    case CMD_finish:
        return accuse_finish(t);
    case CMD_cast_vote:
        return accuse_vote(t);
    case CMD_ask_pause:
        return ask_pause(t);
    default:
        return REFUSAL_unknown;
    }
}

static void tick(struct turn *t)
{
    const struct state *s = t->state;
    clock_tick(t, &s->clock);
    consent_tick(t, &s->consent);
    if (s->clock.stopped || !being_played(s))
        return;
    chain_tick(t);
    if (being_played(s))
        accuse_tick(t);
}

static refusal_t decide(struct turn *t)
{
    struct state *s = t->state;
    if (presence_judges(t->in->kind) || consent_judges(t->in->kind))
        return decide_together(t);
    switch (t->in->kind) {
    case CMD_set_up:
        return setup_decide(t);
    case CMD_say:
    case CMD_react:
        return hush_decide(t);
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_say_table_phrase:
        return hush_table_phrase(t, &s->hush, s->clock.stopped);
    case CMD_pause_clock:
        return being_played(s) ? clock_stop(t, &s->clock) : REFUSAL_not_now;
    case CMD_tick:
        tick(t);
        return REFUSAL_OK;
    default:
        return decide_play(t);
    }
}

static int64_t deadline(const struct state *s)
{
    return consent_lapses_ms(&s->consent, clock_table_ms(&s->clock, chain_due_ms(s)));
}

/* W5 */
static void winners(const struct state *s, struct result out[VIEWS])
{
    bool abandoned = s->ending == ending_abandoned;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        out[seat] = (struct result){abandoned                 ? HOW_ABANDONED
                                    : s->winners & SEAT(seat) ? HOW_WON
                                                              : HOW_LOST,
                                    s->ending};
}

static const uint16_t dealt[] = {EV_game_set_up, EV_piles_dealt, EV_card_drawn, EV_word_started, 0};

const struct game word = {
    .name = "word",
    .version = 1,
    .seats_min = DECK_PLAYERS_MIN,
    .seats_max = DECK_PLAYERS_MAX,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .set_up = CMD_set_up,
    .schema = &word_schema,
    .material = &deck_material,
    .endings = ending_labels,
    .dealt = dealt,
    .asker = presence_asker,
    .decide = decide,
    .apply = word_apply,
    .deadline = deadline,
    .hears = hears,
    .secrets = secrets,
    .language = language,
    .legal = word_legal,
    .sound = word_sound,
    .begun = begun,
    .over = over,
    .winners = winners,
};
