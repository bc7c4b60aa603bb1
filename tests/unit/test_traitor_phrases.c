/* tests/unit/test_traitor_phrases.c -- quick phrases: saying them, and that every language has all of
 * them. */
#include "tests/help/traitor_bench.h"

enum { TEXT_MAX = 1 << 14, LINE_MAX = 400 };

/* ---- saying them ---- */

static refusal_t phrase(seat_t by, uint8_t which, seat_t seat, seat_t other, uint8_t role)
{
    return ASKED(by, say_phrase, .phrase = which, .seat = seat, .other = other, .role = role);
}

static void every_phrase_is_heard(void **state)
{
    (void)state;
    bench_start(6, 1);
    assert_true(phrase_end - 1 >= 20);
    for (uint8_t which = 1; which < phrase_end; which++) {
        uint8_t slots = phrase_slots[which];
        OK(phrase(2, which, 3, 4, role_guard));
        const struct event *e = happened(EV_phrase_said);
        const struct phrase_said *x = BODY(e, phrase_said);
        assert_int_equal(e->to, SEAT(7) - 1); /* everybody and the gallery */
        assert_int_equal(x->by, 2);
        assert_int_equal(x->phrase, which);
        assert_int_equal(x->seat, slots & SLOT_SEAT ? 3 : 0); /* what it does not name is empty */
        assert_int_equal(x->other, slots & SLOT_OTHER ? 4 : 0);
        assert_int_equal(x->role, slots & SLOT_ROLE ? role_guard : 0);
    }
}

static void slots_must_be_filled(void **state)
{
    (void)state;
    bench_start(6, 1);
    for (uint8_t which = 1; which < phrase_end; which++) {
        uint8_t slots = phrase_slots[which];
        if (slots & SLOT_SEAT) {
            NO(phrase_gap, phrase(2, which, 0, 4, role_guard));
            NO(phrase_gap, phrase(2, which, 2, 4, role_guard));
            NO(phrase_gap, phrase(2, which, 7, 4, role_guard));
        }
        if (slots & SLOT_OTHER) {
            NO(phrase_gap, phrase(2, which, 3, 0, role_guard));
            NO(phrase_gap, phrase(2, which, 3, 3, role_guard));
            NO(phrase_gap, phrase(2, which, 3, 2, role_guard));
        }
        if (slots & SLOT_ROLE) {
            NO(phrase_gap, phrase(2, which, 3, 4, 0));
            NO(phrase_gap, phrase(2, which, 3, 4, role_end));
        }
    }
    NO(no_phrase, phrase(2, 0, 3, 4, role_guard));
    NO(no_phrase, phrase(2, phrase_end, 3, 4, role_guard));
    NO(no_phrase, phrase(2, 255, 3, 4, role_guard));
}

static void what_was_said_is_kept(void **state)
{
    (void)state;
    bench_start(6, 1);
    OK(phrase(1, phrase_i_am, 0, 0, role_key_holder));
    OK(phrase(2, phrase_is, 1, 0, role_traitor));
    OK(phrase(3, phrase_suspect, 2, 0, 0));
    OK(phrase(4, phrase_trust, 1, 0, 0));
    OK(phrase(5, phrase_is_not, 1, 0, role_traitor));
    for (int who = 0; who <= 6; who++) {
        assert_int_equal(VIEW(who)->told[1].of[1], role_key_holder);
        assert_int_equal(VIEW(who)->told[2].of[1], role_traitor);
        assert_int_equal(VIEW(who)->told[3].of[2], WORD_SUSPECT);
        assert_int_equal(VIEW(who)->told[4].of[1], WORD_TRUST);
        assert_int_equal(VIEW(who)->told[5].of[1], role_traitor + WORD_NOT);
    }
    OK(phrase(3, phrase_trust, 2, 0, 0)); /* one who speaks again has changed their mind */
    assert_int_equal(TRUTH->told[3].of[2], WORD_TRUST);
    OK(ASKED(SEAT_SERVER, annul_round, 0));
    static const uint8_t nothing[sizeof TRUTH->told] = {0};
    assert_memory_equal(TRUTH->told, nothing, sizeof nothing); /* of this round only */
    OK(ASKED(1, stop, .seat = 2));
    OK(phrase(3, phrase_suspect, 2, 0, 0)); /* between rounds it is talk of what is over */
    assert_memory_equal(TRUTH->told, nothing, sizeof nothing);
}

/* ---- the languages ---- */

struct language {
    char text[TEXT_MAX];
    size_t size;
    char words[64][LINE_MAX]; /* by phrase, then the roles */
    char wrong[LINE_MAX + 100];
};

static const char *label(const char *field, int value, size_t *size)
{
    for (const struct field *f = traitor_schema.commands[CMD_say_phrase].fields(); f->name; f++)
        if (!strcmp(f->name, field)) {
            *size = (size_t)f->labels[value].size - 2; /* without the quotes */
            return f->labels[value].text + 1;
        }
    return NULL;
}

/* Where the words of a name belong; -1: there is no such name. */
static int find_name(const char *name, size_t size)
{
    size_t length;
    bool role = size > 5 && !memcmp(name, "role.", 5);
    for (int i = 1; i < (role ? role_end : phrase_end); i++) {
        const char *text = label(role ? "role" : "phrase", i, &length);
        if (length == size - (role ? 5u : 0u) && !memcmp(text, name + (role ? 5 : 0), length))
            return role ? phrase_end + i : i;
    }
    return -1;
}

#define WRONG(l, ...) (snprintf((l)->wrong, sizeof(l)->wrong, __VA_ARGS__), false)

/* Well-formed UTF-8, to the end. */
static bool is_utf8(const char *text)
{
    for (const uint8_t *c = (const uint8_t *)text; *c;) {
        int more = *c < 0x80                 ? 0
                   : *c >= 0xc2 && *c < 0xe0 ? 1
                   : *c >= 0xe0 && *c < 0xf0 ? 2
                   : *c < 0xf5               ? 3
                                             : -1;
        if (more < 0 || (*c >= 0x80 && *c < 0xc2))
            return false;
        for (c++; more > 0; more--, c++)
            if ((*c & 0xc0) != 0x80)
                return false;
    }
    return true;
}

static bool read_line(struct language *l, const char *line, size_t size)
{
    const char *equals = memchr(line, '=', size);
    if (!size || !strncmp(line, "//", 2))
        return true;
    if (!equals || equals == line || equals[-1] != ' ' || equals[1] != ' ' || size >= LINE_MAX)
        return WRONG(l, "`%.*s` is not `name = words`", (int)size, line);
    int at = find_name(line, (size_t)(equals - line) - 1);
    if (at < 0)
        return WRONG(l, "`%.*s` is no phrase and no role", (int)(equals - line), line);
    if (l->words[at][0])
        return WRONG(l, "`%.*s` is there twice", (int)(equals - line), line);
    size_t words = size - (size_t)(equals + 2 - line);
    memcpy(l->words[at], equals + 2, words);
    return is_utf8(l->words[at]) || WRONG(l, "`%.*s` is not UTF-8", (int)(equals - line), line);
}

static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

/* The longest text that it can become; -1: it has a slot that does not exist, or not those it must have. */
static int longest(const struct language *l, int which)
{
    static const char *const names[] = {"{seat}", "{other}", "{role}"};
    int length = characters(l->words[which]), role = 0;
    uint8_t found = 0;
    for (int i = phrase_end + 1; i < phrase_end + role_end; i++)
        role = characters(l->words[i]) > role ? characters(l->words[i]) : role;
    for (const char *at = strchr(l->words[which], '{'); at; at = strchr(at + 1, '{')) {
        int slot = 0;
        while (slot < 3 && strncmp(at, names[slot], strlen(names[slot])))
            slot++;
        if (slot == 3 || (found >> slot & 1))
            return -1;
        found |= (uint8_t)(1 << slot);
        length += (slot == 2 ? role : NAME_CHARS_MAX) - (int)strlen(names[slot]);
    }
    bool role_name = which > phrase_end;
    return found == (role_name ? 0 : phrase_slots[which]) ? length : -1;
}

/* False: `wrong` tells the first fault. */
static bool language_fits(struct language *l)
{
    memset(l->words, 0, sizeof l->words);
    for (const char *line = l->text, *end = l->text + l->size; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t size = (size_t)((stop ? stop : end) - line);
        if (!read_line(l, line, size))
            return false;
        line += size + 1;
    }
    for (int i = 1; i < phrase_end + role_end; i++) {
        if (i == phrase_end)
            continue;
        size_t size;
        const char *name = i < phrase_end ? label("phrase", i, &size) : label("role", i - phrase_end, &size);
        if (!l->words[i][0])
            return WRONG(l, "`%.*s` is missing", (int)size, name);
        if (longest(l, i) < 0)
            return WRONG(l, "`%.*s` has not the slots that it must have", (int)size, name);
        if (longest(l, i) > PHRASE_CHARS_MAX)
            return WRONG(l, "`%.*s` is longer than fits", (int)size, name);
    }
    return true;
}

static struct language language;

static void load(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s: cannot be opened", path);
    language.size = fread(language.text, 1, sizeof language.text - 1, in);
    language.text[language.size] = 0;
    fclose(in);
    assert_in_range(language.size, 1000, sizeof language.text - 2);
}

static void languages_are_complete(void **state)
{
    (void)state;
    static const char *const paths[] = {"data/phrases/traitor.en", "data/phrases/traitor.fr",
                                        "data/phrases/traitor.nl"};
    for (int i = 0; i < 3; i++) {
        load(paths[i]);
        if (!language_fits(&language))
            fail_msg("%s: %s", paths[i], language.wrong);
    }
}

/* Puts a text in the place of another, of any length. */
static void plant(const char *old, const char *new)
{
    load("data/phrases/traitor.en");
    char *at = strstr(language.text, old);
    assert_non_null(at);
    assert_true(language.size + strlen(new) < sizeof language.text);
    memmove(at + strlen(new), at + strlen(old), strlen(at + strlen(old)) + 1);
    memcpy(at, new, strlen(new));
    language.size = language.size + strlen(new) - strlen(old);
    assert_false(language_fits(&language));
}

static void faults_are_noticed(void **state)
{
    (void)state;
    plant("suspect = I suspect {seat}.\n", "");
    assert_non_null(strstr(language.wrong, "`suspect` is missing"));
    plant("role.guard = a Guard\n", "");
    assert_non_null(strstr(language.wrong, "`guard` is missing"));
    plant("I suspect {seat}", "I suspect {player}");
    assert_non_null(strstr(language.wrong, "`suspect` has not the slots"));
    plant("I suspect {seat}", "I suspect them");
    assert_non_null(strstr(language.wrong, "`suspect` has not the slots"));
    plant("I suspect {seat}", "I suspect {seat}, {seat}");
    assert_non_null(strstr(language.wrong, "`suspect` has not the slots"));
    plant("Yes.",
          "Yes, and a hundred times yes, whatever anybody at this table has ever said or will ever come to "
          "say about it in all the time to come.");
    assert_non_null(strstr(language.wrong, "`yes` is longer"));
    plant("no = No.", "nope = No.");
    assert_non_null(strstr(language.wrong, "no phrase"));
    plant("no = No.", "yes = No.");
    assert_non_null(strstr(language.wrong, "twice"));
    plant("Yes.", "Yes\xff.");
    assert_non_null(strstr(language.wrong, "UTF-8"));
    plant("no = No.", "no: No.");
    assert_non_null(strstr(language.wrong, "is not `name = words`"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE("P3.4 every phrase is heard by all, with what fills its slots", every_phrase_is_heard),
        RULE("P3.4 a phrase names another player and a role where it must", slots_must_be_filled),
        RULE("P3.4 who said what of whom is kept for the round", what_was_said_is_kept),
        RULE("P3.4 every language has every phrase, with its slots and not too long", languages_are_complete),
        RULE("P3.4 a mistake in a language file is noticed", faults_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
