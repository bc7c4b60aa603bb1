/* tests/unit/test_serve.c -- the whole server, over HTTP and WebSocket: who may ask and how often, the
 * headers of its replies, records for visitors who have left, and the end.
 *
 * It runs in its own process, with a clock that the test moves. */
#include "tests/net/clock.h"

#include "tests/net/client.h"

#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "server/json.h"
#include "server/limits.h"
#include "server/rates.h"
#include "server/serve.h"
#include "store/store.h"

extern char **environ;

enum { WAITERS = 30 };

static char folder[] = "/tmp/turncoat-serve-XXXXXX";
static struct config config;
static struct client a, waiter[WAITERS];
static struct client_reply r;
static char log_path[200]; /* empty: its log is not looked at */
static int news[2], port, metrics_port;
static pid_t server;

/* ---- the server ---- */

static void ready(const char *address, const char *metrics)
{
    int at[2] = {(int)strtol(strrchr(address, ':') + 1, NULL, 10)};
    if (*metrics)
        at[1] = (int)strtol(strrchr(metrics, ':') + 1, NULL, 10);
    if (write(news[1], at, sizeof at) != sizeof at)
        _exit(9);
}

/* Of the address sanitizer, if it is there: has anything been lost? */
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static int run(void)
{
    struct complaint why;
    bool good = serve_run(&config, ready, &why);
    if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check())
        return 8;
    return good ? 0 : 1;
}

static void start(void)
{
    assert_int_equal(pipe(news), 0);
    server = fork();
    if (!server) {
        if (!freopen(*log_path ? log_path : "/dev/null", "w", stderr) || setvbuf(stderr, NULL, _IONBF, 0))
            _exit(9);
        _exit(run());
    }
    int at[2];
    assert_int_equal(read(news[0], at, sizeof at), sizeof at);
    port = at[0];
    metrics_port = at[1];
    close(news[0]);
    close(news[1]);
}

/* How it ended. */
static int stopped(void)
{
    int status;
    waitpid(server, &status, 0);
    server = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int stop(void)
{
    kill(server, SIGTERM);
    return stopped();
}

static int fresh(void **state)
{
    (void)state;
    config_defaults(&config);
    snprintf(config.listen, sizeof config.listen, "127.0.0.1:0");
    snprintf(config.metrics_listen, sizeof config.metrics_listen, "127.0.0.1:0");
    snprintf(config.store, sizeof config.store, "memory:");
    log_path[0] = 0;
    return 0;
}

static int clean(void **state)
{
    (void)state;
    if (server) {
        kill(server, SIGKILL);
        stopped();
    }
    if (!strncmp(config.store, "sqlite:", 7)) /* the next test is not to find what this one left */
        remove(config.store + 7);
    return 0;
}

/* ---- asking ---- */

static int says(struct client *c, const char *text)
{
    assert_true(client_dial(c, port));
    assert_true(client_say_text(c, text));
    int status = client_reply(c, &r, true);
    client_hang_up(c);
    return status;
}

static int posts(const char *path, const char *headers, const char *body)
{
    char text[1000];
    snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: test:80\r\n%sContent-Length: %zu\r\n\r\n%s", path,
             headers, strlen(body), body);
    return says(&a, text);
}

static int fetches(const char *path)
{
    char text[400];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: test:80\r\n\r\n", path);
    return says(&a, text);
}

/* Is that in a reply of any length? */
static char page[32768];
static bool tells(int at, const char *path, const char *part)
{
    char text[200];
    size_t size = 0;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", path);
    assert_true(client_dial(&a, at) && client_say_text(&a, text));
    for (ssize_t some;
         size < sizeof page - 1 && (some = recv(a.fd, page + size, sizeof page - 1 - size, 0)) > 0;)
        size += (size_t)some;
    page[size] = 0;
    client_hang_up(&a);
    return strstr(page, part);
}

static uint64_t metric(const char *name)
{
    char text[100];
    snprintf(text, sizeof text, "\n%s ", name);
    assert_true(tells(metrics_port, "/metrics", text));
    return strtoull(strstr(page, text) + strlen(text), NULL, 10);
}

static void text_in(const char *key, char *out, size_t max)
{
    char rest[1024];
    struct json found;
    assert_true(json_take(r.body, strlen(r.body), key, &found, rest, sizeof rest) && found.text);
    snprintf(out, max, "%.*s", (int)found.size - 2, found.text + 1);
}

/* A seat at a new table, whose gallery is open. */
static void sit(char code[16], char token[40])
{
    char path[60];
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\",\"gallery\":true}"), 201);
    text_in("table", code, 16);
    snprintf(path, sizeof path, "/api/tables/%s/seats", code);
    assert_int_equal(posts(path, "", "{\"name\":\"A\"}"), 201);
    text_in("token", token, 40);
}

/* ---- who may ask ---- */

static int opens_from(const char *origin)
{
    char line[200];
    snprintf(line, sizeof line, "Origin: %s\r\n", origin);
    return posts("/api/tables", line, "{\"game\":\"null\"}");
}

static int upgrades_from(const char *origin)
{
    char text[500];
    snprintf(text, sizeof text,
             "GET /ws?table=zzzzzz HTTP/1.1\r\nHost: test:80\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: %s\r\n\r\n",
             origin);
    return says(&a, text);
}

static void origins(void **state)
{
    static const char *const ours[] = {"http://test:80", "https://friend.example",
                                       "http://other.example:8080"};
    static const char *const others[] = {
        "https://test:80",       "http://friend.example", "http://other.example",
        "http://test:80.evil",   "http://test:8",         "http://evil/test:80",
        "http://test",           "https://friend.exampl", "https://friend.example.evil",
        "ttps://friend.example", "https://evil.example",  "null"};
    (void)state;
    snprintf(config.origins, sizeof config.origins,
             "http://test:80 https://friend.example http://other.example:8080");
    config.openings_per_min = 0;
    start();
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        assert_int_equal(opens_from(ours[i]), 201);
        assert_int_equal(upgrades_from(ours[i]), 404); /* there is no such table */
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (opens_from(others[i]) != 403 || upgrades_from(others[i]) != 403)
            fail_msg("%s was let in", others[i]);
        assert_non_null(strstr(r.body, "\"error\":\"origin\""));
    }
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201); /* what is no browser */
    assert_int_equal(metric("turncoat_origins_refused_total"), 2 * sizeof others / sizeof *others);
    assert_int_equal(stop(), 0);
}

/* ---- what there is ---- */

static void answers(const char *request, const char *path, int status, const char *error)
{
    char text[600];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: test:80\r\n%s\r\n", request, path,
             strcmp(request, "POST") ? "" : "Content-Length: 2\r\n");
    if (!strcmp(request, "POST"))
        snprintf(text + strlen(text), sizeof text - strlen(text), "{}");
    int got = says(&a, text);
    char expected[60];
    snprintf(expected, sizeof expected, "{\"error\":\"%s\",\"rule\":\"", error);
    if (got != status || strncmp(r.body, expected, strlen(expected)))
        fail_msg("%s %s: %d %s", request, path, got, r.body);
    assert_int_equal(r.body[strlen(expected)], 'P'); /* the rule is named */
    const char *said = strstr(r.body, "\"text\":\"");
    assert_true(said && said[8] != '"');
}

static void places(void **state)
{
    static const char *const nothing[] = {"/api/",
                                          "/api/table",
                                          "/api/tables/",
                                          "/api/tables/a/b",
                                          "/api/tables/a/b/seats",
                                          "/api/tables/seats/",
                                          "/api/tables/a/seat",
                                          "/api/tables/a/material",
                                          "/api/records/",
                                          "/api/records/a/b",
                                          "/api/records/aaaaaaaaaaaaaaaa",
                                          "/api/lobby/",
                                          "/api/lobbyist"};
    static const char *const no_post[] = {"/",
                                          "/api/lobby",
                                          "/api/records/aaaaaaaaaaaaaa",
                                          "/api/tables/a",
                                          "/api/tables/a/b/seats",
                                          "/api/tables/a/b/material",
                                          "/api/tables/seats",
                                          "/api/tables/a/seats/",
                                          "/ws",
                                          "/metrics"};
    (void)state;
    config.openings_per_min = 0;
    start();
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        answers("GET", nothing[i], 404, "no_such");
    for (size_t i = 0; i < sizeof no_post / sizeof *no_post; i++)
        answers("POST", no_post[i], 404, "no_such");
    answers("GET", "/api/tables/zzzzzz", 404, "no_table");
    answers("GET", "/api/tables/zzzzzz/seats", 404, "no_table");
    answers("POST", "/api/tables/zzzzzz/seats", 404, "no_table");
    answers("POST", "/api/tables/zzzzzz/material", 404, "no_table");
    answers("GET", "/api/records/aaaaaaaaaaaaaaa", 404, "no_record");
    answers("GET", "/ws?table=zzzzzz", 404, "no_table");
    answers("GET", "/ws", 404, "no_table");
    answers("PUT", "/api/tables", 405, "method");
    answers("DELETE", "/api/tables/zzzzzz", 405, "method");
    answers("OPTIONS", "/", 405, "method");
    assert_int_equal(stop(), 0);
}

static int asks_host(const char *path, const char *host)
{
    char text[300];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n\r\n", path, host, host);
    return says(&a, text);
}

/* A name that somebody else points here: its pages would be of the same origin as the server. */
static void hosts(void **state)
{
    static const char *const ours[] = {"test:80", "friend.example", "FRIEND.example", "other.example:8080"};
    static const char *const others[] = {"evil.example",
                                         "friend.example.evil",
                                         "friend.exampl",
                                         "riend.example",
                                         "other.example",
                                         "127.0.0.1",
                                         "test:80 https://friend.example",
                                         ""};
    (void)state;
    snprintf(config.origins, sizeof config.origins,
             "http://test:80 https://friend.example http://other.example:8080");
    start();
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        assert_int_equal(asks_host("/api/lobby", ours[i]), 200);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (asks_host("/api/lobby", others[i]) != 421 || asks_host("/", others[i]) != 421 ||
            asks_host("/ws?table=zzzzzzzz", others[i]) != 421)
            fail_msg("%s is answered to", others[i]);
        assert_non_null(strstr(r.body, "\"error\":\"host\""));
        assert_int_equal(asks_host("/healthz", others[i]),
                         200); /* whoever looks after the server has no name */
    }
    assert_int_equal(stop(), 0);
    config.origins[0] = 0; /* none chosen: any name will do */
    start();
    assert_int_equal(asks_host("/api/lobby", "evil.example"), 200);
    assert_int_equal(stop(), 0);
}

/* ---- how often ---- */

static int opens_for(const char *address)
{
    char line[100];
    snprintf(line, sizeof line, "X-Forwarded-For: %s\r\n", address);
    return posts("/api/tables", line, "{\"game\":\"null\"}");
}

static void openings(void **state)
{
    (void)state;
    config.openings_per_min = 3;
    config.trust_proxy = 1;
    start();
    for (int minute = 0; minute < 3; minute++) {
        for (int i = 0; i < 3; i++)
            assert_int_equal(opens_for("1.1.1.1"), 201);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(opens_for("1.1.1.1"), 429);
            assert_non_null(strstr(r.body, "\"error\":\"too_fast\""));
        }
        assert_int_equal(opens_for("1.1.1.2"), 201); /* is somebody else */
        assert_int_equal(opens_for("2001:db8::1"), 201);
        assert_int_equal(fetches("/api/lobby"), 200); /* looking is free */
        clock_skip(60 * 1000);
    }
    assert_int_equal(metric("turncoat_openings_refused_total"), 3 * 2);
    assert_int_equal(stop(), 0);
}

/* Records are limited too; whoever asks too often is told when to come again. */
static void records_per_minute(void **state)
{
    char wait[20];
    (void)state;
    config.records_per_min = 3;
    start();
    for (int minute = 0; minute < 2; minute++) {
        for (int i = 0; i < 3; i++)
            assert_int_equal(fetches("/api/records/aaaaaaaaaaaaaa"), 404);
        assert_int_equal(fetches("/api/records/aaaaaaaaaaaaaa"), 429);
        assert_true(client_header(&r, "Retry-After", wait, sizeof wait));
        assert_in_range(strtol(wait, NULL, 10), 1, 60);
        assert_int_equal(fetches("/api/lobby"), 200);
        clock_skip(60 * 1000);
    }
    assert_int_equal(metric("turncoat_records_refused_total"), 2);
    assert_int_equal(stop(), 0);
}

static void url_of_file(const char *name)
{
    snprintf(config.store, sizeof config.store, "sqlite:%s/%s", folder, name);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(config.store + 7, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

/* A store with a game that goes on, and takes all the room that is set. */
static void no_room(void **state)
{
    static uint8_t piece[2 << 20];
    struct store_batch b = {0};
    struct store_item head = {.what = STORE_HEAD, .number = 1, .live = 1, .id = "aaaaaaaaaaaaaa"};
    struct store_item item = {.what = STORE_PIECE, .number = 1, .seq = 1};
    struct complaint why;
    (void)state;
    url_of_file("good.db");
    struct store *s = store_open(config.store, &why);
    assert_non_null(s);
    assert_true(store_add(&b, &head, "?", 1) && store_add(&b, &item, piece, sizeof piece));
    assert_true(store_commit(s, &b, &why));
    store_free(&b);
    store_close(s);
    config.store_mb = 1;
    config.openings_per_min = 0;
    start();
    while (posts("/api/tables", "", "{\"game\":\"null\"}") != 503)
        usleep(20 * 1000); /* it looks when it has nothing else to do */
    assert_non_null(strstr(r.body, "\"error\":\"tables_full\""));
    assert_non_null(strstr(r.body, "store"));
    assert_int_equal(fetches("/healthz"), 200);
    assert_int_equal(stop(), 0);
    config.store_mb = 10;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    assert_int_equal(stop(), 0);
}

/* Of tables before their game and a record, the tables go first, and only then the record. */
static void abandoned_first(void **state)
{
    static const char long_record[] = "INSERT INTO game(number, id, live, head, sum, changed)"
                                      " VALUES(1, 'aaaaaaaaaaaaaa', 0, x'00', 0, 0);"
                                      "INSERT INTO run(game, number, bytes) VALUES(1, 1, zeroblob(2000000))";
    char code[16], path[40];
    int table, record, tries = 0;
    (void)state;
    url_of_file("good.db");
    config.records_per_min = config.misses_per_min = 0;
    config.store_mb = 1;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    text_in("table", code, sizeof code);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    run_sql(long_record);
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201); /* now it looks at its store */
    do {
        record = fetches("/api/records/aaaaaaaaaaaaaa");
        table = fetches(path);
        assert_true(record != 404 || table == 404); /* not the record before the table */
        clock_skip(100);
        usleep(10000);
    } while ((record != 404 || table != 404) && ++tries < 2000);
    assert_int_equal(table, 404);
    assert_int_equal(record, 404);
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201); /* there is room again */
    assert_int_equal(stop(), 0);
}

static int says_for(struct client *c, int id, char answer[2000])
{
    char talk[200], about[20];
    size_t size;
    snprintf(about, sizeof about, "\"re\":%d", id);
    snprintf(talk, sizeof talk, "{\"id\":%d,\"t\":\"say\",\"text\":\"%0100d\"}", id, id);
    assert_true(client_send_text(c, talk));
    do
        assert_int_equal(client_next(c, answer, 2000, &size), TEXT);
    while (!strstr(answer, about));
    return strstr(answer, "\"ok\":true") != NULL;
}

static bool join_from(struct client *c, const char *address, const char *code, const char *token)
{
    char text[400];
    snprintf(text, sizeof text,
             "GET /ws?table=%s&token=%s HTTP/1.1\r\nHost: test:80\r\nConnection: Upgrade\r\n"
             "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: %s\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             code, token, address);
    return client_dial(c, port) && client_say_text(c, text) && client_reply(c, &r, true) == 101;
}

/* What one network has stored is counted, whatever it asks for; others do not notice. */
static void stored_per_minute(void **state)
{
    static char answer[2000];
    char code[16], token[40], wait[20];
    int said = 0;
    (void)state;
    config.stored_kb_per_min = 4;
    config.trust_proxy = 1;
    start();
    sit(code, token);
    assert_true(join_from(&a, "1.1.1.1", code, token));
    while (said < 100 && says_for(&a, said + 1, answer))
        said++;
    assert_in_range(said, 5, 40);
    assert_non_null(strstr(answer, "\"refused\":\"too_fast\",\"rule\":\"P6.5\""));
    assert_int_equal(opens_for("1.1.1.1"), 429);
    assert_non_null(strstr(r.body, "\"rule\":\"P6.5\""));
    assert_true(client_header(&r, "Retry-After", wait, sizeof wait));
    assert_int_equal(opens_for("1.1.1.2"), 201); /* is somebody else */
    client_hang_up(&a);
    clock_skip(60 * 1000);
    assert_int_equal(opens_for("1.1.1.1"), 201);
    assert_true(metric("turncoat_stored_refused_total") >= 2);
    assert_int_equal(stop(), 0);
}

/* What a foreign page asks for is not held against its visitor. */
static void openings_of_others(void **state)
{
    (void)state;
    config.openings_per_min = 3;
    start();
    for (int i = 0; i < 5; i++)
        assert_int_equal(opens_from("https://evil.example"), 403);
    for (int i = 0; i < 3; i++)
        assert_int_equal(opens_from("http://test:80"), 201);
    assert_int_equal(opens_from("http://test:80"), 429);
    assert_int_equal(stop(), 0);
}

static void openings_without_end(void **state)
{
    (void)state;
    config.openings_per_min = 0;
    start();
    for (int i = 0; i < LIMIT_OPENINGS_PER_MIN + 5; i++)
        assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    assert_int_equal(stop(), 0);
}

/* One /64 is one household, and one /48 is not a thousand of them. */
static void openings_by_network(void **state)
{
    char address[64];
    int opened = 0;
    (void)state;
    config.openings_per_min = 3;
    config.trust_proxy = 1;
    start();
    for (int i = 0; i < 10; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i);
        opened += opens_for(address) == 201;
    }
    assert_int_equal(opened, 3);
    for (int i = 0; i < 40; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", i + 16);
        opened += opens_for(address) == 201;
    }
    assert_int_equal(opened, 3 * RATES_WIDER);
    assert_int_equal(stop(), 0);
}

static int looks_for(const char *path, const char *address)
{
    char text[300];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: test:80\r\nX-Forwarded-For: %s\r\n\r\n", path,
             address);
    return says(&a, text);
}

/* Whoever tries codes is not even told of the tables that there are.  Whoever has a token comes in all the
 * same, and so does everybody elsewhere. */
static void codes_cannot_be_tried(void **state)
{
    static const char *const asking[] = {"/api/tables/%s", "/api/tables/%s/seats", "/ws?table=%s"};
    char code[16], token[40], path[200], table[60], line[200];
    (void)state;
    config.misses_per_min = 6;
    config.trust_proxy = 1;
    start();
    sit(code, token);
    snprintf(table, sizeof table, "/api/tables/%s", code);
    for (int i = 0; i < 20; i++)
        assert_int_equal(looks_for(table, "1.1.1.1"), 200); /* those who know it may ask */
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, asking[i % 3], "zzzzzzzz");
        assert_int_equal(looks_for(path, "1.1.1.1"), 404);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, asking[i], code);
        assert_int_equal(looks_for(path, "1.1.1.1"), 429);
        assert_non_null(strstr(r.body, "\"error\":\"too_fast\""));
        assert_true(looks_for(path, "1.1.1.2") != 429);
    }
    snprintf(path, sizeof path, "/ws?table=%s&token=%s", code, token);
    assert_int_equal(looks_for(path, "1.1.1.1"), 426);
    snprintf(path, sizeof path, "/ws?table=%s&token=00112233445566778899aabbccddeeff", code);
    assert_int_equal(looks_for(path, "1.1.1.1"), 429);
    snprintf(path, sizeof path, "/api/tables/%s/seats", code);
    snprintf(line, sizeof line, "X-Forwarded-For: 1.1.1.1\r\n");
    assert_int_equal(posts(path, line, "{\"name\":\"B\"}"), 429);
    clock_skip(60 * 1000);
    assert_int_equal(looks_for(table, "1.1.1.1"), 200);
    assert_int_equal(stop(), 0);
}

/* ---- reports ---- */

static int reports(const char *code, const char *token, const char *from, const char *body)
{
    char path[60], headers[200];
    snprintf(path, sizeof path, "/api/tables/%s/reports", code);
    snprintf(headers, sizeof headers, "%s%s%sX-Forwarded-For: %s\r\n", *token ? "Authorization: Bearer " : "",
             token, *token ? "\r\n" : "", from);
    return posts(path, headers, body);
}

/* What `turncoat reports` prints about the store. */
static void lists(char *option, char *out, size_t max)
{
    char name[] = "turncoat", command[] = "reports", *argv[] = {name, command, config.store, option, NULL};
    posix_spawn_file_actions_t streams;
    FILE *file = tmpfile();
    pid_t child;
    int status;
    assert_non_null(file);
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_adddup2(&streams, fileno(file), STDOUT_FILENO);
    assert_int_equal(posix_spawn(&child, getenv("TURNCOAT"), &streams, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&streams);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    rewind(file);
    out[fread(out, 1, max - 1, file)] = 0;
    fclose(file);
}

/* From the request to the owner, who reads it while the server runs. */
static void a_report_reaches_the_owner(void **state)
{
    static const char *const insult = "{\"seat\":2,\"reason\":\"insult\",\"text\":\"so \\\"rude\\\"\"}";
    char code[16], token[40], other[40], path[100], text[2000], json[] = "--json";
    (void)state;
    config.trust_proxy = 1;
    snprintf(config.store, sizeof config.store, "sqlite:%s/reports.db", folder);
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\",\"public\":true,\"name\":\"Ann\"}"), 201);
    text_in("table", code, 16);
    text_in("token", token, 40);
    snprintf(path, sizeof path, "/api/tables/%s/seats", code);
    assert_int_equal(posts(path, "", "{\"name\":\"Bob\"}"), 201);
    text_in("token", other, 40);
    lists(NULL, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(reports(code, token, "1.1.1.1", insult), 201);
    assert_string_equal(r.body, "{\"reported\":2}");
    lists(NULL, text, sizeof text);
    assert_non_null(strstr(text, " UTC  insult: Bob (seat 2), by Ann (seat 1), at "));
    assert_non_null(strstr(text, ", null, round 1\n  so \"rude\"\n"));
    lists(json, text, sizeof text);
    assert_non_null(strstr(text, "\"name\":\"Bob\",\"by\":1,\"by_name\":\"Ann\",\"reason\":\"insult\","
                                 "\"text\":\"so \\\"rude\\\"\",\"said\":[]}\n"));
    assert_int_equal(reports(code, "", "1.1.1.1", insult), 403);
    snprintf(path, sizeof path, "/api/tables/%s/reports?token=%s", code, token);
    assert_int_equal(posts(path, "", insult), 403); /* not in an address */
    assert_int_equal(reports("zzzzzzzz", token, "1.1.1.2", insult), 404);
    assert_int_equal(reports(code, "zz", "1.1.1.2", insult), 403);
    snprintf(path, sizeof path, "/api/tables/%s/reports", code);
    assert_int_equal(posts(path, "Origin: http://elsewhere\r\n", insult), 403);
    assert_int_equal(stop(), 0);
    lists(NULL, text, sizeof text);
    assert_non_null(strstr(text, "insult: Bob"));
    assert_null(strstr(text, token));
}

static void reports_have_a_rate(void **state)
{
    char code[16], token[40];
    (void)state;
    config.trust_proxy = 1;
    start();
    sit(code, token);
    for (int i = 0; i < LIMIT_REPORTS_PER_MIN; i++)
        assert_int_equal(reports(code, token, "1.1.1.1", "{\"seat\":1,\"reason\":\"other\"}"), 409);
    assert_int_equal(reports(code, token, "1.1.1.1", "{\"seat\":1,\"reason\":\"other\"}"), 429);
    assert_non_null(strstr(r.body, "\"error\":\"report_fast\",\"rule\":\"P9.6\""));
    assert_int_equal(reports(code, token, "1.1.1.2", "{\"seat\":1,\"reason\":\"other\"}"), 409);
    clock_skip(60 * 1000);
    assert_int_equal(reports(code, token, "1.1.1.1", "{\"seat\":1,\"reason\":\"other\"}"), 409);
    assert_int_equal(stop(), 0);
}

/* ---- for those who run it ---- */

/* The metrics have an address of their own, and that has nothing else. */
static void metrics_aside(void **state)
{
    (void)state;
    config.connections = 2;
    start();
    assert_true(metrics_port && metrics_port != port);
    assert_int_equal(fetches("/metrics"), 404);
    assert_true(tells(metrics_port, "/metrics", "\nturncoat_tables 0\n"));
    assert_true(tells(metrics_port, "/healthz", "\r\n\r\nok\n"));
    assert_true(tells(metrics_port, "/api/lobby", "HTTP/1.1 404"));
    assert_true(tells(metrics_port, "/", "HTTP/1.1 404"));
    assert_true(client_dial(&a, metrics_port));
    assert_int_equal(client_upgrade(&a, "/ws?table=zzzzzz", &r), 404);
    client_hang_up(&a);
    assert_true(client_dial(&a, metrics_port)); /* whoever stays there takes nobody's place */
    assert_int_equal(client_get(&a, "/healthz", &r), 200);
    for (int i = 0; i < 2; i++) {
        assert_true(client_dial(&waiter[i], port));
        assert_int_equal(client_get(&waiter[i], "/healthz", &r), 200);
    }
    assert_int_equal(fetches("/healthz"), 503);                                 /* the server is full, */
    assert_true(tells(metrics_port, "/metrics", "\nturncoat_connections 4\n")); /* and says so */
    assert_int_equal(stop(), 0);
    client_hang_up(&a);
    for (int i = 0; i < 2; i++)
        client_hang_up(&waiter[i]);
}

static void no_metrics(void **state)
{
    (void)state;
    config.metrics_listen[0] = 0; /* as it comes */
    start();
    assert_int_equal(metrics_port, 0);
    assert_int_equal(fetches("/metrics"), 404);
    assert_int_equal(stop(), 0);
}

/* ---- headers ---- */

static void has_header(const char *name, const char *value)
{
    char found[600] = "";
    assert_true(client_header(&r, name, found, sizeof found));
    if (!strstr(found, value))
        fail_msg("%s: %s", name, found);
}

static void has_policy(void)
{
    has_header("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval';");
    has_header("Content-Security-Policy", "frame-ancestors 'none'");
    has_header("X-Content-Type-Options", "nosniff");
    has_header("Referrer-Policy", "no-referrer");
}

static void put_file(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void pages(void **state)
{
    static const char *const places[] = {"/", "/index.html", "/table/abc", "/assets/no.ending/"};
    char path[200];
    (void)state;
    snprintf(config.web, sizeof config.web, "%s", folder);
    snprintf(path, sizeof path, "%s/assets", folder);
    mkdir(path, 0700);
    put_file("index.html", "<p>page");
    put_file("worker.js", "work");
    put_file("assets/part.js", "part");
    start();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_int_equal(fetches(places[i]), 200);
        assert_string_equal(r.body, "<p>page");
        has_policy();
        has_header("Cache-Control", "no-cache");
        has_header("Content-Type", "text/html");
    }
    assert_int_equal(fetches("/worker.js"), 200); /* is bound by its own headers, and may change */
    has_policy();
    has_header("Cache-Control", "no-cache");
    assert_int_equal(fetches("/assets/part.js"), 200); /* never changes */
    has_header("Cache-Control", "max-age=31536000, immutable");
    has_header("Content-Type", "text/javascript");
    assert_int_equal(fetches("/assets/gone.js"), 404);
    assert_int_equal(stop(), 0);
}

static void answers_are_not_kept(void **state)
{
    static const char *const paths[] = {"/api/lobby", "/api/tables/zzzzzz", "/api/nothing", "/ws"};
    (void)state;
    start();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        fetches(paths[i]);
        has_header("Cache-Control", "no-store");
        has_policy();
    }
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    has_header("Cache-Control", "no-store");
    assert_int_equal(stop(), 0);
}

/* ---- coming back ---- */

static void hello_since(const char *code, const char *token, const char *since, const char *expected)
{
    char path[200], hello[2000];
    size_t size;
    snprintf(path, sizeof path, "/ws?table=%s&token=%s&since=%s", code, token, since);
    assert_true(client_join(&a, port, path));
    assert_int_equal(client_next(&a, hello, sizeof hello, &size), TEXT);
    if (!strstr(hello, expected))
        fail_msg("since %s: %s", since, hello);
    client_hang_up(&a);
}

static void numbers_of_a_query(void **state)
{
    char code[16], token[40];
    (void)state;
    start();
    sit(code, token);
    hello_since(code, token, "1", "\"since\":1,");
    hello_since(code, token, "1x", "\"since\":0,");
    hello_since(code, token, "4294967297", "\"since\":0,"); /* one, in 32 bits */
    hello_since(code, token, "00000000001", "\"since\":1,");
    hello_since(code, token, "000000000001", "\"since\":0,"); /* too long to be one */
    hello_since(code, token, "", "\"since\":0,");
    assert_int_equal(stop(), 0);
}

/* Whoever has a token that cannot be read does not become a spectator. */
static void unreadable_tokens(void **state)
{
    static const char *const tokens[] = {"x", "%ff", "%zz", "%00",
                                         "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"};
    char code[16], path[200];
    (void)state;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\",\"gallery\":true}"), 201);
    text_in("table", code, sizeof code);
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        snprintf(path, sizeof path, "/ws?table=%s&token=%s", code, tokens[i]);
        assert_int_equal(fetches(path), 403);
        assert_non_null(strstr(r.body, "\"error\":\"no_seat\""));
    }
    snprintf(path, sizeof path, "/ws?table=%s", code);
    assert_int_equal(fetches(path), 426); /* the gallery is open */
    assert_int_equal(stop(), 0);
}

/* Comes to a table with these headers: its status, and if that is 101 its seat. */
static int joins(const char *code, const char *headers, int *seat)
{
    char text[600], hello[2000], *at;
    size_t size;
    snprintf(text, sizeof text,
             "GET /ws?table=%s HTTP/1.1\r\nHost: test:80\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
             code, headers);
    assert_true(client_dial(&a, port) && client_say_text(&a, text));
    int status = client_reply(&a, &r, true);
    if (status == 101) {
        assert_int_equal(client_next(&a, hello, sizeof hello, &size), TEXT);
        assert_non_null(at = strstr(hello, "\"seat\":"));
        *seat = (int)strtol(at + 7, NULL, 10);
    }
    client_hang_up(&a);
    return status;
}

/* In an address, a token would be in the log of every proxy.  It comes as a protocol that is not spoken. */
static void tokens_outside_the_address(void **state)
{
    char code[16], token[40], line[200], told[64];
    int seat = -1;
    (void)state;
    start();
    sit(code, token);
    snprintf(line, sizeof line, "Sec-WebSocket-Protocol: turncoat, token.%s\r\n", token);
    assert_int_equal(joins(code, line, &seat), 101);
    assert_int_equal(seat, 1);
    assert_true(client_header(&r, "Sec-WebSocket-Protocol", told, sizeof told));
    assert_string_equal(told, "turncoat"); /* and nothing of the token */
    assert_int_equal(joins(code, "Sec-WebSocket-Protocol: turncoat\r\n", &seat), 101);
    assert_int_equal(seat, 0); /* the gallery */
    assert_true(client_header(&r, "Sec-WebSocket-Protocol", told, sizeof told));
    assert_int_equal(joins(code, "", &seat), 101);
    assert_false(client_header(&r, "Sec-WebSocket-Protocol", told, sizeof told)); /* not asked for */
    assert_int_equal(joins(code, "Sec-WebSocket-Protocol: turncoat, token.\r\n", &seat), 403);
    assert_int_equal(joins(code, "Sec-WebSocket-Protocol: turncoat, token.00\r\n", &seat), 403);
    assert_int_equal(stop(), 0);
}

/* Spectators do not take the last connections of the server. */
static void connections_for_seats(void **state)
{
    char code[16], token[40], path[100];
    int watching = 0;
    (void)state;
    config.connections = 20;
    start();
    sit(code, token);
    snprintf(path, sizeof path, "/ws?table=%s", code);
    while (watching < 20 && client_join(&waiter[watching], port, path))
        watching++;
    assert_in_range(watching, 10, 18); /* fewer, if one that asked for the seat is not closed yet */
    client_hang_up(&waiter[watching]);
    snprintf(path, sizeof path, "/ws?table=%s&token=%s", code, token);
    assert_true(client_join(&a, port, path));
    client_hang_up(&a);
    for (int i = 0; i < watching; i++)
        client_hang_up(&waiter[i]);
    assert_int_equal(stop(), 0);
}

/* A flood of what is no message ends like a flood of messages. */
static void pings_without_end(void **state)
{
    static const int kinds[] = {PING, PONG, 0x00};
    char code[16], token[40], path[100], body[4096];
    size_t size;
    (void)state;
    start();
    sit(code, token);
    snprintf(path, sizeof path, "/ws?table=%s", code);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        int last = TEXT;
        assert_true(client_join(&a, port, path));
        if (!kinds[kind])
            assert_true(client_send(&a, 0x01, "", 0));
        for (int i = 0; i < 2 * (LIMIT_MESSAGES_BURST + LIMIT_SCOLDINGS); i++)
            if (!client_send(&a, kinds[kind], "", 0))
                break;
        while (last == TEXT || last == PONG)
            last = client_next(&a, body, sizeof body, &size);
        assert_int_equal(last, CLOSE);
        assert_int_equal((uint8_t)body[0] << 8 | (uint8_t)body[1], 1008);
        client_hang_up(&a);
    }
    assert_int_equal(stop(), 0);
}

/* The door is asked without an upgrade; there the token is where tokens belong. */
static void door_by_bearer(void **state)
{
    char code[16], token[40], text[300];
    (void)state;
    start();
    sit(code, token);
    for (int right = 0; right < 2; right++) {
        snprintf(text, sizeof text,
                 "GET /ws?table=%s HTTP/1.1\r\nHost: test:80\r\nAuthorization: Bearer %s\r\n\r\n", code,
                 right ? token : "00112233445566778899aabbccddeeff");
        assert_int_equal(says(&a, text), right ? 426 : 403);
    }
    assert_int_equal(stop(), 0);
}

/* ---- records ---- */

/* Puts the head of a game into the store, perhaps in the place of another. */
static void store_head(uint64_t number, const char *id, int live, const char *bytes, size_t size)
{
    struct complaint why;
    struct store_batch b = {0};
    struct store_item head = {.what = STORE_HEAD, .number = number, .live = (uint8_t)live};
    struct store *s = store_open(config.store, &why);
    assert_non_null(s);
    snprintf(head.id, sizeof head.id, "%s", id);
    assert_true(store_add(&b, &head, bytes, size) && store_commit(s, &b, &why));
    store_free(&b);
    store_close(s);
}

/* A store with one game that is over, of which there is only the head. */
static void make_damaged_store(const char *id)
{
    static const char bytes[] = "\2"                            /* how it is written (server/kept_form.h) */
                                "\1\4\0\0\0null"                /* which game */
                                "\3\6\0\0\0abcdef"              /* its code */
                                "\4\16\0\0\0aaaaaaaaaaaaaa"     /* its record */
                                "\12\10\0\0\0\10\0\0\0\0\0\0\0" /* over */
                                "\17\14\0\0\0\1\0\0\0chained!"; /* after one event */
    url_of_file("damaged.db");
    store_head(1, id, 0, bytes, sizeof bytes - 1);
}

/* One whose games cannot be read, for a while perhaps: that is not the same as none. */
static void store_cannot_be_read(void **state)
{
    (void)state;
    make_damaged_store("aaaaaaaaaaaaaa");
    run_sql("DROP TABLE run;"
            "CREATE VIEW run(game, number, bytes) AS"
            " SELECT number, number, abs(-9223372036854775807 - number) FROM game;" /* overflows */
            "CREATE TRIGGER put INSTEAD OF INSERT ON run BEGIN SELECT 1; END;"
            "CREATE TRIGGER cut INSTEAD OF DELETE ON run BEGIN SELECT 1; END;");
    start();
    assert_int_equal(fetches("/api/records/aaaaaaaaaaaaaa"), 503);
    assert_non_null(strstr(r.body, "\"error\":\"storing\""));
    assert_int_equal(fetches("/api/records/bbbbbbbbbbbbbb"), 404);
    assert_int_equal(stop(), 0);
}

/* Plays a game by its rules, alone, and returns the name of its record. */
static void play_a_game(char record[20])
{
    char code[16], token[40], path[100], told[2000] = "";
    size_t size;
    sit(code, token);
    snprintf(path, sizeof path, "/ws?table=%s&token=%s", code, token);
    assert_true(client_join(&a, port, path));
    assert_true(client_send_text(&a, "{\"id\":1,\"t\":\"set_up\"}"));
    assert_true(client_send_text(&a, "{\"id\":2,\"t\":\"nod\"}"));
    while (strncmp(told, "{\"over\":true", 12))
        assert_int_equal(client_next(&a, told, sizeof told, &size), TEXT);
    client_hang_up(&a);
    snprintf(r.body, sizeof r.body, "%s", told);
    text_in("record", record, 20);
}

/* The name of the only game that is stored; returns its number. */
static uint64_t stored_game(char id[20])
{
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open(config.store + 7, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT id, number FROM game", -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    snprintf(id, 20, "%s", (const char *)sqlite3_column_text(st, 0));
    uint64_t number = (uint64_t)sqlite3_column_int64(st, 1);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return number;
}

/* Whoever has found out its name learns nothing of a game that goes on, nor of one that is not understood. */
static void no_record_yet(void **state)
{
    char id[20], path[60];
    (void)state;
    url_of_file("running.db");
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    assert_int_equal(stop(), 0);
    uint64_t number = stored_game(id);
    snprintf(path, sizeof path, "/api/records/%s", id);
    start();
    answers("GET", path, 409, "not_over");
    assert_int_equal(stop(), 0);
    store_head(number, id, 1, "\11", 1);
    start();
    answers("GET", path, 500, "later_version");
    assert_int_equal(stop(), 0);
    store_head(number, id, 1, "\2", 1);
    start();
    answers("GET", path, 500, "damaged");
    assert_int_equal(stop(), 0);
    run_sql("UPDATE game SET head = x'09'"); /* behind the back of the store */
    start();
    answers("GET", path, 500, "damaged");
    assert_int_equal(stop(), 0);
}

static void record_as_a_file(void **state)
{
    char record[20], path[60];
    (void)state;
    start();
    play_a_game(record);
    snprintf(path, sizeof path, "/api/records/%s", record);
    assert_int_equal(fetches(path), 200);
    has_header("Content-Type", "application/x-ndjson");
    has_policy();
    assert_non_null(strstr(r.body, record)); /* in its first line */
    assert_int_equal(stop(), 0);
}

static void begin(struct client *c, const char *path)
{
    char text[200];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path);
    assert_true(client_dial(c, port) && client_say_text(c, text));
}

/* Many ask at once, for what is there and what is not; some do not wait. */
static void everybody_the_own_record(void **state)
{
    (void)state;
    make_damaged_store("aaaaaaaaaaaaaa");
    start();
    for (int i = 0; i < WAITERS; i++)
        begin(&waiter[i], i % 2 ? "/api/records/aaaaaaaaaaaaaa" : "/api/records/bbbbbbbbbbbbbb");
    for (int i = 0; i < WAITERS; i += 3)
        client_hang_up(&waiter[i]);
    for (int i = 0; i < WAITERS; i++) {
        if (i % 3 == 0)
            continue;
        assert_int_equal(client_reply(&waiter[i], &r, true), i % 2 ? 500 : 404);
        assert_non_null(strstr(r.body, i % 2 ? "\"error\":\"damaged\"" : "\"error\":\"no_record\""));
        client_hang_up(&waiter[i]);
    }
    assert_int_equal(fetches("/healthz"), 200);
    assert_int_equal(stop(), 0);
}

static void reset(struct client *c)
{
    struct linger now = {.l_onoff = 1};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    client_hang_up(c);
}

/* So that they are gone when the server comes to answer: all that a request says, and the end of it. */
static void ask_and_go(const char *path)
{
    char text[200];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n", path);
    assert_true(client_dial(&a, port) && client_say_text(&a, text));
    reset(&a);
}

/* Those who have gone are told nothing, and neither is whoever came in their place. */
static void gone_before_the_record(void **state)
{
    (void)state;
    make_damaged_store("aaaaaaaaaaaaaa");
    run_sql("INSERT INTO journal(bytes) VALUES(zeroblob(8000000))"); /* it takes a while to look through */
    start();
    kill(server, SIGSTOP);
    for (int i = 0; i < WAITERS; i++)
        ask_and_go("/api/records/aaaaaaaaaaaaaa");
    kill(server, SIGCONT);
    while (!tells(metrics_port, "/metrics", "\nturncoat_connections 1\n")) /* who asks, and nobody else */
        ;
    for (int i = 0; i < WAITERS; i++)
        begin(&waiter[i], "/api/records/bbbbbbbbbbbbbb");
    for (int i = 0; i < WAITERS; i++) {
        assert_int_equal(client_reply(&waiter[i], &r, true), 404);
        client_hang_up(&waiter[i]);
    }
    assert_int_equal(stop(), 0);
}

/* ---- limits: those of server/limits.h and of the settings reach the network ---- */

/* Silent for a while, then asked; and cut. */
static void silence(void **state)
{
    char body[300], path[60], code[16];
    size_t size;
    (void)state;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\",\"gallery\":true}"), 201);
    text_in("table", code, sizeof code);
    snprintf(path, sizeof path, "/ws?table=%s", code);
    assert_true(client_join(&waiter[0], port, path));
    assert_int_equal(client_next(&waiter[0], body, sizeof body, &size), TEXT); /* hello */
    for (int i = 0; i < 2; i++) {
        clock_skip(IDLE_MS - 2000);
        client_patience_ms(&waiter[0], 700); /* longer than between two looks at the clock */
        assert_int_equal(client_next(&waiter[0], body, sizeof body, &size), QUIET);
        clock_skip(2000);
        client_patience_ms(&waiter[0], 2500); /* not longer than REQUEST_MS would allow */
        int next = client_next(&waiter[0], body, sizeof body, &size);
        assert_true(i ? next == GONE || next == RESET : next == PING);
    }
    client_hang_up(&waiter[0]);
    assert_int_equal(stop(), 0);
}

static void half_requests(void **state)
{
    (void)state;
    start();
    assert_true(client_dial(&waiter[0], port) && client_say_text(&waiter[0], "GET / HTTP/1.1\r\n"));
    assert_int_equal(fetches("/healthz"), 200); /* it has come */
    clock_skip(REQUEST_MS - 2000);
    client_patience_ms(&waiter[0], 700);
    assert_int_equal(client_end(&waiter[0]), QUIET);
    clock_skip(2000);
    client_patience_ms(&waiter[0], 10000);
    assert_int_equal(client_reply(&waiter[0], &r, true), 408);
    client_hang_up(&waiter[0]);
    assert_int_equal(stop(), 0);
}

static void long_texts(void **state)
{
    static char text[LIMIT_UPLOAD + 1];
    char path[60], code[16], body[600];
    size_t size;
    (void)state;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\",\"gallery\":true}"), 201);
    text_in("table", code, sizeof code);
    memset(text, 'x', sizeof text);
    for (size_t more = 0; more < 2; more++) {
        snprintf(path, sizeof path, "/ws?table=%s", code);
        assert_true(client_join(&a, port, path) && client_next(&a, body, sizeof body, &size) == TEXT);
        assert_true(client_send(&a, TEXT, text, LIMIT_MESSAGE + more));
        while (client_next(&a, body, sizeof body, &size) == TEXT && !strstr(body, "\"malformed\""))
            ; /* the story */
        if (!more)
            assert_non_null(strstr(body, "\"malformed\""));
        else
            assert_true((uint8_t)body[0] << 8 == (1009 & ~255) && (uint8_t)body[1] == (1009 & 255));
        client_hang_up(&a);
        snprintf(body, sizeof body,
                 "POST /api/tables/%s/material HTTP/1.1\r\nHost: h\r\nContent-Length: %zu\r\n\r\n", code,
                 LIMIT_UPLOAD + more);
        assert_true(client_dial(&a, port) && client_say_text(&a, body));
        client_say(&a, text, LIMIT_UPLOAD + more); /* as far as it is read */
        assert_int_equal(client_reply(&a, &r, true), more ? 413 : 409);
        client_hang_up(&a);
    }
    assert_int_equal(stop(), 0);
}

static void connections(void **state)
{
    (void)state;
    for (int each = 0; each < 2; each++) {
        config.connections = each ? 10 : 3;
        config.connections_per_address = each ? 3 : 10;
        start();
        for (int i = 0; i < 3; i++) {
            begin(&waiter[i], "/healthz");
            assert_int_equal(client_reply(&waiter[i], &r, true), 200);
        }
        assert_true(client_dial(&waiter[3], port));
        assert_int_equal(client_reply(&waiter[3], &r, true), each ? 429 : 503);
        assert_non_null(strstr(r.head, each ? "429 Too Many Requests\r\n" : "503 Service Unavailable\r\n"));
        for (int i = 0; i < 4; i++)
            client_hang_up(&waiter[i]);
        assert_int_equal(stop(), 0);
    }
}

/* ---- what its keeper is told ---- */

/* Whoever starts it is told that it did not. */
static void cannot_start(void **state)
{
    (void)state;
    start();
    snprintf(config.listen, sizeof config.listen, "127.0.0.1:%d", port);
    pid_t first = server;
    server = fork();
    if (!server)
        _exit(run());
    assert_int_equal(stopped(), 1);
    server = first;
    assert_int_equal(fetches("/healthz"), 200);
    assert_int_equal(stop(), 0);
}

/* A story far longer than a message, told at once. */
static void long_story(void **state)
{
    enum { SAID = 50 };
    char code[16], token[40], path[100], text[300], told[2000];
    size_t size;
    (void)state;
    start();
    sit(code, token);
    snprintf(path, sizeof path, "/ws?table=%s&token=%s", code, token);
    assert_true(client_join(&waiter[0], port, path));
    for (int i = 1; i <= SAID; i++) {
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"%0200d\"}", i, i);
        clock_skip(2000); /* nobody may talk faster */
        assert_true(client_send_text(&waiter[0], text));
        snprintf(text, sizeof text, "{\"re\":%d,", i);
        do
            assert_int_equal(client_next(&waiter[0], told, sizeof told, &size), TEXT);
        while (strncmp(told, text, strlen(text)));
    }
    assert_true(client_join(&a, port, path));
    snprintf(text, sizeof text, "%0200d", SAID);
    do
        assert_int_equal(client_next(&a, told, sizeof told, &size), TEXT);
    while (!strstr(told, text));
    client_hang_up(&a);
    client_hang_up(&waiter[0]);
    assert_int_equal(stop(), 0);
}

/* Not the time between turns; the clock may jump in the midst of one turn, but not of two. */
static void turns_have_their_own_time(void **state)
{
    (void)state;
    start();
    assert_int_equal(fetches("/healthz"), 200);
    clock_skip(60000);
    for (int i = 0; i < 200; i++)
        assert_int_equal(fetches("/healthz"), 200);
    assert_true(metric("turncoat_loop_turn_seconds_count") >= 128); /* it is told in steps */
    assert_true(metric("turncoat_loop_turn_seconds_bucket{le=\"2\"}") >= 128);
    assert_int_equal(stop(), 0);
}

static bool is_logged(const char *part)
{
    static char text[65536];
    FILE *in = fopen(log_path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    return strstr(text, part);
}

/* ---- the end ---- */

/* Whoever runs it is told that something could not be stored. */
static void ends_without_a_store(void **state)
{
    struct complaint why;
    (void)state;
    url_of_file("full.db");
    struct store *s = store_open(config.store, &why);
    assert_non_null(s);
    store_close(s);
    run_sql("CREATE TRIGGER full BEFORE INSERT ON game BEGIN SELECT RAISE(ABORT, 'no room'); END");
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    start();
    begin(&waiter[0], "/healthz");
    assert_int_equal(client_reply(&waiter[0], &r, true), 200);
    assert_true(client_say_text(&waiter[0], "POST /api/tables HTTP/1.1\r\nHost: h\r\nContent-Length: 15\r\n"
                                            "\r\n{\"game\":\"null\"}"));
    while (fetches("/healthz") != 503) /* it has noticed */
        ;
    kill(server, SIGTERM);
    assert_int_equal(fetches("/healthz"), 503); /* it has heard that, too */
    clock_skip(9000);
    assert_int_equal(fetches("/healthz"), 503); /* and still tries */
    clock_skip(2000);
    client_hang_up(&waiter[0]); /* nothing else would wake it before its clock does */
    assert_int_equal(stopped(), 1);
    assert_true(is_logged("Z store_error \"cannot store: no room\"\n"));
    assert_true(is_logged("Z store_failed \""));
    assert_true(is_logged("Z stopped \"something could not be stored\"\n"));
}

/* A store that takes its time is waited for; and whoever asks is told not to send anybody here. */
static void ends_when_all_is_stored(void **state)
{
    struct complaint why;
    (void)state;
    url_of_file("slow.db");
    struct store *s = store_open(config.store, &why);
    assert_non_null(s);
    store_close(s);
    run_sql("CREATE TRIGGER slow BEFORE INSERT ON game BEGIN SELECT count(*) FROM ("
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000)"
            " SELECT x FROM c); END");
    start();
    assert_int_equal(fetches("/healthz"), 200);
    assert_true(client_dial(&waiter[0], port));
    assert_true(client_say_text(&waiter[0], "POST /api/tables HTTP/1.1\r\nHost: h\r\nContent-Length: 15\r\n"
                                            "\r\n{\"game\":\"null\"}"));
    while (!tells(metrics_port, "/metrics", "\nturncoat_tables_opened_total 1\n")) /* it is being stored */
        ;
    kill(server, SIGTERM);
    assert_int_equal(fetches("/healthz"), 503);
    assert_int_equal(client_reply(&waiter[0], &r, true), 201);
    client_hang_up(&waiter[0]);
    assert_int_equal(stopped(), 0);
}

/* Those who asked go, and the store is still reading for them. */
static void ends_while_records_are_read(void **state)
{
    (void)state;
    make_damaged_store("aaaaaaaaaaaaaa");
    run_sql("INSERT INTO journal(bytes) VALUES(zeroblob(30000000))");
    start();
    for (int i = 0; i < WAITERS; i++) {
        begin(&waiter[i], "/healthz");
        assert_true(
            client_say_text(&waiter[i], "GET /api/records/aaaaaaaaaaaaaa HTTP/1.1\r\nHost: h\r\n\r\n"));
        assert_int_equal(client_reply(&waiter[i], &r, true), 200); /* the second request is being read */
    }
    kill(server, SIGTERM);
    for (int i = 0; i < WAITERS; i++)
        reset(&waiter[i]);
    assert_int_equal(stopped(), 0);
}

static void ends_well(void **state)
{
    static const int signals[] = {SIGTERM, SIGINT};
    (void)state;
    url_of_file("good.db");
    for (int i = 0; i < 2; i++) {
        start();
        assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
        kill(server, signals[i]);
        assert_int_equal(stopped(), 0);
    }
}

static void remove_files(void)
{
    static const char *const names[] = {
        "index.html",   "worker.js",       "assets/part.js",  "assets",
        "damaged.db",   "slow.db",         "full.db",         "good.db",
        "full.db-wal",  "full.db-shm",     "full.db.loading", "damaged.db.ends",
        "slow.db.ends", "full.db.ends",    "good.db.ends",    "log",
        "running.db",   "running.db.ends", "reports.db",      "reports.db.ends"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[200];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
#define SERVED(text, test)                                                                                   \
    {                                                                                                        \
        text, test, fresh, clean, NULL                                                                       \
    }
    const struct CMUnitTest tests[] = {
        SERVED("a page of another site may not act in its visitor's name", origins),
        SERVED("P6.1 every place has its answer, and there are no others", places),
        SERVED("P1.1 each address may open only so many tables per minute", openings),
        SERVED("P8.1 nor ask for more records in a minute than is set", records_per_minute),
        SERVED("P1.1 a store without room takes no new tables", no_room),
        SERVED("P6.5 a store that is too large forgets abandoned tables first", abandoned_first),
        SERVED("P6.5 each address may have only so much stored per minute", stored_per_minute),
        SERVED("P1.1 which a page of another site does not use up", openings_of_others),
        SERVED("P1.1 unless the setting says otherwise", openings_without_end),
        SERVED("pages may load only from here, and are cached as long as they are valid", pages),
        SERVED("answers are never cached", answers_are_not_kept),
        SERVED("P2.1 anything but a number means from the beginning", numbers_of_a_query),
        SERVED("P6.1 with origins, the server has no other names", hosts),
        SERVED("P1.1 openings are counted by network", openings_by_network),
        SERVED("P1.2 codes cannot be found by trying", codes_cannot_be_tried),
        SERVED("P9.6 a report reaches the owner while the server runs", a_report_reaches_the_owner),
        SERVED("P9.6 P6.5 an address can report a few times a minute", reports_have_a_rate),
        SERVED("P5.1 the metrics have an address of their own", metrics_aside),
        SERVED("P5.1 by default, the metrics are told nowhere", no_metrics),
        SERVED("P1.5 an unreadable token does not open the gallery", unreadable_tokens),
        SERVED("P6.1 a token comes as a protocol, not in the address", tokens_outside_the_address),
        SERVED("P2.1 the last connections are kept for players", connections_for_seats),
        SERVED("P6.1 a flood of pings is closed", pings_without_end),
        SERVED("P6.1 the door takes a token as authorization", door_by_bearer),
        SERVED("P6.4 a record that cannot be read just now is not called missing", store_cannot_be_read),
        SERVED("P5.3 everybody gets the record they asked for", everybody_the_own_record),
        SERVED("P5.3 and nobody gets the one somebody else asked for and left", gone_before_the_record),
        SERVED("P5.1 a game that goes on has no record", no_record_yet),
        SERVED("P5.3 a record is lines of JSON, of that type", record_as_a_file),
        SERVED("P2.2 a silent browser is asked after a while, and cut after another", silence),
        SERVED("P6.1 half a request is not waited for", half_requests),
        SERVED("P6.1 messages and bodies have their length", long_texts),
        SERVED("P6.1 so many connections are let in, and so many of one address", connections),
        SERVED("P2.1 a long story comes at once to whoever reads", long_story),
        SERVED("a server that cannot start says so", cannot_start),
        SERVED("the time of a turn is its own", turns_have_their_own_time),
        SERVED("P6.4 a server that could not store says so at its end", ends_without_a_store),
        SERVED("P6.4 and one that could does not", ends_well),
        SERVED("P6.4 it waits for what is being stored", ends_when_all_is_stored),
        SERVED("P5.3 it ends while records are read, and nothing is lost", ends_while_records_are_read),
    };
    assert_non_null(mkdtemp(folder));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_files();
    return failed;
}
