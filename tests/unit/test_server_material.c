/* tests/unit/test_server_material.c -- a table plays with what its host has brought (M2.1): who may bring it,
 * who is told what; and it is still there after a crash, in the next game and in the record.  With every
 * store. */
#include "seal/prove.h"
#include "seal/secret.h"
#include "server/record.h"
#include "tests/help/host_bench.h"

#include <unistd.h>

#define FACTS ",\"language\":\"\",\"seats_most\":0,\"pieces\":0}"
#define TITLE "{\"material\":\"The small mall\"" FACTS
#define NONE "{\"material\":\"\"" FACTS
#define SET_UP "{\"id\":901,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}"

static char small[MATERIAL_TEXT_MAX + 64]; /* tests/play/maze/small.tiles */
static char complaints[1000];              /* what the host has told its log */

static struct hosted *table_of(const struct party *p)
{
    return tables_find(bench.host, p->code);
}

/* Of what is brought browsers learn the title: nothing that stands in the text. */
static void looked_through(struct caller *c, const char *text)
{
    (void)c;
    if (strstr(text, "plain mall") || strstr(text, "+---") || strstr(text, "tile 1A"))
        fail_msg("told: %s", text);
}

static void noted(const char *event, const char *detail)
{
    size_t size = strlen(complaints);
    snprintf(complaints + size, sizeof complaints - size, "%s %s\n", event, detail);
}

static int ask_bring_bytes(const struct party *p, int who, const char *text, size_t size)
{
    char body[LIMIT_UPLOAD + 64];
    int head = snprintf(body, sizeof body, "%s\n", p->token[who]);
    assert_true((size_t)head + size <= sizeof body);
    memcpy(body + head, text, size);
    memset(&bench.request, 0, sizeof bench.request);
    host_bring_material(bench.host, host_link(bench.host, &bench.request), p->code, body,
                        (size_t)head + size);
    bench_turn();
    looked_through(NULL, bench.request.reply);
    return bench.request.status;
}

static int ask_bring(const struct party *p, int who, const char *text)
{
    return ask_bring_bytes(p, who, text, strlen(text));
}

static void replied(const char *part)
{
    if (!strstr(bench.request.reply, part))
        fail_msg("replied: %s", bench.request.reply);
}

/* The small mall with something else in it. */
static char *with(const char *old, const char *other)
{
    static char text[sizeof small];
    const char *at = strstr(small, old);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - small), small, other, at + strlen(old));
    return text;
}

/* As they are drawn there. */
static void heard_tiles(int caller)
{
    HEARD(caller, "\"number\":4,\"side\":0,\"space\":[17,1,7,4,9,1,1,1,1,1,1,8,1,3,1,1]");
    assert_int_equal(times_heard(caller, "\"t\":\"tile_offered\""), 9);
}

/* Everybody comes back, to be told everything. */
static void come_again(const struct party *p, int people)
{
    for (int i = 0; i < people; i++)
        assert_true(join_as(i, p->code, p->token[i], 0, 0));
}

/* Two texts whose hashes begin with the same byte are still two. */
static void hashes_alike(void **state)
{
    struct party p, q;
    uint8_t first[HASH_BYTES], second[HASH_BYTES];
    char title[40];
    char *text = NULL;
    (void)state;
    secret_material(small, strlen(small), first);
    for (int i = 0; !text || first[0] != second[0]; i++) {
        snprintf(title, sizeof title, "Mall %d", i);
        text = with("The small mall", title);
        secret_material(text, strlen(text), second);
    }
    gather(&p, "{\"game\":\"maze\"}", 1);
    assert_int_equal(ask_bring(&p, 0, small), 201);
    gather(&q, "{\"game\":\"maze\"}", 1);
    assert_int_equal(ask_bring(&q, 0, text), 201);
    replied(title);
}

/* ---- bringing ---- */

static void brought(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"gallery\":true}", 2);
    HEARD(1, NONE); /* so that whoever comes back forgets what is not there any more */
    assert_int_equal(ask_bring(&p, 0, small), 201);
    assert_string_equal(bench.request.reply, TITLE);
    for (int i = 0; i < 2; i++) {
        LAST(i, TITLE);
        assert_int_equal(times_heard(i, TITLE), 1);
    }
    assert_true(join_as(5, p.code, "", 0, 0));
    HEARD(5, TITLE);
    assert_int_equal(ask_bring(&p, 0, ""), 201);
    assert_string_equal(bench.request.reply, NONE);
    LAST(1, NONE);
    assert_true(join_as(6, p.code, "", 0, 0));
    HEARD(6, NONE);
    NOT_HEARD(6, TITLE);
    assert_int_equal(ask_bring(&p, 0, with("The small mall", "Our \\\"own\\\" mall")), 201);
    LAST(5, "own");
    assert_null(strstr(last_heard(5), "small"));
}

static void told_when_stored(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    bench.idle = true;
    ask_bring(&p, 0, small);
    struct caller first = bench.request;
    assert_int_equal(first.status, 0);
    NOT_HEARD(1, TITLE);
    ask_bring(&p, 0, ""); /* before the first is stored */
    bench.idle = false;
    bench_turn();
    int count = bench.caller[1].count;
    assert_true(count > 1);
    assert_string_equal(bench.caller[1].heard[count - 2], TITLE);
    assert_string_equal(bench.caller[1].heard[count - 1], NONE);
}

static void refused(void **state)
{
    struct party p, null;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    assert_int_equal(ask_bring(&p, 1, small), 409);
    replied("\"not_host\",\"rule\":\"P1.3\"");
    struct party nobody = p;
    memset(nobody.token[0], 'f', 32);
    assert_int_equal(ask_bring(&nobody, 0, small), 409);
    replied("not_host");
    nobody.token[0][0] = 0;
    assert_int_equal(ask_bring(&nobody, 0, ""), 409);
    char body[40];
    int size = snprintf(body, sizeof body, "%s ", p.token[0]); /* no line feed */
    bench.request.status = 0;
    host_bring_material(bench.host, host_link(bench.host, &bench.request), p.code, body, (size_t)size);
    assert_int_equal(bench.request.status, 409);
    assert_int_equal(ask_bring(&nobody, 0, small), 409);
    memset(nobody.code, 'z', CODE_SIZE);
    assert_int_equal(ask_bring(&nobody, 0, small), 404);
    send_as(0, "{\"id\":1,\"t\":\"hand_over\",\"seat\":2}");
    assert_int_equal(ask_bring(&p, 0, small), 409);
    assert_int_equal(ask_bring(&p, 1, small), 201);
    send_as(1, SET_UP);
    assert_int_equal(ask_bring(&p, 1, ""), 409);
    replied("\"not_now\"");
    gather(&null, "{\"game\":\"null\"}", 1);
    assert_int_equal(ask_bring(&null, 0, small), 409);
    replied("no_material");
    assert_int_equal(times_heard(0, TITLE), 1); /* of the other table, which was accepted */
}

static void not_at_this_moment(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    bench.host->stuck = true;
    assert_int_equal(ask_bring(&p, 0, small), 503);
    replied("\"storing\"");
    bench.host->stuck = false;
    size_t size = bench.host->open->batch.size;
    bench.host->open->batch.size = LIMIT_BATCH + 1;
    assert_int_equal(ask_bring(&p, 0, small), 503);
    replied("\"busy\"");
    bench.host->open->batch.size = size;
    host_drain(bench.host);
    assert_int_equal(ask_bring(&p, 0, small), 503);
    NOT_HEARD(0, TITLE);
    assert_null(bench.host->brought);
}

static void explained(void **state)
{
    struct party p;
    static char text[MATERIAL_TEXT_MAX + 20];
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    assert_int_equal(ask_bring(&p, 0, small), 201);
    assert_int_equal(ask_bring(&p, 0, "hello\n"), 400);
    replied("\"bad_material\"");
    replied("\"M2.3\"");
    replied("\"line 1: the first line");
    assert_int_equal(ask_bring(&p, 0, with("tile 1B", "tile 25")), 400);
    replied("\"line 16: a tile's number is from 1 to 24");
    assert_int_equal(ask_bring(&p, 0, with("A plain mall", "A pl\xe9in mall")), 400);
    replied("\"line 3: the file must be UTF-8 text\"");
    assert_int_equal(ask_bring_bytes(&p, 0, "\0", 1), 400);
    replied("line 1: ");
    memset(text, '\n', sizeof text);
    memcpy(text, small, strlen(small));
    assert_int_equal(ask_bring_bytes(&p, 0, text, MATERIAL_TEXT_MAX + 1), 400);
    replied("\"the file can be at most 64 KiB\"");
    assert_int_equal(times_heard(0, "\"material\""), 2); /* what was there is there */
    assert_non_null(table_of(&p)->brought);
    memcpy(strstr(text, "The small"), "Alt", 3);
    assert_int_equal(ask_bring_bytes(&p, 0, text, MATERIAL_TEXT_MAX), 201);
}

/* ---- playing, dying, playing again ---- */

static void played(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    ask_bring(&p, 0, small);
    send_as(0, SET_UP);
    LAST(0, "\"ok\":true");
    heard_tiles(1);
}

static void survives_before(void **state)
{
    struct party p, q;
    (void)state;
    gather(&q, "{\"game\":\"maze\"}", 2);
    ask_bring(&q, 0, with("The small mall", "Another"));
    ask_bring(&q, 0, "");
    gather(&p, "{\"game\":\"maze\"}", 2);
    ask_bring(&p, 0, with("The small mall", "Another"));
    ask_bring(&p, 0, small);
    send_as(1, "{\"id\":7,\"t\":\"be_ready\",\"ready\":true}");
    for (int times = 0; times < 2; times++) {
        bench_crash();
        assert_string_equal(complaints, "");
        come_again(&p, 2);
        HEARD(1, TITLE);
        assert_true(join_as(5, q.code, q.token[0], 0, 0));
        HEARD(5, NONE);
        NOT_HEARD(5, "Another");
    }
    send_as(0, SET_UP);
    LAST(0, "\"ok\":true");
    heard_tiles(1);
}

static void survives_after(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    ask_bring(&p, 0, small);
    send_as(0, SET_UP);
    send_as(0, "{\"id\":902,\"t\":\"turn_hourglass\"}");
    bench_crash();
    assert_string_equal(complaints, "");
    come_again(&p, 2);
    HEARD(1, TITLE);
    heard_tiles(1);
    assert_int_equal(ask_bring(&p, 0, ""), 409);
}

/* A repeated batch, as after a commit that seemed to fail. */
static void survives_twice(void **state)
{
    struct party p;
    struct complaint why;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    bench.idle = true;
    send_as(0, "{\"id\":7,\"t\":\"say\",\"text\":\"mine\"}");
    assert_true(store_commit(bench.store, bench.batch, &why));
    bench.idle = false;
    bench_turn();
    bench.idle = true;
    send_as(0, "{\"id\":8,\"t\":\"say\",\"text\":\"wait\"}");
    ask_bring(&p, 0, small);
    send_as(0, "{\"id\":9,\"t\":\"say\",\"text\":\"mine\"}");
    for (int batches = 0; batches < 2; batches++) {
        assert_true(store_commit(bench.store, bench.batch, &why));
        assert_true(store_commit(bench.store, bench.batch, &why));
        bench.batch = NULL;
        host_stored(bench.host, true);
        host_turn(bench.host);
    }
    bench.idle = false;
    bench_crash();
    assert_string_equal(complaints, "");
    come_again(&p, 1);
    HEARD(0, TITLE);
}

/* Two bots play it out: it is over, won or lost. */
static struct hosted *play_out(struct party *p, const char *text)
{
    gather(p, "{\"game\":\"maze\",\"pace\":\"quick\"}", 1);
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    assert_int_equal(ask_bring(p, 0, text), 201);
    send_as(0, SET_UP);
    send_as(0, "{\"id\":902,\"t\":\"turn_hourglass\"}");
    leave_as(0); /* a bot plays that seat too */
    bench_wait(900 * 1000);
    assert_true(table_of(p)->over);
    assert_true(join_as(0, p->code, p->token[0], 0, 0));
    return table_of(p);
}

static void again(void **state)
{
    struct party p;
    (void)state;
    play_out(&p, small);
    assert_int_equal(ask_bring(&p, 0, ""), 409);
    int before = times_heard(0, TITLE);
    send_as(0, "{\"id\":11,\"t\":\"play_again\"}");
    assert_int_equal(times_heard(0, TITLE), before + 1);
    assert_ptr_equal(table_of(&p)->table.material, bench.host->brought->form);
    bench_crash();
    assert_string_equal(complaints, "");
    come_again(&p, 1);
    HEARD(0, TITLE);
    send_as(0, "{\"id\":12,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
    heard_tiles(0);
}

static void another_game(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 2);
    ask_bring(&p, 0, small);
    send_as(0, "{\"id\":1,\"t\":\"change_game\",\"game\":\"null\"}");
    LAST(0, "\"ok\":true");
    assert_null(bench.host->brought);
    assert_int_equal(times_heard(1, NONE), 1);
    send_as(0, "{\"id\":2,\"t\":\"change_game\",\"game\":\"maze\"}");
    assert_int_equal(times_heard(1, NONE), 2);
    assert_int_equal(times_heard(1, TITLE), 1);
    bench_crash();
    assert_string_equal(complaints, "");
    come_again(&p, 2);
    NOT_HEARD(1, TITLE);
    send_as(0, SET_UP);
    LAST(0, "\"ok\":true");
}

/* ---- one for all ---- */

static void held_once(void **state)
{
    struct party p, q;
    (void)state;
    gather(&p, "{\"game\":\"maze\"}", 1);
    ask_bring(&p, 0, small);
    leave_as(0);
    gather(&q, "{\"game\":\"maze\"}", 1);
    ask_bring(&q, 0, small);
    ask_bring(&q, 0, small); /* again: it is the same */
    for (int times = 0; times < 2; times++) {
        const struct brought *b = bench.host->brought;
        assert_non_null(b);
        assert_null(b->next);
        assert_int_equal(b->held, 2);
        assert_ptr_equal(table_of(&p)->table.material, table_of(&q)->table.material);
        bench_crash();
    }
    assert_true(join_as(0, q.code, q.token[0], 0, 0));
    ask_bring(&q, 0, with("The small mall", "Another"));
    assert_non_null(bench.host->brought->next);
    assert_int_equal(bench.host->brought->held, 1);
    bench_wait(3600 * 1000 + 1000); /* nobody comes to the other table */
    assert_null(table_of(&p));
    assert_null(bench.host->brought->next);
    ask_bring(&q, 0, "");
    assert_null(bench.host->brought);
}

/* ---- what is stored is damaged ---- */

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static void find_rows(const char *record, struct store_batch *rows)
{
    struct complaint why;
    memset(rows, 0, sizeof *rows);
    assert_true(store_find(bench.store, record, keep_row, rows, &why));
}

/* Another text is stored for a game, mark and all; or (NULL) the one that is there with one byte changed.
 * It is the last in the head: four bytes with its length, the mark, the text. */
static void damage(const struct party *p, const char *other)
{
    struct store_batch rows, batch = {0};
    struct complaint why;
    uint8_t bytes[KEPT_HEAD_MAX], hash[HASH_BYTES];
    const struct hosted *t = table_of(p);
    find_rows(t->record, &rows);
    struct store_item item = rows.items[0];
    assert_int_equal(item.what, STORE_HEAD);
    memcpy(bytes, rows.bytes + item.at, item.size);
    size_t text = item.size - t->brought->size, size = item.size;
    if (other) {
        struct bytes_out o = {bytes + text - MARK_BYTES - 4, bytes + sizeof bytes, false};
        secret_material(other, strlen(other), hash);
        bytes_put_number(&o, MARK_BYTES + strlen(other), 4);
        bytes_put(&o, hash, MARK_BYTES);
        bytes_put(&o, other, strlen(other));
        size = (size_t)(o.at - bytes);
    } else {
        bytes[text + 30] ^= 1; /* in the name: it could still be read */
    }
    assert_true(store_add(&batch, &item, bytes, size));
    assert_true(store_commit(bench.store, &batch, &why));
    store_free(&rows);
    store_free(&batch);
}

static void damaged(void **state)
{
    struct party begun, lobby, bad, whole;
    (void)state;
    gather(&begun, "{\"game\":\"maze\"}", 2);
    ask_bring(&begun, 0, small);
    send_as(0, SET_UP);
    gather(&lobby, "{\"game\":\"maze\"}", 2);
    ask_bring(&lobby, 0, small);
    gather(&bad, "{\"game\":\"maze\"}", 2);
    ask_bring(&bad, 0, small);
    gather(&whole, "{\"game\":\"maze\"}", 2);
    ask_bring(&whole, 0, small);
    damage(&begun, with("The small mall", "Another")); /* well read, but not what it was set up with */
    damage(&lobby, NULL);
    damage(&bad, "turncoat tiles 1\n");
    bench_crash();
    assert_null(table_of(&begun));
    assert_null(table_of(&lobby));
    assert_null(table_of(&bad));
    assert_int_equal(bench.host->counts.tables, 1);
    assert_int_equal(bench.host->brought->held, 1);
    int told = 0;
    for (const char *at = complaints; (at = strstr(at, "table_damaged")) != NULL; at++)
        told++;
    assert_int_equal(told, 3);
    come_again(&whole, 2);
    HEARD(1, TITLE);
}

/* ---- the record ---- */

static bool proved(const char *text, size_t size, struct complaint *why)
{
    struct table t;
    struct record_proved how;
    if (!record_prove(text, size, &t, &how, why))
        return false;
    assert_int_equal(how.judged, how.entries);
    assert_true(how.header.brought);
    table_close(&t);
    return true;
}

static void swap(char *text, const char *old, const char *other)
{
    char *at = strstr(text, old);
    assert_non_null(at);
    assert_int_equal(strlen(old), strlen(other));
    memcpy(at, other, strlen(other));
}

static void hash_of(const char *text, char hex[2 * HASH_BYTES + 1])
{
    uint8_t hash[HASH_BYTES];
    secret_material(text, strlen(text), hash);
    secret_to_hex(hash, sizeof hash, hex);
}

static void recorded(void **state)
{
    struct party p;
    struct store_batch rows;
    struct complaint why = {0};
    char *text, was[2 * HASH_BYTES + 1], is[2 * HASH_BYTES + 1];
    size_t size;
    (void)state;
    /* All that must be written otherwise in a line of JSON. */
    static char own[sizeof small];
    memcpy(own, with("// A plain", "// \"A\" \\\\ \xc3\xa9\t\r\n// A plain"), sizeof own);
    const struct hosted *t = play_out(&p, own);
    find_rows(t->record, &rows);
    assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
    assert_non_null(strstr(text, "{\"material\":\"turncoat tiles 1\\nname: The small mall\\n"));
    if (!proved(text, size, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);

    /* A word of a comment, which changes nothing that happens. */
    swap(text, "A plain mall", "A plane mall");
    assert_false(proved(text, size, &why));
    assert_int_equal(why.line, 2);
    hash_of(own, was);
    swap(own, "A plain", "A plane");
    hash_of(own, is);
    swap(text, was, is); /* and the hash of it: the chain tells */
    assert_false(proved(text, size, &why));
    assert_non_null(strstr(why.text, "chain"));
    free(text);
    store_free(&rows);

    damage(&p, NULL);
    find_rows(t->record, &rows);
    assert_int_equal(record_make(&rows, &text, &size), RECORD_DAMAGED);
    free(text); /* as the server does, whatever came of it */
    store_free(&rows);
}

/* The host brings another set before it begins: the record has the one that was played. */
static void recorded_the_last(void **state)
{
    struct party p;
    struct store_batch rows;
    struct complaint why = {0};
    char *text;
    size_t size;
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"pace\":\"quick\"}", 1);
    ask_bring(&p, 0, with("The small mall", "Another"));
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    ask_bring(&p, 0, small);
    send_as(0, SET_UP);
    send_as(0, "{\"id\":902,\"t\":\"turn_hourglass\"}");
    leave_as(0);
    bench_wait(900 * 1000);
    find_rows(table_of(&p)->record, &rows);
    assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
    assert_null(strstr(text, "Another"));
    if (!proved(text, size, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    free(text);
    store_free(&rows);
}

/* ---- with every store ---- */

static char folder[] = "/tmp/turncoat-material-XXXXXX";
static char file[80];

static int begin(void **state)
{
    if (bench_url != file)
        bench_url = "memory:";
    bench_open(state);
    bench.sent = looked_through;
    bench.logged = noted;
    complaints[0] = 0;
    return 0;
}

static int end(void **state)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    bench_close(state);
    for (int i = 0; i < 3; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s%s", file + strlen("sqlite:"), endings[i]);
        unlink(name);
    }
    return 0;
}

#define EACH(text, test)                                                                                     \
    {                                                                                                        \
        text, test, begin, end, NULL                                                                         \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH("M2.1 the host brings custom tiles; everybody is told the title, newcomers too", brought),
        EACH("M2.1 and no two are taken for the same", hashes_alike),
        EACH("P6.4 nobody is told before it is stored", told_when_stored),
        EACH("P1.3 only the host brings material, before the start, to a game that takes it", refused),
        EACH("P6.1 and not while the server cannot store or is stopping", not_at_this_moment),
        EACH("M2.3 what is wrong is told with its line, and changes nothing", explained),
        EACH("M2.1 the game is played with them", played),
        EACH("P4.3 they are there after a crash, before the start", survives_before),
        EACH("P4.3 and in the game", survives_after),
        EACH("P6.4 committing them again changes nothing", survives_twice),
        EACH("P1.6 those who play again keep them", again),
        EACH("P1.6 another game drops them", another_game),
        EACH("tables that bring the same text share it", held_once),
        EACH("P4.3 a text that is damaged keeps only its table from being loaded", damaged),
        EACH("P5.2 the record holds the text, and no other text can be proved", recorded),
        EACH("P5.2 if several were brought, the record holds the one that was played", recorded_the_last),
    };
    FILE *in = fopen("tests/play/maze/small.tiles", "rb");
    small[fread(small, 1, sizeof small - 1, in)] = 0;
    fclose(in);
    int failed = cmocka_run_group_tests_name("memory", tests, NULL, NULL);
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "sqlite:%s/material.db", folder);
    bench_url = file;
    failed += cmocka_run_group_tests_name("sqlite", tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
