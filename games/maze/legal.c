/* games/maze/legal.c -- what a seat may ask for, from what it can see. */
#include "games/maze/cards.h"
#include "games/maze/play.h"

#define AT(place) .tile = (uint8_t)PLACE_TILE(place), .space = PLACE_SPACE(place)

struct moves { /* of a hero */
    struct offers *offers;
    uint8_t hero;
};

static bool offer_move(void *of, place_t to)
{
    struct moves *m = of;
    OFFER(m->offers, move_hero, .hero = m->hero, AT(to));
    return true;
}

/* Also an ask_host is worth asking: only the server knows the next tile. */
static bool worth_asking(refusal_t refusal)
{
    return refusal == REFUSAL_OK || refusal == REFUSAL_ask_host;
}

static void hero_actions(const struct state *s, struct offers *l, int hero, uint8_t may)
{
    place_t at = s->hero_at[hero], to;
    struct moves moves = {l, (uint8_t)(hero + 1)};
    for (int d = 0; d < DIRECTIONS; d++)
        if (may >> d & 1)
            move_each(s, hero, d, offer_move, &moves);
    to = may >> (action_escalator - 1) & 1 ? mall_escalator(s, at) : 0;
    if (to && !move_escalator_refusal(s, hero, to))
        OFFER(l, use_escalator, .hero = moves.hero, AT(to));
    if ((may >> (action_explore - 1) & 1) && worth_asking(explore_here_refusal(s, hero, at)))
        OFFER(l, explore, .hero = moves.hero, AT(at));
}

/* Vortexes and balls: spaces anywhere in the mall. */
static void far_actions(const struct state *s, struct offers *l, uint8_t may)
{
    bool vortex = may >> (action_vortex - 1) & 1, explore = may >> (action_explore - 1) & 1;
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t at = PLACE(n, i);
            int hero = space_hero(mall_space(s, at), space_vortex_yellow);
            if (vortex && hero >= 0 && !(s->left >> hero & 1) && !move_vortex_refusal(s, hero, at))
                OFFER(l, use_vortex, .hero = (uint8_t)(hero + 1), AT(at));
            if (explore && mall_side(s, at) >= 0 && worth_asking(explore_gaze_refusal(s, at)))
                OFFER(l, gaze, AT(at));
        }
}

static void company(const struct state *s, struct offers *l)
{
    seat_t mover = roles_pawn_mover(s);
    bool pawn = !rule(s, RULE_NO_PAWN) && (!mover || mover == l->seat);
    for (seat_t other = 1; other <= s->presence.seats; other++) {
        if (other == l->seat)
            continue;
        if (pawn && s->pawn != other)
            OFFER(l, place_pawn, .seat = other);
        if (s->stare[l->seat] != other)
            OFFER(l, stare_at, .seat = other);
    }
}

/* Hidden roles, with every scenario and at every level of roles, but not with every pile. */
static void offer_roles(const struct state *s, struct offers *l)
{
    struct scenario scenario;
    for (int number = 1; number <= SCENARIOS; number++)
        for (uint8_t roles = 1; roles <= ROLE_LEVELS; roles++) {
            uint8_t level = (number + roles) % 2 ? 12 : 0; /* in the campaign: another pile (H4.8) */
            bool token = roles > 2 && level;
            if (scenario_preset(&scenario, number, level, 0) && !setup_refusal(s, &scenario) &&
                !roles_set_up_refusal(s, &scenario, roles, token))
                OFFER(l, set_up, .number = (uint8_t)number, .level = level, .roles = roles, .token = token);
        }
}

/* Every scenario that those who sit there can play, at every level and on both sides of tile 1. */
static void offer_set_ups(const struct state *s, struct offers *l)
{
    struct scenario scenario;
    for (int number = 1; number <= SCENARIOS; number++)
        for (const uint8_t *level = scenario_levels; *level; level++)
            for (uint8_t side = 1; side <= 2; side++)
                if (scenario_preset(&scenario, number, *level, side) && scenario.level == *level &&
                    scenario.side == side && !setup_refusal(s, &scenario))
                    OFFER(l, set_up, .number = (uint8_t)number, .level = *level, .side = side);
}

static void actions(const struct state *s, struct offers *l)
{
    for (int h = 0; h < HEROES; h++)
        if (s->hero_at[h] && !(s->left >> h & 1))
            hero_actions(s, l, h, s->may[l->seat]);
    far_actions(s, l, s->may[l->seat]);
}

bool legal_acts(const struct state *s, seat_t seat)
{
    struct input one;
    struct offers l = {.out = &one, .max = 1, .seat = seat};
    actions(s, &l);
    return l.count != 0;
}

int maze_legal(const struct state *s, seat_t seat, struct input *out, int max)
{
    struct offers l = {.out = out, .max = max, .seat = seat};
    if (!s->ready && seat == s->presence.host)
        offer_set_ups(s, &l), offer_roles(s, &l);
    if (!s->ready || s->ending || !presence_sits(&s->presence, seat))
        return l.count;
    if (s->clock.stopped) {
        if (!s->clock.goes_ms)
            OFFER(&l, resume, 0);
        return l.count;
    }
    if (!s->running)
        OFFER(&l, turn_hourglass, 0);
    else if (s->discards_due)
        for (uint8_t n = 2; n <= TILES_MAX; n++) {
            if (s->mall[n].laid && !mall_discard_refusal(s, n, s->discards_due))
                OFFER(&l, discard_tile, .tile = n);
        }
    else {
        actions(s, &l);
        if (solo(s))
            OFFER(&l, turn_action, 0);
    }
    company(s, &l);
    return roles_on(s) ? roles_legal(s, seat, out, l.count, max) : l.count;
}
