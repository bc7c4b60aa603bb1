/* tests/store_suite.c -- what every store must do, tried with each of them: memory,
 * SQLite, and both behind one that fails on purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/queue.h"

static char folder[] = "/tmp/turncoat-store-XXXXXX";
static char url[80];

static struct store *opened(void)
{
    struct complaint why = {0};
    struct store *s = store_open(url, &why);
    if (!s)
        fail_msg("%s: %s", url, why.text);
    return s;
}

static void add(struct store_batch *b, uint8_t what, uint64_t game, uint32_t seq, const char *text, bool live)
{
    struct store_item item = {.what = what, .number = game, .seq = seq, .live = live};
    snprintf(item.id, sizeof item.id, "game%u", (unsigned)game);
    assert_true(store_add(b, &item, text, strlen(text)));
}

static void commit(struct store *s, struct store_batch *b)
{
    struct complaint why = {0};
    if (!store_commit(s, b, &why))
        fail_msg("%s", why.text);
    store_clear(b);
}

/* All that is told, in one text: "1[head]a,b, 2[head]" */
struct told {
    char text[4096];
    size_t size;
    bool stop;
};

static bool tell(void *ctx, const struct store_item *item, const void *bytes)
{
    struct told *t = ctx;
    int more = item->what == STORE_HEAD ? snprintf(t->text + t->size, sizeof t->text - t->size, "%u%s[%.*s]",
                                                   (unsigned)item->number, item->live ? "" : "-",
                                                   (int)item->size, (const char *)bytes)
                                        : snprintf(t->text + t->size, sizeof t->text - t->size, "%u%.*s,",
                                                   (unsigned)item->seq, (int)item->size, (const char *)bytes);
    t->size += (size_t)more;
    return !t->stop;
}

static void expect(struct store *s, const char *text)
{
    struct told t = {0};
    struct complaint why = {0};
    assert_true(store_load(s, tell, &t, &why));
    assert_string_equal(t.text, text);
}

static void expect_found(struct store *s, const char *id, const char *text)
{
    struct told t = {0};
    struct complaint why = {0};
    assert_true(store_find(s, id, tell, &t, &why));
    assert_string_equal(t.text, text);
}

static void keeps(void **state)
{
    struct store *s = opened();
    struct store_batch b = {0};
    (void)state;
    expect(s, "");
    add(&b, STORE_HEAD, 1, 0, "one", true);
    add(&b, STORE_PIECE, 1, 1, "a", true);
    add(&b, STORE_PIECE, 1, 4, "b", true);
    commit(s, &b);
    expect(s, "1[one]1a,4b,");
    add(&b, STORE_PIECE, 1, 5, "c", true);
    add(&b, STORE_HEAD, 1, 0, "one again", true);
    commit(s, &b);
    commit(s, &b); /* an empty one */
    expect(s, "1[one again]1a,4b,5c,");
    expect_found(s, "game1", "1[one again]1a,4b,5c,");
    static const char *const others[] = {"game2", "game", "game11", "GAME1", "%", "_ame1", "game1 ", "*"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect_found(s, others[i], "");           /* only by its whole name */
    expect_found(s, "", "1[one again]1a,4b,5c,"); /* of all games */
    add(&b, STORE_HEAD, 1, 0, "over", false);
    commit(s, &b);
    expect(s, "");
    expect_found(s, "game1", "1-[over]1a,4b,5c,");
    add(&b, STORE_DROP, 1, 0, "", false);
    commit(s, &b);
    expect_found(s, "game1", "");
    store_free(&b);
    store_close(s);
}

/* What a game had is forgotten, wherever it lay; other games keep theirs. */
static void anew(void **state)
{
    struct store *s = opened();
    struct store_batch b = {0};
    (void)state;
    add(&b, STORE_HEAD, 1, 0, "one", true);
    add(&b, STORE_HEAD, 2, 0, "two", true);
    add(&b, STORE_PIECE, 1, 1, "a", true);
    add(&b, STORE_PIECE, 2, 1, "b", true);
    add(&b, STORE_PIECE, 1, 2, "c", true);
    commit(s, &b);
    for (int i = 0; i < 2; i++) {
        add(&b, STORE_ANEW, 1, 0, "", true);
        add(&b, STORE_PIECE, 1, 1, "x", true);
        add(&b, STORE_PIECE, 1, 2, "y", true);
        commit(s, &b);
        expect(s, "1[one]1x,2y,2[two]1b,");
    }
    add(&b, STORE_PIECE, 1, 3, "z", true);
    commit(s, &b);
    expect(s, "1[one]1x,2y,3z,2[two]1b,");
    store_free(&b);
    store_close(s);
}

static void repeats(void **state)
{
    struct store *s = opened();
    struct store_batch b = {0};
    struct complaint why;
    (void)state;
    add(&b, STORE_HEAD, 1, 0, "one", true);
    add(&b, STORE_PIECE, 1, 1, "a", true);
    add(&b, STORE_PIECE, 1, 2, "b", true);
    assert_true(store_commit(s, &b, &why));
    assert_true(store_commit(s, &b, &why)); /* somebody was told that it had failed */
    store_clear(&b);
    add(&b, STORE_PIECE, 1, 3, "c", true);
    commit(s, &b);
    expect(s, "1[one]1a,2b,3c,");
    store_free(&b);
    store_close(s);
}

struct count {
    unsigned games, pieces, last;
    bool ordered;
};

static bool counted(void *ctx, const struct store_item *item, const void *bytes)
{
    struct count *c = ctx;
    (void)bytes;
    if (item->what == STORE_HEAD) {
        c->games++;
        c->last = 0;
        return true;
    }
    c->pieces++;
    c->ordered = c->ordered && item->seq > c->last && item->size == 199;
    c->last = item->seq;
    return true;
}

/* Far more than is kept in the journal before it is settled; every third commit is repeated.  One game is
 * dropped when the journal has pieces of it. */
static void grows(void **state)
{
    enum { GAMES = 40, PIECES = 3000 };
    struct store *s = opened();
    struct store_batch b = {0};
    struct complaint why;
    static char long_text[200];
    (void)state;
    memset(long_text, 'x', sizeof long_text - 1);
    for (unsigned g = 1; g <= GAMES + 1; g++)
        add(&b, STORE_HEAD, g, 0, "g", true);
    add(&b, STORE_PIECE, GAMES + 1, 1, long_text, true);
    commit(s, &b);
    add(&b, STORE_DROP, GAMES + 1, 0, "", false);
    commit(s, &b);
    for (unsigned i = 1; i <= PIECES; i++) {
        for (unsigned g = 1; g <= GAMES; g++)
            if ((i + g) % 2)
                add(&b, STORE_PIECE, g, i, long_text, true);
        if (i % 3 == 0)
            assert_true(store_commit(s, &b, &why));
        commit(s, &b);
    }
    struct count count = {.ordered = true};
    assert_true(store_load(s, counted, &count, &why));
    assert_int_equal(count.games, GAMES);
    assert_int_equal(count.pieces, GAMES * PIECES / 2);
    assert_true(count.ordered);
    store_free(&b);
    store_close(s);
}

static int fails_on(void *ctx, uint64_t call)
{
    const int *plan = ctx;
    return plan[call < 4 ? call : 0];
}

static bool count_games(void *ctx, const struct store_item *item, const void *bytes)
{
    (void)bytes;
    *(int *)ctx += item->what == STORE_HEAD;
    return true;
}

static void many(void **state)
{
    enum { MANY = 300 };
    struct store *s = opened();
    struct store_batch b = {0};
    struct complaint why = {0};
    int games = 0;
    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        add(&b, STORE_HEAD, 1000 + i, 0, "one of many", i % 3 != 0);
        add(&b, STORE_PIECE, 1000 + i, 1, "a", true);
    }
    commit(s, &b);
    for (uint32_t i = 0; i < MANY; i++) {
        char id[STORE_ID_MAX], text[60];
        snprintf(id, sizeof id, "game%u", (unsigned)(1000 + i));
        snprintf(text, sizeof text, "%u%s[one of many]1a,", (unsigned)(1000 + i), i % 3 ? "" : "-");
        expect_found(s, id, text);
    }
    assert_true(store_load(s, count_games, &games, &why));
    assert_int_equal(games, MANY * 2 / 3);
    for (uint32_t i = 0; i < MANY; i++)
        add(&b, STORE_DROP, 1000 + i, 0, "", false);
    commit(s, &b);
    expect(s, "");
    store_free(&b);
    store_close(s);
}

static void fails(void **state)
{
    int plan[4] = {0, 1, 2, 0}; /* the first call does nothing, the second does it and says no */
    struct complaint why = {0};
    struct store *s = store_faulty_open(opened(), fails_on, plan, &why);
    struct store_batch b = {0};
    (void)state;
    add(&b, STORE_HEAD, 1, 0, "one", true);
    add(&b, STORE_PIECE, 1, 1, "a", true);
    assert_false(store_commit(s, &b, &why));
    assert_false(store_commit(s, &b, &why));
    expect(s, "1[one]1a,");
    assert_true(store_commit(s, &b, &why));
    expect(s, "1[one]1a,");
    for (int how = 1; how <= 2; how++) { /* reading fails as well */
        struct told t = {0};
        for (int i = 0; i < 4; i++)
            plan[i] = how;
        assert_false(store_load(s, tell, &t, &why));
        assert_false(store_find(s, "game1", tell, &t, &why));
    }
    store_free(&b);
    store_close(s);
}

static void wakes(void *ctx)
{
    __atomic_add_fetch((int *)ctx, 1, __ATOMIC_SEQ_CST);
}

static bool wants(const void *about, const void *head, size_t size)
{
    return *(const char *)about == 'y' && size == 1 && *(const char *)head == 'x';
}

static void make(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    (void)about;
    out->text = strdup("made");
    out->size = rows->count;
    out->state = 7;
}

static void own_thread(void **state)
{
    static const struct queue_maker maker = {wants, make};
    static const struct queue_ask one = {&maker, "game1", "y"}, all = {&maker, "", "y"},
                                  none = {&maker, "", "n"};
    int woken = 0;
    struct queue *q = queue_open(opened(), wakes, &woken);
    struct store_batch b = {0};
    struct queue_done done;
    (void)state;
    assert_non_null(q);
    for (unsigned i = 1; i <= 100; i++) {
        store_clear(&b);
        add(&b, i == 1 ? STORE_HEAD : STORE_PIECE, 1, i, "x", true);
        queue_commit(q, &b);
        queue_wait(q);
        assert_true(queue_take(q, &done));
        assert_true(done.ok && !done.found);
        assert_false(queue_take(q, &done));
    }
    for (int i = 0; i < 3; i++) {
        assert_true(queue_find(q, i == 0 ? &one : i == 1 ? &all : &none));
        queue_wait(q);
        assert_true(queue_take(q, &done));
        assert_true(done.ok && done.found && done.live && done.made.state == 7);
        assert_string_equal(done.ask.id, i ? "" : "game1");
        assert_string_equal(done.made.text, "made");
        assert_int_equal(done.made.size, i < 2 ? 100 : 0);
        free(done.made.text);
    }
    store_free(&b);
    queue_close(q);
    assert_true(__atomic_load_n(&woken, __ATOMIC_SEQ_CST) == 103);
}

static void lasts(void **state)
{
    struct store *s = opened();
    struct store_batch b = {0};
    struct complaint why = {0};
    (void)state;
    add(&b, STORE_HEAD, 7, 0, "seven", true);
    add(&b, STORE_PIECE, 7, 1, "a", true);
    commit(s, &b);
    assert_null(store_open(url, &why)); /* one server owns the file */
    store_close(s);
    s = opened();
    expect(s, "7[seven]1a,");
    store_close(s);
    store_free(&b);
}

/* The server uses its two batches as long as it runs. */
static void batches_are_used_again(void **state)
{
    struct store_batch b = {0};
    (void)state;
    for (int i = 0; i < 1000; i++) {
        add(&b, STORE_HEAD, 1, 0, "head", true);
        add(&b, STORE_PIECE, 1, 1, "piece", false);
        assert_true(b.count == 2 && b.size == 9);
        assert_true(b.items[0].at == 0 && b.items[1].at == 4);
        store_clear(&b);
        assert_true(b.count == 0 && b.size == 0);
    }
    assert_true(b.bytes_room <= 64 && b.items_room <= 64);
    store_free(&b);
}

static void foreign(void **state)
{
    struct complaint why = {0};
    FILE *out = fopen(url + 7, "w");
    (void)state;
    fputs(
        "this is no database, and long enough that SQLite looks at all of its header: 0123456789 0123456789",
        out);
    fclose(out);
    assert_null(store_open(url, &why));
    assert_true(strlen(why.text) > 0);
    assert_null(store_open("sqlite:/nowhere/at/all.db", &why));
    assert_null(store_open("oracle:x", &why));
    assert_null(store_open("sqlite:", &why)); /* SQLite would take it for one in memory */
}

static int fresh(void **state)
{
    (void)state;
    if (!strncmp(url, "sqlite:", 7)) {
        char other[100];
        static const char *const endings[] = {"", "-wal", "-shm", ".ends"};
        for (int i = 0; i < 4; i++) {
            snprintf(other, sizeof other, "%s%s", url + 7, endings[i]);
            remove(other);
        }
    }
    return 0;
}

#define EACH(text, test)                                                                                     \
    {                                                                                                        \
        text, test, fresh, fresh, NULL                                                                       \
    }

int main(void)
{
    const struct CMUnitTest every[] = {
        EACH("a batch that was cleared is as good as new", batches_are_used_again),
        EACH("a store keeps heads and pieces, in order", keeps),
        EACH("P8.3 a game can be written anew", anew),
        EACH("P6.4 committing a batch again changes nothing", repeats),
        EACH("a store keeps many games apart", many),
        EACH("a store that has grown tells the same", grows),
        EACH("P6.4 a commit that failed can be repeated, whether it had come through or not", fails),
        EACH("a store works on its own thread", own_thread),
    };
    const struct CMUnitTest lasting[] = {
        EACH("P6.4 what is committed is there after opening again, and one server owns the file", lasts),
        EACH("a foreign file is refused", foreign),
    };
    assert_non_null(mkdtemp(folder));
    snprintf(url, sizeof url, "memory:");
    int failed = cmocka_run_group_tests_name("memory", every, NULL, NULL);
    snprintf(url, sizeof url, "sqlite:%s/suite.db", folder);
    failed += cmocka_run_group_tests_name("sqlite", every, NULL, NULL);
    failed += cmocka_run_group_tests_name("sqlite, lasting", lasting, NULL, NULL);
    rmdir(folder);
    return failed;
}
