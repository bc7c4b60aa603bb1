/* games/maze/explore.c -- laying tiles (M4.5, M7.5), and discarding them (M8.5). */
#include "games/maze/play.h"

static refusal_t pile_refusal(const struct state *s)
{
    if (!s->pile_count)
        return REFUSAL_pile_empty; /* M4.7 */
    return s->pile[s->pile_count - 1] ? REFUSAL_OK : REFUSAL_ask_host;
}

/* Lays the top tile of the pile where the exploration space leads. */
static void lay(struct turn *t, place_t at, uint8_t hero, bool ball)
{
    struct state *s = t->state;
    int side = mall_side(s, at);
    const struct tile *from = &s->mall[PLACE_TILE(at)];
    uint8_t tile = s->pile[s->pile_count - 1];
    flip_close_talk(t);
    EMIT(t, 0, tile_laid, .tile = tile, .turns = (uint8_t)mall_turns(s, tile, mall_opposite[side]),
         .east = (int8_t)(from->east + mall_lattice_east[side]),
         .south = (int8_t)(from->south + mall_lattice_south[side]), .hero = hero, .ball = ball,
         .by = t->in->by);
    if (rule(s, RULES_FACE_UP) && s->pile_count)
        EMIT(t, 0, next_tile_shown, .tile = s->pile[s->pile_count - 1]);
}

static bool is_its_own(const struct state *s, int hero, place_t at)
{
    return mall_space(s, at) == space_explore_yellow + hero;
}

bool explore_leads_on(const struct state *s, int hero, place_t at)
{
    return is_its_own(s, hero, at) && mall_unexplored(s, at);
}

refusal_t explore_here_refusal(const struct state *s, int hero, place_t at)
{
    if (s->hero_at[hero] != at || !is_its_own(s, hero, at))
        return REFUSAL_cannot_explore;
    return mall_unexplored(s, at) ? pile_refusal(s) : REFUSAL_nowhere;
}

refusal_t explore_here(struct turn *t)
{
    const struct explore *asked = BODY(t->in, explore);
    struct state *s = t->state;
    refusal_t refusal = move_named_refusal(s, asked->hero, asked->tile, asked->space);
    if (refusal)
        return refusal;
    place_t at = PLACE(asked->tile, asked->space);
    refusal = flip_action_refusal(t, action_explore);
    if (!refusal)
        refusal = explore_here_refusal(s, asked->hero - 1, at);
    if (refusal)
        return refusal;
    lay(t, at, asked->hero, false);
    if (asked->hero == hero_elf && rule(s, RULE_ELF))
        flip_open_talk(t); /* M7.4 */
    return REFUSAL_OK;
}

refusal_t explore_gaze_refusal(const struct state *s, place_t at)
{
    place_t ball = s->hero_at[hero_sorceress - 1];
    if (!rule(s, RULE_BALL) || mall_space(s, ball) != space_ball || (mall_used(s, ball) && !s->ball_open))
        return REFUSAL_no_ball;
    if (mall_side(s, at) < 0)
        return REFUSAL_not_exploration;
    return mall_unexplored(s, at) ? pile_refusal(s) : REFUSAL_nowhere;
}

refusal_t explore_gaze(struct turn *t)
{
    const struct gaze *asked = BODY(t->in, gaze);
    if (!mall_has(t->state, asked->tile, asked->space))
        return REFUSAL_no_such;
    place_t at = PLACE(asked->tile, asked->space);
    refusal_t refusal = flip_action_refusal(t, action_explore);
    if (!refusal)
        refusal = explore_gaze_refusal(t->state, at);
    if (!refusal)
        lay(t, at, hero_sorceress, true);
    return refusal;
}

refusal_t explore_discard(struct turn *t)
{
    struct state *s = t->state;
    uint8_t tile = BODY(t->in, discard_tile)->tile;
    if (s->ending)
        return REFUSAL_over;
    if (!s->discards_due)
        return REFUSAL_none_due;
    if (flip_left_ms(t) <= 0)
        return REFUSAL_too_late;
    if (!mall_has(s, tile, 0))
        return REFUSAL_no_such;
    refusal_t refusal = mall_discard_refusal(s, tile, s->discards_due);
    if (refusal)
        return refusal;
    EMIT(t, 0, tile_discarded, .tile = tile, .by = t->in->by);
    return REFUSAL_OK;
}
