/* tests/unit/test_traitor_round.c -- Are You the Traitor?, rule by rule: roles (T1), a round (T2), who
 * wins it (T3). */
#include "tests/help/traitor_bench.h"

enum { LEAST = 4, MOST = 10 };

/* T1.2, copied by hand, by enum character: Key Holder, Guards, Traitors, Wizards. */
static const int characters[MOST + 1][5] = {
    [4] = {0, 1, 1, 1, 1}, [5] = {0, 1, 1, 1, 2}, [6] = {0, 1, 2, 1, 2},  [7] = {0, 1, 3, 1, 2},
    [8] = {0, 1, 3, 2, 2}, [9] = {0, 1, 3, 2, 3}, [10] = {0, 1, 4, 2, 3},
};

static int seats_with(const struct state *s, uint8_t character)
{
    int count = 0;
    for (int seat = 1; seat <= s->presence.seats; seat++)
        count += s->character[seat] == character;
    return count;
}

static int wizards_of(uint8_t side)
{
    int count = 0;
    for (int seat = 1; seat <= TRUTH->presence.seats; seat++)
        count += TRUTH->character[seat] == character_wizard && TRUTH->side[seat] == side;
    return count;
}

/* ---- T1 roles ---- */

static void sides_of_characters(void **state)
{
    (void)state;
    static const uint8_t side[] = {0, side_good, side_good, side_evil};
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            bench_start(players, seed);
            for (seat_t seat = 1; seat <= players; seat++)
                if (TRUTH->character[seat] == character_wizard)
                    assert_in_range(TRUTH->side[seat], side_good, side_evil);
                else
                    assert_int_equal(TRUTH->side[seat], side[TRUTH->character[seat]]);
        }
}

static void cards_by_players(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            bench_start(players, seed);
            for (uint8_t character = 1; character <= 4; character++)
                assert_int_equal(seats_with(TRUTH, character), characters[players][character]);
        }
    bench_table(3, 1);
    NO(seats_unfit, ASKED(SEAT_SERVER, set_up, 0));
    bench_table(10, 1);
    struct seat_player eleventh = {.name = "Kim"};
    ask(&bench_input, SEAT_SERVER, CMD_seat_player, &eleventh, sizeof eleventh);
    NO(table_full, bench_ask(&bench_input));
}

static void dealt_anew_and_fairly(void **state)
{
    (void)state;
    enum { DEALS = 2000 };
    int key_holder[MOST + 1] = {0}, again = 0;
    bench_start(5, 7);
    for (int i = 0; i < DEALS; i++) {
        uint8_t before[VIEWS];
        memcpy(before, TRUTH->character, sizeof before);
        OK(ASKED(SEAT_SERVER, annul_round, 0));
        again += !memcmp(before, TRUTH->character, sizeof before);
        for (int seat = 1; seat <= 5; seat++)
            key_holder[seat] += TRUTH->character[seat] == character_key_holder;
    }
    for (int seat = 1; seat <= 5; seat++) /* 400 expected, standard deviation 18 */
        assert_in_range(key_holder[seat], 310, 490);
    assert_in_range(again, 5, 80); /* 60 deals are possible: 33 expected */
}

static void wizards_show(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        bench_start(players, 3);
        for (int who = 0; who <= players; who++)
            for (int seat = 1; seat <= players; seat++) {
                bool wizard = TRUTH->character[seat] == character_wizard;
                assert_int_equal((VIEW(who)->wizards & SEAT(seat)) != 0, wizard);
                if (wizard)
                    assert_int_equal(VIEW(who)->character[seat], character_wizard);
            }
    }
}

/* What a view may know of a seat's character, from T1.3 to T1.5. */
static bool may_know(int players, seat_t who, seat_t seat)
{
    uint8_t mine = who ? TRUTH->character[who] : 0, theirs = TRUTH->character[seat];
    return theirs == character_wizard || (who && who == seat) ||
           (players >= 6 && who && theirs == character_key_holder && mine != character_wizard) ||
           (players >= 8 && mine == character_traitor && theirs == character_traitor);
}

static void key_holder_is_known(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        bench_start(players, 5);
        for (seat_t who = 0; who <= players; who++) {
            bool knows = seats_with(VIEW(who), character_key_holder) == 1;
            uint8_t mine = who ? TRUTH->character[who] : 0;
            bool should = mine == character_key_holder || (players >= 6 && who && mine != character_wizard);
            assert_int_equal(knows, should);
        }
    }
}

static void traitors_know_each_other(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        bench_start(players, 6);
        for (seat_t who = 0; who <= players; who++) {
            int known = seats_with(VIEW(who), character_traitor);
            bool is_one = who && TRUTH->character[who] == character_traitor;
            assert_int_equal(known, is_one ? (players >= 8 ? 2 : 1) : 0);
        }
    }
}

static void wizard_cards(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        int all = characters[players][character_wizard], good_seen = 0, few = all, many = 0;
        bench_start(players, 9);
        for (int i = 0; i < 200; i++) {
            OK(ASKED(SEAT_SERVER, annul_round, 0));
            int good = wizards_of(side_good);
            assert_int_equal(good + wizards_of(side_evil), all);
            good_seen += good;
            few = good < few ? good : few;
            many = good > many ? good : many;
            for (seat_t who = 0; who <= players; who++)
                for (seat_t seat = 1; seat <= players; seat++)
                    if (TRUTH->character[seat] == character_wizard && who != seat)
                        assert_int_equal(VIEW(who)->side[seat], 0); /* seen by that wizard alone */
                    else if (who == seat)
                        assert_int_equal(VIEW(who)->side[seat], TRUTH->side[seat]);
        }
        assert_int_equal(few, players == 4 ? 0 : 1);
        assert_int_equal(many, players >= 9 ? 2 : 1);
        assert_in_range(good_seen, 200 * all / 2 - 50, 200 * all / 2 + 50);
    }
}

static void nothing_else_is_known(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            bench_start(players, seed);
            for (seat_t who = 0; who <= players; who++)
                for (seat_t seat = 1; seat <= players; seat++) {
                    bool knows = may_know(players, who, seat);
                    bool side = knows && (who == seat || TRUTH->character[seat] != character_wizard);
                    assert_int_equal(VIEW(who)->character[seat], knows ? TRUTH->character[seat] : 0);
                    assert_int_equal(VIEW(who)->side[seat], side ? TRUTH->side[seat] : 0);
                }
        }
}

/* ---- T2 a round ---- */

static void talk_is_free(void **state)
{
    (void)state;
    bench_start(5, 1);
    const seats_t everybody = SEAT(6) - 1;
    assert_true(traitor.deadline(TRUTH) == INT64_MAX);
    for (int i = 0; i < 20; i++) {
        OK(say((seat_t)(i % 5 + 1), "I am the Key Holder, as sure as I stand here."));
        assert_int_equal(happened(EV_said)->to, everybody);
        OK(ASKED((seat_t)(i * 3 % 5 + 1), say_phrase, .phrase = phrase_i_am, .role = role_key_holder));
        assert_int_equal(happened(EV_phrase_said)->to, everybody);
        OK(ASKED((seat_t)(i % 2 + 1), react, .reaction = reaction_no));
    }
    OK(point(1, 2));
    OK(say(3, "Well!")); /* between rounds as well */
    assert_int_equal(traitor.hears(TRUTH, 3, CHANNEL_VOICE), everybody);
    NO(no_words, say(3, "  "));
}

static void stop_reveals_all(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++) {
        bench_start(players, 2);
        NO(not_yourself, point(2, 2));
        NO(no_such, point(2, 0));
        NO(no_such, point(2, (seat_t)(players + 1)));
        assert_int_equal(TRUTH->phase, phase_round);
        OK(point(2, 1));
        assert_int_equal(BODY(happened(EV_stopped), stopped)->by, 2);
        assert_int_equal(BODY(happened(EV_stopped), stopped)->seat, 1);
        for (int who = 0; who <= players; who++) {
            assert_int_equal(VIEW(who)->phase, phase_pause);
            assert_memory_equal(VIEW(who)->character, TRUTH->character, sizeof TRUTH->character);
            assert_memory_equal(VIEW(who)->side, TRUTH->side, sizeof TRUTH->side);
        }
        for (seat_t seat = 1; seat <= players; seat++)
            assert_int_equal(BODY(happened_nth(EV_card_revealed, seat - 1), card_revealed)->seat, seat);
    }
    bench_table(4, 1);
    NO(not_now, point(1, 2)); /* nothing has been dealt */
}

static seats_t offered(seat_t seat)
{
    static struct input list[LEGAL_MAX];
    seats_t seats = 0;
    int count = traitor.legal(VIEW(seat), seat, list, LEGAL_MAX);
    for (int i = 0; i < count; i++)
        if (list[i].kind == CMD_stop)
            seats |= SEAT(BODY(&list[i], stop)->seat);
    return seats;
}

static void who_looks_for_whom(void **state)
{
    (void)state;
    bench_deal("kgtwe", "");
    assert_int_equal(offered(1), SEAT(4) | SEAT(5)); /* the Key Holder: a wizard */
    assert_int_equal(offered(2),
                     SEAT(1) | SEAT(3)); /* a Guard: one who is no wizard; with 5 the Key Holder is secret */
    assert_int_equal(offered(3), 0);     /* a Traitor: nobody */
    assert_int_equal(offered(4), SEAT(1) | SEAT(2) | SEAT(3));
    assert_int_equal(offered(5), SEAT(1) | SEAT(2) | SEAT(3)); /* both wizards: anybody but wizards */
    bench_deal("kggtwe", "");
    assert_int_equal(offered(2), SEAT(3) | SEAT(4)); /* the Guards know the Key Holder */
    assert_int_equal(offered(5), SEAT(1) | SEAT(2) | SEAT(3) | SEAT(4));
    OK(point(4, 1)); /* T3.3: a Traitor is heard all the same */
}

static void first_stop_counts(void **state)
{
    (void)state;
    bench_deal("kgtwe", "");
    OK(point(5, 1));
    assert_int_equal(TRUTH->won, side_evil);
    NO(no_round, point(1, 4));
    assert_int_equal(TRUTH->won, side_evil);
    assert_int_equal(TRUTH->stopped_by, 5);
    seq_t seen = bench.watch.table.story[1]; /* what seat 1 has seen when it says STOP */
    all_ready();
    deal("kgtwe");
    ASK(&bench_input, 1, stop, .seat = 4);
    bench_input.seen = seen;
    NO(old_round, bench_ask(&bench_input)); /* it was meant for the round before */
    bench_input.seen = TRUTH->begun - 1;    /* all but that the new one had begun */
    NO(old_round, bench_ask(&bench_input));
    bench_input.seen = TRUTH->begun;
    OK(bench_ask(&bench_input));
}

static void assert_annulled(uint8_t cause, seat_t by, uint16_t round)
{
    const struct round_annulled *x = BODY(happened(EV_round_annulled), round_annulled);
    assert_int_equal(x->cause, cause);
    assert_int_equal(x->by, by);
    assert_null(happened(EV_treasure_drawn));
    assert_null(happened(EV_card_revealed));
    assert_int_equal(TRUTH->phase, phase_round);
    assert_int_equal(TRUTH->round, round + 1);
    assert_int_equal(TRUTH->pile_count, TREASURES);
    assert_int_equal(count_happened(EV_card_dealt), TRUTH->presence.seats);
}

static void shown_cards_annul(void **state)
{
    (void)state;
    bench_start(6, 1);
    OK(say(2, "Oops."));
    OK(ASKED(2, admit_showing, 0));
    assert_annulled(cause_card_shown, 2, 1);
    OK(ASKED(SEAT_SERVER, annul_round, 0));
    assert_annulled(cause_host, 0, 2);
    assert_int_equal(TRUTH->presence.host, 1);
    OK(ASKED(1, annul_round, 0));
    assert_annulled(cause_host, 0, 3);
    NO(not_host, ASKED(2, annul_round, 0));
    seq_t seen = TRUTH->begun - 1;
    ASK(&bench_input, 3, admit_showing, 0);
    bench_input.seen = seen;
    NO(old_round, bench_ask(&bench_input));
    ASK(&bench_input, 1, annul_round, 0); /* nor does the host annul a round that was not seen */
    bench_input.seen = seen;
    NO(old_round, bench_ask(&bench_input));
    assert_int_equal(TRUTH->round, 4);
    OK(point(1, 2));
    NO(no_round, ASKED(2, admit_showing, 0));
    NO(no_round, ASKED(SEAT_SERVER, annul_round, 0));
}

static void time_limit(void **state)
{
    (void)state;
    static const uint16_t bad[] = {1, 59, 1801, 65535}, good[] = {0, 60, 1800};
    for (int i = 0; i < 4; i++) {
        bench_table(4, 1);
        NO(bad_limit, ASKED(SEAT_SERVER, set_up, .limit_s = bad[i]));
    }
    for (int i = 0; i < 3; i++) {
        bench_table(4, 1);
        OK(ASKED(SEAT_SERVER, set_up, .limit_s = good[i]));
        assert_true(traitor.deadline(TRUTH) == (good[i] ? 1000 + good[i] * 1000 : INT64_MAX));
    }
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .limit_s = 60));
    OK(tick_at(60999));
    assert_int_equal(TRUTH->round, 1);
    bench.now_ms = 61000;
    NO(too_late, point(1, 2)); /* P4.2 */
    NO(too_late, ASKED(1, admit_showing, 0));
    OK(tick_at(61000));
    assert_annulled(cause_time_over, 0, 1);
    assert_true(traitor.deadline(TRUTH) == 121000);
    assert_true(traitor.deadline(VIEW(SEAT_GALLERY)) == 121000);
}

/* Three have agreed in time; the fourth, and one who only goes away, come when the round is over. */
static void no_pause_at_the_limit(void **state)
{
    (void)state;
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .limit_s = 60));
    bench.now_ms = 60999;
    for (seat_t seat = 1; seat <= 3; seat++)
        OK(ASKED(seat, ask_pause, 0));
    bench.now_ms = 61000;
    NO(too_late, ASKED(4, ask_pause, 0));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 4, .away = 1));
    assert_null(happened(EV_paused));
    assert_false(TRUTH->clock.stopped);
    OK(tick_at(61000));
    assert_annulled(cause_time_over, 0, 1);
    OK(ASKED(4, ask_pause, 0)); /* the next round has time again */
}

static void pauses_stop_the_limit(void **state)
{
    (void)state;
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .limit_s = 60));
    bench.now_ms = 31000;
    for (seat_t seat = 1; seat <= 4; seat++)
        OK(ASKED(seat, ask_pause, 0));
    assert_true(traitor.deadline(TRUTH) == INT64_MAX);
    NO(clock_stopped, point(1, 2));
    NO(clock_stopped, ASKED(2, admit_showing, 0));
    NO(clock_stopped, ASKED(SEAT_SERVER, annul_round, 0));
    bench.now_ms = 500000;
    OK(ASKED(3, resume, 0));
    OK(tick_at(503000));
    assert_true(traitor.deadline(TRUTH) == 533000);
    OK(point(1, 2));
}

static void limit_that_ends_in_a_pause(void **state)
{
    (void)state;
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .limit_s = 60));
    bench.now_ms = 61000;
    OK(ASKED(SEAT_SERVER, pause_clock, 0)); /* at the very end (P4.3) */
    OK(tick_at(62000));
    assert_null(happened(EV_round_annulled)); /* all clocks stand still */
    OK(ASKED(2, resume, 0));
    OK(tick_at(65000));
    assert_annulled(cause_time_over, 0, 1);
}

static void talk_goes_on_in_a_pause(void **state)
{
    (void)state;
    bench_table(4, 1);
    OK(ASKED(SEAT_SERVER, set_up, .limit_s = 60));
    for (seat_t seat = 1; seat <= 4; seat++)
        OK(ASKED(seat, ask_pause, 0));
    OK(say(2, "Coffee!"));
    OK(ASKED(3, say_phrase, .phrase = phrase_i_am, .role = role_guard));
    OK(ASKED(4, react, .reaction = reaction_laugh));
    OK(ASKED(1, resume, 0));
    OK(say(2, "It is cold now."));
}

static void leaving_does_not_stop_it(void **state)
{
    (void)state;
    bench_deal("kgtwe", "");
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1));
    OK(say(2, "Where is Cas?"));
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3, .away = 1, .bot = 1));
    OK(ASKED(3, say_phrase, .phrase = phrase_i_am, .role = role_guard));
    OK(ASKED(1, remove_player, .seat = 2)); /* the host; a bot has the seat, the cards stay */
    assert_int_equal(TRUTH->phase, phase_round);
    assert_int_equal(TRUTH->presence.seats, 5);
    OK(point(4, 3)); /* the one who went away can be pointed at */
    assert_int_equal(TRUTH->won, side_good);
    OK(ASKED(SEAT_SERVER, mark_seat, .seat = 3));
    NO(game_begun, ASKED(SEAT_SERVER, seat_player, .name = "Zoe"));
}

/* ---- T3 who wins ---- */

struct pointing {
    const char *roles;
    seat_t by, at;
    uint8_t won, verdict;
};

static void assert_pointings(const struct pointing *list, int count)
{
    for (int i = 0; i < count; i++) {
        bench_deal(list[i].roles, "");
        OK(point(list[i].by, list[i].at));
        const struct round_won *x = BODY(happened(EV_round_won), round_won);
        assert_int_equal(x->side, list[i].won);
        assert_int_equal(x->verdict, list[i].verdict);
        for (int who = 0; who <= TRUTH->presence.seats; who++) {
            assert_int_equal(VIEW(who)->won, list[i].won);
            assert_int_equal(VIEW(who)->stopped_by, list[i].by);
            assert_int_equal(VIEW(who)->pointed_at, list[i].at);
        }
    }
}

#define POINTINGS(...)                                                                                       \
    assert_pointings((const struct pointing[]){__VA_ARGS__},                                                 \
                     sizeof((const struct pointing[]){__VA_ARGS__}) / sizeof(struct pointing))

static void good_wins(void **state)
{
    (void)state;
    POINTINGS({"kgtwe", 1, 4, side_good, verdict_found},      /* the Key Holder at the Good Wizard */
              {"kgtw", 1, 4, side_good, verdict_found},       /* also when there is no evil one */
              {"kgtwe", 2, 3, side_good, verdict_found},      /* a Guard at a Traitor */
              {"kgtwe", 4, 3, side_good, verdict_found},      /* a Good Wizard at a Traitor */
              {"kggggttwwe", 8, 7, side_good, verdict_found}, /* one of several, each */
              {"kggggttwwe", 1, 9, side_good, verdict_found},
              {"kgtwe", 5, 2, side_good, verdict_missed},  /* an Evil Wizard at a Guard */
              {"kgtwe", 5, 3, side_good, verdict_missed},  /* ... at a Traitor */
              {"kgtwe", 5, 4, side_good, verdict_mistake}, /* ... at the other wizard */
              {"kggggttwee", 9, 10, side_good, verdict_mistake});
}

static void evil_wins(void **state)
{
    (void)state;
    POINTINGS({"kgtwe", 1, 5, side_evil, verdict_missed}, /* the Key Holder at an Evil Wizard */
              {"kgte", 1, 4, side_evil, verdict_missed},
              {"kgtwe", 5, 1, side_evil, verdict_found},   /* an Evil Wizard at the Key Holder */
              {"kgtwe", 2, 1, side_evil, verdict_missed},  /* a Guard at the Key Holder */
              {"kggtwe", 2, 3, side_evil, verdict_missed}, /* a Guard at a Guard */
              {"kgtwe", 4, 2, side_evil, verdict_missed},  /* a Good Wizard at a Guard */
              {"kgtwe", 4, 5, side_evil, verdict_mistake});
}

static void mistakes_lose(void **state)
{
    (void)state;
    POINTINGS({"kgtwe", 3, 1, side_good, verdict_mistake}, /* a Traitor says STOP, at whomever */
              {"kgtwe", 3, 2, side_good, verdict_mistake}, {"kgtwe", 3, 5, side_good, verdict_mistake},
              {"kgggttwe", 5, 6, side_good, verdict_mistake}, /* ... even at the other Traitor */
              {"kgtwe", 2, 5, side_evil, verdict_mistake},    /* a Guard at the Evil Wizard */
              {"kgtwe", 2, 4, side_evil, verdict_mistake},    /* ... at the good one */
              {"kgtwe", 4, 1, side_evil, verdict_mistake},    /* a Good Wizard at the Key Holder */
              {"kgtwe", 1, 2, side_evil, verdict_mistake},    /* the Key Holder at one who is no wizard */
              {"kgtwe", 1, 3, side_evil, verdict_mistake});
}

static void winners_draw_one_each(void **state)
{
    (void)state;
    bench_deal("kgtwegtg", "JPGSCJ");
    OK(point(6, 3)); /* a Guard at a Traitor: Key Holder, Guards and Good Wizard have won */
    static const uint8_t good[] = {1, 1, 0, 1, 0, 1, 0, 1};
    assert_int_equal(count_happened(EV_treasure_drawn), 5);
    for (seat_t seat = 1; seat <= 8; seat++) {
        assert_int_equal(TRUTH->hand[seat].count, good[seat - 1]); /* no extra for seat 6 */
        for (int who = 0; who <= 8; who++)
            assert_int_equal(treasure_known(&VIEW(who)->hand[seat]), !good[seat - 1] || who == seat);
    }
    bench_deal("kgtwegtg", "");
    OK(point(5, 1));
    static const uint8_t evil[] = {0, 0, 1, 0, 1, 0, 1, 0};
    for (seat_t seat = 1; seat <= 8; seat++)
        assert_int_equal(TRUTH->hand[seat].count, evil[seat - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("T1.1 Key Holder and Guards are good, Traitors are evil, Wizards are either",
             sides_of_characters),
        RULE("T1.2 the cards in play are those of the table, for 4 to 10 players", cards_by_players),
        RULE("T1.3 the cards are dealt again every round, to every seat with equal chances",
             dealt_anew_and_fairly),
        RULE("T1.3 all know who the wizards are", wizards_show),
        RULE("T1.4 from 6 players on everybody but the wizards knows the Key Holder", key_holder_is_known),
        RULE("T1.5 from 8 players on the traitors know each other", traitors_know_each_other),
        RULE("T1.6 each wizard takes a good or evil card that nobody else sees", wizard_cards),
        RULE("T1.7 nobody knows anything else", nothing_else_is_known),
        RULE("T2.1 everybody talks to everybody, whenever they like", talk_is_free),
        RULE("T2.2 a STOP at another player ends the round and reveals all cards", stop_reveals_all),
        RULE("T2.3 each role is offered the players it may look for", who_looks_for_whom),
        RULE("T2.4 the first STOP counts", first_stop_counts),
        RULE("T2.5 a card that was shown, or the host, annuls the round", shown_cards_annul),
        RULE("T2.6 a round can have a limit of 1 to 30 minutes, and is annulled after it", time_limit),
        RULE("P4.2 a pause that is agreed to at the end of a round is too late", no_pause_at_the_limit),
        RULE("T2.6 pauses of the table do not count", pauses_stop_the_limit),
        RULE("T2.6 nothing is annulled while the table pauses", limit_that_ends_in_a_pause),
        RULE("P3.3 where talk is open throughout it stays open in a pause", talk_goes_on_in_a_pause),
        RULE("P2.2 a round goes on when somebody leaves it", leaving_does_not_stop_it),
        RULE("T3.1 when good wins", good_wins),
        RULE("T3.2 when evil wins", evil_wins),
        RULE("T3.3 a STOP that is a mistake is accepted, and the other team wins", mistakes_lose),
        RULE("T3.4 everybody of the team that won draws one treasure, secretly", winners_draw_one_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
