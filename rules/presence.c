/* rules/presence.c -- sitting down, going away, coming back. */
#include "rules/presence.h"

#include "core/text.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"

refusal_t presence_seat_player(struct turn *t, const struct presence *p)
{
    const struct seat_player *asked = BODY(t->in, seat_player);
    struct seat_taken taken = {.seat = (seat_t)(p->seats + 1), .bot = asked->bot != 0};
    text_copy(taken.name, sizeof taken.name, asked->name);
    if (p->seats >= t->game->seats_max)
        return REFUSAL_table_full;
    if (text_blank(taken.name) || text_characters(taken.name) > NAME_CHARS_MAX)
        return REFUSAL_name_bad;
    for (seat_t s = 1; s <= p->seats; s++)
        if (text_same(p->player[s].name, taken.name))
            return REFUSAL_name_taken;
    emit(t, EV_seat_taken, 0, &taken, sizeof taken);
    return REFUSAL_OK;
}

refusal_t presence_mark_seat(struct turn *t, const struct presence *p)
{
    const struct mark_seat *asked = BODY(t->in, mark_seat);
    if (!presence_sits(p, asked->seat))
        return REFUSAL_no_such;
    EMIT(t, 0, seat_marked, .seat = asked->seat, .away = asked->away != 0, .bot = asked->bot != 0);
    return REFUSAL_OK;
}

bool presence_sits(const struct presence *p, seat_t seat)
{
    return seat >= 1 && seat <= p->seats;
}

seats_t presence_all(const struct presence *p)
{
    return (SEAT(p->seats) - 1) << 1;
}

seats_t presence_present(const struct presence *p)
{
    return presence_all(p) & ~p->away & ~p->bots;
}

void presence_apply(struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_seat_taken: {
        const struct seat_taken *x = BODY(e, seat_taken);
        if (x->seat < 1 || x->seat > SEATS_MAX)
            break;
        p->seats = x->seat;
        p->bots |= x->bot ? SEAT(x->seat) : 0;
        text_copy(p->player[x->seat].name, NAME_BYTES_MAX, x->name);
        break;
    }
    case EV_seat_marked: {
        const struct seat_marked *x = BODY(e, seat_marked);
        if (x->seat < 1 || x->seat > SEATS_MAX)
            break;
        p->away = (p->away & ~SEAT(x->seat)) | (x->away ? SEAT(x->seat) : 0);
        p->bots = (p->bots & ~SEAT(x->seat)) | (x->bot ? SEAT(x->seat) : 0);
        break;
    }
    default:
        break;
    }
}
