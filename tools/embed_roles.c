/* tools/embed_roles.c -- turns the text of the role cards into the C source of `deck_house`, at build time.
 *
 * embed_roles FILE > deck_house.c.  A bad file gets one line on stderr and exit status 1. */
#include "games/maze/cards.h"
#include "tools/embed.h"

static void print_condition(const char *name, const struct card_condition *c)
{
    if (!c->count)
        return;
    printf("\n         .%s = {.count = %d, .test = {", name, c->count);
    for (int i = 0; i < c->count; i++)
        printf("{%d, %d, %d, %d}, ", c->test[i].fact, c->test[i].hero, c->test[i].op, c->test[i].number);
    printf("}},");
}

static void print_role(const struct role *r)
{
    printf(
        "        {.side = %d, .copies = %d, .letters = %d, .players = %d, .pile_least = %d, .pile_most = %d, "
        ".needs = %d, .at_end = %d, .rule = %d, .rule_number = %d,",
        r->side, r->copies, r->letters, r->players, r->pile_least, r->pile_most, r->needs, r->at_end, r->rule,
        r->rule_number);
    print_condition("done", &r->done);
    print_condition("failed", &r->failed);
    print_condition("turns", &r->turns);
    printf("},\n");
}

int main(int argc, char **argv)
{
    static char text[DECK_TEXT_MAX + 1];
    static struct role_deck deck;
    struct complaint why;
    size_t size = 0;
    int status = embed_read_only("embed_roles", argc, argv, text, sizeof text, &size);
    if (status)
        return status;
    if (!deck_parse(text, size, &deck, &why))
        return embed_fail(argv[1], &why);
    printf("/* Made by tools/embed_roles.c from the deck's text. */\n#include \"games/maze/cards.h\"\n\n");
    printf("const struct role_deck deck_house = {\n");
    embed_name("name", deck.name);
    printf("    .role = {\n");
    for (int card = 0; card < card_end; card++)
        print_role(&deck.role[card]);
    printf("    },\n};\n");
    return embed_done();
}
