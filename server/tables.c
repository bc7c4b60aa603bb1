/* server/tables.c -- opening tables, sitting down, playing again or something else,
 * and what is told of a table to those who are not at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "server/hosted.h"
#include "server/json.h"
#include "server/secret.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

/* ---- by code ---- */

static struct hosted **slot_of(struct host *h, const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code; code++)
        hash = (hash ^ (uint8_t)*code) * 16777619u;
    return &h->codes[hash % CODE_SLOTS];
}

struct hosted *tables_find(struct host *h, const char *code)
{
    struct hosted *t = *slot_of(h, code);
    while (t && strcmp(t->code, code))
        t = t->next_of_code;
    return t;
}

struct hosted *tables_new(struct host *h, const struct game *game, const char *code)
{
    struct hosted *t = calloc(1, sizeof *t), **slot = slot_of(h, code);
    if (!t)
        return NULL;
    if (!table_open(&t->table, game) || !wakes_add(&h->wakes, &t->wake)) {
        table_close(&t->table);
        free(t);
        return NULL;
    }
    text_copy(t->code, sizeof t->code, code);
    t->next_of_code = *slot;
    *slot = t;
    t->round = 1;
    t->empty_ms = h->now_ms;
    h->counts.tables++;
    return t;
}

void tables_free(struct host *h, struct hosted *t)
{
    struct hosted **at = slot_of(h, t->code);
    while (*at != t)
        at = &(*at)->next_of_code;
    *at = t->next_of_code;
    for (at = &h->greet; *at && *at != t;)
        at = &(*at)->next_to_greet;
    if (*at)
        *at = t->next_to_greet;
    wakes_remove(&h->wakes, &t->wake);
    brought_use(h, t, NULL);
    stand_ins_leave(t);
    table_close(&t->table);
    free(t);
    h->counts.tables--;
}

/* ---- a new game: its number, its record's name and its seed ---- */

static void draw_game(struct host *h, struct hosted *t)
{
    uint8_t letters[RECORD_ID_SIZE];
    h->calls->entropy(h->ctx, &t->number, sizeof t->number);
    t->number = (t->number & INT64_MAX) | 1;
    h->calls->entropy(h->ctx, letters, sizeof letters);
    secret_letters(letters, sizeof letters, t->record);
    h->calls->entropy(h->ctx, t->seed, sizeof t->seed);
    secret_commitment(t->seed, t->chain);
    t->epoch_ms = h->now_ms - 1;
    t->opened_ms = h->calls->wall_ms(h->ctx);
}

/* ---- replies ---- */

static void reply(struct host *h, struct link *l, int status, const char *json, size_t size)
{
    if (l->conn)
        h->calls->reply(h->ctx, l->conn, status, json, size);
    l->conn = NULL;
    host_unlink(h, l);
}

void host_fail(struct host *h, struct link *l, int status, const struct refusal *why)
{
    char out[MESSAGE_MAX];
    reply(h, l, status, out, message_write_failure(why, out));
}

void host_refuse(struct host *h, struct link *l, const struct refusal *why)
{
    host_fail(h, l, refusals_status(why), why);
}

struct hosted *tables_find_or_fail(struct host *h, struct link *l, const char *code)
{
    struct hosted *t = tables_find(h, code);
    const struct refusal *why = t && t->stored ? NULL : faults_missing(h, code);
    if (!why)
        return t;
    host_refuse(h, l, why);
    return NULL;
}

static void reply_when_stored(struct host *h, struct hosted *t, struct link *l, const char *json)
{
    struct act *act = host_act(h, t, l);
    act->reply = strdup(json);
}

/* ---- opening ---- */

bool tables_read_options(const struct hosted *t, const char *text, size_t size, struct input *out,
                         struct complaint *why)
{
    char named[WIRE_MAX];
    const struct schema *schema = t->table.game->schema;
    if (size < 2 || text[0] != '{' || size + 32 > sizeof named) {
        snprintf(why->text, sizeof why->text, "the options are an object: the fields of set_up");
        return false;
    }
    size_t first = 1 + strspn(text + 1, " \t\r\n"); /* the object ends with a brace */
    int before = snprintf(named, sizeof named, "{\"t\":\"%s\"%s",
                          schema->commands[t->table.game->set_up].name, text[first] == '}' ? "" : ",");
    memcpy(named + before, text + 1, size - 1);
    return wire_read_input(schema, named, (size_t)before + size - 1, out, why);
}

static struct hosted *open_new(struct host *h, const struct game *game, const struct open_table *asked)
{
    uint8_t letters[CODE_SIZE];
    char code[CODE_SIZE + 1];
    do {
        h->calls->entropy(h->ctx, letters, sizeof letters);
        secret_letters(letters, sizeof letters, code);
    } while (tables_find(h, code));
    struct hosted *t = tables_new(h, game, code);
    if (!t)
        return NULL;
    draw_game(h, t);
    t->public = asked->public != 0;
    t->gallery = asked->gallery != 0;
    t->wait = asked->wait != 0;
    t->away_s = asked->away_s > LIMIT_AWAY_S ? LIMIT_AWAY_S : asked->away_s ? asked->away_s : AWAY_S;
    t->pace = asked->pace ? asked->pace : pace_normal;
    return t;
}

static void hex_commitment(const struct hosted *t, char out[2 * HASH_BYTES + 1])
{
    uint8_t hash[HASH_BYTES];
    secret_commitment(t->seed, hash);
    secret_to_hex(hash, sizeof hash, out);
}

static const struct refusal *opening_refusal(struct host *h)
{
    if (h->stuck)
        return &refusal_storing;
    if (h->draining)
        return &refusal_stopping;
    return !keep_reserve(h->open, 1)              ? &refusal_busy
           : h->counts.tables >= h->limits.tables ? &refusal_tables_full
                                                  : NULL;
}

struct opening {
    struct link *from;
    const struct json *options;
};

static void opened(struct host *h, struct hosted *t, void *ctx)
{
    const struct json *options = ((struct opening *)ctx)->options;
    struct link *l = ((struct opening *)ctx)->from;
    struct complaint why = {0};
    char out[MESSAGE_MAX];
    if (options->text && !tables_read_options(t, options->text, options->size, &t->options, &why)) {
        tables_free(h, t);
        host_fail(h, l, 400, &(struct refusal){"malformed", "P1.1", why.text});
        return;
    }
    t->has_options = options->text != NULL;
    keep_head(h->open, t, true);
    struct table_opened reply = {0};
    text_copy(reply.table, sizeof reply.table, t->code);
    hex_commitment(t, reply.commitment);
    message_write(EV_table_opened, &reply, out);
    reply_when_stored(h, t, l, out);
    host_set_wake(h, t);
    h->counts.opened++;
}

static void open_table(struct host *h, struct link *l, const struct game *game,
                       const struct open_table *asked, const struct json *options)
{
    struct opening opening = {l, options};
    const struct refusal *refusal = opening_refusal(h);
    struct hosted *t = refusal ? NULL : open_new(h, game, asked);
    if (t)
        faults_guard(h, t, l, opened, &opening);
    else
        host_refuse(h, l, refusal ? refusal : &refusal_busy);
}

void host_open_table(struct host *h, struct link *l, const char *body, size_t size)
{
    char rest[LIMIT_BODY];
    struct json options;
    struct input in;
    struct complaint why = {.text = "the body of the request is no JSON object"};
    if (!json_take(body, size, "options", &options, rest, sizeof rest) ||
        !message_read("open_table", rest, strlen(rest), &in, &why)) {
        host_fail(h, l, 400, &(struct refusal){"malformed", "P1.1", why.text});
        return;
    }
    const struct game *game = game_named(BODY(&in, open_table)->game, strlen(BODY(&in, open_table)->game));
    if (game)
        open_table(h, l, game, BODY(&in, open_table), &options);
    else
        host_refuse(h, l, &refusal_no_game);
}

/* ---- sitting down ---- */

struct sitting {
    struct link *from;
    const struct take_seat *asked;
};

static void take_seat(struct host *h, struct hosted *t, void *ctx)
{
    const struct take_seat *asked = ((struct sitting *)ctx)->asked;
    struct link *l = ((struct sitting *)ctx)->from;
    uint8_t token[TOKEN_BYTES];
    char out[MESSAGE_MAX];
    struct input in;
    struct seat_player wanted = {.seat = asked->seat};
    struct seat_given given = {0};
    text_copy(wanted.name, sizeof wanted.name, asked->name);
    ask(&in, SEAT_SERVER, CMD_seat_player, &wanted, sizeof wanted);
    const struct refusal *refusal = judge(h, t, &in, NULL, 0);
    if (refusal) {
        host_refuse(h, l, refusal);
        return;
    }
    given.seat = asked->seat ? asked->seat : seated(t)->seats;
    h->calls->entropy(h->ctx, token, sizeof token);
    secret_hash(token, t->member[given.seat].hash);
    secret_to_hex(token, sizeof token, given.token);
    text_copy(given.table, sizeof given.table, t->code);
    keep_head(h->open, t, true);
    message_write(EV_seat_given, &given, out);
    reply_when_stored(h, t, l, out);
    host_set_wake(h, t);
}

/* Of a request that cannot be read: could it, without its name?  Then that is what is wrong with it. */
static bool only_name_bad(const char *body, size_t size)
{
    char rest[LIMIT_BODY];
    struct json name;
    struct input in;
    struct complaint why;
    return json_take(body, size, "name", &name, rest, sizeof rest) && name.text &&
           message_read("take_seat", rest, strlen(rest), &in, &why);
}

void host_take_seat(struct host *h, struct link *l, const char *code, const char *body, size_t size)
{
    struct input in;
    struct complaint why = {0};
    struct sitting sitting = {l, BODY(&in, take_seat)};
    struct hosted *t = tables_find_or_fail(h, l, code);
    if (!t)
        return;
    if (message_read("take_seat", body, size, &in, &why))
        faults_guard(h, t, l, take_seat, &sitting);
    else if (only_name_bad(body, size))
        host_refuse(h, l, &t->table.game->schema->refusals[REFUSAL_name_bad]);
    else
        host_fail(h, l, 400, &(struct refusal){"malformed", "P1.2", why.text});
}

/* ---- what is told of a table ---- */

static void inform(const struct hosted *t, struct table_info *out)
{
    const struct presence *p = seated(t);
    memset(out, 0, sizeof *out);
    text_copy(out->table, sizeof out->table, t->code);
    text_copy(out->game, sizeof out->game, t->table.game->name);
    text_copy(out->host, sizeof out->host, p->player[p->host].name);
    out->seats = p->seats;
    out->seats_max = t->table.game->seats_max;
    out->bots = (uint8_t)__builtin_popcount(p->bots & ~p->away);
    out->public = t->public;
    out->gallery = t->gallery;
    out->locked = p->locked;
    out->begun = begun(t);
    out->over = t->over;
    out->round = t->round;
    for (const struct link *l = t->links; l; l = l->next)
        out->watching += !l->seat;
}

void host_tell_table(struct host *h, struct link *l, const char *code)
{
    char out[MESSAGE_MAX];
    struct table_info info;
    const struct hosted *t = tables_find_or_fail(h, l, code);
    if (!t)
        return;
    inform(t, &info);
    reply(h, l, 200, out, message_write(EV_table_info, &info, out));
}

/* Whom one would sit with, and whose place one could take (P7.3). */
void host_tell_seats(struct host *h, struct link *l, const char *code)
{
    char out[SEATS_MAX * (MESSAGE_MAX + 1) + 32];
    const struct hosted *t = tables_find_or_fail(h, l, code);
    if (!t)
        return;
    const struct presence *p = seated(t);
    size_t size = (size_t)snprintf(out, sizeof out, "{\"seats\":[");
    for (seat_t seat = 1; seat <= p->seats; seat++) {
        struct seat_info info = {
            .seat = seat, .bot = (p->bots & ~p->away & SEAT(seat)) != 0, .away = (p->away & SEAT(seat)) != 0};
        text_copy(info.name, sizeof info.name, p->player[seat].name);
        if (seat > 1)
            out[size++] = ',';
        size += message_write(EV_seat_info, &info, out + size);
    }
    size += (size_t)snprintf(out + size, sizeof out - size, "]}");
    reply(h, l, 200, out, size);
}

void host_tell_lobby(struct host *h, struct link *l)
{
    char *out = malloc(LIMIT_REPLY);
    size_t size = 0;
    int shown = 0;
    if (!out) {
        host_refuse(h, l, &refusal_busy);
        return;
    }
    size += (size_t)snprintf(out, LIMIT_REPLY, "{\"tables\":[");
    for (int i = 0; i < CODE_SLOTS; i++)
        for (struct hosted *t = h->codes[i]; t; t = t->next_of_code) {
            struct table_info info;
            if (!t->public || !t->stored || t->over || shown == LIMIT_LOBBY ||
                size + MESSAGE_MAX + 3 > LIMIT_REPLY)
                continue;
            inform(t, &info);
            if (shown++)
                out[size++] = ',';
            size += message_write(EV_table_info, &info, out + size);
        }
    size += (size_t)snprintf(out + size, LIMIT_REPLY - size, "]}");
    reply(h, l, 200, out, size);
    free(out);
}

void tables_tell_options(struct host *h, struct hosted *t, struct link *l)
{
    char command[WIRE_MAX], out[WIRE_MAX + 32], rest[WIRE_MAX], plain[WIRE_MAX];
    struct json cut;
    if (!t->has_options)
        return;
    size_t size = wire_write_input(t->table.game->schema, &t->options, command, sizeof command);
    CHECK(json_take(command, size, "id", &cut, rest, sizeof rest) &&
          json_take(rest, strlen(rest), "seen", &cut, plain, sizeof plain) &&
          json_take(plain, strlen(plain), "t", &cut, rest, sizeof rest));
    size = (size_t)snprintf(out, sizeof out, "{\"options\":%s}", rest);
    if (l)
        host_tell(h, l, out, size);
    else
        host_tell_all(h, t, out, size);
}

/* ---- again (P1.6) ---- */

/* Everybody to the seat they had; the former host is host again. */
static void seat_again(struct host *h, struct hosted *t, const struct presence *before)
{
    struct input in;
    struct member members[VIEWS];
    memcpy(members, t->member, sizeof members);
    for (seat_t seat = 1; seat <= before->seats; seat++) {
        bool bot = !seats_has_person(t, seat);
        struct seat_player again = {.bot = bot};
        text_copy(again.name, sizeof again.name, before->player[seat].name);
        ask(&in, SEAT_SERVER, CMD_seat_player, &again, sizeof again);
        /* They sat there before, and the store was asked for room: only the name can be refused, to those who
         * sat down when it was not yet told apart by its looks (P1.2). */
        for (int number = seat; judge(h, t, &in, NULL, 0); number++) {
            CHECK(number < 2 * VIEWS);
            snprintf(again.name, sizeof again.name, "Player %d", number);
            ask(&in, SEAT_SERVER, CMD_seat_player, &again, sizeof again);
        }
        t->member[seat] = members[seat];
        memset(t->member[seat].done, 0, sizeof t->member[seat].done);
    }
    if (before->locked) {
        ASK(&in, SEAT_SERVER, lock_table, .locked = 1);
        judge(h, t, &in, NULL, 0);
    }
    if (before->host && before->host != seated(t)->host) {
        ASK(&in, SEAT_SERVER, hand_over, .seat = before->host);
        judge(h, t, &in, NULL, 0);
    }
}

/* The game that was played before must have been shown to everybody; and there must be room for the next. */
static const struct refusal *next_refusal(struct host *h, const struct hosted *t)
{
    if (h->stuck)
        return &refusal_storing;
    if (h->draining)
        return &refusal_stopping;
    bool room = h->open->batch.size <= LIMIT_BATCH / 2 && keep_reserve(h->open, VIEWS + 4);
    return t->acts || !table_shown(&t->table, table_now(&t->table)) || !room ? &refusal_busy : NULL;
}

/* The end of one game and the beginning of the next are stored together. */
static const struct refusal *begin_next(struct host *h, struct hosted *t, const struct game *game,
                                        struct link *from, uint32_t re)
{
    struct presence before = *seated(t);
    struct table fresh;
    const struct refusal *refusal = next_refusal(h, t);
    if (!refusal && !table_open(&fresh, game))
        refusal = &refusal_busy;
    if (refusal)
        return refusal;
    keep_end(h->open, t);
    stand_ins_leave(t);
    t->has_options = t->has_options && game == t->table.game;
    if (game != t->table.game)
        brought_use(h, t, NULL);
    fresh.material = t->table.material;
    table_close(&t->table);
    t->table = fresh;
    t->over = t->over_told = false;
    t->round++;
    draw_game(h, t);
    seat_again(h, t, &before);
    keep_head(h->open, t, true);
    host_greet_anew(h, t);
    host_act(h, t, from)->re = re;
    host_set_wake(h, t);
    return NULL;
}

const struct refusal *tables_play_again(struct host *h, struct hosted *t, struct link *from, uint32_t re)
{
    const struct game *game = t->table.game;
    return t->over ? begin_next(h, t, game, from, re) : &game->schema->refusals[REFUSAL_not_now];
}

/* Asked again, after the answer was lost, it has been done already (P6.2). */
const struct refusal *tables_change_game(struct host *h, struct hosted *t, const char *name,
                                         struct link *from, uint32_t re)
{
    const struct game *game = game_named(name, strlen(name));
    if (!game)
        return &refusal_no_game;
    if (begun(t) && !t->over)
        return &t->table.game->schema->refusals[REFUSAL_not_now];
    if (seated(t)->seats > game->seats_max)
        return &refusal_too_many;
    if (t->over || game != t->table.game)
        return begin_next(h, t, game, from, re);
    const struct refusal *refusal = judge_cannot(h, from->seat);
    if (refusal)
        return refusal;
    host_act(h, t, from)->re = re;
    return NULL;
}
