/* rules/presence.c -- sitting down, changing places, going away, coming back. */
#include "rules/presence.h"

#include "core/name.h"
#include "core/text.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"

/* ---- what is asked ---- */

static unsigned asks_as(const struct presence *p, seat_t by)
{
    if (by == SEAT_SERVER)
        return ASKER_SERVER;
    if (!presence_sits(p, by))
        return 0;
    return by == p->host ? ASKER_SEAT | ASKER_HOST : ASKER_SEAT;
}

unsigned presence_asker(const struct game *game, const struct state *s, seat_t by)
{
    return asks_as(presence_of(game, s), by);
}

bool presence_hushed(const struct game *game, const struct state *s)
{
    const struct presence *p = presence_of(game, s);
    if (!game->begun(s) || game->over(s))
        return false;
    return p->seats > 1 && (presence_all(p) & ~game->hears(s, SEAT_SERVER, CHANNEL_TEXT));
}

refusal_t presence_name_refusal(const struct presence *p, const char *name, seat_t except)
{
    if (!name_is_seen(name) || text_characters(name) > NAME_CHARS_MAX)
        return REFUSAL_name_bad;
    for (seat_t s = 1; s <= p->seats; s++)
        if (s != except && name_alike(p->player[s].name, name))
            return REFUSAL_name_taken;
    return REFUSAL_OK;
}

/* A free place: behind the last, before the game begins; or one that a bot has for itself (P7.3). */
static refusal_t place_refusal(const struct turn *t, const struct presence *p, seat_t seat, bool begun)
{
    if (!seat)
        return begun ? REFUSAL_game_begun : p->seats >= t->game->seats_max ? REFUSAL_table_full : REFUSAL_OK;
    if (!presence_sits(p, seat))
        return REFUSAL_no_such;
    return (p->bots & ~p->away & SEAT(seat)) ? REFUSAL_OK : REFUSAL_seat_played;
}

refusal_t presence_seat_refusal(const struct turn *t, const struct presence *p, bool begun)
{
    const struct seat_player *asked = BODY(t->in, seat_player);
    if (t->in->by != SEAT_SERVER && !asked->bot)
        return REFUSAL_not_yours; /* people sit down by themselves (P1.2) */
    if (t->in->by != SEAT_SERVER && begun)
        return REFUSAL_seats_fixed; /* a bot's name would be a way round the silence (P1.8) */
    if (p->locked && t->in->by == SEAT_SERVER)
        return REFUSAL_locked;
    refusal_t refusal = place_refusal(t, p, asked->seat, begun);
    if (refusal)
        return refusal;
    if (presence_hushed(t->game, t->state))
        return asked->name[0] ? REFUSAL_name_hushed : REFUSAL_OK;
    return presence_name_refusal(p, asked->name, asked->seat);
}

static refusal_t seat_player(struct turn *t, const struct presence *p, bool begun)
{
    const struct seat_player *asked = BODY(t->in, seat_player);
    struct seat_taken taken = {.seat = asked->seat, .bot = asked->bot != 0};
    refusal_t refusal = presence_seat_refusal(t, p, begun);
    if (refusal)
        return refusal;
    text_copy(taken.name, sizeof taken.name, asked->name);
    if (!taken.seat)
        taken.seat = (seat_t)(p->seats + 1);
    emit_words(t, EV_seat_taken, 0, &taken);
    return REFUSAL_OK;
}

static refusal_t name_seat(struct turn *t, const struct presence *p)
{
    const struct name_seat *asked = BODY(t->in, name_seat);
    struct seat_named named = {.seat = asked->seat};
    if (!presence_sits(p, asked->seat))
        return REFUSAL_no_such;
    if (p->player[asked->seat].name[0])
        return REFUSAL_not_now; /* nobody is given another name */
    if (presence_hushed(t->game, t->state))
        return REFUSAL_name_hushed;
    refusal_t refusal = presence_name_refusal(p, asked->name, asked->seat);
    if (refusal)
        return refusal;
    text_copy(named.name, sizeof named.name, asked->name);
    emit_words(t, EV_seat_named, 0, &named);
    return REFUSAL_OK;
}

static refusal_t mark_seat(struct turn *t, const struct presence *p)
{
    const struct mark_seat *asked = BODY(t->in, mark_seat);
    if (!presence_sits(p, asked->seat))
        return REFUSAL_no_such;
    EMIT(t, 0, seat_marked, .seat = asked->seat, .away = asked->away != 0, .bot = asked->bot != 0);
    return REFUSAL_OK;
}

static refusal_t reorder_seats(struct turn *t, const struct presence *p, bool begun)
{
    struct seats_reordered now = {0};
    seats_t placed = 0;
    if (begun)
        return REFUSAL_seats_fixed;
    memcpy(now.order, BODY(t->in, reorder_seats)->order, sizeof now.order);
    for (int i = 0; i < SEATS_MAX; i++) {
        if (i < p->seats ? !presence_sits(p, now.order[i]) : now.order[i] != 0)
            return REFUSAL_bad_order;
        placed |= i < p->seats ? SEAT(now.order[i]) : 0;
    }
    if (placed != presence_all(p))
        return REFUSAL_bad_order;
    emit(t, EV_seats_reordered, 0, &now, sizeof now);
    return REFUSAL_OK;
}

static refusal_t remove_player(struct turn *t, const struct presence *p, bool begun)
{
    seat_t seat = BODY(t->in, remove_player)->seat;
    if (asks_as(p, t->in->by) == ASKER_SEAT && seat != t->in->by)
        return REFUSAL_not_host;
    if (!presence_sits(p, seat) || (begun && !(presence_people(p) & SEAT(seat))))
        return REFUSAL_no_such; /* a bot stays where it is */
    if (begun)
        EMIT(t, 0, seat_given_up, .seat = seat);
    else
        EMIT(t, 0, seat_left, .seat = seat);
    return REFUSAL_OK;
}

static refusal_t lock_table(struct turn *t)
{
    EMIT(t, 0, table_locked, .locked = BODY(t->in, lock_table)->locked != 0);
    return REFUSAL_OK;
}

static refusal_t hand_over(struct turn *t, const struct presence *p)
{
    seat_t seat = BODY(t->in, hand_over)->seat;
    if (!presence_sits(p, seat))
        return REFUSAL_no_such;
    if (p->bots & ~p->away & SEAT(seat))
        return REFUSAL_bot_host;
    EMIT(t, 0, host_changed, .seat = seat);
    return REFUSAL_OK;
}

/* Said again it is told again: so a command that is sent twice is known to have been done (P6.2). */
static refusal_t be_ready(struct turn *t, const struct presence *p, bool begun)
{
    if (p->bots & SEAT(t->in->by))
        return REFUSAL_not_yours;
    if (begun)
        return REFUSAL_not_now;
    EMIT(t, 0, seat_ready, .seat = t->in->by, .ready = BODY(t->in, be_ready)->ready != 0);
    return REFUSAL_OK;
}

bool presence_judges(uint16_t command)
{
    return (command >= CMD_seat_player && command <= CMD_be_ready) || command == CMD_name_seat;
}

static refusal_t decide(struct turn *t, const struct presence *p, bool begun)
{
    switch (t->in->kind) {
    case CMD_seat_player:
        return seat_player(t, p, begun);
    case CMD_mark_seat:
        return mark_seat(t, p);
    case CMD_reorder_seats:
        return reorder_seats(t, p, begun);
    case CMD_remove_player:
        return remove_player(t, p, begun);
    case CMD_lock_table:
        return lock_table(t);
    case CMD_hand_over:
        return hand_over(t, p);
    case CMD_name_seat:
        return name_seat(t, p);
    default:
        return be_ready(t, p, begun);
    }
}

refusal_t presence_decide(struct turn *t, const struct presence *p, bool begun, const struct clock *running)
{
    refusal_t refusal = decide(t, p, begun);
    if (!refusal && running)
        clock_settle(t, running, presence_present(p));
    return refusal;
}

/* ---- who is there ---- */

bool presence_sits(const struct presence *p, seat_t seat)
{
    return seat >= 1 && seat <= p->seats;
}

seats_t presence_all(const struct presence *p)
{
    return (SEAT(p->seats) - 1) << 1;
}

seats_t presence_people(const struct presence *p)
{
    return presence_all(p) & ~(p->bots & ~p->away);
}

seats_t presence_present(const struct presence *p)
{
    return presence_all(p) & ~p->away & ~p->bots;
}

/* The first of `among` in the circle behind a seat; the seat itself is the last. */
static seat_t next_of(const struct presence *p, seat_t behind, seats_t among)
{
    for (int i = 1; i <= p->seats; i++) {
        seat_t seat = (seat_t)((behind - 1 + i) % p->seats + 1);
        if (among & SEAT(seat))
            return seat;
    }
    return 0;
}

seat_t presence_heir(const struct presence *p)
{
    seats_t people = presence_people(p) & ~SEAT(p->host);
    seats_t here = people & presence_present(p);
    return next_of(p, p->host ? p->host : 1, here ? here : people);
}

/* ---- what happened ---- */

/* Is there such a chair at any table? */
static bool is_chair(seat_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

static void mark_in(seats_t *set, seat_t seat, bool in)
{
    *set = in ? *set | SEAT(seat) : *set & ~SEAT(seat);
}

static void sit_down(struct presence *p, const struct seat_taken *x)
{
    if (!is_chair(x->seat))
        return;
    if (x->seat > p->seats)
        p->seats = x->seat;
    mark_in(&p->away, x->seat, false);
    mark_in(&p->ready, x->seat, false);
    mark_in(&p->bots, x->seat, x->bot);
    text_copy(p->player[x->seat].name, NAME_BYTES_MAX, x->name);
    if (!p->host && !x->bot)
        p->host = x->seat;
}

/* Everybody to the place that `order` gives them; whom it does not name is gone. */
static void change_places(struct presence *p, const seat_t *order, int count)
{
    struct presence before;
    memcpy(&before, p, sizeof before);
    p->seats = (uint8_t)count;
    p->host = 0;
    p->away = p->bots = p->ready = 0;
    memset(p->player, 0, sizeof p->player);
    for (int i = 0; i < count; i++) {
        seat_t now = (seat_t)(i + 1), then = order[i];
        if (!is_chair(then))
            continue;
        p->player[now] = before.player[then];
        mark_in(&p->away, now, before.away & SEAT(then));
        mark_in(&p->bots, now, before.bots & SEAT(then));
        mark_in(&p->ready, now, before.ready & SEAT(then));
        p->host = before.host == then ? now : p->host;
    }
}

static void leave(struct presence *p, seat_t seat, bool moves_up)
{
    if (!presence_sits(p, seat))
        return;
    if (p->host == seat)
        p->host = presence_heir(p);
    if (!moves_up) {
        mark_in(&p->bots, seat, true);
        mark_in(&p->away, seat, false);
        mark_in(&p->ready, seat, false);
        return;
    }
    seat_t order[SEATS_MAX];
    int count = 0;
    for (seat_t s = 1; s <= p->seats; s++)
        if (s != seat)
            order[count++] = s;
    change_places(p, order, count);
}

static void mark(struct presence *p, const struct seat_marked *x)
{
    if (!is_chair(x->seat))
        return;
    mark_in(&p->away, x->seat, x->away);
    mark_in(&p->bots, x->seat, x->bot);
    p->ready &= ~p->bots;
}

static void be_named(struct presence *p, const struct seat_named *x)
{
    if (is_chair(x->seat))
        text_copy(p->player[x->seat].name, NAME_BYTES_MAX, x->name);
}

static void get_ready(struct presence *p, const struct seat_ready *x)
{
    if (is_chair(x->seat))
        mark_in(&p->ready, x->seat, x->ready);
}

void presence_apply(struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_seat_taken:
        sit_down(p, BODY(e, seat_taken));
        break;
    case EV_seat_marked:
        mark(p, BODY(e, seat_marked));
        break;
    case EV_seats_reordered:
        change_places(p, BODY(e, seats_reordered)->order, p->seats <= SEATS_MAX ? p->seats : SEATS_MAX);
        break;
    case EV_seat_left:
        leave(p, BODY(e, seat_left)->seat, true);
        break;
    case EV_seat_given_up:
        leave(p, BODY(e, seat_given_up)->seat, false);
        break;
    case EV_table_locked:
        p->locked = BODY(e, table_locked)->locked;
        break;
    case EV_host_changed:
        p->host = BODY(e, host_changed)->seat <= SEATS_MAX ? BODY(e, host_changed)->seat : 0;
        break;
    case EV_seat_ready:
        get_ready(p, BODY(e, seat_ready));
        break;
    case EV_seat_named:
        be_named(p, BODY(e, seat_named));
        break;
    default:
        break;
    }
}
