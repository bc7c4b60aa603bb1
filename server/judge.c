/* server/judge.c -- the one way to change a table: judged, gathered for the
 * store, and followed up.  Nothing is shown here. */
#include <string.h>

#include "core/check.h"
#include "server/hosted.h"
#include "server/secret.h"

#define DEF "rules/clock.def"
#include "core/def_types.h"
#undef DEF
#define DEF "rules/presence.def"
#include "core/def_types.h"
#undef DEF

/* ---- what the server does about an event: tokens, browsers and memory move with the player ---- */

/* now[s]: where the player of seat s sits now; 0: gone. */
static void move_members(struct host *h, struct hosted *t, const seat_t now[VIEWS])
{
    struct member before[VIEWS];
    memcpy(before, t->member, sizeof before);
    memset(t->member + 1, 0, sizeof t->member - sizeof t->member[0]);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (now[seat])
            t->member[now[seat]] = before[seat];
    for (struct link *l = t->links; l; l = l->next) {
        l->removed |= l->seat && !now[l->seat];
        l->seat = l->seat ? now[l->seat] : 0;
    }
    host_greet_anew(h, t);
}

static void follow_left(struct host *h, struct hosted *t, seat_t gone, bool moves_up)
{
    seat_t now[VIEWS] = {0};
    for (seat_t seat = 1; seat < VIEWS; seat++)
        now[seat] = seat == gone ? 0 : (seat_t)(seat - (moves_up && seat > gone));
    move_members(h, t, now);
}

static void follow_reordered(struct host *h, struct hosted *t, const seat_t *order)
{
    seat_t now[VIEWS] = {0};
    for (seat_t i = 0; i < SEATS_MAX; i++)
        if (order[i] && order[i] < VIEWS)
            now[order[i]] = (seat_t)(i + 1);
    move_members(h, t, now);
}

bool judge_follow(struct host *h, struct hosted *t, const struct event *e)
{
    switch (e->kind) {
    case EV_seat_taken: {
        seat_t seat = BODY(e, seat_taken)->seat;
        if (seat >= VIEWS)
            return false; /* a damaged record */
        memset(&t->member[seat], 0, sizeof t->member[seat]);
        t->member[seat].left_ms = h->now_ms;
        return true;
    }
    case EV_seats_reordered:
        follow_reordered(h, t, BODY(e, seats_reordered)->order);
        return true;
    case EV_seat_left:
        follow_left(h, t, BODY(e, seat_left)->seat, true);
        return true;
    case EV_seat_given_up:
        follow_left(h, t, BODY(e, seat_given_up)->seat, false);
        return true;
    default:
        return false;
    }
}

void judge_remember(struct hosted *t, seat_t asker, uint32_t id)
{
    if (!asker || asker >= VIEWS || !id)
        return;
    struct member *m = &t->member[asker];
    m->done[m->next].id = id;
    m->done[m->next].last = t->table.count;
    m->next = (uint8_t)((m->next + 1) % LIMIT_ANSWERS);
}

/* ---- judging ---- */

const struct refusal *judge_cannot(const struct host *h, seat_t by)
{
    if (h->stuck)
        return &refusal_storing;
    if (h->draining && by != SEAT_SERVER)
        return &refusal_stopping;
    return h->open->batch.size > LIMIT_BATCH || !keep_reserve(h->open, 1) ? &refusal_busy : NULL;
}

static void follow_all(struct host *h, struct hosted *t, bookmark_t since, struct act *act)
{
    bool head = false;
    for (const struct event *e = table_since(&t->table, since); e; e = table_next(&t->table, e)) {
        head |= judge_follow(h, t, e);
        h->counts.events++;
    }
    if (!t->over && t->table.game->over(t->table.truth)) {
        t->over = act->ends = head = true;
        h->counts.finished++;
    }
    if (head)
        keep_head(h->open, t, true);
}

/* P4.2: what comes at or after a deadline finds that the deadline has come. */
static void tick(struct host *h, struct hosted *t, const struct input *in)
{
    struct input due;
    if (in->kind == CMD_tick || in->kind == CMD_pause_clock ||
        t->table.game->deadline(t->table.truth) > host_table_ms(h, t))
        return;
    ASK(&due, SEAT_SERVER, tick, 0);
    judge(h, t, &due, NULL, 0);
}

const struct refusal *judge(struct host *h, struct hosted *t, struct input *in, struct link *from,
                            uint32_t re)
{
    tick(h, t, in);
    const struct refusal *refusal = judge_cannot(h, in->by);
    if (refusal)
        return refusal;
    bookmark_t before = table_now(&t->table);
    in->now_ms = host_table_ms(h, t);
    secret_dice(t->seed, t->table.count, in->dice);
    refusal_t why = table_submit(&t->table, in);
    if (why)
        return &t->table.game->schema->refusals[why];
    bool happened = table_now(&t->table) != before;
    if (!happened && !from)
        return NULL;
    struct act *act = host_act(h, t, from);
    act->re = re;
    if (happened) {
        keep_entry(h, t, in, before);
        h->counts.entries++;
        judge_remember(t, from ? from->seat : 0, in->id);
        follow_all(h, t, before, act);
    }
    host_set_wake(h, t);
    return NULL;
}
