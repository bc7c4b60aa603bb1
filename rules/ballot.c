/* rules/ballot.c -- votes. */
#include "rules/ballot.h"

#define DEF "rules/ballot.def"
#include "core/def_types.h"

#define EVERYBODY (SEAT(VIEWS) - 1)

/* ---- the count ---- */

/* Half of them is not a majority, and nobody is not everybody. */
static bool passes(const struct ballot *b, int yes, int of)
{
    return of && (b->unanimous ? yes == of : 2 * yes > of);
}

/* Could the votes that are missing change nothing, whatever they were? */
static bool settled(const struct ballot *b)
{
    int voters = seats_count(b->voters);
    if (b->secret)
        return b->voted == b->voters;
    return passes(b, seats_count(b->yes), voters) || !passes(b, voters - seats_count(b->no), voters);
}

static void count_votes(struct turn *t, const struct ballot *b)
{
    int of = seats_count(b->missing_is_no ? b->voters : b->voted);
    uint8_t decision = passes(b, seats_count(b->yes), of) ? decision_passed : decision_rejected;
    EMIT(t, 0, ballot_closed, .yes = b->yes, .no = b->no, .decision = decision);
}

/* A vote has come, or a voter has gone. */
static void settle(struct turn *t, const struct ballot *b)
{
    bool all_known = (b->yes | b->no) == b->voted;
    if (!b->voters)
        ballot_void(t, b);
    else if (all_known && settled(b))
        count_votes(t, b);
}

/* ---- what is asked ---- */

bool ballot_is_open(const struct ballot *b)
{
    return b->opened && !b->decision;
}

int64_t ballot_ends_ms(const struct ballot *b)
{
    return ballot_is_open(b) ? b->ends_ms : INT64_MAX;
}

refusal_t ballot_open(struct turn *t, const struct ballot *b, const struct ballot_opened *asked)
{
    struct ballot_opened opened = *asked;
    opened.voters &= ~(asked->accusers | asked->accused);
    if (ballot_is_open(b))
        return REFUSAL_ballot_open;
    if (!opened.voters)
        return REFUSAL_no_voter;
    emit(t, EV_ballot_opened, 0, &opened, sizeof opened);
    return REFUSAL_OK;
}

refusal_t ballot_refusal(const struct ballot *b, seat_t seat, uint8_t vote)
{
    if (!ballot_is_open(b))
        return REFUSAL_no_ballot;
    if (seat > SEATS_MAX || !(b->voters & SEAT(seat)))
        return REFUSAL_not_voter;
    if (vote != vote_yes && vote != vote_no)
        return REFUSAL_no_such;
    return (vote == vote_yes ? b->yes : b->no) & SEAT(seat) ? REFUSAL_voted_already : REFUSAL_OK;
}

/* Who changes a secret vote is not told either: one who asks for the same again would be told apart. */
static refusal_t cast(struct turn *t, const struct ballot *b, uint8_t vote, int64_t now_ms)
{
    seat_t by = t->in->by;
    seats_t to = b->secret ? SEAT(by) : EVERYBODY;
    refusal_t refusal = ballot_refusal(b, by, vote);
    if (refusal)
        return refusal;
    if (now_ms >= b->ends_ms)
        return REFUSAL_too_late;
    if (b->voted & SEAT(by))
        EMIT(t, to, vote_changed, .seat = by, .vote = vote);
    else
        EMIT(t, to, vote_cast, .seat = by, .vote = vote);
    settle(t, b);
    return REFUSAL_OK;
}

/* Meant for the ballot before, it must not fall on this one. */
refusal_t ballot_vote(struct turn *t, const struct ballot *b, int64_t now_ms)
{
    if (ballot_is_open(b) && t->in->seen < b->opened)
        return REFUSAL_old_ballot;
    return cast(t, b, BODY(t->in, cast_vote)->vote, now_ms);
}

/* It says itself what it is about: it counts though its sender has not seen the first. */
refusal_t ballot_second(struct turn *t, const struct ballot *b, seats_t accused, int64_t now_ms)
{
    bool votes = t->in->by <= SEATS_MAX && (b->voters & SEAT(t->in->by));
    if (ballot_is_open(b) && (accused != b->accused || !votes))
        return REFUSAL_ballot_open;
    return cast(t, b, vote_yes, now_ms);
}

bool ballot_tick(struct turn *t, const struct ballot *b, int64_t now_ms)
{
    if (!ballot_is_open(b) || now_ms < b->ends_ms)
        return false;
    count_votes(t, b);
    return true;
}

bool ballot_drop(struct turn *t, const struct ballot *b, seats_t voters)
{
    seats_t gone = b->voters & voters;
    if (!ballot_is_open(b) || !gone)
        return false;
    EMIT(t, 0, voters_gone, .seats = gone);
    settle(t, b);
    return !ballot_is_open(b);
}

bool ballot_void(struct turn *t, const struct ballot *b)
{
    if (!ballot_is_open(b))
        return false;
    EMIT(t, 0, ballot_closed, .decision = decision_void);
    return true;
}

/* ---- what happened ---- */

static void open_it(struct ballot *b, const struct ballot_opened *x, seq_t seq)
{
    *b = (struct ballot){.ends_ms = x->ends_ms,
                         .accusers = seated(x->accusers),
                         .accused = seated(x->accused),
                         .voters = seated(x->voters),
                         .opened = seq,
                         .secret = x->secret,
                         .unanimous = x->unanimous,
                         .missing_is_no = x->missing_is_no};
}

/* A vote that is hidden is neither. */
static void note_vote(struct ballot *b, seat_t seat, uint8_t vote)
{
    seats_t one = SEAT(seat) & b->voters;
    b->voted |= one;
    b->yes = (b->yes & ~one) | (vote == vote_yes ? one : 0);
    b->no = (b->no & ~one) | (vote == vote_no ? one : 0);
}

static void lose_voters(struct ballot *b, seats_t gone)
{
    b->voters &= ~gone;
    b->voted &= ~gone;
    b->yes &= ~gone;
    b->no &= ~gone;
}

void ballot_apply(struct ballot *b, const struct event *e)
{
    switch (e->kind) {
    case EV_ballot_opened:
        open_it(b, BODY(e, ballot_opened), e->seq);
        break;
    case EV_vote_cast:
        note_vote(b, BODY(e, vote_cast)->seat, BODY(e, vote_cast)->vote);
        break;
    case EV_vote_changed:
        note_vote(b, BODY(e, vote_changed)->seat, BODY(e, vote_changed)->vote);
        break;
    case EV_voters_gone:
        lose_voters(b, BODY(e, voters_gone)->seats);
        break;
    case EV_ballot_closed:
        b->yes = BODY(e, ballot_closed)->yes;
        b->no = BODY(e, ballot_closed)->no;
        b->decision = BODY(e, ballot_closed)->decision;
        break;
    default:
        break;
    }
}

bool ballot_sound(const struct ballot *b)
{
    return !(b->yes & b->no) && !((b->yes | b->no) & ~b->voted) && !(b->voted & ~b->voters) &&
           !(b->voters & (b->accusers | b->accused)) && b->decision < decision_end;
}
