/* tests/unit/test_server_consent.c -- somebody new at a table with secrets (P5.4), and the end of a game by
 * consent (P1.9), as the host of all tables handles them.
 *
 * Caller 0 is Ann, the host of the table, caller 1 is Bob; seats 3 and 4 are bots.  Whoever else comes is
 * Zoe, or somebody hostile. */
#include "tests/help/host_bench.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

enum { ANN, BOB, ZOE = 5, STRANGER };

/* The seats whose cards somebody was shown, by caller. */
static seats_t cards_seen[CALLERS];

static void note_cards(struct caller *c, const char *text)
{
    const char *at = strstr(text, "\"t\":\"card_dealt\",\"seat\":");
    if (at && strstr(at, "\"character\":"))
        cards_seen[c - bench.caller] |= SEAT(strtol(at + strlen("\"t\":\"card_dealt\",\"seat\":"), NULL, 10));
}

static void say_as(int caller, const char *what)
{
    static int id = 100;
    char text[300];
    snprintf(text, sizeof text, "{\"id\":%d,\"seen\":%u,%s}", ++id, 1000000u, what);
    send_as(caller, text);
}

/* Two people, two bots, and cards. */
static void bench_cards(struct party *p, const char *game)
{
    char body[100];
    memset(cards_seen, 0, sizeof cards_seen);
    bench.sent = note_cards;
    bool roles = !strcmp(game, "roles");
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"public\":true,\"gallery\":true}", roles ? "maze" : game);
    gather(p, body, 2);
    say_as(ANN, "\"t\":\"seat_player\",\"name\":\"Bot C\",\"bot\":true");
    say_as(ANN, "\"t\":\"seat_player\",\"name\":\"Bot D\",\"bot\":true");
    say_as(ANN, roles                   ? "\"t\":\"set_up\",\"number\":3,\"roles\":2"
                : !strcmp(game, "maze") ? "\"t\":\"set_up\",\"number\":1"
                                        : "\"t\":\"set_up\"");
    LAST(ANN, "\"ok\":true");
}

/* The status of asking for a seat; the token of the reply, if there is one. */
static int ask_for(const char *code, seat_t seat, const char *name, const char *own, char token[33])
{
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"seat\":%d,\"token\":\"%s\"}", name, seat, own);
    int status = ask_seat(code, body);
    if (status < 300)
        text_in(bench.request.reply, "token", token, 33);
    return status;
}

static const char *door(const char *code, const char *token)
{
    struct host_visit visit = {code, token, 0, 0, 0};
    const struct refusal *why = host_door(bench.host, &visit);
    bench_turn();
    return why ? why->name : "open";
}

static const char *agree = "\"t\":\"answer_seat\",\"yes\":true";

static void a_newcomer_is_let_in(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    assert_non_null(strstr(bench.request.reply, "\"seat\":3,\"asked\":true"));
    HEARD(ANN, "\"t\":\"seat_wanted\",\"seat\":3");
    NOT_HEARD(ANN, "Zoe"); /* or a name would be a message */
    assert_string_equal(door(p.code, token), "asked");
    assert_false(join_as(ZOE, p.code, token, 0, 0));
    say_as(ANN, agree);
    assert_string_equal(door(p.code, token), "asked");
    say_as(BOB, agree);
    assert_string_equal(door(p.code, token), "open");
    assert_true(join_as(ZOE, p.code, token, 0, 0));
    HEARD(ANN, "\"t\":\"seat_taken\",\"seat\":3,\"bot\":false,\"name\":\"Zoe\"");
    assert_int_equal(cards_seen[ZOE], SEAT(3));
    leave_as(ZOE);
    bench_crash(); /* the token is the seat, for good */
    assert_true(join_as(ZOE, p.code, token, 0, 0));
}

static void a_newcomer_is_not_let_in(void **state)
{
    struct party p;
    char token[33], later[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    say_as(ANN, agree);
    say_as(BOB, "\"t\":\"answer_seat\"");
    assert_string_equal(door(p.code, token), "denied");
    assert_int_equal(ask_for(p.code, 4, "Zoe", "", later), 429);
    assert_non_null(strstr(bench.request.reply, "asked_lately"));
    bench_wait(60000);
    assert_int_equal(ask_for(p.code, 4, "Zoe", "", later), 202);
    assert_string_equal(door(p.code, token), "no_seat");
    bench_wait(60000);
    assert_string_equal(door(p.code, later), "denied"); /* nobody answered */
    assert_int_equal(cards_seen[ZOE], 0);
}

/* Consent waits for whoever asked, but not for long. */
static void a_newcomer_who_is_gone(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    bench_wait(ASKER_GONE_MS);
    say_as(ANN, agree);
    say_as(BOB, agree);
    NOT_HEARD(ANN, "Zoe");
    assert_string_equal(door(p.code, token), "asked"); /* back again: so the seat is theirs after all */
    assert_string_equal(door(p.code, token), "open");
    HEARD(ANN, "Zoe");
    bench_close(NULL);
    bench_open(NULL);
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    bench_wait(ASKER_GONE_MS);
    say_as(ANN, agree);
    say_as(BOB, agree);
    bench_wait(60000);
    assert_string_equal(door(p.code, token), "denied");
    NOT_HEARD(ANN, "Zoe");
}

static void not_before_it_is_stored(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    say_as(ANN, agree);
    bench.idle = true;
    say_as(BOB, agree);
    assert_string_equal(door(p.code, token), "asked");
    assert_string_equal(door(p.code, token), "asked");
    assert_false(join_as(ZOE, p.code, token, 0, 0));
    bench.idle = false;
    bench_turn();
    assert_string_equal(door(p.code, token), "open");
}

static void a_crash_forgets_who_asked(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    bench_crash();
    assert_string_equal(door(p.code, token), "no_seat");
    assert_true(join_as(ANN, p.code, p.token[ANN], 0, 0));
    assert_true(join_as(BOB, p.code, p.token[BOB], 0, 0));
    say_as(ANN, agree);
    say_as(BOB, agree);
    bench_wait(60000);
    assert_string_equal(door(p.code, token), "no_seat");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
}

static void nobody_is_there(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    leave_as(ANN);
    leave_as(BOB);
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 409);
    assert_non_null(strstr(bench.request.reply, "\"needs_consent\",\"rule\":\"P5.4\""));
    bench_wait(40000); /* bots play for all */
    for (seat_t seat = 1; seat <= 4; seat++)
        assert_int_equal(ask_for(p.code, seat, "Zoe", "", token), 409);
}

static void own_seats_stay_own(void **state)
{
    struct party p;
    (void)state;
    bench_cards(&p, "traitor");
    leave_as(BOB);
    bench_wait(40000);
    assert_true(join_as(BOB, p.code, p.token[BOB], 0, 0));
    assert_true(join_as(STRANGER, p.code, p.token[BOB], 0, 0)); /* on another device */
    assert_int_equal(cards_seen[STRANGER], SEAT(2));
}

static void one_seat_each(void **state)
{
    struct party p;
    char token[33], other[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Ann 2", p.token[ANN], token), 409); /* has one */
    assert_non_null(strstr(bench.request.reply, "\"other_seat\",\"rule\":\"P5.4\""));
    say_as(BOB, "\"t\":\"remove_player\",\"seat\":2");
    assert_int_equal(ask_for(p.code, 3, "Bob 2", p.token[BOB], token), 409); /* had one */
    assert_non_null(strstr(bench.request.reply, "other_seat"));
    assert_int_equal(ask_for(p.code, 2, "Bob 2", p.token[BOB], token), 409); /* in this deal */
    assert_non_null(strstr(bench.request.reply, "seat_shut"));
    leave_as(ANN);
    bench_crash(); /* which nobody forgets */
    assert_true(join_as(ANN, p.code, p.token[ANN], 0, 0));
    assert_int_equal(ask_for(p.code, 3, "Bob 2", p.token[BOB], token), 409);
    assert_non_null(strstr(bench.request.reply, "other_seat"));
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", other), 409); /* Ann is alone */
    assert_non_null(strstr(bench.request.reply, "needs_consent"));
}

/* Ann is left alone, or sends the others away, and comes a second time as a stranger. */
static void nobody_agrees_with_themselves(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "traitor");
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    say_as(ANN, agree);
    say_as(ANN, "\"t\":\"remove_player\",\"seat\":2"); /* who had not agreed */
    assert_string_equal(door(p.code, token), "asked");
    assert_false(join_as(ZOE, p.code, token, 0, 0));
    bench_wait(60000);
    assert_string_equal(door(p.code, token), "denied");
    for (seat_t seat = 3; seat <= 4; seat++) {
        assert_int_equal(ask_for(p.code, seat, "Zoe", "", token), 409);
        assert_non_null(strstr(bench.request.reply, "\"needs_consent\",\"rule\":\"P5.4\""));
        bench_wait(60000);
    }
    bench_close(NULL);
    bench_open(NULL);
    bench_cards(&p, "traitor");
    leave_as(BOB); /* who comes back */
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 409);
    assert_true(join_as(BOB, p.code, p.token[BOB], 0, 0));
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);
    say_as(ANN, agree);
    say_as(BOB, agree);
    assert_true(join_as(ZOE, p.code, token, 0, 0));
    say_as(BOB, "\"t\":\"remove_player\",\"seat\":2");
    bench_wait(60000);
    assert_int_equal(ask_for(p.code, 4, "Yan", "", token), 409); /* Zoe was not there when it was dealt */
    assert_int_equal(cards_seen[ZOE], SEAT(3));
}

static void what_newcomers_are_told(void **state)
{
    struct party p;
    (void)state;
    bench_cards(&p, "traitor");
    memset(&bench.request, 0, sizeof bench.request);
    host_tell_seats(bench.host, host_link(bench.host, &bench.request), p.code);
    assert_non_null(strstr(bench.request.reply, "\"seat\":2,\"bot\":false,\"away\":false,\"asks\":false"));
    assert_non_null(strstr(bench.request.reply, "\"seat\":3,\"bot\":true,\"away\":false,\"asks\":true"));
}

static void nothing_to_hide(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "maze");
    assert_int_equal(ask_for(p.code, 3, "Zoe", p.token[BOB], token), 201);
    say_as(ANN, "\"t\":\"remove_player\",\"seat\":3");
    assert_int_equal(ask_for(p.code, 3, "Zoe", token, token), 201);
}

static void roles_to_hide(void **state)
{
    struct party p;
    char token[33];
    (void)state;
    bench_cards(&p, "roles");
    assert_int_equal(ask_for(p.code, 3, "Zoe", p.token[BOB], token), 409); /* who knows one seat's card */
    assert_int_equal(ask_for(p.code, 3, "Zoe", "", token), 202);           /* the players are asked */
    say_as(ANN, "\"t\":\"remove_player\",\"seat\":2");
    assert_int_equal(ask_for(p.code, 2, "Zed", "", token), 409); /* a bot's until the next deal */
}

/* ---- somebody hostile ---- */

static struct hostile {
    struct party p;
    char token[64][33];
    int tokens;
    seats_t sat; /* where it sat down between two deals, when nothing was hidden there */
    uint64_t dice[2], drawn;
} hostile;

static uint32_t dice(uint32_t below)
{
    return dice_below(hostile.dice, hostile.drawn++, below);
}

static const char *some_token(void)
{
    return hostile.tokens && dice(3) ? hostile.token[dice((uint32_t)hostile.tokens)] : "";
}

static void ask_for_some_seat(void)
{
    struct hostile *x = &hostile;
    const struct table *t = &tables_find(bench.host, x->p.code)->table;
    seats_t hidden = t->game->secrets(t->truth);
    seat_t seat = (seat_t)(1 + dice(4));
    char name[24];
    snprintf(name, sizeof name, "M%d", (int)dice(1000));
    int status = x->tokens < 64 ? ask_for(x->p.code, seat, name, some_token(), x->token[x->tokens]) : 400;
    x->tokens += status < 300;
    if (status != 201)
        return;
    assert_false(hidden & SEAT(seat));
    x->sat |= SEAT(seat);
}

/* Every way to another seat's card that anybody has thought of: from the lobby or with a token, by removing
 * bots, by leaving and coming back, with a second device. */
static void try_something(int own)
{
    struct hostile *x = &hostile;
    char what[80];
    switch (dice(6)) {
    case 0:
    case 1:
        ask_for_some_seat();
        break;
    case 2:
        snprintf(what, sizeof what, "\"t\":\"remove_player\",\"seat\":%d", (int)(dice(2) ? 3 : 4));
        if (own == ANN && bench.caller[own].link)
            say_as(own, what);
        break;
    case 3:
        if (bench.caller[own].link && dice(2))
            say_as(own, agree);
        break;
    case 4:
        if (bench.caller[STRANGER].link)
            leave_as(STRANGER);
        if (!bench.caller[STRANGER].link)
            join_as(STRANGER, x->p.code, some_token(), 0, 0);
        break;
    default:
        bench_wait(dice(10000));
    }
}

static void forget_what_was_heard(void)
{
    for (int i = 0; i < CALLERS; i++)
        while (bench.caller[i].count)
            free(bench.caller[i].heard[--bench.caller[i].count]);
}

/* The other of the two is honest, is there, and does not want anybody new.  `own`: the hostile one's seat, or
 * STRANGER. */
static void attack(int own, uint64_t seed)
{
    hostile = (struct hostile){.dice = {seed, 1}};
    bench_cards(&hostile.p, "traitor");
    if (own != STRANGER)
        memcpy(hostile.token[hostile.tokens++], hostile.p.token[own], sizeof hostile.token[0]);
    for (int i = 0; i < 300; i++) {
        try_something(own);
        forget_what_was_heard();
    }
    seats_t seen = cards_seen[STRANGER] | (own == STRANGER ? 0 : cards_seen[own]);
    assert_int_equal(seen & ~hostile.sat & ~(own == STRANGER ? 0 : SEAT(own + 1)), 0);
    if (own != STRANGER)
        assert_int_not_equal(cards_seen[STRANGER], 0); /* it does come in, to its own seat */
}

static void somebody_hostile(void **state)
{
    static const int owns[] = {ANN, BOB, STRANGER};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            bench_close(NULL);
            bench_open(NULL);
            attack(owns[i], seed);
        }
}

/* ---- P1.9 ---- */

static void the_table_ends_it(void **state)
{
    struct party p;
    (void)state;
    bench_cards(&p, "traitor");
    say_as(ANN, "\"t\":\"ask_end\"");
    NOT_HEARD(ANN, "\"over\":true");
    say_as(BOB, "\"t\":\"ask_end\"");
    HEARD(BOB, "\"t\":\"game_ended\",\"winners\":0,\"points\":0,\"ending\":\"abandoned\"");
    HEARD(BOB, "\"over\":true,\"record\":\"");
    HEARD(BOB, "\"seed\":\"");
    assert_int_equal(host_counts(bench.host)->abandoned, 1);
    assert_int_equal(host_counts(bench.host)->finished, 0);
    say_as(BOB, "\"t\":\"play_again\"");
    LAST(BOB, "\"ok\":true");
    say_as(ANN, "\"t\":\"set_up\"");
    LAST(ANN, "\"ok\":true");
}

static void the_question_lapses(void **state)
{
    struct party p;
    (void)state;
    bench_cards(&p, "maze");
    say_as(ANN, "\"t\":\"ask_end\"");
    bench_wait(60000);
    HEARD(BOB, "\"t\":\"end_declined\"");
    say_as(BOB, "\"t\":\"ask_end\"");
    NOT_HEARD(BOB, "\"over\":true");
    leave_as(ANN); /* Bob is alone with bots now, and wants to stop */
    HEARD(BOB, "\"ending\":\"abandoned\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P5.4 a newcomer gets a seat with cards when all present agree", a_newcomer_is_let_in),
        RULE("P5.4 and not when one declines, or nobody answers", a_newcomer_is_not_let_in),
        RULE("P5.4 a seat is not given to somebody who has gone", a_newcomer_who_is_gone),
        RULE("P5.4 P6.4 a newcomer is shown nothing before the seat is stored", not_before_it_is_stored),
        RULE("P5.4 after a crash a newcomer asks again", a_crash_forgets_who_asked),
        RULE("P5.4 with nobody present a seat with cards is given to nobody", nobody_is_there),
        RULE("P5.4 P2.1 whoever has a token comes back without asking", own_seats_stay_own),
        RULE("P5.4 whoever has or had a seat is given no other", one_seat_each),
        RULE("P5.4 nobody agrees with themselves alone", nobody_agrees_with_themselves),
        RULE("P5.4 newcomers are told for which seats the players are asked", what_newcomers_are_told),
        RULE("P5.4 P7.3 in Magic Maze a bot's seat is free", nothing_to_hide),
        RULE("P5.4 H9.2 with hidden roles it is not", roles_to_hide),
        RULE("P5.4 somebody hostile never sees a second seat's card", somebody_hostile),
        RULE("P1.9 the table ends a game: the seed is told, and all play again", the_table_ends_it),
        RULE("P1.9 a question that not all answer lapses", the_question_lapses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
