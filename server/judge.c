/* server/judge.c -- time, dice, the verdict, and what follows from it. */
#include "server/judge.h"

#include "rules/clock.h"
#include "seal/secret.h"
#include "server/deadlines.h"
#include "server/hosted.h"
#include "server/keep.h"
#include "server/tables.h"
#include "table/common.h"

void judge_remember(struct hosted *t, seat_t asker, uint32_t id)
{
    if (!asker || asker >= VIEWS || !id)
        return;
    struct member *m = &t->member[asker];
    m->done[m->next].id = id;
    m->done[m->next].last = t->table.count;
    m->next = (uint8_t)((m->next + 1) % LIMIT_ANSWERS);
}

seq_t judge_recall(const struct hosted *t, seat_t asker, uint32_t id)
{
    const struct member *m = &t->member[asker];
    for (int i = 0; id && i < LIMIT_ANSWERS; i++)
        if (m->done[i].id == id)
            return m->done[i].last;
    return 0;
}

const struct refusal *judge_closed(const struct host *h, seat_t by)
{
    if (h->stuck)
        return &refusal_storing;
    return h->draining && by != SEAT_SERVER ? &refusal_stopping : NULL;
}

const struct refusal *judge_refusal(const struct host *h, seat_t by)
{
    const struct refusal *closed = judge_closed(h, by);
    if (closed)
        return closed;
    return h->open->batch.size > LIMIT_BATCH || !gather_reserve(h->open, 1) ? &refusal_busy : NULL;
}

/* Whether it was played to its end, or given up (P1.9). */
static void count_game(struct host *h, const struct hosted *t)
{
    struct result results[VIEWS] = {{0}};
    bool abandoned = false;
    t->table.game->winners(t->table.truth, results);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        abandoned |= results[seat].how == HOW_ABANDONED;
    (*(abandoned ? &h->counts.abandoned : &h->counts.finished))++;
}

static void follow_all(struct host *h, struct hosted *t, bookmark_t since, struct act *act)
{
    bool head = false;
    for (const struct event *e = table_since(&t->table, since); e; e = table_next(&t->table, e)) {
        head |= seats_follow(h, t, e);
        asking_follow(t, e);
        h->counts.events++;
    }
    if (!t->over && t->table.game->over(t->table.truth)) {
        t->over = act->ends = head = true;
        count_game(h, t);
    }
    if (head)
        keep_head(h->open, t, true);
}

static void tick_first(struct host *h, struct hosted *t, const struct input *in)
{
    struct input due;
    if (t->table.game->deadline(t->table.truth) <= in->now_ms && clock_tick_first(in, &due))
        judge(h, t, &due, NULL, 0);
}

/* A game that has no room to go on ends as if its players had ended it (P6.5). */
static void end_if_full(struct host *h, struct hosted *t)
{
    struct input in;
    if (!table_is_full(&t->table) || !hosted_begun(t) || t->over)
        return;
    ASK(&in, SEAT_SERVER, ask_end, 0);
    judge(h, t, &in, NULL, 0);
}

const struct refusal *judge(struct host *h, struct hosted *t, struct input *in, struct link *from,
                            uint32_t re)
{
    in->now_ms = hosted_ms(h, t);
    tick_first(h, t, in);
    const struct refusal *refusal = judge_refusal(h, in->by);
    struct toll toll = {0};
    if (!refusal && in->by != SEAT_SERVER)
        refusal = signals_toll(h, t, in->by, in->kind, &toll);
    if (refusal)
        return refusal;
    bookmark_t before = table_now(&t->table);
    const size_t weight = table_weight(&t->table);
    secret_dice(t->seed, t->table.count, in->dice);
    refusal_t why = table_submit(&t->table, in);
    if (why == REFUSAL_log_full && in->by != SEAT_SERVER)
        end_if_full(h, t);
    if (why)
        return &t->table.game->schema->refusals[why];
    bool happened = table_now(&t->table) != before;
    if (!happened && !from)
        return NULL;
    struct act *act = gather_act(h, t, from);
    act->re = re;
    if (happened) {
        signals_pay(h, t, &toll);
        keep_entry(h, t, in, before);
        quota_filled(t, in->kind, in->by, table_now(&t->table) - before);
        h->counts.entries++;
        judge_remember(t, from ? from->seat : 0, in->id);
        follow_all(h, t, before, act);
        if (table_weight(&t->table) != weight)
            tables_weigh(h, t);
    }
    deadlines_set(h, t);
    return NULL;
}
