/* server/deadlines.c -- each table has one wake in the heap: the first thing due there. */
#include "server/deadlines.h"

#include "server/faults.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/stand_ins.h"
#include "server/tables.h"
#include "table/common.h"

enum { AGAIN_MS = 100 }; /* what could not be done when it was due is tried again */

/* A table where nobody has been for a long time. */
static int64_t expires_ms(const struct host *h, const struct hosted *t)
{
    int kept_s = hosted_begun(t) && !t->over ? h->limits.game_kept_s : h->limits.lobby_kept_s;
    return t->link_count ? INT64_MAX : t->empty_ms + (int64_t)kept_s * 1000;
}

/* It may go if nobody is there, nobody is to be answered, and no game would be lost. */
void deadlines_idle(struct host *h, struct hosted *t)
{
    bool needed = t->link_count || t->acts || (hosted_begun(t) && !t->over);
    wakes_set(&h->idle, &t->idle, needed ? INT64_MAX : t->empty_ms);
}

void deadlines_set(struct host *h, struct hosted *t)
{
    deadlines_idle(h, t);
    int64_t deadline_ms = t->table.game->deadline(t->table.truth);
    int64_t bots_ms = stand_ins_wakes_ms(t);
    deadline_ms = bots_ms < deadline_ms ? bots_ms : deadline_ms;
    int64_t at_ms = deadline_ms == INT64_MAX ? INT64_MAX : deadline_ms + t->epoch_ms;
    int64_t seats_ms = seats_wakes_ms(h, t), expiry_ms = expires_ms(h, t);
    int64_t asking_ms = asking_wakes_ms(h, t);
    at_ms = seats_ms < at_ms ? seats_ms : at_ms;
    at_ms = asking_ms < at_ms ? asking_ms : at_ms;
    wakes_set(&h->wakes, &t->wake, expiry_ms < at_ms ? expiry_ms : at_ms);
}

static bool expire(struct host *h, struct hosted *t)
{
    if (expires_ms(h, t) > h->now_ms || t->acts || h->draining || !gather_reserve(h->open, 1))
        return false;
    keep_end(h->open, t);
    tables_free(h, t);
    return true;
}

static void wake_table(struct host *h, struct hosted *t, void *ctx)
{
    struct input in;
    (void)ctx;
    if (expire(h, t))
        return;
    if (t->table.game->deadline(t->table.truth) <= hosted_ms(h, t)) {
        ASK(&in, SEAT_SERVER, tick, 0);
        judge(h, t, &in, NULL, 0);
    }
    if (!h->draining) {
        seats_tick(h, t);
        asking_tick(h, t);
        stand_ins_tick(h, t);
    }
    deadlines_set(h, t);
    if (t->wake.at_ms <= h->now_ms)
        wakes_set(&h->wakes, &t->wake, h->now_ms + AGAIN_MS);
}

void deadlines_meet(struct host *h)
{
    while (!h->stuck && wakes_first(&h->wakes) && wakes_first(&h->wakes)->at_ms <= h->now_ms)
        faults_guard(h, (struct hosted *)(void *)wakes_first(&h->wakes), NULL, wake_table, NULL);
}

int64_t deadlines_wakes_ms(const struct host *h)
{
    return h->stuck || !wakes_first(&h->wakes) ? INT64_MAX : wakes_first(&h->wakes)->at_ms;
}
