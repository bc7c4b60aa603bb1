/* tests/secrets_maze.c -- what nobody may know at a table of Magic Maze, stated a second time and by hand:
 *
 *   the order of the pile, except for a top tile that lies face up (M8.2, M8.7) or was put there for all to
 *   see (M7.5), and for tiles that everybody saw go to the bottom (M8.5);
 *   in a solo game, the order of the action tiles that have not been turned over since the shuffle (M9.1).
 *
 * Two worlds that differ only in that are played side by side.  Every viewer, each seat and the gallery, must
 * be sent the same bytes in both, message by message, and be refused for the same reason, until something
 * named here reveals the difference: a tile is laid, the next tile is shown, an action tile is turned over.
 *
 *   secrets_maze [SEEDS [FIRST]]
 *
 * At the end, leaks are planted in copies of the game, and each must be found: a test that cannot fail proves
 * nothing. */
#include <stdio.h>

#include "bots/bot.h"
#include "core/wire.h"
#include "games/maze/scenarios.h"
#include "tests/help/watch.h"

enum { SEEDS = 102, STEPS_MAX = 3000, TWIN_STEPS = 200, LEAK_SEEDS = 60 };

/* What one viewer was sent. */
struct post {
    char *bytes;
    size_t size, room;
    uint32_t messages;
};

struct world {
    struct watch watch;
    struct post post[VIEWS];
    uint16_t kinds[EVENTS_PER_INPUT_MAX];
    int kind_count;
};

/* What should be hidden, by hand. */
struct hidden {
    int pile_from, pile_to; /* positions in the pile, from the bottom */
    int deck_from;          /* the first that has not been seen */
};

struct secret_play {
    struct world world, twin;
    bool twin_open;
    int twin_steps;
    uint64_t seed;
    int64_t now_ms;
    int players;
    int under; /* tiles that all saw go under the pile and that are still in it */
    int seen_of_deck;
    uint64_t twins, reveals;
    const char *leak; /* found */
};

static bool views_checked = true;

/* ---- worlds ---- */

static void keep_post(void *ctx, seats_t who, const struct seen *seen)
{
    struct world *w = ctx;
    char line[WIRE_MAX];
    size_t size = wire_write_seen(w->watch.table.game->schema, seen, line, sizeof line);
    CHECK(size);
    if (who & SEAT(SEAT_GALLERY) && w->kind_count < EVENTS_PER_INPUT_MAX)
        w->kinds[w->kind_count++] = seen->event.kind;
    for (seats_t rest = who; rest; rest &= rest - 1) {
        struct post *post = &w->post[__builtin_ctz(rest)];
        if (post->room - post->size < size) {
            post->room = post->room * 2 + size + 4096;
            CHECK(post->bytes = realloc(post->bytes, post->room));
        }
        memcpy(post->bytes + post->size, line, size);
        post->size += size;
        post->messages++;
    }
}

static void world_open(struct world *w, const struct game *game)
{
    memset(w, 0, sizeof *w);
    watch_open(&w->watch, game);
    w->watch.heard = keep_post;
    w->watch.ctx = w;
}

static void world_close(struct world *w)
{
    for (int v = 0; v < VIEWS; v++)
        free(w->post[v].bytes);
    watch_close(&w->watch);
}

/* ---- what is hidden ---- */

/* Follows the log by hand: nothing of apply() is asked. */
static void follow(struct secret_play *p, seq_t since)
{
    const struct table *t = &p->world.watch.table;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e)) {
        if (e->seq <= since)
            continue;
        if (e->kind == EV_tile_discarded)
            p->under++;
        else if (e->kind == EV_deck_shuffled)
            p->seen_of_deck = 0;
        else if (e->kind == EV_action_turned && BODY(e, action_turned)->index >= p->seen_of_deck)
            p->seen_of_deck = BODY(e, action_turned)->index + 1;
    }
    if (p->under > t->truth->pile_count)
        p->under = t->truth->pile_count;
}

static struct hidden hidden_now(const struct secret_play *p)
{
    const struct state *truth = p->world.watch.table.truth;
    struct hidden h = {.pile_from = p->under, .pile_to = truth->pile_count, .deck_from = p->seen_of_deck};
    int tiles = 0;
    for (int n = 2; n <= TILES_MAX; n++)
        tiles += (truth->scenario.tiles >> n & 1) != 0;
    bool top_untouched = truth->scenario.top && truth->pile_count == tiles;
    bool face_up = truth->scenario.rules & RULE_FACE_UP;
    if (h.pile_to > h.pile_from && (face_up || top_untouched))
        h.pile_to--;
    return h;
}

/* Everything else is known to everybody: views lack what is hidden, and nothing else. */
static bool views_complete(const struct secret_play *p)
{
    struct hidden h = hidden_now(p);
    struct state *known = malloc(sizeof *known);
    CHECK(known);
    bool complete = true;
    for (int v = 0; v <= p->players && complete; v++) {
        const struct state *view = p->world.watch.view[v];
        memcpy(known, p->world.watch.table.truth, sizeof *known);
        for (int i = h.pile_from; i < h.pile_to; i++)
            known->pile[i] = 0;
        for (int i = h.deck_from; i < 7; i++)
            known->deck[i] = 0;
        known->hush.changed = view->hush.changed; /* a number in one's own story */
        complete = !memcmp(known, view, sizeof *known);
    }
    free(known);
    return complete;
}

/* ---- the twin: the same table, its secrets in another order ---- */

static void permute(uint64_t *seed, uint8_t *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(seed, i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static seq_t last_of_kind(const struct table *t, uint16_t kind)
{
    seq_t last = 0;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        if (e->kind == kind)
            last = e->seq;
    return last;
}

static void open_twin(struct secret_play *p)
{
    const struct table *t = &p->world.watch.table;
    struct hidden h = hidden_now(p);
    seq_t deck = last_of_kind(t, EV_deck_shuffled);
    world_open(&p->twin, t->game);
    for (const struct event *logged = table_next(t, NULL); logged; logged = table_next(t, logged)) {
        struct event e = {.at_ms = logged->at_ms, .seq = logged->seq, .to = logged->to, .kind = logged->kind};
        e.size = logged->size;
        memcpy(e.body, logged->body, e.size);
        if (e.kind == EV_pile_shuffled) { /* what lies in the pile now lay at its bottom then */
            struct pile_shuffled pile;
            memcpy(&pile, e.body, sizeof pile);
            permute(&p->seed, pile.order, h.pile_to - h.pile_from);
            memcpy(e.body, &pile, sizeof pile);
        }
        if (e.seq == deck) {
            struct deck_shuffled shuffled;
            memcpy(&shuffled, e.body, sizeof shuffled);
            permute(&p->seed, shuffled.order + h.deck_from, 7 - h.deck_from);
            memcpy(e.body, &shuffled, sizeof shuffled);
        }
        CHECK(table_restore(&p->twin.watch.table, &e));
    }
    watch_show(&p->twin.watch);
    p->twin_open = true;
    p->twin_steps = 0;
    p->twins++;
}

static void close_twin(struct secret_play *p)
{
    if (p->twin_open)
        world_close(&p->twin);
    p->twin_open = false;
}

static bool same_post(const struct secret_play *p)
{
    for (int v = 0; v < VIEWS; v++) {
        const struct post *a = &p->world.post[v], *b = &p->twin.post[v];
        if (a->messages != b->messages || a->size != b->size || memcmp(a->bytes, b->bytes, a->size))
            return false;
    }
    return true;
}

static bool reveals(uint16_t kind)
{
    return kind == EV_tile_laid || kind == EV_next_tile_shown || kind == EV_action_turned;
}

/* Where two posts of a viewer part, the message must be one that reveals: the text of it, up to there. */
static bool parted_by_reveal(const struct post *a, const struct post *b)
{
    static const char *const named[] = {"\"t\":\"tile_laid\"", "\"t\":\"next_tile_shown\"",
                                        "\"t\":\"action_turned\""};
    size_t at = 0, start = 0;
    while (at < a->size && at < b->size && a->bytes[at] == b->bytes[at]) {
        if (a->bytes[at] == '{')
            start = at;
        at++;
    }
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(named[i]);
        for (size_t k = start; k + size <= at; k++)
            if (!memcmp(a->bytes + k, named[i], size))
                return true;
    }
    return false;
}

/* The same input in both worlds. */
static void compare_worlds(struct secret_play *p, refusal_t here, refusal_t there)
{
    if (here != there) {
        p->leak = "a refusal tells what is hidden";
        return;
    }
    if (same_post(p))
        return;
    bool revealed = false;
    for (int i = 0; i < p->world.kind_count; i++)
        revealed = revealed || reveals(p->world.kinds[i]);
    for (int v = 0; v < VIEWS; v++)
        if (!revealed || !parted_by_reveal(&p->world.post[v], &p->twin.post[v])) {
            p->leak = "a message tells what is hidden";
            return;
        }
    p->reveals++;
    close_twin(p); /* from here on the worlds are different for all to see */
}

/* ---- play ---- */

static refusal_t submit(struct secret_play *p, struct input *in)
{
    seq_t before = p->world.watch.table.count;
    in->now_ms = p->now_ms;
    in->dice[0] = chance(&p->seed);
    in->dice[1] = chance(&p->seed);
    p->world.kind_count = p->twin.kind_count = 0;
    refusal_t here = watch_submit(&p->world.watch, in);
    if (p->twin_open)
        compare_worlds(p, here, watch_submit(&p->twin.watch, in));
    follow(p, before);
    if (!p->leak && views_checked && !views_complete(p))
        p->leak = "a view lacks, or knows, something else than what is hidden";
    return here;
}

static bool set_up(struct secret_play *p, uint64_t seed)
{
    struct input in;
    for (int s = 1; s <= p->players; s++) {
        struct seat_player seat = {.name = {(char)('@' + s)}};
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        submit(p, &in);
    }
    static const uint8_t levels[] = {9, 12, 14, 15, 17, 19, 24};
    ASK(&in, SEAT_SERVER, set_up, .number = (uint8_t)(1 + seed % 17),
        .level = levels[chance_below(&p->seed, 7)]);
    if (submit(p, &in))
        return false;
    ASK(&in, 1, turn_hourglass, 0);
    in.seen = p->world.watch.table.story[1];
    return !submit(p, &in);
}

/* A legal input, at times a foolish one. */
static bool think(struct secret_play *p, struct bot *bots, struct input *in)
{
    static struct input offered[LEGAL_MAX];
    seat_t by = (seat_t)(1 + chance_below(&p->seed, p->players));
    struct state *view = p->world.watch.view[by];
    bots[by].seen = p->world.watch.table.story[by];
    if (chance_below(&p->seed, 3) && bot_act(&bots[by], view, p->now_ms, in))
        return true;
    int count = maze.legal(view, by, offered, LEGAL_MAX);
    if (!count)
        return false;
    memcpy(in, chance_offered(&p->seed, offered, count), sizeof *in);
    if (chance_below(&p->seed, 5) == 0)
        in->body[chance_below(&p->seed, 3)] = (uint8_t)chance_below(&p->seed, 25);
    in->seen = p->world.watch.table.story[by];
    return true;
}

/* Plays one table, often beside a twin.  The leak that was found, or NULL. */
static const char *play(const struct game *game, uint64_t seed, uint64_t *twins, uint64_t *revealed)
{
    struct secret_play p = {.seed = seed, .now_ms = 1000, .players = 1 + (int)(seed / 17 % 6)};
    struct bot bots[VIEWS];
    struct input in;
    world_open(&p.world, game);
    if (seed % 3 == 0)
        p.players = 1; /* alone: the deck */
    for (seat_t s = 1; s <= p.players; s++)
        bot_open(&bots[s], bot_find(game, "", 0), game, s, PACE_QUICK, seed);
    bool playing = set_up(&p, seed);
    for (int step = 0; playing && step < STEPS_MAX && !p.leak && !p.world.watch.table.truth->ending; step++) {
        if (!p.twin_open && chance_below(&p.seed, 8) == 0) {
            open_twin(&p);
            if (!same_post(&p))
                p.leak = "the story so far tells what is hidden";
        }
        p.now_ms += chance_below(&p.seed, 600);
        if (p.now_ms >= maze.deadline(p.world.watch.table.truth)) {
            ASK(&in, SEAT_SERVER, tick, 0);
            submit(&p, &in);
        } else if (think(&p, bots, &in)) {
            submit(&p, &in);
        }
        if (p.twin_open && ++p.twin_steps > TWIN_STEPS)
            close_twin(&p);
    }
    close_twin(&p);
    world_close(&p.world);
    *twins += p.twins;
    *revealed += p.reveals;
    return p.leak;
}

/* ---- planted leaks ---- */

static struct kind leaky_events[KINDS_MAX];
static struct schema leaky_schema;
static struct field leaky_list[8];

static const struct field *leaky_fields(void)
{
    return leaky_list;
}

/* The tables, but for one field of one event that everybody is shown. */
static void show_order_of(uint16_t kind)
{
    memcpy(leaky_events, maze_schema.events, sizeof leaky_events);
    leaky_schema = maze_schema;
    leaky_schema.events = leaky_events;
    const struct field *from = maze_schema.events[kind].fields();
    for (int i = 0;; i++) {
        leaky_list[i] = from[i];
        if (!from[i].name)
            break;
        leaky_list[i].sight = SIGHT_ALL;
    }
    leaky_events[kind].fields = leaky_fields;
}

static uint8_t hidden_top(const struct state *s)
{
    return s->pile_count ? s->pile[s->pile_count - 1] : 0;
}

/* A refusal that depends on the next tile. */
static refusal_t telling_refusal(struct turn *t)
{
    if (t->in->kind == CMD_stare_at && hidden_top(t->state) % 2)
        return REFUSAL_not_now;
    return maze.decide(t);
}

/* One message more, depending on the next tile. */
static refusal_t telling_number(struct turn *t)
{
    bool more = t->in->kind == CMD_move_hero && hidden_top(t->state) % 2;
    refusal_t refusal = maze.decide(t);
    if (!refusal && more)
        EMIT(t, 0, stared, .seat = 0, .by = t->in->by);
    return refusal;
}

/* A message whose length depends on the next tile. */
static refusal_t telling_length(struct turn *t)
{
    refusal_t refusal = maze.decide(t);
    if (!refusal && t->in->kind == CMD_stare_at)
        EMIT(t, SEAT(t->in->by), pointed, .tile = hidden_top(t->state), .by = t->in->by);
    return refusal;
}

/* One seat is in on it. */
static refusal_t telling_one_seat(struct turn *t)
{
    refusal_t refusal = maze.decide(t);
    for (int i = 0; i < t->count; i++)
        if (t->events[i].kind == EV_pile_shuffled || t->events[i].kind == EV_deck_shuffled)
            t->events[i].to = SEAT(1);
    return refusal;
}

static bool is_found(const char *what, const struct game *leaky)
{
    uint64_t twins = 0, revealed = 0;
    for (uint64_t seed = 1; seed <= LEAK_SEEDS; seed++) {
        const char *leak = play(leaky, seed, &twins, &revealed);
        if (leak) {
            printf("planted: %s -- found at seed %llu: %s\n", what, (unsigned long long)seed, leak);
            return true;
        }
    }
    fprintf(stderr, "a planted leak was not found: %s\n", what);
    return false;
}

static bool planted_leaks_are_found(void)
{
    struct game leaky = maze;
    leaky.schema = &leaky_schema;
    show_order_of(EV_pile_shuffled);
    bool found = is_found("everybody knows the order of the pile", &leaky);
    views_checked = false; /* the rest must be found by what is sent alone */
    found = is_found("everybody is shown the order of the pile", &leaky) && found;
    show_order_of(EV_deck_shuffled);
    found = is_found("everybody is shown the order of the deck", &leaky) && found;
    leaky = maze;
    leaky.decide = telling_refusal;
    found = is_found("a refusal depends on the next tile", &leaky) && found;
    leaky.decide = telling_number;
    found = is_found("a message more depends on the next tile", &leaky) && found;
    leaky.decide = telling_length;
    found = is_found("one seat is pointed at the next tile", &leaky) && found;
    leaky.decide = telling_one_seat;
    return is_found("one seat is shown the order", &leaky) && found;
}

int main(int argc, char **argv)
{
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : SEEDS;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t twins = 0, revealed = 0;
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        const char *leak = play(&maze, seed, &twins, &revealed);
        if (leak) {
            fprintf(stderr, "secrets of maze, seed %llu: %s\n", (unsigned long long)seed, leak);
            return 1;
        }
    }
    printf("maze: %llu tables, %llu twins, %llu of them parted by a reveal, no leak\n",
           (unsigned long long)seeds, (unsigned long long)twins, (unsigned long long)revealed);
    return planted_leaks_are_found() ? 0 : 1;
}
