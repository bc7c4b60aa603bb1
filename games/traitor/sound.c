/* games/traitor/sound.c -- what is always true of a table of Are You the Traitor?,
 * of the truth and of every view. */
#include "games/traitor/play.h"

/* How many seats are known to have that card. */
static int known(const uint8_t *of, uint8_t value)
{
    int count = 0;
    for (int seat = 0; seat < VIEWS; seat++)
        count += of[seat] == value;
    return count;
}

/* T1.2: never more of a card than there are; and once the wizards are shown, all have one. */
static bool cards_sound(const struct state *s)
{
    const struct cast *cast = deal_cast(s->presence.seats);
    int unknown = 0, good = 0, evil = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        bool wizard = s->character[seat] == character_wizard;
        if (s->wizards && wizard != ((s->wizards & SEAT(seat)) != 0))
            return false; /* T1.3: everybody knows */
        if (s->character[seat] && !wizard &&
            (s->side[seat] == side_evil) != (s->character[seat] == character_traitor))
            return false; /* T1.1 */
        if (!s->character[seat] && s->side[seat])
            return false;
        unknown += !s->character[seat];
        good += wizard && s->side[seat] == side_good;
        evil += wizard && s->side[seat] == side_evil;
    }
    int key_holders = known(s->character, character_key_holder);
    int traitors = known(s->character, character_traitor), guards = known(s->character, character_guard);
    bool all = unknown == cast->key_holders + cast->traitors + cast->guards - key_holders - traitors - guards;
    return (!s->wizards || (all && seats_count(s->wizards) == cast->wizards)) && good <= cast->good &&
           evil <= cast->evil && key_holders <= cast->key_holders && traitors <= cast->traitors &&
           guards <= cast->guards;
}

/* The truth knows the order of the treasure pile, and no view ever does. */
static bool pile_known(const struct state *s)
{
    return s->pile[0] != 0;
}

/* T4.1: every treasure is in a hand, in the pile or a used ring. */
static bool treasure_sound(const struct state *s)
{
    int cards = s->pile_count + s->rings_used, of[KINDS_OF_TREASURE + 1] = {0};
    bool all_known = pile_known(s);
    of[treasure_magic_ring] = s->rings_used;
    for (int seat = 0; seat < VIEWS; seat++) {
        const struct hand *hand = &s->hand[seat];
        int sum = 0;
        for (int i = 0; i < KINDS_OF_TREASURE; i++) {
            sum += hand->of[i];
            of[i + 1] += hand->of[i];
        }
        if (sum != 0 && sum != hand->count)
            return false; /* known as a whole or not at all */
        all_known = all_known && sum == hand->count;
        cards += hand->count;
    }
    for (int i = 0; pile_known(s) && i < s->pile_count; i++)
        of[s->pile[i]]++;
    for (int kind = 1; kind <= KINDS_OF_TREASURE; kind++)
        if (of[kind] > treasure_copies[kind] || (all_known && of[kind] != treasure_copies[kind]))
            return false;
    return cards == TREASURES && (!pile_known(s) || all_known);
}

/* It holds after every single event, also between those that follow from one command. */
bool traitor_sound(const struct state *s)
{
    seats_t all = presence_all(&s->presence);
    bool stopped = s->won && s->verdict && s->stopped_by && s->pointed_at;
    if ((s->ready | s->winners | s->tied | s->wizards) & ~all)
        return false;
    if ((s->phase == phase_over) != (s->ending != 0) ||
        (s->ending && s->ending != ending_abandoned) != (s->winners != 0))
        return false;
    switch (s->phase) {
    case 0:
        return !s->round && !s->rings_used;
    case phase_round:
        return s->round && !s->won && !s->ready && !s->ends_ms == !s->limit_s && cards_sound(s) &&
               treasure_sound(s);
    case phase_pause:
        return stopped && s->ends_ms && cards_sound(s) && treasure_sound(s);
    default:
        return (stopped || s->ending == ending_abandoned) && !s->ends_ms && cards_sound(s) &&
               treasure_sound(s);
    }
}
