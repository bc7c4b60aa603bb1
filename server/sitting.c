/* server/sitting.c -- the request to sit down at a table (P1.2). */
#include <string.h>

#include "core/text.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/json.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/messages.h"
#include "server/secret.h"
#include "server/tables.h"
#include "table/common.h"

struct sitting {
    struct link *from;
    const struct take_seat *asked;
};

/* In a silent game a newcomer is nameless until everybody may talk (P1.8).  Names that are not shown yet are
 * not looked at: or one could be found out by asking for it. */
static const struct refusal *hush_name(const struct hosted *t, struct seat_player *wanted)
{
    refusal_t refusal = presence_name_refusal(hosted_presence(t), wanted->name, wanted->seat);
    memset(wanted->name, 0, sizeof wanted->name);
    return refusal ? &t->table.game->schema->refusals[refusal] : NULL;
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
    bool hushed = hosted_hushed(t);
    const struct refusal *refusal = hushed ? hush_name(t, &wanted) : NULL;
    ask(&in, SEAT_SERVER, CMD_seat_player, &wanted, sizeof wanted);
    if (!refusal && signals_due_ms(h, t, SEAT_GALLERY, CMD_seat_player) > h->now_ms)
        refusal = &refusal_newcomers;
    refusal = refusal ? refusal : judge(h, t, &in, NULL, 0);
    if (refusal) {
        links_refuse(h, l, refusal);
        return;
    }
    given.seat = asked->seat ? asked->seat : hosted_presence(t)->seats;
    signals_show(h, t, SEAT_GALLERY, CMD_seat_player);
    if (hushed)
        text_copy(t->member[given.seat].name, NAME_BYTES_MAX, asked->name);
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
