/* tests/unit/test_server_reports.c -- reporting a player to the server's owner (P9.6), as the host of all
 * tables handles it.
 *
 * Caller 0 is Ann, the host of the table, caller 1 is Bob, who is reported, and caller 2 is Cid. */
#include "tests/help/host_bench.h"

#include "server/report.h"

enum { ANN, BOB, CID, WATCHER };

/* What is given to the store: it is not told to anybody, so this is the only place to see it. */
static struct report last;
static int kept;

static void look_at(const struct store_batch *b)
{
    for (size_t i = 0; b && i < b->count; i++)
        if (b->items[i].what == STORE_REPORT) {
            assert_true(report_read(b->bytes + b->items[i].at, b->items[i].size, &last));
            kept++;
        }
}

/* The status of the reply.  An empty token: somebody who watches. */
static int report(const struct party *p, const char *token, const char *body)
{
    memset(&bench.request, 0, sizeof bench.request);
    kept = 0;
    bench.idle = true;
    host_report_seat(bench.host, host_link(bench.host, &bench.request), p->code, token, body, strlen(body));
    bench_turn();
    look_at(bench.batch);
    bench.idle = false;
    bench_turn();
    return bench.request.status;
}

static void says(int caller, const char *what)
{
    static int id = 100;
    char text[300];
    snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"%s\"}", ++id, what);
    send_as(caller, text);
    LAST(caller, "\"ok\":true");
}

static void sit(struct party *p, const char *game)
{
    char body[100];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"public\":true,\"gallery\":true}", game);
    gather(p, body, 3);
}

static const char *insult = "{\"seat\":2,\"reason\":\"insult\"}";

static void what_is_kept(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    says(BOB, "you fool");
    says(CID, "be kind");
    says(BOB, "\\\"never\\\" \\u00e9");
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":2,\"reason\":\"insult\",\"text\":\"He is rude\"}"),
                     201);
    assert_int_equal(kept, 1);
    assert_string_equal(last.table, p.code);
    assert_string_equal(last.game, "null");
    assert_string_equal(last.name, "B");
    assert_string_equal(last.by_name, "A");
    assert_string_equal(last.reason, "insult");
    assert_string_equal(last.text, "He is rude");
    assert_true(last.seat == 2 && last.by == 1 && last.round == 1);
    assert_int_equal(last.at_ms, bench_wall_ms(NULL));
    assert_int_equal(last.lines, 2);
    assert_string_equal(last.line[0].text, "you fool");
    assert_string_equal(last.line[1].text, "\"never\" \xc3\xa9");
    assert_true(last.line[0].at_ms <= last.line[1].at_ms && last.line[1].at_ms <= last.at_ms);
}

/* Nobody else learns of it: not a message, and nothing in the story. */
static void nobody_is_told(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    assert_true(join_as(WATCHER, p.code, "", 0, 0));
    says(BOB, "you fool");
    uint64_t told = bench.told;
    struct host_counts before = *host_counts(bench.host);
    seq_t events = tables_find(bench.host, p.code)->table.count;
    assert_int_equal(report(&p, p.token[ANN], insult), 201);
    assert_int_equal(kept, 1);
    assert_int_equal(bench.told, told);
    assert_int_equal(tables_find(bench.host, p.code)->table.count, events);
    struct host_counts after = *host_counts(bench.host);
    before.commits = after.commits; /* which are told in steps */
    assert_memory_equal(&before, &after, sizeof before);
}

/* What the reporter was not told is not in it, and so not on its way to anybody: in Magic Maze the silence
 * holds for words, and in this game the gallery hears what all hear. */
static void only_what_was_told(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    says(BOB, "shown");
    bench.idle = true;
    send_as(BOB, "{\"id\":900,\"t\":\"say\",\"text\":\"not stored yet\"}");
    const struct store_batch *before = bench.batch;
    assert_non_null(before);
    memset(&bench.request, 0, sizeof bench.request);
    host_report_seat(bench.host, host_link(bench.host, &bench.request), p.code, p.token[ANN], insult,
                     strlen(insult));
    struct complaint why;
    bench.batch = NULL;
    host_stored(bench.host, store_commit(bench.store, before, &why));
    host_turn(bench.host);
    assert_int_equal(bench.request.status, 0); /* not before it is stored */
    kept = 0;
    look_at(bench.batch);
    assert_int_equal(kept, 1);
    assert_int_equal(last.lines, 1);
    assert_string_equal(last.line[0].text, "shown");
    bench.idle = false;
    bench_turn();
    assert_int_equal(bench.request.status, 201);
}

/* The words are those of the person, wherever they sat, and of nobody who sat there before. */
static void whose_words(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    says(BOB, "from the second seat");
    says(CID, "from the third");
    send_as(ANN, "{\"id\":1,\"t\":\"reorder_seats\",\"order\":[3,1,2,0,0,0,0,0,0,0,0,0]}");
    HEARD(ANN, "seats_reordered");
    says(BOB, "from the last");
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":3,\"reason\":\"threat\"}"), 201);
    assert_string_equal(last.name, "B");
    assert_int_equal(last.lines, 2);
    assert_string_equal(last.line[0].text, "from the second seat");
    send_as(CID, "{\"id\":1,\"t\":\"remove_player\",\"seat\":1}");
    assert_int_equal(report(&p, p.token[ANN], insult), 201); /* Bob has moved up */
    assert_string_equal(last.name, "B");
    assert_int_equal(last.lines, 2);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Zoe\"}"), 201);
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":3,\"reason\":\"other\"}"), 201);
    assert_string_equal(last.name, "Zoe");
    assert_int_equal(last.lines, 0);
}

/* Whoever goes in the middle of a game can still be reported for what they said. */
static void whoever_has_gone(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    send_as(ANN, "{\"id\":1,\"t\":\"set_up\"}");
    says(BOB, "you fool");
    send_as(BOB, "{\"id\":2,\"t\":\"remove_player\",\"seat\":2}");
    assert_int_equal(report(&p, p.token[ANN], insult), 201);
    assert_string_equal(last.name, "B");
    assert_int_equal(last.lines, 1);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"Zoe\",\"seat\":2}"), 201);
    assert_int_equal(report(&p, p.token[CID], insult), 201);
    assert_string_equal(last.name, "Zoe");
    assert_int_equal(last.lines, 0);
}

/* The last ones, in order. */
static void no_more_than_the_last_lines(void **state)
{
    struct party p;
    char text[40];
    (void)state;
    sit(&p, "null");
    for (int i = 0; i < REPORT_LINES + 7; i++) {
        snprintf(text, sizeof text, "line %d", i);
        says(BOB, text);
        bench_wait(1000);
    }
    assert_int_equal(report(&p, p.token[ANN], insult), 201);
    assert_int_equal(last.lines, REPORT_LINES);
    assert_string_equal(last.line[0].text, "line 7");
    snprintf(text, sizeof text, "line %d", REPORT_LINES + 6);
    assert_string_equal(last.line[REPORT_LINES - 1].text, text);
}

static void who_may(void **state)
{
    struct party p, other;
    (void)state;
    gather(&p, "{\"game\":\"null\",\"public\":true}", 2);
    assert_int_equal(report(&p, "", insult), 403);
    assert_non_null(strstr(bench.request.reply, "no_gallery"));
    assert_int_equal(report(&p, "0123456789abcdef0123456789abcdef", insult), 403);
    assert_non_null(strstr(bench.request.reply, "no_seat"));
    assert_int_equal(report(&p, "?", insult), 403);
    assert_int_equal(kept, 0);
    snprintf(other.code, sizeof other.code, "zzzzzzzz");
    assert_int_equal(report(&other, p.token[ANN], insult), 404);
    sit(&other, "null");
    assert_int_equal(report(&other, "", insult), 201); /* whoever may watch */
    assert_true(last.by == 0 && !*last.by_name);
    gather(&other, "{\"game\":\"null\",\"gallery\":true}", 2);
    assert_int_equal(report(&other, other.token[ANN], insult), 409); /* the host can remove people */
    assert_non_null(strstr(bench.request.reply, "\"report_private\",\"rule\":\"P9.6\""));
    assert_int_equal(kept, 0);
}

static void what_is_wrong_with_it(void **state)
{
    struct party p;
    char body[1200] = "{\"seat\":2,\"reason\":\"insult\",\"text\":\"";
    (void)state;
    sit(&p, "null");
    send_as(ANN, "{\"id\":1,\"t\":\"seat_player\",\"bot\":true}");
    static const char *const nobody[] = {
        "{\"seat\":1,\"reason\":\"insult\"}", /* oneself */
        "{\"seat\":4,\"reason\":\"insult\"}", /* a bot */
        "{\"seat\":5,\"reason\":\"insult\"}",
        "{\"seat\":0,\"reason\":\"insult\"}",
    };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(report(&p, p.token[ANN], nobody[i]), 409);
        assert_non_null(strstr(bench.request.reply, "\"report_nobody\",\"rule\":\"P9.6\""));
    }
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":200,\"reason\":\"insult\"}"), 400);
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":2}"), 400);
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":2,\"reason\":\"ugly\"}"), 400);
    assert_int_equal(report(&p, p.token[ANN], "{\"seat\":2,\"reason\":\"other\",\"card\":1}"), 400);
    assert_int_equal(report(&p, p.token[ANN], "no"), 400);
    size_t end = strlen(body);
    for (int i = 0; i < 200; i++, end += 4)
        memcpy(body + end, "\xf0\x9f\x99\x82", 4);
    memcpy(body + end, "\"}", 3);
    assert_int_equal(report(&p, p.token[ANN], body), 201); /* 200 characters, as people count them */
    assert_int_equal(strlen(last.text), 800);
    snprintf(body + end, sizeof body - end, "!\"}");
    assert_int_equal(report(&p, p.token[ANN], body), 400);
    memset(body, 0, sizeof body);
    snprintf(body, sizeof body, "{\"seat\":2,\"reason\":\"insult\",\"text\":\"%0201d\"}", 0);
    assert_int_equal(report(&p, p.token[ANN], body), 409);
    assert_non_null(strstr(bench.request.reply, "too_long"));
    assert_int_equal(kept, 0);
}

/* Nobody fills the store with them: each seat has an allowance, and all who watch have one together. */
static void not_too_often(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    for (int i = 0; i < LIMIT_REPORTS_BURST; i++)
        assert_int_equal(report(&p, p.token[ANN], insult), 201);
    assert_int_equal(report(&p, p.token[ANN], insult), 429);
    assert_non_null(strstr(bench.request.reply, "\"report_fast\",\"rule\":\"P9.6\""));
    assert_int_equal(report(&p, p.token[CID], insult), 201);
    for (int i = 0; i < LIMIT_REPORTS_BURST; i++)
        assert_int_equal(report(&p, "", insult), 201);
    assert_int_equal(report(&p, "", insult), 429);
    bench_wait(LIMIT_REPORT_S * 1000);
    assert_int_equal(report(&p, p.token[ANN], insult), 201);
    assert_int_equal(report(&p, p.token[ANN], insult), 429);
}

static void not_while_nothing_is_stored(void **state)
{
    struct party p;
    (void)state;
    sit(&p, "null");
    bench.idle = true;
    send_as(BOB, "{\"id\":7,\"t\":\"say\",\"text\":\"x\"}");
    bench.batch = NULL;
    host_stored(bench.host, false);
    assert_int_equal(report(&p, p.token[ANN], insult), 503);
    assert_non_null(strstr(bench.request.reply, "\"error\":\"storing\""));
    bench_wait(5000);
    assert_true(host_drain(bench.host));
    assert_int_equal(report(&p, p.token[ANN], insult), 503);
    assert_non_null(strstr(bench.request.reply, "\"error\":\"stopping\""));
}

/* ---- no secrets ---- */

/* Two games that differ in their cards alone have the same report. */
static void no_card_is_in_it(void **state)
{
    struct report first;
    uint8_t bytes[2][REPORT_MAX];
    size_t size[2];
    (void)state;
    for (uint64_t world = 0; world < 2; world++) {
        struct party p;
        bench_close(NULL);
        bench_open(NULL);
        gather(&p, "{\"game\":\"traitor\",\"public\":true}", 4);
        for (int i = 0; i < SEED_BYTES; i++) /* nothing has been dealt yet */
            tables_find(bench.host, p.code)->seed[i] ^= (uint8_t)world;
        send_as(ANN, "{\"id\":1,\"t\":\"set_up\"}");
        LAST(ANN, "\"ok\":true");
        says(BOB, "I am the Key Holder");
        assert_int_equal(report(&p, p.token[ANN], insult), 201);
        size[world] = report_write(&last, bytes[world]);
        if (!world)
            first = last;
    }
    assert_int_equal(first.lines, 1);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
}

/* ---- its form ---- */

static void damaged_ones_are_not_read(void **state)
{
    struct report r = {.at_ms = 1, .seat = 2, .lines = 1, .name = "Bob", .reason = "insult"}, out;
    uint8_t bytes[REPORT_MAX];
    (void)state;
    snprintf(r.line[0].text, sizeof r.line[0].text, "x");
    size_t size = report_write(&r, bytes);
    assert_true(report_read(bytes, size, &out));
    assert_memory_equal(&out, &r, sizeof r);
    for (size_t cut = 1; cut < size; cut++)
        report_read(bytes, size - cut, &out); /* whatever it says, it stays within the bytes */
    assert_false(report_read(bytes, size - 1, &out));
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0xff;
        if (report_read(bytes, size, &out))
            assert_true(out.lines <= REPORT_LINES && strlen(out.name) < sizeof out.name);
        bytes[i] ^= 0xff;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P9.6 a report has who, where, when, why, and what was said", what_is_kept),
        RULE("P9.6 nobody at the table learns of it", nobody_is_told),
        RULE("P9.6 P5.1 a report has only what the reporter was told", only_what_was_told),
        RULE("P9.6 the words are the player's, wherever they sat", whose_words),
        RULE("P9.6 whoever left a game can be reported", whoever_has_gone),
        RULE("P9.6 a report has the last lines", no_more_than_the_last_lines),
        RULE("P9.6 whoever sits at a public table or may watch it can report", who_may),
        RULE("P9.6 what is wrong with a report is told", what_is_wrong_with_it),
        RULE("P9.6 P6.5 nobody reports without end", not_too_often),
        RULE("P9.6 P6.4 a report that cannot be stored is refused", not_while_nothing_is_stored),
        RULE("P9.6 P5.1 no card is in a report", no_card_is_in_it),
        RULE("P9.6 a damaged report is not read", damaged_ones_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
