/* simulate/traitor_tally.c -- counts what is in a log. */
#include "simulate/traitor_tally.h"

struct round {
    uint8_t role[VIEWS], side[VIEWS];
    seat_t by;
    int64_t began_ms;
};

static void count_round(struct tally *sum, const struct round *r, const struct event *e)
{
    const struct round_won *x = BODY(e, round_won);
    uint8_t by = r->role[r->by];
    sum->rounds++;
    sum->won[x->side]++;
    sum->length_ms += e->at_ms - r->began_ms;
    sum->role[by].pointed++;
    sum->role[by].found += x->verdict == verdict_found;
    sum->role[by].mistakes += x->verdict == verdict_mistake;
    for (int seat = 1; seat < VIEWS; seat++)
        if (r->role[seat]) {
            sum->role[r->role[seat]].dealt++;
            sum->role[r->role[seat]].won += r->side[seat] == x->side;
        }
}

void tally_add(struct tally *sum, const struct table *table)
{
    struct round r = {.by = 0};
    sum->games++;
    for (const struct event *e = table_next(table, NULL); e; e = table_next(table, e))
        switch (e->kind) {
        case EV_round_begun:
            r = (struct round){.began_ms = e->at_ms};
            break;
        case EV_said:
        case EV_phrase_said:
            sum->said += !r.by;
            break;
        case EV_stopped:
            r.by = BODY(e, stopped)->by;
            break;
        case EV_card_revealed: {
            const struct card_revealed *x = BODY(e, card_revealed);
            r.role[x->seat] = role_of(x->character, x->side);
            r.side[x->seat] = x->side;
            break;
        }
        case EV_round_won:
            count_round(sum, &r, e);
            break;
        case EV_round_annulled:
            sum->annulled++;
            break;
        case EV_game_ended:
            sum->ended++;
            break;
        default:
            break;
        }
}
