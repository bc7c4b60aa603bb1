/* tests/unit/test_role_out.c -- Hidden Roles, rule by rule: elimination, and ghosts (H3, H4.5, H4.6, H4.9,
 * H9). */
#include "tests/help/role_bench.h"

enum { TRAITOR = 3 };

static void start(int players, uint8_t level, uint32_t rules)
{
    roles_start(players, level, rules, 0);
    give(TRAITOR, card_traitor);
    pass_ms(80000);
}

static void out(int players, uint8_t level, uint32_t rules)
{
    start(players, level, rules);
    convict(1, SEAT(TRAITOR));
    OK(choose(1, false));
}

static void gives_tiles_and_plays_no_more(void **state)
{
    static const uint8_t held[] = {N, E, S, W};
    (void)state;
    start(4, 2, WITHOUT);
    deal(4, held);
    convict(1, SEAT(TRAITOR));
    OK(choose(1, false));
    assert_int_equal(TRUTH->may[TRAITOR], 0);
    assert_int_equal(TRUTH->may[4], W | S); /* to the left */
    assert_int_equal(VIEW(2)->may[4], W | S);
    NO(eliminated, move(TRAITOR, ELF, 1, 13));
    OK(accuse(1, SEAT(2)));
    assert_int_equal(ROLES.ballot.voters, SEAT(4));
    NO(not_voter, ASKED(2, cast_vote, .vote = vote_no));
    NO(eliminated, down(TRAITOR));
    assert_true(ROLES.shown & SEAT(TRAITOR));
}

/* Holders by tile, as many as are given. */
#define HOLDERS(...)                                                                                         \
    assert_memory_equal(TRUTH->holder, ((seat_t[]){__VA_ARGS__}), sizeof((seat_t[]){__VA_ARGS__}))

static void hold(int count, const seat_t *holder)
{
    struct actions_dealt dealt = {.count = (uint8_t)count, .empty_handed = TRUTH->empty_handed};
    memset(dealt.actions, N, (size_t)count);
    memcpy(dealt.holder, holder, (size_t)count);
    watch_happen(&bench.watch, bench.now_ms, EV_actions_dealt, &dealt, sizeof dealt);
}
#define HOLD(...) hold(sizeof((seat_t[]){__VA_ARGS__}), (seat_t[]){__VA_ARGS__})

static void as_evenly_as_possible(void **state)
{
    (void)state;
    start(5, 2, WITHOUT);
    HOLD(1, 2, 3, 4, 4); /* 5 has none, 4 has two */
    convict(1, SEAT(TRAITOR));
    HOLDERS(1, 2, 5, 4, 4);
    start(5, 2, WITHOUT);
    HOLD(1, 2, 3, 4, 5, 4, 5); /* 4 and 5 have more than others: it goes on to the left, to 1 */
    convict(1, SEAT(TRAITOR));
    HOLDERS(1, 2, 1, 4, 5, 4, 5);
    start(5, 2, WITHOUT);
    HOLD(3, 3, 3, 3, 1, 2, 4, 5); /* four tiles: 4, 5, 1, 2 */
    convict(1, SEAT(TRAITOR));
    HOLDERS(4, 5, 1, 2, 1, 2, 4, 5);
}

static void everybody_passes_all(void **state)
{
    (void)state;
    out(5, 2, WITHOUT);
    HOLD(1, 2, 2, 4, 5);
    use_space(1, 1);
    HOLDERS(2, 4, 4, 5, 1); /* past the one who is out */
}

/* Several together: all are out first, then player by player from the left of the accuser. */
static void several_together(void **state)
{
    (void)state;
    start(6, 2, WITHOUT);
    give(5, card_traitor);
    HOLD(1, 5, 3, 2, 4, 6, 3);
    convict(4, SEAT(TRAITOR) | SEAT(5)); /* left of 4: 5, then 3 */
    /* 5's tile 1 goes to 6, who has one like all: first on the left is 6.  3's tiles 2 and 6: 4, then 1. */
    HOLDERS(1, 6, 4, 2, 4, 6, 1);
    start(6, 2, WITHOUT);
    give(5, card_traitor);
    HOLD(1, 5, 3, 2, 4, 6, 3);
    convict(2, SEAT(TRAITOR) | SEAT(5)); /* left of 2: 3, then 5 */
    HOLDERS(1, 1, 4, 2, 4, 6, 6);
}

static void the_one_without_a_tile(void **state)
{
    (void)state;
    roles_start(5, 2, RULE_EMPTY_HANDED, 0);
    seat_t none = TRUTH->empty_handed, out_seat = (seat_t)(none % 5 + 1), by = (seat_t)(out_seat % 5 + 1);
    give(out_seat, card_traitor);
    pass_ms(80000);
    NO(pawn_not_yours, pawn(by, none));
    convict(by, SEAT(out_seat));
    for (int i = 0; i < TRUTH->action_tiles; i++)
        assert_int_not_equal(TRUTH->holder[i], none);
    OK(choose(by, true));
    for (int i = 0; i < TRUTH->action_tiles; i++) { /* neither spread nor passed */
        assert_int_not_equal(TRUTH->holder[i], none);
        assert_int_not_equal(TRUTH->holder[i], out_seat);
    }
    NO(pawn_not_yours, pawn(by, none));
    OK(pawn(none, by));
    pass_ms(10000);
    give(none, card_traitor); /* that player is eliminated: the next on the left alone moves the pawn */
    uint8_t held = TRUTH->may[by];
    seat_t other = (seat_t)(by % 5 + 1);
    convict(other, SEAT(none));
    OK(choose(other, false));
    assert_int_equal(roles_pawn_mover(TRUTH), by);
    OK(pawn(by, other));
    NO(pawn_not_yours, pawn(other, by));
    assert_int_equal(TRUTH->may[by], held); /* and keeps the tiles */
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.pawn_mover, by);
}

static void nothing_any_more(void **state)
{
    (void)state;
    start(5, 1, WITHOUT);
    OK(pawn(1, TRAITOR)), OK(watch_you(1, TRAITOR));
    OK(ASKED(2, stare_at, .seat = TRAITOR)), OK(ASKED(TRAITOR, stare_at, .seat = 4));
    convict(1, SEAT(TRAITOR));
    OK(choose(1, true));              /* talk is open */
    assert_int_equal(TRUTH->pawn, 0); /* beside the board */
    assert_int_equal(ROLES.watching, 0);
    assert_int_equal(TRUTH->stare[2], 0);
    assert_int_equal(TRUTH->stare[TRAITOR], 0);
    assert_int_equal(VIEW(SEAT_GALLERY)->pawn, 0);
    NO(is_out, pawn(1, TRAITOR));
    NO(is_out, watch_you(1, TRAITOR));
    NO(is_out, ASKED(1, stare_at, .seat = TRAITOR));
    NO(eliminated, pawn(TRAITOR, 1));
    NO(eliminated, watch_you(TRAITOR, 1));
    NO(eliminated, ASKED(TRAITOR, stare_at, .seat = 1));
    NO(eliminated, ASKED(TRAITOR, point_at, .tile = 1, .space = 5));
    NO(eliminated, ASKED(TRAITOR, react, .reaction = reaction_yes));
    NO(eliminated, say(TRAITOR, "hello")); /* silent until the end, at level 1 no ghost */
    OK(move(1, ELF, 1, 13));
    NO(eliminated, say(TRAITOR, "hello"));
    static struct input offered[LEGAL_MAX];
    assert_int_equal(maze.legal(VIEW(TRAITOR), TRAITOR, offered, LEGAL_MAX), 0);
    pass_ms(300000);
    OK(say(TRAITOR, "well played"));
}

/* H3.7: what the eliminated know of others is what the gallery knows. */
static void nothing_new_is_shown(void **state)
{
    (void)state;
    out(5, 3, WITHOUT);
    for (seat_t seat = 1; seat <= 5; seat++)
        assert_int_equal(VIEW(TRAITOR)->roles.card[seat], VIEW(SEAT_GALLERY)->roles.card[seat]);
    assert_int_equal(VIEW(TRAITOR)->roles.card[1], 0);
}

static void ghosts(void **state)
{
    (void)state;
    out(5, 2, WITHOUT);
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.card[TRAITOR], card_traitor); /* face up */
    pass_ms(100000);
    PARTLY(TRAITOR, convicted);
    out(5, 2, WITHOUT);
    lay_mall();
    steal(1);
    for (uint8_t hero = BARBARIAN; hero <= DWARF; hero++)
        leave(1, hero);
    LOST(TRAITOR, convicted);
    WON(1, escaped);
}

static void ghosts_talk_when_others_may_not(void **state)
{
    (void)state;
    out(5, 2, WITHOUT);
    NO(silence, say(1, "psst"));
    OK(say(TRAITOR, "whoo"));
    const struct event *said = happened(EV_said);
    assert_int_equal(said->to, presence_all(&TRUTH->presence) | SEAT(SEAT_GALLERY)); /* heard by everybody */
    assert_int_equal(maze.hears(TRUTH, TRAITOR, CHANNEL_VOICE), said->to);
    use_space(1, 1);
    OK(say(1, "now we talk"));
    NO(ghost_silent, say(TRAITOR, "whoo"));
    assert_int_equal(maze.hears(TRUTH, TRAITOR, CHANNEL_TEXT), 0);
    OK(move(1, ELF, 1, 7));
    OK(say(TRAITOR, "whoo"));
}

static void ghosts_have_words_only(void **state)
{
    (void)state;
    out(5, 2, WITHOUT);
    NO(ghost_silent, ASKED(TRAITOR, react, .reaction = reaction_laugh));
    NO(ghost_silent, ASKED(TRAITOR, point_at, .tile = 1, .space = 5));
    NO(eliminated, ASKED(TRAITOR, stare_at, .seat = 1));
    assert_int_equal(maze.hears(TRUTH, TRAITOR, CHANNEL_REACTION), 0);
    assert_int_equal(maze.hears(TRUTH, TRAITOR, CHANNEL_POINT), 0);
    out(5, 2, RULE_GESTURES); /* where only gestures are allowed they are silent */
    OK(say(TRAITOR, "whoo"));
    use_space(1, 1);
    OK(ASKED(1, react, .reaction = reaction_laugh));
    NO(ghost_silent, say(TRAITOR, "whoo"));
    NO(ghost_silent, ASKED(TRAITOR, react, .reaction = reaction_laugh));
    out(5, 2, RULE_NO_TALK); /* where talk never opens they may talk as long as the sand runs */
    OK(say(TRAITOR, "whoo"));
    use_space(1, 1);
    OK(say(TRAITOR, "whoo"));
    OK(ASKED(SEAT_SERVER, pause_clock, 0)); /* P3.3: not in a pause */
    NO(talk_paused, say(TRAITOR, "whoo"));
    OK(ASKED(1, resume, 0));
    pass_ms(200000);
    OK(say(TRAITOR, "well played")), OK(ASKED(TRAITOR, react, .reaction = reaction_laugh));
}

/* What everybody knows, and what only the owner does. */
static void who_knows_what(void **state)
{
    (void)state;
    start(5, 4, WITHOUT);
    give(2, card_offended);
    OK(watch_you(1, 2)), OK(pawn(1, 4));
    OK(accuse(1, SEAT(2)));
    OK(up(4));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 5, .away = 1));
    for (int view = 0; view <= 5; view++) {
        const struct roles *r = &VIEW(view)->roles;
        assert_int_equal(r->watching, 2);
        assert_int_equal(VIEW(view)->pawn, 4);
        assert_int_equal(r->ballot.accusers, SEAT(1));
        assert_int_equal(r->ballot.accused, SEAT(2));
        assert_int_equal(r->ballot.yes, SEAT(4));
        assert_int_equal(r->ballot.ends_ms, ROLES.ballot.ends_ms);
        assert_int_equal(VIEW(view)->presence.away, SEAT(5));
        assert_int_equal(r->card[2], view == 2 ? card_offended : 0);
        assert_int_equal(r->side[2], view == 2 ? side_hero : 0);
    }
    OK(down(TRAITOR));
    OK(accuse(4, SEAT(2))); /* the second time: told to the owner alone, at once */
    assert_int_equal(happened(EV_card_told)->to, SEAT(2));
    for (int view = 0; view <= 5; view++)
        assert_int_equal(VIEW(view)->roles.side[2], view == 2 ? side_traitor : 0);
}

/* Whether a seat is offered to go home is told to that seat only; the numbers of others are not touched. */
static void nothing_shows_elsewhere(void **state)
{
    (void)state;
    start(5, 4, WITHOUT);
    give(2, card_panicker), give(4, card_sloth);
    OK(move(4, ELF, 1, 13));
    seq_t before[VIEWS];
    memcpy(before, bench.watch.table.story, sizeof before);
    pass_ms(80001); /* less than 20 s are left, and 3 s have passed */
    assert_int_equal(ROLES.side[2], side_traitor);
    for (int view = 0; view <= 5; view++)
        assert_int_equal(bench.watch.table.story[view] - before[view], view == 2 || view == 4);
}

/* P5.4: seats with a card are not simply taken over; those whose card lies open are. */
static void secrets(void **state)
{
    (void)state;
    out(5, 2, WITHOUT);
    assert_int_equal(maze.secrets(TRUTH), presence_all(&TRUTH->presence) & ~SEAT(TRAITOR));
    OK(ASKED(SEAT_SERVER, remove_player, .seat = 2));
    NO(seat_shut, ASKED(SEAT_SERVER, seat_player, .seat = 2, .name = {0}));
    OK(ASKED(SEAT_SERVER, remove_player, .seat = TRAITOR));
    OK(ASKED(SEAT_SERVER, seat_player, .seat = TRAITOR, .name = {0}));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .bot = 1));
    NO(needs_consent, ASKED(SEAT_SERVER, seat_player, .seat = 4, .name = {0}));
    assert_int_equal(ROLES.card[4], card_hero); /* whoever plays it has its card */
    pass_ms(200000);
    assert_int_equal(maze.secrets(TRUTH), 0);
}

/* Of a damaged record: somebody is convicted who has no seat, and tiles lie in front of nobody.  It may come
 * to anything, but it comes to an end. */
static void nonsense(void **state)
{
    (void)state;
    start(3, 2, WITHOUT);
    struct card_shown shown = {.seat = 9, .card = card_traitor, .side = side_traitor};
    watch_happen(&bench.watch, bench.now_ms, EV_card_shown, &shown, sizeof shown);
    OK(accuse(1, SEAT(2)));
    HAPPEN(&bench.watch, bench.now_ms, ballot_opened, .accusers = SEAT(1), .accused = SEAT(9));
    HAPPEN(&bench.watch, bench.now_ms, ballot_closed, .decision = decision_passed);
    OK(pawn(1, 2));
    start(3, 2, WITHOUT);
    struct actions_dealt dealt = {
        .count = 2, .actions = {ALL_ACTIONS, N}, .holder = {1, 0}, .empty_handed = 1};
    watch_happen(&bench.watch, bench.now_ms, EV_actions_dealt, &dealt, sizeof dealt);
    HAPPEN(&bench.watch, bench.now_ms, seats_eliminated, .seats = SEAT(2) | SEAT(3), .fall = fall_convicted);
    uint8_t glass = find(1, space_hourglass);
    put(ELF, 1, beside(1, glass));
    OK(move(1, ELF, 1, glass));
}

/* P1.9: cards are shown as after any end. */
static void abandoned(void **state)
{
    (void)state;
    start(3, 3, WITHOUT);
    OK(accuse(1, SEAT(2)));
    for (seat_t by = 1; by <= 3; by++)
        OK(ASKED(by, ask_end, 0));
    assert_int_equal(TRUTH->ending, ending_abandoned);
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.card[TRAITOR], card_traitor);
    assert_int_equal(result_of(1).how, HOW_ABANDONED);
    assert_int_equal(result_of(TRAITOR).how, HOW_ABANDONED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H3.1 an eliminated player gives tiles to the left, and plays and votes no more",
             gives_tiles_and_plays_no_more),
        RULE("H3.2 tiles are spread as evenly as possible", as_evenly_as_possible),
        RULE("H3.3 at a flip all pass to the next still in the game", everybody_passes_all),
        RULE("H3.4 several together: all out first, then player by player", several_together),
        RULE("H3.5 scenario 9: never to the player without a tile; the pawn is handed on",
             the_one_without_a_tile),
        RULE("H3.6 an eliminated player can do nothing any more", nothing_any_more),
        RULE("H3.7 being eliminated shows nothing new", nothing_new_is_shown),
        RULE("H4.5 from level 2 on the convicted are ghosts", ghosts),
        RULE("H4.6 ghosts talk exactly when the others may not", ghosts_talk_when_others_may_not),
        RULE("H4.9 ghosts have words only", ghosts_have_words_only),
        RULE("H9.1, H9.2 what all know, and what the owner alone does", who_knows_what),
        RULE("H9.3 what a card does to one seat shows nowhere else", nothing_shows_elsewhere),
        RULE("P5.4 a card is a secret until it is shown", secrets),
        RULE("P6.5 nonsense about who is out comes to an end", nonsense),
        RULE("P1.9 a game that is abandoned shows its cards", abandoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
