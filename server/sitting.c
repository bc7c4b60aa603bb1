/* server/sitting.c -- the request to sit down at a table (P1.2). */
#include <string.h>

#include "core/name.h"
#include "core/text.h"
#include "seal/secret.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/json.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/looks.h"
#include "server/messages.h"
#include "server/tables.h"
#include "table/common.h"

struct sitting {
    struct link *from;
    const struct take_seat *asked;
};

/* The rules refuse the same name; here, one that only looks the same. */
static const struct refusal *name_refusal(const struct hosted *t, const struct take_seat *asked)
{
    const struct presence *p = hosted_presence(t);
    for (seat_t seat = 1; seat <= p->seats; seat++)
        if (seat != asked->seat && name_is_seen(asked->name) &&
            looks_alike(p->player[seat].name, asked->name))
            return &t->table.game->schema->refusals[REFUSAL_name_taken];
    return NULL;
}

static void take_seat(struct host *h, struct hosted *t, void *ctx)
{
    const struct take_seat *asked = ((struct sitting *)ctx)->asked;
    struct link *l = ((struct sitting *)ctx)->from;
    uint8_t token[TOKEN_BYTES];
    char out[MESSAGE_MAX];
    struct input in;
    struct seat_player wanted = {.seat = asked->seat};
    struct seat_given given = {0};
    text_copy(wanted.name, sizeof wanted.name, asked->name);
    ask(&in, SEAT_SERVER, CMD_seat_player, &wanted, sizeof wanted);
    const struct refusal *refusal = name_refusal(t, asked);
    refusal = refusal ? refusal : judge(h, t, &in, NULL, 0);
    if (refusal) {
        links_refuse(h, l, refusal);
        return;
    }
    given.seat = asked->seat ? asked->seat : hosted_presence(t)->seats;
    h->calls->entropy(h->ctx, token, sizeof token);
    secret_hash(token, t->member[given.seat].hash);
    secret_to_hex(token, sizeof token, given.token);
    text_copy(given.table, sizeof given.table, t->code);
    keep_head(h->open, t, true);
    message_write(EV_seat_given, &given, out);
    gather_reply(h, t, l, out);
    deadlines_set(h, t);
}

/* Could an unreadable request be read without its name?  Then the name is what is wrong with it. */
static bool only_name_bad(const char *body, size_t size)
{
    char rest[LIMIT_BODY];
    struct json name;
    struct input in;
    struct complaint why;
    return json_take(body, size, "name", &name, rest, sizeof rest) && name.text &&
           message_read(&server_schema, "take_seat", rest, strlen(rest), &in, &why);
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
    else if (only_name_bad(body, size))
        links_refuse(h, l, &t->table.game->schema->refusals[REFUSAL_name_bad]);
    else
        links_fail(h, l, 400, &(struct refusal){"malformed", "P1.2", why.text});
}
