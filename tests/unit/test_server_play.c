/* tests/unit/test_server_play.c -- talk, clocks, secrets, commands and records (P3 to
 * P6, P8), and what happens if the store fails. */
#include "seal/prove.h"
#include "server/record.h"
#include "tests/help/host_bench.h"

static struct hosted *table_of(const struct party *p)
{
    return tables_find(bench.host, p->code);
}

static void begin_maze(struct party *p, int people)
{
    gather(p, "{\"game\":\"maze\",\"gallery\":true}", people);
    send_as(0, "{\"id\":901,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    send_as(0, "{\"id\":902,\"t\":\"turn_hourglass\"}");
    LAST(0, "\"ok\":true");
}

static void finish_null(struct party *p)
{
    gather(p, "{\"game\":\"null\",\"gallery\":true}", 2);
    assert_true(join_as(5, p->code, "", 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(1, "{\"id\":2,\"t\":\"nod\"}");
}

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

/* ---- talk ---- */

static void talk(void **state)
{
    struct party p;
    char move[200], text[WIRE_MAX];
    struct input legal[LEGAL_MAX];
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"gallery\":true}", 2);
    send_as(1, "{\"id\":1,\"t\":\"say\",\"text\":\"in the lobby\"}");
    HEARD(0, "in the lobby");
    send_as(0, "{\"id\":1,\"t\":\"set_up\",\"number\":3,\"level\":12,\"side\":1}");
    send_as(0, "{\"id\":2,\"t\":\"turn_hourglass\"}");
    /* The first action ends the discussion (M6.3). */
    struct hosted *t = table_of(&p);
    for (int caller = 0; caller < 2 && !times_heard(0, "hero_moved"); caller++) {
        int count = t->table.game->legal(t->table.truth, (seat_t)(caller + 1), legal, LEGAL_MAX);
        for (int i = 0; i < count && !times_heard(0, "hero_moved"); i++) {
            legal[i].id = (uint32_t)(10 + i);
            wire_write_input(t->table.game->schema, &legal[i], text, sizeof text);
            if (strstr(text, "move_hero"))
                send_as(caller, text);
        }
    }
    HEARD(0, "hero_moved");
    int before = bench.caller[0].count;
    send_as(1, "{\"id\":77,\"t\":\"say\",\"text\":\"too late\"}");
    LAST(1, "\"rule\":\"P3.1\"");
    assert_int_equal(bench.caller[0].count, before); /* nobody else learns of it */
    snprintf(move, sizeof move, "%s", last_heard(1));
    assert_non_null(strstr(move, "\"re\":77"));
}

/* ---- clocks ---- */

static void time_is_the_servers(void **state)
{
    struct party p;
    char asked[40];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    bench_wait(5000);
    send_as(0, "{\"id\":4,\"t\":\"ask_time\"}");
    snprintf(asked, sizeof asked, "{\"now\":%d,\"re\":4}", (int)hosted_ms(bench.host, table_of(&p)));
    LAST(0, asked);
}

static void time_does_not_go_back(void **state)
{
    struct party p;
    char asked[40];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    bench_wait(5000);
    snprintf(asked, sizeof asked, "{\"now\":%d,\"re\":4}", (int)hosted_ms(bench.host, table_of(&p)));
    host_time(bench.host, bench.now_ms - 3000);
    send_as(0, "{\"id\":4,\"t\":\"ask_time\"}");
    LAST(0, asked);
}

static void too_late(void **state)
{
    struct party p;
    (void)state;
    begin_maze(&p, 2);
    /* The sand runs out at 180 s of playing time; a command of that very moment comes too late. */
    int64_t left_ms =
        table_of(&p)->table.game->deadline(table_of(&p)->table.truth) - hosted_ms(bench.host, table_of(&p));
    bench.now_ms += left_ms;
    host_time(bench.host, bench.now_ms);
    send_as(1, "{\"id\":5,\"t\":\"place_pawn\",\"seat\":1}");
    HEARD(1, "\"t\":\"game_ended\"");
    HEARD(1, "\"re\":5,\"refused\"");
}

static void crash_stops_clocks(void **state)
{
    struct party p;
    char paused[60];
    (void)state;
    begin_maze(&p, 2);
    bench_wait(7000);
    send_as(1, "{\"id\":5,\"t\":\"react\",\"reaction\":\"yes\"}");
    int64_t shown_ms = hosted_ms(bench.host, table_of(&p));
    bench_wait(400); /* nothing is shown any more */
    bench.now_ms += 3600 * 1000;
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    snprintf(paused, sizeof paused, "\"at\":%d,\"t\":\"paused\"", (int)shown_ms);
    HEARD(0, paused);
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    send_as(1, "{\"id\":6,\"t\":\"resume\"}");
    bench_wait(3100);
    HEARD(0, "\"t\":\"resumed\"");
    bench_wait(180000 - 7000 - 2000);
    NOT_HEARD(0, "game_ended");
    bench_wait(3000);
    HEARD(0, "game_ended");
}

/* ---- secrets ---- */

static bool proved(const char *text, size_t size, struct complaint *why)
{
    struct table t;
    struct record_proved how;
    if (!record_prove(text, size, &t, &how, why))
        return false;
    assert_int_equal(how.judged, how.entries);
    table_close(&t);
    return true;
}

static void committed(void **state)
{
    struct party p;
    char commitment[65], seed[65], *text;
    struct complaint why = {0};
    struct store_batch rows = {0};
    size_t size;
    (void)state;
    finish_null(&p);
    text_in(bench.caller[0].heard[0], "commitment", commitment, sizeof commitment);
    for (int i = 0; i < bench.caller[5].count; i++)
        if (strstr(bench.caller[5].heard[i], "\"over\":true"))
            text_in(bench.caller[5].heard[i], "seed", seed, sizeof seed);
    struct hosted *t = table_of(&p);
    assert_true(store_find(bench.store, t->record, keep_row, &rows, &why));
    assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
    assert_non_null(strstr(text, commitment));
    assert_non_null(strstr(text, seed));
    assert_non_null(strstr(text, "\"date\":\"2026-01-01\"")); /* by the clock on the wall */
    if (!proved(text, size, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    *strstr(text, seed) ^= 1; /* another seed */
    assert_false(proved(text, size, &why));
    free(text);
    store_free(&rows);
}

/* A whole game of Magic Maze by bots, with its shuffles. */
static void deal_verified(void **state)
{
    struct party p;
    char *text;
    size_t size;
    struct complaint why = {0};
    struct store_batch rows = {0};
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"pace\":\"quick\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    send_as(0, "{\"id\":4,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    send_as(0, "{\"id\":5,\"t\":\"turn_hourglass\"}");
    leave_as(0); /* a bot plays that seat too */
    struct hosted *t = table_of(&p);
    assert_true(store_find(bench.store, t->record, keep_row, &rows, &why));
    assert_int_equal(record_make(&rows, &text, &size), RECORD_NOT_OVER); /* P5.1 */
    store_free(&rows);
    bench_wait(900 * 1000);
    assert_true(t->over);
    assert_true(store_find(bench.store, t->record, keep_row, &rows, &why));
    assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
    if (!proved(text, size, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    char *order = strstr(text, "\"order\":[");
    assert_non_null(order);
    char *first = order + 9;
    *first = *first == '9' ? '8' : (char)(*first + 1); /* another pile */
    assert_false(proved(text, size, &why));
    free(text);
    store_free(&rows);
}

static void secrets_until_the_end(void **state)
{
    struct party p;
    (void)state;
    finish_null(&p);
    /* Only those who played are told the record's name; everybody is told the seed. */
    HEARD(0, table_of(&p)->record);
    NOT_HEARD(5, table_of(&p)->record);
    HEARD(5, "\"over\":true,\"record\":\"\",\"seed\":\"");
    for (int i = 0; i < bench.caller[0].count; i++)
        assert_null(strstr(bench.caller[0].heard[i], p.token[1]));
}

/* How many events a hello announces, and how many follow it. */
static void announced(int caller, int *told, int *follow)
{
    const struct caller *c = &bench.caller[caller];
    *told = *follow = 0;
    for (int i = 0; i < c->count; i++) {
        const char *at = strncmp(c->heard[i], "{\"hello\":", 9) ? NULL : strstr(c->heard[i], "\"told\":");
        if (at)
            *told = (int)strtol(at + 7, NULL, 10), *follow = 0;
        *follow += !strncmp(c->heard[i], "{\"n\":", 5);
    }
}

/* A number of things that one was not shown would already tell that they happened, and when. */
static void nothing_hidden_is_counted(void **state)
{
    struct party p;
    int told[3], follow;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 2);
    send_as(1, "{\"id\":1,\"t\":\"say\",\"text\":\"before you came\"}");
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Late\"}"), 201);
    text_in(bench.request.reply, "token", p.token[2], sizeof p.token[2]);
    assert_true(join_as(4, p.code, p.token[2], 0, 0));
    assert_true(join_as(5, p.code, "", 0, 0));
    assert_true(join_as(6, p.code, p.token[1], 0, 0));
    NOT_HEARD(4, "before you came");
    HEARD(6, "before you came");
    for (int i = 0; i < 3; i++) {
        announced(4 + i, &told[i], &follow);
        assert_int_equal(told[i], follow);
    }
    assert_int_equal(told[0] + 1, told[2]);
}

/* Whoever has not heard the story yet hears the end of it in its place. */
static void seed_behind_the_story(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    bench.caller[5].waits = LIMIT_OUTBOX; /* it takes nothing */
    assert_true(join_as(5, p.code, "", 0, 0));
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    HEARD(0, "\"seed\"");
    NOT_HEARD(5, "\"seed\"");
    bench.caller[5].waits = 0;
    bench_wait(100);
    LAST(5, "\"seed\"");
    assert_int_equal(times_heard(5, "\"seed\""), 1);
}

/* Whoever comes when the end has been judged and not stored knows no more than those who were there. */
static void seed_not_before_the_end(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"gallery\":true}", 1);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    bench.idle = true;
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    assert_true(join_as(5, p.code, "", 0, 0));
    HEARD(5, "\"t\":\"begun\"");
    NOT_HEARD(5, "\"seed\"");
    bench.idle = false;
    bench_turn();
    assert_int_equal(times_heard(5, "\"seed\""), 1);
    assert_int_equal(times_heard(0, "\"seed\""), 1);
    bench_crash(); /* and whoever comes after a crash is told as well */
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    assert_int_equal(times_heard(0, "\"seed\""), 1);
}

/* ---- commands ---- */

static void answered(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    send_as(0, "{\"id\":11,\"t\":\"nod\"}");
    LAST(0, "{\"re\":11,\"refused\":\"not_now\",\"rule\":\"P6.1\",\"text\":\"You cannot do");
    send_as(0, "{\"id\":12,\"t\":\"set_up\"}");
    LAST(0, "{\"re\":12,\"n\":2,\"ok\":true}");
    send_as(0, "{\"id\":13,\"t\":\"tick\"}");
    LAST(0, "{\"re\":13,\"refused\":\"not_yours\"");
    send_as(0, "{\"id\":14,\"t\":\"jump\"}");
    LAST(0, "\"error\":\"malformed\"");
    LAST(0, "\"re\":14");
    static const char *const junk[] = {"",
                                       "{",
                                       "[]",
                                       "null",
                                       "{\"t\":1}",
                                       "{\"id\":-1,\"t\":\"nod\"}",
                                       "\xff\xfe",
                                       "{\"id\":99999999999999999999,\"t\":\"nod\"}",
                                       "{\"t\":\"nod\",\"by\":2}"};
    for (size_t i = 0; i < sizeof junk / sizeof *junk; i++) {
        int before = bench.caller[0].count;
        send_as(0, junk[i]);
        assert_int_equal(bench.caller[0].count, before + 1);
        LAST(0, "\"error\":\"malformed\"");
    }
    assert_int_equal(host_counts(bench.host)->commands[MALFORMED], 10);
}

static void done_once(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":5,\"t\":\"say\",\"text\":\"once\"}");
    send_as(0, "{\"id\":6,\"t\":\"say\",\"text\":\"more\"}");
    send_as(0, "{\"id\":5,\"t\":\"say\",\"text\":\"once\"}");
    LAST(0, "{\"re\":5,\"n\":3,\"ok\":true}"); /* the same answer */
    assert_int_equal(times_heard(1, "\"once\""), 1);
    bench_crash(); /* and after a crash */
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    send_as(0, "{\"id\":5,\"t\":\"say\",\"text\":\"once\"}");
    LAST(0, "{\"re\":5,\"n\":3,\"ok\":true}");
    assert_int_equal(times_heard(0, "\"once\""), 1);
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    send_as(1, "{\"id\":5,\"t\":\"say\",\"text\":\"mine\"}"); /* another seat's 5 is another command */
    HEARD(0, "\"mine\"");
}

/* The last thirty-two of each seat are remembered, also after a crash. */
static void remembered(void **state)
{
    struct party p;
    char text[80];
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 1; i <= LIMIT_ANSWERS + 1; i++) {
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"word %d.\"}", i, i);
        send_as(0, text);
    }
    for (int crash = 0; crash < 2; crash++) {
        bench_wait(1000);
        for (int i = 2; i <= LIMIT_ANSWERS + 1; i++) {
            snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"again %d.\"}", i, i);
            send_as(0, text);
            snprintf(text, sizeof text, "{\"re\":%d,\"n\":%d,\"ok\":true}", i, i + 1);
            LAST(0, text);
        }
        NOT_HEARD(0, "again");
        bench_crash();
        assert_true(join_as(0, p.code, p.token[0], 0, 0));
    }
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"again 1.\"}");
    HEARD(0, "again 1."); /* it was too long ago */
}

static void not_before_stored(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    bench.idle = true;
    send_as(0, "{\"id\":5,\"t\":\"say\",\"text\":\"first\"}");
    send_as(1, "{\"id\":5,\"t\":\"say\",\"text\":\"second\"}");
    send_as(1, "{\"id\":6,\"t\":\"nod\"}");
    NOT_HEARD(0, "\"first\"");
    NOT_HEARD(1, "\"re\":6"); /* nor what was judged by it */
    bench.idle = false;
    bench_turn();
    HEARD(1, "\"first\"");
    HEARD(0, "\"second\"");
    HEARD(1, "\"re\":6");
    bench.idle = true;
    send_as(0, "{\"id\":7,\"t\":\"say\",\"text\":\"third\"}");
    bench_crash();
    bench.idle = false;
    bench_turn();
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    HEARD(1, "\"second\"");
    NOT_HEARD(1, "\"third\""); /* nobody had been shown it */
}

/* What came before in the same turn of the loop has not even been handed to the store. */
static void not_in_the_same_turn(void **state)
{
    static const char said[] = "{\"id\":5,\"t\":\"say\",\"text\":\"first\"}";
    static const char refused[] = "{\"id\":6,\"t\":\"nod\"}";
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    host_hear(bench.host, bench.caller[0].link, said, strlen(said));
    host_hear(bench.host, bench.caller[1].link, refused, strlen(refused));
    NOT_HEARD(1, "\"re\":6");
    bench_turn();
    LAST(1, "\"re\":6");
    HEARD(1, "\"first\"");
}

static void too_fast(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    bench.host->limits.messages_per_s = 10;
    for (int i = 0; i < LIMIT_MESSAGES_BURST; i++)
        send_as(0, "{\"t\":\"react\",\"reaction\":\"yes\"}");
    NOT_HEARD(0, "too_fast");
    for (int i = 0; i < LIMIT_SCOLDINGS; i++)
        send_as(0, "{\"t\":\"react\",\"reaction\":\"yes\"}");
    HEARD(0, "\"error\":\"too_fast\"");
    assert_int_equal(bench.caller[0].ended, 1008);
    assert_int_equal(times_heard(0, "\"t\":\"reacted\""), LIMIT_MESSAGES_BURST);
}

/* ---- the store fails, on its Nth call, for every N ---- */

static struct {
    uint64_t at;
    int times, how;
} fault;

static int fails(void *ctx, uint64_t call)
{
    (void)ctx;
    return call >= fault.at && call < fault.at + (uint64_t)fault.times ? fault.how : 0;
}

static seq_t stored_events(struct store *of)
{
    struct store_batch rows = {0};
    struct complaint why;
    seq_t last = 0;
    assert_true(store_load(of, keep_row, &rows, &why));
    for (size_t i = 0; i < rows.count; i++)
        if (rows.items[i].what == STORE_PIECE && rows.items[i].seq > last)
            last = rows.items[i].seq;
    store_free(&rows);
    return last;
}

static struct store *true_store;

/* Nothing that is shown may be missing in the store: in this game every input causes one event. */
static void only_stored(struct caller *c, const char *text)
{
    (void)c;
    if (strncmp(text, "{\"n\":", 5))
        return;
    seq_t stored = stored_events(true_store);
    if (json_number(text, strlen(text), "n") > stored)
        fail_msg("shown before it was stored (%u): %s", (unsigned)stored, text);
}

/* Whatever the trouble is, it is over after six seconds. */
static void scene(struct party *p)
{
    ask_table("{\"game\":\"null\",\"wait\":true}");
    bench_wait(6000);
    assert_int_equal(bench.request.status, 201);
    text_in(bench.request.reply, "table", p->code, sizeof p->code);
    for (int i = 0; i < 2; i++) {
        char seat[40];
        snprintf(seat, sizeof seat, "{\"name\":\"%c\"}", 'A' + i);
        ask_seat(p->code, seat);
        bench_wait(6000);
        assert_int_equal(bench.request.status, 201);
        text_in(bench.request.reply, "token", p->token[i], sizeof p->token[i]);
        assert_true(join_as(i, p->code, p->token[i], 0, 0));
    }
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    for (int i = 0; i < 4; i++) {
        char text[60];
        bench_wait(6000);
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"word %d\"}", 10 + i, i);
        send_as(i % 2, text);
    }
    bench_wait(6000);
}

static uint64_t run_scene(uint64_t at, int times, int how)
{
    struct party p;
    struct complaint why;
    void *none = NULL;
    bench_open(&none);
    true_store = bench.store;
    fault.at = at, fault.times = times, fault.how = how;
    bench.store = store_faulty_open(true_store, fails, NULL, &why);
    bench.sent = only_stored;
    scene(&p);
    for (int i = 0; i < 4; i++) {
        char text[20];
        snprintf(text, sizeof text, "\"word %d\"", i);
        assert_int_equal(times_heard(0, text), 1);
        assert_int_equal(times_heard(1, text), 1);
    }
    assert_false(host_stuck(bench.host));
    uint64_t calls = bench.calls;
    if (at > 3 && at <= calls) { /* somebody was at the table: they are told */
        assert_int_equal(times_heard(0, "\"trouble\":true"), 1);
        assert_int_equal(times_heard(0, "\"trouble\":false"), 1);
    }
    bench_close(&none);
    return calls;
}

static void store_fails(void **state)
{
    (void)state;
    uint64_t calls = run_scene(1000000, 0, 0);
    assert_true(calls >= 8); /* a table, two seats, a start, four words */
    for (uint64_t at = 1; at <= calls; at++)
        for (int how = 1; how <= 2; how++)
            for (int times = 1; times <= 3; times += 2)
                run_scene(at, times, how);
}

static void clocks_stand_in_trouble(void **state)
{
    struct party p;
    struct complaint why;
    (void)state;
    fault.at = 0, fault.times = 0;
    bench.store = store_faulty_open(bench.store, fails, NULL, &why);
    begin_maze(&p, 2);
    fault.at = 0, fault.times = 1000, fault.how = 1;
    send_as(1, "{\"id\":5,\"t\":\"react\",\"reaction\":\"yes\"}");
    LAST(0, "\"trouble\":true");
    int64_t stood_ms = hosted_ms(bench.host, table_of(&p));
    send_as(0, "{\"id\":6,\"t\":\"react\",\"reaction\":\"yes\"}");
    assert_int_equal(times_heard(0, "\"t\":\"reacted\""), 0);
    bench_wait(200 * 1000); /* longer than the sand would have run */
    assert_int_equal(hosted_ms(bench.host, table_of(&p)), stood_ms);
    HEARD(0, "\"trouble\":true");
    fault.times = 0;
    bench_wait(5000);
    HEARD(0, "\"trouble\":false");
    HEARD(0, "{\"now\":"); /* which is not what their own clocks say */
    HEARD(1, "{\"now\":");
    assert_int_equal(times_heard(0, "\"t\":\"reacted\""), 1);
    NOT_HEARD(0, "game_ended");
}

static void draining(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    bench.idle = true;
    send_as(0, "{\"id\":5,\"t\":\"say\",\"text\":\"last\"}");
    assert_false(host_drain(bench.host));
    send_as(0, "{\"id\":6,\"t\":\"say\",\"text\":\"later\"}");
    bench.idle = false;
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 503);
    bench_turn();
    assert_true(host_drain(bench.host));
    HEARD(0, "\"last\"");
    HEARD(0, "\"refused\":\"stopping\"");
    const char *again = "{\"id\":5,\"t\":\"say\",\"text\":\"last\"}";
    host_hear(bench.host, bench.caller[0].link, again, strlen(again));
    assert_false(host_drain(bench.host)); /* somebody is still to be answered */
    bench_turn();
    assert_true(host_drain(bench.host));
    assert_int_equal(times_heard(0, "\"re\":5,"), 2);
}

/* Whatever would have to be stored is refused while nothing can be, and when the server stops. */
static void nothing_is_taken(const struct party *p, const char *reason)
{
    static const char *const asked[] = {
        "{\"id\":31,\"t\":\"choose_options\",\"options\":{\"number\":2,\"level\":3,\"side\":1}}",
        "{\"id\":32,\"t\":\"change_game\",\"game\":\"null\"}",
        "{\"id\":33,\"t\":\"change_game\",\"game\":\"maze\"}",
        "{\"id\":34,\"t\":\"be_ready\",\"ready\":true}",
        "{\"id\":35,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}",
    };
    char refused[40], body[80];
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        send_as(0, asked[i]);
    snprintf(refused, sizeof refused, "\"error\":\"%s\"", reason);
    assert_int_equal(ask_table("{\"game\":\"null\"}"), 503);
    assert_non_null(strstr(bench.request.reply, refused));
    memset(&bench.request, 0, sizeof bench.request);
    snprintf(body, sizeof body, "%s\n", p->token[0]);
    host_bring_material(bench.host, host_link(bench.host, &bench.request), p->code, body, strlen(body));
    assert_int_equal(bench.request.status, 503);
    assert_non_null(strstr(bench.request.reply, refused));
    assert_int_equal(ask_seat(p->code, "{\"name\":\"Late\"}"), 503);
    assert_non_null(strstr(bench.request.reply, refused));
}

static void all_was_refused(const char *reason)
{
    char refused[60];
    for (int id = 31; id <= 35; id++) {
        snprintf(refused, sizeof refused, "\"re\":%d,\"refused\":\"%s\"", id, reason);
        assert_int_equal(times_heard(0, refused), 1);
    }
}

static void nothing_is_taken_in_trouble(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    bench.idle = true;
    send_as(1, "{\"id\":7,\"t\":\"say\",\"text\":\"x\"}");
    bench.batch = NULL;
    host_stored(bench.host, false);
    nothing_is_taken(&p, "storing");
    bench.idle = false;
    bench_wait(5000);
    HEARD(0, "\"trouble\":false");
    all_was_refused("storing"); /* told once what came before can be shown */
    assert_true(host_drain(bench.host));
    nothing_is_taken(&p, "stopping");
    all_was_refused("stopping");
    assert_true(host_drain(bench.host));
}

/* It takes no more commands, but what is due is due while it waits for its store. */
static void draining_keeps_time(void **state)
{
    struct party p;
    (void)state;
    begin_maze(&p, 2);
    bench.idle = true;
    send_as(0, "{\"id\":5,\"t\":\"react\",\"reaction\":\"bravo\"}");
    assert_false(host_drain(bench.host));
    bench_wait(200 * 1000); /* the sand has run out */
    bench.idle = false;
    bench_turn();
    HEARD(0, "\"t\":\"game_ended\"");
    assert_true(host_drain(bench.host));
}

/* ---- counts ---- */

static bool count_row(void *ctx, const struct store_item *item, const void *bytes)
{
    (void)bytes;
    *(uint64_t *)ctx += item->what == STORE_PIECE;
    return true;
}

static void all_is_counted(void **state)
{
    struct party p;
    struct complaint why;
    uint64_t pieces = 0;
    const struct host_counts *c = host_counts(bench.host);
    (void)state;
    finish_null(&p);
    assert_true(c->opened == 1 && c->finished == 1 && c->abandoned == 0 && c->set_aside == 0);
    assert_true(c->commands[ACCEPTED] == 3 && c->commands[REFUSED] == 0 && c->commands[REPEATED] == 0);
    assert_int_equal(c->events, table_of(&p)->table.count);
    assert_true(store_find(bench.store, table_of(&p)->record, count_row, &pieces, &why));
    assert_int_equal(c->entries, pieces);
    assert_int_equal(c->commits, bench.calls);
    assert_int_equal(c->commit_failures, 0);
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    send_as(0, "{\"id\":3,\"t\":\"nod\"}");
    send_as(5, "{\"id\":3,\"t\":\"nod\"}");
    send_as(0, "{\"id\":4,\"t\":\"change_game\",\"game\":\"chess\"}");
    assert_true(c->commands[ACCEPTED] == 3 && c->commands[REFUSED] == 3 && c->commands[REPEATED] == 1);
    send_as(0, "{\"id\":5,\"t\":\"ask_time\"}"); /* is neither */
    send_as(0, "nonsense");
    send_as(0, "{\"id\":6,\"t\":\"play_again\"}");
    assert_true(c->commands[ACCEPTED] == 4 && c->commands[REFUSED] == 3 && c->commands[MALFORMED] == 1);
    assert_true(c->opened == 1 && c->finished == 1);
    uint64_t commits = c->commits;
    bench.idle = true;
    send_as(0, "{\"id\":7,\"t\":\"say\",\"text\":\"x\"}");
    bench.batch = NULL;
    host_stored(bench.host, false);
    assert_true(c->commits == commits && c->commit_failures == 1 && host_stuck(bench.host));
    bench.idle = false;
    bench_wait(1000);
    assert_true(c->commits == commits + 1 && c->commit_failures == 1 && !host_stuck(bench.host));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P3.1 the game decides who talks; P3.2 a late text stays private; P3.3 the lobby is open", talk),
        RULE("P4.1 time is the server's, and told to whoever asks", time_is_the_servers),
        RULE("P4.1 it does not go back", time_does_not_go_back),
        RULE("P4.2 a command at the deadline is too late", too_late),
        RULE("P4.3 after a crash the clocks are where they were at the last thing shown", crash_stops_clocks),
        RULE("P5.1 the secrets of a game are kept until it is over", secrets_until_the_end),
        RULE("P5.1 a hello does not count what is hidden from its seat", nothing_hidden_is_counted),
        RULE("P5.2 the seed is told once, with the end", seed_not_before_the_end),
        RULE("P5.2 and after the story, for a slow reader", seed_behind_the_story),
        RULE("P5.2 the seed fits the commitment, and the record is proved by it", committed),
        RULE("P5.2 every shuffle follows from the seed", deal_verified),
        RULE("P6.1 every command is answered, and a refusal names its rule", answered),
        RULE("P6.2 a command sent twice is done once, also after a crash", done_once),
        RULE("P6.2 only the last commands are remembered", remembered),
        RULE("P6.4 nothing is shown before it is stored", not_before_stored),
        RULE("P6.4 nor is anybody refused by it", not_in_the_same_turn),
        RULE("P6.1 a browser that talks too fast is warned, then closed", too_fast),
        {"P6.4 the store fails on its Nth call, for every N", store_fails, NULL, NULL, NULL},
        RULE("P4.3 nobody loses time while the store fails", clocks_stand_in_trouble),
        RULE("P6.4 a server that stops stores everything first", draining),
        RULE("P6.4 what cannot be stored is refused, whatever it is", nothing_is_taken_in_trouble),
        RULE("P4.2 and meets its deadlines", draining_keeps_time),
        RULE("what happens at tables is counted", all_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
