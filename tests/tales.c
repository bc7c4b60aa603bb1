/* tests/tales.c -- golden tales: short games that a person can read, replayed and compared.
 *
 *   tales [--accept] [FILE...]      default: all of tests/play; --accept writes what was answered
 *
 * A tale is a text.  A line that is not indented was written by its author; a line indented by four blanks
 * is an answer, and is made again on every run:
 *
 *   // anything: what the tale is about, and the rules it follows
 *   game maze                                opens a table
 *   offer FILE A 2 3 4                       the host offers face A of tile 1 and these tiles of a tile set
 *   bring FILE                               the table plays with its own material: a list of words
 *   seat Ann Bob                             the host seats players
 *   story of Bob                             whose story is told below; at first the gallery's
 *   hide tile_offered talk_changed           kinds of events left out of it
 *   0.0 host: set_up number 2                at 0 s of table time the host asks for something
 *   12.5 Ann: move_hero hero elf tile 1 space 3
 *   12.6 Bob (seen 7): explore hero elf ...  he had only seen the first seven of his story
 *   12.7 happens: hero_placed hero elf ...   not asked for: the author sets the scene
 *   results                                  how it ended for each player
 *
 * Fields are named as in the .def; a missing one is zero; the numbers of a list are separated by commas; a
 * text is in quotes, up to the end of the line. */
#include <dirent.h>
#include <stdio.h>

#include "core/pen.h"
#include "core/wire.h"
#include "games/maze/scenarios.h"
#include "tests/help/watch.h"

enum { TALE_MAX = 1 << 17, LINE_MAX = 1024, TALES_MAX = 200, PATH_SIZE = 512, HIDDEN_MAX = 8 };

struct tale {
    const char *path;
    int line;
    struct watch watch;
    bool open;
    seat_t listener;
    char hidden[HIDDEN_MAX][40];
    int hidden_count;
    uint64_t inputs;
    char told[TALE_MAX];
    struct pen pen;
};

static bool fail(const struct tale *t, const char *what, const char *about)
{
    fprintf(stderr, "%s:%d: %s%s\n", t->path, t->line, what, about);
    return false;
}

/* ---- words ---- */

static const char *skip(const char *at)
{
    while (*at == ' ')
        at++;
    return at;
}

/* Takes a word up to a blank; returns where the next begins. */
static const char *take(const char *at, char *word, size_t room)
{
    struct pen p = pen_on(word, room);
    for (at = skip(at); *at && *at != ' '; at++)
        pen_char(&p, *at);
    pen_done(&p, word);
    return skip(at);
}

/* A field's value as JSON: lists are filled up with zeros. */
static void write_value(struct pen *p, const struct field *f, const char *word)
{
    if (f->count > 1 && f->scalar != T_text) {
        int count = 1;
        pen_char(p, '[');
        for (; *word; word++) {
            count += *word == ',';
            pen_char(p, *word);
        }
        for (; count < f->count; count++)
            pen_text(p, ",0");
        pen_char(p, ']');
    } else if (f->form == FORM_PICK && strcmp(word, "null")) {
        pen_char(p, '"');
        pen_text(p, word);
        pen_char(p, '"');
    } else {
        pen_text(p, word);
    }
}

/* "kind field value field value" becomes the rest of a JSON object after its head. */
static bool write_fields(struct tale *t, const struct kind *kinds, const char *text, struct pen *p, bool all)
{
    char word[LINE_MAX];
    text = take(text, word, sizeof word);
    uint16_t id = schema_find(kinds, word, strlen(word));
    if (!id)
        return fail(t, "there is no such thing: ", word);
    pen_text(p, kinds[id].tag);
    uint64_t given = 0;
    while (*text) {
        char value[LINE_MAX];
        text = take(text, word, sizeof word);
        int i = 0;
        const struct field *f = kinds[id].fields();
        while (f->name && strcmp(f->name, word))
            f++, i++;
        if (!f->name)
            return fail(t, "there is no such field: ", word);
        pen_text(p, f->key);
        if (*text == '"') {
            pen_text(p, text);
            text = "";
        } else {
            text = take(text, value, sizeof value);
            write_value(p, f, value);
        }
        given |= (uint64_t)1 << i;
    }
    int i = 0;
    for (const struct field *f = kinds[id].fields(); all && f->name; f++, i++)
        if (!(given >> i & 1)) {
            pen_text(p, f->key);
            write_value(p, f,
                        f->form == FORM_PICK  ? "null"
                        : f->scalar == T_flag ? "false"
                        : f->scalar == T_text ? "\"\""
                                              : "0");
        }
    pen_char(p, '}');
    return true;
}

/* ---- what is told ---- */

static void tell_line(struct tale *t, const char *line)
{
    pen_text(&t->pen, line);
    pen_char(&t->pen, '\n');
}

/* {"n":12,"at":3400,"t":"hero_moved","hero":"elf","tile":5} becomes: 12 hero_moved hero elf tile 5 */
static void tell_seen(void *ctx, seats_t who, const struct seen *seen)
{
    struct tale *t = ctx;
    const struct schema *schema = t->watch.table.game->schema;
    const char *name = schema->events[seen->event.kind].name;
    char text[WIRE_MAX];
    if (!(who & SEAT(t->listener)))
        return;
    for (int i = 0; i < t->hidden_count; i++)
        if (!strcmp(t->hidden[i], name))
            return;
    CHECK(wire_write_seen(schema, seen, text, sizeof text));
    pen_text(&t->pen, "    ");
    pen_number(&t->pen, seen->event.seq);
    pen_char(&t->pen, ' ');
    pen_text(&t->pen, name);
    bool quoted = false, list = false;
    for (const char *at = strstr(text, "\"t\":") + strlen(name) + 6; *at && *at != '}'; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (quoted || (*at != ',' && *at != ':'))
            pen_char(&t->pen, *at);
        else
            pen_char(&t->pen, list ? ',' : ' ');
        list = (list || *at == '[') && *at != ']';
    }
    pen_char(&t->pen, '\n');
}

static void tell_answer(struct tale *t, refusal_t refusal)
{
    const struct refusal *r = &t->watch.table.game->schema->refusals[refusal];
    pen_text(&t->pen, "    ");
    if (!refusal) {
        tell_line(t, "ok");
        return;
    }
    pen_text(&t->pen, "refused, ");
    pen_text(&t->pen, r->name);
    pen_text(&t->pen, " (");
    pen_text(&t->pen, r->rule);
    pen_text(&t->pen, "): ");
    tell_line(t, r->text);
}

/* ---- the author's lines ---- */

static bool open_game(struct tale *t, const char *name)
{
    for (int g = 0; games[g]; g++)
        if (!strcmp(games[g]->name, name) && !t->open) {
            watch_open(&t->watch, games[g]);
            t->watch.heard = tell_seen;
            t->watch.ctx = t;
            t->open = true;
            return true;
        }
    return fail(t, "no such game, or a second one: ", name);
}

static refusal_t submit(struct tale *t, struct input *in, int64_t now_ms)
{
    in->now_ms = now_ms;
    in->dice[0] = 20;
    in->dice[1] = ++t->inputs;
    return table_submit(&t->watch.table, in);
}

/* Reads "{head, the words}" as a command. */
static bool ask_words(struct tale *t, seat_t by, seq_t seen, int64_t now_ms, const char *words)
{
    const struct schema *schema = t->watch.table.game->schema;
    char text[WIRE_MAX];
    struct input in;
    struct complaint why;
    struct pen p = pen_on(text, sizeof text);
    pen_text(&p, "{\"id\":1,\"seen\":");
    pen_number(&p, seen);
    if (!write_fields(t, schema->commands, words, &p, false))
        return false;
    if (!wire_read_input(schema, text, pen_done(&p, text), &in, &why))
        return fail(t, "not a command: ", why.text);
    in.by = by;
    tell_answer(t, submit(t, &in, now_ms));
    watch_show(&t->watch);
    return true;
}

static bool happen_words(struct tale *t, int64_t now_ms, const char *words)
{
    const struct schema *schema = t->watch.table.game->schema;
    char text[WIRE_MAX];
    struct event e;
    struct complaint why;
    struct pen p = pen_on(text, sizeof text);
    pen_text(&p, "{\"n\":");
    pen_number(&p, t->watch.table.count + 1);
    pen_text(&p, ",\"at\":");
    pen_number(&p, now_ms);
    pen_text(&p, ",\"to\":0");
    if (!write_fields(t, schema->events, words, &p, true))
        return false;
    if (!wire_read_event(schema, text, pen_done(&p, text), &e, &why) || !table_restore(&t->watch.table, &e))
        return fail(t, "not an event: ", why.text);
    watch_show(&t->watch);
    return true;
}

/* The seat of that name; the host and the gallery have theirs. */
static int find_seat(struct tale *t, const char *name)
{
    const struct table *table = &t->watch.table;
    char quoted[LINE_MAX], text[WIRE_MAX];
    if (!strcmp(name, "host"))
        return SEAT_SERVER;
    if (!strcmp(name, "gallery"))
        return SEAT_GALLERY;
    snprintf(quoted, sizeof quoted, "\"name\":\"%s\"", name);
    for (const struct event *e = table_next(table, NULL); e; e = table_next(table, e)) {
        CHECK(wire_write_event(table->game->schema, e, text, sizeof text));
        const char *seat = strstr(text, "\"seat\":");
        if (seat && strstr(text, "\"t\":\"seat_taken\"") && strstr(text, quoted))
            return (int)strtol(seat + 7, NULL, 10);
    }
    return -1;
}

static bool seat_players(struct tale *t, const char *names)
{
    while (*names) {
        struct seat_player seat = {.bot = 0};
        struct input in;
        names = take(names, seat.name, sizeof seat.name);
        ask(&in, SEAT_SERVER, CMD_seat_player, &seat, sizeof seat);
        if (submit(t, &in, 0))
            return fail(t, "a player is refused", "");
        watch_show(&t->watch);
    }
    return true;
}

/* Offers tiles of a set: Magic Maze's own way of bringing them. */
static bool read_file(struct tale *t, const char *path, char text[MATERIAL_TEXT_MAX], size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return fail(t, "cannot be opened: ", path);
    *size = fread(text, 1, MATERIAL_TEXT_MAX, in);
    fclose(in);
    return true;
}

static bool bring_material(struct tale *t, const char *path)
{
    static char text[MATERIAL_TEXT_MAX];
    static _Alignas(8) uint8_t material[MATERIAL_MAX];
    const struct material *kind = t->watch.table.game->material;
    struct complaint why;
    size_t size;
    if (!kind || !read_file(t, path, text, &size))
        return kind ? false : fail(t, "the game takes none", "");
    if (!kind->read(text, size, material, &why))
        return fail(t, "not what the game is played with: ", why.text);
    t->watch.table.material = material;
    return true;
}

static bool offer_tiles(struct tale *t, const char *words)
{
    static char text[MATERIAL_TEXT_MAX];
    static struct tile_set set;
    char word[LINE_MAX], side[LINE_MAX];
    struct complaint why;
    size_t size;
    words = take(take(words, word, sizeof word), side, sizeof side);
    if (!read_file(t, word, text, &size))
        return false;
    if (!tiles_parse(text, size, &set, &why))
        return fail(t, "not a tile set: ", why.text);
    for (int number = 1; number;
         words = take(words, word, sizeof word), number = (int)strtol(word, NULL, 10)) {
        struct input input;
        ask(&input, SEAT_SERVER, CMD_offer_tile, tiles_face(&set, number, side[0] == 'B' ? 2 : 1),
            sizeof(struct face));
        if (submit(t, &input, 0))
            return fail(t, "a tile is refused", "");
        watch_show(&t->watch);
        if (!*words)
            break;
    }
    return true;
}

static bool hide_kinds(struct tale *t, const char *words)
{
    while (*words && t->hidden_count < HIDDEN_MAX)
        words = take(words, t->hidden[t->hidden_count++], sizeof t->hidden[0]);
    return true;
}

/* "12.5 Ann (seen 7): move_hero hero elf ..." */
static bool ask_line(struct tale *t, const char *line)
{
    char *end;
    char who[LINE_MAX], number[LINE_MAX];
    int64_t now_ms = (int64_t)(strtod(line, &end) * 1000 + 0.5);
    const char *colon = strchr(line, ':');
    if (end == line || !colon)
        return fail(t, "neither a directive nor \"SECONDS WHO: ...\": ", line);
    const char *rest = take(end, who, sizeof who);
    size_t size = strlen(who);
    if (size && who[size - 1] == ':')
        who[size - 1] = 0;
    const char *words = skip(colon + 1);
    if (!strcmp(who, "happens"))
        return happen_words(t, now_ms, words);
    int by = find_seat(t, who);
    if (by < 0)
        return fail(t, "nobody has that name: ", who);
    seq_t seen = by <= SEATS_MAX ? t->watch.table.story[by] : 0;
    if (!strncmp(rest, "(seen ", 6) && rest < colon) {
        take(rest + 6, number, sizeof number);
        seen = (seq_t)strtoul(number, NULL, 10);
    }
    return ask_words(t, (seat_t)by, seen, now_ms, words);
}

static void tell_results(struct tale *t)
{
    static const char *const hows[] = {"open", "lost", "won partly", "won", "abandoned"};
    const struct game *game = t->watch.table.game;
    const struct presence *p = presence_of(game, t->watch.table.truth);
    struct result results[VIEWS] = {{0}};
    game->winners(t->watch.table.truth, results);
    for (seat_t seat = 1; game->over(t->watch.table.truth) && presence_sits(p, seat); seat++) {
        pen_text(&t->pen, "    ");
        pen_text(&t->pen, p->player[seat].name);
        pen_char(&t->pen, ' ');
        pen_text(&t->pen, hows[results[seat].how]);
        pen_text(&t->pen, ": ");
        const struct label *why = &game->endings[results[seat].why];
        pen_bytes(&t->pen, why->text + 1, why->size - 2u); /* without its quotes */
        pen_char(&t->pen, '\n');
    }
}

static bool tell(struct tale *t, const char *line)
{
    char word[LINE_MAX];
    tell_line(t, line);
    if (!*line || !strncmp(line, "//", 2))
        return true;
    const char *rest = take(line, word, sizeof word);
    if (!strcmp(word, "game"))
        return open_game(t, rest);
    if (!t->open)
        return fail(t, "a tale begins with its game", "");
    if (!strcmp(word, "offer"))
        return offer_tiles(t, rest);
    if (!strcmp(word, "bring"))
        return bring_material(t, rest);
    if (!strcmp(word, "seat"))
        return seat_players(t, rest);
    if (!strcmp(word, "hide"))
        return hide_kinds(t, rest);
    if (!strcmp(word, "results")) {
        tell_results(t);
        return true;
    }
    if (!strcmp(word, "story")) {
        int who = find_seat(t, rest + 3);
        t->listener = (seat_t)who;
        return who >= 0 && who <= SEATS_MAX ? true : fail(t, "nobody has that name: ", rest + 3);
    }
    return ask_line(t, line);
}

/* ---- files ---- */

/* The first line in which two texts differ, for people. */
static void show_difference(const struct tale *t, const char *golden)
{
    const char *a = golden, *b = t->told;
    int line = 1;
    while (*a && *b) {
        size_t la = strcspn(a, "\n"), lb = strcspn(b, "\n");
        if (la != lb || memcmp(a, b, la))
            break;
        a += la + (a[la] != 0);
        b += lb + (b[lb] != 0);
        line++;
    }
    fprintf(stderr, "%s:%d: golden:  %.*s\n%s:%d: answered: %.*s\n", t->path, line, (int)strcspn(a, "\n"), a,
            t->path, line, (int)strcspn(b, "\n"), b);
}

static bool read_tale(const char *path, char *text)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return false;
    size_t size = fread(text, 1, TALE_MAX - 1, in);
    text[size] = 0;
    fclose(in);
    return size > 0 && size < TALE_MAX - 1;
}

static bool replay(struct tale *t, const char *golden)
{
    bool fine = true;
    t->pen = pen_on(t->told, sizeof t->told);
    for (const char *at = golden; *at && fine;) {
        char line[LINE_MAX];
        size_t size = strcspn(at, "\n");
        t->line++;
        if (size >= sizeof line)
            return fail(t, "too long a line", "");
        memcpy(line, at, size);
        line[size] = 0;
        at += size + (at[size] != 0);
        fine = !strncmp(line, "    ", 4) || tell(t, line);
    }
    pen_done(&t->pen, t->told);
    return fine && (t->pen.full ? fail(t, "too long a tale", "") : true);
}

static bool check_tale(const char *path, bool accept)
{
    static char golden[TALE_MAX];
    static struct tale t;
    memset(&t, 0, sizeof t);
    t.path = path;
    if (!read_tale(path, golden))
        return fail(&t, "cannot be read, or is too long", "");
    bool fine = replay(&t, golden);
    if (fine && strcmp(golden, t.told)) {
        FILE *out = accept ? fopen(path, "wb") : NULL;
        fine = out && fputs(t.told, out) >= 0;
        if (out && fclose(out))
            fine = false;
        if (!accept)
            show_difference(&t, golden);
    }
    if (t.open)
        watch_close(&t.watch);
    return fine;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the tales of one folder. */
static int find_tales(const char *folder, char **paths, int count)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)) && count < TALES_MAX) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".play"))
            continue;
        CHECK(paths[count] = malloc(PATH_SIZE));
        snprintf(paths[count++], PATH_SIZE, "%s/%s", folder, entry->d_name);
    }
    if (dir)
        closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    char *paths[TALES_MAX];
    int count = 0, failed = 0;
    bool accept = argc > 1 && !strcmp(argv[1], "--accept");
    if (argc > 1 + accept) {
        for (int i = 1 + accept; i < argc; i++)
            failed += !check_tale(argv[i], accept);
        return failed != 0;
    }
    for (int g = 0; games[g]; g++) {
        char folder[200];
        int before = count;
        snprintf(folder, sizeof folder, "tests/play/%s", games[g]->name);
        count = find_tales(folder, paths, count);
        if (count == before) {
            fprintf(stderr, "%s: no tale is told of this game\n", folder);
            failed++;
        }
    }
    qsort(paths, (size_t)count, sizeof *paths, by_name);
    for (int i = 0; i < count; i++) {
        failed += !check_tale(paths[i], accept);
        free(paths[i]);
    }
    printf("%d tales, %d told otherwise\n", count, failed);
    return failed != 0;
}
