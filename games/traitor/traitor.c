/* games/traitor/traitor.c -- Are You the Traitor?: the one switch from what is
 * asked to the file that judges it, and the table of the game's functions. */
#include "games/traitor/play.h"

#define DEF "games/traitor/traitor.def"
#define SCHEMA traitor_schema
#include "core/def_tables.h"

static bool begun(const struct state *s)
{
    return s->phase != 0;
}

static bool over(const struct state *s)
{
    return s->ending != 0;
}

/* T2.1: talk is free, for everybody and always. */
static seats_t hears(const struct state *s, seat_t speaker, enum channel channel)
{
    (void)channel;
    bool speaks = speaker == SEAT_SERVER || presence_sits(&s->presence, speaker);
    return speaks ? presence_all(&s->presence) | SEAT(SEAT_GALLERY) : 0;
}

static refusal_t say_phrase(struct turn *t)
{
    seats_t hear;
    refusal_t refusal = hush_reach(t, CHANNEL_TEXT, &hear);
    if (refusal)
        return refusal;
    return phrase_say(t, hear, phrase_slots, phrase_end, role_end, t->state->presence.seats);
}

static refusal_t ask_pause(struct turn *t)
{
    const struct state *s = t->state;
    if (!being_played(s))
        return REFUSAL_not_now;
    if (round_time_is_over(t))
        return REFUSAL_too_late; /* P4.2 */
    return clock_ask_pause(t, &s->clock, presence_present(&s->presence));
}

/* What concerns who is there: perhaps all of them now want to end it (P1.9), which shows cards that a view
 * does not know.  Nobody puts off an end that has come by going away. */
static refusal_t decide_together(struct turn *t)
{
    const struct state *s = t->state;
    bool running = being_played(s) && !round_time_is_over(t);
    if (consent_unforeseen(t, &s->consent, &s->presence))
        return REFUSAL_ask_host;
    refusal_t refusal = consent_judges(t->in->kind)
                            ? consent_decide(t, &s->consent, &s->presence, being_played(s), deal_secrets(s))
                            : consent_decide_seats(t, &s->consent, &s->presence, begun(s),
                                                   running ? &s->clock : NULL, deal_secrets(s));
    if (!refusal && t->truth && consent_to_end(t, &s->consent, &s->presence))
        round_abandon(t);
    return refusal;
}

/* What is not possible in a pause of the table (P2.4). */
static refusal_t decide_play(struct turn *t)
{
    if (t->state->clock.stopped)
        return REFUSAL_clock_stopped;
    switch (t->in->kind) {
    case CMD_stop:
        return round_stop(t);
    case CMD_admit_showing:
        return round_admit_showing(t);
    case CMD_annul_round:
        return round_annul(t);
    case CMD_use_ring:
        return treasure_use_ring(t);
    case CMD_announce:
        return treasure_announce(t);
    case CMD_ready:
        return treasure_ready(t);
    case CMD_ask_pause:
        return ask_pause(t);
    default:
        return REFUSAL_unknown;
    }
}

static refusal_t decide(struct turn *t)
{
    struct state *s = t->state;
    if (presence_judges(t->in->kind) || consent_judges(t->in->kind))
        return decide_together(t);
    switch (t->in->kind) {
    case CMD_set_up:
        return deal_set_up(t);
    case CMD_say:
    case CMD_react:
        return hush_decide(t);
    case CMD_say_phrase:
        return say_phrase(t);
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_say_table_phrase:
        return hush_table_phrase(t, &s->hush, s->clock.stopped);
    case CMD_pause_clock:
        return being_played(s) ? clock_stop(t, &s->clock) : REFUSAL_not_now;
    case CMD_tick:
        clock_tick(t, &s->clock);
        consent_tick(t, &s->consent);
        round_tick(t);
        return REFUSAL_OK;
    default:
        return decide_play(t);
    }
}

static int64_t deadline(const struct state *s)
{
    return consent_lapses_ms(&s->consent, clock_table_ms(&s->clock, s->ends_ms ? s->ends_ms : INT64_MAX));
}

/* T5.1, T5.3 */
static void winners(const struct state *s, struct result out[VIEWS])
{
    bool abandoned = s->ending == ending_abandoned;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        out[seat] = (struct result){abandoned                 ? HOW_ABANDONED
                                    : s->winners & SEAT(seat) ? HOW_WON
                                                              : HOW_LOST,
                                    s->ending};
}

static const uint16_t dealt[] = {
    EV_treasure_shuffled, EV_card_dealt,        EV_wizards_shown, EV_key_holder_told,
    EV_traitors_told,     EV_wizard_card_dealt, EV_card_stolen,   0};

const struct game traitor = {
    .name = "traitor",
    /* 2: 200 characters at once (P3.2), no pause when time is up (P4.2), no seat with cards without consent
     * (P5.4); 3: table phrases (P3.3); 4: nobody agrees alone (P5.4), bots are not removed (P1.3) */
    .version = 4,
    .seats_min = 4,
    .seats_max = PLAYERS_MAX,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .set_up = CMD_set_up,
    .schema = &traitor_schema,
    .endings = ending_labels,
    .dealt = dealt,
    .asker = presence_asker,
    .decide = decide,
    .apply = traitor_apply,
    .deadline = deadline,
    .hears = hears,
    .secrets = deal_secrets,
    .legal = traitor_legal,
    .sound = traitor_sound,
    .begun = begun,
    .over = over,
    .winners = winners,
};
