/* server/asking.c -- from the question to the seat, or not. */
#include "server/asking.h"

#include <string.h>

#include "core/text.h"
#include "seal/secret.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/signals.h"
#include "server/sitting.h"
#include "table/common.h"

const struct refusal *asking_begin(struct host *h, struct hosted *t, const struct take_seat *asked,
                                   struct seat_asked *out)
{
    const struct refusal *refusals = t->table.game->schema->refusals;
    struct input in;
    ASK(&in, SEAT_SERVER, want_seat, .seat = asked->seat);
    if (signals_due_ms(h, t, SEAT_GALLERY, CMD_want_seat) > h->now_ms)
        return &refusal_newcomers;
    const struct refusal *refusal = judge(h, t, &in, NULL, 0);
    if (refusal)
        return refusal == &refusals[REFUSAL_not_now] ? &refusal_asked_lately : refusal;
    signals_show(h, t, SEAT_GALLERY, CMD_want_seat);
    t->asking = (struct asking){.state = ASKING_OPEN, .seat = asked->seat, .looked_ms = h->now_ms};
    text_copy(t->asking.name, sizeof t->asking.name, asked->name);
    *out = (struct seat_asked){.asked = 1, .seat = asked->seat};
    text_copy(out->table, sizeof out->table, t->code);
    sitting_draw_token(h, t->asking.hash, out->token);
    return NULL;
}

/* Whoever has stopped looking is gone: the seat stays the bot's. */
static bool still_looks(const struct host *h, const struct asking *a)
{
    return h->now_ms - a->looked_ms < ASKER_GONE_MS;
}

const struct refusal *asking_refusal(struct host *h, struct hosted *t, const char *token)
{
    struct asking *a = &t->asking;
    uint8_t hash[HASH_BYTES];
    if (!a->state || !secret_hash_hex(token, hash) || !secret_same(hash, a->hash))
        return NULL;
    a->looked_ms = h->now_ms;
    if (a->state == ASKING_GRANTED)
        wakes_set(&h->wakes, &t->wake, h->now_ms); /* the seat has waited for them */
    if (a->state == ASKING_GIVEN)
        return table_shown(&t->table, a->given) ? NULL : &refusal_asked;
    return a->state == ASKING_DENIED || t->over ? &refusal_denied : &refusal_asked;
}

void asking_follow(struct hosted *t, const struct event *e)
{
    struct asking *a = &t->asking;
    if (e->kind == EV_seat_granted && a->state == ASKING_OPEN)
        a->state = ASKING_GRANTED;
    else if (e->kind == EV_seat_denied && a->state != ASKING_NOBODY && a->state != ASKING_GIVEN)
        a->state = ASKING_DENIED;
}

void asking_tick(struct host *h, struct hosted *t)
{
    struct asking *a = &t->asking;
    if (a->state != ASKING_GRANTED || !still_looks(h, a))
        return;
    const struct refusal *refusal = sitting_down(h, t, a->name, a->seat, a->hash);
    if (!refusal) {
        a->state = ASKING_GIVEN;
        a->given = table_now(&t->table);
    } else if (!judge_refusal(h, SEAT_SERVER)) {
        a->state = ASKING_DENIED; /* somebody else has that name by now */
    }
}

int64_t asking_wakes_ms(const struct host *h, const struct hosted *t)
{
    return t->asking.state == ASKING_GRANTED && still_looks(h, &t->asking) ? h->now_ms : INT64_MAX;
}
