/* games/maze/role_facts.c -- what the cards count, folded from what everybody sees; and what follows from it.
 *
 * Everything is counted for every seat, whoever has which card: so a count tells nobody anything, and a
 * mission can be judged from what is known to all and the one card.  Takes any bytes, like all folding. */
#include "games/maze/role_play.h"

static bool is_seat(seat_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

static void bump(uint8_t *count)
{
    *count = (uint8_t)(*count + (*count < UINT8_MAX));
}

static void bump_all(uint8_t count[VIEWS], seats_t seats)
{
    for (seats = seated(seats); seats; seats &= seats - 1)
        bump(&count[seats_first(seats)]);
}

static bool is_tile(int number)
{
    return number >= 1 && number <= TILES_MAX;
}

/* ---- actions ---- */

/* K2: an action of this seat; hero 0: none was moved. */
static void acted(struct state *s, seat_t by, uint8_t hero, int64_t now_ms)
{
    struct roles *r = &s->roles;
    if (!is_seat(by))
        return;
    const struct role *role = role_of(s, by);
    r->actor = by;
    if (hero)
        r->acted_on[by] = hero;
    if (role->rule == CARD_RULE_PAUSE || (role->rule == CARD_RULE_SAME_HERO && hero)) {
        r->locked |= SEAT(by);
        r->eased_ms[by] = role_later(now_ms, role->rule_number * 1000);
    }
}

static void stood(struct state *s, uint8_t hero, uint8_t tile)
{
    if (hero_exists(hero) && is_tile(tile))
        s->roles.stood[hero - 1] |= 1u << tile;
}

/* The last hero goes off tile 1: is nobody else there? */
static void off_the_start(struct state *s, uint8_t hero, seat_t by)
{
    if (PLACE_TILE(s->hero_at[hero - 1]) == 1 && !mall_crowded(s, 1, hero - 1) && is_seat(by))
        s->roles.emptied |= SEAT(by);
}

static void on_hero_moved(struct state *s, const struct hero_moved *x, int64_t now_ms)
{
    struct roles *r = &s->roles;
    if (!hero_exists(x->hero))
        return;
    acted(s, x->by, x->hero, now_ms);
    stood(s, x->hero, x->tile);
    if (x->tile != 1)
        off_the_start(s, x->hero, x->by);
    if (x->how == action_escalator)
        bump(&r->rides[x->hero - 1]);
    if (x->how == action_vortex)
        r->vortexed |= (uint8_t)(1u << (x->hero - 1));
}

static void on_hero_left(struct state *s, const struct hero_left *x)
{
    struct roles *r = &s->roles;
    if (!hero_exists(x->hero))
        return;
    for (int i = 0; i < HEROES && r->order[i] != x->hero; i++)
        if (!r->order[i]) {
            r->order[i] = x->hero;
            break;
        }
    r->led_out |= seated(SEAT(r->actor));
    if (!x->stays)
        off_the_start(s, x->hero, r->actor);
}

static void on_theft(struct state *s, int64_t now_ms)
{
    struct roles *r = &s->roles;
    bool stands = role_since(now_ms, r->pawn_ms) >= PAWN_STANDS_MS;
    r->theft_by = r->actor;
    r->theft_pawn = stands && is_seat(s->pawn) ? s->pawn : 0;
    r->theft_watching = r->watching;
    r->theft_spaces = s->spaces_used;
    r->theft_pile = s->pile_count;
}

/* ---- time and talk ---- */

static void on_flip(struct state *s, int32_t left_ms)
{
    struct roles *r = &s->roles;
    int64_t before_ms = (int64_t)s->sand.holds_ms - left_ms; /* M5.2 */
    uint32_t low = before_ms < 0 ? 1 : (uint32_t)before_ms + 1;
    if (!r->flip_low_ms || low < r->flip_low_ms)
        r->flip_low_ms = low;
}

/* K10: the time in which nobody could act does not count. */
static void discussion_stood_still(struct state *s, int64_t since_ms, int64_t now_ms)
{
    if (s->roles.talk_ms && role_since(now_ms, since_ms) > 0)
        s->roles.talk_ms = role_later(s->roles.talk_ms, role_since(now_ms, since_ms));
}

static void on_flipped_for_free(struct state *s, const struct event *e, int64_t now_ms)
{
    const struct flipped_for_free *x = BODY(e, flipped_for_free);
    on_flip(s, x->left_ms);
    if (!s->discards_due) /* else it stands still until they are gone */
        discussion_stood_still(s, s->sand.ends_ms, now_ms);
    s->hush.changed = e->seq; /* M6.5: talk may have been open before */
    sand_turn(&s->sand, now_ms, x->left_ms);
    s->roles.phase = 0;
    s->roles.phase_ends_ms = 0;
    s->roles.put_off = 0;
}

static void on_talk_changed(struct state *s, uint8_t talk, int64_t now_ms)
{
    struct roles *r = &s->roles;
    if (talk == talk_silent || !s->running) {
        r->talk_ms = 0;
        r->judged = 0;
    } else if (!r->talk_ms) {
        r->talk_ms = now_ms ? now_ms : 1;
    }
}

/* ---- pawn, watching card, accusations ---- */

static void on_pawn_placed(struct state *s, const struct pawn_placed *x, int64_t now_ms)
{
    struct roles *r = &s->roles;
    if (!is_seat(x->seat) || !is_seat(x->by) || x->seat == s->pawn)
        return; /* K9: what lay elsewhere */
    bump(&r->pawns[x->seat]);
    r->pawned[x->by] |= SEAT(x->seat);
    r->pawn_ms = now_ms;
    if (!r->puts[x->by] || role_since(now_ms, r->put_ms[x->by]) >= PAWN_APART_MS) {
        bump(&r->puts[x->by]);
        r->put_ms[x->by] = now_ms;
    }
}

static void on_watching_card(struct state *s, const struct watching_card_laid *x)
{
    if (!is_seat(x->seat))
        return;
    s->roles.watching = x->seat;
    bump(&s->roles.watched[x->seat]);
}

static void on_ballot(struct state *s, const struct event *e)
{
    struct roles *r = &s->roles;
    ballot_apply(&r->ballot, e);
    if (e->kind == EV_ballot_opened)
        bump_all(r->accused, r->ballot.accused);
    if (e->kind != EV_ballot_closed)
        return;
    if (r->ballot.decision == decision_rejected)
        bump_all(r->rejected, r->ballot.accused);
    r->verdict = r->ballot.decision == decision_passed;
}

/* ---- cards ---- */

static void learn(struct state *s, seat_t seat, uint8_t card, uint8_t side)
{
    if (!is_seat(seat) || card >= card_end)
        return;
    s->roles.card[seat] = card;
    s->roles.side[seat] = side < side_end ? side : 0;
}

static void on_role_dealt(struct state *s, const struct role_dealt *x, int64_t now_ms)
{
    uint8_t side = x->card < card_end ? deck_house.role[x->card].side : 0;
    learn(s, x->seat, x->card, side);
    s->roles.looking_ends_ms = role_later(now_ms, LOOKING_MS);
}

static void on_card_shown(struct state *s, const struct card_shown *x)
{
    if (!is_seat(x->seat))
        return;
    learn(s, x->seat, x->card, x->side);
    s->roles.breaches[x->seat] = x->breaches;
    s->roles.shown |= SEAT(x->seat);
}

static void mark(seats_t *set, seat_t seat, bool in)
{
    *set = in ? *set | SEAT(seat) : *set & ~SEAT(seat);
}

static void on_card_told(struct state *s, const struct card_told *x, int64_t now_ms)
{
    struct roles *r = &s->roles;
    if (!is_seat(x->seat))
        return;
    if (x->waits && !(r->waits & SEAT(x->seat)))
        r->waits_ms[x->seat] = role_later(now_ms, ACCUSE_MS);
    r->side[x->seat] = x->side < side_end ? x->side : 0;
    r->breaches[x->seat] = x->breaches;
    r->settled[x->seat] = x->settled != 0;
    mark(&r->locked, x->seat, x->locked);
    mark(&r->waits, x->seat, x->waits);
    mark(&r->judged, x->seat, x->judged);
}

/* H3.6: what lay in front of them returns beside the board; stares at and by them end. */
static void clear_away(struct state *s, seats_t gone)
{
    struct roles *r = &s->roles;
    if (SEAT(s->pawn) & gone)
        s->pawn = 0;
    if (SEAT(r->watching) & gone)
        r->watching = 0;
    for (seat_t seat = 1; seat <= SEATS_MAX; seat++)
        if ((gone & SEAT(seat)) || (SEAT(s->stare[seat]) & gone))
            s->stare[seat] = 0;
    r->locked &= ~gone;
    r->waits &= ~gone;
    r->judged &= ~gone;
}

static void on_eliminated(struct state *s, const struct seats_eliminated *x)
{
    struct roles *r = &s->roles;
    seats_t gone = seated(x->seats);
    seat_t mover = roles_pawn_mover(s);
    if (x->fall == fall_convicted) {
        r->convicted |= gone & ~r->failed;
        r->verdict = 0;
        bump(&r->convictions);
    } else {
        r->failed |= gone & ~r->convicted;
    }
    clear_away(s, gone);
    if (SEAT(mover) & gone)
        r->pawn_mover = roles_left_of(s, mover, role_in_game(s)); /* H3.5 */
}

/* ---- the last one left, and the last chance ---- */

static void stand_still(struct state *s, uint8_t phase, int64_t ends_ms, int32_t left_ms)
{
    s->roles.phase = phase;
    s->roles.phase_ends_ms = ends_ms;
    s->roles.talk_ms = 0;
    s->roles.judged = 0;
    s->roles.put_off = 0;
    s->running = 0;
    s->discards_due = 0;
    s->clock.agreed = 0;
    s->sand.left_ms = left_ms;
    s->sand.ends_ms = 0;
}

static void on_word_asked(struct roles *r, seat_t seat)
{
    for (int i = 0; is_seat(seat) && i < (int)sizeof r->asked && r->asked[i] != seat; i++)
        if (!r->asked[i]) {
            r->asked[i] = seat;
            break;
        }
}

static void on_spoken(struct roles *r, seats_t seats)
{
    r->spoken |= seated(seats);
    if (SEAT(r->word) & seats) {
        r->word = 0;
        r->word_ends_ms = 0;
    }
}

static void on_card_guessed(struct roles *r, const struct card_guessed *x)
{
    on_spoken(r, SEAT(x->by));
    if (x->right) {
        r->found |= seated(SEAT(x->by));
        r->guessed |= seated(SEAT(x->seat));
    }
}

static void apply_guessing(struct state *s, const struct event *e)
{
    struct roles *r = &s->roles;
    switch (e->kind) {
    case EV_guessing_begun:
        stand_still(s, phase_guessing, BODY(e, guessing_begun)->ends_ms, BODY(e, guessing_begun)->left_ms);
        r->guessers = seated(BODY(e, guessing_begun)->traitors);
        break;
    case EV_word_asked:
        on_word_asked(r, BODY(e, word_asked)->seat);
        break;
    case EV_word_given:
        r->word = is_seat(BODY(e, word_given)->seat) ? BODY(e, word_given)->seat : 0;
        r->word_ends_ms = BODY(e, word_given)->ends_ms;
        break;
    case EV_word_passed:
        on_spoken(r, BODY(e, word_passed)->seats);
        break;
    case EV_card_guessed:
        on_card_guessed(r, BODY(e, card_guessed));
        break;
    case EV_end_put_off:
        r->put_off = 1;
        break;
    default:
        break;
    }
}

/* ---- the fold ---- */

static void apply_own(struct state *s, const struct event *e, int64_t now_ms)
{
    struct roles *r = &s->roles;
    switch (e->kind) {
    case EV_role_dealt:
        on_role_dealt(s, BODY(e, role_dealt), now_ms);
        break;
    case EV_card_looked_at:
        r->looked |= seated(SEAT(BODY(e, card_looked_at)->seat));
        break;
    case EV_looking_ended:
        r->free = 1;
        break;
    case EV_watching_card_laid:
        on_watching_card(s, BODY(e, watching_card_laid));
        break;
    case EV_card_shown:
        on_card_shown(s, BODY(e, card_shown));
        break;
    case EV_seats_eliminated:
        on_eliminated(s, BODY(e, seats_eliminated));
        break;
    case EV_flip_offered:
        r->phase = phase_flip;
        r->phase_ends_ms = BODY(e, flip_offered)->ends_ms;
        break;
    case EV_flipped_for_free:
        on_flipped_for_free(s, e, now_ms);
        break;
    case EV_flip_declined:
        r->phase = 0;
        r->phase_ends_ms = 0;
        break;
    case EV_card_told:
        on_card_told(s, BODY(e, card_told), now_ms);
        break;
    case EV_gone_home:
        r->announcer = is_seat(BODY(e, gone_home)->seat) ? BODY(e, gone_home)->seat : 0;
        break;
    case EV_last_one_left:
        stand_still(s, phase_last, BODY(e, last_one_left)->ends_ms, BODY(e, last_one_left)->left_ms);
        break;
    case EV_outcome_decided:
        r->succeeded = BODY(e, outcome_decided)->succeeded != 0;
        break;
    default:
        apply_guessing(s, e);
    }
}

static void apply_maze(struct state *s, const struct event *e, int64_t now_ms)
{
    switch (e->kind) {
    case EV_hero_placed:
        stood(s, BODY(e, hero_placed)->hero, BODY(e, hero_placed)->tile);
        break;
    case EV_tile_laid:
        acted(s, BODY(e, tile_laid)->by, 0, now_ms);
        break;
    case EV_hourglass_flipped:
        on_flip(s, BODY(e, hourglass_flipped)->left_ms);
        break;
    case EV_theft_done:
        on_theft(s, now_ms);
        break;
    case EV_hero_left:
        on_hero_left(s, BODY(e, hero_left));
        break;
    case EV_discards_ordered:
        s->roles.discards_ms = s->discards_due ? s->roles.discards_ms : now_ms;
        break;
    case EV_tile_discarded:
        if (s->discards_due == 1)
            discussion_stood_still(s, s->roles.discards_ms, now_ms);
        break;
    case EV_pawn_placed:
        on_pawn_placed(s, BODY(e, pawn_placed), now_ms);
        break;
    case EV_talk_changed:
        on_talk_changed(s, BODY(e, talk_changed)->talk, now_ms);
        break;
    case EV_game_ended:
        s->roles.phase = 0;
        s->roles.phase_ends_ms = s->roles.word_ends_ms = 0;
        s->roles.verdict = s->roles.put_off = 0;
        break;
    default:
        break;
    }
}

void roles_apply(struct state *s, const struct event *e)
{
    int64_t now_ms = clock_play_ms(&s->clock, e->at_ms);
    if (e->kind == EV_hero_moved)
        on_hero_moved(s, BODY(e, hero_moved), now_ms);
    else if (e->kind >= EV_ballot_opened && e->kind <= EV_ballot_closed)
        on_ballot(s, e);
    else if (e->kind >= EV_role_dealt && e->kind <= EV_end_put_off)
        apply_own(s, e, now_ms);
    else
        apply_maze(s, e, now_ms);
}

/* ---- what is counted ---- */

static int place_of(const struct state *s, uint8_t hero)
{
    for (int i = 0; i < HEROES; i++)
        if (s->roles.order[i] == hero)
            return i + 1;
    return 0;
}

static int sand_s(const struct state *s, int64_t now_ms)
{
    int64_t left_ms = s->running ? role_since(s->sand.ends_ms, now_ms) : INT32_MAX;
    return left_ms <= 0 ? 0 : left_ms > INT32_MAX ? INT32_MAX : (int)(left_ms / 1000);
}

/* What is counted of the accusations and of what lies in front of players. */
static int fact_of_company(const struct state *s, seat_t seat, uint8_t fact)
{
    const struct roles *r = &s->roles;
    seats_t me = SEAT(seat);
    switch (fact) {
    case FACT_ACCUSED:
        return r->accused[seat];
    case FACT_REJECTED:
        return r->rejected[seat];
    case FACT_NAMED_LAST:
        return (r->ballot.accused & me) != 0;
    case FACT_FRAMED:
        return s->ending == ending_hero_accused && ((r->ballot.accusers | r->ballot.yes) & me);
    case FACT_CONVICTIONS:
        return r->convictions;
    case FACT_PAWN_TO_YOU:
        return r->pawns[seat];
    case FACT_PAWN_BY_YOU:
        return r->puts[seat];
    case FACT_PAWN_OWED:
        return seats_count(role_in_game(s) & ~me & ~r->pawned[seat]);
    case FACT_PAWN_AT_THEFT:
        return r->theft_pawn == seat;
    case FACT_WATCHED:
        return r->watched[seat];
    default:
        return r->theft_watching == seat;
    }
}

static int fact_of_heist(const struct state *s, seat_t seat, const struct card_test *test, int64_t now_ms)
{
    const struct roles *r = &s->roles;
    int hero = (test->hero - 1) & 3;
    switch (test->fact) {
    case FACT_THEFT:
        return s->theft;
    case FACT_THEFT_BY_YOU:
        return r->theft_by == seat;
    case FACT_LED_OUT:
        return (r->led_out & SEAT(seat)) != 0;
    case FACT_START_EMPTIED:
        return (r->emptied & SEAT(seat)) != 0;
    case FACT_SPACES:
        return s->spaces_used;
    case FACT_SPACES_AT_THEFT:
        return r->theft_spaces;
    case FACT_PILE:
        return s->pile_count;
    case FACT_PILE_AT_THEFT:
        return r->theft_pile;
    case FACT_VORTEXED:
        return seats_count(r->vortexed);
    case FACT_GONE:
        return seats_count(s->left);
    case FACT_PLACE:
        return place_of(s, test->hero);
    case FACT_RIDES:
        return r->rides[hero];
    case FACT_TILES:
        return seats_count(r->stood[hero]);
    case FACT_SAND:
        return sand_s(s, now_ms);
    default:
        return r->flip_low_ms ? (int)((r->flip_low_ms - 1) / 1000) : INT32_MAX;
    }
}

int role_count(const struct state *s, seat_t seat, const struct card_test *test, int64_t now_ms)
{
    return test->fact <= FACT_WATCHED_AT_THEFT ? fact_of_company(s, seat, test->fact)
                                               : fact_of_heist(s, seat, test, now_ms);
}

static bool test_holds(const struct state *s, seat_t seat, const struct card_test *test, int64_t now_ms)
{
    int fact = role_count(s, seat, test, now_ms);
    switch (test->op) {
    case OP_AT_LEAST:
        return fact >= test->number;
    case OP_AT_MOST:
        return fact <= test->number;
    case OP_BELOW:
        return fact < test->number;
    default:
        return fact == test->number;
    }
}

bool role_holds(const struct state *s, seat_t seat, const struct card_condition *c, int64_t now_ms)
{
    for (int i = 0; i < c->count; i++)
        if (!test_holds(s, seat, &c->test[i], now_ms))
            return false;
    return c->count != 0;
}

/* No mission counts the sand that is left now. */
bool role_mission_done(const struct state *s, seat_t seat)
{
    return role_holds(s, seat, &role_of(s, seat)->done, 0);
}

bool role_mission_failed(const struct state *s, seat_t seat)
{
    const struct role *role = role_of(s, seat);
    return role_holds(s, seat, &role->failed, 0) && (role->at_end || !role_mission_done(s, seat)); /* H5.8 */
}
