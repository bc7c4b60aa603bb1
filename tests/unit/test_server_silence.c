/* tests/unit/test_server_silence.c -- a silent game at a served table: what others see tells no words (P1.8).
 *
 * What "others see" is everything the host sends to the other seats and the gallery, and everything it replies
 * to whoever asks about the table. */
#include "tests/help/host_bench.h"

#include "table/common.h"

enum { PEOPLE = 4, GALLERY = 8 };

static uint32_t next_id;

static void does(int caller, const char *command)
{
    char text[300];
    snprintf(text, sizeof text, "{\"id\":%u,\"seen\":9999,%s}", ++next_id, command);
    send_as(caller, text);
}

#define DOES(caller, ...)                                                                                    \
    do {                                                                                                     \
        char command[200];                                                                                   \
        snprintf(command, sizeof command, __VA_ARGS__);                                                      \
        does((caller), command);                                                                             \
    } while (0)

/* Four people and a spectator; the hourglass is turned, and nobody may talk. */
static void fall_silent(struct party *p)
{
    gather(p, "{\"game\":\"maze\",\"gallery\":true,\"public\":true}", PEOPLE);
    assert_true(join_as(GALLERY, p->code, "", 0, 0));
    does(0, "\"t\":\"set_up\",\"number\":2,\"level\":9,\"side\":1");
    LAST(0, "\"ok\":true");
    does(0, "\"t\":\"turn_hourglass\"");
    LAST(0, "\"ok\":true");
    does(1, "\"t\":\"say\",\"text\":\"hello\"");
    LAST(1, "\"refused\":\"silence\"");
}

/* Everything that anybody outside the table is told of it. */
static const char *told_outside(const char *code)
{
    static char all[3 * LIMIT_REPLY];
    void (*const tell[])(struct host *, struct link *, const char *) = {host_tell_table, host_tell_seats};
    size_t size = 0;
    for (size_t i = 0; i < 3; i++) {
        memset(&bench.request, 0, sizeof bench.request);
        struct link *l = host_link(bench.host, &bench.request);
        if (i < 2)
            tell[i](bench.host, l, code);
        else
            host_tell_lobby(bench.host, l);
        assert_int_equal(bench.request.status, 200);
        size += (size_t)snprintf(all + size, sizeof all - size, "%s\n", bench.request.reply);
    }
    return all;
}

static void nobody_is_told(const struct party *p, const char *words)
{
    for (int i = 0; i < CALLERS; i++)
        NOT_HEARD(i, words);
    assert_null(strstr(told_outside(p->code), words));
}

static void sit_down_as(const struct party *p, int caller, seat_t seat, const char *name)
{
    char body[200], token[33];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"seat\":%u}", name, seat);
    assert_int_equal(ask_seat(p->code, body), 201);
    text_in(bench.request.reply, "token", token, sizeof token);
    bench.caller[caller].ended = 0;
    assert_true(join_as(caller, p->code, token, 0, 0));
}

/* ---- names ---- */

static void leaves_and_comes_back(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    DOES(1, "\"t\":\"remove_player\",\"seat\":2");
    HEARD(GALLERY, "\"t\":\"seat_given_up\",\"seat\":2");
    leave_as(1);
    sit_down_as(&p, 1, 2, "Nod at once");
    HEARD(GALLERY, "\"t\":\"seat_taken\",\"seat\":2,\"bot\":false,\"name\":\"\"");
    assert_non_null(strstr(told_outside(p.code), "{\"name\":\"\",\"seat\":2,\"bot\":false,\"away\":false}"));
    bench_wait(5000);
    nobody_is_told(&p, "Nod at once");
    bench_wait(200000); /* the sand runs out: everybody may talk */
    HEARD(0, "\"t\":\"game_ended\"");
    for (int i = 0; i < PEOPLE; i++)
        HEARD(i, "\"t\":\"seat_named\",\"seat\":2,\"name\":\"Nod at once\"");
    HEARD(GALLERY, "\"t\":\"seat_named\",\"seat\":2,\"name\":\"Nod at once\"");
    assert_non_null(strstr(told_outside(p.code), "Nod at once"));
    assert_int_equal(times_heard(0, "\"t\":\"seat_named\""), 1);
}

/* The name is kept while the server is down, as is the silence: the game is paused then. */
static void a_name_survives_a_restart(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    DOES(1, "\"t\":\"remove_player\",\"seat\":2");
    leave_as(1);
    sit_down_as(&p, 1, 2, "Zo\xc3\xab \xe2\x82\xac");
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    assert_true(join_as(GALLERY, p.code, "", 0, 0));
    bench_wait(20000);
    nobody_is_told(&p, "Zo\xc3\xab");
    does(0, "\"t\":\"resume\"");
    LAST(0, "\"ok\":true");
    bench_wait(200000);
    HEARD(GALLERY, "\"t\":\"seat_named\",\"seat\":2,\"name\":\"Zo\xc3\xab \xe2\x82\xac\"");
    bench_crash();
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    bench_wait(1000);
    assert_int_equal(times_heard(0, "\"t\":\"seat_named\""), 1);
}

/* A name that is hidden cannot be found out by asking for it; the second gets a number when both are shown. */
static void two_with_one_name(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    for (int i = 1; i <= 2; i++) {
        DOES(i, "\"t\":\"remove_player\",\"seat\":%d", i + 1);
        leave_as(i);
    }
    assert_int_equal(ask_seat(p.code, "{\"name\":\"d\",\"seat\":2}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_taken"));
    assert_int_equal(ask_seat(p.code, "{\"name\":\" \",\"seat\":2}"), 409);
    assert_non_null(strstr(bench.request.reply, "name_bad"));
    sit_down_as(&p, 1, 2, "Abcdefghijklmnopqrstuvwx");
    sit_down_as(&p, 2, 3, "abcdefghijklmnopqrstuvwX");
    nobody_is_told(&p, "bcdefgh");
    bench_wait(200000);
    HEARD(0, "\"seat_named\",\"seat\":2,\"name\":\"Abcdefghijklmnopqrstuvwx\"");
    HEARD(0, "\"seat_named\",\"seat\":3,\"name\":\"abcdefghijklmnopqrstuv 2\"");
}

/* Whatever the host can ask for, nothing changes that is in words. */
static void nothing_in_words_changes(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    does(0, "\"t\":\"seat_player\",\"name\":\"Nod\",\"bot\":true");
    LAST(0, "\"refused\":\"seats_fixed\"");
    does(1, "\"t\":\"remove_player\",\"seat\":2");
    does(0, "\"t\":\"seat_player\",\"name\":\"Nod\",\"bot\":true,\"seat\":2");
    LAST(0, "\"refused\":\"seats_fixed\"");
    does(0, "\"t\":\"reorder_seats\",\"order\":[2,1,3,4,0,0,0,0,0,0,0,0]");
    LAST(0, "\"refused\":\"seats_fixed\"");
    does(0, "\"t\":\"choose_options\",\"options\":{\"number\":0,\"title\":\"Nod\"}");
    LAST(0, "\"refused\":\"not_now\"");
    does(0, "\"t\":\"set_up\",\"number\":0,\"title\":\"Nod\"");
    LAST(0, "\"refused\":\"set_up_already\"");
    does(0, "\"t\":\"change_game\",\"game\":\"null\"");
    LAST(0, "\"refused\":\"not_now\"");
    does(0, "\"t\":\"play_again\"");
    LAST(0, "\"refused\":\"not_now\"");
    does(0, "\"t\":\"say\",\"text\":\"Nod\"");
    LAST(0, "\"refused\":\"silence\"");
    nobody_is_told(&p, "Nod");
}

static void the_house_names_bots(void **state)
{
    struct party p;
    (void)state;
    gather(&p, "{\"game\":\"null\"}", 1);
    assert_int_equal(ask_seat(p.code, "{\"name\":\"ADA\"}"), 201);
    for (int i = 0; i < 10; i++)
        does(0, "\"t\":\"seat_player\",\"name\":\"Nod at once\",\"bot\":true");
    LAST(0, "\"ok\":true");
    nobody_is_told(&p, "Nod at once");
    HEARD(0, "\"t\":\"seat_taken\",\"seat\":3,\"bot\":true,\"name\":\"Bruno\"");
    HEARD(0, "\"t\":\"seat_taken\",\"seat\":12,\"bot\":true,\"name\":\"Kato\"");
    does(0, "\"t\":\"seat_player\",\"bot\":true");
    LAST(0, "\"refused\":\"table_full\"");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        RULE("P1.8 whoever leaves and comes back is nameless until everybody may talk",
             leaves_and_comes_back),
        RULE("P1.8 a name that is not shown yet survives a restart", a_name_survives_a_restart),
        RULE("P1.8 a name that is not shown yet cannot be found out", two_with_one_name),
        RULE("P1.8 names, titles, options and seats do not change in silence", nothing_in_words_changes),
        RULE("P1.8 the house names bots, whatever is asked", the_house_names_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
