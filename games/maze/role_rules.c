/* games/maze/role_rules.c -- special rules (H5.2): what a card forbids its owner, what it demands, and the
 * clocks it needs for that.
 *
 * Whatever comes of it is told to the owner alone: a refusal, or a `card_told` that nobody else is shown.  A
 * deadline that only a card needs causes nothing else (H9.3). */
#include "games/maze/role_play.h"

/* ---- what a card forbids ---- */

refusal_t roles_action_refusal(const struct state *s, seat_t seat)
{
    switch (role_of(s, seat)->rule) {
    case CARD_RULE_PAWN_FREEZES:
        return s->pawn == seat ? REFUSAL_frozen : REFUSAL_OK;
    case CARD_RULE_PAUSE:
        return s->roles.locked & SEAT(seat) ? REFUSAL_sloth : REFUSAL_OK;
    default:
        return REFUSAL_OK;
    }
}

static bool only_one_left(const struct state *s)
{
    return seats_count(s->left) == HEROES - 1;
}

static bool crowded(const struct state *s, int hero, place_t to, int most)
{
    int tile = PLACE_TILE(to), space = mall_space(s, to), others = 0;
    if (tile == 1 || tile == PLACE_TILE(s->hero_at[hero]) || space_hero(space, space_item_yellow) >= 0 ||
        space_hero(space, space_exit_yellow) >= 0)
        return false;
    for (int h = 0; h < HEROES; h++)
        others += h != hero && PLACE_TILE(s->hero_at[h]) == tile;
    return others >= most;
}

refusal_t roles_move_refusal(const struct state *s, seat_t seat, int hero, place_t to, int steps)
{
    const struct role *role = role_of(s, seat);
    int number = role->rule_number;
    switch (role->rule) {
    case CARD_RULE_SAME_HERO:
        return (s->roles.locked & SEAT(seat)) && s->roles.acted_on[seat] == hero + 1 && !only_one_left(s)
                   ? REFUSAL_superstitious
                   : REFUSAL_OK;
    case CARD_RULE_STEPS:
        return steps > number ? REFUSAL_short_of_breath : REFUSAL_OK;
    case CARD_RULE_PAWN_FOR:
        return hero + 1 == number && s->pawn != seat ? REFUSAL_snob : REFUSAL_OK;
    case CARD_RULE_NO_HOURGLASS:
        return mall_flips(s, to) ? REFUSAL_jinx : REFUSAL_OK;
    case CARD_RULE_CROWD:
        return crowded(s, hero, to, number) ? REFUSAL_claustrophobe : REFUSAL_OK;
    default:
        return REFUSAL_OK;
    }
}

/* ---- telling the owner ---- */

struct card_told role_standing(const struct state *s, seat_t seat)
{
    const struct roles *r = &s->roles;
    return (struct card_told){.seat = seat,
                              .side = r->side[seat],
                              .breaches = r->breaches[seat],
                              .settled = r->settled[seat],
                              .locked = (r->locked & SEAT(seat)) != 0,
                              .waits = (r->waits & SEAT(seat)) != 0,
                              .judged = (r->judged & SEAT(seat)) != 0};
}

void role_tell(struct turn *t, const struct card_told *told)
{
    emit(t, EV_card_told, SEAT(told->seat), told, sizeof *told);
}

static void breach(struct card_told *told)
{
    told->breaches = (uint8_t)(told->breaches + (told->breaches < UINT8_MAX));
}

/* ---- what a card demands ---- */

/* Contrarian.  Rejected by another before one had voted: it was not the first. */
void role_judge_votes(struct turn *t)
{
    const struct state *s = t->state;
    const struct ballot *b = &s->roles.ballot;
    for (seats_t rest = b->voters & role_in_game(s); rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        bool voted = b->voted & SEAT(seat), down = b->no & SEAT(seat), in_time = b->no != 0;
        if (role_of(s, seat)->rule != CARD_RULE_FIRST_VOTE_DOWN || s->roles.settled[seat] ||
            (!voted && in_time))
            continue;
        struct card_told told = role_standing(s, seat);
        told.settled = 1;
        if (!down)
            breach(&told);
        role_tell(t, &told);
    }
}

/* Impatient: when this discussion has lasted too long for the seat's card; INT64_MAX: never. */
static int64_t discussion_due_ms(const struct state *s, seat_t seat)
{
    const struct roles *r = &s->roles;
    const struct role *role = role_of(s, seat);
    if (role->rule != CARD_RULE_DISCUSSION || !r->talk_ms || s->discards_due || (r->judged & SEAT(seat)))
        return INT64_MAX;
    int64_t due_ms = role_later(r->talk_ms, role->rule_number * 1000 + 1);
    return role_busy(s) && due_ms >= s->sand.ends_ms ? INT64_MAX : due_ms; /* K10: H2.7 waits */
}

/* ---- clocks ---- */

static int64_t lock_due_ms(const struct state *s, seat_t seat)
{
    return s->roles.locked & SEAT(seat) ? s->roles.eased_ms[seat] : INT64_MAX;
}

static int64_t wait_due_ms(const struct state *s, seat_t seat)
{
    return s->roles.waits & SEAT(seat) ? s->roles.waits_ms[seat] : INT64_MAX;
}

/* Panicker: when the sand falls below what the card says, if it has not changed sides yet (H6.4). */
static int64_t sand_due_ms(const struct state *s, seat_t seat)
{
    const struct role *role = role_of(s, seat);
    const struct card_test *test = &role->turns.test[0];
    if (role->turns.count != 1 || test->fact != FACT_SAND || s->roles.side[seat] != role->side)
        return INT64_MAX;
    return role_later(s->sand.ends_ms, 1 - test->number * 1000);
}

static int64_t first(int64_t a_ms, int64_t b_ms)
{
    return a_ms < b_ms ? a_ms : b_ms;
}

int64_t role_cards_due_ms(const struct state *s)
{
    int64_t due_ms = INT64_MAX;
    for (seats_t rest = s->running ? role_in_game(s) : 0; rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        due_ms = first(due_ms, lock_due_ms(s, seat));
        due_ms = first(due_ms, wait_due_ms(s, seat));
        due_ms = first(due_ms, discussion_due_ms(s, seat));
        due_ms = first(due_ms, sand_due_ms(s, seat));
    }
    return due_ms;
}

void role_tick_cards(struct turn *t)
{
    const struct state *s = t->state;
    int64_t now_ms = role_now(t);
    for (seats_t rest = s->running ? role_in_game(s) : 0; rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        struct card_told told = role_standing(s, seat);
        bool eased = now_ms >= lock_due_ms(s, seat), waited = now_ms >= wait_due_ms(s, seat);
        bool too_long = now_ms >= discussion_due_ms(s, seat);
        told.locked = told.locked && !eased;
        told.waits = told.waits && !waited;
        told.judged = told.judged || too_long;
        if (too_long && legal_acts(s, seat))
            breach(&told);
        if (eased || waited || too_long)
            role_tell(t, &told);
    }
}
