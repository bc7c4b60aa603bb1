/* games/maze/role_deal.c -- who can play with roles, who gets which card, and when all have looked (H0, H1,
 * H4.1, H5.1). */
#include "games/maze/role_play.h"
#include "rules/deal.h"

enum { PLAYERS_LEAST = 3, CARDS_MAX = 64 };

refusal_t roles_set_up_refusal(const struct state *s, const struct scenario *scenario, uint8_t level,
                               bool token)
{
    bool fits = (scenario->rules & RULE_PASS_LEFT) && !(scenario->rules & RULE_TALK_ALWAYS);
    if (level > ROLE_LEVELS)
        return REFUSAL_bad_roles;
    if (token && level < LEVEL_SEVERAL)
        return REFUSAL_bad_tuning; /* H4.8 */
    if (!level)
        return REFUSAL_OK;
    if (!fits)
        return REFUSAL_roles_scenario; /* H0.2 */
    return s->presence.seats < PLAYERS_LEAST ? REFUSAL_roles_seats : REFUSAL_OK;
}

/* K12: the pile as the game began. */
static int pile_at_start(const struct state *s)
{
    return seats_count(s->scenario.tiles) - rule(s, RULE_DIMENSIONS);
}

/* K13: the rules of a scenario that keep a card from being played. */
static const uint32_t against[NEEDS] = {
    [NEED_BIT_PAWN] = RULE_NO_PAWN | RULE_EMPTY_HANDED,
    [NEED_BIT_WORDS] = RULE_GESTURES | RULE_NO_TALK,
    [NEED_BIT_DISCUSSIONS] = RULE_NO_TALK,
    [NEED_BIT_ACTION_TILE] = RULE_EMPTY_HANDED,
    [NEED_BIT_VORTEXES] = RULE_DIMENSIONS | RULE_NO_VORTEX,
    [NEED_BIT_LASTING_TILES] = RULE_DISCARD,
    [NEED_BIT_COMPANY] = RULE_ONE_PER_TILE,
    [NEED_BIT_ONE_BOARD] = RULE_DIMENSIONS,
};

bool role_fits(const struct state *s, const struct role *role)
{
    int pile = pile_at_start(s);
    for (int need = 0; need < NEEDS; need++)
        if ((role->needs >> need & 1) && rule(s, against[need]))
            return false;
    return s->presence.seats >= role->players && pile >= role->pile_least &&
           (!role->pile_most || pile <= role->pile_most);
}

/* How many of the card are in the deck: at level 1 one traitor, and heroes for the others (H1.1). */
static int copies(const struct state *s, uint8_t card)
{
    const struct role *role = &deck_house.role[card];
    if (!(role->letters >> (s->roles.level - 1) & 1) || !role_fits(s, role))
        return 0;
    if (s->roles.level == 1)
        return role->side == side_traitor ? 1 : s->presence.seats - 1;
    return role->copies;
}

int role_undealt(const struct state *s, uint8_t card)
{
    int left = roles_on(s) ? copies(s, card) : 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        left -= s->roles.card[seat] == card;
    return left > 0 ? left : 0;
}

void roles_set_up(struct turn *t, uint8_t level, bool token)
{
    EMIT(t, 0, roles_set_up, .level = level, .token = token);
}

void roles_deal(struct turn *t)
{
    const struct state *s = t->state;
    uint8_t cards[CARDS_MAX];
    int count = 0;
    for (uint8_t card = 1; card < card_end; card++)
        for (int n = copies(s, card); n && count < CARDS_MAX; n--)
            cards[count++] = card;
    deal_shuffle(t, cards, count);
    for (seat_t seat = 1; seat <= s->presence.seats && seat <= count; seat++) /* fewer: only of nonsense */
        EMIT(t, SEAT(seat), role_dealt, .seat = seat, .card = cards[seat - 1]);
}

/* ---- looking (H1.4) ---- */

refusal_t role_look(struct turn *t)
{
    const struct state *s = t->state;
    if (s->running)
        return REFUSAL_turned_already;
    if (s->roles.looked & SEAT(t->in->by))
        return REFUSAL_looked_already;
    EMIT(t, 0, card_looked_at, .seat = t->in->by);
    return REFUSAL_OK;
}

refusal_t role_turning_refusal(const struct state *s)
{
    seats_t people = presence_all(&s->presence) & ~s->presence.bots;
    return s->running || s->ending || s->roles.free || !(people & ~s->roles.looked) ? REFUSAL_OK
                                                                                    : REFUSAL_cards_first;
}
