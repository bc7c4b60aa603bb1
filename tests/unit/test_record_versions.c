/* tests/unit/test_record_versions.c -- records that an earlier version of the rules judged (P8.8).
 *
 * This program has the real games in a version of tomorrow, which plays the same or, where a test says so,
 * differently. */
#include "games/maze/maze.h"
#include "tests/help/record_bench.h"

extern const struct game null, traitor;

static struct game tomorrow[3]; /* filled in by main() */
const struct game *const games[] = {&tomorrow[0], &tomorrow[1], &tomorrow[2], NULL};
static const struct game *const today[] = {&null, &maze, &traitor};
enum { NULL_GAME, MAZE, TRAITOR, GAMES };

static struct scene scene;
static struct lines lines;

static void lines_of_scene(void)
{
    size_t size;
    char *text = scene_text(&scene, &size);
    lines_free(&lines);
    lines_of(&lines, text);
    free(text);
}

static bool proves(struct record_proved *proved, struct complaint *why)
{
    struct table t;
    size_t size;
    char *text = lines_join(&lines, &size);
    bool good = record_prove(text, size, &t, proved, why);
    free(text);
    if (good)
        table_close(&t);
    return good;
}

static struct record_proved must_prove(void)
{
    struct record_proved proved;
    struct complaint why;
    if (!proves(&proved, &why))
        fail_msg("line %u: %s: %s", (unsigned)why.line, why.text,
                 why.line <= lines.count && why.line ? lines.line[why.line - 1] : "");
    assert_int_equal(proved.judged + proved.older + proved.deleted, proved.entries);
    return proved;
}

static void must_refuse(const char *reason)
{
    struct record_proved proved;
    struct complaint why;
    if (proves(&proved, &why))
        fail_msg("taken, instead of: %s", reason);
    if (!strstr(why.text, reason))
        fail_msg("line %u: %s; instead of: %s", (unsigned)why.line, why.text, reason);
}

/* As bots play it today. */
static void play_today(int game, uint64_t seed)
{
    static struct input offers[LEGAL_MAX];
    const struct game *g = today[game];
    scene_open(&scene, g, seed);
    DO(&scene, SEAT_SERVER, seat_player, .name = "Ann");
    for (int i = 1; i < (g->seats_min > 3 ? g->seats_min : 3); i++) {
        struct seat_player bot = {.bot = 1};
        struct input in;
        snprintf(bot.name, sizeof bot.name, "bot %d", i);
        ask(&in, 1, CMD_seat_player, &bot, sizeof bot);
        submit(&scene, &in);
    }
    DO(&scene, 1, say, .text = "shall we?");
    int count = g->legal(scene.m.table.truth, 1, offers, LEGAL_MAX);
    assert_true(count > 0);
    submit(&scene, &offers[0]);
    for (int i = 0; i < 200; i++)
        play_once(&scene);
    lines_of_scene();
}

static void end(void)
{
    for (int i = 0; i < GAMES; i++)
        tomorrow[i].decide = today[i]->decide;
    scene_close(&scene);
    lines_free(&lines);
}

/* What the rules of tomorrow judge the same is proved in full; but they do not have to. */
static void reads_older(void **unused)
{
    (void)unused;
    for (int g = 0; g < GAMES; g++)
        for (uint64_t seed = 1; seed < 20; seed++) {
            play_today(g, seed);
            struct record_proved proved = must_prove();
            assert_int_equal(proved.header.version, today[g]->version);
            assert_int_equal(proved.judged, proved.entries);
            end();
        }
}

/* ---- rules that have changed ---- */

static refusal_t refuse_reactions(struct turn *t)
{
    for (int i = 0; i < GAMES; i++)
        if (t->game == &tomorrow[i] && t->in->kind != CMD_react)
            return today[i]->decide(t);
    return REFUSAL_not_now;
}

static void tells_older(void **unused)
{
    (void)unused;
    for (int g = 0; g < GAMES; g++) {
        play_today(g, 1);
        DO(&scene, 1, react, .reaction = reaction_bravo);
        DO(&scene, 1, react, .reaction = reaction_yes);
        lines_of_scene();
        uint32_t reactions = 0;
        for (size_t i = 1; (i = lines_find(&lines, i, "\"t\":\"react\"")); i++)
            reactions++;
        tomorrow[g].decide = refuse_reactions;
        struct record_proved proved = must_prove();
        assert_int_equal(proved.older, reactions);
        assert_int_equal(proved.judged, proved.entries - reactions);
        end();
    }
}

/* One event more before everything that a set-up deals. */
static refusal_t tell_more(struct turn *t)
{
    int g = 0;
    while (t->game != &tomorrow[g])
        g++;
    if (t->in->kind != t->game->set_up)
        return today[g]->decide(t);
    EMIT(t, 0, seat_ready, .seat = 1, .ready = 1);
    refusal_t refusal = today[g]->decide(t);
    t->count *= !refusal;
    return refusal;
}

static void dealt_elsewhere(void **unused)
{
    (void)unused;
    for (int g = MAZE; g < GAMES; g++) {
        play_today(g, 2);
        tomorrow[g].decide = tell_more;
        struct record_proved proved = must_prove();
        assert_int_equal(proved.older, 1);
        end();
    }
}

/* ---- forged ---- */

/* Everything that dice have decided must be what the seed gives, whoever judged it. */
static void refuses_forged_deals(void **unused)
{
    (void)unused;
    for (int g = MAZE; g < GAMES; g++) {
        play_today(g, 3);
        const struct schema *schema = today[g]->schema;
        int tried = 0;
        for (size_t i = 1; i < lines.count; i++)
            for (const uint16_t *dealt = today[g]->dealt; *dealt; dealt++) {
                struct event e;
                struct complaint why;
                char line[WIRE_MAX], tag[60];
                snprintf(tag, sizeof tag, "\"t\":\"%s\"", schema->events[*dealt].name);
                if (!strstr(lines.line[i], tag))
                    continue;
                assert_true(wire_read_event(schema, lines.line[i], strlen(lines.line[i]), &e, &why));
                for (size_t byte = 0; byte < e.size; byte++) {
                    e.body[byte] ^= 1;
                    wire_write_event(schema, &e, line, sizeof line);
                    e.body[byte] ^= 1;
                    if (!strcmp(line, lines.line[i]))
                        continue;
                    lines_set(&lines, i, line);
                    lines_seal(&lines);
                    must_refuse(""); /* the seed deals something else, or it cannot even be written so */
                    lines_of_scene();
                    tried++;
                }
                lines_drop(&lines, i);
                lines_seal(&lines);
                must_refuse(""); /* by its number, at the latest */
                lines_of_scene();
            }
        assert_true(tried > 10);
        end();
    }
}

/* A deal at the end of its entry is missed, although no number is. */
static void refuses_missing_deals(void **unused)
{
    (void)unused;
    for (int g = MAZE; g < GAMES; g++) {
        play_today(g, 4);
        size_t set_up = lines_find(&lines, 1, "\"t\":\"set_up\"");
        while (lines.count > set_up + 3)
            lines_drop(&lines, set_up + 3); /* only the first of what followed */
        lines_seal(&lines);
        must_refuse("that the previous command dealt is missing");
        end();
    }
}

/* What older rules made of a command nobody can judge any more: it is told, and counted as told. */
static void tells_forged_events(void **unused)
{
    (void)unused;
    play_today(NULL_GAME, 5);
    DO(&scene, 1, react, .reaction = reaction_bravo);
    lines_of_scene();
    assert_true(lines_change(&lines, lines.count - 1, "bravo", "hurry"));
    must_refuse("the chain of hashes");
    lines_seal(&lines);
    assert_int_equal(must_prove().older, 1);
    end();
}

static void refuses_unsound_states(void **unused)
{
    struct input in;
    (void)unused;
    scene_open(&scene, &null, 6);
    DO(&scene, SEAT_SERVER, seat_player, .name = "Ann");
    ask(&in, 1, null.set_up, "", 1);
    submit(&scene, &in);
    DO(&scene, 1, react, .reaction = reaction_bravo);
    lines_of_scene();
    lines_set(&lines, lines.count - 1,
              "{\"n\":3,\"at\":0,\"t\":\"nodded\",\"to\":0,\"by\":7}"); /* who is that? */
    lines_seal(&lines);
    must_refuse("the lines before this one lead to an impossible state");
    end();
}

/* ---- a game that went on under newer rules ---- */

/* "key":version, of the rules that it was played by, or of those after them. */
static const char *versioned(const char *key, int game, int later)
{
    static char text[2][32];
    snprintf(text[later], sizeof text[later], "\"%s\":%d", key, today[game]->version + later);
    return text[later];
}

static void change_version(size_t at, const char *key, int game, int from_later)
{
    assert_true(
        lines_change(&lines, at, versioned(key, game, from_later), versioned(key, game, 1 - from_later)));
}

static void version_from(size_t at, int game)
{
    for (; at < lines.count; at++)
        if (!record_is_event(lines.line[at], strlen(lines.line[at])))
            change_version(at, "v", game, 0);
}

static void goes_on(void **unused)
{
    (void)unused;
    for (int g = 0; g < GAMES; g++) {
        play_today(g, 7);
        size_t half = lines.count / 2;
        version_from(half, g);
        change_version(0, "version", g, 0);
        lines_seal(&lines);
        assert_int_equal(must_prove().older, 0);
        /* Who had judged the last command is told by the header, and versions never go back. */
        change_version(0, "version", g, 1);
        must_refuse("that version of the rules");
        change_version(0, "version", g, 0);
        size_t first = 1;
        change_version(first, "v", g, 0);
        lines_seal(&lines);
        must_refuse("that version of the rules");
        lines_of_scene();
        change_version(0, "version", g, 0);
        lines_seal(&lines);
        must_refuse("the version in the header");
        lines_of_scene();
        /* What the rules of now have judged is judged: here the reaction is forged. */
        if (g == NULL_GAME) {
            DO(&scene, 1, react, .reaction = reaction_bravo);
            lines_of_scene();
            version_from(lines.count - 2, g);
            change_version(0, "version", g, 0);
            assert_true(lines_change(&lines, lines.count - 1, "bravo", "hurry"));
            lines_seal(&lines);
            must_refuse("lead to something else here");
        }
        end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P8.8 a record of older rules is read", reads_older, 0, 0, 0},
        {"P8.8 what older rules judged otherwise is told, and counted", tells_older, 0, 0, 0},
        {"P8.8 what is dealt may have stood elsewhere", dealt_elsewhere, 0, 0, 0},
        {"P8.8 another deal is refused, whichever rules judged it", refuses_forged_deals, 0, 0, 0},
        {"P8.8 a deal that is missing is noticed", refuses_missing_deals, 0, 0, 0},
        {"P8.8 what only older rules could judge is told", tells_forged_events, 0, 0, 0},
        {"P8.8 what cannot be is refused, whichever rules judged it", refuses_unsound_states, 0, 0, 0},
        {"P8.8 a game may go on under newer rules", goes_on, 0, 0, 0},
    };
    for (int i = 0; i < GAMES; i++) {
        tomorrow[i] = *today[i];
        tomorrow[i].version++;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
