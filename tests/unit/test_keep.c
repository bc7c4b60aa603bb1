/* tests/unit/test_keep.c -- stored games: written and read again by this version, by 0.1 and by a version of
 * tomorrow; and damaged (P8.8). */
#include "seal/prove.h"
#include "seal/secret.h"
#include "server/kept.h"
#include "server/record.h"
#include "table/common.h"
#include "tests/help/host_bench.h"
#include "tests/help/logs.h"

/* ---- rows ---- */

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static struct hosted *table_of(const struct party *p)
{
    return tables_find(bench.host, p->code);
}

static void rows_of(const struct hosted *t, struct store_batch *rows)
{
    struct complaint why;
    assert_true(store_find(bench.store, t->record, keep_row, rows, &why));
    assert_true(rows->count > 1);
}

static uint8_t *row(const struct store_batch *rows, size_t i)
{
    return rows->bytes + rows->items[i].at;
}

/* Everything with words and without that a table can have, and a game of bots, where there are any. */
static struct hosted *play(struct party *p, const char *game)
{
    char body[100];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"gallery\":true,\"pace\":\"quick\",\"away_s\":7}", game);
    gather(p, body, !strcmp(game, "word") ? 4 : 2);
    send_as(0, "{\"id\":1,\"t\":\"say\",\"text\":\"Zo\\u00eb said \\\"no\\\"\"}");
    send_as(0, "{\"id\":2,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    send_as(0, "{\"id\":3,\"t\":\"seat_player\",\"name\":\"Android\",\"bot\":true}");
    send_as(1, "{\"id\":3,\"t\":\"be_ready\",\"ready\":true}");
    send_as(0, "{\"id\":4,\"t\":\"reorder_seats\",\"order\":[2,1,3,4,0,0,0,0,0,0,0,0]}");
    bench_wait(700);
    send_as(0, !strcmp(game, "maze") ? "{\"id\":5,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}"
                                     : "{\"id\":5,\"t\":\"set_up\"}");
    LAST(0, "\"ok\":true");
    send_as(1, "{\"id\":6,\"t\":\"react\",\"reaction\":\"bravo\"}");
    return table_of(p);
}

/* ---- reading them ---- */

struct reader {
    struct table table;
    struct stories past;
    uint8_t chain[HASH_BYTES];
    struct entry entry; /* the last */
    uint32_t deleted;
};

static void entered(void *ctx, const struct entry *e)
{
    struct reader *r = ctx;
    r->entry = *e;
    r->deleted += e->word == WORD_DELETED;
}

static bool happened(void *ctx, const struct event *e)
{
    return table_restore(&((struct reader *)ctx)->table, e);
}

static enum kept read_entry(struct reader *r, const void *bytes, size_t size)
{
    static const struct kept_calls calls = {entered, happened};
    return kept_read_entry(r->table.game, bytes, size, &r->past, r->chain, &calls, r);
}

/* Before the entry of that row; the caller closes the table. */
static void read_until(struct reader *r, const struct store_batch *rows, size_t until)
{
    struct kept_head head;
    memset(r, 0, sizeof *r);
    assert_int_equal(kept_read_head(row(rows, 0), rows->items[0].size, &head), KEPT);
    assert_true(table_open(&r->table, head.game));
    secret_commitment(head.seed, r->chain);
    for (size_t i = 1; i < until; i++)
        assert_int_equal(read_entry(r, row(rows, i), rows->items[i].size), KEPT);
}

/* The entry of that row, by these bytes: what is it, read from a copy of just that size? */
static enum kept read_as(const struct reader *before, const uint8_t *bytes, size_t size)
{
    struct reader r = *before;
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    assert_true(table_open(&r.table, before->table.game));
    r.table.count = before->table.count;
    enum kept kept = read_entry(&r, copy, size);
    r.table.count = 0;
    table_close(&r.table);
    free(copy);
    return kept;
}

/* ---- today's ---- */

/* Of an entry, what is sealed; of a fact of a head, all of it: behind one byte stands the length. */
static size_t sealed_size(const uint8_t *entry)
{
    return entry[1] | (size_t)entry[2] << 8 | (size_t)entry[3] << 16 | (size_t)entry[4] << 24;
}

static void heads(void **state)
{
    struct party p;
    struct kept_head head;
    struct store_batch rows = {0};
    (void)state;
    struct hosted *t = play(&p, "maze");
    rows_of(t, &rows);
    assert_int_equal(kept_read_head(row(&rows, 0), rows.items[0].size, &head), KEPT);
    assert_ptr_equal(head.game, t->table.game);
    assert_string_equal(head.code, t->code);
    assert_string_equal(head.record, t->record);
    assert_true(head.round == t->round && head.opened_ms == t->opened_ms && head.away_s == t->away_s);
    assert_int_equal(head.pace, t->pace);
    assert_int_equal(head.flags,
                     t->public | t->gallery << 1 | t->wait << 2 | t->over << 3 | t->has_options << 4);
    assert_memory_equal(head.seed, t->seed, SEED_BYTES);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        assert_memory_equal(head.hash[seat], t->member[seat].hash, HASH_BYTES);
    assert_true(t->has_options);
    assert_memory_equal(head.options, t->options.body,
                        t->table.game->schema->commands[t->table.game->set_up].size);
    for (size_t cut = 0; cut < rows.items[0].size; cut++) {
        uint8_t *copy = malloc(cut ? cut : 1);
        memcpy(copy, row(&rows, 0), cut);
        if (kept_read_head(copy, cut, &head) == KEPT) /* and not beyond */
            assert_true(head.code[0] && head.record[0]);
        free(copy);
    }
    store_free(&rows);
}

static void entries(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++) {
        struct party p;
        struct reader r;
        struct store_batch rows = {0};
        struct hosted *t = play(&p, (*g)->name);
        bench_wait(20000);
        rows_of(t, &rows);
        read_until(&r, &rows, rows.count);
        assert_true(same_logs(&r.table, &t->table));
        assert_memory_equal(r.chain, t->chain, HASH_BYTES);
        table_close(&r.table);
        store_free(&rows);
        bench_forget();
        bench_close(NULL);
        bench_open(NULL);
    }
}

/* Outside the sealed part nothing but the word and the mark has its place. */
static void nothing_behind_a_word(void **state)
{
    struct party p;
    struct store_batch rows = {0};
    struct reader before;
    int words = 0;
    (void)state;
    rows_of(play(&p, "null"), &rows);
    for (size_t i = 1; i < rows.count; i++) {
        uint8_t longer[KEPT_ENTRY_MAX + 1];
        size_t size = rows.items[i].size, most = size - MARK_BYTES;
        memcpy(longer, row(&rows, i), most);
        longer[most] = 0;
        memcpy(longer + most + 1, row(&rows, i) + most, MARK_BYTES);
        words += most > 5 + sealed_size(longer);
        read_until(&before, &rows, i);
        assert_int_equal(read_as(&before, longer, size + 1), KEPT_DAMAGED);
        assert_int_equal(read_as(&before, row(&rows, i), size), KEPT);
        table_close(&before.table);
    }
    assert_true(words > 2);
    store_free(&rows);
}

/* A head whose facts each lack their last byte in turn. */
static void short_facts(void **state)
{
    enum { GAME = 1, CODE = 3, RECORD = 4, LAST = 12 };
    struct party p;
    struct kept_head head;
    struct store_batch rows = {0};
    uint8_t seen[256] = {0};
    (void)state;
    rows_of(play(&p, "maze"), &rows);
    const uint8_t *all = row(&rows, 0);
    size_t size = rows.items[0].size;
    for (size_t at = 1; at < size;) {
        uint8_t fact = all[at], copy[KEPT_HEAD_MAX];
        size_t length = all[at + 1] | (size_t)all[at + 2] << 8, end = at + 5 + length;
        memcpy(copy, all, end - 1);
        memcpy(copy + end - 1, all + end, size - end);
        copy[at + 1] = (uint8_t)(length - 1);
        copy[at + 2] = (uint8_t)((length - 1) >> 8);
        seen[fact]++;
        if (fact != GAME && fact != CODE && fact != RECORD) /* they are texts of any length */
            assert_int_equal(kept_read_head(copy, size - 1, &head), KEPT_DAMAGED);
        at = end;
    }
    for (int fact = 1; fact <= LAST; fact++)
        assert_true(seen[fact]);
    store_free(&rows);
}

/* A token belongs to a seat that there is; nobody has one for the gallery. */
static void tokens_of_seats(void **state)
{
    enum { HEAD_TOKEN = 11 };
    struct party p;
    struct kept_head head;
    struct store_batch rows = {0};
    int tokens = 0;
    (void)state;
    rows_of(play(&p, "null"), &rows);
    uint8_t *bytes = row(&rows, 0), *end = bytes + rows.items[0].size;
    for (uint8_t *fact = bytes + 1; fact < end; fact += 5 + sealed_size(fact)) {
        uint8_t seat = fact[5];
        if (fact[0] != HEAD_TOKEN)
            continue;
        for (int other = 0; other < 256; other++) {
            fact[5] = (uint8_t)other;
            assert_int_equal(kept_read_head(bytes, rows.items[0].size, &head),
                             other >= 1 && other < VIEWS ? KEPT : KEPT_DAMAGED);
        }
        fact[5] = seat;
        tokens++;
    }
    assert_int_equal(tokens, 2);
    store_free(&rows);
}

/* Two games of one code: the second is left where it is. */
static void codes_are_unique(void **state)
{
    struct party p;
    struct store_batch rows = {0};
    struct complaint why;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 2);
    rows_of(table_of(&p), &rows);
    for (size_t i = 0; i < rows.count; i++)
        rows.items[i].number += 2;
    snprintf(rows.items[0].id, sizeof rows.items[0].id, "another");
    assert_true(store_commit(bench.store, &rows, &why));
    bench_crash();
    assert_int_equal(host_counts(bench.host)->tables, 1);
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    store_clear(&rows);
    assert_true(store_find(bench.store, "another", keep_row, &rows, &why) && rows.count > 1);
    store_free(&rows);
}

/* Who has only the hashes cannot tell that the same was said twice, nor try what it may have been. */
static void every_word_has_its_salt(void **state)
{
    enum { TIMES = 3 };
    static const uint8_t none[SALT_BYTES];
    struct party p;
    struct reader r;
    struct store_batch rows = {0};
    struct entry said[TIMES];
    int count = 0;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    for (int i = 1; i <= TIMES; i++) {
        char text[60];
        snprintf(text, sizeof text, "{\"id\":%d,\"t\":\"say\",\"text\":\"yes\"}", i);
        send_as(0, text);
    }
    rows_of(table_of(&p), &rows);
    read_until(&r, &rows, 1);
    for (size_t i = 1; i < rows.count; i++) {
        assert_int_equal(read_entry(&r, row(&rows, i), rows.items[i].size), KEPT);
        if (!strcmp(r.entry.text, "yes"))
            said[count++] = r.entry;
    }
    assert_int_equal(count, TIMES);
    for (int i = 0; i < TIMES; i++) {
        const struct entry *next = &said[(i + 1) % TIMES];
        assert_memory_not_equal(said[i].salt, none, SALT_BYTES);
        assert_memory_not_equal(said[i].salt, next->salt, SALT_BYTES);
        assert_memory_not_equal(said[i].hash, next->hash, WORD_BYTES);
    }
    table_close(&r.table);
    store_free(&rows);
}

/* Any bit, in what is sealed, in the word, in the mark. */
static void finds_flipped_bits(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++) {
        struct party p;
        struct reader before;
        struct store_batch rows = {0};
        rows_of(play(&p, (*g)->name), &rows);
        for (size_t i = 1; i < rows.count; i++) {
            read_until(&before, &rows, i);
            size_t size = rows.items[i].size;
            uint8_t *bytes = row(&rows, i);
            assert_int_equal(read_as(&before, bytes, size), KEPT);
            for (size_t bit = 0; bit < 8 * size; bit++) {
                bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
                if (read_as(&before, bytes, size) == KEPT)
                    fail_msg("%s, entry %zu of %zu bytes: bit %zu was flipped", (*g)->name, i, size, bit);
                bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
            for (size_t cut = 0; cut < size; cut++)
                assert_int_equal(read_as(&before, bytes, cut), KEPT_DAMAGED);
            if (i + 1 < rows.count) /* one is missing */
                assert_int_equal(read_as(&before, row(&rows, i + 1), rows.items[i + 1].size), KEPT_DAMAGED);
            table_close(&before.table);
        }
        store_free(&rows);
        bench_close(NULL);
        bench_open(NULL);
    }
}

/* ---- deleted words ---- */

/* P8.3: only what lies outside has changed. */
static size_t without_word(const uint8_t *entry, size_t size, uint8_t *out)
{
    size_t word = 5 + sealed_size(entry);
    if (size == word + MARK_BYTES)
        return 0; /* it has none */
    memcpy(out, entry, word);
    out[word] = out[word + 1] = 0xff;
    memcpy(out + word + 2, entry + size - MARK_BYTES, MARK_BYTES);
    return word + 2 + MARK_BYTES;
}

static void words_can_be_deleted(void **state)
{
    static uint8_t changed[1 << 16];
    struct party p;
    struct store_batch rows = {0}, less = {0};
    struct reader r;
    struct record_proved proved;
    struct complaint why;
    struct table t;
    char *text;
    size_t size;
    uint32_t words = 0;
    (void)state;
    struct hosted *hosted = play(&p, "null");
    send_as(0, "{\"id\":7,\"t\":\"nod\"}");
    send_as(1, "{\"id\":7,\"t\":\"nod\"}");
    bench_wait(30000);
    assert_true(hosted->over);
    rows_of(hosted, &rows);
    for (size_t i = 0; i < rows.count; i++) {
        size_t left = i ? without_word(row(&rows, i), rows.items[i].size, changed) : 0;
        words += left != 0;
        assert_true(store_add(&less, &rows.items[i], left ? changed : row(&rows, i),
                              left ? left : rows.items[i].size));
        less.items[i].size = left ? left : rows.items[i].size;
    }
    assert_int_equal(words, 5); /* four names and a sentence */
    read_until(&r, &less, less.count);
    assert_int_equal(r.deleted, words);
    assert_memory_equal(r.chain, hosted->chain, HASH_BYTES);
    table_close(&r.table);
    assert_int_equal(record_make(&less, &text, &size), RECORD_MADE);
    assert_null(strstr(text, "Bruno"));
    assert_null(strstr(text, "said \\\"no"));
    if (!record_prove(text, size, &t, &proved, &why))
        fail_msg("line %u: %s", (unsigned)why.line, why.text);
    assert_int_equal(proved.deleted, words);
    assert_int_equal(proved.judged + words, proved.entries);
    table_close(&t);
    free(text);
    store_free(&rows);
    store_free(&less);
}

/* ---- of 0.1 ---- */

static char *whole(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s is not there", path);
    char *text = malloc(1 << 20);
    *size = fread(text, 1, 1 << 20, in);
    fclose(in);
    return text;
}

/* A piece is stored under the number of its first event. */
static void number_rows(struct store_batch *rows)
{
    struct reader r;
    read_until(&r, rows, 1);
    for (size_t i = 1; i < rows->count; i++) {
        rows->items[i].seq = r.table.count + 1;
        assert_int_equal(read_entry(&r, row(rows, i), rows->items[i].size), KEPT);
    }
    table_close(&r.table);
}

extern const struct game null, maze, traitor;
static const struct game *const games_of_0_1[] = {&null, &maze, &traitor, NULL};

/* As 0.1.0 stored it: for each row its length, in four bytes, and the row. */
static void rows_of_0_1(const char *game, struct store_batch *rows)
{
    char path[80];
    size_t size;
    snprintf(path, sizeof path, "tests/versions/0.1.0/kept/%s.rows", game);
    char *bytes = whole(path, &size);
    struct bytes_in in = {(uint8_t *)bytes, (uint8_t *)bytes + size, false};
    for (uint32_t i = 0; in.at < in.end; i++) {
        struct store_item item = {.number = 77, .what = i ? STORE_PIECE : STORE_HEAD, .live = !i, .seq = i};
        struct bytes_in part = bytes_part(&in, (size_t)bytes_get_number(&in, 4));
        item.size = (size_t)(part.end - part.at);
        memcpy(item.id, i ? "" : "of-0-1", i ? 1 : 7);
        assert_true(!in.bad && store_add(rows, &item, part.at, item.size));
    }
    free(bytes);
    number_rows(rows);
}

static void same_as_then(const char *game, const struct table *t)
{
    char path[80];
    struct table then;
    struct record_proved proved;
    struct complaint why;
    size_t size;
    snprintf(path, sizeof path, "tests/corpus/fuzz_record/served_%s.record", game);
    char *text = whole(path, &size);
    assert_true(record_prove(text, size, &then, &proved, &why));
    assert_true(same_logs(&then, t));
    table_close(&then);
    free(text);
}

/* The record that today is made of it, and the one that 0.1.0 made of it, tell the same. */
static void reads_0_1(void **state)
{
    (void)state;
    for (const struct game *const *g = games_of_0_1; *g; g++) {
        struct store_batch rows = {0};
        struct record_proved proved;
        struct complaint why;
        struct table t;
        char *text;
        size_t size;
        rows_of_0_1((*g)->name, &rows);
        assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
        if (!record_prove(text, size, &t, &proved, &why))
            fail_msg("%s, line %u: %s", (*g)->name, (unsigned)why.line, why.text);
        assert_int_equal(proved.header.format, RECORD_FORMAT);
        assert_int_equal(proved.judged, proved.entries);
        same_as_then((*g)->name, &t);
        table_close(&t);
        free(text);
        store_free(&rows);
    }
}

static bool ignore(void *ctx, const struct event *e)
{
    (void)ctx, (void)e;
    return true;
}

/* Of an entry: what its sender had seen, in its own story; all that had been shown then, in that story and in
 * the log. */
static seq_t seen_as_kept(const struct reader *before, const uint8_t *bytes, size_t size, seq_t seen,
                          seq_t story, seq_t shown)
{
    static const struct kept_calls calls = {entered, ignore};
    const seq_t numbers[] = {seen, story, shown};
    struct reader r = *before;
    uint8_t *copy = malloc(size);
    memcpy(copy, bytes, size);
    memcpy(copy + 8, numbers, sizeof numbers);
    assert_int_equal(kept_read_entry(r.table.game, copy, size, &r.past, r.chain, &calls, &r), KEPT);
    free(copy);
    return r.entry.in.seen;
}

/* Whoever had seen everything shown had not seen what has happened since, even if none of it was for them. */
static void had_seen_in_0_1(void **state)
{
    struct store_batch rows = {0};
    struct reader before;
    size_t i = 20;
    (void)state;
    rows_of_0_1("maze", &rows);
    while (row(&rows, i)[0] < 1 || row(&rows, i)[0] > SEATS_MAX)
        i++;
    read_until(&before, &rows, i);
    const uint8_t *entry = row(&rows, i);
    size_t size = rows.items[i].size;
    seq_t story = before.past.told[entry[0]], shown = before.past.count - 1;
    assert_int_equal(seen_as_kept(&before, entry, size, story + 1, story, shown), shown);
    assert_int_equal(seen_as_kept(&before, entry, size, story, story, shown), shown);
    assert_int_equal(seen_as_kept(&before, entry, size, story - 2, story, shown),
                     stories_in_log(&before.past, entry[0], story - 2));
    table_close(&before.table);
    store_free(&rows);
}

/* P5.2 for what 0.1.0 made, too: its records have no chain, but a commitment. */
static void commitment_of_0_1(void **state)
{
    struct table t;
    struct record_proved proved;
    struct complaint why;
    size_t size;
    char *text = whole("tests/corpus/fuzz_record/served_null.record", &size);
    char *digit = strstr(text, "\"commitment\":\"") + strlen("\"commitment\":\"");
    (void)state;
    for (int i = 0; i < 2 * HASH_BYTES; i += 9) {
        char before = digit[i];
        digit[i] = before == '0' ? '1' : '0';
        assert_false(record_prove(text, size, &t, &proved, &why));
        assert_string_equal(why.text, "the seed is not the one that was committed to");
        digit[i] = before;
    }
    assert_true(record_prove(text, size, &t, &proved, &why));
    table_close(&t);
    free(text);
}

/* Damage in it has no mark to be found by; but it does no harm. */
static void survives_damage_of_0_1(void **state)
{
    (void)state;
    for (const struct game *const *g = games_of_0_1; *g; g++) {
        struct store_batch rows = {0};
        struct reader before;
        struct kept_head head;
        rows_of_0_1((*g)->name, &rows);
        for (size_t i = 0; i < rows.count && i < 30; i++) {
            read_until(&before, &rows, i);
            uint8_t *bytes = row(&rows, i);
            for (size_t bit = 0; bit < 8 * rows.items[i].size; bit++) {
                bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
                if (i)
                    read_as(&before, bytes, rows.items[i].size);
                else
                    kept_read_head(bytes, rows.items[0].size, &head);
                bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
            table_close(&before.table);
        }
        store_free(&rows);
    }
}

/* Its flags stand behind format, version, name, code, record, round, time, seed, away and pace. */
static uint8_t *flags_of_0_1(uint8_t *head)
{
    return head + 1 + 2 + 1 + head[3] + 6 + 1 + RECORD_ID_SIZE + 1 + 4 + 8 + SEED_BYTES + 2 + 1;
}

/* A game that 0.1.0 left unfinished is taken up and played to its end. */
static void goes_on_from_0_1(void **state)
{
    (void)state;
    for (const struct game *const *g = games_of_0_1; *g; g++) {
        struct store_batch rows = {0}, all = {0};
        struct record_proved proved;
        struct complaint why;
        struct table t;
        struct kept_head head;
        char *text;
        size_t size;
        rows_of_0_1((*g)->name, &rows);
        rows.count = (*g) == games[0] ? rows.count - 3 : 40;
        *flags_of_0_1(row(&rows, 0)) &= (uint8_t)~KEPT_OVER;
        assert_int_equal(kept_read_head(row(&rows, 0), rows.items[0].size, &head), KEPT);
        snprintf(rows.items[0].id, sizeof rows.items[0].id, "%s", head.record);
        assert_true(store_commit(bench.store, &rows, &why));
        bench_crash();
        struct hosted *hosted = tables_find(bench.host, head.code);
        assert_non_null(hosted);
        assert_true(hosted_begun(hosted) && !hosted->over);
        seq_t before = hosted->table.count;
        if (*g == games[0]) { /* P6.2: what the host asked for is remembered, also by its new seat */
            assert_true(hosted->member[2].done[1].id == 2 && hosted->member[2].done[3].id == 4);
            assert_int_equal(hosted->member[1].done[0].id, 1);
        }
        for (int i = 0; i < 200 && !hosted->over; i++) {
            struct input in;
            ASK(&in, (seat_t)(1 + i % hosted_presence(hosted)->seats), resume, 0);
            judge(bench.host, hosted, &in, NULL, 0);
            bench_wait(60000);
        }
        assert_true(hosted->over && hosted->table.count > before);
        rows_of(hosted, &all);
        assert_int_equal(record_make(&all, &text, &size), RECORD_MADE);
        if (!record_prove(text, size, &t, &proved, &why))
            fail_msg("%s, line %u: %s", (*g)->name, (unsigned)why.line, why.text);
        assert_int_equal(proved.judged, proved.entries);
        assert_memory_equal(proved.header.chain, hosted->chain, HASH_BYTES);
        table_close(&t);
        free(text);
        store_free(&rows);
        store_free(&all);
        bench_close(NULL);
        bench_open(NULL);
    }
}

/* No mark would show it, but the numbers do. */
static void finds_gaps_of_0_1(void **state)
{
    struct store_batch rows = {0}, holed = {0};
    struct complaint why;
    struct kept_head head;
    char *text;
    size_t size;
    (void)state;
    rows_of_0_1("null", &rows);
    for (size_t i = 0; i < rows.count; i++)
        if (i != 4)
            assert_true(store_add(&holed, &rows.items[i], row(&rows, i), rows.items[i].size));
    assert_int_equal(record_make(&holed, &text, &size), RECORD_DAMAGED);
    assert_int_equal(kept_read_head(row(&rows, 0), rows.items[0].size, &head), KEPT);
    assert_true(store_commit(bench.store, &holed, &why));
    bench_crash();
    assert_null(tables_find(bench.host, head.code));
    store_free(&rows);
    store_free(&holed);
}

/* ---- of tomorrow ---- */

static void tells_what_is_later(void **state)
{
    struct party p;
    struct store_batch rows = {0};
    struct kept_head head;
    struct reader before;
    uint8_t changed[KEPT_HEAD_MAX];
    (void)state;
    rows_of(play(&p, "null"), &rows);
    size_t size = rows.items[0].size;
    memcpy(changed, row(&rows, 0), size);
    changed[0] = 3; /* another format */
    assert_int_equal(kept_read_head(changed, size, &head), KEPT_BY_LATER);
    changed[0] = 2;
    memcpy(changed + 6, "nuff", 4); /* a game that is not known */
    assert_int_equal(kept_read_head(changed, size, &head), KEPT_BY_LATER);
    memcpy(changed + 6, "null", 4);
    changed[10 + 5]++; /* its rules */
    assert_int_equal(kept_read_head(changed, size, &head), KEPT_BY_LATER);
    changed[10 + 5]--;
    memcpy(changed + size, "\xc8\x03\x00\x00\x00new", 8); /* one fact more does no harm */
    assert_int_equal(kept_read_head(changed, size + 8, &head), KEPT);
    assert_int_equal(kept_read_head("", 0, &head), KEPT_DAMAGED);

    read_until(&before, &rows, 1);
    uint8_t *entry = row(&rows, 1);
    entry[0]++;
    assert_int_equal(read_as(&before, entry, rows.items[1].size), KEPT_BY_LATER);
    entry[0]--;
    entry[5] = (uint8_t)(games[0]->version +
                         1); /* the version that judged it; the chain is made to fit, as that version would */
    uint8_t chain[HASH_BYTES];
    memcpy(chain, before.chain, sizeof chain);
    secret_chain(chain, entry + 5, sealed_size(entry));
    memcpy(entry + rows.items[1].size - MARK_BYTES, chain, MARK_BYTES);
    assert_int_equal(read_as(&before, entry, rows.items[1].size), KEPT_BY_LATER);
    entry[5] = 0;
    memcpy(chain, before.chain, sizeof chain);
    secret_chain(chain, entry + 5, sealed_size(entry));
    memcpy(entry + rows.items[1].size - MARK_BYTES, chain, MARK_BYTES);
    assert_int_equal(read_as(&before, entry, rows.items[1].size), KEPT_DAMAGED);
    table_close(&before.table);
    store_free(&rows);
}

/* One game that cannot be read stays in the store, and costs no other its place. */
static void leaves_it_alone(void **state)
{
    struct party good, bad, later;
    struct store_batch rows = {0};
    struct complaint why;
    (void)state;
    gather(&bad, "{\"game\":\"null\"}", 2);
    gather(&later, "{\"game\":\"null\"}", 2);
    gather(&good, "{\"game\":\"null\"}", 2);
    struct hosted *t = table_of(&bad);
    char record[RECORD_ID_SIZE + 1];
    memcpy(record, t->record, sizeof record);
    rows_of(t, &rows);
    rows.bytes[rows.items[1].at + 9] ^= 1;
    size_t first = rows.count;
    rows_of(table_of(&later), &rows);
    row(&rows, first)[0] = 9;
    for (size_t i = 0; i < rows.count; i++)
        if (rows.items[i].what == STORE_PIECE) { /* pieces are never overwritten: the game is made again */
            struct store_batch drop = {0};
            struct store_item item = {.what = STORE_DROP, .number = rows.items[i].number};
            assert_true(store_add(&drop, &item, NULL, 0) && store_commit(bench.store, &drop, &why));
            store_free(&drop);
        }
    assert_true(store_commit(bench.store, &rows, &why));
    bench_crash();
    assert_null(table_of(&bad));
    assert_null(table_of(&later));
    assert_non_null(table_of(&good));
    store_clear(&rows);
    assert_true(store_find(bench.store, record, keep_row, &rows, &why) && rows.count > 1);
    store_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P8.8 a head that is stored and read is the same", heads),
        RULE("an entry that has something more is damaged", nothing_behind_a_word),
        RULE("a head that lacks something is damaged", short_facts),
        RULE("P1.2 a token belongs to one seat", tokens_of_seats),
        RULE("P1.1 no two tables have the same code", codes_are_unique),
        RULE("P8.8 entries that are stored and read are the same game", entries),
        RULE("a flipped bit, a cut or a gap is found, wherever it is", finds_flipped_bits),
        RULE("what is said twice is hashed differently", every_word_has_its_salt),
        RULE("words can be deleted from what is stored, and the record is proved", words_can_be_deleted),
        RULE("P8.8 what 0.1.0 stored is read as what happened then", reads_0_1),
        RULE("P8.8 P6.3 what a sender of 0.1.0 had seen is counted in the log", had_seen_in_0_1),
        RULE("P5.2 the seed fits the commitment in records of 0.1.0, too", commitment_of_0_1),
        RULE("damage in what 0.1.0 stored does no harm", survives_damage_of_0_1),
        RULE("P8.8 a game of 0.1.0 goes on", goes_on_from_0_1),
        RULE("P8.8 a gap in what 0.1.0 stored is found", finds_gaps_of_0_1),
        RULE("P8.8 what a later version stored is distinguished from damage", tells_what_is_later),
        RULE("P4.3 a game that cannot be read is left in the store, and no other suffers", leaves_it_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
