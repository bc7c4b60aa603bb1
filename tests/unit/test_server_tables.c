/* tests/unit/test_server_tables.c -- tables, seats and coming back (P1, P2, P7), as
 * the host of all tables handles them. */
#include "tests/help/host_bench.h"

#include <time.h>

#include "server/tables.h"

#include "core/text.h"
#include "seal/secret.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

static const struct presence *presence_at(const struct party *p)
{
    struct hosted *t = tables_find(bench.host, p->code);
    return hosted_presence(t);
}

static void opening(void **state)
{
    (void)state;
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 201);
    char code[CODE_SIZE + 1], link[CODE_SIZE + 1];
    text_in(bench.request.reply, "table", code, sizeof code);
    assert_int_equal(strlen(code), CODE_SIZE);
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    assert_string_equal(bench.request.reply, "{\"tables\":[]}");
    assert_int_equal(ask_table("{\"game\":\"null\",\"public\":true,\"name\":\"A\"}"), 201);
    text_in(bench.request.reply, "table", link, sizeof link);
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    assert_non_null(strstr(bench.request.reply, link));
    assert_null(strstr(bench.request.reply, code));
    host_tell_table(bench.host, host_link(bench.host, &bench.request), code);
    assert_int_equal(bench.request.status, 200);
    host_tell_table(bench.host, host_link(bench.host, &bench.request), "zzzzzz");
    assert_int_equal(bench.request.status, 404);
    assert_int_equal(ask_table("{\"game\":\"chess\"}"), 404);
    assert_int_equal(ask_table("{\"game\":\"null\",\"speed\":3}"), 400);
    assert_int_equal(ask_table("nonsense"), 400);
    int tables = host_counts(bench.host)->tables;
    assert_int_equal(ask_table("{\"game\":\"maze\",\"options\":{\"number\":\"x\"}}"), 400);
    assert_int_equal(host_counts(bench.host)->tables, tables); /* what was refused leaves no table */
}

static const char *lobby_told(void)
{
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    return bench.request.reply;
}

/* One request opens the table and sits down: nobody can come in between. */
static void opener_is_host(void **state)
{
    struct party p;
    (void)state;
    assert_int_equal(ask_table("{\"game\":\"null\",\"public\":true,\"name\":\"Ada\"}"), 201);
    assert_non_null(strstr(bench.request.reply, "\"seat\":1"));
    text_in(bench.request.reply, "table", p.code, sizeof p.code);
    text_in(bench.request.reply, "token", p.token[0], sizeof p.token[0]);
    assert_non_null(strstr(lobby_told(), p.code));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Bob\"}"), 201);
    assert_int_equal(presence_at(&p)->host, 1);
    assert_string_equal(presence_at(&p)->player[1].name, "Ada");
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    LAST(0, "\"ok\":true");
    leave_as(0);
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
}

static void opened_without_a_name(void **state)
{
    struct party p;
    (void)state;
    assert_int_equal(ask_table("{\"game\":\"null\",\"public\":true}"), 201);
    assert_non_null(strstr(bench.request.reply, "\"token\":\"\",\"seat\":0"));
    text_in(bench.request.reply, "table", p.code, sizeof p.code);
    assert_string_equal(lobby_told(), "{\"tables\":[]}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Ada\"}"), 201);
    assert_non_null(strstr(lobby_told(), p.code));
}

static void opened_with_a_bad_name(void **state)
{
    static char body[400];
    (void)state;
    assert_int_equal(ask_table("{\"game\":\"null\",\"name\":\" \"}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"name_bad\",\"rule\":\"P1.2\""));
    snprintf(body, sizeof body, "{\"game\":\"null\",\"name\":\"%0200d\"}", 0);
    assert_int_equal(ask_table(body), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    assert_int_equal(host_counts(bench.host)->tables, 0);
}

static int ask_with_blanks(int size)
{
    static char body[LIMIT_UPLOAD + 1];
    snprintf(body, sizeof body, "{\"game\":\"maze\",\"options\":{\"number\":1%*s}}", size, "");
    return ask_table(body);
}

/* The body of a request may be longer than options can be. */
static void options_have_an_end(void **state)
{
    static const int good[] = {0, 100, WIRE_MAX - 100}, bad[] = {WIRE_MAX - 16, WIRE_MAX, LIMIT_UPLOAD - 64};
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask_with_blanks(good[i]), 201);
        assert_int_equal(ask_with_blanks(bad[i]), 400);
        assert_non_null(strstr(bench.request.reply, "\"error\":\"malformed\""));
    }
}

/* What whoever has the link is told of the table. */
static void told_of_a_table(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 3);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    assert_true(join_as(5, p.code, "", 0, 0));
    assert_true(join_as(6, p.code, "", 0, 0));
    send_as(0, "{\"id\":2,\"t\":\"set_up\"}");
    leave_as(2);
    bench_wait(30000); /* a bot plays for one who is away: the seat stays a person's */
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_table(bench.host, host_link(bench.host, &bench.request), p.code);
    assert_non_null(strstr(bench.request.reply,
                           "\"game\":\"null\",\"host\":\"A\",\"seats\":4,\"seats_max\":12,\"bots\":1,"
                           "\"public\":false,\"gallery\":true,\"locked\":false,\"begun\":true,"
                           "\"over\":false,\"language\":\"\",\"round\":1,\"watching\":2"));
    for (int i = 0; i < 2; i++) /* however often one asks */
        assert_int_equal(host_counts(bench.host)->seats, 4);
}

/* Two tokens have nothing in common: all of each is drawn. */
static void tokens_are_drawn(void **state)
{
    struct party p;
    bool differs[2 * TOKEN_BYTES] = {0};
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 12);
    for (int i = 1; i < 12; i++)
        for (int j = 0; j < 2 * TOKEN_BYTES; j++)
            differs[j] |= p.token[i][j] != p.token[0][j];
    for (int j = 0; j < 2 * TOKEN_BYTES; j++)
        assert_true(differs[j]);
}

static const char *seats_told(const char *code)
{
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_seats(bench.host, host_link(bench.host, &bench.request), code);
    return bench.request.reply;
}

static void who_sits_there(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    assert_string_equal(seats_told(p.code),
                        "{\"seats\":[{\"name\":\"A\",\"seat\":1,\"bot\":false,\"away\":false,\"asks\":false},"
                        "{\"name\":\"Ada\",\"seat\":2,\"bot\":true,\"away\":false,\"asks\":false}]}");
    assert_non_null(strstr(seats_told("zzzzzz"), "no_table"));
}

static void opened(char code[CODE_SIZE + 1])
{
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 201);
    text_in(bench.request.reply, "table", code, CODE_SIZE + 1);
}

static void assert_closed(const char *code, const char *token, const char *error)
{
    const struct refusal *why = host_door(bench.host, &(struct host_visit){.code = code, .token = token});
    assert_string_equal(why ? why->name : "open", error);
}

/* However many watch, a player comes back: the places of the seats are not for spectators. */
static void places_for_seats(void **state)
{
    struct party p;
    int watching = 0;
    (void)state;
    gather(&p, "{\"game\":\"traitor\",\"gallery\":true}", 4);
    leave_as(1);
    while (watching < LIMIT_LINKS_PER_TABLE && join_as(15, p.code, "", 0, 0))
        watching++;
    assert_int_equal(watching, LIMIT_LINKS_PER_TABLE - SEATS_MAX * LIMIT_DEVICES_PER_SEAT);
    assert_int_equal(bench.caller[15].status, 503); /* another time, perhaps */
    assert_closed(p.code, "", "crowded");
    for (int i = 0; i < 4; i++)
        for (int device = 1; device < LIMIT_DEVICES_PER_SEAT; device++)
            assert_true(join_as(14, p.code, p.token[i], 0, 0));
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    HEARD(1, "\"hello\"");
}

/* One more device than a seat may have: the one that came first is closed, and told why. */
static void devices_of_a_seat(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    for (int device = 1; device < LIMIT_DEVICES_PER_SEAT; device++)
        assert_true(join_as(4 + device, p.code, p.token[0], 0, 0));
    assert_int_equal(bench.caller[0].ended, 0);
    assert_true(join_as(9, p.code, p.token[0], 0, 0));
    assert_int_equal(bench.caller[0].ended, END_DEVICES);
    assert_int_equal(bench.caller[1].ended, 0); /* another seat's */
    send_as(1, "{\"id\":1,\"t\":\"say\",\"text\":\"hello\"}");
    HEARD(9, "\"said\"");
    NOT_HEARD(0, "\"said\"");
    leave_as(0);
    NOT_HEARD(1, "\"away\":true"); /* the player is still there */
    assert_true(join_as(10, p.code, p.token[0], 0, 0));
    assert_int_equal(bench.caller[5].ended, END_DEVICES);
    assert_int_equal(bench.caller[6].ended, 0);
}

static void no_more_tables(void **state)
{
    char code[CODE_SIZE + 1];
    (void)state;
    for (int i = 0; i < 20; i++) {
        opened(code);
        assert_int_equal(ask_seat(code, "{\"name\":\"A\"}"), 201);
    }
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "tables_full"));
    bench_wait(3600 * 1000 + 1000); /* nobody came to them */
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 201);
    assert_int_equal(host_counts(bench.host)->tables, 1);
}

/* A table that somebody has joined, and left. */
static void left_alone(void)
{
    char code[CODE_SIZE + 1], token[40];
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 201);
    text_in(bench.request.reply, "table", code, sizeof code);
    assert_int_equal(ask_seat(code, "{\"name\":\"A\"}"), 201);
    text_in(bench.request.reply, "token", token, sizeof token);
    assert_true(join_as(7, code, token, 0, 0));
    leave_as(7);
}

/* Of tables where nobody is, the one left first makes room; one where somebody is, or a game, never does. */
static void abandoned_give_way(void **state)
{
    struct party lived_in, played, left;
    (void)state;
    gather(&left, "{\"game\":\"null\"}", 1);
    leave_as(0);
    bench_wait(1000);
    gather(&played, "{\"game\":\"null\",\"wait\":true}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    leave_as(0);
    gather(&lived_in, "{\"game\":\"null\"}", 1);
    for (int i = 3; i < 20; i++)
        left_alone();
    bench_wait(LEFT_ALONE_MS - 2000);
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 409);
    bench_wait(1000);
    left_alone();
    assert_null(tables_find(bench.host, left.code));
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 409);
    bench_wait(1000);
    for (int i = 3; i < 20; i++)
        left_alone();
    assert_non_null(tables_find(bench.host, played.code));
    assert_non_null(tables_find(bench.host, lived_in.code));
    assert_int_equal(host_counts(bench.host)->tables, 20);
}

/* Microseconds of CPU for asking so often; nobody gets a table. */
static clock_t asking_in_vain(const char *body, int status)
{
    clock_t begun = clock();
    for (int i = 0; i < 5000; i++) {
        host_open_table(bench.host, host_link(bench.host, &bench.request), body, strlen(body));
        assert_int_equal(bench.request.status, status);
    }
    return clock() - begun;
}

/* To find out that no table gives way is no more work than to find out that there is no such game. */
static void a_full_server_is_no_slower(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        left_alone();
    clock_t floor = asking_in_vain("{\"game\":\"chess\"}", 404);
    assert_in_range(asking_in_vain("{\"game\":\"null\"}", 409), 0, 5 * floor + CLOCKS_PER_SEC / 100);
}

/* Whatever their codes, of several the one that has been empty longest. */
static void left_first_gives_way(void **state)
{
    enum { TABLES = 6 };
    struct party p[TABLES];
    char code[CODE_SIZE + 1];
    (void)state;
    bench.host->limits.tables = TABLES;
    for (int i = 0; i < TABLES; i++) {
        gather(&p[i], "{\"game\":\"null\"}", 1);
        leave_as(0);
        bench_wait(1000);
    }
    bench_wait(LEFT_ALONE_MS);
    for (int gone = 1; gone < TABLES; gone++) {
        opened(code);
        assert_int_equal(ask_seat(code, "{\"name\":\"A\"}"), 201);
        for (int i = 0; i < TABLES; i++)
            assert_true((tables_find(bench.host, p[i].code) == NULL) == (i < gone));
    }
}

/* Memory is counted, and given back. */
static void memory_has_a_bound(void **state)
{
    struct party p;
    size_t none = host_counts(bench.host)->memory;
    (void)state;
    assert_int_equal(none, 0);
    gather(&p, "{\"game\":\"null\"}", 1);
    size_t one = host_counts(bench.host)->memory;
    assert_in_range(one, sizeof(struct hosted), sizeof(struct hosted) + 16384);
    bench.host->limits.memory = one + 8192;
    for (int i = 0; i < 100; i++) {
        char text[300];
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"%0198d\"}", 10 + i, i);
        send_as(0, text);
        bench_wait(2000);
    }
    LAST(0, "\"refused\":\"busy\"");
    assert_in_range(host_counts(bench.host)->memory, one + 8192, one + 32768);
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "tables_full"));
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}"); /* the game goes on */
    LAST(0, "\"ok\":true");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    leave_as(0);
    bench_wait(LEFT_ALONE_MS);
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 201); /* it was over, and nobody was there */
    assert_int_equal(host_counts(bench.host)->tables, 1);
    assert_in_range(host_counts(bench.host)->memory, sizeof(struct hosted), one);
    bench.host->limits.memory = 64 << 20;
}

/* Somebody who opens tables without end takes no room from those who play; nor from whoever opens one now. */
static void unjoined_give_way(void **state)
{
    char first[CODE_SIZE + 1], mine[CODE_SIZE + 1], code[CODE_SIZE + 1];
    struct party p;
    (void)state;
    opened(first);
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 2; i < 20; i++)
        opened(code);
    opened(mine); /* the server is full */
    assert_int_equal(host_counts(bench.host)->tables, 20);
    assert_null(tables_find(bench.host, first)); /* the oldest */
    for (int i = 0; i < 17; i++)
        opened(code);
    assert_non_null(tables_find(bench.host, mine));
    assert_int_equal(ask_seat(mine, "{\"name\":\"B\"}"), 201);
    for (int i = 0; i < 40; i++)
        opened(code);
    assert_non_null(tables_find(bench.host, mine));
    assert_non_null(tables_find(bench.host, p.code));
    bench_crash(); /* and it is so in the store, too */
    assert_int_equal(host_counts(bench.host)->tables, 20);
    assert_non_null(tables_find(bench.host, mine));
}

/* The newest of them has been forgotten, and others were opened since. */
static void unjoined_give_way_later(void **state)
{
    char code[CODE_SIZE + 1], next[CODE_SIZE + 1];
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    opened(code);
    bench_wait(3600 * 1000 + 1000);
    assert_null(tables_find(bench.host, code));
    opened(code);
    bench.host->limits.tables = 2;
    opened(next);
    assert_null(tables_find(bench.host, code));
    assert_non_null(tables_find(bench.host, next));
    assert_non_null(tables_find(bench.host, p.code));
}

static void names(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"A\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"name_taken\",\"rule\":\"P1.2\""));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"a\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_taken"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"\\u0410\"}"), 409); /* Cyrillic */
    assert_non_null(strstr(bench.request.reply, "name_taken"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"A\\u200b\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"  \"}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"abcdefghijklmnopqrstuvwxy\"}"), 409);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"abcdefghijklmnopqrstuvwx\"}"), 201);
    char body[200];
    snprintf(body, sizeof body, "{\"seat\":0,\"name\":\"%0150d\"}", 0); /* more than there is room for */
    assert_int_equal(ask_seat(p.code, body), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"\\u0007\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"C\",\"shoe\":44}"), 400);
    assert_non_null(strstr(bench.request.reply, "malformed"));
    assert_int_equal(ask_seat("zzzzzz", "{\"name\":\"B\"}"), 404);
}

static void reorder(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    send_as(1, "{\"id\":1,\"t\":\"reorder_seats\",\"order\":[3,1,2,0,0,0,0,0,0,0,0,0]}");
    LAST(1, "\"refused\":\"not_host\",\"rule\":\"P1.3\"");
    send_as(0, "{\"id\":1,\"t\":\"reorder_seats\",\"order\":[3,1,1,0,0,0,0,0,0,0,0,0]}");
    LAST(0, "\"refused\":\"bad_order\"");
    send_as(0, "{\"id\":2,\"t\":\"reorder_seats\",\"order\":[3,1,2,0,0,0,0,0,0,0,0,0]}");
    assert_string_equal(presence_at(&p)->player[1].name, "C");
    assert_int_equal(presence_at(&p)->host, 2);
    /* The token is the player's, not the seat's: and everybody is told where they sit now. */
    HEARD(0, "\"seat\":2,\"public\"");
    HEARD(2, "\"seat\":1,\"public\"");
    leave_as(2);
    assert_true(join_as(2, p.code, p.token[2], 0, 0));
    assert_int_equal(bench.caller[2].link->seat, 1);
    send_as(0, "{\"id\":3,\"t\":\"set_up\"}");
    LAST(0, "\"ok\":true");
    send_as(0, "{\"id\":4,\"t\":\"reorder_seats\",\"order\":[3,1,2,0,0,0,0,0,0,0,0,0]}");
    LAST(0, "\"refused\":\"seats_fixed\"");
}

/* However often the host does it, everybody is told that, and not the whole story again. */
static void reorder_briefly(void **state)
{
    enum { TIMES = 5, WATCHER = 5 };
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 3);
    assert_true(join_as(WATCHER, p.code, "", 0, 0));
    send_as(1, "{\"id\":1,\"t\":\"say\",\"text\":\"hello\"}");
    for (int i = 0; i < TIMES; i++) {
        char text[128];
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"reorder_seats\",\"order\":[1,3,2,0,0,0,0,0,0,0,0,0]}",
                 i + 2);
        send_as(0, text);
    }
    for (int who = 0; who < 3; who++) {
        assert_int_equal(times_heard(who, "\"t\":\"seats_reordered\""), TIMES);
        assert_int_equal(times_heard(who, "\"t\":\"said\""), 1);
        assert_int_equal(times_heard(who, "{\"hello\":"), who ? 1 + TIMES : 1); /* the host has not moved */
    }
    assert_int_equal(times_heard(WATCHER, "\"t\":\"seats_reordered\""), TIMES);
    assert_int_equal(times_heard(WATCHER, "{\"hello\":"), 1);
    HEARD(2, "\"seat\":2,\"public\"");
    send_as(2, "{\"id\":9,\"t\":\"say\",\"text\":\"from the second seat\"}");
    for (int who = 0; who < 3; who++)
        assert_int_equal(times_heard(who, "\"by\":2,\"text\":\"from the second seat\""), 1);
}

/* Nor does it matter in which round they came back. */
static void reorder_in_a_later_round(void **state)
{
    struct party p;
    const struct refusal *why;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    leave_as(1);
    struct host_visit visit = {p.code, p.token[1], 0, 1, 2};
    bench.caller[1].link = host_join(bench.host, &bench.caller[1], &visit, &why);
    bench_turn();
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(1, "{\"id\":1,\"t\":\"nod\"}");
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    HEARD(1, "\"round\":2");
    int taken = times_heard(1, "\"t\":\"seat_taken\"");
    send_as(0, "{\"id\":4,\"t\":\"reorder_seats\",\"order\":[2,1,0,0,0,0,0,0,0,0,0,0]}");
    HEARD(1, "\"seat\":1,\"public\"");
    assert_int_equal(times_heard(1, "\"t\":\"seat_taken\""), taken);
}

/* Somebody who had not heard everything yet is told all of it, at their new place. */
static void reorder_while_telling(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    leave_as(1);
    bench.caller[1].waits = 1 << 20; /* takes nothing */
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"reorder_seats\",\"order\":[2,1,0,0,0,0,0,0,0,0,0,0]}");
    NOT_HEARD(1, "\"t\":\"seats_reordered\"");
    int taken = times_heard(1, "\"t\":\"seat_taken\"");
    bench.caller[1].waits = 0;
    bench_wait(1000);
    assert_int_equal(times_heard(1, "\"t\":\"seat_taken\""), taken + 2);
    assert_int_equal(times_heard(1, "\"t\":\"seats_reordered\""), 1);
}

static void remove_a_player(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    send_as(2, "{\"id\":1,\"t\":\"remove_player\",\"seat\":2}");
    LAST(2, "not_host");
    send_as(0, "{\"id\":1,\"t\":\"remove_player\",\"seat\":2}");
    assert_int_equal(bench.caller[1].ended, 4001);
    assert_int_equal(presence_at(&p)->seats, 2);
    assert_string_equal(presence_at(&p)->player[2].name, "C");
    leave_as(1);
    assert_false(join_as(1, p.code, p.token[1], 0, 0));
    assert_int_equal(bench.caller[1].status, 403);
    send_as(2, "{\"id\":2,\"t\":\"say\",\"text\":\"still here\"}");
    HEARD(0, "\"by\":2,\"text\":\"still here\"");
}

/* Between being taken from the table and being gone, one is nobody. */
static void removed_is_not_heard(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 2);
    send_as(0, "{\"id\":1,\"t\":\"remove_player\",\"seat\":2}");
    assert_int_equal(bench.caller[1].ended, END_REMOVED);
    int told = bench.caller[1].count;
    send_as(1, "{\"id\":1,\"t\":\"say\",\"text\":\"still here\"}");
    send_as(1, "{\"id\":2,\"t\":\"ask_time\"}");
    NOT_HEARD(0, "still here");
    assert_int_equal(bench.caller[1].count, told); /* nor answered, not even as one of the gallery */
}

/* Nor does one become a spectator. */
static void removed_is_told_nothing(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 2);
    send_as(0, "{\"id\":1,\"t\":\"remove_player\",\"seat\":2}");
    int told = bench.caller[1].count;
    bench.caller[1].ended = 0;
    send_as(0, "{\"id\":2,\"t\":\"say\",\"text\":\"alone\"}");
    send_as(0, "{\"id\":3,\"t\":\"choose_options\",\"options\":{}}");
    send_as(0, "{\"id\":4,\"t\":\"reorder_seats\",\"order\":[1,0,0,0,0,0,0,0,0,0,0,0]}");
    HEARD(0, "\"alone\"");
    assert_int_equal(bench.caller[1].count, told);
    assert_int_equal(bench.caller[1].ended, 0); /* it was told once that it has left */
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_table(bench.host, host_link(bench.host, &bench.request), p.code);
    assert_non_null(strstr(bench.request.reply, "\"watching\":0"));
}

static void lock(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"lock_table\",\"locked\":true}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"B\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"locked\",\"rule\":\"P1.3\""));
    send_as(0, "{\"id\":2,\"t\":\"lock_table\",\"locked\":false}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"B\"}"), 201);
}

static void host_goes(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"away_s\":5}", 3);
    send_as(0, "{\"id\":1,\"t\":\"hand_over\",\"seat\":3}");
    assert_int_equal(presence_at(&p)->host, 3);
    send_as(2, "{\"id\":1,\"t\":\"remove_player\",\"seat\":3}"); /* leaves */
    assert_int_equal(presence_at(&p)->host, 1);                  /* the next in the circle */
    leave_as(0);
    bench_wait(4000);
    assert_int_equal(presence_at(&p)->host, 1);
    bench_wait(2000);
    assert_int_equal(presence_at(&p)->host, 2);
    HEARD(1, "\"t\":\"host_changed\",\"seat\":2");
}

/* Each has a name of its own, so that a page can say in plain words what happened. */
static void not_let_in(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"traitor\"}", 4);
    assert_int_equal(ask_seat("nowhere", "{\"name\":\"Z\"}"), 404);
    assert_non_null(strstr(bench.request.reply, "\"no_table\",\"rule\":\"P1.2\""));
    assert_closed("nowhere", p.token[0], "no_table");
    assert_closed(p.code, p.token[0], "open");
    assert_closed(p.code, "00112233445566778899aabbccddeeff", "no_seat");
    assert_closed(p.code, "", "no_gallery");
    for (int i = 4; i < 10; i++) {
        char seat[40];
        snprintf(seat, sizeof seat, "{\"name\":\"%c\"}", 'A' + i);
        assert_int_equal(ask_seat(p.code, seat), 201);
    }
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Z\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"table_full\",\"rule\":\"P1.4\""));
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Z\"}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"game_begun\",\"rule\":\"P7.3\""));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Z\",\"seat\":2}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"seat_played\""));
    host_drain(bench.host);
    assert_closed(p.code, p.token[0], "stopping");
}

/* Only the one who opens a table opens its gallery: it may be listed without one. */
static void gallery_or_not(void **state)
{
    struct party p;
    (void)state;
    for (int flags = 0; flags < 4; flags++) {
        char body[80];
        snprintf(body, sizeof body, "{\"game\":\"null\",\"public\":%s,\"gallery\":%s}",
                 flags & 1 ? "true" : "false", flags & 2 ? "true" : "false");
        gather(&p, body, 0);
        assert_closed(p.code, "", flags & 2 ? "open" : "no_gallery");
    }
}

static void start_refused(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"traitor\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    LAST(0, "\"rule\":\"P1.4\"");
    gather(&p, "{\"game\":\"maze\"}", 2);
    send_as(1, "{\"id\":1,\"t\":\"set_up\",\"number\":1}");
    LAST(1, "\"refused\":\"not_host\"");
    send_as(0, "{\"id\":1,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1,\"sand_s\":7}");
    LAST(0, "\"refused\":\"bad_sand\",\"rule\":\"M5.4\"");
    send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{\"number\":1,\"level\":9,\"side\":1}}");
    HEARD(1, "{\"options\":{");
    LAST(0, "\"ok\":true");
    send_as(0, "{\"id\":3,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    LAST(0, "\"ok\":true");
}

static void gallery(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    assert_false(join_as(5, p.code, "", 0, 0));
    assert_int_equal(bench.caller[5].status, 403);
    gather(&p, "{\"game\":\"maze\",\"gallery\":true}", 2);
    assert_true(join_as(5, p.code, "", 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    HEARD(5, "\"t\":\"pile_shuffled\",\"count\":8}"); /* and not its order */
    send_as(5, "{\"id\":1,\"t\":\"turn_hourglass\"}");
    LAST(5, "\"refused\":\"watching\",\"rule\":\"P1.5\"");
}

static void again(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"hand_over\",\"seat\":2}");
    send_as(0, "{\"id\":2,\"t\":\"be_ready\",\"ready\":true}");
    LAST(1, "\"t\":\"seat_ready\",\"seat\":1,\"ready\":true");
    send_as(1, "{\"id\":1,\"t\":\"play_again\"}");
    LAST(1, "\"refused\":\"not_now\"");
    send_as(1, "{\"id\":2,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":3,\"t\":\"nod\"}");
    send_as(1, "{\"id\":3,\"t\":\"nod\"}");
    HEARD(0, "{\"over\":true,\"record\":\"");
    send_as(0, "{\"id\":4,\"t\":\"play_again\"}");
    HEARD(1, "\"round\":2");
    LAST(0, "\"n\":3");                          /* told the new story from its beginning */
    assert_int_equal(presence_at(&p)->ready, 0); /* for that one */
    assert_int_equal(presence_at(&p)->seats, 2);
    assert_int_equal(presence_at(&p)->host, 2);
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    HEARD(0, "\"round\":2");
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    send_as(1, "{\"id\":5,\"t\":\"set_up\"}");
    LAST(1, "\"ok\":true");
}

/* The commitment that a browser was told with its n-th hello. */
static void commitment_of(int caller, int n, char out[65])
{
    for (int i = 0; i < bench.caller[caller].count; i++)
        if (!strncmp(bench.caller[caller].heard[i], "{\"hello\":", 9) && n-- == 0)
            text_in(bench.caller[caller].heard[i], "commitment", out, 65);
    assert_true(n < 0);
}

/* Whoever has been told one game's seed must not know the next one's cards. */
static void seed_of_its_own(void **state)
{
    struct party p;
    char first[65], second[65], third[65];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    send_as(0, "{\"id\":4,\"t\":\"change_game\",\"game\":\"maze\"}");
    commitment_of(0, 0, first);
    commitment_of(0, 1, second);
    commitment_of(0, 2, third);
    assert_string_not_equal(first, second);
    assert_string_not_equal(second, third);
    assert_string_not_equal(first, third);
}

/* What was done in one game under some number is another command in the next. */
static void numbers_begin_again(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int round = 1; round <= 3; round++) {
        send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
        send_as(0, "{\"id\":2,\"t\":\"nod\"}");
        assert_int_equal(times_heard(0, "{\"over\":true,\"record\":\""), round);
        send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    }
    HEARD(0, "\"round\":4");
}

/* The end has been judged, but nobody has been shown it: the next game would begin before. */
static void not_before_the_end_is_shown(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    bench.idle = true;
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    bench.idle = false;
    bench_turn();
    HEARD(0, "{\"over\":true,\"record\":\"");
    HEARD(0, "\"re\":3,\"refused\":\"busy\"");
    NOT_HEARD(0, "\"round\":2");
    send_as(0, "{\"id\":4,\"t\":\"play_again\"}");
    HEARD(0, "\"round\":2");
}

/* Everything has been shown, but an answer still waits, behind what another table has to store. */
static void not_before_all_are_answered(void **state)
{
    struct party other, p;
    (void)state;
    gather(&other, "{\"game\":\"null\"}", 1);
    leave_as(0);
    assert_true(join_as(5, other.code, other.token[0], 0, 0));
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(1, "{\"id\":3,\"t\":\"nod\"}");
    bench.idle = true;
    send_as(5, "{\"id\":1,\"t\":\"say\",\"text\":\"busy\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}"); /* again: its answer was lost */
    send_as(1, "{\"id\":4,\"t\":\"play_again\"}");
    bench.idle = false;
    bench_turn();
    HEARD(1, "\"re\":4,\"refused\":\"busy\"");
    assert_int_equal(times_heard(0, "\"re\":2,"), 2);
    send_as(1, "{\"id\":5,\"t\":\"play_again\"}");
    HEARD(0, "\"round\":2");
}

/* As two may have sat down before names were told apart by their looks. */
static void again_with_names_alike(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    for (int caller = 0; caller < 3; caller++)
        send_as(caller, "{\"id\":2,\"t\":\"nod\"}");
    HEARD(0, "{\"over\":true,\"record\":\"");
    struct hosted *t = tables_find(bench.host, p.code);
    struct presence *old =
        (struct presence *)(void *)((uint8_t *)t->table.truth + t->table.game->presence_at);
    text_copy(old->player[1].name, NAME_BYTES_MAX, "Player 2");
    text_copy(old->player[2].name, NAME_BYTES_MAX, "player 2");
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    HEARD(1, "\"round\":2");
    assert_int_equal(presence_at(&p)->seats, 3);
    assert_string_equal(presence_at(&p)->player[1].name, "Player 2");
    assert_string_equal(presence_at(&p)->player[2].name, "Player 3"); /* and nobody has lost the seat */
}

static bool count_row(void *ctx, const struct store_item *item, const void *bytes)
{
    (void)item, (void)bytes;
    ++*(int *)ctx;
    return true;
}

static bool is_kept(const char *record)
{
    struct complaint why;
    int rows = 0;
    assert_true(store_find(bench.store, record, count_row, &rows, &why));
    return rows > 0;
}

static void another_game(void **state)
{
    struct party p;
    char never_begun[RECORD_ID_SIZE + 1], finished[RECORD_ID_SIZE + 1];
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"public\":true,\"gallery\":true,\"away_s\":7,\"pace\":\"quick\"}", 3);
    assert_true(join_as(5, p.code, "", 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"choose_options\",\"options\":{\"number\":1,\"level\":9,\"side\":1}}");
    send_as(0, "{\"id\":2,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    send_as(0, "{\"id\":3,\"t\":\"lock_table\",\"locked\":true}");
    send_as(1, "{\"id\":3,\"t\":\"be_ready\",\"ready\":true}");
    send_as(0, "{\"id\":4,\"t\":\"hand_over\",\"seat\":2}");
    memcpy(never_begun, tables_find(bench.host, p.code)->record, sizeof never_begun);
    assert_true(is_kept(never_begun));
    send_as(1, "{\"id\":4,\"t\":\"change_game\",\"game\":\"null\"}");
    HEARD(1, "{\"re\":4,\"n\":6,\"ok\":true}");
    for (int caller = 0; caller < 3; caller++) {
        HEARD(caller, "\"game\":\"null\"");
        HEARD(caller, "{\"n\":6,\"at\":1,\"t\":\"host_changed\",\"seat\":2}"); /* the new story, all of it */
    }
    HEARD(5, "\"pace\":\"quick\",\"version\":4,\"round\":2,\"since\":0");
    HEARD(5, "\"away_s\":7,\"seat\":0,\"public\":true,\"gallery\":true");
    assert_int_equal(presence_at(&p)->seats, 4);
    assert_int_equal(presence_at(&p)->bots, SEAT(4));
    assert_int_equal(presence_at(&p)->ready, 0);
    assert_true(presence_at(&p)->locked);
    assert_false(tables_find(bench.host, p.code)->has_options); /* they were the other game's */
    assert_false(is_kept(never_begun));
    send_as(1, "{\"id\":5,\"t\":\"set_up\"}");
    LAST(1, "\"ok\":true");
    for (int caller = 0; caller < 3; caller++)
        send_as(caller, "{\"id\":6,\"t\":\"nod\"}");
    bench_wait(60000); /* the bot nods */
    HEARD(2, "{\"over\":true");
    memcpy(finished, tables_find(bench.host, p.code)->record, sizeof finished);
    send_as(1, "{\"id\":7,\"t\":\"change_game\",\"game\":\"traitor\"}");
    HEARD(0, "\"round\":3");
    assert_true(is_kept(finished));
    send_as(1, "{\"id\":8,\"t\":\"set_up\"}");
    LAST(1, "\"ok\":true");
    HEARD(0, "\"t\":\"card_dealt\"");
}

static void other_game_refused(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 10);
    assert_true(join_as(15, p.code, "", 0, 0));
    send_as(15, "{\"id\":1,\"t\":\"change_game\",\"game\":\"traitor\"}");
    LAST(15, "\"refused\":\"watching\",\"rule\":\"P1.5\"");
    send_as(1, "{\"id\":1,\"t\":\"change_game\",\"game\":\"traitor\"}");
    LAST(1, "\"refused\":\"not_host\",\"rule\":\"P1.3\"");
    send_as(0, "{\"id\":1,\"t\":\"change_game\",\"game\":\"chess\"}");
    LAST(0, "\"refused\":\"no_game\",\"rule\":\"P1.1\"");
    send_as(0, "{\"id\":2,\"t\":\"change_game\",\"game\":\"maze\"}"); /* for nine */
    LAST(0, "\"refused\":\"too_many\",\"rule\":\"P1.4\"");
    send_as(9, "{\"id\":2,\"t\":\"remove_player\",\"seat\":10}");
    send_as(0, "{\"id\":7,\"t\":\"change_game\",\"game\":\"maze\"}"); /* nine are not too many */
    HEARD(1, "\"game\":\"maze\"");
    send_as(0, "{\"id\":8,\"t\":\"change_game\",\"game\":\"null\"}");
    send_as(0, "{\"id\":3,\"t\":\"change_game\",\"game\":\"a name that is far too long\"}");
    LAST(0, "\"error\":\"malformed\"");
    send_as(0, "{\"id\":4,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":5,\"t\":\"change_game\",\"game\":\"traitor\"}");
    LAST(0, "\"refused\":\"not_now\"");
    assert_int_equal(tables_find(bench.host, p.code)->round, 3);
    for (int caller = 0; caller < 9; caller++)
        send_as(caller, "{\"id\":6,\"t\":\"nod\"}");
    send_as(0, "{\"id\":7,\"t\":\"change_game\",\"game\":\"traitor\"}");
    HEARD(15, "\"game\":\"traitor\"");
}

/* The server dies before the change is stored, or after that and before anybody is told. */
static void change_survives(void **state)
{
    (void)state;
    for (int stored = 0; stored < 2; stored++) {
        struct party p;
        struct complaint why;
        gather(&p, "{\"game\":\"maze\"}", 2);
        bench.idle = true;
        send_as(0, "{\"id\":9,\"t\":\"change_game\",\"game\":\"null\"}");
        NOT_HEARD(1, "\"game\":\"null\""); /* nobody is told before it is stored */
        assert_true(!stored || store_commit(bench.store, bench.batch, &why));
        bench_crash();
        bench.idle = false;
        bench_turn();
        struct host_visit visit = {p.code, p.token[0], 2, 1, 1}; /* the page was in the first round */
        const struct refusal *no;
        bench.caller[0].link = host_join(bench.host, &bench.caller[0], &visit, &no);
        bench_turn();
        LAST(0, stored ? "\"t\":\"seat_taken\",\"seat\":2" : "\"material\":\"\""); /* after a hello alone */
        HEARD(0, stored ? "\"game\":\"null\"" : "\"game\":\"maze\"");
        send_as(0, "{\"id\":9,\"t\":\"change_game\",\"game\":\"null\"}"); /* it was not answered */
        HEARD(0, "\"re\":9");
        assert_int_equal(tables_find(bench.host, p.code)->round, 2); /* done once */
        assert_true(join_as(1, p.code, p.token[1], 0, 0));
        HEARD(1, "\"game\":\"null\"");
        bench_forget();
    }
}

static void comes_back(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"one\"}");
    int told = times_heard(1, "{\"n\":");
    leave_as(1);
    send_as(0, "{\"id\":2,\"t\":\"say\",\"text\":\"two\"}");
    bench_forget();
    assert_true(join_as(1, p.code, p.token[1], (seq_t)told, 2));
    NOT_HEARD(1, "\"one\"");
    assert_int_equal(times_heard(1, "\"two\""), 1);
    assert_true(join_as(4, p.code, p.token[1], 0, 0)); /* another device: the whole story */
    assert_int_equal(times_heard(4, "\"one\""), 1);
    assert_int_equal(times_heard(4, "\"two\""), 1);
    assert_false(join_as(6, p.code, "00112233445566778899aabbccddeeff", 0, 0));
}

/* A page says what it was told, and of what: any other story than that of now is told from its beginning. */
static void where_the_story_goes_on(void **state)
{
    static const struct {
        uint32_t since, round;
        seat_t seat;
        bool goes_on;
    } visits[] = {
        {3, 0, 0, true},  {3, 1, 2, true},    {3, 2, 2, false},   {3, 1, 1, false},
        {3, 0, 1, false}, {999, 1, 2, false}, {999, 0, 0, false}, {UINT32_MAX, 1, 2, false},
    };
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"one\"}");
    send_as(0, "{\"id\":2,\"t\":\"say\",\"text\":\"two\"}"); /* the fourth event */
    for (size_t i = 0; i < sizeof visits / sizeof *visits; i++) {
        struct host_visit visit = {p.code, p.token[1], visits[i].since, visits[i].round, visits[i].seat};
        const struct refusal *why;
        struct caller *c = &bench.caller[4];
        c->link = host_join(bench.host, c, &visit, &why);
        bench_turn();
        HEARD(4, visits[i].goes_on ? "\"since\":3" : "\"since\":0");
        assert_int_equal(times_heard(4, "\"one\""), visits[i].goes_on ? 0 : 1);
        assert_int_equal(times_heard(4, "\"two\""), 1);
        leave_as(4);
        while (c->count)
            free(c->heard[--c->count]);
    }
}

/* Every seat that a table can have. */
static void all_come_back(void **state)
{
    struct party p;
    char seat[24];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", SEATS_MAX);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Late\"}"), 409);
    for (int crash = 0; crash < 2; crash++) {
        bench_crash();
        for (int i = 0; i < SEATS_MAX; i++) {
            assert_true(join_as(i, p.code, p.token[i], 0, 0));
            snprintf(seat, sizeof seat, "\"seat\":%d,\"public\"", i + 1);
            HEARD(i, seat);
        }
    }
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    for (int i = SEATS_MAX - 1; i >= 0; i--)
        send_as(i, "{\"id\":2,\"t\":\"nod\"}");
    HEARD(SEATS_MAX - 1, "\"over\":true");
    send_as(SEATS_MAX - 1, "{\"id\":3,\"t\":\"play_again\"}");
    LAST(SEATS_MAX - 1, "\"ok\":true");
    assert_int_equal(presence_at(&p)->seats, SEATS_MAX);
}

/* Each for itself, so that none is taken for another. */
static void flags_for_good(void **state)
{
    static const char *const flags[] = {"public", "gallery", "wait"};
    struct party p;
    (void)state;
    for (int set = 0; set < 3; set++) {
        char body[80], part[40];
        snprintf(body, sizeof body, "{\"game\":\"null\",\"%s\":true}", flags[set]);
        gather(&p, body, 1);
        bench_crash();
        assert_true(join_as(0, p.code, p.token[0], 0, 0));
        for (int i = 0; i < 3; i++) {
            snprintf(part, sizeof part, "\"%s\":%s", flags[i], i == set ? "true" : "false");
            HEARD(0, part);
        }
    }
}

static void chosen_for_good(void **state)
{
    struct party p;
    (void)state;
    gather(&p,
           "{\"game\":\"maze\",\"public\":true,\"gallery\":true,\"wait\":true,\"pace\":\"quick\","
           "\"away_s\":3000,\"options\":{\"number\":1,\"level\":9,\"side\":1}}",
           1);
    for (int crash = 0; crash < 2; crash++) {
        HEARD(0, "\"pace\":\"quick\"");
        HEARD(0, "\"away_s\":3000,\"seat\":1,\"public\":true,\"gallery\":true,\"wait\":true");
        HEARD(0, "{\"options\":{\"tiles\":0,\"rules\":0,\"sand_s\":0,\"number\":1,\"level\":9,\"side\":1,");
        bench_crash();
        assert_true(join_as(0, p.code, p.token[0], 0, 0));
    }
    gather(&p, "{\"game\":\"maze\"}", 1); /* and nothing that was not */
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    HEARD(0, "\"away_s\":20,\"seat\":1,\"public\":false,\"gallery\":false,\"wait\":false");
    NOT_HEARD(0, "{\"options\"");
}

static void options_before_the_start(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{\"number\":2,\"level\":3,\"side\":1}}");
    LAST(0, "\"re\":2,\"refused\":\"not_now\"");
    assert_true(join_as(4, p.code, p.token[0], 0, 0));
    HEARD(4, "\"number\":1,\"level\":9,\"side\":1"); /* what is played */
    NOT_HEARD(4, "\"number\":2,\"level\":3");
}

static void how_long_is_waited(void **state)
{
    static const int asked[][2] = {{0, 20}, {1, 1}, {3600, 3600}, {3601, 3600}, {65535, 3600}};
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct party p;
        char body[60], told[40];
        snprintf(body, sizeof body, "{\"game\":\"null\",\"away_s\":%d}", asked[i][0]);
        snprintf(told, sizeof told, "\"away_s\":%d,", asked[i][1]);
        gather(&p, body, 1);
        HEARD(0, told);
        bench_forget();
    }
}

/* Nobody is made host who is not there; whoever comes first is. */
static void heirs_are_there(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 3);
    assert_true(join_as(5, p.code, "", 0, 0));
    leave_as(1);
    leave_as(2);
    leave_as(0);
    bench_wait(100000);
    NOT_HEARD(5, "\"t\":\"host_changed\"");
    assert_true(join_as(2, p.code, p.token[2], 0, 0));
    bench_wait(1000);
    HEARD(5, "\"t\":\"host_changed\",\"seat\":3");
}

static void away(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    assert_true(join_as(4, p.code, p.token[1], 0, 0));
    leave_as(4);
    NOT_HEARD(0, "\"away\":true"); /* the other device is still there */
    leave_as(1);
    LAST(0, "\"t\":\"seat_marked\",\"seat\":2,\"away\":true,\"bot\":false");
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    LAST(0, "\"t\":\"seat_marked\",\"seat\":2,\"away\":false,\"bot\":false");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"never comes\"}"), 201);
    bench_wait(ARRIVE_MS + 100);
    LAST(0, "\"seat\":3,\"away\":true");
}

static void bot_plays(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    leave_as(1);
    bench_wait(AWAY_S * 1000 - 1);
    NOT_HEARD(0, "\"bot\":true");
    bench_wait(1);
    HEARD(0, "\"seat\":2,\"away\":true,\"bot\":true");
    bench_wait(60000);
    assert_int_equal(times_heard(0, "\"t\":\"seat_marked\",\"seat\":2,\"away\":true,\"bot\":true"), 1);
    assert_int_equal(times_heard(0, "\"t\":\"nodded\",\"by\":2"), 1); /* it plays */
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    LAST(0, "\"seat\":2,\"away\":false,\"bot\":false");
}

/* Whatever else the table has to wake for. */
static void bots_keep_nobody_waiting(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"pace\":\"relaxed\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    send_as(0, "{\"id\":2,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    send_as(0, "{\"id\":3,\"t\":\"turn_hourglass\"}");
    LAST(0, "\"ok\":true");
    for (int i = 0; i < 5; i++) { /* at moments of which none is that of a bot */
        leave_as(1);
        bench_wait(AWAY_S * 1000 - 1);
        NOT_HEARD(0, "\"seat\":2,\"away\":true,\"bot\":true");
        bench_wait(1);
        HEARD(0, "\"seat\":2,\"away\":true,\"bot\":true");
        assert_true(join_as(1, p.code, p.token[1], 0, 0));
        bench_wait(37 * (i + 1));
        while (bench.caller[0].count)
            free(bench.caller[0].heard[--bench.caller[0].count]);
    }
}

static void no_bots_after_the_end(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(1, "{\"id\":2,\"t\":\"nod\"}");
    leave_as(1);
    bench_wait(100000);
    HEARD(0, "\"seat\":2,\"away\":true");
    NOT_HEARD(0, "\"bot\":true"); /* nothing is left to play */
}

static void waiting(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"wait\":true}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    leave_as(1);
    bench_wait(100000);
    HEARD(0, "\"away\":true");
    NOT_HEARD(0, "\"bot\":true");
}

static void pausing(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"ask_pause\"}");
    send_as(1, "{\"id\":2,\"t\":\"ask_pause\"}");
    NOT_HEARD(0, "\"t\":\"paused\"");
    leave_as(2); /* who has left is not asked */
    HEARD(0, "\"t\":\"paused\"");
    send_as(0, "{\"id\":3,\"t\":\"nod\"}");
    LAST(0, "\"refused\":\"clock_stopped\",\"rule\":\"P2.4\"");
    send_as(1, "{\"id\":3,\"t\":\"resume\"}");
    bench_wait(2900);
    NOT_HEARD(0, "\"t\":\"resumed\"");
    bench_wait(200);
    HEARD(0, "\"t\":\"resumed\"");
}

static void bots_of_their_own(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"pace\":\"quick\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    LAST(0, "\"ok\":true");
    send_as(0, "{\"id\":2,\"t\":\"seat_player\",\"name\":\"Person\"}");
    LAST(0, "not_yours");
    send_as(0, "{\"id\":3,\"t\":\"hand_over\",\"seat\":2}");
    LAST(0, "bot_host");
    send_as(0, "{\"id\":4,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    send_as(0, "{\"id\":5,\"t\":\"turn_hourglass\"}");
    bench_wait(60000);
    HEARD(0, "\"by\":2}"); /* it moves heroes */
    int moved = times_heard(0, "\"by\":2}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Late\",\"seat\":1}"), 409);
    assert_non_null(strstr(bench.request.reply, "\"seat_played\",\"rule\":\"P7.3\""));
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Late\",\"seat\":2}"), 201);
    HEARD(0, "\"t\":\"seat_taken\",\"seat\":2,\"bot\":false,\"name\":\"Late\"");
    moved = times_heard(0, "\"by\":2}");
    bench_wait(5000);
    assert_int_equal(times_heard(0, "\"by\":2}"), moved); /* and plays no more */
    char token[33];
    text_in(bench.request.reply, "token", token, sizeof token);
    assert_true(join_as(3, p.code, token, 0, 0));
    HEARD(3, "\"t\":\"actions_dealt\""); /* where it is */
}

/* Whoever takes over a bot's seat has that seat, whichever it is. */
static void any_bots_seat(void **state)
{
    struct party p;
    char body[40], seat[24], token[33];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 2; i <= 4; i++) {
        char bot[80];
        snprintf(bot, sizeof bot, "{\"id\":%d,\"t\":\"seat_player\",\"name\":\"Bot %d\",\"bot\":true}", i, i);
        send_as(0, bot);
    }
    send_as(0, "{\"id\":9,\"t\":\"set_up\"}");
    for (int i = 2; i <= 4; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Late %d\",\"seat\":%d}", i, i);
        assert_int_equal(ask_seat(p.code, body), 201);
        text_in(bench.request.reply, "token", token, sizeof token);
        snprintf(seat, sizeof seat, "\"seat\":%d", i);
        assert_non_null(strstr(bench.request.reply, seat));
        assert_true(join_as(i, p.code, token, 0, 0));
        snprintf(seat, sizeof seat, "\"seat\":%d,\"public\"", i);
        HEARD(i, seat);
    }
}

static void given_up(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(1, "{\"id\":1,\"t\":\"remove_player\",\"seat\":2}");
    assert_int_equal(bench.caller[1].ended, 4001);
    HEARD(0, "\"t\":\"seat_given_up\",\"seat\":2");
    assert_int_equal(presence_at(&p)->seats, 3);
    bench_wait(60000);
    assert_int_equal(times_heard(0, "\"t\":\"nodded\",\"by\":2"), 1); /* a bot goes on */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P1.1 anyone can open a table; only a public one shows in the lobby", opening),
        RULE("P1.7 whoever opens a table is its host, whoever polls the lobby", opener_is_host),
        RULE("P1.7 a public table is not in the lobby before its host sits there", opened_without_a_name),
        RULE("P1.7 P1.2 a table is not opened with a bad name", opened_with_a_bad_name),
        RULE("P1.1 options have an end", options_have_an_end),
        RULE("P1.2 whoever comes is told of the table", told_of_a_table),
        RULE("P1.2 tokens cannot be guessed from each other", tokens_are_drawn),
        RULE("P7.3 newcomers are told who sits there, and which seats bots play", who_sits_there),
        RULE("P1.1 the number of tables is limited, and those nobody comes to are forgotten", no_more_tables),
        RULE("P6.5 a full server says so at once", a_full_server_is_no_slower),
        RULE("P6.5 abandoned tables give way to new ones, games do not", abandoned_give_way),
        RULE("P6.5 and of those the one left first", left_first_gives_way),
        RULE("P6.5 the memory of all tables has a bound", memory_has_a_bound),
        RULE("P1.1 when the server is full, tables that nobody has joined give way", unjoined_give_way),
        RULE("P1.1 and so do those opened after such a table was forgotten", unjoined_give_way_later),
        RULE("P2.1 places at a table are kept for its players", places_for_seats),
        RULE("P2.1 a seat has a few devices; one more closes the oldest", devices_of_a_seat),
        RULE("P1.2 names have 1 to 24 characters and are unique at a table", names),
        RULE("P1.3 the host reorders the seats before the start, and tokens follow the players", reorder),
        RULE("P6.5 a change of places is told as such, not with the whole story again", reorder_briefly),
        RULE("P6.5 P1.6 and so in every round", reorder_in_a_later_round),
        RULE("P2.1 who had not heard everything is told all of it at their new place", reorder_while_telling),
        RULE("P1.3 the host removes a player, whose token is then worthless", remove_a_player),
        RULE("P1.3 whoever was removed is not heard any more", removed_is_not_heard),
        RULE("P1.3 and is told nothing any more", removed_is_told_nothing),
        RULE("P1.3 nobody sits down at a locked table", lock),
        RULE("P1.3 the role of host can be handed over, and passes on when the host leaves", host_goes),
        RULE("P1.2 a visitor who is not let in is told why", not_let_in),
        RULE("P1.5 a table has a gallery only if it was opened with one", gallery_or_not),
        RULE("P1.4 the start is refused with a clear reason; options are chosen by the host", start_refused),
        RULE("P1.5 spectators watch a table that allows it, and see what is public", gallery),
        RULE("P1.6 the same people play again; seats and host stay", again),
        RULE("P5.2 the next game has a seed of its own", seed_of_its_own),
        RULE("P6.2 in the next game numbers of commands begin again", numbers_begin_again),
        RULE("P1.6 the next game begins when the end has been shown", not_before_the_end_is_shown),
        RULE("P1.6 and when everybody has been answered", not_before_all_are_answered),
        RULE("P1.6 people whose names look the same can play again, too", again_with_names_alike),
        RULE("P1.6 the same people play another game; what was not begun leaves no record", another_game),
        RULE("P1.6 another game is the host's choice, not in the middle of one; P1.4 and has enough seats",
             other_game_refused),
        RULE("P6.4 another game begins for all or not at all, whenever the server dies", change_survives),
        RULE("P2.1 whoever comes back has missed nothing, on the same or another device", comes_back),
        RULE("P2.1 a story goes on only where it is the same story", where_the_story_goes_on),
        RULE("P1.1 what was chosen for a table holds after a crash", chosen_for_good),
        RULE("P4.3 everybody comes back after a crash, to a full table too", all_come_back),
        RULE("P4.3 each flag of a table is as it was after a crash", flags_for_good),
        RULE("P1.4 options are chosen before the start", options_before_the_start),
        RULE("P2.3 how long a table waits for somebody has its bounds", how_long_is_waited),
        RULE("P1.3 the role of host passes to somebody who is there", heirs_are_there),
        RULE("P2.2 others see at once that somebody is away", away),
        RULE("P2.3 after 20 seconds a bot plays for one who is away, until they are back", bot_plays),
        RULE("P2.3 also while other bots play", bots_keep_nobody_waiting),
        RULE("P2.3 after the end no bot takes a seat", no_bots_after_the_end),
        RULE("P2.3 a table may choose to wait", waiting),
        RULE("P2.4 a pause begins when all who are present agree, and ends after a count of 3", pausing),
        RULE("P7.1 any seat can be a bot; P7.3 a person takes over where it is", bots_of_their_own),
        RULE("P7.3 whichever seat it is", any_bots_seat),
        RULE("P1.3 whoever leaves a running game leaves the seat to a bot", given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
