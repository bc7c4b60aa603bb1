/* simulate/role_tally.c -- counts what is in a log of Hidden Roles. */
#include "simulate/role_tally.h"

static void count_events(struct role_tally *sum, const struct table *table)
{
    for (const struct event *e = table_next(table, NULL); e; e = table_next(table, e))
        switch (e->kind) {
        case EV_ballot_opened:
            sum->accusations++;
            break;
        case EV_ballot_closed:
            sum->validated += BODY(e, ballot_closed)->decision == decision_passed;
            break;
        case EV_card_guessed:
            sum->guesses++;
            sum->guessed_right += BODY(e, card_guessed)->right;
            break;
        default:
            break;
        }
}

static void count_winners(struct role_tally *sum, const struct state *s)
{
    struct result of[VIEWS] = {{0}};
    bool traitors = false, heroes = false;
    maze.winners(s, of);
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        bool traitor = s->roles.side[seat] == side_traitor;
        traitors |= traitor && (of[seat].how == HOW_WON || of[seat].how == HOW_PARTLY);
        heroes |= !traitor && of[seat].how == HOW_WON;
    }
    if (s->ending == ending_escaped || (s->ending == ending_decided && s->roles.succeeded))
        sum->heroes_won++;
    else if (traitors)
        sum->traitors_won++;
    else if (heroes)
        sum->alone_won++;
    else
        sum->nobody_won++;
}

static void count_seats(struct role_tally *sum, const struct state *s)
{
    const struct roles *r = &s->roles;
    int traitors = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++) {
        const struct role *role = role_of(s, seat);
        bool mission = role->side == side_hero && role_has_mission(role);
        traitors += role->side == side_traitor;
        sum->missions += mission;
        sum->missions_done += mission && !(r->failed & SEAT(seat)) && role_mission_done(s, seat);
    }
    traitors = traitors < TRAITORS_MOST ? traitors : TRAITORS_MOST;
    sum->dealt[traitors]++;
    sum->dealt_won[traitors] += sum->heroes_won;
}

void role_tally_add(struct role_tally *sum, const struct table *table)
{
    const struct state *s = table->truth;
    seats_t wrongly = s->ending == ending_hero_accused ? s->roles.ballot.accused : 0;
    seats_t traitors = s->roles.convicted | role_on_side(s, wrongly, side_traitor);
    if (!s->ending)
        return;
    count_events(sum, table);
    count_winners(sum, s);
    count_seats(sum, s);
    sum->hero_accused += s->ending == ending_hero_accused;
    sum->went_home += s->ending == ending_went_home;
    sum->decided += s->ending == ending_decided;
    sum->convicted += seats_count(s->roles.convicted | wrongly);
    sum->convicted_traitors += seats_count(traitors);
    sum->confessed += seats_count(s->roles.failed);
}

/* It is nothing but numbers of one kind. */
void role_tally_sum(struct role_tally *sum, const struct role_tally *t)
{
    const long *from = (const long *)(const void *)t;
    long *to = (long *)(void *)sum;
    for (size_t i = 0; i < sizeof *t / sizeof *from; i++)
        to[i] += from[i];
}
