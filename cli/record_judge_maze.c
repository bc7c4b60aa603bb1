/* cli/record_judge_maze.c -- what was asked in Magic Maze, and what dice decide there. */
#include "cli/record_judge.h"
#include "games/maze/play.h"

/* ---- what was asked ---- */

static bool ask_move(const struct hero_moved *x, struct input *in)
{
    if (x->how == action_vortex)
        ASK(in, x->by, use_vortex, .hero = x->hero, .tile = x->tile, .space = x->space);
    else if (x->how == action_escalator)
        ASK(in, x->by, use_escalator, .hero = x->hero, .tile = x->tile, .space = x->space);
    else
        ASK(in, x->by, move_hero, .hero = x->hero, .tile = x->tile, .space = x->space);
    return true;
}

/* Through the ball a tile can be laid anywhere: where it lies and how it is turned tells from which space. */
static bool ask_gaze(const struct state *s, const struct tile_laid *x, struct input *in)
{
    for (uint8_t n = 1; n <= TILES_MAX; n++)
        for (int d = 0; d < DIRECTIONS && s->mall[n].laid; d++) {
            const struct tile *from = &s->mall[n];
            place_t at = PLACE(n, face_crossing[d]);
            if (from->east + mall_lattice_east[d] == x->east &&
                from->south + mall_lattice_south[d] == x->south && mall_side(s, at) == d &&
                mall_turns(s, x->tile, mall_opposite[d]) == x->turns) {
                ASK(in, x->by, gaze, .tile = n, .space = PLACE_SPACE(at));
                return true;
            }
        }
    return false;
}

static bool ask_lay(const struct state *s, const struct tile_laid *x, struct input *in)
{
    if (!x->by || x->tile < 1 || x->tile > TILES_MAX || !hero_exists(x->hero))
        return false;
    if (x->ball)
        return ask_gaze(s, x, in);
    place_t at = s->hero_at[x->hero - 1];
    ASK(in, x->by, explore, .hero = x->hero, .tile = (uint8_t)PLACE_TILE(at), .space = PLACE_SPACE(at));
    return true;
}

static bool ask_gesture(const struct event *e, struct input *in)
{
    switch (e->kind) {
    case EV_pawn_placed:
        ASK(in, BODY(e, pawn_placed)->by, place_pawn, .seat = BODY(e, pawn_placed)->seat);
        return true;
    case EV_stared:
        ASK(in, BODY(e, stared)->by, stare_at, .seat = BODY(e, stared)->seat);
        return true;
    case EV_pointed:
        ASK(in, BODY(e, pointed)->by, point_at, .tile = BODY(e, pointed)->tile,
            .space = BODY(e, pointed)->space);
        return true;
    default:
        return record_judge_ask_shared(e, in);
    }
}

static bool ask_again(const struct state *s, const struct event *e, struct input *in)
{
    switch (e->kind) {
    case EV_tile_offered: /* the house's own tiles too: they could have been offered one by one */
        ask(in, SEAT_SERVER, CMD_offer_tile, e->body, sizeof(struct offer_tile));
        return true;
    case EV_game_set_up:
        ask(in, SEAT_SERVER, CMD_set_up, e->body, sizeof(struct set_up));
        return true;
    case EV_hourglass_turned:
        ASK(in, BODY(e, hourglass_turned)->by, turn_hourglass, 0);
        return true;
    case EV_hero_moved:
        return ask_move(BODY(e, hero_moved), in);
    case EV_tile_laid:
        return ask_lay(s, BODY(e, tile_laid), in);
    case EV_tile_discarded:
        ASK(in, BODY(e, tile_discarded)->by, discard_tile, .tile = BODY(e, tile_discarded)->tile);
        return true;
    case EV_action_turned:
        ASK(in, 1, turn_action, 0);
        return true;
    case EV_game_ended: /* as the first that follows: the sand has run out */
        ASK(in, SEAT_SERVER, tick, 0);
        return true;
    default:
        return ask_gesture(e, in);
    }
}

/* ---- what dice decide ---- */

/* Are they the same numbers, in whatever order? */
static bool same_cards(const uint8_t *a, const uint8_t *b, int count)
{
    int more[256] = {0};
    for (int i = 0; i < count; i++)
        more[a[i]]++, more[b[i]]--;
    for (int i = 0; i < 256; i++)
        if (more[i])
            return false;
    return true;
}

static bool pile_drawn(const struct state *s, const struct pile_shuffled *told,
                       const struct pile_shuffled *made)
{
    return told->count == made->count && same_cards(told->order, made->order, sizeof told->order) &&
           !memcmp(told->order + made->count, made->order + made->count, sizeof made->order - made->count) &&
           (!s->scenario.top || told->order[made->count - 1] == s->scenario.top);
}

/* M3.1, M8.7: a middle space of tile 1 or a plain one of tile 3, and each for one hero. */
static bool place_drawn(const struct state *s, const struct hero_placed *told, const struct hero_placed *made)
{
    if (told->hero != made->hero || told->tile != made->tile || told->space >= SPACES)
        return false;
    place_t at = PLACE(told->tile, told->space);
    bool middle = told->space == 5 || told->space == 6 || told->space == 9 || told->space == 10;
    return mall_hero(s, at) < 0 && (told->tile == 1 ? middle : mall_space(s, at) == space_plain);
}

static bool hands_drawn(const struct actions_dealt *told, const struct actions_dealt *made)
{
    uint8_t told_seats[10], made_seats[10];
    memcpy(told_seats, told->holder, 9);
    memcpy(made_seats, made->holder, 9);
    told_seats[9] = told->empty_handed;
    made_seats[9] = made->empty_handed;
    return told->count == made->count && !memcmp(told->actions, made->actions, sizeof made->actions) &&
           !memcmp(told->holder + made->count, made->holder + made->count,
                   sizeof made->holder - made->count) &&
           !told->empty_handed == !made->empty_handed && same_cards(told_seats, made_seats, 10);
}

static bool same(const struct state *s, const struct event *told, const struct event *made)
{
    switch (made->kind) {
    case EV_pile_shuffled:
        return pile_drawn(s, BODY(told, pile_shuffled), BODY(made, pile_shuffled));
    case EV_next_tile_shown:
        return s->pile_count && BODY(told, next_tile_shown)->tile == s->pile[s->pile_count - 1];
    case EV_hero_placed:
        return place_drawn(s, BODY(told, hero_placed), BODY(made, hero_placed));
    case EV_actions_dealt:
        return hands_drawn(BODY(told, actions_dealt), BODY(made, actions_dealt));
    case EV_deck_shuffled:
        return same_cards(BODY(told, deck_shuffled)->order, BODY(made, deck_shuffled)->order, 7);
    default:
        return !memcmp(told->body, made->body, made->size);
    }
}

const struct record_judge record_judge_maze = {&maze, ask_again, same};
