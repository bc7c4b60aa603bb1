/* tools/schema.c -- prints the protocol from the tables: as JSON Schema, AsyncAPI,
 * TypeScript and Markdown.
 *
 *   schema json GAME|server    schema typescript GAME|server|common|games    schema markdown GAME|server
 *   schema asyncapi            schema games
 *
 * Its output is committed (tools/protocol); it says nothing that the tables do not say. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "core/wire.h"
#include "server/messages.h"
#include "tools/typescript.h"

/* ---- JSON Schema ---- */

static void print_integer(const struct field *f)
{
    struct wire_bounds in = wire_bounds(f);
    printf("{\"type\":\"integer\",\"minimum\":%" PRId64 ",\"maximum\":%" PRId64 "}", in.least, in.most);
}

static void print_type(const struct field *f)
{
    switch (f->form) {
    case FORM_FLAG:
        printf("{\"type\":\"boolean\"}");
        break;
    case FORM_PICK:
        printf("{\"enum\":[");
        for (int i = 0; i < f->label_count; i++)
            printf("%s%s", i ? "," : "", f->labels[i].text);
        printf("]}");
        break;
    case FORM_LIST:
        printf("{\"type\":\"array\",\"minItems\":%u,\"maxItems\":%u,\"items\":", (unsigned)f->count,
               (unsigned)f->count);
        print_integer(f);
        printf("}");
        break;
    case FORM_TEXT:
        printf("{\"type\":\"string\",\"maxLength\":%u}", (unsigned)f->size - 1);
        break;
    default:
        print_integer(f);
    }
}

static void print_properties(const struct kind *kind, const char *before)
{
    printf("\"properties\":{%s", before);
    const char *comma = *before ? "," : "";
    for (const struct field *f = kind->fields(); f->name; f++) {
        printf("%s\n      \"%s\":", comma, f->name);
        print_type(f);
        comma = ",";
    }
    printf("}");
}

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

/* One object.  `required` 0: none; 1: what everybody sees; 2: all fields. */
static void print_object(const struct kind *kind, const char *before, const char *always, int required)
{
    printf("{\"description\":");
    print_text(kind->doc);
    printf(",\"type\":\"object\",\"additionalProperties\":false,\n    ");
    print_properties(kind, before);
    printf(",\n    \"required\":[%s", always);
    const char *comma = *always ? "," : "";
    for (const struct field *f = kind->fields(); f->name; f++)
        if (required == 2 || (required == 1 && f->sight == SIGHT_ALL)) {
            printf("%s\"%s\"", comma, f->name);
            comma = ",";
        }
    printf("]}");
}

static void print_command(const struct kind *kind)
{
    char head[300];
    snprintf(head, sizeof head,
             "\"t\":{\"const\":\"%s\"},\"id\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4294967295},"
             "\"seen\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4294967295}%s",
             kind->name,
             strcmp(kind->name, "choose_options") ? "" : ",\"options\":{\"$ref\":\"#/$defs/options\"}");
    print_object(kind, head, "\"t\"", 0);
}

static void print_event(const struct kind *kind)
{
    char head[300];
    snprintf(
        head, sizeof head,
        "\"n\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":4294967295},\"at\":{\"type\":\"integer\"},"
        "\"t\":{\"const\":\"%s\"}",
        kind->name);
    print_object(kind, head, "\"n\",\"at\",\"t\"", 1);
}

typedef void print_fn(const struct kind *kind);

static void print_message(const struct kind *kind)
{
    print_object(kind, "", "", 2);
}

static void print_body(const struct kind *kind)
{
    print_object(kind, strcmp(kind->name, "open_table") ? "" : "\"options\":{\"type\":\"object\"}", "", 0);
}

/* Defines these kinds, each named `prefix` and its own name; refer() lists references to them. */
static void define(const struct kind *kinds, int from, int below, const char *prefix, print_fn *print)
{
    for (int i = from; i < below; i++)
        if (kinds[i].fields) {
            printf(",\n  \"%s%s\":", prefix, kinds[i].name);
            print(&kinds[i]);
        }
}

static void refer(const struct kind *kinds, int from, int below, const char *prefix, const char **comma)
{
    for (int i = from; i < below; i++)
        if (kinds[i].fields) {
            printf("%s{\"$ref\":\"#/$defs/%s%s\"}", *comma, prefix, kinds[i].name);
            *comma = ",";
        }
}

static void print_options(const struct game *game)
{
    const struct kind *set_up = &game->schema->commands[game->set_up];
    printf(",\n  \"options\":");
    print_object(set_up, "", "", 0);
    printf(",\n  \"options_told\":{\"description\":\"What the host plans to play.\",\"type\":\"object\","
           "\"additionalProperties\":false,\"properties\":{\"options\":{\"$ref\":\"#/$defs/options\"}},"
           "\"required\":[\"options\"]}");
}

static void json_game(const struct game *game)
{
    const char *comma = "";
    printf("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":\"turncoat:%s\",\n",
           game->name);
    printf("\"title\":\"Messages over the WebSocket at a table of %s\",\n\"$defs\":{\n  \"up\":{\"oneOf\":[",
           game->name);
    refer(game->schema->commands, 0, KINDS_MAX, "command.", &comma);
    refer(server_schema.commands, 0, FIRST_REQUEST, "command.", &comma);
    comma = "";
    printf("]},\n  \"down\":{\"oneOf\":[{\"$ref\":\"#/$defs/story\"},{\"$ref\":\"#/$defs/options_told\"},");
    refer(server_schema.events, 0, FIRST_REPLY, "message.", &comma);
    comma = "";
    printf("]},\n  \"story\":{\"oneOf\":[");
    refer(game->schema->events, 0, KINDS_MAX, "event.", &comma);
    printf("]}");
    print_options(game);
    define(game->schema->commands, 0, KINDS_MAX, "command.", print_command);
    define(server_schema.commands, 0, FIRST_REQUEST, "command.", print_command);
    define(game->schema->events, 0, KINDS_MAX, "event.", print_event);
    define(server_schema.events, 0, FIRST_REPLY, "message.", print_message);
    printf("\n}}\n");
}

static void json_server(void)
{
    printf("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":\"turncoat:server\",\n");
    printf("\"title\":\"Bodies of requests and replies\",\n\"$defs\":{\n  \"lobby\":{\"type\":\"object\","
           "\"additionalProperties\":false,\"required\":[\"tables\"],"
           "\"properties\":{\"tables\":{\"type\":\"array\","
           "\"items\":{\"$ref\":\"#/$defs/reply.table_info\"}}}}");
    define(server_schema.commands, FIRST_REQUEST, KINDS_MAX, "request.", print_body);
    define(server_schema.events, FIRST_REPLY, KINDS_MAX, "reply.", print_message);
    printf("\n}}\n");
}

/* ---- AsyncAPI ---- */

static void asyncapi(void)
{
    printf("{\"asyncapi\":\"2.6.0\",\n\"info\":{\"title\":\"Turncoat\",\"version\":\"1\","
           "\"description\":\"One WebSocket for "
           "each browser at a table. The requests before it are in server.schema.json.\"},\n"
           "\"defaultContentType\":\"application/json\",\n\"channels\":{");
    for (const struct game *const *g = games; *g; g++)
        printf(
            "%s\n  \"/ws/%s\":{\"description\":"
            "\"/ws?table=CODE[&since=N&round=R&seat=S], protocols turncoat[, token.TOKEN], "
            "at a table of %s\","
            "\n    \"publish\":{\"operationId\":\"%s_up\",\"summary\":\"Commands, from the browser.\","
            "\"message\":{\"name\":\"%s command\",\"payload\":{\"$ref\":\"%s.schema.json#/$defs/up\"}}},"
            "\n    \"subscribe\":{\"operationId\":\"%s_down\","
            "\"summary\":\"Answers and the story, from the server.\","
            "\"message\":{\"name\":\"%s message\",\"payload\":{\"$ref\":\"%s.schema.json#/$defs/down\"}}}}",
            g == games ? "" : ",", (*g)->name, (*g)->name, (*g)->name, (*g)->name, (*g)->name, (*g)->name,
            (*g)->name, (*g)->name);
    printf("\n}}\n");
}

/* ---- Markdown ---- */

static const char *form_name(const struct field *f, char *out, size_t max)
{
    struct wire_bounds in = wire_bounds(f);
    switch (f->form) {
    case FORM_FLAG:
        return "true or false";
    case FORM_TEXT:
        snprintf(out, max, "text of at most %u bytes", (unsigned)f->size - 1);
        return out;
    case FORM_LIST:
        snprintf(out, max, "list of %u whole numbers", (unsigned)f->count);
        return out;
    case FORM_PICK:
        return "one of";
    default:
        if (f->scalar == T_i64)
            return "whole number";
        snprintf(out, max, "whole number from %" PRId64 " to %" PRId64, in.least, in.most);
        return out;
    }
}

static void md_fields(const struct kind *kind)
{
    char text[80];
    for (const struct field *f = kind->fields(); f->name; f++) {
        printf("- `%s`: %s", f->name, form_name(f, text, sizeof text));
        for (int i = 1; f->form == FORM_PICK && i < f->label_count; i++)
            printf("%s `%.*s`", i > 1 ? "," : "", f->labels[i].size - 2, f->labels[i].text + 1);
        printf("%s%s\n", f->form == FORM_PICK ? ", or null" : "",
               f->sight == SIGHT_TO ? "; only for those who may know it" : "");
    }
}

static const char *who_asks(unsigned askers)
{
    switch (askers) {
    case ASKERS_SEAT:
        return " Any seat may ask for this.";
    case ASKERS_HOST:
        return " The host of the table may ask for this.";
    case ASKERS_SERVER:
        return " Only the server may ask for this.";
    default:
        return "";
    }
}

static void md_kinds(const char *title, const struct kind *kinds, int from, int below)
{
    printf("\n## %s\n", title);
    for (int i = from; i < below; i++)
        if (kinds[i].fields) {
            printf("\n### %s\n\n%s%s%s\n", kinds[i].name, kinds[i].doc, who_asks(kinds[i].askers),
                   kinds[i].stage == STAGE_UNSEEN
                       ? " Those who may not know it are not told that it happened."
                       : "");
            if (kinds[i].fields()->name)
                printf("\n");
            md_fields(&kinds[i]);
        }
}

static void markdown_game(const struct game *game)
{
    printf("# The protocol of %s\n\nGenerated by `tools/schema` from the game's tables. "
           "For joining a table, and for what all games share, see "
           "[server.md](server.md) and [README.md](README.md).\n",
           game->name);
    md_kinds("Commands", game->schema->commands, 0, KINDS_MAX);
    md_kinds("Events", game->schema->events, 0, KINDS_MAX);
    printf("\n## Refusals\n\n| refused | rule | text |\n|---|---|---|\n");
    for (int i = 0; i < KINDS_MAX; i++)
        if (game->schema->refusals[i].name)
            printf("| `%s` | %s | %s |\n", game->schema->refusals[i].name, game->schema->refusals[i].rule,
                   game->schema->refusals[i].text);
}

static void markdown_server(void)
{
    printf("# The protocol of the server\n\nGenerated by `tools/schema` from `server/server.def`.\n");
    md_kinds("Over the WebSocket, from the browser", server_schema.commands, 0, FIRST_REQUEST);
    md_kinds("Over the WebSocket, from the server", server_schema.events, 0, FIRST_REPLY);
    md_kinds("Bodies of requests", server_schema.commands, FIRST_REQUEST, KINDS_MAX);
    md_kinds("Replies", server_schema.events, FIRST_REPLY, KINDS_MAX);
}

static int usage(void)
{
    fprintf(stderr, "usage: schema json|typescript|markdown GAME|server, schema typescript common|games, "
                    "schema asyncapi, schema games\n");
    return 2;
}

static void names(void)
{
    for (const struct game *const *g = games; *g; g++)
        printf("%s\n", (*g)->name);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *form, *of;
        void (*print)(void);
    } all[] = {{"json", "server", json_server},
               {"typescript", "server", typescript_server},
               {"typescript", "common", typescript_common},
               {"typescript", "games", typescript_games},
               {"markdown", "server", markdown_server},
               {"asyncapi", "", asyncapi},
               {"games", "", names}};
    static const struct {
        const char *form;
        void (*print)(const struct game *game);
    } each[] = {{"json", json_game}, {"typescript", typescript_game}, {"markdown", markdown_game}};
    const char *form = argc > 1 ? argv[1] : "", *of = argc > 2 ? argv[2] : "";

    for (size_t i = 0; argc <= 3 && i < sizeof all / sizeof *all; i++)
        if (!strcmp(form, all[i].form) && !strcmp(of, all[i].of)) {
            all[i].print();
            return 0;
        }
    for (size_t i = 0; argc == 3 && i < sizeof each / sizeof *each; i++)
        for (const struct game *const *g = games; *g; g++)
            if (!strcmp(form, each[i].form) && !strcmp(of, (*g)->name)) {
                each[i].print(*g);
                return 0;
            }
    return usage();
}
