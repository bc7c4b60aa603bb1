/* server/brought.c -- what tables hold, and the request to bring something (M2.3, W1.5). */
#include "server/brought.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "core/utf8.h"
#include "seal/secret.h"
#include "server/deadlines.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/tables.h"
#include "table/common.h"

static struct brought *find(struct host *h, const struct material *kind, const uint8_t hash[HASH_BYTES])
{
    struct brought *b = h->brought;
    while (b && (b->kind != kind || memcmp(b->hash, hash, HASH_BYTES)))
        b = b->next;
    return b;
}

/* The record holds the text as JSON, so it must be UTF-8, comments and all. */
static bool is_text(const char *text, size_t size, struct complaint *why)
{
    const char *at = text, *end = text + size;
    *why = (struct complaint){.line = 1};
    while (at < end) {
        int32_t c = utf8_read(&at, end);
        if (c < 0) {
            text_copy(why->text, sizeof why->text, "the file must be UTF-8 text");
            return false;
        }
        why->line += c == '\n';
    }
    why->line = 0;
    return true;
}

struct brought *brought_hold(struct host *h, const struct material *kind, const char *text, size_t size,
                             struct complaint *why)
{
    uint8_t hash[HASH_BYTES];
    if (size > MATERIAL_TEXT_MAX) {
        *why = (struct complaint){.text = "the file can be at most 64 KiB"};
        return NULL;
    }
    if (!is_text(text, size, why))
        return NULL;
    secret_material(text, size, hash);
    struct brought *b = find(h, kind, hash);
    if (b) {
        b->held++;
        return b;
    }
    b = calloc(1, sizeof *b + kind->size + size);
    if (!b) {
        text_copy(why->text, sizeof why->text, "the server is out of memory");
        return NULL;
    }
    if (!kind->read(text, size, b->form, why)) {
        free(b);
        return NULL;
    }
    b->kind = kind;
    memcpy(b->hash, hash, sizeof hash);
    b->size = size;
    memcpy(b->form + kind->size, text, size);
    b->held = 1;
    b->next = h->brought;
    h->brought = b;
    return b;
}

static void let_go(struct host *h, struct brought *b)
{
    struct brought **at = &h->brought;
    if (!b || --b->held)
        return;
    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    free(b);
}

void brought_use(struct host *h, struct hosted *t, struct brought *b)
{
    let_go(h, t->brought);
    t->brought = b;
    t->table.material = b ? b->form : NULL;
    tables_weigh(h, t);
}

size_t brought_write(const struct hosted *t, char out[MESSAGE_MAX])
{
    struct material_told told;
    const struct brought *b = t->brought;
    memset(&told, 0, sizeof told);
    if (b)
        text_copy(told.material, sizeof told.material, b->kind->title(b->form));
    if (b && b->kind->facts) {
        struct material_facts facts = b->kind->facts(b->form);
        text_copy(told.language, sizeof told.language, facts.language);
        told.seats_most = facts.seats_most;
        told.pieces = facts.pieces;
    }
    return message_write(EV_material_told, &told, out);
}

/* ---- the request: the token of the host's seat, a line feed, and the text, if there is one ---- */

struct bringing {
    struct link *link;
    const char *body;
    size_t size;
};

/* The seat whose token the body begins with; `text` is what follows. */
static seat_t who_brings(const struct hosted *t, const struct bringing *b, const char **text)
{
    char token[2 * TOKEN_BYTES + 1] = "";
    if (b->size < sizeof token || b->body[sizeof token - 1] != '\n')
        return 0;
    memcpy(token, b->body, sizeof token - 1);
    *text = b->body + sizeof token;
    return seats_find(t, token);
}

static const struct refusal *refusal_for(struct host *h, struct hosted *t, seat_t seat)
{
    const struct refusal *refusals = t->table.game->schema->refusals;
    if (!seat || hosted_presence(t)->host != seat)
        return &refusals[REFUSAL_not_host];
    if (!t->table.game->material)
        return &refusal_no_material;
    if (hosted_begun(t))
        return &refusals[REFUSAL_not_now];
    const struct refusal *closed = judge_refusal(h, seat);
    return closed ? closed : quota_host_refusal(h, t);
}

static void bring(struct host *h, struct hosted *t, void *ctx)
{
    const struct bringing *b = ctx;
    struct complaint why = {0};
    char reason[COMPLAINT_MAX + 24], out[MESSAGE_MAX];
    const char *text = NULL;
    seat_t seat = who_brings(t, b, &text);
    const struct refusal *refusal = refusal_for(h, t, seat);
    if (refusal) {
        links_refuse(h, b->link, refusal);
        return;
    }
    size_t size = b->size - (size_t)(text - b->body);
    struct brought *held = size ? brought_hold(h, t->table.game->material, text, size, &why) : NULL;
    if (size && !held) {
        snprintf(reason, sizeof reason, why.line ? "line %u: %s" : "%.0u%s", (unsigned)why.line, why.text);
        links_fail(h, b->link, 400, &(struct refusal){"bad_material", t->table.game->material->rule, reason});
        return;
    }
    brought_use(h, t, held);
    keep_head(h->open, t, true);
    brought_write(t, out);
    gather_reply(h, t, b->link, out)->material = true; /* everybody is told the same */
    deadlines_set(h, t);
}

void host_bring_material(struct host *h, struct link *l, const char *code, const char *body, size_t size)
{
    struct bringing b = {l, body, size};
    struct hosted *t = tables_find_or_refuse(h, l, code);
    if (t)
        faults_guard(h, t, l, bring, &b);
}
