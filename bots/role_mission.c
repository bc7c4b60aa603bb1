/* bots/role_mission.c -- what a seat's own card makes of what it could do.
 *
 * There is one way for all cards: try it on a copy of the view, and look whether the card's own counts have
 * come nearer to what it asks for (good), or have made it impossible (bad).  A card that can change sides is
 * looked at in the same way. */
#include "bots/role_bot.h"

enum {
    LOOK_AGAIN_MS = 1500,
    CHEAP_MS = 10000, /* a step for the own mission may cost the team this much, */
    ONCE_MS = 25000,  /* and near the theft, once, this much */
    ACTION_MS = 1400, /* as in maze_goal.c */
    GAP_MOST = 60,
    TRIES = 96,
};

/* ---- how far the card is from what it asks for ---- */

static bool holds(const struct state *s, seat_t seat, struct card_test test, int op, int number)
{
    struct card_condition one = {.count = 1};
    test.op = (uint8_t)op;
    test.number = (uint8_t)number;
    one.test[0] = test;
    return role_holds(s, seat, &one, 0);
}

static int gap_of(const struct state *s, seat_t seat, const struct card_test *test)
{
    int gap = 0, number = test->number - (test->op == OP_BELOW);
    bool from_below = test->op == OP_AT_LEAST || (test->op == OP_IS && number > 0);
    if (holds(s, seat, *test, test->op, test->number))
        return 0;
    if (from_below)
        while (gap < number && !holds(s, seat, *test, OP_AT_LEAST, number - gap))
            gap++;
    else
        while (gap < GAP_MOST && !holds(s, seat, *test, OP_AT_MOST, number + gap))
            gap++;
    return gap;
}

static int gap(const struct state *s, seat_t seat, const struct card_condition *c)
{
    int sum = 0;
    for (int i = 0; i < c->count; i++)
        sum += gap_of(s, seat, &c->test[i]);
    return sum;
}

bool role_wants(const struct state *view, seat_t seat, uint8_t fact)
{
    const struct card_condition *c = &role_of(view, seat)->done;
    for (int i = 0; i < c->count; i++)
        if (c->test[i].fact == fact && c->test[i].number)
            return true;
    return false;
}

/* ---- trying ----
 *
 * What would be seen of it, and what would follow from that by what is on the board.  What other cards make
 * of it, nobody else knows; nor which tile comes next, only that one does. */

static void happen(struct state *then, int64_t now_ms, uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = now_ms, .kind = kind, .size = (uint16_t)size};
    memcpy(e.body, body, size);
    maze_apply(then, &e);
}

#define HAPPENS(then, now_ms, name, ...)                                                                     \
    happen(then, now_ms, EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

static bool all_steal(const struct state *s)
{
    for (int h = 0; h < HEROES; h++)
        if (!move_steals(s, h, s->hero_at[h]))
            return false;
    return !s->theft;
}

static void try_move(struct state *then, seat_t by, const struct use_vortex *x, uint8_t how, int64_t now_ms)
{
    place_t to = PLACE(x->tile, x->space);
    int hero = x->hero - 1;
    bool flips = mall_flips(then, to);
    int64_t left_ms = role_sand_ms(then, now_ms);
    HAPPENS(then, now_ms, hero_moved, .hero = x->hero, .tile = x->tile, .space = x->space, .how = how,
            .by = by);
    if (flips)
        HAPPENS(then, now_ms, hourglass_flipped, .left_ms = (int32_t)(then->sand.holds_ms - left_ms),
                .tile = x->tile, .space = x->space);
    else if (then->theft && move_leaves(then, hero, to))
        HAPPENS(then, now_ms, hero_left, .hero = x->hero);
    else if (all_steal(then))
        HAPPENS(then, now_ms, theft_done, 0);
}

static void try_it(const struct state *view, const struct input *in, int64_t now_ms, struct state *then)
{
    const struct use_vortex *x = BODY(in, use_vortex); /* all that move a hero are laid out alike */
    memcpy(then, view, sizeof *then);
    switch (in->kind) {
    case CMD_move_hero:
        try_move(then, in->by, x, action_north, now_ms); /* no card asks for a direction */
        break;
    case CMD_use_vortex:
        try_move(then, in->by, x, action_vortex, now_ms);
        break;
    case CMD_use_escalator:
        try_move(then, in->by, x, action_escalator, now_ms);
        break;
    case CMD_place_pawn:
        HAPPENS(then, now_ms, pawn_placed, .seat = BODY(in, place_pawn)->seat, .by = in->by);
        break;
    case CMD_lay_watching_card:
        HAPPENS(then, now_ms, watching_card_laid, .seat = BODY(in, lay_watching_card)->seat, .by = in->by);
        break;
    case CMD_accuse:
        HAPPENS(then, now_ms, ballot_opened, .accusers = SEAT(in->by), .accused = BODY(in, accuse)->seats);
        break;
    default:
        then->pile_count = (uint8_t)(then->pile_count - (in->kind == CMD_explore && then->pile_count));
    }
}

/* Does the side it is on now look like winning? */
static bool looks_good(const struct state *s, seat_t me, int64_t now_ms)
{
    bool heroes = role_sand_ms(s, now_ms) > s->sand.holds_ms / 3 || seats_count(s->left) >= 2;
    return heroes != role_am_traitor(s, me);
}

static bool turns(const struct state *s, seat_t seat, int64_t now_ms)
{
    const struct role *role = role_of(s, seat);
    return s->roles.side[seat] == role->side &&
           role_holds(s, seat, &role->turns, clock_play_ms(&s->clock, now_ms));
}

static enum omen read_omen(const struct state *view, seat_t seat, const struct state *then, int64_t now_ms)
{
    const struct role *role = role_of(view, seat);
    if (role_mission_failed(then, seat))
        return OMEN_BAD;
    if (turns(then, seat, now_ms) && !turns(view, seat, now_ms))
        return looks_good(view, seat, now_ms) ? OMEN_BAD : OMEN_GOOD;
    return gap(then, seat, &role->done) < gap(view, seat, &role->done) ? OMEN_GOOD : OMEN_NONE;
}

static bool has_wish(const struct state *s, seat_t seat)
{
    const struct role *role = role_of(s, seat);
    return role->done.count || role->turns.count;
}

enum omen role_omen(const struct state *view, seat_t seat, const struct input *in, int64_t now_ms)
{
    struct state then;
    if (!has_wish(view, seat))
        return OMEN_NONE;
    try_it(view, in, now_ms, &then);
    return read_omen(view, seat, &then, now_ms);
}

/* ---- what it would cost ---- */

enum aim role_aim(const struct state *view)
{
    return view->theft ? AIM_LEAVE : view->pile_count ? AIM_EXPLORE : AIM_STEAL;
}

static int64_t cost_ms(const struct state *view, const struct state *then, int64_t now_ms)
{
    enum aim aim = role_aim(view);
    int64_t lost_ms =
        view->spaces_used != then->spaces_used ? role_sand_ms(view, now_ms) - role_sand_ms(then, now_ms) : 0;
    for (int h = 0; h < HEROES; h++)
        if (view->hero_at[h] != then->hero_at[h] && then->hero_at[h])
            lost_ms += (int64_t)(path_cost(then, h, then->hero_at[h], aim) -
                                 path_cost(view, h, view->hero_at[h], aim)) *
                       ACTION_MS / COST_ACTION;
    return lost_ms;
}

static bool near_theft(const struct state *s)
{
    return !s->theft && !s->pile_count;
}

/* ---- going after it ---- */

static bool gesture(const struct input *in)
{
    return in->kind == CMD_place_pawn || in->kind == CMD_lay_watching_card || in->kind == CMD_accuse;
}

static bool action(const struct input *in)
{
    return in->kind == CMD_move_hero || in->kind == CMD_use_vortex || in->kind == CMD_use_escalator;
}

/* Frozen: the pawn is put on, or nothing can be done any more. */
static bool thaws(struct bot *b, const struct state *view, struct input *out)
{
    if (role_of(view, b->seat)->rule != CARD_RULE_PAWN_FREEZES || view->pawn != b->seat)
        return false;
    seat_t seat = roles_left_of(view, b->seat, role_in_game(view) & ~SEAT(b->seat));
    if (seat)
        ASK(out, b->seat, place_pawn, .seat = seat);
    return seat != 0;
}

bool role_wishes(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                 struct input *out)
{
    struct input may[TRIES];
    struct state then;
    if (now_ms - m->wished_ms < LOOK_AGAIN_MS)
        return false;
    m->wished_ms = now_ms;
    if (thaws(b, view, out))
        return true;
    if (!has_wish(view, b->seat) || role_mission_done(view, b->seat) || view->discards_due)
        return false;
    int64_t most_ms = near_theft(view) && !m->wished ? ONCE_MS : CHEAP_MS;
    int count = maze_legal(view, b->seat, may, TRIES);
    for (int i = 0; i < count; i++) {
        if (!gesture(&may[i]) && !action(&may[i]))
            continue;
        try_it(view, &may[i], now_ms, &then);
        if (read_omen(view, b->seat, &then, now_ms) != OMEN_GOOD)
            continue;
        int64_t ms = action(&may[i]) ? cost_ms(view, &then, now_ms) : 0;
        if (ms > most_ms)
            continue;
        m->wished = m->wished || ms > CHEAP_MS;
        *out = may[i];
        return true;
    }
    return false;
}

/* ---- being noticed ---- */

bool role_lingers(const struct state *view, seat_t seat)
{
    static const uint8_t by_others[] = {FACT_ACCUSED, FACT_REJECTED, FACT_PAWN_TO_YOU, FACT_WATCHED_AT_THEFT};
    if (role_mission_done(view, seat))
        return false;
    for (size_t i = 0; i < sizeof by_others; i++)
        if (role_wants(view, seat, by_others[i]))
            return true;
    return false;
}

bool role_needs_theft(const struct state *view, seat_t seat)
{
    return !view->theft && role_wants(view, seat, FACT_THEFT);
}
