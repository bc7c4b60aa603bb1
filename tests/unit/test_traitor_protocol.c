/* tests/unit/test_traitor_protocol.c -- whole games of Are You the Traitor? from the protocol alone:
 * clients that know nothing but the lines of JSON they are sent, and answer in JSON.
 *
 * No client looks at a struct of the game; the little server between them stamps seat, time and dice as a
 * real one does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/wire.h"
#include "tests/help/watch.h"

extern const struct game traitor;

enum { LEAST = 4, MOST = 10, GAMES = 10, TURNS_MAX = 20000, STORY_MAX = 1 << 21, CARDS_MAX = 42 };

/* What a client at one seat remembers of its lines. */
struct client {
    char *story; /* all lines, each ended by a newline */
    size_t size;
    int seat, lines, players, round, said;
    char phase[8]; /* "", round, pause, over */
    char mine[16], team[8];
    long wizards, winners;
    int key_holder; /* 0: not known */
    long traitors;  /* those it knows */
    char hand[CARDS_MAX][20];
    int cards, others[MOST + 1]; /* how many cards each has */
    bool ready, announces;
    int rounds_won, revealed, points;
    uint64_t seed;
};

static struct {
    struct table table;
    struct client client[MOST + 1]; /* 0 is the gallery */
    int64_t now_ms;
    uint64_t seed;
    int players;
} hall;

/* ---- reading ---- */

static const char *text_of(const json_t *line, const char *key)
{
    const char *text = json_string_value(json_object_get(line, key));
    return text ? text : "";
}

static long number_of(const json_t *line, const char *key)
{
    return (long)json_integer_value(json_object_get(line, key));
}

static bool is(const json_t *line, const char *kind)
{
    return !strcmp(text_of(line, "t"), kind);
}

static void copy(char *to, size_t room, const char *from)
{
    assert_true(strlen(from) < room);
    memcpy(to, from, strlen(from) + 1);
}

static void lose_card(struct client *c, const char *treasure)
{
    for (int i = 0; i < c->cards; i++)
        if (!strcmp(c->hand[i], treasure)) {
            memmove(c->hand[i], c->hand[c->cards - 1], sizeof c->hand[i]);
            c->cards--;
            return;
        }
    fail_msg("seat %d loses a card that it does not have: %s", c->seat, treasure);
}

static void read_deal(struct client *c, const json_t *line)
{
    long seat = number_of(line, "seat");
    if (is(line, "round_begun")) {
        copy(c->phase, sizeof c->phase, "round");
        c->round = (int)number_of(line, "round");
        c->mine[0] = c->team[0] = 0;
        c->wizards = c->traitors = c->key_holder = c->revealed = c->said = 0;
        c->ready = false;
    } else if (is(line, "card_dealt") && seat == c->seat) {
        copy(c->mine, sizeof c->mine, text_of(line, "character"));
    } else if (is(line, "card_dealt") || (is(line, "wizard_card_dealt") && seat != c->seat)) {
        assert_null(json_object_get(line, "character")); /* nothing of others */
        assert_null(json_object_get(line, "side"));
    } else if (is(line, "wizard_card_dealt")) {
        copy(c->team, sizeof c->team, text_of(line, "side"));
    } else if (is(line, "wizards_shown")) {
        c->wizards = number_of(line, "seats");
    } else if (is(line, "key_holder_told")) {
        c->key_holder = (int)seat;
    } else if (is(line, "traitors_told")) {
        c->traitors = number_of(line, "seats");
    }
}

static void read_treasure(struct client *c, const json_t *line)
{
    long seat = number_of(line, "seat"), by = number_of(line, "by");
    if (is(line, "treasure_drawn")) {
        c->others[seat]++;
        if (seat == c->seat)
            copy(c->hand[c->cards++], sizeof c->hand[0], text_of(line, "treasure"));
    } else if (is(line, "card_stolen")) {
        c->others[seat]--;
        c->others[by]++;
        if (by == c->seat)
            copy(c->hand[c->cards++], sizeof c->hand[0], text_of(line, "treasure"));
        else if (seat == c->seat)
            lose_card(c, text_of(line, "treasure"));
        else
            assert_null(json_object_get(line, "treasure"));
    } else if (is(line, "ring_discarded")) {
        c->others[by]--;
        if (by == c->seat)
            lose_card(c, "magic_ring");
    } else if (is(line, "points_announced")) {
        c->announces = true;
    } else if (is(line, "hand_shown") && seat == c->seat) {
        c->points = (int)number_of(line, "points");
    }
}

static void client_hears(struct client *c, const char *text, size_t size)
{
    json_error_t error;
    json_t *line = json_loadb(text, size, 0, &error);
    assert_non_null(line);
    assert_int_equal(number_of(line, "n"), ++c->lines); /* its own numbers, without a gap */
    assert_true(c->size + size + 1 < STORY_MAX);
    memcpy(c->story + c->size, text, size);
    c->size += size;
    c->story[c->size++] = '\n';
    read_deal(c, line);
    read_treasure(c, line);
    if (is(line, "seat_taken")) {
        c->players++;
    } else if (is(line, "card_revealed")) {
        c->revealed++;
        if (number_of(line, "seat") == c->seat)
            assert_string_equal(text_of(line, "character"), c->mine);
    } else if (is(line, "round_won")) {
        copy(c->phase, sizeof c->phase, "pause");
        c->rounds_won++;
        assert_int_equal(c->revealed, c->players);
    } else if (is(line, "readied") && number_of(line, "by") == c->seat) {
        c->ready = true;
    } else if (is(line, "game_ended")) {
        copy(c->phase, sizeof c->phase, "over");
        c->winners = number_of(line, "winners");
    }
    json_decref(line);
}

/* ---- answering ---- */

static int any_seat(struct client *c, long among)
{
    int chosen[MOST + 1], count = 0;
    for (int seat = 1; seat <= c->players; seat++)
        if ((among >> seat & 1) && seat != c->seat)
            chosen[count++] = seat;
    return count ? chosen[chance_below(&c->seed, count)] : 0;
}

static bool has(const struct client *c, const char *treasure)
{
    for (int i = 0; i < c->cards; i++)
        if (!strcmp(c->hand[i], treasure))
            return true;
    return false;
}

static long rich(const struct client *c)
{
    long seats = 0;
    for (int seat = 1; seat <= c->players; seat++)
        seats |= c->others[seat] ? 1L << seat : 0;
    return seats;
}

/* Whom it could rightly point at, by its card. */
static long quest(const struct client *c)
{
    long all = ((1L << c->players) - 1) << 1;
    if (!strcmp(c->mine, "key_holder"))
        return c->wizards;
    if (!strcmp(c->mine, "traitor"))
        return 0;
    if (!strcmp(c->team, "evil"))
        return all & ~c->wizards;
    return all & ~c->wizards & ~(c->key_holder ? 1L << c->key_holder : 0);
}

/* Writes what it asks for; 0: nothing. */
static int client_speaks(struct client *c, char *out, size_t max)
{
    int head = c->lines, at = any_seat(c, quest(c));
    if (!strcmp(c->phase, "round") && c->said < 2) {
        c->said++;
        if (c->said == 1)
            return snprintf(
                out, max,
                "{\"id\":%d,\"seen\":%d,\"t\":\"say_phrase\",\"phrase\":\"i_am\",\"role\":\"guard\"}", head,
                head);
        return snprintf(out, max,
                        "{\"id\":%d,\"seen\":%d,\"t\":\"say\",\"text\":\"I trust nobody, \\u00e9lan!\"}",
                        head, head);
    }
    if (!strcmp(c->phase, "round") && at && chance_below(&c->seed, 4) == 0)
        return snprintf(out, max, "{\"id\":%d,\"seen\":%d,\"t\":\"stop\",\"seat\":%d}", head, head, at);
    if (strcmp(c->phase, "pause"))
        return 0;
    int from = any_seat(c, rich(c));
    if (has(c, "magic_ring") && from && !c->announces)
        return snprintf(out, max, "{\"seen\":%d,\"t\":\"use_ring\",\"seat\":%d}", head, from);
    if (!c->ready)
        return snprintf(out, max, "{\"seen\":%d,\"t\":\"ready\"}", head);
    return 0;
}

/* ---- the server between them ---- */

static void show(void *ctx, seats_t who, const struct seen *seen)
{
    char line[WIRE_MAX];
    size_t size = wire_write_seen(traitor.schema, seen, line, sizeof line);
    (void)ctx;
    assert_true(size > 0);
    for (int v = 0; v <= hall.players; v++)
        if (who & SEAT(v))
            client_hears(&hall.client[v], line, size);
}

static refusal_t server_takes(seat_t by, const char *text)
{
    struct input in;
    struct complaint why = {0, ""};
    memset(&in, 0, sizeof in);
    if (!wire_read_input(traitor.schema, text, strlen(text), &in, &why))
        fail_msg("%s: %s", text, why.text);
    in.by = by;
    in.now_ms = hall.now_ms;
    in.dice[0] = chance(&hall.seed);
    in.dice[1] = chance(&hall.seed);
    refusal_t refusal = table_submit(&hall.table, &in);
    table_show(&hall.table, show, NULL);
    return refusal;
}

static void open_hall(int players, uint64_t seed)
{
    char text[WIRE_MAX];
    memset(&hall, 0, sizeof hall);
    hall.players = players;
    hall.seed = seed;
    hall.now_ms = 1;
    assert_true(table_open(&hall.table, &traitor));
    for (int v = 0; v <= players; v++) {
        hall.client[v].seat = v;
        hall.client[v].seed = seed * 100 + (uint64_t)v;
        assert_non_null(hall.client[v].story = malloc(STORY_MAX));
    }
    for (int v = 1; v <= players; v++) {
        snprintf(text, sizeof text, "{\"t\":\"seat_player\",\"name\":\"Player %d\"}", v);
        assert_int_equal(server_takes(SEAT_SERVER, text), REFUSAL_OK);
    }
    assert_int_equal(server_takes(SEAT_SERVER, "{\"t\":\"set_up\",\"limit_s\":120,\"pause_s\":20}"),
                     REFUSAL_OK);
}

static void close_hall(void)
{
    for (int v = 0; v <= hall.players; v++)
        free(hall.client[v].story);
    table_close(&hall.table);
}

/* A client that comes back is told its story again from where it was: the same bytes. */
struct retold {
    const struct client *client;
    const char *at;
};

static void retell(void *ctx, seats_t who, const struct seen *seen)
{
    struct retold *r = ctx;
    char line[WIRE_MAX];
    size_t size = wire_write_seen(traitor.schema, seen, line, sizeof line);
    (void)who;
    assert_true(r->at + size < r->client->story + r->client->size);
    assert_memory_equal(r->at, line, size);
    r->at += size + 1;
}

static void come_back(int v, int since)
{
    const struct client *c = &hall.client[v];
    struct retold r = {c, c->story};
    for (int i = 0; i < since; i++)
        r.at = strchr(r.at, '\n') + 1;
    table_tell(&hall.table, (seat_t)v, (seq_t)since, retell, &r);
    assert_true(r.at == c->story + c->size);
}

static void play(int players, uint64_t seed)
{
    char text[WIRE_MAX];
    open_hall(players, seed);
    for (int turn = 0; turn < TURNS_MAX && strcmp(hall.client[0].phase, "over"); turn++) {
        seat_t by = (seat_t)(1 + chance_below(&hall.seed, players));
        hall.now_ms += 50 + chance_below(&hall.seed, 500);
        if (hall.now_ms >= traitor.deadline(hall.table.truth))
            assert_int_equal(server_takes(SEAT_SERVER, "{\"t\":\"tick\"}"), REFUSAL_OK);
        if (client_speaks(&hall.client[by], text, sizeof text))
            assert_int_equal(server_takes(by, text), REFUSAL_OK); /* it knew enough to be right */
        if (chance_below(&hall.seed, 50) == 0)
            come_back(by, chance_below(&hall.seed, hall.client[by].lines));
    }
    for (int v = 0; v <= players; v++) {
        const struct client *c = &hall.client[v];
        assert_string_equal(c->phase, "over");
        assert_true(c->winners && c->winners == hall.client[0].winners);
        assert_true(c->rounds_won == hall.client[0].rounds_won && c->rounds_won >= 2);
        if (v && (c->winners >> v & 1))
            assert_true(c->points >= 10);
        if (v)
            assert_int_equal(c->cards, c->others[v]);
        come_back(v, 0);
    }
    close_hall();
}

static void ten_games_a_count(void **state)
{
    (void)state;
    for (int players = LEAST; players <= MOST; players++)
        for (uint64_t game = 1; game <= GAMES; game++)
            play(players, game * 31 + (uint64_t)players);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P6.1 clients play ten whole games with 4 to 10 players, from lines of JSON alone",
         ten_games_a_count, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
