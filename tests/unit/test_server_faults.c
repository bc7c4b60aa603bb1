/* tests/unit/test_server_faults.c -- a bug in a game stops one table: it is set
 * aside, everybody there is told, its log is kept, and all other tables go on. */
#define BENCH_TABLES 100
#define BENCH_CALLERS 100
#include "tests/help/host_bench.h"

#include "tests/help/faulty.h"

static char logged[100][200];
static int logs;

static void keep_log(const char *event, const char *detail)
{
    assert_string_not_equal(event, "table_damaged");
    assert_string_not_equal(event, "table_unreadable");
    if (!strcmp(event, "table_set_aside"))
        snprintf(logged[logs++], sizeof *logged, "%s", detail);
}

static int open_bench(void **state)
{
    bench_open(state);
    bench.logged = keep_log;
    logs = 0;
    return 0;
}

/* Everybody goes, also those whose table is gone. */
static int close_bench(void **state)
{
    memset(&faulty_now, 0, sizeof faulty_now);
    bench.idle = false;
    for (int i = 0; i < CALLERS; i++)
        if (bench.caller[i].link)
            leave_as(i);
    return bench_close(state);
}

static struct hosted *table_of(const struct party *p)
{
    return tables_find(bench.host, p->code);
}

/* ---- what is in the store ---- */

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static struct store_batch stored(const char *record)
{
    struct store_batch rows = {0};
    struct complaint why;
    assert_true(store_find(bench.store, record, keep_row, &rows, &why));
    assert_true(rows.count > 0);
    return rows;
}

static bool has(const struct store_batch *rows, const struct store_item *piece, const char *part)
{
    for (size_t at = 0; at + strlen(part) <= piece->size; at++)
        if (!memcmp(rows->bytes + piece->at + at, part, strlen(part)))
            return true;
    return false;
}

/* How many inputs of the log have that in them? */
static int times_in(const struct store_batch *rows, const char *part)
{
    int times = 0;
    for (size_t i = 1; i < rows->count; i++)
        times += has(rows, &rows->items[i], part);
    return times;
}

/* Its log is there, one piece after the other, and it is not to be loaded. */
static void is_aside(const char *record, const char *said)
{
    struct store_batch rows = stored(record);
    assert_int_equal(rows.items[0].what, STORE_HEAD);
    assert_int_equal(rows.items[0].live, 0);
    for (size_t i = 2; i < rows.count; i++)
        assert_true(rows.items[i].seq > rows.items[i - 1].seq);
    if (said)
        assert_int_equal(times_in(&rows, said), 1);
    store_free(&rows);
}

/* ---- each bug by itself ---- */

static struct party good, bad;
static char record[RECORD_ID_SIZE + 1];

/* Callers 0 and 1, and 2 in the gallery, are at the bad table, which has a bot; caller 3 at the good one. */
static void open_two(void)
{
    gather(&good, "{\"game\":\"faulty\"}", 1);
    leave_as(0);
    gather(&bad, "{\"game\":\"faulty\",\"gallery\":true,\"pace\":\"quick\"}", 2);
    assert_true(join_as(2, bad.code, "", 0, 0));
    assert_true(join_as(3, good.code, good.token[0], 0, 0));
    send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
    send_as(0, "{\"id\":2,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":3,\"t\":\"say\",\"text\":\"shown\"}");
    HEARD(2, "\"shown\"");
    memcpy(record, table_of(&bad)->record, sizeof record);
}

static void is_told(const char *where)
{
    assert_null(table_of(&bad));
    for (int i = 0; i < 3; i++)
        assert_true(!bench.caller[i].link || bench.caller[i].ended == END_SET_ASIDE);
    assert_int_equal(bench.caller[3].ended, 0);
    assert_int_equal(logs, 1);
    assert_non_null(strstr(logged[0], record));
    assert_non_null(strstr(logged[0], where));
    assert_int_equal(host_counts(bench.host)->tables, 1);
    assert_int_equal(host_counts(bench.host)->links, 1); /* those of the bad table are at none */
    assert_int_equal(host_counts(bench.host)->set_aside, 1);
}

static void is_closed(void)
{
    struct host_visit visit = {bad.code, bad.token[0], 0, 0, 0};
    assert_int_equal(refusals_status(host_door(bench.host, &visit)), 410);
    assert_int_equal(ask_seat(bad.code, "{\"name\":\"Late\"}"), 410);
    assert_non_null(strstr(bench.request.reply, "\"set_aside\""));
    host_tell_table(bench.host, host_link(bench.host, &bench.request), bad.code);
    assert_int_equal(bench.request.status, 410);
}

static void goes_on(void)
{
    send_as(3, "{\"id\":9,\"t\":\"say\",\"text\":\"all is well\"}");
    LAST(3, "\"re\":9,\"n\"");
    HEARD(3, "all is well");
    NOT_HEARD(3, "\"shown\"");
}

/* In the end: told, kept, and not there any more after a start; the other table is. */
static void is_over(const char *where, const char *said)
{
    is_told(where);
    is_closed();
    goes_on();
    is_aside(record, said);
    for (int i = 0; i < 4; i++)
        if (bench.caller[i].link)
            leave_as(i);
    bench_crash();
    assert_null(table_of(&bad));
    assert_non_null(table_of(&good));
    is_aside(record, said);
}

static void one_bug(const char *command, const char *then, const char *where)
{
    char text[60];
    open_two();
    snprintf(text, sizeof text, "{\"id\":4,\"t\":\"%s\"}", command);
    send_as(1, text);
    if (then)
        send_as(0, then);
    bench_wait(30000);
    is_over(where, "shown");
}

static void late_refusal(void **state)
{
    (void)state;
    one_bug("refuse_late", NULL, "core/turn.c:");
}

static void too_many_events(void **state)
{
    (void)state;
    one_bug("emit_many", NULL, "core/turn.h:");
}

static void in_decide(void **state)
{
    (void)state;
    one_bug("fail_decide", NULL, "tests/help/faulty.c:");
}

static void in_apply(void **state)
{
    (void)state;
    one_bug("fail_apply", NULL, "s->spoilt != spot_apply");
}

static void in_a_view(void **state)
{
    (void)state;
    one_bug("fail_view", NULL, "spot_view");
}

static void in_hears(void **state)
{
    (void)state;
    one_bug("fail_hears", "{\"id\":5,\"t\":\"say\",\"text\":\"unheard\"}", "spot_hears");
}

static void in_legal(void **state)
{
    (void)state;
    one_bug("fail_legal", NULL, "spot_legal");
}

static void in_deadline(void **state)
{
    (void)state;
    one_bug("fail_deadline", NULL, "spot_deadline");
}

static void in_over(void **state)
{
    (void)state;
    one_bug("fail_over", NULL, "spot_over");
}

/* ---- at each moment ---- */

static void while_leaving(void **state)
{
    (void)state;
    open_two();
    bench.idle = true;
    send_as(1, "{\"id\":4,\"t\":\"fail_seats\"}");
    send_as(1, "{\"id\":5,\"t\":\"say\",\"text\":\"kept\"}"); /* its answer waits */
    leave_as(1);
    bench.idle = false;
    bench_turn();
    assert_int_equal(bench.caller[1].ended, 0); /* who has gone is told nothing */
    is_over("spot_seats", "kept");
}

static void while_coming(void **state)
{
    (void)state;
    open_two();
    leave_as(1);
    send_as(0, "{\"id\":4,\"t\":\"fail_seats\"}");
    assert_true(join_as(1, bad.code, bad.token[1], 0, 0)); /* and is sent away */
    is_over("spot_seats", "shown");
}

static void while_sitting_down(void **state)
{
    (void)state;
    open_two();
    send_as(0, "{\"id\":4,\"t\":\"fail_seats\"}");
    assert_int_equal(ask_seat(bad.code, "{\"name\":\"Late\"}"), 410);
    is_over("spot_seats", "shown");
}

static void while_opening(void **state)
{
    char code[CODE_SIZE + 1];
    (void)state;
    faulty_now.deadline_fails = true;
    assert_int_equal(ask_table("{\"game\":\"faulty\"}"), 410);
    faulty_now.deadline_fails = false;
    assert_int_equal(host_counts(bench.host)->tables, 0);
    assert_int_equal(ask_table("{\"game\":\"faulty\"}"), 201);
    text_in(bench.request.reply, "table", code, sizeof code);
    bench_crash();
    assert_non_null(tables_find(bench.host, code));
    assert_int_equal(host_counts(bench.host)->tables, 1);
}

/* The codes of the last ones are remembered, so that whoever comes is told why the table is not there. */
static void last_ones_are_remembered(void **state)
{
    char codes[LIMIT_ASIDE + 1][CODE_SIZE + 1];
    (void)state;
    for (int i = 0; i <= LIMIT_ASIDE; i++) {
        struct party p;
        gather(&p, "{\"game\":\"faulty\"}", 1);
        send_as(0, "{\"id\":1,\"t\":\"fail_decide\"}");
        assert_int_equal(bench.caller[0].ended, END_SET_ASIDE);
        leave_as(0);
        memcpy(codes[i], p.code, sizeof p.code);
    }
    for (int i = 0; i <= LIMIT_ASIDE; i++)
        assert_int_equal(ask_seat(codes[i], "{\"name\":\"Late\"}"), i ? 410 : 404);
}

static void while_changing_the_game(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 3);
    faulty_now.seats_fail = true;
    send_as(0, "{\"id\":1,\"t\":\"change_game\",\"game\":\"faulty\"}");
    assert_null(table_of(&p));
    for (int i = 0; i < 3; i++)
        assert_int_equal(bench.caller[i].ended, END_SET_ASIDE);
}

static void while_a_bot_sits_down(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"faulty\",\"away_s\":1}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    send_as(0, "{\"id\":2,\"t\":\"fail_view\"}");
    leave_as(1);
    assert_non_null(table_of(&p));
    bench_wait(2000);
    assert_null(table_of(&p));
    assert_int_equal(bench.caller[0].ended, END_SET_ASIDE);
}

static void when_the_store_is_back(void **state)
{
    struct complaint why;
    (void)state;
    open_two();
    faulty_now.deadline_works = true;
    send_as(0, "{\"id\":4,\"t\":\"fail_deadline\"}");
    bench.idle = true;
    send_as(3, "{\"id\":4,\"t\":\"say\",\"text\":\"later\"}");
    const struct store_batch *b = bench.batch;
    bench.batch = NULL;
    host_stored(bench.host, false);
    faulty_now.deadline_works = false;
    assert_true(store_commit(bench.store, b, &why));
    host_stored(bench.host, true);
    bench.idle = false;
    bench_turn();
    HEARD(3, "\"later\"");
    is_over("spot_deadline", "shown");
}

/* What the store has been given stays as it is; what has not been stored is not shown, but kept; and whoever
 * waits for a reply has one. */
static void with_a_batch_under_way(void **state)
{
    struct caller waiting = {0};
    (void)state;
    open_two();
    bench.idle = true;
    send_as(0, "{\"id\":4,\"t\":\"say\",\"text\":\"under way\"}");
    send_as(3, "{\"id\":4,\"t\":\"say\",\"text\":\"not concerned\"}");
    struct store_batch before = {0};
    for (size_t i = 0; i < bench.batch->count; i++) {
        const struct store_item *item = &bench.batch->items[i];
        assert_true(store_add(&before, item, bench.batch->bytes + item->at, item->size));
    }
    send_as(1, "{\"id\":4,\"t\":\"say\",\"text\":\"gathered\"}");
    host_take_seat(bench.host, host_link(bench.host, &waiting), bad.code, "{\"name\":\"Cy\",\"seat\":3}", 22);
    send_as(1, "{\"id\":5,\"t\":\"fail_decide\"}");
    is_told("tests/help/faulty.c:");
    assert_int_equal(waiting.status, 410);
    assert_int_equal(bench.batch->size, before.size);
    assert_memory_equal(bench.batch->bytes, before.bytes, before.size);
    store_free(&before);
    bench.idle = false;
    host_stored(bench.host, store_commit(bench.store, bench.batch, &(struct complaint){0}));
    bench.batch = NULL;
    bench_turn();
    for (int i = 0; i < 3; i++) {
        NOT_HEARD(i, "under way");
        NOT_HEARD(i, "gathered");
    }
    HEARD(3, "not concerned");
    is_aside(record, "under way");
    is_over("tests/help/faulty.c:", "gathered");
}

/* ---- many tables, all of them busy, some of them with bugs ---- */

enum { TABLES = 30, PEOPLE = 3, STEPS = 3000, SEEDS = 20, IDS = 8000 };

static const char *const fates[] = {"refuse_late", "emit_many",  "fail_decide",   "fail_apply", "fail_view",
                                    "fail_hears",  "fail_legal", "fail_deadline", "fail_over",  "fail_seats"};
enum { FATES = sizeof fates / sizeof *fates };

static struct place {
    struct party party;
    const char *fate; /* NULL: it has no bugs */
    char record[RECORD_ID_SIZE + 1];
} places[TABLES];

static struct {
    int ids, sent[CALLERS], answered[CALLERS]; /* since they came */
    int at[IDS];                               /* the table at which it was asked */
    bool word[IDS];                            /* by saying it as a word */
    bool stored[IDS];                          /* the store has the word */
} storm;

static uint32_t chance(uint32_t below)
{
    return dice_below(bench.key, bench.drawn++, below);
}

static bool there(int who)
{
    return bench.caller[who].link && !bench.caller[who].ended;
}

/* A word is "w" and six digits: its number, or 0. */
static int word_at(const void *bytes)
{
    const char *at = bytes;
    int number = 0;
    for (int i = 1; i <= 6; i++)
        number = at[0] == 'w' && number >= 0 && at[i] >= '0' && at[i] <= '9' ? 10 * number + at[i] - '0' : -1;
    return number > 0 && number < IDS ? number : 0;
}

static int word_in(const char *line)
{
    const char *text = strstr(line, "\"text\":\"w");
    return text ? word_at(text + 8) : 0;
}

/* Whatever is told was stored before, and at that table; and nobody who was sent away is told anything. */
static void look(struct caller *c, const char *line)
{
    const char *re = strstr(line, "\"re\":");
    int who = (int)(c - bench.caller), word = word_in(line), id = re ? (int)strtol(re + 5, NULL, 10) : 0;
    assert_int_equal(c->ended, 0);
    assert_true(!word || (storm.stored[word] && storm.at[word] == who / PEOPLE));
    storm.answered[who] += id != 0;
    if (id && storm.word[id] && strstr(line, "\"ok\":true"))
        assert_true(storm.stored[id]);
}

static void ask_for(int who, const char *what)
{
    char text[80];
    int size = snprintf(text, sizeof text, "{\"id\":%d,\"t\":%s}", ++storm.ids, what);
    assert_true(storm.ids < IDS);
    storm.at[storm.ids] = who / PEOPLE;
    storm.sent[who]++;
    host_hear(bench.host, bench.caller[who].link, text, (size_t)size);
}

static void say_word(int who)
{
    char what[40];
    snprintf(what, sizeof what, "\"say\",\"text\":\"w%06d\"", storm.ids + 1);
    storm.word[storm.ids + 1] = true;
    ask_for(who, what);
}

/* What is to be asked for at a table: what works, or what does not. */
static void ask_fate(int who)
{
    char what[40];
    const char *fate = places[who / PEOPLE].fate;
    snprintf(what, sizeof what, "\"%s\"", fate ? fate : "count");
    ask_for(who, what);
}

static void come(int who)
{
    const struct party *p = &places[who / PEOPLE].party;
    struct host_visit visit = {p->code, p->token[who % PEOPLE], 0, 0, 0};
    const struct refusal *why;
    struct caller *c = &bench.caller[who];
    while (c->count)
        free(c->heard[--c->count]);
    c->ended = storm.sent[who] = storm.answered[who] = 0;
    c->link = host_join(bench.host, c, &visit, &why);
    assert_true(c->link || !strcmp(why->name, "set_aside"));
}

static void go(int who)
{
    host_leave(bench.host, bench.caller[who].link);
    bench.caller[who].link = NULL;
}

static void note_words(const struct store_batch *b)
{
    for (size_t i = 0; i + 7 <= b->size; i++)
        storm.stored[word_at(b->bytes + i)] = true;
}

static void store_works(bool well)
{
    const struct store_batch *b = bench.batch;
    struct complaint why;
    int fate = well || chance(20) ? 0 : 1 + (int)chance(2); /* failed; or stored, but reported as failed */
    if (!b)
        return;
    bench.batch = NULL;
    if (fate != 1) {
        assert_true(store_commit(bench.store, b, &why));
        note_words(b);
    }
    host_stored(bench.host, !fate);
}

static void time_passes(uint32_t ms)
{
    bench.now_ms += ms;
    host_time(bench.host, bench.now_ms);
    host_turn(bench.host);
}

static void open_place(int table)
{
    struct place *p = &places[table];
    assert_int_equal(ask_table("{\"game\":\"faulty\",\"away_s\":2,\"pace\":\"quick\"}"), 201);
    text_in(bench.request.reply, "table", p->party.code, sizeof p->party.code);
    for (int i = 0; i < PEOPLE; i++) {
        char seat[40];
        snprintf(seat, sizeof seat, "{\"name\":\"%c\"}", 'A' + i);
        assert_int_equal(ask_seat(p->party.code, seat), 201);
        text_in(bench.request.reply, "token", p->party.token[i], sizeof p->party.token[i]);
        come(table * PEOPLE + i);
    }
    ask_for(table * PEOPLE, "\"seat_player\",\"name\":\"Robot\",\"bot\":true");
    ask_for(table * PEOPLE, "\"set_up\"");
    bench_turn();
    p->fate = table % 2 ? fates[table / 2 % FATES] : NULL;
    memcpy(p->record, table_of(&p->party)->record, sizeof p->record);
}

static void one_step(void)
{
    int who = (int)chance(TABLES * PEOPLE);
    if (!bench.caller[who].link)
        come(who);
    else if (!there(who) || !chance(30))
        go(who);
    else if (!chance(places[who / PEOPLE].fate ? 40 : 4))
        ask_fate(who);
    else
        say_word(who);
    if (!chance(3))
        time_passes(chance(60));
    if (!chance(8))
        store_works(false);
}

/* The weather is fair: bugs that have not shown do, and everybody is told all there is. */
static void calm_down(void)
{
    for (int times = 0; times < 3; times++) {
        for (int who = 0; who < TABLES * PEOPLE; who++) {
            if (bench.caller[who].link)
                go(who);
            come(who);
            if (there(who))
                ask_fate(who);
            if (there(who))
                say_word(who);
        }
        for (int i = 0; i < 500; i++) {
            time_passes(40);
            store_works(true);
        }
    }
}

/* All words that were stored are in the log of their table once, and those who are there know them. */
static void nothing_lost(int table)
{
    static int heard[IDS];
    struct store_batch rows = stored(places[table].record);
    char word[16];
    for (int id = 1; id <= storm.ids; id++) {
        snprintf(word, sizeof word, "w%06d", id);
        if (storm.at[id] == table && storm.stored[id])
            assert_int_equal(times_in(&rows, word), 1);
    }
    for (int who = table * PEOPLE; who < (table + 1) * PEOPLE && there(who); who++) {
        memset(heard, 0, sizeof heard);
        for (int i = 0; i < bench.caller[who].count; i++)
            heard[word_in(bench.caller[who].heard[i])]++;
        for (int id = 1; id <= storm.ids; id++)
            assert_int_equal(heard[id], storm.at[id] == table && storm.stored[id]);
    }
    store_free(&rows);
}

static void look_back(void)
{
    assert_int_equal(logs, TABLES / 2);
    assert_int_equal(host_counts(bench.host)->tables, TABLES - TABLES / 2);
    for (int i = 0; i < TABLES; i++) {
        const struct place *p = &places[i];
        assert_true(!table_of(&p->party) == (p->fate != NULL));
        if (p->fate)
            is_aside(p->record, NULL);
        nothing_lost(i);
        for (int who = i * PEOPLE; who < (i + 1) * PEOPLE; who++) {
            assert_int_equal(there(who), !p->fate);
            assert_true(p->fate || storm.sent[who] == storm.answered[who]);
        }
    }
}

static void start_again(void)
{
    for (int who = 0; who < TABLES * PEOPLE; who++)
        if (bench.caller[who].link)
            go(who);
    bench_turn();
    bench_crash();
    for (int i = 0; i < TABLES; i++)
        assert_true(!table_of(&places[i].party) == (places[i].fate != NULL));
    assert_int_equal(logs, TABLES / 2);
}

static void many_tables(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        close_bench(state);
        open_bench(state);
        memset(&storm, 0, sizeof storm);
        bench.key[0] = seed;
        for (int i = 0; i < TABLES; i++)
            open_place(i);
        bench.sent = look;
        for (int i = 0; i < STEPS; i++)
            one_step();
        int showed = logs;
        assert_true(showed > TABLES / 4); /* in the midst of it all */
        calm_down();
        look_back();
        start_again();
    }
}

int main(void)
{
#define FAULT(text, test)                                                                                    \
    {                                                                                                        \
        "a bug stops one table: " text, test, open_bench, close_bench, NULL                                  \
    }
    const struct CMUnitTest tests[] = {
        FAULT("refused after something has happened", late_refusal),
        FAULT("too much follows from one command", too_many_events),
        FAULT("in decide", in_decide),
        FAULT("in apply", in_apply),
        FAULT("in apply, for viewers who do not know everything", in_a_view),
        FAULT("in hears", in_hears),
        FAULT("in legal", in_legal),
        FAULT("in deadline", in_deadline),
        FAULT("in over", in_over),
        FAULT("while somebody leaves", while_leaving),
        FAULT("while somebody comes", while_coming),
        FAULT("while somebody sits down", while_sitting_down),
        FAULT("while it is opened", while_opening),
        FAULT("newcomers are told about the tables last set aside", last_ones_are_remembered),
        FAULT("while its game changes", while_changing_the_game),
        FAULT("while a bot sits down", while_a_bot_sits_down),
        FAULT("when the store is back", when_the_store_is_back),
        FAULT("with a batch under way, and another gathered", with_a_batch_under_way),
        FAULT("many tables go on, nothing is lost, and a start finds them", many_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
