/* tests/unit/test_record_forged.c -- what somebody could write into a record, or take out of it.
 *
 * A careless forger changes lines; a clever one also makes counts and chain fit (lines_seal).  Nobody can
 * change what follows from the rules, the commands and the seed. */
#include "tell/tell.h"
#include "games/maze/maze.h"
#include "tests/help/record_bench.h"

static struct scene scene;
static struct lines lines;

/* A game of each sort, by bots that know how to play it; what was not dealt in is short. */
static void play_well(const struct game *game, uint64_t seed)
{
    static const char *const names[] = {"Ann", "Ben", "Cleo", "Dag"};
    static struct input offers[LEGAL_MAX];
    scene_open(&scene, game, seed);
    int people = game->seats_min > 3 ? game->seats_min : 3;
    for (int i = 0; i < people; i++)
        assert_int_equal(match_seat(&scene.m, bot_find(game, "", 0), PACE_NORMAL, names[i]), REFUSAL_OK);
    DO(&scene, SEAT_SERVER, seat_player, .name = "Eve");
    DO(&scene, 1, say, .text = "Hello");
    say_something(&scene);
    int count = game->legal(scene.m.table.truth, scene_seats(&scene)->host, offers, LEGAL_MAX);
    assert_true(count > 0);
    submit(&scene, &offers[0]);
    DO(&scene, SEAT_SERVER, mark_seat, .seat = (seat_t)(people + 1), .bot = 1);
    for (int i = 0; i < 60 && match_step(&scene.m, 3600 * 1000); i++)
        ;
}

static bool taken(const char *text, size_t size, struct record_proved *proved)
{
    struct table t;
    struct complaint why;
    if (!record_prove(text, size, &t, proved, &why)) {
        assert_true(why.text[0]);
        return false;
    }
    assert_true(t.game->sound(t.truth));
    table_close(&t);
    return true;
}

static bool lines_taken(void)
{
    struct record_proved proved;
    size_t size;
    char *text = lines_join(&lines, &size);
    bool good = taken(text, size, &proved);
    free(text);
    return good;
}

static void refuse_lines(size_t at, const char *what)
{
    if (lines_taken())
        fail_msg("%s, line %zu: taken: %s", what, at + 1, at < lines.count ? lines.line[at] : "");
}

static void as_it_was(void)
{
    size_t size;
    char *text = scene_text(&scene, &size);
    lines_free(&lines);
    lines_of(&lines, text);
    free(text);
}

static bool is_event(size_t at)
{
    return record_is_event(lines.line[at], strlen(lines.line[at]));
}

/* Events are numbered through, as if nothing had been added or taken out. */
static void number_through(void)
{
    seq_t n = 0;
    char line[WIRE_MAX];
    struct event e;
    struct complaint why;
    for (size_t i = 1; i < lines.count; i++)
        if (is_event(i) &&
            wire_read_event(scene.m.table.game->schema, lines.line[i], strlen(lines.line[i]), &e, &why)) {
            e.seq = ++n;
            wire_write_event(scene.m.table.game->schema, &e, line, sizeof line);
            lines_set(&lines, i, line);
        }
}

#define FOR_ALL_GAMES(g)                                                                                     \
    for (const struct game *const *g = games; *g; scene_close(&scene), lines_free(&lines), g++)

/* ---- careless ---- */

/* Of the header, which game it was for its table and when is nobody's to prove. */
static void refuses_changed_bytes(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        struct record_proved proved;
        size_t size;
        play_well(*g, 3);
        char *text = scene_text(&scene, &size);
        assert_true(taken(text, size, &proved));
        size_t id = (size_t)(strstr(text, "\"id\":") - text),
               commitment = (size_t)(strstr(text, "\"commitment\"") - text);
        for (size_t i = 0; i < size; i++) {
            if (i >= id && i < commitment)
                continue;
            char was = text[i], other[] = {(char)(was ^ 1), (char)below(256), '0', '"'};
            for (size_t k = 0; k < sizeof other; k++) {
                text[i] = other[k];
                if (other[k] != was && taken(text, size, &proved))
                    fail_msg("%s: byte %zu, %c instead of %c: %.60s", (*g)->name, i, other[k], was, text + i);
            }
            text[i] = was;
        }
        free(text);
    }
}

static void refuses_missing_lines(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 4);
        as_it_was();
        for (size_t i = 0, count = lines.count; i < count; i++) {
            lines_drop(&lines, i);
            refuse_lines(i, "a line is missing");
            as_it_was();
            if (i && !is_event(i)) { /* a whole entry */
                do
                    lines_drop(&lines, i);
                while (i < lines.count && is_event(i));
                number_through();
                refuse_lines(i, "an entry is missing");
                as_it_was();
            }
        }
    }
}

static void refuses_added_lines(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 5);
        as_it_was();
        for (size_t i = 0, count = lines.count; i < count; i++) {
            lines_insert(&lines, i, lines.line[i]);
            refuse_lines(i, "a line twice");
            if (i) {
                lines_seal(&lines);
                refuse_lines(i, "a line twice, and sealed");
            }
            as_it_was();
            lines_insert(&lines, i, "");
            refuse_lines(i, "an empty line");
            as_it_was();
        }
    }
}

static void refuses_swapped_lines(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 6);
        as_it_was();
        for (size_t i = 0; i + 1 < lines.count; i++) {
            char *line = lines.line[i];
            lines.line[i] = lines.line[i + 1];
            lines.line[i + 1] = line;
            refuse_lines(i, "swapped");
            if (i && is_event(i) && is_event(i + 1)) {
                number_through();
                lines_seal(&lines);
                refuse_lines(i, "swapped, numbered and sealed");
            }
            as_it_was();
        }
    }
}

/* ---- clever ---- */

/* The event of a line with another byte in its body; false: nothing that is told has changed. */
static bool change_event(size_t at, size_t byte)
{
    const struct schema *schema = scene.m.table.game->schema;
    struct event e;
    struct complaint why;
    char line[WIRE_MAX];
    assert_true(wire_read_event(schema, lines.line[at], strlen(lines.line[at]), &e, &why));
    if (byte >= e.size)
        return false;
    e.body[byte] ^= 1;
    wire_write_event(schema, &e, line, sizeof line);
    if (!strcmp(line, lines.line[at]))
        return false;
    lines_set(&lines, at, line);
    return true;
}

static void refuses_changed_facts(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 7);
        as_it_was();
        lines_seal(&lines);
        assert_true(lines_taken()); /* sealing is what the server does */
        for (size_t i = 1; i < lines.count; i++)
            for (size_t byte = 0; is_event(i) && byte < BODY_MAX; byte++)
                if (change_event(i, byte)) {
                    lines_seal(&lines);
                    refuse_lines(i, "another fact");
                    as_it_was();
                }
    }
}

/* Whom it is shown is a fact, too. */
static void refuses_other_sights(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 8);
        as_it_was();
        for (size_t i = 1; i < lines.count; i++) {
            if (!is_event(i))
                continue;
            bool changed = lines_change(&lines, i, "\"to\":0", "\"to\":2") ||
                           lines_change(&lines, i, "\"to\":", "\"to\":1");
            assert_true(changed);
            lines_seal(&lines);
            refuse_lines(i, "shown to others");
            as_it_was();
        }
    }
}

static void refuses_missing_facts(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 9);
        as_it_was();
        for (size_t i = 1, count = lines.count; i < count; i++) {
            if (!is_event(i))
                continue;
            lines_drop(&lines, i);
            number_through();
            lines_seal(&lines);
            refuse_lines(i, "a fact is missing");
            as_it_was();
        }
    }
}

/* After every line, whatever once happened in this game happens again. */
static void refuses_added_facts(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 10);
        as_it_was();
        for (size_t i = 2, count = lines.count; i < count; i++)
            for (int tries = 0; tries < 6; tries++) {
                size_t from = 1 + below((uint32_t)count - 1);
                if (!is_event(from))
                    continue;
                lines_insert(&lines, i, lines.line[from]);
                number_through();
                lines_seal(&lines);
                refuse_lines(i, "a fact more");
                as_it_was();
            }
    }
}

static void set_hex(const char *key, const uint8_t *bytes, size_t size)
{
    char hex[200];
    secret_to_hex(bytes, size, hex);
    memcpy(strstr(lines.line[0], key) + strlen(key), hex, 2 * size);
}

/* The seed of another game, its commitment, and a chain that fits: the cards are others. */
static void refuses_another_seed(void **unused)
{
    uint8_t seed[SEED_BYTES] = {7}, commitment[HASH_BYTES];
    struct complaint why;
    struct table t;
    struct record_proved proved;
    size_t size;
    (void)unused;
    secret_commitment(seed, commitment);
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 11);
        as_it_was();
        set_hex("\"seed\":\"", seed, sizeof seed);
        lines_seal(&lines);
        refuse_lines(0, "another seed");
        as_it_was();
        set_hex("\"commitment\":\"", commitment, sizeof commitment);
        refuse_lines(0, "another commitment");
        lines_seal(&lines);
        refuse_lines(0, "another commitment, sealed");
        as_it_was();
        set_hex("\"chain\":\"", commitment, sizeof commitment);
        refuse_lines(0, "another chain");
        as_it_was();
        set_hex("\"seed\":\"", seed, sizeof seed);
        set_hex("\"commitment\":\"", commitment, sizeof commitment);
        lines_seal(&lines);
        char *text = lines_join(&lines, &size);
        bool good = record_prove(text, size, &t, &proved, &why);
        assert_int_equal(good, !(*g)->dealt[0]); /* where nothing is dealt, it is a game with that seed */
        if (good)
            table_close(&t);
        else
            assert_non_null(strstr(why.text, "lead to something else here"));
        free(text);
    }
}

static void refuses_other_versions(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 12);
        as_it_was();
        for (size_t i = 1; i < lines.count; i++)
            for (int v = 0; v < 3; v += 2)
                if (!is_event(i) && lines_change(&lines, i, "\"v\":1", v ? "\"v\":2" : "\"v\":0")) {
                    lines_seal(&lines);
                    refuse_lines(i, "another version");
                    as_it_was();
                }
    }
}

/* ---- words ---- */

static size_t line_with_words(size_t from)
{
    return lines_find(&lines, from, "\"salt\":\"");
}

static void refuses_other_words(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 13);
        as_it_was();
        for (size_t i = line_with_words(1); i; i = line_with_words(i + 1)) {
            static const char *const keys[] = {"\"salt\":\"", "\"word\":\""};
            for (int k = 0; k < 2; k++)
                for (int digit = 0; digit < 32; digit++) {
                    char *at = strstr(lines.line[i], keys[k]) + 8 + digit;
                    *at = *at == 'f' ? '0' : 'f';
                    refuse_lines(i, "another salt or hash");
                    lines_seal(&lines);
                    refuse_lines(i, "another salt or hash, sealed");
                    as_it_was();
                }
            assert_true(lines_change(&lines, i, "\"name\":\"", "\"name\":\"x") ||
                        lines_change(&lines, i, "\"text\":\"", "\"text\":\"x"));
            assert_true(lines_change(&lines, i + 1, "\"name\":\"", "\"name\":\"x") ||
                        lines_change(&lines, i + 1, "\"text\":\"", "\"text\":\"x"));
            lines_seal(&lines);
            refuse_lines(i, "another name or text in command and event");
            as_it_was();
        }
    }
}

/* Takes the text of that key out of a line; escapes and all. */
static void empty_text(size_t at, const char *key)
{
    char *text = strstr(lines.line[at], key), *end;
    if (!text)
        return;
    text += strlen(key);
    for (end = text; *end != '"'; end++)
        end += *end == '\\';
    memmove(text, end, strlen(end) + 1);
}

/* P8.3: what a server does that deletes.  The chain stays. */
static void delete_words(size_t at)
{
    char *salt = strstr(lines.line[at], ",\"salt\":\"");
    memmove(salt, salt + 10 + 2 * SALT_BYTES, strlen(salt + 10 + 2 * SALT_BYTES) + 1);
    do {
        empty_text(at, "\"name\":\"");
        empty_text(at, "\"text\":\"");
    } while (++at < lines.count && is_event(at));
}

static void same_but_for_words(const struct table *a, const struct table *b)
{
    const struct event *x = table_next(a, NULL), *y = table_next(b, NULL);
    for (; x && y; x = table_next(a, x), y = table_next(b, y)) {
        assert_true(x->kind == y->kind && x->at_ms == y->at_ms && x->to == y->to);
        for (const struct field *f = a->game->schema->events[x->kind].fields(); f->name; f++)
            if (f->holds != HOLDS_WORDS)
                assert_memory_equal(x->body + f->offset, y->body + f->offset, f->size);
    }
    assert_true(!x && !y);
}

static void prove_without(uint32_t words)
{
    struct table t;
    struct record_proved proved;
    size_t size;
    char *text = lines_join(&lines, &size);
    prove(text, size, &t, &proved);
    assert_int_equal(proved.deleted, words);
    assert_int_equal(proved.judged, proved.entries - words);
    assert_memory_equal(proved.header.chain, scene.record.sheet.header.chain, HASH_BYTES);
    same_but_for_words(&scene.m.table, &t);
    free(text);
    table_close(&t);
}

static void proves_without_words(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++)
        FOR_ALL_GAMES(g)
        {
            uint32_t all = 0;
            play_at_random(&scene, *g, seed, (*g)->seats_min, 150);
            as_it_was();
            for (size_t i = line_with_words(1); i; i = line_with_words(i + 1)) {
                delete_words(i);
                prove_without(1);
                as_it_was();
            }
            for (size_t i = line_with_words(1); i; i = line_with_words(i + 1), all++)
                delete_words(i);
            assert_true(all);
            prove_without(all);
        }
}

/* What stands in a record instead of deleted words cannot be used to write something into it. */
static void refuses_forged_deletions(void **unused)
{
    (void)unused;
    FOR_ALL_GAMES(g)
    {
        play_well(*g, 14);
        as_it_was();
        for (size_t i = line_with_words(1); i; i = line_with_words(i + 1)) {
            char *at = strstr(lines.line[i], "\"word\":\"") + 8;
            *at = *at == 'f' ? '0' : 'f';
            delete_words(i);
            refuse_lines(i, "another hash of deleted words");
            as_it_was();
            delete_words(i);
            for (size_t byte = 0; byte < 8; byte++)
                if (change_event(i + 1, byte)) {
                    lines_seal(&lines);
                    refuse_lines(i, "another fact beside deleted words");
                    as_it_was();
                    delete_words(i);
                }
            for (size_t from = i + 2; from < lines.count; from++)
                if (is_event(from)) {
                    char moved[WIRE_MAX];
                    snprintf(moved, sizeof moved, "%s", lines.line[from]);
                    lines_set(&lines, i + 1, moved);
                    number_through();
                    lines_seal(&lines);
                    refuse_lines(i, "an event under the cover of deleted words");
                    as_it_was();
                    delete_words(i);
                }
            as_it_was();
        }
    }
}

static void tells_somebody(void **unused)
{
    struct table t;
    struct record_proved proved;
    size_t size, told_size;
    char *told;
    (void)unused;
    play_well(&maze, 15);
    as_it_was();
    for (size_t i = line_with_words(1); i; i = line_with_words(i + 1))
        delete_words(i);
    char *text = lines_join(&lines, &size);
    prove(text, size, &t, &proved);
    FILE *out = open_memstream(&told, &told_size);
    tell_table(out, &t, proved.header.date, TELL_TRUTH, false);
    fclose(out);
    assert_non_null(strstr(told, "somebody takes seat 1 (a bot)\n"));
    assert_non_null(strstr(told, "somebody said something that was deleted\n"));
    assert_null(strstr(told, "Ann"));
    free(told);
    free(text);
    table_close(&t);
    scene_close(&scene);
    lines_free(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P5.2 no byte of a record can be another", refuses_changed_bytes, 0, 0, 0},
        {"P5.2 no line can be missing", refuses_missing_lines, 0, 0, 0},
        {"P5.2 no line can be added", refuses_added_lines, 0, 0, 0},
        {"P5.2 no two lines can change places", refuses_swapped_lines, 0, 0, 0},
        {"P5.2 no fact that follows can be another, even if the chain is made to fit", refuses_changed_facts,
         0, 0, 0},
        {"P5.2 nor can it be shown to others", refuses_other_sights, 0, 0, 0},
        {"P5.2 nor be left out", refuses_missing_facts, 0, 0, 0},
        {"P5.2 nor be added", refuses_added_facts, 0, 0, 0},
        {"P5.2 another seed deals other cards", refuses_another_seed, 0, 0, 0},
        {"P8.8 a version that did not judge is refused", refuses_other_versions, 0, 0, 0},
        {"other words than were said are refused", refuses_other_words, 0, 0, 0},
        {"a record without words that were deleted is proved", proves_without_words, 0, 0, 0},
        {"under deleted words nothing can be forged", refuses_forged_deletions, 0, 0, 0},
        {"whose name is deleted is somebody", tells_somebody, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
