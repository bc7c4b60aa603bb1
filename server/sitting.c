/* server/sitting.c -- sitting down at a table (P1.2). */
#include "server/sitting.h"

#include <string.h>

#include "core/text.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/json.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/secret.h"
#include "server/tables.h"
#include "table/common.h"

const struct refusal *sitting_give(struct host *h, struct hosted *t, const struct take_seat *asked,
                                   struct seat_given *out)
{
    uint8_t token[TOKEN_BYTES];
    struct input in;
    struct seat_player wanted = {.seat = asked->seat};
    text_copy(wanted.name, sizeof wanted.name, asked->name);
    ask(&in, SEAT_SERVER, CMD_seat_player, &wanted, sizeof wanted);
    const struct refusal *refusal = judge(h, t, &in, NULL, 0);
    if (refusal)
        return refusal;
    *out = (struct seat_given){.seat = asked->seat ? asked->seat : hosted_presence(t)->seats};
    h->calls->entropy(h->ctx, token, sizeof token);
    secret_hash(token, t->member[out->seat].hash);
    secret_to_hex(token, sizeof token, out->token);
    text_copy(out->table, sizeof out->table, t->code);
    keep_head(h->open, t, true);
    return NULL;
}

struct sitting {
    struct link *from;
    const struct take_seat *asked;
};

static void take_seat(struct host *h, struct hosted *t, void *ctx)
{
    const struct sitting *sitting = ctx;
    struct seat_given given;
    char out[MESSAGE_MAX];
    const struct refusal *refusal = sitting_give(h, t, sitting->asked, &given);
    if (refusal) {
        links_refuse(h, sitting->from, refusal);
        return;
    }
    message_write(EV_seat_given, &given, out);
    gather_reply(h, t, sitting->from, out);
    deadlines_set(h, t);
}

bool sitting_name_bad(const char *request, const char *body, size_t size)
{
    char rest[LIMIT_BODY];
    struct json name;
    struct input in;
    struct complaint why;
    return json_take(body, size, "name", &name, rest, sizeof rest) && name.text &&
           message_read(&server_schema, request, rest, strlen(rest), &in, &why);
}

void host_take_seat(struct host *h, struct link *l, const char *code, const char *body, size_t size)
{
    struct input in;
    struct complaint why = {0};
    struct sitting sitting = {l, BODY(&in, take_seat)};
    struct hosted *t = tables_find_or_refuse(h, l, code);
    if (!t)
        return;
    if (message_read(&server_schema, "take_seat", body, size, &in, &why))
        faults_guard(h, t, l, take_seat, &sitting);
    else if (sitting_name_bad("take_seat", body, size))
        links_refuse(h, l, &t->table.game->schema->refusals[REFUSAL_name_bad]);
    else
        links_fail(h, l, 400, &(struct refusal){"malformed", "P1.2", why.text});
}
