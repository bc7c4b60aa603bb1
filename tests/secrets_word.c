/* tests/secrets_word.c -- what a seat may not know at a table of Traître Mot, stated a second time and by
 * hand:
 *
 *   the cards in others' hands, those laid aside by others (W3.6) and how often that happened, the words of
 *   lightning cards, what is left in the draw pile and how much; whether the last word is its announcer's
 *   own; others' piles (W5.3); votes until they are shown (W7.2).
 *
 * For every number of players and every viewer, each seat and the gallery, a world is played.  Now and then
 * a twin of it is made in which everything is otherwise that the viewer may not know: cards change places,
 * an exchange never happened, piles are higher or lower, votes are turned round.  The viewer's story so far
 * must be the same, byte for byte.  Then the same is asked in both worlds, with the same dice at the same
 * times (but others may vote differently), and the viewer must be sent the same messages, equally long,
 * equally many and in the same order, and be refused for the same reason, until a message reveals something
 * by the rules (see reveals()).
 *
 *   secrets_word [SEEDS [FIRST]]
 *
 * At the end, leaks are planted in copies of the game, and each must be found: a test that cannot fail
 * proves nothing. */
#include <stdio.h>

#include "core/text.h"
#include "core/wire.h"
#include "games/word/word.h"
#include "tests/help/leaky.h"
#include "tests/help/watch.h"

enum { SEEDS = 60, LEAK_SEEDS = 8, STEPS_MAX = 500, LEAST = 3, MOST = 8, EXCHANGES = 200 };

/* ---- worlds ---- */

struct message {
    size_t end;
    struct seen seen;
};

/* What the viewer was sent. */
struct post {
    char *bytes;
    size_t size, room;
    struct message *message;
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
        p->room = p->room * 2 + WIRE_MAX;
        CHECK(p->bytes = realloc(p->bytes, p->room));
    }
    if (p->count == p->message_room) {
        p->message_room = p->message_room * 2 + 256;
        CHECK(p->message = realloc(p->message, (size_t)p->message_room * sizeof *p->message));
    }
    memcpy(p->bytes + p->size, line, size);
    p->size += size;
    p->message[p->count++] = (struct message){p->size, *seen};
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
    uint64_t games, twins, moved, unmasked, undone, piles, votes, messages, reveals, exchanges;
} counted;

static const struct state *truth_of(const struct play *p)
{
    return p->world.watch.table.truth;
}

static const struct deck *deck_of(const struct play *p)
{
    return house_deck(truth_of(p)->language);
}

static bool card_is(const struct play *p, uint16_t card, uint32_t plain)
{
    return card && deck_means(deck_of(p), card - 1, truth_of(p)->colour == colour_pink, plain);
}

/* ---- what is otherwise in the twin ---- */

struct otherwise {
    uint16_t becomes[DECK_CARDS_MAX + 1]; /* by card: the one that is there in the twin */
    uint16_t instead[DECK_CARDS_MAX + 1]; /* by card that passed: the one that was held all the time */
    bool undone[DECK_CARDS_MAX + 1];      /* by card: it did not come for another */
    int8_t more[VIEWS];                   /* lightning cards, by seat */
    seats_t turned;                       /* votes */
};

/* The words whose fate everybody knows: all but the last, and that too once an accusation is settled. */
static int settled_words(const struct state *s)
{
    bool settled = !s->word_by || (s->accusation && s->phase == phase_announcing);
    return s->words - !settled;
}

static void note_known(const struct play *p, const struct event *e, bool *known)
{
    const struct card_drawn *drawn = BODY(e, card_drawn);
    if (e->kind == EV_word_started)
        known[BODY(e, word_started)->card] = true;
    if (e->kind == EV_card_shown)
        known[BODY(e, card_shown)->card] = true;
    if (e->kind == EV_word_announced && BODY(e, word_announced)->by == p->viewer)
        known[BODY(e, word_announced)->card] = true;
    if (e->kind != EV_card_drawn || drawn->seat != p->viewer)
        return;
    known[drawn->card] = known[drawn->replaces] = true;
    for (int i = 0; i < 4; i++)
        known[drawn->aside[i]] = true;
}

/* Cards that the viewer knows nothing about change places. */
static void move_cards(struct play *p, struct otherwise *o)
{
    const struct state *s = truth_of(p);
    bool known[DECK_CARDS_MAX + 1] = {false};
    uint16_t hidden[DECK_CARDS_MAX], count = 0, matches = 0;
    for (const struct event *e = table_next(&p->world.watch.table, NULL); e;
         e = table_next(&p->world.watch.table, e))
        note_known(p, e, known);
    for (uint16_t card = 1; card <= deck_of(p)->count; card++) {
        o->becomes[card] = card;
        for (int i = 0; i < settled_words(s); i++)
            known[card] |= card_is(p, card, s->plain[i]);
        if (!known[card])
            hidden[count++] = card;
        if (!known[card] && card_is(p, card, s->words ? s->plain[s->words - 1] : 0))
            matches = card;
    }
    for (int i = 0; i < EXCHANGES; i++) {
        uint16_t a = hidden[chance_below(&p->seed, count)], b = hidden[chance_below(&p->seed, count)];
        if (i == 0 && matches &&
            s->word_by != p->viewer) { /* what was secret is not, or the other way round */
            a = matches;
            b = s->card && s->card != p->viewer ? b : s->hand[s->word_by].card[chance_below(&p->seed, 5)];
            if (!b || known[b])
                continue;
        }
        uint16_t kept = o->becomes[a];
        o->becomes[a] = o->becomes[b];
        o->becomes[b] = kept;
        counted.moved += a != b;
    }
}

/* Exchanges of others never happened: the card that came was in the hand from the beginning. */
static void undo_exchanges(struct play *p, struct otherwise *o)
{
    for (const struct event *e = table_next(&p->world.watch.table, NULL); e;
         e = table_next(&p->world.watch.table, e)) {
        const struct card_drawn *drawn = BODY(e, card_drawn);
        if (e->kind != EV_card_drawn || drawn->seat == p->viewer || !drawn->replaces || !drawn->card ||
            chance_below(&p->seed, 2))
            continue;
        o->instead[drawn->replaces] = drawn->card;
        o->undone[drawn->card] = true;
        counted.undone++;
    }
}

/* As far as the game would not have ended. */
static void move_piles(struct play *p, struct otherwise *o)
{
    uint8_t least[VIEWS], most[VIEWS] = {0};
    memset(least, 255, sizeof least);
    for (const struct event *e = table_next(&p->world.watch.table, NULL); e;
         e = table_next(&p->world.watch.table, e)) {
        const struct pile_counted *x = BODY(e, pile_counted);
        if (e->kind != EV_pile_counted)
            continue;
        least[x->seat] = x->cards < least[x->seat] ? x->cards : least[x->seat];
        most[x->seat] = x->cards > most[x->seat] ? x->cards : most[x->seat];
    }
    for (seat_t seat = 1; seat <= p->players; seat++) {
        int more = chance_below(&p->seed, 3) - 1;
        if (seat == p->viewer || least[seat] + more < 1 || most[seat] + more >= CARDS_TO_WIN)
            continue;
        o->more[seat] = (int8_t)more;
        counted.piles += more != 0;
    }
}

static void turn_votes(struct play *p, struct otherwise *o)
{
    const struct ballot *b = &truth_of(p)->ballot;
    if (!ballot_is_open(b))
        return;
    o->turned = b->voters & (seats_t)chance(&p->seed) & ~SEAT(p->viewer);
    counted.votes += (b->voted & o->turned) != 0;
}

/* ---- the twin's story ---- */

static void rewrite_drawn(const struct play *p, const struct otherwise *o, struct card_drawn *drawn)
{
    const struct deck *deck = deck_of(p);
    int colour = truth_of(p)->colour == colour_pink;
    while (o->instead[drawn->card])
        drawn->card = o->instead[drawn->card];
    drawn->card = o->becomes[drawn->card];
    drawn->replaces = o->becomes[drawn->replaces];
    for (int i = 0; i < 4; i++)
        drawn->aside[i] = o->becomes[drawn->aside[i]];
    text_copy(drawn->text, sizeof drawn->text, drawn->card ? deck_text(deck, drawn->card - 1, colour) : "");
}

/* Is the last word its announcer's own, in the twin? */
static void rewrite_announced(const struct play *p, struct word_announced *said)
{
    const struct hand *hand = &((const struct state *)p->twin.watch.table.truth)->hand[said->by];
    uint16_t before = said->card;
    if (said->by == p->viewer || said->number <= settled_words(truth_of(p)))
        return;
    said->card = 0;
    for (int i = 0; i < HAND_CARDS && !said->card; i++)
        said->card = card_is(p, hand->card[i], said->plain) ? hand->card[i] : 0;
    counted.unmasked += !before != !said->card;
}

static uint8_t turned_round(uint8_t vote)
{
    return vote == vote_yes ? vote_no : vote == vote_no ? vote_yes : vote;
}

/* False: it did not happen. */
static bool rewrite(const struct play *p, const struct otherwise *o, struct event *e)
{
    struct card_drawn *drawn = (struct card_drawn *)(void *)e->body;
    struct piles_dealt *piles = (struct piles_dealt *)(void *)e->body;
    struct pile_counted *pile = (struct pile_counted *)(void *)e->body;
    struct vote_cast *cast = (struct vote_cast *)(void *)e->body; /* vote_changed has the same fields */
    switch (e->kind) {
    case EV_card_drawn:
        if (o->undone[drawn->card] && drawn->replaces)
            return false;
        rewrite_drawn(p, o, drawn);
        return true;
    case EV_piles_dealt:
        for (int i = 0; i < 24; i++)
            piles->cards[i] = o->becomes[piles->cards[i]];
        return true;
    case EV_pile_counted:
        pile->cards = (uint8_t)(pile->cards + o->more[pile->seat]);
        return true;
    case EV_vote_cast:
    case EV_vote_changed:
        if (e->seq >= truth_of(p)->ballot.opened && (o->turned & SEAT(cast->seat)))
            cast->vote = turned_round(cast->vote);
        return true;
    case EV_word_announced:
        rewrite_announced(p, (struct word_announced *)(void *)e->body);
        return true;
    default:
        return true;
    }
}

static void close_twin(struct play *p)
{
    world_close(&p->twin);
    p->twin_open = false;
}

static void open_twin(struct play *p)
{
    static struct otherwise o;
    const struct table *t = &p->world.watch.table;
    memset(&o, 0, sizeof o);
    move_cards(p, &o);
    undo_exchanges(p, &o);
    move_piles(p, &o);
    turn_votes(p, &o);
    world_open(&p->twin, t->game, p->viewer);
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        struct event twin = {.size = e->size};
        memcpy(&twin, e, offsetof(struct event, body) + e->size);
        if (!rewrite(p, &o, &twin))
            continue;
        twin.seq = p->twin.watch.table.count + 1;
        CHECK(table_restore(&p->twin.watch.table, &twin));
    }
    watch_show(&p->twin.watch);
    p->twin_open = true;
    counted.twins++;
    CHECK(word.sound(p->twin.watch.table.truth));
}

/* ---- comparing ---- */

static bool was_said(const struct play *p, const struct card_shown *shown)
{
    const struct state *s = truth_of(p);
    uint32_t plain = shown->word >= 1 && shown->word <= s->words ? s->plain[shown->word - 1] : 0;
    for (uint16_t card = 1; card <= deck_of(p)->count; card++)
        if (!strcmp(deck_text(deck_of(p), card - 1, s->colour == colour_pink), shown->text))
            return card_is(p, card, plain);
    return false;
}

/* May worlds part here?  A card that comes to light is one whose word was said. */
static bool reveals(const struct play *p, const struct seen *seen)
{
    const struct event *e = &seen->event;
    switch (e->kind) {
    case EV_card_shown:
        return was_said(p, BODY(e, card_shown));
    case EV_accusation_settled:
        return BODY(e, accusation_settled)->accusation == accusation_secret_word;
    case EV_card_drawn: /* the viewer's own: from another draw pile */
        return BODY(e, card_drawn)->seat == p->viewer;
    case EV_pile_counted: /* after a card that came to light */
        return BODY(e, pile_counted)->seat == p->viewer;
    case EV_word_started:
    case EV_ballot_closed:
    case EV_piles_shown:
    case EV_hand_shown:
    case EV_misses_shown:
        return true;
    default:
        return false;
    }
}

static void compare(struct play *p, int from)
{
    const struct post *a = &p->world.post, *b = &p->twin.post;
    for (int i = from; i < a->count || i < b->count; i++) {
        if (i < a->count && i < b->count && same_message(a, b, i)) {
            counted.messages++;
            continue;
        }
        const struct message *in_a = i < a->count ? &a->message[i] : NULL;
        const struct message *in_b = i < b->count ? &b->message[i] : NULL;
        if (!(in_a && reveals(p, &in_a->seen)) && !(in_b && reveals(p, &in_b->seen)))
            p->leak = word_schema.events[(in_a ? in_a : in_b)->seen.event.kind].name;
        counted.reveals++;
        close_twin(p);
        return;
    }
    if (memcmp(p->world.watch.view[p->viewer], p->twin.watch.view[p->viewer],
               p->world.watch.table.game->state_size))
        p->leak = "the view";
}

static void submit(struct play *p, struct input *in)
{
    in->now_ms = p->now_ms;
    in->dice[0] = chance(&p->seed);
    in->dice[1] = chance(&p->seed);
    if (in->by <= SEATS_MAX)
        in->seen = p->world.watch.table.story[in->by];
    int from = p->world.post.count;
    seq_t before = p->world.watch.table.count;
    refusal_t refusal = watch_submit(&p->world.watch, in);
    for (const struct event *e = table_next(&p->world.watch.table, NULL); e;
         e = table_next(&p->world.watch.table, e))
        counted.exchanges += e->seq > before && e->kind == EV_card_drawn && BODY(e, card_drawn)->replaces;
    if (!p->twin_open)
        return;
    if (in->by <= SEATS_MAX)
        in->seen = p->twin.watch.table.story[in->by];
    if (in->kind == CMD_cast_vote && in->by != p->viewer && chance_below(&p->seed, 2))
        *(struct cast_vote *)(void *)in->body = (struct cast_vote){turned_round(BODY(in, cast_vote)->vote)};
    refusal_t twin = watch_submit(&p->twin.watch, in);
    if (twin != refusal && in->by == p->viewer)
        p->leak = "a refusal";
    compare(p, from);
}

/* ---- playing ---- */

static void set_up(struct play *p, const struct game *game)
{
    struct input in;
    world_open(&p->world, game, p->viewer);
    for (int i = 0; i < p->players; i++) {
        struct seat_player seat = {.name = {(char)('A' + i)}};
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        submit(p, &in);
    }
    uint8_t without_turns = chance_below(&p->seed, 2) != 0;
    ASK(&in, SEAT_SERVER, set_up, .without_turns = without_turns,
        .language = (uint8_t)(1 + chance_below(&p->seed, 3)), .colour = (uint8_t)chance_below(&p->seed, 3));
    submit(p, &in);
    CHECK(truth_of(p)->words == 1);
}

/* A word that somebody holds, whoever it is. */
static void say_held(struct play *p, seat_t by, struct input *in)
{
    const struct state *s = truth_of(p);
    struct announce said = {.after = s->words};
    uint16_t card = s->hand[1 + chance_below(&p->seed, p->players)].card[chance_below(&p->seed, HAND_CARDS)];
    if (card)
        text_copy(said.text, sizeof said.text, deck_text(deck_of(p), card - 1, s->colour == colour_pink));
    ask(in, by, CMD_announce, &said, sizeof said);
}

static void ask_anything(struct play *p, seat_t by, struct input *in)
{
    static struct input list[LEGAL_MAX];
    const struct state *s = truth_of(p);
    int count = word.legal(p->world.watch.view[by], by, list, LEGAL_MAX);
    switch (chance_below(&p->seed, 12)) {
    case 0:
        ASK(in, by, claim, .word = s->words, .card = (uint16_t)chance_below(&p->seed, 240));
        break;
    case 1:
        ASK(in, by, claim, .word = s->words,
            .card = s->hand[1 + chance_below(&p->seed, p->players)].card[chance_below(&p->seed, HAND_CARDS)]);
        break;
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
        say_held(p, s->announcer ? s->announcer : by, in);
        break;
    case 7:
        ASK(in, by, cast_vote, .vote = (uint8_t)chance_below(&p->seed, 3));
        break;
    case 8:
        ASK(in, by, say, .text = "I have no idea.");
        break;
    case 9:
        ASK(in, by, remove_player, .seat = (seat_t)chance_below(&p->seed, p->players + 2));
        if (chance_below(&p->seed, 12))
            ASK(in, by, finish, 0);
        break;
    default:
        if (count)
            *in = list[chance_below(&p->seed, count)];
        else
            ASK(in, by, react, .reaction = reaction_wonder);
    }
    if (in->kind == CMD_accuse && chance_below(&p->seed, 3)) /* let games last a little */
        ASK(in, by, react, .reaction = reaction_yes);
}

static void step(struct play *p)
{
    struct input in;
    int64_t deadline_ms = word.deadline(truth_of(p));
    p->now_ms += chance_below(&p->seed, 1500);
    if (p->now_ms >= deadline_ms) {
        p->now_ms = deadline_ms;
        ASK(&in, SEAT_SERVER, tick, 0);
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
    p.seed = seed * 7919 + (uint64_t)players * 101 + viewer;
    p.now_ms = 1000;
    p.players = players;
    p.viewer = viewer;
    set_up(&p, game);
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

/* That a card was exchanged. */
static bool exchanged(const struct turn *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_card_drawn && BODY(&t->events[i], card_drawn)->replaces)
            return true;
    return false;
}

static refusal_t leak_exchange(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    if (!refusal && exchanged(t))
        EMIT(t, SEAT(VIEWS) - 1, reacted, .by = 1, .reaction = reaction_wonder);
    return refusal;
}

static refusal_t leak_exchange_time(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    for (int i = 0; i < t->count && exchanged(t); i++)
        t->events[i].at_ms++;
    return refusal;
}

/* A word that is its author's own stands a little longer. */
static refusal_t leak_standing(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    if (!refusal && t->in->kind == CMD_announce && t->state->card)
        t->state->stands_ms += 1;
    return refusal;
}

static refusal_t leak_refusal(struct turn *t)
{
    const struct state *s = t->state;
    if (t->in->kind == CMD_accuse && t->truth && s->card)
        return REFUSAL_not_now;
    return word.decide(t);
}

/* Who votes when thumbs are down is told by the order. */
static refusal_t leak_vote(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    if (!refusal && t->in->kind == CMD_cast_vote && BODY(t->in, cast_vote)->vote == vote_yes)
        EMIT(t, SEAT(VIEWS) - 1, reacted, .by = t->in->by, .reaction = reaction_no);
    return refusal;
}

static refusal_t leak_neighbour(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_card_drawn)
            t->events[i].to |= t->events[i].to << 1;
    return refusal;
}

/* The end of the pile. */
static refusal_t leak_pile(struct turn *t)
{
    refusal_t refusal = word.decide(t);
    int lowest = 255;
    for (seat_t seat = 1; seat <= t->state->presence.seats; seat++)
        lowest = t->state->pile[seat] < lowest ? t->state->pile[seat] : lowest;
    if (!refusal && t->in->kind == CMD_announce && lowest == 2)
        EMIT(t, SEAT(VIEWS) - 1, reacted, .by = t->in->by, .reaction = reaction_hurry);
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
        {EV_piles_dealt, "cards"}, {EV_word_announced, "card"}, {EV_vote_cast, "vote"},
        {EV_card_drawn, NULL},     {EV_pile_counted, NULL},     {EV_vote_changed, NULL},
    };
    static const struct {
        const char *name;
        refusal_t (*decide)(struct turn *t);
    } deciders[] = {
        {"an event more, when a card is exchanged", leak_exchange},
        {"what comes with an exchange is a millisecond late", leak_exchange_time},
        {"a secret word stands a millisecond longer", leak_standing},
        {"a refusal that depends on a card", leak_refusal},
        {"an event more, for a thumb down", leak_vote},
        {"the left neighbour sees the card", leak_neighbour},
        {"an event more, while somebody has two lightning cards", leak_pile},
    };
    bool all = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        leak_field(&word, fields[i].kind, fields[i].field);
        all = found(word_schema.events[fields[i].kind].name) && all;
    }
    for (size_t i = 0; i < sizeof deciders / sizeof *deciders; i++) {
        leaky = word;
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
                const char *leak = play(&word, players, viewer, seed);
                if (leak) {
                    fprintf(stderr, "seat %d of %d learns what it may not, seed %llu: %s\n", viewer, players,
                            (unsigned long long)seed, leak);
                    return 1;
                }
            }
    printf(
        "%llu games, %llu twins: %llu cards elsewhere, %llu words that are secret in one only, %llu "
        "exchanges undone, %llu other piles, %llu other votes; %llu exchanges; %llu messages the same until "
        "%llu reveals\n",
        (unsigned long long)counted.games, (unsigned long long)counted.twins,
        (unsigned long long)counted.moved, (unsigned long long)counted.unmasked,
        (unsigned long long)counted.undone, (unsigned long long)counted.piles,
        (unsigned long long)counted.votes, (unsigned long long)counted.exchanges,
        (unsigned long long)counted.messages, (unsigned long long)counted.reveals);
    CHECK(counted.moved && counted.unmasked && counted.undone && counted.piles && counted.votes);
    return leaks_are_found() ? 0 : 1;
}
