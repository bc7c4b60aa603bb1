/* tests/unit/test_server_bots.c -- bots at a served table: what they are shown, when they are asked, and when
 * no longer.
 *
 * The list of bots (bots/bots.c) is replaced by one with a single bot, which does what the test says and
 * remembers what it was given. */
#include "tests/help/host_bench.h"

#include "bots/bot.h"

#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

enum { PEOPLE = 4 };

static struct {
    uint16_t asks;     /* which command; 0: nothing */
    int64_t again_ms;  /* after which it wants to look again; 0: not before something happens */
    int looks[VIEWS];  /* how often each seat's bot was asked */
    seq_t seen[VIEWS]; /* the last that it was shown */
    struct state *view[VIEWS];
    enum pace_name pace;
} spy;

struct mind {
    bool sits;  /* it was asked or shown something before, and */
    seq_t seen; /* knew of this as the last of its story */
};

static bool look(struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    struct mind *mind = bot_mind(b);
    (void)view;
    *mind = (struct mind){true, b->seen};
    spy.looks[b->seat]++;
    spy.pace = b->pace.name;
    if (spy.again_ms)
        b->wakes_ms = now_ms + spy.again_ms;
    ask(out, b->seat, spy.asks, "", 0);
    return spy.asks != 0;
}

/* Its story is told one by one, like everybody's. */
static void notice(struct bot *b, const struct state *view, const struct seen *seen)
{
    struct mind *mind = bot_mind(b);
    if (mind->sits)
        assert_int_equal(seen->event.seq, mind->seen + 1);
    assert_int_equal(seen->event.to, 0);
    *mind = (struct mind){true, seen->event.seq};
    spy.seen[b->seat] = seen->event.seq;
    free(spy.view[b->seat]);
    spy.view[b->seat] = malloc(b->game->state_size);
    memcpy(spy.view[b->seat], view, b->game->state_size);
}

const struct bot_kind *bot_find(const struct game *game, const char *name, size_t size)
{
    static const struct bot_kind kind = {.name = "spy", .look = look, .notice = notice};
    (void)game, (void)name, (void)size;
    return &kind;
}

static int open_spy(void **state)
{
    memset(&spy, 0, sizeof spy);
    return bench_open(state);
}

static int close_spy(void **state)
{
    for (int seat = 0; seat < VIEWS; seat++)
        free(spy.view[seat]);
    return bench_close(state);
}

/* ---- what it is shown ---- */

/* What a browser makes of what it was told, up to that number of its story. */
static struct state *folded(int caller, const struct game *game, seq_t until)
{
    struct state *view = calloc(1, game->state_size);
    struct complaint why;
    for (int i = 0; i < bench.caller[caller].count; i++) {
        const char *text = bench.caller[caller].heard[i];
        struct seen seen;
        if (strncmp(text, "{\"n\":", 5))
            continue;
        assert_true(wire_read_seen(game->schema, text, strlen(text), &seen, &why));
        if (seen.event.seq <= until)
            game->apply(view, &seen.event);
    }
    return view;
}

/* Cards are dealt to all; then people go, and bots have their seats when the next round is dealt. */
static void shown_as_its_seat(void **state)
{
    static const char *const set_up[] = {"{\"id\":1,\"t\":\"set_up\"}",
                                         "{\"id\":1,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}"};
    static const char *const names[] = {"traitor", "maze"};
    (void)state;
    for (int g = 0; g < 2; g++) {
        const struct game *game = game_named(names[g], strlen(names[g]));
        struct party p;
        char body[60];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"away_s\":1}", names[g]);
        gather(&p, body, PEOPLE);
        /* Some are bots from the start, and see how everything is dealt. */
        send_as(0, "{\"id\":7,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
        send_as(0, set_up[g]);
        leave_as(1);
        leave_as(2);
        bench_wait(3000);
        send_as(3, "{\"id\":2,\"t\":\"react\",\"reaction\":\"bravo\"}");
        send_as(0, "{\"id\":3,\"t\":\"turn_hourglass\"}");
        bench_wait(3000);
        for (int i = 1; i <= 2; i++) {
            seat_t seat = (seat_t)(i + 1);
            assert_non_null(spy.view[seat]); /* it was shown something */
            assert_true(join_as(i, p.code, p.token[i], 0, 0));
            struct state *own = folded(i, game, spy.seen[seat]);
            assert_memory_equal(spy.view[seat], own, game->state_size);
            free(own);
        }
        bench_forget();
        close_spy(NULL);
        open_spy(NULL);
    }
}

/* ---- when it is asked ---- */

static void sit(struct party *p)
{
    gather(p, "{\"game\":\"null\"}", 2);
    send_as(0, "{\"id\":1,\"t\":\"set_up\"}");
    leave_as(1);
    bench_wait(AWAY_S * 1000);
}

/* One who is refused and waits for nothing would wait for ever. */
static void looks_again_when_refused(void **state)
{
    struct party p;
    (void)state;
    spy.asks = CMD_lock_table; /* which is the host's */
    sit(&p);
    int before = spy.looks[2];
    assert_true(before >= 1);
    bench_wait(10 * 1000);
    assert_in_range(spy.looks[2], before + 9, before + 11); /* once a second */
    spy.asks = 0;
    bench_wait(2000);
    before = spy.looks[2];
    bench_wait(60 * 1000);
    assert_int_equal(spy.looks[2], before); /* without a wish it waits for something to happen */
    send_as(0, "{\"id\":2,\"t\":\"say\",\"text\":\"so\"}");
    bench_wait(10);
    assert_int_equal(spy.looks[2], before + 1);
}

/* The player is back, but that is not stored yet: the bot must not act for one who is there. */
static void not_when_the_player_is_back(void **state)
{
    struct party p;
    (void)state;
    spy.again_ms = 100;
    sit(&p);
    bench_wait(1000);
    assert_true(spy.looks[2] >= 10);
    bench.idle = true;
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    int before = spy.looks[2];
    bench_wait(5000);
    assert_int_equal(spy.looks[2], before);
    bench.idle = false;
    bench_turn();
    HEARD(0, "\"seat\":2,\"away\":false,\"bot\":false");
    bench_wait(5000);
    assert_int_equal(spy.looks[2], before);
}

static void as_fast_as_the_table_says(void **state)
{
    static const struct {
        const char *body;
        enum pace_name pace;
    } tables[] = {
        {"{\"game\":\"null\"}", PACE_NORMAL},
        {"{\"game\":\"null\",\"pace\":\"relaxed\"}", PACE_RELAXED},
        {"{\"game\":\"null\",\"pace\":\"normal\"}", PACE_NORMAL},
        {"{\"game\":\"null\",\"pace\":\"quick\"}", PACE_QUICK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct party p;
        gather(&p, tables[i].body, 1);
        send_as(0, "{\"id\":1,\"t\":\"seat_player\",\"name\":\"Robot\",\"bot\":true}");
        send_as(0, "{\"id\":2,\"t\":\"set_up\"}");
        bench_wait(10);
        assert_true(spy.looks[2] > 0);
        assert_int_equal(spy.pace, tables[i].pace);
    }
}

/* The next game has bots of its own: those of the last one would look at cards that lie no more. */
static void bots_of_the_next_game(void **state)
{
    struct party p;
    (void)state;
    sit(&p);
    send_as(0, "{\"id\":2,\"t\":\"nod\"}");
    assert_true(join_as(1, p.code, p.token[1], 0, 0));
    send_as(1, "{\"id\":2,\"t\":\"nod\"}");
    send_as(0, "{\"id\":3,\"t\":\"play_again\"}");
    send_as(0, "{\"id\":4,\"t\":\"set_up\"}");
    int before = spy.looks[2];
    bench_wait(10000);
    assert_int_equal(spy.looks[2], before); /* all are there */
    leave_as(1);
    bench_wait(AWAY_S * 1000 + 100);
    assert_true(spy.looks[2] > before);
    assert_true(spy.seen[2] < 10); /* it has begun to count again */
}

int main(void)
{
#define SPY(text, test)                                                                                      \
    {                                                                                                        \
        text, test, open_spy, close_spy, NULL                                                                \
    }
    const struct CMUnitTest tests[] = {
        SPY("P7.1 a bot's view is its seat's view, and its story the seat's", shown_as_its_seat),
        SPY("P7.1 a bot that was refused looks again", looks_again_when_refused),
        SPY("P7.2 bots act at the table's pace", as_fast_as_the_table_says),
        SPY("P1.6 the next game has its own bots", bots_of_the_next_game),
        SPY("P2.3 a bot plays until the player is back, and no longer", not_when_the_player_is_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
