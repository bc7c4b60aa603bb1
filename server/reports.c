/* server/reports.c -- the request to report a player to the server's owner (P9.6).
 *
 * It is beside the game: nothing is judged, nobody else is told, and what is kept is what its author was
 * told.  Only public tables have it; at a private one the host knows whom to remove. */
#include <string.h>

#include "core/text.h"
#include "server/faults.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/messages.h"
#include "server/report.h"
#include "server/tables.h"
#include "table/common.h"

static const char *word_of(uint8_t reason)
{
#define WORD(name) [reason_##name] = #name
    static const char *const words[reason_end] = {WORD(insult), WORD(hate),     WORD(threat),
                                                  WORD(sexual), WORD(cheating), WORD(other)};
#undef WORD
    return words[reason];
}

/* ---- what the player said, as the author was told it ---- */

struct telling {
    uint32_t people, who[VIEWS]; /* by seat, who sits there or sat there last, by number; 0: a bot */
    uint32_t about;              /* whose words are wanted */
    struct report *to;
    uint32_t said; /* how many lines there were so far */
};

static void move_up(struct telling *t, seat_t gone)
{
    for (seat_t seat = gone; seat && seat < VIEWS; seat++)
        t->who[seat] = seat + 1 < VIEWS ? t->who[seat + 1] : 0;
}

static void change_places(struct telling *t, const seat_t *order)
{
    uint32_t before[VIEWS];
    memcpy(before, t->who, sizeof before);
    for (seat_t i = 0; i < SEATS_MAX; i++)
        t->who[i + 1] = order[i] < VIEWS ? before[order[i]] : 0;
}

/* The last ones stay: each takes the place of the one that was said so many lines before. */
static void add_line(struct telling *t, const struct event *e)
{
    struct report_line *line = &t->to->line[t->said++ % REPORT_LINES];
    line->at_ms = e->at_ms;
    text_copy(line->text, sizeof line->text, BODY(e, said)->text);
}

static void follow(void *ctx, seats_t audience, const struct seen *seen)
{
    struct telling *t = ctx;
    const struct event *e = &seen->event;
    (void)audience;
    switch (e->kind) {
    case EV_seat_taken:
        if (BODY(e, seat_taken)->seat < VIEWS)
            t->who[BODY(e, seat_taken)->seat] = BODY(e, seat_taken)->bot ? 0 : ++t->people;
        break;
    case EV_seat_left:
        move_up(t, BODY(e, seat_left)->seat);
        break;
    case EV_seats_reordered:
        change_places(t, BODY(e, seats_reordered)->order);
        break;
    case EV_said:
        if (t->about && BODY(e, said)->by < VIEWS && t->who[BODY(e, said)->by] == t->about)
            add_line(t, e);
        break;
    default:
        break;
    }
}

/* Into the order in which they were said, and to the time of the world. */
static void put_in_order(struct report *r, uint32_t said, int64_t zero_ms)
{
    struct report_line line[REPORT_LINES];
    memcpy(line, r->line, sizeof line);
    r->lines = (uint8_t)(said < REPORT_LINES ? said : REPORT_LINES);
    for (uint32_t i = 0; i < r->lines; i++) {
        r->line[i] = line[(said - r->lines + i) % REPORT_LINES];
        r->line[i].at_ms += zero_ms;
    }
}

/* The first time to find out who is meant, the second time for what they said.  False: there is nobody. */
static bool add_lines(const struct host *h, const struct hosted *t, struct report *r)
{
    struct telling first = {.to = r}, second = {.to = r};
    table_tell(&t->table, r->by, 0, follow, &first);
    second.about = first.who[r->seat];
    if (!second.about)
        return false;
    table_tell(&t->table, r->by, 0, follow, &second);
    put_in_order(r, second.said, r->at_ms - hosted_ms(h, t));
    return true;
}

/* ---- the request ---- */

struct reporting {
    struct link *from;
    const char *token;
    const struct report_seat *asked;
};

static const struct refusal *author_refusal(const struct hosted *t, const char *token, seat_t by)
{
    if (*token && !by)
        return &refusal_no_seat;
    if (!*token && !t->gallery)
        return &refusal_no_gallery;
    return t->public ? NULL : &refusal_report_private;
}

/* Whom it is about, and why. */
static const struct refusal *fill_in(struct host *h, const struct hosted *t, const struct report_seat *asked,
                                     struct report *r)
{
    const struct presence *p = hosted_presence(t);
    if (text_characters(asked->text) > SAY_CHARS_MAX)
        return &t->table.game->schema->refusals[REFUSAL_too_long];
    if (!presence_sits(p, asked->seat) || asked->seat == r->by)
        return &refusal_report_nobody;
    r->at_ms = h->calls->wall_ms(h->ctx);
    r->seat = asked->seat;
    r->round = t->round;
    text_copy(r->table, sizeof r->table, t->code);
    text_copy(r->game, sizeof r->game, t->table.game->name);
    text_copy(r->reason, sizeof r->reason, word_of(asked->reason));
    text_copy(r->name, sizeof r->name, p->player[r->seat].name);
    text_copy(r->by_name, sizeof r->by_name, r->by ? p->player[r->by].name : "");
    text_copy(r->text, sizeof r->text, asked->text);
    return add_lines(h, t, r) ? NULL : &refusal_report_nobody;
}

/* Under a number of its own: a batch that is stored twice has it once. */
static bool keep(struct host *h, const struct report *r)
{
    uint8_t bytes[REPORT_MAX];
    struct store_item item = {.what = STORE_REPORT};
    h->calls->entropy(h->ctx, &item.number, sizeof item.number);
    item.number &= INT64_MAX;
    return store_add(&h->open->batch, &item, bytes, report_write(r, bytes));
}

static void report(struct host *h, struct hosted *t, void *ctx)
{
    const struct reporting *x = ctx;
    struct report r = {.by = seats_find(t, x->token)};
    struct bucket *allowance = &t->member[r.by].quota.reports;
    char out[MESSAGE_MAX];
    const struct refusal *refusal = author_refusal(t, x->token, r.by);
    refusal = refusal ? refusal : judge_refusal(h, SEAT_GALLERY);
    refusal = refusal ? refusal : fill_in(h, t, x->asked, &r);
    if (!refusal &&
        !bucket_take(allowance, h->now_ms, LIMIT_REPORT_S, 1, LIMIT_REPORTS_BURST * LIMIT_REPORT_S))
        refusal = &refusal_report_fast;
    if (!refusal && !keep(h, &r))
        refusal = &refusal_no_memory;
    if (refusal) {
        links_refuse(h, x->from, refusal);
        return;
    }
    MESSAGE(out, seat_reported, .reported = r.seat);
    gather_reply(h, t, x->from, out);
}

void host_report_seat(struct host *h, struct link *l, const char *code, const char *token, const char *body,
                      size_t size)
{
    struct input in;
    struct complaint why = {.text = "a report needs a reason"};
    struct reporting reporting = {l, token, BODY(&in, report_seat)};
    struct hosted *t = tables_find_or_refuse(h, l, code);
    if (!t)
        return;
    if (message_read(&server_schema, "report_seat", body, size, &in, &why) && reporting.asked->reason)
        faults_guard(h, t, l, report, &reporting);
    else
        links_fail(h, l, 400, &(struct refusal){"malformed", "P9.6", why.text});
}
