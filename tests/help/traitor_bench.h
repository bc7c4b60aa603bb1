/* tests/help/traitor_bench.h -- a table of Are You the Traitor? for tests of single rules: the truth, every
 * view beside it, and scenes set by hand.
 *
 * A scene is written as letters: k the Key Holder, g a Guard, t a Traitor, w a Good Wizard, e an Evil
 * Wizard, by seat; and treasures J P G S C R T (Jewels, Pyramid, Gold, Silver, Copper, Ring, sTatue). */
#ifndef TESTS_HELP_TRAITOR_BENCH_H
#define TESTS_HELP_TRAITOR_BENCH_H

#include "games/traitor/traitor.h"
#define BENCH_GAME traitor
#include "tests/help/bench.h"

/* ---- asking ---- */

static inline refusal_t point(seat_t by, seat_t at)
{
    return ASKED(by, stop, .seat = at);
}

static inline refusal_t use_ring(seat_t by, seat_t on)
{
    return ASKED(by, use_ring, .seat = on);
}

static inline int count_happened(uint16_t kind)
{
    int count = 0;
    while (happened_nth(kind, count))
        count++;
    return count;
}

/* ---- a table ---- */

/* As the game deals it. */
static inline void bench_start(int players, uint64_t seed)
{
    bench_table(players, seed);
    OK(ASKED(SEAT_SERVER, set_up, 0));
}

/* ---- setting a scene ---- */

static inline void happen_to(seats_t to, uint16_t kind, const void *body, size_t size)
{
    struct event e = {.at_ms = bench.now_ms, .seq = bench.watch.table.count + 1, .to = to, .kind = kind};
    e.size = (uint16_t)size;
    memcpy(e.body, body, size);
    CHECK(table_restore(&bench.watch.table, &e));
    watch_show(&bench.watch);
}

#define HAPPEN_TO(to, name, ...) happen_to((to), EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

static inline uint8_t letter_role(char letter)
{
    static const char letters[] = "kgtwe";
    const char *found = strchr(letters, letter);
    CHECK(letter && found);
    return (uint8_t)(found - letters + 1);
}

static inline uint8_t letter_treasure(char letter)
{
    static const char letters[] = "JPGSCRT";
    const char *found = strchr(letters, letter);
    CHECK(letter && found);
    return (uint8_t)(found - letters + 1);
}

static inline seats_t seats_of(const char *roles, const char *wanted)
{
    seats_t seats = 0;
    for (int i = 0; roles[i]; i++)
        seats |= strchr(wanted, roles[i]) ? SEAT(i + 1) : 0;
    return seats;
}

/* A new round with these roles; everybody is told what T1 lets them know. */
static inline void deal(const char *roles)
{
    int players = (int)strlen(roles);
    seats_t all = (SEAT(players) - 1) << 1, wizards = seats_of(roles, "we"), traitors = seats_of(roles, "t");
    HAPPEN_TO(0, round_begun, .round = (uint16_t)(TRUTH->round + 1));
    for (int i = 0; i < players; i++) {
        uint8_t role = letter_role(roles[i]);
        HAPPEN_TO(SEAT(i + 1), card_dealt, .seat = (seat_t)(i + 1),
                  .character = role > character_wizard ? character_wizard : role);
    }
    HAPPEN_TO(0, wizards_shown, .seats = wizards);
    if (players >= 6)
        HAPPEN_TO(all & ~wizards, key_holder_told, .seat = seats_first(seats_of(roles, "k")));
    if (players >= 8)
        HAPPEN_TO(traitors, traitors_told, .seats = traitors);
    for (int i = 0; i < players; i++)
        if (wizards & SEAT(i + 1))
            HAPPEN_TO(SEAT(i + 1), wizard_card_dealt, .seat = (seat_t)(i + 1),
                      .side = roles[i] == 'w' ? side_good : side_evil);
}

/* Rebuilds the pile: these on top, in this order; the others below, in theirs. */
static inline void pile(const char *top)
{
    struct treasure_shuffled shuffled = {.count = TREASURES};
    int left[KINDS_OF_TREASURE + 1], at = TREASURES, below = 0;
    for (int kind = 1; kind <= KINDS_OF_TREASURE; kind++)
        left[kind] = treasure_copies[kind];
    for (; *top; top++) {
        shuffled.order[--at] = letter_treasure(*top);
        CHECK(left[letter_treasure(*top)]-- > 0);
    }
    for (uint8_t kind = 1; kind <= KINDS_OF_TREASURE; kind++)
        while (left[kind]-- > 0)
            shuffled.order[below++] = kind;
    CHECK(below == at);
    happen_to(0, EV_treasure_shuffled, &shuffled, sizeof shuffled);
}

/* Gives one seat the next treasures of the pile, one by one. */
static inline void give(seat_t seat, int cards)
{
    while (cards-- > 0)
        HAPPEN_TO(SEAT(seat), treasure_drawn, .seat = seat, .treasure = TRUTH->pile[TRUTH->pile_count - 1]);
    assert_true(traitor.sound(TRUTH));
}

/* A table with that deal, and these treasures on top of the pile. */
static inline void bench_deal(const char *roles, const char *top)
{
    bench_start((int)strlen(roles), 1);
    pile(top);
    deal(roles);
    assert_true(traitor.sound(TRUTH));
}

static inline int points(seat_t seat)
{
    return treasure_score(&TRUTH->hand[seat]);
}

static inline void all_ready(void)
{
    for (seat_t seat = 1; seat <= TRUTH->presence.seats; seat++)
        if (!(TRUTH->ready & SEAT(seat)))
            OK(ASKED(seat, ready, 0));
}

#endif
