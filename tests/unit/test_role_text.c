/* tests/unit/test_role_text.c -- the role cards as a text: what is read, and how a mistake is told. */
#include "games/maze/cards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static char house[DECK_TEXT_MAX];
static size_t house_size;

static int read_house(void **state)
{
    (void)state;
    FILE *in = fopen("data/roles/mall.roles", "rb");
    assert_non_null(in);
    house_size = fread(house, 1, sizeof house - 1, in);
    fclose(in);
    return 0;
}

static void compiled_in(void **state)
{
    static struct role_deck deck;
    struct complaint why;
    (void)state;
    if (!deck_parse(house, house_size, &deck, &why))
        fail_msg("mall.roles:%u: %s", (unsigned)why.line, why.text);
    assert_memory_equal(&deck, &deck_house, sizeof deck);
}

/* The text with one place changed; the line at which it stands. */
static uint32_t changed(const char *from, const char *to, char *out)
{
    const char *at = strstr(house, from);
    assert_non_null(at);
    uint32_t line = 1;
    for (const char *c = house; c < at; c++)
        line += *c == '\n';
    size_t before = (size_t)(at - house);
    snprintf(out, DECK_TEXT_MAX + 200, "%.*s%s%s", (int)before, house, to, at + strlen(from));
    return line;
}

static const struct {
    const char *from, *to, *told;
    int line; /* after the place of the change; -1: none */
} mistakes[] = {
    {"turncoat roles 1", "turncoat tiles 1", "the first line must be: turncoat roles 1", 0},
    {"name: The mall's own cards", "title: x", "the second line must be name: and 1 to 49 bytes of text", 0},
    {"card rearguard", "card reargard", "there is no such card: reargard", 0},
    {"card rearguard", "card lightning_rod", "the card is there twice: lightning_rod", 0},
    {"letters: C E\ndone: place of dwarf = 4", "letters: C,E\ndone: place of dwarf = 4",
     "letters are A to E, with a blank between -- C,E", 0},
    {"letters: C E\ndone: place of dwarf = 4", "letters: C F\ndone: place of dwarf = 4",
     "letters are A to E, with a blank between -- C F", 0},
    {"letters: C E\ndone: place of dwarf = 4", "letters: C C\ndone: place of dwarf = 4",
     "a letter is given twice: C C", 0},
    {"side: hero\nletters: C E\ndone: place of dwarf", "side: heros\nletters: C E\ndone: place of dwarf",
     "a side is hero or traitor", 0},
    {"copies: 8", "copies: none", "copies are a number from 1", 0},
    {"copies: 8", "copies: 999", "copies are a number from 1", 0},
    {"copies: 8", "copies: 0", "copies are a number from 1", 0},
    {"needs: 4 players", "needs: 4 people", "no card can need that: 4 people", 0},
    {"needs: vortexes", "needs: vortices", "no card can need that: vortices", 0},
    {"needs: pile 11 or more", "needs: pile 11 or less", "no card can need that: pile 11 or less", 0},
    {"done: place of dwarf = 4", "done: place of dwarves = 4", "which hero? place of dwarves = 4", 0},
    {"done: place of dwarf = 4", "done: palce of dwarf = 4",
     "nothing is counted that is called palce of dwarf = 4", 0},
    {"done: place of dwarf = 4", "done: place of dwarf == 4",
     "a comparison is >=, <=, < or = and a number -- place of dwarf == 4", 0},
    {"done: place of dwarf = 4", "done: place of dwarf = four", "not a number: place of dwarf = four", 0},
    {"done: place of dwarf = 4", "done: place of dwarf = 400", "not a number: place of dwarf = 400", 0},
    {"done: place of dwarf = 4", "done: theft, theft, theft, theft", "too many comparisons: at most 3", 0},
    {"done: place of dwarf = 4", "done: no spaces >= 3",
     "a comparison is >=, <=, < or = and a number -- no spaces >= 3", 0},
    {"done: place of dwarf = 4", "won: place of dwarf = 4", "not a line of a card: won: place of dwarf = 4",
     0},
    {"failed: place of dwarf >= 1, place of dwarf <= 3", "done: theft", "given twice: done:", 0},
    {"failed: place of dwarf >= 1, place of dwarf <= 3", "side: hero", "given twice: side:", 0},
    {"failed: place of dwarf >= 1, place of dwarf <= 3", "rule: no words",
     "a mission, a rule or a change of sides, not two of them: rearguard", -4},
    {"rule: no action for 3 s", "rule: no action for 3", "the rule ends with a number", 0},
    {"rule: no action for 3 s", "rule: no action for 0 s", "the rule ends with a number", 0},
    {"rule: no action for 3 s", "rule: no actions for 3 s", "there is no such rule: no actions for 3 s", 0},
    {"rule: only with the pawn: dwarf", "rule: only with the pawn: ogre", "the rule ends with a number", 0},
    {"rule: steps 2", "failed: theft", "only a mission can fail: short_of_breath", -3},
    {"side: traitor\nletters: D E\nturns: theft", "side: traitor\nletters: D E\nrule: no words",
     "only heroes have a special rule: penitent", -1},
    {"turns: sand < 20", "turns: sand < 20, theft", "sand is only for turns:, alone and with <: panicker",
     -3},
    {"turns: sand < 20", "turns: sand >= 20", "sand is only for turns:, alone and with <: panicker", -3},
    {"turns: sand < 20", "done: sand < 20", "sand is only for turns:, alone and with <: panicker", -3},
    {"done: sand at a flip < 30", "done: theft\nfailed: sand < 30",
     "sand is only for turns:, alone and with <: thrill_seeker", -3},
    {"letters: E\nneeds: pawn\ndone: pawn by you >= 6", "needs: pawn\ndone: pawn by you >= 6",
     "a card needs a side: and letters: -- ringleader", -2},
};

static void every_mistake(void **state)
{
    static char text[DECK_TEXT_MAX + 200];
    static struct role_deck deck;
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct complaint why = {0};
        uint32_t line = changed(mistakes[i].from, mistakes[i].to, text);
        assert_false(deck_parse(text, strlen(text), &deck, &why));
        if (strncmp(why.text, mistakes[i].told, strlen(mistakes[i].told)) != 0)
            fail_msg("line %u: %s; not: %s", (unsigned)why.line, why.text, mistakes[i].told);
        if (why.line != (uint32_t)((int)line + mistakes[i].line))
            fail_msg("%s: line %u, not %d", why.text, (unsigned)why.line, (int)line + mistakes[i].line);
    }
}

static void whole_texts(void **state)
{
    static struct role_deck deck;
    static char text[DECK_TEXT_MAX + 200];
    struct complaint why;
    (void)state;
    assert_false(deck_parse("", 0, &deck, &why));
    assert_int_equal(why.line, 1);
    memset(text, 'x', sizeof text);
    assert_false(deck_parse(text, DECK_TEXT_MAX + 1, &deck, &why));
    assert_string_equal(why.text, "longer than a deck can be (16384 bytes)");
    const char *last = strstr(house, "card ringleader");
    assert_false(deck_parse(house, (size_t)(last - house), &deck, &why));
    assert_string_equal(why.text, "a card is missing: ringleader");
    const char *first = strstr(house, "card hero");
    snprintf(text, sizeof text, "%.*sside: hero\n", (int)(first - house), house);
    assert_false(deck_parse(text, strlen(text), &deck, &why));
    assert_string_equal(why.text, "this belongs to a card, and no card has begun");
}

/* Any bytes are borne: cut short anywhere, or with one byte changed. */
static void any_bytes(void **state)
{
    static struct role_deck deck;
    static char text[DECK_TEXT_MAX];
    struct complaint why;
    (void)state;
    for (size_t size = 0; size < house_size; size += 7) {
        why.text[0] = 0;
        if (!deck_parse(house, size, &deck, &why))
            assert_true(why.text[0]);
        memcpy(text, house, house_size);
        text[size] = (char)(size * 37 + 11);
        if (!deck_parse(text, house_size, &deck, &why))
            assert_true(why.text[0] && memchr(why.text, 0, sizeof why.text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(compiled_in, read_house),
        cmocka_unit_test_setup(every_mistake, read_house),
        cmocka_unit_test_setup(whole_texts, read_house),
        cmocka_unit_test_setup(any_bytes, read_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
