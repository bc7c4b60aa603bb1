/* bench/walk.c -- the random walk of `turncoat bench engine`.
 *
 * All ways do the same: pick a random hero and direction, check for a wall, and
 * if there is none, ask for a step.  The floor does it on a flat array of cells,
 * the others through the engine.  The mall is the built-in one with all 24 tiles
 * laid; hands stay as dealt, so that the seat for a direction is known.  Of the role
 * cards, those are played that let their owners walk. */
#include "bench/walk.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "core/wire.h"
#include "games/maze/role_play.h"
#include "table/table.h"

enum { OUTBOX_MAX = 1 << 14, SEATS_MANY = 8 };

struct outbox {
    char *at; /* always with room for a whole message */
    char bytes[OUTBOX_MAX];
};

struct floor_mall {
    int32_t at[HEROES];
    int32_t step[DIRECTIONS];
    uint8_t *cells; /* bit d: a step that way is possible */
};

struct walk {
    enum walk_way way;
    int tables;
    int seats;
    bool shows;
    uint8_t roles; /* the level of hidden roles; 0: without */
    uint64_t random;
    seat_t seat[DIRECTIONS];
    struct table begin; /* every table starts as a copy of this one */
    struct state *truths;
    struct state (*views)[BENCH_SEATS];
    struct table *kept;
    struct floor_mall *floors;
    uint8_t *cells;
    struct outbox outbox[SEATS_MANY];
    struct walk_result result;
};

size_t walk_state_size(void)
{
    return sizeof(struct state);
}

/* ---- a mall with all tiles laid ---- */

static bool submit(struct table *t, struct input in)
{
    in.seen = t->count;
    in.dice[0] = t->count;
    in.now_ms = 1;
    return table_submit(t, &in) == REFUSAL_OK;
}

/* Puts the right hero on the first unexplored space, and explores. */
static bool lay_one(struct table *t, seat_t explorer)
{
    struct state *s = t->truth;
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; s->mall[n].laid && i < SPACES; i++) {
            place_t at = PLACE(n, i);
            if (!mall_unexplored(s, at))
                continue;
            int hero = space_hero(mall_space(s, at), space_explore_yellow);
            place_t back = s->hero_at[hero];
            struct input in;
            s->hero_at[hero] = at;
            ASK(&in, explorer, explore, .hero = (uint8_t)(hero + 1), .tile = (uint8_t)n, .space = (uint8_t)i);
            bool laid = submit(t, in);
            s->hero_at[hero] = back;
            return laid;
        }
    return false;
}

static seat_t holder_of(const struct state *s, uint8_t action)
{
    seat_t seat = 1;
    while (seat < s->presence.seats && !(s->may[seat] >> (action - 1) & 1))
        seat++;
    return seat;
}

/* Everybody who walks may walk: nobody has a card that forbids it, or that fails by it. */
static void give_cards(struct state *s)
{
    static const uint8_t cards[SEATS_MANY] = {card_doorman,      card_slowcoach, card_thrill_seeker,
                                              card_sightseer,    card_panicker,  card_fair_weather,
                                              card_double_agent, card_time_thief};
    for (seat_t seat = 1; seat <= SEATS_MANY; seat++) {
        s->roles.card[seat] = cards[seat - 1];
        s->roles.side[seat] = deck_house.role[cards[seat - 1]].side;
    }
}

static bool build_mall(struct walk *w)
{
    struct table *t = &w->begin;
    struct input in;
    bool ok = table_open(t, &maze);
    for (char name[2] = "A"; ok && name[0] < 'A' + w->seats; name[0]++) {
        struct seat_player player = {.name = {name[0]}, .bot = 1};
        ask(&in, SEAT_SERVER, CMD_seat_player, &player, sizeof player);
        ok = submit(t, in);
    }
    if (ok) {
        ASK(&in, SEAT_SERVER, set_up, .tiles = 0x1fffffc, .sand_s = 180, .side = 1, .title = "A walk",
            .rules = w->seats == SEATS_MANY ? RULE_PASS_LEFT : RULE_TALK_ALWAYS, .roles = w->roles);
        ok = submit(t, in);
        ASK(&in, 1, turn_hourglass, 0);
        ok = ok && submit(t, in);
    }
    while (ok && t->truth->pile_count)
        ok = lay_one(t, holder_of(t->truth, action_explore));
    if (!ok)
        return false;
    if (w->roles)
        give_cards(t->truth);
    for (int n = 1; n <= TILES_MAX; n++) /* nothing flips: the walk has no end */
        for (int i = 0; i < SPACES; i++)
            if (mall_space(t->truth, PLACE(n, i)) == space_hourglass)
                t->truth->mall[n].used |= (uint16_t)(1u << i);
    for (uint8_t d = 0; d < DIRECTIONS; d++)
        w->seat[d] = holder_of(t->truth, (uint8_t)(action_north + d));
    return true;
}

/* ---- the floor: the same mall as a flat array ---- */

enum { FLOOR_WIDE = 128, FLOOR_HIGH = 128, FLOOR_SIZE = FLOOR_WIDE * FLOOR_HIGH };

static int floor_cell(const struct state *s, place_t place)
{
    int east, south;
    mall_position(s, place, &east, &south);
    return (south + FLOOR_HIGH / 2) * FLOOR_WIDE + east + FLOOR_WIDE / 2;
}

static void draw_floor(const struct state *s, struct floor_mall *f)
{
    static const int32_t step[DIRECTIONS] = {-FLOOR_WIDE, 1, FLOOR_WIDE, -1};
    memcpy(f->step, step, sizeof step);
    for (int h = 0; h < HEROES; h++)
        f->at[h] = floor_cell(s, s->hero_at[h]);
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; i < SPACES; i++)
            for (int d = 0; d < DIRECTIONS; d++)
                if (mall_step(s, PLACE(n, i), d, false))
                    f->cells[floor_cell(s, PLACE(n, i))] |= (uint8_t)(1 << d);
}

static void floor_try(struct walk *w, int table, int hero, int direction)
{
    struct floor_mall *f = &w->floors[table];
    int32_t at = f->at[hero];
    if (!(f->cells[at] >> direction & 1))
        return;
    w->result.judged++;
    at += f->step[direction];
    for (int h = 0; h < HEROES; h++)
        if (f->at[h] == at)
            return;
    f->at[hero] = at;
    w->result.accepted++;
}

/* ---- the engine ---- */

/* Encoded once, in the outbox of the first seat that sees it; the others get a
 * copy, in blocks, since there is room for a whole message. */
static void to_outbox(struct walk *w, seats_t who, const struct seen *seen)
{
    enum { BLOCK = 128 };
    const char *first = NULL;
    size_t size = 0;
    for (int seat = 0; seat < w->seats; seat++) {
        struct outbox *o = &w->outbox[seat];
        char *at = o->at;
        if (!(who >> (seat + 1) & 1))
            continue;
        if (!first)
            size = wire_write_seen(maze.schema, seen, at, WIRE_MAX), first = at;
        else
            for (size_t i = 0; i < size; i += BLOCK)
                memcpy(at + i, first + i, BLOCK);
        at += size;
        o->at = at <= o->bytes + OUTBOX_MAX - WIRE_MAX ? at : o->bytes; /* full: sent */
        w->result.bytes += size;
    }
}

static void show_kept(void *ctx, seats_t who, const struct seen *seen)
{
    to_outbox(ctx, who, seen);
}

static void show_fresh(struct walk *w, int table, const struct event *events, int count)
{
    const seats_t players = (SEAT(w->seats) - 1) << 1;
    struct seen seen;
    for (int i = 0; i < count; i++)
        for (int inside = 0; inside < 2; inside++) {
            seats_t who = see_from(&events[i], inside, players);
            if (!who || !see(maze.schema, &events[i], inside, &seen))
                continue;
            to_outbox(w, who, &seen);
            for (int seat = 0; w->views && seat < BENCH_SEATS; seat++)
                if (who >> (seat + 1) & 1)
                    maze.apply(&w->views[table][seat], &seen.event);
        }
}

static bool open_at(struct table *t, const struct state *truth)
{
    if (!table_open(t, &maze))
        return false;
    memcpy(t->truth, truth, sizeof *truth);
    return true;
}

/* A log must not fill up: a new game starts where this one is. */
static void begin_anew(struct table *t)
{
    struct table old = *t;
    CHECK(open_at(t, old.truth));
    table_close(&old);
}

static bool judge_kept(struct walk *w, int table, struct input *in)
{
    struct table *t = &w->kept[table];
    if (table_now(t) > LOG_MAX / 2)
        begin_anew(t);
    bool accepted = table_submit(t, in) == REFUSAL_OK;
    table_show(t, show_kept, w);
    return accepted;
}

static bool judge_bare(struct walk *w, int table, const struct input *in)
{
    struct event events[EVENTS_PER_INPUT_MAX];
    int count;
    refusal_t refusal =
        turn_judge(&maze, NULL, &w->truths[table], in, (seq_t)(w->result.accepted & 1023), events, &count);
    if (w->shows)
        show_fresh(w, table, events, count);
    return refusal == REFUSAL_OK;
}

static void engine_try(struct walk *w, int table, int hero, int direction)
{
    const struct state *s = w->kept ? w->kept[table].truth : &w->truths[table];
    place_t to = mall_step(s, s->hero_at[hero], direction, false);
    if (!to)
        return;
    struct input in;
    ASK(&in, w->seat[direction], move_hero, .hero = (uint8_t)(hero + 1), .tile = (uint8_t)PLACE_TILE(to),
        .space = PLACE_SPACE(to));
    in.now_ms = 1;
    in.seen = UINT32_MAX;
    w->result.judged++;
    w->result.accepted += w->kept ? judge_kept(w, table, &in) : judge_bare(w, table, &in);
}

/* ---- the walk ---- */

static bool open_kept(struct walk *w)
{
    w->kept = calloc((size_t)w->tables, sizeof *w->kept);
    for (int i = 0; w->kept && i < w->tables; i++)
        if (!open_at(&w->kept[i], w->begin.truth))
            return false;
    return w->kept != NULL;
}

static bool open_floors(struct walk *w)
{
    w->floors = calloc((size_t)w->tables, sizeof *w->floors);
    w->cells = calloc((size_t)w->tables, FLOOR_SIZE);
    for (int i = 0; w->floors && w->cells && i < w->tables; i++) {
        w->floors[i].cells = w->cells + (size_t)i * FLOOR_SIZE;
        draw_floor(w->begin.truth, &w->floors[i]);
    }
    return w->floors && w->cells;
}

static bool open_truths(struct walk *w)
{
    size_t views = w->way == WALK_VIEWS ? (size_t)w->tables : 0;
    w->truths = calloc((size_t)w->tables, sizeof *w->truths);
    w->views = views ? calloc(views, sizeof *w->views) : NULL;
    if (!w->truths || (views && !w->views))
        return false;
    for (int i = 0; i < w->tables; i++) {
        memcpy(&w->truths[i], w->begin.truth, sizeof *w->truths);
        for (int seat = 0; w->views && seat < BENCH_SEATS; seat++)
            memcpy(&w->views[i][seat], w->begin.truth, sizeof(struct state));
    }
    return true;
}

static void shut(struct walk *w)
{
    for (int i = 0; w->kept && i < w->tables; i++)
        table_close(&w->kept[i]);
    free(w->kept);
    free(w->floors);
    free(w->cells);
    free(w->truths);
    free(w->views);
    table_close(&w->begin);
    free(w);
}

/* CPU time of this process: what else runs on the machine hardly matters. */
static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void walk_on(struct walk *w, uint64_t accepted)
{
    double start = now_s();
    while (w->result.accepted < accepted) {
        uint64_t r = bench_draw(&w->random);
        int table = (int)((r >> 32) * (uint64_t)w->tables >> 32), hero = r >> 3 & 3, direction = r >> 5 & 3;
        w->result.tried++;
        if (w->way == WALK_FLOOR)
            floor_try(w, table, hero, direction);
        else
            engine_try(w, table, hero, direction);
    }
    w->result.seconds = now_s() - start;
}

bool walk_run(enum walk_way way, int tables, uint64_t accepted, struct walk_result *out)
{
    struct walk *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    w->way = way;
    w->tables = tables;
    w->seats = way >= WALK_JUDGED_8 ? SEATS_MANY : BENCH_SEATS;
    w->roles = way == WALK_JUDGED_ROLES || way == WALK_SHOWN_ROLES ? LEVEL_GUESSING : 0;
    w->shows = way != WALK_JUDGED && way != WALK_JUDGED_8 && way != WALK_JUDGED_ROLES;
    w->random = 0x9e3779b97f4a7c15u;
    for (int seat = 0; seat < w->seats; seat++)
        w->outbox[seat].at = w->outbox[seat].bytes;
    bool ok = build_mall(w) && (way == WALK_FLOOR   ? open_floors(w)
                                : way == WALK_TABLE ? open_kept(w)
                                                    : open_truths(w));
    if (ok) {
        walk_on(w, accepted / 16); /* warm up */
        w->result = (struct walk_result){0};
        walk_on(w, accepted);
        *out = w->result;
    }
    shut(w);
    return ok;
}
