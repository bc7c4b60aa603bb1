/* games/maze/apply.c -- the fold: one fact into what is known.
 *
 * It takes any bytes: an event from a damaged or hostile record may make
 * nonsense of a state, never leave it. */
#include "core/text.h"
#include "games/maze/cards.h"
#include "games/maze/play.h"

static int64_t play_ms(const struct state *s, const struct event *e)
{
    return clock_play_ms(&s->clock, e->at_ms);
}

static bool is_tile(int number)
{
    return number >= 1 && number <= TILES_MAX;
}

static void take_from_pile(struct state *s)
{
    if (s->pile_count)
        s->pile[--s->pile_count] = 0;
}

static void put_under_pile(struct state *s, uint8_t tile)
{
    if (s->pile_count >= TILES_MAX)
        return;
    memmove(s->pile + 1, s->pile, s->pile_count++);
    s->pile[0] = tile;
}

static int cameras_on(const struct tile *tile)
{
    int count = 0;
    for (int i = 0; i < SPACES; i++)
        count += tile->face.space[i] == space_camera && !(tile->used >> i & 1);
    return count;
}

static void on_tile_laid(struct state *s, const struct tile_laid *x)
{
    if (!is_tile(x->tile) || s->mall[x->tile].laid)
        return;
    bool from_pile = s->ready && x->by;
    mall_lay(s, x->tile, x->east, x->south, x->turns);
    s->cameras = (uint8_t)(s->cameras + cameras_on(&s->mall[x->tile]));
    if (from_pile)
        take_from_pile(s);
    if (x->ball) {
        place_t ball = s->hero_at[hero_sorceress - 1];
        s->mall[PLACE_TILE(ball)].used |= (uint16_t)(1u << PLACE_SPACE(ball));
        s->ball_open = !s->ball_open;
    } else {
        s->ball_open = 0; /* M7.5: somebody explores in the ordinary way */
    }
}

static void on_tile_discarded(struct state *s, const struct tile_discarded *x)
{
    if (!is_tile(x->tile) || !s->mall[x->tile].laid)
        return;
    s->cameras = (uint8_t)(s->cameras - cameras_on(&s->mall[x->tile]));
    mall_take_up(s, x->tile);
    put_under_pile(s, x->tile);
    if (s->discards_due)
        s->discards_due--;
}

static void put_hero(struct state *s, uint8_t hero, uint8_t tile, uint8_t space)
{
    if (!hero_exists(hero) || !is_tile(tile) || space >= SPACES)
        return;
    s->hero_at[hero - 1] = PLACE(tile, space);
    if (hero == hero_sorceress)
        s->ball_open = 0; /* M7.5: until she moves */
}

static void put_out_of_order(struct state *s, uint8_t tile, uint8_t space)
{
    if (is_tile(tile) && space < SPACES)
        s->mall[tile].used |= (uint16_t)(1u << space);
}

static void hold_actions(struct state *s, const seat_t holder[ACTION_TILES_MAX])
{
    memset(s->may, 0, sizeof s->may);
    for (int i = 0; i < s->action_tiles; i++) {
        s->holder[i] = holder[i] <= SEATS_MAX ? holder[i] : 0;
        s->may[s->holder[i]] |= s->action_tile[i];
    }
    s->may[0] = 0;
}

static void on_actions_dealt(struct state *s, const struct actions_dealt *x)
{
    s->action_tiles = x->count <= ACTION_TILES_MAX ? x->count : ACTION_TILES_MAX;
    memcpy(s->action_tile, x->actions, s->action_tiles);
    s->empty_handed = x->empty_handed <= SEATS_MAX ? x->empty_handed : 0;
    hold_actions(s, x->holder);
}

static void on_set_up(struct state *s, const struct game_set_up *x)
{
    memcpy(&s->scenario, x, sizeof s->scenario);
    s->scenario.title[sizeof s->scenario.title - 1] = 0;
    s->sand.holds_ms = x->sand_s * 1000;
    s->ready = 1;
}

static void on_pile_shuffled(struct state *s, const struct pile_shuffled *x)
{
    s->pile_count = x->count <= TILES_MAX ? x->count : TILES_MAX;
    for (int i = 0; i < s->pile_count; i++)
        s->pile[i] = is_tile(x->order[i]) ? x->order[i] : 0;
}

static void on_action_turned(struct state *s, const struct action_turned *x)
{
    if (x->action < action_north || x->action > action_escalator || x->index >= DECK)
        return;
    s->deck[x->index] = x->action;
    s->deck_turned = (uint8_t)(x->index + 1);
    s->may[1] = (uint8_t)(1u << (x->action - 1));
}

static void on_deck_shuffled(struct state *s, const struct deck_shuffled *x)
{
    for (int i = 0; i < DECK; i++)
        s->deck[i] = x->order[i] <= action_escalator ? x->order[i] : 0;
    s->deck_turned = 0;
    s->may[1] = 0;
}

static void on_tile_offered(struct state *s, const struct tile_offered *x)
{
    if (is_tile(x->number) && !s->ready)
        memcpy(&s->mall[x->number].face, x, sizeof s->mall[x->number].face);
}

static void on_flipped(struct state *s, const struct hourglass_flipped *x, int64_t now_ms)
{
    sand_turn(&s->sand, now_ms, x->left_ms);
    put_out_of_order(s, x->tile, x->space);
    s->spaces_used++;
}

static void on_camera_broken(struct state *s, const struct camera_broken *x)
{
    put_out_of_order(s, x->tile, x->space);
    if (s->cameras)
        s->cameras--;
}

static void on_hero_left(struct state *s, const struct hero_left *x)
{
    if (!hero_exists(x->hero))
        return;
    s->left |= (uint8_t)(1u << (x->hero - 1));
    if (!x->stays)
        s->hero_at[x->hero - 1] = 0;
}

static void on_ended(struct state *s, const struct game_ended *x)
{
    s->ending = x->ending < ending_end ? x->ending : 0;
    s->running = 0;
    s->discards_due = 0;
    s->clock.agreed = 0;
    consent_over(&s->consent);
    s->sand.left_ms = x->left_ms;
    s->sand.ends_ms = 0;
}

/* H4.8: the token lies on tile 1's hourglass space, and is no used space. */
static void on_roles_set_up(struct state *s, const struct roles_set_up *x)
{
    s->roles.level = x->level <= ROLE_LEVELS ? x->level : 0;
    s->roles.token = x->token != 0;
    consent_dealt(&s->consent, &s->presence); /* P5.4: the cards follow */
    for (uint8_t i = 0; i < SPACES && x->token; i++)
        if (s->mall[1].face.space[i] == space_hourglass)
            put_out_of_order(s, 1, i);
}

static void apply_set_up(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_tile_offered:
        on_tile_offered(s, BODY(e, tile_offered));
        break;
    case EV_game_set_up:
        on_set_up(s, BODY(e, game_set_up));
        break;
    case EV_pile_shuffled:
        on_pile_shuffled(s, BODY(e, pile_shuffled));
        break;
    case EV_hero_placed:
        put_hero(s, BODY(e, hero_placed)->hero, BODY(e, hero_placed)->tile, BODY(e, hero_placed)->space);
        break;
    case EV_actions_dealt:
        on_actions_dealt(s, BODY(e, actions_dealt));
        break;
    case EV_deck_shuffled:
        on_deck_shuffled(s, BODY(e, deck_shuffled));
        break;
    case EV_roles_set_up:
        on_roles_set_up(s, BODY(e, roles_set_up));
        break;
    default:
        clock_apply(&s->clock, e);
        consent_apply(&s->consent, e, roles_secrets(s));
        hush_apply(&s->hush, e);
        presence_apply(&s->presence, e);
    }
}

RARELY static void apply_rare(struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_next_tile_shown:
        if (s->pile_count && is_tile(BODY(e, next_tile_shown)->tile))
            s->pile[s->pile_count - 1] = BODY(e, next_tile_shown)->tile;
        break;
    case EV_action_turned:
        on_action_turned(s, BODY(e, action_turned));
        break;
    case EV_hourglass_turned:
        s->running = 1;
        sand_turn(&s->sand, play_ms(s, e), BODY(e, hourglass_turned)->left_ms);
        break;
    case EV_tile_laid:
        on_tile_laid(s, BODY(e, tile_laid));
        break;
    case EV_hourglass_flipped:
        on_flipped(s, BODY(e, hourglass_flipped), play_ms(s, e));
        break;
    case EV_actions_passed:
        hold_actions(s, BODY(e, actions_passed)->holder);
        break;
    case EV_actions_spread:
        hold_actions(s, BODY(e, actions_spread)->holder);
        break;
    case EV_camera_broken:
        on_camera_broken(s, BODY(e, camera_broken));
        break;
    case EV_theft_done:
        s->theft = 1;
        break;
    case EV_hero_left:
        on_hero_left(s, BODY(e, hero_left));
        break;
    case EV_discards_ordered:
        s->discards_due = BODY(e, discards_ordered)->count <= 2 ? BODY(e, discards_ordered)->count : 2;
        break;
    case EV_tile_discarded:
        on_tile_discarded(s, BODY(e, tile_discarded));
        break;
    case EV_pawn_placed:
        s->pawn = BODY(e, pawn_placed)->seat;
        break;
    case EV_stared:
        if (BODY(e, stared)->by <= SEATS_MAX)
            s->stare[BODY(e, stared)->by] = BODY(e, stared)->seat;
        break;
    case EV_game_ended:
        on_ended(s, BODY(e, game_ended));
        break;
    default:
        apply_set_up(s, e);
    }
}

static inline void apply_plain(struct state *s, const struct event *e)
{
    if (e->kind == EV_hero_moved) {
        const struct hero_moved *x = BODY(e, hero_moved);
        put_hero(s, x->hero, x->tile, x->space);
    } else {
        apply_rare(s, e);
    }
}

/* In two pieces: what comes after roles_apply() costs those who play without them nothing. */
APART static void apply_with_roles(struct state *s, const struct event *e)
{
    roles_apply(s, e);
    apply_plain(s, e);
}

void maze_apply(struct state *s, const struct event *e)
{
    if (roles_on(s))
        apply_with_roles(s, e);
    else
        apply_plain(s, e);
}
