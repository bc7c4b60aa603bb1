/* bots/traitor_habits.c -- the numbers. */
#include "bots/traitor_habits.h"

enum { KH = role_key_holder, G = role_guard, GW = role_good_wizard, EW = role_evil_wizard };

static const struct habits few = {
    .claim = {[character_key_holder] = 570, [character_guard] = 150, [character_traitor] = 270},
    .other_by_traitor = {.evil = 500},
    .turn_by_wizard = 900,
    .turn_by_traitor = 600,
    .sure = {[KH] = 950, [G] = 740, [GW] = 700, [EW] = 620},
    .less = {[KH] = 2, [G] = 4, [GW] = 8, [EW] = 7},
    .late = 7,
};

static const struct habits some = {
    .claim = {[character_key_holder] = 520, [character_guard] = 250, [character_traitor] = 250},
    .true_by_good = {150, 100},
    .true_by_traitor = {260, 100},
    .other_by_traitor = {250, 500},
    .name_other_by_good = 300,
    .turn_by_wizard = 790,
    .turn_by_traitor = 600,
    .sure = {[KH] = 840, [G] = 750, [GW] = 700, [EW] = 680},
    .less = {[KH] = 4, [G] = 8, [GW] = 10, [EW] = 14},
    .late = 8,
};

static const struct habits many = {
    .claim = {[character_key_holder] = 570, [character_guard] = 250, [character_traitor] = 250},
    .true_by_good = {150, 80},
    .true_by_traitor = {260, 100},
    .other_by_traitor = {250, 500},
    .name_other_by_good = 300,
    .turn_by_wizard = 670,
    .turn_by_traitor = 600,
    .sure = {[KH] = 850, [G] = 780, [GW] = 700, [EW] = 710},
    .less = {[KH] = 8, [G] = 10, [GW] = 10, [EW] = 18},
    .late = 9,
};

const struct habits *habits_for(int players)
{
    static const struct habits *const habits[COMPANIES] = {&few, &some, &many};
    return habits[company_of(players)];
}
