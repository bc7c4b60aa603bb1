/* cli/check.c -- `turncoat check`: is this tile set, scenario, deck of cards, record or store good?
 *
 * It tells from the beginning what a file is, and leaves the judging to whatever reads such files anyway. */
#include <stdlib.h>
#include <string.h>

#include "cli/check_deck.h"
#include "cli/check_store.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/record_file.h"
#include "games/maze/cards.h"
#include "games/maze/scenarios.h"
#include "tell/tell.h"
#include "winnable/winnable.h"

struct wishes {
    bool winnable;
    struct winnable_options search;
};

static int check_tiles(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    static struct tile_set set;
    struct complaint why;
    if (!tiles_parse(text, size, &set, &why))
        return cli_fail(file, &why);
    printf("%s: ok: tile set \"%s\", %d faces\n", file, set.name, set.count);
    return wishes->winnable ? winnable_report(&set, stdout, &wishes->search) : EXIT_DONE;
}

static int check_scenario(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    struct scenario s;
    struct complaint why;
    int tiles = 0, least, most;
    (void)wishes;
    if (!scenario_judge(text, size, &tiles_house, &s, &why))
        return cli_fail(file, &why);
    for (int n = 1; n <= TILES_MAX; n++)
        tiles += (s.tiles >> n & 1) != 0;
    scenario_seats(&s, &least, &most);
    printf("%s: ok: scenario \"%s\", %d tiles and face %c, %u s of sand, %d to %d players\n", file, s.title,
           tiles, s.side == 2 ? 'B' : 'A', s.sand_s, least, most);
    return EXIT_DONE;
}

static int check_roles(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    static struct role_deck deck;
    struct complaint why;
    int cards = 0;
    (void)wishes;
    if (!deck_parse(text, size, &deck, &why))
        return cli_fail(file, &why);
    for (int card = 1; card < card_end; card++)
        cards += deck.role[card].copies;
    printf("%s: ok: role cards \"%s\", %d cards\n", file, deck.name, cards);
    return EXIT_DONE;
}

static int check_words(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    (void)wishes;
    return check_deck(file, text, size);
}

static int check_record(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    struct table t;
    struct record_proved proved;
    (void)wishes;
    int status = record_text(file, text, size, &t, &proved);
    if (status)
        return status;
    printf("%s: ok: record of %s, %u events, ", file, t.game->name, (unsigned)t.count);
    tell_result(stdout, t.game, t.truth);
    putchar('\n');
    table_close(&t);
    return EXIT_DONE;
}

static const struct {
    const char *begins;
    int (*check)(const char *file, const char *text, size_t size, const struct wishes *wishes);
} sorts[] = {
    {"turncoat tiles ", check_tiles},
    {"turncoat scenario ", check_scenario},
    {"turncoat roles ", check_roles},
    {"{\"turncoat\":\"record\"", check_record},
};

static int check_text(const char *file, const char *text, size_t size, const struct wishes *wishes)
{
    static const struct complaint unknown = {
        1,
        "not a tile set (turncoat tiles 1), a scenario (turncoat scenario 1), role cards (turncoat roles 1), "
        "a record, or word cards (two words a line, with | ; or a tab between)"};
    int (*check)(const char *, const char *, size_t, const struct wishes *) = NULL;
    for (size_t i = 0; !check && i < sizeof sorts / sizeof *sorts; i++)
        if (size >= strlen(sorts[i].begins) && !memcmp(text, sorts[i].begins, strlen(sorts[i].begins)))
            check = sorts[i].check;
    if (!check && check_is_deck(text, size))
        check = check_words;
    if (!check)
        return cli_fail(file, &unknown);
    if (wishes->winnable && check != check_tiles)
        return cli_wrong_use("check: --winnable is for tile sets, and %s is not one", file);
    return check(file, text, size, wishes);
}

static int check_file(const char *file, const struct wishes *wishes)
{
    struct complaint why;
    char *text;
    size_t size;
    if (check_is_store(file))
        return wishes->winnable ? cli_wrong_use("check: --winnable is for tile sets, and %s is not one", file)
                                : check_store(file);
    if (!cli_read_file(file, RECORD_MAX, &text, &size, &why))
        return cli_fail(file, &why);
    int status = check_text(file, text, size, wishes);
    free(text);
    return status;
}

static const char usage[] =
    "usage: turncoat check FILE... [--winnable [--thorough]]\n"
    "Checks tile sets, scenarios, role and word cards, records, stores: a line each, and why one is bad.\n"
    "  --winnable   show by search that a tile set cannot spoil a game; without FILE: the built-in set\n"
    "  --thorough   search for minutes instead of seconds\n";

int check_main(int argc, char **argv)
{
    struct wishes wishes = {.search = {.seed = 1}};
    int files = 0, status = EXIT_DONE;
    if (cli_asks_help(argc, argv))
        return cli_help(usage);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--winnable"))
            wishes.winnable = true;
        else if (!strcmp(argv[i], "--thorough"))
            wishes.search.thorough = true;
        else if (cli_is_option(argv[i]))
            return cli_no_option("check", argv[i]);
        else
            argv[++files] = argv[i];
    }
    if (wishes.search.thorough && !wishes.winnable)
        return cli_wrong_use("check: --thorough only works with --winnable");
    if (!files && !wishes.winnable)
        return cli_wrong_use("check: which files? See turncoat check --help");
    if (!files)
        return winnable_report(&tiles_house, stdout, &wishes.search);
    for (int i = 1; i <= files; i++) {
        int found = check_file(argv[i], &wishes);
        status = found > status ? found : status; /* wrong use outweighs a bad file */
    }
    return status;
}
