/* tests/unit/test_server_deck.c -- a table of Traître Mot plays with a list of words that its host has
 * brought (W1.5).  Whoever is connected, or asks for anything, is told what it is called and how many cards
 * it has; of its words only those that the game shows (W7.2).  Its record has all of it, once the game is
 * over. */
#include "seal/secret.h"
#include "server/mine.h"
#include "server/record.h"
#include "tests/help/host_bench.h"

#include <ctype.h>

/* Of cards that nobody could invent: noirN on one side, roseN on the other. */
#define TOLD "{\"material\":\"Ours\",\"language\":\"fr\",\"seats_most\":4,\"pieces\":70}"
#define SET_UP "{\"id\":901,\"t\":\"set_up\",\"colour\":\"black\",\"standing_s\":-1,\"thinking_s\":-1}"
enum { CARDS = 70, PLAYERS = 3, WATCHER = 7 };

static char list[4000];
static bool ended; /* what comes to light at the end is not looked through */

static void write_list(void)
{
    size_t at = (size_t)snprintf(list, sizeof list, "deck: Ours\nlanguage: fr\n");
    for (int i = 1; i <= CARDS; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "noir%d | rose%d\n", i, i);
}

/* How often the text has a word that begins so and ends in a number. */
static int words_in(const char *text, const char *stem)
{
    int words = 0;
    for (const char *at = text; (at = strstr(at, stem)); at += strlen(stem))
        words += isdigit((unsigned char)at[strlen(stem)]) != 0;
    return words;
}

/* Nothing of the list outside of the story; there, one word of the colour that is played with. */
static void looked_through(struct caller *c, const char *text)
{
    (void)c;
    bool story = !strncmp(text, "{\"n\":", 5);
    if (!ended && (words_in(text, "noir") > story || words_in(text, "rose") || strstr(text, " | ")))
        fail_msg("told: %s", text);
}

static void replied(int status)
{
    assert_int_equal(bench.request.status, status);
    looked_through(NULL, bench.request.reply);
}

static void ask_bring(const struct party *p, const char *text, int status)
{
    char body[sizeof list + 64];
    int size = snprintf(body, sizeof body, "%s\n%s", p->token[0], text);
    memset(&bench.request, 0, sizeof bench.request);
    host_bring_material(bench.host, host_link(bench.host, &bench.request), p->code, body, (size_t)size);
    bench_turn();
    replied(status);
}

/* Every request that tells of tables. */
static void look_around(const struct party *p)
{
    host_tell_table(bench.host, host_link(bench.host, &bench.request), p->code);
    replied(200);
    host_tell_seats(bench.host, host_link(bench.host, &bench.request), p->code);
    replied(200);
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    replied(200);
}

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static void find_rows(const struct party *p, struct store_batch *rows)
{
    struct complaint why;
    memset(rows, 0, sizeof *rows);
    assert_true(store_find(bench.store, tables_find(bench.host, p->code)->record, keep_row, rows, &why));
}

/* What the store tells about the game, to whoever asks for its record and to its host about themselves. */
static enum record_state ask_store(const struct party *p)
{
    struct store_batch rows;
    struct queue_made made = {0};
    uint8_t hash[HASH_BYTES];
    char *record = NULL;
    size_t size = 0;
    find_rows(p, &rows);
    enum record_state state = record_make(&rows, &record, &size);
    if (state == RECORD_MADE) {
        assert_int_equal(words_in(record, "rose"), CARDS); /* and all that is needed to prove it */
    } else {
        assert_null(record);
    }
    assert_true(secret_hash_hex(p->token[0], hash));
    mine_shower.make(hash, &rows, &made);
    assert_non_null(made.text);
    if (words_in(made.text, "rose") || strstr(made.text, " | "))
        fail_msg("shown: %s", made.text);
    free(made.text);
    free(record);
    store_free(&rows);
    return state;
}

static void come_again(const struct party *p)
{
    for (int i = 0; i < PLAYERS; i++)
        assert_true(join_as(i, p->code, p->token[i], 0, 0));
    assert_true(join_as(WATCHER, p->code, "", 0, 0));
}

static void kept_secret(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"word\",\"gallery\":true,\"public\":true}", PLAYERS);
    assert_true(join_as(WATCHER, p.code, "", 0, 0));
    ask_bring(&p, list, 201);
    assert_string_equal(bench.request.reply, TOLD);
    for (int i = 0; i < PLAYERS; i++)
        LAST(i, TOLD);
    LAST(WATCHER, TOLD);
    look_around(&p);
    send_as(0, SET_UP);
    LAST(0, "\"ok\":true");
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(times_heard(i, "\"t\":\"card_drawn\""), 5);
    assert_int_equal(times_heard(WATCHER, "noir"), 1); /* the starting word */
    look_around(&p);
    assert_int_equal(ask_store(&p), RECORD_NOT_OVER);
    bench_crash();
    come_again(&p);
    HEARD(WATCHER, TOLD);
    look_around(&p);
    assert_int_equal(ask_store(&p), RECORD_NOT_OVER);
    ended = true;
    for (int i = 0; i < PLAYERS; i++)
        send_as(i, "{\"id\":902,\"t\":\"ask_end\"}");
    assert_int_equal(ask_store(&p), RECORD_MADE);
    ended = false;
    int told = times_heard(WATCHER, TOLD);
    send_as(1, "{\"id\":903,\"t\":\"play_again\"}");
    LAST(1, "\"ok\":true");
    assert_int_equal(times_heard(WATCHER, TOLD), told + 1);
    send_as(0, "{\"id\":904,\"t\":\"set_up\",\"standing_s\":-1,\"thinking_s\":-1}");
    LAST(0, "\"ok\":true");
    look_around(&p);
    assert_int_equal(ask_store(&p), RECORD_NOT_OVER);
}

/* Only whoever brought it is told what is wrong with it. */
static void explained(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"word\"}", PLAYERS);
    ask_bring(&p, "rouge | vert\nnoir\n", 400);
    assert_non_null(strstr(bench.request.reply, "\"W1.5\""));
    assert_non_null(strstr(bench.request.reply, "\"line 2: "));
    for (int i = 0; i < PLAYERS; i++)
        NOT_HEARD(i, "vert");
}

static void needs_enough(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"word\"}", 5);
    ask_bring(&p, list, 201);
    send_as(0, SET_UP);
    LAST(0, "\"deck_too_small\"");
}

/* ---- the play language ---- */

static void spoken(const struct party *p, const char *language)
{
    char part[32];
    snprintf(part, sizeof part, "\"language\":\"%s\"", language);
    host_tell_table(bench.host, host_link(bench.host, &bench.request), p->code);
    assert_non_null(strstr(bench.request.reply, part));
    host_tell_lobby(bench.host, host_link(bench.host, &bench.request));
    assert_non_null(strstr(bench.request.reply, part));
}

static void language(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"maze\",\"public\":true}", PLAYERS);
    spoken(&p, "");
    send_as(0, "{\"id\":1,\"t\":\"change_game\",\"game\":\"word\"}");
    spoken(&p, "en");
    send_as(0, "{\"id\":2,\"t\":\"choose_options\",\"options\":{\"language\":\"nl\"}}");
    spoken(&p, "nl");
    ask_bring(&p, list, 201);
    spoken(&p, "fr");                                             /* that of the list, whatever was chosen */
    ask_bring(&p, strchr(strchr(list, '\n') + 1, '\n') + 1, 201); /* the same without its head */
    spoken(&p, "");
    ask_bring(&p, list, 201);
    send_as(0, SET_UP);
    spoken(&p, "fr");
}

static int begin(void **state)
{
    bench_open(state);
    bench.sent = looked_through;
    ended = false;
    return 0;
}

#define EACH(text, test)                                                                                     \
    {                                                                                                        \
        text, test, begin, bench_close, NULL                                                                 \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH("W7.2 nobody is sent the list that a table plays with, until the record at the end",
             kept_secret),
        EACH("W1.5 what is wrong with a list is told to whoever brings it, with the line", explained),
        EACH("W1.5 a list must be enough for all players", needs_enough),
        EACH("W1.6 whoever looks at a table is told the language it is played in", language),
    };
    write_list();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
