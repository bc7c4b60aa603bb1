/* tests/secrets_traitor.c -- what a seat may not know at a table of Are You the Traitor?, stated a second
 * time and by hand:
 *
 *   the characters of others, except the wizards (T1.3), the Key Holder if there are 6 players or more and
 *   one is not a wizard (T1.4), and the other traitors if there are 8 or more and one is a traitor (T1.5);
 *   the cards of other wizards (T1.6); the treasures of others and of the pile, except a card that was in
 *   one's own hand or went into it or out of it by a ring, and rings that were discarded (T4.2, T4.6).
 *
 * For every number of players and every viewer, each seat and the gallery, a world is played.  Now and then
 * a twin of it is made by swapping what that viewer may not know: two characters, two wizard cards, two
 * treasures, and so on; each swap is kept if the rules allow the resulting world.  The viewer's story so far
 * must be the same, byte for byte.  Then the same is asked in both worlds, with the same dice at the same
 * times, and the viewer must be sent the same messages, equally long, equally many and in the same order,
 * and be refused for the same reason, until a message reveals something by the rules (see reveals()).
 *
 *   secrets_traitor [SEEDS [FIRST]]
 *
 * At the end, leaks are planted in copies of the game, and each must be found: a test that cannot fail
 * proves nothing. */
#include <stdio.h>

#include "core/wire.h"
#include "games/traitor/traitor.h"
#include "tests/help/leaky.h"
#include "tests/help/watch.h"

enum { SEEDS = 60, LEAK_SEEDS = 6, STEPS_MAX = 600, LEAST = 4, MOST = 10, OPS_MAX = 4000, EXCHANGES = 60 };

/* ---- worlds ---- */

/* What the viewer was sent. */
struct post {
    char *bytes;
    size_t size, room;
    struct {
        size_t end;
        struct seen seen;
    } * message;
    int count, message_room;
};

struct world {
    struct watch watch;
    struct post post;
    seat_t viewer;
};

static void keep_post(void *ctx, seats_t who, const struct seen *seen)
{
    struct world *w = ctx;
    struct post *p = &w->post;
    char line[WIRE_MAX];
    if (!(who & SEAT(w->viewer)))
        return;
    size_t size = wire_write_seen(w->watch.table.game->schema, seen, line, sizeof line);
    CHECK(size);
    if (p->room - p->size < size) {
        p->room = p->room * 2 + 4096;
        CHECK(p->bytes = realloc(p->bytes, p->room));
    }
    if (p->count == p->message_room) {
        p->message_room = p->message_room * 2 + 256;
        CHECK(p->message = realloc(p->message, (size_t)p->message_room * sizeof *p->message));
    }
    memcpy(p->bytes + p->size, line, size);
    p->size += size;
    p->message[p->count].end = p->size;
    p->message[p->count++].seen = *seen;
}

static void world_open(struct world *w, const struct game *game, seat_t viewer)
{
    memset(w, 0, sizeof *w);
    watch_open(&w->watch, game);
    w->watch.heard = keep_post;
    w->watch.ctx = w;
    w->viewer = viewer;
}

static void world_close(struct world *w)
{
    free(w->post.bytes);
    free(w->post.message);
    watch_close(&w->watch);
}

static bool same_message(const struct post *a, const struct post *b, int i)
{
    size_t from_a = i ? a->message[i - 1].end : 0, from_b = i ? b->message[i - 1].end : 0;
    size_t size = a->message[i].end - from_a;
    return size == b->message[i].end - from_b && !memcmp(a->bytes + from_a, b->bytes + from_b, size);
}

/* ---- one viewer's play ---- */

struct play {
    struct world world, twin;
    bool twin_open;
    uint64_t seed;
    int64_t now_ms;
    int players;
    seat_t viewer;
    const char *leak; /* found */
};

static struct {
    uint64_t games, twins, exchanged_roles, exchanged_cards, exchanged_treasures, messages, reveals, thefts;
} counted;

static const struct state *truth_of(const struct play *p)
{
    return p->world.watch.table.truth;
}

/* ---- exchanging roles ---- */

static bool knows_character(const struct play *p, seat_t seat)
{
    const struct state *s = truth_of(p);
    uint8_t mine = p->viewer ? s->character[p->viewer] : 0, theirs = s->character[seat];
    if (theirs == character_wizard || seat == p->viewer)
        return true;
    if (!p->viewer)
        return false;
    return (theirs == character_key_holder && p->players >= 6 && mine != character_wizard) ||
           (theirs == character_traitor && p->players >= 8 && mine == character_traitor);
}

static void exchange_characters(struct play *p, uint8_t *character)
{
    for (int i = 0; i < EXCHANGES; i++) {
        seat_t a = (seat_t)(1 + chance_below(&p->seed, p->players)),
               b = (seat_t)(1 + chance_below(&p->seed, p->players));
        if (knows_character(p, a) || knows_character(p, b) || character[a] == character[b])
            continue;
        uint8_t kept = character[a];
        character[a] = character[b];
        character[b] = kept;
        counted.exchanged_roles++;
    }
}

/* The cards of the other wizards and the one that was left over. */
static void exchange_wizard_cards(struct play *p, uint8_t *side)
{
    const struct state *s = truth_of(p);
    int copies = p->players >= 9 ? 2 : 1, left[3] = {0, copies, copies};
    uint8_t *slot[8], spare[8], count = 0, spares = 0;
    for (seat_t seat = 1; seat <= p->players; seat++)
        if (s->character[seat] == character_wizard) {
            left[s->side[seat]]--;
            if (seat != p->viewer)
                slot[count++] = &side[seat];
        }
    for (uint8_t kind = side_good; kind <= side_evil; kind++)
        while (left[kind]-- > 0) {
            spare[spares] = kind;
            slot[count++] = &spare[spares++];
        }
    for (int i = 0; i < EXCHANGES && count; i++) {
        uint8_t *a = slot[chance_below(&p->seed, count)], *b = slot[chance_below(&p->seed, count)], kept = *a;
        counted.exchanged_cards += *a != *b;
        *a = *b;
        *b = kept;
    }
}

/* ---- exchanging treasures: each card is known by its place in the shuffled pile ---- */

struct op {
    enum { OP_DRAW, OP_STEAL, OP_DISCARD } what;
    seat_t by, from;
    uint8_t card;
};

struct history {
    struct op op[OPS_MAX];
    int count;
    uint8_t kind[TREASURES];
    seat_t holder[TREASURES];
    bool seen[TREASURES]; /* by the viewer */
    int pile;
};

static uint8_t card_of_kind(const struct history *h, seat_t holder, uint8_t kind)
{
    uint8_t card = 0;
    while (card < TREASURES && !(h->holder[card] == holder && h->kind[card] == kind))
        card++;
    CHECK(card < TREASURES);
    return card;
}

static void follow(struct history *h, const struct event *e, seat_t viewer)
{
    struct op op = {OP_DRAW, 0, 0, 0};
    switch (e->kind) {
    case EV_treasure_shuffled:
        memcpy(h->kind, BODY(e, treasure_shuffled)->order, sizeof h->kind);
        h->pile = TREASURES;
        return;
    case EV_treasure_drawn:
        op = (struct op){OP_DRAW, BODY(e, treasure_drawn)->seat, 0, (uint8_t)--h->pile};
        break;
    case EV_card_stolen: {
        const struct card_stolen *x = BODY(e, card_stolen);
        op = (struct op){OP_STEAL, x->by, x->seat, card_of_kind(h, x->seat, x->treasure)};
        break;
    }
    case EV_ring_discarded: {
        seat_t by = BODY(e, ring_discarded)->by;
        op = (struct op){OP_DISCARD, by, 0, card_of_kind(h, by, treasure_magic_ring)};
        break;
    }
    default:
        return;
    }
    CHECK(h->count < OPS_MAX);
    h->op[h->count++] = op;
    h->holder[op.card] = op.what == OP_DISCARD ? 0 : op.by;
    if (op.what == OP_DISCARD || (viewer && (op.by == viewer || op.from == viewer)))
        h->seen[op.card] = true;
}

static bool totals_possible(const struct history *h, const seat_t *holder)
{
    static const int worth[] = {0, 5, 4, 3, 2, 1, 1, 0};
    int total[VIEWS] = {0};
    for (int card = 0; card < TREASURES; card++)
        total[holder[card]] += worth[h->kind[card]];
    for (int seat = 1; seat < VIEWS; seat++)
        if (total[seat] >= 10)
            return false;
    return true;
}

/* Could all this have happened with these treasures?  A hand with a statue loses a statue; nobody had 10
 * points. */
static bool possible(const struct history *h, bool by_hand)
{
    seat_t holder[TREASURES] = {0};
    for (int i = 0; i < h->count; i++) {
        const struct op *op = &h->op[i];
        if (op->what == OP_STEAL && h->kind[op->card] != treasure_gilded_statue)
            for (int card = 0; card < TREASURES; card++)
                if (holder[card] == op->from && h->kind[card] == treasure_gilded_statue)
                    return false;
        holder[op->card] = op->what == OP_DISCARD ? 0 : op->by;
        bool settled = i + 1 == h->count || h->op[i + 1].what != OP_DRAW;
        if (settled && op->what != OP_STEAL && !by_hand && !totals_possible(h, holder))
            return false;
    }
    return true;
}

static void exchange_treasures(struct play *p, struct history *h)
{
    bool by_hand = truth_of(p)->by_hand;
    CHECK(possible(h, by_hand));
    for (int i = 0; i < EXCHANGES; i++) {
        int a = chance_below(&p->seed, TREASURES), b = chance_below(&p->seed, TREASURES);
        uint8_t kept = h->kind[a];
        if (h->seen[a] || h->seen[b] || kept == h->kind[b])
            continue;
        h->kind[a] = h->kind[b];
        h->kind[b] = kept;
        counted.exchanged_treasures++;
        if (possible(h, by_hand))
            continue;
        h->kind[b] = h->kind[a];
        h->kind[a] = kept;
        counted.exchanged_treasures--;
    }
}

/* ---- the twin ---- */

struct exchange {
    uint8_t character[VIEWS], side[VIEWS];
    struct history treasures;
    seq_t deal; /* the round_begun from which roles are exchanged; none: beyond the end */
};

static seats_t with_character(const struct exchange *x, int players, uint8_t character)
{
    seats_t seats = 0;
    for (int seat = 1; seat <= players; seat++)
        seats |= x->character[seat] == character ? SEAT(seat) : 0;
    return seats;
}

static void rewrite_roles(struct event *e, const struct exchange *x, int players)
{
    void *body = e->body;
    switch (e->kind) {
    case EV_card_dealt:
        ((struct card_dealt *)body)->character = x->character[BODY(e, card_dealt)->seat];
        break;
    case EV_key_holder_told:
        ((struct key_holder_told *)body)->seat =
            seats_first(with_character(x, players, character_key_holder));
        break;
    case EV_traitors_told:
        ((struct traitors_told *)body)->seats = e->to = with_character(x, players, character_traitor);
        break;
    case EV_wizard_card_dealt:
        ((struct wizard_card_dealt *)body)->side = x->side[BODY(e, wizard_card_dealt)->seat];
        break;
    default:
        break;
    }
}

/* `op` counts the treasures that have moved. */
static void rewrite_treasures(struct event *e, const struct history *h, int *op)
{
    void *body = e->body;
    switch (e->kind) {
    case EV_treasure_shuffled:
        memcpy(((struct treasure_shuffled *)body)->order, h->kind, sizeof h->kind);
        break;
    case EV_treasure_drawn:
        ((struct treasure_drawn *)body)->treasure = h->kind[h->op[(*op)++].card];
        break;
    case EV_card_stolen:
        ((struct card_stolen *)body)->treasure = h->kind[h->op[(*op)++].card];
        break;
    case EV_ring_discarded:
        (*op)++;
        break;
    default:
        break;
    }
}

static void open_twin(struct play *p)
{
    static struct exchange x;
    const struct table *t = &p->world.watch.table;
    const struct state *s = truth_of(p);
    int op = 0;
    memset(&x, 0, sizeof x);
    memcpy(x.character, s->character, sizeof x.character);
    memcpy(x.side, s->side, sizeof x.side);
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        follow(&x.treasures, e, p->viewer);
    x.deal = s->phase == phase_round ? s->begun : t->count + 1;
    if (s->phase == phase_round) {
        exchange_characters(p, x.character);
        exchange_wizard_cards(p, x.side);
    }
    if (!s->announced)
        exchange_treasures(p, &x.treasures);
    world_open(&p->twin, t->game, p->viewer);
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        struct event twin = {.size = e->size};
        memcpy(&twin, e, offsetof(struct event, body) + e->size);
        if (twin.seq >= x.deal)
            rewrite_roles(&twin, &x, p->players);
        rewrite_treasures(&twin, &x.treasures, &op);
        CHECK(table_restore(&p->twin.watch.table, &twin));
    }
    watch_show(&p->twin.watch);
    p->twin_open = true;
    counted.twins++;
    CHECK(traitor.sound(p->twin.watch.table.truth));
}

/* ---- comparing ---- */

/* May this message tell the viewer something new of what is hidden? */
static bool reveals(const struct play *p, const struct seen *seen)
{
    const struct event *e = &seen->event;
    switch (e->kind) {
    case EV_card_revealed: /* T2.2 */
    case EV_round_won:
    case EV_points_announced: /* T5.2 */
    case EV_tie_found:
    case EV_hand_shown: /* T5.4 */
    case EV_game_ended:
        return true;
    case EV_treasure_drawn: /* one's own */
        return p->viewer && BODY(e, treasure_drawn)->seat == p->viewer;
    case EV_card_stolen: /* T4.6 */
        return p->viewer &&
               (BODY(e, card_stolen)->by == p->viewer || BODY(e, card_stolen)->seat == p->viewer);
    default:
        return false;
    }
}

static void close_twin(struct play *p)
{
    world_close(&p->twin);
    p->twin_open = false;
}

/* The messages from number `from` on.  A difference must be something that reveals, and ends the twin. */
static void compare(struct play *p, int from)
{
    const struct post *a = &p->world.post, *b = &p->twin.post;
    for (int i = from; i < a->count || i < b->count; i++) {
        if (i < a->count && i < b->count && same_message(a, b, i)) {
            counted.messages++;
            continue;
        }
        if (!(i < a->count && reveals(p, &a->message[i].seen)) &&
            !(i < b->count && reveals(p, &b->message[i].seen)))
            p->leak =
                traitor_schema
                    .events[i < a->count ? a->message[i].seen.event.kind : b->message[i].seen.event.kind]
                    .name;
        counted.reveals++;
        close_twin(p);
        return;
    }
    size_t size = p->world.watch.table.game->state_size;
    if (memcmp(p->world.watch.view[p->viewer], p->twin.watch.view[p->viewer], size))
        p->leak = "the view";
}

/* By using a ring, or by announcing, others show what they have: a twin in which they cannot is another
 * story. */
static bool shows_own_hand(const struct play *p, const struct input *in)
{
    return in->by != p->viewer && (in->kind == CMD_use_ring || in->kind == CMD_announce);
}

static void submit(struct play *p, struct input *in)
{
    in->now_ms = p->now_ms;
    in->dice[0] = chance(&p->seed);
    in->dice[1] = chance(&p->seed);
    if (in->by <= SEATS_MAX)
        in->seen = p->world.watch.table.story[in->by];
    int from = p->world.post.count;
    refusal_t refusal = watch_submit(&p->world.watch, in);
    counted.thefts += !refusal && in->kind == CMD_use_ring;
    if (!p->twin_open)
        return;
    if (in->by <= SEATS_MAX)
        in->seen = p->twin.watch.table.story[in->by];
    refusal_t twin = watch_submit(&p->twin.watch, in);
    if (twin != refusal && shows_own_hand(p, in)) {
        counted.reveals++;
        close_twin(p);
        return;
    }
    if (twin != refusal)
        p->leak = "a refusal";
    compare(p, from);
}

/* ---- playing ---- */

static void seat_all(struct play *p, const struct game *game)
{
    struct input in;
    world_open(&p->world, game, p->viewer);
    for (int i = 0; i < p->players; i++) {
        struct seat_player asked = {.name = "Seat A"};
        asked.name[5] = (char)('A' + i);
        ask(&in, SEAT_SERVER, CMD_seat_player, &asked, sizeof asked);
        submit(p, &in);
    }
    ASK(&in, SEAT_SERVER, set_up, .limit_s = chance_below(&p->seed, 2) ? 60 : 0, .pause_s = 15,
        .by_hand = chance_below(&p->seed, 3) == 0);
    submit(p, &in);
    CHECK(truth_of(p)->phase == phase_round);
}

/* Anything a seat could ask for, sensible or not: refusals are compared as well. */
static void ask_anything(struct play *p, seat_t by, struct input *in)
{
    static struct input list[LEGAL_MAX];
    seat_t other = (seat_t)chance_below(&p->seed, p->players + 2);
    int count = traitor.legal(p->world.watch.view[by], by, list, LEGAL_MAX);
    switch (chance_below(&p->seed, 17)) {
    case 0:
        ASK(in, by, use_ring, .seat = other);
        break;
    case 1:
        ASK(in, by, announce, 0);
        break;
    case 2:
        ASK(in, by, say_phrase, .phrase = (uint8_t)chance_below(&p->seed, phrase_end + 1), .seat = other,
            .other = (seat_t)chance_below(&p->seed, p->players + 2),
            .role = (uint8_t)chance_below(&p->seed, 7));
        break;
    case 3:
        ASK(in, by, say, .text = "It was not me.");
        break;
    case 4:
        ASK(in, by, react, .reaction = (uint8_t)chance_below(&p->seed, reaction_end));
        break;
    case 5:
        ASK(in, by, ready, 0);
        break;
    case 14:
        ASK(in, by, answer_seat, .yes = chance_below(&p->seed, 4) != 0);
        break;
    case 15:
        ASK(in, by, decline_end, 0);
        break;
    case 16:
        if (chance_below(&p->seed, 8) == 0)
            ASK(in, by, ask_end, 0); /* which shows all cards, if all agree (P1.9) */
        else
            ASK(in, by, remove_player, .seat = chance_below(&p->seed, 8) ? other : by);
        break;
    case 6:
        if (chance_below(&p->seed, 4) == 0) {
            ASK(in, by, stop, .seat = other);
            break;
        }
        /* fall through */
    default:
        if (count)
            *in = list[chance_below(&p->seed, count)];
        else
            ASK(in, by, react, .reaction = reaction_wonder);
    }
    if (in->kind == CMD_stop && chance_below(&p->seed, 3)) /* let rounds last a little */
        ASK(in, by, say_phrase, .phrase = phrase_suspect, .seat = other);
}

static void step(struct play *p)
{
    struct input in;
    int64_t deadline_ms = traitor.deadline(truth_of(p));
    p->now_ms += chance_below(&p->seed, 1500);
    if (p->now_ms >= deadline_ms) {
        p->now_ms = deadline_ms;
        ASK(&in, SEAT_SERVER, tick, 0);
    } else if (chance_below(&p->seed, 40) == 0) {
        seat_t seat = (seat_t)(1 + chance_below(&p->seed, p->players));
        struct seat_player newcomer = {.name = "Newcomer", .seat = seat};
        if (chance_below(&p->seed, 2))
            ASK(&in, SEAT_SERVER, want_seat, .seat = seat);
        else
            ask(&in, SEAT_SERVER, CMD_seat_player, &newcomer, sizeof newcomer);
    } else if (chance_below(&p->seed, 60) == 0) {
        ASK(&in, SEAT_SERVER, mark_seat, .seat = (seat_t)(1 + chance_below(&p->seed, p->players)),
            .away = (uint8_t)chance_below(&p->seed, 2));
    } else {
        ask_anything(p, (seat_t)(1 + chance_below(&p->seed, p->players)), &in);
    }
    submit(p, &in);
}

static const char *play(const struct game *game, int players, seat_t viewer, uint64_t seed)
{
    static struct play p;
    memset(&p, 0, sizeof p);
    p = (struct play){
        .seed = seed * 7919 + (uint64_t)players * 101 + viewer, .now_ms = 1000, .players = players};
    p.viewer = viewer;
    seat_all(&p, game);
    for (int i = 0; i < STEPS_MAX && truth_of(&p)->phase != phase_over && !p.leak; i++) {
        if (!p.twin_open && chance_below(&p.seed, 3) == 0) {
            open_twin(&p);
            compare(&p, 0);
        }
        if (!p.leak)
            step(&p);
    }
    if (p.twin_open)
        close_twin(&p);
    world_close(&p.world);
    counted.games++;
    return p.leak;
}

/* ---- planted leaks ---- */

static refusal_t leak_extra(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    if (!refusal && t->in->kind == CMD_say_phrase && t->state->character[t->in->by] == character_traitor)
        EMIT(t, SEAT(VIEWS) - 1, reacted, .by = t->in->by, .reaction = reaction_laugh);
    return refusal;
}

static refusal_t leak_refusal(struct turn *t)
{
    const struct say_phrase *x = BODY(t->in, say_phrase);
    if (t->in->kind == CMD_say_phrase && x->phrase == phrase_suspect && x->seat < VIEWS &&
        t->state->character[x->seat] == character_traitor)
        return REFUSAL_not_now;
    return traitor.decide(t);
}

static refusal_t leak_neighbour(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_card_dealt)
            t->events[i].to |= t->events[i].to << 1;
    return refusal;
}

static refusal_t leak_robbery(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_card_stolen)
            t->events[i].to |= SEAT(SEAT_GALLERY) | SEAT(1);
    return refusal;
}

static refusal_t leak_time(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_phrase_said)
            t->events[i].at_ms += t->state->character[t->in->by] == character_guard;
    return refusal;
}

static refusal_t leak_length(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_said && t->state->side[t->in->by] == side_evil)
            memcpy(t->events[i].body + t->events[i].size++ - 1, " ", 2);
    return refusal;
}

static refusal_t leak_hand(struct turn *t)
{
    refusal_t refusal = traitor.decide(t);
    if (!refusal && t->in->kind == CMD_ready && t->state->hand[t->in->by].of[treasure_gilded_statue - 1])
        EMIT(t, SEAT(VIEWS) - 1, reacted, .by = t->in->by, .reaction = reaction_yes);
    return refusal;
}

static bool found(const char *name)
{
    for (uint64_t seed = 1; seed <= LEAK_SEEDS; seed++)
        for (int players = LEAST; players <= MOST; players++)
            for (seat_t viewer = 0; viewer <= players; viewer++) {
                const char *leak = play(&leaky, players, viewer, seed);
                if (leak) {
                    printf("planted: %s; found by seat %d of %d, in %s\n", name, viewer, players, leak);
                    return true;
                }
            }
    fprintf(stderr, "a planted leak was not found: %s\n", name);
    return false;
}

static bool leaks_are_found(void)
{
    static const struct {
        uint16_t kind;
        const char *field;
    } fields[] = {
        {EV_treasure_shuffled, "order"}, {EV_card_dealt, "character"},   {EV_key_holder_told, "seat"},
        {EV_traitors_told, "seats"},     {EV_wizard_card_dealt, "side"}, {EV_treasure_drawn, "treasure"},
        {EV_card_stolen, "treasure"},
    };
    static const struct {
        const char *name;
        refusal_t (*decide)(struct turn *t);
    } deciders[] = {
        {"an event more, after what a traitor says", leak_extra},
        {"a refusal that depends on a card", leak_refusal},
        {"the left neighbour sees the card", leak_neighbour},
        {"a third seat sees what was stolen", leak_robbery},
        {"guards are a millisecond late", leak_time},
        {"evil texts are longer", leak_length},
        {"an event more, for a statue in the hand", leak_hand},
    };
    bool all = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        leak_field(&traitor, fields[i].kind, fields[i].field);
        all = found(traitor_schema.events[fields[i].kind].name) && all;
    }
    for (size_t i = 0; i < sizeof deciders / sizeof *deciders; i++) {
        leaky = traitor;
        leaky.decide = deciders[i].decide;
        all = found(deciders[i].name) && all;
    }
    return all;
}

int main(int argc, char **argv)
{
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : SEEDS;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int players = LEAST; players <= MOST; players++)
        for (seat_t viewer = 0; viewer <= players; viewer++)
            for (uint64_t seed = first; seed < first + seeds; seed++) {
                const char *leak = play(&traitor, players, viewer, seed);
                if (leak) {
                    fprintf(stderr, "seat %d of %d learns what it may not, seed %llu: %s\n", viewer, players,
                            (unsigned long long)seed, leak);
                    return 1;
                }
            }
    printf("%llu games, %llu twins by %llu exchanges of roles, %llu of wizard cards, %llu of treasures; %llu "
           "messages the same until %llu reveals; %llu thefts\n",
           (unsigned long long)counted.games, (unsigned long long)counted.twins,
           (unsigned long long)counted.exchanged_roles, (unsigned long long)counted.exchanged_cards,
           (unsigned long long)counted.exchanged_treasures, (unsigned long long)counted.messages,
           (unsigned long long)counted.reveals, (unsigned long long)counted.thefts);
    CHECK(counted.exchanged_roles && counted.exchanged_cards && counted.exchanged_treasures &&
          counted.thefts);
    return leaks_are_found() ? 0 : 1;
}
