/* server/opening.c -- the request to open a table (P1.1). */
#include <string.h>

#include "core/text.h"
#include "core/turn.h"
#include "seal/secret.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/options.h"
#include "server/sitting.h"
#include "server/tables.h"
#include "table/common.h"

static struct hosted *open_new(struct host *h, const struct game *game, const struct open_table *asked)
{
    uint8_t letters[CODE_SIZE];
    char code[CODE_SIZE + 1];
    do {
        h->calls->entropy(h->ctx, letters, sizeof letters);
        secret_letters(letters, sizeof letters, code);
    } while (tables_find(h, code));
    struct hosted *t = tables_new(h, game, code);
    if (!t)
        return NULL;
    tables_draw_game(h, t);
    t->public = asked->public != 0;
    t->gallery = asked->gallery != 0;
    t->wait = asked->wait != 0;
    t->away_s = asked->away_s > LIMIT_AWAY_S ? LIMIT_AWAY_S : asked->away_s ? asked->away_s : AWAY_S;
    t->pace = asked->pace ? asked->pace : pace_normal;
    return t;
}

/* ---- room for it ---- */

static bool is_full(const struct host *h)
{
    return h->counts.tables >= h->limits.tables || h->counts.memory >= h->limits.memory;
}

/* The oldest table that nobody has joined: whoever opens many leaves nobody else without one. */
static struct hosted *first_unjoined(struct host *h)
{
    struct hosted *t;
    while ((t = h->unjoined) != NULL && (t->link_count || hosted_presence(t)->seats))
        tables_unlist(h, t);
    return t && t->stored && !t->acts ? t : NULL;
}

/* The first that was left, if nobody has been there for a while. */
static struct hosted *first_abandoned(const struct host *h)
{
    struct wake *first = wakes_first(&h->idle);
    if (!first || first->at_ms > h->now_ms - LEFT_ALONE_MS)
        return NULL;
    return (struct hosted *)(void *)((uint8_t *)first - offsetof(struct hosted, idle));
}

/* A table that nobody misses is forgotten; false: there is none. */
static bool give_way(struct host *h)
{
    struct hosted *t = first_unjoined(h);
    t = t ? t : first_abandoned(h);
    if (!t || !gather_reserve(h->open, 2)) /* it ends, and another begins */
        return false;
    keep_end(h->open, t);
    tables_free(h, t);
    return true;
}

static const struct refusal *opening_refusal(struct host *h)
{
    const struct refusal *refusal = judge_refusal(h, SEAT_GALLERY);
    if (refusal)
        return refusal;
    while (is_full(h) && give_way(h))
        continue;
    return is_full(h) ? &refusal_tables_full : NULL;
}

/* ---- the request ---- */

struct opening {
    struct link *from;
    const struct open_table *asked;
    const struct json *options;
};

/* Whoever opens a table is its host (P1.7): nobody can sit down before. */
static const struct refusal *seat_host(struct host *h, struct hosted *t, const struct open_table *asked,
                                       struct table_opened *out)
{
    struct seat_given given;
    if (!asked->name[0])
        return NULL;
    const struct refusal *refusal = sitting_give(h, t, asked->name, 0, &given);
    if (refusal)
        return refusal;
    out->seat = given.seat;
    text_copy(out->token, sizeof out->token, given.token);
    return NULL;
}

static void opened(struct host *h, struct hosted *t, void *ctx)
{
    const struct opening *opening = ctx;
    const struct json *options = opening->options;
    struct link *l = opening->from;
    struct complaint why = {0};
    struct table_opened reply = {0};
    char out[MESSAGE_MAX];
    if (options->text && !options_read(t, options, &t->options, &why)) {
        tables_free(h, t);
        links_fail(h, l, 400, &(struct refusal){"malformed", "P1.1", why.text});
        return;
    }
    t->has_options = options->text != NULL;
    const struct refusal *refusal = seat_host(h, t, opening->asked, &reply);
    if (refusal) {
        tables_free(h, t);
        links_refuse(h, l, refusal);
        return;
    }
    keep_head(h->open, t, true);
    text_copy(reply.table, sizeof reply.table, t->code);
    secret_tell_commitment(t->seed, reply.commitment);
    message_write(EV_table_opened, &reply, out);
    gather_reply(h, t, l, out);
    deadlines_set(h, t);
    tables_list_unjoined(h, t);
    h->counts.opened++;
}

static void open_table(struct host *h, struct link *l, const struct game *game,
                       const struct open_table *asked, const struct json *options)
{
    struct opening opening = {l, asked, options};
    const struct refusal *refusal = opening_refusal(h);
    struct hosted *t = refusal ? NULL : open_new(h, game, asked);
    if (t)
        faults_guard(h, t, l, opened, &opening);
    else
        links_refuse(h, l, refusal ? refusal : &refusal_busy);
}

static void refuse_unread(struct host *h, struct link *l, const char *body, const struct complaint *why)
{
    if (sitting_name_bad("open_table", body, strlen(body)))
        links_refuse(h, l, &games[0]->schema->refusals[REFUSAL_name_bad]); /* the same in every game */
    else
        links_fail(h, l, 400, &(struct refusal){"malformed", "P1.1", why->text});
}

void host_open_table(struct host *h, struct link *l, const char *body, size_t size)
{
    char rest[LIMIT_BODY] = "";
    struct json options;
    struct input in;
    struct complaint why = {.text = "the body of the request is not a JSON object"};
    if (!json_take(body, size, "options", &options, rest, sizeof rest) ||
        !message_read(&server_schema, "open_table", rest, strlen(rest), &in, &why)) {
        refuse_unread(h, l, rest, &why);
        return;
    }
    const struct game *game = game_named(BODY(&in, open_table)->game, strlen(BODY(&in, open_table)->game));
    if (game)
        open_table(h, l, game, BODY(&in, open_table), &options);
    else
        links_refuse(h, l, &refusal_no_game);
}
