/* server/rounds.c -- ends one game and begins the next, with everybody in their seats. */
#include "server/rounds.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "server/brought.h"
#include "server/deadlines.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/stand_ins.h"
#include "server/tables.h"
#include "table/common.h"

/* Everybody takes the seat they had; the host stays the host. */
static void seat_again(struct host *h, struct hosted *t, const struct presence *before)
{
    struct input in;
    struct member members[VIEWS];
    memcpy(members, t->member, sizeof members);
    for (seat_t seat = 1; seat <= before->seats; seat++) {
        bool bot = !seats_has_person(t, seat);
        struct seat_player again = {.bot = bot};
        text_copy(again.name, sizeof again.name,
                  t->member[seat].name[0] ? t->member[seat].name : before->player[seat].name);
        ask(&in, SEAT_SERVER, CMD_seat_player, &again, sizeof again);
        /* They sat there before, and there is room in the store, so only the name can be refused: of somebody
         * who sat down before names that look alike counted as the same (P1.2), or who left before it was
         * shown (P1.8). */
        for (int number = seat; judge(h, t, &in, NULL, 0); number++) {
            CHECK(number < 2 * VIEWS);
            snprintf(again.name, sizeof again.name, "Player %d", number);
            ask(&in, SEAT_SERVER, CMD_seat_player, &again, sizeof again);
        }
        t->member[seat] = members[seat];
        memset(t->member[seat].name, 0, NAME_BYTES_MAX); /* it is shown now */
        memset(t->member[seat].done, 0, sizeof t->member[seat].done);
        t->member[seat].quota.said = 0;
    }
    if (before->locked) {
        ASK(&in, SEAT_SERVER, lock_table, .locked = 1);
        judge(h, t, &in, NULL, 0);
    }
    if (before->host && before->host != hosted_presence(t)->host) {
        ASK(&in, SEAT_SERVER, hand_over, .seat = before->host);
        judge(h, t, &in, NULL, 0);
    }
}

/* The last game must have been shown to everybody, and there must be room for the next. */
static const struct refusal *next_refusal(struct host *h, const struct hosted *t, seat_t by)
{
    const struct refusal *closed = judge_closed(h, by);
    if (closed)
        return closed;
    bool room = h->open->batch.size <= LIMIT_BATCH / 2 && gather_reserve(h->open, VIEWS + 4);
    return t->acts || !table_shown(&t->table, table_now(&t->table)) || !room ? &refusal_busy : NULL;
}

static const struct refusal *begin_next(struct host *h, struct hosted *t, const struct game *game,
                                        struct link *from, uint32_t re)
{
    struct presence before = *hosted_presence(t);
    struct table fresh;
    const struct refusal *refusal = next_refusal(h, t, from->seat);
    if (!refusal && !table_open(&fresh, game))
        refusal = &refusal_busy;
    if (refusal)
        return refusal;
    keep_end(h->open, t);
    stand_ins_leave(t);
    t->has_options = t->has_options && game == t->table.game;
    if (game != t->table.game)
        brought_use(h, t, NULL);
    fresh.material = t->table.material;
    table_close(&t->table);
    t->table = fresh;
    t->over = t->over_told = false;
    t->round++;
    tables_weigh(h, t);
    memset(t->former, 0, sizeof t->former);
    t->asking.state = ASKING_NOBODY;
    tables_draw_game(h, t);
    seat_again(h, t, &before);
    keep_head(h->open, t, true);
    greet_anew(h, t);
    gather_act(h, t, from)->re = re;
    deadlines_set(h, t);
    return NULL;
}

const struct refusal *rounds_play_again(struct host *h, struct hosted *t, struct link *from, uint32_t re)
{
    const struct game *game = t->table.game;
    return t->over ? begin_next(h, t, game, from, re) : &game->schema->refusals[REFUSAL_not_now];
}

/* If it is asked again because the answer was lost, it has already been done (P6.2). */
const struct refusal *rounds_change_game(struct host *h, struct hosted *t, const char *name,
                                         struct link *from, uint32_t re)
{
    const struct game *game = game_named(name, strlen(name));
    if (!game)
        return &refusal_no_game;
    if (hosted_begun(t) && !t->over)
        return &t->table.game->schema->refusals[REFUSAL_not_now];
    if (hosted_presence(t)->seats > game->seats_max)
        return &refusal_too_many;
    if (t->over || game != t->table.game)
        return begin_next(h, t, game, from, re);
    const struct refusal *refusal = judge_refusal(h, from->seat);
    if (refusal)
        return refusal;
    gather_act(h, t, from)->re = re;
    return NULL;
}
