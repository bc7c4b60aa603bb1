/* bots/traitor_reasoner.c -- a bot that plays Are You the Traitor? by listening, talking in phrases, and
 * pointing when it is sure enough.
 *
 * Whatever its role, it speaks about everybody once, in no particular order, so that only what it says gives
 * anything away.  Good ones say what they think, but cover for the Key Holder; Traitors and Evil Wizards
 * twist things as often as they can without being too obvious.  It reads everything that matters from the
 * view; its memory is only for manners. */
#include "bots/bot.h"
#include "bots/traitor_belief.h"
#include "bots/traitor_habits.h"
#include "bots/traitor_pause.h"
#include "games/traitor/play.h"

struct mind {
    int64_t acts_ms;  /* when it will do something next */
    int64_t waits_ms; /* the latest time until which it lets others talk */
    int64_t began_ms; /* playing time when it saw this round, or pause, begin */
    uint16_t round;   /* the one it is thinking about */
    uint8_t phase;
    uint8_t turns; /* how often its turn to do something has come this round */
    seat_t about;  /* somebody asked what it thinks of this seat; 0: nobody did */
};

_Static_assert(sizeof(struct mind) <= BOT_MIND_MAX, "a bot's memory");

static bool chance(struct bot *b, uint32_t thousandths)
{
    return pace_below(&b->pace, 1000) < thousandths;
}

static uint8_t my_role(const struct bot *b, const struct state *s)
{
    return role_of(s->character[b->seat], s->side[b->seat]);
}

static bool wizard(const struct state *s, seat_t seat)
{
    return s->wizards & SEAT(seat);
}

/* ---- what to say ---- */

/* Is the seat more likely to be a Traitor than others who could be one? */
static bool suspicious(struct bot *b, const struct state *s, const struct belief *belief, seat_t seat)
{
    int others = 0, sum = 0;
    for (seat_t other = 1; other <= s->presence.seats; other++)
        if (other != b->seat && !wizard(s, other) && s->character[other] != character_key_holder) {
            sum += belief->traitor[other];
            others++;
        }
    int more = belief->traitor[seat] * others - sum;
    return more > 5 * others || (more >= -5 * others && chance(b, 500));
}

static enum claim good_or_evil(struct bot *b, uint32_t evil)
{
    return chance(b, evil) ? CLAIM_EVIL : CLAIM_GOOD;
}

static enum claim turned(enum claim claim)
{
    return claim == CLAIM_EVIL ? CLAIM_GOOD : CLAIM_EVIL;
}

static enum claim claim_of_oneself(struct bot *b, const struct state *s, const struct habits *h)
{
    return chance(b, h->claim[s->character[b->seat]]) ? CLAIM_KEY_HOLDER
                                                      : CLAIM_GOOD; /* a wizard always claims to be good */
}

static enum claim claim_of_wizard(struct bot *b, const struct state *s, const struct belief *belief,
                                  const struct habits *h, seat_t of)
{
    bool good = belief->good[of] > 500 || (belief->good[of] == 500 && chance(b, 500));
    enum claim honest = good ? CLAIM_GOOD : CLAIM_EVIL;
    return my_role(b, s) == role_traitor && chance(b, h->turn_by_traitor) ? turned(honest) : honest;
}

static enum claim claim_by_traitor(struct bot *b, const struct habits *h, bool is, bool knows)
{
    if (knows && chance(b, is ? h->true_by_traitor.name : h->other_by_traitor.name))
        return CLAIM_KEY_HOLDER;
    return good_or_evil(b, is ? h->true_by_traitor.evil : h->other_by_traitor.evil);
}

/* With 6 players or more, all but the wizards know the Key Holder; what is said about that matters most. */
static enum claim claim_of_player(struct bot *b, const struct state *s, const struct belief *belief,
                                  const struct habits *h, seat_t of)
{
    uint8_t role = my_role(b, s);
    bool is = s->character[of] == character_key_holder, knows = s->presence.seats >= 6 && !wizard(s, b->seat);
    if (role == role_traitor)
        return claim_by_traitor(b, h, is, knows);
    if (knows && chance(b, is ? h->true_by_good.name : h->name_other_by_good))
        return CLAIM_KEY_HOLDER;
    if (is)
        return good_or_evil(b, h->true_by_good.evil);
    enum claim honest = suspicious(b, s, belief, of) ? CLAIM_EVIL : CLAIM_GOOD;
    return role == role_evil_wizard && chance(b, h->turn_by_wizard) ? turned(honest) : honest;
}

/* It sticks to what it has said about somebody. */
static enum claim claim_for(struct bot *b, const struct state *s, const struct belief *belief, seat_t of)
{
    const struct habits *h = habits_for(s->presence.seats);
    enum claim said = belief_claim(s, b->seat, of);
    if (said)
        return said;
    if (of == b->seat)
        return claim_of_oneself(b, s, h);
    return wizard(s, of) ? claim_of_wizard(b, s, belief, h, of) : claim_of_player(b, s, belief, h, of);
}

/* ---- saying it ---- */

static void say(const struct bot *b, const struct state *s, enum claim claim, seat_t of, struct input *out)
{
    uint8_t role = claim == CLAIM_KEY_HOLDER ? role_key_holder
                   : !wizard(s, of)          ? role_guard
                   : claim == CLAIM_GOOD     ? role_good_wizard
                                             : role_evil_wizard;
    if (of == b->seat)
        ASK(out, b->seat, say_phrase, .phrase = phrase_i_am, .role = role);
    else if (claim == CLAIM_KEY_HOLDER || wizard(s, of))
        ASK(out, b->seat, say_phrase, .phrase = phrase_is, .seat = of, .role = role);
    else
        ASK(out, b->seat, say_phrase, .phrase = claim == CLAIM_EVIL ? phrase_suspect : phrase_trust,
            .seat = of);
}

/* Somebody it has not spoken about, or who has not said who they are; 0: there is nobody. */
static seat_t anyone(struct bot *b, const struct state *s, bool silent)
{
    seat_t found[VIEWS];
    uint32_t count = 0;
    for (seat_t of = 1; of <= s->presence.seats; of++) {
        bool fellow = wizard(s, b->seat) && wizard(s, of) && of != b->seat;
        if (silent ? of != b->seat && !s->told[of].of[of] : !fellow && !s->told[b->seat].of[of])
            found[count++] = of;
    }
    return count ? found[pace_below(&b->pace, count)] : 0;
}

static bool talk(struct bot *b, const struct state *s, const struct belief *belief, struct input *out)
{
    enum { ASKS = 80 }; /* thousandths */
    struct mind *m = bot_mind(b);
    seat_t of = m->about, silent = chance(b, ASKS) ? anyone(b, s, true) : 0;
    m->about = 0;
    if (!of && silent) {
        ASK(out, b->seat, say_phrase, .phrase = phrase_who_are_you, .seat = silent);
        return true;
    }
    if (!of)
        of = anyone(b, s, false);
    if (of)
        say(b, s, claim_for(b, s, belief, of), of, out);
    return of != 0;
}

/* ---- pointing ---- */

/* How sure it must be, in thousandths: less and less. */
static int sure_enough(const struct state *s, uint8_t role, int turns)
{
    enum { LISTENS = 2 }; /* turns, before anything */
    const struct habits *h = habits_for(s->presence.seats);
    return turns <= LISTENS ? 1001
                            : h->sure[role] - (turns > h->late ? (turns - h->late) * h->less[role] : 0);
}

static bool point(struct bot *b, const struct state *s, const struct belief *belief, struct input *out)
{
    const struct mind *m = bot_mind(b);
    uint8_t role = my_role(b, s);
    const uint16_t *sought = role == role_key_holder    ? belief->good
                             : role == role_evil_wizard ? belief->key_holder
                                                        : belief->traitor;
    seat_t best = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        if (seat != b->seat && round_could_win(s, b->seat, seat) && (!best || sought[seat] > sought[best]))
            best = seat;
    if (!best || sought[best] < sure_enough(s, role, m->turns))
        return false;
    ASK(out, b->seat, stop, .seat = best);
    return true;
}

/* ---- at a human pace ---- */

static int64_t later_ms(struct bot *b, int64_t now_ms, int reactions)
{
    while (reactions-- > 0)
        now_ms += pace_reaction_ms(&b->pace);
    return now_ms;
}

/* A relaxed bot plays with people who are learning: it lets them look at their card before it talks, read
 * what was said before it says more, and think before it ends a round. */
static bool relaxed(const struct bot *b)
{
    return b->pace.name == PACE_RELAXED;
}

static int64_t patience_ms(const struct bot *b, int64_t ms)
{
    return relaxed(b) ? ms : 0;
}

/* Its next turn comes after so many reactions; later if others talk, but not for ever. */
static void take_turn_after(struct bot *b, int64_t now_ms, int reactions)
{
    enum { OTHERS_MS = 180000 };
    struct mind *m = bot_mind(b);
    m->acts_ms = b->wakes_ms = later_ms(b, now_ms, reactions);
    m->waits_ms = m->acts_ms + OTHERS_MS;
}

/* A round or a pause that is new to it. */
static void begin_phase(struct bot *b, const struct state *s, int64_t now_ms)
{
    enum { CARD_MS = 8000 };
    struct mind *m = bot_mind(b);
    int64_t card_ms = s->phase == phase_round ? patience_ms(b, CARD_MS) : 0;
    *m = (struct mind){.round = s->round, .phase = s->phase, .began_ms = clock_play_ms(&s->clock, now_ms)};
    take_turn_after(b, now_ms + card_ms, 2 + (int)pace_below(&b->pace, s->presence.seats));
}

static bool look(struct bot *b, const struct state *s, int64_t now_ms, struct input *out)
{
    enum { THINK_MS = 45000 };
    struct mind *m = bot_mind(b);
    struct belief belief;
    int seats = s->presence.seats;
    if (s->clock.stopped || !being_played(s))
        return false;
    if (m->round != s->round || m->phase != s->phase)
        begin_phase(b, s, now_ms);
    b->wakes_ms = m->acts_ms;
    if (now_ms < m->acts_ms)
        return false;
    /* The more players there are, the longer each waits for its next turn. */
    take_turn_after(b, now_ms, seats + (int)pace_below(&b->pace, (uint32_t)seats));
    if (s->phase == phase_pause)
        return pause_act(s, b->seat, out);
    m->turns = (uint8_t)(m->turns + (m->turns < UINT8_MAX));
    belief_form(s, &belief);
    bool may_end = clock_play_ms(&s->clock, now_ms) - m->began_ms >= patience_ms(b, THINK_MS);
    if ((may_end && point(b, s, &belief, out)) || talk(b, s, &belief, out))
        return true;
    if (relaxed(b)) /* nobody needs time to read what is not said */
        m->acts_ms = b->wakes_ms = later_ms(b, now_ms, seats / 2);
    return false;
}

/* Whom the phrase asks this seat about; 0: nobody. */
static seat_t asked_about(const struct phrase_said *x, seat_t seat)
{
    if (x->seat != seat)
        return 0;
    return x->phrase == phrase_who_are_you || x->phrase == phrase_are_you ? seat
           : x->phrase == phrase_think_of                                 ? x->other
                                                                          : 0;
}

/* First it reads what anybody says, unless that would never end.  Who speaks next varies then, and it is
 * hardly ever two at once: what another says takes a moment to be heard.  If it is asked something, it
 * answers that next, and sooner. */
static void notice(struct bot *b, const struct state *s, const struct seen *seen)
{
    enum { READ_MS = 3000, APART_MS = 400 };
    struct mind *m = bot_mind(b);
    bool phrase = seen->event.kind == EV_phrase_said;
    if (s->phase != phase_round || !m->acts_ms || (!phrase && seen->event.kind != EV_said))
        return;
    int64_t read_ms = seen->event.at_ms + patience_ms(b, READ_MS);
    if (relaxed(b) && m->acts_ms < read_ms && read_ms < m->waits_ms)
        m->acts_ms = read_ms + APART_MS * (int64_t)((b->seat + seen->event.seq) % s->presence.seats);
    seat_t about = phrase ? asked_about(BODY(&seen->event, phrase_said), b->seat) : 0;
    if (!about)
        return;
    m->about = about;
    int64_t soon_ms = later_ms(b, read_ms, 2);
    m->acts_ms = soon_ms < m->acts_ms ? soon_ms : m->acts_ms;
}

const struct bot_kind traitor_reasoner = {
    .name = "reasoner", .game = "traitor", .look = look, .notice = notice};
