/* tests/unit/test_record_property.c -- thousands of games, simulated and served: check, replay and verify
 * accept every record written, and it tells what happened.
 *
 * A seed that fails is printed: test_record_property SEED runs it alone. */
#include <fcntl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record_file.h"
#include "seal/prove.h"
#include "server/record.h"
#include "table/common.h"
#include "tell/tell.h"
#include "tests/help/host_bench.h"

#include "tests/help/record_bench.h" /* behind the types that it asks for */

static uint64_t seed, only; /* of the game that is played now; the only one to play, or 0 */
static uint32_t records, lines_told, finished, older_rounds;
static char file[] = "/tmp/turncoat-test-XXXXXX";

/* ---- one record ---- */

static char *told(const struct table *t, const struct record_header *about, int as, bool json, size_t *size)
{
    char *text;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    struct table again;
    table_again(&again, t);
    tell_table(out, &again, about->date, as, json);
    table_close(&again);
    fclose(out);
    return text;
}

struct story {
    const struct schema *schema;
    const char *at;
};

static void compare_line(void *ctx, seats_t who, const struct seen *seen)
{
    struct story *s = ctx;
    char line[WIRE_MAX];
    size_t size = wire_write_seen(s->schema, seen, line, sizeof line);
    (void)who;
    lines_told++;
    if (strncmp(s->at, line, size) || s->at[size] != '\n')
        fail_msg("seed %llu: told %.80s instead of %s", (unsigned long long)seed, s->at, line);
    s->at += size + 1;
}

/* What a replay tells a seat is what the table has told it. */
static void tells_what_was_shown(struct table *t, const struct record_header *about,
                                 const struct table *truth)
{
    size_t size;
    int seats = presence_of(t->game, t->truth)->seats;
    for (int as = TELL_TRUTH; as <= seats; as++) {
        char *text = told(t, about, as, true, &size);
        struct story s = {t->game->schema, text};
        if (as != TELL_TRUTH) {
            table_tell(truth, (seat_t)as, 0, compare_line, &s);
            assert_int_equal(*s.at, 0);
        }
        free(text);
    }
    char *text = told(t, about, TELL_TRUTH, false, &size);
    assert_non_null(strstr(text, "\nResult: "));
    free(text);
}

static int silently(int (*command)(int, char **), int argc, char **argv)
{
    int out = dup(1), nowhere = open("/dev/null", O_WRONLY);
    fflush(stdout);
    dup2(nowhere, 1);
    int status = command(argc, argv);
    fflush(stdout);
    dup2(out, 1);
    close(out);
    close(nowhere);
    return status;
}

/* The commands themselves, on a file. */
static void commands_agree(const char *text, size_t size, int seats)
{
    char as[8];
    FILE *out = fopen(file, "wb");
    assert_true(out && fwrite(text, 1, size, out) == size && !fclose(out));
    assert_int_equal(silently(check_main, 2, (char *[]){"check", file, NULL}), EXIT_DONE);
    assert_int_equal(silently(verify_main, 2, (char *[]){"verify", file, NULL}), EXIT_DONE);
    assert_int_equal(silently(replay_main, 2, (char *[]){"replay", file, NULL}), EXIT_DONE);
    for (int seat = 0; seat <= seats; seat++) {
        snprintf(as, sizeof as, "%d", seat);
        assert_int_equal(silently(replay_main, 4, (char *[]){"replay", "--as", as, file, NULL}), EXIT_DONE);
    }
}

/* One bit of it is another: it is refused.  Only what table it was and when is nobody's to prove. */
static void refuses_another(char *text, size_t size)
{
    struct table t;
    struct record_proved proved;
    struct complaint why;
    size_t free_from = (size_t)(strstr(text, "\"id\":") - text);
    size_t free_to = (size_t)(strstr(text, "\"commitment\"") - text), at = below((uint32_t)size);
    char bit = (char)(1 << below(7));
    if (at >= free_from && at < free_to)
        return;
    text[at] ^= bit;
    if (record_prove(text, size, &t, &proved, &why))
        fail_msg("seed %llu: byte %zu is another: %.60s", (unsigned long long)seed, at, text + at);
    text[at] ^= bit;
}

static void all_agree(char *text, size_t size, const struct table *truth)
{
    struct table t;
    struct record_proved proved;
    if (record_text("the record", text, size, &t, &proved) != EXIT_DONE)
        fail_msg("seed %llu: refused", (unsigned long long)seed);
    assert_int_equal(proved.judged, proved.entries);
    assert_int_equal(proved.header.events, truth->count);
    assert_true(same_logs(&t, truth));
    tells_what_was_shown(&t, &proved.header, truth);
    if (records % 64 == 0 || only)
        commands_agree(text, size, presence_of(t.game, t.truth)->seats);
    refuses_another(text, size);
    finished += t.game->over(t.truth);
    records++;
    table_close(&t);
}

/* ---- simulated ---- */

static struct scene scene;

static bool set_up(struct scene *s)
{
    static const uint8_t levels[] = {9, 12, 15, 17, 19, 24};
    char text[120];
    struct input in;
    struct complaint why;
    const struct game *game = s->m.table.game;
    bool mall = !strcmp(game->name, "maze");
    for (int tries = 0; tries < 40 && !game->begun(s->m.table.truth); tries++) {
        int end = snprintf(text, sizeof text, "{\"t\":\"set_up\"");
        uint32_t number = 1 + below(17), level = levels[below(6)], side = 1 + below(2);
        if (mall)
            end += snprintf(text + end, 80, ",\"number\":%u,\"level\":%u,\"side\":%u", number, level, side);
        snprintf(text + end, 4, "}");
        assert_true(wire_read_input(game->schema, text, strlen(text), &in, &why));
        in.by = SEAT_SERVER;
        match_submit(&s->m, &in);
    }
    return game->begun(s->m.table.truth);
}

static void by_bots(const struct game *game, int players)
{
    char name[20];
    static const char *const sorts[] = {"", "", "random", "idle"};
    scene_open(&scene, game, seed);
    for (int i = 0; i < players; i++) {
        const char *sort = sorts[below(below(4) ? 3 : 4)];
        snprintf(name, sizeof name, "Bot %d", i);
        match_seat(&scene.m, bot_find(game, sort, strlen(sort)), (enum pace_name)below(3), name);
    }
    set_up(&scene);
    for (uint32_t i = 0, most = 50 + below(400); i < most && match_step(&scene.m, 3600 * 1000); i++)
        if (below(60) == 0)
            table_command(&scene);
}

static void simulated(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 2400; i++) {
        size_t size;
        seed = i;
        if (only && seed != only)
            continue;
        luck_key[0] = seed;
        luck_drawn = 0;
        const struct game *game = games[below(3)];
        int players = game->seats_min + (int)below((uint32_t)(game->seats_max - game->seats_min + 1));
        if (below(3))
            by_bots(game, players);
        else
            play_at_random(&scene, game, seed, players, 200);
        char *text = scene_text(&scene, &size);
        all_agree(text, size, &scene.m.table);
        free(text);
        scene_close(&scene);
    }
}

/* ---- served ---- */

static bool keep_row(void *ctx, const struct store_item *item, const void *bytes)
{
    return store_add(ctx, item, bytes, item->size);
}

static struct party party;
static int people;
static uint32_t next_id;

static struct hosted *hosted(void)
{
    return tables_find(bench.host, party.code);
}

static void forget_what_was_heard(void)
{
    for (int i = 0; i < CALLERS; i++) {
        struct caller *c = &bench.caller[i];
        while (c->count)
            free(c->heard[--c->count]);
    }
}

static void come(int caller)
{
    if (!bench.caller[caller].link && party.token[caller][0])
        join_as(caller, party.code, party.token[caller], 0, 0);
}

/* Sits down, in the next seat or that of a bot. */
static void one_more(void)
{
    char body[80];
    if (people == CALLERS)
        return;
    uint32_t name = below(100000), seat = below(2) ? 1 + below(8) : 0;
    snprintf(body, sizeof body, "{\"name\":\"p%u\",\"seat\":%u}", name, seat);
    if (ask_seat(party.code, body) != 201)
        return;
    text_in(bench.request.reply, "token", party.token[people], sizeof party.token[0]);
    come(people++);
}

static void send_input(int caller, struct input *in)
{
    char text[WIRE_MAX];
    in->id = ++next_id;
    in->seen =
        below(5) ? hosted()->table.story[bench.caller[caller].link->seat] : below(hosted()->table.count + 1);
    wire_write_input(hosted()->table.game->schema, in, text, sizeof text);
    send_as(caller, text);
}

static void arrange(int caller)
{
    char text[200];
    uint32_t seats = hosted_presence(hosted())->seats;
    unsigned id = ++next_id;
    switch (below(8)) {
    case 0:
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"seat_player\",\"name\":\"bot %u\",\"bot\":true}", id,
                 below(1000));
        break;
    case 1: {
        int end = snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"reorder_seats\",\"order\":[", id);
        for (uint32_t i = 0, by = below(seats + 1); i < SEATS_MAX; i++)
            end += snprintf(text + end, 8, "%s%u", i ? "," : "", i < seats ? (i + by) % seats + 1 : 0);
        snprintf(text + end, 4, "]}");
        break;
    }
    case 2:
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"lock_table\",\"locked\":%s}", id,
                 below(3) ? "false" : "true");
        break;
    case 3:
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"hand_over\",\"seat\":%u}", id, 1 + below(seats));
        break;
    case 4:
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"be_ready\",\"ready\":%s}", id,
                 below(2) ? "true" : "false");
        break;
    case 5:
        if (below(4))
            return;
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"remove_player\",\"seat\":%u}", id, 1 + below(seats));
        break;
    default:
        snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"set_up\"%s}", id,
                 strcmp(hosted()->table.game->name, "maze") ? "" : ",\"number\":1,\"level\":9,\"side\":1");
    }
    send_as(caller, text);
}

static void talk(int caller)
{
    char text[80];
    static const char *const more[] = {"ask_pause\"", "resume\"", "resume\"", "react\",\"reaction\":\"yes\"",
                                       "say\",\"text\":\"a word\""};
    snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"%s}", ++next_id, more[below(5)]);
    send_as(caller, text);
}

static void play_a_move(int caller)
{
    static struct input offers[LEGAL_MAX];
    const struct table *t = &hosted()->table;
    int count = t->game->legal(t->truth, bench.caller[caller].link->seat, offers, LEGAL_MAX);
    if (count)
        send_input(caller, &offers[below((uint32_t)count)]);
}

static void look_at_the_record(void)
{
    struct store_batch rows = {0};
    struct complaint why;
    char *text, round[24];
    size_t size;
    snprintf(round, sizeof round, "\"round\":%u,", (unsigned)hosted()->round);
    assert_true(store_find(bench.store, hosted()->record, keep_row, &rows, &why));
    if (!hosted()->over) {
        assert_true(record_make(&rows, &text, &size) == RECORD_NOT_OVER || !rows.count);
    } else {
        assert_int_equal(record_make(&rows, &text, &size), RECORD_MADE);
        all_agree(text, size, &hosted()->table);
        assert_non_null(strstr(text, round));
        older_rounds += hosted()->round > 1;
        free(text);
    }
    store_free(&rows);
}

/* Whoever sits at that browser, if anybody still does. */
static void act(int caller)
{
    struct caller *c = &bench.caller[caller];
    char text[80];
    if (c->ended && c->link)
        leave_as(caller);
    if (!c->link || c->ended || !c->link->seat) {
        come(caller);
        return;
    }
    uint32_t what = below(100);
    bool over = hosted()->over;
    if (over && what < 30) {
        look_at_the_record(); /* with all that was said since the end */
        if (below(2))
            snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"play_again\"}", ++next_id);
        else
            snprintf(text, sizeof text, "{\"id\":%u,\"t\":\"change_game\",\"game\":\"%s\"}", ++next_id,
                     games[below(3)]->name);
        send_as(caller, text);
    } else if (what < 3) {
        leave_as(caller);
    } else if (what < 12) {
        talk(caller);
    } else if (what < (hosted_begun(hosted()) ? 15 : 50)) {
        arrange(caller);
    } else {
        play_a_move(caller);
    }
}

static void serve(const struct game *game)
{
    char body[100];
    bench_open(NULL);
    bench.key[0] = seed;
    memset(&party, 0, sizeof party);
    people = 0;
    next_id = 0;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"gallery\":true,\"pace\":\"quick\",\"away_s\":%u}",
             game->name, 1 + below(30));
    assert_int_equal(ask_table(body), 201);
    text_in(bench.request.reply, "table", party.code, sizeof party.code);
    for (uint32_t i = 1 + below(4); i; i--)
        one_more();
    for (int turns = 0; turns < 400 && hosted(); turns++) {
        bool was_over = hosted()->over;
        if (below(60) == 0)
            one_more();
        else if (people && below(250))
            act((int)below((uint32_t)people));
        else
            bench_crash();
        bench_wait(below(8) ? below(400) : below(9000));
        if (hosted() && hosted()->over && !was_over)
            look_at_the_record();
        forget_what_was_heard();
    }
    if (hosted())
        look_at_the_record();
    bench_close(NULL);
}

static void served(void **state)
{
    (void)state;
    for (uint64_t i = 10001; i <= 10300; i++) {
        seed = i;
        if (only && seed != only)
            continue;
        luck_key[0] = seed;
        luck_drawn = 0;
        serve(games[below(3)]);
    }
}

static int tell_seed(void **state)
{
    (void)state;
    print_message("the last seed was %llu\n", (unsigned long long)seed);
    return 0;
}

/* Fewer would prove less than is said. */
static void enough(void **state)
{
    (void)state;
    print_message("%u records, %u of finished games, %u of a second game or later; %u lines told to seats\n",
                  records, finished, older_rounds, lines_told);
    if (!only)
        assert_true(records >= 2000 && finished >= 1000 && older_rounds >= 50);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        {"P8.1 every record of a simulated game is proved, and tells each seat what it was shown", simulated,
         NULL, tell_seed, NULL},
        {"P8.1 every record of a served game is proved, and tells each seat what it was shown", served, NULL,
         tell_seed, NULL},
        {"at least two thousand", enough, NULL, NULL, NULL},
    };
    only = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    int made = mkstemp(file);
    if (made < 0)
        return 1;
    close(made);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file);
    return failed;
}
