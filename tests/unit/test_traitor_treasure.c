/* tests/unit/test_traitor_treasure.c -- Are You the Traitor?, rule by rule: treasure (T4) and winning the
 * game (T5). */
#include "tests/help/traitor_bench.h"

static int cards(seat_t seat, char letter)
{
    return TRUTH->hand[seat].of[letter_treasure(letter) - 1];
}

/* A table of five where good has just won a round with these treasures on top of the pile. */
static void after_round(const char *top)
{
    bench_deal("kgtwe", top);
    OK(point(2, 3)); /* drawn by 4, 1, 2: from the left of who pointed */
}

/* ---- T4 treasure ---- */

static void the_42_cards(void **state)
{
    (void)state;
    static const int copies[] = {2, 5, 12, 11, 5, 5, 2}, worth[] = {5, 4, 3, 2, 1, 1, 0};
    bench_start(4, 1);
    int found[KINDS_OF_TREASURE] = {0}, changed = 0;
    assert_int_equal(TRUTH->pile_count, 42);
    for (int i = 0; i < 42; i++)
        found[TRUTH->pile[i] - 1]++;
    for (int i = 0; i < KINDS_OF_TREASURE; i++) {
        struct hand one = {.count = 1};
        one.of[i] = 1;
        assert_int_equal(found[i], copies[i]);
        assert_int_equal(treasure_score(&one), worth[i]);
    }
    uint8_t before[42];
    memcpy(before, TRUTH->pile, sizeof before);
    bench_start(4, 2);
    for (int i = 0; i < 42; i++)
        changed += before[i] != TRUTH->pile[i];
    assert_true(changed > 10); /* shuffled */
}

static void hands_are_secret(void **state)
{
    (void)state;
    after_round("GGG");
    all_ready();
    deal("kgtwe");
    OK(point(4, 3));
    for (int who = 0; who <= 5; who++)
        for (seat_t seat = 1; seat <= 5; seat++) {
            const struct hand *seen = &VIEW(who)->hand[seat], *real = &TRUTH->hand[seat];
            static const uint8_t unknown[KINDS_OF_TREASURE] = {0};
            assert_int_equal(seen->count, real->count);
            assert_memory_equal(seen->of, who == seat ? real->of : unknown, sizeof unknown);
        }
    assert_int_equal(TRUTH->hand[1].count, 2);
    static const uint8_t no_order[TREASURES] = {0};
    for (int who = 0; who <= 5; who++) {
        assert_memory_equal(VIEW(who)->pile, no_order, sizeof no_order);
        assert_int_equal(VIEW(who)->pile_count, 36);
    }
}

static void rings_steal(void **state)
{
    (void)state;
    after_round("RPS"); /* 4: ring, 1: pyramid, 2: silver */
    OK(use_ring(4, 1));
    assert_int_equal(TRUTH->hand[1].count, 0);
    assert_int_equal(TRUTH->hand[4].count, 1);
    assert_int_equal(cards(4, 'P'), 1);
    assert_int_equal(cards(4, 'R'), 0); /* discarded */
    assert_int_equal(TRUTH->rings_used, 1);
    NO(no_ring, use_ring(4, 2)); /* each works once */
    NO(no_ring, use_ring(2, 4));
    all_ready();
    assert_int_equal(TRUTH->phase, phase_round);
    NO(no_pause, use_ring(4, 2)); /* only between rounds */
    bench_deal("kgtwe", "");
    NO(no_pause, use_ring(1, 2));
}

static void rings_only_after_the_round(void **state)
{
    (void)state;
    bench_deal("kgtwe", "RS");
    give(1, 1);
    give(2, 1);
    NO(no_pause, use_ring(1, 2));
    OK(point(5, 1));
    OK(use_ring(1, 2));
}

static void rings_are_fair(void **state)
{
    (void)state;
    int gold = 0, silver = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bench_deal("kgtwe", "RGGSPPP");
        give(1, 1);
        give(2, 3);      /* gold, gold, silver */
        OK(point(1, 5)); /* evil wins: 3 and 5 draw */
        bench.seed = seed;
        OK(use_ring(1, 2));
        gold += BODY(happened(EV_card_stolen), card_stolen)->treasure == treasure_bag_of_gold;
        silver += BODY(happened(EV_card_stolen), card_stolen)->treasure == treasure_silver_goblet;
    }
    assert_int_equal(gold + silver, 600);
    assert_in_range(silver, 150, 250); /* 200 expected, standard deviation 12 */
}

static void statues_protect(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        bench_deal("kgtwe", "RPTPCC");
        give(1, 1);
        give(2, 3);
        bench.seed = seed;
        OK(point(1, 5)); /* evil draws */
        OK(use_ring(1, 2));
        assert_int_equal(BODY(happened(EV_card_stolen), card_stolen)->treasure, treasure_gilded_statue);
        assert_int_equal(cards(1, 'T'), 1);
        assert_int_equal(cards(2, 'P'), 2);
    }
}

static void rings_count_one(void **state)
{
    (void)state;
    after_round("RPS");
    assert_int_equal(points(4), 1);
    OK(use_ring(4, 2));
    assert_int_equal(points(4), 2); /* the silver, no ring */
    bench_deal("kgtwe", "JPR");
    give(1, 3);
    assert_int_equal(points(1), 10); /* with the ring's one */
}

static void statues_are_talk(void **state)
{
    (void)state;
    after_round("RPT");
    OK(ASKED(1, say_phrase, .phrase = phrase_have_statue)); /* it has none */
    OK(ASKED(2, say_phrase, .phrase = phrase_no_statue));   /* it has one */
    OK(say(1, "I have two statues!"));
    assert_int_equal(cards(1, 'T'), 0);
    OK(use_ring(4, 1)); /* and it is no protection */
    assert_int_equal(cards(4, 'P'), 1);
}

static void who_can_be_robbed(void **state)
{
    (void)state;
    after_round("RPS");
    NO(ring_yourself, use_ring(4, 4));
    NO(empty_hand, use_ring(4, 3));
    NO(no_such, use_ring(4, 6));
    NO(no_such, use_ring(4, 0));
    OK(use_ring(4, 1));
    assert_int_equal(happened(EV_card_stolen)->to, SEAT(4) | SEAT(1)); /* both see which card */
    assert_int_equal(VIEW(4)->hand[4].of[treasure_platinum_pyramid - 1], 1);
    assert_int_equal(VIEW(1)->hand[1].count, 0);
    for (int who = 0; who <= 5; who++) {
        assert_int_equal(VIEW(who)->hand[1].count, 0); /* all see that one moved */
        assert_int_equal(VIEW(who)->hand[4].count, 1);
        if (who != 4)
            assert_int_equal(VIEW(who)->hand[4].of[treasure_platinum_pyramid - 1], 0);
    }
}

static void robbed_sees_the_card(void **state)
{
    (void)state;
    struct seen seen;
    after_round("RPS");
    OK(use_ring(4, 1));
    const struct event *e = happened(EV_card_stolen);
    for (seat_t who = 0; who <= 5; who++) {
        assert_true(see_as(&traitor_schema, e, who, &seen));
        assert_int_equal(BODY(&seen.event, card_stolen)->by, 4);
        assert_int_equal(BODY(&seen.event, card_stolen)->seat, 1);
        assert_int_equal(BODY(&seen.event, card_stolen)->treasure,
                         who == 1 || who == 4 ? treasure_platinum_pyramid : 0);
    }
}

static void pause_ends(void **state)
{
    (void)state;
    static const uint16_t bad[] = {1, 14, 301, 65535}, good[] = {0, 15, 300};
    for (int i = 0; i < 4; i++) {
        bench_table(4, 1);
        NO(bad_pause, ASKED(SEAT_SERVER, set_up, .pause_s = bad[i]));
    }
    for (int i = 0; i < 3; i++) {
        bench_table(4, 1);
        OK(ASKED(SEAT_SERVER, set_up, .pause_s = good[i]));
        bench.now_ms = 7000;
        OK(point(1, 2));
        int64_t ends_ms = 7000 + (good[i] ? good[i] : 60) * 1000;
        assert_true(traitor.deadline(TRUTH) == ends_ms);
        OK(tick_at(ends_ms - 1));
        assert_int_equal(TRUTH->round, 1);
        bench.now_ms = ends_ms;
        NO(too_late, ASKED(1, ready, 0));
        OK(tick_at(ends_ms));
        assert_int_equal(TRUTH->round, 2);
        assert_int_equal(TRUTH->phase, phase_round);
        assert_true(traitor.deadline(TRUTH) == INT64_MAX);
    }
}

static void all_say_ready(void **state)
{
    (void)state;
    bench_start(5, 1);
    NO(no_pause, ASKED(1, ready, 0));
    OK(point(1, 2));
    for (seat_t seat = 5; seat >= 2; seat--) {
        OK(ASKED(seat, ready, 0));
        NO(ready_already, ASKED(seat, ready, 0));
        assert_int_equal(TRUTH->round, 1);
        assert_true(VIEW(1)->ready & SEAT(seat));
    }
    OK(ASKED(1, ready, 0));
    assert_int_equal(TRUTH->round, 2);
    assert_int_equal(TRUTH->ready, 0);
    OK(point(1, 2));
    assert_int_equal(TRUTH->ready, 0); /* from scratch for every pause */
}

static void who_is_away_is_waited_for(void **state)
{
    (void)state;
    bench_start(4, 1);
    OK(point(1, 2));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1));
    for (seat_t seat = 1; seat <= 3; seat++)
        OK(ASKED(seat, ready, 0));
    assert_int_equal(TRUTH->round, 1);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1, .bot = 1));
    assert_int_equal(TRUTH->round, 1);
    OK(ASKED(4, ready, 0)); /* the bot that plays the seat says it */
    assert_int_equal(TRUTH->round, 2);
}

/* Gives all but `left` cards of the pile to one seat. */
static void spend_pile(int left, seat_t to)
{
    while (TRUTH->pile_count > left)
        HAPPEN_TO(SEAT(to), treasure_drawn, .seat = to, .treasure = TRUTH->pile[TRUTH->pile_count - 1]);
}

static void empty_pile(void **state)
{
    (void)state;
    bench_table(6, 1);
    OK(ASKED(SEAT_SERVER, set_up,
             .by_hand = 1)); /* so that the one who holds nearly all does not win at once */
    pile("");
    deal("kggtwe");
    spend_pile(2, 4);
    OK(point(
        3,
        4)); /* good wins; from the left of 3: 4 is evil, 5 draws, 6 is evil, 1 draws, 2 and 3 go without */
    assert_int_equal(count_happened(EV_treasure_drawn), 2);
    assert_int_equal(BODY(happened_nth(EV_treasure_drawn, 0), treasure_drawn)->seat, 5);
    assert_int_equal(BODY(happened_nth(EV_treasure_drawn, 1), treasure_drawn)->seat, 1);
    assert_int_equal(TRUTH->hand[2].count + TRUTH->hand[3].count, 0);
    assert_int_equal(TRUTH->pile_count, 0);
    assert_int_equal(TRUTH->phase, phase_pause);
    all_ready();
    deal("kggtwe");
    OK(point(3, 4)); /* nobody draws */
    assert_null(happened(EV_treasure_drawn));
    assert_int_equal(TRUTH->phase, phase_pause);
}

static void rings_do_not_come_back(void **state)
{
    (void)state;
    bench_table(6, 1);
    OK(ASKED(SEAT_SERVER, set_up, .by_hand = 1));
    pile("RRRRR");
    give(1, 5);
    give(2, 30);
    deal("kggtwe");
    OK(point(4, 1)); /* good wins: 1 2 3 5 draw; 3 are left */
    for (int i = 0; i < 5; i++)
        OK(use_ring(1, 2));
    assert_int_equal(TRUTH->rings_used, 5);
    assert_int_equal(TRUTH->pile_count, 3);
    all_ready();
    deal("kggtwe");
    assert_int_equal(TRUTH->phase, phase_round);
    OK(point(
        4, 1)); /* 5, 1, 2 draw the last; nothing is left to draw and no ring: no hand can change any more */
    assert_int_equal(count_happened(EV_treasure_drawn), 3);
    assert_int_equal(TRUTH->pile_count, 0);
    assert_int_equal(TRUTH->phase, phase_over);
    assert_int_equal(TRUTH->winners, SEAT(2));
}

/* ---- T5 winning the game ---- */

static void ten_points_end_it(void **state)
{
    (void)state;
    bench_deal("kgtwe", "GGGSSSJTC");
    give(1, 3); /* 9 points */
    give(4, 3); /* 6 points */
    assert_int_equal(TRUTH->phase, phase_round);
    OK(point(2, 3)); /* 4 draws the jewels: 11 */
    assert_int_equal(TRUTH->phase, phase_over);
    assert_int_equal(points(1), 9);
    assert_int_equal(points(4), 11);
    assert_int_equal(TRUTH->winners, SEAT(4));
    assert_int_equal(BODY(happened(EV_game_ended), game_ended)->points, 11);
    NO(over, point(1, 2));
    NO(over, ASKED(1, ready, 0));
    NO(over, use_ring(1, 2));
    OK(say(1, "Again?")); /* P3.3 */
    assert_true(traitor.deadline(TRUTH) == INT64_MAX);
}

static void nine_points_go_on(void **state)
{
    (void)state;
    bench_deal("kgtwe", "PPCCC");
    give(1, 2); /* 8 */
    OK(point(2, 3));
    assert_int_equal(points(1), 9);
    assert_int_equal(TRUTH->phase, phase_pause);
    assert_null(happened(EV_points_announced));
}

static void server_announces(void **state)
{
    (void)state;
    bench_deal("kgtwe", "RGGGSCS");
    give(5, 1);      /* a ring */
    give(1, 3);      /* 9 points */
    OK(point(2, 3)); /* 4 silver, 1 copper: 10 */
    assert_int_equal(BODY(happened(EV_points_announced), points_announced)->seat, 1);
    assert_int_equal(BODY(happened(EV_points_announced), points_announced)->points, 10);
    assert_int_equal(TRUTH->winners, SEAT(1));
    NO(over, use_ring(5, 1)); /* too late */
}

static void ring_brings_ten(void **state)
{
    (void)state;
    bench_deal("kgtwe", "RRGGPCC");
    give(1, 1);
    give(2, 1);
    give(1, 2);
    give(4, 1); /* the pyramid is all that seat 4 has */
    OK(point(1, 5));
    OK(use_ring(1, 4));
    assert_int_equal(points(1), 10);
    assert_int_equal(TRUTH->phase, phase_over); /* before seat 2 could use its ring */
    NO(over, use_ring(2, 1));
}

static void by_hand_start(const char *top)
{
    bench_table(5, 1);
    OK(ASKED(SEAT_SERVER, set_up, .by_hand = 1));
    pile(top);
}

static void announced_by_hand(void **state)
{
    (void)state;
    by_hand_start("RGGGGCCC");
    give(5, 1);
    give(1, 4); /* 12 points */
    deal("kgtwe");
    NO(no_pause, ASKED(1, announce, 0));
    OK(point(1, 5));                             /* evil draws copper */
    assert_int_equal(TRUTH->phase, phase_pause); /* nobody has announced */
    NO(too_few_points, ASKED(2, announce, 0));
    OK(use_ring(5, 1)); /* until then rings may take */
    NO(too_few_points, ASKED(1, announce, 0));
    by_hand_start("RGGGGCCC");
    give(5, 1);
    give(1, 4);
    deal("kgtwe");
    OK(point(1, 5));
    OK(ASKED(1, announce, 0));
    assert_int_equal(TRUTH->phase, phase_over);
    assert_int_equal(TRUTH->winners, SEAT(1));
    NO(over, use_ring(5, 1));
    bench_deal("kgtwe", "");
    OK(point(1, 5));
    NO(not_by_hand, ASKED(1, announce, 0));
}

static void most_points_win_not_the_announcer(void **state)
{
    (void)state;
    by_hand_start("GGGGGGGGCC");
    give(1, 4);
    give(2, 4);
    HAPPEN_TO(SEAT(2), treasure_drawn, .seat = 2, .treasure = TRUTH->pile[TRUTH->pile_count - 1]); /* 13 */
    deal("kgtwe");
    OK(point(1, 5));
    OK(ASKED(1, announce, 0)); /* 12 points */
    assert_int_equal(TRUTH->winners, SEAT(2));
    assert_int_equal(BODY(happened_nth(EV_points_announced, 0), points_announced)->seat, 1);
    assert_int_equal(BODY(happened_nth(EV_points_announced, 1), points_announced)->seat, 2);
}

static void ties_play_on(void **state)
{
    (void)state;
    bench_deal("kgtwe", "GGGGGGRCCCCSTJS");
    give(1, 3);
    give(4, 3);
    give(5, 1);      /* a ring */
    OK(point(2, 3)); /* copper for 4, 1 and 2: 10 each for 4 and 1 */
    assert_int_equal(TRUTH->phase, phase_pause);
    assert_int_equal(BODY(happened(EV_tie_found), tie_found)->seats, SEAT(1) | SEAT(4));
    assert_int_equal(VIEW(SEAT_GALLERY)->tied, SEAT(1) | SEAT(4));
    assert_int_equal(count_happened(EV_points_announced), 2);
    NO(rings_over, use_ring(5, 1)); /* T5.2: too late */
    NO(not_by_hand, ASKED(1, announce, 0));
    all_ready();
    deal("kgtwe");   /* one more round for all */
    OK(point(1, 5)); /* evil draws copper and silver: still the same two */
    assert_int_equal(TRUTH->phase, phase_pause);
    assert_non_null(happened(EV_tie_found));
    all_ready();
    deal("kgtwe");
    OK(point(2, 3)); /* 4 a statue, 1 the jewels */
    assert_int_equal(points(1), 15);
    assert_int_equal(TRUTH->phase, phase_over);
    assert_int_equal(TRUTH->winners, SEAT(1));
}

static void ties_by_hand(void **state)
{
    (void)state;
    by_hand_start("GGGGGGRCCCCC");
    give(1, 3);
    give(2, 3);
    give(5, 1); /* a ring */
    deal("kgtwe");
    OK(point(2, 3)); /* copper for 4, 1 and 2 */
    assert_int_equal(TRUTH->phase, phase_pause);
    OK(ASKED(1, announce, 0));
    assert_int_equal(BODY(happened(EV_tie_found), tie_found)->seats, SEAT(1) | SEAT(2));
    NO(not_now, ASKED(2, announce, 0));
    NO(rings_over, use_ring(5, 1)); /* T5.2: too late, by hand as well */
    all_ready();
    deal("gktwe");
    OK(point(4, 3)); /* from the left of 4: 1 and 2 draw alike, the server tells who leads */
    assert_int_equal(points(1), 11);
    assert_int_equal(points(2), 11);
    assert_non_null(happened(EV_tie_found));
    assert_int_equal(TRUTH->phase, phase_pause);
}

static void tie_that_cannot_be_broken(void **state)
{
    (void)state;
    by_hand_start("GGGGGGPPGGGGGGPPSSSSSSSSSSSJJPCCCRRRRRTTCC");
    give(1, 8); /* 26 points each */
    give(2, 8);
    give(3, 11);
    give(4, 3);
    give(5, 10);
    deal("kgtwe");
    OK(point(1, 5)); /* evil draws the last two */
    assert_int_equal(TRUTH->pile_count, 0);
    assert_int_equal(TRUTH->phase, phase_pause); /* five rings are left */
    OK(ASKED(1, announce, 0));                   /* and now too late for them */
    assert_int_equal(TRUTH->phase, phase_over);
    assert_int_equal(TRUTH->winners, SEAT(1) | SEAT(2));
}

static void all_is_shown_at_the_end(void **state)
{
    (void)state;
    bench_deal("kgtwe", "GGGSSSJTC");
    give(1, 3);
    give(4, 3);
    OK(point(2, 3));
    assert_int_equal(count_happened(EV_hand_shown), 5);
    for (seat_t seat = 1; seat <= 5; seat++) {
        const struct hand_shown *x = BODY(happened_nth(EV_hand_shown, seat - 1), hand_shown);
        assert_int_equal(x->seat, seat);
        assert_int_equal(x->points, points(seat));
        for (int who = 0; who <= 5; who++)
            assert_memory_equal(VIEW(who)->hand[seat].of, TRUTH->hand[seat].of, KINDS_OF_TREASURE);
    }
    assert_non_null(happened(EV_stopped)); /* roles, pointing and outcome are in everybody's story */
    assert_int_equal(count_happened(EV_card_revealed), 5);
    assert_non_null(happened(EV_round_won));
    assert_int_equal(traitor_schema.events[EV_stopped].secrets, 0);
    assert_int_equal(traitor_schema.events[EV_card_revealed].secrets, 0);
    assert_int_equal(traitor_schema.events[EV_round_won].secrets, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("T4.1 42 treasure cards, and what each is worth", the_42_cards),
        RULE("T4.2 others see how many cards one has, not which", hands_are_secret),
        RULE("T4.3 a ring steals one card, once, between rounds", rings_steal),
        RULE("T4.3 a ring is used after treasure is drawn, not in a round", rings_only_after_the_round),
        RULE("T4.3 any card of the hand is as likely as another", rings_are_fair),
        RULE("T4.3 a hand with a statue loses a statue", statues_protect),
        RULE("T4.4 a ring counts 1 point while it is held", rings_count_one),
        RULE("T4.5 nothing checks what is said about statues", statues_are_talk),
        RULE("T4.6 who can be robbed, and what all see of it", who_can_be_robbed),
        RULE("T4.6 both players see which card moved, the others that one did", robbed_sees_the_card),
        RULE("T4.7 the pause ends after 60 s, or what the table has set", pause_ends),
        RULE("T4.7 the pause ends when everybody is ready", all_say_ready),
        RULE("T4.7 the table waits for a player who is away until the pause is over",
             who_is_away_is_waited_for),
        RULE("T4.8 the last treasures go around from the left of whoever pointed", empty_pile),
        RULE("T4.8 discarded rings do not come back", rings_do_not_come_back),
        RULE("T5.1 with 10 points the game ends, and the most points win", ten_points_end_it),
        RULE("T5.1 with 9 points it goes on", nine_points_go_on),
        RULE("T5.2 the server announces when treasure is drawn", server_announces),
        RULE("T5.2 the server announces when a ring was used", ring_brings_ten),
        RULE("T5.2 by hand: until 10 points are announced rings may be used", announced_by_hand),
        RULE("T5.2 by hand: whoever announces need not have the most", most_points_win_not_the_announcer),
        RULE("T5.3 a tie is played on until there is one winner", ties_play_on),
        RULE("T5.3 a tie that was announced by hand", ties_by_hand),
        RULE("T5.3 those who tie share the win when no hand can change any more", tie_that_cannot_be_broken),
        RULE("T5.4 at the end all hands are shown", all_is_shown_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
