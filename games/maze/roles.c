/* games/maze/roles.c -- Hidden Roles, as the maze sees it: who may ask for what, the switch to the files that
 * judge it (role_*.c), who hears, the deadline, what is legal, what always holds. */
#include "games/maze/role_play.h"

/* ---- who may ask for what ---- */

static bool is_ghost(const struct state *s, seat_t seat)
{
    return s->roles.level >= LEVEL_SEVERAL && (s->roles.convicted & SEAT(seat));
}

static bool is_silent_monk(const struct state *s, seat_t seat)
{
    bool playing = !s->ending && (s->running || s->roles.phase);
    return playing && role_of(s, seat)->rule == CARD_RULE_NO_WORDS;
}

/* Talk is the maze's own, but for those who are out, and one card. */
static refusal_t talk_refusal(const struct turn *t)
{
    const struct state *s = t->state;
    seat_t by = t->in->by;
    if (s->ending || s->clock.stopped)
        return REFUSAL_OK;
    if (is_ghost(s, by))
        return t->in->kind == CMD_say && t->game->hears(s, by, CHANNEL_TEXT) ? REFUSAL_OK
                                                                             : REFUSAL_ghost_silent;
    if (!role_plays(s, by))
        return REFUSAL_eliminated;
    return t->in->kind == CMD_say && is_silent_monk(s, by) ? REFUSAL_silent_monk : REFUSAL_OK;
}

/* What is asked of a player who is out. */
static refusal_t target_refusal(const struct turn *t)
{
    seat_t seat = t->in->kind == CMD_place_pawn ? BODY(t->in, place_pawn)->seat : BODY(t->in, stare_at)->seat;
    return SEAT(seat) & roles_out(t->state) && seat <= SEATS_MAX ? REFUSAL_is_out : REFUSAL_OK;
}

static refusal_t play_refusal(const struct turn *t)
{
    const struct state *s = t->state;
    uint16_t kind = t->in->kind;
    if (s->clock.stopped)
        return REFUSAL_clock_stopped;
    if (s->ending)
        return REFUSAL_over;
    if (!role_plays(s, t->in->by))
        return REFUSAL_eliminated;
    if (s->roles.phase == phase_last)
        return kind == CMD_decide_outcome ? REFUSAL_OK : REFUSAL_last_decides;
    if (s->roles.phase == phase_guessing)
        return kind == CMD_ask_for_word || kind == CMD_pass_word || kind == CMD_guess_card
                   ? REFUSAL_OK
                   : REFUSAL_only_guessing;
    if (role_end_waits(t) && kind != CMD_cast_vote && kind != CMD_choose_flip)
        return REFUSAL_too_late; /* H2.15 */
    if (kind == CMD_turn_hourglass)
        return role_turning_refusal(s);
    return kind == CMD_place_pawn || kind == CMD_stare_at ? target_refusal(t) : REFUSAL_OK;
}

static refusal_t gate(const struct turn *t)
{
    switch (t->in->kind) {
    case CMD_say:
    case CMD_react:
    case CMD_point_at:
        return talk_refusal(t);
    case CMD_ask_pause:
        return role_busy(t->state) ? REFUSAL_no_pause_now : REFUSAL_OK;
    case CMD_tick:
    case CMD_resume:
    case CMD_say_table_phrase:
    case CMD_pause_clock:
    case CMD_set_up:
    case CMD_offer_tile:
        return REFUSAL_OK;
    default:
        return presence_judges(t->in->kind) || consent_judges(t->in->kind) ? REFUSAL_OK : play_refusal(t);
    }
}

/* ---- what is asked ---- */

static refusal_t judge(struct turn *t, refusal_t (*plain)(struct turn *))
{
    refusal_t refusal;
    switch (t->in->kind) {
    case CMD_look_at_card:
        return role_look(t);
    case CMD_lay_watching_card:
        return role_lay_watching_card(t);
    case CMD_accuse:
        return role_accuse(t);
    case CMD_cast_vote:
        return role_vote(t);
    case CMD_choose_flip:
        return role_choose_flip(t);
    case CMD_go_home:
        return role_go_home(t);
    case CMD_decide_outcome:
        return role_decide_outcome(t);
    case CMD_ask_for_word:
        return role_ask_for_word(t);
    case CMD_pass_word:
        return role_pass_word(t);
    case CMD_guess_card:
        return role_guess_card(t);
    case CMD_tick:
        refusal = plain(t);
        role_tick(t);
        return refusal;
    default:
        return plain(t);
    }
}

/* May cards that a view does not know make more follow from this? */
static bool cards_decide(const struct event *e)
{
    switch (e->kind) {
    case EV_theft_done:
    case EV_hero_left:
    case EV_tile_laid:
    case EV_hourglass_flipped:
    case EV_flipped_for_free:
    case EV_flip_declined:
    case EV_ballot_closed:
    case EV_gone_home:
    case EV_outcome_decided:
    case EV_word_asked:
    case EV_word_passed:
        return true;
    default:
        return false;
    }
}

/* A view tries it on a copy: what only the truth can tell is left to the host. */
RARELY static bool foreseen(const struct turn *t, refusal_t (*plain)(struct turn *))
{
    struct state copy;
    struct turn trial = *t;
    memcpy(&copy, t->state, sizeof copy);
    trial.state = &copy;
    if (judge(&trial, plain))
        return true;
    for (int i = 0; i < trial.count; i++)
        if (cards_decide(&trial.events[i]))
            return false;
    return !role_mission_failed(&copy, t->in->by) && !consent_to_end(t, &copy.consent, &copy.presence);
}

APART refusal_t roles_decide(struct turn *t, refusal_t (*plain)(struct turn *))
{
    refusal_t refusal = gate(t);
    if (!refusal && !t->truth && t->in->by <= SEATS_MAX && !foreseen(t, plain))
        refusal = REFUSAL_ask_host;
    if (!refusal)
        refusal = judge(t, plain);
    if (!refusal && t->truth && !t->state->clock.stopped)
        role_settle(t);
    return refusal;
}

bool roles_pausable(const struct state *s)
{
    return !role_busy(s);
}

/* ---- who hears (H3.6, H4.6, H4.9, H7.6) ---- */

seats_t roles_hears(const struct state *s, seat_t speaker, enum channel channel, seats_t everybody)
{
    bool words = channel == CHANNEL_TEXT || channel == CHANNEL_VOICE;
    if (s->ending)
        return everybody;
    if (is_ghost(s, speaker))
        return words && s->running && s->hush.talk == talk_silent ? everybody : 0;
    if (SEAT(speaker) & roles_out(s) || (words && is_silent_monk(s, speaker)))
        return 0;
    if (!s->running && !s->roles.phase)
        return everybody; /* the hourglass has not been turned yet */
    return hush_hearers(s->hush.talk, channel, everybody);
}

/* ---- deadline ---- */

static int64_t first(int64_t a_ms, int64_t b_ms)
{
    return a_ms < b_ms ? a_ms : b_ms;
}

int64_t roles_deadline_ms(const struct state *s, int64_t ends_ms)
{
    const struct roles *r = &s->roles;
    if (s->ending)
        return INT64_MAX;
    if (r->phase == phase_guessing)
        return role_guessing_due_ms(s);
    if (r->phase == phase_last)
        return r->phase_ends_ms;
    if (!s->running)
        return roles_looking(s) ? r->looking_ends_ms : INT64_MAX;
    if (role_busy(s)) {
        int64_t busy_ms = r->phase == phase_flip ? r->phase_ends_ms : ballot_ends_ms(&r->ballot);
        ends_ms = r->put_off ? busy_ms : first(ends_ms, busy_ms); /* H2.7 */
    }
    return first(ends_ms, role_cards_due_ms(s));
}

/* ---- legal ---- */

/* How many spaces a straight move goes. */
static int steps_to(const struct state *s, int hero, place_t to)
{
    int x0, y0, x1, y1;
    mall_position(s, s->hero_at[hero], &x0, &y0);
    mall_position(s, to, &x1, &y1);
    return (x0 < x1 ? x1 - x0 : x0 - x1) + (y0 < y1 ? y1 - y0 : y0 - y1);
}

/* Of what the maze offers: is it possible with roles? */
static bool stays_offered(const struct state *s, seat_t seat, const struct input *in)
{
    if (s->roles.put_off)
        return false;                                  /* H2.15 */
    const struct use_vortex *x = BODY(in, use_vortex); /* all that move a hero are laid out alike */
    place_t to = PLACE(x->tile, x->space);
    switch (in->kind) {
    case CMD_move_hero:
        return !roles_action_refusal(s, seat) &&
               !roles_move_refusal(s, seat, x->hero - 1, to, steps_to(s, x->hero - 1, to));
    case CMD_use_vortex:
    case CMD_use_escalator:
        return !roles_action_refusal(s, seat) && !roles_move_refusal(s, seat, x->hero - 1, to, 0);
    case CMD_explore:
    case CMD_gaze:
        return !roles_action_refusal(s, seat);
    case CMD_place_pawn:
        return role_plays(s, BODY(in, place_pawn)->seat);
    case CMD_stare_at:
        return role_plays(s, BODY(in, stare_at)->seat);
    case CMD_turn_hourglass:
        return !role_turning_refusal(s);
    default:
        return true;
    }
}

static void offer_votes(const struct state *s, struct offers *l)
{
    for (uint8_t vote = vote_yes; vote <= vote_no; vote++)
        if (!ballot_refusal(&s->roles.ballot, l->seat, vote))
            OFFER(l, cast_vote, .vote = vote);
    for (flag flip = 0; flip <= 1 && s->roles.phase == phase_flip; flip++)
        if (s->roles.ballot.accusers & SEAT(l->seat))
            OFFER(l, choose_flip, .flip = flip);
}

/* One by one, and all that can be accused together with the first. */
static void offer_accusations(const struct state *s, struct offers *l)
{
    seats_t several = 0;
    for (seat_t other = 1; other <= s->presence.seats; other++) {
        if (!role_accuse_refusal(s, l->seat, SEAT(other)))
            OFFER(l, accuse, .seats = SEAT(other));
        if (!role_accuse_refusal(s, l->seat, several | SEAT(other)))
            several |= SEAT(other);
    }
    if (seats_count(several) > 1)
        OFFER(l, accuse, .seats = several);
}

static void offer_guesses(const struct state *s, struct offers *l)
{
    const struct roles *r = &s->roles;
    bool asked = r->word == l->seat;
    if (!(r->guessers & ~r->spoken & SEAT(l->seat)))
        return;
    for (size_t i = 0; i < sizeof r->asked; i++)
        asked = asked || r->asked[i] == l->seat;
    if (!asked)
        OFFER(l, ask_for_word, 0);
    OFFER(l, pass_word, 0);
    for (seats_t rest = r->word == l->seat ? role_face_down(s) : 0; rest; rest &= rest - 1)
        for (uint8_t card = 1; card < card_end; card++)
            if (role_may_guess(s, card))
                OFFER(l, guess_card, .seat = seats_first(rest), .card = card);
}

static void offer_play(const struct state *s, struct offers *l)
{
    offer_votes(s, l);
    if (s->roles.put_off)
        return;
    for (seat_t other = 1; other <= s->presence.seats; other++)
        if (other != l->seat && role_plays(s, other) && s->roles.watching != other)
            OFFER(l, lay_watching_card, .seat = other);
    if (!s->running && !(s->roles.looked & SEAT(l->seat)))
        OFFER(l, look_at_card, 0);
    if (role_may_go_home(s, l->seat))
        OFFER(l, go_home, 0);
    offer_accusations(s, l);
}

int roles_legal(const struct state *s, seat_t seat, struct input *out, int count, int max)
{
    struct offers l = {.out = out, .max = max, .seat = seat};
    if (s->clock.stopped)
        return count;
    if (!role_plays(s, seat))
        return 0;
    if (s->roles.phase == phase_guessing) {
        offer_guesses(s, &l);
    } else if (s->roles.phase == phase_last) {
        for (flag succeeded = 0; succeeded <= 1; succeeded++)
            OFFER(&l, decide_outcome, .succeeded = succeeded);
    } else {
        for (int i = 0; i < count; i++)
            if (stays_offered(s, seat, &out[i])) {
                if (i != l.count)
                    memcpy(&out[l.count], &out[i], sizeof out[i]);
                l.count++;
            }
        offer_play(s, &l);
    }
    return l.count;
}

/* ---- what is secret, and what always holds ---- */

seats_t roles_secrets(const struct state *s)
{
    return roles_on(s) && !s->ending ? presence_all(&s->presence) & ~s->roles.shown : 0;
}

static bool cards_sound(const struct state *s)
{
    for (seat_t seat = 1; seat <= s->presence.seats && seat <= SEATS_MAX; seat++) {
        const struct role *role = role_of(s, seat);
        bool known = s->roles.card[seat] != 0;
        if (known != (s->roles.side[seat] != 0))
            return false;
        if (known && s->roles.side[seat] != role->side && !role->turns.count)
            return false; /* only some cards change sides */
        if ((s->roles.shown & SEAT(seat)) && !known)
            return false;
    }
    return true;
}

bool roles_sound(const struct state *s)
{
    const struct roles *r = &s->roles;
    seats_t all = presence_all(&s->presence), out = roles_out(s);
    if (!roles_on(s))
        return true;
    if ((out & ~all) || (r->convicted & r->failed) || (out & ~r->shown) || !ballot_sound(&r->ballot))
        return false;
    if (SEAT(s->pawn) & out || SEAT(r->watching) & out || r->watching > s->presence.seats)
        return false;
    if ((r->locked | r->waits | r->judged) & out || r->spoken & ~r->guessers)
        return false;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if ((SEAT(seat) | SEAT(s->stare[seat])) & out && s->stare[seat])
            return false;
    return cards_sound(s) && !(s->running && (r->phase == phase_last || r->phase == phase_guessing)) &&
           !(s->ending && (r->phase || (all & ~r->shown))) && (!r->put_off || s->running);
}
