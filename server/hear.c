/* server/hear.c -- one message from a browser: who says it, what it is, and the
 * answer to it. */
#include <string.h>

#include "core/text.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/json.h"
#include "server/judge.h"
#include "server/options.h"
#include "server/rounds.h"
#include "server/stand_ins.h"
#include "server/tell.h"
#include "table/common.h"

/* ---- not too fast ---- */

static void scold(struct host *h, struct link *l)
{
    h->counts.commands[TOO_FAST]++;
    if (++l->scolded == LIMIT_SCOLDINGS)
        h->calls->end(h->ctx, l->conn, END_TOO_FAST, "too many messages");
    else if (l->scolded == 1 || l->scolded % 10 == 0)
        TELL(h, l, problem, .error = "too_fast", .text = "Too many messages: slow down.");
}

void host_set_spent(struct link *l, bool spent)
{
    l->spent = spent;
}

/* ---- answers ---- */

static void refuse(struct host *h, struct link *l, uint32_t re, const struct refusal *why)
{
    struct hosted *t = l->at;
    h->counts.commands[REFUSED]++;
    /* It may have been judged on what nobody has been shown yet: then its answer waits for that. */
    if (!table_shown(&t->table, table_now(&t->table)) && gather_reserve(h->open, 1)) {
        struct act *act = gather_act(h, t, l);
        act->re = re;
        act->refusal = why;
        return;
    }
    tell_refused(h, l, re, why);
}

/* A command that was done before is not done again, but answered again (P6.2). */
static bool repeated(struct host *h, struct link *l, uint32_t id)
{
    seq_t last = judge_recall(l->at, l->seat, id);
    if (!last || !gather_reserve(h->open, 1))
        return false;
    struct act *act = gather_act(h, l->at, l);
    act->re = id;
    act->repeated = last;
    h->counts.commands[REPEATED]++;
    return true;
}

/* ---- commands of the game ---- */

static void hear_command(struct host *h, struct link *l, struct input *in)
{
    struct hosted *t = l->at;
    uint32_t id = in->id;
    if (!l->seat) {
        refuse(h, l, id, &refusal_watching);
        return;
    }
    if (repeated(h, l, id))
        return;
    in->by = l->seat;
    stand_ins_name(t, in);
    const struct refusal *why = l->spent ? &refusal_filling : quota_refusal(h, t, in);
    why = why ? why : judge(h, t, in, l, id);
    if (!why && in->kind == t->table.game->set_up)
        options_take(h, t, in);
    if (why)
        refuse(h, l, id, why);
    else
        h->counts.commands[ACCEPTED]++;
}

/* ---- commands of the server ---- */

/* NULL: done; otherwise why not.  Who may ask is in server.def. */
static const struct refusal *do_server(struct host *h, struct link *l, const struct input *in,
                                       const struct json *options, struct complaint *why)
{
    const struct table *t = &l->at->table;
    if (!l->seat)
        return &refusal_watching;
    if (!(t->game->asker(t->game, t->truth, l->seat) & server_schema.commands[in->kind].askers))
        return &t->game->schema->refusals[REFUSAL_not_host];
    const struct refusal *hasty = l->spent ? &refusal_filling : quota_host_refusal(h, l->at);
    if (hasty)
        return hasty;
    switch (in->kind) {
    case CMD_play_again:
        return rounds_play_again(h, l->at, l, in->id);
    case CMD_change_game:
        return rounds_change_game(h, l->at, BODY(in, change_game)->game, l, in->id);
    default:
        return options_choose(h, l, in->id, options, why);
    }
}

static void hear_server(struct host *h, struct link *l, const struct input *in, const struct json *options,
                        struct complaint *why)
{
    if (in->kind == CMD_ask_time) {
        TELL(h, l, time_told, .now = hosted_ms(h, l->at), .re = in->id);
        return;
    }
    const struct refusal *refusal = do_server(h, l, in, options, why);
    if (refusal)
        refuse(h, l, in->id, refusal);
    else
        h->counts.commands[ACCEPTED]++;
}

static void misunderstand(struct host *h, struct link *l, const char *text, size_t size,
                          const struct complaint *why)
{
    struct problem problem = {.error = "malformed", .re = (uint32_t)json_number(text, size, "id")};
    char out[MESSAGE_MAX];
    h->counts.commands[MALFORMED]++;
    text_copy(problem.text, sizeof problem.text, why->text);
    tell(h, l, out, message_write(EV_problem, &problem, out));
}

struct heard {
    struct link *from;
    const char *text;
    size_t size;
};

static void hear(struct host *h, struct hosted *t, void *ctx)
{
    const struct heard *heard = ctx;
    struct link *l = heard->from;
    const char *text = heard->text;
    size_t size = heard->size;
    struct input in;
    struct complaint why = {0}, other = {0};
    char rest[LIMIT_MESSAGE + 1];
    struct json options;
    if (wire_read_input(t->table.game->schema, text, size, &in, &why))
        hear_command(h, l, &in);
    else if (json_take(text, size, "options", &options, rest, sizeof rest) &&
             wire_read_input(&server_schema, rest, strlen(rest), &in, &other) && in.kind <= CMD_change_game)
        hear_server(h, l, &in, &options, &other);
    else
        misunderstand(h, l, text, size, &why);
}

void host_hear_noise(struct host *h, struct link *l)
{
    if (l->conn && l->at && !l->removed && !quota_message(h, l))
        scold(h, l);
}

void host_hear(struct host *h, struct link *l, const char *text, size_t size)
{
    struct heard heard = {l, text, size};
    if (!l->conn || !l->at || l->removed)
        return;
    if (quota_message(h, l))
        faults_guard(h, l->at, NULL, hear, &heard);
    else
        scold(h, l);
}
