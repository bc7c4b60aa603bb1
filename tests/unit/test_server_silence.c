/* tests/unit/test_server_silence.c -- a silent game at a served table: what others see tells no words (P1.8).
 *
 * What others see is everything that the host sends to the other seats and the gallery, and everything that
 * it replies to whoever asks about the table. */
#include <math.h>

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

/* Four people and a spectator; the hourglass is turned, and nobody may talk for that many seconds. */
static void fall_silent_for(struct party *p, int sand_s)
{
    gather(p, "{\"game\":\"maze\",\"gallery\":true,\"public\":true}", PEOPLE);
    assert_true(join_as(GALLERY, p->code, "", 0, 0));
    DOES(0, "\"t\":\"set_up\",\"number\":2,\"level\":12,\"side\":1,\"sand_s\":%d", sand_s);
    LAST(0, "\"ok\":true");
    does(0, "\"t\":\"turn_hourglass\"");
    LAST(0, "\"ok\":true");
    does(1, "\"t\":\"say\",\"text\":\"hello\"");
    LAST(1, "\"refused\":\"silence\"");
}

static void fall_silent(struct party *p)
{
    fall_silent_for(p, 180);
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

static const struct table *table_of(const struct party *p)
{
    return &tables_find(bench.host, p->code)->table;
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
    assert_non_null(strstr(told_outside(p.code), "{\"name\":\"\",\"seat\":2,\"bot\":false"));
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

/* A hidden name cannot be found out by asking for it; the second gets a number when both are shown. */
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

/* ---- stares and the pawn ---- */

static void glances(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    for (int round = 0; round < 3; round++) {
        int before = times_heard(0, "\"t\":\"stared\"") + times_heard(0, "\"t\":\"pawn_placed\"");
        for (int i = 0; i < 4; i++)
            DOES(1, "\"t\":\"%s\",\"seat\":%d", i % 2 ? "place_pawn" : "stare_at", i % 2 ? 1 : 3);
        LAST(1, "\"ok\":true");
        does(1, "\"t\":\"stare_at\",\"seat\":4");
        LAST(1, "\"refused\":\"glances\",\"rule\":\"P1.8\"");
        does(1, "\"t\":\"place_pawn\",\"seat\":4");
        LAST(1, "\"refused\":\"glances\",\"rule\":\"P1.8\"");
        does(2, "\"t\":\"stare_at\",\"seat\":1"); /* everybody has their own */
        LAST(2, "\"ok\":true");
        bench_wait(500);
        does(1, "\"t\":\"stare_at\",\"seat\":0");
        LAST(1, "\"ok\":true");
        does(1, "\"t\":\"stare_at\",\"seat\":1");
        LAST(1, "\"refused\":\"glances\"");
        assert_int_equal(times_heard(0, "\"t\":\"stared\"") + times_heard(0, "\"t\":\"pawn_placed\""),
                         before + 6);
        bench_wait(2500);
    }
}

/* ---- what honest people meet of it ---- */

static void everybody_asks_for_a_pause(const struct party *p)
{
    (void)p;
    for (int i = 0; i < PEOPLE; i++) {
        does(i, "\"t\":\"ask_pause\"");
        LAST(i, "\"ok\":true");
    }
    HEARD(GALLERY, "\"t\":\"paused\"");
}

static void pauses_are_possible(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    bench_wait(30000);
    everybody_asks_for_a_pause(&p);
    does(1, "\"t\":\"say_table_phrase\",\"phrase\":\"back_soon\"");
    HEARD(GALLERY, "\"t\":\"table_phrase_said\",\"by\":2,\"phrase\":\"back_soon\"");
    does(1, "\"t\":\"say_table_phrase\",\"phrase\":\"must_leave\"");
    LAST(1, "\"refused\":\"phrase_soon\",\"rule\":\"P3.3\"");
    bench_wait(120000);
    does(1, "\"t\":\"resume\"");
    LAST(1, "\"ok\":true");
    bench_wait(60000);
    everybody_asks_for_a_pause(&p);
    bench_wait(20000);
    for (int i = 0; i < 4; i++) {
        does(2, "\"t\":\"say_table_phrase\",\"phrase\":\"must_leave\"");
        bench_wait(5000);
    }
    LAST(2, "\"refused\":\"signals\",\"rule\":\"P1.8\""); /* the stricter limit holds */
    assert_in_range(times_heard(GALLERY, "\"t\":\"table_phrase_said\",\"by\":3"), 1, 3);
    does(1, "\"t\":\"resume\"");
    LAST(1, "\"ok\":true");
}

/* Locks and unlocks as often as it goes; then it is refused for a while, which nobody else sees. */
static int lock_until_refused(void)
{
    int times = 0;
    for (; times < 100; times++) {
        DOES(0, "\"t\":\"lock_table\",\"locked\":%s", times % 2 ? "false" : "true");
        if (strstr(last_heard(0), "\"refused\":\"signals\",\"rule\":\"P1.8\""))
            return times;
        LAST(0, "\"ok\":true");
        bench_wait(100);
    }
    return times;
}

static void away_is_seen_at_once(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    bench_wait(60000);
    int times = lock_until_refused();
    assert_in_range(times, 2, 5);
    assert_int_equal(times_heard(1, "\"t\":\"table_locked\""), times);
    does(0, "\"t\":\"ask_pause\"");
    LAST(0, "\"refused\":\"signals\"");
    leave_as(0); /* whatever was told before */
    HEARD(1, "\"t\":\"seat_marked\",\"seat\":1,\"away\":true,\"bot\":false");
    bench_wait(60000);
    assert_true(join_as(0, p.code, p.token[0], 0, 0));
    bench_wait(60000); /* that they are back is shown as soon as it can be */
    HEARD(1, "\"t\":\"seat_marked\",\"seat\":1,\"away\":false,\"bot\":false");
}

/* A bad line: in the end only the first few times are seen, and what is true. */
static void flapping_shows_nothing(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    for (int i = 0; i < 100; i++) {
        leave_as(1);
        bench_wait(300);
        assert_true(join_as(1, p.code, p.token[1], 0, 0));
        bench_wait(300);
    }
    assert_in_range(times_heard(0, "\"t\":\"seat_marked\",\"seat\":2"), 2, 10);
    does(1, "\"t\":\"turn_action\""); /* and plays on, whatever others are shown */
    LAST(1, "\"refused\":\"not_solo\"");
    bench_wait(60000);
    assert_int_equal(presence_of(table_of(&p)->game, table_of(&p)->truth)->away & SEAT(2), 0);
}

/* A bot that was put into a seat steps back when its player is there, even if others are not shown yet. */
static void a_bot_steps_back(void **state)
{
    struct party p;
    (void)state;
    fall_silent(&p);
    for (int i = 0; i < 5; i++) {
        leave_as(1);
        bench_wait(300);
        assert_true(join_as(1, p.code, p.token[1], 0, 0));
        bench_wait(300);
    }
    leave_as(1);
    bench_wait(100000);
    HEARD(0, "\"t\":\"seat_marked\",\"seat\":2,\"away\":true,\"bot\":true");
    int moved = times_heard(0, "\"by\":2}"), shown = times_heard(0, "\"seat\":2,\"away\":false");
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    bench_wait(8000);
    assert_int_equal(times_heard(0, "\"by\":2}"), moved);
    bench_wait(60000);
    assert_int_equal(times_heard(0, "\"seat\":2,\"away\":false"), shown + 1);
}

/* ---- how much can be told ---- */

/* What a seat in silence is shown.  An event that is not here fails the test: say what it is, and if others
 * see it because somebody wants them to, its command is a SIGNAL. */
enum tells {
    UNKNOWN,
    GAME,    /* an action of the game, or what follows from one */
    GLANCE,  /* rationed by number */
    TELLS,   /* somebody did it, or had it done: counted here */
    FOLLOWS, /* comes by itself after something that was counted, at a time that everybody knows */
    WORDS,   /* must not be seen in silence */
};
static const struct {
    const char *event;
    enum tells tells;
} known[] = {
    {"talk_changed", GAME},
    {"said", WORDS},
    {"reacted", WORDS},
    {"phrase_said", WORDS},
    {"table_phrase_said", TELLS},
    {"pointed", WORDS},
    {"seat_named", WORDS},
    {"paused", FOLLOWS},
    {"resumed", FOLLOWS},
    {"pause_wanted", TELLS},
    {"resuming", TELLS},
    {"seat_taken", TELLS},
    {"seat_marked", TELLS},
    {"seats_reordered", TELLS},
    {"seat_left", TELLS},
    {"seat_given_up", TELLS},
    {"table_locked", TELLS},
    {"host_changed", TELLS},
    {"end_wanted", TELLS},
    {"end_declined", TELLS},
    {"seat_wanted", TELLS},
    {"seat_agreed", TELLS},
    {"seat_denied", TELLS},
    {"seat_granted", FOLLOWS},
    {"seat_ready", TELLS},
    {"pawn_placed", GLANCE},
    {"stared", GLANCE},
    {"tile_offered", GAME},
    {"game_set_up", GAME},
    {"pile_shuffled", GAME},
    {"next_tile_shown", GAME},
    {"hero_placed", GAME},
    {"actions_dealt", GAME},
    {"deck_shuffled", GAME},
    {"action_turned", GAME},
    {"hourglass_turned", GAME},
    {"hero_moved", GAME},
    {"tile_laid", GAME},
    {"hourglass_flipped", GAME},
    {"actions_passed", GAME},
    {"camera_broken", GAME},
    {"theft_done", GAME},
    {"hero_left", GAME},
    {"discards_ordered", GAME},
    {"tile_discarded", GAME},
    {"game_ended", GAME},
    {"watching_card_laid", GLANCE},
    {"roles_set_up", GAME},
    {"role_dealt", GAME},
    {"card_looked_at", GAME},
    {"looking_ended", GAME},
    {"card_shown", GAME},
    {"seats_eliminated", GAME},
    {"actions_spread", GAME},
    {"flip_offered", GAME},
    {"flipped_for_free", GAME},
    {"flip_declined", GAME},
    {"card_told", GAME},
    {"gone_home", GAME},
    {"last_one_left", GAME},
    {"outcome_decided", GAME},
    {"guessing_begun", GAME},
    {"word_asked", GAME},
    {"word_given", GAME},
    {"word_passed", GAME},
    {"card_guessed", GAME},
    {"end_put_off", GAME},
    {"ballot_opened", GAME},
    {"vote_cast", GAME},
    {"vote_changed", GAME},
    {"voters_gone", GAME},
    {"ballot_closed", GAME},
};

static enum tells tells_what(const char *event)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].event, event))
            return known[i].tells;
    return UNKNOWN;
}

/* Of Magic Maze every event; of the games where everybody may always talk, those that all games have. */
static void every_event_is_known(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++)
        for (int k = strcmp((*g)->name, "maze") ? 200 : 0; k < KINDS_MAX; k++) {
            const struct kind *event = &(*g)->schema->events[k];
            if (event->fields && !tells_what(event->name))
                fail_msg("%s: what does %s tell in silence?", (*g)->name, event->name);
        }
}

/* In how many ways can it be asked for? */
static double ways(const struct kind *command)
{
    double all = 1;
    for (const struct field *f = command->fields(); f->name; f++) {
        if (f->holds == HOLDS_WORDS)
            continue; /* none in silence */
        assert_true(f->scalar == T_flag || f->scalar == T_seat_t || f->form == FORM_PICK);
        all *= f->scalar == T_flag ? 2 : f->scalar == T_seat_t ? SEATS_MAX : f->label_count - 1;
    }
    return all;
}

/* The sum of 1 / 2^bits of everything that a seat can do at one moment is at most 1; so it is for moments. */
static void the_bits_are_enough(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++) {
        const struct schema *schema = (*g)->schema;
        double seat = 0, outside = 0;
        for (int k = 0; k < KINDS_MAX; k++) {
            uint8_t bits = schema->signals[k];
            if (!bits || bits == SIGNAL_GLANCE)
                continue;
            assert_non_null(schema->commands[k].fields);
            if (k == CMD_seat_player)
                outside += ways(&schema->commands[k]) / 2 * ldexp(1, -bits); /* a person, never a bot */
            else if (k == CMD_want_seat)
                outside += ways(&schema->commands[k]) * ldexp(1, -bits);
            else if (k == CMD_mark_seat)
                seat += 2 * ldexp(1, -bits); /* the player's own seat: away, or back */
            else
                seat += ways(&schema->commands[k]) * ldexp(1, -bits);
        }
        assert_true(seat > 0 && seat <= 1);
        assert_true(outside > 0 && outside <= 1);
    }
}

enum { SYMBOLS = 64, OBSERVER = 2, MOMENT_MS = 100 };

/* What somebody at the table, in the gallery or outside could read, as a message of an adversary. */
static struct {
    bool on;
    int64_t since_ms, last_ms, noted_ms;
    double moments;     /* bits: each could have come at any moment since the last */
    int64_t greeted_ms; /* anew: because of something that is also told */
    int64_t ask_ms;     /* somebody wanted to end the game */
    char symbol[SYMBOLS][120];
    int times[SYMBOLS];   /* how often each was seen */
    int symbols, signals; /* signals: all of them */
    int glances, outside; /* outside: somebody sat down */
    unsigned heard;       /* the last event; all before are told again when seats change */
    char told[3 * LIMIT_REPLY];
} spy;

static void note(const char *what)
{
    int i = 0;
    while (i < spy.symbols && strcmp(spy.symbol[i], what) != 0)
        i++;
    assert_true(i < SYMBOLS);
    if (i == spy.symbols)
        snprintf(spy.symbol[spy.symbols++], sizeof spy.symbol[0], "%s", what);
    spy.times[i]++;
    spy.signals++;
    spy.moments += log2((double)((bench.now_ms - spy.noted_ms) / MOMENT_MS + 1));
    spy.last_ms = spy.noted_ms = bench.now_ms;
}

/* Some time after somebody has gone away a bot plays, and another is the host: the first hands over to
 * nobody else here.  And whether to end the game is no longer asked after a minute. */
static bool by_itself(const char *event)
{
    if (strstr(event, "end_wanted"))
        spy.ask_ms = bench.now_ms;
    if (strstr(event, "end_declined") && bench.now_ms - spy.ask_ms >= 60000)
        return true;
    return strstr(event, "\"bot\":true") || (strstr(event, "host_changed") && !strstr(event, "\"seat\":1}"));
}

static void overhear(struct caller *c, const char *text)
{
    char event[40] = "";
    const char *at = strstr(text, "\"t\":\"");
    if (!spy.on || c != &bench.caller[OBSERVER])
        return;
    if (!at) {
        spy.greeted_ms = bench.now_ms;
        return;
    }
    unsigned n = (unsigned)strtoul(strstr(text, "\"n\":") + 4, NULL, 10);
    if (n <= spy.heard)
        return;
    spy.heard = n;
    snprintf(event, sizeof event, "%.*s", (int)strcspn(at + 5, "\""), at + 5);
    switch (tells_what(event)) {
    case GLANCE:
        spy.glances += strstr(text, "\"by\":1}") != NULL; /* a bot also does, as bots do */
        break;
    case TELLS:
        if (!strcmp(event, "seat_taken")) {
            spy.outside++;
            spy.last_ms = bench.now_ms;
        } else if (!by_itself(at)) {
            note(at);
        }
        break;
    case GAME:
    case FOLLOWS:
        break;
    default:
        fail_msg("in silence, all heard %s", text);
    }
}

static void watch(const struct party *p)
{
    memset(&spy, 0, sizeof spy);
    snprintf(spy.told, sizeof spy.told, "%s", told_outside(p->code));
    spy.on = true;
    spy.heard = table_of(p)->story[OBSERVER + 1];
    spy.since_ms = spy.noted_ms = bench.now_ms;
    bench.sent = overhear;
}

/* One moment later; whatever else has changed must come from something that was told at the table. */
static void next_moment(const struct party *p)
{
    bench_wait(MOMENT_MS);
    bool changed = strcmp(spy.told, told_outside(p->code)) != 0;
    if (changed)
        snprintf(spy.told, sizeof spy.told, "%s", told_outside(p->code));
    if ((changed || spy.greeted_ms > bench.now_ms - MOMENT_MS) && bench.now_ms - spy.last_ms > 2 * MOMENT_MS)
        note("something else");
}

static double seconds(void)
{
    return (double)(bench.now_ms - spy.since_ms) / 1000;
}

static double log2_choose(double n, double k)
{
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(2);
}

/* The bits of choosing among the signals that were seen, in any order. */
static double bits_of_choice(void)
{
    double bits = 0, left = spy.signals;
    for (int i = 0; i < spy.symbols; i++) {
        bits += log2_choose(left, spy.times[i]);
        left -= spy.times[i];
    }
    return bits;
}

/* Two measures.  Each signal could have come at any moment since the last; and, where nothing is saved and
 * all is spent as it is earned, as many signals as these at any moments of the whole time. */
static void told_at_most(double saved)
{
    double bits = bits_of_choice() + spy.moments, most = saved + 0.2 * seconds();
    double steady = bits_of_choice() + log2_choose(10 * seconds(), spy.signals);
    double outside = log2_choose(10 * seconds(), spy.outside);
    print_message("%.0f s: %d signals of %d kinds, %.1f bits, %.1f at any moments; %d newcomers, %.1f bits; "
                  "%d glances; at most %.0f bits\n",
                  seconds(), spy.signals, spy.symbols, bits, steady, spy.outside, outside, spy.glances, most);
    assert_true(bits <= most);
    assert_true(saved > 0 || steady <= most);
    assert_true(outside <= most);
    assert_true(spy.glances <= 4 + 2 * seconds() + 1);
}

static uint32_t throw_of(uint32_t below)
{
    static const uint64_t key[2] = {1, 8};
    static uint64_t rolls;
    return dice_below(key, rolls++, below);
}

static void fill(const struct kind *command, uint16_t kind, uint8_t *body)
{
    for (const struct field *f = command->fields(); f->name; f++)
        body[f->offset] = (uint8_t)(f->scalar == T_flag     ? throw_of(2)
                                    : f->scalar == T_seat_t ? throw_of(PEOPLE + 1)
                                    : f->form == FORM_PICK  ? 1 + throw_of(f->label_count - 1u)
                                                            : 0);
    if (kind == CMD_remove_player)
        body[0] = 4; /* again and again; the others are to stay */
    if (kind == CMD_hand_over)
        body[0] = 1;
}

/* Everything that caller 0, who is the host, can ask for: each command once, with some values. */
static void try_everything(bool resume)
{
    const struct schema *schema = game_named("maze", 4)->schema;
    uint16_t first = (uint16_t)throw_of(KINDS_MAX);
    for (uint16_t i = 0; i < KINDS_MAX; i++) {
        uint16_t k = (uint16_t)((first + i) % KINDS_MAX);
        struct input in;
        char text[WIRE_MAX];
        if (!schema->commands[k].fields || (k == CMD_resume && !resume))
            continue;
        memset(&in, 0, sizeof in);
        in.kind = k;
        in.id = ++next_id;
        fill(&schema->commands[k], k, in.body);
        wire_write_input(schema, &in, text, sizeof text);
        send_as(0, text);
    }
}

static void forget_heard(void)
{
    for (int i = 0; i < CALLERS; i++) {
        while (bench.caller[i].count)
            free(bench.caller[i].heard[--bench.caller[i].count]);
    }
}

/* The strategies of an adversary, one moment of each. */
static void asks(const struct party *p)
{
    (void)p;
    try_everything(false);
}

static void asks_now_and_then(const struct party *p)
{
    (void)p;
    if (throw_of(700) == 0)
        try_everything(false);
}

static void comes_and_goes(const struct party *p)
{
    if (bench.caller[0].link)
        leave_as(0);
    else
        assert_true(join_as(0, p->code, p->token[0], 0, 0));
}

static void does_anything(const struct party *p)
{
    if (bench.caller[0].link && throw_of(3) == 0)
        leave_as(0);
    else if (!bench.caller[0].link)
        assert_true(join_as(0, p->code, p->token[0], 0, 0));
    else
        try_everything(true);
}

/* A stranger: sits down where a bot sits, under a telling name, and leaves again; and many spectators. */
static void strangers(const struct party *p)
{
    enum { STRANGER = 5, WATCHER = 9 };
    char token[33], name[60];
    for (int i = WATCHER; i < WATCHER + 5; i++)
        if (throw_of(2) && bench.caller[i].link)
            leave_as(i);
        else if (!bench.caller[i].link)
            join_as(i, p->code, "", 0, 0);
    if (bench.caller[STRANGER].link) {
        does(STRANGER, "\"t\":\"remove_player\",\"seat\":4");
        if (bench.caller[STRANGER].ended)
            leave_as(STRANGER);
        return;
    }
    bench.caller[STRANGER].ended = 0;
    snprintf(name, sizeof name, "{\"name\":\"Nod %u\",\"seat\":4}", throw_of(1000));
    if (ask_seat(p->code, name) != 201)
        return;
    text_in(bench.request.reply, "token", token, sizeof token);
    join_as(STRANGER, p->code, token, 0, 0);
}

static void go_on(const struct party *p, void (*strategy)(const struct party *), int s)
{
    for (int64_t until_ms = bench.now_ms + 1000 * (int64_t)s; bench.now_ms < until_ms;) {
        strategy(p);
        next_moment(p);
        forget_heard();
    }
}

/* In a pause, which lasts: first with all that was saved, then with what is earned. */
static void in_a_long_pause(void (*strategy)(const struct party *))
{
    struct party p;
    fall_silent(&p);
    everybody_asks_for_a_pause(&p);
    watch(&p);
    go_on(&p, strategy, 400);
    told_at_most(SIGNAL_SAVED_BITS);
    watch(&p);
    go_on(&p, strategy, 1200);
    told_at_most(0);
    assert_true(spy.signals + spy.outside >= 5); /* or nothing was measured */
}

static void by_asking(void **state)
{
    (void)state;
    in_a_long_pause(asks);
}

static void by_asking_seldom(void **state)
{
    (void)state;
    in_a_long_pause(asks_now_and_then);
}

static void by_coming_and_going(void **state)
{
    (void)state;
    in_a_long_pause(comes_and_goes);
}

static void by_strangers(void **state)
{
    struct party p;
    (void)state;
    fall_silent_for(&p, 300);
    does(3, "\"t\":\"remove_player\",\"seat\":4");
    LAST(2, "\"t\":\"seat_given_up\",\"seat\":4}");
    leave_as(3);
    for (int i = 0; i < 3; i++)
        does(i, "\"t\":\"ask_pause\"");
    HEARD(GALLERY, "\"t\":\"paused\"");
    watch(&p);
    go_on(&p, strangers, 400);
    told_at_most(SIGNAL_SAVED_BITS);
    watch(&p);
    go_on(&p, strangers, 1200);
    told_at_most(0);
    assert_true(spy.outside >= 5);
}

static void by_anything(void **state)
{
    struct party p;
    (void)state;
    fall_silent_for(&p, 300);
    watch(&p);
    go_on(&p, does_anything, 280);
    told_at_most(SIGNAL_SAVED_BITS);
    assert_true(spy.signals >= 3 && spy.glances > 500);
    assert_true(presence_hushed(table_of(&p)->game, table_of(&p)->truth)); /* it was silent all the time */
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
        RULE("P1.8 stares and the pawn: two a second, four at once", glances),
        RULE("P1.8, P2.4 in silence a pause is possible all the same", pauses_are_possible),
        RULE("P1.8, P2.2 going away is seen at once, whatever was told before", away_is_seen_at_once),
        RULE("P1.8 coming and going too often is not seen", flapping_shows_nothing),
        RULE("P1.8, P2.3 a bot steps back for its player before others are shown", a_bot_steps_back),
        RULE("P1.8 every event that can be seen in silence is known", every_event_is_known),
        RULE("P1.8 what a signal costs is what it can tell", the_bits_are_enough),
        RULE("P1.8 at most 0.2 bit a second by asking for everything", by_asking),
        RULE("P1.8 at most 0.2 bit a second by asking seldom", by_asking_seldom),
        RULE("P1.8 at most 0.2 bit a second by coming and going", by_coming_and_going),
        RULE("P1.8 at most 0.2 bit a second by strangers", by_strangers),
        RULE("P1.8 at most 0.2 bit a second by everything at once", by_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
