/* bench/talk.c -- the protocol as spoken by the load of `turncoat bench server`. */
#include "bench/talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "games/maze/play.h"

static size_t request(const char *method, const char *path, const char *body, char out[TALK_TEXT_MAX])
{
    return (size_t)snprintf(out, TALK_TEXT_MAX,
                            "%s %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
                            "Content-Length: %zu\r\n\r\n%s",
                            method, path, strlen(body), body);
}

static size_t upgrade(const char *path, char out[TALK_TEXT_MAX])
{
    return (size_t)snprintf(
        out, TALK_TEXT_MAX,
        "GET %s HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        path);
}

size_t talk_open_table(char out[TALK_TEXT_MAX])
{
    return request("POST", "/api/tables", "{\"game\":\"maze\"}", out);
}

size_t talk_take_seat(const struct talk_table *t, int seat, char out[TALK_TEXT_MAX])
{
    char path[64], body[64];
    snprintf(path, sizeof path, "/api/tables/%s/seats", t->code);
    snprintf(body, sizeof body, "{\"name\":\"Player %d\"}", seat + 1);
    return request("POST", path, body, out);
}

size_t talk_join(const struct talk_table *t, int seat, char out[TALK_TEXT_MAX])
{
    char path[192];
    snprintf(path, sizeof path, "/ws?table=%s&token=%s", t->code, t->token[seat]);
    return upgrade(path, out);
}

/* Copies the text after `"name":"`. */
static bool find_text(const char *json, const char *name, char *out, size_t max)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(json, key);
    size_t size = at ? strcspn(at += strlen(key), "\"") : max;
    if (size >= max)
        return false;
    memcpy(out, at, size);
    out[size] = 0;
    return true;
}

bool talk_table_opened(struct talk_table *t, const char *reply)
{
    return find_text(reply, "table", t->code, sizeof t->code);
}

bool talk_seat_taken(struct talk_table *t, int seat, const char *reply)
{
    return find_text(reply, "token", t->token[seat], sizeof t->token[seat]);
}

size_t talk_set_up(char out[TALK_TEXT_MAX])
{
    return (size_t)snprintf(out, TALK_TEXT_MAX,
                            "{\"id\":1,\"t\":\"set_up\",\"number\":1,\"level\":9,\"side\":1}");
}

size_t talk_begin(char out[TALK_TEXT_MAX])
{
    return (size_t)snprintf(out, TALK_TEXT_MAX, "{\"id\":2,\"t\":\"turn_hourglass\"}");
}

bool talk_new_view(struct talk_table *t)
{
    t->view = calloc(1, sizeof *t->view);
    return t->view;
}

bool talk_is_playing(const struct talk_table *t)
{
    return t->view->running && !t->view->ending;
}

bool talk_follow(struct talk_table *t, const char *text, size_t size)
{
    struct seen seen;
    struct complaint why;
    if (!wire_read_seen(maze.schema, text, size, &seen, &why))
        return false;
    maze.apply(t->view, &seen.event);
    return true;
}

size_t talk_move(const struct talk_table *t, int seat, uint32_t id, uint32_t seen, uint64_t random,
                 char out[TALK_TEXT_MAX])
{
    static struct input may[LEGAL_MAX];
    int count = maze.legal(t->view, (seat_t)(seat + 1), may, LEGAL_MAX), moves = 0;
    for (int i = 0; i < count; i++)
        if (may[i].kind == CMD_move_hero)
            may[moves++] = may[i];
    struct input in = {.kind = CMD_stare_at};
    struct stare_at look = {.seat = t->view->stare[seat + 1] ? 0 : (seat_t)((seat + 1) % BENCH_SEATS + 1)};
    memcpy(in.body, &look, sizeof look);
    if (moves)
        in = may[random % (unsigned)moves];
    in.id = id;
    in.seen = seen;
    return wire_write_input(maze.schema, &in, out, TALK_TEXT_MAX);
}

static uint32_t number_after(const char *text, size_t size, const char *key)
{
    size_t length = strlen(key);
    uint32_t number = 0;
    for (size_t i = 0; i + length < size; i++)
        if (!memcmp(text + i, key, length)) {
            for (i += length; i < size && text[i] >= '0' && text[i] <= '9'; i++)
                number = number * 10 + (uint32_t)(text[i] - '0');
            return number;
        }
    return 0;
}

static bool begins(const char *text, size_t size, const char *with)
{
    return size >= strlen(with) && !memcmp(text, with, strlen(with));
}

void talk_hear(const char *text, size_t size, struct hearing *out)
{
    *out = (struct hearing){.what = HEARD_OTHER};
    if (begins(text, size, "{\"n\":")) {
        out->what = HEARD_STORY;
        out->n = number_after(text, size, "\"n\":");
    } else if (begins(text, size, "{\"re\":")) {
        out->re = number_after(text, size, "\"re\":");
        out->n = number_after(text, size, ",\"n\":");
        out->what = out->n ? HEARD_ACCEPTED : HEARD_REFUSED;
    }
}

size_t talk_floor_join(int table, int seat, char out[TALK_TEXT_MAX])
{
    char path[64];
    snprintf(path, sizeof path, "/%d/%d", table, seat);
    return upgrade(path, out);
}

size_t talk_floor_move(uint32_t id, uint32_t seen, char out[TALK_TEXT_MAX])
{
    return (size_t)snprintf(
        out, TALK_TEXT_MAX,
        "{\"id\":%u,\"seen\":%u,\"t\":\"move_hero\",\"hero\":\"elf\",\"tile\":1,\"space\":10}", id, seen);
}
