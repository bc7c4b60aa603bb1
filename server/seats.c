/* server/seats.c -- who has which seat, who is there, and what is due because of it. */
#include "server/seats.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "seal/secret.h"
#include "server/deadlines.h"
#include "server/greet.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "table/common.h"

bool seats_has_person(const struct hosted *t, seat_t seat)
{
    static const uint8_t nobody[HASH_BYTES];
    return memcmp(t->member[seat].hash, nobody, HASH_BYTES) != 0;
}

seat_t seats_find(const struct hosted *t, const char *token)
{
    uint8_t hash[HASH_BYTES];
    seat_t found = 0;
    if (!secret_hash_hex(token, hash))
        return 0;
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (secret_same(hash, t->member[seat].hash))
            found = seat;
    return found;
}

seat_t seats_held(const struct hosted *t, const char *token)
{
    uint8_t hash[HASH_BYTES];
    seat_t found = 0;
    if (!secret_hash_hex(token, hash))
        return 0;
    for (int i = 0; i < LIMIT_FORMER; i++)
        if (t->former[i].seat && secret_same(hash, t->former[i].hash))
            found = t->former[i].seat;
    return found;
}

/* ---- the server's part of an event ---- */

static void remember_former(struct hosted *t, seat_t seat)
{
    if (seat >= VIEWS || !seats_has_person(t, seat))
        return;
    memmove(t->former + 1, t->former, sizeof t->former - sizeof t->former[0]);
    t->former[0].seat = seat;
    memcpy(t->former[0].hash, t->member[seat].hash, HASH_BYTES);
}

/* now[s]: where the player of seat s sits now; 0: gone.  now[0] is 0. */
static void move_members(struct host *h, struct hosted *t, const seat_t now[VIEWS])
{
    struct member before[VIEWS];
    memcpy(before, t->member, sizeof before);
    memset(t->member + 1, 0, sizeof t->member - sizeof t->member[0]);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (now[seat])
            t->member[now[seat]] = before[seat];
    for (struct link *l = t->links; l; l = l->next) {
        seat_t was = l->seat;
        l->seat = now[was];
        l->removed |= was && !l->seat;
        if (l->seat != was)
            greet_moved(h, t, l);
    }
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

bool seats_follow(struct host *h, struct hosted *t, const struct event *e)
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
    case EV_seat_named:
        if (BODY(e, seat_named)->seat >= VIEWS)
            return false;
        memset(t->member[BODY(e, seat_named)->seat].name, 0, NAME_BYTES_MAX);
        return true;
    case EV_seats_reordered:
        follow_reordered(h, t, BODY(e, seats_reordered)->order);
        return true;
    case EV_seat_left:
        follow_left(h, t, BODY(e, seat_left)->seat, true);
        return true;
    case EV_seat_given_up:
        remember_former(t, BODY(e, seat_given_up)->seat);
        follow_left(h, t, BODY(e, seat_given_up)->seat, false);
        return true;
    default:
        return false;
    }
}

/* ---- away and back ---- */

/* What to do about a seat next, and when. */
enum due { NOTHING_DUE, SHOW_NAME, MARK_BACK, MARK_AWAY, MARK_BOT, PASS_HOST };

static int64_t away_ms(const struct hosted *t)
{
    return (int64_t)t->away_s * 1000;
}

static bool heir_waits(const struct presence *p)
{
    return (presence_present(p) & SEAT(presence_heir(p)) & ~SEAT(0)) != 0;
}

/* For somebody of whom others see that they are away. */
static enum due due_while_away(const struct hosted *t, seat_t seat, int64_t *at_ms)
{
    const struct presence *p = hosted_presence(t);
    *at_ms = t->member[seat].left_ms + away_ms(t);
    if (!(p->bots & SEAT(seat)) && hosted_begun(t) && !t->over && !t->wait)
        return MARK_BOT;
    return p->host == seat && heir_waits(p) ? PASS_HOST : NOTHING_DUE;
}

/* In silence others are shown who comes and goes only as often as P1.8 lets; until then everything goes on as
 * if they knew no better, so that nothing else tells them. */
static enum due due(const struct host *h, const struct hosted *t, seat_t seat, int64_t *at_ms)
{
    const struct presence *p = hosted_presence(t);
    const struct member *m = &t->member[seat];
    bool away = (p->away & SEAT(seat)) != 0, gone = away || (p->bots & SEAT(seat));
    if (!presence_sits(p, seat) || !seats_has_person(t, seat))
        return NOTHING_DUE;
    *at_ms = INT64_MIN;
    if (m->name[0] && !hosted_hushed(t))
        return SHOW_NAME;
    if (m->links && !gone)
        return NOTHING_DUE;
    if (!m->links && away)
        return due_while_away(t, seat, at_ms);
    int64_t shown_ms = signals_due_ms(h, t, seat, CMD_mark_seat);
    if (!m->links) {
        *at_ms = m->left_ms + ARRIVE_MS > shown_ms ? m->left_ms + ARRIVE_MS : shown_ms;
        return MARK_AWAY;
    }
    if (!away || shown_ms <= h->now_ms)
        return MARK_BACK;
    enum due next = due_while_away(t, seat, at_ms);
    if (next && *at_ms < shown_ms)
        return next;
    *at_ms = shown_ms;
    return MARK_BACK;
}

/* The length of a text without the last letter of its first `size` bytes. */
static int without_last(const char *text, int size)
{
    do
        size--;
    while (size > 0 && ((uint8_t)text[size] & 0xc0) == 0x80);
    return size > 0 ? size : 0;
}

/* Two who came in silence may have chosen the same name: the second is then called "Zoe 2". */
static void take_next_name(char name[NAME_BYTES_MAX], int number)
{
    char next[NAME_BYTES_MAX + 16];
    int keep = (int)strlen(name);
    do
        snprintf(next, sizeof next, "%.*s %d", keep, name, number);
    while ((text_characters(next) > NAME_CHARS_MAX || strlen(next) >= NAME_BYTES_MAX) &&
           (keep = without_last(name, keep)));
    text_copy(name, NAME_BYTES_MAX, next);
}

static bool show_name(struct host *h, struct hosted *t, seat_t seat)
{
    const struct refusal *taken = &t->table.game->schema->refusals[REFUSAL_name_taken], *refusal;
    struct name_seat body = {.seat = seat};
    struct input in;
    text_copy(body.name, sizeof body.name, t->member[seat].name);
    for (int number = 2; number <= VIEWS; number++) {
        ask(&in, SEAT_SERVER, CMD_name_seat, &body, sizeof body);
        refusal = judge(h, t, &in, NULL, 0);
        if (refusal != taken)
            return !refusal;
        text_copy(body.name, sizeof body.name, t->member[seat].name);
        take_next_name(body.name, number);
    }
    return false;
}

static bool mark(struct host *h, struct hosted *t, seat_t seat, bool away, bool bot)
{
    struct input in;
    ASK(&in, SEAT_SERVER, mark_seat, .seat = seat, .away = away, .bot = bot);
    return !judge(h, t, &in, NULL, 0);
}

/* What others are shown of a player who comes or goes; what follows is counted from when they are. */
static bool show_mark(struct host *h, struct hosted *t, seat_t seat, bool away)
{
    struct member *m = &t->member[seat];
    if (signals_due_ms(h, t, seat, CMD_mark_seat) > h->now_ms || !mark(h, t, seat, away, false))
        return false;
    signals_show(h, t, seat, CMD_mark_seat);
    m->left_ms = away ? h->now_ms : m->left_ms;
    return true;
}

static bool carry_out(struct host *h, struct hosted *t, seat_t seat, enum due what)
{
    struct input in;
    switch (what) {
    case SHOW_NAME:
        return show_name(h, t, seat);
    case MARK_BACK:
    case MARK_AWAY:
        return show_mark(h, t, seat, what == MARK_AWAY);
    case MARK_BOT:
        return mark(h, t, seat, true, true);
    default:
        ASK(&in, SEAT_SERVER, hand_over, .seat = presence_heir(hosted_presence(t)));
        return !judge(h, t, &in, NULL, 0);
    }
}

void seats_arrived(struct host *h, struct hosted *t, seat_t seat)
{
    int64_t at_ms;
    t->member[seat].links++;
    if (due(h, t, seat, &at_ms) == MARK_BACK)
        carry_out(h, t, seat, MARK_BACK);
}

void seats_left(struct host *h, struct hosted *t, seat_t seat)
{
    struct member *m = &t->member[seat];
    int64_t at_ms;
    if (!m->links || --m->links)
        return;
    if (!(hosted_presence(t)->away & SEAT(seat)))
        m->left_ms = h->now_ms;
    if (due(h, t, seat, &at_ms) == MARK_AWAY)
        carry_out(h, t, seat, MARK_AWAY); /* P2.2: at once */
    deadlines_set(h, t);
}

void seats_tick(struct host *h, struct hosted *t)
{
    for (seat_t seat = 1; seat < VIEWS; seat++) {
        int64_t at_ms;
        enum due what = due(h, t, seat, &at_ms);
        if (what && at_ms <= h->now_ms)
            carry_out(h, t, seat, what);
    }
}

int64_t seats_wakes_ms(const struct host *h, const struct hosted *t)
{
    int64_t first_ms = INT64_MAX, at_ms;
    for (seat_t seat = 1; seat <= hosted_presence(t)->seats; seat++)
        if (due(h, t, seat, &at_ms) && at_ms < first_ms)
            first_ms = at_ms < h->now_ms ? h->now_ms : at_ms;
    return first_ms;
}
