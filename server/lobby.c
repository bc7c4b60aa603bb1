/* server/lobby.c -- what people who are not at a table are told about it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/hosted.h"
#include "server/messages.h"
#include "server/tables.h"
#include "table/common.h"

static void inform(const struct hosted *t, struct table_info *out)
{
    const struct presence *p = hosted_presence(t);
    memset(out, 0, sizeof *out);
    text_copy(out->table, sizeof out->table, t->code);
    text_copy(out->game, sizeof out->game, t->table.game->name);
    text_copy(out->host, sizeof out->host, p->player[p->host].name);
    out->seats = p->seats;
    out->seats_max = t->table.game->seats_max;
    out->bots = (uint8_t)seats_count(p->bots & ~p->away);
    out->public = t->public;
    out->gallery = t->gallery;
    out->locked = p->locked;
    out->begun = hosted_begun(t);
    out->over = t->over;
    out->round = t->round;
    if (t->table.game->language)
        text_copy(
            out->language, sizeof out->language,
            t->table.game->language(t->table.truth, t->has_options ? &t->options : NULL, t->table.material));
    for (const struct link *l = hosted_hushed(t) ? NULL : t->links; l; l = l->next)
        out->watching += !l->seat && !l->removed;
}

const struct refusal *host_missing(struct host *h, const char *code)
{
    return tables_missing(h, tables_find(h, code), code);
}

void host_tell_table(struct host *h, struct link *l, const char *code)
{
    char out[MESSAGE_MAX];
    struct table_info info;
    const struct hosted *t = tables_find_or_refuse(h, l, code);
    if (!t)
        return;
    inform(t, &info);
    links_reply(h, l, 200, out, message_write(EV_table_info, &info, out));
}

/* Whom a newcomer would sit with, and whose place they could take (P7.3). */
void host_tell_seats(struct host *h, struct link *l, const char *code)
{
    char out[SEATS_MAX * (MESSAGE_MAX + 1) + 32];
    const struct hosted *t = tables_find_or_refuse(h, l, code);
    if (!t)
        return;
    const struct presence *p = hosted_presence(t);
    const struct game *game = t->table.game;
    seats_t bots = p->bots & ~p->away, asks = game->secrets ? bots & game->secrets(t->table.truth) : 0;
    size_t size = (size_t)snprintf(out, sizeof out, "{\"seats\":[");
    for (seat_t seat = 1; seat <= p->seats; seat++) {
        struct seat_info info = {.seat = seat,
                                 .bot = (bots & SEAT(seat)) != 0,
                                 .away = (p->away & SEAT(seat)) != 0,
                                 .asks = (asks & SEAT(seat)) != 0};
        text_copy(info.name, sizeof info.name, p->player[seat].name);
        if (seat > 1)
            out[size++] = ',';
        size += message_write(EV_seat_info, &info, out + size);
    }
    size += (size_t)snprintf(out + size, sizeof out - size, "]}");
    links_reply(h, l, 200, out, size);
}

void host_tell_lobby(struct host *h, struct link *l)
{
    char *out = malloc(LIMIT_REPLY);
    size_t size = 0;
    int shown = 0;
    if (!out) {
        links_refuse(h, l, &refusal_busy);
        return;
    }
    size += (size_t)snprintf(out, LIMIT_REPLY, "{\"tables\":[");
    for (const struct hosted *t = tables_next(h, NULL); t; t = tables_next(h, t)) {
        struct table_info info;
        if (!t->public || !t->stored || t->over || !hosted_presence(t)->seats)
            continue; /* P1.7: before the host sits there, whoever comes would be the host */
        if (shown == LIMIT_LOBBY || size + MESSAGE_MAX + 3 > LIMIT_REPLY)
            break;
        inform(t, &info);
        info.host[0] = 0; /* names are for those who come to the table */
        if (shown++)
            out[size++] = ',';
        size += message_write(EV_table_info, &info, out + size);
    }
    size += (size_t)snprintf(out + size, LIMIT_REPLY - size, "]}");
    links_reply(h, l, 200, out, size);
    free(out);
}
