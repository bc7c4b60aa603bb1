/* tools/typescript.c -- the tables as TypeScript.
 *
 * The page imports these, so that what a game consists of is not written down twice:
 *
 *   enum hero       HEROES, its labels in order; Hero, one of them; HERO, if the view has numbers instead
 *   RECORD(tile)    interface Tile; RECORD(state) is the View
 *   COMMAND(stop)   interface StopCommand; the union Command has those that a seat may ask for
 *   EVENT(stopped)  interface StoppedEvent, in the union Event
 *
 * What all games share is printed once, as common.ts: the page can rely on it whatever is played.  A comment
 * above each list of numbers says what it holds. */
#include "tools/typescript.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/messages.h"

enum { COLUMNS = 100 };

typedef const struct kind *kinds_of(const struct game *game);

static const struct kind *commands_of(const struct game *game)
{
    return game->schema->commands;
}

static const struct kind *events_of(const struct game *game)
{
    return game->schema->events;
}

/* ---- what is the same in all games ---- */

static bool same_labels(const struct label *a, const struct label *b)
{
    if (!a || !b)
        return a == b;
    while (a->size && a->size == b->size && !memcmp(a->text, b->text, a->size))
        a++, b++;
    return !a->size && !b->size;
}

static bool same_fields(const struct field *a, const struct field *b)
{
    for (; a->name && b->name; a++, b++)
        if (strcmp(a->name, b->name) || a->form != b->form || a->count != b->count || a->size != b->size ||
            a->sight != b->sight || a->holds != b->holds || !same_labels(a->labels, b->labels) ||
            !a->part != !b->part || (a->part && !same_fields(a->part(), b->part())))
            return false;
    return !a->name && !b->name;
}

static bool common_kind(kinds_of *of, int i)
{
    const struct kind *first = &of(games[0])[i];
    for (const struct game *const *g = games; *g; g++) {
        const struct kind *kind = &of(*g)[i];
        if (!kind->fields || strcmp(kind->name, first->name) || !same_fields(kind->fields(), first->fields()))
            return false;
    }
    return true;
}

static bool common_refusal(int i)
{
    const char *first = games[0]->schema->refusals[i].name;
    for (const struct game *const *g = games; *g; g++) {
        const char *name = (*g)->schema->refusals[i].name;
        if (!name || strcmp(name, first))
            return false;
    }
    return true;
}

static bool calls_the_same(const struct schema *schema, const struct called *one)
{
    for (const struct called *c = schema->called; c->name; c++)
        if (!strcmp(c->name, one->name) && !c->labels == !one->labels)
            return one->labels ? same_labels(c->labels, one->labels)
                               : same_fields(c->fields(), one->fields());
    return false;
}

static bool common_called(const struct called *one)
{
    for (const struct game *const *g = games; *g; g++)
        if (!calls_the_same((*g)->schema, one))
            return false;
    return true;
}

/* ---- names ---- */

static void camel(const char *name)
{
    for (bool up = true; *name; name++) {
        if (*name != '_')
            putchar(up ? toupper((unsigned char)*name) : *name);
        up = *name == '_';
    }
}

static void capitals(const char *name)
{
    for (; *name; name++)
        putchar(toupper((unsigned char)*name));
}

static void plural(const char *name)
{
    size_t size = strlen(name);
    char last = size ? name[size - 1] : 0;
    for (size_t i = 0; i + (last == 'y') < size; i++)
        putchar(toupper((unsigned char)name[i]));
    printf(last == 'y' ? "IES" : last && strchr("osx", last) ? "ES" : "S");
}

/* ---- enums and records ---- */

/* The name of the enum or record that a field uses. */
static const struct called *called_by(const struct schema *schema, const struct field *f)
{
    for (const struct called *c = schema->called; c->name; c++)
        if (f->labels ? c->labels == f->labels : f->part && c->fields == f->part)
            return c;
    return NULL;
}

/* From a game's own file, what all games have is in common.ts. */
static void refer_to(const struct called *called, bool own)
{
    if (own && common_called(called))
        printf("common.");
    camel(called->name);
}

static bool numbers_in(const struct field *fields, const struct label *labels)
{
    for (const struct field *f = fields; f->name; f++)
        if (f->labels == labels && f->form != FORM_PICK)
            return true;
    return false;
}

/* Does anything hold values of the enum as numbers? */
static bool numbered(const struct schema *schema, const struct label *labels)
{
    for (const struct called *c = schema->called; c->name; c++)
        if (c->fields && numbers_in(c->fields(), labels))
            return true;
    for (int i = 0; i < KINDS_MAX; i++)
        if ((schema->commands[i].fields && numbers_in(schema->commands[i].fields(), labels)) ||
            (schema->events[i].fields && numbers_in(schema->events[i].fields(), labels)))
            return true;
    return false;
}

/* The labels, on separate lines if one is not enough; each with its value, or alone. */
static void print_labels(const struct label *labels, bool values)
{
    int column = COLUMNS;
    for (const struct label *l = labels + 1; l->size; l++) {
        char text[2 * LABEL_BLOCK];
        int size =
            values ? snprintf(text, sizeof text, " %.*s: %d,", l->size - 2, l->text + 1, (int)(l - labels))
                   : snprintf(text, sizeof text, " '%.*s',", l->size - 2, l->text + 1);
        if (column + size > COLUMNS) {
            printf("\n ");
            column = 1;
        }
        printf("%s", text);
        column += size;
    }
    putchar('\n');
}

static void print_enum(const struct schema *schema, const struct called *e)
{
    printf("\nexport const ");
    plural(e->name);
    printf(" = [");
    print_labels(e->labels, false);
    printf("] as const\nexport type ");
    camel(e->name);
    printf(" = (typeof ");
    plural(e->name);
    printf(")[number]\n");
    if (!numbered(schema, e->labels))
        return;
    printf("export const ");
    capitals(e->name);
    printf(" = {");
    print_labels(e->labels, true);
    printf("} as const\n");
}

/* What the numbers of a field mean. */
static void print_meaning(const struct called *of, const struct field *f)
{
    bool list = f->form == FORM_LIST;
    if (f->form == FORM_PICK || !of || of->fields)
        return;
    printf("  /** %s", f->holds == HOLDS_PICKS  ? "Values of "
                       : f->holds == HOLDS_SETS ? list ? "Sets of " : "A set of "
                                                : "How many of each ");
    capitals(of->name);
    printf("%s */\n", f->holds == HOLDS_PICKS  ? "."
                      : f->holds == HOLDS_SETS ? ": bit value - 1."
                                               : ", from value 1 on.");
}

static void print_type(const struct schema *schema, const struct field *f, bool own)
{
    const struct called *of = called_by(schema, f);
    if (f->form == FORM_PICK || f->form == FORM_PART) {
        refer_to(of, own);
        printf("%s", f->form == FORM_PICK ? " | null" : f->count > 1 ? "[]" : "");
    } else {
        printf("%s", f->form == FORM_FLAG   ? "boolean"
                     : f->form == FORM_LIST ? "number[]"
                     : f->form == FORM_TEXT ? "string"
                                            : "number");
    }
}

enum needed { NONE, WHAT_ALL_SEE, EVERYTHING };

static void print_fields(const struct schema *schema, const struct field *fields, bool own, enum needed need)
{
    for (const struct field *f = fields; f->name; f++) {
        print_meaning(called_by(schema, f), f);
        bool always = need == EVERYTHING || (need == WHAT_ALL_SEE && f->sight == SIGHT_ALL);
        printf("  %s%s: ", f->name, always ? "" : "?");
        print_type(schema, f, own);
        printf("\n");
    }
    printf("}\n");
}

static void print_record(const struct schema *schema, const struct called *record, bool own)
{
    printf("\n/** %s */\nexport interface ", record->doc);
    if (strcmp(record->name, "state"))
        camel(record->name);
    else
        printf("View");
    printf(" {\n");
    print_fields(schema, record->fields(), own, EVERYTHING);
}

/* The enums and records that all games have; or, if `own`, those that not all have. */
static void print_called(const struct schema *schema, bool own)
{
    for (const struct called *c = schema->called; c->name; c++)
        if (c->labels && common_called(c) != own)
            print_enum(schema, c);
    for (const struct called *c = schema->called; c->name; c++)
        if (c->fields && common_called(c) != own)
            print_record(schema, c, own);
}

/* ---- commands and events ---- */

static void print_kind(const struct schema *schema, const struct kind *kind, const char *ending,
                       const char *head, bool own, enum needed need)
{
    printf("\n/** %s */\nexport interface ", kind->doc);
    camel(kind->name);
    printf("%s {\n%s", ending, head);
    print_fields(schema, kind->fields(), own, need);
}

static void print_command(const struct schema *schema, const struct kind *kind, bool own, const char *more)
{
    char head[200];
    snprintf(head, sizeof head, "  t: '%s'\n  id?: number\n  seen?: number\n%s", kind->name, more);
    print_kind(schema, kind, "Command", head, own, NONE);
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->form == FORM_TEXT) {
            printf("export const ");
            capitals(kind->name);
            putchar('_');
            capitals(f->name);
            printf("_BYTES = %u\n", (unsigned)f->size - 1);
        }
}

static void print_event(const struct schema *schema, const struct kind *kind, bool own)
{
    char head[200];
    snprintf(head, sizeof head, "  t: '%s'\n  n: number\n  at: number\n", kind->name);
    print_kind(schema, kind, "Event", head, own, WHAT_ALL_SEE);
}

static void print_member(const struct kind *kind, const char *ending)
{
    printf("\n  | ");
    camel(kind->name);
    printf("%s", ending);
}

static bool for_seats(const struct kind *kind)
{
    return kind->askers & (ASKER_SEAT | ASKER_HOST);
}

/* The messages that all games have; or, if `own`, those that not all have. */
static void print_messages(const struct game *game, bool own)
{
    const struct schema *schema = game->schema;
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->commands[i].fields && common_kind(commands_of, i) != own)
            print_command(schema, &schema->commands[i], own, "");
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->events[i].fields && common_kind(events_of, i) != own)
            print_event(schema, &schema->events[i], own);
}

static void print_unions(const struct game *game, bool own)
{
    const struct schema *schema = game->schema;
    const char *more = own ? "\n  | common." : "";
    printf("\n/** What a seat may ask. */\nexport type Command =%s%s", more, own ? "Command" : "");
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->commands[i].fields && common_kind(commands_of, i) != own &&
            for_seats(&schema->commands[i]))
            print_member(&schema->commands[i], "Command");
    printf("\n\nexport type Event =%s%s", more, own ? "Event" : "");
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->events[i].fields && common_kind(events_of, i) != own)
            print_member(&schema->events[i], "Event");
    printf("\n\nexport type Refusal =%s%s", more, own ? "Refusal" : "");
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->refusals[i].name && common_refusal(i) != own)
            printf("\n  | '%s'", schema->refusals[i].name);
    printf("\n");
}

/* ---- files ---- */

static void print_numbers(void)
{
    printf("\n/** Chairs at a table; and as whom the table itself asks. */\n");
    printf("export const SEATS_MAX = %d\nexport const SEAT_SERVER = %d\n", SEATS_MAX, SEAT_SERVER);
    printf("export const NAME_CHARS_MAX = %d\n", NAME_CHARS_MAX);
    printf("export const CHANNEL = { text: %d, voice: %d, reaction: %d, point: %d } as const\n", CHANNEL_TEXT,
           CHANNEL_VOICE, CHANNEL_REACTION, CHANNEL_POINT);
}

void typescript_common(void)
{
    const struct game *any = games[0];
    printf("// Printed by tools/schema from what the tables of all games have: do not edit.\n");
    print_numbers();
    print_called(any->schema, false);
    print_messages(any, false);
    print_unions(any, false);
    printf("\n/** What the table itself asks. */\nexport type TableCommand =");
    for (int i = 0; i < KINDS_MAX; i++)
        if (common_kind(commands_of, i) && any->schema->commands[i].askers & ASKER_SERVER)
            print_member(&any->schema->commands[i], "Command");
    printf("\n");
}

void typescript_game(const struct game *game)
{
    printf("// Printed by tools/schema from the tables of %s: do not edit.\n", game->name);
    printf("import type * as common from './common'\n");
    print_called(game->schema, true);
    print_messages(game, true);
    print_unions(game, true);
    printf("\n/** What the host chooses before the game. */\nexport type Options = Omit<");
    camel(game->schema->commands[game->set_up].name);
    printf("Command, 't' | 'id' | 'seen'>\n");
}

void typescript_games(void)
{
    static const char *const types[] = {"View", "Command", "Event", "Refusal", "Options", "Ending"};
    printf("// Printed by tools/schema from the games of the house: do not edit.\n\n"
           "/** What is known of a game before it is fetched. */\nexport const FACTS = {\n");
    for (const struct game *const *g = games; *g; g++)
        printf("  %s: { version: %u, seats_min: %u, seats_max: %u, set_up: '%s' },\n", (*g)->name,
               (unsigned)(*g)->version, (unsigned)(*g)->seats_min, (unsigned)(*g)->seats_max,
               (*g)->schema->commands[(*g)->set_up].name);
    printf("} as const\n\n/** What is seen, asked and told at a table of each. */\n"
           "export interface Games {\n");
    for (const struct game *const *g = games; *g; g++) {
        printf("  %s: {\n", (*g)->name);
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            printf("    %s: import('./%s').%s\n", types[i], (*g)->name, types[i]);
        printf("  }\n");
    }
    printf("}\n");
}

void typescript_server(void)
{
    const struct schema *schema = &server_schema;
    printf("// Printed by tools/schema from server.def: do not edit.\n");
    for (const struct called *c = schema->called; c->name; c++)
        if (c->labels)
            print_enum(schema, c);
    for (int i = 0; i < FIRST_REQUEST; i++)
        if (schema->commands[i].fields)
            print_command(schema, &schema->commands[i], false,
                          strcmp(schema->commands[i].name, "choose_options") ? "" : "  options: object\n");
    for (int i = FIRST_REQUEST; i < KINDS_MAX; i++)
        if (schema->commands[i].fields)
            print_kind(schema, &schema->commands[i], "Request",
                       strcmp(schema->commands[i].name, "open_table") ? "" : "  options?: object\n", false,
                       NONE);
    for (int i = 0; i < KINDS_MAX; i++)
        if (schema->events[i].fields)
            print_kind(schema, &schema->events[i], i < FIRST_REPLY ? "Message" : "Reply", "", false,
                       WHAT_ALL_SEE);
    printf("\nexport type ServerCommand =");
    for (int i = 0; i < FIRST_REQUEST; i++)
        if (schema->commands[i].fields)
            print_member(&schema->commands[i], "Command");
    printf("\n\nexport type ServerMessage =");
    for (int i = 0; i < FIRST_REPLY; i++)
        if (schema->events[i].fields)
            print_member(&schema->events[i], "Message");
    printf("\n");
}
