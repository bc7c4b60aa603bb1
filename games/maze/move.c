/* games/maze/move.c -- heroes going from space to space (M4), and what their
 * coming to a space brings about: flips, broken cameras, the theft, leaving. */
#include "games/maze/play.h"

/* A crossing lies in another row or column than the next one (M2.3), so that a
 * straight line leaves at most one tile: three steps, one across, three more. */
enum { PATH_MAX = 7 };

struct path {
    place_t at[PATH_MAX];
    int count;
};

/* M7.6: the barbarian puts a camera out of order by entering it. */
static bool breaks_camera(const struct state *s, int hero, place_t at)
{
    return hero + 1 == hero_barbarian && rule(s, RULE_CAMERAS) && mall_space(s, at) == space_camera &&
           !mall_used(s, at);
}

/* May the hero enter this space, coming from that one, with so many cameras in order? */
static refusal_t entering_refusal(const struct state *s, int hero, place_t from, place_t to, int cameras)
{
    int tile = PLACE_TILE(to);
    if (mall_hero(s, to) >= 0)
        return REFUSAL_hero_in_way;
    if (watched(s, to, cameras))
        return REFUSAL_watched;
    if (rule(s, RULE_ONE_PER_TILE) && tile != 1 && tile != PLACE_TILE(from) && mall_crowded(s, tile, hero))
        return REFUSAL_tile_taken; /* M8.11 */
    return REFUSAL_OK;
}

/* Walks straight on to `target`.  The path ends where the move must end (M4.8), but
 * the way has to be free as far as the space named (M4.2). */
static refusal_t walk(const struct state *s, int hero, int direction, place_t target, struct path *path)
{
    place_t at = s->hero_at[hero];
    int cameras = s->cameras;
    bool ended = false;
    path->count = 0;
    while (at != target) {
        place_t next = mall_step(s, at, direction, passes_small(s, hero));
        if (!next)
            return REFUSAL_wall;
        refusal_t refusal = entering_refusal(s, hero, at, next, cameras);
        if (refusal)
            return refusal;
        if (!ended) {
            CHECK(path->count < PATH_MAX);
            path->at[path->count++] = next;
        }
        ended = ended || mall_flips(s, next);
        cameras -= breaks_camera(s, hero, next);
        at = next;
    }
    return REFUSAL_OK;
}

void move_each(const struct state *s, int hero, int direction, bool (*reach)(void *, place_t), void *of)
{
    place_t at = s->hero_at[hero];
    int cameras = s->cameras;
    for (int steps = 0; steps < PATH_MAX; steps++) {
        place_t next = mall_step(s, at, direction, passes_small(s, hero));
        if (!next || entering_refusal(s, hero, at, next, cameras) || !reach(of, next) || mall_flips(s, next))
            return;
        cameras -= breaks_camera(s, hero, next);
        at = next;
    }
}

/* In which direction does the target lie?  -1: not in a straight line (M4.2). */
static int direction_to(const struct state *s, place_t from, place_t target)
{
    int x0, y0, x1, y1;
    if (PLACE_TILE(from) == PLACE_TILE(target)) { /* the usual case, without looking where the tile lies */
        unsigned apart = (unsigned)(from ^ target);
        return apart == 0 || (apart & 3 && apart & 12) ? -1
               : apart & 3                             ? (target < from ? WEST : EAST)
                                                       : (target < from ? NORTH : SOUTH);
    }
    mall_position(s, from, &x0, &y0);
    mall_position(s, target, &x1, &y1);
    if ((x0 == x1) == (y0 == y1))
        return -1;
    return x0 == x1 ? (y1 < y0 ? NORTH : SOUTH) : (x1 < x0 ? WEST : EAST);
}

bool move_steals(const struct state *s, int hero, place_t at)
{
    int whose = space_hero(mall_space(s, at), space_item_yellow);
    return whose >= 0 && (whose == hero) != rule(s, RULE_OTHERS); /* M1.4, M8.4 */
}

static bool all_steal(const struct state *s)
{
    for (int h = 0; h < HEROES; h++)
        if (!move_steals(s, h, s->hero_at[h]))
            return false;
    return true;
}

bool move_leaves(const struct state *s, int hero, place_t at)
{
    int space = mall_space(s, at);
    if (rule(s, RULE_ONE_EXIT))
        return space == space_exit_violet; /* M7.1 */
    int whose = space_hero(space, space_exit_yellow);
    return whose >= 0 && (whose == hero) != rule(s, RULE_OTHERS); /* M7.2, M8.4 */
}

RARELY static void break_cameras(struct turn *t, int hero, const struct path *path)
{
    for (int i = 0; i < path->count; i++) {
        place_t at = path->at[i]; /* M4.8: every space passed is entered */
        if (breaks_camera(t->state, hero, at))
            EMIT(t, 0, camera_broken, .tile = (uint8_t)PLACE_TILE(at), .space = PLACE_SPACE(at));
    }
}

RARELY static void entered_special(struct turn *t, int hero)
{
    struct state *s = t->state;
    place_t at = s->hero_at[hero];
    if (mall_flips(s, at))
        flip_hourglass(t, at); /* M5.3 */
    if (!s->theft && all_steal(s)) {
        EMIT(t, 0, theft_done, 0);
    } else if (s->theft && move_leaves(s, hero, at)) {
        EMIT(t, 0, hero_left, .hero = (uint8_t)(hero + 1), .stays = rule(s, RULE_OTHERS | RULE_ONE_PER_TILE));
        if (s->left == 15)
            flip_end_game(t, ending_escaped); /* M1.2 */
    }
}

static void go(struct turn *t, int hero, uint8_t how, const struct path *path)
{
    place_t to = path->at[path->count - 1];
    flip_close_talk(t);
    EMIT(t, 0, hero_moved, .hero = (uint8_t)(hero + 1), .tile = (uint8_t)PLACE_TILE(to),
         .space = PLACE_SPACE(to), .how = how, .by = t->in->by);
    if (hero + 1 == hero_barbarian && t->state->cameras)
        break_cameras(t, hero, path);
    if (mall_space(t->state, to) != space_plain)
        entered_special(t, hero);
}

refusal_t move_named_refusal(const struct state *s, uint8_t hero, uint8_t tile, uint8_t space)
{
    if (!hero_exists(hero) || !mall_has(s, tile, space))
        return REFUSAL_no_such;
    return s->left >> (hero - 1) & 1 ? REFUSAL_hero_gone : REFUSAL_OK;
}

refusal_t move_hero(struct turn *t)
{
    const struct move_hero *asked = BODY(t->in, move_hero);
    const struct state *s = t->state;
    refusal_t refusal = move_named_refusal(s, asked->hero, asked->tile, asked->space);
    if (refusal)
        return refusal;
    int hero = asked->hero - 1;
    place_t target = PLACE(asked->tile, asked->space);
    int direction = direction_to(s, s->hero_at[hero], target);
    uint8_t how = direction < 0 ? action_hidden : (uint8_t)(action_north + direction);
    struct path path;
    refusal = flip_action_refusal(t, how);
    if (!refusal)
        refusal = direction < 0 ? REFUSAL_not_straight : walk(s, hero, direction, target, &path);
    if (!refusal && roles_on(s))
        refusal = roles_move_refusal(s, t->in->by, hero, path.at[path.count - 1], path.count);
    if (!refusal)
        go(t, hero, how, &path);
    return refusal;
}

/* M8.7: between dimensions, from a vortex of its colour, never all four in one. */
static refusal_t dimension_refusal(const struct state *s, int hero, place_t to)
{
    bool apart = mall_apart(s, to);
    if (mall_space(s, s->hero_at[hero]) != space_vortex_yellow + hero)
        return REFUSAL_not_on_vortex;
    if (mall_apart(s, s->hero_at[hero]) == apart)
        return REFUSAL_same_dimension;
    return mall_others_together(s, hero, apart) ? REFUSAL_all_together : REFUSAL_OK;
}

refusal_t move_vortex_refusal(const struct state *s, int hero, place_t to)
{
    if (rule(s, RULE_NO_VORTEX))
        return REFUSAL_vortex_off;
    if (s->theft)
        return REFUSAL_vortex_dead;
    if (mall_space(s, to) != space_vortex_yellow + hero)
        return REFUSAL_no_vortex;
    refusal_t refusal = entering_refusal(s, hero, s->hero_at[hero], to, s->cameras);
    if (!refusal && rule(s, RULE_DIMENSIONS))
        refusal = dimension_refusal(s, hero, to);
    return refusal;
}

refusal_t move_escalator_refusal(const struct state *s, int hero, place_t to)
{
    if (!to || mall_escalator(s, s->hero_at[hero]) != to)
        return REFUSAL_no_escalator;
    return entering_refusal(s, hero, s->hero_at[hero], to, s->cameras);
}

/* Vortex and escalator: straight to the space named, if `refusal_of` has nothing
 * against it.  Both commands are laid out alike. */
static refusal_t jump(struct turn *t, uint8_t how,
                      refusal_t (*refusal_of)(const struct state *, int, place_t))
{
    const struct use_vortex *asked = BODY(t->in, use_vortex);
    refusal_t refusal = move_named_refusal(t->state, asked->hero, asked->tile, asked->space);
    if (refusal)
        return refusal;
    struct path path = {.at = {PLACE(asked->tile, asked->space)}, .count = 1};
    refusal = flip_action_refusal(t, how);
    if (!refusal)
        refusal = refusal_of(t->state, asked->hero - 1, path.at[0]);
    if (!refusal && roles_on(t->state))
        refusal = roles_move_refusal(t->state, t->in->by, asked->hero - 1, path.at[0], 0);
    if (!refusal)
        go(t, asked->hero - 1, how, &path);
    return refusal;
}

refusal_t move_use_vortex(struct turn *t)
{
    return jump(t, action_vortex, move_vortex_refusal);
}

refusal_t move_use_escalator(struct turn *t)
{
    _Static_assert(sizeof(struct use_escalator) == sizeof(struct use_vortex), "laid out alike");
    return jump(t, action_escalator, move_escalator_refusal);
}
