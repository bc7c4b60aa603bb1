/* games/maze/setup.c -- from an empty table to the heroes in the mall (M3). */
#include "core/text.h"
#include "games/maze/play.h"
#include "rules/deal.h"

enum { N = 1, E = 2, S = 4, W = 8, X = 16, V = 32, R = 64 }; /* actions, bit action - 1 */

/* M3.2.  From five players on: the four of four, and more. */
static const uint8_t action_tiles[9][8] = {
    [2] = {S | W | X | R, N | E | V},
    [3] = {N | E, W | V, S | X | R},
    [4] = {S | X, W | V, E | R, N, W, E, S, N},
};

static const uint8_t middle[4] = {5, 6, 9, 10}; /* rows 1-2, columns 1-2 */

/* Tiles are offered by whoever hosts the table, not always through a drawing: what tiles.c has to explain to
 * the person who draws, with the line and the space, is here only right or wrong. */

static bool leads_out(int kind)
{
    return kind == space_arrow || space_explores(kind);
}

/* Does the way lead to another space and back, or out where the tile can be left (M2.3)? */
static bool way_fits(const struct offer_tile *f, int direction, int space)
{
    bool open = f->open[direction] >> space & 1, small = f->dwarf[direction] >> space & 1;
    int next = mall_beside[direction][space], back = mall_opposite[direction];
    if (next == SPACES)
        return !small && open == (space == face_crossing[direction] && leads_out(f->space[space]));
    bool solid = f->space[space] == space_solid || f->space[next] == space_solid;
    return open == (f->open[back] >> next & 1) && small == (f->dwarf[back] >> next & 1) &&
           !(solid && (open || small));
}

static bool ways_fit(const struct offer_tile *f)
{
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = 0; i < SPACES; i++)
            if (!way_fits(f, d, i))
                return false;
    for (int e = 0; e < 4; e++)
        if (f->stairs[e] &&
            (f->space[f->stairs[e] >> 4] == space_solid || f->space[f->stairs[e] & 15] == space_solid))
            return false;
    return true;
}

/* M2.3: the start tile explores in every colour, any other has one way in and one to three on. */
static bool crossings_fit(const struct offer_tile *f)
{
    unsigned colours = 0, arrows = 0;
    for (int i = 0; i < SPACES; i++) {
        if (leads_out(f->space[i]) && !face_is_crossing(i))
            return false;
        if (f->space[i] == space_arrow)
            arrows++;
        else if (leads_out(f->space[i]))
            colours |= 1u << (f->space[i] - space_explore_yellow);
    }
    return f->number == 1 ? !arrows && colours == 15 : arrows == 1 && colours;
}

static bool face_fits(const struct offer_tile *f)
{
    if (f->number < 1 || f->number > TILES_MAX || f->side > 2 || (f->number == 1) != (f->side != 0))
        return false;
    for (int i = 0; i < SPACES; i++)
        if (f->space[i] == space_hidden || f->space[i] >= space_end)
            return false;
    for (int i = 0; i < 4; i++)
        if (f->number == 1 && f->space[middle[i]] == space_solid)
            return false; /* M3.1 */
    return crossings_fit(f) && ways_fit(f);
}

refusal_t setup_offer_tile(struct turn *t)
{
    const struct offer_tile *asked = BODY(t->in, offer_tile);
    struct tile_offered offered;
    if (t->state->ready)
        return REFUSAL_set_up_already;
    if (!face_fits(asked))
        return REFUSAL_bad_tile;
    _Static_assert(sizeof offered == sizeof *asked, "both are FACE_FIELDS");
    memcpy(&offered, asked, sizeof offered);
    emit(t, EV_tile_offered, 0, &offered, sizeof offered);
    return REFUSAL_OK;
}

/* The tiles to play with: the set that the table has brought, or the tiles that were offered one by one, or
 * the house's own. */
struct faces {
    const struct state *state;
    const struct tile_set *set; /* NULL: those that were offered */
    int side;
};

static const struct face *face_of(const void *of, int number)
{
    const struct faces *faces = of;
    if (faces->set)
        return tiles_face(faces->set, number, faces->side);
    const struct face *f = &faces->state->mall[number].face;
    return f->number == number && (number != 1 || f->side == faces->side) ? f : NULL;
}

static bool any_offered(const struct state *s)
{
    for (int n = 1; n <= TILES_MAX; n++)
        if (s->mall[n].face.number)
            return true;
    return false;
}

static struct faces faces_for(const struct state *s, const struct tile_set *brought,
                              const struct scenario *scenario)
{
    const struct tile_set *set = brought ? brought : any_offered(s) ? NULL : &tiles_house;
    return (struct faces){.state = s, .set = set, .side = scenario->side};
}

static refusal_t all_there(const struct scenario *s, const struct faces *faces)
{
    for (int n = 1; n <= TILES_MAX; n++)
        if ((n == 1 || (s->tiles >> n & 1)) && !face_of(faces, n))
            return REFUSAL_bad_tile;
    return REFUSAL_OK;
}

static void offer_all(struct turn *t, const struct scenario *s, const struct faces *faces)
{
    for (int n = 1; n <= TILES_MAX; n++)
        if (n == 1 || (s->tiles >> n & 1)) {
            _Static_assert(sizeof(struct face) == sizeof(struct tile_offered), "both are FACE_FIELDS");
            emit(t, EV_tile_offered, 0, face_of(faces, n), sizeof(struct tile_offered));
        }
}

static void make_pile(struct turn *t, const struct scenario *s)
{
    struct pile_shuffled pile = {0};
    for (int n = 2; n <= TILES_MAX; n++)
        if ((s->tiles >> n & 1) && n != s->top && !(n == 3 && (s->rules & RULE_DIMENSIONS)))
            pile.order[pile.count++] = (uint8_t)n;
    deal_shuffle(t, pile.order, pile.count);
    if (s->top)
        pile.order[pile.count++] = s->top; /* M7.5 */
    emit(t, EV_pile_shuffled, 0, &pile, sizeof pile);
    if (pile.count && (s->top || (s->rules & RULES_FACE_UP)))
        EMIT(t, 0, next_tile_shown, .tile = pile.order[pile.count - 1]);
}

/* M3.1, M8.7: the heroes of a board stand at random on some of its spaces. */
static void place_heroes(struct turn *t, const uint8_t *heroes, int count, uint8_t tile, uint8_t *spaces,
                         int room)
{
    deal_shuffle(t, spaces, room);
    for (int i = 0; i < count && i < room; i++)
        EMIT(t, 0, hero_placed, .hero = heroes[i], .tile = tile, .space = spaces[i]);
}

static void place_all_heroes(struct turn *t)
{
    static const uint8_t all[] = {hero_barbarian, hero_sorceress, hero_elf, hero_dwarf};
    static const uint8_t first[] = {hero_elf, hero_dwarf}, second[] = {hero_barbarian, hero_sorceress};
    uint8_t spaces[SPACES];
    memcpy(spaces, middle, sizeof middle);
    if (!rule(t->state, RULE_DIMENSIONS)) {
        place_heroes(t, all, 4, 1, spaces, 4);
        return;
    }
    place_heroes(t, first, 2, 1, spaces, 4);
    int plain = 0;
    for (uint8_t i = 0; i < SPACES; i++)
        if (t->state->mall[3].face.space[i] == space_plain)
            spaces[plain++] = i;
    place_heroes(t, second, 2, 3, spaces, plain);
}

static void deal_actions(struct turn *t)
{
    const struct state *s = t->state;
    uint8_t seats[VIEWS];
    int players = s->presence.seats;
    for (int i = 0; i < players; i++)
        seats[i] = (uint8_t)(i + 1);
    deal_shuffle(t, seats, players);
    struct actions_dealt dealt = {0};
    dealt.count = (uint8_t)(rule(s, RULE_EMPTY_HANDED) ? players - 1 : players); /* M8.3 */
    memcpy(dealt.actions, action_tiles[dealt.count < 4 ? dealt.count : 4], dealt.count);
    memcpy(dealt.holder, seats, dealt.count);
    dealt.empty_handed = rule(s, RULE_EMPTY_HANDED) ? seats[players - 1] : 0;
    emit(t, EV_actions_dealt, 0, &dealt, sizeof dealt);
}

static refusal_t refusal_with(const struct state *s, const struct scenario *scenario,
                              const struct faces *faces)
{
    refusal_t refusal = scenario_refusal(scenario, face_of, faces);
    if (!refusal)
        refusal = scenario_seats_refusal(scenario, s->presence.seats);
    return refusal ? refusal : all_there(scenario, faces);
}

refusal_t setup_refusal(const struct state *s, const struct scenario *scenario)
{
    struct faces faces = faces_for(s, NULL, scenario);
    return refusal_with(s, scenario, &faces);
}

refusal_t setup_set_up(struct turn *t)
{
    struct state *s = t->state;
    struct scenario scenario;
    if (s->ready)
        return REFUSAL_set_up_already;
    if (!scenario_resolve(&scenario, BODY(t->in, set_up)))
        return REFUSAL_no_scenario;
    const struct set_up *asked = BODY(t->in, set_up);
    struct faces faces = faces_for(s, t->material, &scenario);
    refusal_t refusal = refusal_with(s, &scenario, &faces);
    if (!refusal)
        refusal = roles_set_up_refusal(s, &scenario, asked->roles, asked->token);
    if (refusal)
        return refusal;
    if (faces.set)
        offer_all(t, &scenario, &faces);
    emit(t, EV_game_set_up, 0, &scenario, sizeof(struct game_set_up));
    EMIT(t, 0, tile_laid, .tile = 1);
    if (asked->roles)
        roles_set_up(t, asked->roles, asked->token);
    if (rule(s, RULE_DIMENSIONS))
        EMIT(t, 0, tile_laid, .tile = 3, .east = SECOND_DIMENSION_EAST);
    place_all_heroes(t);
    make_pile(t, &scenario);
    if (!solo(s))
        deal_actions(t);
    if (roles_on(s))
        roles_deal(t);
    hush_set(t, &s->hush, talk_open); /* M3.3 */
    return REFUSAL_OK;
}
