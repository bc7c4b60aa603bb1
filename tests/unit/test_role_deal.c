/* tests/unit/test_role_deal.c -- Hidden Roles, rule by rule: with what it is played, and who gets which card
 * (H0, H1.1, H1.4, H4.1, H4.8, H5.1, H6.1, K12, K13). */
#include "tests/help/role_bench.h"

static const uint8_t levels[] = {9, 12, 14, 15, 17, 19, 24};

/* A scenario of the game on the house's tiles. */
static refusal_t set_up(uint8_t number, uint8_t level, uint8_t roles, bool token)
{
    return ASKED(SEAT_SERVER, set_up, .number = number, .level = level, .roles = roles, .token = token);
}

static refusal_t set_up_with(int players, uint8_t number, uint8_t level, uint8_t roles)
{
    bench_table(players, (uint64_t)(players * 1000 + number * 50 + level * 7 + roles));
    return set_up(number, level, roles, false);
}

static void numbers_of_players(void **state)
{
    (void)state;
    NO(seats_scenario, set_up_with(9, 3, 0, 1));
    NO(seats_scenario, set_up_with(9, 3, 0, 0));
    OK(set_up_with(9, 9, 0, 1));
    OK(set_up_with(8, 3, 0, 5));
    OK(set_up_with(3, 3, 0, 5));
    NO(roles_seats, set_up_with(2, 3, 0, 1));
    NO(roles_seats, set_up_with(1, 3, 0, 1));
    OK(set_up_with(2, 3, 0, 0)); /* without roles they may */
}

static void scenarios(void **state)
{
    (void)state;
    NO(roles_scenario, set_up_with(4, 1, 0, 1));
    NO(roles_scenario, set_up_with(4, 2, 0, 1));
    for (uint8_t number = 3; number <= SCENARIOS; number++)
        OK(set_up_with(4, number, 0, 3));
    bench_seats(4);
    bench_offer(TILES_TO(12), 1);
    NO(roles_scenario, ask_roles(1, RULE_TALK_ALWAYS, 0));
    struct set_up own = {.tiles = TILES_TO(12), .sand_s = 180, .side = 1, .roles = 1, .title = "own"};
    ask(&bench_input, SEAT_SERVER, CMD_set_up, &own, sizeof own);
    NO(roles_scenario, bench_ask(&bench_input)); /* tiles do not pass */
    OK(ask_roles(1, WITHOUT, 0));
}

static void levels_of_roles(void **state)
{
    (void)state;
    NO(bad_roles, set_up_with(4, 3, 0, 6));
    NO(bad_roles, set_up_with(4, 3, 0, 255));
    for (uint8_t roles = 0; roles <= 5; roles++) {
        OK(set_up_with(4, 3, 0, roles));
        assert_int_equal(ROLES.level, roles);
        assert_int_equal(VIEW(SEAT_GALLERY)->roles.level, roles);
        assert_int_equal(happened(EV_role_dealt) != NULL, roles != 0);
    }
}

/* Without roles nothing of them is judged, told or held. */
static void without_roles(void **state)
{
    static const struct roles none;
    (void)state;
    bench_start(4, RULE_PASS_LEFT, 0);
    NO(no_roles, accuse(1, SEAT(2)));
    NO(no_roles, watch_you(1, 2));
    NO(no_roles, go_home(1));
    NO(no_roles, up(2));
    OK(move(1, ELF, 1, 8));
    assert_memory_equal(&TRUTH->roles, &none, sizeof none);
    assert_int_equal(maze.secrets(TRUTH), 0);
}

/* Which cards lie before the players, by kind. */
static int dealt_on(uint8_t side)
{
    int count = 0;
    for (seat_t seat = 1; seat <= TRUTH->presence.seats; seat++)
        count += ROLES.side[seat] == side;
    return count;
}

static void one_traitor(void **state)
{
    unsigned who = 0;
    (void)state;
    for (int players = 3; players <= 9; players++)
        for (int n = 0; n < 20; n++) {
            bench_table(players, (uint64_t)(players * 100 + n));
            OK(set_up(players == 9 ? 9 : 3, 0, 1, false));
            assert_int_equal(dealt_on(side_traitor), 1);
            assert_int_equal(dealt_on(side_hero), players - 1);
            for (seat_t seat = 1; seat <= players; seat++) {
                assert_true(ROLES.card[seat] == card_hero || ROLES.card[seat] == card_traitor);
                who |= ROLES.card[seat] == card_traitor ? 1u << seat : 0;
                for (int view = 0; view <= players; view++) /* the own card, and no other */
                    assert_int_equal(VIEW(view)->roles.card[seat], view == seat ? ROLES.card[seat] : 0);
            }
        }
    assert_int_equal(who, 0x3fe); /* everybody was, once */
}

static void several_perhaps(void **state)
{
    unsigned traitors = 0;
    (void)state;
    for (int n = 0; n < 400; n++) {
        bench_table(8, (uint64_t)n);
        OK(set_up(3, 0, 2, false));
        assert_true(dealt_on(side_traitor) <= 3);
        traitors |= 1u << dealt_on(side_traitor);
        assert_int_equal(dealt_on(side_hero) + dealt_on(side_traitor), 8);
    }
    assert_int_equal(traitors, 15); /* 0 to 3 */
}

static bool in_deck(uint8_t card, int level)
{
    return deck_house.role[card].letters >> (level - 1) & 1;
}

/* Of every kind as many as the table in role-cards.md says. */
static void decks(void **state)
{
    static const int told[6][6] = {
        /* heroes, missions, rules, variable, traitors, their missions */
        {0}, {0}, {8, 0, 0, 0, 3, 0}, {0, 7, 5, 0, 3, 0}, {0, 9, 5, 6, 3, 0}, {0, 16, 10, 8, 0, 8}};
    int all = 0;
    (void)state;
    for (uint8_t card = 1; card < card_end; card++)
        all += deck_house.role[card].copies;
    assert_int_equal(all, 53);
    for (int level = 2; level <= 5; level++) {
        int count[6] = {0};
        for (uint8_t card = 1; card < card_end; card++) {
            const struct role *role = &deck_house.role[card];
            int kind = role->rule                ? 2
                       : role->turns.count       ? 3
                       : role->done.count        ? (role->side == side_hero ? 1 : 5)
                       : role->side == side_hero ? 0
                                                 : 4;
            if (in_deck(card, level))
                count[kind] += role->copies;
        }
        assert_memory_equal(count, told[level], sizeof count);
    }
}

/* The needs of every card, said a second time. */
static bool fits(uint8_t card, int players, uint8_t number, int pile)
{
    bool pawn = number != 9 && number != 15, words = number != 12 && number != 14 && number != 15;
    switch (card) {
    case card_slowcoach:
    case card_busybody:
    case card_frozen:
    case card_snob:
    case card_fair_weather:
    case card_ringleader:
        return pawn;
    case card_lightning_rod:
    case card_suspect:
    case card_jinx:
    case card_contrarian:
    case card_double_agent:
        return players >= 4;
    case card_sightseer:
        return pile >= 11;
    case card_doorman:
    case card_mastermind:
        return number != 9;
    case card_cartographer:
        return pile <= 14 && number != 11 && number != 13;
    case card_homebody:
        return pile >= 11 && number != 11;
    case card_vortex_rider:
        return number != 13 && number != 16;
    case card_silent_monk:
        return words;
    case card_claustrophobe:
        return number != 17;
    case card_impatient:
        return number != 14 && number != 15 && number != 9;
    default:
        return true;
    }
}

/* Every scenario, pile, level and number of players: nobody gets a card that does not fit, nor one of another
 * deck, nor more of a card than there are; and over some deals, all that fit. */
static void every_deal(void **state)
{
    int deals = 0;
    bool seen[card_end] = {false};
    (void)state;
    for (uint8_t number = 3; number <= SCENARIOS; number++)
        for (size_t l = 0; l < sizeof levels; l++)
            for (uint8_t roles = 1; roles <= 5; roles++)
                for (int players = 3; players <= 9; players++) {
                    refusal_t refusal = set_up_with(players, number, levels[l], roles);
                    bool playable = (players < 9 || number == 9) &&
                                    (levels[l] > 9 || (number != 10 && number != 13 && number != 17));
                    assert_int_equal(refusal == REFUSAL_OK, playable);
                    if (refusal)
                        continue;
                    deals++;
                    int copies[card_end] = {0}, pile = TRUTH->pile_count;
                    for (seat_t seat = 1; seat <= players; seat++) {
                        uint8_t card = ROLES.card[seat];
                        assert_true(in_deck(card, roles));
                        assert_true(fits(card, players, number, pile));
                        assert_true(++copies[card] <= deck_house.role[card].copies);
                        assert_int_equal(ROLES.side[seat], deck_house.role[card].side);
                        seen[card] = true;
                    }
                }
    assert_true(deals > 3000);
    for (uint8_t card = 1; card < card_end; card++)
        assert_true(seen[card]);
}

/* A card whose needs fail is not there; where they are met, it is, sooner or later. */
static void never_and_sometimes(void **state)
{
    static const struct {
        uint8_t card, number, level, players;
    } table[] = {
        {card_slowcoach, 9, 12, 5},     {card_busybody, 15, 12, 5},     {card_frozen, 15, 12, 5},
        {card_snob, 9, 12, 5},          {card_fair_weather, 15, 12, 5}, {card_ringleader, 9, 12, 5},
        {card_lightning_rod, 8, 12, 3}, {card_suspect, 8, 12, 3},       {card_jinx, 8, 12, 3},
        {card_contrarian, 8, 12, 3},    {card_double_agent, 8, 12, 3},  {card_sightseer, 8, 9, 5},
        {card_doorman, 9, 12, 5},       {card_mastermind, 9, 12, 5},    {card_cartographer, 8, 17, 5},
        {card_cartographer, 11, 12, 5}, {card_cartographer, 13, 12, 5}, {card_homebody, 8, 9, 5},
        {card_homebody, 11, 12, 5},     {card_vortex_rider, 13, 12, 5}, {card_vortex_rider, 16, 12, 5},
        {card_silent_monk, 12, 12, 5},  {card_silent_monk, 14, 12, 5},  {card_claustrophobe, 17, 12, 5},
        {card_impatient, 14, 12, 5},    {card_impatient, 9, 12, 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int here = 0, elsewhere = 0;
        for (int n = 0; n < 60; n++) {
            bench_table(table[i].players, (uint64_t)n * 31 + i);
            OK(set_up(table[i].number, table[i].level, 5, false));
            for (seat_t seat = 1; seat <= table[i].players; seat++)
                here += ROLES.card[seat] == table[i].card;
            bench_table(8, (uint64_t)n * 31 + i);
            OK(set_up(8, 14, 5, false)); /* where everything fits: 4 and more players, a pile of 13 */
            for (seat_t seat = 1; seat <= 8; seat++)
                elsewhere += ROLES.card[seat] == table[i].card;
        }
        assert_int_equal(here, 0);
        assert_true(elsewhere > 0);
    }
}

/* K12: in two dimensions tile 3 is not in the pile. */
static void the_pile_counts_as_it_was(void **state)
{
    (void)state;
    bench_table(4, 1);
    OK(set_up(13, 12, 5, false));
    assert_int_equal(TRUTH->pile_count, 10);
    assert_false(role_fits(TRUTH, &deck_house.role[card_sightseer])); /* 11 or more */
    bench_table(4, 1);
    OK(set_up(8, 12, 5, false));
    assert_true(role_fits(TRUTH, &deck_house.role[card_sightseer]));
    assert_true(role_fits(TRUTH, &deck_house.role[card_cartographer]));
    bench_table(4, 1);
    OK(set_up(8, 15, 5, false));
    assert_int_equal(TRUTH->pile_count, 14);
    assert_true(role_fits(TRUTH, &deck_house.role[card_cartographer])); /* 14 or fewer */
    bench_table(4, 1);
    OK(set_up(8, 17, 5, false));
    assert_false(role_fits(TRUTH, &deck_house.role[card_cartographer]));
    bench_table(4, 1);
    OK(set_up(8, 12, 5, false));
    HAPPEN(&bench.watch, bench.now_ms, tile_laid, .tile = TRUTH->pile[10], .by = 1, .south = -1);
    assert_int_equal(TRUTH->pile_count, 10);
    assert_true(role_fits(TRUTH, &deck_house.role[card_sightseer]));
}

static void looking(void **state)
{
    (void)state;
    roles_dealt(4, 1, WITHOUT, 0);
    NO(cards_first, turn_hourglass(1));
    OK(look(1)), OK(look(2)), OK(look(3));
    assert_int_equal(VIEW(SEAT_GALLERY)->roles.looked, SEAT(1) | SEAT(2) | SEAT(3));
    NO(looked_already, look(2));
    NO(cards_first, turn_hourglass(2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1)); /* a person, though away */
    NO(cards_first, turn_hourglass(2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .bot = 1)); /* a bot need not look */
    OK(turn_hourglass(2));
    NO(turned_already, look(4));
}

static void looking_takes_a_minute_at_most(void **state)
{
    (void)state;
    roles_dealt(4, 3, WITHOUT, 0);
    pass_ms(59999);
    NO(cards_first, turn_hourglass(1));
    pass_ms(1);
    assert_true(VIEW(2)->roles.free);
    assert_int_equal(maze.deadline(TRUTH), INT64_MAX);
    OK(turn_hourglass(1));
}

/* P4.3: after a crash this clock stands, too, until somebody resumes. */
static void a_restart_stops_the_looking(void **state)
{
    (void)state;
    roles_dealt(4, 3, WITHOUT, 0);
    pass_ms(50000);
    OK(ASKED(SEAT_SERVER, pause_clock, 0));
    assert_int_equal(maze.deadline(TRUTH), INT64_MAX);
    NO(clock_stopped, look(1));
    pass_ms(60000);
    OK(ASKED(1, resume, 0));
    pass_ms(3000);
    pass_ms(9999);
    NO(cards_first, turn_hourglass(1));
    pass_ms(1);
    NO(not_now, ASKED(SEAT_SERVER, pause_clock, 0)); /* no clock is left to stop */
    OK(turn_hourglass(1));
}

static void tuning(void **state)
{
    (void)state;
    NO(bad_tuning, (bench_table(4, 1), set_up(3, 0, 1, true)));
    NO(bad_tuning, set_up(3, 0, 0, true));
    OK(set_up(3, 0, 2, true));
    uint8_t glass = find(1, space_hourglass);
    assert_true(mall_used(TRUTH, PLACE(1, glass)));
    assert_true(mall_used(VIEW(SEAT_GALLERY), PLACE(1, glass)));
    assert_int_equal(TRUTH->spaces_used, 0); /* it does not count as a used space */

    OK(set_up_with(4, 3, 9, 2)); /* fewer tiles: one exit */
    assert_int_equal(TRUTH->pile_count, 8);
    assert_true(rule(TRUTH, RULE_ONE_EXIT));
    OK(set_up_with(4, 3, 17, 4)); /* more: what their spaces need */
    assert_int_equal(TRUTH->pile_count, 16);
    assert_true(rule(TRUTH, RULE_DWARF) && rule(TRUTH, RULE_BALL) && rule(TRUTH, RULE_CAMERAS));
    for (size_t i = 0; i < sizeof levels; i++) { /* each with the first row that has such tiles */
        OK(set_up_with(4, 3, levels[i], 2));
        assert_int_equal(rule(TRUTH, RULE_ONE_EXIT), levels[i] < 12);
        assert_int_equal(rule(TRUTH, RULE_DWARF), levels[i] >= 14);
        assert_int_equal(rule(TRUTH, RULE_BALL), levels[i] >= 15);
        assert_int_equal(rule(TRUTH, RULE_CAMERAS), levels[i] >= 17);
        assert_false(rule(TRUTH, RULE_ELF)); /* no space needs it */
    }
    OK(set_up_with(4, 5, 12, 4)); /* tile 15 cannot lie on top */
    assert_int_equal(TRUTH->scenario.top, 0);
    OK(set_up_with(4, 3, 17, 1)); /* not at level 1, as ever */
    assert_int_equal(TRUTH->pile_count, 11);
    NO(no_scenario, set_up_with(4, 3, 13, 2));
}

/* P5.2: the cards follow from the dice, and from nothing else. */
static void dice_decide(void **state)
{
    uint8_t first[VIEWS];
    (void)state;
    bench_table(6, 5);
    OK(set_up(3, 0, 5, false));
    memcpy(first, ROLES.card, sizeof first);
    bench_table(6, 5);
    OK(set_up(3, 0, 5, false));
    assert_memory_equal(first, ROLES.card, sizeof first);
    bench_table(6, 6);
    OK(set_up(3, 0, 5, false));
    assert_memory_not_equal(first, ROLES.card, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("H0.1 three to eight play with roles, nine where scenario 9 has nine", numbers_of_players),
        RULE("H0.2 any scenario from 3 on; an own one if tiles pass and talk closes", scenarios),
        RULE("H0.4 there are five levels", levels_of_roles),
        RULE("H0.4 without roles the maze is as it was", without_roles),
        RULE("H1.1 at level 1 exactly one is the traitor, and each knows only the own card", one_traitor),
        RULE("H4.1 at level 2 there are none to three traitors", several_perhaps),
        RULE("H0.3, H6.1 the decks have as many cards of each kind as told", decks),
        RULE("H5.1, H6.1, K13 every scenario, pile, level and number of players can be dealt", every_deal),
        RULE("H5.1, K13 a card whose needs fail is never dealt", never_and_sometimes),
        RULE("K12 the pile is that at the beginning of the game", the_pile_counts_as_it_was),
        RULE("H1.4 the hourglass waits until every person has looked", looking),
        RULE("H1.4 or for 60 s", looking_takes_a_minute_at_most),
        RULE("H1.4, P4.3 a restart stops that clock", a_restart_stops_the_looking),
        RULE("H4.8 more or fewer tiles, and a token from the beginning", tuning),
        RULE("P5.2 cards follow from the dice", dice_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
