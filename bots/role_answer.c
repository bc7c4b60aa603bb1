/* bots/role_answer.c -- whatever a seat of Hidden Roles can be asked is answered, at a human pace, so that no
 * table ever waits for a bot; and what it does unasked. */
#include "bots/role_bot.h"
#include "core/text.h"

/* From being asked to answering, in ms.  A vote: H9.4. */
static const int64_t pause_ms[][2] = {
    [MATTER_LOOK] = {1500, 5000},   [MATTER_VOTE] = {1050, 3900}, [MATTER_FLIP] = {1200, 4000},
    [MATTER_DECIDE] = {3000, 9000}, [MATTER_ASK] = {2000, 9000},  [MATTER_GUESS] = {3000, 12000},
};

enum {
    AGAIN_MS = 1000,   /* in case an answer is refused */
    DREAMY_LEAST = 60, /* percent, each: people differ */
    DREAMY_MOST = 140,
    BOLD_LEAST = 80,
    BOLD_MOST = 160,
    JUDGE_LEAST = 70,
    JUDGE_MOST = 130,
};

static bool asked_for_word(const struct roles *r, seat_t me)
{
    for (size_t i = 0; i < sizeof r->asked; i++)
        if (r->asked[i] == me)
            return true;
    return false;
}

static uint8_t matter_of(const struct state *s, seat_t me)
{
    const struct roles *r = &s->roles;
    seats_t own = SEAT(me);
    if (!role_plays(s, me))
        return MATTER_NONE;
    if (r->phase == phase_guessing && (r->guessers & ~r->spoken & own))
        return r->word == me ? MATTER_GUESS : asked_for_word(r, me) ? MATTER_NONE : MATTER_ASK;
    if (r->phase == phase_last)
        return MATTER_DECIDE;
    if (r->phase == phase_flip && (r->ballot.accusers & own))
        return MATTER_FLIP;
    if (ballot_is_open(&r->ballot) && (r->ballot.voters & ~r->ballot.voted & own))
        return MATTER_VOTE;
    return !s->running && !r->phase && !(r->looked & own) ? MATTER_LOOK : MATTER_NONE;
}

/* H2.7: whether the flip helps its own side (M5.2); and a flip after which two tiles cannot be discarded
 * loses the game (M8.5). */
static bool flips(const struct state *s, seat_t me, int64_t now_ms)
{
    int64_t left_ms = role_sand_ms(s, now_ms);
    bool loses = rule(s, RULE_DISCARD) && !mall_two_can_go(s);
    bool helps = !loses && 2 * left_ms < s->sand.holds_ms;
    return helps != role_am_traitor(s, me);
}

static void answer(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                   struct input *out)
{
    seat_t me = b->seat;
    switch (m->matter) {
    case MATTER_LOOK:
        ASK(out, me, look_at_card, 0);
        break;
    case MATTER_VOTE:
        ASK(out, me, cast_vote, .vote = role_votes(b, m, view, now_ms));
        break;
    case MATTER_FLIP:
        ASK(out, me, choose_flip, .flip = flips(view, me, now_ms));
        break;
    case MATTER_DECIDE:
        ASK(out, me, decide_outcome, .succeeded = !role_am_traitor(view, me));
        break;
    case MATTER_ASK:
        ASK(out, me, ask_for_word, 0);
        break;
    default:
        role_guess(m, view, me, out);
    }
}

/* A ghost, where it may talk: nothing about cards, and nothing that needs a language. */
static bool tease(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                  struct input *out)
{
    static const char *const phrases[] = {"\U0001F47B", "Hihihi…", "Ha ha ha!", "⏳ …"};
    enum { PHRASES = sizeof phrases / sizeof *phrases };
    if (!(roles_out(view) & SEAT(b->seat)) || view->roles.level < LEVEL_SEVERAL)
        return false;
    bool due = m->teases_ms && now_ms >= m->teases_ms;
    if (!m->teases_ms || due)
        m->teases_ms = now_ms + role_draw(b, 15000, 60000);
    b->wakes_ms = m->teases_ms;
    if (!due || !b->game->hears(view, b->seat, CHANNEL_TEXT))
        return false;
    struct say said = {{0}};
    text_copy(said.text, sizeof said.text, phrases[pace_below(&b->pace, PHRASES)]);
    ask(out, b->seat, CMD_say, &said, sizeof said);
    return true;
}

bool role_answer(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                 struct input *out)
{
    uint8_t matter = matter_of(view, b->seat);
    if (!m->dreamy) {
        m->dreamy = (uint8_t)role_draw(b, DREAMY_LEAST, DREAMY_MOST);
        m->bold = (uint8_t)role_draw(b, BOLD_LEAST, BOLD_MOST);
        m->judge = (uint8_t)role_draw(b, JUDGE_LEAST, JUDGE_MOST);
    }
    if (matter != m->matter) {
        m->matter = matter;
        if (matter)
            m->matter_ms = now_ms + role_draw(b, pause_ms[matter][0], pause_ms[matter][1]);
    }
    if (!matter)
        return tease(b, m, view, now_ms, out);
    b->wakes_ms = m->matter_ms;
    if (now_ms < m->matter_ms)
        return false;
    answer(b, m, view, now_ms, out);
    m->matter_ms = b->wakes_ms = now_ms + AGAIN_MS;
    return true;
}

bool role_bound(const struct state *view, seat_t seat)
{
    const struct roles *r = &view->roles;
    return !role_plays(view, seat) || r->put_off || r->phase == phase_last || r->phase == phase_guessing;
}

bool role_act(struct bot *b, struct role_mind *m, const struct state *view, const struct plan *plan,
              int64_t now_ms, struct input *out)
{
    return role_ends_talk(b, view, now_ms, out) || role_accuses(b, m, view, now_ms, out) ||
           role_watches(b, m, view, now_ms, out) || role_wishes(b, m, view, now_ms, out) ||
           role_spoils(b, m, view, plan, now_ms, out);
}
