/* server/sitting.c -- sitting down at a table (P1.2). */
#include "server/sitting.h"

#include <string.h>

#include "core/name.h"
#include "core/text.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/json.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/looks.h"
#include "server/signals.h"
#include "server/tables.h"
#include "table/common.h"

/* The rules refuse the same name; here, one that only looks the same. */
static const struct refusal *name_refusal(const struct hosted *t, const char *name, seat_t except)
{
    const struct presence *p = hosted_presence(t);
    for (seat_t seat = 1; seat <= p->seats; seat++)
        if (seat != except && name_is_seen(name) && looks_alike(p->player[seat].name, name))
            return &t->table.game->schema->refusals[REFUSAL_name_taken];
    return NULL;
}

/* In a silent game a newcomer is nameless until everybody may talk (P1.8).  Names that are not shown yet are
 * not looked at: or one could be found out by asking for it. */
static const struct refusal *hush_name(const struct hosted *t, struct seat_player *wanted)
{
    refusal_t refusal = presence_name_refusal(hosted_presence(t), wanted->name, wanted->seat);
    memset(wanted->name, 0, sizeof wanted->name);
    return refusal ? &t->table.game->schema->refusals[refusal] : NULL;
}

const struct refusal *sitting_down(struct host *h, struct hosted *t, const char *name, seat_t seat,
                                   const uint8_t hash[HASH_BYTES])
{
    struct input in;
    struct seat_player wanted = {.seat = seat};
    text_copy(wanted.name, sizeof wanted.name, name);
    const bool hushed = hosted_hushed(t);
    const struct refusal *refusal = name_refusal(t, name, seat);
    if (!refusal && hushed)
        refusal = hush_name(t, &wanted);
    if (!refusal && signals_due_ms(h, t, SEAT_GALLERY, CMD_seat_player) > h->now_ms)
        refusal = &refusal_newcomers;
    ask(&in, SEAT_SERVER, CMD_seat_player, &wanted, sizeof wanted);
    refusal = refusal ? refusal : judge(h, t, &in, NULL, 0);
    if (refusal)
        return refusal;
    struct member *m = &t->member[seat ? seat : hosted_presence(t)->seats];
    signals_show(h, t, SEAT_GALLERY, CMD_seat_player);
    if (hushed)
        text_copy(m->name, sizeof m->name, name);
    memcpy(m->hash, hash, HASH_BYTES);
    keep_head(h->open, t, true);
    return NULL;
}

void sitting_draw_token(struct host *h, uint8_t hash[HASH_BYTES], char told[TOKEN_TOLD])
{
    uint8_t token[TOKEN_BYTES];
    h->calls->entropy(h->ctx, token, sizeof token);
    secret_hash(token, hash);
    secret_to_hex(token, sizeof token, told);
}

const struct refusal *sitting_give(struct host *h, struct hosted *t, const char *name, seat_t seat,
                                   struct seat_given *out)
{
    uint8_t hash[HASH_BYTES];
    char token[TOKEN_TOLD];
    sitting_draw_token(h, hash, token);
    const struct refusal *refusal = sitting_down(h, t, name, seat, hash);
    if (refusal)
        return refusal;
    *out = (struct seat_given){.seat = seat ? seat : hosted_presence(t)->seats};
    text_copy(out->token, sizeof out->token, token);
    text_copy(out->table, sizeof out->table, t->code);
    return NULL;
}

/* Has any seat of this game been told what others were not? */
static bool secrets_were_told(const struct table *t)
{
    for (const struct event *e = t->game->secrets ? table_next(t, NULL) : NULL; e; e = table_next(t, e))
        if (t->game->schema->events[e->kind].secrets && e->to)
            return true;
    return false;
}

/* Whoever has been shown one seat's secrets is given no other seat (P5.4).  People are known by their tokens;
 * whoever comes without one is a stranger, and asks the players. */
static const struct refusal *other_seat_refusal(const struct hosted *t, const struct take_seat *asked)
{
    if (!hosted_begun(t) || t->over || !secrets_were_told(&t->table))
        return NULL;
    seat_t has = seats_find(t, asked->token), held = seats_held(t, asked->token);
    seat_t known = has ? has : held;
    return known && known != asked->seat ? &refusal_other_seat : NULL;
}

struct sitting {
    struct link *from;
    const struct take_seat *asked;
};

static void take_seat(struct host *h, struct hosted *t, void *ctx)
{
    const struct sitting *sitting = ctx;
    const struct take_seat *asked = sitting->asked;
    struct seat_given given;
    struct seat_asked waits;
    char out[MESSAGE_MAX];
    int status = 201;
    const struct refusal *refusal = judge_closed(h, SEAT_GALLERY);
    if (!refusal)
        refusal = other_seat_refusal(t, asked);
    if (!refusal)
        refusal = sitting_give(h, t, asked->name, asked->seat, &given);
    if (refusal && refusal == &t->table.game->schema->refusals[REFUSAL_needs_consent]) {
        refusal = asking_begin(h, t, asked, &waits);
        status = 202;
    }
    if (refusal) {
        links_refuse(h, sitting->from, refusal);
        return;
    }
    if (status == 201)
        message_write(EV_seat_given, &given, out);
    else
        message_write(EV_seat_asked, &waits, out);
    gather_reply(h, t, sitting->from, out)->status = status;
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
