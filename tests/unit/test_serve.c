/* tests/unit/test_serve.c -- the whole server, over HTTP and WebSocket: who may ask and how often, the
 * headers of its replies, records for visitors who have left, and the end.
 *
 * It runs in its own process, with a clock that the test moves. */
#include "tests/net/clock.h"

#include "tests/net/client.h"

#include <setjmp.h>
#include <signal.h>
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
#include "server/serve.h"
#include "store/store.h"

enum { WAITERS = 30 };

static char folder[] = "/tmp/turncoat-serve-XXXXXX";
static struct config config;
static struct client a, waiter[WAITERS];
static struct client_reply r;
static int news[2], port;
static pid_t server;

/* ---- the server ---- */

static void ready(const char *address)
{
    int at = (int)strtol(strrchr(address, ':') + 1, NULL, 10);
    if (write(news[1], &at, sizeof at) != sizeof at)
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
        if (!freopen("/dev/null", "w", stderr)) /* its log */
            _exit(9);
        _exit(run());
    }
    assert_int_equal(read(news[0], &port, sizeof port), sizeof port);
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
    snprintf(config.store, sizeof config.store, "memory:");
    return 0;
}

static int clean(void **state)
{
    (void)state;
    if (server) {
        kill(server, SIGKILL);
        stopped();
    }
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
static bool tells(const char *path, const char *part)
{
    static char page[32768];
    char text[200];
    size_t size = 0;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", path);
    assert_true(client_dial(&a, port) && client_say_text(&a, text));
    for (ssize_t some;
         size < sizeof page - 1 && (some = recv(a.fd, page + size, sizeof page - 1 - size, 0)) > 0;)
        size += (size_t)some;
    page[size] = 0;
    client_hang_up(&a);
    return strstr(page, part);
}

static void text_in(const char *key, char *out, size_t max)
{
    char rest[1024];
    struct json found;
    assert_true(json_take(r.body, strlen(r.body), key, &found, rest, sizeof rest) && found.text);
    snprintf(out, max, "%.*s", (int)found.size - 2, found.text + 1);
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
    static const char *const ours[] = {"http://test:80", "https://test:80", "https://friend.example",
                                       "http://other.example:8080"};
    static const char *const others[] = {
        "http://test:80.evil",   "http://test:8",         "http://evil/test:80",
        "http://test",           "https://friend.exampl", "https://friend.example.evil",
        "ttps://friend.example", "https://evil.example",  "null"};
    (void)state;
    snprintf(config.origins, sizeof config.origins, "https://friend.example http://other.example:8080");
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
    assert_int_equal(fetches("/metrics"), 200);
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
    assert_true(tells("/metrics", "\nturncoat_records_refused_total 2\n"));
    assert_int_equal(stop(), 0);
}

static void url_of_file(const char *name)
{
    snprintf(config.store, sizeof config.store, "sqlite:%s/%s", folder, name);
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
    while (posts("/api/tables", "", "{\"game\":\"null\"}") !=
           503) /* it looks when it has nothing else to do */
        ;
    assert_non_null(strstr(r.body, "\"error\":\"tables_full\""));
    assert_non_null(strstr(r.body, "store"));
    assert_int_equal(fetches("/healthz"), 200);
    assert_int_equal(stop(), 0);
    config.store_mb = 10;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    assert_int_equal(stop(), 0);
    remove(config.store + 7);
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
    char code[16], token[40], path[60];
    (void)state;
    start();
    assert_int_equal(posts("/api/tables", "", "{\"game\":\"null\"}"), 201);
    text_in("table", code, sizeof code);
    snprintf(path, sizeof path, "/api/tables/%s/seats", code);
    assert_int_equal(posts(path, "", "{\"name\":\"A\"}"), 201);
    text_in("token", token, sizeof token);
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

/* ---- records ---- */

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(config.store + 7, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

/* A store with one game that is over, of which there is only the head. */
static void make_damaged_store(const char *id)
{
    static const char bytes[] = "\2"                            /* how it is written (server/kept_form.h) */
                                "\1\4\0\0\0null"                /* which game */
                                "\3\6\0\0\0abcdef"              /* its code */
                                "\4\16\0\0\0aaaaaaaaaaaaaa"     /* its record */
                                "\12\10\0\0\0\10\0\0\0\0\0\0\0" /* over */
                                "\16\14\0\0\0\1\0\0\0chained!"; /* after one event */
    struct complaint why;
    struct store_batch b = {0};
    struct store_item head = {.what = STORE_HEAD, .number = 1, .live = 0};
    url_of_file("damaged.db");
    struct store *s = store_open(config.store, &why);
    assert_non_null(s);
    snprintf(head.id, sizeof head.id, "%s", id);
    assert_true(store_add(&b, &head, bytes, sizeof bytes - 1) && store_commit(s, &b, &why));
    store_free(&b);
    store_close(s);
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
    remove(config.store + 7);
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
    while (!tells("/metrics", "\nturncoat_connections 1\n")) /* who asks, and nobody else */
        ;
    for (int i = 0; i < WAITERS; i++)
        begin(&waiter[i], "/api/records/bbbbbbbbbbbbbb");
    for (int i = 0; i < WAITERS; i++) {
        assert_int_equal(client_reply(&waiter[i], &r, true), 404);
        client_hang_up(&waiter[i]);
    }
    assert_int_equal(stop(), 0);
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
    while (!tells("/metrics", "\nturncoat_tables_opened_total 1\n")) /* it is being stored */
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
    static const char *const names[] = {"index.html",   "worker.js",    "assets/part.js",  "assets",
                                        "damaged.db",   "slow.db",      "full.db",         "good.db",
                                        "full.db-wal",  "full.db-shm",  "full.db.loading", "damaged.db.ends",
                                        "slow.db.ends", "full.db.ends", "good.db.ends"};
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
        SERVED("P1.1 each address may open only so many tables per minute", openings),
        SERVED("P8.1 nor ask for more records in a minute than is set", records_per_minute),
        SERVED("P1.1 a store without room takes no new tables", no_room),
        SERVED("P1.1 which a page of another site does not use up", openings_of_others),
        SERVED("P1.1 unless the setting says otherwise", openings_without_end),
        SERVED("pages may load only from here, and are cached as long as they are valid", pages),
        SERVED("answers are never cached", answers_are_not_kept),
        SERVED("P2.1 anything but a number means from the beginning", numbers_of_a_query),
        SERVED("P1.5 an unreadable token does not open the gallery", unreadable_tokens),
        SERVED("P6.4 a record that cannot be read just now is not called missing", store_cannot_be_read),
        SERVED("P5.3 everybody gets the record they asked for", everybody_the_own_record),
        SERVED("P5.3 and nobody gets the one somebody else asked for and left", gone_before_the_record),
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
