/* games/maze/role_guess.c -- level 5, after the escape: the traitors' last chance (H7.2 to H7.7). */
#include "games/maze/role_play.h"

/* The cards of players still in the game that nobody has seen. */
seats_t role_face_down(const struct state *s)
{
    return role_in_game(s) & ~s->roles.shown;
}

static bool lies_face_up(const struct state *s, uint8_t card)
{
    for (seats_t rest = s->roles.shown; rest; rest &= rest - 1)
        if (s->roles.card[seats_first(rest)] == card)
            return true;
    return false;
}

/* H7.4 */
bool role_may_guess(const struct state *s, uint8_t card)
{
    const struct role *role = &deck_house.role[card < card_end ? card : 0];
    return role->side == side_hero && role_has_mission(role) && (role->letters >> (LEVEL_GUESSING - 1) & 1) &&
           role_fits(s, role) && !lies_face_up(s, card);
}

bool role_guessing_begins(struct turn *t)
{
    const struct state *s = t->state;
    seats_t traitors = role_on_side(s, role_in_game(s), side_traitor);
    int64_t left_ms = flip_left_ms(t);
    if (s->roles.level < LEVEL_GUESSING || !traitors || !(role_face_down(s) & ~traitors))
        return false;
    role_show(t, traitors);
    EMIT(t, 0, guessing_begun, .ends_ms = role_now(t) + ASKING_MS,
         .left_ms = left_ms > 0 ? (int32_t)left_ms : 0, .traitors = traitors);
    flip_open_talk(t); /* H7.6: as in a discussion */
    return true;
}

/* Those who have neither asked for the word nor passed. */
static seats_t undecided(const struct roles *r)
{
    seats_t seats = r->guessers & ~r->spoken;
    for (size_t i = 0; i < sizeof r->asked && r->asked[i]; i++)
        seats &= ~SEAT(r->asked[i]);
    return seats;
}

/* The word goes to the next in the order of asking; or it is all over (H7.5). */
void role_settle_guessing(struct turn *t)
{
    const struct roles *r = &t->state->roles;
    if (!(r->guessers & ~r->spoken) || !role_face_down(t->state)) {
        role_finish(t, ending_escaped);
        return;
    }
    for (size_t i = 0; i < sizeof r->asked && r->asked[i] && !r->word; i++)
        if (!(r->spoken & SEAT(r->asked[i])))
            EMIT(t, 0, word_given, .seat = r->asked[i], .ends_ms = role_now(t) + WORD_MS);
}

static refusal_t guesser_refusal(const struct state *s, seat_t by)
{
    if (s->roles.phase != phase_guessing)
        return REFUSAL_not_now;
    return s->roles.guessers & SEAT(by) ? REFUSAL_OK : REFUSAL_only_guessing;
}

refusal_t role_ask_for_word(struct turn *t)
{
    const struct state *s = t->state;
    refusal_t refusal = guesser_refusal(s, t->in->by);
    if (refusal)
        return refusal;
    if (!(undecided(&s->roles) & SEAT(t->in->by)))
        return REFUSAL_spoken_already;
    if (role_now(t) >= s->roles.phase_ends_ms)
        return REFUSAL_too_late;
    EMIT(t, 0, word_asked, .seat = t->in->by);
    return REFUSAL_OK;
}

refusal_t role_pass_word(struct turn *t)
{
    const struct state *s = t->state;
    refusal_t refusal = guesser_refusal(s, t->in->by);
    if (refusal)
        return refusal;
    if (s->roles.spoken & SEAT(t->in->by))
        return REFUSAL_spoken_already;
    EMIT(t, 0, word_passed, .seats = SEAT(t->in->by));
    return REFUSAL_OK;
}

refusal_t role_guess_card(struct turn *t)
{
    const struct state *s = t->state;
    const struct guess_card *asked = BODY(t->in, guess_card);
    refusal_t refusal = guesser_refusal(s, t->in->by);
    if (refusal)
        return refusal;
    if (s->roles.word != t->in->by)
        return REFUSAL_no_word;
    if (role_now(t) >= s->roles.word_ends_ms)
        return REFUSAL_too_late;
    if (!presence_sits(&s->presence, asked->seat))
        return REFUSAL_no_such;
    if (!(role_face_down(s) & SEAT(asked->seat)))
        return REFUSAL_face_up;
    if (!role_may_guess(s, asked->card))
        return REFUSAL_no_such_mission;
    if (!t->truth)
        return REFUSAL_ask_host;
    EMIT(t, 0, card_guessed, .by = t->in->by, .seat = asked->seat, .card = asked->card,
         .right = s->roles.card[asked->seat] == asked->card);
    role_show(t, SEAT(asked->seat));
    return REFUSAL_OK;
}

/* Whoever is silent when the time is up passes. */
void role_tick_guessing(struct turn *t)
{
    const struct roles *r = &t->state->roles;
    int64_t now_ms = role_now(t);
    if (r->phase != phase_guessing)
        return;
    seats_t late = now_ms >= r->phase_ends_ms ? undecided(r) : 0;
    if (r->word && now_ms >= r->word_ends_ms)
        late |= SEAT(r->word);
    if (late)
        EMIT(t, 0, word_passed, .seats = late);
}

int64_t role_guessing_due_ms(const struct state *s)
{
    const struct roles *r = &s->roles;
    int64_t word_ms = r->word ? r->word_ends_ms : INT64_MAX,
            asking_ms = undecided(r) ? r->phase_ends_ms : INT64_MAX;
    return word_ms < asking_ms ? word_ms : asking_ms;
}
