/* tests/secrets_roles.c -- what nobody else may know at a table of Magic Maze with hidden roles, stated a
 * second time and by hand (the rest of the maze is in secrets_maze.c):
 *
 *   which card a player has and on which side it is, until it is shown (H9.2); whether it has changed sides,
 *   what it has counted and broken; which cards were put away; that a card forbids something, or has a clock
 *   (H9.3); whether a player is offered to go home.
 *
 * For every level, number of players and viewer, each seat and the gallery, two worlds are played that differ
 * only in the cards of the others.  The same is asked in both at the same times.  What another player asks
 * and only one world accepts is left out: it is for that player alone to know why.  The viewer must be sent
 * the same messages, equally long, equally many and in the same order, and be refused for the same reason;
 * and the server must be refused alike, whatever it asks; until a card is shown in one of the worlds.
 * Deadlines of either world are met in both.
 *
 *   secrets_roles [ROUNDS [FIRST]]
 *
 * At the end, leaks are planted in copies of the game, and each must be found: a test that cannot fail proves
 * nothing. */
#include <stdio.h>

#include "core/wire.h"
#include "games/maze/role_play.h"
#include "tests/help/leaky.h"
#include "tests/help/watch.h"

enum { ROUNDS = 12, STEPS = 350, LEVELS = 5, LEAST = 3, MOST = 9 };

/* ---- worlds ---- */

struct post {
    char *bytes;
    size_t size, room, last; /* `last`: where the last message that was compared ends */
};

struct world {
    struct watch watch;
    struct post post;
    seat_t viewer;
};

static void keep_post(void *ctx, seats_t who, const struct seen *seen)
{
    struct world *w = ctx;
    char line[WIRE_MAX];
    if (!(who & SEAT(w->viewer)))
        return;
    size_t size = wire_write_seen(w->watch.table.game->schema, seen, line, sizeof line);
    CHECK(size);
    if (w->post.room - w->post.size < size) {
        w->post.room = w->post.room * 2 + size + 4096;
        CHECK(w->post.bytes = realloc(w->post.bytes, w->post.room));
    }
    memcpy(w->post.bytes + w->post.size, line, size);
    w->post.size += size;
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
    watch_close(&w->watch);
}

static const struct state *truth(const struct world *w)
{
    return w->watch.table.truth;
}

/* ---- a play ---- */

struct play {
    struct world a, b;
    const struct game *game;
    uint64_t seed;
    int64_t now_ms;
    int players;
    uint8_t level;
    seat_t viewer;
    bool revealed;
    const char *leak;
};

static struct {
    uint64_t plays, steps, left_out, messages, reveals, told[2];
} counted;

static bool message_is(const char *bytes, size_t size, const char *kind)
{
    for (size_t k = 0; k + strlen(kind) <= size; k++)
        if (!memcmp(bytes + k, kind, strlen(kind)))
            return true;
    return false;
}

/* Where the two posts part, is it that a card is shown, or that time has decided by the last one's side,
 * which is shown with it (H5.10)? */
static bool parted_by_reveal(const struct post *a, const struct post *b)
{
    size_t at = 0, start = 0;
    while (at < a->size && at < b->size && a->bytes[at] == b->bytes[at]) {
        if (a->bytes[at] == '{')
            start = at;
        at++;
    }
    const struct post *both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        const struct post *p = both[i];
        size_t from = at < a->size && at < b->size && a->bytes[at] != '{' && b->bytes[at] != '{' ? start : at;
        size_t end = from;
        while (end < p->size && (end == from || p->bytes[end] != '{'))
            end++;
        if (message_is(p->bytes + from, end - from, "\"t\":\"card_shown\"") ||
            message_is(p->bytes + from, end - from, "\"t\":\"outcome_decided\""))
            return true;
    }
    return false;
}

static void compare(struct play *p)
{
    struct post *a = &p->a.post, *b = &p->b.post;
    if (a->size == b->size && !memcmp(a->bytes + a->last, b->bytes + b->last, a->size - a->last)) {
        a->last = b->last = a->size;
        return;
    }
    if (!parted_by_reveal(a, b))
        p->leak = "a message tells what is hidden";
    p->revealed = true;
    counted.reveals++;
}

/* What the viewer may not know is not in its view. */
static void look_at_view(struct play *p)
{
    const struct roles *r = &p->a.watch.view[p->viewer]->roles;
    seats_t own = SEAT(p->viewer) & ~SEAT(SEAT_GALLERY);
    for (seat_t seat = 1; seat <= p->players; seat++) {
        bool open = (SEAT(seat) & (own | r->shown)) != 0;
        if (!open && (r->card[seat] || r->side[seat] || r->breaches[seat] || r->settled[seat] ||
                      r->eased_ms[seat] || r->waits_ms[seat]))
            p->leak = "a view knows what is hidden";
    }
    if ((r->locked | r->waits | r->judged) & ~own)
        p->leak = "a view knows whose clock runs";
}

static refusal_t submit_in(struct play *p, struct world *w, const struct input *in)
{
    struct input asked = *in;
    asked.now_ms = p->now_ms;
    asked.seen = in->by <= SEATS_MAX ? w->watch.table.story[in->by] : 0;
    seq_t before = w->watch.table.count;
    refusal_t refusal = watch_submit(&w->watch, &asked);
    for (const struct event *e = table_next(&w->watch.table, NULL); e; e = table_next(&w->watch.table, e))
        if (e->seq > before && e->kind == EV_card_told)
            counted.told[w == &p->b]++;
    return refusal;
}

/* Would it be accepted?  And would the game be over? */
static refusal_t rehearse(struct play *p, struct world *w, const struct input *in, bool *ends)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    static uint8_t state[STATE_MAX];
    struct input asked = *in;
    int count;
    asked.now_ms = p->now_ms;
    asked.seen = w->watch.table.count;
    memcpy(state, w->watch.table.truth, p->game->state_size);
    struct state *s = (struct state *)(void *)state;
    refusal_t refusal = turn_judge(p->game, NULL, s, &asked, 1, events, &count);
    *ends = maze.over(s);
    return refusal;
}

static void submit(struct play *p, struct input *in)
{
    bool end_a, end_b, outsider = in->by == p->viewer || in->by == SEAT_SERVER;
    in->dice[0] = chance(&p->seed);
    in->dice[1] = chance(&p->seed);
    if (!outsider && !rehearse(p, &p->a, in, &end_a) != !rehearse(p, &p->b, in, &end_b)) {
        counted.left_out++; /* that player alone knows why */
        return;
    }
    refusal_t here = submit_in(p, &p->a, in), there = submit_in(p, &p->b, in);
    counted.steps++;
    if (outsider && here != there)
        p->leak = "a refusal tells what is hidden";
    compare(p);
    if (!p->leak)
        look_at_view(p);
}

/* Deadlines of either world, in both. */
static void meet_deadlines(struct play *p, int64_t until_ms)
{
    while (!p->leak && !p->revealed) {
        int64_t a = p->game->deadline(truth(&p->a)), b = p->game->deadline(truth(&p->b)), due = a < b ? a : b;
        struct input in;
        if (due > until_ms)
            break;
        p->now_ms = due > p->now_ms ? due : p->now_ms;
        ASK(&in, SEAT_SERVER, tick, 0);
        submit(p, &in);
    }
    p->now_ms = until_ms;
}

/* ---- the twin ---- */

/* Other cards for everybody but the viewer, from the same deck; the rest of it is put away. */
static void deal_otherwise(struct play *p, uint8_t card[VIEWS])
{
    const struct state *s = truth(&p->a);
    uint8_t deck[64];
    int count = 0;
    for (uint8_t c = 1; c < card_end; c++) {
        const struct role *role = &deck_house.role[c];
        int copies = p->level == 1 ? (role->side == side_traitor ? 1 : p->players - 1) : role->copies;
        if (!(role->letters >> (p->level - 1) & 1) || !role_fits(s, role))
            continue;
        for (copies -= p->viewer && card[p->viewer] == c; copies > 0; copies--)
            deck[count++] = c;
    }
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(&p->seed, i + 1);
        uint8_t kept = deck[i];
        deck[i] = deck[j], deck[j] = kept;
    }
    for (seat_t seat = 1; seat <= p->players; seat++)
        if (seat != p->viewer)
            card[seat] = deck[--count];
}

static void open_twin(struct play *p)
{
    uint8_t card[VIEWS];
    memcpy(card, truth(&p->a)->roles.card, sizeof card);
    deal_otherwise(p, card);
    world_open(&p->b, p->game, p->viewer);
    const struct table *t = &p->a.watch.table;
    for (const struct event *logged = table_next(t, NULL); logged; logged = table_next(t, logged)) {
        struct event e = {.at_ms = logged->at_ms, .seq = logged->seq, .to = logged->to, .kind = logged->kind};
        e.size = logged->size;
        memcpy(e.body, logged->body, e.size);
        if (e.kind == EV_role_dealt) {
            struct role_dealt dealt = *BODY(logged, role_dealt);
            dealt.card = card[dealt.seat];
            memcpy(e.body, &dealt, sizeof dealt);
        }
        CHECK(table_restore(&p->b.watch.table, &e));
    }
    watch_show(&p->b.watch);
}

/* ---- what is asked ---- */

static void happen(struct play *p, uint16_t kind, const void *body, size_t size)
{
    watch_happen(&p->a.watch, p->now_ms, kind, body, size);
    watch_happen(&p->b.watch, p->now_ms, kind, body, size);
}
#define BOTH(p, name, ...) happen((p), EV_##name, &(struct name){__VA_ARGS__}, sizeof(struct name))

/* By chance one hardly comes far: what cards wait for happens, in both worlds. */
static void leap(struct play *p)
{
    const struct state *s = truth(&p->a);
    uint8_t hero = (uint8_t)(1 + chance_below(&p->seed, HEROES));
    if (!s->running)
        return;
    if (chance_below(&p->seed, 2) && s->hush.talk == talk_silent && !rule(s, RULE_NO_TALK | RULE_GESTURES))
        BOTH(p, talk_changed, .talk = talk_open);
    else if (!s->theft && chance_below(&p->seed, 3) == 0)
        BOTH(p, theft_done, 0);
    else if (s->theft && seats_count(s->left) < 3 && !(s->left >> (hero - 1) & 1))
        BOTH(p, hero_left, .hero = hero);
    else if (chance_below(&p->seed, 3) == 0)
        BOTH(p, hourglass_turned, .left_ms = 1000 * (5 + chance_below(&p->seed, 60)), .by = 1);
}

static void ask_server(struct play *p, struct input *in)
{
    seat_t seat = (seat_t)(1 + chance_below(&p->seed, p->players));
    static const char names[][sizeof "Newcomer"] = {"", "Newcomer"};
    struct seat_player sits = {.seat = seat};
    struct name_seat named = {.seat = seat, .name = "Name"};
    switch (chance_below(&p->seed, 4)) {
    case 0:
        ASK(in, SEAT_SERVER, mark_seat, .seat = seat, .away = (flag)chance_below(&p->seed, 2),
            .bot = (flag)chance_below(&p->seed, 2));
        break;
    case 1:
        ASK(in, SEAT_SERVER, want_seat, .seat = seat);
        break;
    case 2:
        memcpy(sits.name, names[chance_below(&p->seed, 2)], sizeof names[0]);
        ask(in, SEAT_SERVER, CMD_seat_player, &sits, sizeof sits);
        break;
    default:
        ask(in, SEAT_SERVER, CMD_name_seat, &named, sizeof named);
    }
}

static void ask_seat(struct play *p, seat_t by, struct input *in)
{
    static struct input offered[LEGAL_MAX];
    struct say said = {.text = "hm"};
    int count = p->game->legal(p->a.watch.view[by], by, offered, LEGAL_MAX);
    switch (chance_below(&p->seed, 12)) {
    case 0:
        ask(in, by, CMD_say, &said, sizeof said);
        return;
    case 1:
        ASK(in, by, go_home, 0);
        return;
    case 2:
        ASK(in, by, react, .reaction = reaction_yes);
        return;
    case 3:
        ASK(in, by, ask_pause, 0);
        return;
    default:
        if (count)
            memcpy(in, chance_offered(&p->seed, offered, count), sizeof *in);
        else
            ASK(in, by, stare_at, .seat = 0);
        if (chance_below(&p->seed, 8) == 0)
            in->body[0] = (uint8_t)chance_below(&p->seed, 16);
    }
}

/* The viewer is out from the beginning: as a ghost, or having failed.  It must know no more than others. */
static void eliminate_viewer(struct play *p)
{
    const struct roles *r = &truth(&p->a)->roles;
    seat_t seat = p->viewer;
    BOTH(p, card_shown, .seat = seat, .card = r->card[seat], .side = r->side[seat]);
    BOTH(p, seats_eliminated, .seats = SEAT(seat),
         .fall = (uint8_t)(r->side[seat] == side_traitor ? fall_convicted : fall_failed));
}

static void step(struct play *p)
{
    struct input in;
    bool ends;
    meet_deadlines(p, p->now_ms + chance_below(&p->seed, 1500));
    if (p->leak || p->revealed)
        return;
    if (chance_below(&p->seed, 20) == 0)
        leap(p);
    if (chance_below(&p->seed, 12) == 0) {
        ask_server(p, &in);
    } else {
        seat_t by = (seat_t)(1 + chance_below(&p->seed, p->players));
        ask_seat(p, by, &in);
        if (!rehearse(p, &p->a, &in, &ends) && ends)
            return; /* it would all be over */
    }
    submit(p, &in);
    if (truth(&p->a)->clock.stopped && !p->leak && !p->revealed) {
        ASK(&in, (seat_t)(1 + chance_below(&p->seed, p->players)), resume, 0);
        submit(p, &in);
    }
}

static bool set_up(struct play *p)
{
    static const uint8_t levels[] = {9, 12, 14, 17};
    struct input in;
    for (int s = 1; s <= p->players; s++) {
        struct seat_player seat = {.name = {(char)('@' + s)}};
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        submit_in(p, &p->a, &in);
    }
    uint8_t number = (uint8_t)(p->players == 9 ? 9 : 3 + chance_below(&p->seed, 15));
    ASK(&in, SEAT_SERVER, set_up, .number = number, .level = levels[1 + chance_below(&p->seed, 3)],
        .roles = p->level);
    in.dice[0] = chance(&p->seed);
    in.dice[1] = chance(&p->seed);
    return !submit_in(p, &p->a, &in);
}

/* The leak that was found, or NULL. */
static const char *play(const struct game *game, uint8_t level, int players, seat_t viewer, uint64_t seed)
{
    struct play p = {.game = game,
                     .seed = seed * 1000003 + level * 1009u + (unsigned)players * 101u + viewer,
                     .now_ms = 1000,
                     .players = players,
                     .level = level,
                     .viewer = viewer};
    world_open(&p.a, game, viewer);
    bool playing = set_up(&p);
    CHECK(playing);
    open_twin(&p);
    compare(&p);
    for (seat_t seat = 1; seat <= players && !p.leak; seat++) {
        struct input in;
        ASK(&in, seat, look_at_card, 0);
        submit(&p, &in);
    }
    struct input in;
    ASK(&in, 1, turn_hourglass, 0);
    if (!p.leak)
        submit(&p, &in);
    if (viewer && players > LEAST && seed % 3 == 0)
        eliminate_viewer(&p);
    for (int i = 0; i < STEPS && !p.leak && !p.revealed && !truth(&p.a)->ending; i++)
        step(&p);
    counted.plays++;
    world_close(&p.a);
    world_close(&p.b);
    return p.leak;
}

static const char *play_all(const struct game *game, uint64_t seed)
{
    for (uint8_t level = 1; level <= LEVELS; level++)
        for (int players = LEAST; players <= MOST; players++)
            for (seat_t viewer = 0; viewer <= players; viewer++) {
                const char *leak = play(game, level, players, viewer, seed);
                if (leak) {
                    printf("level %d, %d players, viewer %d, round %llu: ", level, players, viewer,
                           (unsigned long long)seed);
                    return leak;
                }
            }
    return NULL;
}

/* ---- planted leaks ---- */

static seats_t holders(const struct state *s, uint8_t card)
{
    seats_t found = 0;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        found |= s->roles.card[seat] == card ? SEAT(seat) : 0;
    return found;
}

/* Everybody sees to whom it is offered to go home. */
static refusal_t telling_offer(struct turn *t)
{
    refusal_t refusal = maze.decide(t);
    const struct state *s = t->state;
    if (!refusal && t->in->kind == CMD_turn_hourglass)
        for (seat_t seat = 1; seat <= s->presence.seats; seat++)
            if (role_may_go_home(s, seat))
                EMIT(t, 0, stared, .by = seat);
    return refusal;
}

/* The monk's field is shut, and so talk is not open for the table. */
static seats_t telling_monk(const struct state *s, seat_t speaker, enum channel channel)
{
    if (speaker == SEAT_SERVER && s->running && holders(s, card_silent_monk))
        return 0;
    return maze.hears(s, speaker, channel);
}

/* A clock that only a card needs makes a message for all. */
static refusal_t telling_clock(struct turn *t)
{
    refusal_t refusal = maze.decide(t);
    bool told = false;
    for (int i = 0; i < t->count; i++)
        told = told || t->events[i].kind == EV_card_told;
    if (!refusal && t->in->kind == CMD_tick && told)
        EMIT(t, 0, stared, .by = 1);
    return refusal;
}

/* One that has changed sides cannot be stared at. */
static refusal_t telling_refusal(struct turn *t)
{
    seat_t at = t->in->kind == CMD_stare_at ? BODY(t->in, stare_at)->seat : 0;
    if (at && at <= SEATS_MAX && t->state->roles.side[at] == side_traitor && t->truth)
        return REFUSAL_not_now;
    return maze.decide(t);
}

/* The number of traitors is the number of messages. */
static refusal_t telling_number(struct turn *t)
{
    refusal_t refusal = maze.decide(t);
    if (!refusal && t->in->kind == CMD_turn_hourglass)
        for (seats_t rest = role_on_side(t->state, role_in_game(t->state), side_traitor); rest;
             rest &= rest - 1)
            EMIT(t, 0, stared, .by = 1);
    return refusal;
}

static bool is_found(const char *what)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        const char *leak = play_all(&leaky, seed);
        if (leak) {
            printf("%s -- planted: %s\n", leak, what);
            return true;
        }
    }
    fprintf(stderr, "a planted leak was not found: %s\n", what);
    return false;
}

static bool planted_leaks_are_found(void)
{
    leaky = maze;
    leaky.decide = telling_offer;
    bool found = is_found("all see who is offered to go home");
    leaky = maze;
    leaky.hears = telling_monk;
    found = is_found("the monk's silence shows in whose names may be shown") && found;
    leaky = maze;
    leaky.decide = telling_clock;
    found = is_found("a hidden clock makes a message") && found;
    leaky.decide = telling_refusal;
    found = is_found("a refusal depends on another's side") && found;
    leaky.decide = telling_number;
    found = is_found("the number of messages is the number of traitors") && found;
    leak_field(&maze, EV_role_dealt, "card");
    found = is_found("everybody is shown the cards") && found;
    leak_field(&maze, EV_card_told, NULL);
    return is_found("everybody learns that a card stands otherwise") && found;
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : ROUNDS;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + rounds; seed++) {
        const char *leak = play_all(&maze, seed);
        if (leak) {
            printf("%s\n", leak);
            return 1;
        }
    }
    printf("%llu plays, %llu things asked in both worlds, %llu left out, %llu and %llu things told to owners "
           "alone, %llu reveals\n",
           (unsigned long long)counted.plays, (unsigned long long)counted.steps,
           (unsigned long long)counted.left_out, (unsigned long long)counted.told[0],
           (unsigned long long)counted.told[1], (unsigned long long)counted.reveals);
    return planted_leaks_are_found() ? 0 : 1;
}
