/* seal/sheet.c -- writes records. */
#include "seal/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "seal/secret.h"

static void put_line(struct sheet *s, const char *line, size_t size)
{
    if (s->size + size + 2 > s->room) {
        size_t room = (s->size + size + 2) * 2;
        char *text = realloc(s->text, room);
        if (!text) {
            s->failed = true;
            return;
        }
        s->text = text;
        s->room = room;
    }
    memcpy(s->text + s->size, line, size);
    s->size += size;
    s->text[s->size++] = '\n';
    s->text[s->size] = 0;
}

void sheet_add_material(struct sheet *s, const char *text, size_t size)
{
    char *line = malloc(MATERIAL_LINE);
    size_t length = line ? record_write_material(text, size, line, MATERIAL_LINE) : 0;
    if (length)
        put_line(s, line, length);
    s->failed |= !length;
    free(line);
    s->header.brought = true;
    secret_material(text, size, s->header.material);
}

void sheet_add_entry(struct sheet *s, const struct entry *e)
{
    char line[RECORD_LINE];
    put_line(s, line, record_write_entry(s->header.game, e, line, sizeof line));
    s->header.version = e->version;
    s->header.entries++;
}

void sheet_add_event(struct sheet *s, const struct event *e)
{
    char line[WIRE_MAX];
    put_line(s, line, wire_write_event(s->header.game->schema, e, line, sizeof line));
    s->header.events++;
}

char *sheet_finish(struct sheet *s, size_t *size)
{
    struct sheet whole = {0};
    char line[RECORD_LINE];
    s->header.version = s->header.version ? s->header.version : s->header.game->version;
    put_line(&whole, line, record_write_header(&s->header, line, sizeof line));
    if (s->size)
        put_line(&whole, s->text, s->size - 1);
    if (s->failed || whole.failed) {
        free(whole.text);
        whole.text = NULL;
    }
    free(s->text);
    s->text = NULL;
    *size = whole.size;
    return whole.text;
}
