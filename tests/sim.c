/* tests/sim.c -- the production host with a simulated network, clock and store,
 * everything from one seed.
 *
 * Messages are late, connections drop, browsers come back with an old `since`
 * and repeat what was not answered, the store fails before or after its work,
 * and the server dies between storing and showing.  Browsers fold what they are
 * told, as real ones do.  When the weather is fair again, every browser's view
 * must match the server's, byte for byte; nothing that any of them ever saw may
 * be missing; every command must have been answered, and none done twice.
 *
 *   sim [--from SEED] [--seeds N] [--verbose]      default: 1000 seeds from 1 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice.h"
#include "core/text.h"
#include "server/hosted.h"
#include "server/messages.h"
#include "server/tables.h"
#include "server/json.h"
#include "table/common.h"

enum { BROWSERS_MAX = 10, PENDING_MAX = 3, LINES_MAX = 8192 };
enum { STORM_MS = 40000, CALM_MS = 60000 }; /* calm: at most so long */

struct parcel { /* a message on its way */
    struct parcel *next;
    int64_t at_ms;
    size_t size;
    char text[];
};
struct road { /* one direction of a connection: in order, each parcel later than the one before */
    struct parcel *first, **end;
    int64_t last_ms;
};

struct pending { /* a command that has not been answered yet */
    uint32_t id;
    size_t size;
    char text[LIMIT_MESSAGE];
};

struct browser {
    int person; /* who sits at it; two browsers may be one person's */
    bool gallery, gone;
    bool connected;    /* as it believes */
    struct link *link; /* as the server believes */
    struct road up, down;
    int64_t notices_ms; /* when the server notices that the connection is lost; 0: it is not */
    uint32_t round, next_id;
    seat_t seat;
    const struct game *game;  /* by the last greeting; NULL: it has not come */
    seq_t told, known;        /* how far it has folded; how far it was ever told of this round as this seat */
    uint64_t line[LINES_MAX]; /* what it was shown in this seat, as hashes, by number */
    struct pending pending[PENDING_MAX];
    int pendings;
    _Alignas(8) uint8_t view[STATE_MAX];
};

struct person {
    char token[33], name[16];
    bool asking, gone;
};

static struct world {
    uint64_t key[2], drawn;
    int64_t now_ms;
    bool calm, verbose, failed;
    uint64_t seed;
    struct store *store;
    struct host *host;
    const struct store_batch *batch; /* in the hands of the store */
    int64_t batch_ms;
    int batch_fate;          /* 0 stored; 1 failed; 2 stored, but reported as failed */
    const struct game *game; /* that the table was opened for */
    char code[CODE_SIZE + 1];
    bool opening;
    struct person person[BROWSERS_MAX];
    struct browser browser[BROWSERS_MAX];
    int people, browsers;
    uint32_t said;     /* texts so far: each is said once */
    uint64_t removals; /* players that somebody wanted removed */
    uint64_t wishes;   /* for another game */
    uint64_t crashes, drops, failures, stories, commands, answers, rounds, changes;
} w;
static uint64_t total_crashes, total_drops, total_failures, total_stories, total_answers, total_rounds,
    total_changes;

static void fail(const char *what, int who)
{
    if (!w.failed)
        fprintf(stderr, "seed %" PRIu64 " at %" PRId64 " ms (%s): %s (browser %d)\n", w.seed, w.now_ms,
                w.game->name, what, who);
    w.failed = true;
}

static uint32_t chance(uint32_t below)
{
    return dice_below(w.key, w.drawn++, below);
}

/* Once in so many, and never when the weather is fair. */
static bool bad_luck(uint32_t once_in)
{
    return !w.calm && chance(once_in) == 0;
}

static uint32_t games_count(void)
{
    uint32_t count = 0;
    while (games[count])
        count++;
    return count;
}

static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = 14695981039346656037u;
    for (; size--; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return hash;
}

/* ---- roads ---- */

static void road_clear(struct road *r)
{
    while (r->first) {
        struct parcel *p = r->first;
        r->first = p->next;
        free(p);
    }
    r->end = &r->first;
    r->last_ms = 0;
}

static void road_put(struct road *r, const char *text, size_t size)
{
    struct parcel *p = malloc(sizeof *p + size + 1);
    if (!p)
        abort();
    int64_t at_ms = w.now_ms + 1 + (w.calm ? 0 : chance(chance(20) ? 40 : 2000));
    p->at_ms = at_ms > r->last_ms ? at_ms : r->last_ms;
    p->size = size;
    memcpy(p->text, text, size);
    p->text[size] = 0;
    p->next = NULL;
    r->last_ms = p->at_ms;
    *r->end = p;
    r->end = &p->next;
}

static struct parcel *road_get(struct road *r)
{
    struct parcel *p = r->first;
    if (!p || p->at_ms > w.now_ms)
        return NULL;
    r->first = p->next;
    if (!r->first)
        r->end = &r->first;
    return p;
}

/* ---- what the host calls for ---- */

static size_t call_frame(const char *text, size_t size, char *out, size_t max)
{
    if (size > max)
        abort();
    memcpy(out, text, size);
    return size;
}

static void call_send(void *ctx, void *conn, const char *frame, size_t size)
{
    struct browser *b = conn;
    (void)ctx;
    if (b->connected)
        road_put(&b->down, frame, size);
}

static size_t call_waiting(void *ctx, void *conn)
{
    const struct browser *b = conn;
    size_t size = 0;
    (void)ctx;
    for (const struct parcel *p = b->down.first; p; p = p->next)
        size += p->size;
    return size * 20; /* a slow line: 64 KiB are few messages */
}

static void call_end(void *ctx, void *conn, int code, const char *reason)
{
    struct browser *b = conn;
    (void)ctx, (void)reason;
    b->gone |= code == 4001;
    if (code != 4001)
        fail("the server hung up", (int)(b - w.browser));
    w.person[b->person].gone |= b->gone;
    b->connected = false;
    b->notices_ms = w.now_ms + 1;
}

static void call_reply(void *ctx, void *conn, int status, const char *json, size_t size)
{
    struct person *p = conn;
    char rest[MESSAGE_MAX];
    struct json found;
    (void)ctx;
    if ((void *)p == (void *)&w) {
        w.opening = false;
        if (status == 201 && json_take(json, size, "table", &found, rest, sizeof rest))
            snprintf(w.code, sizeof w.code, "%.*s", (int)found.size - 2, found.text + 1);
        return;
    }
    p->asking = false;
    if (status == 201 && json_take(json, size, "token", &found, rest, sizeof rest))
        snprintf(p->token, sizeof p->token, "%.*s", (int)found.size - 2, found.text + 1);
    else if (status != 409 && status != 503)
        fail("nobody could sit down", (int)(p - w.person));
}

static void call_store(void *ctx, const struct store_batch *b)
{
    (void)ctx;
    w.batch = b;
    w.batch_ms = w.now_ms + 1 + (w.calm ? 0 : chance(chance(3) ? 8 : 300));
    w.batch_fate = bad_luck(25) ? 1 + (int)chance(2) : 0;
}

static void call_random(void *ctx, void *out, size_t size)
{
    (void)ctx;
    for (uint8_t *at = out; size--; at++)
        *at = (uint8_t)chance(256);
}

static int64_t call_wall_ms(void *ctx)
{
    (void)ctx;
    return w.now_ms;
}

static void call_log(void *ctx, const char *event, const char *detail)
{
    (void)ctx;
    if (w.verbose)
        fprintf(stderr, "%" PRId64 " %s %s\n", w.now_ms, event, detail);
    if (!strncmp(event, "table_", 6)) /* damaged, unreadable or set aside */
        fail(event, -1);
}

static const struct host_calls calls = {call_frame, call_send,   call_waiting, call_end, call_reply,
                                        call_store, call_random, call_wall_ms, call_log};
static const struct host_limits limits = {100, 1000, 1000000, 1000000, 64 << 20};

/* ---- the store, and dying ---- */

static void store_works(void)
{
    struct complaint why;
    const struct store_batch *b = w.batch;
    if (!b || w.batch_ms > w.now_ms)
        return;
    if (w.batch_fate != 1 && !store_commit(w.store, b, &why))
        abort();
    w.failures += w.batch_fate != 0;
    w.batch = NULL;
    host_stored(w.host, w.batch_fate == 0);
}

static void drop(struct browser *b)
{
    if (b->connected)
        w.drops++;
    b->connected = false;
    road_clear(&b->down);
    if (!b->link)
        road_clear(&b->up);
    else if (!b->notices_ms) /* what is on its way up may still arrive */
        b->notices_ms = w.now_ms + 1 + (w.calm ? 0 : chance(3000));
}

static void server_starts(void)
{
    struct complaint why = {0};
    w.host = host_open(&limits, &calls, NULL, w.now_ms);
    if (!w.host || !host_load(w.host, w.store, NULL, &why))
        abort();
}

static void hear_next(struct browser *b);

/* At any moment: before the batch is stored, after it and before anybody knows, or with nothing to store. */
static void server_dies(void)
{
    struct complaint why;
    if (w.batch && chance(2) && !store_commit(w.store, w.batch, &why))
        abort();
    w.batch = NULL;
    w.opening = false;
    w.crashes++;
    for (int i = 0; i < w.browsers; i++) {
        struct browser *b = &w.browser[i];
        if (b->connected && chance(2)) /* what had been sent arrives all the same */
            while (b->connected && b->down.first) {
                b->down.first->at_ms = w.now_ms;
                hear_next(b);
            }
        b->connected = false;
        b->link = NULL;
        b->notices_ms = 0;
        road_clear(&b->up);
        road_clear(&b->down);
    }
    for (int i = 0; i < w.people; i++)
        w.person[i].asking = false;
    host_close(w.host);
    w.now_ms += chance(5000);
    server_starts();
}

/* ---- a browser ---- */

static struct state *view_of(struct browser *b)
{
    return (struct state *)(void *)b->view;
}

static void connect_browser(struct browser *b)
{
    const struct person *p = &w.person[b->person];
    const struct refusal *why;
    if (b->link || !*w.code || (!b->gallery && !*p->token))
        return;
    struct host_visit visit = {w.code, b->gallery ? "" : p->token, b->told, b->round, b->seat};
    if (!b->told || bad_luck(10))
        visit.since = 0; /* it starts from nothing, like a new device */
    else if (bad_luck(4))
        visit.since = b->told - chance(b->told); /* it has forgotten some */
    b->link = host_join(w.host, b, &visit, &why);
    b->connected = b->link != NULL;
    if (!b->link) {
        if (strcmp(why->name, "no_seat") != 0 || !w.removals)
            fail(why->text, (int)(b - w.browser));
        b->gone = w.person[b->person].gone = true; /* removed while it was not there */
        return;
    }
    for (int i = 0; i < b->pendings; i++)
        road_put(&b->up, b->pending[i].text, b->pending[i].size);
}

static const struct game *game_in(const char *text, size_t size)
{
    char rest[MESSAGE_MAX];
    struct json name;
    if (json_take(text, size, "game", &name, rest, sizeof rest) && name.size > 2)
        for (const struct game *const *g = games; *g; g++)
            if (strlen((*g)->name) == name.size - 2 && !memcmp((*g)->name, name.text + 1, name.size - 2))
                return *g;
    return NULL;
}

static void hear_hello(struct browser *b, const char *text, size_t size)
{
    const struct game *game = game_in(text, size);
    seq_t since = (seq_t)json_number(text, size, "since");
    uint32_t round = (uint32_t)json_number(text, size, "round");
    seat_t seat = (seat_t)json_number(text, size, "seat");
    if (round < b->round)
        fail("a game that had begun is gone", (int)(b - w.browser));
    if (!game || (b->game && game != b->game && round == b->round))
        fail("the game has become another", (int)(b - w.browser));
    w.changes += b->game && game != b->game;
    b->game = game;
    if (round != b->round || seat != b->seat)
        b->known = 0;
    if (round == b->round && seat != b->seat && since) {
        /* Its player has moved: another seat counts the same story differently. */
        memset(b->line, 0, sizeof b->line);
        b->told = b->known = since;
    }
    b->round = round;
    b->seat = seat;
    if (since > b->told)
        fail("the story goes on beyond what was told", (int)(b - w.browser));
    if (since == b->told)
        return;
    /* Told again from an earlier number: what it knew must come again, word for word. */
    memset(b->view, 0, sizeof b->view);
    b->told = 0;
    if (since) { /* a view cannot be folded back: a real browser would ask from the beginning */
        drop(b);
        b->told = 0;
    }
}

static void hear_story(struct browser *b, const char *text, size_t size)
{
    struct seen seen;
    struct complaint why = {.text = "a story before the greeting"};
    if (!b->game || !wire_read_seen(b->game->schema, text, size, &seen, &why)) {
        fail(why.text, (int)(b - w.browser));
        return;
    }
    if (seen.event.seq != b->told + 1 || seen.event.seq >= LINES_MAX) {
        fail("a number is missing in the story", (int)(b - w.browser));
        return;
    }
    b->told = seen.event.seq;
    if (b->told <= b->known && b->line[b->told] && b->line[b->told] != hash_of(text, size))
        fail("what was shown has changed", (int)(b - w.browser));
    b->known = b->told > b->known ? b->told : b->known;
    b->line[b->told] = hash_of(text, size);
    b->game->apply(view_of(b), &seen.event);
    w.stories++;
}

static void hear_answer(struct browser *b, uint32_t re)
{
    for (int i = 0; i < b->pendings; i++)
        if (b->pending[i].id == re) {
            b->pending[i] = b->pending[--b->pendings];
            w.answers++;
            return;
        }
}

static void hear(struct browser *b, const char *text, size_t size)
{
    if (!strncmp(text, "{\"n\":", 5))
        hear_story(b, text, size);
    else if (!strncmp(text, "{\"hello\":", 9))
        hear_hello(b, text, size);
    else if (!strncmp(text, "{\"re\":", 6))
        hear_answer(b, (uint32_t)json_number(text, size, "re"));
    else if (!strncmp(text, "{\"error\":", 9) && !w.wishes)
        fail(text, (int)(b - w.browser));
    else if (!strncmp(text, "{\"error\":", 9)) /* asked in one game, it came in another that has no such */
        hear_answer(b, (uint32_t)json_number(text, size, "re"));
}

static void hear_next(struct browser *b)
{
    struct parcel *p = road_get(&b->down);
    hear(b, p->text, p->size);
    free(p);
}

/* ---- what people do ---- */

static void send_command(struct browser *b, const char *text, uint32_t id)
{
    struct pending *p = &b->pending[b->pendings++];
    p->id = id;
    p->size = strlen(text);
    memcpy(p->text, text, p->size + 1);
    road_put(&b->up, p->text, p->size);
    if (bad_luck(8))
        road_put(&b->up, p->text, p->size); /* impatience: the same once more */
    w.commands++;
}

static void send_input(struct browser *b, struct input *in)
{
    char text[WIRE_MAX];
    in->id = ++b->next_id;
    in->seen = b->told;
    wire_write_input(b->game->schema, in, text, sizeof text);
    send_command(b, text, in->id);
}

static bool set_up(const struct game *game, struct input *in)
{
    char text[200], *end = text;
    struct complaint why;
    end += snprintf(text, sizeof text, "{\"t\":\"set_up\"");
    if (!strcmp(game->name, "maze")) {
        unsigned number = 1 + chance(3), roles = number == 3 && chance(2) ? 1 + chance(5) : 0;
        end += snprintf(end, 100, ",\"number\":%u,\"level\":9,\"side\":1,\"roles\":%u", number, roles);
    }
    snprintf(end, 4, "}");
    return wire_read_input(game->schema, text, strlen(text), in, &why);
}

static void say(struct input *in)
{
    struct say say = {0};
    snprintf(say.text, sizeof say.text, "word %u", ++w.said);
    ask(in, 0, CMD_say, &say, sizeof say);
}

static bool arrange(const struct game *game, const struct presence *p, struct input *in)
{
    struct reorder_seats order = {0};
    struct seat_player bot = {.bot = 1};
    switch (chance(12)) {
    case 0:
        for (int i = 0; i < p->seats; i++)
            order.order[i] = (seat_t)((i + 1) % p->seats + 1);
        ask(in, 0, CMD_reorder_seats, &order, sizeof order);
        return true;
    case 1:
        ASK(in, 0, lock_table, .locked = (flag)chance(2));
        return true;
    case 2:
        ASK(in, 0, hand_over, .seat = (seat_t)(1 + chance(p->seats + 1u)));
        return true;
    case 3:
        snprintf(bot.name, sizeof bot.name, "bot %u", chance(1000));
        ask(in, 0, CMD_seat_player, &bot, sizeof bot);
        return !chance(3);
    case 4:
        if (chance(40))
            return false;
        w.removals++;
        ASK(in, 0, remove_player, .seat = (seat_t)(1 + chance(p->seats + 1u)));
        return true;
    default:
        return set_up(game, in);
    }
}

static bool play(struct browser *b, struct input *in)
{
    static struct input legal[LEGAL_MAX];
    const struct presence *p = presence_of(b->game, view_of(b));
    uint32_t what = chance(100);
    if (what < 10) {
        say(in);
        return true;
    }
    if (what < 12) {
        ASK(in, 0, ask_pause, 0);
        return true;
    }
    if (what < 20) {
        ASK(in, 0, resume, 0);
        return true;
    }
    if (what < 22) {
        ASK(in, 0, react, .reaction = reaction_yes);
        return true;
    }
    if (what < 24) {
        ASK(in, 0, be_ready, .ready = (flag)chance(2));
        return true;
    }
    if (what < 40)
        return arrange(b->game, p, in); /* the host may, the others are refused */
    int count = b->game->legal(view_of(b), b->seat, legal, LEGAL_MAX);
    if (!count)
        return false;
    *in = legal[chance((uint32_t)count)];
    return true;
}

static void act(struct browser *b)
{
    struct input in;
    char text[80];
    if (!b->connected || b->gallery || !b->seat || b->pendings == PENDING_MAX)
        return;
    if (b->game->over(view_of(b)) && chance(3) == 0) {
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"play_again\"}", ++b->next_id);
        send_command(b, text, b->next_id);
        w.rounds++;
    } else if (chance(50) == 0) { /* the host may, before and after a game */
        const char *game = games[chance(games_count())]->name;
        w.wishes++;
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"change_game\",\"game\":\"%s\"}", ++b->next_id, game);
        send_command(b, text, b->next_id);
    } else if (play(b, &in)) {
        send_input(b, &in);
    }
}

static void sit_down(struct person *p)
{
    char body[80];
    if (*p->token || p->asking || p->gone || !*w.code || w.calm || chance(20))
        return;
    snprintf(body, sizeof body, "{\"name\":\"p%u\"}", chance(100000));
    p->asking = true;
    host_take_seat(w.host, host_link(w.host, p), w.code, body, strlen(body));
}

static void open_table(void)
{
    char body[120];
    if (*w.code || w.opening)
        return;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"gallery\":true,\"away_s\":%u,\"public\":true}",
             w.game->name, 1 + chance(30));
    w.opening = true;
    host_open_table(w.host, host_link(w.host, &w), body, strlen(body));
}

/* ---- the world goes on ---- */

static void browser_goes_on(struct browser *b)
{
    struct parcel *p;
    while (b->link && (p = road_get(&b->up)) != NULL) {
        host_hear(w.host, b->link, p->text, p->size);
        free(p);
    }
    if (b->notices_ms && b->notices_ms <= w.now_ms && b->link) {
        host_leave(w.host, b->link);
        b->link = NULL;
        b->notices_ms = 0;
        road_clear(&b->up);
    }
    while (b->connected && b->down.first && b->down.first->at_ms <= w.now_ms)
        hear_next(b);
    if (b->gone)
        return;
    if (!b->connected && !b->link && (w.calm || chance(40) == 0))
        connect_browser(b);
    if (b->connected && bad_luck(1500))
        drop(b);
    if (!w.calm && chance(25) == 0)
        act(b);
}

static void world_goes_on(void)
{
    w.now_ms += w.calm ? 5 : 1 + chance(30);
    host_time(w.host, w.now_ms);
    store_works();
    if (w.failed)
        return;
    open_table();
    for (int i = 0; i < w.people; i++)
        sit_down(&w.person[i]);
    for (int i = 0; i < w.browsers; i++)
        browser_goes_on(&w.browser[i]);
    host_turn(w.host);
    if (bad_luck(w.batch ? 300 : 1200))
        server_dies();
}

/* ---- in the end ---- */

/* Whoever came too late, or was removed, is not at the table. */
static bool not_there(const struct browser *b)
{
    return b->gone || (!b->gallery && !*w.person[b->person].token);
}

struct comparing {
    struct browser *b;
    seq_t count;
};

static void compare_line(void *ctx, seats_t who, const struct seen *seen)
{
    struct comparing *c = ctx;
    char text[WIRE_MAX];
    (void)who;
    size_t size = wire_write_seen(c->b->game->schema, seen, text, sizeof text);
    c->count++;
    uint64_t told = seen->event.seq < LINES_MAX ? c->b->line[seen->event.seq] : 1;
    if (told && told != hash_of(text, size)) /* 0: from before it had this seat */
        fail("the server tells another story than it told", (int)(c->b - w.browser));
}

static void fold(void *ctx, seats_t who, const struct seen *seen)
{
    struct browser *afresh = ctx;
    (void)who;
    afresh->game->apply(view_of(afresh), &seen->event);
}

static void compare(struct browser *b, const struct hosted *t)
{
    static struct browser afresh;
    struct comparing c = {b, 0};
    if (not_there(b))
        return;
    if (!b->connected || b->game != t->table.game || b->round != t->round ||
        b->told != t->table.story[b->seat])
        fail("the browser is not where the table is", (int)(b - w.browser));
    if (b->told < b->known)
        fail("something that was shown is gone", (int)(b - w.browser));
    if (b->pendings)
        fail("a command was never answered", (int)(b - w.browser));
    table_tell(&t->table, b->seat, 0, compare_line, &c);
    memset(&afresh, 0, sizeof afresh);
    afresh.game = t->table.game;
    table_tell(&t->table, b->seat, 0, fold, &afresh);
    if (memcmp(afresh.view, b->view, t->table.game->state_size))
        fail("the browser's view is not the server's", (int)(b - w.browser));
}

/* Every text was sent under one id, some of them several times: it is in the log once. */
static void once_each(const struct hosted *t)
{
    static char told[20000];
    memset(told, 0, sizeof told);
    for (const struct event *e = table_next(&t->table, NULL); e; e = table_next(&t->table, e)) {
        if (e->kind != EV_said)
            continue;
        unsigned long number = strtoul(BODY(e, said)->text + 5, NULL, 10);
        if (number < sizeof told && told[number]++)
            fail("a command was done twice", -1);
    }
}

static void check(void)
{
    struct hosted *t = tables_find(w.host, w.code);
    if (w.failed)
        return;
    if (!t) {
        fail("the table is gone", -1);
        return;
    }
    if (!table_shown(&t->table, table_now(&t->table)) || w.host->busy || w.host->stuck)
        fail("something was not stored and shown", -1);
    if (!t->table.game->sound(t->table.truth))
        fail("the truth is not sound", -1);
    for (int i = 0; i < w.browsers; i++)
        compare(&w.browser[i], t);
    once_each(t);
}

/* Nothing is on its way any more. */
static bool settled(void)
{
    bool quiet = !w.batch && !w.host->stuck && !w.host->open->count && *w.code;
    for (int i = 0; i < w.browsers; i++) {
        const struct browser *b = &w.browser[i];
        quiet = quiet && (not_there(b) || (b->connected && !b->up.first && !b->down.first));
    }
    for (int i = 0; i < w.people; i++)
        quiet = quiet && !w.person[i].asking;
    return quiet;
}

static void prepare(uint64_t seed, bool verbose)
{
    struct complaint why;
    memset(&w, 0, sizeof w);
    w.seed = w.key[0] = seed;
    w.verbose = verbose;
    w.now_ms = 1000;
    w.game = games[chance(games_count())];
    w.people = 1 + (int)chance(4);
    w.browsers = w.people + 1 + (int)chance(2);
    for (int i = 0; i < w.browsers; i++) {
        struct browser *b = &w.browser[i];
        b->gallery = i == w.people;
        b->person = i < w.people ? i : 0;
        b->next_id = (uint32_t)i << 20; /* two devices of one seat choose different numbers */
        b->up.end = &b->up.first;
        b->down.end = &b->down.first;
    }
    w.store = store_memory_open(&why);
    server_starts();
}

static bool run(uint64_t seed, bool verbose)
{
    prepare(seed, verbose);
    int64_t until_ms = w.now_ms + STORM_MS;
    while (!w.failed && w.now_ms < until_ms)
        world_goes_on();
    w.calm = true;
    for (int i = 0; i < w.browsers; i++)
        if (w.browser[i].notices_ms > w.now_ms)
            w.browser[i].notices_ms = w.now_ms;
    until_ms = w.now_ms + CALM_MS;
    for (int quiet = 0; !w.failed && w.now_ms < until_ms && quiet < 100; quiet = settled() ? quiet + 1 : 0)
        world_goes_on();
    check();
    host_close(w.host);
    store_close(w.store);
    for (int i = 0; i < w.browsers; i++) {
        road_clear(&w.browser[i].up);
        road_clear(&w.browser[i].down);
    }
    total_crashes += w.crashes, total_drops += w.drops, total_failures += w.failures;
    total_stories += w.stories, total_answers += w.answers, total_rounds += w.rounds;
    total_changes += w.changes;
    return !w.failed;
}

int main(int argc, char **argv)
{
    uint64_t from = 1, seeds = 1000, bad = 0;
    bool verbose = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            verbose = true;
        else if (!strcmp(argv[i], "--from") && i + 1 < argc)
            from = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--seeds") && i + 1 < argc)
            seeds = strtoull(argv[++i], NULL, 10);
        else {
            fprintf(stderr, "usage: sim [--from SEED] [--seeds N] [--verbose]\n");
            return 2;
        }
    }
    for (uint64_t seed = from; seed < from + seeds; seed++)
        bad += !run(seed, verbose);
    printf("%" PRIu64 " seeds, %" PRIu64 " failed: %" PRIu64 " story lines, %" PRIu64 " answers, %" PRIu64
           " crashes, %" PRIu64 " drops, %" PRIu64 " store failures, %" PRIu64 " times again, %" PRIu64
           " times another game\n",
           seeds, bad, total_stories, total_answers, total_crashes, total_drops, total_failures, total_rounds,
           total_changes);
    /* A storm that was none proves nothing. */
    bool stormy = seeds < 100 || (total_crashes && total_drops && total_failures && total_rounds &&
                                  total_changes && total_answers);
    return bad || !stormy;
}
