/* bots/role_accuse.c -- the watching card, accusing, voting, going home.
 *
 * The figures were found by playing (docs/bots.md): how much more a seat must have been waited for than the
 * others before it is watched, accused, voted against. */
#include "bots/role_bot.h"

enum {
    WATCH_MS = 7000,
    ACCUSE_MORE_MS = 16000,
    VOTE_UP_MS = 12000,
    USUAL_PERCENT = 60, /* and so much of what is usual at this table */
    LEVEL_MISSIONS = 3, /* from here on, other things than treason can keep a hero from acting: */
    MISSIONS_PERCENT = 140,
    STRETCHES = 2,    /* separate times, before anybody is accused */
    SHORT_MS = 40000, /* with less sand than this, less is enough to vote up: */
    SHORT_PERCENT = 60,
    WATCH_AGAIN_MS = 15000,
    SPARES_PERCENT = 150, /* a traitor takes one that looks that bad for another traitor */
    HASTY_UP = 8,         /* who accuses anybody votes up all but one time in: */
};

static int wanted(const struct state *s, const struct role_mind *m, seat_t seat, int ms)
{
    ms += role_usual(s, m, seat) * USUAL_PERCENT / 100;
    return s->roles.level >= LEVEL_MISSIONS ? ms * MISSIONS_PERCENT / 100 : ms;
}

static int least(const struct state *s, const struct role_mind *m, seat_t seat, int ms, int64_t now_ms)
{
    int all = wanted(s, m, seat, ms);
    return role_sand_ms(s, now_ms) < SHORT_MS ? all * SHORT_PERCENT / 100 : all;
}

int role_patience(const struct state *s, const struct role_mind *m, seat_t seat)
{
    return wanted(s, m, seat, ACCUSE_MORE_MS);
}

/* Of the others in the game, the one that looks worst. */
static seat_t worst(const struct bot *b, const struct role_mind *m, const struct state *s)
{
    seat_t found = 0;
    for (seats_t rest = role_in_game(s) & ~SEAT(b->seat); rest; rest &= rest - 1) {
        seat_t seat = seats_first(rest);
        if (!found || role_score(s, m, seat) > role_score(s, m, found))
            found = seat;
    }
    return found;
}

static seat_t anybody(struct bot *b, const struct state *s)
{
    seats_t others = role_in_game(s) & ~SEAT(b->seat);
    int skip = others ? (int)pace_below(&b->pace, (uint32_t)seats_count(others)) : 0;
    for (; skip > 0; skip--)
        others &= others - 1;
    return others ? seats_first(others) : 0;
}

/* At level 1 there is one traitor: the bot itself, or one who is found already. */
static bool all_known(const struct state *s)
{
    return s->roles.level < LEVEL_SEVERAL && s->roles.convictions;
}

static bool wants_to_accuse(const struct role_mind *m, const struct state *s, seat_t seat)
{
    int often = s->roles.rejected[seat];
    int wanted = role_patience(s, m, seat) * (4 + often) / 4; /* what was rejected needs more */
    return m->stretches[seat] >= STRETCHES && role_score(s, m, seat) >= wanted;
}

/* And whoever else looks like a traitor, too: asked to vote on the first, they would save each other
 * (H4.2). */
static seats_t with_others(const struct bot *b, const struct role_mind *m, const struct state *s, seat_t seat)
{
    seats_t seats = SEAT(seat);
    for (seats_t rest = role_in_game(s) & ~SEAT(b->seat) & ~seats; rest; rest &= rest - 1) {
        seats_t more = seats | SEAT(seats_first(rest));
        if (wants_to_accuse(m, s, seats_first(rest)) && !role_accuse_refusal(s, b->seat, more))
            seats = more;
    }
    return seats;
}

/* It weighs it for a while; a traitor longer, so that it rarely does. */
static int64_t weighing_ms(struct bot *b, const struct state *s)
{
    return role_am_traitor(s, b->seat) ? role_draw(b, 6000, 20000) : role_draw(b, 2000, 6000);
}

/* Only if everybody else looks like a traitor (H4.4). */
static bool goes_home(const struct bot *b, const struct role_mind *m, const struct state *s)
{
    if (!role_may_go_home(s, b->seat))
        return false;
    for (seats_t rest = role_in_game(s) & ~SEAT(b->seat); rest; rest &= rest - 1)
        if (m->doubt[__builtin_ctz(rest)] - m->doubt[b->seat] < 4 * ACCUSE_MORE_MS)
            return false;
    return true;
}

static bool accuse_anybody(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                           struct input *out)
{
    if (!m->accuses_ms)
        m->accuses_ms = now_ms + role_draw(b, 20000, 90000);
    if (now_ms < m->accuses_ms)
        return false;
    m->accuses_ms = 0;
    seat_t seat = anybody(b, view);
    if (role_accuse_refusal(view, b->seat, SEAT(seat)))
        return false;
    ASK(out, b->seat, accuse, .seats = SEAT(seat));
    return true;
}

bool role_accuses(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                  struct input *out)
{
    if (all_known(view))
        return false;
    if (m->hasty)
        return accuse_anybody(b, m, view, now_ms, out);
    if (goes_home(b, m, view)) {
        ASK(out, b->seat, go_home, 0);
        return true;
    }
    seat_t seat = worst(b, m, view);
    if (!seat || role_accuse_refusal(view, b->seat, SEAT(seat)) || !wants_to_accuse(m, view, seat)) {
        m->accuses_ms = 0;
        return false;
    }
    if (!m->accuses_ms || m->suspect != seat) {
        m->suspect = seat;
        m->accuses_ms = now_ms + weighing_ms(b, view);
    }
    if (now_ms < m->accuses_ms)
        return false;
    m->accuses_ms = 0;
    ASK(out, b->seat, accuse, .seats = with_others(b, m, view, seat));
    return true;
}

/* Its own judgement of one accused: people do not agree to the second. */
static bool believes(const struct role_mind *m, const struct state *s, seat_t seat, int percent,
                     int64_t now_ms)
{
    return role_score(s, m, seat) * 100 >= least(s, m, seat, VOTE_UP_MS, now_ms) / 100 * percent * m->judge;
}

static bool hero_votes_up(struct bot *b, const struct role_mind *m, const struct state *s, int64_t now_ms)
{
    bool contrary = role_of(s, b->seat)->rule == CARD_RULE_FIRST_VOTE_DOWN && !s->roles.settled[b->seat];
    if (contrary || all_known(s))
        return false;
    for (seats_t rest = s->roles.ballot.accused; rest; rest &= rest - 1)
        if (!believes(m, s, seats_first(rest), 100, now_ms))
            return false;
    return true;
}

/* One hero among the accused is all it needs; alone, it knows that everybody else is one. */
static bool traitor_votes_up(const struct bot *b, const struct role_mind *m, const struct state *s,
                             int64_t now_ms)
{
    if (s->roles.level < LEVEL_SEVERAL || role_wants(s, b->seat, FACT_FRAMED))
        return true;
    for (seats_t rest = s->roles.ballot.accused; rest; rest &= rest - 1)
        if (!believes(m, s, seats_first(rest), SPARES_PERCENT, now_ms))
            return true;
    return false;
}

uint8_t role_votes(struct bot *b, const struct role_mind *m, const struct state *view, int64_t now_ms)
{
    bool up = m->hasty                         ? pace_below(&b->pace, HASTY_UP) != 0
              : role_am_traitor(view, b->seat) ? traitor_votes_up(b, m, view, now_ms)
                                               : hero_votes_up(b, m, view, now_ms);
    return up ? vote_yes : vote_no;
}

bool role_watches(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                  struct input *out)
{
    seat_t seat = worst(b, m, view);
    if (!seat || all_known(view) || view->roles.watching == seat || role_score(view, m, seat) < WATCH_MS ||
        now_ms - m->watched_ms < WATCH_AGAIN_MS)
        return false;
    m->watched_ms = now_ms;
    ASK(out, b->seat, lay_watching_card, .seat = seat);
    return true;
}
