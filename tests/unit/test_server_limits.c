/* tests/unit/test_server_limits.c -- how much the host of all tables gives to each, and where it has to stop:
 * rates, portions, the lobby, what waits for the store, and time. */
#include <unistd.h>

#define BENCH_TABLES 200
#define BENCH_CALLERS 16
#include "tests/help/host_bench.h"

#include "seal/prove.h"
#include "server/record.h"
#include "table/common.h"

enum { RATE = 10 };

/* What answers are worth: so many of those asked were answered. */
static int answered_of(int asked)
{
    int before = times_heard(0, "{\"now\":");
    for (int i = 0; i < asked; i++)
        send_as(0, "{\"id\":1,\"t\":\"ask_time\"}");
    return times_heard(0, "{\"now\":") - before;
}

static int open_slow(void **state)
{
    bench_limits.messages_per_s = RATE;
    return bench_open(state);
}

static int close_slow(void **state)
{
    bench_limits.messages_per_s = 1000;
    return bench_close(state);
}

/* ---- messages ---- */

static void so_many_a_second(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    assert_int_equal(answered_of(LIMIT_MESSAGES_BURST + 5), LIMIT_MESSAGES_BURST);
    for (int i = 0; i < 4; i++) {
        bench_wait(1000);
        assert_int_equal(answered_of(RATE + 5), RATE);
    }
    bench_wait(100); /* time for one */
    assert_int_equal(answered_of(3), 1);
    bench_wait(99);
    assert_int_equal(answered_of(1), 0);
    bench_wait(1);
    assert_int_equal(answered_of(2), 1);
}

/* Pings and the parts of a message are counted like messages. */
static void noise_counts(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 0; i < LIMIT_MESSAGES_BURST; i++)
        host_hear_noise(bench.host, bench.caller[0].link);
    assert_int_equal(bench.caller[0].ended, 0);
    assert_int_equal(answered_of(1), 0); /* nothing is left for it */
    for (int i = 0; i < LIMIT_SCOLDINGS; i++)
        host_hear_noise(bench.host, bench.caller[0].link);
    assert_int_equal(bench.caller[0].ended, END_TOO_FAST);
}

/* Whoever was silent for long has no more at once than whoever has just come. */
static void silence_buys_no_more(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(answered_of(LIMIT_MESSAGES_BURST + 5), LIMIT_MESSAGES_BURST);
        bench_wait(40 * 60 * 1000);
    }
    bench_wait(60ll * 86400 * 1000); /* two months: no number overflows */
    assert_int_equal(answered_of(LIMIT_MESSAGES_BURST + 5), LIMIT_MESSAGES_BURST);
}

/* The first, and then one in ten: the answers are not a flood of their own. */
static void scolded_now_and_then(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    answered_of(LIMIT_MESSAGES_BURST);
    NOT_HEARD(0, "too_fast");
    for (int i = 1; i < LIMIT_SCOLDINGS; i++) {
        send_as(0, "{\"id\":1,\"t\":\"ask_time\"}");
        assert_int_equal(times_heard(0, "\"error\":\"too_fast\""), 1 + i / 10);
        assert_int_equal(bench.caller[0].ended, 0);
    }
    send_as(0, "{\"id\":1,\"t\":\"ask_time\"}");
    assert_int_equal(bench.caller[0].ended, 1008);
    assert_int_equal(host_counts(bench.host)->commands[TOO_FAST], LIMIT_SCOLDINGS);
}

/* A seat with many devices speaks no faster than with one; somebody else is not slowed down by it. */
static void devices_share(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    for (int device = 3; device < 6; device++)
        assert_true(join_as(device, p.code, p.token[0], 0, 0));
    assert_int_equal(answered_of(LIMIT_MESSAGES_BURST), LIMIT_MESSAGES_BURST);
    for (int device = 3; device < 6; device++) {
        send_as(device, "{\"id\":1,\"t\":\"ask_time\"}");
        NOT_HEARD(device, "{\"now\":");
        LAST(device, "too_fast");
    }
    send_as(1, "{\"id\":1,\"t\":\"ask_time\"}");
    LAST(1, "{\"now\":");
}

/* ---- talk ---- */

/* Says something of that many letters; true if it was said. */
static bool says(int caller, int letters)
{
    static int id;
    char text[300];
    id++;
    snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"%0*d\"}", id, letters, id);
    send_as(caller, text);
    return strstr(last_heard(caller), "\"ok\":true") != NULL;
}

static void talk_is_not_a_flood(void **state)
{
    enum { LETTERS = 160, COST = LETTERS + LIMIT_TALK_EVENT };
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    for (int i = 0; i < LIMIT_TALK_BURST / COST; i++)
        assert_true(says(0, LETTERS));
    assert_false(says(0, LETTERS));
    LAST(0, "\"refused\":\"talk_fast\",\"rule\":\"P6.5\"");
    assert_true(says(1, LETTERS));
    send_as(0, "{\"id\":999,\"t\":\"react\",\"reaction\":\"yes\"}");
    LAST(0, "talk_fast");
    send_as(0, "{\"id\":1000,\"t\":\"remove_player\",\"seat\":1}"); /* one can leave all the same */
    HEARD(1, "\"t\":\"seat_left\"");
}

/* Whoever has filled their share leaves room for everybody else's, for the game, and for its end; a restart
 * gives nobody a new one, the next game does. */
static void talk_has_a_share(void **state)
{
    enum { LETTERS = 198, SEATS = 8 };
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", SEATS);
    int said = 0;
    for (; says(0, LETTERS); said++)
        bench_wait(2000);
    LAST(0, "\"refused\":\"talk_full\",\"rule\":\"P6.5\"");
    assert_in_range(said, LOG_TALK / SEATS / 300, LOG_TALK / SEATS / LETTERS);
    assert_true(says(1, LETTERS));
    bench_crash();
    for (int i = 0; i < SEATS; i++)
        assert_true(join_as(i, p.code, p.token[i], 0, 0));
    bench_wait(60000);
    assert_false(says(0, LETTERS));
    LAST(0, "talk_full");
    assert_true(says(1, LETTERS));
    send_as(0, "{\"id\":5001,\"t\":\"set_up\"}");
    for (int i = 0; i < SEATS; i++)
        send_as(i, "{\"id\":5002,\"t\":\"nod\"}");
    send_as(0, "{\"id\":5004,\"t\":\"play_again\"}");
    assert_true(says(0, LETTERS));
}

/* ---- a log that is full ---- */

/* Until only what tends the table has room; nobody is there to hear it. */
static void fill_log(struct hosted *t)
{
    struct input in;
    for (int i = 0; !table_is_full(&t->table); i++) {
        ASK(&in, SEAT_SERVER, mark_seat, .seat = 2, .away = (flag)(i % 2));
        assert_null(judge(bench.host, t, &in, NULL, 0));
        if (i % 500 == 0)
            bench_turn();
    }
}

/* The first move that finds no room ends the game, as if its players had. */
static void too_long_a_game(const char *game, const char *set_up, const char *move)
{
    struct party p;
    char text[200];
    snprintf(text, sizeof text, "{\"game\":\"%s\",\"wait\":true}", game);
    gather(&p, text, 4);
    send_as(0, set_up);
    LAST(0, "\"ok\":true");
    for (int i = 0; i < 4; i++)
        leave_as(i);
    struct hosted *t = tables_find(bench.host, p.code);
    fill_log(t);
    bench_forget();
    assert_true(join_as(0, p.code, p.token[0], t->table.story[1], 1));
    assert_true(join_as(1, p.code, p.token[1], t->table.story[2], 2));
    send_as(0, "{\"id\":2,\"t\":\"lock_table\",\"locked\":true}");
    LAST(0, "\"ok\":true"); /* there is room for this */
    NOT_HEARD(1, "\"over\":true");
    send_as(0, move);
    LAST(0, "\"re\":3,\"refused\":\"log_full\"");
    HEARD(0, "\"over\":true,\"record\":\"");
    HEARD(1, "abandoned");
    assert_int_equal(host_counts(bench.host)->abandoned, 1);
    assert_true(table_now(&t->table) <= LOG_MAX);
    send_as(1, "{\"id\":4,\"t\":\"play_again\"}");
    LAST(1, "\"ok\":true");
    send_as(0, set_up);
    LAST(0, "\"ok\":true");
}

static void a_full_log_ends_the_game(void **state)
{
    (void)state;
    too_long_a_game("maze", "{\"id\":1,\"t\":\"set_up\",\"number\":1}",
                    "{\"id\":3,\"t\":\"stare_at\",\"seat\":2}");
    bench_close(NULL);
    bench_open(NULL);
    too_long_a_game("null", "{\"id\":1,\"t\":\"set_up\"}", "{\"id\":3,\"t\":\"nod\"}");
    bench_close(NULL);
    bench_open(NULL);
    too_long_a_game("traitor", "{\"id\":1,\"t\":\"set_up\"}", "{\"id\":3,\"t\":\"stop\",\"seat\":2}");
}

/* What ended it was stored, and proves itself, like any other game. */
static bool copy_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static void a_full_log_has_a_record(void **state)
{
    struct party p;
    struct store_batch rows = {0};
    struct complaint why;
    struct table t;
    struct record_proved proved;
    char *text = NULL;
    size_t size = 0;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"wait\":true}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    leave_as(0);
    leave_as(1);
    struct hosted *at = tables_find(bench.host, p.code);
    fill_log(at);
    bench_forget();
    assert_true(join_as(0, p.code, p.token[0], at->table.story[1], 1));
    send_as(0, "{\"id\":3,\"t\":\"nod\"}");
    assert_true(store_find(bench.store, at->record, copy_row, &rows, &why));
    assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
    assert_true(record_prove(text, size, &t, &proved, &why));
    assert_true(t.game->over(t.truth) && proved.judged == proved.entries);
    table_close(&t);
    store_free(&rows);
    free(text);
    leave_as(0);
    bench_crash();
    assert_true(tables_find(bench.host, p.code)->over);
}

/* ---- the host of a table ---- */

static void host_takes_time(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    for (int i = 0; i < LIMIT_HOST_BURST; i++) {
        char text[80];
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"lock_table\",\"locked\":true}", 10 + i);
        send_as(0, i % 2 ? text : "{\"id\":1,\"t\":\"choose_options\",\"options\":{}}");
        LAST(0, "\"ok\":true");
    }
    send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{}}");
    LAST(0, "\"refused\":\"host_fast\",\"rule\":\"P6.5\"");
    send_as(0, "{\"id\":3,\"t\":\"hand_over\",\"seat\":2}");
    LAST(0, "host_fast");
    bench_wait(1000 / LIMIT_HOST_PER_S);
    send_as(0, "{\"id\":4,\"t\":\"hand_over\",\"seat\":2}");
    LAST(0, "\"ok\":true");
    send_as(1, "{\"id\":5,\"t\":\"lock_table\",\"locked\":false}"); /* another host has no other bucket */
    LAST(1, "host_fast");
}

/* ---- a long story for a slow reader ---- */

static size_t bytes_heard(int caller)
{
    size_t bytes = 0;
    for (int i = 0; i < bench.caller[caller].count; i++)
        bytes += strlen(bench.caller[caller].heard[i]);
    return bytes;
}

static void in_portions(void **state)
{
    enum { WORDS = 400, PORTION = 64 * 1024 };
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 1);
    for (int i = 0; i < WORDS; i++) {
        char text[600];
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"%0198d\"}", 10 + i, i);
        send_as(0, text);
        bench_wait(2000); /* nobody may talk faster */
    }
    LAST(0, "\"ok\":true");
    bench.caller[5].waits = PORTION / 2;
    assert_true(join_as(5, p.code, "", 0, 0));
    bench_wait(5000);
    NOT_HEARD(5, "\"t\":\"said\""); /* it has not even taken what was sent before */
    HEARD(5, "{\"hello\":");
    bench.caller[5].waits = PORTION / 2 - 1;
    host_time(bench.host, bench.now_ms += 20);
    host_turn(bench.host);
    assert_in_range(bytes_heard(5), PORTION / 2, PORTION + 1000); /* one */
    bench.caller[5].waits = PORTION;
    bench_wait(5000);
    assert_in_range(bytes_heard(5), PORTION / 2, PORTION + 1000);
    bench.caller[5].waits = 0;
    bench_wait(5000);
    assert_int_equal(times_heard(5, "\"t\":\"said\""), WORDS);
    send_as(0, "{\"id\":999,\"t\":\"say\",\"text\":\"and now\"}");
    LAST(5, "and now");
}

/* ---- the lobby ---- */

static const char *lobby(void)
{
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    return bench.request.reply;
}

static int tables_in(const char *text)
{
    int times = 0;
    for (; (text = strstr(text, "{\"table\":\"")); text++)
        times++;
    return times;
}

static void what_the_lobby_shows(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"public\":true}", 1);
    assert_int_equal(tables_in(lobby()), 1);
    send_as(0, "{\"id\":9,\"t\":\"lock_table\",\"locked\":true}");
    assert_non_null(strstr(lobby(), "\"locked\":true")); /* one may watch */
    assert_non_null(strstr(lobby(), "\"host\":\"\""));   /* names are told at the table */
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    assert_int_equal(tables_in(lobby()), 1); /* begun: one may watch, or take a bot's seat */
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    assert_string_equal(lobby(), "{\"tables\":[]}"); /* over */
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    assert_int_equal(tables_in(lobby()), 1);
    bench.idle = true;
    ask_table("{\"game\":\"null\",\"public\":true,\"name\":\"B\"}");
    assert_int_equal(tables_in(lobby()), 1); /* not before it is stored */
    bench.idle = false;
    bench_turn();
    assert_int_equal(tables_in(lobby()), 2);
}

static void a_long_lobby_is_cut(void **state)
{
    (void)state;
    for (int i = 1; i <= LIMIT_LOBBY + 20; i++) {
        assert_int_equal(ask_table("{\"game\":\"traitor\",\"public\":true,\"name\":\"B\"}"), 201);
        assert_int_equal(tables_in(lobby()), i < LIMIT_LOBBY ? i : LIMIT_LOBBY);
    }
}

/* ---- the store is behind ---- */

/* Somebody's last word waits to be stored when the table is due to be forgotten. */
static void not_forgotten_while_it_waits(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    bench.idle = true;
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"bye\"}");
    leave_as(0);
    bench_wait(2 * 3600 * 1000);
    assert_int_equal(host_counts(bench.host)->tables, 1);
    bench.idle = false;
    bench_wait(1000);
    assert_int_equal(host_counts(bench.host)->tables, 0);
    bench_crash();
    assert_int_equal(host_counts(bench.host)->tables, 0); /* and not in the store either */
}

/* As much is gathered as may be, by tables that bring what they play with. */
static void no_more_is_gathered(void **state)
{
    static char body[LIMIT_UPLOAD];
    struct party p;
    FILE *in = fopen("tests/play/maze/small.tiles", "r");
    int taken = 0;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    size_t size = (size_t)snprintf(body, sizeof body, "%s\n", p.token[0]);
    size += fread(body + size, 1, sizeof body - size, in);
    fclose(in);
    size += (size_t)snprintf(body + size, sizeof body - size, "//"); /* a long comment */
    memset(body + size, 'x', MATERIAL_TEXT_MAX - 100 - size);
    size = MATERIAL_TEXT_MAX - 101;
    body[size++] = '\n';
    bench.idle = true;
    for (bench.request.status = 0; !bench.request.status; taken++) {
        assert_true(taken < 200);
        memset(&bench.request, 0, sizeof bench.request);
        host_time(bench.host, bench.now_ms += 1000 / LIMIT_HOST_PER_S);
        host_bring_material(bench.host, host_link(bench.host, &bench.request), p.code, body, size);
        bench_turn();
    }
    assert_in_range(taken, LIMIT_BATCH / MATERIAL_TEXT_MAX, LIMIT_BATCH / MATERIAL_TEXT_MAX + 5);
    assert_int_equal(bench.request.status, 503);
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"too much\"}");
    send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{\"number\":1}}");
    LAST(0, "\"re\":2,\"refused\":\"busy\"");
    HEARD(0, "\"re\":1,\"refused\":\"busy\"");
    assert_int_equal(ask_table("{\"game\":\"maze\"}"), 503); /* a new table adds to it as well */
    bench.idle = false;
    bench_turn();
    assert_int_equal(ask_table("{\"game\":\"maze\"}"), 201);
    send_as(0, "{\"id\":3,\"t\":\"say\",\"text\":\"again\"}");
    HEARD(0, "\"again\"");
    NOT_HEARD(0, "\"too much\"");
}

/* ---- time ---- */

static bool count_row(void *ctx, const struct store_item *item, const void *bytes)
{
    (void)item, (void)bytes;
    ++*(int *)ctx;
    return true;
}

static bool has_record(const char *record)
{
    struct complaint why;
    int rows = 0;
    assert_true(store_find(bench.store, record, count_row, &rows, &why));
    return rows > 0;
}

/* What was played is kept as a record, whether it came to its end or not; and what was not begun is not. */
static void records_of_the_forgotten(void **state)
{
    static const char *const played[] = {"", "{\"id\":1,\"t\":\"set_up\"}", "{\"id\":2,\"t\":\"nod\"}"};
    (void)state;
    for (int far = 0; far < 3; far++) {
        struct party p;
        char record[RECORD_ID_SIZE + 1];
        gather(&p, "{\"game\":\"null\",\"wait\":true}", 1);
        for (int i = 1; i <= far; i++)
            send_as(0, played[i]);
        memcpy(record, tables_find(bench.host, p.code)->record, sizeof record);
        leave_as(0);
        bench_wait(2 * 86400 * 1000);
        assert_int_equal(host_counts(bench.host)->tables, 0);
        assert_int_equal(has_record(record), far > 0);
    }
}

/* How long a table is kept when everybody has gone, in seconds. */
static int kept_s(void)
{
    int seconds = 0;
    leave_as(0);
    for (; host_counts(bench.host)->tables; seconds += 60) {
        assert_true(seconds < 2 * 86400);
        bench_wait(60 * 1000);
    }
    return seconds;
}

static void forgotten_when_empty(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"wait\":true}", 1);
    bench_wait(2 * 86400 * 1000); /* while somebody is there, never */
    assert_int_equal(kept_s(), 3600);
    gather(&p, "{\"game\":\"null\",\"wait\":true}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    assert_int_equal(kept_s(), 86400); /* a game that goes on waits for its players */
    gather(&p, "{\"game\":\"null\",\"wait\":true}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    assert_int_equal(kept_s(), 3600);
}

/* Somebody is there, and nothing is to come: then nothing wakes the server. */
static void sleeps(void **state)
{
    struct party p;
    (void)state;
    assert_int_equal(host_wakes_ms(bench.host), INT64_MAX);
    gather(&p, "{\"game\":\"null\"}", 1);
    bench_wait(100);
    assert_int_equal(host_wakes_ms(bench.host), INT64_MAX);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    assert_int_equal(host_wakes_ms(bench.host), INT64_MAX);
    leave_as(0);
    assert_int_equal(host_wakes_ms(bench.host), bench.now_ms + AWAY_S * 1000); /* for the bot */
}

/* What is due and cannot be done is tried again in a while, not for ever. */
static void does_not_spin(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    leave_as(0);
    assert_true(host_drain(bench.host));
    host_time(bench.host, bench.now_ms += 2 * 3600 * 1000); /* due to be forgotten, which waits */
    host_turn(bench.host);
    assert_int_equal(host_wakes_ms(bench.host), bench.now_ms + 100);
    assert_int_equal(host_counts(bench.host)->tables, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P6.1 pings and parts of messages count as messages", noise_counts, open_slow, close_slow, NULL},
        {"P6.1 so many messages a second are heard, for however long", so_many_a_second, open_slow,
         close_slow, NULL},
        {"P6.1 silence buys no more than a burst", silence_buys_no_more, open_slow, close_slow, NULL},
        {"P6.1 whoever talks too fast is told now and then", scolded_now_and_then, open_slow, close_slow,
         NULL},
        {"P6.5 the devices of a seat share what it may send", devices_share, open_slow, close_slow, NULL},
        RULE("P6.5 talk is not a flood", talk_is_not_a_flood),
        RULE("P6.5 talk has a share of the log for each seat", talk_has_a_share),
        RULE("P6.5 the host of a table arranges so much at a time", host_takes_time),
        RULE("P2.1 a long story is told in portions, as fast as it is taken", in_portions),
        RULE("P1.1 the lobby shows what is public, stored and not over", what_the_lobby_shows),
        RULE("P1.1 a long lobby is cut", a_long_lobby_is_cut),
        RULE("P6.4 a table is not forgotten while something waits to be stored",
             not_forgotten_while_it_waits),
        RULE("P6.1 what waits for the store has a bound", no_more_is_gathered),
        RULE("P6.5 P1.9 a game whose log is full is ended as its players would end it",
             a_full_log_ends_the_game),
        RULE("P6.5 P8.1 and has a record that proves it", a_full_log_has_a_record),
        RULE("P1.1 an abandoned table is forgotten, later if it is in the middle of a game",
             forgotten_when_empty),
        RULE("P8.1 what was played at a forgotten table is kept", records_of_the_forgotten),
        RULE("P4.1 with nothing due the server sleeps", sleeps),
        RULE("P4.1 what cannot be done now does not keep it awake", does_not_spin),
    };
    alarm(100); /* a turn that does not end is ended */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
